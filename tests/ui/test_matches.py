"""Matches in the test's own process: typed, pasted or uploaded and started, joined late, opened, and connected."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from advisor.errors import StoreError
from advisor.fold import Fold
from advisor.match import Match
from advisor.store import Actor, Store, list_matches, open_link
from advisor.store.journal import load
from advisor.store.roles import new_code
from advisor.store.transfer import export_match, match_text
from advisor.ui import keeping
from tests.store.build import START, goal
from tests.test_rosters import xlsx
from tests.ui.holding import Kept, choose, keys, tap

Opens = Callable[..., Any]
Says = Callable[[Any], str]

RED = "La Aguada:\nAna 2\nBen 3\nCarla 1½\nDan A\nEva 4"
BLUE = "1. Ines 2\n2. Jack 3\n3. Kim 2\n4. Leo 1"


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages are looked at from another machine, unless a test says otherwise."""
    monkeypatch.setattr(keeping, "is_own_machine", lambda: False)


def type_in(app: Any, red: str = RED, blue: str = BLUE) -> None:
    for team, lines in {"red": red, "blue": blue}.items():
        app.text_area(key=f"lines-{team}").set_value(lines).run()
        assert not app.exception


def recorded(store: Store, app: Any) -> Match:
    keeper = Actor(app.query_params["link"])
    return load(store, str(open_link(store, keeper).match_id), keeper).match


# -- a new match -----------------------------------------------------------------------------------------------------


