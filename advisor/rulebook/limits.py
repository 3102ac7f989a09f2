"""The event's limits on a team's summed handicap (Rule 3; section 2 of the project's rules)."""

from __future__ import annotations

from typing import Any

from advisor.rulebook.rule import Finding, Model, Rule
from advisor.situation import Lineup, Situation


class UpperLimit(Rule):
    """Whoever comes in, the team must be within the event's upper limit.

    Legal: a 5 for a hurt 4 in a 7-goal team at a limit of 8. Illegal: the same in an 8-goal team. Not asked where
    nobody came in: a team that lost its -1 plays on above the limit.
    """

    clause = "upper-limit"
    stays = "figures"
    forfeits = True

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        if situation.moment == "before_start":
            return self.stands_broken(situation, lineup) and lineup.ids != situation.sheltered
        return lineup.newcomers > 0 and self.stands_broken(situation, lineup)

    def stands_broken(self, situation: Situation, lineup: Lineup) -> bool:
        return situation.charged(lineup) > situation.upper

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        charged = situation.charged(lineup)
        facts = {"sum": charged, "limit": situation.upper, "excess": charged - situation.upper}
        return Finding(self.clause, "default", facts)

    def post(self, situation: Situation, model: Model) -> None:
        within = model.charged <= situation.upper
        if situation.moment == "before_start":
            model.require(self, within, model.negated(is_roster(situation, model)))
        else:
            model.require(self, within, model.has_newcomer)


class LowerLimit(Rule):
    """The team that starts must reach the event's lower limit; a later substitution may go below it (Rule 3)."""

    clause = "lower-limit"
    stays = "figures"

    def applies(self, situation: Situation) -> bool:
        return situation.moment == "before_start" and situation.lower is not None

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        return self.stands_broken(situation, lineup) and lineup.ids != situation.sheltered

    def stands_broken(self, situation: Situation, lineup: Lineup) -> bool:
        return situation.lower is not None and lineup.total < situation.lower

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        assert situation.lower is not None
        return Finding(self.clause, "default", {"sum": lineup.total, "limit": situation.lower})

    def post(self, situation: Situation, model: Model) -> None:
        model.require(self, model.total >= situation.lower, model.negated(is_roster(situation, model)))


class RosteredLimits(Rule):
    """A rostered team that a re-rating put over or under the limits comes back inside **both** with any substitution.

    Legal: it plays on as it is, at the new figure; a substitution that brings the sum within the limits. Illegal: one
    that leaves it over, or under (arena Rule 3.e; outdoors Rule 1, 2022).
    """

    clause = "rostered-limits"
    stays = "figures"
    forfeits = True

    def applies(self, situation: Situation) -> bool:
        return bool(situation.sheltered) and situation.moment != "before_start"

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        return lineup.newcomers > 0 and self.stands_broken(situation, lineup)

    def stands_broken(self, situation: Situation, lineup: Lineup) -> bool:
        return not situation.is_within_limits(lineup.total)

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        if situation.lower is None:
            return Finding(self.clause, "upper", {"sum": lineup.total, "upper": situation.upper})
        facts = {"sum": lineup.total, "lower": situation.lower, "upper": situation.upper}
        return Finding(self.clause, "default", facts)

    def post(self, situation: Situation, model: Model) -> None:
        model.require(self, model.total <= situation.upper, model.has_newcomer)
        if situation.lower is not None:
            model.require(self, model.total >= situation.lower, model.has_newcomer)


def is_roster(situation: Situation, model: Model) -> Any:
    """A literal for the lineup being the roster of a re-rated team, which may start over or under the limits."""
    roster = situation.sheltered
    if not roster:
        return False
    others = model.count(lambda player: player.id not in roster)
    return model.at_most(len(roster) - model.count(lambda player: player.id in roster) + others, 0)
