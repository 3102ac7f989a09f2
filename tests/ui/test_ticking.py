"""The clock as time goes by, and what a tap on it records."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from advisor.match import Match
from advisor.play.following import Play, follow
from advisor.ui.ticking import before_the_horn, clock_at, pause_left, seconds_since, to_record
from tests.play.playing import ARENA, LAST, OVER, match_of

NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)


def at(seconds: float) -> datetime:
    """So long after noon, when every entry was recorded."""
    return NOON + timedelta(seconds=seconds)


def timed(*journal: str | Mapping[str, Any], **keys: Any) -> Play:
    """A match whose entries were all recorded at noon, followed."""
    data = match_of(*journal, **keys).as_data()
    for entry in data["journal"]:
        entry["at"] = NOON.isoformat()
    return follow(Match.model_validate(data))


def kinds(play: Play, entry: Mapping[str, Any], seconds: float) -> list[tuple[str, Any]]:
    return [(found["entry"], found.get("clock")) for found in to_record(play, entry, at(seconds))]


GOAL = {"entry": "goal", "team": "red"}
STOP, RESUME, OUT = {"entry": "stop"}, {"entry": "resume"}, {"entry": "ball_out", "over": "side_line"}
FIRST, SECOND = {"entry": "horn", "which": "first"}, {"entry": "horn", "which": "second"}


def test_a_running_clock_follows_from_the_times_of_the_entries() -> None:
    play = timed()
    assert [clock_at(play, at(seconds)).seconds for seconds in (-5, 0, 61.9)] == [0, 0, 61]
    assert clock_at(timed("stop 100"), at(60)).seconds == 100
    assert clock_at(timed("stop 100", "resume"), at(60)).seconds == 160
    assert clock_at(timed("goal red 200"), at(30)).seconds == 230
    assert clock_at(play, at(9999)).seconds == 450
    assert clock_at(play, at(9999)).phase == "over"


@pytest.mark.parametrize("journal", [(), ("end",)])
def test_without_times_nothing_runs(journal: tuple[str, ...]) -> None:
    play = follow(match_of(*journal))
    assert seconds_since(play, at(60)) is None
    assert clock_at(play, at(60)).seconds == 0
    assert pause_left(play, at(60)) is None


def test_the_interval_counts_down_and_beyond() -> None:
    play = timed("end")
    assert (pause_left(play, at(60)), pause_left(play, at(200))) == (120, -20)
    assert pause_left(timed(), at(60)) is None


def test_an_entry_is_recorded_with_the_clock() -> None:
    assert kinds(timed(), GOAL, 100) == [("goal", 100)]
    assert kinds(timed("stop 100"), RESUME, 999) == [("resume", 100)]
    assert kinds(timed("end"), {"entry": "start_period"}, 60) == [("start_period", None)]


def test_the_first_horn_tells_the_clock() -> None:
    assert kinds(timed(), FIRST, 415) == [("horn", 420)]
    assert kinds(timed("in 421"), FIRST, 10) == [("horn", 421)]  # a clock that is on record is not put back


def test_a_horn_that_was_due_is_recorded_with_what_comes_next() -> None:
    assert kinds(timed(), STOP, 431) == [("horn", 420), ("stop", 431)]
    assert kinds(timed(), OUT, 431) == [("horn", 420), ("ball_out", 431), ("end_period", 431)]
    assert kinds(timed(), SECOND, 999) == [("horn", 420), ("horn", 450), ("end_period", 450)]
    assert kinds(timed("first"), STOP, 11) == [("stop", 431)]
    assert kinds(timed(rules=ARENA), STOP, 431) == [("stop", 431)]


def test_a_ball_that_was_out_when_the_horn_was_due_ends_the_period_unless_it_was_in_before() -> None:
    play = timed("out 415")
    shown = clock_at(play, at(20))
    assert (shown.phase, shown.why) == ("over", "ball-out")
    assert kinds(play, {"entry": "end_period"}, 20) == [("horn", 420), ("end_period", 435)]
    again = before_the_horn(shown)
    assert again == {"entry": "ball_in", "clock": 419}
    assert kinds(play, again, 20) == [("ball_in", 419), ("horn", 420), ("clock_correction", 435)]
    assert before_the_horn(clock_at(timed(), at(999))) is None


def test_what_ends_a_period_is_recorded_with_its_end() -> None:
    for entry in (GOAL, OUT, {"entry": "penalty", "number": "2", "against": "red"}):
        assert [kind for kind, _ in kinds(timed("first"), entry, 10)] == [entry["entry"], "end_period"]
    assert kinds(timed("first"), STOP, 10) == [("stop", 430)]
    assert kinds(timed("first"), SECOND, 45) == [("horn", 450), ("end_period", 450)]
    assert [kind for kind, _ in kinds(timed(*OVER, "begin"), GOAL, 10)] == ["goal", "end_period"]


def test_the_goal_that_may_end_the_match_leaves_room_for_a_foul_on_the_scorer() -> None:
    assert [kind for kind, _ in kinds(timed(*LAST, "first"), GOAL, 10)] == ["goal"]
    assert kinds(timed(*LAST, "first"), SECOND, 45) == [("horn", 450), ("end_period", 450)]


def test_the_foul_that_may_end_overtime_leaves_room_for_its_penalty() -> None:
    foul = {"entry": "penalty", "number": "2", "against": "red"}
    assert kinds(timed(*OVER, "begin", "first"), foul, 28) == [("penalty", 448)]
    assert kinds(timed(*OVER, "begin", "first", "penalty p2 red 448"), RESUME, 60) == [("resume", 448)]


def test_a_clock_that_leaves_too_little_is_put_back_first() -> None:
    assert kinds(timed(*LAST, "first", "stop 448"), RESUME, 60) == [("clock_correction", 445), ("resume", 445)]
    assert kinds(timed(*LAST, "first", "stop 430"), RESUME, 60) == [("resume", 430)]


def test_the_hit_that_decides_a_shootout_brings_the_goal() -> None:
    miss = {"entry": "shot", "team": "blue", "player": "1", "goal": False}
    assert kinds(timed(*OVER, "shootout", "shot red goal"), miss, 5) == [("shot", None), ("goal", None)]
    assert kinds(timed(*OVER, "shootout", "shot red miss"), miss, 5) == [("shot", None)]


def test_everything_that_is_recorded_can_be_followed() -> None:
    for journal in ((), ("first",), ("stop 100",), (*LAST, "first", "penalty p2 red 449")):
        play = timed(*journal)
        for entry in (GOAL, RESUME if play.clock.phase == "stopped" else STOP):
            found = to_record(play, entry, at(3))
            data = play.match.as_data()
            data["journal"] += [dict(entry) for entry in found]
            assert follow(Match.model_validate(data)).clock.notes == ()