def test_two_pasted_teams_are_started_by_one_tap(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches", by="Gabi")
    assert "Red: nobody is on the list yet." in says(app)
    type_in(app)
    assert "La Aguada 6: Legal · Blue 8: Legal" in says(app)
    assert app.button_group(key="starts-red").value == ["ana", "ben", "carla", "dan"]
    tap(app, "start-match")
    assert "You keep this match." in says(app)
    assert not {"draft", "do"} & set(app.query_params)
    match = recorded(store, app)
    assert (match.rules, match.event.upper_limit, match.event.periods) == ("uspa-outdoor-2026", 8, 6)
    assert [team.name for team in match.teams.values()] == ["La Aguada", None]
    (start,) = match.journal
    assert start.by == "keeper (Gabi)"
    assert start.lineups == {"red": ("ana", "ben", "carla", "dan"), "blue": ("ines", "jack", "kim", "leo")}  # type: ignore[union-attr]


def test_a_first_name_on_both_lists_is_two_people_unless_it_is_said_otherwise(
    store: Store, opens: Opens, says: Says
) -> None:
    app = opens("matches")
    assert "On both lists" not in says(app)
    type_in(app, red="Ana 2\nBen 3\nCarla 2\nDan A", blue="Ana 2\nBen 2\nCarla 2\nLeo 2")
    assert app.button_group(key="same-people").value == []
    assert "Red 7: Legal · Blue 8: Legal" in says(app)
    choose(app, "same-people", ["ana"])
    assert "Ana is in both lineups: take one out" in says(app)
    tap(app, "start-match")
    assert list_matches(store) == ()
    choose(app, "same-people", [])
    tap(app, "start-match")
    match = recorded(store, app)
    assert Fold(match, audit=True).run().breaches == []
    assert {p.id: p.person for p in match.teams["red"].players} == {
        **dict.fromkeys(["ana", "ben", "carla"]),
        "dan": "dan",
    }


def test_a_whole_name_with_one_handicap_on_both_lists_is_one_person(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches")
    type_in(
        app,
        red="Ana 2\nBen 3\nCarla 2\nDan 0\nEva Lund 1\nJo Day 1",
        blue="Ida 2\nJan 2\nKim 2\nLeo 2\nEva Lund 1\nJo Day 2",
    )
    assert app.button_group(key="same-people").value == ["eva lund"]
    tap(app, "start-match")
    match = recorded(store, app)
    people = [{p.person for p in team.players} for team in match.teams.values()]
    assert people[0] & people[1] - {None} == {"eva lund"}


def test_others_are_tapped_and_stay_tapped_when_the_list_grows(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches")
    type_in(app)
    choose(app, "starts-red", ["ana", "carla", "dan", "eva"])
    app.text_area(key="lines-red").set_value(RED + "\nFlo 1").run()
    assert app.button_group(key="starts-red").value == ["ana", "carla", "dan", "eva"]
    choose(app, "starts-red", ["ana", "carla", "dan", "eva", "flo"])
    assert "La Aguada: 5 are chosen; 1 to 4 can play." in says(app)
    tap(app, "start-match")
    assert list_matches(store) == ()


def test_a_start_that_is_not_legal_is_said_and_not_refused(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches")
    type_in(app, blue="Ines 2\nJack 3\nKim 3\nLeo 1\nMara 0\nNico -1\nOlga -1")
    assert "9 on the field is 1 over the event's upper limit of 8." in says(app)
    assert "USPA Outdoor Rule 3" in says(app)
    assert app.button(key="start-match").label == "Start it all the same"
    tap(app, "repair-blue")
    assert "Blue 8: Legal" in says(app)
    choose(app, "starts-blue", ["ines", "jack", "nico", "olga"])
    assert "Rule 2" in says(app)
    tap(app, "start-match")
    assert "What broke a rule so far" in says(app)
    assert [entry.entry for entry in recorded(store, app).journal] == ["start"]


def test_a_line_that_cannot_be_read_is_named_and_stays_in_the_box(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches")
    type_in(app, red="Ana 2\nFelix\nBen 3\n11 Carla")
    said = says(app)
    assert "line 2: 'Felix' has no handicap; a line is a name and a handicap." in said
    assert "'11' is no handicap; it goes from -2 to 10." in said
    tap(app, "start-match")
    assert list_matches(store) == ()
    assert app.text_area(key="lines-red").value == "Ana 2\nFelix\nBen 3\n11 Carla"
    again = opens("matches", draft=app.query_params["draft"])
    assert again.text_area(key="lines-red").value == "Ana 2\nFelix\nBen 3\n11 Carla"


def test_the_terms_are_tapped(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches")
    tap(app, "game")
    choose(app, "rules", "uspa-arena-2026")
    choose(app, "usual-limits", 6)
    tap(app, "limit-lower")
    for _ in range(3):
        tap(app, "lower-raise")
    choose(app, "flat", True)
    choose(app, "kept-by", True)
    choose(app, "periods", 6)
    app.text_input(key="new-event").set_value("Copa").run()
    assert "Copa · Arena · 5 goals · 6 periods · on the flat" in app.button(key="game").label
    type_in(app, red="Ana 1\nBen 2\nCarla ½\nDan 1", blue="Eva 2\nFlo 1\nGus 1")
    assert app.button_group(key="starts-red").value == ["ana", "ben", "carla"]
    assert "3½ of 5 goals · at least 2" in says(app)
    tap(app, "start-match")
    match = recorded(store, app)
    assert match.event.model_dump(include={"name", "upper_limit", "lower_limit", "handicap_game", "periods"}) == {
        "name": "Copa",
        "upper_limit": 5,
        "lower_limit": 2,
        "handicap_game": False,
        "periods": 6,
    }
    assert open_link(store, Actor(app.query_params["link"])).role == "alone"


def test_a_guest_may_play_as_his_own_team_stands(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches")
    type_in(app, red="Ana 2\nBen 2 *\nCarla 2\nDan 1\nEva 1")
    assert app.button_group(key="starts-red").value == ["ana", "carla", "dan", "eva"]
    choose(app, "guests-red", "none")
    assert app.button_group(key="starts-red").value == ["ana", "ben", "carla", "dan"]
    choose(app, "guests-red", "in")
    choose(app, "starts-red", ["ana", "ben", "carla", "dan"])
    assert "Red 7: Not legal" in says(app)
    choose(app, "guests-red", "out")
    tap(app, "start-match")
    assert recorded(store, app).teams["red"].players[1].eliminated_from_event


def test_a_spreadsheet_fills_the_box_or_says_what_is_wrong_in_it(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches")
    type_in(app, red="Ana 2")
    wrong = xlsx([["Nombre", "Hándicap"], ["Ana", "seis"]])
    app.file_uploader(key="upload-lines-red").set_value(("equipo.xlsx", wrong, "application/x")).run()
    assert "Row 2, column B 'Hándicap': 'seis' is no handicap; it goes from -2 to 10, in halves." in says(app)
    assert app.text_area(key="lines-red").value == "Ana 2"
    right = xlsx([["Hándicap", "Nombre"], [1.5, "Ana"], [-1, "Ben"]])
    app.file_uploader(key="upload-lines-red").set_value(("equipo.xlsx", right, "application/x")).run()
    assert app.text_area(key="lines-red").value == "Ana 1½\nBen -1"
    assert "column B" not in says(app)
    both = b"Team;Name;Hcp\nOaks;Ana;2\nElms;Eva;3\n"
    app.file_uploader(key="upload-lines-red").set_value(("both.csv", both, "text/csv")).run()
    assert (app.text_area(key="lines-red").value, app.text_area(key="lines-blue").value) == ("Ana 2", "Eva 3")
    assert (app.text_input(key="new-name-red").value, app.text_input(key="new-name-blue").value) == ("Oaks", "Elms")
    three = both + b"Ashes;Flo;1\n"
    app.file_uploader(key="upload-lines-red").set_value(("three.csv", three, "text/csv")).run()
    assert "Several teams found: Oaks, Elms, Ashes; here one is wanted." in says(app)


def test_a_second_tap_makes_no_second_match(store: Store, opens: Opens, monkeypatch: pytest.MonkeyPatch) -> None:
    app = opens("matches")
    type_in(app)
    monkeypatch.setattr("advisor.ui.parts.starting.leave_to", lambda *_: None)
    tap(app, "start-match")
    tap(app, "start-match")
    (listed,) = list_matches(store)
    assert listed.count == 1


def test_a_store_that_fails_loses_nothing(
    store: Store, opens: Opens, says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = opens("matches")
    type_in(app)

    def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full; nothing was saved")

    with monkeypatch.context() as patched:
        patched.setattr("advisor.store.matches.begin_match", fail)
        tap(app, "start-match")
    assert "The disk is full; nothing was saved." in says(app)
    assert app.text_area(key="lines-red").value == RED
    tap(app, "start-match")
    assert len(list_matches(store)) == 1


@pytest.mark.parametrize("draft", ["x", "eJyrVg", "eJwDAAAAAAE", "é", "A" * 5000])
def test_a_draft_that_cannot_be_read_is_as_none(store: Store, opens: Opens, says: Says, draft: str) -> None:
    assert "Red: nobody is on the list yet." in says(opens("matches", draft=draft))


# -- joining late ----------------------------------------------------------------------------------------------------


def test_a_match_under_way_is_joined_in_one_step(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches", do="late", by="Gabi")
    type_in(app, red="Ana 2\nBen 3\nCarla 2\nDan 0\nEva 4\nFlo 1\nGus 1")
    app.number_input(key="goals-red").set_value(3).run()
    tap(app, "counted-red-raise")
    choose(app, "out-red-injury", ["flo"])
    choose(app, "out-red-card", ["gus"])
    choose(app, "period", 4)
    choose(app, "late-moment", "in_play")
    app.text_input(key="late-clock").set_value("4:20").run()
    said = says(app)
    assert "Red 3 3 scored, 0 by handicap" in said
    assert "entries lead to where the match is." in said
    assert "What will be recorded: 16 entries" in said
    tap(app, "start-match")
    match = recorded(store, app)
    fold = Fold(match, audit=True).run()
    red = fold.sides["red"]
    assert (fold.period, fold.moment, fold.clock, fold.breaches) == (4, "in_play", 260, [])
    assert (red.field, red.counted, fold.goals["red"]) == ({"ana", "ben", "carla", "dan"}, 16, 3)
    assert red.players["flo"].unable == "injury"
    assert red.players["gus"].disqualified
    assert all(entry.by == "keeper (Gabi)" for entry in match.journal)


def test_an_earlier_removal_is_joined_with_its_caps(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches", do="late")
    type_in(app, red="Ana 2\nBen 3\nCarla 2\nDan 1")
    choose(app, "p7-fouled", "red")
    assert "everybody on the list is on; take out above who went" in says(app)
    choose(app, "starts-red", ["ana", "ben", "carla"])
    choose(app, "starts-blue", ["jack", "kim", "leo"])
    assert "Penalty 7: tap who was disabled and who was named." in says(app)
    choose(app, "p7-red", "dan")
    choose(app, "p7-blue", "ines")
    assert "entries lead to where the match is" in says(app)
    tap(app, "start-match")
    match = recorded(store, app)
    fold = Fold(match, audit=True).run()
    assert [entry.entry for entry in match.journal][-5:] == ["unable", "penalty_7", "designate", "resume", "stop"]
    assert fold.breaches == []
    assert {key: side.places for key, side in fold.sides.items()} == {"red": 3, "blue": 3}
    assert all(side.caps for side in fold.sides.values())


def test_what_cannot_be_so_is_said_and_nothing_is_recorded(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches", do="late")
    type_in(app, red="Ana 2\nBen 0\nCarla 0\nDan 0\nEva 9")
    choose(app, "out-red-card", ["eva"])
    assert "No way leads here with 2 as the highest of red" in says(app)
    assert "This cannot be so" in says(app)
    tap(app, "start-match")
    assert list_matches(store) == ()


def test_a_lineup_above_the_limit_is_joined_and_said(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches", do="late")
    type_in(app, red="Ana 4\nBen 3\nCarla 2\nDan 1")
    choose(app, "late-moment", "between_periods")
    assert "something in it breaks a rule" in says(app)
    tap(app, "start-match")
    assert [entry.entry for entry in recorded(store, app).journal] == ["start", "end_period"]


def test_joining_late_is_found_again_after_a_reload(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches", do="late")
    type_in(app)
    app.number_input(key="goals-blue").set_value(2).run()
    choose(app, "period", 3)
    app.text_input(key="late-clock").set_value("x").run()
    assert "A clock is minutes and seconds" in says(app)
    again = opens("matches", do="late", draft=app.query_params["draft"])
    assert again.number_input(key="goals-blue").value == 2
    assert again.button_group(key="period").value == 3
    assert again.text_input(key="late-clock").value == "x"


# -- opening ---------------------------------------------------------------------------------------------------------


def test_a_demo_is_opened_and_phones_are_connected(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches", do="open")
    tap(app, "make-demo")
    assert "You keep this match." in says(app)
    secret = app.query_params["link"]
    assert len(recorded(store, app).journal) > 5
    app = opens("matches", link=secret)
    choose(app, "connect-role", "captain/red")
    tap(app, "give-link")
    images = [block.value for block in app.html if '<div class="qr">' in block.value]
    assert len(images) == 1
    assert "kept?link=" in images[0]
    assert secret not in images[0]
    assert "plain http" in says(app)
    choose(app, "connect-role", "own")
    tap(app, "code-new")
    assert "To be typed on the page" in says(app)


def test_beside_an_open_match_nothing_starts_another_until_it_is_asked_for(store: Store, opens: Opens) -> None:
    app = opens("matches", do="open")
    tap(app, "make-demo")
    app = opens("matches", link=app.query_params["link"])
    assert app.button_group(key="do").value is None
    assert "start-match" not in keys(app)
    choose(app, "do", "new")
    assert "start-match" in keys(app)


def test_a_demo_can_begin_anew(store: Store, opens: Opens) -> None:
    app = opens("matches", do="open")
    app.checkbox(key="new-empty").check().run()
    tap(app, "make-demo")
    assert recorded(store, app).journal == ()


def test_a_worked_example_is_played_on(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches", do="open")
    choose(app, "origin", "example")
    app.text_input(key="play-search").set_value("O3-01").run()
    tap(app, "play-o3-01")
    assert "You keep this match." in says(app)
    assert recorded(store, app).journal


def test_a_short_code_or_a_link_opens_the_match(kept: Kept, opens: Opens, says: Says) -> None:
    app = opens("matches", do="open")

    def submit(written: str) -> str:
        app.text_input(key="typed-code").set_value(written)
        app.button(key="FormSubmitter:code-form-Open").click().run()
        assert not app.exception
        return says(app)

    assert "No such code" in submit("nonsense")
    assert "This link is not known" in submit("http://192.168.0.2:8501/kept?link=guessed")
    assert "You are captain of Red." in submit(new_code(kept.store, kept.red).lower())
    for written in (f"http://192.168.0.2:8501/kept?link={kept.blue.secret}&lang=es", kept.blue.secret):
        app = opens("matches", do="open")
        assert "You are captain of Blue." in submit(written)


def test_a_match_file_is_taken_in_with_its_chain(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, goal())
    text = match_text(export_match(kept.store, kept.made.match_id, kept.keeper))

    def upload(content: str) -> Any:
        app = opens("matches", do="open")
        choose(app, "origin", "file")
        tap(app, "make-file")
        assert "Choose the file first." in says(app)
        app.file_uploader(key="new-file").set_value(("match.json", content.encode(), "application/json")).run()
        tap(app, "make-file")
        return app

    app = upload(text)
    actor = Actor(app.query_params["link"])
    access = open_link(kept.store, actor)
    assert access.match_id not in (None, kept.made.match_id)
    assert match_text(export_match(kept.store, str(access.match_id), actor)) == text

    broken = json.loads(text)
    broken["journal"][1]["team"] = "blue"
    app = upload(json.dumps(broken))
    assert "The chain breaks at entry 1" in says(app)
    app.checkbox(key="new-chain").check().run()
    tap(app, "make-file")
    assert "link" in app.query_params


def test_the_list_of_this_machine_is_shown_on_it_only(
    kept: Kept, opens: Opens, says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert f"open-{kept.made.match_id}" not in keys(opens("matches", do="open"))
    monkeypatch.setattr(keeping, "is_own_machine", lambda: True)
    app = opens("matches", do="open")
    tap(app, f"open-{kept.made.match_id}")
    assert "You keep this match." in says(app)


def test_an_empty_machine_says_so(store: Store, opens: Opens, says: Says, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "is_own_machine", lambda: True)
    assert "None yet. A new match, or a demo" in says(opens("matches", do="open"))


def test_it_speaks_spanish(store: Store, opens: Opens, says: Says) -> None:
    app = opens("matches", lang="es")
    type_in(app, red="Ana 2\nFelix", blue=BLUE)
    assert "línea 2: 'Felix' no tiene hándicap; una línea es un nombre y un hándicap." in says(app)
    type_in(app, red=RED.replace("La Aguada:\n", ""))
    assert "Rojo 6: Legal · Azul 8: Legal" in says(app)
    assert app.button(key="start-match").label == "Empezar el partido"
    app = opens("matches", lang="es", do="late", draft=app.query_params["draft"])
    assert "entradas llevan a como está el partido" in says(app)
