"""Clause `lower-limit`: the team that starts reaches the event's lower limit; a later one need not."""

from __future__ import annotations

from tests.rules.build import arena, assert_breaks, assert_legal, outdoor


def test_a_start_at_the_lower_limit_is_legal_and_half_a_goal_below_is_not() -> None:
    game = outdoor(6, lower_limit=4, red="2 1 1 0 + 1 0.5", started=False)
    assert_legal(game, "r1 r2 r4 r5", "now")
    assert assert_breaks(game, "r1 r2 r4 r6", "lower-limit").field_handicap == 3.5


def test_without_a_lower_limit_any_sum_may_start() -> None:
    assert_legal(outdoor(8, red="0 0 0 -1", started=False), "r1 r2 r3 r4")


def test_a_rating_that_is_rounded_down_counts_rounded_for_the_lower_limit() -> None:
    game = outdoor(8, lower_limit=4, red="2 1 0.5 0.5", started=False)
    assert assert_breaks(game, "r1 r2 r3 r4", "lower-limit").field_handicap == 3


def test_a_short_arena_team_reaches_the_lower_limit_by_those_in_the_arena() -> None:
    game = arena(8, lower_limit=4, red="2 2", started=False)
    assert_legal(game, "r1 r2")
    assert_breaks(game.but("r2", handicap=1.5), "r1 r2", "lower-limit")


def test_an_injury_substitute_may_bring_the_team_below_it() -> None:
    game = outdoor(8, lower_limit=4, red="6 1 1 0 + 1", blue="1 1 1 1").unable("r1")
    assert assert_legal(game, "r2 r3 r4 r5", "now").field_handicap == 3
    assert game.sub("r1", "r5").resume().breaches() == []


def test_a_change_between_periods_or_into_an_open_place_may_bring_the_team_below_it() -> None:
    game = outdoor(8, lower_limit=4, red="6 1 1 0 + 1", blue="1 1 1 1")
    assert_legal(game.end(), "r2 r3 r4 r5", "now")
    assert_legal(game.left("r1"), "r2 r3 r4 r5", "any_time")


def test_a_start_below_it_is_reported_and_the_lineup_stays_broken_as_long_as_its_sum_is_below() -> None:
    game = outdoor(8, lower_limit=4, red="1 1 1 0 + 0", blue="1 1 1 1")
    assert game.breaches() == [(0, "red", ["lower-limit"])]
    assert_breaks(game, "r1 r2 r3 r4", "lower-limit")
    assert_breaks(game.end().begin(), "r1 r2 r3 r4", "lower-limit")
    assert_legal(game.player("r4", handicap=1), "r1 r2 r3 r4")
    assert_legal(game.event(lower_limit=3), "r1 r2 r3 r4")
    assert_legal(game.event(lower_limit=None), "r1 r2 r3 r4")


def test_a_lineup_that_a_later_change_made_is_not_asked_although_the_start_was_below() -> None:
    game = outdoor(8, lower_limit=4, red="1 1 1 0 + 0", blue="1 1 1 1").end().sub("r4", "r5")
    assert_legal(game, "r1 r2 r3 r5")


def test_both_limits_may_be_the_same_figure() -> None:
    game = outdoor(6, lower_limit=6, red="2 2 1 1 + 0.5 1.5", started=False)
    assert_legal(game, "r1 r2 r3 r4")
    assert_breaks(game, "r1 r2 r3 r5", "lower-limit")
    assert_breaks(game, "r1 r2 r3 r6", "upper-limit")
