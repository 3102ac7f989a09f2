"""Events in the test's own process: conditions, teams from boxes and spreadsheets, suspensions, matches, several."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from advisor.match import Event
from advisor.store import Actor, Store, open_link
from advisor.store.events import StoredEvent, create_event, load_event
from advisor.store.journal import load
from advisor.store.overview import list_events
from advisor.ui import keeping
from tests.ui.holding import choose, keys, tap

Opens = Callable[..., Any]
Says = Callable[[Any], str]


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages are looked at from another machine, unless a test says otherwise."""
    monkeypatch.setattr(keeping, "is_own_machine", lambda: False)


@pytest.fixture
def organiser(store: Store) -> Actor:
    __, link = create_event(store, "uspa-outdoor-2026", Event(name="Copa", upper_limit=8))
    return Actor(link.secret)


def the_event(store: Store, organiser: Actor) -> StoredEvent:
    return load_event(store, str(open_link(store, organiser).event_id), organiser)


def enter(app: Any, revision: int, name: str, lines: str) -> None:
    app.text_input(key=f"name--new-team--{revision}").set_value(name)
    app.text_area(key=f"lines--new-team--{revision}").set_value(lines).run()
    tap(app, f"save--new-team--{revision}")


def test_an_event_is_entered_once_and_a_match_picks_two_teams(store: Store, opens: Opens, says: Says) -> None:
    app = opens("events")
    app.text_input(key="new-event-name").set_value("Copa de Otoño")
    app.text_input(key="new-event-upper").set_value("six").run()
    tap(app, "make-event")
    assert "upper_limit" in says(app)
    app.text_input(key="new-event-upper").set_value("8½").run()
    tap(app, "make-event")
    organiser = Actor(app.query_params["event"])
    assert "A match is made of two teams" in says(app)
    enter(app, 0, "Red", "Ana 2 (C)\n4 Felix\n1½\n-½")
    enter(app, 1, "Blue", "Eva A\nBen 3")
    assert "None has been played yet." in says(app)
    event = the_event(store, organiser)
    assert event.conditions.upper_limit == 8.5
    red = event.teams["red"].team
    assert [(p.name, p.handicap) for p in red.players] == [("Ana", 2), ("Felix", 4), (None, 1.5), (None, -0.5)]
    assert red.captain == "ana"
    choose(app, "suspend-2-who", "blue/ben")
    app.text_input(key="suspend-2-why").set_value("two yellow cards").run()
    tap(app, "suspend-2-save")
    assert "Ben, Blue · until lifted · two yellow cards" in says(app)

    app = opens("matches", event=organiser.secret)
    assert "Tap two teams." in says(app)
    choose(app, "new-teams", ["red", "blue"])
    assert app.button_group(key="starts-blue").value == ["eva"]
    tap(app, "start-match")
    keeper = Actor(app.query_params["link"])
    match = load(store, str(open_link(store, keeper).match_id), keeper).match
    assert match.event.name == "Copa de Otoño"
    assert {p.id: p.ineligible for p in match.teams["blue"].players} == {"eva": None, "ben": "suspended"}
    assert [entry.entry for entry in match.journal] == ["start"]

    app = opens("events", event=organiser.secret)
    (played,) = the_event(store, organiser).matches
    tap(app, f"match-{played}")
    assert "You look on." in says(app)


def test_a_match_of_an_event_is_joined_late(store: Store, opens: Opens, organiser: Actor) -> None:
    app = opens("events", event=organiser.secret)
    enter(app, 0, "Red", "Ana 2\nBen 2\nCarla 2\nDan 1")
    enter(app, 1, "Blue", "Eva 2\nFlo 2\nGus 2\nHal 2")
    app = opens("matches", event=organiser.secret, do="late")
    choose(app, "new-teams", ["blue", "red"])
    choose(app, "period", 2)
    tap(app, "counted-red-raise")
    tap(app, "start-match")
    keeper = Actor(app.query_params["link"])
    match = load(store, str(open_link(store, keeper).match_id), keeper).match
    kinds = [entry.entry for entry in match.journal]
    assert kinds == ["player", "start", "end_period", "start_period", "left", "substitute", "stop"]
    assert len(the_event(store, organiser).matches) == 1


