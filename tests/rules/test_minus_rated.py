"""Clause `minus-rated`: how many players rated below 0 a lineup may have."""

from __future__ import annotations

import pytest

from tests.rules.build import arena, assert_breaks, assert_legal, outdoor, why_unusable


def test_outdoors_above_6_goals_one_is_legal_and_two_are_not() -> None:
    game = outdoor(8, red="5 4 -1 -1 + 0", started=False)
    assert_legal(game, "r1 r2 r3 r5")
    assert_breaks(game, "r1 r2 r3 r4", "minus-rated")


def test_outdoors_up_to_6_goals_two_are_legal_and_three_are_not() -> None:
    game = outdoor(6, red="5 3 -1 -1 + -1", started=False)
    assert_legal(game, "r1 r2 r3 r4")
    assert_breaks(game, "r1 r3 r4 r5", "minus-rated")


def test_the_bound_changes_just_above_a_limit_of_6() -> None:
    game = outdoor(6.5, red="5 3 -1 -1", started=False)
    assert_breaks(game, "r1 r2 r3 r4", "minus-rated")


def test_half_a_goal_below_nought_is_minus_rated_also_where_it_is_rounded_down() -> None:
    assert_breaks(outdoor(8, red="4 4 -0.5 -0.5", started=False), "r1 r2 r3 r4", "minus-rated")
    assert_breaks(outdoor(6, red="4 -0.5 -0.5 -0.5", started=False), "r1 r2 r3 r4", "minus-rated")


def test_nought_and_a_half_that_is_rounded_down_to_nought_are_not_minus_rated() -> None:
    assert_legal(outdoor(8, red="4 0 0.5 -1", started=False), "r1 r2 r3 r4")


@pytest.mark.parametrize("upper", [6, 9])
def test_in_the_arena_up_to_9_goals_any_number_is_legal(upper: int) -> None:
    assert_legal(arena(upper, red="-1 -1 -2", started=False), "r1 r2 r3")


def test_in_the_arena_above_9_goals_nobody_below_nought_may_play() -> None:
    game = arena(9.5, red="5 4 0 + -0.5", started=False)
    assert_legal(game, "r1 r2 r3")
    assert_breaks(game, "r1 r2 r4", "minus-rated")


def test_it_holds_for_every_lineup_in_which_somebody_comes_in() -> None:
    game = outdoor(8, red="4 3 0 -1 + -1 0")
    assert_breaks(game.unable("r3"), "r1 r2 r4 r5", "minus-rated", later=False)
    assert_breaks(game.end(), "r1 r2 r4 r5", "minus-rated")
    assert_breaks(game.left("r3"), "r1 r2 r4 r5", "minus-rated", later=False)
    assert_legal(game.unable("r4"), "r1 r2 r3 r5", "now")


def test_a_corrected_limit_moves_the_bound_and_the_lineup_as_it_stands_is_not_asked() -> None:
    game = outdoor(6, red="4 3 -1 -1 + 0").event(upper_limit=8)
    assert_legal(game, "r1 r2 r3 r4")
    assert_breaks(game.end(), "r2 r3 r4 r5", "minus-rated")


def test_a_start_with_two_is_reported_and_stays_broken_as_long_as_there_are_two() -> None:
    game = outdoor(8, red="5 5 -1 -1 + 0")
    assert game.breaches() == [(0, "red", ["minus-rated"])]
    assert_breaks(game, "r1 r2 r3 r4", "minus-rated")
    assert_breaks(game.end().begin(), "r1 r2 r3 r4", "minus-rated")
    assert_legal(game.player("r4", handicap=0), "r1 r2 r3 r4")
    assert_legal(game.event(upper_limit=6), "r1 r2 r3 r4")


def test_in_the_arena_one_on_the_field_above_9_goals_counts_as_an_open_place() -> None:
    game = arena(12, red="4 4 0 + 2").player("r3", handicap=-1)
    assert_breaks(game, "r1 r2 r3", "minus-rated", later=False)
    assert_legal(game, "r1 r2 r4", "any_time")
    assert_legal(game, "r1 r2", "any_time")


def test_unusable_names_it() -> None:
    game = outdoor(8, red="4 3 0 -1 + -1").unable("r3")
    assert why_unusable(game.advise(), "r5") == ["minus-rated", "double-substitution"]
    assert why_unusable(arena(12, red="4 4 4 + -1").end().advise(), "r4") == ["minus-rated"]
