"""An independent, plain and slow reading of the rules: every lineup is enumerated and judged by every clause.

Written from the rules and the contract alone, to be compared with the engine. Standard library only.
All figures are kept in half goals. Not covered: message texts, `final` of audit.

Decisions taken where the rules and the contract leave room:

*  Base: a player lost in a stoppage otherwise than by a substitution (card, quit, left, removal) is taken out
   of the lineup that the stoppage is judged against: not an able leaver, and a newcomer if he comes back.
   The baseline of `net_goals` still counts him, at the ratings of the moment of asking.
*  Able: no clause about himself bars him now. One hurt, replaced and recovered in the same stoppage is able,
   and no longer a reason for a double substitution. Only injury, illness or exhaustion of a player on the
   field, in this stoppage, counts as "became unable in this stoppage"; quit does not.
*  Clauses about a player himself: available, eligible, player-limit, disqualified, p7-injured-out,
   unable-player, sit-out (he sits out), injured-return, eliminated-player (came in against it) and, in the
   arena, minus-rated (below 0 in an event above 9).
*  minus-rated is judged also where nobody comes in; p7-cap, p7-fouling-cap and upper-limit are not.
*  team-size counts those who come in against the base; play-short and arena-short are not judged before the
   start; the arena's short start asks for a player who could be added with team-size left aside.
*  play-short: "could still fill it" asks for one more player of any standing whose addition to the lineup
   breaks no clause but play-short, judged as a proposal.
*  A brought-in unable player does not "have to leave": he stays in `field`, barred.
*  Sit-out: a red card's place is shut while it runs, a second yellow's besides kept for him within a period.
   A place taken against that is the taker's once play goes on; until then it is still shut or kept. Kept
   places are filled after the others, shut ones last. `clock` in the interval is not used; an end without a
   clock is at the period's length or the last known clock, the later.
*  Places: an open place belongs to the player who last played in it. Who takes which is found anew from the last
   moment of play, newcomers by ids, and settled when play goes on. Barred leavers' places are the youngest.
*  A pending Penalty 7 ends when the place is taken by anybody, also by the disabled himself, and when he recovers
   before play goes on. A newcomer hurt in the stoppage in which he came has no place of his own. Under
   another reading than the match's own every entry stays possible, whoever then has the place. The goals frozen
   are those of the event as it was at the `unable` entry (for one who quit, or was brought in unable: at the
   `designate` entry). Removed at a time when goals are frozen already:
   they stay. `designate` breaks p7-timing only if play has resumed after the `penalty_7`.
*  A Penalty 7 contests from its entry until it ends by a substitution or recovery; a replaced one goes on.
*  "Already short" looks at open places of both teams only, the disabled player's own included.
*  Eliminated: "could come in alone" is the able part of the base and him, play-short and arena-short aside;
   places of players unable by injury are counted as they were when play stopped; other eliminated players
   are no "other substitute".
*  A roster is declared by as many rostered players as a full team has, within both limits as rated at the draw; it
   is sheltered where they are outside now. Its players are looked at as drawn for player-limit and minus-rated, no
   others. Sheltered, it may start as it is; rostered-limits then binds every lineup with a newcomer. On the flat a
   sheltered team gives what its counted handicap is above the limit and above the other's, whoever plays.
*  `person`: who was fielded for the other team, in an entry no later than for his own, is not eligible.
*  arena-short-time: a period counts as played short when the team was short at every moment of its play; the
   bound holds from half of the regulation periods on; a team that started short stays such a team.
*  The second `unable` gives the reason that holds. `concussion` counts with any reason, and on the bench.
*  overtime-highest: in overtime or in the interval before it, whatever was recorded when.
*  contested_by of an option: legal now and any_time are one `when`.
*  caps are listed by clause, then value. Ratings shown (removals) are the rounded ones.
*  `wanted`: the unlisted player appears now, so the past is not judged anew with him. A row without a lineup
   has null in every field but `handicap`. `removals`: ties by id.
*  A null `ineligible` in a `player` entry puts a player right.
*  A red card's place that another's lineup would need is `sit-out`, also in a lineup larger than the places.
*  unusable: alike are those with the same rating, clauses about themselves (now and at the period's end) and
   elimination, who are not in the base and last held no open place.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

Json = dict[str, Any]
Lineup = frozenset[str]
Clauses = frozenset[str]

CLAUSES = (
    "available",
    "eligible",
    "eliminated-player",
    "player-limit",
    "minus-rated",
    "disqualified",
    "p7-injured-out",
    "unable-player",
    "sit-out",
    "injured-return",
    "team-size",
    "able-player-stays",
    "double-substitution",
    "upper-limit",
    "lower-limit",
    "rostered-limits",
    "p7-cap",
    "p7-fouling-cap",
    "play-short",
    "arena-short",
    "p7-timing",
    "p7-nearest-above",
)
RANK = {clause: number for number, clause in enumerate(CLAUSES)}
READINGS = {
    "play-short": ("no-gain", "none-available"),
    "short-swap": ("on-field", "frozen"),
    "double-substitution": ("injury", "any"),
    "p7-fouling-cap": ("both", "rule-3-only"),
    "p7-received": ("goals", "difference"),
    "p7-again": ("same-steps",),
    "injured-return": ("allowed", "never"),
    "overtime-highest": ("counts", "frozen"),
    "arena-short": ("counted", "on-field"),
    "arena-short-time": ("start-only", "always"),
    "whistle-after-horn": ("foul", "any"),
}
OUTDOOR = "uspa-outdoor-2026"
SIT_OUT = 120  # seconds
FIGURES_AND_SIZE = (
    "minus-rated",
    "team-size",
    "upper-limit",
    "lower-limit",
    "rostered-limits",
    "p7-cap",
    "p7-fouling-cap",
)
OF_THE_PERIOD = ("able-player-stays", "double-substitution", "sit-out")
NONE: Clauses = frozenset()


class Impossible(Exception):
    """An entry of the journal could not have happened."""

    def __init__(self, entry: int, why: str) -> None:
        super().__init__(f"entry {entry}: {why}")
        self.entry = entry


# ---------------------------------------------------------------------------------------------- the state


@dataclass
class SitOut:
    """Two minutes to sit out: `since` in seconds of play of the match, None without a clock."""

    since: float | None
    closed: bool = False


@dataclass
class Player:
    """A teammate: what the file says of him, and what has become of him."""

    id: str
    handicap: int
    present: bool = True
    ineligible: str | None = None
    eliminated: bool = False
    known_injury: bool = False
    rostered: bool = False
    drawn: int | None = None  # the handicap at the draw
    person: str | None = None
    tainted: bool = False  # ineligible at the start
    unable: str | None = None
    concussed: bool = False
    disqualified: bool = False
    disabled: bool = False  # out by Penalty 7
    hurt_and_left: bool = False
    against_elimination: bool = False  # came in against the exception
    sit: SitOut | None = None
    figures: tuple[dict[str, int], dict[str, int]] | None = None  # counted, goals when he became unable


@dataclass
class Place:
    """A place in a team: who last played in it, since when it is open (None: it was not when play stopped)."""

    number: int
    owner: str | None = None
    opened: tuple[int, int] | None = None
    card: str | None = None  # the player whose sit-out shuts it
    red: bool = False


@dataclass
class Team:
    """A team in the match."""

    key: str
    players: dict[str, Player]
    places: list[Place]
    on: set[str] = field(default_factory=set)  # on the field, those who must leave included
    counted: int = 0  # at the last moment of play
    base: set[str] = field(default_factory=set)  # the field when play stopped, without those lost since
    last_play: set[str] = field(default_factory=set)  # the same, with them
    must_leave: list[str] = field(default_factory=list)
    hurt_now: dict[str, str] = field(default_factory=dict)  # became unable in this stoppage: reason
    kept: Clauses = NONE  # broken by the last start or substitute
    caps: list[tuple[str, int]] = field(default_factory=list)
    started_short: bool = False
    short_throughout: bool = False
    short_periods: int = 0
    fielded: dict[str, int] = field(default_factory=dict)  # the entry that first fielded a player

    def copy(self) -> Team:
        """Return a copy that may be changed."""
        return replace(
            self,
            players={key: copy.copy(player) for key, player in self.players.items()},
            places=[copy.copy(place) for place in self.places],
            on=set(self.on),
            base=set(self.base),
            last_play=set(self.last_play),
            must_leave=list(self.must_leave),
            hurt_now=dict(self.hurt_now),
            fielded=dict(self.fielded),
            caps=list(self.caps),
        )

    def holders(self) -> set[str]:
        """Return everybody on the field, those who must leave included."""
        return set(self.on)


@dataclass
class Pending:
    """A Penalty 7 awarded, nobody removed yet."""

    entry: int
    fouling: str
    fouled: str
    disabled: str
    figures: tuple[dict[str, int], dict[str, int]] | None  # counted, goals when play stopped for him
    resumed: bool = False


@dataclass
class State:
    """Where the match stands."""

    arena: bool
    event: Json
    teams: dict[str, Team]
    moment: str = "before_start"
    period: int = 0
    done: float = 0  # seconds played in the periods that are over
    clock: float | None = None
    pending: Pending | None = None
    penalties_7: int = 0
    contesting: set[int] = field(default_factory=set)
    frozen_goals: dict[str, int] | None = None
    horn: bool = False  # the 7:00 horn has sounded in this period
    whistled: bool = False  # after it, play was stopped for no foul, and not in the last regulation period

    def copy(self) -> State:
        """Return a copy that may be changed."""
        return replace(
            self,
            event=dict(self.event),
            teams={key: team.copy() for key, team in self.teams.items()},
            pending=copy.copy(self.pending),
            contesting=set(self.contesting),
        )

    @property
    def periods(self) -> int:
        return self.event["periods"]

    @property
    def length(self) -> int:
        """Return the seconds of a period."""
        if not self.arena:
            return 420
        return 450 if self.periods in (2, 4) else 300

    @property
    def full(self) -> int:
        """Return the periods of a full game."""
        return 6 if not self.arena or self.periods in (3, 6) else 4

    @property
    def in_period(self) -> bool:
        return self.moment in ("in_play", "stopped")

    @property
    def overtime(self) -> bool:
        """Tell whether a substitution now is one in overtime or in the interval before it."""
        if self.moment == "between_periods":
            return self.period >= self.periods
        return self.period > self.periods

    def other(self, team: str) -> str:
        return next(key for key in self.teams if key != team)

    def elapsed(self) -> float:
        return self.done + (self.clock or 0)

    def runs(self, sit: SitOut | None) -> bool:
        """Tell whether a sit-out still runs."""
        if sit is None or sit.closed:
            return False
        return sit.since is None or self.elapsed() - sit.since < SIT_OUT

    def rating(self, player: Player) -> int:
        """Return the handicap that counts, in half goals."""
        return self.counts(player.handicap)

    def counts(self, handicap: int) -> int:
        if not self.arena and self.event["upper_limit"] > 12:
            return handicap // 2 * 2
        return handicap

    def within(self, total: int) -> bool:
        """Tell whether a sum is within both limits."""
        lower = self.event["lower_limit"]
        return total <= self.event["upper_limit"] and (lower is None or total >= lower)

    def rating_at_draw(self, player: Player) -> int:
        return self.rating(player) if player.drawn is None else self.counts(player.drawn)

    def declared(self, key: str) -> Lineup:
        """Return the roster that the team declared by the draw, or nobody."""
        roster = [player for player in self.teams[key].players.values() if player.rostered]
        if len(roster) != (3 if self.arena else 4) or not self.within(sum(map(self.rating_at_draw, roster))):
            return frozenset()
        return frozenset(player.id for player in roster)

    def sheltered(self, key: str) -> Lineup:
        """Return the declared roster if a re-rating put it over or under the limits, or nobody."""
        roster = self.declared(key)
        players = self.teams[key].players
        return frozenset() if self.within(sum(self.rating(players[player]) for player in roster)) else roster

    def goals(self, counted: dict[str, int]) -> dict[str, int]:
        """Return each team's goals by handicap, in half goals."""
        if self.frozen_goals is not None:
            return dict(self.frozen_goals)
        goals = dict.fromkeys(counted, 0)
        if self.event["handicap_game"]:
            low = min(counted, key=lambda key: counted[key])
            apart = Fraction(max(counted.values()) - counted[low], 2)
            received = apart * Fraction(self.periods, self.full)
            whole = received.numerator // received.denominator
            goals[low] = 2 * whole + (received != whole)
            return goals
        for key in counted:
            other = self.other(key)
            if self.sheltered(key):
                goals[other] = max(0, counted[key] - max(self.event["upper_limit"], counted[other]))
        return goals


