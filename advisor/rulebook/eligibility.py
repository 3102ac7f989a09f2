"""Who may play at all: clauses about one player, and the two that look at the ratings or teams of several."""

from __future__ import annotations

from collections.abc import Mapping

from advisor.rulebook.rule import Fact, Finding, Model, PersonalRule
from advisor.situation import Lineup, PlayerState, Situation


class Available(PersonalRule):
    """A player must be here. Legal: he has arrived. Illegal: ``present: false``, or he left."""

    clause = "available"
    only_marked = True

    def bars(self, situation: Situation, player: PlayerState) -> bool:
        return not player.present


class Eligible(PersonalRule):
    """A player must be individually eligible, and must have been so at the start (Rule 3).

    Legal: registered, paid, in order. Illegal: suspended; or unpaid at the start and paid since. What he wears is the
    exception: it may be put right later. Whoever has played for one team in this match is barred from the other.
    """

    clause = "eligible"
    only_marked = True
    forfeits = True

    def bars(self, situation: Situation, player: PlayerState) -> bool:
        return (
            player.ineligible is not None
            or player.barred_since_start is not None
            or player.id in situation.fielded_elsewhere
        )

    def variant(self, situation: Situation, player: PlayerState) -> tuple[str, Mapping[str, Fact]]:
        if player.id in situation.fielded_elsewhere:
            return "other-team", {}
        if player.barred_since_start is not None and player.ineligible in (None, "equipment"):
            return "at-start", {}
        return player.ineligible or "at-start", {}

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        players = tuple(sorted(lineup.ids & situation.barred[self.clause]))
        variants = {player: self.variant(situation, situation.players[player])[0] for player in players}
        named = next((player for player in players if variants[player] != "equipment"), players[0])
        return Finding(self.clause, variants[named], {"player": named, "players": players})


class EliminatedPlayer(PersonalRule):
    """A player whose team is out of the event may only take the place of one unable by injury (arena Rule 3.a(8)).

    Legal: an injured player's place, and every other substitute who could come in alone is already in the lineup.
    Illegal: another substitute could still come in; the place is an able, ill or exhausted player's; the injured one
    started with a known injury. One who came in against this stays barred while he is on the field.
    """

    clause = "eliminated-player"
    only_marked = True
    forfeits = True

    def bars(self, situation: Situation, player: PlayerState) -> bool:
        return player.came_in_barred and player.id in situation.base

    def bars_on_field(self, situation: Situation, player: PlayerState) -> bool:
        return player.came_in_barred

    def applies(self, situation: Situation) -> bool:
        return situation.alone is not None

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        barred = situation.barred.get(self.clause, frozenset())
        return not lineup.ids.isdisjoint(barred) or self.comes_in_against(situation, lineup)

    @staticmethod
    def comes_in_against(situation: Situation, lineup: Lineup) -> bool:
        """Whether players of eliminated teams come in, and not all the conditions are met."""
        assert situation.alone is not None
        count = sum(1 for player in lineup.ids - situation.base if situation.players[player].eliminated)
        return count > 0 and (
            count > len(situation.injured_owners - lineup.ids)
            or lineup.newcomers - count < lineup.leavers
            or not situation.alone <= lineup.ids
        )

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        players = tuple(
            sorted(
                player
                for player in lineup.ids
                if situation.players[player].came_in_barred
                or (situation.players[player].eliminated and player not in situation.base)
            )
        )
        return Finding(self.clause, "default", {"player": players[0], "players": players})

    def post(self, situation: Situation, model: Model) -> None:
        alone = situation.alone
        assert alone is not None
        barred = situation.barred.get(self.clause, frozenset())
        model.require(self, model.count(lambda player: player.id in barred) == 0)
        count = model.count(lambda player: player.eliminated and player.id not in situation.base)
        owners = situation.injured_owners
        back = model.count(lambda player: player.id in owners)
        some = model.negated(model.at_most(count, 0))
        model.require(self, count + back <= len(owners), some)
        model.require(self, model.newcomers - count >= model.leavers, some)
        model.require(self, model.count(lambda player: player.id in alone) == len(alone), some)


