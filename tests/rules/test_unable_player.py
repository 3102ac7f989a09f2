"""Clause `unable-player`: whoever is unable, or must leave, is in no lineup until he has recovered."""

from __future__ import annotations

import pytest

from tests.rules.build import assert_breaks, assert_legal, outdoor, why_unusable

GAME = outdoor(12, red="3 3 3 3 + 3 0")
REASONS = ["injury", "illness", "exhaustion"]


@pytest.mark.parametrize("reason", REASONS)
def test_a_hurt_or_ill_player_still_on_the_field_must_leave(reason: str) -> None:
    game = GAME.unable("r1", reason)
    advice = game.advise()
    assert (advice.moment, advice.field, advice.must_leave) == ("stopped", ["r2", "r3", "r4"], ["r1"])
    verdict = assert_breaks(game, "r1 r2 r3 r4", "unable-player", later=False)
    assert "leave" in verdict.broken[0].message


@pytest.mark.parametrize("reason", REASONS)
def test_off_the_field_he_may_not_come_in_until_he_has_recovered(reason: str) -> None:
    game = GAME.unable("r1", reason).sub("r1", "r5").resume().end()
    assert_breaks(game, "r1 r2 r3 r4", "unable-player")
    assert_legal(game.recovered("r1"), "r1 r2 r3 r4", "now")


def test_the_recovered_comes_back_at_the_end_of_the_period_and_at_any_time_into_an_open_place() -> None:
    replaced = GAME.unable("r1", "exhaustion").sub("r1", "r5").resume().recovered("r1")
    assert_breaks(replaced, "r1 r2 r3 r4", "able-player-stays", later=True)
    short = GAME.unable("r1", "exhaustion").resume().recovered("r1")
    assert_legal(short, "r1 r2 r3 r4", "any_time")


def test_a_recovery_in_the_same_stoppage_undoes_it() -> None:
    game = GAME.unable("r1").recovered("r1")
    advice = game.advise()
    assert (advice.field, advice.must_leave) == (["r1", "r2", "r3", "r4"], [])
    assert_legal(game, "r1 r2 r3 r4")
    assert game.resume().breaches() == []


def test_one_who_leaves_without_a_word_stops_nothing_and_may_not_come_back_before_he_can() -> None:
    game = GAME.unable("r1", "quit")
    assert (game.advise().moment, game.advise().must_leave) == ("in_play", [])
    assert_breaks(game, "r1 r2 r3 r4", "unable-player", later=False)
    assert_legal(game, "r2 r3 r4 r5", "any_time")
    assert_legal(game.recovered("r1"), "r1 r2 r3 r4", "any_time")


def test_a_substitute_who_falls_ill_on_the_bench_is_marked_and_play_goes_on() -> None:
    game = GAME.unable("r5", "illness")
    assert (game.advise().moment, game.advise().must_leave) == ("in_play", [])
    assert_breaks(game.end(), "r1 r2 r3 r5", "unable-player")
    assert_legal(game.recovered("r5").end(), "r1 r2 r3 r5")


def test_a_player_unable_before_the_start_may_not_start() -> None:
    game = outdoor(12, red="3 3 3 3 + 3", started=False).unable("r1", "illness")
    assert_breaks(game, "r1 r2 r3 r4", "unable-player")
    assert_legal(game.recovered("r1"), "r1 r2 r3 r4")


def test_between_periods_he_must_leave_until_the_next_period_starts() -> None:
    game = GAME.end().unable("r1", "illness")
    assert game.advise().must_leave == ["r1"]
    assert_breaks(game, "r1 r2 r3 r4", "unable-player")
    assert game.begin().advise().must_leave == []
    assert_legal(game.begin(), "r2 r3 r4 r5", "any_time")


def test_a_second_unable_changes_the_reason_and_is_no_error() -> None:
    game = outdoor(12, red="8 2 1 1 + 5 5").unable("r1", "exhaustion").unable("r1", "injury")
    assert game.advise().must_leave == ["r1"]
    assert_legal(game, "r3 r4 r5 r6", "now")


def test_a_red_card_and_a_concussion_stand_for_the_clause() -> None:
    concussed = GAME.unable("r1", concussion=True)
    assert_breaks(concussed, "r1 r2 r3 r4", "injured-return", later=False)
    carded = GAME.unable("r1").card("r1").sit_out_over("r1")
    assert_breaks(carded, "r1 r2 r3 r4", "disqualified", later=False)


def test_unusable_names_it_for_a_substitute_who_is_ill() -> None:
    assert why_unusable(GAME.unable("r5", "illness").end().advise(), "r5") == ["unable-player"]


def test_fielding_one_is_reported_at_that_entry_and_the_lineup_stays_broken() -> None:
    game = GAME.unable("r5", "illness").end().sub("r1", "r5").begin()
    assert game.breaches() == [(3, "red", ["unable-player"])]
    assert_breaks(game, "r2 r3 r4 r5", "unable-player", later=False)
    assert_legal(game.recovered("r5"), "r2 r3 r4 r5")


def test_a_player_who_is_absent_and_unable_breaks_both_clauses() -> None:
    assert_breaks(GAME.unable("r5", "illness").left("r5").end(), "r1 r2 r3 r5", "available", "unable-player")
