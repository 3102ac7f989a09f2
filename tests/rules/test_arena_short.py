"""Clause `arena-short`: the arena's own bounds on a team that plays short."""

from __future__ import annotations

import pytest

from tests.rules.build import Game, arena, assert_breaks, assert_legal, options, outdoor

# An 8-goal team whose -1 is hurt: 9 in the arena.
MINUS = arena(8, lower_limit=4, red="5 4 -1", blue="4 2 2").unable("r3")


def on_field(game: Game) -> Game:
    """The same under the reading that looks at the sum in the arena."""
    return game.reading(arena_short="on-field")


def always(game: Game) -> Game:
    """The same under the reading that bounds the time of every team that plays short."""
    return game.reading(arena_short_time="always")


def test_by_default_the_counted_handicap_meets_the_proviso() -> None:
    verdict = assert_legal(MINUS, "r1 r2", "now")
    assert (verdict.field_handicap, verdict.counted_handicap) == (9, 8)
    assert verdict.contested_by == ["arena-short"]


def test_under_on_field_the_sum_in_the_arena_is_at_most_the_upper_limit() -> None:
    assert assert_breaks(on_field(MINUS), "r1 r2", "arena-short").contested_by == ["arena-short"]
    level = arena(8, lower_limit=4, red="5 3 -1", blue="4 2 2").unable("r3")
    assert_legal(on_field(level), "r1 r2", "now")
    half = arena(8, lower_limit=4, red="5 3.5 -1", blue="4 2 2").unable("r3")
    assert_breaks(on_field(half), "r1 r2", "arena-short")


def test_under_on_field_the_sum_in_the_arena_reaches_the_lower_limit() -> None:
    level = arena(8, lower_limit=4, red="2 2 4", blue="4 2 2").unable("r3")
    assert_legal(on_field(level), "r1 r2", "now")
    half = arena(8, lower_limit=4, red="2 1.5 4", blue="4 2 2").unable("r3")
    assert_breaks(on_field(half), "r1 r2", "arena-short")
    assert_legal(half, "r1 r2", "now")


def test_without_a_lower_limit_any_low_sum_will_do() -> None:
    assert_legal(on_field(arena(8, red="0 0 4").unable("r3")), "r1 r2", "now")


def test_a_full_team_is_not_asked() -> None:
    game = on_field(arena(8, lower_limit=4, red="1 1 4 + 0", blue="4 2 2").unable("r3"))
    assert_legal(game, "r1 r2 r4", "now")


def test_outdoors_there_is_no_such_clause() -> None:
    game = outdoor(8, lower_limit=4, red="4 3 2 -1", blue="2 2 2 2").unable("r4")
    assert_legal(on_field(game), "r1 r2 r3", "now")
    assert assert_legal(game, "r1 r2 r3").contested_by == []


def test_before_the_start_the_limits_themselves_are_asked() -> None:
    game = on_field(arena(8, lower_limit=4, red="2 1.5", started=False))
    assert_breaks(game, "r1 r2", "lower-limit")


def test_after_a_removal_two_are_a_full_team() -> None:
    game = arena(8, lower_limit=6, red="2 4 1 + 1", blue="3 4 1").unable("r1").p7("r1").name("b1").end()
    assert_legal(on_field(game), "r2 r4", "now")


@pytest.mark.parametrize(("periods", "half"), [(4, 2), (2, 1), (6, 3), (3, 2)])
def test_a_team_that_started_short_plays_so_for_at_most_half_the_game(periods: int, half: int) -> None:
    game = arena(12, red="6 4 + 2", blue="4 4 4", periods=periods).but("r3", present=False)
    before = game.periods(half - 1).begin().arrived("r3") if half > 1 else game.arrived("r3")
    assert_legal(before.left("r1"), "r2 r3", "any_time")
    after = game.periods(half).arrived("r3")
    assert_breaks(after, "r1 r3", "arena-short")
    assert_legal(after, "r1 r2 r3", "now")


def test_a_team_that_got_short_later_is_not_bound_in_time_by_default() -> None:
    game = arena(12, red="6 4 2 + 1", blue="4 4 4").but("r4", present=False).left("r3").periods(3).arrived("r4")
    assert "arena-short-time" in assert_legal(game, "r1 r4", "now").contested_by


def test_under_always_it_is() -> None:
    game = arena(12, red="6 4 2 + 1", blue="4 4 4").but("r4", present=False).end().left("r3").begin()
    assert_legal(always(game.end().arrived("r4")), "r1 r4", "now")
    verdict = assert_breaks(always(game.end().begin().end().arrived("r4")), "r1 r4", "arena-short")
    assert verdict.contested_by == ["arena-short-time"]


def test_periods_in_full_strength_do_not_count() -> None:
    game = arena(12, red="6 4 + 2 1", blue="4 4 4").but("r3", present=False)
    game = game.end().arrived("r3").sub("", "r3").begin().end()
    assert_legal(game.left("r3"), "r1 r4", "now")
    assert_breaks(game.left("r3").begin().end(), "r1 r4", "arena-short")


