"""The minutes for finding a substitute: how many, since when, and how many are left."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from advisor.match import Match
from advisor.ui.minutes import Minutes, find_minutes
from tests.store.build import HURT, REPLACED, RESUME, START, STOP, a_match

AT = "2026-05-03T15:04:00+00:00"
SINCE = datetime(2026, 5, 3, 15, 4, tzinfo=UTC)
AWARD = {"entry": "penalty_7", "against": "blue", "disabled": "r4"}


def found(*journal: Any, supposed: int = 0, since: datetime | None = None, **more: Any) -> list[Minutes]:
    match = a_match(journal=list(journal), **more)
    return find_minutes(match, "red", len(match.journal) - supposed, since)


def test_ten_minutes_run_from_the_entry() -> None:
    assert found(START, {**HURT, "at": AT}) == [Minutes("r4", "find-substitute", 10, SINCE)]


def test_fifteen_with_a_penalty_7() -> None:
    assert found(START, {**HURT, "at": AT}, AWARD) == [Minutes("r4", "penalty-7", 15, SINCE)]


def test_fifteen_in_the_arena() -> None:
    start = {"entry": "start", "lineups": {"red": ["r1", "r2", "r4"], "blue": ["b1", "b2", "b3"]}}
    (minutes,) = found(start, {**HURT, "at": AT}, rules="uspa-arena-2026")
    assert minutes.minutes == 15


def test_an_entry_without_a_time_has_that_of_the_stoppage() -> None:
    assert found(START, {**STOP, "at": AT}, HURT)[0].since == SINCE
    assert found(START, STOP, HURT)[0].since is None
    assert found(START, HURT, since=SINCE)[0].since is None, "it was recorded, so it is not since it was supposed"


def test_what_is_supposed_runs_since_it_was_supposed() -> None:
    assert found(START, HURT, supposed=1, since=SINCE)[0].since == SINCE


def test_nothing_runs_for_who_was_replaced_or_once_play_goes_on() -> None:
    assert found(START, {**HURT, "at": AT}, REPLACED) == []
    assert found(START, {**HURT, "at": AT}, RESUME) == []


def test_a_struck_injury_is_passed_over() -> None:
    later = (SINCE + timedelta(minutes=2)).isoformat()
    strike = {"entry": "strike", "number": 1, "reason": "wrong time"}
    assert found(START, {**HURT, "at": AT}, strike, {**HURT, "at": later})[0].since == SINCE + timedelta(minutes=2)


def test_each_player_has_his_own_minutes() -> None:
    second = {**HURT, "player": "r3", "at": (SINCE + timedelta(minutes=3)).isoformat()}
    assert [(m.player, m.since) for m in found(START, {**HURT, "at": AT}, second)] == [
        ("r4", SINCE),
        ("r3", SINCE + timedelta(minutes=3)),
    ]


@pytest.mark.parametrize(
    ("after", "left"),
    [(0, 600), (1, 599), (599.5, 1), (600, 0), (3600, 0), (600 + 7200, 0), (600 + 7201, None)],
)
def test_seconds_left(after: float, left: int | None) -> None:
    minutes = Minutes("r4", "find-substitute", 10, SINCE)
    assert minutes.left(SINCE + timedelta(seconds=after)) == left


def test_without_a_time_nothing_is_known() -> None:
    assert Minutes("r4", "find-substitute", 10, None).left(SINCE) is None
    journal = [START, {**HURT, "at": "15:04"}]
    match = Match.model_validate(a_match().as_data() | {"journal": journal})
    assert find_minutes(match, "red", 2)[0].since is None, "a time of the day without its date"
