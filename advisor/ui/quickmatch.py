"""The quick answer's match: a few handicaps, made into a whole match whose journal is honest about what has counted.

Handicaps and limits are half goals here, as in the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from advisor import editions
from advisor.handicap import to_goals, to_half
from advisor.match import Match
from advisor.rulebook import find_rulebook
from advisor.state import MatchState
from advisor.words import mark

OWN, AGAINST = "own", "against"
Group = Literal["own", "bench", "against"]
"""Who a handicap belongs to: the own lineup, the own bench, the opponents' lineup."""

LOWEST, HIGHEST = -4, 20
MOST_ON_BENCH = 7
MOST_LIMIT = 80
USUAL_PERIODS = (4, 5, 6, 7, 8)
"""The numbers of periods to choose from where the rules allow any."""
GAMES = {"outdoor": "uspa-outdoor-2026", "arena": "uspa-arena-2026"}
"""The games that can be chosen, with the rules that they are played by."""
_EARLIER = "earlier-"


@dataclass(frozen=True)
class QuickGame:
    """What somebody has tapped in. ``period`` is one above ``periods`` in overtime; ``hurt`` counts from 0.

    ``highest_own`` and ``highest_against``: the highest handicap on the field so far where it is above the present one.
    """

    rules: str = "uspa-outdoor-2026"
    upper: int = 16
    periods: int = 6
    period: int = 3
    between: bool = False
    flat: bool = False
    own: tuple[int, ...] = (2, 6, 4, 2)
    bench: tuple[int, ...] = (2, 4, 8)
    against: tuple[int, ...] = (4, 6, 6, 0)
    hurt: tuple[int, ...] = ()
    ill: bool = False
    highest_own: int | None = None
    highest_against: int | None = None

    @property
    def places(self) -> int:
        """How many play on each side."""
        return find_rulebook(self.rules).figures.places

    @property
    def step(self) -> int:
        """The steps in which team handicaps go: 2 where half goals do not count in this event, else 1."""
        return 1 if MatchState(build_match(self)).counts_as(1) == 1 else 2

    def of(self, group: Group) -> tuple[int, ...]:
        """The handicaps of a group."""
        found: tuple[int, ...] = getattr(self, group)
        return found

    def with_handicap(self, group: Group, number: int, handicap: int) -> QuickGame:
        """One handicap changed. What counted so far is forgotten where it no longer can be."""
        handicaps = list(self.of(group))
        handicaps[number] = max(LOWEST, min(HIGHEST, handicap))
        return replace(self, **{group: tuple(handicaps)})  # type: ignore[arg-type]

    def with_game(self, rules: str) -> QuickGame:
        """The other game: as many a side as it has, and its periods."""
        if rules == self.rules:
            return self
        places = find_rulebook(rules).figures.places
        periods = editions.periods_of(rules)[0]

        def fit(handicaps: tuple[int, ...]) -> tuple[int, ...]:
            return (*handicaps, *[2] * places)[:places]

        return replace(
            self,
            rules=rules,
            periods=periods,
            period=min(self.period, periods + 1),
            own=fit(self.own),
            against=fit(self.against),
            hurt=tuple(number for number in self.hurt if number < places),
            highest_own=None,
            highest_against=None,
        )

    def with_periods(self, periods: int) -> QuickGame:
        """Another number of regulation periods."""
        return replace(self, periods=periods, period=min(self.period, periods + 1))


def periods_of(rules: str) -> tuple[int, ...]:
    """The numbers of regulation periods that can be chosen."""
    return editions.periods_of(rules)[1] or USUAL_PERIODS


# -- the address -----------------------------------------------------------------------------------------------------


def _write(handicaps: Iterable[int]) -> str:
    return "_".join(f"{to_goals(handicap):g}" for handicap in handicaps)


def _read(part: str) -> tuple[int, ...]:
    handicaps = []
    for goals in part.split("_") if part else ():
        value = float(goals) * 2
        if value % 1 or not LOWEST <= value <= HIGHEST:
            raise ValueError(goals)
        handicaps.append(int(value))
    return tuple(handicaps)


def to_address(game: QuickGame) -> str:
    """The game as one value of the address."""
    name = next(name for name, rules in GAMES.items() if rules == game.rules)
    moment = ("between" if game.between else "stopped") + ("-flat" if game.flat else "") + ("-ill" if game.ill else "")
    highest = "_".join(
        "" if value is None else f"{to_goals(value):g}" for value in (game.highest_own, game.highest_against)
    )
    parts = [name, f"{to_goals(game.upper):g}", str(game.periods), str(game.period), moment]
    parts += [_write(game.own), _write(game.bench), _write(game.against), "_".join(map(str, game.hurt)), highest]
    return "~".join(parts)


