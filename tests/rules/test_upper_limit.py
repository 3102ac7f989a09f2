"""Clause `upper-limit`: whoever comes in, the sum is within the event's upper limit."""

from __future__ import annotations

import pytest

from tests.rules.build import Game, arena, assert_breaks, assert_legal, options, outdoor, why_unusable


def test_a_start_at_the_limit_is_legal_and_half_a_goal_above_is_not() -> None:
    game = outdoor(6, red="2 2 1 1 + 1.5", started=False)
    assert_legal(game, "r1 r2 r3 r4", "now")
    assert_breaks(game, "r1 r2 r3 r5", "upper-limit")


def test_an_injury_substitute_may_bring_the_team_to_the_limit_and_not_half_a_goal_above() -> None:
    game = outdoor(6, red="2 2 1 1 + 1 1.5").unable("r4")
    assert_legal(game, "r1 r2 r3 r5", "now")
    assert_breaks(game, "r1 r2 r3 r6", "upper-limit", later=False)


def test_in_the_arena_half_a_goal_above_the_limit_breaks_it_at_any_limit() -> None:
    game = arena(8, red="3 3 2 + 2 2.5").end()
    assert_legal(game, "r1 r2 r4", "now")
    assert_breaks(game, "r1 r2 r5", "upper-limit")


def test_above_a_limit_of_6_goals_halves_outdoors_are_rounded_down_before_they_are_summed() -> None:
    game = outdoor(8, red="3 3 1 1 + 1.5 -0.5").end()
    assert assert_legal(game, "r1 r2 r3 r5").field_handicap == 8
    assert assert_legal(game, "r1 r2 r3 r6").field_handicap == 6


def test_at_a_limit_of_6_goals_halves_count() -> None:
    game = outdoor(6, red="3 1 1 0 + 1.5", started=False)
    assert assert_breaks(game, "r1 r2 r3 r5", "upper-limit").field_handicap == 6.5


@pytest.mark.parametrize(
    ("game", "when"),
    [
        (outdoor(8, red="3 2 2 1 + 1 2").unable("r4"), "now"),
        (outdoor(8, red="3 2 2 1 + 1 2").end(), "now"),
        (outdoor(8, red="3 2 2 1 + 1 2").left("r4"), "any_time"),
        (outdoor(8, red="3 2 2 1 + 1 2").unable("r4").resume().stop(), "any_time"),
    ],
    ids=["hurt", "interval", "open place in play", "open place in a stoppage"],
)
def test_the_limit_holds_at_every_moment(game: Game, when: str) -> None:
    assert_legal(game, "r1 r2 r3 r5", when)
    assert_breaks(game, "r1 r2 r3 r6", "upper-limit")


def test_a_team_that_lost_its_minus_one_plays_on_above_the_limit() -> None:
    game = outdoor(8, red="3 3 3 -1").unable("r4")
    assert assert_legal(game, "r1 r2 r3", "now").field_handicap == 9
    assert_legal(game.resume(), "r1 r2 r3")


def test_a_swap_in_a_team_that_plays_short_is_within_the_limit_by_the_sum_on_the_field() -> None:
    game = outdoor(8, red="3 3 3 -1 + 2 3").unable("r4").resume().end()
    assert_legal(game, "r1 r2 r5")
    assert_breaks(game, "r1 r2 r6", "upper-limit")


def test_under_frozen_a_missing_player_stays_in_the_sum_while_the_place_is_open() -> None:
    game = outdoor(8, red="2 2 2 2 + 3 4").left("r1").end()
    legal = assert_legal(game, "r3 r4 r6", "now")
    assert (legal.field_handicap, "short-swap" in legal.contested_by) == (8, True)
    frozen = game.reading(short_swap="frozen")
    verdict = assert_breaks(frozen, "r3 r4 r6", "upper-limit")
    assert (verdict.field_handicap, verdict.contested_by) == (8, ["short-swap"])
    assert_breaks(frozen, "r3 r4 r5", "upper-limit")
    assert_legal(frozen.but("r5", handicap=2), "r3 r4 r5")


def test_under_frozen_a_missing_minus_one_makes_room() -> None:
    game = outdoor(8, red="3 3 3 -1 + 3 4").unable("r4").resume().end().reading(short_swap="frozen")
    assert_legal(game, "r1 r2 r5")
    assert_breaks(game, "r1 r2 r6", "upper-limit")


def test_the_limit_is_asked_of_the_whole_lineup_and_not_of_the_players_who_are_exchanged() -> None:
    game = outdoor(8, red="4 2 1 1 + 5 0").end()
    assert_breaks(game, "r2 r3 r4 r5", "upper-limit")
    assert_legal(game, "r3 r4 r5 r6")


def test_a_change_above_the_limit_is_reported_and_the_lineup_as_it_stands_stays_broken() -> None:
    game = outdoor(8, red="3 2 2 1 + 2").end().sub("r4", "r5").begin()
    assert game.breaches() == [(2, "red", ["upper-limit"])]
    assert_breaks(game, "r1 r2 r3 r5", "upper-limit", later=False)


def test_the_lineup_as_it_stands_is_in_order_again_when_the_limit_is_corrected() -> None:
    game = outdoor(8, red="3 2 2 1 + 2").end().sub("r4", "r5").begin()
    assert_legal(game.event(upper_limit=9), "r1 r2 r3 r5")
    assert_breaks(game.event(upper_limit=8.5), "r1 r2 r3 r5", "upper-limit")


def test_a_lineup_that_nobody_changed_is_not_asked_when_the_limit_is_corrected_below_it() -> None:
    game = outdoor(8, red="3 2 2 1 + 1").event(upper_limit=7)
    assert_legal(game, "r1 r2 r3 r4")
    assert_breaks(game.end(), "r1 r2 r3 r5", "upper-limit")


def test_entries_of_one_stoppage_are_judged_on_the_sum_so_far_without_those_who_must_leave() -> None:
    game = outdoor(8, red="4 2 1 1 + 3 3").unable("r1").sub("r2", "r5")
    assert "upper-limit" not in game.breach()
    assert game.sub("r1", "r6").breach() == []


def test_unusable_names_the_limit_for_a_player_too_high_for_every_lineup() -> None:
    advice = outdoor(8, red="2 2 2 2 + 3 2").unable("r1").advise()
    assert options(advice, "now") == ["r2 r3 r4 r6", "r2 r3 r4"]
    assert why_unusable(advice, "r5") == ["double-substitution", "upper-limit"]


def test_wanted_goes_up_to_the_limit() -> None:
    advice = outdoor(8, red="2 2 2 2").unable("r1").advise()
    found = [row.handicap for row in advice.wanted if row.lineup is not None]
    assert max(found) == 2.5  # counts as 2 above a limit of 6
