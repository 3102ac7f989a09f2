"""Diagrams: drawn from the figures of the rule, to scale, with the same said in words."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise
from math import dist
from typing import Any

import pytest

from advisor.play.diagram import INKS, MARGIN, STROKES, Diagram, Disc, Label, Polygon, Segment, draw, keep_far, to_svg
from advisor.play.example import find_example
from advisor.play.field import Field, Point
from advisor.play.penalties import describe, find_penalty, take
from advisor.play.placement import PLACED, Placement, Restart, find_broken, find_restart, judge
from advisor.play.throwin import throw_in

FOUL = Point(100, 60)
NAMES = {"red": "Halcones", "blue": "Sauces"}


def ways_of(restart: str) -> list[str]:
    return [""] if restart == "throw-in" else list(find_penalty(restart).ways)


ALL = [(restart, way) for restart in PLACED for way in ways_of(restart)]


def restart_of(restart: str, way: str, foul: Point = FOUL) -> Restart:
    return throw_in() if restart == "throw-in" else take(restart, way, foul)


def drawn(restart: str, way: str = "", language: str = "en", **keys: Any) -> Diagram:
    return draw(restart_of(restart, way), language, **keys)


def place_of(at: tuple[float, float], width: float = 160) -> Point:
    """Where a place of a diagram is on the field."""
    return Point(at[1] - MARGIN, at[0] - width / 2 - MARGIN)


def segments(diagram: Diagram, role: str) -> list[Segment]:
    return [shape for shape in diagram.shapes if isinstance(shape, Segment) and shape.role == role]


def discs(diagram: Diagram, role: str) -> list[Disc]:
    return [shape for shape in diagram.shapes if isinstance(shape, Disc) and shape.role == role]


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("restart", "way"), ALL)
def test_the_stripes_of_a_team_are_where_it_may_not_be(restart: str, way: str) -> None:
    taking = restart_of(restart, way)
    diagram = draw(taking, "en")
    legend = max(place_of(edge.end).x for edge in segments(diagram, "edge"))
    for role, is_near in (("not-near", True), ("not-far", False)):
        for stripe in segments(diagram, role):
            start, end = place_of(stripe.start), place_of(stripe.end)
            middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
            if middle.x < legend:
                assert find_broken(middle, taking, is_near), (role, middle)


@pytest.mark.parametrize(("restart", "way"), ALL)
def test_wherever_a_team_may_not_be_there_are_its_stripes(restart: str, way: str) -> None:
    taking = restart_of(restart, way)
    diagram = draw(taking, "en")
    bottom = max(place_of(edge.end).x for edge in segments(diagram, "edge"))
    for role, is_near in (("not-near", True), ("not-far", False)):
        lines = segments(diagram, role)
        for x in range(5, int(bottom) - 4, 9):
            for y in range(-72, 73, 9):
                place = Point(x, y)
                at = (y + 80 + MARGIN, x + MARGIN)
                bound_by = [b for b in find_broken(place, taking, is_near) if b.name != "away-from-umpire"]
                if bound_by and all(b.slack(place, taking.scene, is_near) < -4 for b in bound_by):  # type: ignore[arg-type]
                    assert min(distance(at, line) for line in lines) < 4, (role, place)


def distance(at: tuple[float, float], line: Segment) -> float:
    (a, b), (c, d) = line.start, line.end
    share = ((at[0] - a) * (c - a) + (at[1] - b) * (d - b)) / ((c - a) ** 2 + (d - b) ** 2)
    share = min(max(share, 0), 1)
    return dist(at, (a + share * (c - a), b + share * (d - b)))


@pytest.mark.parametrize(
    ("restart", "way", "spot"),
    [
        ("2", "line", Point(30, 0)),
        ("2", "spot", FOUL),
        ("3", "undefended", Point(40, 0)),
        ("4", "only", Point(60, 0)),
        ("5a", "only", FOUL),
        ("5b", "only", Point(150, 0)),
        ("6", "only", Point(60, 40)),
    ],
)
def test_the_ball_is_drawn_on_its_spot(restart: str, way: str, spot: Point) -> None:
    ball = discs(drawn(restart, way), "ball")[0]
    assert place_of(ball.centre) == spot


@pytest.mark.parametrize(("restart", "way", "radius"), [("2", "spot", 30), ("5a", "only", 30), ("5b", "only", 30)])
def test_the_circle_around_the_ball_has_the_radius_of_the_rule(restart: str, way: str, radius: float) -> None:
    (circle,) = discs(drawn(restart, way), "not-near")
    assert circle.radius == radius
    assert place_of(circle.centre) == place_of(discs(drawn(restart, way), "ball")[0].centre)


def test_the_throw_in_has_the_circle_of_the_umpire_and_the_lines_along_the_sides() -> None:
    diagram = drawn("throw-in")
    (circle,) = discs(diagram, "not-both")
    assert (circle.radius, place_of(circle.centre)) == (5, Point(150, 0))
    sides = {place_of(line.start).y for line in segments(diagram, "limit") if line.start[1] < 20}
    assert sides == {-60, 60}


def test_the_limits_of_the_ball_are_drawn_for_5a_and_6() -> None:
    assert {place_of(line.start).y for line in segments(drawn("5a"), "limit") if line.start[1] < 20} == {-75, 75}
    on_the_line = [line for line in segments(drawn("6"), "place") if place_of(line.start).x == 60]
    assert [(place_of(line.start).y, place_of(line.end).y) for line in on_the_line] == [(-40, 40)]


def test_lines_goal_and_scale_are_to_scale() -> None:
    diagram = drawn("5b")
    assert diagram.width == 160 + 2 * MARGIN
    lines = sorted(place_of(line.start).x for line in segments(diagram, "line"))
    assert lines == [30, 40, 60, 150, 240, 260, 270]
    assert {place_of(post.start).y for post in segments(diagram, "post")} == {-4, 4}
    (scale,) = segments(diagram, "scale")
    (label,) = [shape for shape in diagram.shapes if isinstance(shape, Label) and shape.text.endswith("yd")]
    assert label.text == f"{dist(scale.start, scale.end):g} yd"


def test_a_field_of_another_size_is_drawn_as_it_is() -> None:
    taking = take("5b", size=Field(250, 200, 8, boards=False))
    diagram = draw(taking, "en")
    assert diagram.width == 200 + 2 * MARGIN
    assert place_of(discs(diagram, "ball")[0].centre, 200) == Point(125, 0)


def test_half_the_field_is_shown_where_nothing_beyond_matters() -> None:
    assert drawn("4").height < drawn("5b").height / 1.5
    assert [line for line in segments(drawn("4"), "line") if place_of(line.start).x > 150] == []


def judged_diagram(wrong: bool, language: str = "en") -> Diagram:
    players = [{"team": "red", "player": "4", "x": 3 if wrong else -3, "y": 30}]
    players += [{"team": "blue", "player": "1", "x": 40, "y": 0}]
    found = Placement.model_validate({"restart": "2", "near": "red", "players": players})
    return draw(find_restart(found), language, judgement=judge(found, language), near="red", names=NAMES)


def test_players_are_told_apart_by_shape_and_number_and_the_wrong_ones_are_crossed() -> None:
    diagram = judged_diagram(wrong=True)
    squares = [shape for shape in diagram.shapes if isinstance(shape, Polygon) and shape.role == "near"]
    assert len(squares) == 2, "the player and the legend"
    assert len(discs(diagram, "far")) == 2
    assert [shape.text for shape in diagram.shapes if isinstance(shape, Label) and shape.role == "on-mark"] == [
        "4",
        "1",
    ]
    assert len(segments(diagram, "wrong")) == 4
    assert segments(judged_diagram(wrong=False), "wrong") == []


def test_the_text_alternative_says_what_the_diagram_shows() -> None:
    said = judged_diagram(wrong=True).alternative
    card = {part.name: part.text for part in describe(take("2"), "en").parts}
    for part in ("ball", "fouling", "fouled"):
        assert card[part] in said
    assert "Halcones 4: 3 yd on the field" in said
    assert "Sauces 1: Right." in said


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("restart", "way"), ALL)
def test_the_svg_is_sound_and_labelled(restart: str, way: str, language: str) -> None:
    taking = restart_of(restart, way)
    example = find_example(taking, "red", "blue")
    data: dict[str, Any] = {"restart": restart, "near": "red", "players": [p.model_dump() for p in example]}
    if restart != "throw-in":
        data |= {"foul": {"x": FOUL.x, "y": FOUL.y}, "way": way}
    diagram = draw(taking, language, judgement=judge(Placement.model_validate(data), language), near="red")
    root = ET.fromstring(to_svg(diagram))
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == diagram.title
    assert root.findtext(f"{space}desc") == diagram.alternative
    assert root.get("viewBox") == f"0 0 {diagram.width:g} {diagram.height:g}"
    assert len(root.findall(f"{space}text")) >= 8
    assert to_svg(diagram) == to_svg(diagram)


def test_a_name_from_outside_cannot_break_the_svg() -> None:
    evil = draw(take("2"), "en", near="red", names={"red": "<b>&\"'", "blue": "]]>"})
    assert "<b>" in "".join(ET.fromstring(to_svg(evil)).itertext())


def test_all_of_a_diagram_is_within_it() -> None:
    for restart, way in ALL:
        diagram = drawn(restart, way)
        for shape in diagram.shapes:
            if isinstance(shape, Segment):
                for u, v in (shape.start, shape.end):
                    assert -0.01 <= u <= diagram.width + 0.01, (restart, shape)
                    assert -0.01 <= v <= diagram.height + 0.01, (restart, shape)
            assert shape.role in STROKES


@pytest.mark.parametrize("which", [0, 1])
def test_inks_can_be_read_on_grass_and_paper_in_light_and_dark(which: int) -> None:
    for ink in ("ink", "near", "far"):
        for ground in ("paper", "grass"):
            pair = sorted((luminance(INKS[ink][which]), luminance(INKS[ground][which])))
            assert (pair[1] + 0.05) / (pair[0] + 0.05) >= 7, (ink, ground)


def test_close_up_the_ranks_are_apart_and_who_is_far_off_is_on_the_whole_field() -> None:
    players = [{"team": "red", "player": str(n), "x": 148, "y": 7 + 3 * n} for n in range(3)]
    players += [{"team": "blue", "player": "late", "x": 170, "y": 10}]
    placement = Placement.model_validate({"restart": "throw-in", "near": "red", "players": players})
    taking, judgement = find_restart(placement), judge(placement)
    close = draw(taking, "en", judgement=judgement, near="red", close=True)
    marks = [shape for shape in close.shapes if isinstance(shape, Polygon) and shape.role == "near"][:3]
    edges = sorted((min(u for u, _ in mark.corners), max(u for u, _ in mark.corners)) for mark in marks)
    assert all(one[1] < other[0] for one, other in pairwise(edges))
    assert close.scale > 2
    assert dist(segments(close, "scale")[0].start, segments(close, "scale")[0].end) == pytest.approx(10 * close.scale)
    assert [player.player for player in keep_far(judgement, taking).players] == ["late"]
    numbers = [shape.text for shape in close.shapes if isinstance(shape, Label) and shape.role == "on-mark"]
    assert numbers == ["0", "1", "2"]
