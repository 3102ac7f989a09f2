"""The shootout: the order, the line of each round, when it is decided, and its one goal."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.match import Shootout, Shot
from advisor.play.saying import say_shootout
from advisor.play.shootout import Hit, ShootoutState, hitting_order, line_of, play_shootout
from tests.play.playing import OVER, match_of, play

FOUR = {"red": ("r1", "r2", "r3", "r4"), "blue": ("b1", "b2", "b3", "b4")}
THREE = {team: players[:3] for team, players in FOUR.items()}
ONE = {team: players[:1] for team, players in FOUR.items()}


def shootout(goals: str, order: Any = ONE, upper: int = 16, field: Any = None, hitters: str = "") -> ShootoutState:
    """A shootout whose hits, in turn, are goals (``x``) or not (``.``); spaces mean nothing. ``upper``: half goals."""
    elected = Shootout(
        entry="shootout", hitters=hitters or ("one" if order == ONE else "all"), first="red", order=order
    )
    turns = hitting_order("red", order)
    marks = goals.replace(" ", "")
    shots = [
        Shot(entry="shot", team=turns[n % len(turns)].team, player=turns[n % len(turns)].player, goal=mark == "x")
        for n, mark in enumerate(marks)
    ]
    return play_shootout(elected, shots, upper, field or {team: frozenset(players) for team, players in order.items()})


def lines(state: ShootoutState) -> list[int]:
    return [found.line for found in state.rounds]


def test_teams_alternate_the_one_drawn_by_lot_first() -> None:
    assert [hit.player for hit in hitting_order("blue", THREE)] == ["b1", "r1", "b2", "r2", "b3", "r3"]
    assert [hit.player for hit in hitting_order("red", {**THREE, "blue": ("b1",)})] == ["r1", "b1", "r2", "r3"]


def test_the_order_is_kept_in_each_round() -> None:
    state = shootout(".. .", ONE)
    assert (state.next, len(state.rounds)) == (Hit("blue", "b1"), 2)
    assert shootout("........").next == Hit("red", "r1")
    assert shootout("x" * 6, THREE).next == Hit("red", "r1")


def test_the_ball_is_put_at_forty_then_at_sixty() -> None:
    assert shootout("").line == 40
    assert shootout("..").line == 60
    assert shootout("xx").line == 60
    assert shootout("." * 8, FOUR).line == 60


@pytest.mark.parametrize(
    ("goals", "upper", "third"), [("....", 12, 30), ("....", 13, 60), ("xx..", 12, 60), ("..xx", 12, 60)]
)
def test_after_two_rounds_without_a_goal_it_is_thirty_where_the_upper_limit_is_six_or_less(
    goals: str, upper: int, third: int
) -> None:
    assert lines(shootout(goals, upper=upper)) == [40, 60, third]
    assert shootout(goals + "..", upper=upper).line == third


def test_from_thirty_it_stays_there() -> None:
    assert lines(shootout(".... xx xx", upper=12)) == [40, 60, 30, 30, 30]
    assert line_of(7, False, 12) == 30


def test_it_is_not_decided_before_everybody_has_hit() -> None:
    assert shootout("x", ONE).winner is None
    state = shootout("x.x.x.x", FOUR)  # 4 to 0, one hit left
    assert (state.winner, state.next) == (None, Hit("blue", "b4"))
    assert shootout("x.x.x.x.", FOUR).winner == "red"


def test_one_each_goes_on_until_one_scores_and_the_other_misses() -> None:
    assert shootout("xx xx .. xx").winner is None
    assert shootout("xx xx .. .x").winner == "blue"
    assert shootout("xx xx .. .x").points == {"red": 2, "blue": 3}


def test_three_a_side_after_a_penalty_7() -> None:
    state = shootout("x....x ..x...", THREE)
    assert (state.winner, len(state.rounds), state.points) == ("red", 2, {"red": 2, "blue": 1})


def test_unequal_teams_are_said() -> None:
    order = {"red": FOUR["red"], "blue": THREE["blue"]}
    state = shootout("x......", order)
    assert [remark.code for remark in state.remarks] == ["unequal"]
    assert state.winner == "red"
    assert [remark.code for remark in shootout("", FOUR).remarks] == []


def test_who_hits_is_held_against_the_field() -> None:
    field = {"red": frozenset(FOUR["red"]), "blue": frozenset(FOUR["blue"])}
    found = shootout("", THREE, field=field, hitters="all").remarks
    assert [(remark.code, remark.player) for remark in found] == [("left-out", "r4"), ("left-out", "b4")]
    assert [remark.code for remark in shootout("", ONE, field=field).remarks] == []
    strange = {"red": frozenset({"r9"}), "blue": frozenset({"b1"})}
    assert [(remark.code, remark.player) for remark in shootout("", ONE, field=strange).remarks] == [
        ("not-on-field", "r1")
    ]


def test_hits_out_of_turn_twice_or_after_the_end_are_said() -> None:
    elected = Shootout(entry="shootout", first="red", order=THREE)
    field = {team: frozenset(players) for team, players in THREE.items()}

    def shot(player: str, goal: bool = False) -> Shot:
        return Shot(entry="shot", team="red" if player[0] == "r" else "blue", player=player, goal=goal)

    state = play_shootout(elected, [shot("b1"), shot("b1", goal=True)], 16, field)
    assert [remark.code for remark in state.remarks] == ["out-of-turn", "twice"]
    assert (state.points, state.next) == ({"red": 0, "blue": 0}, Hit("red", "r1"))
    one = Shootout(entry="shootout", hitters="one", first="red", order=ONE)
    done = play_shootout(one, [shot("r1", goal=True), shot("b1"), shot("r1", goal=True)], 16, field)
    assert (done.winner, [remark.code for remark in done.remarks], done.points["red"]) == ("red", ["after-the-end"], 1)


def test_the_winner_gets_one_goal_whatever_the_points() -> None:
    before = ("goal red", "goal blue", *OVER)
    order = {team: ["1", "2", "3", "4"] for team in ("red", "blue")}
    elected = {"entry": "shootout", "first": "blue", "order": order}
    shots = [
        {"entry": "shot", "team": team, "player": player, "goal": team == "red"}
        for player in order["red"]
        for team in ("blue", "red")
    ]
    found = play(*before, elected, *shots)
    assert found.shootout is not None
    assert (found.shootout.winner, found.shootout.points["red"], found.clock.phase) == ("red", 4, "shootout")
    over = play(*before, elected, *shots, "goal red")
    assert (over.clock.phase, over.score) == ("ended", {"red": 4, "blue": 2})


def test_the_line_goes_by_the_event_as_corrected() -> None:
    misses = ("shot red miss", "shot blue miss") * 2
    assert play(*OVER, "shootout", *misses, upper_limit=6).shootout.line == 30  # type: ignore[union-attr]
    assert play(*OVER, "shootout", *misses, upper_limit=8).shootout.line == 60  # type: ignore[union-attr]


@pytest.mark.parametrize("language", ["en", "es"])
def test_it_is_said_in_both_languages(language: str) -> None:
    order = {"red": FOUR["red"], "blue": THREE["blue"]}
    strange = {"red": frozenset({"r1", "r9"}), "blue": frozenset(THREE["blue"])}
    for state in (shootout(""), shootout("...."), shootout(".... ", upper=12), shootout("x."), shootout("", order)):
        for statement in say_shootout(state, {"red": "Red"}, {"red": {"r1": "Ana"}}, language):
            assert statement.text
            assert "{" not in statement.text
    assert len(say_shootout(shootout("", order, field=strange), {}, {}, language)) > 6


@given(st.lists(st.booleans(), max_size=60), st.sampled_from([FOUR, THREE, ONE]), st.sampled_from([12, 16]))
def test_it_ends_as_the_rule_says(goals: list[bool], order: dict[str, tuple[str, ...]], upper: int) -> None:
    """Played by hand: rounds of everybody, until one round's points differ."""
    size = 2 * len(order["red"])
    points, winner, rounds = {"red": 0, "blue": 0}, None, 0
    for start in range(0, len(goals) - size + 1, size):
        for n, goal in enumerate(goals[start : start + size]):
            points["red" if n % 2 == 0 else "blue"] += goal
        rounds += 1
        if points["red"] != points["blue"]:
            winner = max(points, key=lambda team: points[team])
            break
    state = shootout("".join("x" if goal else "." for goal in goals), order, upper=upper)
    assert state.winner == winner
    assert (state.next is None) == (winner is not None)
    assert len(state.rounds) == (rounds if winner else rounds + 1)
    if winner:
        assert state.points == points
    scored = any(goals[: 2 * size])
    for number, line in enumerate(lines(state), 1):
        expected = {1: 40, 2: 60}.get(number, 30 if upper == 12 and not scored else 60)
        assert line == expected


def test_a_shootout_of_a_match_that_is_not_level_is_noted() -> None:
    match = match_of("goal red", *OVER, "shootout")
    assert [note.code for note in play(*[e.model_dump(exclude_unset=True) for e in match.journal[1:]]).clock.notes] == [
        "not-level"
    ]