def from_address(value: str) -> QuickGame:
    """The game that an address says; the one to begin with where it says none that can be."""
    try:
        name, upper, periods, period, moment, own, bench, against, hurt, highest = value.split("~")
        flags = moment.split("-")
        first, second = highest.split("_")
        game = QuickGame(
            rules=GAMES[name],
            upper=to_half(float(upper)),
            periods=int(periods),
            period=int(period),
            between=flags[0] == "between",
            flat="flat" in flags[1:],
            own=_read(own),
            bench=_read(bench),
            against=_read(against),
            hurt=tuple(sorted({int(number) for number in hurt.split("_") if number})),
            ill="ill" in flags[1:],
            highest_own=to_half(float(first)) if first else None,
            highest_against=to_half(float(second)) if second else None,
        )
    except (ValueError, KeyError, OverflowError):
        return QuickGame()
    return game if _can_be(game) else QuickGame()


def _can_be(game: QuickGame) -> bool:
    highest = (game.highest_own or 0, game.highest_against or 0)
    return (
        game.periods in periods_of(game.rules)
        and 1 <= game.period <= game.periods + 1
        and 0 <= game.upper <= MOST_LIMIT
        and len(game.own) == len(game.against) == game.places
        and len(game.bench) <= MOST_ON_BENCH
        and all(0 <= number < game.places for number in game.hurt)
        and all(LOWEST * game.places <= value <= HIGHEST * game.places for value in highest)
    )


# -- the match -------------------------------------------------------------------------------------------------------


def player_id(group: Group, number: int) -> str:
    """The id of a player, counted from 0, in :func:`build_match`."""
    return {"own": "p", "bench": "s", "against": "o"}[group] + str(number + 1)


def is_earlier(player: str) -> bool:
    """Whether this is one of those who played earlier only so that the highest handicap so far is what it is."""
    return player.startswith(_EARLIER)


def build_match(game: QuickGame, say: Callable[[str], str] = str) -> Match:
    """The match. Where a team has counted more than it has now, another lineup of exactly that sum started it,
    left the ground, and the present one came in; so the counted handicap is what was tapped in and nothing else is
    different: no injury, no stoppage, no place left open.
    """
    teams: dict[str, Any] = {
        OWN: {
            "name": say("Your team"),
            "players": [
                *_players("own", game.own, say("No. {number}")),
                *_players("bench", game.bench, say("Sub {number}")),
            ],
        },
        AGAINST: {"name": say("Opponents"), "players": _players("against", game.against, say("No. {number}"))},
    }
    lineups: dict[str, list[str]] = {}
    entries: list[dict[str, Any]] = []
    groups: tuple[tuple[str, Group, int | None], ...] = (
        (OWN, "own", game.highest_own),
        (AGAINST, "against", game.highest_against),
    )
    for team, group, highest in groups:
        present = [player_id(group, number) for number in range(game.places)]
        if highest is None:
            lineups[team] = present
            continue
        earlier: list[dict[str, Any]] = [
            {
                "id": f"{_EARLIER}{number + 1}",
                "name": say(mark("Earlier {number}")).format(number=number + 1),
                "handicap": to_goals(handicap),
            }
            for number, handicap in enumerate(_spread(highest, game.places))
        ]
        teams[team]["players"].extend(earlier)
        lineups[team] = [player["id"] for player in earlier]
        entries += [{"entry": "left", "team": team, "player": player} for player in lineups[team]]
        entries.append({"entry": "substitute", "team": team, "in": present})
    for _ in range(game.period - 1):
        entries += [{"entry": "end_period"}, {"entry": "start_period"}]
    if game.between:
        entries.append({"entry": "end_period"})
    elif not game.hurt:
        entries.append({"entry": "stop"})
    reason = "illness" if game.ill else "injury"
    entries += [
        {"entry": "unable", "team": OWN, "player": player_id("own", number), "reason": reason} for number in game.hurt
    ]
    return Match.model_validate(
        {
            "rules": game.rules,
            "event": {"upper_limit": to_goals(game.upper), "periods": game.periods, "handicap_game": not game.flat},
            "teams": teams,
            "journal": [{"entry": "start", "lineups": lineups}, *entries],
        }
    )


def _players(group: Group, handicaps: tuple[int, ...], name: str) -> list[dict[str, Any]]:
    return [
        {"id": player_id(group, number), "name": name.format(number=number + 1), "handicap": to_goals(handicap)}
        for number, handicap in enumerate(handicaps)
    ]


def _spread(total: int, places: int) -> list[int]:
    """Handicaps of exactly this sum, as even as whole goals allow; an odd half goal goes to the last."""
    whole, half = divmod(total, 2)
    each, more = divmod(whole, places)
    handicaps = [2 * (each + 1)] * more + [2 * each] * (places - more)
    handicaps[-1] += half
    return handicaps
