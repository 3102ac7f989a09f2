"""Clause `eliminated-player`: one whose team is out of the event only takes the place of a player unable by injury."""

from __future__ import annotations

import pytest

from tests.rules.build import Game, arena, assert_breaks, assert_legal, outdoor, why_unusable

# r5 is eliminated; no other substitute.
ALONE = outdoor(12, red="3 3 3 3 + 3").but("r5", eliminated_from_event=True)
# r5 is eliminated; r6 could come in for anybody.
BESIDE = outdoor(12, red="3 3 3 3 + 3 1").but("r5", eliminated_from_event=True)


def test_he_may_take_an_injured_players_place_when_nobody_else_can() -> None:
    assert_legal(ALONE.unable("r1"), "r2 r3 r4 r5", "now")
    assert_legal(arena(12, red="4 4 4 + 4").but("r4", eliminated_from_event=True).unable("r1"), "r2 r3 r4", "now")


def test_he_may_not_while_another_substitute_could_come_in() -> None:
    assert_breaks(BESIDE.unable("r1"), "r2 r3 r4 r5", "eliminated-player", later=False)
    assert_legal(BESIDE.unable("r1"), "r2 r3 r4 r6", "now")


@pytest.mark.parametrize(
    "game",
    [
        BESIDE.but("r6", present=False),
        BESIDE.but("r6", ineligible="suspended"),
        BESIDE.but("r6", handicap=4),
        BESIDE.but("r6", eliminated_from_event=True),
        BESIDE.unable("r6", "illness"),
    ],
    ids=["absent", "not eligible", "above the limit", "eliminated too", "ill"],
)
def test_a_substitute_who_could_not_come_in_does_not_stand_in_his_way(game: Game) -> None:
    assert_legal(game.unable("r1"), "r2 r3 r4 r5", "now")


def test_a_substitute_at_exactly_the_limit_stands_in_his_way_and_one_half_a_goal_above_does_not() -> None:
    game = arena(9, red="3 3 3 + 1 3").but("r4", eliminated_from_event=True).unable("r1")
    assert_breaks(game, "r2 r3 r4", "eliminated-player")
    above = arena(9, red="3 3 3 + 1 3.5").but("r4", eliminated_from_event=True).unable("r1")
    assert_legal(above, "r2 r3 r4", "now")


@pytest.mark.parametrize("reason", ["illness", "exhaustion"])
def test_he_may_not_take_the_place_of_one_who_is_ill_or_exhausted(reason: str) -> None:
    assert_breaks(ALONE.unable("r1", reason), "r2 r3 r4 r5", "eliminated-player", later=False)


def test_he_may_not_take_the_place_of_one_who_left_or_was_sent_off() -> None:
    assert_breaks(ALONE.left("r1"), "r2 r3 r4 r5", "eliminated-player", later=False)
    assert_breaks(ALONE.card("r1").sit_out_over("r1"), "r2 r3 r4 r5", "eliminated-player", later=False)


def test_he_may_not_come_in_for_one_who_started_with_a_known_injury() -> None:
    assert_breaks(ALONE.but("r1", known_injury=True).unable("r1"), "r2 r3 r4 r5", "eliminated-player", later=False)
    assert_legal(ALONE.but("r2", known_injury=True).unable("r1"), "r2 r3 r4 r5", "now")


def test_he_may_not_start() -> None:
    game = outdoor(12, red="3 3 3 3", started=False).but("r4", eliminated_from_event=True)
    assert_breaks(game, "r1 r2 r3 r4", "eliminated-player")


def test_he_may_not_come_in_for_an_able_player_between_periods() -> None:
    assert_breaks(ALONE.end(), "r2 r3 r4 r5", "eliminated-player")


def test_between_periods_and_into_an_open_place_he_may_come_in_for_the_injured_one() -> None:
    assert_legal(ALONE.unable("r1").end(), "r2 r3 r4 r5", "now")
    assert_legal(ALONE.unable("r1").resume(), "r2 r3 r4 r5", "any_time")
    assert_breaks(ALONE.unable("r1").end(), "r1 r2 r3 r5", "eliminated-player", "unable-player")


