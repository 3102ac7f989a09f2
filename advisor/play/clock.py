"""The clock of Rule 14 as a pure state machine: each entry of the journal turns one state into the next.

Nothing is read from the system: times are those of the entries, in whole seconds of the period played. Which entry is
possible at all, and the score, come from the fold (:mod:`advisor.play.following`); here is what Rule 14 makes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

Phase = Literal["not_started", "running", "stopped", "over", "interval", "shootout", "ended"]
"""``over``: the period has ended by the rule, and its ``end_period`` is still to be recorded."""

Why = Literal["", "ball-out", "goal", "deciding", "foul", "whistle", "time", "forfeit"]
"""What ended the period; ``deciding``: a goal in overtime."""

Next = Literal[
    "warning",
    "start",
    "start_period",
    "ball_in",
    "ball_out",
    "goal",
    "penalty",
    "stop",
    "resume",
    "horn_first",
    "horn_second",
    "end_period",
    "clock_correction",
    "shootout",
    "shot",
]
"""What may come next by the rule: kinds of entries, the horns by themselves."""


class Lengths(NamedTuple):
    """Seconds. ``first``: the 7:00 horn, ``None`` where there is none; ``end``: the second horn; ``least``: what a
    restart after the first horn gets; ``warning``: the horn before a period."""

    first: int | None
    end: int
    least: int
    warning: int


class Note(NamedTuple):
    """What is to be said of an entry: a code, whose words are in the rule's data, and the entry's number."""

    entry: int
    code: str


class VoidGoal(NamedTuple):
    """A goal on record that does not count by Rule 14: its entry, the team, and the period that was over."""

    entry: int
    team: str
    period: int


class Facts(NamedTuple):
    """What is so after an entry besides the clock: its number and moment, the periods, whether the score is level.

    ``winner``: of a shootout that is decided. ``any_whistle``: the event's reading ends a period by any whistle.
    """

    number: int
    moment: str
    period: int
    periods: int
    level: bool
    winner: str | None
    any_whistle: bool


@dataclass(frozen=True)
class Clock:
    """Where the clock stands.

    ``seconds``: of the period played, as last recorded; ``since``: the entry since which it runs on from there, or
    since which the interval lasts. ``horn``: the 7:00 horn has sounded, or its time has come. ``ends_at``: when time
    is over; more than the period's length where a restart got its least seconds. ``void``: goals on record that do not
    count. ``contested``: the reading ``whistle-after-horn`` decides.
    """

    lengths: Lengths
    periods: int
    phase: Phase = "not_started"
    period: int = 0
    seconds: int = 0
    since: int | None = None
    horn: bool = False
    ball_in: bool = False
    ends_at: int = 0
    why: Why = ""
    level: bool = True
    winner: str | None = None
    contested: bool = False
    warned: bool = False
    void: tuple[VoidGoal, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def is_last(self) -> bool:
        """Whether this is the last regulation period."""
        return self.period == self.periods

    @property
    def is_overtime(self) -> bool:
        """Whether this is an overtime period."""
        return self.period > self.periods

    @property
    def regulation_played(self) -> bool:
        """Whether no regulation period is left to begin."""
        return self.period >= self.periods

    @property
    def leaves_least(self) -> bool:
        """Whether a restart after the first horn gets its least seconds: in the last period and in overtime."""
        return self.horn and self.lengths.first is not None and self.regulation_played

    @property
    def put_back_to(self) -> int | None:
        """What the official clock is put back to before play goes on, in seconds; ``None``: it stays."""
        latest = self.lengths.end - self.lengths.least
        return latest if self.phase == "stopped" and self.leaves_least and self.seconds > latest else None

    @property
    def may_go_on(self) -> bool:
        """Whether the period, over by a foul, goes on if the umpire has the penalty hit in it: in overtime one sentence
        ends it and another gives the penalty its least seconds (Rule 14)."""
        return self.phase == "over" and self.why == "foul" and self.is_overtime

    @property
    def interval_kind(self) -> str:
        """Which of the event's pauses this is: ``period``, ``half_time`` or ``overtime``."""
        if self.regulation_played:
            return "overtime"
        return "half_time" if self.period * 2 == self.periods else "period"


