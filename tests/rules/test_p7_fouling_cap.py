"""Clause `p7-fouling-cap`: outdoors the fouling team stays within what its unremoved players summed."""

from __future__ import annotations

from tests.rules.build import arena, assert_breaks, assert_legal, outdoor

# Red, 2 4 3 3, loses its 2; Blue, 3 4 4 1, the 3: Red 10 and Blue 9 on the field.
GAME = outdoor(12, red="2 4 3 3 + 3 4", blue="3 4 4 1 + 1 2").unable("r1").p7("r1").name("b1").resume().end()


def test_the_fouling_team_may_go_to_the_sum_of_its_unremoved_players_and_no_higher() -> None:
    assert assert_legal(GAME, "b2 b3 b5", "now").field_handicap == 9
    verdict = assert_breaks(GAME, "b2 b3 b6", "p7-fouling-cap")
    assert (verdict.field_handicap, verdict.contested_by) == (10, ["p7-fouling-cap"])


def test_half_a_goal_above_breaks_it() -> None:
    game = outdoor(6, red="1 2 1 1.5", blue="1.5 2 1 1 + 1 1.5").unable("r1").p7("r1").name("b1").resume().end()
    # Red 4.5 and Blue 4 on the field.
    assert_legal(game, "b2 b3 b5")
    assert_breaks(game, "b2 b3 b6", "p7-fouling-cap")


def test_the_fouled_team_is_not_bound_by_it() -> None:
    assert assert_legal(GAME, "r2 r3 r5", "now").field_handicap == 10
    assert_breaks(GAME, "r2 r3 r6", "p7-cap")


def test_above_both_caps_both_are_named() -> None:
    game = GAME.player("b7", handicap=3)
    assert_breaks(game, "b2 b3 b7", "p7-cap", "p7-fouling-cap")


def test_by_rule_3_only_the_other_cap_is_left() -> None:
    game = GAME.reading(p7_fouling_cap="rule-3-only")
    verdict = assert_legal(game, "b2 b3 b6", "now")
    assert (verdict.field_handicap, verdict.contested_by) == (10, ["p7-fouling-cap"])
    assert_breaks(game.player("b7", handicap=3), "b2 b3 b7", "p7-cap")


def test_in_the_arena_there_is_no_such_cap() -> None:
    game = arena(12, red="3 5 4 + 0", blue="4 5 3 + 3.5 4").unable("r1").p7("r1").name("b1").end()
    # Red 9 and Blue 8 in the arena, no goals received: 9 for both.
    verdict = assert_legal(game, "b2 b5", "now")
    assert (verdict.field_handicap, verdict.contested_by) == (9, [])
    assert [cap.clause for cap in game.advise("blue").limits.caps] == ["p7-cap"]


def test_a_hurt_player_of_the_fouling_team_who_is_not_yet_replaced_is_one_of_its_unremoved() -> None:
    game = outdoor(12, red="2 4 3 3", blue="3 4 4 1 + 4").unable("r1").unable("b2").p7("r1").name("b1")
    bounds = {cap.clause: cap.value for cap in game.advise("blue").limits.caps}
    assert bounds == {"p7-cap": 10, "p7-fouling-cap": 9}
    assert_legal(game, "b3 b4 b5", "now")


def test_a_lineup_in_which_nobody_comes_in_is_not_asked() -> None:
    game = GAME.player("b4", handicap=3)
    assert_legal(game, "b2 b3 b4")
    assert_breaks(game, "b1 b2 b4", "p7-fouling-cap")


def test_it_holds_within_a_period_too() -> None:
    assert_breaks(GAME.begin().unable("b4"), "b2 b3 b6", "p7-fouling-cap", later=False)
    assert_legal(GAME.begin().unable("b4"), "b2 b3 b5", "now")


def test_the_removed_player_himself_may_come_in_within_it() -> None:
    assert assert_legal(GAME, "b1 b2 b4").field_handicap == 8
    assert_breaks(GAME, "b1 b2 b3", "p7-cap", "p7-fouling-cap")


def test_a_change_above_it_is_reported() -> None:
    game = GAME.sub("b4", "b6")
    assert game.breaches() == [(6, "blue", ["p7-fouling-cap"])]
    assert game.audit().breaches[0].contested_by == ["p7-fouling-cap"]
