"""How well a bench covers a lineup: what is left if one of its players is hurt, or disabled by a foul.

A loss is covered if a full lineup is legal at once. What it costs are the net goals of the best legal lineup, full or
not. Values are half goals, exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, groupby

from advisor.answer_types import Answer, Goals
from advisor.fold import Fold
from advisor.match import Entry, Match
from advisor.plan.losses import played
from advisor.ranking import to_two_decimals
from advisor.rulebook import is_legal
from advisor.situation import Lineup, Situation
from advisor.view import View


@dataclass(frozen=True)
class Worth:
    """What a bench is worth: fewer losses uncovered first, then the best worst case, then the best average."""

    uncovered: int
    worst: Fraction
    average: Fraction

    @property
    def rank(self) -> tuple[Fraction, ...]:
        """The higher the better."""
        return Fraction(-self.uncovered), self.worst, self.average


class Usefulness(Answer):
    """The same as answers give it: ``losses`` looked at, how many of them are covered, and net goals."""

    losses: int
    covered: int
    worst: Goals
    average: Goals


def say_worth(worth: Worth, losses: int) -> Usefulness:
    """The figures of an answer."""
    return Usefulness(
        losses=losses,
        covered=losses - worth.uncovered,
        worst=to_two_decimals(worth.worst / 2),
        average=to_two_decimals(worth.average / 2),
    )


def is_full(situation: Situation, lineup: Lineup) -> bool:
    """Whether nobody could be added: all places are taken that are not shut."""
    return lineup.size >= situation.open_room


def worth_of(outcomes: list[tuple[bool, Fraction]]) -> Worth:
    """The worth of a bench by its losses (at least one): whether each is covered, and what it costs."""
    values = [value for _, value in outcomes]
    uncovered = sum(not covered for covered, _ in outcomes)
    return Worth(uncovered, min(values), sum(values, Fraction(0)) / len(values))


def after_loss(match: Match, team: str, *entries: Entry) -> View:
    """The team's view once these entries have happened."""
    return View(Fold(played(match, *entries)).run(), team)


def outcome(view: View) -> tuple[bool, Fraction, Lineup | None]:
    """Whether a full lineup is legal now, what the best legal lineup is worth, and which it is; by solver."""
    legal = view.legal
    is_covered = any(is_full(view.situation, pattern.lineup) for pattern in legal.patterns)
    best = next(iter(legal.best(view.order, 1)), None)
    return is_covered, _value(view, best), best


def plain_outcome(view: View) -> tuple[bool, Fraction]:
    """The same by plain enumeration, for a stoppage in which at most one able player may be replaced."""
    is_covered, best = False, None
    for lineup in _near(view.situation):
        if is_legal(view.situation, lineup):
            is_covered = is_covered or is_full(view.situation, lineup)
            value = _value(view, lineup)
            best = value if best is None or value > best else best
    return is_covered, _value(view, None) if best is None else best


def _value(view: View, lineup: Lineup | None) -> Fraction:
    """Net goals in half goals; without a lineup those of going on with who is left."""
    if lineup is None:
        lineup = view.situation.lineup(view.situation.field)
    return 2 * view.ranking.net_goals(lineup)


def _near(situation: Situation) -> Iterator[Lineup]:
    """Lineups in which at most one able player goes, one of each kind of newcomer pattern."""
    able = situation.able
    room = situation.places - len(able)
    outside = sorted(
        set(situation.players) - able - situation.barred_players,
        key=lambda player: (repr(situation.kind(player)), player),
    )
    kinds = [list(group) for _, group in groupby(outside, key=situation.kind)]
    for out in [(), *combinations(sorted(able), 1)]:
        staying = able.difference(out)
        for count in range(room + len(out) + 1):
            for chosen in combinations_with_replacement(range(len(kinds)), count):
                if all(chosen.count(number) <= len(kinds[number]) for number in set(chosen)):
                    coming = [player for number in set(chosen) for player in kinds[number][: chosen.count(number)]]
                    if staying or coming:
                        yield situation.lineup(staying.union(coming))
