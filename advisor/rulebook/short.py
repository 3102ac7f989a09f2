"""Playing on with an open place (Rule 3; sections 3 and 5 of the project's rules)."""

from __future__ import annotations

from advisor.rulebook.rule import Finding, Model, Rule
from advisor.rulebook.when import find_fill
from advisor.situation import Lineup, Situation


class PlayShort(Rule):
    """A place that somebody could still fill may stay open only if leaving it open does not pay.

    Legal: three a side with 7 on the field in a team that counts 8. Illegal: the -1 hurt, 9 on the field in a team
    that counts 8, and a 0 on the bench could come in. By the reading ``none-available`` it is never legal while
    somebody could come in.
    """

    clause = "play-short"
    also_judges = "play"

    def applies(self, situation: Situation) -> bool:
        return situation.moment != "before_start"

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        if lineup.size >= situation.open_room:
            return False
        if lineup.total <= situation.counted_with(lineup) and situation.reading(self.clause) == "no-gain":
            return False
        return find_fill(situation, lineup, self.clause) is not None

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        player = find_fill(situation, lineup, self.clause)
        assert player is not None
        counted = situation.counted_with(lineup)
        return Finding(
            self.clause,
            situation.readings[self.clause],
            {"sum": lineup.total, "counted": counted, "player": player},
        )

    def post(self, situation: Situation, model: Model) -> None:
        is_open = model.at_most(model.size, situation.open_room - 1)
        if situation.readings[self.clause] != "no-gain":
            model.forbid_fillable(self, is_open)
            return
        nobody_in = model.negated(model.has_newcomer)
        above = model.negated(model.at_most(model.base_total, situation.counted))
        model.forbid_fillable(self, is_open, above, nobody_in)
        # With newcomers the counted handicap is at least the sum charged, so leaving a place open can pay only where
        # that is below the sum on the field, or where the counted handicap is frozen.
        above = model.negated(model.at_most(model.total, situation.counted))
        if situation.overtime and situation.readings["overtime-highest"] == "frozen":
            model.forbid_fillable(self, is_open, above, model.has_newcomer)
        elif situation.frozen_places:
            charged_less = model.at_most(model.charged - model.total, -1)
            model.forbid_fillable(self, is_open, above, charged_less, model.has_newcomer)


class ArenaShort(Rule):
    """The arena's own bounds on a team that plays short (Arena Rules 3.a(10) and 3.d).

    By the reading ``on-field`` the sum in the arena must be within both limits; by ``counted`` the counted handicap
    meets the proviso. A team that started short may play so for at most half the game (reading ``arena-short-time``).
    """

    clause = "arena-short"
    also_judges = "nothing"

    def applies(self, situation: Situation) -> bool:
        return situation.figures.short_share is not None and situation.moment != "before_start"

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        return lineup.size < situation.places and (situation.short_too_long or self.is_outside(situation, lineup))

    @staticmethod
    def is_outside(situation: Situation, lineup: Lineup) -> bool:
        """Whether the sum in the arena is outside the limits, under the reading that looks at it."""
        return not situation.is_within_limits(lineup.total) and situation.reading("arena-short") == "on-field"

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        if self.is_outside(situation, lineup):
            if situation.lower is None:
                return Finding(self.clause, "upper", {"sum": lineup.total, "upper": situation.upper})
            facts = {"sum": lineup.total, "lower": situation.lower, "upper": situation.upper}
            return Finding(self.clause, "limits", facts)
        return self.time_is_up(situation)

    @classmethod
    def time_is_up(cls, situation: Situation) -> Finding:
        """The finding on a team that has played short for as long as it may."""
        assert situation.figures.short_share is not None
        half = int(2 * situation.figures.short_share * situation.periods)
        return Finding(cls.clause, "time", {"half": half, "periods": situation.periods})

    def post(self, situation: Situation, model: Model) -> None:
        if situation.short_too_long:
            model.require(self, model.size >= situation.places)
            return
        if situation.readings[self.clause] != "on-field":
            return
        is_short = model.at_most(model.size, situation.places - 1)
        model.require(self, model.total <= situation.upper, is_short)
        if situation.lower is not None:
            model.require(self, model.total >= situation.lower, is_short)
