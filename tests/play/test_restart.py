"""How play starts again: which restart, where, who, and the clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from advisor.play.field import Point
from advisor.play.restart import Restart, find_restart, say_restart
from tests.play.playing import ARENA, LAST, OVER, play

FOUL = {"entry": "penalty", "against": "red", "clock": 200}
SPOT = {"to_back_line": 90, "across": -78}
NAMES = {"red": "Red", "blue": "Blue"}


def due(*journal: str | Mapping[str, Any], **keys: Any) -> Restart | None:
    return find_restart(play(*journal, **keys))


def must(*journal: str | Mapping[str, Any], **keys: Any) -> Restart:
    found = due(*journal, **keys)
    assert found is not None
    return found


def test_a_match_starts_with_a_throw_in_at_the_centre() -> None:
    assert must(starts=False).code == "centre"
    assert due() is None


def test_after_a_goal_ends_change_and_the_ball_is_thrown_in_at_the_centre() -> None:
    found = must("goal red 100")
    assert (found.code, found.kind, found.ends_change, found.next_period) == ("goal", "throw-in", True, False)
    assert due("goal red 100", "in") is None


def test_a_goal_that_does_not_count_changes_no_restart() -> None:
    assert must("first", "second", "goal red 460").code == "time"


def test_a_ball_out_comes_back_where_it_went_out() -> None:
    assert (must("out 100").code, must("out 100").kind) == ("side", "throw-in")
    behind = {"entry": "ball_out", "over": "back_line", "team": "blue", "spot": {"to_back_line": -2, "across": 20}}
    found = must(behind)
    assert (found.kind, found.team, found.spot) == ("hit-in", "blue", Point(0, 20))
    assert due("out 100", "in") is None


def test_play_stopped_for_no_foul_is_thrown_in_where_the_ball_was() -> None:
    assert must("stop 100").code == "stopped"
    assert must("hurt red 100").code == "stopped"
    assert due("stop 100", "resume") is None


def test_time_out_while_the_ball_is_out_keeps_its_restart() -> None:
    assert must("out 100", "stop 105").code == "side"
    assert must("goal red 100", "hurt red 105").code == "goal"


@pytest.mark.parametrize(
    ("keys", "team", "spot"),
    [
        ({"number": "2"}, "blue", Point(30, 0)),
        ({"number": "2", "from_spot": True, "spot": SPOT}, "blue", Point(90, -78)),
        ({"number": "3"}, "blue", Point(40, 0)),
        ({"number": "4"}, "blue", Point(60, 0)),
        ({"number": "5a", "spot": SPOT}, "blue", Point(90, -75)),  # 5 yards from the boards
        ({"number": "5a"}, "blue", None),
        ({"number": "5b"}, "blue", Point(150, 0)),
        ({"number": "6", "spot": {"to_back_line": 0, "across": 60}}, "blue", Point(60, 40)),
    ],
)
def test_a_penalty_is_hit_by_the_team_fouled_from_the_spot_of_the_rule(
    keys: Mapping[str, Any], team: str, spot: Point | None
) -> None:
    found = must({**FOUL, **keys})
    assert (found.kind, found.number, found.team, found.spot) == ("penalty", keys["number"], team, spot)
    assert (found.next_period, found.seconds) == (False, 200)


def test_a_penalty_1_is_followed_by_a_5b_with_ends_changed() -> None:
    found = must("penalty p1 red 200")
    assert (found.code, found.number, found.team, found.ends_change) == ("after-penalty-1", "5b", "blue", True)
    assert found.spot == Point(150, 0)


def test_a_horse_sent_off_leaves_what_was_due() -> None:
    assert must("penalty p8 red 200").code == "stopped"
    assert must("penalty p2 red 200", "penalty p8 red 200").number == "2"


def test_a_foul_after_the_horn_is_taken_in_the_next_period() -> None:
    for journal in (("first", "penalty p2 red 425"), ("first", "penalty p2 red 425", "end")):
        found = must(*journal)
        assert (found.number, found.team, found.next_period) == ("2", "blue", True)
    assert due("first", "penalty p2 red 425", "end", "begin") is None


def test_in_the_last_period_it_is_taken_at_once_with_at_least_five_seconds() -> None:
    found = must(*LAST, "first", "penalty p2 red 448")
    assert (found.next_period, found.seconds, found.least) == (False, 445, 5)
    early = must(*LAST, "first", "penalty p2 red 430")
    assert (early.seconds, early.least) == (430, 5)


def test_time_with_the_ball_in_play_is_taken_up_where_the_ball_was() -> None:
    found = must("first", "unheard 450", "goal red 458", "end")
    assert (found.code, found.next_period) == ("time", True)
    assert must("end").code == "time"


@pytest.mark.parametrize(
    "journal", [("goal red", *OVER), (*OVER, "shootout"), ("goal red", *LAST, "first", "second"), ("penalty p9 red",)]
)
def test_nothing_is_due_once_the_match_is_decided(journal: tuple[str, ...]) -> None:
    assert due(*journal) is None


def test_overtime_begins_where_the_last_period_left_off_and_its_goal_ends_all() -> None:
    assert must(*LAST, "first", "second", "end").next_period
    assert due(*OVER, "begin", "goal red 30") is None


def test_the_spots_of_rule_37_are_not_said_of_the_arena() -> None:
    found = must("penalty p2 red 200", rules=ARENA)
    assert (found.kind, found.spot) == ("penalty", None)


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("rules", ["uspa-outdoor-2026", ARENA])
def test_each_card_says_what_where_who_and_the_clock(language: str, rules: str) -> None:
    behind = {"entry": "ball_out", "over": "back_line", "team": "blue"}
    for journal in (
        ("goal red 100",),
        ("out 100",),
        (behind,),
        ("behind",),
        ({**behind, "spot": SPOT},),
        ("stop 100",),
        ("penalty p1 red 200",),
        ("penalty p2 red 200",),
        ({**FOUL, "number": "5a", "spot": SPOT},),
        ({**FOUL, "number": "5a"},),
        ("end",),
        ({**FOUL, "number": "6", "spot": {"to_back_line": 0, "across": 30}},),
    ):
        found = play(*journal, rules=rules)
        restart = find_restart(found)
        assert restart is not None
        card = say_restart(restart, found, NAMES, language)
        assert all((card.title, card.where, card.who, card.clock, card.statements))
        assert "{" not in "".join((card.title, card.where, card.who, card.clock, *sum(card.statements, ())))


def test_a_card_in_words() -> None:
    found = play({**FOUL, "number": "5a", "spot": SPOT})
    restart = find_restart(found)
    assert restart is not None
    card = say_restart(restart, found, NAMES, "en")
    assert (card.title, card.who) == ("Penalty 5a", "Blue")
    assert card.where == "90 yards from the back line of Red, 75 yards left of the middle, facing that goal"
    assert card.clock == "The clock stands at 3:20 and starts with it"


def test_what_the_event_entries_change_holds_from_there_on() -> None:
    changed = {"entry": "event", "set": {"penalty_3_defended": True, "field": {"length": 250}}}
    found = play(changed, "penalty p3 red 100")
    assert must(changed, "penalty p3 red 100").way == "defended"
    assert say_restart(must(changed, "penalty p3 red 100"), found, NAMES, "en").statements[0].text == (
        "40 yards. Defended"
    )
    assert must(changed, "penalty p5b red 100").spot == Point(125, 0)
    assert must("penalty p5b red 100", changed).spot == Point(150, 0)


def test_a_whistle_before_the_ball_s_return_is_on_record_leaves_both_restarts_open() -> None:
    found = must("goal red 120", "stop 300")
    assert (found.code, found.unsure) == ("goal", True)
    said = say_restart(found, play("goal red 120", "stop 300"), NAMES, "en").statements[-1].text
    assert "not on record" in said
    sure = must("goal red 120", "in 130", "stop 300")
    assert (sure.code, sure.unsure) == ("stopped", False)


def test_a_goal_that_counts_after_all_is_followed_by_its_throw_in() -> None:
    found = must("first", "second 450", "goal red 451", "correct 430")
    assert (found.code, found.next_period) == ("goal", True)
    assert must("first", "second 450", "correct 430", "stop 431").code == "stopped"


@pytest.mark.parametrize(("number", "is_said"), [("2", True), ("3", True), ("4", False)])
def test_with_its_seconds_a_penalty_2_or_3_has_the_free_hit_that_follows(number: str, is_said: bool) -> None:
    journal = (*LAST, "first", f"penalty p{number} red 448")
    card = say_restart(must(*journal), play(*journal), NAMES, "en")
    assert any("free hit that follows" in said.text for said in card.statements) is is_said
