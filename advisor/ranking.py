"""Net goals, what they are made of, and what sort of change a lineup is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal, NamedTuple

from advisor.fold import Fold
from advisor.situation import Lineup, Situation, When

Order = Literal["net", "strongest", "board", "fewest"]
Kind = Literal["start", "short", "double", "single", "fill", "break"]


def periods_left(fold: Fold, *, at_period_end: bool = False, clock: int | None = None) -> Fraction:
    """Regulation periods still to play: the current one whole, or by the part that is left where the clock is known.

    At the period's end the current one does not count; in overtime nothing is left.
    """
    if fold.moment == "before_start":
        return Fraction(fold.periods)
    if fold.period > fold.periods:
        return Fraction(0)
    if at_period_end or fold.moment == "between_periods":
        return Fraction(fold.periods - fold.period)
    seconds = fold.book.figures.seconds(fold.periods)
    played = fold.clock if clock is None else max(clock, fold.clock)
    return Fraction((fold.periods - fold.period) * seconds + max(0, seconds - played), seconds)


class Effect(NamedTuple):
    """Counted handicaps, goals by handicap and their change by team, and what the own side gains by the change.

    All in half goals.
    """

    counted: Mapping[str, int]
    goals: Mapping[str, int]
    change: Mapping[str, int]
    gain: int


@dataclass(frozen=True)
class Ranking:
    """How the lineups of one situation are valued.

    ``counted`` and ``goals`` are what is shown now, ``left`` and ``full`` periods.
    """

    fold: Fold
    situation: Situation
    counted: Mapping[str, int]
    goals: Mapping[str, int]
    left: Fraction
    full: int
    _effects: dict[int, Effect] = field(default_factory=dict)

    def board(self, lineup: Lineup) -> Effect:
        """What the lineup does to counted handicaps and the scoreboard."""
        own = self.situation.counted_with(lineup)
        effect = self._effects.get(own)
        if effect is None:
            counted = {**self.counted, self.situation.team: own}
            goals = self.goals if counted == self.counted else self.fold.goals_for(counted)
            change = {key: goals[key] - self.goals[key] for key in goals}
            gain = change[self.situation.team] - change[self.situation.other]
            effect = self._effects[own] = Effect(counted, goals, change, gain)
        return effect

    def weight(self, lineup: Lineup) -> int:
        """Net goals as a whole number, for comparing lineups of this ranking with each other."""
        gained = (lineup.total - self.situation.baseline) * self.left.numerator
        return gained + self.board(lineup).gain * self.left.denominator * self.full

    def net_goals(self, lineup: Lineup) -> Fraction:
        """Goals for the own side over the rest of the match: handicap on the field now, and the scoreboard."""
        return Fraction(self.weight(lineup), 2 * self.left.denominator * self.full)


def to_two_decimals(goals: Fraction) -> float:
    """Goals as the answers give them, exact ties to even."""
    return float(round(goals, 2))


def find_kind(situation: Situation, lineup: Lineup) -> Kind:
    """What sort of change the lineup is (contract, ``options``)."""
    if situation.moment == "before_start":
        return "start"
    if not lineup.ids - situation.on_field:
        return "short"
    if situation.moment == "between_periods":
        return "break"
    leaving = situation.on_field - lineup.ids
    if all(situation.is_barred_on_field(player) for player in leaving):
        return "fill"
    return "double" if lineup.leavers else "single"


def find_when(situation: Situation, lineup: Lineup, *, at_period_end: bool) -> When:
    """When the lineup may come on: in this stoppage, at any time, or at the end of the period."""
    if at_period_end:
        return "period_end"
    if situation.moment == "in_play":
        return "any_time"
    if situation.moment == "stopped" and find_kind(situation, lineup) == "fill":
        return "any_time"
    return "now"
