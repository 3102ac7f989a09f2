"""Clause `player-limit`: nobody rated too high for the event."""

from __future__ import annotations

import pytest

from tests.rules.build import arena, assert_breaks, assert_legal, outdoor, why_unusable


@pytest.mark.parametrize("upper", [0, 1, 2, 3])
def test_outdoors_up_to_3_goals_a_player_may_be_one_goal_above_the_limit_and_no_more(upper: int) -> None:
    game = outdoor(upper, red=f"{upper} 0 0 0 + {upper + 1} {upper + 1.5} -1 -2", started=False)
    assert_legal(game, "r2 r3 r5 r7")
    assert assert_breaks(game, "r2 r3 r6 r8", "player-limit").field_handicap == upper - 0.5


def test_outdoors_above_3_goals_there_is_no_such_ceiling() -> None:
    game = outdoor(4, red="6 -1 -1 0", started=False)
    assert_legal(game, "r1 r2 r3 r4")
    assert_legal(outdoor(3.5, red="5 -1 -1 0", started=False), "r1 r2 r3 r4")


def test_in_the_arena_nobody_is_above_the_upper_limit() -> None:
    game = arena(6, red="6 0 0 + 6.5 -0.5", started=False)
    assert_legal(game, "r1 r2 r3")
    assert_breaks(game, "r3 r4 r5", "player-limit")


def test_in_the_arena_it_holds_at_any_limit() -> None:
    assert_breaks(arena(9, red="9.5 -1 0", started=False), "r1 r2 r3", "player-limit")


def test_the_alternative_rule_of_the_arena_lifts_it() -> None:
    game = arena(6, red="6.5 -0.5 0", started=False, player_above_limit_allowed=True)
    assert_legal(game, "r1 r2 r3")


def test_the_alternative_rule_of_the_arena_means_nothing_outdoors() -> None:
    game = outdoor(2, red="4 -1 -1 0", started=False, player_above_limit_allowed=True)
    assert_breaks(game, "r1 r2 r3 r4", "player-limit")


def test_it_holds_at_every_moment() -> None:
    game = outdoor(2, red="2 0 0 0 + 3.5 -2 -2")
    assert_breaks(game.unable("r1").unable("r2"), "r3 r4 r5 r6", "player-limit", later=False)
    assert_breaks(game.end(), "r3 r4 r5 r6", "player-limit")
    assert_breaks(game.left("r1").left("r2"), "r3 r4 r5 r6", "player-limit", later=False)


def test_the_ceiling_is_about_one_player_and_the_limit_about_the_sum() -> None:
    game = outdoor(2, red="3 0 0 0 + 3.5", started=False)
    assert_breaks(game, "r1 r2 r3 r4", "upper-limit")
    assert_breaks(game, "r5 r2 r3 r4", "player-limit", "upper-limit")


def test_a_corrected_handicap_puts_a_player_on_the_field_above_it_and_his_place_counts_as_open() -> None:
    game = arena(6, red="4 0 0 + 2").player("r1", handicap=6.5)
    assert_breaks(game, "r1 r2 r3", "player-limit", later=False)
    assert_legal(game, "r2 r3 r4", "any_time")
    assert_legal(game, "r2 r3", "any_time")


def test_a_corrected_limit_moves_the_ceiling() -> None:
    game = outdoor(2, red="2 0 0 0 + 3.5 -2", started=False)
    assert_breaks(game, "r2 r3 r5 r6", "player-limit")
    assert_legal(game.event(upper_limit=2.5), "r2 r3 r5 r6")
    assert_legal(game.event(upper_limit=3.5), "r2 r3 r5 r6")


def test_fielding_one_is_reported() -> None:
    game = arena(6, red="6.5 -0.5 0")
    assert game.breaches() == [(0, "red", ["player-limit"])]


def test_unusable_names_it() -> None:
    assert why_unusable(arena(6, red="2 2 2 + 6.5").end().advise(), "r4") == ["player-limit"]
