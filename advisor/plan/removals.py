"""A pending Penalty 7 looked through to its end: which choice is best against the other side's best answer.

For each choice of the fouled team (a substitute, nobody, or a removal) both sides are played on: a legal lineup in
this stoppage, play to the next end of a period, a legal lineup there, and this one to the end of the match. The own
side takes the way that is best if the other side answers it with its best one. Sums and goals are half goals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Literal, NamedTuple

from advisor.answer_types import Answer, ByTeam, Goals
from advisor.fold import Fold
from advisor.handicap import to_goals
from advisor.match import READINGS, Designate, Match
from advisor.plan.losses import change_entries, played, to_next_period_end
from advisor.ranking import periods_left, to_two_decimals
from advisor.rulebook.penalty7 import NearestAbove
from advisor.situation import Board, Lineup
from advisor.view import View, other_reading

ChoiceKind = Literal["removal", "substitute", "short"]


class Choice(Answer):
    """What the fouled captain may choose, and what comes of it if both sides then do their best.

    ``player``: who is removed; ``lineups`` and ``field``: both teams' players and their sum right after it;
    ``caps``: the tightest cap of each team, the upper limit aside; ``later_lineups`` and ``later_field``: the same at
    the next end of a period; ``balance``: goals for the own side over the rest of the match, against the lineups at the
    last moment of play.
    """

    kind: ChoiceKind
    player: str | None
    lineups: dict[str, list[str]]
    field: ByTeam
    caps: ByTeam | None
    later_lineups: dict[str, list[str]]
    later_field: ByTeam
    score_change: ByTeam
    balance: Goals


class ChoiceByReading(Answer):
    """The best choice under the other value of a reading, where this one is not best there or its balance differs."""

    reading: str
    value: str
    kind: ChoiceKind
    player: str | None
    balance: Goals


class PenaltySeven(Answer):
    """The choices under a pending Penalty 7, the best first; ``periods``: how many are left, this one's rest included.

    ``contested_by``: the readings under which the best choice, or its balance, would be another.
    """

    disabled: str
    periods: Goals
    choices: list[Choice]
    by_reading: list[ChoiceByReading]
    contested_by: list[str]


class _Way(NamedTuple):
    """How one side goes on: its lineups in this stoppage and at the next end of a period, and what it counts then."""

    now: Lineup
    later: Lineup
    counted: int


class _Value(NamedTuple):
    choice: ChoiceKind
    player: str | None
    balance: Fraction
    own: _Way
    other: _Way
    change: Mapping[str, int]
    caps: Mapping[str, int] | None


@dataclass(frozen=True)
class _Weights:
    """What the periods weigh: to the next end of a period, and from there on, against the full game."""

    now: Fraction
    later: Fraction

    def of(self, way: _Way) -> Fraction:
        """What a side's lineups are worth (half goals)."""
        return way.now.total * self.now + way.later.total * self.later


def look_through(match: Match, *, readings: bool = True) -> PenaltySeven | None:
    """The choices of the team that a pending Penalty 7 was awarded to; ``None`` where none is pending.

    ``readings``: whether they are worked out under each other reading too. Raises EngineDisagreement, SolverFailure.
    """
    fold = Fold(match).run()
    pending = fold.pending
    if pending is None:
        return None
    values = _Table(match).values()
    best = values[0]
    by_reading = []
    for reading in READINGS if readings else ():
        forced = other_reading(fold, reading)
        if not forced or not _may_matter(fold, reading):
            continue
        others = _Table(match, forced).values()
        same = [value for value in others if (value.choice, value.player) == (best.choice, best.player)]
        is_best_there = bool(same) and same[0].balance == others[0].balance
        there = same[0] if is_best_there else others[0]
        if not is_best_there or there.balance != best.balance:
            by_reading.append(
                ChoiceByReading(
                    reading=reading,
                    value=forced[reading],
                    kind=there.choice,
                    player=there.player,
                    balance=to_two_decimals(there.balance),
                )
            )
    contested = {row.reading for row in by_reading} | ({"p7-again"} if fold.is_contested_by_penalty_7 else set())
    return PenaltySeven(
        disabled=pending.disabled,
        periods=to_two_decimals(periods_left(fold)),
        choices=[_choice(value, fold, pending.fouled) for value in values],
        by_reading=by_reading,
        contested_by=[reading for reading in READINGS if reading in contested],
    )