def half(goals: float) -> int:
    """Return goals of the file as half goals."""
    return round(goals * 2)


def shown(halves: int) -> float:
    """Return half goals as goals."""
    return halves // 2 if halves % 2 == 0 else halves / 2


def in_order(clauses: Iterable[str]) -> list[str]:
    return sorted(clauses, key=RANK.__getitem__)


# ------------------------------------------------------------------------------------------- the judgement


class Situation:
    """A state under certain readings, in which lineups are judged."""

    def __init__(self, state: State, override: dict[str, str], shown: dict[str, int] | None = None) -> None:
        self.state = state
        self.override = override
        self.shown = shown  # what each team counts now, where this is the end of the period
        self.memo: dict[tuple[str, str, Lineup], Any] = {}
        self.selves: dict[tuple[str, str], Clauses] = {}

    def reading(self, name: str) -> str:
        if name in self.override:
            return self.override[name]
        return self.state.event["readings"].get(name, READINGS[name][0])

    # Facts of a team

    def team(self, key: str) -> Team:
        return self.state.teams[key]

    def base(self, key: str) -> set[str]:
        """Return the lineup against which changes are judged."""
        team = self.team(key)
        return team.holders() if self.state.moment == "in_play" else team.base

    def standing(self, key: str) -> Lineup:
        """Return the lineup that would play if play went on at once."""
        team = self.team(key)
        return frozenset(team.holders() - set(team.must_leave))

    def sum(self, key: str, lineup: Iterable[str]) -> int:
        players = self.team(key).players
        return sum(self.state.rating(players[player]) for player in lineup)

    # Clauses about a player himself

    def himself(self, key: str, player: str) -> Clauses:
        """Return the clauses that bar this player."""
        if (key, player) not in self.selves:
            self.selves[key, player] = self.find_himself(key, self.team(key).players[player])
        return self.selves[key, player]

    def find_himself(self, key: str, player: Player) -> Clauses:
        state, event = self.state, self.state.event
        rating, upper = self.rating_for_event(key, player), event["upper_limit"]
        broken = set()
        if not player.present:
            broken.add("available")
        if player.ineligible is not None or player.tainted or self.fielded_elsewhere(key, player):
            broken.add("eligible")
        if player.against_elimination:
            broken.add("eliminated-player")
        if state.arena:
            if rating > upper and not event["player_above_limit_allowed"]:
                broken.add("player-limit")
            if rating < 0 and upper > 18:
                broken.add("minus-rated")
        elif upper <= 6 and rating > upper + 2:
            broken.add("player-limit")
        if player.disqualified:
            broken.add("disqualified")
        if player.disabled:
            broken.add("p7-injured-out")
        if player.unable and not (player.disqualified or player.disabled or player.concussed):
            broken.add("unable-player")
        if not player.disqualified and state.runs(player.sit):
            broken.add("sit-out")
        if player.concussed or (player.hurt_and_left and self.reading("injured-return") == "never"):
            broken.add("injured-return")
        return frozenset(broken)

    def rating_for_event(self, key: str, player: Player) -> int:
        """Return the rating by which he may play at all: at the draw, for one of a declared roster."""
        if player.drawn is not None and player.id in self.state.declared(key):
            return self.state.rating_at_draw(player)
        return self.state.rating(player)

    def fielded_elsewhere(self, key: str, player: Player) -> bool:
        """Tell whether the same person has played for the other team."""
        if player.person is None:
            return False

        def first(team: Team) -> int | None:
            entries = [number for one, number in team.fielded.items() if team.players[one].person == player.person]
            return min(entries, default=None)

        there, here = first(self.team(self.state.other(key))), first(self.team(key))
        return there is not None and (here is None or there <= here)

    # Who goes and who comes

    def newcomers(self, key: str, lineup: Lineup) -> set[str]:
        return set(lineup) - self.base(key)

    def able(self, key: str) -> Lineup:
        return frozenset(player for player in self.base(key) if not self.himself(key, player))

    def able_leavers(self, key: str, lineup: Lineup) -> set[str]:
        return {player for player in self.base(key) - lineup if not self.himself(key, player)}

    def shut(self, key: str, place: Place, lineup: Lineup) -> bool:
        """Tell whether a place is shut, or another's, for this lineup."""
        if place.card is None:
            return False
        running = self.state.runs(self.team(key).players[place.card].sit)
        kept = not place.red and place.owner not in self.base(key)  # he may have come back too early
        return running or (kept and self.state.in_period and place.card not in lineup)

    def unfillable(self, key: str, lineup: Lineup) -> int:
        """Return how many places that the lineup leaves open are shut to everybody."""
        team = self.team(key)
        return sum(
            place.card is not None and self.state.runs(team.players[place.card].sit)
            for place in team.places
            if place.owner is None or place.owner not in lineup
        )

    def free(self, key: str, lineup: Lineup) -> list[Place]:
        """Return the places whose players are not in the lineup, in the order in which newcomers take them."""
        team, base = self.team(key), self.base(key)

        def order(place: Place) -> tuple[int, int, Any]:
            owner = place.owner
            if owner is None or owner not in base:
                rank: tuple[int, Any] = (2, place.opened or (-1, place.number))
            elif not self.himself(key, owner):
                return -1, 0, owner
            elif owner in team.hurt_now:
                rank = (int(owner in team.must_leave), (list(team.hurt_now).index(owner), 0))
            else:
                rank = (3, owner)
            if place.card is None:
                return 0, *rank
            running = self.state.runs(team.players[place.card].sit)
            kept = not place.red and self.state.in_period and (owner is None or owner not in base)
            return 2 if running else int(kept), *rank

        return sorted((place for place in team.places if place.owner is None or place.owner not in lineup), key=order)

    def seats(self, key: str) -> dict[str, Place]:
        """Say who is in which place: his own, or one of those that would be free if play went on at once."""
        team = self.team(key)
        seats = {place.owner: place for place in team.places if place.owner in team.on and place.owner is not None}
        staying = frozenset(team.on - (set(team.must_leave) & team.base))
        others = sorted(player for player in staying if player not in seats)
        seats.update(zip(others, self.free(key, staying), strict=False))
        return seats

    def is_free(self, key: str, player: str) -> bool:
        """Tell whether the place of a player who became unable is still his."""
        team = self.team(key)
        if player in team.on:
            return True
        staying = frozenset(team.on - (set(team.must_leave) & self.base(key)))
        free = self.free(key, staying)
        owners = {place.owner for place in team.places}
        count = sum(one not in owners for one in staying)
        return any(place.owner == player for place in free[count:])

    def frozen_sum(self, key: str, lineup: Lineup) -> int:
        """Return the sum with the handicaps of those whose places stay open, measured from the last moment of play."""
        owners = {place.owner for place in self.team(key).places}
        count = sum(player not in owners for player in lineup)
        missing = [place.owner for place in self.free(key, lineup)[count:]]
        return self.sum(key, lineup) + self.sum(key, [player for player in missing if player is not None])

    def sum_for_limit(self, key: str, lineup: Lineup) -> int:
        if self.reading("short-swap") == "frozen" and self.state.moment != "before_start":
            return self.frozen_sum(key, lineup)
        return self.sum(key, lineup)

    def counted(self, key: str, lineup: Lineup | None = None) -> int:
        """Return the counted handicap with this lineup, or as it stands."""
        if lineup is None:
            lineup = self.standing(key)
        if self.state.moment == "before_start":
            return self.sum(key, lineup)
        counted = self.team(key).counted
        if not self.newcomers(key, lineup):
            return counted
        if self.state.overtime and self.reading("overtime-highest") == "frozen":
            return counted
        return max(counted, self.sum_for_limit(key, lineup))

    def counted_both(self) -> dict[str, int]:
        return {key: self.counted(key) for key in self.state.teams}

    def figures(self, key: str, lineup: Lineup) -> Json:
        """Return counted handicap, goals and score change (half goals) with this lineup."""
        memo = ("figures", key, lineup)
        if memo not in self.memo:
            self.memo[memo] = self.find_figures(key, lineup)
        return self.memo[memo]

    def find_figures(self, key: str, lineup: Lineup) -> Json:
        counted = self.counted(key, lineup)
        if self.state.moment == "before_start":
            return {"counted": counted, "goals": None, "change": None}
        both = self.shown or self.counted_both()
        before = self.state.goals(both)
        after = self.state.goals({**both, key: counted})
        return {"counted": counted, "goals": after, "change": {team: after[team] - before[team] for team in after}}

    # Judging a lineup

    def broken(self, key: str, lineup: Lineup) -> Clauses:
        """Return every clause that the lineup breaks as a proposal."""
        memo = ("all", key, lineup)
        if memo not in self.memo:
            broken = self.broken_but_short(key, lineup)
            if self.plays_short_wrongly(key, lineup):
                broken |= {"play-short"}
            self.memo[memo] = broken
        return self.memo[memo]

    def broken_but_short(self, key: str, lineup: Lineup) -> Clauses:
        """Return every clause broken, `play-short` aside."""
        memo = ("but-short", key, lineup)
        if memo not in self.memo:
            broken = self.recorded(key, lineup)
            if self.arena_short(key, lineup):
                broken |= {"arena-short"}
            self.memo[memo] = broken
        return self.memo[memo]

    def recorded(self, key: str, lineup: Lineup) -> Clauses:
        """Return the clauses that a recorded substitution breaks: all but play-short and arena-short."""
        memo = ("recorded", key, lineup)
        if memo not in self.memo:
            self.memo[memo] = self.find_recorded(key, lineup)
        return self.memo[memo]

    def find_recorded(self, key: str, lineup: Lineup) -> Clauses:
        broken = set(self.without_team_size(key, lineup))
        if self.wrong_size(key, lineup):
            broken.add("team-size")
        return frozenset(broken)

    def wrong_size(self, key: str, lineup: Lineup) -> bool:
        places = len(self.team(key).places)
        if len(lineup) > places:
            return True
        if self.state.moment != "before_start":
            return len(self.newcomers(key, lineup)) < len(self.able_leavers(key, lineup))
        if len(lineup) == places:
            return False
        return not self.state.arena or self.somebody_at_hand(key, lineup)

    def somebody_at_hand(self, key: str, lineup: Lineup) -> bool:
        """Tell whether a player could be added to a short start."""
        return any(
            not self.without_team_size(key, lineup | {player})
            for player in self.team(key).players
            if player not in lineup
        )

    def without_team_size(self, key: str, lineup: Lineup) -> Clauses:
        memo = ("without-team-size", key, lineup)
        if memo not in self.memo:
            self.memo[memo] = self.find_without_team_size(key, lineup)
        return self.memo[memo]

    def find_without_team_size(self, key: str, lineup: Lineup) -> Clauses:
        state, event, team = self.state, self.state.event, self.team(key)
        broken: set[str] = set()
        start = state.moment == "before_start"
        newcomers = self.newcomers(key, lineup)

        for player in lineup:
            himself = self.himself(key, player)
            if team.players[player].eliminated and player in newcomers:
                himself -= {"eliminated-player"}  # judged anew, with the lineup
            broken |= himself
        if self.against_elimination(key, lineup):
            broken.add("eliminated-player")

        if self.too_many_minus(key, lineup):
            broken.add("minus-rated")

        if not start:
            shut = sum(self.shut(key, place, lineup) for place in team.places)
            if shut and len(lineup) > len(team.places) - shut:
                broken.add("sit-out")

        if state.in_period:
            leavers = self.able_leavers(key, lineup)
            if leavers and not team.hurt_now:
                broken.add("able-player-stays")
            elif leavers:
                reasons = {"injury"}
                if self.reading("double-substitution") == "any":
                    reasons |= {"illness", "exhaustion"}
                allowed = reasons & set(team.hurt_now.values())
                if len(leavers) > 1 or len(newcomers) < 2 or not allowed:
                    broken.add("double-substitution")

        sheltered = state.sheltered(key)
        if newcomers:
            if self.sum_for_limit(key, lineup) > event["upper_limit"] and not (start and lineup == sheltered):
                broken.add("upper-limit")
            if sheltered and not start and not state.within(self.sum(key, lineup)):
                broken.add("rostered-limits")
            for clause, value in self.caps(key):
                if self.sum(key, lineup) > value:
                    broken.add(clause)
        low = event["lower_limit"] is not None and self.sum(key, lineup) < event["lower_limit"]
        if start and low and lineup != sheltered:
            broken.add("lower-limit")
        return frozenset(broken)

    def somebody_in_anothers_place(self, key: str, lineup: Lineup) -> bool:
        """Tell whether a shut or kept place is taken, and not only by those who sit out themselves."""
        team = self.team(key)
        shut = sum(self.shut(key, place, lineup) for place in team.places)
        back = sum("sit-out" in self.himself(key, player) for player in lineup)
        return len(lineup) - back > len(team.places) - shut

    def too_many_minus(self, key: str, lineup: Lineup) -> bool:
        if self.state.arena:
            return False
        players = self.team(key).players
        minus = [player for player in lineup if self.rating_for_event(key, players[player]) < 0]
        return len(minus) > (2 if self.state.event["upper_limit"] <= 12 else 1)

    def caps(self, key: str) -> list[tuple[str, int]]:
        """Return the team's caps as bounds on its own field."""
        caps = self.team(key).caps
        if self.reading("p7-fouling-cap") == "rule-3-only":
            caps = [cap for cap in caps if cap[0] != "p7-fouling-cap"]
        return sorted(caps, key=lambda cap: (RANK[cap[0]], cap[1]))

    def eliminated_newcomers(self, key: str, lineup: Lineup) -> set[str]:
        players = self.team(key).players
        return {player for player in self.newcomers(key, lineup) if players[player].eliminated}

    def against_elimination(self, key: str, lineup: Lineup) -> bool:
        """Tell whether eliminated players come in against the exception."""
        eliminated = self.eliminated_newcomers(key, lineup)
        if not eliminated:
            return False
        if self.state.moment == "before_start":
            return True
        team = self.team(key)
        hurt_places = 0
        for place in team.places:
            owner = place.owner
            if owner is None or owner in lineup or owner in self.able(key):
                continue
            if place.card is not None and self.state.runs(team.players[place.card].sit):
                continue
            person = team.players[owner]
            hurt_places += person.unable == "injury" and not person.known_injury
        if len(eliminated) > hurt_places:
            return True
        others = len(self.newcomers(key, lineup)) - len(eliminated)
        if others < len(self.able_leavers(key, lineup)):
            return True
        return any(
            player not in lineup and self.could_come_alone(key, player)
            for player, person in team.players.items()
            if not person.eliminated
        )

    def could_come_alone(self, key: str, player: str) -> bool:
        memo = ("alone", key, frozenset({player}))
        if memo not in self.memo:
            able = self.able(key)
            self.memo[memo] = player not in able and not self.recorded(key, able | {player})
        return self.memo[memo]

    def plays_short_wrongly(self, key: str, lineup: Lineup) -> bool:
        """Tell whether `play-short` is broken."""
        if self.state.moment == "before_start":
            return False
        team = self.team(key)
        if len(lineup) >= len(team.places) - self.unfillable(key, lineup):
            return False
        if self.reading("play-short") == "no-gain" and self.sum(key, lineup) <= self.counted(key, lineup):
            return False
        return any(not self.broken_but_short(key, lineup | {player}) for player in team.players if player not in lineup)

    def arena_short(self, key: str, lineup: Lineup) -> bool:
        """Tell whether `arena-short` is broken."""
        state, event, team = self.state, self.state.event, self.team(key)
        if not state.arena or state.moment == "before_start" or len(lineup) >= len(team.places):
            return False
        if self.reading("arena-short") == "on-field":
            total = self.sum(key, lineup)
            if total > event["upper_limit"]:
                return True
            if event["lower_limit"] is not None and total < event["lower_limit"]:
                return True
        bound = team.started_short or self.reading("arena-short-time") == "always"
        return bound and 2 * team.short_periods >= state.periods

    def as_it_stands(self, key: str) -> Clauses:
        """Return what the lineup on the field breaks, nobody having to leave."""
        event, team = self.state.event, self.team(key)
        lineup = self.standing(key)
        broken = set().union(*(self.himself(key, player) for player in lineup))
        if self.plays_short_wrongly(key, lineup):
            broken.add("play-short")
        total = self.sum(key, lineup)
        still = {
            "minus-rated": self.too_many_minus(key, lineup),
            "team-size": len(lineup) < len(team.places),
            "upper-limit": self.sum_for_limit(key, lineup) > event["upper_limit"],
            "lower-limit": event["lower_limit"] is not None and total < event["lower_limit"],
            "rostered-limits": not self.state.within(total),
            "p7-cap": any(clause == "p7-cap" and total > value for clause, value in self.caps(key)),
            "p7-fouling-cap": any(clause == "p7-fouling-cap" and total > value for clause, value in self.caps(key)),
        }
        for clause in team.kept:
            if clause in OF_THE_PERIOD or (clause in FIGURES_AND_SIZE and still[clause]):
                broken.add(clause)
        return frozenset(broken)

    def is_standing(self, key: str, lineup: Lineup) -> bool:
        """Tell whether this is the lineup on the field, nobody obliged to leave it."""
        return bool(lineup) and not self.team(key).must_leave and lineup == self.standing(key)

    def answer(self, key: str, lineup: Lineup) -> Clauses:
        """Return what this lineup breaks, the one on the field being judged as it stands."""
        if self.is_standing(key, lineup):
            return self.as_it_stands(key)
        return self.broken(key, lineup)

    def kind(self, key: str, lineup: Lineup) -> str:
        state, team = self.state, self.team(key)
        holders = team.holders()
        if state.moment == "before_start":
            return "start"
        if not lineup - holders:
            return "short"
        if state.moment == "between_periods":
            return "break"
        if all(player not in team.must_leave and self.himself(key, player) for player in holders - lineup):
            return "fill"
        return "double" if self.able_leavers(key, lineup) else "single"

    def when(self, key: str, lineup: Lineup) -> str:
        """Return the `when` of a lineup that is legal at this moment."""
        if self.state.moment == "in_play":
            return "any_time"
        if self.state.moment == "stopped" and not self.is_standing(key, lineup):
            return "any_time" if self.kind(key, lineup) == "fill" else "now"
        return "now"


