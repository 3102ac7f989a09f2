"""Placements judged: each fault of Rules 20 and 37, who is excused, the ball; moving away keeps what is right."""

from __future__ import annotations

import re
from math import hypot
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from advisor.errors import InputError
from advisor.play.example import find_example
from advisor.play.field import Point
from advisor.play.penalties import find_penalty
from advisor.play.placement import (
    PLACED,
    JudgedPlayer,
    Judgement,
    Placement,
    find_restart,
    judge,
    load_placement,
    read_placement,
)


def placement(restart: str, players: list[tuple[str, float, float]], **keys: Any) -> Placement:
    listed = [{"team": team, "player": str(number), "x": x, "y": y} for number, (team, x, y) in enumerate(players, 1)]
    return Placement.model_validate({"restart": restart, "near": "red", "players": listed, **keys})


def judged(restart: str, team: str, x: float, y: float, **keys: Any) -> JudgedPlayer:
    return judge(placement(restart, [(team, x, y)], **keys)).players[0]


def faults(player: JudgedPlayer) -> list[tuple[str, float]]:
    return [(finding.kind, finding.yards) for finding in player.findings]


FOUL = {"foul": {"x": 100, "y": 20}}


@pytest.mark.parametrize(
    ("restart", "team", "x", "y", "expected"),
    [
        # Penalty 2 from the line: behind the back line, outside the goal; the team fouled anywhere.
        ("2", "red", -2, 6, []),
        ("2", "red", 0, 4, []),
        ("2", "red", 3, 30, [("ahead-of-line", 3)]),
        ("2", "red", -2, 3, [("in-the-goal", 1)]),
        ("2", "red", 50, 90, [("ahead-of-line", 50)]),
        ("2", "blue", 1, 1, []),
        # Penalty 3: the team fouled behind the 40-yard line.
        ("3", "red", 1, 30, [("ahead-of-line", 1)]),
        ("3", "red", -5, 0, [("in-the-goal", 4)]),
        ("3", "blue", 40, 0, []),
        ("3", "blue", 38.5, 10, [("ahead-of-line", 1.5)]),
        # Penalty 4: the fouling team behind its 30-yard line, in the goal too.
        ("4", "red", 30, 0, []),
        ("4", "red", 31, 0, [("ahead-of-line", 1)]),
        ("4", "red", -1, 0, []),
        ("4", "blue", 5, 0, []),
        # Penalty 5b: 30 yards off and between the ball and the own goal.
        ("5b", "red", 120, 0, []),
        ("5b", "red", 125, 0, [("too-near", 5)]),
        ("5b", "red", 160, 50, [("wrong-side", 10)]),
        ("5b", "red", 160, 10, [("too-near", 15.9), ("wrong-side", 10)]),
        ("5b", "blue", 149, 0, []),
    ],
)
def test_a_player_is_judged_by_the_bounds_of_the_penalty(
    restart: str, team: str, x: float, y: float, expected: list[tuple[str, float]]
) -> None:
    player = judged(restart, team, x, y)
    assert faults(player) == expected
    assert player.standing == ("wrong" if expected else "right")


def test_penalty_2_from_the_spot_measures_from_the_foul() -> None:
    keys = {**FOUL, "way": "spot"}
    assert faults(judged("2", "red", 100, 60, **keys)) == []
    assert faults(judged("2", "red", 110, 20, **keys)) == [("too-near", 20)]
    assert faults(judged("2", "red", 0, 0, **keys)) == [("in-the-goal", 4)]


def test_penalty_5a_measures_from_the_spot_5_yards_from_the_boards() -> None:
    foul = {"foul": {"x": 100, "y": 80}}
    assert faults(judged("5a", "red", 100, 45, **foul)) == []
    assert faults(judged("5a", "red", 100, 46, **foul)) == [("too-near", 1)]


def test_penalty_6_measures_on_its_line() -> None:
    assert judge(placement("6", [], foul={"x": 0, "y": 70})).spot.model_dump() == {"x": 60, "y": 40}


def test_every_finding_names_its_rule() -> None:
    (finding,) = judged("5b", "red", 125, 0).findings
    assert finding.citation == "USPA Outdoor Rule 37, Penalty 5b"
    assert finding.message == "5 yd too near the ball: belongs at least 30 away."


# -- who is excused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("restart", "team"), [("3", "red"), ("4", "red"), ("6", "red"), ("3", "blue")])
def test_who_is_off_the_field_or_riding_back_is_not_bound_by_a_line(restart: str, team: str) -> None:
    x = 20 if team == "blue" else 50
    where = {"foul": {"x": 0, "y": 0}}
    off = judged(restart, team, x, 85, **where)
    assert (off.standing, off.message) == ("excused", "Off the field: not bound.")
    back = {"team": team, "player": "1", "x": x, "y": 10, "returning": True}
    data = {"restart": restart, "near": "red", "players": [back], **where}
    riding = judge(Placement.model_validate(data))
    assert riding.right
    assert riding.players[0].standing == "excused"