def _may_matter(fold: Fold, reading: str) -> bool:
    """Whether what follows the pending Penalty 7 could hang on a reading at all."""
    pending = fold.pending
    assert pending is not None
    if reading.startswith("arena"):
        return fold.book.figures.short_share is not None
    if reading == "p7-fouling-cap":
        return reading in fold.book.clauses
    if reading == "overtime-highest":
        return fold.period >= fold.periods
    if reading == "double-substitution":
        return any(reason != "injury" for side in fold.sides.values() for reason in side.casualties.values())
    if reading == "injured-return":
        # Besides the disabled player, who does not come back in any case.
        return any(
            (player.unable == "injury" or player.left_injured)
            for key, side in fold.sides.items()
            for player in side.players.values()
            if (key, player.id) != (pending.fouled, pending.disabled)
        )
    if reading == "p7-received":
        board = pending.stopped_with or Board(*_shown(fold))
        return any((fold.frozen_goals or board.goals).values()) or len(set(board.counted.values())) > 1
    return True


def _shown(fold: Fold) -> tuple[dict[str, int], dict[str, int]]:
    counted = {key: side.counted for key, side in fold.sides.items()}
    return counted, fold.goals_for(counted)


def _counts(view: View, lineup: Lineup) -> tuple[int, ...]:
    return (view.situation.counted_with(lineup),)


def _choice(value: _Value, fold: Fold, fouled: str) -> Choice:
    other = fold.other(fold.sides[fouled]).key
    ways = {fouled: value.own, other: value.other}
    ways = {team: ways[team] for team in fold.sides}
    return Choice(
        kind=value.choice,
        player=value.player,
        lineups={team: sorted(way.now.ids) for team, way in ways.items()},
        field={team: to_goals(way.now.total) for team, way in ways.items()},
        caps=None if value.caps is None else {team: to_goals(cap) for team, cap in value.caps.items()},
        later_lineups={team: sorted(way.later.ids) for team, way in ways.items()},
        later_field={team: to_goals(way.later.total) for team, way in ways.items()},
        score_change={team: to_goals(goals) for team, goals in value.change.items()},
        balance=to_two_decimals(value.balance),
    )


