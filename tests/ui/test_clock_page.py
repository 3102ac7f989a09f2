"""The clock's page in the test's own process: what may come next, restarts, corrections, a shootout."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.store.build import START
from tests.ui.holding import Kept, asked, choose, keys, tap

Opens = Callable[..., Any]
Says = Callable[[Any], str]

END, BEGIN = {"entry": "end_period"}, {"entry": "start_period"}
LAST = (START, *[END, BEGIN] * 5)


@pytest.fixture
def clock(kept: Kept, opens: Opens) -> Callable[..., Any]:
    """Opens the keeper's clock after these entries."""

    def run(*entries: Any, **address: str) -> Any:
        if entries:
            kept.record(*entries)
        return opens("clock", link=kept.keeper.secret, **address)

    return run


def test_before_the_start_the_lineups_are_recorded_elsewhere(clock: Any, says: Says) -> None:
    app = clock()
    assert "Not started" in says(app)
    assert "Throw-in at the centre" in says(app)
    assert {key for key in keys(app) if str(key).startswith("clock-")} == {"clock-warning"}


def test_only_what_may_come_next_is_offered(clock: Any, kept: Kept, says: Says) -> None:
    app = clock(START)
    assert {"clock-goal-red", "clock-goal-blue", "clock-out-side", "clock-stop", "clock-horn_first"} <= keys(app)
    assert not {"clock-resume", "clock-end_period", "clock-start_period", "clock-ball_in"} & keys(app)
    tap(app, "clock-goal-red")
    assert "clock-ball_in" in keys(app)
    assert "Throw-in at the centre" in says(app)
    tap(app, "clock-ball_in")
    tap(app, "clock-stop")
    assert {"clock-resume"} <= keys(app)
    assert "Throw-in where the ball was" in says(app)
    tap(app, "clock-resume")
    tap(app, "clock-horn_first")
    assert kept.last()["clock"] == 420
    assert "after the 7:00 horn" in says(app)
    tap(app, "clock-out-side")
    assert kept.journal()[-2:] == ["ball_out", "end_period"]
    assert {"clock-warning", "clock-start_period"} <= keys(app)


def test_a_foul_is_recorded_with_its_spot(clock: Any, kept: Kept, says: Says) -> None:
    app = clock(START)
    choose(app, "foul-against", "blue")
    choose(app, "foul-number", "5a")
    asked(app, "foul-to_back_line").set_value("90").run()
    asked(app, "foul-across").set_value("-78").run()
    tap(app, "clock-penalty")
    last = kept.last()
    assert (last["number"], last["against"], last["spot"]) == ("5a", "blue", {"to_back_line": 90.0, "across": -78.0})
    assert "90 yards from the back line of Blue, 75 yards left of the middle" in says(app)


def test_the_umpire_puts_the_clock_right(clock: Any, kept: Kept, says: Says) -> None:
    app = clock(START, {"entry": "stop", "clock": 300})
    assert "the umpires have the last word on the time" in says(app)
    asked(app, "clock-right-clock").set_value("4:40").run()
    asked(app, "clock-right-reason").set_value("not stopped in time").run()
    tap(app, "clock-correct")
    assert (kept.last()["clock"], kept.last()["reason"]) == (280, "not stopped in time")
    assert "4:40" in says(app)


def test_the_last_seconds_of_the_match_get_their_five(clock: Any, kept: Kept, says: Says) -> None:
    app = clock(*LAST, {"entry": "horn", "which": "first", "clock": 420}, {"entry": "stop", "clock": 448})
    assert "The clock is put back to 7:25" in says(app)
    tap(app, "clock-resume")
    assert kept.journal()[-2:] == ["clock_correction", "resume"]


def test_what_does_not_fit_the_rule_is_said(clock: Any, kept: Kept, says: Says) -> None:
    horn = {"entry": "horn", "which": "second", "heard": False, "clock": 450}
    app = clock(START, horn, {"entry": "goal", "team": "red", "clock": 460})
    assert "Entry 2: a goal after time on the official clock does not count" in says(app)
    # The board has it until it is struck, here as everywhere; what it is without is said, and struck by a tap.
    assert "Period 1 of 6 · 1 : 0" in says(app)
    assert "Without them it is 0 : 0" in says(app)
    tap(app, "void-2")
    assert (kept.last()["entry"], kept.last()["number"]) == ("strike", 2)
    assert "Period 1 of 6 · 0 : 0" in says(app)
    assert "Without them" not in says(app)