def at_seconds(clock: Clock, seconds: int) -> Clock:
    """The clock once so many seconds of the period are played and nothing else has happened.

    A ball that is out of play when the first horn is due ends the period then, but the last regulation one.
    """
    if clock.phase != "running" or seconds <= clock.seconds:
        return clock
    clock = replace(clock, seconds=seconds)
    first = clock.lengths.first
    if first is not None and not clock.horn and seconds >= first:
        clock = replace(clock, horn=True)
        if not clock.ball_in and not clock.is_last:
            return _over(clock, "ball-out")
    return _over(clock, "time") if seconds >= clock.ends_at else clock


def advance(clock: Clock, entry: Any, facts: Facts) -> Clock:
    """The clock after an entry that the journal allows."""
    before = clock
    if clock.phase == "running" and (entry.entry in _WITH_THE_BALL or facts.moment == "stopped"):
        clock = replace(clock, ball_in=True)  # whether or not its return is on record
    if entry.entry != "clock_correction" and entry.clock is not None and clock.phase in ("running", "stopped", "over"):
        clock = _pass_time(clock, entry.clock)
    clock = replace(clock, periods=facts.periods, level=facts.level, winner=facts.winner)
    turn = _TURNS.get(entry.entry)
    if turn is not None:
        clock = turn(clock, entry, facts)
    elif facts.moment == "stopped" and clock.phase == "running":
        clock = _stop(clock, entry, facts)  # a player is hurt or ill
    if clock.phase in ("interval", "shootout", "ended"):
        clock = _decide(clock)
    if clock.phase == "running" and (before.phase != "running" or entry.clock is not None):
        clock = replace(clock, since=facts.number)
    return replace(clock, since=None) if clock.phase in ("stopped", "over") else clock


def next_entries(clock: Clock) -> tuple[Next, ...]:
    """What may come next by the rule, what is most to be expected first."""
    found: list[Next] = []
    if clock.phase == "not_started":
        found = ["start"]
    elif clock.phase == "running":
        found = ["ball_out"] if clock.ball_in else ["ball_in"]
        found += ["goal", "penalty", "stop"]
        if clock.lengths.first is not None:
            found.append("horn_second" if clock.horn else "horn_first")
        found.append("clock_correction")
    elif clock.phase == "stopped":
        found = ["resume", "penalty", "clock_correction"]
        if clock.contested:
            found.append("end_period")
    elif clock.phase == "over":
        found = ["end_period", "penalty", "clock_correction"]
        if clock.may_go_on:
            found.insert(1, "resume")
    elif clock.phase == "interval":
        found = ["start_period"]
        if clock.regulation_played:
            found.append("shootout")
    elif clock.phase == "shootout":
        found = ["shot"] if clock.winner is None else ["goal"]
    if clock.phase in ("not_started", "interval") and not clock.warned:
        found.insert(0, "warning")
    return tuple(found)


_WITH_THE_BALL = ("goal", "ball_out", "stop", "penalty")
"""Entries that show that the ball was in play."""

_NOT_HIT = ("8",)
"""Penalties after which nothing is hit, and which do not end the match: the whistle is as for no foul."""


# -- turns -----------------------------------------------------------------------------------------------------------


def _over(clock: Clock, why: Why) -> Clock:
    return replace(clock, phase="over", why=why, contested=False)


def _noted(clock: Clock, facts: Facts, code: str) -> Clock:
    return replace(clock, notes=(*clock.notes, Note(facts.number, code)))


def _pass_time(clock: Clock, seconds: int) -> Clock:
    """Time up to an entry."""
    if clock.phase != "running":
        seconds = max(clock.seconds, seconds)
        return replace(clock, seconds=seconds, horn=clock.horn or _is_after_first(clock, seconds))
    return at_seconds(clock, seconds)