# ----------------------------------------------------------------------------------------------- the fold


class Fold:
    """Follows the journal of a match under certain readings, and keeps the breaches."""

    def __init__(self, match: Json, override: dict[str, str] | None = None) -> None:
        self.override = override or {}
        self.number = -1
        self.arena = match["rules"] != OUTDOOR
        self.breaches: list[Json] = []
        event = {
            "lower_limit": None,
            "handicap_game": True,
            "periods": 4 if self.arena else 6,
            "player_above_limit_allowed": False,
            "readings": {},
        }
        self.state = State(self.arena, self.with_event(event, match["event"], -1), {})
        size = 3 if self.arena else 4
        for key, team in match["teams"].items():
            players = {player["id"]: self.with_player(None, player, -1) for player in team["players"]}
            self.state.teams[key] = Team(key, players, [Place(number) for number in range(size)])
        journal = match.get("journal") or []
        struck = self.struck(journal)
        for number, entry in enumerate(journal):
            if number not in struck:
                self.number = number
                self.apply(entry)

    def copy_at(self, state: State) -> Fold:
        """Return a fold that goes on from a copy of a state."""
        fold = copy.copy(self)
        fold.state, fold.breaches, fold.number = state.copy(), [], 1_000_000
        return fold

    # Reading the file

    def impossible(self, why: str, number: int | None = None) -> Impossible:
        return Impossible(self.number if number is None else number, why)

    def with_event(self, event: Json, changes: Json, number: int) -> Json:
        event = dict(event)
        for name, value in changes.items():
            if name in ("upper_limit", "lower_limit"):
                event[name] = None if value is None else half(value)
            elif name == "readings":
                event[name] = {**event[name], **(value or {})}
            else:
                event[name] = value
        if event["lower_limit"] is not None and event["lower_limit"] > event["upper_limit"]:
            raise Impossible(number, "the lower limit is above the upper one")
        if self.arena and event["periods"] not in (2, 3, 4, 6):
            raise Impossible(number, "no such number of periods in the arena")
        return event

    def with_player(self, player: Player | None, changes: Json, number: int) -> Player:
        if player is None:
            if "handicap" not in changes:
                raise Impossible(number, "a new player needs a handicap")
            player = Player(changes["id"], 0)
        for name, value in changes.items():
            if name == "handicap":
                player.handicap = half(value)
            elif name == "present":
                player.present = value
            elif name == "ineligible":
                player.ineligible = value
            elif name == "eliminated_from_event":
                player.eliminated = value
                player.against_elimination = player.against_elimination and value
            elif name == "known_injury":
                player.known_injury = value
            elif name == "rostered":
                player.rostered = value
            elif name == "handicap_at_draw":
                player.drawn = half(value)
            elif name == "person":
                player.person = value
        return player

    def struck(self, journal: list[Json]) -> set[int]:
        """Return the numbers of the entries that did not happen."""
        struck: set[int] = set()
        for number in reversed(range(len(journal))):
            if number not in struck and journal[number]["entry"] == "strike":
                target = journal[number]["number"]
                if not 0 <= target < number:
                    raise Impossible(number, "there is no such entry before this one")
                struck.add(target)
        return struck

    # Helpers

    def situation(self) -> Situation:
        return Situation(self.state, self.override)

    def judging(self) -> Situation:
        """Return the situation in which lineups are judged: where a whistle has ended the period, after it."""
        if not self.is_over_by_whistle():
            return self.situation()
        later = self.copy_at(self.state)
        later.apply_end_period({})
        return later.situation()

    def is_over_by_whistle(self) -> bool:
        """Tell whether by the reading the whistle has ended the period, whose end is not recorded yet."""
        value = Situation(self.state, self.override).reading("whistle-after-horn")
        return self.state.whistled and value == "any"

    def whistle(self) -> None:
        """Note that play was stopped for no foul."""
        state = self.state
        state.whistled = state.horn and state.period != state.periods

    def team(self, entry: Json) -> Team:
        if entry["team"] not in self.state.teams:
            raise self.impossible("no such team")
        return self.state.teams[entry["team"]]

    def player(self, team: Team, key: str) -> Player:
        if key not in team.players:
            raise self.impossible(f"no such player: {key}")
        return team.players[key]

    def need(self, *moments: str) -> None:
        if self.state.moment not in moments:
            raise self.impossible(f"not at this moment: {self.state.moment}")

    def breach(self, team: str, clauses: Iterable[str]) -> None:
        clauses = in_order(clauses)
        if clauses:
            self.breaches.append({"entry": self.number, "team": team, "clauses": clauses})

    def freeze(self) -> None:
        """Remember who was on the field when play stopped."""
        for team in self.state.teams.values():
            team.base, team.last_play, team.hurt_now = team.holders(), team.holders(), {}

    def take_off(self, team: Team, player: str) -> None:
        """Take a player off the field."""
        team.on.discard(player)
        if player in team.must_leave:
            team.must_leave.remove(player)
        person = team.players[player]
        if person.unable == "injury":
            person.hurt_and_left = True
        if person.id not in team.base or self.state.moment == "in_play":
            person.against_elimination = False

    def lose(self, team: Team, player: str) -> Place:
        """Take a player off the field who leaves otherwise than by a substitution; return the place that he had."""
        place = self.situation().seats(team.key)[player]
        team.base -= {player, place.owner or player}
        if place.opened is None:
            place.opened = (self.number, 0)
        self.take_off(team, player)
        team.players[player].against_elimination = False
        self.played()
        pending = self.state.pending
        if pending is not None and (pending.fouled, pending.disabled) == (team.key, player):
            self.end_pending_if_replaced(self.state.moment)
        return place

    def settle(self, team: Team, lineup: Lineup, free: list[Place]) -> None:
        """Let the newcomers have the free places in their order, and note which stay open."""
        owners = {place.owner for place in team.places}
        came = sorted(player for player in lineup if player not in owners)
        for place in team.places:
            if place.owner in lineup:
                place.opened = None
        for player, place in zip(came, free, strict=False):
            place.owner, place.opened = player, None
        for order, place in enumerate(free[len(came) :]):
            if place.opened is None:
                place.opened = (self.number, order)

    def played(self) -> None:
        """Write down whose cards are over, if play is going on."""
        if self.state.moment != "in_play":
            return
        for team in self.state.teams.values():
            for place in team.places:
                if place.owner not in team.on or place.card is None:
                    continue
                if not (place.card == place.owner and self.state.runs(team.players[place.card].sit)):
                    place.card = None
            if len(team.on) == len(team.places):
                team.short_throughout = False

    def play_on(self) -> None:
        """Let play go on: those who must leave are gone, what was recorded holds."""
        situation = self.situation()
        for key in self.state.teams:
            self.breach(key, {"play-short"} if self.short_at_resumption(situation, key) else ())
        counted = situation.counted_both()
        for key, team in self.state.teams.items():
            team.counted = counted[key]
            lineup = situation.standing(key)
            self.settle(team, lineup, situation.free(key, lineup))
        for team in self.state.teams.values():
            for player in list(team.must_leave):
                self.take_off(team, player)
            for person in team.players.values():
                if person.id not in team.on:
                    person.against_elimination = False
            team.base, team.last_play, team.hurt_now = set(), set(), {}
        if self.state.pending is not None:
            self.state.pending.resumed = True
            self.end_pending_if_replaced("in_play")

    def end_pending_if_replaced(self, moment: str) -> None:
        """End the pending Penalty 7 if the disabled player's place is taken, or he has come back."""
        pending = self.state.pending
        if pending is None or self.override:
            return
        team = self.state.teams[pending.fouled]
        before, self.state.moment = self.state.moment, moment
        back = pending.disabled in team.on and pending.disabled not in team.must_leave
        if back or not self.situation().is_free(team.key, pending.disabled):
            self.end_pending()
        self.state.moment = before

    def short_at_resumption(self, situation: Situation, key: str) -> bool:
        return situation.plays_short_wrongly(key, situation.standing(key))

    # The entries

    def apply(self, entry: Json) -> None:
        """Apply one entry."""
        clock = entry.get("clock")
        if clock is not None and self.state.in_period and entry["entry"] not in ("start_period", "clock_correction"):
            self.set_clock(clock)
        self.played()
        getattr(self, "apply_" + entry["entry"])(entry)
        if clock is not None and entry["entry"] in ("start", "start_period"):
            self.set_clock(clock)
        self.played()

    def set_clock(self, clock: float) -> None:
        if self.state.clock is not None and clock < self.state.clock:
            raise self.impossible("the clock runs backwards")
        self.state.clock = clock

    def apply_start(self, entry: Json) -> None:
        self.need("before_start")
        state = self.state
        if set(entry["lineups"]) != set(state.teams):
            raise self.impossible("a lineup for each team")
        for key, team in state.teams.items():
            lineup = entry["lineups"][key]
            for player in lineup:
                self.player(team, player)
            if not lineup or len(lineup) > len(team.places) or len(set(lineup)) < len(lineup):
                raise self.impossible("not a lineup")
        for key, team in state.teams.items():
            team.fielded = dict.fromkeys(entry["lineups"][key], self.number)
        situation = self.situation()
        for key, team in state.teams.items():
            lineup = frozenset(entry["lineups"][key])
            team.kept = situation.recorded(key, lineup)
            self.breach(key, team.kept)
            for player in situation.eliminated_newcomers(key, lineup):
                team.players[player].against_elimination = True
            team.counted = situation.sum(key, lineup)
            team.on = set(lineup)
            for number, place in enumerate(team.places):
                place.owner = entry["lineups"][key][number] if number < len(lineup) else None
                place.opened = (-1, number) if place.owner is None else None
            team.started_short = team.short_throughout = len(lineup) < len(team.places)
            for player in team.players.values():
                player.tainted = player.ineligible not in (None, "equipment")
        state.moment, state.period, state.clock = "in_play", 1, None

    def apply_stop(self, entry: Json) -> None:
        self.need("in_play")
        self.freeze()
        self.state.moment = "stopped"
        self.whistle()

    def apply_resume(self, entry: Json) -> None:
        self.need("stopped")
        self.play_on()
        self.state.moment, self.state.whistled = "in_play", False

    def apply_end_period(self, entry: Json) -> None:
        self.need("in_play", "stopped")
        state = self.state
        played = entry.get("clock")
        if played is None:
            played = max(state.length, state.clock or 0)
        if state.moment == "in_play":
            state.clock = played
            self.played()
            self.freeze()
        state.done, state.clock, state.moment = state.done + played, None, "between_periods"
        state.horn = state.whistled = False
        for team in state.teams.values():
            team.short_periods += team.short_throughout
            team.kept -= set(OF_THE_PERIOD)

    def apply_start_period(self, entry: Json) -> None:
        self.need("between_periods")
        self.play_on()
        self.state.moment, self.state.period, self.state.clock = "in_play", self.state.period + 1, None
        for team in self.state.teams.values():
            team.short_throughout = len(team.holders()) < len(team.places)

    def apply_goal(self, entry: Json) -> None:
        self.team(entry)
        self.need("in_play", "stopped", "between_periods")

    def apply_unable(self, entry: Json) -> None:
        state, team = self.state, self.team(entry)
        player, reason = self.player(team, entry["player"]), entry["reason"]
        on_field = player.id in team.holders()
        if reason == "quit" and not on_field:
            raise self.impossible("he is not on the field")
        if on_field:
            if state.moment == "in_play" and reason != "quit":
                self.freeze()
                state.moment = "stopped"
                self.whistle()
            if reason != "quit":
                player.figures = self.figures_now()
        player.concussed = player.concussed or bool(entry.get("concussion"))
        if reason == "quit":  # one who was hurt and then quits has left the field injured
            team.hurt_now.pop(player.id, None)
            self.lose(team, player.id)
        player.unable = reason
        if on_field and reason != "quit":
            team.hurt_now[player.id] = reason
            if player.id not in team.must_leave:
                team.must_leave.append(player.id)

    def figures_now(self) -> tuple[dict[str, int], dict[str, int]]:
        """Return the counted handicaps of the last moment of play, and the goals by handicap."""
        counted = {key: team.counted for key, team in self.state.teams.items()}
        return counted, self.state.goals(counted)

    def apply_recovered(self, entry: Json) -> None:
        team = self.team(entry)
        player = self.player(team, entry["player"])
        if player.unable is None:
            raise self.impossible("he is not unable")
        if player.concussed:
            self.breach(team.key, ["injured-return"])
            return
        player.unable = player.figures = None
        if player.id in team.must_leave:
            team.must_leave.remove(player.id)
        team.hurt_now.pop(player.id, None)
        pending = self.state.pending
        if pending and not pending.resumed and (pending.fouled, pending.disabled) == (team.key, player.id):
            self.end_pending()

    def end_pending(self) -> None:
        """End the pending Penalty 7 without a removal: it contests nothing."""
        if self.state.pending is not None:
            self.state.contesting.discard(self.state.pending.entry)
            self.state.pending = None

    def apply_card(self, entry: Json) -> None:
        team = self.team(entry)
        player = self.player(team, entry["player"])
        if player.id not in team.holders():
            raise self.impossible("he is not on the field")
        player.sit = SitOut(self.state.elapsed() if entry.get("clock") is not None else None)
        if entry["kind"] == "red":
            player.disqualified = True
        place = self.lose(team, player.id)
        place.card, place.red = player.id, entry["kind"] == "red"

    def apply_sit_out_over(self, entry: Json) -> None:
        team = self.team(entry)
        player = self.player(team, entry["player"])
        if player.sit is None or player.sit.closed:
            raise self.impossible("he sits out nothing")
        player.sit.closed = True

    def apply_arrived(self, entry: Json) -> None:
        player = self.player(self.team(entry), entry["player"])
        if player.present:
            raise self.impossible("he is here")
        player.present = True

    def apply_left(self, entry: Json) -> None:
        team = self.team(entry)
        player = self.player(team, entry["player"])
        player.present = False
        if player.id in team.holders():
            self.lose(team, player.id)

    def apply_penalty_7(self, entry: Json) -> None:
        state = self.state
        if entry["against"] not in state.teams:
            raise self.impossible("no such team")
        team = state.teams[state.other(entry["against"])]
        player = self.player(team, entry["disabled"])
        if player.unable is None:
            raise self.impossible("he is not unable")
        if not self.override and not self.situation().is_free(team.key, player.id):
            raise self.impossible("his place is taken")
        if team.hurt_now.get(player.id) != "injury" or player.unable != "injury":
            self.breach(team.key, ["p7-timing"])
        short = any(len(one.on) < len(one.places) for one in state.teams.values())
        if state.penalties_7 or short:
            state.contesting.add(self.number)
        state.penalties_7 += 1
        state.pending = Pending(self.number, entry["against"], team.key, player.id, player.figures)

    def apply_designate(self, entry: Json) -> None:
        pending = self.state.pending
        if pending is None:
            raise self.impossible("no Penalty 7 is pending")
        fouling = self.state.teams[pending.fouling]
        removed = self.player(fouling, entry["player"])
        if removed.id not in fouling.holders() or removed.id in fouling.must_leave:
            raise self.impossible("he is not on the field, or must leave it")
        broken = set()
        if pending.resumed:
            broken.add("p7-timing")
        if removed.id not in self.situation_candidates():
            broken.add("p7-nearest-above")
        self.breach(pending.fouled, broken)
        self.remove(removed.id)

    def situation_candidates(self) -> list[str]:
        """Return whom the fouled team's captain may name."""
        state, pending = self.state, self.state.pending
        assert pending is not None
        disabled = state.rating(state.teams[pending.fouled].players[pending.disabled])
        fouling = state.teams[pending.fouling]
        ratings = {
            player: state.rating(fouling.players[player])
            for player in sorted(fouling.holders())
            if player not in fouling.must_leave
        }
        above = [rating for rating in ratings.values() if rating > disabled]
        if not above:
            return list(ratings)
        return [player for player, rating in ratings.items() if rating == min(above)]

    def remove(self, removed: str) -> None:
        """Carry out the removal under the pending Penalty 7."""
        state, pending = self.state, self.state.pending
        assert pending is not None
        state.pending = None
        fouled, fouling = state.teams[pending.fouled], state.teams[pending.fouling]
        disabled = fouled.players[pending.disabled]
        counted, goals = pending.figures or self.figures_now()

        disabled.hurt_and_left = disabled.hurt_and_left or disabled.unable == "injury"
        for team, player in ((fouled, disabled.id), (fouling, removed)):
            if player in team.on:
                place = self.lose(team, player)
            else:
                free = self.situation().free(team.key, frozenset(team.on))
                place = next((place for place in team.places if place.owner == player), (free or team.places)[0])
                team.base.discard(player)
            team.places.remove(place)
        disabled.disabled = True

        if state.frozen_goals is None:
            state.frozen_goals = dict(goals)
        situation = self.situation()
        received = state.frozen_goals
        if situation.reading("p7-received") == "difference":
            received = {key: max(counted.values()) - counted[key] for key in counted}
            if not state.event["handicap_game"]:
                received = dict.fromkeys(counted, 0)
        on_field = {key: situation.sum(key, team.holders()) for key, team in state.teams.items()}
        cap = max(on_field[key] + received[key] for key in on_field)
        for key, team in state.teams.items():
            team.caps.append(("p7-cap", cap - received[key]))
        if not state.arena:
            fouling.caps.append(("p7-fouling-cap", on_field[fouling.key]))
        self.played()

    def apply_substitute(self, entry: Json) -> None:
        state, team = self.state, self.team(entry)
        self.need("in_play", "stopped", "between_periods")
        out, came = entry.get("out") or [], entry.get("in") or []
        for player in [*out, *came]:
            self.player(team, player)
        holders = team.holders()
        if len(set(out)) < len(out) or len(set(came)) < len(came):
            raise self.impossible("named twice")
        if not set(out) <= holders or set(came) & holders:
            raise self.impossible("out is not on the field, or in is on it")
        if len(holders) - len(out) + len(came) > len(team.places):
            raise self.impossible("more than the places")

        lineup = frozenset((holders - set(out) - set(team.must_leave)) | set(came))
        before = self.situation()
        if state.moment == "in_play":  # a stoppage's base stays what it was; in play it is the field before
            team.kept = before.recorded(team.key, lineup)
            newcomers = before.eliminated_newcomers(team.key, lineup)
            against = before.against_elimination(team.key, lineup)
            team.counted = before.counted(team.key, lineup)
        anothers = before.somebody_in_anothers_place(team.key, lineup)  # asked while nobody has the place yet
        free = before.free(team.key, lineup)
        for player in out:
            self.take_off(team, player)
        team.on |= set(came)
        for player in came:
            team.fielded.setdefault(player, self.number)
        if state.moment == "in_play":
            self.settle(team, lineup, free)
        else:
            after = self.judging()
            team.kept = after.recorded(team.key, lineup)
            newcomers = after.eliminated_newcomers(team.key, lineup)
            against = after.against_elimination(team.key, lineup)
        self.breach(team.key, team.kept)
        if not (anothers if state.moment == "in_play" else after.somebody_in_anothers_place(team.key, lineup)):
            team.kept -= {"sit-out"}
        for player in newcomers:
            team.players[player].against_elimination = against
        if state.pending is not None and state.pending.fouled == team.key:
            self.end_pending_if_replaced(state.moment)

    def apply_player(self, entry: Json) -> None:
        team, changes = self.team(entry), entry["player"]
        team.players[changes["id"]] = self.with_player(team.players.get(changes["id"]), changes, self.number)

    def apply_event(self, entry: Json) -> None:
        self.state.event = self.with_event(self.state.event, entry["set"], self.number)

    def apply_horn(self, entry: Json) -> None:
        if entry["which"] == "warning":
            self.need("before_start", "between_periods")
            return
        self.need("in_play", "stopped")
        if entry["which"] == "first" and not self.arena:
            self.state.horn = True

    def apply_ball_out(self, entry: Json) -> None:
        self.need("in_play")
        if "team" in entry:
            self.team(entry)

    def apply_ball_in(self, entry: Json) -> None:
        self.need("in_play")

    def apply_penalty(self, entry: Json) -> None:
        self.team({"team": entry["against"]})
        self.need("in_play", "stopped", "between_periods")
        if self.state.moment == "in_play":
            self.freeze()
            self.state.moment = "stopped"

    def apply_clock_correction(self, entry: Json) -> None:
        self.need("in_play", "stopped")
        self.state.clock = entry["clock"]
        if entry["clock"] < self.state.length:
            self.state.horn = False

    def apply_strike(self, entry: Json) -> None:
        """Nothing: the struck entry has been passed over."""


