"""Small matches in two lines: players are written by their handicaps, entries are chained.

``outdoor(8, red="3 2 2 1 + 4 0", blue="2 2 2 2").unable("r1")`` is an 8-goal match that has started with r1 to r4
against b1 to b4; red's r5 (4) and r6 (0) are on the bench; r1 has been hurt. A player's team is told by his id.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Any

from advisor.answer_types import Advice, Audit, Option, Verdict
from advisor.answers import advise, verify
from advisor.audit import audit
from advisor.match import Match

TEAMS = {"r": "red", "b": "blue"}


def team_of(player: str) -> str:
    """The team that an id such as r1 belongs to."""
    return TEAMS[player[0]]


def number(text: str) -> int | float:
    """A handicap as the match file has it."""
    return float(text) if "." in text else int(text)


class Game:
    """A match under construction; each method gives a new game, with one entry or fact more."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    # -- facts ---------------------------------------------------------------------------------------------------

    def but(self, player: str, **facts: Any) -> Game:
        """The game with other facts of one player on the list."""
        data = deepcopy(self.data)
        row = next(row for row in data["teams"][team_of(player)]["players"] if row["id"] == player)
        row.update(facts)
        return Game(data)

    def reading(self, **readings: str) -> Game:
        """The game under other readings (underscores for hyphens)."""
        data = deepcopy(self.data)
        chosen = data["event"].setdefault("readings", {})
        chosen.update({name.replace("_", "-"): value for name, value in readings.items()})
        return Game(data)

    def entry(self, entry: str, **keys: Any) -> Game:
        """The game with one entry more."""
        data = deepcopy(self.data)
        data["journal"].append({"entry": entry, **{key.rstrip("_"): value for key, value in keys.items()}})
        return Game(data)

    @property
    def last(self) -> int:
        """The number of the last entry."""
        return len(self.data["journal"]) - 1

    # -- entries -------------------------------------------------------------------------------------------------

    def start(self, red: str = "r1 r2 r3 r4", blue: str = "b1 b2 b3 b4") -> Game:
        return self.entry("start", lineups={"red": red.split(), "blue": blue.split()})

    def stop(self, **keys: Any) -> Game:
        return self.entry("stop", **keys)

    def resume(self, **keys: Any) -> Game:
        return self.entry("resume", **keys)

    def end(self, **keys: Any) -> Game:
        """The period ends."""
        return self.entry("end_period", **keys)

    def begin(self, **keys: Any) -> Game:
        """The next period starts."""
        return self.entry("start_period", **keys)

    def periods(self, count: int) -> Game:
        """So many periods come to their end, an interval and a start between each two of them."""
        game = self
        for played in range(count):
            game = game.end() if played == 0 else game.begin().end()
        return game

    def unable(self, player: str, reason: str = "injury", **keys: Any) -> Game:
        return self.entry("unable", team=team_of(player), player=player, reason=reason, **keys)

    def recovered(self, player: str) -> Game:
        return self.entry("recovered", team=team_of(player), player=player)

    def card(self, player: str, kind: str = "red", **keys: Any) -> Game:
        return self.entry("card", team=team_of(player), player=player, kind=kind, **keys)

    def sit_out_over(self, player: str, **keys: Any) -> Game:
        return self.entry("sit_out_over", team=team_of(player), player=player, **keys)

    def arrived(self, player: str) -> Game:
        return self.entry("arrived", team=team_of(player), player=player)

    def left(self, player: str) -> Game:
        return self.entry("left", team=team_of(player), player=player)

    def sub(self, out: str = "", in_: str = "", team: str = "", **keys: Any) -> Game:
        """A substitution, each side a string of ids."""
        team = team or team_of((out + " " + in_).split()[0])
        return self.entry("substitute", team=team, out=out.split(), in_=in_.split(), **keys)

    def p7(self, disabled: str, against: str = "") -> Game:
        """Penalty 7 for the disabled player, against the other team."""
        other = "blue" if team_of(disabled) == "red" else "red"
        return self.entry("penalty_7", against=against or other, disabled=disabled)

    def name(self, player: str) -> Game:
        """The captain names whom the Penalty 7 removes."""
        return self.entry("designate", player=player)

    def player(self, player: str, **facts: Any) -> Game:
        """A teammate is added or corrected."""
        return self.entry("player", team=team_of(player), player={"id": player, **facts})

    def event(self, **facts: Any) -> Game:
        return self.entry("event", set=facts)

    def strike(self, entry: int) -> Game:
        return self.entry("strike", number=entry)

    # -- answers -------------------------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The match as the engine takes it."""
        return Match.model_validate(self.data)

    def verify(self, lineup: str, clock: int | None = None) -> Verdict:
        """The verdict on a lineup, without repairs."""
        ids = lineup.split()
        return verify(self.match, team_of(ids[0]), ids, repairs=0, clock=clock)

    def advise(self, team: str = "red", clock: int | None = None) -> Advice:
        return advise(self.match, team, limit=None, clock=clock)

    def audit(self) -> Audit:
        return audit(self.match)

    def breaches(self) -> list[tuple[int, str, list[str]]]:
        """What the audit reports: entry, team, clauses."""
        found = self.audit().breaches
        return [(breach.entry, breach.team, [clause.clause for clause in breach.clauses]) for breach in found]

    def breach(self, entry: int | None = None) -> list[str]:
        """The clauses that one entry breaks, the last one if none is named."""
        wanted = self.last if entry is None else entry
        return [clause for number, _, clauses in self.breaches() if number == wanted for clause in clauses]