def _is_after_first(clock: Clock, seconds: int) -> bool:
    return clock.lengths.first is not None and seconds >= clock.lengths.first


def _start(clock: Clock, entry: Any, facts: Facts) -> Clock:
    if clock.phase in ("ended", "shootout"):
        clock = _noted(clock, facts, "match-over")
    clock = replace(
        clock,
        phase="running",
        period=facts.period,
        seconds=0,
        horn=False,
        ball_in=True,
        ends_at=clock.lengths.end,
        why="",
        contested=False,
        warned=False,
    )
    return at_seconds(clock, entry.clock or 0)


def _horn(clock: Clock, entry: Any, facts: Facts) -> Clock:
    if entry.which == "warning":
        return replace(clock, warned=True)
    return _first_horn(clock, entry, facts) if entry.which == "first" else _second_horn(clock, entry, facts)


def _first_horn(clock: Clock, entry: Any, facts: Facts) -> Clock:
    first = clock.lengths.first
    if first is None or clock.phase not in ("running", "stopped"):
        return clock
    if entry.clock is not None and entry.clock < first:
        return _noted(clock, facts, "untimely-horn")
    out_of_play = clock.phase == "stopped" or not clock.ball_in
    clock = replace(clock, horn=True, seconds=max(clock.seconds, first))
    return _over(clock, "ball-out") if out_of_play and not clock.is_last else clock


def _second_horn(clock: Clock, entry: Any, facts: Facts) -> Clock:
    is_early = clock.phase == "stopped" or (entry.clock is not None and entry.clock < clock.ends_at)
    if clock.phase in ("running", "stopped") and is_early:
        return _noted(clock, facts, "untimely-horn")
    if not entry.heard or (entry.clock is not None and entry.clock > clock.ends_at):
        clock = _noted(clock, facts, "late-horn")
    if clock.phase == "running":
        clock = _over(replace(clock, seconds=clock.ends_at, horn=clock.lengths.first is not None), "time")
    return clock


def _stop(clock: Clock, entry: Any, facts: Facts) -> Clock:
    """A whistle for no foul."""
    if clock.phase != "running":
        return clock
    clock = replace(clock, phase="stopped")
    if clock.horn and not clock.is_last and clock.lengths.first is not None:
        if facts.any_whistle:
            return _over(clock, "whistle")
        clock = replace(clock, contested=True)
    return clock


def _penalty(clock: Clock, entry: Any, facts: Facts) -> Clock:
    """The whistle for a foul, and what it does to a period that is all but over."""
    if entry.number == "9":
        return replace(clock, phase="ended", why="forfeit")
    if entry.number in _NOT_HIT:
        return _stop(clock, entry, facts)
    if clock.phase in ("running", "stopped"):
        clock = replace(clock, phase="stopped", contested=False)
        if entry.number == "1" and clock.is_overtime:
            return _over(clock, "deciding")
        return _over(clock, "foul") if clock.horn and not clock.is_last else clock
    if clock.phase == "over" and clock.why == "goal" and clock.is_last and entry.number == "1":
        # Fouled as he scored: that goal does not end the last period.
        return replace(clock, phase="stopped", why="")
    return clock


def _goal(clock: Clock, entry: Any, facts: Facts) -> Clock:
    if clock.phase == "over":
        code = "goal-after-time" if clock.why == "time" else "goal-when-over"
        goal = VoidGoal(facts.number, entry.team, clock.period)
        return replace(_noted(clock, facts, code), void=(*clock.void, goal))
    if clock.phase == "shootout":
        return clock if entry.team == clock.winner else _noted(clock, facts, "shootout-goal")
    if clock.phase not in ("running", "stopped"):
        return _noted(clock, facts, "goal-between")
    return settle_goal(clock)