def test_nobody_is_excused_from_penalty_2_nor_from_30_yards_nor_in_the_goal() -> None:
    def riding(restart: str, x: float, y: float, **keys: Any) -> str:
        player = {"team": "red", "player": "1", "x": x, "y": y, "returning": True}
        data = {"restart": restart, "near": "red", "players": [player], **keys}
        return judge(Placement.model_validate(data)).players[0].standing

    assert riding("2", 10, 10) == "wrong"
    assert riding("5b", 140, 0) == "wrong"
    assert riding("5b", 190, 0) == "excused"
    assert riding("3", -1, 0) == "wrong"


def test_of_two_faults_the_one_that_is_excused_is_not_held_against_a_player() -> None:
    player = {"team": "red", "player": "1", "x": 160, "y": 10, "returning": True}
    found = judge(Placement.model_validate({"restart": "5b", "near": "red", "players": [player]})).players[0]
    assert [finding.kind for finding in found.findings] == ["too-near"]


# -- the ball and the umpire -----------------------------------------------------------------------------------------


def test_the_ball_is_judged_against_its_spot() -> None:
    right = judge(placement("4", [], ball={"x": 60.4, "y": 0}))
    assert right.right
    assert right.ball is not None
    assert right.ball.standing == "right"
    wrong = judge(placement("4", [], ball={"x": 55, "y": 0}))
    assert not wrong.right
    assert wrong.ball is not None
    assert wrong.ball.message == "The ball is 5 yd from its spot."


def test_a_penalty_from_the_spot_takes_the_ball_for_the_spot_where_no_foul_is_given() -> None:
    assert judge(placement("5a", [], ball={"x": 100, "y": 40})).right
    too_near = judge(placement("5a", [], ball={"x": 100, "y": 78}))
    assert too_near.spot.model_dump() == {"x": 100, "y": 75}
    assert not too_near.right


@pytest.mark.parametrize(
    ("umpire", "kinds"),
    [
        ((150, 0), []),
        ((150, 59.9), []),
        ((150, 60), ["near-the-sides"]),
        ((150, -70), ["near-the-sides"]),
        ((146, 0), ["off-spot"]),
        ((140, 75), ["off-spot", "near-the-sides"]),
    ],
)
def test_the_umpire_throws_on_the_line_and_more_than_20_yards_from_the_sides(
    umpire: tuple[float, float], kinds: list[str]
) -> None:
    found = judge(placement("throw-in", [], umpires=[{"x": umpire[0], "y": umpire[1]}]))
    assert found.ball is not None
    assert [finding.kind for finding in found.ball.findings] == kinds
    assert found.right is not bool(kinds)


@pytest.mark.parametrize(
    ("team", "x", "y", "expected"),
    [
        ("red", 148, 8, []),
        ("red", 150, 8, []),
        ("red", 151, 8, [("wrong-side", 1)]),
        ("blue", 152, 8, []),
        ("blue", 147, 8, [("wrong-side", 3)]),
        ("red", 147, 4, []),
        ("red", 147, 3, [("too-near", 0.8)]),
        ("blue", 148, 0, [("wrong-side", 2), ("too-near", 3)]),
    ],
)
def test_at_a_throw_in_each_team_is_on_its_own_side_and_5_yards_from_the_umpire(
    team: str, x: float, y: float, expected: list[tuple[str, float]]
) -> None:
    assert faults(judged("throw-in", team, x, y)) == expected


def test_a_second_umpire_is_kept_away_from_too() -> None:
    umpires = [{"x": 150, "y": 0}, {"x": 150, "y": 40}]
    assert faults(judged("throw-in", "red", 148, 38, umpires=umpires)) == [("too-near", 2.2)]


# -- what holds of all -----------------------------------------------------------------------------------------------


def ways_of(restart: str) -> list[str]:
    return [""] if restart == "throw-in" else [way for way in find_penalty(restart).ways if way != "only"] or [""]


ALL = [(restart, way) for restart in PLACED for way in ways_of(restart)]
PLACES = st.tuples(st.integers(-40, 340), st.integers(-110, 110))
FOULS = st.tuples(st.integers(0, 300), st.integers(-80, 80))
STEPS = st.floats(0, 120, allow_nan=False)


def one(restart: str, way: str, team: str, at: tuple[float, float], foul: tuple[float, float]) -> Judgement:
    keys: dict[str, Any] = {"foul": {"x": foul[0], "y": foul[1]}, **({"way": way} if way else {})}
    return judge(placement(restart, [(team, *at)], **keys))


