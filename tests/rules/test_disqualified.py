"""Clause `disqualified`: a player shown a red card is out for the match."""

from __future__ import annotations

from tests.rules.build import assert_breaks, assert_legal, outdoor, why_unusable

GAME = outdoor(12, red="3 3 3 3 + 3").card("r1", clock=60)


def test_he_may_not_come_back_when_his_place_is_open_again() -> None:
    assert_breaks(GAME, "r1 r2 r3 r4", "disqualified", later=False, clock=180)
    assert_breaks(GAME.stop(), "r1 r2 r3 r4", "disqualified", later=False, clock=200)


def test_he_may_not_come_back_between_periods_or_later() -> None:
    assert_breaks(GAME.end(), "r1 r2 r3 r4", "disqualified")
    assert_breaks(GAME.end().begin(), "r1 r2 r3 r4", "disqualified", later=False)


def test_while_his_place_is_shut_a_fourth_player_breaks_that_too() -> None:
    assert_breaks(GAME, "r1 r2 r3 r4", "disqualified", "sit-out", later=False, clock=179)


def test_a_second_yellow_card_does_not_put_him_out_for_the_match() -> None:
    game = outdoor(12, red="3 3 3 3 + 3").card("r1", "second_yellow", clock=60)
    assert_legal(game, "r1 r2 r3 r4", "any_time", clock=180)


def test_another_may_take_his_place() -> None:
    assert_legal(GAME, "r2 r3 r4 r5", "any_time", clock=180)


def test_the_team_plays_on_qualified_and_counts_as_before() -> None:
    game = outdoor(12, red="4 4 4 -1", blue="3 3 3 3").card("r4", clock=60)
    verdict = assert_legal(game, "r1 r2 r3", clock=200)
    assert (verdict.field_handicap, verdict.counted_handicap) == (12, 11)


def test_the_only_clause_named_for_him_is_this_one() -> None:
    assert why_unusable(GAME.advise(clock=200), "r1") == ["disqualified"]


def test_a_red_card_after_a_second_yellow_is_a_red_card() -> None:
    game = outdoor(12, red="3 3 3 3 + 3").card("r1", "second_yellow").sit_out_over("r1").sub("", "r1").card("r1")
    assert_breaks(game.sit_out_over("r1"), "r1 r2 r3 r4", "disqualified", later=False)


def test_fielding_him_is_reported() -> None:
    game = GAME.end().sub("", "r1").begin()
    assert game.breaches() == [(3, "red", ["disqualified"])]
    assert_breaks(game, "r1 r2 r3 r4", "disqualified")