def settle_goal(clock: Clock) -> Clock:
    """The clock after a goal that counts, the score being what it is with it."""
    clock = replace(clock, ball_in=False)
    if clock.is_overtime:
        return _over(clock, "deciding")
    if clock.horn and not (clock.is_last and clock.level):
        return _over(clock, "goal")
    return clock


def _ball_out(clock: Clock, entry: Any, facts: Facts) -> Clock:
    if clock.phase != "running":
        return clock
    clock = replace(clock, ball_in=False)
    return _over(clock, "ball-out") if clock.horn and not clock.is_last else clock


def _ball_in(clock: Clock, entry: Any, facts: Facts) -> Clock:
    if clock.phase == "over":
        return _noted(clock, facts, "goes-on")
    return replace(clock, ball_in=True)


def _resume(clock: Clock, entry: Any, facts: Facts) -> Clock:
    if clock.phase != "stopped" and not clock.may_go_on:
        return _noted(clock, facts, "goes-on") if clock.phase == "over" else clock
    ends_at = clock.ends_at
    if clock.leaves_least:
        ends_at = max(ends_at, clock.seconds + clock.lengths.least)
    clock = replace(clock, phase="running", why="", ball_in=True, contested=False, ends_at=ends_at)
    return clock if clock.seconds < ends_at else _over(clock, "time")


def _end_period(clock: Clock, entry: Any, facts: Facts) -> Clock:
    # Without a clock it comes when the period's length is played, unless the clock stood before that.
    is_early = entry.clock is not None or (clock.phase == "stopped" and (clock.seconds > 0 or clock.horn))
    if clock.phase in ("running", "stopped") and is_early and not clock.contested:
        clock = _noted(clock, facts, "early-end")
    if clock.phase == "ended":
        return clock
    return replace(clock, phase="interval", horn=False, ball_in=False, contested=False, seconds=0, since=facts.number)


def _decide(clock: Clock) -> Clock:
    """Whether the match is over, by the score as it now is."""
    if clock.why == "forfeit" or not clock.regulation_played:
        return clock
    if clock.level:
        return clock if clock.phase == "shootout" else replace(clock, phase="interval")
    return replace(clock, phase="ended")


def _correct(clock: Clock, entry: Any, facts: Facts) -> Clock:
    """The umpire says what the official clock shows; what had ended by a wrong one has not."""
    first = clock.lengths.first
    clock = replace(clock, seconds=entry.clock, horn=first is not None and entry.clock >= first)
    ends_at = clock.lengths.end if entry.clock < clock.lengths.end else clock.ends_at
    clock = replace(clock, ends_at=ends_at)
    if clock.phase == "over" and clock.why != "deciding":
        if (clock.why == "time" and entry.clock < clock.ends_at) or (first is not None and not clock.horn):
            phase: Phase = "running" if facts.moment == "in_play" else "stopped"
            # Goals since then were scored in time after all.
            again = {goal.entry for goal in clock.void if goal.period == clock.period}
            notes = tuple(note for note in clock.notes if note.entry not in again)
            void = tuple(goal for goal in clock.void if goal.entry not in again)
            clock = replace(clock, phase=phase, why="", notes=notes, void=void)
    elif entry.clock >= clock.ends_at and (
        clock.phase == "running" or (clock.phase == "stopped" and not clock.leaves_least)
    ):
        clock = _over(clock, "time")
    return replace(clock, contested=clock.contested and clock.horn)


def _begin_shootout(clock: Clock, entry: Any, facts: Facts) -> Clock:
    if not clock.level:
        clock = _noted(clock, facts, "not-level")
    return replace(clock, phase="shootout", since=facts.number)


_TURNS: Mapping[str, Callable[[Clock, Any, Facts], Clock]] = {
    "start": _start,
    "start_period": _start,
    "horn": _horn,
    "stop": _stop,
    "penalty": _penalty,
    "goal": _goal,
    "ball_out": _ball_out,
    "ball_in": _ball_in,
    "resume": _resume,
    "end_period": _end_period,
    "clock_correction": _correct,
    "shootout": _begin_shootout,
}
