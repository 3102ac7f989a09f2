"""Clause `able-player-stays`: an able player is replaced only at the end of a period."""

from __future__ import annotations

from tests.rules.build import assert_breaks, assert_legal, option, outdoor, why_unusable

GAME = outdoor(12, red="3 3 3 3 + 2 1")


def test_before_the_start_and_between_periods_any_number_may_change() -> None:
    assert_legal(outdoor(12, red="3 3 3 3 + 2 1", started=False), "r1 r2 r5 r6")
    assert_legal(GAME.end(), "r1 r2 r5 r6", "now")
    assert_legal(GAME.unable("r1").end(), "r2 r5 r6 r3")


def test_overtime_intervals_are_intervals() -> None:
    game = GAME.periods(6)
    assert_legal(game, "r1 r2 r5 r6", "now")
    assert_legal(game.begin().end(), "r1 r2 r5 r6", "now")


def test_while_play_goes_on_one_able_player_is_one_too_many() -> None:
    assert_breaks(GAME, "r1 r2 r3 r5", "able-player-stays", later=True)


def test_in_a_stoppage_without_anybody_hurt_it_is_the_same() -> None:
    assert_breaks(GAME.stop(), "r1 r2 r3 r5", "able-player-stays", later=True)


def test_an_opponent_who_is_hurt_does_not_help() -> None:
    assert_breaks(GAME.unable("b1"), "r1 r2 r3 r5", "able-player-stays", later=True)


def test_with_an_open_place_nobody_able_may_leave_with_it() -> None:
    for game in (
        GAME.left("r4"),
        GAME.stop().left("r4"),
        GAME.unable("r4").resume(),
        GAME.unable("r4").resume().stop(),
    ):
        assert_legal(game, "r1 r2 r3 r5", "any_time")
        assert_breaks(game, "r1 r2 r5 r6", "able-player-stays", later=True)


def test_an_injury_in_an_earlier_stoppage_gives_no_right() -> None:
    game = GAME.unable("r4").sub("r4", "r5").resume().stop()
    assert_breaks(game, "r1 r2 r6 r5", "able-player-stays", later=True)


def test_with_a_teammate_unable_in_this_stoppage_it_is_the_other_clause() -> None:
    game = GAME.unable("r4", "exhaustion")
    assert_breaks(game, "r1 r2 r5 r6", "double-substitution", later=True)


def test_a_recovery_in_the_same_stoppage_undoes_the_injury() -> None:
    game = GAME.unable("r4").recovered("r4")
    assert_breaks(game, "r1 r2 r3 r5", "able-player-stays", later=True)


def test_a_fresh_substitute_is_able_too() -> None:
    game = GAME.unable("r4").sub("r4", "r5").resume().recovered("r4")
    assert_breaks(game, "r1 r2 r3 r4", "able-player-stays", later=True)


def test_a_player_who_cannot_play_under_the_rules_is_not_able() -> None:
    game = GAME.player("r4", ineligible="not-registered")
    assert_legal(game, "r1 r2 r3 r5", "any_time")
    assert_breaks(game, "r1 r2 r5 r6", "able-player-stays", later=True)


def test_what_was_recorded_and_changed_again_in_a_stoppage_never_was_on_the_field() -> None:
    game = GAME.unable("r4").sub("r4", "r5")
    assert_legal(game, "r1 r2 r3 r6", "now")


def test_a_change_in_play_is_reported_and_stays_broken_until_the_end_of_that_period() -> None:
    game = GAME.sub("r4", "r5")
    assert game.breaches() == [(1, "red", ["able-player-stays"])]
    assert_breaks(game, "r1 r2 r3 r5", "able-player-stays", later=True)
    assert_breaks(game.stop().resume(), "r1 r2 r3 r5", "able-player-stays", later=True)
    assert_legal(game.end(), "r1 r2 r3 r5")
    assert_legal(game.end().begin(), "r1 r2 r3 r5")


def test_an_able_player_may_not_be_taken_off_again_by_the_same_right() -> None:
    assert_breaks(GAME.sub("r4", "r5"), "r1 r2 r3 r4", "able-player-stays", later=True)


def test_advice_gives_the_change_at_the_end_of_the_period() -> None:
    advice = GAME.advise()
    assert advice.totals.now == 0
    assert option(advice, "r1 r2 r3 r5", ["period_end"]).kind == "break"
    (row,) = (row for row in advice.unusable if row.player == "r5")
    assert row.later
    assert why_unusable(advice, "r5") == ["team-size", "able-player-stays"]
