"""The page of the plan, without a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from advisor.match import Event
from advisor.store import Actor, Store
from advisor.store.events import create_event, create_match_in_event, load_event, set_team
from tests.store.build import a_match
from tests.ui.holding import Kept

Opens = Callable[..., Any]
Says = Callable[[Any], str]


def test_without_a_match_one_is_chosen_and_the_page_stays_the_plan(opens: Opens, says: Says) -> None:
    app = opens("plan")
    assert "The plan: every answer in advance" in says(app)
    app.button(key="demo-demo").click().run()
    assert "Felix Moore (4) in" in says(app)
    assert app.query_params["match"] == "demo"


def test_each_player_on_the_field_has_his_losses(opens: Opens, says: Says) -> None:
    said = says(opens("plan", match="demo", team="red"))
    for player in ("Ana Torres (1)", "Carla Ruiz (2)", "Dan Reyes (1)"):
        assert f"{player} Hurt" in said
    assert said.count("Disabled by a foul, Penalty 7") == 3
    assert "Periods looked at" in said
    assert "What is not checked" in said


def test_the_plan_in_spanish_keeps_team_and_view(opens: Opens, says: Says) -> None:
    said = says(opens("plan", match="demo", team="blue", lang="es"))
    assert "Lesión" in said
    assert "Kim Duarte (3)" in said


def test_a_penalty_7_is_looked_through_for_the_player_who_is_tapped(opens: Opens, says: Says) -> None:
    app = opens("plan", match="demo", plan="seven", lost="r3")
    said = says(app)
    assert "Name Kim Duarte (3)" in said
    assert "Take a substitute" in said
    assert "with 3½ periods left" in said
    app.button_group(key="lost").set_value("r1").run()
    assert app.query_params["lost"] == "r1"
    assert "Name Ines Vidal (2)" in says(app)


def test_a_bench_is_chosen_from_lines_and_the_stepper_bounds_it(opens: Opens, says: Says) -> None:
    app = opens("plan", match="demo", plan="bench", size="1")
    app.text_area(key="club-lines").set_value("Zoe 2\nTop 9").run()
    app.button(key="choose-bench").click().run()
    said = says(app)
    assert "Bring " in said
    assert "single losses have a full legal lineup" in said
    assert app.button(key="bench-size-lower").disabled
    app.button(key="bench-size-raise").click().run()
    assert app.query_params["size"] == "2"
    assert "Bring " in says(app)


def test_a_list_that_cannot_be_read_is_said_by_its_line(opens: Opens, says: Says) -> None:
    app = opens("plan", match="demo", plan="bench")
    app.text_area(key="club-lines").set_value("Zoe 2\nTop").run()
    app.button(key="choose-bench").click().run()
    said = says(app)
    assert "This list cannot be read" in said
    assert "has no handicap" in said


def test_before_the_start_who_starts_can_be_planned(opens: Opens, says: Says, kept: Kept) -> None:
    app = opens("plan", link=kept.red.secret, plan="starters")
    said = says(app)
    assert "at the start" in said
    assert not [block for block in app.markdown if "trade-off" in block.value]
    app.button_group(key="starts-red").set_value(["r1", "r2", "r3", "r5"]).run()
    assert app.query_params["starts"] == "r1~r2~r3~r5"
    app.button_group(key="choose-view").set_value("losses").run()
    assert "The planned lineup" in says(app)


def test_a_captain_sees_his_own_team_first(opens: Opens, says: Says, kept: Kept) -> None:
    assert "The strongest legal lineup b1 (2), b2 (2), b3 (2), b4 (2)" in says(opens("plan", link=kept.blue.secret))


def test_a_planned_lineup_that_is_not_legal_is_no_plan(opens: Opens, says: Says, kept: Kept) -> None:
    assert "There is no plan" in says(opens("plan", link=kept.red.secret, starts="r1~r2"))


@pytest.mark.parametrize("address", [{"file": "none"}, {"case": "none"}, {"link": "nonsense"}])
def test_a_match_that_is_not_here_is_said(opens: Opens, says: Says, address: dict[str, str], kept: Kept) -> None:
    app = opens("plan", **address)
    assert app.exception == []
    assert any("<h1" in block.value for block in app.html)
    assert "this match" in says(opens("plan", **address)).lower() or "link" in says(opens("plan", **address)).lower()


def test_a_quick_match_has_a_plan_too(opens: Opens, says: Says) -> None:
    said = says(opens("plan", q="outdoor~8~6~3~stopped~1_3_2_1~1_2_4~2_3_3_0~1~_"))
    assert "Disabled by a foul, Penalty 7" in said


def test_an_organiser_prints_the_whole_day(opens: Opens, says: Says, store: Store) -> None:
    event_id, link = create_event(store, "uspa-outdoor-2026", Event(name="Copa Ñandú", upper_limit=8))
    organiser = Actor(link.secret)
    for key, team in a_match().teams.items():
        set_team(store, event_id, load_event(store, event_id, organiser).revision, key, team, organiser)
    app = opens("events", event=link.secret)
    assert "make-day" not in [button.key for button in app.button]
    create_match_in_event(store, event_id, "red", "blue", organiser)
    app = opens("events", event=link.secret)
    app.button(key="make-day").click().run()
    assert not app.exception
    assert [part.label for part in app.get("download_button")] == ["The print of the day (PDF)"]
