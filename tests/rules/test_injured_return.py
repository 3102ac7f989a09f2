"""Clause `injured-return`: who was concussed stays out; by the reading `never` so does whoever left injured."""

from __future__ import annotations

import pytest

from tests.rules.build import Game, assert_breaks, assert_legal, outdoor

GAME = outdoor(12, red="3 3 3 3 + 3 0")
NEVER = GAME.reading(injured_return="never")


def after_injury(game: Game, reason: str = "injury") -> Game:
    """r1 became unable, r5 came in for him; between periods he has recovered."""
    return game.unable("r1", reason).sub("r1", "r5").resume().end().recovered("r1")


def test_by_default_an_injured_player_who_recovered_is_a_substitute_again() -> None:
    assert assert_legal(after_injury(GAME), "r1 r2 r3 r4", "now").contested_by == ["injured-return"]


def test_under_never_he_is_not() -> None:
    verdict = assert_breaks(after_injury(NEVER), "r1 r2 r3 r4", "injured-return")
    assert verdict.contested_by == ["injured-return"]


@pytest.mark.parametrize("reason", ["illness", "exhaustion"])
def test_illness_and_exhaustion_are_not_injury(reason: str) -> None:
    assert_legal(after_injury(NEVER, reason), "r1 r2 r3 r4", "now")
    assert assert_legal(after_injury(GAME, reason), "r1 r2 r3 r4", "now").contested_by == []


def test_under_never_it_does_not_matter_whether_anybody_took_his_place() -> None:
    assert_breaks(NEVER.unable("r1").resume().recovered("r1"), "r1 r2 r3 r4", "injured-return", later=False)


def test_under_never_a_player_who_recovers_before_play_goes_on_never_left() -> None:
    game = NEVER.unable("r1").recovered("r1").resume()
    assert_legal(game, "r1 r2 r3 r4")
    assert_legal(game.end().sub("r1", "r5").begin().end(), "r1 r2 r3 r4", "now")


def test_under_never_one_who_has_not_recovered_breaks_both() -> None:
    game = NEVER.unable("r1").sub("r1", "r5").resume().end()
    assert_breaks(game, "r1 r2 r3 r4", "unable-player", "injured-return")


def test_one_who_still_lies_on_the_field_has_not_left_it() -> None:
    assert_breaks(NEVER.unable("r1"), "r1 r2 r3 r4", "unable-player", later=False)


def test_a_substitute_who_was_hurt_off_the_field_did_not_leave_it_injured() -> None:
    game = NEVER.unable("r5").recovered("r5").end()
    assert_legal(game, "r1 r2 r3 r5", "now")


@pytest.mark.parametrize("game", [GAME, NEVER], ids=["allowed", "never"])
@pytest.mark.parametrize("reason", ["injury", "illness"])
def test_a_concussed_player_is_out_whatever_the_reading(game: Game, reason: str) -> None:
    struck = game.unable("r1", reason, concussion=True).sub("r1", "r5").resume().end()
    verdict = assert_breaks(struck, "r1 r2 r3 r4", "injured-return")
    assert verdict.contested_by == []


def test_a_recovery_of_a_concussed_player_changes_nothing_and_is_reported() -> None:
    game = GAME.unable("r1", concussion=True).recovered("r1")
    assert game.breaches() == [(2, "red", ["injured-return"])]
    assert game.advise().must_leave == ["r1"]
    assert_breaks(game, "r1 r2 r3 r4", "injured-return", later=False)


def test_a_concussion_recorded_with_a_second_entry_counts() -> None:
    game = GAME.unable("r1").unable("r1", concussion=True).sub("r1", "r5").resume().end()
    assert_breaks(game, "r1 r2 r3 r4", "injured-return")


def test_bringing_him_back_is_reported_only_under_the_reading_that_forbids_it() -> None:
    assert after_injury(GAME).sub("r5", "r1").begin().breaches() == []
    game = after_injury(NEVER).sub("r5", "r1").begin()
    assert game.breaches() == [(6, "red", ["injured-return"])]
    assert game.audit().breaches[0].contested_by == ["injured-return"]


def test_options_say_that_the_umpire_decides() -> None:
    advice = after_injury(GAME).advise()
    contested = {" ".join(o.lineup): o.contested_by for o in advice.options}
    assert contested["r1 r2 r3 r4"] == ["injured-return"]
    assert contested["r2 r3 r4 r6"] == []


def test_under_never_one_who_played_though_unable_left_injured_however_he_went() -> None:
    before = outdoor(12, red="3 3 3 3 + 3 0", started=False).reading(injured_return="never").unable("r1").start()
    assert_breaks(before.end().sub("r1", "r5").recovered("r1"), "r1 r2 r3 r4", "injured-return")
    removed = before.unable("b4").p7("b4").name("r1").recovered("r1").resume().end()
    assert_breaks(removed, "r1 r2 r3", "injured-return")
