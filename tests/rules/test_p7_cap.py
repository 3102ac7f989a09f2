"""Clause `p7-cap`: after a removal, field plus goals received is at most the higher team's right after it."""

from __future__ import annotations

import pytest

from tests.rules.build import Game, arena, assert_breaks, assert_legal, outdoor

# Red 6 and Blue 7 after the removal of the 5, nobody has received goals: 7 for both.
EVEN = outdoor(12, red="6 4 1 1 + 2 3", blue="5 4 2 1 + 2 3").unable("r1").p7("r1").name("b1").resume().end()
# Red entered 10 against 12: two goals over six periods, one and a half over four. Both have 5 on the field after it.
RECEIVED = outdoor(12, red="5 3 1 1 + 3 4", blue="7 2 2 1 + 3 4 5 6").unable("b1").p7("b1").name("r1").resume().end()


def received(game: Game, **event: object) -> Game:
    """The same match with other facts of the event."""
    data = {**game.data, "event": {**game.data["event"], **event}}
    return Game(data)


def caps(game: Game, team: str, clause: str = "p7-cap") -> list[float]:
    """The bounds of a clause on a team's field."""
    return [cap.value for cap in game.advise(team).limits.caps if cap.clause == clause]


def test_without_goals_received_both_teams_may_go_to_the_higher_field() -> None:
    assert (caps(EVEN, "red"), caps(EVEN, "blue")) == ([7], [7])
    assert assert_legal(EVEN, "r2 r3 r5", "now").field_handicap == 7
    assert_breaks(EVEN, "r2 r3 r6", "p7-cap")


def test_half_a_goal_above_breaks_it() -> None:
    game = arena(12, red="6 4 2 + 3 3.5", blue="5 4 3 + 3.5").unable("r1").p7("r1").name("b1").end()
    assert_legal(game, "r2 r4")
    assert_breaks(game, "r2 r5", "p7-cap")
    assert_breaks(game, "b2 b4", "p7-cap")


def test_goals_received_raise_the_cap_for_the_team_without_them_only() -> None:
    assert (caps(RECEIVED, "red"), caps(RECEIVED, "blue")) == ([5], [7])
    assert assert_legal(RECEIVED, "b2 b4 b6", "now").field_handicap == 7
    assert_breaks(RECEIVED, "b2 b4 b7", "p7-cap")
    assert assert_legal(RECEIVED, "r3 r4 r5").field_handicap == 5
    assert_breaks(RECEIVED, "r3 r4 r6", "p7-cap", "p7-fouling-cap")


def test_halves_received_count_as_halves() -> None:
    game = received(RECEIVED, periods=4)
    assert caps(game, "blue") == [6.5]
    assert assert_legal(game, "b2 b4 b5").field_handicap == 6
    assert_breaks(game, "b2 b4 b6", "p7-cap")


def test_the_difference_counts_under_the_other_reading() -> None:
    game = received(RECEIVED, periods=4)
    assert assert_breaks(game, "b2 b4 b6", "p7-cap").contested_by == ["p7-received"]
    other = game.reading(p7_received="difference")
    assert caps(other, "blue") == [7]
    assert assert_legal(other, "b2 b4 b6").contested_by == ["p7-received"]
    assert_breaks(other, "b2 b4 b7", "p7-cap")


def test_over_six_periods_goals_and_difference_are_one_and_nothing_is_contested() -> None:
    assert assert_legal(RECEIVED, "b2 b4 b6").contested_by == []


@pytest.mark.parametrize("reading", ["goals", "difference"])
def test_on_the_flat_nothing_is_received(reading: str) -> None:
    game = received(RECEIVED, handicap_game=False).reading(p7_received=reading)
    assert caps(game, "blue") == [5]
    assert_legal(game, "b3 b4 b2")
    assert_breaks(game, "b2 b4 b5", "p7-cap")


def test_goals_received_are_those_when_play_stopped_for_the_foul() -> None:
    game = outdoor(12, red="5 3 1 1 + 3", blue="7 2 2 1 + 2").unable("b1").unable("r2").sub("r2", "r5")
    assert caps(game.p7("b1").name("r1"), "blue") == [7]
    raised = outdoor(12, red="5 2 1 1 + 3", blue="7 2 2 1").unable("r2").sub("r2", "r5").unable("b1").p7("b1")
    # Red counted 9 at the last moment of play: three goals received; 3 + 1 + 1 on its field.
    assert caps(raised.name("r1"), "blue") == [8]


