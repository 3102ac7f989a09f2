"""One team at one moment under one set of readings: its situation, and how its lineups are judged and valued."""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

from advisor.fold import Fold
from advisor.match import Match
from advisor.ranking import Order, Ranking, periods_left
from advisor.rulebook import Finding, Language, broken_clauses, check, check_standing, is_legal
from advisor.situation import Lineup, PlayerState, Situation

if TYPE_CHECKING:
    from advisor.solver.enumerate import LegalLineups


def other_reading(fold: Fold, reading: str) -> dict[str, str]:
    """The other value of a reading than the one in force, as an override for a fold; empty where there is none."""
    other = fold.other_value(reading)
    return {} if other is None else {reading: other}


def shown_handicap(fold: Fold, team: str, clock: int | None = None, asked: set[str] | None = None) -> int:
    """A team's counted handicap as it is shown now, in half goals (contract, fine point 1)."""
    side = fold.sides[team]
    if fold.moment == "in_play" or side.field <= side.base:
        return side.counted
    situation = fold.situation(team, clock=clock, asked=asked)
    return situation.counted_with(situation.lineup(situation.field))


Figures = tuple[int, dict[str, int] | None, dict[str, int] | None]
"""Counted handicap, goals by handicap and score change (half goals); the last two are ``None`` before the start."""


class Judged(NamedTuple):
    """A lineup as it is judged in a view, and the readings that this hung on, those of the journal aside."""

    lineup: Lineup
    is_legal: bool
    figures: Figures
    asked: set[str]


class View:
    """A team's situation now or at the period's end, with what is shown of the match now.

    ``asked``: the readings that this hung on, those of the journal aside.
    """

    def __init__(self, fold: Fold, team: str, at_period_end: bool = False, clock: int | None = None) -> None:
        self.fold = fold
        self.at_period_end = at_period_end
        self.asked: set[str] = set()
        self.situation: Situation = fold.situation(team, at_period_end=at_period_end, clock=clock, asked=self.asked)
        if fold.moment == "before_start":
            counted = dict.fromkeys(fold.sides, 0)
        else:
            counted = {key: shown_handicap(fold, key, clock, self.asked) for key in fold.sides}
        self.ranking = Ranking(
            fold,
            self.situation,
            counted,
            fold.goals_for(counted),
            periods_left(fold, at_period_end=at_period_end, clock=clock),
            fold.book.figures.full(fold.periods),
        )

    def under(self, fold: Fold) -> View:
        """The same view of a fold that is the same but for a reading, on which nothing in this view hung so far."""
        view = copy(self)
        view.fold = fold
        view.situation = copy(self.situation)
        view.situation.readings = fold.readings
        view.ranking = replace(self.ranking, fold=fold, situation=view.situation)
        return view

    def with_guest(self, guest: PlayerState) -> View | None:
        """The same view with one more player, who is not on the list; ``None`` where a clause bars him."""
        situation = copy(self.situation)
        situation.players = {**self.situation.players, guest.id: guest}
        if any(rule.bars(situation, guest) for rule in self.fold.book.personal):
            return None
        view = copy(self)
        view.situation = situation
        view.ranking = replace(self.ranking, situation=situation)
        return view

    def is_standing(self, ids: frozenset[str]) -> bool:
        """Whether this is the lineup as it stands, with nobody obliged to leave."""
        situation = self.situation
        return situation.moment != "before_start" and not situation.must_leave and ids == situation.field

    def findings(self, lineup: Lineup) -> tuple[Finding, ...]:
        """What the lineup breaks here."""
        if self.is_standing(lineup.ids):
            return check_standing(self.fold.book, self.situation)
        return check(self.situation, lineup)

    def broken(self, lineup: Lineup) -> tuple[str, ...]:
        """The clauses that it breaks here."""
        if self.is_standing(lineup.ids):
            return tuple(finding.clause for finding in check_standing(self.fold.book, self.situation))
        return broken_clauses(self.situation, lineup)

    def is_legal(self, lineup: Lineup) -> bool:
        """Whether it breaks nothing here."""
        if self.is_standing(lineup.ids):
            return not check_standing(self.fold.book, self.situation)
        return is_legal(self.situation, lineup)

    def judge(self, ids: frozenset[str]) -> Judged:
        """The lineup of these players, judged and valued, with the readings that this hangs on."""
        self.situation.asked = asked = set(self.asked)
        lineup = self.situation.lineup(ids)
        return Judged(lineup, self.is_legal(lineup), self.figures(lineup), asked)

    def figures(self, lineup: Lineup) -> Figures:
        """What the lineup counts and costs."""
        if self.fold.moment == "before_start":
            return lineup.total, None, None
        board = self.ranking.board(lineup)
        return board.counted[self.situation.team], dict(board.goals), dict(board.change)

    def exchanged(self, lineup: Lineup) -> int:
        """How many players come in and go out for this lineup."""
        return len(lineup.ids ^ self.situation.on_field)

    def order(self, lineup: Lineup) -> tuple[int, ...]:
        """The default order: net goals, then fewer players exchanged; before the start the highest sum."""
        if self.fold.moment == "before_start":
            return (-lineup.total,)
        return -self.ranking.weight(lineup), self.exchanged(lineup)

    def order_by(self, order: Order, lineup: Lineup) -> tuple[int, ...]:
        """A captain's order: strongest on the field, least off the board, or fewest changes; ties by the default."""
        if self.fold.moment == "before_start" or order == "net":
            return self.order(lineup)
        if order == "strongest":
            first = -lineup.total
        elif order == "board":
            first = -self.ranking.board(lineup).gain
        else:
            first = self.exchanged(lineup)
        return first, *self.order(lineup)

    def net_goals(self, lineup: Lineup) -> Fraction | None:
        """Net goals, exact; ``None`` before the start."""
        return None if self.fold.moment == "before_start" else self.ranking.net_goals(lineup)

    @cached_property
    def legal(self) -> LegalLineups:
        """All legal lineups."""
        from advisor.solver.enumerate import LegalLineups

        return LegalLineups(self.situation)

    def find_turns(self) -> list[tuple[int, Lineup, Fraction]]:
        """The later periods from which another lineup is the best by net goals, if the change is made only then."""
        if self.fold.moment == "before_start" or not self.legal:
            return []
        best = self.legal.best_by(
            lambda lineup: self.ranking.board(lineup).gain, lambda lineup: (-lineup.total, self.exchanged(lineup))
        )
        leader = min(best, key=self.order)
        turns = []
        for period in range(self.fold.period + 1, self.fold.periods + 1):
            ranking = replace(self.ranking, left=Fraction(self.fold.periods - period + 1))
            first = min(best, key=lambda lineup: (-ranking.weight(lineup), self.exchanged(lineup)))
            if first.ids != leader.ids and ranking.weight(first) > ranking.weight(leader):
                turns.append((period, first, ranking.net_goals(first)))
                leader = first
        return turns


class Question(Protocol):
    """What the answers beside ``advise`` and ``verify`` need of an inquiry: the match as asked about, and its views."""

    match: Match
    clock: int | None
    language: Language
    fold: Fold

    def view(self, team: str, *, at_period_end: bool = False, reading: str = "") -> View:
        """The team's view now or at the period's end; ``reading``: under the other value of that reading."""

    def readings_that_matter(self, asked: Collection[str]) -> list[str]:
        """Readings under whose other value an answer could differ, for which these were asked, in their order."""
