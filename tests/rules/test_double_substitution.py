"""Clause `double-substitution`: with an injured player one able teammate may go too, once in a stoppage."""

from __future__ import annotations

import pytest

from tests.rules.build import assert_breaks, assert_legal, option, options, outdoor

GAME = outdoor(12, red="8 2 1 1 + 5 5 0").unable("r1")


def test_an_injured_eight_and_an_able_two_go_and_two_fives_come_in() -> None:
    verdict = assert_legal(GAME, "r3 r4 r5 r6", "now")
    assert (verdict.field_handicap, verdict.contested_by) == (12, [])
    found = option(GAME.advise(), "r3 r4 r5 r6")
    assert (found.kind, found.out, found.in_) == ("double", ["r1", "r2"], ["r5", "r6"])


def test_the_able_teammate_need_not_go_with_him() -> None:
    assert_legal(GAME, "r2 r3 r4 r5", "now")
    assert option(GAME.advise(), "r2 r3 r4 r5").kind == "single"


def test_two_able_players_are_one_too_many() -> None:
    assert_breaks(GAME, "r4 r5 r6 r7", "double-substitution", later=True)


def test_with_only_one_coming_in_no_able_player_goes() -> None:
    assert_breaks(GAME, "r3 r4 r5", "double-substitution", later=True)


def test_leaving_unreplaced_breaks_the_size_as_well() -> None:
    assert_breaks(GAME, "r3 r4", "team-size", "double-substitution", later=False)


@pytest.mark.parametrize("reason", ["illness", "exhaustion"])
def test_illness_and_exhaustion_give_no_right_by_default(reason: str) -> None:
    game = outdoor(12, red="8 2 1 1 + 5 5").unable("r1", reason)
    verdict = assert_breaks(game, "r3 r4 r5 r6", "double-substitution", later=True)
    assert verdict.contested_by == ["double-substitution"]
    assert assert_legal(game, "r2 r3 r4 r5").contested_by == []


@pytest.mark.parametrize("reason", ["illness", "exhaustion"])
def test_under_any_they_do(reason: str) -> None:
    game = outdoor(12, red="8 2 1 1 + 5 5 0").unable("r1", reason).reading(double_substitution="any")
    assert assert_legal(game, "r3 r4 r5 r6", "now").contested_by == ["double-substitution"]
    assert_breaks(game, "r4 r5 r6 r7", "double-substitution", later=True)
    assert_breaks(game, "r3 r4 r5", "double-substitution", later=True)


def test_an_injury_gives_the_right_under_any_too_and_is_not_contested() -> None:
    assert assert_legal(GAME.reading(double_substitution="any"), "r3 r4 r5 r6").contested_by == []


def test_an_exhausted_player_beside_an_injured_one_does_not_spoil_the_right() -> None:
    game = outdoor(12, red="4 2 1 1 + 3 3 1").unable("r1").unable("r2", "exhaustion")
    assert_legal(game, "r4 r5 r6 r7", "now")


def test_one_able_teammate_for_a_stoppage_however_many_are_hurt() -> None:
    game = outdoor(12, red="3 3 3 3 + 1 1 1 1").unable("r1").unable("r2")
    assert_legal(game, "r4 r5 r6 r7", "now")
    assert_breaks(game, "r5 r6 r7 r8", "double-substitution", later=True)


def test_two_hurt_and_two_coming_in_leave_a_place_open_when_an_able_player_goes_too() -> None:
    game = outdoor(12, red="3 3 3 3 + 1 1").unable("r1").unable("r2")
    assert_legal(game, "r4 r5 r6", "now")
    assert_breaks(game, "r4 r5", "double-substitution", later=True)


def test_somebody_who_fills_an_open_place_counts_among_those_who_come_in() -> None:
    game = outdoor(12, red="3 3 3 3 + 1 1 1").left("r4").unable("r1")
    assert_legal(game, "r3 r5 r6", "now")
    assert_legal(game, "r3 r5 r6 r7", "now")


def test_the_right_lasts_from_the_injury_until_play_goes_on() -> None:
    before = outdoor(12, red="8 2 1 1 + 5 5 0")
    assert_breaks(before.stop(), "r1 r2 r3 r7", "able-player-stays", later=True)
    assert_breaks(GAME.resume(), "r3 r4 r5 r6", "able-player-stays", later=True)
    assert_legal(GAME.end(), "r3 r4 r5 r6", "now")
    assert_legal(GAME.end(), "r5 r6 r7 r4", "now")


def test_entries_of_a_stoppage_are_judged_together() -> None:
    hurt_first = GAME.sub("r1", "r5").sub("r2", "r6")
    assert hurt_first.resume().breaches() == []
    second = GAME.sub("r1", "r5").sub("r2", "r6").sub("r3", "r7")
    assert second.breaches() == [(4, "red", ["double-substitution"])]


def test_a_second_injury_in_the_stoppage_brings_no_second_able_teammate() -> None:
    game = GAME.sub("r1 r2", "r5 r6").unable("r3")
    assert_legal(game, "r4 r5 r6 r7", "now")
    assert_breaks(game, "r5 r6 r7", "double-substitution", later=True)
    assert game.sub("r3 r4", "r7").breach() == ["double-substitution"]


def test_an_able_player_recorded_out_before_the_hurt_one_is_replaced_is_a_breach_at_that_entry() -> None:
    game = GAME.sub("r2", "r5").sub("r1", "r6")
    assert game.breaches() == [(2, "red", ["double-substitution"])]
    assert_legal(game, "r3 r4 r5 r6")


def test_a_double_undone_again_in_the_stoppage_leaves_the_right_for_another() -> None:
    game = GAME.sub("r1 r2", "r5 r6").sub("r6", "r2")
    assert game.breaches() == []
    assert_legal(game, "r2 r4 r5 r7", "now")


def test_a_breach_stays_until_the_end_of_the_period() -> None:
    game = outdoor(12, red="3 3 3 3 + 1 1 1").unable("r1").sub("r1 r2 r3", "r5 r6 r7")
    assert game.breaches() == [(2, "red", ["double-substitution"])]
    assert_breaks(game.resume(), "r4 r5 r6 r7", "double-substitution", later=True)
    assert_legal(game.resume().end(), "r4 r5 r6 r7")


def test_the_upper_limit_holds_for_the_completed_lineup() -> None:
    game = outdoor(12, red="8 2 1 1 + 5 6").unable("r1")
    assert_breaks(game, "r3 r4 r5 r6", "upper-limit", later=False)
    assert "r2 r3 r4 r6" in options(game.advise(), "now")


def test_a_double_substitution_counts_as_one_act_for_the_counted_handicap() -> None:
    game = outdoor(12, red="5 4 1 0 + 6 1", blue="3 3 3 3").unable("r1")
    after = game.sub("r1", "r5").sub("r2", "r6").resume()
    assert after.advise().counted_handicap == {"red": 10, "blue": 12}
    assert game.sub("r1", "r5").resume().advise().counted_handicap == {"red": 11, "blue": 12}


def test_a_player_who_leaves_at_once_without_being_unable_gives_no_right() -> None:
    game = outdoor(12, red="3 3 3 3 + 1 1").stop()
    assert_breaks(game.left("r1"), "r3 r4 r5 r6", "able-player-stays", later=True)
    assert_breaks(game.card("r1").sit_out_over("r1"), "r3 r4 r5 r6", "able-player-stays", later=True)