class PlayerLimit(PersonalRule):
    """No player rated too high for the event.

    Outdoors in events up to 3 goals: at most one goal above the upper limit (2020). Legal: a 3 in a 2-goal event;
    illegal: a 4. Arena: at most the upper limit (Rule 3.b(3)), unless the committee elected the alternative rule. A
    player of a declared roster is looked at as he was rated at the draw.
    """

    clause = "player-limit"
    forfeits = True

    @staticmethod
    def ceiling(situation: Situation) -> int | None:
        """The highest handicap that may play (half goals), or ``None`` where there is no ceiling."""
        events_up_to, above = situation.figures.player_ceiling
        if events_up_to is None:
            return None if situation.above_limit_allowed else situation.upper + above
        return situation.upper + above if situation.upper <= events_up_to else None

    def bars(self, situation: Situation, player: PlayerState) -> bool:
        ceiling = self.ceiling(situation)
        return ceiling is not None and situation.handicap_for_event(player) > ceiling

    def may_bar(self, situation: Situation) -> bool:
        return self.ceiling(situation) is not None

    def variant(self, situation: Situation, player: PlayerState) -> tuple[str, Mapping[str, Fact]]:
        ceiling = self.ceiling(situation)
        assert ceiling is not None
        return "default", {"handicap": player.handicap, "limit": ceiling}


class MinusRated(PersonalRule):
    """How many players rated below 0 a lineup may have.

    Outdoors one, in events up to 6 goals two (2020). Legal: -1 0 3 4 in an 8-goal event; illegal: -1 -1 5 5. Arena:
    none in an event above 9 goals (Rule 3.b(1)). A player of a declared roster is looked at as he was rated at the
    draw.
    """

    clause = "minus-rated"
    stays = "figures"
    forfeits = True

    @staticmethod
    def allowed(situation: Situation) -> int | None:
        """How many of the lineup may be rated below 0; ``None``: any number."""
        events_up_to, up_to, above = situation.figures.minus_rated
        return up_to if situation.upper <= events_up_to else above

    def bars(self, situation: Situation, player: PlayerState) -> bool:
        return situation.handicap_for_event(player) < 0 and self.allowed(situation) == 0

    def may_bar(self, situation: Situation) -> bool:
        return self.allowed(situation) == 0

    @staticmethod
    def find_minus_rated(situation: Situation, lineup: Lineup) -> tuple[str, ...]:
        """Players of the lineup rated below 0."""
        players = situation.players
        return tuple(sorted([p for p in lineup.ids if situation.handicap_for_event(players[p]) < 0]))

    def applies(self, situation: Situation) -> bool:
        return self.allowed(situation) is not None

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        allowed = self.allowed(situation)
        if allowed is None:
            return False
        players, count = situation.players, 0
        for player in lineup.ids:
            count += situation.handicap_for_event(players[player]) < 0
        return count > allowed

    def stands_broken(self, situation: Situation, lineup: Lineup) -> bool:
        return self.is_broken(situation, lineup)

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        players = self.find_minus_rated(situation, lineup)
        allowed = self.allowed(situation)
        if not allowed:
            return Finding(self.clause, "arena", {"player": players[0], "players": players})
        return Finding(self.clause, "default", {"players": players, "count": len(players), "limit": allowed})

    def post(self, situation: Situation, model: Model) -> None:
        allowed = self.allowed(situation)
        count = model.count(lambda player: situation.handicap_for_event(player) < 0)
        model.require(self, count <= allowed)


class Disqualified(PersonalRule):
    """A player shown a red card is out for the match (Penalty 10; Rule 33, 2018)."""

    clause = "disqualified"
    only_marked = True

    def bars(self, situation: Situation, player: PlayerState) -> bool:
        return player.disqualified


