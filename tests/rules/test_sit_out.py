"""Clause `sit-out`: a sent-off player's place is shut for two minutes of play, then his, or open."""

from __future__ import annotations

import pytest

from tests.rules.build import assert_breaks, assert_legal, option, outdoor, why_unusable

GAME = outdoor(12, red="3 3 3 3 + 3 1")
RED = GAME.card("r1", clock=60)
YELLOW = GAME.card("r1", "second_yellow", clock=60)


def test_after_a_red_card_the_place_is_shut_for_exactly_two_minutes_of_play() -> None:
    assert_breaks(RED, "r2 r3 r4 r5", "sit-out", clock=179, later=True)
    assert_legal(RED, "r2 r3 r4 r5", "any_time", clock=180)


def test_after_a_second_yellow_he_himself_comes_back_after_exactly_two_minutes() -> None:
    assert_breaks(YELLOW, "r1 r2 r3 r4", "sit-out", clock=179, later=True)
    assert_legal(YELLOW, "r1 r2 r3 r4", "any_time", clock=180)


def test_another_than_he_comes_in_only_at_the_end_of_the_period() -> None:
    assert_breaks(YELLOW, "r2 r3 r4 r5", "sit-out", clock=200, later=True)
    assert_breaks(YELLOW.stop(clock=200), "r2 r3 r4 r5", "sit-out", later=True)
    assert_legal(YELLOW.end(), "r2 r3 r4 r5", "now")


def test_the_team_plays_with_three_and_the_lineup_as_it_stands_is_legal() -> None:
    for game in (RED, YELLOW, RED.stop(clock=100), YELLOW.stop(clock=100)):
        assert_legal(game, "r2 r3 r4")
    assert YELLOW.advise().counted_handicap == {"red": 12, "blue": 0}


def test_without_a_clock_the_umpire_ends_it() -> None:
    for kind, lineup in (("red", "r2 r3 r4 r5"), ("second_yellow", "r1 r2 r3 r4")):
        game = GAME.card("r1", kind)
        assert_breaks(game, lineup, "sit-out", later=False)
        assert_breaks(game.end(), lineup, "sit-out")
        assert_breaks(game.end().begin(), lineup, "sit-out", later=False)
        assert_legal(game.sit_out_over("r1"), lineup, "any_time")
        assert_legal(game.end().sit_out_over("r1"), lineup, "now")


def test_the_umpire_may_end_it_before_the_clock_does() -> None:
    assert_legal(RED.sit_out_over("r1", clock=100), "r2 r3 r4 r5", "any_time")


def test_the_time_runs_on_in_the_next_period() -> None:
    game = GAME.card("r1", clock=400).end()
    assert_breaks(game, "r2 r3 r4 r5", "sit-out")
    assert_breaks(game.begin(), "r2 r3 r4 r5", "sit-out", clock=99, later=True)
    assert_legal(game.begin(), "r2 r3 r4 r5", "any_time", clock=100)


def test_a_period_that_ended_late_counts_as_long_as_it_was() -> None:
    game = GAME.card("r1", clock=400).end(clock=440).begin()
    assert_breaks(game, "r2 r3 r4 r5", "sit-out", clock=79)
    assert_legal(game, "r2 r3 r4 r5", clock=80)


def test_a_card_between_periods_runs_from_the_start_of_the_next() -> None:
    game = GAME.end().card("r1", clock=0).begin()
    assert_breaks(game, "r2 r3 r4 r5", "sit-out", clock=119)
    assert_legal(game, "r2 r3 r4 r5", clock=120)


def test_a_clock_on_a_later_entry_moves_the_time_on() -> None:
    assert_breaks(RED.stop(clock=179), "r2 r3 r4 r5", "sit-out", later=True)
    assert_legal(RED.stop(clock=180), "r2 r3 r4 r5", "any_time")


def test_at_the_end_of_the_period_a_sit_out_still_running_shuts_the_place() -> None:
    late = GAME.card("r1", clock=301).advise()
    assert not any(o.when == "period_end" and len(o.lineup) == 4 for o in late.options)
    early = GAME.card("r1", clock=300).advise()
    assert option(early, "r2 r3 r4 r5", ["period_end"]).kind == "break"


def test_between_periods_another_may_take_a_place_that_was_served() -> None:
    game = YELLOW.end().sub("", "r5").begin()
    assert game.breaches() == []
    assert_breaks(game, "r1 r2 r3 r4", "able-player-stays", later=True)


def test_the_place_stays_his_in_later_periods_until_he_takes_it() -> None:
    game = YELLOW.end().begin()
    assert_breaks(game, "r2 r3 r4 r5", "sit-out", later=True)
    assert_legal(game, "r1 r2 r3 r4", "any_time")


def test_once_he_is_back_the_place_is_like_any_other() -> None:
    game = YELLOW.sub("", "r1", clock=200).unable("r1", clock=300)
    assert_legal(game, "r2 r3 r4 r5", "now")
    assert_legal(game.resume(), "r2 r3 r4 r5", "any_time")
    assert_legal(YELLOW.sub("", "r1", clock=200).left("r1"), "r2 r3 r4 r5", "any_time")


def test_once_another_took_the_place_it_is_not_kept_for_him_elsewhere() -> None:
    game = YELLOW.end().sub("", "r5").begin().end().sub("r4", "r1").begin().unable("r1")
    assert game.breaches() == []
    assert_legal(game, "r2 r3 r5 r6", "now")


