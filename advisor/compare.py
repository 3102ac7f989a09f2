"""Two lineups side by side: what each is now, what it costs, and what it leaves if somebody is hurt next.

The next injury is not reasoned about but played: the change is made, play goes on, a player is hurt, and the match is
asked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from advisor.answer_types import Alternative, Answer, BrokenClause, ByTeam, Goals, Status, Verdict
from advisor.answers import Inquiry
from advisor.errors import InputError
from advisor.handicap import to_half
from advisor.match import EndPeriod, Entry, Resume, Start, StartPeriod, Substitute, Unable
from advisor.narrate import say_decimals, say_goals_noun, say_player
from advisor.ranking import to_two_decimals
from advisor.rulebook import is_legal
from advisor.situation import Moment, Situation, When
from advisor.words import plural_translator, translator


class NextInjury(Answer):
    """What a lineup leaves if this player of it is hurt next.

    ``alone``: how many players could each replace him; ``lineups``: the legal lineups with somebody coming in.
    """

    player: str
    alone: int
    lineups: int


class Compared(Answer):
    """One of the two lineups; figures as in ``verify``, ``net_goals`` as in ``advise``.

    ``next_injury`` has a row for each of its players, none where the lineup is not legal.
    """

    lineup: list[str]
    status: Status
    when: When | None
    broken: list[BrokenClause]
    contested_by: list[str]
    alternatives: list[Alternative]
    field_handicap: Goals
    counted_handicap: Goals
    handicap_goals: ByTeam | None
    score_change: ByTeam | None
    net_goals: Goals | None
    next_injury: list[NextInjury]


class Comparison(Answer):
    """Two lineups of a team, and a sentence for each difference."""

    team: str
    moment: Moment
    a: Compared
    b: Compared
    conclusions: list[str]
    warnings: list[str]
    not_checked: list[str]


def compare(inquiry: Inquiry, team: str, a: Sequence[str], b: Sequence[str]) -> Comparison:
    """Compare two lineups. Raises ``InputError`` where either is none, or ``verify`` would."""
    first, second = (_look_at(inquiry, team, name, lineup) for name, lineup in (("a", a), ("b", b)))
    return Comparison(
        team=team,
        moment=inquiry.fold.moment,
        a=first,
        b=second,
        conclusions=list(_Differences(inquiry, team, first, second).say()),
        warnings=inquiry.warnings(),
        not_checked=inquiry.not_checked(),
    )


def _look_at(inquiry: Inquiry, team: str, name: str, lineup: Sequence[str]) -> Compared:
    try:
        verdict = inquiry.verify(team, lineup, repairs=0)
    except InputError as error:
        path = (name, *error.path[1:]) if error.path[:1] == ("lineup",) else error.path
        raise InputError(path, error.pattern, error.facts) from None
    view = inquiry.view(team, at_period_end=verdict.status == "later")
    net = view.net_goals(view.situation.lineup(verdict.lineup))
    return Compared(
        lineup=verdict.lineup,
        status=verdict.status,
        when=verdict.when,
        broken=verdict.broken,
        contested_by=verdict.contested_by,
        alternatives=verdict.alternatives,
        field_handicap=verdict.field_handicap,
        counted_handicap=verdict.counted_handicap,
        handicap_goals=verdict.handicap_goals,
        score_change=verdict.score_change,
        net_goals=None if net is None else to_two_decimals(net),
        next_injury=[] if verdict.status == "illegal" else _next_injuries(inquiry, verdict),
    )


def _next_injuries(inquiry: Inquiry, verdict: Verdict) -> list[NextInjury]:
    """What remains if each player of a legal lineup is hurt after play has gone on with it."""
    from advisor.solver.enumerate import LegalLineups

    entries = _entries_until_play(inquiry, verdict)
    same_period = inquiry.view(verdict.team).situation.within_period and verdict.status == "legal"
    ids = frozenset(verdict.lineup)
    rows = []
    for player in verdict.lineup:
        hurt = Unable(entry="unable", team=verdict.team, player=player, reason="injury")
        after = inquiry.fold.and_then(*entries, hurt)
        situation = after.situation(verdict.team, clock=inquiry.clock if same_period else None)
        alone = sum(
            is_legal(situation, situation.lineup(ids - {player} | {other})) for other in set(situation.players) - ids
        )
        lineups = len(LegalLineups(situation)) - _without_newcomers(situation)
        rows.append(NextInjury(player=player, alone=alone, lineups=lineups))
    return rows


def _without_newcomers(situation: Situation) -> int:
    """How many legal lineups there are in which nobody comes in."""
    base = sorted(situation.base)
    return sum(
        is_legal(situation, situation.lineup(ids))
        for size in range(1, len(base) + 1)
        for ids in combinations(base, size)
    )


def _entries_until_play(inquiry: Inquiry, verdict: Verdict) -> list[Entry]:
    """The entries that bring a legal lineup on and let play go on."""
    moment, team = inquiry.fold.moment, verdict.team
    if moment == "before_start":
        other = inquiry.view(team).situation.other
        lineups = {team: tuple(verdict.lineup), other: _first_lineup(inquiry, other)}
        return [Start(entry="start", lineups=lineups)]
    entries: list[Entry] = []
    if verdict.status == "later":
        entries.append(EndPeriod(entry="end_period"))
        moment = "between_periods"
    on_field = inquiry.view(team).situation.on_field
    out, coming = on_field.difference(verdict.lineup), sorted(set(verdict.lineup) - on_field)
    if out or coming:
        entries.append(
            Substitute.model_validate({"entry": "substitute", "team": team, "out": sorted(out), "in": coming})
        )
    if moment == "between_periods":
        entries.append(StartPeriod(entry="start_period"))
    elif moment == "stopped":
        entries.append(Resume(entry="resume"))
    return entries


def _first_lineup(inquiry: Inquiry, team: str) -> tuple[str, ...]:
    """The best legal starting lineup of the other team; where it has none, the first that are present."""
    view = inquiry.view(team)
    for lineup in view.legal.best(view.order, 1):
        return tuple(sorted(lineup.ids))
    players = view.situation.players.values()
    return tuple([player.id for player in players if player.present][: view.situation.places])


class _Differences:
    """Says in what two lineups differ, the better side first."""

    def __init__(self, inquiry: Inquiry, team: str, a: Compared, b: Compared) -> None:
        self.team = team
        self.language = inquiry.language
        self.situation = inquiry.view(team).situation
        self.started = inquiry.fold.moment != "before_start"
        self.titles = {name: words["title"][self.language] for name, words in inquiry.fold.book.readings.items()}
        self.a, self.b = a, b

    def say(self) -> Iterator[str]:
        """A sentence for each difference; one that there is none, if so."""
        sentences = [*self._say_status(), *self._say_figures(), *self._say_contested(), *self._say_next_injury()]
        yield from sentences or [translator(self.language)("There is no difference.")]

    def _say_status(self) -> Iterator[str]:
        _ = translator(self.language)
        now, any_time = _("is legal now"), _("is legal at any time")
        later, never = _("is legal only at the end of the period"), _("is not legal")
        words = {"now": now, "any_time": any_time, "period_end": later, None: never}
        if self.a.when != self.b.when:
            yield _("A {a}, B {b}.").format(a=words[self.a.when], b=words[self.b.when])

    def _say_figures(self) -> Iterator[str]:
        _ = translator(self.language)
        patterns = [(_("{one} is {goals} stronger."), self.a.field_handicap, self.b.field_handicap)]
        if self.started:
            counted = _("{one} counts {goals} more from now on.")
            patterns.append((counted, self.a.counted_handicap, self.b.counted_handicap))
            patterns.append((_("{one} keeps {goals} more on the board."), self._board(self.a), self._board(self.b)))
        for pattern, a, b in patterns:
            if a != b:
                goals = say_goals_noun(to_half(abs(a - b)), self.language)
                yield pattern.format(one="A" if a > b else "B", goals=goals)
        if self.a.net_goals is not None and self.b.net_goals is not None and self.a.net_goals != self.b.net_goals:
            more = Fraction(str(self.a.net_goals)) - Fraction(str(self.b.net_goals))
            ngettext = plural_translator(self.language)
            # Decimals take the plural: 1 net goal, but 0.44 net goals.
            count = 1 if abs(more) == 1 else 2
            pattern = ngettext("{one} is worth {net} net goal more.", "{one} is worth {net} net goals more.", count)
            yield pattern.format(one="A" if more > 0 else "B", net=say_decimals(abs(more), self.language))

    def _board(self, one: Compared) -> Goals:
        """What the own side gains on the board, in goals."""
        change = one.score_change or {}
        return sum(goals if team == self.team else -goals for team, goals in change.items())

    def _say_contested(self) -> Iterator[str]:
        _ = translator(self.language)
        for name, one, other in (("A", self.a, self.b), ("B", self.b, self.a)):
            readings = [reading for reading in one.contested_by if reading not in other.contested_by]
            if readings:
                titles = ", ".join(self.titles[reading] for reading in readings)
                yield _("Only {one} is left to the umpire to decide: {readings}.").format(one=name, readings=titles)

    def _say_next_injury(self) -> Iterator[str]:
        """For each player of both lineups who could be replaced otherwise under the one than under the other."""
        _, ngettext = translator(self.language), plural_translator(self.language)
        other = {row.player: row for row in self.b.next_injury}
        for a in self.a.next_injury:
            b = other.get(a.player)
            if b is None:
                continue
            if a.alone != b.alone:
                more, less = max(a.alone, b.alone), min(a.alone, b.alone) or _("none")
                pattern = ngettext(
                    "If {player} is hurt next, {one} leaves {more} replacement, {other} {less}.",
                    "If {player} is hurt next, {one} leaves {more} replacements, {other} {less}.",
                    more,
                )
                is_a = a.alone > b.alone
            elif a.lineups != b.lineups:
                more, less = max(a.lineups, b.lineups), min(a.lineups, b.lineups)
                pattern = ngettext(
                    "If {player} is hurt next, {one} leaves {more} legal lineup with somebody new, {other} {less}.",
                    "If {player} is hurt next, {one} leaves {more} legal lineups with somebody new, {other} {less}.",
                    more,
                )
                is_a = a.lineups > b.lineups
            else:
                continue
            yield pattern.format(
                player=say_player(self.situation.players[a.player]),
                one="A" if is_a else "B",
                other="B" if is_a else "A",
                more=more,
                less=less,
            )
