"""Who is kept from starting by the turnout: two periods to put it right, and a team that started short."""

from __future__ import annotations

from advisor.answers import Inquiry
from advisor.rulebook import Language
from advisor.text import Page, say_advice
from tests.rules.build import Game, arena, assert_breaks, assert_legal, outdoor

# Red's 2 has no certified helmet: red starts with 6 and 4.
SHORT = arena(12, red="6 4 + 2", blue="4 4 4").but("r3", ineligible="equipment")


def left(game: Game, team: str = "red") -> dict[str, int]:
    """The countdown of a team: periods left by player."""
    return {row.player: row.periods_left for row in game.advise(team).comply}


def test_a_team_starts_short_without_him() -> None:
    assert SHORT.breaches() == []
    assert_breaks(SHORT, "r1 r2 r3", "eligible", later=False)


def test_he_has_two_periods_the_one_under_way_included() -> None:
    second = SHORT.end().begin()
    assert [left(game) for game in (SHORT, SHORT.stop(), SHORT.end(), second, second.end(), second.end().begin())] == [
        {"r3": 2},
        {"r3": 2},
        {"r3": 1},
        {"r3": 1},
        {"r3": 0},
        {"r3": 0},
    ]
    assert left(SHORT, "blue") == {}


def test_in_order_he_comes_in_at_any_time_and_nothing_is_counted_any_more() -> None:
    for game in (SHORT, SHORT.stop(), SHORT.end().begin()):
        ready = game.player("r3", ineligible=None)
        assert left(ready) == {}
        assert_legal(ready, "r1 r2 r3", "any_time")
    assert_legal(SHORT.end().player("r3", ineligible=None), "r1 r2 r3", "now")


def test_before_the_start_nothing_is_counted() -> None:
    game = arena(12, red="6 4 2", started=False).but("r3", ineligible="equipment")
    assert left(game) == {}
    assert_legal(game, "r1 r2", "now")
    assert_breaks(game.player("r3", ineligible=None), "r1 r2", "team-size")


def test_it_is_for_a_single_player() -> None:
    two = arena(12, red="6 + 4 2", blue="4 4 4").but("r2", ineligible="equipment").but("r3", ineligible="equipment")
    assert left(two) == {}
    assert left(two.but("r2", present=False)) == {"r3": 2}


def test_it_is_for_turnout_alone() -> None:
    assert left(SHORT.but("r3", ineligible="suspended")) == {}
    assert left(SHORT.player("r3", ineligible="suspended")) == {}


def test_it_is_for_a_team_that_started_short() -> None:
    full = arena(12, red="6 4 2 + 0", blue="4 4 4").but("r4", ineligible="equipment")
    assert left(full) == {}
    absent = SHORT.but("r3", present=False)
    assert left(absent) == {}


def test_who_starts_all_the_same_is_not_waited_for() -> None:
    game = arena(12, red="6 4", blue="4 4 4").but("r1", ineligible="equipment")
    assert game.breaches() == [(0, "red", ["eligible"])]
    assert left(game) == {}


def test_who_is_sent_out_later_is_not_counted() -> None:
    game = arena(12, red="6 4 2", blue="4 4 4").player("r3", ineligible="equipment").sub("r3", "")
    assert left(game) == {}
    assert_legal(game.player("r3", ineligible=None), "r1 r2 r3", "any_time")


def test_outdoors_there_is_no_such_rule() -> None:
    game = outdoor(12, red="4 4 4 + 0").but("r4", ineligible="equipment")
    assert left(game) == {}


def test_the_final_state_of_an_audit_has_it_too() -> None:
    final = SHORT.end().audit().final
    assert [(row.player, row.periods_left) for row in final["red"].comply] == [("r3", 1)]
    assert final["blue"].comply == []


def test_the_command_line_says_it_in_both_languages() -> None:
    said: dict[Language, str] = {
        "en": "Kept from starting by the turnout: r3 (2); periods left to put it right: 1",
        "es": "por no tener el equipo reglamentario: r3 (2); períodos que quedan para ponerse en regla: 1",
    }
    for language, sentence in said.items():
        inquiry = Inquiry(SHORT.end().match, None, language)
        assert sentence in say_advice(inquiry, inquiry.advise("red"), Page())
