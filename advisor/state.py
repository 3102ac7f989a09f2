"""The state of a match after some entries of its journal, and the situations that the rules look at.

Within a stoppage or an interval nothing is final: the lineup at the last moment of play (``base``) is kept, and what
was recorded since is judged against it. Handicaps and goals are half goals, clocks seconds of the period.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from dataclasses import field as default
from typing import Any, NamedTuple, Self

from advisor.handicap import goals_by_handicap, rounded_down, to_half
from advisor.match import READINGS, Match, Player
from advisor.rulebook import Rulebook, find_rulebook
from advisor.situation import Board, Cap, Moment, PlayerState, Situation, Vacancy, is_within


class SitOut(NamedTuple):
    """Two minutes of play outside, after a card. ``since``: the clock at which the time of this period began to run.

    ``since`` is ``None`` where the card had no clock: then only the umpire's ``sit_out_over`` ends it. ``place``: whose
    place it was when play last went on. ``keeps_place``: nobody has taken it yet.
    """

    kind: str
    place: str | None
    elapsed: int
    since: int | None
    ended: bool = False
    keeps_place: bool = True

    def is_running(self, clock: int, seconds: int) -> bool:
        """Whether the place is still shut at this clock of the period (seconds)."""
        return not self.ended and (self.since is None or self.elapsed + max(0, clock - self.since) < seconds)


Rated = tuple[tuple[str, int], ...]
"""Players with what each of them counted at the time, in half goals."""


class Rise(NamedTuple):
    """A lineup that raised its team's counted handicap, and the entry that brought it on; half goals.

    ``missing``: handicaps of players whose places were open and that stayed in the sum (reading ``short-swap``).
    """

    entry: int
    lineup: Rated
    missing: int
    counted: int


class Removal(NamedTuple):
    """What a Penalty 7 removal was worked out from, each by team and in half goals.

    ``counted`` when play stopped for the foul, ``goals`` by handicap then, ``received`` as the caps take them, and who
    was on the field right after the removal.
    """

    entry: int
    fouling: str
    counted: Mapping[str, int]
    goals: Mapping[str, int]
    received: Mapping[str, int]
    fields: Mapping[str, Rated]


class Traits(NamedTuple):
    """What players keep through a match, but for corrections: of whom the rules may need to know more, by their ids.

    ``rostered``, ``eliminated`` and ``known`` (as a person) are in the file's order.
    """

    rostered: tuple[str, ...]
    eliminated: tuple[str, ...]
    known: tuple[str, ...]


@dataclass(slots=True)
class Side:
    """A team in the fold. ``field``: those on it who need not leave; ``open``: whose places are open, oldest first.

    ``marked``: of whom more is said than the handicap. ``base``: the lineup at the last moment of play, without those
    who have lost their place since (sent off, left, quit); ``played``: with them. ``casualties``: who became unable on
    the field in this stoppage. ``counted``: the counted handicap at the last moment of play, in half goals.
    ``rises``: the lineups that raised ``counted``; ``changed_by``: the last ``start`` or ``substitute`` entry.
    ``kept_out``: the one player whose turnout kept him from starting in a team that started short; ``fielded``: who has
    played for the team, and the entry that first fielded him; ``found_ineligible``: of them, who turned out not to be
    eligible only later.
    """

    key: str
    players: dict[str, PlayerState]
    places: int
    marked: set[str] = default(init=False)
    traits: Traits = default(init=False)
    field: set[str] = default(default_factory=set)
    must_leave: list[str] = default(default_factory=list)
    base: set[str] = default(default_factory=set)
    casualties: dict[str, str] = default(default_factory=dict)
    played: frozenset[str] = frozenset()
    open: list[str | None] = default(default_factory=list)
    sit_outs: dict[str, SitOut] = default(default_factory=dict)
    counted: int = 0
    caps: list[Cap] = default(default_factory=list)
    broken: frozenset[str] = frozenset()
    started_short: bool = False
    short_periods: int = 0
    short_all_period: bool = False
    kept_out: str | None = None
    fielded: dict[str, int] = default(default_factory=dict)
    found_ineligible: set[str] = default(default_factory=set)
    rises: list[Rise] = default(default_factory=list)
    changed_by: int = 0

    def __post_init__(self) -> None:
        self.look_through()

    def look_through(self) -> None:
        """Note anew who is marked, and the traits: the players are others than before, or corrected."""
        marked, rostered, eliminated, known = [], [], [], []
        for player in self.players.values():
            if player.is_marked:
                marked.append(player.id)
            if player.rostered:
                rostered.append(player.id)
            if player.eliminated:
                eliminated.append(player.id)
            if player.person is not None:
                known.append(player.id)
        self.marked, self.traits = set(marked), Traits(tuple(rostered), tuple(eliminated), tuple(known))

    def change(self, player: str, **facts: Any) -> None:
        """From here on these facts hold of a player; none of them is a trait."""
        state = self.players[player] = self.players[player]._replace(**facts)
        if state.is_marked:
            self.marked.add(player)
        else:
            self.marked.discard(player)

    def copy(self) -> Side:
        """The same team, to be changed by itself."""
        twin = copy(self)
        twin.players, twin.sit_outs = dict(self.players), dict(self.sit_outs)
        twin.casualties, twin.fielded = dict(self.casualties), dict(self.fielded)
        twin.marked, twin.field, twin.base = set(self.marked), set(self.field), set(self.base)
        twin.found_ineligible = set(self.found_ineligible)
        twin.must_leave, twin.open = list(self.must_leave), list(self.open)
        twin.caps, twin.rises = list(self.caps), list(self.rises)
        return twin

    def rated(self) -> Rated:
        """Everybody who holds a place, with what he counts (half goals)."""
        return tuple((player, self.players[player].handicap) for player in sorted((*self.field, *self.must_leave)))

    def total(self) -> int:
        """Sum of the handicaps of everybody who holds a place."""
        return sum([self.players[player].handicap for player in (*self.field, *self.must_leave)])

    @property
    def holders(self) -> int:
        """How many hold a place, those who must leave included."""
        return len(self.field) + len(self.must_leave)


class PendingPenalty7(NamedTuple):
    """A Penalty 7 that the fouled team has not answered yet; ``stopped_with``: the board when play stopped for it."""

    against: str
    fouled: str
    disabled: str
    stopped_with: Board | None
    contested: bool
    resumed: bool = False


_DEFAULTS = {name: values[0] for name, values in READINGS.items()}


class MatchState:
    """What is so in a match. ``readings`` overrides the event's readings over the whole match.

    ``asked``: the readings that something hung on so far. Under another value of any that is not among them everything
    up to here is the same.
    """

    def __init__(self, match: Match, readings: Mapping[str, str] | None = None) -> None:
        self.match = match
        self.book: Rulebook = find_rulebook(match.rules)
        self.asked: set[str] = set()
        self.forced = readings or {}
        event = match.event
        self.upper = to_half(event.upper_limit)
        self.lower = None if event.lower_limit is None else to_half(event.lower_limit)
        self.handicap_game = event.handicap_game
        self.periods: int = event.periods
        self.above_limit_allowed = event.player_above_limit_allowed
        self.readings = {**_DEFAULTS, **event.readings, **self.forced}
        self.moment: Moment = "before_start"
        self.period = 0
        self.clock = 0
        self.pending: PendingPenalty7 | None = None
        self.penalties_7 = 0
        self.contested = False
        self.frozen_goals: dict[str, int] | None = None
        self.removals: list[Removal] = []
        self.goals: dict[str, int] = {}
        self.horn_sounded = False  # the first one of this period (Rule 14)
        self.over_by_whistle = False  # the period, by the reading whistle-after-horn
        self.shootout: dict[str, tuple[str, ...]] | None = None
        self.sides: dict[str, Side] = {}
        for key, team in match.teams.items():
            players = {player.id: self._state_of(player) for player in team.players}
            self.sides[key] = Side(key, players, self.book.figures.places)
            self.goals[key] = 0

    def reading(self, name: str) -> str:
        """The value of a reading, which is noted: something hangs on it."""
        self.asked.add(name)
        return self.readings[name]

    def other_value(self, reading: str) -> str | None:
        """The other value of a reading than the one in force; ``None`` where there is none."""
        return next((value for value in READINGS[reading] if value not in (None, self.readings[reading])), None)

    def copy(self) -> Self:
        """The same, to be changed by itself."""
        twin = copy(self)
        twin.asked, twin.readings = set(self.asked), dict(self.readings)
        twin.removals, twin.goals = list(self.removals), dict(self.goals)
        twin.sides = {key: side.copy() for key, side in self.sides.items()}
        return twin

    def other(self, side: Side) -> Side:
        """The opponents of a team."""
        first, second = self.sides.values()
        return second if side is first else first

    def counts_as(self, rated: int) -> int:
        """What a rating counts in this event, in half goals (Rule 19.b, 2019)."""
        up_to = self.book.figures.halves_count_up_to
        return rated if up_to is None or self.upper <= up_to else rounded_down(rated)

    def _state_of(self, player: Player) -> PlayerState:
        rated = to_half(player.handicap)
        at_draw = None if player.handicap_at_draw is None else to_half(player.handicap_at_draw)
        return PlayerState(
            player.id,
            player.name,
            rated,
            self.counts_as(rated),
            player.present,
            player.ineligible,
            player.eliminated_from_event,
            player.known_injury,
            player.person,
            player.rostered,
            None if at_draw is None else self.counts_as(at_draw),
            at_draw,
        )

    def _is_overtime(self, moment: Moment) -> bool:
        return self.period > self.periods or (moment == "between_periods" and self.period >= self.periods)

    def situation(
        self,
        key: str,
        *,
        at_period_end: bool = False,
        clock: int | None = None,
        asked: set[str] | None = None,
    ) -> Situation:
        """A team's situation now, or as it will be at the next end of a period with the journal else unchanged.

        ``clock``: seconds of the current period played at the moment of asking, where they are known. ``asked``: where
        the readings are noted that something hangs on; by default among those of the match.
        """
        side = self.sides[key]
        figures = self.book.figures
        # In an interval that is now; where the whistle has ended the period, it is too.
        at_period_end = (at_period_end or self.over_by_whistle) and self.moment != "between_periods"
        moment: Moment = "between_periods" if at_period_end else self.moment
        if at_period_end:
            clock = max(figures.seconds(self.periods), self.clock, clock or 0)
        elif self.moment not in ("in_play", "stopped"):
            clock = 0
        else:
            clock = self.clock if clock is None else max(clock, self.clock)
        base = frozenset(side.field) if self.moment == "in_play" else frozenset(side.base)
        situation = Situation(
            team=key,
            other=self.other(side).key,
            moment=moment,
            period=self.period,
            periods=self.periods,
            overtime=self._is_overtime(moment),
            figures=figures,
            readings=self.readings,
            asked=self.asked if asked is None else asked,
            upper=self.upper,
            lower=self.lower,
            above_limit_allowed=self.above_limit_allowed,
            players=side.players,
            places=side.places,
            field=frozenset(side.field),
            must_leave=tuple(side.must_leave),
            base=base,
            able=frozenset(),
            casualties=dict(side.casualties),
            vacant=(),
            counted=side.counted,
            baseline=side.total()
            if self.moment == "in_play"
            else sum([side.players[player].handicap for player in side.played]),
            caps=tuple(sorted(side.caps, key=lambda cap: (cap.clause != "p7-cap", cap.value))) if side.caps else (),
            standing_broken=self.still_broken(side.broken) if at_period_end else side.broken,
            sitting_out=frozenset(
                player
                for player, sit_out in side.sit_outs.items()
                if sit_out.is_running(clock, figures.sit_out_seconds) and not side.players[player].disqualified
            )
            if side.sit_outs
            else frozenset(),
        )
        situation.short_too_long = self._is_short_too_long(situation, side, at_period_end)
        if side.traits.rostered:
            situation.declared = self.declared_roster(side)
            if situation.declared:
                situation.sheltered = self.sheltered_roster(side)
        situation.fielded_elsewhere = self._fielded_elsewhere(side)
        self._find_barred(situation, side)
        self._find_places(situation, side, clock)
        situation.rules = tuple([rule for rule in self.book.rules if rule.applies(situation)])
        if side.traits.eliminated:
            self._find_alone(situation)
        return situation

    def _find_barred(self, situation: Situation, side: Side) -> None:
        """Fill in whom each clause about one player bars; of most of them nothing is said that could bar them."""
        names = side.marked.union(situation.sitting_out, situation.fielded_elsewhere)
        marked = [side.players[player] for player in names]
        for rule in self.book.personal if marked else self.book.personal_of_all:
            asked = marked if rule.only_marked else side.players.values() if rule.may_bar(situation) else ()
            if asked and (ids := [player.id for player in asked if rule.bars(situation, player)]):
                situation.barred[rule.clause] = frozenset(ids)

    def _find_places(self, situation: Situation, side: Side, clock: int) -> None:
        """Fill in who is able, and the places without an able holder in the order in which newcomers take them."""
        barred = situation.barred_players
        base = situation.base
        situation.able = base.difference(barred)
        if len(situation.able) == len(base) and not side.open:
            return
        gone = [player for player in side.casualties if player in base and player not in side.must_leave]
        leaving = [player for player in side.casualties if player in base and player in side.must_leave]
        others = sorted(base.difference(situation.able, side.casualties))
        seconds = situation.figures.sit_out_seconds
        ordered: dict[str, list[Vacancy]] = {"open": [], "reserved": [], "shut": []}
        kept = {sit_out.place: keeper for keeper, sit_out in side.sit_outs.items() if sit_out.keeps_place}
        reserved = set()
        for player in (*gone, *leaving, *side.open, *others):
            group = "open"
            keeper = kept.pop(player, None)  # once: of two places never filled a card shuts one
            if keeper is not None:
                sit_out = side.sit_outs[keeper]
                if sit_out.is_running(clock, seconds):
                    group = "shut"
                elif sit_out.kind == "second_yellow" and player in side.open:
                    reserved.add(keeper)
                    group = "reserved" if situation.within_period else "open"
            ordered[group].append(Vacancy(player, group == "shut"))
        situation.vacant = (*ordered["open"], *ordered["reserved"], *ordered["shut"])
        situation.shut = len(ordered["shut"])
        situation.reserved = frozenset(reserved)
        situation.injured_owners = frozenset(
            place.player
            for place in situation.vacant
            if place.player is not None
            and not place.is_shut
            and side.players[place.player].unable == "injury"
            and not side.players[place.player].known_injury
        )

    def _find_alone(self, situation: Situation) -> None:
        """Fill in which substitutes whose own team is not eliminated could come in alone (contract, fine point 8)."""
        situation.alone = frozenset()
        barred = situation.barred_players
        alone = set()
        for player in situation.players.values():
            if player.eliminated or player.id in situation.base or player.id in barred:
                continue
            lineup = situation.lineup(situation.able | {player.id})
            if not any(rule.is_broken(situation, lineup) for rule in situation.rules if rule.also_judges == "change"):
                alone.add(player.id)
        situation.alone = frozenset(alone)
        situation.rules = tuple([rule for rule in self.book.rules if rule.applies(situation)])

    def _is_short_too_long(self, situation: Situation, side: Side, at_period_end: bool) -> bool:
        share = self.book.figures.short_share
        if share is None:
            return False
        played = side.short_periods + int(at_period_end and side.short_all_period)
        if played < share * self.periods:
            return False
        return side.started_short or situation.reading("arena-short-time") == "always"

    def still_broken(self, broken: frozenset[str]) -> frozenset[str]:
        """What a standing lineup keeps of its breaches at the end of a period (contract, fine point 5)."""
        if not broken:
            return broken
        return frozenset(rule.clause for rule in self.book.rules if rule.clause in broken and rule.stays != "period")

    def declared_roster(self, side: Side) -> frozenset[str]:
        """The roster that a team declared by the draw: complete, and within both limits then; else empty.

        Only such a roster is protected when one of it is re-rated (arena Rule 3.e; outdoors Rule 1, 2022).
        """
        roster = [side.players[player] for player in side.traits.rostered]
        if len(roster) != self.book.figures.places:
            return frozenset()
        drawn = sum(player.handicap if player.drawn is None else player.drawn for player in roster)
        return frozenset(player.id for player in roster) if is_within(drawn, self.lower, self.upper) else frozenset()

    def sheltered_roster(self, side: Side) -> frozenset[str]:
        """The declared roster of a team that a re-rating since the draw put over or under the limits; else empty."""
        roster = self.declared_roster(side)
        now = sum(side.players[player].handicap for player in roster)
        return frozenset() if is_within(now, self.lower, self.upper) else roster

    def _fielded_elsewhere(self, side: Side) -> frozenset[str]:
        """Players of a team who, as persons, have played for the other one, and not for this one before."""
        if not side.traits.known or not (other := self.other(side)).traits.known:
            return frozenset()
        there, here = self._first_entries(other), self._first_entries(side)
        known = [side.players[player] for player in side.traits.known]
        return frozenset(
            player.id
            for player in known
            if player.person in there and there[player.person] <= here.get(player.person, there[player.person])
        )

    @staticmethod
    def _first_entries(side: Side) -> dict[str, int]:
        """The persons who have played for a team, and the entry that first fielded each."""
        entries: dict[str, int] = {}
        for player, entry in side.fielded.items():
            person = side.players[player].person
            if person is not None:
                entries.setdefault(person, entry)
        return entries

    def periods_to_comply(self, side: Side) -> dict[str, int]:
        """The player kept from starting by the turnout, while it is not in order, and how many periods are left.

        The period under way is one of them (arena Rule 3.d).
        """
        periods = self.book.figures.periods_to_comply
        player = side.kept_out
        if periods is None or player is None or side.players[player].ineligible != "equipment":
            return {}
        over = self.period if self.moment == "between_periods" else self.period - 1
        return {player: max(0, periods - over)}

    def goals_for(self, counted: Mapping[str, int]) -> dict[str, int]:
        """Each team's goals by handicap for these counted handicaps (half goals; Rule 19, 2019)."""
        if self.frozen_goals is not None:
            return dict(self.frozen_goals)
        goals = dict.fromkeys(counted, 0)
        if not self.handicap_game:
            # A re-rated roster over the limit gives what it is over, or over the opponents if they are over it too.
            for key, side in self.sides.items():
                other = self.other(side).key
                if self.sheltered_roster(side):
                    goals[other] = max(0, counted[key] - max(self.upper, counted[other]))
        else:
            low, high = sorted(counted, key=lambda key: counted[key])
            difference = counted[high] - counted[low]
            goals[low] = goals_by_handicap(difference, self.periods, self.book.figures.full(self.periods))
        return goals

    @property
    def is_contested_by_penalty_7(self) -> bool:
        """Whether a second Penalty 7, or one with a team short, contests every answer (contract, fine point 11)."""
        return self.contested or (self.pending is not None and self.pending.contested)
