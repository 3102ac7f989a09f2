"""What is so after an entry of the journal: the types that the rules look at.

A :class:`Situation` is one team's position at one moment: who is on the field, who must leave it, which places are
open or shut, what has counted so far, and which limits hold. The fold builds it; rules, solver and answers only read
it. Handicaps and goals are half goals, times whole seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from dataclasses import field as default
from operator import attrgetter
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

Moment = Literal["before_start", "in_play", "stopped", "between_periods"]
When = Literal["now", "any_time", "period_end"]


class MinusRatedFigures(NamedTuple):
    """How many of a lineup may be rated below 0: ``up_to`` in events up to this limit, else ``above``."""

    events_up_to: int
    up_to: int | None
    above: int | None


class PlayerCeilingFigures(NamedTuple):
    """In events up to this limit (``None``: in all) a player may be rated so much above the event's upper limit."""

    events_up_to: int | None
    above_limit_by: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a rulebook edition, from ``data/rulebooks``; goals in half goals, times in seconds or minutes.

    Where a figure does not exist in the rulebook it is ``None``: ``short_share`` is the share of the game for which a
    team may play short from the start, ``halves_count_up_to`` the upper limit above which ratings are rounded down,
    ``periods_to_comply`` how long a player kept from starting by the turnout has to put it right.
    """

    places: int
    full_periods: Mapping[int, int] | int
    period_seconds: Mapping[int, int] | int
    sit_out_seconds: int
    find_substitute_minutes: int
    find_substitute_penalty_7_minutes: int
    recover_minutes: int
    forfeit_hours: int
    periods_to_comply: int | None
    halves_count_up_to: int | None
    minus_rated: MinusRatedFigures
    player_ceiling: PlayerCeilingFigures
    short_share: float | None

    def full(self, periods: int) -> int:
        """Number of periods for which the whole difference of handicaps is given."""
        table = self.full_periods
        return table if isinstance(table, int) else table[periods]

    def seconds(self, periods: int) -> int:
        """Length of a period, in seconds of play."""
        table = self.period_seconds
        return table if isinstance(table, int) else table[periods]


class Board(NamedTuple):
    """Counted handicaps and goals by handicap of both teams, in half goals."""

    counted: Mapping[str, int]
    goals: Mapping[str, int]


class PlayerState(NamedTuple):
    """A player as he is now. ``handicap`` is what counts in this event, ``rated`` what he is rated (half goals).

    ``stopped_with``: what the board showed when play stopped for him. ``drawn``: the handicap at the draw, where it was
    another, as it counts in this event, ``rated_at_draw`` the rating it comes from (half goals).
    """

    id: str
    name: str | None
    rated: int
    handicap: int
    present: bool
    ineligible: str | None
    eliminated: bool
    known_injury: bool
    person: str | None = None
    rostered: bool = False
    drawn: int | None = None
    rated_at_draw: int | None = None
    barred_since_start: str | None = None
    unable: str | None = None
    concussed: bool = False
    disqualified: bool = False
    injured_out: bool = False
    left_injured: bool = False
    came_in_barred: bool = False
    stopped_with: Board | None = None

    @property
    def is_marked(self) -> bool:
        """Whether anything but the handicap could bar the player."""
        return (
            not self.present
            or self.ineligible is not None
            or self.unable is not None
            or self.barred_since_start is not None
            or self.disqualified
            or self.injured_out
            or self.concussed
            or self.left_injured
            or self.came_in_barred
        )


def is_within(total: int, lower: int | None, upper: int) -> bool:
    """Whether a sum is within both limits, of which the lower may be missing (half goals)."""
    return total <= upper and (lower is None or total >= lower)


class Clause(Protocol):
    """What a situation knows of a rule."""

    clause: ClassVar[str]
    also_judges: ClassVar[Literal["change", "play", "nothing"]]

    def applies(self, situation: Situation) -> bool:
        """Whether the clause can be broken here."""

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        """Whether the lineup breaks it."""

    def finding(self, situation: Situation, lineup: Lineup) -> Any:
        """What to say of a lineup that breaks it."""

    def post(self, situation: Situation, model: Any) -> None:
        """Say the same to the solver."""


class Cap(NamedTuple):
    """A bound on the own field after a Penalty 7: cap minus goals received (half goals), set by the removal's entry."""

    clause: str
    value: int
    cap: int
    received: int
    entry: int


class Vacancy(NamedTuple):
    """A place without an able holder: whose it was when play last went on, and whether a sit-out shuts it."""

    player: str | None
    is_shut: bool = False


@dataclass(slots=True)
class Lineup:
    """A lineup with the counts that the rules ask for, against the lineup at the last moment of play.

    ``total``: sum of handicaps (half goals). ``newcomers``: how many were not on the field at the last moment of play;
    ``leavers``: able players missing.
    """

    ids: frozenset[str]
    size: int
    total: int
    newcomers: int
    leavers: int