def outdoor(
    upper: float = 12, *, red: str = "3 3 3 3", blue: str = "0 0 0 0", started: bool = True, **event: Any
) -> Game:
    """An outdoor match; before ``+`` the starters, after it the bench."""
    return _game("uspa-outdoor-2026", upper, red, blue, started, event)


def arena(upper: float = 12, *, red: str = "4 4 4", blue: str = "0 0 0", started: bool = True, **event: Any) -> Game:
    """An arena match; before ``+`` the starters, after it the bench."""
    return _game("uspa-arena-2026", upper, red, blue, started, event)


def _game(rules: str, upper: float, red: str, blue: str, started: bool, event: Mapping[str, Any]) -> Game:
    teams: dict[str, Any] = {}
    lineups: dict[str, list[str]] = {}
    for key, text in (("red", red), ("blue", blue)):
        first, _, bench = text.partition("+")
        handicaps = [*first.split(), *bench.split()]
        ids = [f"{key[0]}{place}" for place in range(1, len(handicaps) + 1)]
        teams[key] = {
            "players": [{"id": player, "handicap": number(value)} for player, value in zip(ids, handicaps, strict=True)]
        }
        lineups[key] = ids[: len(first.split())]
    journal = [{"entry": "start", "lineups": lineups}] if started else []
    return Game({"rules": rules, "event": {"upper_limit": upper, **event}, "teams": teams, "journal": journal})


# -- what is expected --------------------------------------------------------------------------------------------


def clauses_of(verdict: Verdict) -> list[str]:
    """The clauses that a verdict names, in its order."""
    return [broken.clause for broken in verdict.broken]


def assert_legal(game: Game, lineup: str, when: str | None = None, clock: int | None = None) -> Verdict:
    """The lineup breaks nothing at this moment; ``when``: now or any_time, where it matters."""
    verdict = game.verify(lineup, clock)
    assert (clauses_of(verdict), verdict.status) == ([], "legal")
    assert when is None or verdict.when == when
    return verdict


def assert_breaks(
    game: Game, lineup: str, *clauses: str, later: bool | None = None, clock: int | None = None
) -> Verdict:
    """The lineup breaks these clauses now and no others; ``later``: whether it is legal at the period's end."""
    verdict = game.verify(lineup, clock)
    assert clauses_of(verdict) == list(clauses)
    assert verdict.status != "legal"
    if later is not None:
        assert verdict.status == ("later" if later else "illegal")
    return verdict


def options(advice: Advice, *when: str) -> list[str]:
    """The lineups of the options, as strings of ids, in their order; only those of these moments if any are named."""
    return [" ".join(option.lineup) for option in advice.options if not when or option.when in when]


def option(advice: Advice, lineup: str, when: Iterable[str] = ("now", "any_time")) -> Option:
    """The one option with this lineup."""
    (found,) = (o for o in advice.options if " ".join(o.lineup) == lineup and o.when in when)
    return found


def why_unusable(advice: Advice, player: str) -> list[str]:
    """The smallest set of clauses that keeps a player out."""
    (row,) = (row for row in advice.unusable if player in row.players)
    return row.clauses