# ---------------------------------------------------------------------------------------------- the answers


class Answers:
    """A match at the moment of asking, under certain readings."""

    def __init__(self, match: Json, clock: float | None, override: dict[str, str] | None = None) -> None:
        self.fold = Fold(match, override)
        state = self.fold.state
        if clock is not None and state.in_period:
            state.clock = max(clock, state.clock or 0)
        self.now = self.fold.judging()
        self.end: Situation | None = None
        if state.in_period:
            later = self.fold.copy_at(state)
            later.apply_end_period({})
            self.end = Situation(later.state, later.override, self.now.counted_both())

    def moments(self) -> Iterator[tuple[str, Situation]]:
        yield "now", self.now
        if self.end is not None and not self.fold.is_over_by_whistle():
            yield "period_end", self.end

    def at(self, name: str) -> Situation:
        """Return the situation of a moment; at the period's end also where that is now."""
        return self.now if name == "now" or self.end is None else self.end

    def left(self, at_end: bool) -> Fraction:
        """Return the regulation periods still to play."""
        state = self.fold.state
        left = Fraction(max(0, state.periods - state.period))
        if not at_end and state.in_period and state.period <= state.periods:
            part = Fraction(1)
            if state.clock is not None:
                part = max(Fraction(0), 1 - Fraction(state.clock) / state.length)
            left += part
        return left

    def net_goals(self, key: str, lineup: Lineup, situation: Situation) -> Fraction | None:
        state = self.fold.state
        if state.moment == "before_start":
            return None
        team = state.teams[key]
        last = team.holders() if state.moment == "in_play" else team.last_play
        change = situation.figures(key, lineup)["change"]
        apart = situation.sum(key, lineup) - self.now.sum(key, last)
        rest = self.left(situation is self.end) / state.full
        return (apart * rest + change[key] - change[state.other(key)]) / 2

    def order(self, key: str, lineup: Lineup, situation: Situation) -> tuple[Any, ...]:
        """Return the key by which lineups are ranked, the best first."""
        net = self.net_goals(key, lineup, situation)
        if net is None:
            return -situation.sum(key, lineup), sorted(lineup)
        holders = self.now.team(key).holders()
        return -net, len(lineup ^ holders), sorted(lineup)

    def options(self, key: str, situation: Situation) -> list[Lineup]:
        """Return every legal option, the best first."""
        return sorted(legal_options(key, situation), key=lambda lineup: self.order(key, lineup, situation))


