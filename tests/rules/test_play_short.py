"""Clause `play-short`: a place that somebody could fill stays open only if leaving it open does not pay."""

from __future__ import annotations

from tests.rules.build import Game, assert_breaks, assert_legal, outdoor

# An 8-goal team whose -1 is hurt: 9 on the field.
MINUS = outdoor(8, red="4 3 2 -1").unable("r4")
# The same with somebody who could come in within the limit.
FILLED = outdoor(8, red="4 3 2 -1 + -1").unable("r4")


def none_available(game: Game) -> Game:
    """The same under the stricter reading."""
    return game.reading(play_short="none-available")


def test_nobody_at_hand_the_team_plays_on_with_more_on_the_field_than_it_counts() -> None:
    verdict = assert_legal(MINUS, "r1 r2 r3", "now")
    assert (verdict.field_handicap, verdict.counted_handicap, verdict.contested_by) == (9, 8, [])
    assert MINUS.resume().breaches() == []


def test_with_somebody_at_hand_leaving_out_the_minus_one_may_not_pay() -> None:
    assert_breaks(FILLED, "r1 r2 r3", "play-short", later=False)
    assert_legal(FILLED, "r1 r2 r3 r5", "now")


def test_somebody_who_could_not_come_in_is_not_at_hand() -> None:
    assert_legal(outdoor(8, red="4 3 2 -1 + 0").unable("r4"), "r1 r2 r3")
    assert_breaks(outdoor(9, red="4 3 2 -1 + 0").unable("r4"), "r1 r2 r3", "play-short")
    for facts in ({"present": False}, {"ineligible": "suspended"}, {"eliminated_from_event": True}):
        legal = "eliminated_from_event" not in facts
        game = outdoor(8, red="4 3 2 -1 + -1").but("r5", **facts).unable("r4", "illness")
        assert_legal(game, "r1 r2 r3")
        assert legal or game.advise().totals.now == 1


def test_with_exactly_the_counted_handicap_the_captain_may_choose_and_half_a_goal_more_is_too_much() -> None:
    nought = outdoor(6, red="3 2 1 0 + 0").unable("r4")
    assert assert_legal(nought, "r1 r2 r3", "now").field_handicap == 6
    half = outdoor(6, red="3 2 1 -0.5 + -0.5").unable("r4")
    assert assert_breaks(half, "r1 r2 r3", "play-short").field_handicap == 6


def test_a_team_that_counts_more_than_it_has_may_play_short() -> None:
    game = outdoor(9, red="4 4 1 0 + 3 -1 -1").end().sub("r2 r4", "r5 r6").begin().unable("r6")
    verdict = assert_legal(game, "r1 r3 r5", "now")
    assert (verdict.field_handicap, verdict.counted_handicap) == (8, 9)


def test_under_none_available_it_is_forbidden_while_anybody_could_come_in() -> None:
    game = outdoor(12, red="3 3 3 3 + 3").unable("r1")
    assert assert_legal(game, "r2 r3 r4", "now").contested_by == ["play-short"]
    strict = none_available(game)
    assert assert_breaks(strict, "r2 r3 r4", "play-short", later=False).contested_by == ["play-short"]
    assert_legal(strict.but("r5", handicap=4), "r2 r3 r4", "now")
    assert_legal(strict.but("r5", present=False), "r2 r3 r4", "now")


def test_under_none_available_a_change_that_leaves_a_place_open_is_judged_too() -> None:
    game = outdoor(12, red="3 3 3 3 + 2 1").unable("r1").resume().end()
    assert assert_legal(game, "r2 r3 r5").contested_by == ["play-short"]
    assert_breaks(none_available(game), "r2 r3 r5", "play-short")
    assert_legal(none_available(game), "r2 r3 r5 r6")


def test_a_pair_who_could_come_in_only_together_fill_nothing() -> None:
    game = outdoor(8, red="4 3 2 -1 + 0 -2").unable("r4")
    assert_breaks(game, "r1 r2 r3", "play-short")
    assert_legal(game.but("r6", handicap=0), "r1 r2 r3")


def test_it_is_judged_whenever_play_goes_on() -> None:
    assert FILLED.breaches() == []
    assert FILLED.resume().breaches() == [(2, "red", ["play-short"])]
    assert FILLED.end().begin().breaches() == [(3, "red", ["play-short"])]
    assert FILLED.resume().stop().resume().breaches() == [(2, "red", ["play-short"]), (4, "red", ["play-short"])]


