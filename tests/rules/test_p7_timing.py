"""Clause `p7-timing`: a Penalty 7 only for an injury, and only before play goes on."""

from __future__ import annotations

import pytest

from tests.rules.build import outdoor

GAME = outdoor(12, red="2 4 3 3 + 2", blue="3 4 4 1")
HURT = GAME.unable("r1")


def test_for_an_injury_in_the_stoppage_it_is_in_order() -> None:
    assert HURT.p7("r1").name("b1").resume().breaches() == []


def test_it_may_be_awarded_in_the_interval_where_the_whistle_ended_the_period() -> None:
    assert HURT.end().p7("r1").name("b1").begin().breaches() == []
    assert GAME.end().unable("r1").p7("r1").name("b1").breaches() == []


@pytest.mark.parametrize("reason", ["illness", "exhaustion"])
def test_for_illness_or_exhaustion_it_is_a_breach_of_the_fouled_team(reason: str) -> None:
    game = GAME.unable("r1", reason).p7("r1")
    assert game.breaches() == [(2, "red", ["p7-timing"])]


def test_a_player_whose_reason_was_corrected_to_injury_is_injured() -> None:
    assert GAME.unable("r1", "illness").unable("r1").p7("r1").breaches() == []


def test_after_play_has_gone_on_it_is_too_late() -> None:
    assert HURT.resume().p7("r1").breaches() == [(3, "red", ["p7-timing"])]
    assert HURT.resume().stop().p7("r1").breaches() == [(4, "red", ["p7-timing"])]
    assert HURT.end().begin().p7("r1").breaches() == [(4, "red", ["p7-timing"])]


def test_naming_after_play_has_gone_on_is_a_breach_of_the_designate_entry() -> None:
    game = HURT.p7("r1").resume().name("b1")
    assert game.breaches() == [(4, "red", ["p7-timing"])]


def test_a_player_who_played_on_and_is_hurt_anew_has_a_new_stoppage() -> None:
    game = HURT.recovered("r1").resume().unable("r1").p7("r1")
    assert game.breaches() == []


def test_what_breaks_the_rule_is_kept_and_applied() -> None:
    game = HURT.resume().p7("r1").name("b1")
    advice = game.advise()
    assert (advice.places, advice.field) == (3, ["r2", "r3", "r4"])
    assert game.advise("blue").field == ["b2", "b3", "b4"]


def test_nobody_may_be_named_while_no_penalty_7_is_pending() -> None:
    assert HURT.advise().removals == []
    assert [row.player for row in HURT.p7("r1").advise().removals] == ["b1"]
    assert HURT.p7("r1").advise("blue").removals == []
    assert HURT.p7("r1").sub("r1", "r5").advise().removals == []
    assert HURT.p7("r1").recovered("r1").advise().removals == []
    assert HURT.p7("r1").name("b1").advise().removals == []


def test_the_message_says_what_was_wrong() -> None:
    (late,) = HURT.resume().p7("r1").audit().breaches
    (ill,) = GAME.unable("r1", "illness").p7("r1").audit().breaches
    assert late.clauses[0].message != ill.clauses[0].message