def legal_options(key: str, situation: Situation) -> list[Lineup]:
    """Return every legal option."""
    team = situation.team(key)
    able = [
        player
        for player in team.players
        if player not in team.must_leave and not (situation.himself(key, player) - {"eliminated-player"})
    ]
    return [
        lineup
        for size in range(1, len(team.places) + 1)
        for lineup in map(frozenset, combinations(able, size))
        if not situation.is_standing(key, lineup) and not situation.broken(key, lineup)
    ]


class Asked:
    """A question about a match: the answers under its readings and under each other value of one."""

    def __init__(self, match: Json, clock: float | None = None) -> None:
        self.match, self.clock = match, clock
        self.answers = Answers(match, clock)
        self.others: dict[str, Answers] = {}

    def alternatives(self) -> Iterator[tuple[str, Answers]]:
        for name, override in other_readings(self.answers.fold):
            if name not in self.others:
                self.others[name] = Answers(self.match, self.clock, override)
            yield name, self.others[name]

    def contested(self, names: Iterable[str]) -> list[str]:
        """Return the names in the order of the table, p7-again added where it contests."""
        names = set(names)
        if self.answers.fold.state.contesting:
            names.add("p7-again")
        return [name for name in READINGS if name in names]


def other_readings(fold: Fold) -> Iterator[tuple[str, dict[str, str]]]:
    """Give each reading's other value, one at a time."""
    now = fold.situation()
    for name, values in READINGS.items():
        if name.startswith("arena") and not fold.arena:
            continue
        for value in values:
            if value != now.reading(name):
                yield name, {name: value}