def test_another_open_place_may_be_filled_beside_a_shut_one() -> None:
    game = RED.left("r2")
    assert_legal(game, "r3 r4 r5", "any_time", clock=100)
    assert_breaks(game, "r3 r4 r5 r6", "sit-out", clock=100)
    assert_legal(game, "r3 r4 r5 r6", "any_time", clock=180)


def test_another_open_place_may_be_filled_beside_one_that_is_kept() -> None:
    game = YELLOW.left("r2")
    assert_legal(game, "r3 r4 r5", "any_time", clock=200)
    assert_breaks(game, "r3 r4 r5 r6", "sit-out", clock=200)
    assert_legal(game, "r1 r3 r4 r5", "any_time", clock=200)


def test_two_sent_off_leave_two_places_shut() -> None:
    game = RED.card("r2", clock=120)
    assert_breaks(game, "r3 r4 r5", "sit-out", clock=179)
    assert_legal(game, "r3 r4 r5", clock=180)
    assert_breaks(game, "r3 r4 r5 r6", "sit-out", clock=239)
    assert_legal(game, "r3 r4 r5 r6", clock=240)


def test_an_injured_player_is_replaced_while_another_place_is_shut() -> None:
    game = RED.unable("r2", clock=100)
    assert_legal(game, "r3 r4 r5", "now")
    assert_breaks(game, "r3 r4 r5 r6", "sit-out")


def test_he_himself_may_not_play_in_another_place_while_he_sits_out() -> None:
    assert_breaks(YELLOW.left("r2"), "r1 r3 r4", "sit-out", clock=100)


def test_a_player_sent_off_while_hurt_shuts_the_place() -> None:
    game = GAME.unable("r1", clock=50).card("r1", clock=60)
    assert_breaks(game, "r2 r3 r4 r5", "sit-out", clock=179)
    assert_legal(game, "r2 r3 r4 r5", clock=180)


def test_play_short_is_not_asked_while_the_place_is_shut() -> None:
    game = outdoor(12, red="4 4 4 -1 + -1").card("r4", clock=60)
    assert_legal(game, "r1 r2 r3", clock=100)
    assert_breaks(game, "r1 r2 r3", "play-short", clock=200)


def test_the_lineup_in_which_he_is_on_the_field_again_must_be_within_the_limit() -> None:
    game = outdoor(12, red="3 3 3 3 + 4").left("r2").sub("", "r5").card("r1", "second_yellow", clock=60)
    assert game.breaches() == [(2, "red", ["upper-limit"])]
    assert_breaks(game, "r1 r3 r4 r5", "upper-limit", clock=200)


@pytest.mark.parametrize(("kind", "clause"), [("red", "sit-out"), ("second_yellow", "sit-out")])
def test_coming_in_too_early_is_reported_and_stays_broken_until_the_end_of_the_period(kind: str, clause: str) -> None:
    game = GAME.card("r1", kind, clock=60).sub("", "r5", clock=100)
    assert game.breaches() == [(2, "red", [clause])]
    assert_breaks(game, "r2 r3 r4 r5", clause, clock=200)
    assert_legal(game.end(), "r2 r3 r4 r5")
    assert_legal(game.end().begin(), "r2 r3 r4 r5")


def test_unusable_names_it_and_says_that_he_may_come_in_later() -> None:
    advice = YELLOW.advise(clock=100)
    assert why_unusable(advice, "r1") == ["sit-out"]
    assert all(row.later for row in advice.unusable if "r1" in row.players)


def test_one_who_came_back_too_early_is_barred_while_his_own_time_runs_and_no_longer() -> None:
    game = GAME.card("r1", "second_yellow", clock=100).sub("", "r1", clock=150)
    assert_breaks(game, "r1 r2 r3 r4", "sit-out", clock=200)
    assert_legal(game, "r1 r2 r3 r4", clock=260)


def test_one_who_came_back_too_early_has_the_place_once_his_own_time_is_over_and_it_is_not_kept_for_him_again() -> None:
    early = GAME.card("r1", "second_yellow", clock=100).sub("", "r1", clock=150)
    assert_breaks(early.unable("r1", "quit", clock=219), "r2 r3 r4 r5", "sit-out", clock=300)
    assert_legal(early.unable("r1", "quit", clock=220), "r2 r3 r4 r5", "any_time")
    assert_legal(early.entry("goal", team="blue", clock=230).left("r1"), "r2 r3 r4 r5", "any_time")
    assert_legal(early.stop(clock=230).left("r1"), "r2 r3 r4 r5", "any_time")
    assert_legal(early.end().left("r1").begin(), "r2 r3 r4 r5", "any_time")
    assert_breaks(early.end(clock=200).left("r1").begin(), "r2 r3 r4 r5", "sit-out", clock=300)


def test_the_place_of_one_who_had_come_in_in_the_same_stoppage_is_shut_after_a_return_too_early_as_well() -> None:
    sent_off = GAME.stop(clock=100).unable("r1").sub("r1", "r5").card("r5", clock=100).sub("", "r5").resume()
    assert_breaks(sent_off.left("r5"), "r2 r3 r4 r6", "sit-out", clock=219)
    assert_legal(sent_off.left("r5"), "r2 r3 r4 r6", "any_time", clock=220)