def test_both_teams_that_forfeit_are_named(clock: Any, says: Says) -> None:
    forfeit = {"entry": "penalty", "number": "9"}
    app = clock(START, {**forfeit, "against": "red"}, {**forfeit, "against": "blue"})
    assert "Forfeited (Penalty 9) by: Blue, Red." in says(app)


def test_a_shootout_is_recorded_hit_by_hit(clock: Any, kept: Kept, says: Says) -> None:
    app = clock(*LAST, END)
    assert "a shootout if the committee elects it" in says(app)
    assert "All players of both teams hit, which the rule prefers" in says(app)
    choose(app, "shootout-hitters", "one")
    choose(app, "shootout-first", "blue")
    tap(app, "order-red-r2")
    tap(app, "order-blue-b1")
    tap(app, "begin-shootout")
    assert kept.last()["order"] == {"red": ["r2"], "blue": ["b1"]}
    assert "40-yard line" in says(app)
    tap(app, "shot-0-miss")
    tap(app, "shot-1-goal")
    assert kept.journal()[-2:] == ["shot", "goal"]
    assert "Match over" in says(app)
    assert not {key for key in keys(app) if str(key).startswith(("clock-", "shot-"))}


def test_everybody_hits_in_the_order_that_was_tapped(clock: Any, kept: Kept) -> None:
    app = clock(*LAST, END)
    choose(app, "shootout-first", "red")
    tap(app, "order-red-r3")
    tap(app, "order-red-rest")
    tap(app, "order-blue-rest")
    tap(app, "begin-shootout")
    assert kept.last()["order"]["red"] == ["r3", "r1", "r2", "r4"]


def test_two_quick_taps_on_who_hits_next_both_count(clock: Any, kept: Kept) -> None:
    app = clock(*LAST, END)
    choose(app, "shootout-first", "red")
    # Both come before the page has been written for the first.
    app.button(key="order-red-r3").click()
    tap(app, "order-red-r1")
    tap(app, "order-red-rest")
    tap(app, "order-blue-rest")
    tap(app, "begin-shootout")
    order = kept.last()["order"]["red"]
    assert {*order[:2]} == {"r1", "r3"}
    assert order[2:] == ["r2", "r4"]


def test_what_could_not_be_recorded_is_still_in_the_form(clock: Any, kept: Kept, says: Says) -> None:
    app = clock(START)
    choose(app, "foul-against", "blue")
    choose(app, "foul-number", "5b")
    kept.record({"entry": "goal", "team": "red"})
    tap(app, "clock-penalty")
    assert "The match has moved on to 2 entries; nothing was saved" in says(app)
    assert (asked(app, "foul-against").value, asked(app, "foul-number").value) == ("blue", "5b")
    tap(app, "clock-penalty")
    assert kept.journal() == ["start", "goal", "penalty"]
    assert asked(app, "foul-number").value is None


def test_an_order_of_a_shootout_that_could_not_be_recorded_is_not_lost(clock: Any, kept: Kept) -> None:
    app = clock(*LAST, END)
    choose(app, "shootout-first", "red")
    tap(app, "order-red-r3")
    tap(app, "order-red-rest")
    tap(app, "order-blue-rest")
    kept.record({"entry": "left", "team": "red", "player": "r5"})
    tap(app, "begin-shootout")
    assert kept.journal()[-1] == "left"
    tap(app, "begin-shootout")
    assert kept.last()["order"]["red"] == ["r3", "r1", "r2", "r4"]


def test_who_only_looks_on_has_no_buttons(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, {"entry": "goal", "team": "red", "clock": 30})
    for secret in (kept.red.secret, kept.made.public.secret):
        app = opens("clock", link=secret)
        assert "Throw-in at the centre" in says(app)
        assert not {key for key in keys(app) if str(key).startswith("clock-")}


def test_without_a_link_the_way_to_one_is_shown(opens: Opens, says: Says) -> None:
    assert "No match is open here" in says(opens("clock"))
    assert "The address stays as it is" in says(opens("clock", link="wrong"))


@pytest.mark.parametrize("language", ["en", "es"])
def test_each_state_is_shown_in_both_languages(clock: Any, says: Says, language: str) -> None:
    assert says(clock(lang=language))
    assert says(clock(START, {"entry": "penalty", "number": "2", "against": "red", "clock": 50}, lang=language))