def test_at_the_end_of_the_period_the_current_one_counts() -> None:
    game = arena(12, red="6 4 + 2", blue="4 4 4").but("r3", present=False).periods(1).begin().arrived("r3")
    assert options(game.advise(), "any_time") == ["r1 r2 r3"]
    assert options(game.advise(), "period_end") == ["r1 r2 r3"]
    first = arena(12, red="6 4 + 2", blue="4 4 4").but("r3", present=False).arrived("r3")
    assert options(first.advise(), "period_end") == ["r1 r2 r3", "r1 r3", "r2 r3"]


def test_the_limits_never_break_it_by_default_also_when_the_time_is_up() -> None:
    game = arena(8, lower_limit=4, red="5 4 -1 + 4", blue="4 2 2").left("r3").periods(3)
    verdict = assert_breaks(game, "r1 r4", "upper-limit")
    assert verdict.field_handicap == 9


def test_within_the_limits_a_swap_in_a_short_team_is_legal_and_outside_it_breaks_the_clause_on_field() -> None:
    game = arena(8, lower_limit=4, red="5 3 0 + 2 1", blue="4 2 2").left("r3").periods(1)
    assert_legal(on_field(game), "r1 r4", "now")
    assert_legal(game, "r2 r5", "now")
    assert_legal(on_field(game), "r2 r5", "now")
    assert_breaks(on_field(game.event(lower_limit=4.5)), "r2 r5", "arena-short")


# Starts with 6 and 4; the 2 arrives, and the 1 is on the bench.
SHORT = arena(12, red="6 4 + 2 1", blue="4 4 4").but("r3", present=False).but("r4", present=False)


@pytest.mark.parametrize(("periods", "half"), [(4, "2 of 4"), (2, "1 of 2"), (6, "3 of 6"), (3, "1½ of 3")])
def test_the_sentence_says_how_long_half_the_game_is(periods: int, half: str) -> None:
    game = arena(12, red="6 4 + 2", blue="4 4 4", periods=periods).but("r3", present=False)
    verdict = assert_breaks(game.periods((periods + 1) // 2).arrived("r3"), "r1 r3", "arena-short")
    assert half in verdict.broken[0].message


@pytest.mark.parametrize("reading", ["start-only", "always"])
def test_at_half_time_of_a_short_start_only_a_full_team_is_legal_by_either_reading(reading: str) -> None:
    game = SHORT.reading(arena_short_time=reading)
    first = game.end().begin()
    assert first.advise().warnings == []
    assert options(first.arrived("r3").advise(), "any_time") == ["r1 r2 r3"]
    half = game.periods(2)
    assert options(half.advise()) == []
    assert options(half.arrived("r3").advise()) == ["r1 r2 r3"]
    assert options(half.begin().arrived("r3").advise()) == ["r1 r2 r3", "r1 r2 r3"]


def test_at_half_time_it_is_said_that_a_team_still_short_must_be_complete() -> None:
    half = SHORT.periods(2)
    said = "red: Half the game, 2 of 4 periods, is as long as a team may play short; it must now be complete."
    assert half.advise().warnings == [said]
    assert half.advise("blue").warnings == [said]
    assert half.begin().audit().warnings == [said]
    assert half.begin().audit().breaches == []
    assert half.arrived("r3").sub("", "r3").advise().warnings == []


def test_it_is_said_of_a_team_that_got_short_later_only_by_the_other_reading() -> None:
    game = arena(12, red="6 4 2", blue="4 4 4").left("r3").end().begin().end().begin().end()
    assert game.advise().warnings == []
    assert len(always(game).advise().warnings) == 1


def test_a_short_start_needs_both_limits() -> None:
    game = arena(9, lower_limit=8, red="5 3 9", started=False).but("r3", present=False)
    assert_legal(game, "r1 r2", "now")
    assert_breaks(game.but("r2", handicap=2.5), "r1 r2", "lower-limit")
    assert_legal(game.but("r2", handicap=4), "r1 r2", "now")
    assert_breaks(game.but("r2", handicap=4.5), "r1 r2", "upper-limit")


def test_the_handicap_of_a_team_that_started_short_goes_up_when_somebody_comes() -> None:
    verdict = assert_legal(SHORT.arrived("r3"), "r1 r2 r3", "any_time")
    assert (verdict.counted_handicap, verdict.score_change) == (12, {"red": -2, "blue": 0})


def test_without_a_lower_limit_only_the_upper_one_is_named() -> None:
    game = on_field(arena(8, red="5 4 -1", blue="4 2 2").unable("r3"))
    assert assert_breaks(game, "r1 r2", "arena-short").broken[0].message.endswith("the event's upper limit of 8.")
    with_lower = assert_breaks(on_field(MINUS), "r1 r2", "arena-short")
    assert with_lower.broken[0].message.endswith("limits of 4 to 8.")
