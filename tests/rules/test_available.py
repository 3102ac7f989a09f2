"""Clause `available`: a player must be present."""

from __future__ import annotations

from tests.rules.build import assert_breaks, assert_legal, outdoor, why_unusable

GAME = outdoor(12, red="3 3 3 3 + 3").but("r5", present=False)


def test_an_absent_player_may_not_start_and_a_present_one_may() -> None:
    game = outdoor(12, red="3 3 3 3", started=False)
    assert_legal(game, "r1 r2 r3 r4")
    assert_breaks(game.but("r4", present=False), "r1 r2 r3 r4", "available")


def test_an_absent_player_may_come_in_at_no_moment() -> None:
    assert_breaks(GAME.unable("r1"), "r2 r3 r4 r5", "available", later=False)
    assert_breaks(GAME.end(), "r2 r3 r4 r5", "available")
    assert_breaks(GAME.left("r1"), "r2 r3 r4 r5", "available", later=False)


def test_once_he_has_arrived_he_may() -> None:
    assert_legal(GAME.unable("r1").arrived("r5"), "r2 r3 r4 r5", "now")
    assert_legal(GAME.arrived("r5").end(), "r2 r3 r4 r5", "now")
    assert_legal(GAME.left("r1").arrived("r5"), "r2 r3 r4 r5", "any_time")


def test_a_late_player_comes_in_at_the_end_of_the_period_because_the_one_on_the_field_is_able() -> None:
    assert_breaks(GAME.arrived("r5"), "r2 r3 r4 r5", "able-player-stays", later=True)


def test_a_substitute_who_leaves_the_ground_is_gone() -> None:
    game = outdoor(12, red="3 3 3 3 + 3").left("r5").end()
    assert_breaks(game, "r2 r3 r4 r5", "available")


def test_a_player_who_leaves_the_field_opens_his_place_and_stops_nothing() -> None:
    game = outdoor(12, red="3 3 3 3 + 3").left("r1")
    advice = game.advise()
    assert (advice.moment, advice.field, advice.must_leave) == ("in_play", ["r2", "r3", "r4"], [])
    assert_breaks(game, "r1 r2 r3 r4", "available", later=False)
    assert_legal(game, "r2 r3 r4 r5", "any_time")
    assert_legal(game.arrived("r1"), "r1 r2 r3 r4", "any_time")


def test_a_hurt_player_who_is_taken_away_opens_his_place_in_the_stoppage() -> None:
    game = outdoor(12, red="3 3 3 3 + 3").unable("r1").left("r1")
    assert (game.advise().field, game.advise().must_leave) == (["r2", "r3", "r4"], [])
    assert_legal(game, "r2 r3 r4 r5")


def test_a_correction_of_the_list_can_say_who_is_present() -> None:
    assert_legal(GAME.player("r5", present=True).end(), "r2 r3 r4 r5")
    assert_breaks(GAME.arrived("r5").player("r5", present=False).end(), "r2 r3 r4 r5", "available")


def test_unusable_names_it() -> None:
    assert why_unusable(GAME.unable("r1").advise(), "r5") == ["available"]


def test_fielding_one_is_reported() -> None:
    game = GAME.unable("r1").sub("r1", "r5")
    assert game.breaches() == [(2, "red", ["available"])]
    assert_breaks(game, "r2 r3 r4 r5", "available")