@given(st.sampled_from(ALL), st.sampled_from(["red", "blue"]), PLACES, FOULS, STEPS, st.floats(0, 1))
def test_who_stands_right_still_does_after_moving_away_from_every_bound(
    case: tuple[str, str], team: str, at: tuple[float, float], foul: tuple[float, float], step: float, share: float
) -> None:
    restart, way = case
    before = one(restart, way, team, at, foul)
    assume(before.players[0].standing != "wrong")
    (x, y), ball = at, (before.spot.x, before.spot.y)
    aside = step * share if y >= 0 else -step * share
    if restart == "2" and way == "line":
        moved = (x - step, y + aside)  # farther behind the line, farther from the posts
    elif restart == "3":
        moved = (x - step, y + aside) if team == "red" else (x + step, y)
    elif restart in ("4", "6"):
        moved = (x - step, y + aside)
    elif restart == "throw-in":
        away = 1 if y >= ball[1] else -1
        moved = (x - step if team == "red" else x + step, y + away * step * share)
    else:
        # Straight away from the ball: the distance grows, and whoever is nearer to the back line gets nearer still.
        far = hypot(x - ball[0], y - ball[1])
        assume(far > 1)
        moved = (x + step * (x - ball[0]) / far, y + step * (y - ball[1]) / far)
        if restart == "2":  # but not through the posts
            assume(not (moved[0] <= 0 and abs(moved[1]) < 4))
    if restart in ("3", "4", "6") and before.players[0].standing == "excused":
        assume(abs(moved[1]) > 80 or moved[0] > 300)  # still off the field
        assume(not (moved[0] <= 0 and abs(moved[1]) < 4))
    assume(all(abs(value) <= 500 for value in moved))
    after = one(restart, way, team, moved, foul)
    assert after.players[0].standing != "wrong", after.players[0].message


@given(st.sampled_from(ALL), FOULS)
@example(("2", "spot"), (290, 70))
def test_the_example_of_every_restart_is_right_and_has_both_teams(
    case: tuple[str, str], foul: tuple[float, float]
) -> None:
    restart, way = case
    keys: dict[str, Any] = {"foul": {"x": foul[0], "y": foul[1]}, **({"way": way} if way else {})}
    placed = find_example(find_restart(placement(restart, [], **keys)), "red", "blue")
    assert [player.team for player in placed] == ["red"] * 4 + ["blue"] * 4
    data = {"restart": restart, "near": "red", "players": [player.model_dump() for player in placed], **keys}
    assert judge(Placement.model_validate(data)).right


@given(st.sampled_from(ALL), st.sampled_from(["red", "blue"]), PLACES, FOULS)
def test_left_and_right_are_judged_alike(
    case: tuple[str, str], team: str, at: tuple[float, float], foul: tuple[float, float]
) -> None:
    restart, way = case
    here = one(restart, way, team, at, foul).players[0]
    mirrored = one(restart, way, team, (at[0], -at[1]), (foul[0], -foul[1])).players[0]
    assert (here.standing, faults(here)) == (mirrored.standing, faults(mirrored))


# -- files -----------------------------------------------------------------------------------------------------------

GOOD = """
restart: 2
near: red
ball: {x: 30, y: 0}
players:
  - {team: red, player: r1, x: -2, y: 8}
  - {team: blue, player: b1, x: 36, y: 0}
"""


def test_a_file_is_read_and_judged_in_either_language(tmp_path: Any) -> None:
    path = tmp_path / "placement.yaml"
    path.write_text(GOOD)
    read = load_placement(path)
    assert judge(read).right
    assert judge(read, "es").players[0].message == "Bien."
    assert read_placement(read.model_dump_json()) == read


@pytest.mark.parametrize(
    ("what", "by", "where", "words"),
    [
        ("restart: 2", "restart: 7", "line 2, restart", "restart must be one of: 2, 3, 4, 5a, 5b, 6, throw-in"),
        ("restart: 2", "restart: 2\nway: corner", "line 3, way", "way must be one of: line, spot"),
        ("restart: 2", "restart: throw-in\nway: line", "line 3, way", "left out for a throw-in"),
        ("restart: 2\n", "", "restart", "restart is missing"),
        ("near: red", "near: green", "line 5, players", "there must be one"),
        ("x: -2", "x: far", "line 6, players[0].x", "a number of yards from -500 to 500"),
        ("x: -2", "x: -501", "line 6, players[0].x", "a number of yards from -500 to 500"),
        ("player: b1", "player: b1, horse: bay", "line 7, players[1].horse", "is unknown"),
        ("team: blue, player: b1", "team: red, player: r1", "line 7, players[1].player", "one place only"),
        ("ball: {x: 30, y: 0}", "field: {length: 30}", "line 4, field.length", "a number of yards from 50 to 500"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_in_one_line(what: str, by: str, where: str, words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)) as raised:
        read_placement(GOOD.replace(what, by))
    assert where in [error.where for error in raised.value.errors]


def test_a_foul_that_is_missing_is_asked_for() -> None:
    with pytest.raises(InputError, match="foul is missing"):
        read_placement("{restart: 5a, near: red, players: []}")


def test_an_empty_file_says_what_a_placement_needs() -> None:
    with pytest.raises(InputError, match="a placement must have restart, near and players"):
        read_placement("")


def test_a_field_of_the_event_s_own_size_is_measured_on() -> None:
    small = placement("5b", [], field={"length": 250, "width": 140})
    assert judge(small).spot.model_dump() == {"x": 125, "y": 0}
    assert find_restart(placement("5b", [], field={"boards": False})).size.width == 200
    assert Point(125, 0) == find_restart(small).size.centre