class InjuredOut(PersonalRule):
    """The player disabled by the foul never comes back once a Penalty 7 removal has been made (Rules 3 and 37)."""

    clause = "p7-injured-out"
    only_marked = True

    def bars(self, situation: Situation, player: PlayerState) -> bool:
        return player.injured_out


class UnablePlayer(PersonalRule):
    """A player must be able. Illegal: hurt, ill, exhausted or gone without a word, until he has recovered.

    A red card, a removal's injured player and a concussion stand for this clause too.
    """

    clause = "unable-player"
    only_marked = True

    def bars(self, situation: Situation, player: PlayerState) -> bool:
        return player.unable is not None and not (player.disqualified or player.injured_out or player.concussed)

    def variant(self, situation: Situation, player: PlayerState) -> tuple[str, Mapping[str, Fact]]:
        return ("must-leave" if player.id in situation.must_leave else "unable"), {}


class InjuredReturn(PersonalRule):
    """Who was concussed or unconscious stays out; by the reading ``never`` so does whoever left the field injured."""

    clause = "injured-return"
    only_marked = True

    def bars(self, situation: Situation, player: PlayerState) -> bool:
        if player.concussed or not player.left_injured:
            return player.concussed
        if any(player.id in barred for barred in situation.barred.values()):
            return situation.readings[self.clause] == "never"  # not asked: another clause bars him anyway
        return situation.reading(self.clause) == "never"

    def variant(self, situation: Situation, player: PlayerState) -> tuple[str, Mapping[str, Fact]]:
        return ("concussed" if player.concussed else "never"), {}


class SitOut(PersonalRule):
    """Two minutes of play with nobody in a sent-off player's place (Penalty 10; Rule 33, 2018/2021).

    Illegal: anybody in that place while it is shut; after a second yellow card, within the period, anybody but the
    player himself. Legal: he comes back when his two minutes are over; another at the end of the period.
    """

    clause = "sit-out"
    stays = "period"
    only_marked = True

    def bars(self, situation: Situation, player: PlayerState) -> bool:
        return player.id in situation.sitting_out

    def applies(self, situation: Situation) -> bool:
        return super().applies(situation) or situation.shut > 0 or bool(self.reserved(situation))

    @staticmethod
    def reserved(situation: Situation) -> frozenset[str]:
        """Players for whom alone a place is kept at this moment."""
        return situation.reserved if situation.within_period else frozenset()

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        return not lineup.ids.isdisjoint(situation.barred.get(self.clause, frozenset())) or self.is_overfull(
            situation, lineup
        )

    def is_overfull(self, situation: Situation, lineup: Lineup) -> bool:
        """Whether somebody holds a place that is shut or another's."""
        kept = len(self.reserved(situation) - lineup.ids)
        return (situation.shut > 0 or kept > 0) and lineup.size > situation.open_room - kept

    def is_kept(self, situation: Situation, lineup: Lineup) -> bool:
        # One who came back too early is in nobody else's place: he is barred while his own time runs, no longer.
        himself = len(lineup.ids & situation.barred.get(self.clause, frozenset()))
        return lineup.size - himself > situation.open_room - len(self.reserved(situation) - lineup.ids)

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        sitting = tuple(sorted(lineup.ids & situation.barred.get(self.clause, frozenset())))
        if sitting:
            return Finding(self.clause, "player", {"player": sitting[0], "players": sitting})
        room = situation.open_room - len(self.reserved(situation) - lineup.ids)
        return Finding(self.clause, "place", {"count": lineup.size, "room": room})

    def post(self, situation: Situation, model: Model) -> None:
        barred = situation.barred.get(self.clause, frozenset())
        model.require(self, model.count(lambda player: player.id in barred) == 0)
        reserved = self.reserved(situation)
        if situation.shut or reserved:
            kept = len(reserved) - model.count(lambda player: player.id in reserved)
            some_kept = True if situation.shut else model.negated(model.at_most(kept, 0))
            model.require(self, model.size + kept <= situation.open_room, some_kept)