def goals_json(goals: dict[str, int] | None) -> Json | None:
    return None if goals is None else {key: shown(value) for key, value in goals.items()}


def net_json(net: Fraction | None) -> float | None:
    return None if net is None else float(round(net, 2))


def figures_json(situation: Situation, key: str, lineup: Lineup) -> Json:
    figures = situation.figures(key, lineup)
    return {
        "field_handicap": shown(situation.sum(key, lineup)),
        "counted_handicap": shown(figures["counted"]),
        "handicap_goals": goals_json(figures["goals"]),
        "score_change": goals_json(figures["change"]),
    }


def option_json(asked: Asked, key: str, lineup: Lineup, name: str, situation: Situation) -> Json:
    holders = asked.answers.now.team(key).holders()
    contested = []
    own = situation.figures(key, lineup)
    for reading, other in asked.alternatives():
        there = other.at(name)
        figures = there.figures(key, lineup)
        same = figures["counted"] == own["counted"] and figures["change"] == own["change"]
        if there.answer(key, lineup) or not same:
            contested.append(reading)
    return {
        "when": "period_end" if name == "period_end" else situation.when(key, lineup),
        "kind": situation.kind(key, lineup),
        "lineup": sorted(lineup),
        "out": sorted(holders - lineup),
        "in": sorted(lineup - holders),
        **figures_json(situation, key, lineup),
        "net_goals": net_json(asked.answers.net_goals(key, lineup, situation)),
        "contested_by": asked.contested(contested),
    }