def test_the_pauses_are_set_with_the_other_conditions_and_what_is_not_asked_stays(
    store: Store, opens: Opens, says: Says
) -> None:
    conditions = Event.model_validate({"upper_limit": 8, "field": {"length": 250}, "intervals": {"overtime": 4}})
    __, link = create_event(store, "uspa-outdoor-2026", conditions)
    organiser = Actor(link.secret)
    app = opens("events", event=organiser.secret)
    boxes = {pause: app.text_input(key=f"terms-0-pause-{pause}") for pause in ("period", "half_time", "overtime")}
    assert {pause: (box.value, box.placeholder) for pause, box in boxes.items()} == {
        "period": ("", "3"),
        "half_time": ("", "5"),
        "overtime": ("4", "3"),
    }
    boxes["half_time"].set_value("ten").run()
    tap(app, "save-terms")
    assert "a whole number of minutes from 0 to 120" in says(app)
    app.text_input(key="terms-0-pause-half_time").set_value("10").run()
    app.text_input(key="terms-0-pause-overtime").set_value("").run()
    tap(app, "save-terms")
    saved = the_event(store, organiser).conditions
    assert saved.intervals is not None
    assert saved.intervals.model_dump(exclude_none=True) == {"half_time": 10}
    assert saved.field is not None
    assert saved.field.length == 250


def test_every_line_that_cannot_be_read_is_named(store: Store, opens: Opens, says: Says, organiser: Actor) -> None:
    app = opens("events", event=organiser.secret)
    assert "None yet. One is a name and a line for each player." in says(app)
    enter(app, 0, "Red", "Ana 2\nFelix\nBen 2 3")
    assert "line 2: 'Felix' has no handicap" in says(app)
    assert "line 3: 'Ben 2 3' has two handicaps" in says(app)
    assert the_event(store, organiser).teams == {}
    assert app.text_area(key="lines--new-team--0").value == "Ana 2\nFelix\nBen 2 3"
    enter(app, 0, "", "Ana 2")
    assert "A team needs a name" in says(app)
    enter(app, 0, "", "Rojo:\nAna 2\nBen 1")
    assert "The first 4: 3 of 8 goals" in says(app)
    assert the_event(store, organiser).teams["rojo"].team.name == "Rojo"


def test_the_teams_of_an_event_come_from_one_spreadsheet(
    store: Store, opens: Opens, says: Says, organiser: Actor
) -> None:
    app = opens("events", event=organiser.secret)
    content = "Equipo;Nombre;Hándicap;Invitado\nRojo;Ana;2;\nAzul;Eva;3;\nRojo;Ben;1½;sí\n".encode()
    app.file_uploader(key="upload-lines--new-team--0").set_value(("copa.csv", content, "text/csv")).run()
    assert "Saved: Rojo, Azul." in says(app)
    teams = the_event(store, organiser).teams
    assert {key: [p.name for p in team.team.players] for key, team in teams.items()} == {
        "rojo": ["Ana", "Ben"],
        "azul": ["Eva"],
    }
    assert teams["rojo"].guests == {"ben"}
    twice = "Equipo;Nombre;Hándicap\nRojo;Ana;2\nVerde;Eva;3\n".encode()
    app.file_uploader(key="upload-lines--new-team--2").set_value(("copa.csv", twice, "text/csv")).run()
    assert "'Eva' plays for Azul; mark a guest with *, or tell two people apart by their last names" in says(app)


def test_several_events_are_listed_on_this_machine_only(
    store: Store, opens: Opens, says: Says, organiser: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    (listed,) = list_events(store)
    app = opens("events")
    assert f"event-{listed.event_id}" not in keys(app)
    assert "by its organiser's link, or by a short code" in says(app)
    monkeypatch.setattr(keeping, "is_own_machine", lambda: True)
    app = opens("events")
    tap(app, f"event-{listed.event_id}")
    assert "Copa" in says(app)
    assert open_link(store, Actor(app.query_params["event"])).role == "organiser"
    tap(app, "other-event")
    assert "event" not in app.query_params


def test_a_machine_without_events_says_so(
    store: Store, opens: Opens, says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "is_own_machine", lambda: True)
    assert "None yet. A single match needs no event." in says(opens("events"))
    assert "Todavía ninguno." in says(opens("events", lang="es"))


def test_a_guessed_organisers_link_opens_nothing(store: Store, opens: Opens, says: Says) -> None:
    assert "This link is not known" in says(opens("events", event="guessed"))
    assert "Red: nobody is on the list yet." in says(opens("matches", event="guessed"))
