"""The clock of a kept match as time goes by, and the entries that a tap on it records. No Streamlit.

What the clock shows follows from the times of the entries alone, so a reload, or another phone, shows the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from advisor.match import Match
from advisor.matchfile import read_entry
from advisor.play.clock import Clock, at_seconds
from advisor.play.following import Play, follow

Entry = Mapping[str, Any]
"""An entry as a match file has it."""

_CLOCKLESS = ("start", "start_period", "shootout", "shot")
"""Entries that begin a clock, or come when none runs."""


def seconds_since(play: Play, now: datetime) -> int | None:
    """Whole seconds since the entry from which the clock, or the interval, runs; ``None`` where that has no time."""
    since = play.clock.since
    try:
        then = datetime.fromisoformat((play.match.journal[since].at or "") if since is not None else "")
        return max(0, int((now - then).total_seconds()))
    except (ValueError, TypeError):
        return None


def clock_at(play: Play, now: datetime) -> Clock:
    """The clock as it stands at a time of the day."""
    passed = seconds_since(play, now)
    if play.clock.phase != "running" or passed is None:
        return play.clock
    return at_seconds(play.clock, min(play.clock.seconds + passed, play.clock.ends_at))


def seconds_shown(play: Play, now: datetime) -> int | None:
    """What the clock of the period shows at a time of the day; ``None`` where no period is on or no entry tells it."""
    if play.clock.phase not in ("running", "stopped", "over"):
        return None
    if play.clock.phase == "running" and seconds_since(play, now) is None:
        return None
    return clock_at(play, now).seconds


def pause_left(play: Play, now: datetime) -> int | None:
    """Seconds of the interval that are left, below 0 when it is over; ``None`` where there is none or no time."""
    passed = seconds_since(play, now)
    return None if play.clock.phase != "interval" or passed is None else play.interval - passed


def to_record(play: Play, entry: Entry, now: datetime) -> Sequence[Entry]:
    """What a tap records: the entry with the clock, what the rule puts before it, and the period's end if it brings it.

    A first horn that was due since the last entry is recorded with it. A clock that leaves a restart less than its
    seconds is put back first. The end of the last regulation period is not recorded with a goal: a foul on who scored
    it may let it go on (Rule 14.b(2)); nor that of overtime with a foul, which the umpire may have hit in it. With the
    hit that decides a shootout goes the winner's goal.
    """
    entries = [dict(entry)]
    clock = clock_at(play, now)
    kind = str(entry["entry"])
    if kind == "resume" and clock.put_back_to is not None:
        entries.insert(0, {"entry": "clock_correction", "clock": clock.put_back_to})
        entries[1]["clock"] = clock.put_back_to
    elif kind not in _CLOCKLESS and clock.phase in ("running", "stopped", "over") and "clock" not in entry:
        entries[0]["clock"] = _seconds(entry, clock, play.clock.seconds)
    first = clock.lengths.first
    if first is not None and clock.horn and not play.clock.horn and not is_first_horn(entry) and "clock" not in entry:
        entries.insert(0, {"entry": "horn", "which": "first", "clock": first})
    if entry == before_the_horn(clock):
        entries += [{"entry": "horn", "which": "first", "clock": first}]
        entries += [{"entry": "clock_correction", "clock": clock.seconds}]
    then = _after(play.match, entries)
    after = then.clock
    if kind == "shot" and then.shootout is not None and then.shootout.winner is not None:
        entries.append({"entry": "goal", "team": then.shootout.winner})
    is_open = after.may_go_on or (after.is_last and after.why == "goal")
    if after.phase == "over" and kind != "end_period" and not is_open:
        entries.append({"entry": "end_period", "clock": max(after.seconds, int(entries[-1].get("clock", 0)))})
    return entries


def is_first_horn(entry: Entry) -> bool:
    """Whether an entry is the horn at 7:00."""
    return bool(entry["entry"] == "horn" and entry["which"] == "first")


def before_the_horn(clock: Clock) -> Entry | None:
    """The ball put in again just before the horn that ended the period because it was out; else ``None``."""
    first = clock.lengths.first
    if clock.why != "ball-out" or first is None:
        return None
    return {"entry": "ball_in", "clock": first - 1}


def _seconds(entry: Entry, clock: Clock, recorded: int) -> int:
    """The clock at an entry: a horn that is heard tells what the official one shows."""
    first = clock.lengths.first
    if is_first_horn(entry) and first is not None:
        return max(first, recorded)
    if entry["entry"] == "horn" and entry["which"] == "second":
        return max(clock.ends_at, recorded)
    return clock.seconds


def _after(match: Match, entries: Sequence[Entry]) -> Play:
    added = tuple(read_entry(entry) for entry in entries)
    return follow(match.model_copy(update={"journal": (*match.journal, *added)}))