def advise(match: Json, team: str, limit: int | None = 20, clock: float | None = None) -> Json:
    """Answer what this team may do."""
    asked = Asked(match, clock)
    answers = asked.answers
    now, state = answers.now, answers.fold.state
    legal = {name: answers.options(team, situation) for name, situation in answers.moments()}
    before = state.moment == "before_start"
    counted = now.counted_both()
    lower = state.event["lower_limit"]
    return {
        "team": team,
        "moment": state.moment,
        "places": len(state.teams[team].places),
        "field": sorted(now.standing(team)),
        "must_leave": sorted(state.teams[team].must_leave),
        "limits": {
            "upper": shown(state.event["upper_limit"]),
            "lower": None if lower is None else shown(lower),
            "caps": [{"clause": clause, "value": shown(value)} for clause, value in now.caps(team)],
        },
        "counted_handicap": None if before else goals_json(counted),
        "handicap_goals": None if before else goals_json(state.goals(counted)),
        "totals": {"now": len(legal["now"]), "period_end": len(legal.get("period_end", []))},
        "options": [
            option_json(asked, team, lineup, name, situation)
            for name, situation in answers.moments()
            for lineup in legal[name][:limit]
        ],
        "unusable": unusable(answers, team, legal),
        "removals": removals(answers, team),
        "wanted": wanted(match, team, clock, answers),
    }