def test_a_player_who_lies_hurt_and_is_not_yet_replaced_belongs_to_the_field() -> None:
    game = outdoor(12, red="6 4 1 1 + 1", blue="5 4 2 1").unable("r1").unable("r2").p7("r1").name("b1")
    assert (caps(game, "red"), caps(game, "blue")) == ([7], [7])
    high = outdoor(12, red="1 6 4 1", blue="2 4 1 1", handicap_game=False).unable("r1").unable("r2").p7("r1").name("b1")
    assert (caps(high, "red"), caps(high, "blue")) == ([11], [11])


def test_whoever_was_replaced_before_the_removal_counts_by_his_substitute() -> None:
    game = outdoor(12, red="1 6 4 1 + 1", blue="2 4 1 1", handicap_game=False).unable("r1").unable("r2")
    assert caps(game.sub("r2", "r5").p7("r1").name("b1"), "red") == [6]


def test_a_lineup_in_which_nobody_comes_in_is_not_asked() -> None:
    game = EVEN.event(upper_limit=12).player("r2", handicap=9).begin().unable("r3")
    assert assert_legal(game, "r2 r4", "now").field_handicap == 10


def test_it_holds_for_every_later_substitution_at_every_moment() -> None:
    play = EVEN.begin()
    assert_breaks(play.left("r4"), "r2 r3 r6", "p7-cap", later=False)
    assert_breaks(play.unable("r4"), "r2 r3 r6", "p7-cap", later=False)
    assert_legal(play.unable("r4"), "r2 r3 r5", "now")
    assert_breaks(play.end().begin().end(), "r2 r3 r6", "p7-cap")


def test_the_moments_of_substitution_stay_as_they_are() -> None:
    assert_breaks(EVEN.begin(), "r2 r3 r5", "able-player-stays", later=True)


def test_the_upper_limit_holds_beside_it() -> None:
    game = outdoor(8, red="4 4 1 -1 + 1", blue="4 3 1 0").unable("r4").p7("r4").name("b4").resume().end()
    assert (caps(game, "red"), game.advise().limits.upper) == ([9], 8)
    assert_breaks(game, "r1 r2 r5", "upper-limit")


def test_the_counted_handicap_may_rise_after_a_removal_and_the_goals_stay() -> None:
    game = outdoor(12, red="4 4 1 -1 + 1", blue="4 3 1 0").unable("r4").p7("r4").name("b4").resume().end()
    verdict = assert_legal(game, "r1 r2 r5")
    assert (verdict.counted_handicap, verdict.score_change) == (9, {"red": 0, "blue": 0})
    after = game.sub("r3", "r5").begin().advise()
    assert after.counted_handicap == {"red": 9, "blue": 8}
    assert after.handicap_goals == {"red": 0, "blue": 0}


def test_before_any_removal_there_is_no_cap() -> None:
    game = outdoor(12, red="6 4 1 1 + 6", blue="5 4 2 1").unable("r1").p7("r1")
    assert caps(game, "red") == []
    assert_legal(game, "r2 r3 r4 r5", "now")
    assert caps(game.sub("r1", "r5"), "red") == []


def test_a_change_above_the_cap_is_reported_and_stays_broken() -> None:
    game = EVEN.sub("r4", "r6").begin()
    assert game.breaches() == [(6, "red", ["p7-cap"])]
    assert_breaks(game, "r2 r3 r6", "p7-cap", later=False)


def test_after_a_second_removal_both_caps_hold_and_the_umpire_decides() -> None:
    game = outdoor(12, red="6 4 1 1 + 1", blue="5 4 2 1").unable("r1").p7("r1").name("b1").resume()
    game = game.unable("r4").p7("r4").name("b3").resume().end()
    # Red 4 1, Blue 4 1: the second cap is 5, the first was 7.
    assert sorted(caps(game, "red")) == [5, 7]
    verdict = assert_legal(game, "r2 r5")
    assert (verdict.field_handicap, verdict.contested_by) == (5, ["p7-again"])
    higher = game.player("r6", handicap=2)
    assert assert_breaks(higher, "r2 r6", "p7-cap").contested_by == ["p7-again"]
