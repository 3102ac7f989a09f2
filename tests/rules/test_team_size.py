"""Clause `team-size`: no more than the places, as many in as able players out, a full team at the start."""

from __future__ import annotations

from tests.rules.build import arena, assert_breaks, assert_legal, options, outdoor


def test_four_start_outdoors_and_neither_three_nor_five() -> None:
    game = outdoor(12, red="3 3 3 3 + 0", started=False)
    assert_legal(game, "r1 r2 r3 r4", "now")
    assert_breaks(game, "r1 r2 r3", "team-size")
    assert_breaks(game, "r1 r2 r3 r4 r5", "team-size")


def test_outdoors_a_full_team_starts_although_nobody_else_is_at_hand() -> None:
    assert_breaks(outdoor(12, red="3 3 3", started=False), "r1 r2 r3", "team-size")


def test_three_start_in_the_arena_and_not_four() -> None:
    game = arena(12, red="3 3 3 + 0", started=False)
    assert_legal(game, "r1 r2 r3", "now")
    assert_breaks(game, "r1 r2 r3 r4", "team-size")


def test_two_start_in_the_arena_only_if_nobody_could_be_added() -> None:
    game = arena(12, red="6 4 2", started=False)
    assert_breaks(game, "r1 r2", "team-size")
    assert_legal(game.but("r3", handicap=2.5), "r1 r2")
    assert_legal(game.but("r3", present=False), "r1 r2")
    assert_legal(game.but("r3", ineligible="suspended"), "r1 r2")


def test_whoever_would_bring_a_short_arena_start_out_of_the_limits_is_not_at_hand() -> None:
    game = arena(9, lower_limit=6, red="4 3 -2", started=False)
    assert_legal(game, "r1 r2")
    assert_breaks(game.but("r3", handicap=-1), "r1 r2", "team-size")


def test_one_starts_in_the_arena_only_if_no_second_could_be_added() -> None:
    game = arena(12, red="6 4 2", started=False).but("r3", present=False)
    assert_breaks(game, "r1", "team-size")
    assert_legal(game.but("r2", present=False), "r1")


def test_an_able_player_is_replaced_and_not_left_out_between_periods() -> None:
    game = outdoor(12, red="3 3 3 3 + 0").end()
    assert_legal(game, "r1 r2 r3 r5", "now")
    assert_breaks(game, "r1 r2 r3", "team-size")


def test_five_are_too_many_at_every_moment_after_the_start() -> None:
    game = outdoor(12, red="3 3 3 3 + 0")
    for moment in (game, game.stop(), game.end(), game.left("b1")):
        assert_breaks(moment, "r1 r2 r3 r4 r5", "team-size", later=False)


def test_a_team_gets_smaller_only_by_losing_players() -> None:
    game = outdoor(12, red="3 3 3 3 + 0 0").unable("r4").end()
    assert_legal(game, "r1 r2 r3")
    assert_legal(game, "r1 r2 r5")
    assert_breaks(game, "r1 r2", "team-size")
    assert_breaks(game, "r1 r5", "team-size")
    assert_legal(game, "r1 r5 r6")


def test_within_a_period_an_able_player_left_out_breaks_the_clause_on_when_as_well() -> None:
    game = outdoor(12, red="3 3 3 3 + 0").stop()
    assert_breaks(game, "r1 r2 r3", "team-size", "able-player-stays", later=False)
    assert_breaks(game.unable("r4"), "r1 r2", "team-size", "double-substitution", later=False)


def test_a_player_who_turned_out_ineligible_is_not_able_and_goes_unreplaced() -> None:
    game = outdoor(12, red="3 3 3 3 + 0").player("r4", ineligible="suspended")
    assert_legal(game, "r1 r2 r3", "any_time")
    assert_legal(game, "r1 r2 r3 r5", "any_time")
    assert_breaks(game, "r1 r2", "team-size", "able-player-stays")


def test_after_a_removal_three_are_the_full_team_outdoors_and_two_in_the_arena() -> None:
    game = outdoor(12, red="3 3 3 3 + 0", blue="3 3 3 3").unable("r1").p7("r1").name("b1")
    assert game.advise().places == 3
    assert_breaks(game.end(), "r2 r3 r4 r5", "team-size")
    inside = arena(12, red="4 4 4 + 0", blue="4 4 4").unable("r1").p7("r1").name("b1").end()
    assert inside.advise().places == 2
    assert_breaks(inside, "r2 r3 r4", "team-size")


def test_a_short_start_is_reported_and_stays_broken_until_the_team_is_full() -> None:
    game = outdoor(12, red="3 3 3 + 0")
    assert game.breaches() == [(0, "red", ["team-size"])]
    assert_breaks(game, "r1 r2 r3", "team-size")
    assert_breaks(game.end(), "r1 r2 r3", "team-size")
    assert_legal(game, "r1 r2 r3 r4", "any_time")
    assert_legal(game.sub("", "r4"), "r1 r2 r3 r4")


def test_an_able_player_recorded_out_alone_is_a_breach_and_the_lineup_stays_broken() -> None:
    game = outdoor(12, red="3 3 3 3 + 0").end().sub("r4", "")
    assert game.breach() == ["team-size"]
    assert_breaks(game, "r1 r2 r3", "team-size")
    assert game.sub("", "r5").breach() == []
    assert_legal(game.sub("", "r5"), "r1 r2 r3 r5")


def test_the_field_may_not_be_empty_and_so_no_option_is() -> None:
    game = arena(12, red="4 4 4").left("r1").left("r2").unable("r3")
    assert options(game.advise()) == []