def unusable(answers: Answers, key: str, legal: dict[str, list[Lineup]]) -> list[Json]:
    """Say why teammates are in no option of the present moment."""
    now, team = answers.now, answers.now.team(key)
    used = frozenset().union(*legal["now"])
    later = frozenset().union(*legal.get("period_end", []))
    everybody = list(team.players)
    candidates = [player for player in everybody if player not in team.holders() and player not in used]
    if not candidates:
        return []
    bits = {player: set[int]() for player in candidates}
    for size in range(1, len(team.places) + 2):
        for members in combinations(everybody, size):
            concerned = [player for player in members if player in bits]
            if concerned:
                mask = sum(1 << RANK[clause] for clause in now.broken(key, frozenset(members)))
                for player in concerned:
                    bits[player].add(mask)
    groups: dict[Any, list[str]] = {}
    owners = {place.owner for place in team.places} | now.base(key)
    for player in candidates:
        person = team.players[player]
        alike = (
            now.state.rating(person),
            now.himself(key, player),
            answers.end.himself(key, player) if answers.end else None,
            person.eliminated,
            person.rostered,
            person.drawn,
            player if player in owners else None,
        )
        groups.setdefault(alike, []).append(player)
    return [
        {
            "player": players[0],
            "players": players,
            "clauses": smallest_set(bits[players[0]]),
            "later": players[0] in later,
        }
        for players in groups.values()
    ]


def smallest_set(masks: set[int]) -> list[str]:
    """Return the first smallest set of clauses that meets each of these sets."""
    for size in range(1, len(CLAUSES) + 1):
        for chosen in combinations(range(len(CLAUSES)), size):
            mask = sum(1 << number for number in chosen)
            if all(mask & one for one in masks):
                return [CLAUSES[number] for number in chosen]
    raise AssertionError("a lineup breaks nothing")


def removals(answers: Answers, key: str) -> list[Json]:
    """Say whom the captain may name under the pending Penalty 7."""
    fold, state = answers.fold, answers.fold.state
    pending = state.pending
    if pending is None or pending.fouled != key:
        return []
    rows = []
    disabled = state.rating(state.teams[key].players[pending.disabled])
    for player in fold.situation_candidates():
        after = fold.copy_at(state)
        after.remove(player)
        situation = after.situation()
        on_field = {one: situation.sum(one, team.holders()) for one, team in after.state.teams.items()}
        caps = {one: min(value for _, value in situation.caps(one)) for one in on_field}
        end = situation
        if after.state.in_period:
            later = after.copy_at(after.state)
            later.apply_end_period({})
            end = later.situation()
        reachable = {
            one: max([on_field[one], *(end.sum(one, lineup) for lineup in legal_options(one, end))]) for one in on_field
        }
        rating = state.rating(state.teams[pending.fouling].players[player])
        net = Fraction(rating - disabled, 2) * answers.left(at_end=False) / state.full
        rows.append(
            (
                (-net, player),
                {
                    "player": player,
                    "handicap": shown(rating),
                    "field": goals_json(on_field),
                    "caps": goals_json(caps),
                    "best_reachable": goals_json(reachable),
                    "net_goals": net_json(net),
                },
            )
        )
    return [row for _, row in sorted(rows, key=lambda pair: pair[0])]


def wanted(match: Json, key: str, clock: float | None, answers: Answers) -> list[Json]:
    """Say for each handicap what an unlisted player of it would make possible now."""
    if answers.now.state.moment == "before_start":
        return []
    unlisted = "\0"
    holders = sorted(answers.now.team(key).holders())
    staying = [player for player in holders if not answers.now.himself(key, player) - {"eliminated-player"}]
    rows = []
    for handicap in range(-4, 21):
        state = answers.now.state.copy()
        state.teams[key].players[unlisted] = Player(unlisted, handicap)
        situation = Situation(state, answers.now.override)
        found = [
            lineup
            for size in range(len(staying) + 1)
            for members in combinations(staying, size)
            if not situation.broken(key, lineup := frozenset({*members, unlisted}))
        ]
        row: Json = dict.fromkeys(
            ("lineup", "out", "when", "field_handicap", "counted_handicap", "score_change", "net_goals")
        )
        if found:
            best = min(found, key=lambda lineup: answers.order(key, lineup, situation))
            figures = figures_json(situation, key, best)
            del figures["handicap_goals"]
            row = {
                "lineup": sorted(best - {unlisted}),
                "out": sorted(set(holders) - best),
                "when": situation.when(key, best),
                **figures,
                "net_goals": net_json(answers.net_goals(key, best, situation)),
            }
        rows.append({"handicap": shown(handicap), **row})
    return rows if any(row["lineup"] is not None for row in rows) else []


def verify(match: Json, team: str, lineup: Iterable[str], clock: float | None = None, repairs: int = 3) -> Json:
    """Judge one lineup."""
    chosen = frozenset(lineup)
    asked = Asked(match, clock)
    answers = asked.answers

    def verdict(one: Answers) -> tuple[str, Situation, Clauses]:
        broken = one.now.answer(team, chosen)
        if not broken:
            return "legal", one.now, broken
        if one.end is not None and not one.end.answer(team, chosen):
            return "later", one.end, broken
        return "illegal", one.now, broken

    status, situation, broken = verdict(answers)
    figures = figures_json(situation, team, chosen)
    contested = []
    for reading, other in asked.alternatives():
        there, where, _ = verdict(other)
        if there != status or figures_json(where, team, chosen) != figures:
            contested.append(reading)
    when = {"legal": answers.now.when(team, chosen), "later": "period_end", "illegal": None}[status]
    rows: list[Json] = []
    if status != "legal" and repairs:
        for name, moment in answers.moments():
            options = answers.options(team, moment)
            if options:
                options.sort(key=lambda option: len(option ^ chosen))  # stable: the best of the nearest first
                rows = [
                    {
                        "lineup": sorted(option),
                        "add": sorted(option - chosen),
                        "drop": sorted(chosen - option),
                        "when": "period_end" if name == "period_end" else moment.when(team, option),
                    }
                    for option in options[:repairs]
                ]
                break
    return {
        "team": team,
        "lineup": sorted(chosen),
        "status": status,
        "when": when,
        "broken": in_order(broken),
        "contested_by": asked.contested(contested),
        **figures,
        "repairs": rows,
    }


def audit(match: Json) -> Json:
    """Report every entry that broke a rule."""
    fold = Fold(match)
    others = {}
    for name, override in other_readings(fold):
        others[name] = {(one["entry"], one["team"]) for one in Fold(match, override).breaches}
    contesting = Contesting(match).after if fold.breaches else {}
    breaches = []
    for breach in fold.breaches:
        names = {name for name, there in others.items() if (breach["entry"], breach["team"]) not in there}
        if contesting[breach["entry"]]:
            names.add("p7-again")
        breaches.append({**breach, "contested_by": [name for name in READINGS if name in names]})
    return {"breaches": breaches}


class Contesting(Fold):
    """A fold that remembers after which entries a Penalty 7 contests every answer."""

    def __init__(self, match: Json) -> None:
        self.after: dict[int, bool] = {}
        super().__init__(match)

    def apply(self, entry: Json) -> None:
        super().apply(entry)
        self.after[self.number] = bool(self.state.contesting)
