"""Who may change when: the size of the team and the moments of substitution (Rule 3)."""

from __future__ import annotations

from advisor.rulebook.rule import Finding, Model, Rule
from advisor.situation import Lineup, Situation


class TeamSize(Rule):
    """No more players than places, no able player leaving unreplaced, a full team at the start (Rules 1 and 3).

    Legal: as many come in as able players go out. Illegal: five a side; one able player less. In the arena a team may
    start short if nobody could be added within every other clause (Rule 3.a(10)).
    """

    clause = "team-size"
    stays = "figures"

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        if lineup.size > situation.places:
            return True
        if situation.moment != "before_start":
            return lineup.newcomers < lineup.leavers
        if lineup.size == situation.places:
            return False
        return situation.figures.short_share is None or find_fill(situation, lineup, self.clause) is not None

    def stands_broken(self, situation: Situation, lineup: Lineup) -> bool:
        return lineup.size != situation.places

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        if lineup.size > situation.places:
            return Finding(self.clause, "too-many", {"count": lineup.size, "places": situation.places})
        if situation.moment == "before_start" or lineup.newcomers >= lineup.leavers:
            return Finding(self.clause, "start", {"count": lineup.size, "places": situation.places})
        return Finding(self.clause, "unreplaced", {"out": lineup.leavers, "in": lineup.newcomers})

    def post(self, situation: Situation, model: Model) -> None:
        model.require(self, model.size <= situation.places)
        if situation.moment != "before_start":
            model.require(self, model.newcomers >= model.leavers)
        elif situation.figures.short_share is None:
            model.require(self, model.size >= situation.places)
        else:
            model.forbid_fillable(self, model.at_most(model.size, situation.places - 1))


class AblePlayerStays(Rule):
    """An able player is replaced only at the end of a period (Rule 3).

    Illegal: a 4 for a 2 while play goes on or is stopped and nobody of the team is hurt. Legal: between periods.
    """

    clause = "able-player-stays"
    stays = "period"

    def applies(self, situation: Situation) -> bool:
        return situation.within_period and not situation.casualties

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        return lineup.leavers > 0

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        return Finding(self.clause, "default", {"players": tuple(sorted(situation.able - lineup.ids))})

    def post(self, situation: Situation, model: Model) -> None:
        model.require(self, model.leavers == 0)


class DoubleSubstitution(Rule):
    """With an injured player one able teammate may be replaced too, once in a stoppage (Rule 3).

    Legal: an 8 is hurt, he and an able 2 go out, two 5s come in. Illegal: two able players; one, with fewer than two
    coming in; with a player who is ill or exhausted (reading ``double-substitution``).
    """

    clause = "double-substitution"
    stays = "period"

    def applies(self, situation: Situation) -> bool:
        return situation.within_period and bool(situation.casualties)

    @staticmethod
    def is_allowed(situation: Situation) -> bool:
        """Whether the stoppage has a player who brings the right to a double substitution."""
        return "injury" in situation.casualties.values() or situation.reading("double-substitution") == "any"

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        return lineup.leavers > 0 and (lineup.leavers > 1 or lineup.newcomers < 2 or not self.is_allowed(situation))

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        if not self.is_allowed(situation):
            return Finding(self.clause, "no-injury", {})
        if lineup.leavers > 1:
            return Finding(self.clause, "too-many", {"count": lineup.leavers})
        return Finding(self.clause, "two-in", {"in": lineup.newcomers})

    def post(self, situation: Situation, model: Model) -> None:
        if not self.is_allowed(situation):
            model.require(self, model.leavers == 0)
        else:
            model.require(self, model.leavers <= 1)
            model.require(self, model.newcomers >= 2 * model.leavers)


def find_fill(situation: Situation, lineup: Lineup, *but: str) -> str | None:
    """Somebody who could be added to the lineup within every clause but those named, or ``None``.

    Players who are alike are asked once.
    """
    asked: set[tuple[object, ...]] = set()
    barred = situation.barred_players
    for player in situation.players:
        if player in lineup.ids or player in barred or (asked and situation.kind(player) in asked):
            continue
        fuller = situation.lineup(lineup.ids | {player})
        for rule in situation.rules:
            if rule.clause not in but and rule.is_broken(situation, fuller):
                asked.add(situation.kind(player))
                break
        else:
            return player
    return None