class _Table:
    """The choices of one match with a pending Penalty 7, under one set of readings."""

    def __init__(self, match: Match, readings: Mapping[str, str] | None = None) -> None:
        self.match = match
        self.readings = readings
        self.fold = self._folded(match)
        pending = self.fold.pending
        assert pending is not None
        self.pending = pending
        self.own, self.other = pending.fouled, pending.against
        view = View(self.fold, self.own)
        self.shown = view.ranking.goals
        self.baselines = {team: View(self.fold, team).situation.baseline for team in self.fold.sides}
        full = self.fold.book.figures.full(self.fold.periods)
        left = periods_left(self.fold)
        later = periods_left(self._folded(played(match, *to_next_period_end(self.fold))))
        self.weights = _Weights((left - later) / full, later / full)

    def _folded(self, match: Match) -> Fold:
        return Fold(match, self.readings).run()

    def values(self) -> list[_Value]:
        """Every choice with its balance, the best first; ties by the sum at the period's end, then a fixed order."""
        values = [*self._without_removal(), *self._removals()]
        kinds = ("removal", "substitute", "short")
        return sorted(
            values,
            key=lambda value: (
                -value.balance,
                value.other.later.total - value.own.later.total,
                kinds.index(value.choice),
                value.player or "",
            ),
        )

    def _without_removal(self) -> Iterator[_Value]:
        """An ordinary change: the best with a substitute, and the best without."""
        on_field = View(self.fold, self.own).situation.on_field
        own = list(self._ways(self.match, self.own))
        other = list(self._ways(self.match, self.other))
        coming = [way for way in own if way.now.ids - on_field]
        staying = [way for way in own if not way.now.ids - on_field]
        kinds: tuple[tuple[ChoiceKind, list[_Way]], ...] = (("substitute", coming), ("short", staying))
        for kind, ways in kinds:
            if ways:
                yield self._best(kind, None, self.fold, ways, other)

    def _removals(self) -> Iterator[_Value]:
        disabled = self.fold.sides[self.own].players[self.pending.disabled]
        fouling = self.fold.sides[self.other]
        on_field = [fouling.players[player] for player in fouling.field]
        for player in NearestAbove.candidates(disabled, on_field):
            match = played(self.match, Designate(entry="designate", player=player))
            after = self._folded(match)
            own, other = (list(self._ways(match, team)) for team in (self.own, self.other))
            yield self._best("removal", player, after, own, other)

    def _ways(self, match: Match, team: str) -> Iterator[_Way]:
        """What a side may do: a lineup in this stoppage, then one at the period's end; only the best of those alike.

        Lineups of this stoppage are alike if somebody comes in or not, they are of one size, count the same, leave open
        what counts the same and have as many players of eliminated teams: then what may follow is the same, and the
        higher sum is better.
        """
        fold = self._folded(match)
        view = View(fold, team)
        situation = view.situation

        def alike(lineup: Lineup) -> tuple[int, ...]:
            eliminated = sum(situation.players[player].eliminated for player in lineup.ids)
            comes_in = not lineup.ids <= situation.on_field
            return (
                comes_in,
                lineup.size,
                situation.counted_with(lineup),
                situation.charged(lineup) - lineup.total,
                eliminated,
            )

        for first in self._reachable(view, alike):
            entries = (*change_entries(fold, team, first.ids), *to_next_period_end(fold))
            later = View(self._folded(played(match, *entries)), team)
            for last in self._reachable(later, partial(_counts, later)):
                yield _Way(first, last, later.situation.counted_with(last))

    @staticmethod
    def _reachable(view: View, alike: Callable[[Lineup], tuple[int, ...]]) -> list[Lineup]:
        """The strongest legal lineup of each group, the one on the field among them where it may stay."""
        situation = view.situation
        lineups = view.legal.best_by(alike, lambda lineup: (-lineup.total, view.exchanged(lineup)))
        standing = situation.lineup(situation.field)
        is_forced = not lineups
        if not situation.must_leave and (is_forced or view.is_legal(standing)):
            same = [lineup for lineup in lineups if alike(lineup) == alike(standing)]
            if all(lineup.total <= standing.total for lineup in same):
                lineups = [lineup for lineup in lineups if lineup not in same] + [standing]
        elif is_forced:
            lineups = [standing]
        return lineups

    def _best(self, kind: ChoiceKind, player: str | None, after: Fold, own: list[_Way], other: list[_Way]) -> _Value:
        """The own side's best way, the other side answering each with its best."""
        best: tuple[tuple[Fraction, int, int], _Value] | None = None
        start = self.baselines[self.own] - self.baselines[self.other]
        whole = self.weights.now + self.weights.later
        caps = None
        if kind == "removal":
            caps = {
                team: min((cap.value for cap in side.caps), default=after.upper) for team, side in after.sides.items()
            }
        for mine in sorted(own, key=lambda way: (sorted(way.now.ids), sorted(way.later.ids))):
            answers = []
            for theirs in other:
                goals = after.goals_for({self.own: mine.counted, self.other: theirs.counted})
                change = {team: goals[team] - self.shown[team] for team in after.sides}
                board = change[self.own] - change[self.other]
                balance = self.weights.of(mine) - self.weights.of(theirs) - start * whole + board
                answers.append((balance, -theirs.later.total, sorted(theirs.later.ids), theirs, change))
            balance, _, _, theirs, change = min(answers, key=lambda answer: answer[:3])
            rank = balance, mine.later.total, mine.now.total
            if best is None or rank > best[0]:
                best = rank, _Value(kind, player, balance / 2, mine, theirs, change, caps)
        assert best is not None
        return best[1]