def test_not_in_a_double_substitution_for_the_able_player() -> None:
    game = outdoor(12, red="3 3 3 3 + 3 4").but("r5", eliminated_from_event=True).unable("r1")
    assert_legal(game, "r2 r3 r4 r5", "now")
    assert_breaks(game.but("r6", eliminated_from_event=True), "r3 r4 r5 r6", "eliminated-player", "upper-limit")
    low = outdoor(12, red="4 3 3 2 + 3 3").but("r5", eliminated_from_event=True).but("r6", eliminated_from_event=True)
    assert_breaks(low.unable("r1"), "r2 r3 r5 r6", "eliminated-player")


def test_a_double_substitution_in_which_he_takes_the_injured_place_and_another_the_able_one_is_legal() -> None:
    game = outdoor(12, red="3 3 3 3 + 2 4").but("r5", eliminated_from_event=True).unable("r1")
    assert_legal(game, "r3 r4 r5 r6", "now")


def test_only_as_many_as_players_unable_by_injury_are_replaced() -> None:
    game = outdoor(12, red="3 3 3 3 + 3 3").but("r5", eliminated_from_event=True).but("r6", eliminated_from_event=True)
    assert_legal(game.unable("r1").unable("r2"), "r3 r4 r5 r6", "now")
    assert_breaks(game.unable("r1").unable("r2", "illness"), "r3 r4 r5 r6", "eliminated-player")
    assert_legal(game.unable("r1").unable("r2", "illness"), "r3 r4 r5", "now")


def test_beside_every_other_substitute_who_could_come_in_he_may() -> None:
    game = BESIDE.unable("r1").unable("r2")
    assert_legal(game, "r3 r4 r5 r6", "now")
    assert_breaks(game, "r3 r4 r5", "eliminated-player")


def test_the_entries_of_a_stoppage_are_judged_against_the_lineup_when_play_stopped() -> None:
    game = BESIDE.unable("r1").unable("r2")
    assert game.sub("r1", "r6").sub("r2", "r5").breaches() == []
    assert game.sub("r1", "r5").sub("r2", "r6").breaches() == [(3, "red", ["eliminated-player"])]


def test_one_who_came_in_in_order_is_a_player_like_any_other() -> None:
    game = ALONE.unable("r1").sub("r1", "r5").resume()
    assert game.breaches() == []
    assert_legal(game, "r2 r3 r4 r5")
    assert_legal(game.player("r6", handicap=3), "r2 r3 r4 r5")
    assert_breaks(game.player("r6", handicap=3), "r2 r3 r4 r6", "able-player-stays", later=True)


def test_one_who_came_in_against_it_stays_barred_while_he_is_on_the_field() -> None:
    game = BESIDE.unable("r1").sub("r1", "r5").resume()
    assert game.breaches() == [(2, "red", ["eliminated-player"])]
    assert_breaks(game, "r2 r3 r4 r5", "eliminated-player", later=False)
    assert_legal(game, "r2 r3 r4 r6", "any_time")
    assert_legal(game, "r2 r3 r4", "any_time")


def test_one_who_started_against_it_stays_barred_too() -> None:
    game = outdoor(12, red="3 3 3 3 + 3").but("r4", eliminated_from_event=True)
    assert game.breaches() == [(0, "red", ["eliminated-player"])]
    assert_breaks(game.end().begin(), "r1 r2 r3 r4", "eliminated-player", later=False)
    assert_legal(game, "r1 r2 r3 r5", "any_time")


def test_unusable_names_it() -> None:
    assert why_unusable(ALONE.unable("r1", "illness").advise(), "r5") == ["eliminated-player"]
    assert why_unusable(ALONE.end().advise(), "r5") == ["eliminated-player"]


def test_who_came_in_against_it_and_turns_out_not_to_be_eliminated_is_not_barred() -> None:
    game = BESIDE.unable("r1").sub("r1", "r5").resume()
    assert_breaks(game, "r2 r3 r4 r5", "eliminated-player")
    put_right = game.entry(
        "player", team="red", player={"id": "r5", "eliminated_from_event": False}, reason="wrong list"
    )
    assert_legal(put_right, "r2 r3 r4 r5")
