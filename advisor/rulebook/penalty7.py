"""Penalty 7: who may be named, when, and the caps on both teams afterwards (Rules 3 and 37)."""

from __future__ import annotations

from collections.abc import Iterable

from advisor.rulebook.rule import Finding, Model, Rule
from advisor.situation import Lineup, PlayerState, Situation


class CapRule(Rule):
    """A bound on the sum on the field for every lineup with somebody who came in after a Penalty 7 removal."""

    stays = "figures"

    def bound(self, situation: Situation) -> int | None:
        """The tightest bound of this clause, in half goals."""
        return min((cap.value for cap in situation.caps if cap.clause == self.clause), default=None)

    def applies(self, situation: Situation) -> bool:
        return bool(situation.caps) and self.bound(situation) is not None

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        return lineup.newcomers > 0 and self.stands_broken(situation, lineup)

    def stands_broken(self, situation: Situation, lineup: Lineup) -> bool:
        bound = self.bound(situation)
        return bound is not None and lineup.total > bound

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        cap = min((cap for cap in situation.caps if cap.clause == self.clause), key=lambda cap: cap.value)
        return Finding(
            self.clause,
            "default",
            {"sum": lineup.total, "cap": cap.cap, "received": cap.received, "limit": cap.value},
        )

    def post(self, situation: Situation, model: Model) -> None:
        model.require(self, model.total <= self.bound(situation), model.has_newcomer)


class RemovalCap(CapRule):
    """Handicap on the field plus goals received may not pass the higher team's after the removal (Rule 3).

    Example: Red 6, Blue 7 after the removal and no goals received: both may go to 7. Red 5 with 2 goals received and
    Blue 5: Blue may go to 7, Red to 5.
    """

    clause = "p7-cap"


class FoulingCap(CapRule):
    """The fouling team may not pass what its unremoved players summed at the removal (Rule 37, outdoors)."""

    clause = "p7-fouling-cap"


class EntryRule(Rule):
    """A clause about an entry of a Penalty 7, never about a lineup."""

    def applies(self, situation: Situation) -> bool:
        return False

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        return False

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        return Finding(self.clause)

    def post(self, situation: Situation, model: Model) -> None:
        """Nothing to say to the solver."""


class PenaltySevenTiming(EntryRule):
    """Only for a player unable by injury, and only before play resumes (Rule 37).

    Illegal: for one who is exhausted; minutes after play has gone on.
    """

    clause = "p7-timing"

    def check_award(self, disabled: PlayerState, play_resumed: bool) -> Finding | None:
        """What the award of a Penalty 7 for this player breaks."""
        if disabled.unable != "injury":
            return Finding(self.clause, "injury", {"player": disabled.id})
        return self.check_removal(disabled, play_resumed)

    def check_removal(self, disabled: PlayerState, play_resumed: bool) -> Finding | None:
        """What naming the player to be removed breaks."""
        return Finding(self.clause, "resumed", {"player": disabled.id}) if play_resumed else None


class NearestAbove(EntryRule):
    """The player named must be the one nearest strictly above the disabled player; if none is above, anyone (Rule 37).

    Legal: Blue 6 4 2 1, a 1 disabled: the 2. Illegal: the 4. A 6 disabled and nobody above 6: any of the four.
    """

    clause = "p7-nearest-above"

    @staticmethod
    def candidates(disabled: PlayerState, on_field: Iterable[PlayerState]) -> tuple[str, ...]:
        """Ids of those who may be named, of the fouling team's players who need not leave."""
        players = list(on_field)
        above = [player.handicap for player in players if player.handicap > disabled.handicap]
        return tuple(sorted(player.id for player in players if not above or player.handicap == min(above)))

    def check_removal(
        self, disabled: PlayerState, named: PlayerState, on_field: Iterable[PlayerState]
    ) -> Finding | None:
        """What naming this player breaks."""
        players = list(on_field)
        candidates = self.candidates(disabled, players)
        if named.id in candidates:
            return None
        nearest = next(player.handicap for player in players if player.id in candidates)
        return Finding(
            self.clause,
            "default",
            {"player": named.id, "handicap": named.handicap, "nearest": nearest, "players": candidates},
        )
