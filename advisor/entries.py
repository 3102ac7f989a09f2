"""What each kind of journal entry does to the match, and the breaches met on the way.

Places, counted handicap and injuries are settled when play goes on; what was recorded and changed again before that
never was on the field (contract, fine point 1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, NoReturn

from advisor.corrections import correct_event, correct_player
from advisor.errors import InputError, Phrase
from advisor.match import Match
from advisor.rulebook import Finding, check
from advisor.rulebook.eligibility import EliminatedPlayer
from advisor.rulebook.penalty7 import NearestAbove, PenaltySevenTiming
from advisor.situation import Board, Cap, Lineup, Moment, PlayerState, Situation
from advisor.state import MatchState, PendingPenalty7, Removal, Rise, Side, SitOut
from advisor.umpiring import (
    award_goal,
    begin_shootout,
    blow_whistle,
    check_penalty,
    check_shot,
    correct_clock,
    sound_horn,
)


class Breach(NamedTuple):
    """An entry that breaks a rule: its number, whose breach it is, and the findings in the order of the clauses.

    ``contested``: whether a second Penalty 7 contests it (contract, fine point 11).
    """

    entry: int
    team: str
    findings: tuple[Finding, ...]
    contested: bool


class Entries(MatchState):
    """A match to which entries happen, one after the other. ``breaches`` is filled where ``audit`` is true."""

    def __init__(self, match: Match, readings: Mapping[str, str] | None = None, audit: bool = False) -> None:
        super().__init__(match, readings)
        self.audit = audit
        self.breaches: list[Breach] = []
        self._number = 0
        self._reported: list[tuple[str, tuple[Finding, ...]]] = []

    def apply(self, number: int, entry: Any) -> None:
        """Let one entry happen."""
        self._number = number
        within_period = self.moment in ("in_play", "stopped") and entry.entry not in ("start", "start_period")
        if entry.clock is not None and within_period:
            if entry.clock < self.clock and entry.entry != "clock_correction":
                self._refuse(
                    "clock",
                    "{found} found; the clock of this period stood at {clock} already",
                    found=entry.clock,
                    clock=self.clock,
                )
            self.clock = entry.clock
        if self.moment == "in_play":
            self._note_places_taken(self.clock)
        if entry.entry != "strike":
            _HANDLERS[entry.entry](self, entry)
        if self._reported:
            contested = self.is_contested_by_penalty_7
            for key, findings in self._reported:
                self.breaches.append(Breach(number, key, findings, contested))
            self._reported = []

    def _refuse(self, field_name: str, message: str, **facts: object) -> NoReturn:
        """Raise the input error of this entry; ``message`` is a pattern, to be translated, with these facts."""
        path: tuple[str | int, ...] = ("journal", self._number, *field_name.split("/"))
        raise InputError(
            path, message, {name: fact if isinstance(fact, str) else str(fact) for name, fact in facts.items()}
        )

    def _side(self, key: str, field_name: str = "team") -> Side:
        side = self.sides.get(key)
        if side is None:
            self._refuse(field_name, "no team {team}; the teams are {teams}", team=key, teams=", ".join(self.sides))
        return side

    def _player(self, side: Side, player: str, field_name: str = "player") -> PlayerState:
        state = side.players.get(player)
        if state is None:
            if player in self.other(side).players:
                self._refuse(
                    field_name, "{player} is a player of the other team, not of {team}", player=player, team=side.key
                )
            self._refuse(
                field_name,
                "{player} is not a player of {team}; add a `player` entry first",
                player=player,
                team=side.key,
            )
        return state

    def _started(self) -> None:
        if self.moment == "before_start":
            self._refuse("entry", "the match has not started; a `start` entry comes first")

    def _require_moment(self, *moments: Moment) -> None:
        if self.moment not in moments:
            self._refuse(
                "entry",
                "not possible now, {found}; possible only {wanted}",
                found=_MOMENTS[self.moment],
                wanted=Phrase(" or ".join(_MOMENTS[moment] for moment in moments)),
            )

    def _report(self, side: Side, findings: tuple[Finding, ...]) -> None:
        if self.audit and (known := tuple(finding for finding in findings if finding.clause in self.book.clauses)):
            self._reported.append((side.key, known))

    def _lose_place(self, side: Side, player: PlayerState) -> str | None:
        """The player is off the field and nobody has taken the place; whose it was at the last moment of play."""
        self._leave_field(side, player.id)
        side.change(player.id, came_in_barred=False)
        place = self._place_of(side, player.id)
        side.field.discard(player.id)
        if player.id in side.must_leave:
            side.must_leave.remove(player.id)
        side.base.difference_update((player.id, place))
        if place not in side.open:
            side.open.append(place)
        if self.pending is not None and (self.pending.fouled, self.pending.disabled) == (side.key, player.id):
            self._end_penalty_7_if_replaced()
        return place

    @staticmethod
    def _leave_field(side: Side, player: str) -> None:
        """Note one who leaves the field injured (contract, fine point 10)."""
        if side.players[player].unable == "injury":
            side.change(player, left_injured=True)

    def _place_of(self, side: Side, player: str) -> str | None:
        """Whose the place was, at the last moment of play, that a player on the field holds."""
        if self.moment == "in_play" or player in side.base:
            return player
        situation = self.situation(side.key)
        vacant = [place.player for place in situation.unfilled_beside(situation.base & side.field, 0)]
        if player in vacant:
            return player
        others = sorted(side.field.union(side.must_leave) - side.base)
        taken = [place for place in vacant if place is None or place not in others]
        newcomers = [other for other in others if other not in vacant]
        return taken[newcomers.index(player)] if newcomers.index(player) < len(taken) else None

    def _start(self, entry: Any) -> None:
        if self.moment != "before_start":
            self._refuse("entry", "the match has started already; only one `start` can stand in a journal")
        for key in entry.lineups:
            self._side(key, f"lineups/{key}")
        for key, side in self.sides.items():
            ids = entry.lineups.get(key)
            if ids is None:
                self._refuse("lineups", "the lineup of {team} is missing; both teams start", team=key)
            path = f"lineups/{key}"
            if not 1 <= len(ids) <= side.places:
                self._refuse(path, "{count} players found; 1 to {places} start", count=len(ids), places=side.places)
            if len(set(ids)) < len(ids):
                self._refuse(path, "a player is named twice; name each once")
            for player in ids:
                self._player(side, player, path)
        for key, side in self.sides.items():
            self._field(side, entry.lineups[key])
        for key, side in self.sides.items():
            ids = frozenset(entry.lineups[key])
            situation = self.situation(key)
            lineup = situation.lineup(ids)
            findings = check(situation, lineup)
            self._report(side, findings)
            side.broken = self._kept(situation, lineup, findings)
            for player in list(side.marked):
                ineligible = side.players[player].ineligible
                if ineligible not in (None, "equipment"):
                    side.change(player, barred_since_start=ineligible)
            for player in ids.intersection(side.traits.eliminated):
                side.change(player, came_in_barred=True)
            side.field = set(ids)
            side.base = set(ids)
            side.open = [None] * (side.places - len(ids))
            side.started_short = side.short_all_period = len(ids) < side.places
            if side.started_short:
                unfit = [p.id for p in side.players.values() if p.present and p.ineligible == "equipment"]
                side.kept_out = unfit[0] if len(unfit) == 1 and unfit[0] not in ids else None
            side.counted = lineup.total
            side.changed_by = self._number
            side.rises.append(Rise(self._number, side.rated(), 0, lineup.total))
        self.moment, self.period, self.clock = "in_play", 1, entry.clock or 0

    def _field(self, side: Side, players: Iterable[str]) -> None:
        """Note who has played for this team."""
        for player in players:
            side.fielded.setdefault(player, self._number)

    def _stop(self, entry: Any) -> None:
        self._require_moment("in_play")
        self._stop_play("stopped")
        blow_whistle(self)

    def _stop_play(self, moment: Moment) -> None:
        for side in self.sides.values():
            side.base = set(side.field)
            side.played = frozenset(side.field)
        self.moment = moment

    def _resume(self, entry: Any) -> None:
        self._require_moment("stopped")
        self._go_on()

    def _end_period(self, entry: Any) -> None:
        self._require_moment("in_play", "stopped")
        clock = entry.clock
        if clock is None:
            clock = max(self.book.figures.seconds(self.periods), self.clock)
        if self.moment == "in_play":
            self._note_places_taken(clock)
            self._stop_play("between_periods")
        self.moment, self.horn_sounded, self.over_by_whistle = "between_periods", False, False
        for side in self.sides.values():
            for player, sit_out in side.sit_outs.items():
                if sit_out.since is not None:
                    elapsed = sit_out.elapsed + max(0, clock - sit_out.since)
                    side.sit_outs[player] = sit_out._replace(elapsed=elapsed, since=0)
            side.broken = self.still_broken(side.broken)
            side.short_periods += side.short_all_period
        self.clock = 0

    def _start_period(self, entry: Any) -> None:
        self._require_moment("between_periods")
        self._go_on()
        self.period += 1
        for side in self.sides.values():
            side.short_all_period = len(side.field) < side.places
        self.clock = entry.clock or 0

    def _go_on(self) -> None:
        # Whatever the whistle ended by a reading, what is recorded now is that play goes on.
        self.over_by_whistle = False
        if self.audit:
            for side in self.sides.values():
                situation = self.situation(side.key)
                lineup = situation.lineup(frozenset(side.field))
                found = tuple(
                    rule.finding(situation, lineup)
                    for rule in self.book.rules
                    if rule.also_judges == "play" and rule.applies(situation) and rule.is_broken(situation, lineup)
                )
                self._report(side, found)
        for side in self.sides.values():
            self._settle(side)
        self.moment = "in_play"
        if self.pending is not None:
            self.pending = self.pending._replace(resumed=True)
            self._end_penalty_7_if_replaced()

    def _end_penalty_7_if_replaced(self) -> None:
        """End the pending Penalty 7 where the disabled player is back, or somebody has his place.

        Who has which place may hang on a reading; under another one the entries stay as possible as they are.
        """
        pending = self.pending
        if pending is not None and not self.forced:
            side = self.sides[pending.fouled]
            if pending.disabled in side.field or not self._place_is_free(side, pending.disabled):
                self.pending = None

    def _settle(self, side: Side) -> None:
        """Play goes on with the lineup as it is: places, counted handicap and injuries become final."""
        if side.must_leave or side.casualties or side.field != side.base:
            if len(side.field) == side.places and side.total() <= side.counted:
                side.open = []  # a full lineup that counts no more than before: nothing to work out
            else:
                situation = self.situation(side.key)
                lineup = situation.lineup(frozenset(side.field))
                self._count(side, situation, lineup)
                unfilled = [place.player for place in situation.unfilled(lineup.ids)]
                side.open = self._oldest_first(side, unfilled)
            for player in side.must_leave:
                self._leave_field(side, player)
            side.must_leave, side.casualties = [], {}
        self._go_on_with(side)

    @staticmethod
    def _oldest_first(side: Side, unfilled: list[str | None]) -> list[str | None]:
        """Open places by age; those that become open together keep their order."""
        known: list[str | None] = [player for player in side.open if player is not None and player in unfilled]
        never_filled = [player for player in unfilled if player is None]
        return never_filled + known + [p for p in unfilled if p is not None and p not in known]

    @staticmethod
    def _count(side: Side, situation: Situation, lineup: Lineup) -> None:
        """The lineup plays: settle what the team counts from now on."""
        counted = situation.counted_with(lineup)
        if counted > side.counted:
            rated = tuple((player, situation.players[player].handicap) for player in sorted(lineup.ids))
            side.rises.append(Rise(side.changed_by, rated, situation.charged(lineup) - lineup.total, counted))
        side.counted = counted

    def _go_on_with(self, side: Side) -> None:
        """Play is on with the field and the open places as they now are."""
        side.short_all_period = side.short_all_period and len(side.field) < side.places
        for player, sit_out in side.sit_outs.items():
            if sit_out.place in side.open:
                continue
            back_too_early = player in side.field and sit_out.is_running(self.clock, self.book.figures.sit_out_seconds)
            place = player if back_too_early else sit_out.place  # it has his name from now on
            side.sit_outs[player] = sit_out._replace(place=place, keeps_place=sit_out.keeps_place and back_too_early)
        for player in side.base - side.field:
            if side.players[player].came_in_barred:
                side.change(player, came_in_barred=False)
        side.base = set(side.field)

    def _note_places_taken(self, clock: int) -> None:
        """Who came back too early, and is on the field in play when the two minutes are over, has taken the place."""
        for side in self.sides.values():
            if not side.sit_outs:
                continue
            seconds = self.book.figures.sit_out_seconds
            for player, sit_out in side.sit_outs.items():
                if player in side.field and sit_out.place not in side.open and not sit_out.is_running(clock, seconds):
                    side.sit_outs[player] = sit_out._replace(keeps_place=False)

    def _goal(self, entry: Any) -> None:
        self._started()
        self.goals[self._side(entry.team).key] += 1

    def _unable(self, entry: Any) -> None:
        side = self._side(entry.team)
        player = self._player(side, entry.player)
        on_field, must_leave = player.id in side.field, player.id in side.must_leave
        if entry.reason == "quit":
            if not (on_field or must_leave):
                self._refuse("player", "{player} is not on the field; only a player on it can quit", player=player.id)
            self._lose_place(side, player)
            side.casualties.pop(player.id, None)
            side.change(player.id, unable="quit", concussed=player.concussed or entry.concussion)
            return
        stopped_with = player.stopped_with
        if on_field:
            if self.moment == "in_play":
                self._stop_play("stopped")
                blow_whistle(self)
            side.field.discard(player.id)
            side.must_leave.append(player.id)
            counted = {key: team.counted for key, team in self.sides.items()}
            stopped_with = Board(counted, self.goals_for(counted))
        if on_field or must_leave:
            side.casualties[player.id] = entry.reason
        concussed = player.concussed or entry.concussion
        side.change(player.id, unable=entry.reason, concussed=concussed, stopped_with=stopped_with)

    def _recovered(self, entry: Any) -> None:
        side = self._side(entry.team)
        player = self._player(side, entry.player)
        if player.unable is None:
            self._refuse("player", "{player} is not unable; only a player who is can recover", player=player.id)
        if player.concussed:
            self._report(
                side,
                (Finding("injured-return", "concussed", {"player": player.id, "players": (player.id,)}),),
            )
            return
        side.change(player.id, unable=None, stopped_with=None)
        if player.id in side.must_leave:
            side.must_leave.remove(player.id)
            side.field.add(player.id)
        side.casualties.pop(player.id, None)
        pending = self.pending
        if pending is not None and not pending.resumed and (pending.fouled, pending.disabled) == (side.key, player.id):
            self.pending = None

    def _card(self, entry: Any) -> None:
        side = self._side(entry.team)
        player = self._player(side, entry.player)
        if player.id not in side.field and player.id not in side.must_leave:
            self._refuse(
                "player", "{player} is not on the field; only a player on it can be sent off", player=player.id
            )
        place = self._lose_place(side, player)
        since = entry.clock
        if since is not None and self.moment == "between_periods":
            since = 0
        side.sit_outs[player.id] = SitOut(entry.kind, place, 0, since)
        if entry.kind == "red":
            side.change(player.id, disqualified=True)

    def _sit_out_over(self, entry: Any) -> None:
        side = self._side(entry.team)
        player = self._player(side, entry.player)
        sit_out = side.sit_outs.get(player.id)
        if sit_out is None or sit_out.ended:
            self._refuse("player", "{player} sits out nothing; a `card` entry comes first", player=player.id)
        side.sit_outs[player.id] = sit_out._replace(ended=True)

    def _arrived(self, entry: Any) -> None:
        side = self._side(entry.team)
        player = self._player(side, entry.player)
        if player.present:
            self._refuse("player", "{player} is present already; only a player who is not can arrive", player=player.id)
        side.change(player.id, present=True)

    def _left(self, entry: Any) -> None:
        side = self._side(entry.team)
        player = self._player(side, entry.player)
        side.change(player.id, present=False)
        if player.id in side.field or player.id in side.must_leave:
            self._lose_place(side, player)

    def _penalty_7(self, entry: Any) -> None:
        self._started()
        fouling = self._side(entry.against, "against")
        fouled = self.other(fouling)
        player = self._player(fouled, entry.disabled, "disabled")
        if player.unable is None:
            self._refuse("disabled", "{player} is not unable; an `unable` entry comes first", player=player.id)
        if not (self.forced or self._place_is_free(fouled, player.id)):
            self._refuse(
                "disabled", "the place of {player} has been taken already; a Penalty 7 comes before", player=player.id
            )
        finding = _TIMING.check_award(player, self._play_resumed(fouled, player.id))
        self._report(fouled, () if finding is None else (finding,))
        if self.pending is not None and self.pending.contested:
            self.contested = True
        is_short = any(side.holders < side.places for side in self.sides.values())
        contested = self.penalties_7 > 0 or is_short
        self.pending = PendingPenalty7(fouling.key, fouled.key, player.id, player.stopped_with, contested)
        self.penalties_7 += 1

    def _place_is_free(self, side: Side, player: str) -> bool:
        """Whether the player is still on the field, or the place that he had is open."""
        if player in side.must_leave or player in side.field:
            return True
        situation = self.situation(side.key)
        unfilled = situation.unfilled(situation.on_field.difference(situation.base.intersection(side.must_leave)))
        return any(place.player == player for place in unfilled)

    @staticmethod
    def _play_resumed(side: Side, player: str) -> bool:
        """Whether play has gone on since the player became unable."""
        return player not in side.casualties

    def _designate(self, entry: Any) -> None:
        pending = self.pending
        if pending is None:
            self._refuse("entry", "no Penalty 7 is pending; a `penalty_7` entry comes first")
        fouling, fouled = self.sides[pending.against], self.sides[pending.fouled]
        named = self._player(fouling, entry.player)
        if named.id not in fouling.field:
            self._refuse(
                "player",
                "{player} is not on the field, or must leave it; name one of {players}",
                player=named.id,
                players=", ".join(sorted(fouling.field)),
            )
        disabled = fouled.players[pending.disabled]
        on_field = [fouling.players[player] for player in sorted(fouling.field)]
        found = (
            _TIMING.check_removal(disabled, pending.resumed),
            _NEAREST.check_removal(disabled, named, on_field),
        )
        self._report(fouled, tuple(finding for finding in found if finding is not None))
        self._remove(fouled, disabled, fouling, named, pending.stopped_with)
        self.contested = self.contested or pending.contested
        self.pending = None

    def _remove(
        self, fouled: Side, disabled: PlayerState, fouling: Side, named: PlayerState, stopped_with: Board | None
    ) -> None:
        """Enact a Penalty 7: one place fewer for both, goals by handicap frozen, caps fixed (Rules 3 and 37)."""
        counted = {key: side.counted for key, side in self.sides.items()}
        board = stopped_with or Board(counted, self.goals_for(counted))
        counted = dict(board.counted)
        goals = self.frozen_goals or dict(board.goals)
        received = dict(goals)
        difference = dict.fromkeys(counted, 0)
        if self.handicap_game:
            low = min(counted, key=lambda key: counted[key])
            difference[low] = max(counted.values()) - min(counted.values())
        if difference != goals and self.reading("p7-received") == "difference":
            received = difference
        self.frozen_goals = dict(goals)
        fouled.change(disabled.id, injured_out=True)
        for side, player in ((fouled, disabled), (fouling, named)):
            self._give_up_place(side, player.id)
        if self.moment == "in_play":
            for side in self.sides.values():
                side.short_all_period = side.short_all_period and len(side.field) < side.places
        field_sums = {key: side.total() for key, side in self.sides.items()}
        fields = {key: side.rated() for key, side in self.sides.items()}
        self.removals.append(Removal(self._number, fouling.key, counted, goals, received, fields))
        cap = max(field_sums[key] + received[key] for key in self.sides)
        if "p7-cap" in self.book.clauses:
            for key, side in self.sides.items():
                side.caps.append(Cap("p7-cap", cap - received[key], cap, received[key], self._number))
        if "p7-fouling-cap" in self.book.clauses and self.reading("p7-fouling-cap") == "both":
            value = field_sums[fouling.key]
            fouling.caps.append(Cap("p7-fouling-cap", value, value, 0, self._number))

    def _give_up_place(self, side: Side, player: str) -> None:
        """The place that the player holds, or held, is no more."""
        self._leave_field(side, player)
        holds = player in side.field or player in side.must_leave
        place = self._place_of(side, player) if holds else player
        side.field.discard(player)
        side.must_leave = [other for other in side.must_leave if other != player]
        if place in side.open:
            side.open.remove(place)
        elif self.moment == "in_play" and not holds and side.open:
            del side.open[0]
        side.base.difference_update((player, place))
        side.places -= 1

    def _substitute(self, entry: Any) -> None:
        self._started()
        side = self._side(entry.team)
        holders = side.field.union(side.must_leave)
        for player in entry.out:
            self._player(side, player, "out")
            if player not in holders:
                self._refuse(
                    "out",
                    "{player} is not on the field; those on it are {players}",
                    player=player,
                    players=", ".join(sorted(holders)),
                )
        for player in entry.in_:
            self._player(side, player, "in")
            if player in holders:
                self._refuse("in", "{player} is on the field already; name somebody who is not", player=player)
        for name, ids in (("out", entry.out), ("in", entry.in_)):
            if len(set(ids)) < len(ids):
                self._refuse(name, "a player is named twice; name each once")
        count = len(holders) - len(entry.out) + len(entry.in_)
        if count > side.places:
            self._refuse(
                "in",
                "{count} players found, those who must leave included, for {places} places; name in `out` who goes",
                count=count,
                places=side.places,
            )
        before = self.situation(side.key) if self.moment == "in_play" else None
        for player in entry.out:
            self._leave_field(side, player)
            if player in side.must_leave:
                side.must_leave.remove(player)
            side.field.discard(player)
        side.field.update(entry.in_)
        self._field(side, entry.in_)
        side.changed_by = self._number
        self._judge_change(side, before)
        if before is not None:
            lineup = before.lineup(frozenset(side.field))
            self._count(side, before, lineup)
            unfilled = [place.player for place in before.unfilled(lineup.ids)]
            side.open = self._oldest_first(side, unfilled)
            self._go_on_with(side)
        if self.pending is not None and self.pending.fouled == side.key:
            self._end_penalty_7_if_replaced()

    def _kept(self, situation: Situation, lineup: Lineup, findings: tuple[Finding, ...]) -> frozenset[str]:
        """What the lineup as it stands keeps of the breaches of a change (contract, fine point 5)."""
        if not findings:
            return frozenset()
        broken = {finding.clause for finding in findings}
        return frozenset(r.clause for r in self.book.rules if r.clause in broken and r.is_kept(situation, lineup))

    def _judge_change(self, side: Side, before: Situation | None) -> None:
        """Judge the lineup that would play if play went on at once (contract, fine point 1).

        ``before``: the situation as it was, where play is on.
        """
        base = side.base if before is None else before.base
        newcomers = [player for player in side.field - base if side.players[player].eliminated]
        for player in newcomers:
            side.change(player, came_in_barred=False)
        situation = before or self.situation(side.key)
        lineup = situation.lineup(frozenset(side.field))
        findings = tuple(
            [
                rule.finding(situation, lineup)
                for rule in situation.rules
                if rule.also_judges == "change" and rule.is_broken(situation, lineup)
            ]
        )
        self._report(side, findings)
        side.broken = self._kept(situation, lineup, findings)
        if situation.alone is not None and EliminatedPlayer.comes_in_against(situation, lineup):
            for player in newcomers:
                side.change(player, came_in_barred=True)

    def _correct_player(self, entry: Any) -> None:
        correct_player(self, self._side(entry.team), entry.player, self._refuse)

    def _correct_event(self, entry: Any) -> None:
        correct_event(self, entry.set, self._refuse)

    def _horn(self, entry: Any) -> None:
        wanted: tuple[Moment, ...] = ("in_play", "stopped")
        self._require_moment(*(("before_start", "between_periods") if entry.which == "warning" else wanted))
        sound_horn(self, entry)

    def _ball_out(self, entry: Any) -> None:
        self._require_moment("in_play")
        if entry.team is not None:
            self._side(entry.team)

    def _ball_in(self, entry: Any) -> None:
        self._require_moment("in_play")

    def _penalty(self, entry: Any) -> None:
        self._started()
        check_penalty(self, entry, self._refuse)
        if self.moment == "in_play":
            self._stop_play("stopped")
            if entry.number == "8":
                blow_whistle(self)  # a horse is sent off: nothing is hit for it
        award_goal(self, entry)

    def _clock_correction(self, entry: Any) -> None:
        self._require_moment("in_play", "stopped")
        correct_clock(self, entry)

    def _shootout(self, entry: Any) -> None:
        self._require_moment("between_periods")
        begin_shootout(self, entry, self._refuse)

    def _shot(self, entry: Any) -> None:
        check_shot(self, entry, self._refuse)


_MOMENTS: dict[Moment, str] = {
    "before_start": Phrase("before the start"),
    "in_play": Phrase("in play"),
    "stopped": Phrase("while play is stopped"),
    "between_periods": Phrase("between periods"),
}
_TIMING = PenaltySevenTiming()
_NEAREST = NearestAbove()
_HANDLERS: dict[str, Callable[[Entries, Any], None]] = {
    "start": Entries._start,
    "stop": Entries._stop,
    "resume": Entries._resume,
    "end_period": Entries._end_period,
    "start_period": Entries._start_period,
    "goal": Entries._goal,
    "unable": Entries._unable,
    "recovered": Entries._recovered,
    "card": Entries._card,
    "sit_out_over": Entries._sit_out_over,
    "arrived": Entries._arrived,
    "left": Entries._left,
    "penalty_7": Entries._penalty_7,
    "designate": Entries._designate,
    "substitute": Entries._substitute,
    "player": Entries._correct_player,
    "event": Entries._correct_event,
    "horn": Entries._horn,
    "ball_out": Entries._ball_out,
    "ball_in": Entries._ball_in,
    "penalty": Entries._penalty,
    "clock_correction": Entries._clock_correction,
    "shootout": Entries._shootout,
    "shot": Entries._shot,
}
