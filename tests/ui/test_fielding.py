"""What the field page shows follows from its address, whatever stands in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.match import CorrectEvent, EndPeriod, EventPatch, FieldSize
from advisor.play.field import Point
from advisor.play.placement import Placed, judge
from advisor.ui import fielding, sources
from advisor.ui.fielding import BALL, RESTARTS, Shown, event_of, from_address, to_address

POINTS = st.builds(Point, st.integers(-400, 400).map(float), st.integers(-400, 400).map(float))
PLAYERS = st.builds(
    Placed,
    team=st.sampled_from(["near", "far"]),
    player=st.from_regex(r"[a-z0-9_-]{1,6}", fullmatch=True).filter(lambda name: name.strip("-_")),
    x=st.integers(-400, 400).map(float),
    y=st.integers(-400, 400).map(float),
    returning=st.booleans(),
)
SHOWN = st.builds(
    Shown,
    restart=st.sampled_from(RESTARTS),
    foul=st.none() | POINTS,
    ball=st.none() | POINTS,
    players=st.none()
    | st.lists(PLAYERS, min_size=1, max_size=8, unique_by=lambda placed: (placed.team, placed.player)).map(tuple),
)


@given(SHOWN)
def test_an_address_shows_again_what_it_was_made_from(shown: Shown) -> None:
    assert from_address(to_address(shown)) == shown


@given(st.dictionaries(st.sampled_from(fielding.KEYS), st.text(max_size=30)))
def test_whatever_stands_in_an_address_something_is_shown(values: dict[str, str]) -> None:
    shown = from_address(values)
    placement = shown.placement()
    assert placement is None or judge(placement) is not None


@given(SHOWN)
def test_whatever_is_shown_can_be_judged(shown: Shown) -> None:
    placement = shown.placement()
    assert (placement is None) == (shown.restart in ("7", "8", "9", "10"))
    if placement is not None:
        judge(placement)


def test_of_a_penalty_1_the_places_are_those_of_the_5b_that_follows() -> None:
    placement = Shown("1").placement()
    assert placement is not None
    assert (placement.restart, len(placement.players)) == ("5b", 8)


def test_a_player_is_moved_by_his_number_and_the_others_stay() -> None:
    before = Shown("4")
    after = before.moved(1, 3, -2)
    first, second = before.listed()[1], after.listed()[1]
    assert (second.x, second.y) == (first.x + 3, first.y - 2)
    assert [p for n, p in enumerate(after.listed()) if n != 1] == [p for n, p in enumerate(before.listed()) if n != 1]
    assert before.moved(20, 1, 1) == before


def test_nobody_is_moved_out_of_all_bounds() -> None:
    assert Shown("4").moved_to(0, x=400).moved(0, 20, 0).listed()[0].x == 400


def test_the_ball_is_moved_from_its_spot_and_the_umpire_from_his() -> None:
    assert Shown("4").moved(BALL, -5, 0).ball == Point(55, 0)
    placement = Shown("throw-in").moved(BALL, 0, 10).placement()
    assert placement is not None
    assert placement.umpires[0].point == Point(150, 10)
    assert Shown("7").moved(BALL, 1, 1) == Shown("7")


def test_an_unknown_way_is_the_usual_one() -> None:
    assert from_address({"restart": "2", "way": "corner"}).chosen_way == "line"
    assert from_address({"restart": "2", "way": "spot"}).chosen_way == "spot"
    assert Shown("4").ways == ()


@pytest.mark.parametrize("name", ["o20-02", "o20-05a", "placed-penalty-2", "placed-penalty-3", "placed-penalty-5a"])
def test_a_worked_example_is_shown_as_it_is_asked(name: str) -> None:
    case = sources.list_cases()[name]
    (ask,) = [ask for ask in case.asks if ask["do"] == "placement"]
    shown = from_address({"case": name}, case, case.match)
    placement = shown.placement()
    assert placement is not None
    assert judge(placement).right is ask["expect"]["right"]
    assert [placed.player for placed in placement.players] == [p["player"] for p in ask["placement"]["players"]]
    moved = shown.moved(0, 1, 0)
    assert from_address({"case": name, **to_address(moved)}, case, case.match) == moved


def test_the_field_and_the_defended_penalty_3_are_the_event_s() -> None:
    case = sources.list_cases()["o20-01"]
    event = case.match.event.model_copy(update={"field": FieldSize(length=250, width=140), "penalty_3_defended": True})
    match = case.match.model_copy(update={"event": event})
    assert from_address({"restart": "5b"}, None, match).field.centre == Point(125, 0)
    assert from_address({"restart": "3"}, None, match).chosen_way == "defended"
    assert from_address({"restart": "3", "way": "undefended"}, None, match).chosen_way == "undefended"


def test_what_the_event_s_entries_change_is_followed() -> None:
    changed = EventPatch(field=FieldSize(length=250), penalty_3_defended=True)
    case = sources.list_cases()["o20-01"].match
    match = case.model_copy(update={"journal": (*case.journal, CorrectEvent(entry="event", set=changed))})
    assert from_address({"restart": "5b"}, None, match).field.centre == Point(125, 0)
    assert from_address({"restart": "3"}, None, match).chosen_way == "defended"
    impossible = match.model_copy(update={"journal": (EndPeriod(entry="end_period"), *match.journal)})
    assert event_of(impossible) == impossible.event


def test_the_teams_are_those_of_the_match_where_the_address_says_whose_goal_is_at_the_top() -> None:
    match = sources.list_cases()["o20-01"].match
    shown = from_address({"restart": "4", "near": "blue", "at": "n:b1:20:0~f:r1:66:0"}, None, match)
    assert (shown.near, shown.far) == ("blue", "red")
    assert [placed.team for placed in shown.listed()] == ["blue", "red"]
    assert from_address(to_address(shown), None, match) == shown
    assert from_address({"restart": "4", "near": "green"}, None, match).near == "near"