@dataclass(slots=True)
class Situation:
    """One team at one moment. All that a rule may ask.

    ``base`` is the lineup at the last moment of play, ``able`` those of it who may not leave unreplaced, ``vacant``
    the places without an able holder in the order in which newcomers take them, ``counted`` the counted handicap at
    the last moment of play, ``baseline`` the sum on the field then. ``declared``: the team's roster at the draw, if it
    was complete and within the limits; ``sheltered`` the same where a re-rating put it over or under them.
    ``fielded_elsewhere``: who has played for the other team in this match. ``asked``: the readings that something hung
    on so far.
    """

    team: str
    other: str
    moment: Moment
    period: int
    periods: int
    overtime: bool
    figures: Figures
    readings: Mapping[str, str]
    asked: set[str]
    upper: int
    lower: int | None
    above_limit_allowed: bool
    players: Mapping[str, PlayerState]
    places: int
    field: frozenset[str]
    must_leave: tuple[str, ...]
    base: frozenset[str]
    able: frozenset[str]
    casualties: Mapping[str, str]
    vacant: tuple[Vacancy, ...]
    counted: int
    baseline: int
    caps: tuple[Cap, ...]
    standing_broken: frozenset[str]
    sitting_out: frozenset[str]
    short_too_long: bool = False
    declared: frozenset[str] = frozenset()
    sheltered: frozenset[str] = frozenset()
    fielded_elsewhere: frozenset[str] = frozenset()
    shut: int = 0
    reserved: frozenset[str] = frozenset()
    injured_owners: frozenset[str] = frozenset()
    barred: dict[str, frozenset[str]] = default(default_factory=dict)
    alone: frozenset[str] | None = None
    rules: tuple[Clause, ...] = ()

    def __copy__(self) -> Situation:
        return Situation(*_ALL_FIELDS(self))

    def reading(self, name: str) -> str:
        """The value of a reading, which is noted. Ask last, where it decides: what is not asked can change nothing."""
        self.asked.add(name)
        return self.readings[name]

    @property
    def within_period(self) -> bool:
        """Whether a period is under way, in play or stopped."""
        return self.moment in ("in_play", "stopped")

    @property
    def on_field(self) -> frozenset[str]:
        """Everybody who holds a place now, those who must leave included."""
        return self.field.union(self.must_leave)

    @property
    def barred_players(self) -> frozenset[str]:
        """Everybody whom a clause about himself bars."""
        return frozenset().union(*self.barred.values())

    def is_within_limits(self, total: int) -> bool:
        """Whether a sum is within both of the event's limits."""
        return is_within(total, self.lower, self.upper)

    def is_barred_on_field(self, player: str) -> bool:
        """Whether a player who need not leave is barred by a clause about himself: his place counts as open."""
        if player in self.must_leave:
            return False
        return self.players[player].came_in_barred or player in self.barred_players

    @property
    def frozen_places(self) -> bool:
        """Whether an open place keeps its player's handicap in the sum (reading ``short-swap``)."""
        return self.readings["short-swap"] == "frozen" and self.moment != "before_start"

    def handicap_for_event(self, player: PlayerState) -> int:
        """The handicap by which he may play in this event at all: a declared player's at the draw (half goals)."""
        return player.drawn if player.drawn is not None and player.id in self.declared else player.handicap

    def lineup(self, ids: Iterable[str]) -> Lineup:
        """The counts of a lineup of this team's players."""
        members = ids if isinstance(ids, frozenset) else frozenset(ids)
        players = self.players
        total = 0
        for player in members:
            total += players[player].handicap
        return Lineup(members, len(members), total, len(members - self.base), len(self.able - members))

    def charged(self, lineup: Lineup) -> int:
        """The sum that limit and counted handicap look at (half goals; reading ``short-swap``)."""
        if lineup.size >= len(self.able) + len(self.vacant):
            return lineup.total
        missing = self.missing(lineup.ids)
        return lineup.total + missing if missing and self.reading("short-swap") == "frozen" else lineup.total

    def unfilled(self, members: frozenset[str]) -> list[Vacancy]:
        """The places that stay open under a lineup.

        Newcomers take their own former place, then those of able leavers, then those of players who must leave, in
        the order of the journal, then the oldest open one (contract, fine point 9).
        """
        holders = self.able.union(place.player for place in self.vacant if place.player is not None)
        return self.unfilled_beside(members & holders, len(members - holders))

    def unfilled_beside(self, holders: frozenset[str], others: int) -> list[Vacancy]:
        """The places that stay open with these players on their own places, and so many others."""
        vacant = [Vacancy(player) for player in sorted(self.able - holders)]
        vacant += [place for place in self.vacant if place.player not in holders]
        return vacant[others:]

    def leaves_open(self, members: frozenset[str]) -> bool:
        """Whether a place stays open under this lineup."""
        return bool(self.unfilled(members))

    def missing(self, members: frozenset[str]) -> int:
        """Summed handicap of the players whose places stay open under a lineup (half goals)."""
        return sum(self.players[p.player].handicap for p in self.unfilled(members) if p.player is not None)

    def counted_with(self, lineup: Lineup) -> int:
        """The counted handicap that the team would have with this lineup (half goals; Rule 3)."""
        if self.moment == "before_start":
            return lineup.total
        if not lineup.newcomers:
            return self.counted
        charged = self.charged(lineup)
        if charged <= self.counted or (self.overtime and self.reading("overtime-highest") == "frozen"):
            return self.counted
        return charged

    def kind(self, player_id: str) -> tuple[object, ...]:
        """What matters of a player here: players with the same kind may stand for each other in any lineup."""
        player = self.players[player_id]
        own = self.frozen_places and (player_id in self.able or any(place.player == player_id for place in self.vacant))
        return (
            player.handicap,
            player_id in self.field,
            player_id in self.must_leave,
            player_id in self.able,
            player_id in self.base,
            player.eliminated,
            player_id in self.reserved,
            self.handicap_for_event(player) < 0,
            self.moment == "before_start" and player_id in self.sheltered,
            self.alone is not None and (player_id in self.alone, player_id in self.injured_owners),
            tuple(clause for clause, barred in self.barred.items() if player_id in barred),
            player_id if own else "",
        )

    @property
    def open_room(self) -> int:
        """How many players may hold a place now, shut places aside."""
        return self.places - self.shut


_ALL_FIELDS = attrgetter(*[one.name for one in fields(Situation)])