def test_each_team_is_judged_when_play_goes_on() -> None:
    game = outdoor(8, red="4 3 2 -1 + -1", blue="4 3 2 -1 + -1").unable("r4").unable("b4").resume()
    assert game.breaches() == [(3, "red", ["play-short"]), (3, "blue", ["play-short"])]


def test_what_is_recorded_in_a_stoppage_waits_until_play_goes_on() -> None:
    two = none_available(outdoor(12, red="3 3 3 3 + 3 3")).unable("r3").unable("r4").sub("r3", "r5")
    assert two.breach() == []
    assert two.resume().breach() == ["play-short"]
    assert two.sub("r4", "r6").resume().breaches() == []


def test_the_lineup_as_it_stands_is_judged_by_it_in_play_too() -> None:
    game = MINUS.resume()
    assert_legal(game, "r1 r2 r3")
    assert_breaks(game.player("r5", handicap=-1), "r1 r2 r3", "play-short", later=False)
    assert_breaks(outdoor(8, red="4 3 2 -1 + -1").left("r4"), "r1 r2 r3", "play-short", later=False)


def test_a_full_team_is_never_asked() -> None:
    game = none_available(outdoor(12, red="3 3 3 3 + 0"))
    assert_legal(game, "r1 r2 r3 r4")
    assert_legal(game.end(), "r1 r2 r3 r5")


def test_before_the_start_it_is_the_size_that_is_asked() -> None:
    game = none_available(outdoor(8, red="4 3 1 0", started=False))
    assert_breaks(game, "r1 r2 r3", "team-size")


def test_it_is_not_asked_while_the_place_is_shut() -> None:
    game = outdoor(8, red="4 3 2 -1 + -1").card("r4", clock=0)
    assert_legal(game, "r1 r2 r3", clock=119)
    assert_breaks(game, "r1 r2 r3", "play-short", clock=120)
    assert_legal(none_available(game), "r1 r2 r3", clock=119)


def test_a_second_open_place_is_asked_beside_a_shut_one() -> None:
    game = none_available(outdoor(12, red="3 3 3 3 + 3").card("r1", clock=0).left("r2"))
    assert_breaks(game, "r3 r4", "play-short", clock=60)
    assert_legal(game, "r3 r4 r5", "any_time", clock=60)


def test_a_place_kept_for_a_second_yellow_is_open_once_he_could_take_it() -> None:
    game = outdoor(8, red="4 3 2 -1").card("r4", "second_yellow", clock=0)
    assert_legal(game, "r1 r2 r3", clock=119)
    assert_breaks(game, "r1 r2 r3", "play-short", clock=120)


def test_whoever_comes_in_raises_what_the_team_counts_so_that_it_cannot_pay() -> None:
    game = outdoor(10, red="4 3 2 -1 + 3 -1").unable("r4").resume().end()
    verdict = assert_legal(game, "r1 r2 r5")
    assert (verdict.field_handicap, verdict.counted_handicap) == (10, 10)


def test_where_overtime_does_not_raise_what_counts_it_may_pay_and_is_forbidden() -> None:
    game = outdoor(10, red="4 3 2 -1 + 3 -1", blue="2 2 2 2").periods(6).unable("r4")
    assert_legal(game, "r1 r2 r5")
    frozen = game.reading(overtime_highest="frozen")
    assert_breaks(frozen, "r1 r2 r5", "play-short")


def test_under_frozen_places_the_sum_that_counts_leaves_out_what_the_minus_one_takes_off() -> None:
    game = outdoor(10, red="4 3 2 -1 + 3 -1", blue="2 2 2 2").unable("r4").resume().end().reading(short_swap="frozen")
    verdict = assert_breaks(game, "r1 r2 r5", "play-short")
    assert (verdict.field_handicap, verdict.counted_handicap) == (10, 9)
    assert_legal(game.left("r6"), "r1 r2 r5")


def test_options_leave_it_out_where_it_is_forbidden() -> None:
    advice = FILLED.advise()
    assert [o.kind for o in advice.options if o.when == "now"] == ["single"]
    assert [o.kind for o in MINUS.advise().options if o.when == "now"] == ["short"]


def test_the_message_names_somebody_who_could_come_in() -> None:
    (broken,) = assert_breaks(FILLED, "r1 r2 r3", "play-short").broken
    assert "r5" in broken.message
    assert "9" in broken.message
