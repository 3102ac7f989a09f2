"""The journal, folded entry by entry into what is so now, with the breaches met on the way.

Within a stoppage or an interval nothing is final: the lineup at the last moment of play (``base``) is kept, and what
was recorded since is judged against it; places, counted handicap and injuries are settled when play goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as default
from typing import Any, NamedTuple

from advisor.errors import InputError
from advisor.handicap import goals_by_handicap, rounded_down, to_half
from advisor.match import READINGS, Match, Player
from advisor.rulebook import Finding, Rulebook, check, find_rulebook
from advisor.rulebook.penalty7 import NearestAbove, PenaltySevenTiming
from advisor.situation import Cap, Moment, PlayerState, Situation, Vacancy

STOPS_PLAY = ("injury", "illness", "exhaustion")


class Breach(NamedTuple):
    """An entry that breaks a rule: its number, whose breach it is, and the findings in the order of the clauses.

    ``contested``: whether a second Penalty 7 contests it (contract, fine point 11).
    """

    entry: int
    team: str
    findings: tuple[Finding, ...]
    contested: bool


@dataclass(slots=True)
class SitOut:
    """Two minutes of play outside, after a card. ``since``: the clock at which the time of this period began to run.

    ``since`` is ``None`` where the card had no clock: then only the umpire's ``sit_out_over`` ends it.
    """

    kind: str
    elapsed: int
    since: int | None
    ended: bool = False

    def is_running(self, clock: int, seconds: int) -> bool:
        """Whether the place is still shut at this clock of the period (seconds)."""
        return not self.ended and (self.since is None or self.elapsed + max(0, clock - self.since) < seconds)


@dataclass(slots=True)
class Side:
    """A team in the fold. ``field``: those on it who need not leave; ``open``: whose places are open, oldest first.

    ``lost``: of ``base``, who lost the place since play stopped (sent off, left, quit). ``casualties``: who became
    unable on the field in this stoppage. ``counted``, ``baseline``: at the last moment of play, in half goals.
    """

    key: str
    players: dict[str, PlayerState]
    places: int
    field: set[str] = default(default_factory=set)
    must_leave: list[str] = default(default_factory=list)
    base: set[str] = default(default_factory=set)
    casualties: list[str] = default(default_factory=list)
    lost: list[str] = default(default_factory=list)
    open: list[str | None] = default(default_factory=list)
    sit_outs: dict[str, SitOut] = default(default_factory=dict)
    counted: int = 0
    baseline: int = 0
    caps: list[Cap] = default(default_factory=list)
    broken: frozenset[str] = frozenset()
    started_short: bool = False
    short_periods: int = 0

    def total(self) -> int:
        """Sum of the handicaps of everybody who holds a place."""
        return sum(self.players[player].handicap for player in (*self.field, *self.must_leave))

    @property
    def holders(self) -> int:
        """How many hold a place, those who must leave included."""
        return len(self.field) + len(self.must_leave)


@dataclass(slots=True)
class PendingPenalty7:
    """A Penalty 7 that the fouled team has not answered yet."""

    against: str
    fouled: str
    disabled: str
    contested: bool


class Fold:
    """The state of a match after some entries of its journal.

    ``readings`` overrides the event's readings over the whole match. ``breaches`` is filled where ``audit`` is true.
    """

    def __init__(self, match: Match, readings: Mapping[str, str] | None = None, audit: bool = False) -> None:
        self.match = match
        self.book: Rulebook = find_rulebook(match.rules)
        self.audit = audit
        self.breaches: list[Breach] = []
        self.touched: set[str] = set()
        self.forced = readings or {}
        event = match.event
        self.upper = to_half(event.upper_limit)
        self.lower = None if event.lower_limit is None else to_half(event.lower_limit)
        self.handicap_game = event.handicap_game
        self.periods: int = event.periods
        self.above_limit_allowed = event.player_above_limit_allowed
        self.readings = {name: values[0] for name, values in READINGS.items()}
        self.readings.update(event.readings)
        self.readings.update(self.forced)
        self.moment: Moment = "before_start"
        self.period = 0
        self.clock = 0
        self.pending: PendingPenalty7 | None = None
        self.penalties_7 = 0
        self.contested = False
        self.frozen_goals: dict[str, int] | None = None
        self.goals: dict[str, int] = {}
        self.sides: dict[str, Side] = {}
        for key, team in match.teams.items():
            players = {player.id: self._state_of(player) for player in team.players}
            self.sides[key] = Side(key, players, self.book.figures.places)
            self.goals[key] = 0
        self._number = 0
        self._reported: list[tuple[str, tuple[Finding, ...]]] = []

    # -- the journal ---------------------------------------------------------------------------------------------

    def run(self) -> Fold:
        """Fold the whole journal. Raises :class:`~advisor.errors.InputError` at an impossible entry."""
        journal: tuple[Any, ...] = self.match.journal
        struck = self._struck()
        for number, entry in enumerate(journal):
            if number in struck or entry.entry == "strike":
                continue
            try:
                self.apply(number, entry)
            except InputError as error:
                self._blame_strike(error, number)
                raise
        return self

    def _struck(self) -> frozenset[int]:
        """Numbers of the entries that did not happen. A strike that is struck itself strikes nothing."""
        struck: set[int] = set()
        journal: tuple[Any, ...] = self.match.journal
        for number in range(len(journal) - 1, -1, -1):
            entry = journal[number]
            if entry.entry == "strike":
                if entry.number >= number:
                    raise InputError(
                        ("journal", number, "number"),
                        f"{entry.number} found; an entry before this one can be struck, 0 to {number - 1}",
                    )
                if number not in struck:
                    struck.add(entry.number)
        return frozenset(struck)

    def _blame_strike(self, error: InputError, number: int) -> None:
        """Say that a later strike made this entry impossible, where without that strike it was possible."""
        journal: tuple[Any, ...] = self.match.journal
        strikes = [n for n in range(number + 1, len(journal)) if journal[n].entry == "strike"]
        if not strikes:
            return
        before = self.match.model_copy(update={"journal": journal[: number + 1]})
        try:
            Fold(before, self.forced).run()
        except InputError:
            return
        blamed = next(n for n in strikes if journal[n].number < number)
        raise InputError(
            ("journal", blamed, "number"),
            f"striking entry {journal[blamed].number} makes entry {number} impossible ({error.message}); "
            "strike that one first",
        ) from error

    def apply(self, number: int, entry: Any) -> None:
        """Fold one entry."""
        self._number = number
        if entry.clock is not None and entry.entry != "start_period":
            if entry.clock < self.clock:
                self._refuse("clock", f"{entry.clock} found; the clock of this period already stood at {self.clock}")
            self.clock = entry.clock
        _HANDLERS[entry.entry](self, entry)
        if self._reported:
            contested = self.is_contested_by_penalty_7
            for key, findings in self._reported:
                self.breaches.append(Breach(number, key, findings, contested))
            self._reported = []

    def _refuse(self, field_name: str, message: str) -> None:
        raise InputError(("journal", self._number, *field_name.split("/")), message)

    def _side(self, key: str, field_name: str = "team") -> Side:
        side = self.sides.get(key)
        if side is None:
            self._refuse(field_name, f"there is no team {key!r}; the teams are {' and '.join(self.sides)}")
        assert side is not None
        return side

    def _other(self, side: Side) -> Side:
        first, second = self.sides.values()
        return second if side is first else first

    def _player(self, side: Side, player: str, field_name: str = "player") -> PlayerState:
        state = side.players.get(player)
        if state is None:
            elsewhere = player in self._other(side).players
            hint = f"is on {self._other(side).key}, not on" if elsewhere else "is not a player of"
            self._refuse(field_name, f"{player!r} {hint} {side.key}")
        assert state is not None
        return state

    def _started(self) -> None:
        if self.moment == "before_start":
            self._refuse("entry", "the match has not started; a `start` entry comes first")

    def _require_moment(self, *moments: Moment) -> None:
        if self.moment not in moments:
            found = self.moment.replace("_", " ")
            wanted = " or ".join(moment.replace("_", " ") for moment in moments)
            self._refuse("entry", f"not possible {found}; possible only {wanted}")

    def _report(self, side: Side, findings: tuple[Finding, ...]) -> None:
        if self.audit and findings:
            self._reported.append((side.key, findings))

    # -- players -------------------------------------------------------------------------------------------------

    def counts_as(self, rated: int) -> int:
        """What a rating counts in this event, in half goals (Rule 19.b, 2019)."""
        up_to = self.book.figures.halves_count_up_to
        return rated if up_to is None or self.upper <= up_to else rounded_down(rated)

    def _state_of(self, player: Player) -> PlayerState:
        rated = to_half(player.handicap)
        return PlayerState(
            player.id,
            player.name,
            rated,
            self.counts_as(rated),
            player.present,
            player.ineligible,
            player.eliminated_from_event,
            player.known_injury,
        )

    def _lose_place(self, side: Side, player: PlayerState) -> None:
        """The player is off the field and nobody has taken the place."""
        if player.unable == "injury":
            player.left_injured = True
            self.touched.add("injured-return")
        player.came_in_barred = False
        held_back = self.moment != "in_play"
        if held_back and player.id not in side.base:
            self._take_over_place(side, player.id)
        side.field.discard(player.id)
        if player.id in side.must_leave:
            side.must_leave.remove(player.id)
        (side.lost if held_back else side.open).append(player.id)

    def _take_over_place(self, side: Side, newcomer: str) -> None:
        """Settle that a newcomer of this stoppage holds the place that he took, before it is lost again."""
        situation = self.situation(side.key)
        for place in situation.vacant:
            if place.player is not None and place.player not in side.base:
                side.open.remove(place.player)
                break
            if place.player is None:
                side.open.remove(None)
                break
            if place.player not in situation.on_field:
                side.base.discard(place.player)
                break
        side.base.add(newcomer)

    # -- entries -------------------------------------------------------------------------------------------------

    def _start(self, entry: Any) -> None:
        if self.moment != "before_start":
            self._refuse("entry", "the match has started already")
        for key in entry.lineups:
            self._side(key, f"lineups/{key}")
        for key, side in self.sides.items():
            ids = entry.lineups.get(key)
            if ids is None:
                self._refuse("lineups", f"the lineup of {key} is missing")
            path = f"lineups/{key}"
            if not 1 <= len(ids) <= side.places:
                self._refuse(path, f"{len(ids)} players found; 1 to {side.places} start")
            if len(set(ids)) < len(ids):
                self._refuse(path, "a player stands in the lineup twice")
            for player in ids:
                self._player(side, player, path)
        for key, side in self.sides.items():
            ids = frozenset(entry.lineups[key])
            situation = self.situation(key)
            lineup = situation.lineup(ids)
            findings = check(self.book, situation, lineup)
            self._report(side, findings)
            side.broken = frozenset(finding.clause for finding in findings)
            for player in side.players.values():
                if player.ineligible not in (None, "equipment"):
                    player.barred_since_start = player.ineligible
                player.came_in_barred = player.eliminated and player.id in ids
            side.field = set(ids)
            side.base = set(ids)
            side.open = [None] * (side.places - len(ids))
            side.started_short = len(ids) < side.places
            side.counted = side.baseline = lineup.total
        self.moment, self.period, self.clock = "in_play", 1, max(self.clock, 0)

    def _stop(self, entry: Any) -> None:
        self._require_moment("in_play")
        self._stop_play("stopped")

    def _stop_play(self, moment: Moment) -> None:
        for side in self.sides.values():
            side.base = set(side.field)
            side.baseline = side.total()
        self.moment = moment

    def _resume(self, entry: Any) -> None:
        self._require_moment("stopped")
        self._go_on()

    def _end_period(self, entry: Any) -> None:
        self._require_moment("in_play", "stopped")
        if self.moment == "in_play":
            self._stop_play("between_periods")
        self.moment = "between_periods"
        clock = self.book.figures.seconds(self.periods) if entry.clock is None else entry.clock
        for side in self.sides.values():
            for sit_out in side.sit_outs.values():
                if sit_out.since is not None:
                    sit_out.elapsed += max(0, clock - sit_out.since)
                    sit_out.since = 0
            side.broken = self._still_broken(side.broken)
            if len(side.field) < side.places:
                side.short_periods += 1
        self.clock = 0
        if self.period >= self.periods:
            self.touched.add("overtime-highest")

    def _still_broken(self, broken: frozenset[str]) -> frozenset[str]:
        """What a standing lineup keeps of its breaches at the end of a period (contract, fine point 5)."""
        if not broken:
            return broken
        return frozenset(r.clause for r in self.book.rules if r.clause in broken and r.stays != "period")

    def _start_period(self, entry: Any) -> None:
        self._require_moment("between_periods")
        self._go_on()
        self.period += 1
        self.clock = entry.clock or 0

    def _go_on(self) -> None:
        if self.audit:
            for side in self.sides.values():
                situation = self.situation(side.key)
                lineup = situation.lineup(frozenset(side.field))
                found = tuple(
                    rule.finding(situation, lineup)
                    for rule in self.book.rules
                    if rule.waits_for_play and rule.applies(situation) and rule.is_broken(situation, lineup)
                )
                self._report(side, found)
        for side in self.sides.values():
            self._settle(side)
        self.moment = "in_play"

    def _settle(self, side: Side) -> None:
        """Play goes on with the lineup as it is: places, counted handicap and injuries become final."""
        if side.must_leave or side.lost or side.casualties or side.field != side.base:
            situation = self.situation(side.key)
            lineup = situation.lineup(frozenset(side.field))
            side.counted = situation.counted_with(lineup)
            unfilled = [place.player for place in situation.unfilled(lineup.ids)]
            still: list[str | None] = [p for p in side.open if p in unfilled and p is not None]
            still += [None] * sum(1 for player in unfilled if player is None)
            lost = [player for player in side.lost if player in unfilled]
            side.open = [*still, *lost]
            side.open += [player for player in unfilled if player is not None and player not in side.open]
            for player in side.must_leave:
                state = side.players[player]
                if state.unable == "injury":
                    state.left_injured = True
                    self.touched.add("injured-return")
                state.came_in_barred = False
            side.must_leave, side.lost, side.casualties = [], [], []
        if side.open:
            self.touched.update(("short-swap", "play-short"))
        else:
            side.started_short = False
        side.base = set(side.field)

    def _goal(self, entry: Any) -> None:
        self._started()
        self.goals[self._side(entry.team).key] += 1

    def _unable(self, entry: Any) -> None:
        side = self._side(entry.team)
        player = self._player(side, entry.player)
        on_field, must_leave = player.id in side.field, player.id in side.must_leave
        if entry.reason == "quit":
            if not (on_field or must_leave):
                self._refuse("player", f"{player.id!r} is not on the field; only a player on it can quit")
            self._lose_place(side, player)
            player.unable = "quit"
            player.concussed = player.concussed or entry.concussion
            return
        if on_field:
            if self.moment == "in_play":
                self._stop_play("stopped")
            side.field.discard(player.id)
            side.must_leave.append(player.id)
            side.casualties.append(player.id)
            other = self._other(side)
            player.counted_when_stopped = (side.counted, other.counted)
            if entry.reason != "injury":
                self.touched.add("double-substitution")
        player.unable = entry.reason
        player.concussed = player.concussed or entry.concussion

    def _recovered(self, entry: Any) -> None:
        side = self._side(entry.team)
        player = self._player(side, entry.player)
        if player.unable is None:
            self._refuse("player", f"{player.id!r} is not unable; only a player who is can recover")
        if player.concussed:
            self._report(
                side,
                (Finding("injured-return", "concussed", {"player": player.id, "players": (player.id,)}),),
            )
            return
        player.unable = None
        if player.id in side.must_leave:
            side.must_leave.remove(player.id)
            side.field.add(player.id)
        if player.id in side.casualties:
            side.casualties.remove(player.id)
            if self.pending is not None and self.pending.disabled == player.id and self.pending.fouled == side.key:
                self.pending = None

    def _card(self, entry: Any) -> None:
        side = self._side(entry.team)
        player = self._player(side, entry.player)
        if player.id not in side.field and player.id not in side.must_leave:
            self._refuse("player", f"{player.id!r} is not on the field; only a player on it can be sent off")
        self._lose_place(side, player)
        since = entry.clock
        if since is not None and self.moment == "between_periods":
            since = 0
        side.sit_outs[player.id] = SitOut(entry.kind, 0, since)
        player.disqualified = player.disqualified or entry.kind == "red"
        self.touched.update(("short-swap", "play-short"))

    def _sit_out_over(self, entry: Any) -> None:
        side = self._side(entry.team)
        player = self._player(side, entry.player)
        sit_out = side.sit_outs.get(player.id)
        if sit_out is None or sit_out.ended:
            self._refuse("player", f"{player.id!r} sits out nothing")
        assert sit_out is not None
        sit_out.ended = True

    def _arrived(self, entry: Any) -> None:
        player = self._player(self._side(entry.team), entry.player)
        if player.present:
            self._refuse("player", f"{player.id!r} is present already")
        player.present = True

    def _left(self, entry: Any) -> None:
        side = self._side(entry.team)
        player = self._player(side, entry.player)
        player.present = False
        if player.id in side.field or player.id in side.must_leave:
            self._lose_place(side, player)

    def _penalty_7(self, entry: Any) -> None:
        self._started()
        fouling = self._side(entry.against, "against")
        fouled = self._other(fouling)
        player = self._player(fouled, entry.disabled, "disabled")
        if player.unable is None:
            self._refuse("disabled", f"{player.id!r} is not unable; record what happened to the player first")
        if not self._place_is_free(fouled, player.id):
            self._refuse("disabled", f"the place of {player.id!r} has been taken already")
        finding = _TIMING.check_award(player, self._play_resumed(fouled, player.id))
        self._report(fouled, () if finding is None else (finding,))
        is_short = any(side.holders < side.places for side in self.sides.values())
        self.pending = PendingPenalty7(fouling.key, fouled.key, player.id, self.penalties_7 > 0 or is_short)
        self.penalties_7 += 1

    def _place_is_free(self, side: Side, player: str) -> bool:
        """Whether the player is still on the field, or the place that he had is open."""
        if player in side.must_leave:
            return True
        situation = self.situation(side.key)
        unfilled = situation.unfilled(frozenset(side.field))
        return any(place.player == player for place in unfilled)

    @staticmethod
    def _play_resumed(side: Side, player: str) -> bool:
        """Whether play has gone on since the player became unable."""
        return player not in side.casualties

    def _designate(self, entry: Any) -> None:
        pending = self.pending
        if pending is None:
            self._refuse("entry", "no Penalty 7 is pending; a `penalty_7` entry comes first")
        assert pending is not None
        fouling, fouled = self.sides[pending.against], self.sides[pending.fouled]
        named = self._player(fouling, entry.player)
        if named.id not in fouling.field:
            self._refuse("player", f"{named.id!r} is not on the field of {fouling.key}, or must leave it")
        disabled = fouled.players[pending.disabled]
        on_field = [fouling.players[player] for player in sorted(fouling.field)]
        found = (
            _TIMING.check_removal(disabled, self._play_resumed(fouled, disabled.id)),
            _NEAREST.check_removal(disabled, named, on_field),
        )
        self._report(fouled, tuple(finding for finding in found if finding is not None))
        self._remove(fouled, disabled, fouling, named)
        self.contested = self.contested or pending.contested
        self.pending = None

    def _remove(self, fouled: Side, disabled: PlayerState, fouling: Side, named: PlayerState) -> None:
        """Enact a Penalty 7: one place fewer for both, goals by handicap frozen, caps fixed (Rules 3 and 37)."""
        own, others = disabled.counted_when_stopped or (fouled.counted, fouling.counted)
        counted = {fouled.key: own, fouling.key: others}
        goals = self.goals_for(counted)
        received = dict(goals)
        if self.readings["p7-received"] == "difference":
            received = dict.fromkeys(counted, 0)
            if self.handicap_game:
                low = min(counted, key=lambda key: counted[key])
                received[low] = max(counted.values()) - min(counted.values())
        self.frozen_goals = dict(goals)
        if disabled.unable == "injury":
            disabled.left_injured = True
        disabled.injured_out = True
        for side, player in ((fouled, disabled), (fouling, named)):
            self._give_up_place(side, player.id)
        field_sums = {key: side.total() for key, side in self.sides.items()}
        cap = max(field_sums[key] + received[key] for key in self.sides)
        for key, side in self.sides.items():
            side.caps.append(Cap("p7-cap", cap - received[key], cap, received[key]))
        if "p7-fouling-cap" in self.book.clauses:
            self.touched.add("p7-fouling-cap")
            if self.readings["p7-fouling-cap"] == "both":
                value = field_sums[fouling.key]
                fouling.caps.append(Cap("p7-fouling-cap", value, value, 0))
        self.touched.update(("p7-received", "injured-return"))

    def _give_up_place(self, side: Side, player: str) -> None:
        """The place that the player holds, or held, is no more."""
        holds = player in side.field or player in side.must_leave
        if holds and self.moment != "in_play" and player not in side.base:
            self._take_over_place(side, player)
        side.field.discard(player)
        side.must_leave = [other for other in side.must_leave if other != player]
        side.lost = [other for other in side.lost if other != player]
        side.open = [other for other in side.open if other != player]
        side.base.discard(player)
        side.sit_outs.pop(player, None)
        side.places -= 1

    def _substitute(self, entry: Any) -> None:
        self._started()
        side = self._side(entry.team)
        holders = side.field.union(side.must_leave)
        for player in entry.out:
            self._player(side, player, "out")
            if player not in holders:
                self._refuse("out", f"{player!r} is not on the field")
        for player in entry.in_:
            self._player(side, player, "in")
            if player in holders:
                self._refuse("in", f"{player!r} is on the field already")
        for name, ids in (("out", entry.out), ("in", entry.in_)):
            if len(set(ids)) < len(ids):
                self._refuse(name, "a player is named twice")
        count = len(holders) - len(entry.out) + len(entry.in_)
        if count > side.places:
            self._refuse("in", f"{count} players found, those who must leave included; there are {side.places} places")
        before = self.situation(side.key)
        for player in entry.out:
            state = side.players[player]
            if player in side.must_leave:
                side.must_leave.remove(player)
                if state.unable == "injury":
                    state.left_injured = True
                    self.touched.add("injured-return")
            side.field.discard(player)
            state.came_in_barred = False
        side.field.update(entry.in_)
        self._judge_change(side, before)
        if self.moment == "in_play":
            lineup = before.lineup(frozenset(side.field))
            side.counted = before.counted_with(lineup)
            side.open = [place.player for place in before.unfilled(lineup.ids)]
            side.base = set(side.field)
            if not side.open:
                side.started_short = False
        pending = self.pending
        if pending is not None and pending.fouled == side.key and not self._place_is_free(side, pending.disabled):
            self.pending = None

    def _judge_change(self, side: Side, before: Situation) -> None:
        """Judge the lineup that would play if play went on at once (contract, fine point 1)."""
        newcomers = [side.players[player] for player in side.field - before.base]
        for player in newcomers:
            player.came_in_barred = False
        situation = before if self.moment == "in_play" else self.situation(side.key)
        lineup = situation.lineup(frozenset(side.field))
        findings = tuple(
            finding
            for rule, finding in ((rule, rule.check(situation, lineup)) for rule in self.book.rules)
            if finding is not None and not rule.waits_for_play
        )
        self._report(side, findings)
        side.broken = frozenset(finding.clause for finding in findings)
        for player in newcomers:
            player.came_in_barred = player.eliminated and "eliminated-player" in side.broken

    def _correct_player(self, entry: Any) -> None:
        side = self._side(entry.team)
        patch = entry.player
        given = patch.model_fields_set
        state = side.players.get(patch.id)
        if state is None:
            if patch.handicap is None:
                self._refuse("player/handicap", f"{patch.id!r} is new to {side.key} and needs a handicap")
            state = PlayerState(patch.id, None, 0, 0, True, None, False, False)
            side.players[patch.id] = state
        if "name" in given:
            state.name = patch.name
        if patch.handicap is not None:
            state.rated = to_half(patch.handicap)
            state.handicap = self.counts_as(state.rated)
        if patch.present is not None:
            state.present = patch.present
        if "ineligible" in given:
            state.ineligible = patch.ineligible
        if patch.eliminated_from_event is not None:
            state.eliminated = patch.eliminated_from_event
        if patch.known_injury is not None:
            state.known_injury = patch.known_injury

    def _correct_event(self, entry: Any) -> None:
        patch = entry.set
        given = patch.model_fields_set
        if patch.upper_limit is not None:
            self.upper = to_half(patch.upper_limit)
        if "lower_limit" in given:
            self.lower = None if patch.lower_limit is None else to_half(patch.lower_limit)
        if self.lower is not None and self.lower > self.upper:
            self._refuse("set/lower_limit", "the lower limit would be above the upper limit")
        if patch.handicap_game is not None:
            self.handicap_game = patch.handicap_game
        if patch.periods is not None:
            self.periods = patch.periods
            table = self.book.figures.full_periods
            if not isinstance(table, int) and self.periods not in table:
                known = ", ".join(str(number) for number in sorted(table))
                self._refuse("set/periods", f"{self.periods} found; these rules know games of {known} periods")
        if patch.player_above_limit_allowed is not None:
            self.above_limit_allowed = patch.player_above_limit_allowed
        if patch.readings:
            self.readings.update(patch.readings)
            self.readings.update(self.forced)
        for side in self.sides.values():
            for player in side.players.values():
                player.handicap = self.counts_as(player.rated)

    # -- what is so now ------------------------------------------------------------------------------------------

    @property
    def in_overtime(self) -> bool:
        """Whether this is overtime, or the interval before it."""
        return self._is_overtime(self.moment)

    def _is_overtime(self, moment: Moment) -> bool:
        return self.period > self.periods or (moment == "between_periods" and self.period >= self.periods)

    def situation(
        self,
        key: str,
        *,
        at_period_end: bool = False,
        clock: int | None = None,
        guest: PlayerState | None = None,
    ) -> Situation:
        """A team's situation now, or as it will be at the next end of a period with the journal else unchanged.

        ``clock``: seconds of the current period played at the moment of asking, where they are known. ``guest``: one
        more player, who is not on the list.
        """
        side = self.sides[key]
        figures = self.book.figures
        moment: Moment = "between_periods" if at_period_end else self.moment
        if at_period_end:
            clock = figures.seconds(self.periods)
        elif self.moment not in ("in_play", "stopped"):
            clock = 0
        else:
            clock = self.clock if clock is None else max(clock, self.clock)
        base = frozenset(side.field) if self.moment == "in_play" else frozenset(side.base)
        situation = Situation(
            team=key,
            other=self._other(side).key,
            moment=moment,
            period=self.period,
            periods=self.periods,
            overtime=self._is_overtime(moment),
            figures=figures,
            readings=self.readings,
            upper=self.upper,
            lower=self.lower,
            above_limit_allowed=self.above_limit_allowed,
            players=side.players if guest is None else {**side.players, guest.id: guest},
            places=side.places,
            field=frozenset(side.field),
            must_leave=tuple(side.must_leave),
            base=base,
            able=frozenset(),
            casualties=tuple(side.casualties),
            vacant=(),
            counted=side.counted,
            baseline=side.total() if self.moment == "in_play" else side.baseline,
            caps=tuple(side.caps),
            standing_broken=self._still_broken(side.broken) if at_period_end else side.broken,
            sitting_out=frozenset(
                player
                for player, sit_out in side.sit_outs.items()
                if sit_out.kind == "second_yellow" and sit_out.is_running(clock, figures.sit_out_seconds)
            )
            if side.sit_outs
            else frozenset(),
            short_too_long=self._is_short_too_long(side, at_period_end),
        )
        barred = situation.barred
        players = situation.players.values()
        for rule in self.book.personal:
            ids = [player.id for player in players if rule.bars(situation, player)]
            if ids:
                barred[rule.clause] = frozenset(ids)
        self._find_places(situation, side, clock)
        situation.rules = tuple(rule for rule in self.book.rules if rule.applies(situation))
        if any(player.eliminated for player in players):
            self._find_alone(situation)
        return situation

    def _find_places(self, situation: Situation, side: Side, clock: int) -> None:
        """Fill in who is able, and the places without an able holder in the order in which newcomers take them."""
        barred: frozenset[str] = frozenset().union(*situation.barred.values())
        base = situation.base
        situation.able = base.difference(barred, side.lost)
        if len(situation.able) == len(base) and not side.open:
            return
        gone = [player for player in side.casualties if player in base and player not in side.must_leave]
        leaving = [player for player in side.casualties if player in base and player in side.must_leave]
        others = sorted(base.difference(situation.able, side.casualties, side.lost))
        seconds = situation.figures.sit_out_seconds
        ordered: dict[str, list[Vacancy]] = {"open": [], "reserved": [], "shut": []}
        lost = [player for player in side.lost if player not in side.casualties]
        for player in (*gone, *leaving, *others, *side.open, *lost):
            sit_out = side.sit_outs.get(player) if player is not None else None
            if sit_out is None:
                state = "open"
            elif sit_out.is_running(clock, seconds):
                state = "shut"
            else:
                state = "reserved" if sit_out.kind == "second_yellow" else "open"
            group = "open" if state == "reserved" and not situation.within_period else state
            ordered[group].append(Vacancy(player, state))  # type: ignore[arg-type]
        situation.vacant = (*ordered["open"], *ordered["reserved"], *ordered["shut"])
        situation.shut = len(ordered["shut"])
        situation.reserved = frozenset(
            place.player for place in situation.vacant if place.state == "reserved" and place.player is not None
        )
        situation.injury_places = sum(
            1
            for place in situation.vacant
            if place.player is not None
            and place.state == "open"
            and side.players[place.player].unable == "injury"
            and not side.players[place.player].known_injury
        )

    def _find_alone(self, situation: Situation) -> None:
        """Fill in which substitutes whose own team is not eliminated could come in alone (contract, fine point 8)."""
        situation.alone = frozenset()
        barred = frozenset().union(*situation.barred.values())
        alone = set()
        for player in situation.players.values():
            if player.eliminated or player.id in situation.base or player.id in barred:
                continue
            lineup = situation.lineup(situation.able | {player.id})
            if not any(
                rule.is_broken(situation, lineup)
                for rule in situation.rules
                if not rule.waits_for_play  # type: ignore[attr-defined]
            ):
                alone.add(player.id)
        situation.alone = frozenset(alone)
        situation.rules = tuple(rule for rule in self.book.rules if rule.applies(situation))

    def _is_short_too_long(self, side: Side, at_period_end: bool) -> bool:
        share = self.book.figures.short_share
        if share is None:
            return False
        played = side.short_periods + (1 if at_period_end and len(side.field) < side.places else 0)
        always = self.readings["arena-short-time"] == "always"
        return (always or side.started_short) and played >= share * self.periods

    def goals_for(self, counted: Mapping[str, int]) -> dict[str, int]:
        """Each team's goals by handicap for these counted handicaps (half goals; Rule 19, 2019)."""
        if self.frozen_goals is not None:
            return dict(self.frozen_goals)
        goals = dict.fromkeys(counted, 0)
        if self.handicap_game:
            low, high = sorted(counted, key=lambda key: counted[key])
            difference = counted[high] - counted[low]
            goals[low] = goals_by_handicap(difference, self.periods, self.book.figures.full(self.periods))
        return goals

    @property
    def is_contested_by_penalty_7(self) -> bool:
        """Whether a second Penalty 7, or one with a team short, contests every answer (contract, fine point 11)."""
        return self.contested or (self.pending is not None and self.pending.contested)


_TIMING = PenaltySevenTiming()
_NEAREST = NearestAbove()
_HANDLERS: dict[str, Callable[[Fold, Any], None]] = {
    "start": Fold._start,
    "stop": Fold._stop,
    "resume": Fold._resume,
    "end_period": Fold._end_period,
    "start_period": Fold._start_period,
    "goal": Fold._goal,
    "unable": Fold._unable,
    "recovered": Fold._recovered,
    "card": Fold._card,
    "sit_out_over": Fold._sit_out_over,
    "arrived": Fold._arrived,
    "left": Fold._left,
    "penalty_7": Fold._penalty_7,
    "designate": Fold._designate,
    "substitute": Fold._substitute,
    "player": Fold._correct_player,
    "event": Fold._correct_event,
}
