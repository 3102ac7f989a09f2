"""The pictures, read as XML: what stands in them, that every text is escaped and that ids are theirs alone."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from advisor.answers import Inquiry
from advisor.match import Match
from advisor.matchfile import load_match
from advisor.pictures import Point, draw_timeline, draw_tradeoff, find_points, say_gain, say_point, timeline_rows
from advisor.rulebook import Language
from advisor.story import read_story
from tests.commands import MATCHES

SVG = "{http://www.w3.org/2000/svg}"
LANGUAGES: tuple[Language, ...] = ("en", "es")


def match_of(name: str = "demo", *more: dict[str, Any]) -> Match:
    data = load_match(MATCHES / f"{name}.yaml").match.as_data()
    return Match.model_validate(data | {"journal": [*data["journal"], *more]})


def drawn(match: Match, language: Language = "en") -> ElementTree.Element:
    return ElementTree.fromstring(draw_timeline(read_story(match, language), language))


def texts(picture: ElementTree.Element) -> list[str]:
    return [str(node.text) for node in picture.iter(f"{SVG}text")]


REMOVED = (
    {"entry": "designate", "player": "b2"},
    {"entry": "resume"},
    {"entry": "card", "team": "blue", "player": "b3", "kind": "second_yellow", "clock": 350},
    {"entry": "goal", "team": "red"},
    {"entry": "goal", "team": "red"},
    {"entry": "strike", "number": 13},
    {"entry": "end_period"},
    {"entry": "substitute", "team": "red", "out": ["r1"], "in": ["r5"]},
    {"entry": "start_period"},
)


# -- the timeline ----------------------------------------------------------------------------------------------------


def test_periods_goals_lineups_and_what_counts_are_on_the_timeline() -> None:
    said = texts(drawn(match_of("demo", {"entry": "substitute", "team": "red", "out": ["r2"], "in": ["r6"]})))
    for words in ("P 1", "P 2", "P 3", "2:20", "4:20", "Red Oaks: 2", "Blue Hills: 2", "Felix Moore (4)",
                  "Mara Quiroga (2)", "counted 7", "counted 8", "limit 8"):  # fmt: skip
        assert words in said, words
    assert "8" in said, "where the counted handicap rises"


def test_a_removal_a_card_an_open_place_and_a_struck_goal_are_on_it() -> None:
    picture = drawn(match_of("penalty-7", *REMOVED))
    said = texts(picture)
    assert {"P7", "open", "×", "Eva Lund (1)"} <= set(said)
    assert said.count("4") == 1, "the struck goal has no score"


def test_a_place_that_is_given_up_ends_and_nobody_is_drawn_in_another_row() -> None:
    picture = drawn(match_of("penalty-7", *REMOVED))
    rows: dict[float, list[tuple[float, float]]] = {}
    for rect in picture.iter(f"{SVG}rect"):
        if rect.attrib["height"] == "20":
            x, width = float(rect.attrib["x"]), float(rect.attrib["width"])
            rows.setdefault(float(rect.attrib["y"]), []).append((x, x + width))
    assert len(rows) == 8
    for bars in rows.values():
        bars.sort()
        assert all(end <= start for (_, end), (start, _) in pairwise(bars)), bars
    ends = sorted(max(end for _, end in bars) for bars in rows.values())
    assert ends[1] < ends[2], "two places were given up"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["demo", "penalty-7", "arena"])
def test_its_words_are_given_besides(name: str, language: Language) -> None:
    story = read_story(match_of(name), language)
    picture = ElementTree.fromstring(draw_timeline(story, language, name="one"))
    assert picture.attrib["role"] == "img"
    described = {node.attrib["id"]: node.text for node in picture if "id" in node.attrib}
    assert sorted(described) == sorted(picture.attrib["aria-labelledby"].split()) == ["one-desc", "one-title"]
    assert all(described.values())
    head, rows = timeline_rows(story, language)
    assert len(rows) == len(story.steps)
    assert all(len(row) == len(head) for row in rows)
    assert [row[3] for row in rows] == [step.said for step in story.steps]


def test_before_the_start_there_is_a_timeline_with_nothing_on_it() -> None:
    data = load_match(MATCHES / "demo.yaml").match.as_data() | {"journal": []}
    picture = drawn(Match.model_validate(data))
    assert "Nothing is recorded yet." in [node.text for node in picture]
    assert "Red Oaks: –" in texts(picture)


def test_names_are_escaped_and_never_begin_a_new_line() -> None:
    data = load_match(MATCHES / "demo.yaml").match.as_data()
    data["teams"]["red"]["name"] = '<script>alert("1")</script> & Co'
    data["teams"]["red"]["players"][0]["name"] = "O'<b> Neil"
    drawing = draw_timeline(read_story(Match.model_validate(data), "en"), "en")
    assert "<script" not in drawing
    assert "<b>" not in drawing
    assert "\n" not in drawing
    ElementTree.fromstring(drawing)


def test_a_long_journal_keeps_its_order_and_every_text_can_be_read() -> None:
    goals = [{"entry": "goal", "team": "red"}, {"entry": "end_period"}, {"entry": "start_period"}] * 8
    resumed = ({"entry": "substitute", "team": "red", "out": ["r2"], "in": ["r5"]}, {"entry": "resume"})
    picture = drawn(match_of("demo", *resumed, *goals))
    assert picture.attrib["font-size"] == "13"
    scores = [float(node.attrib["cx"]) for node in picture.iter(f"{SVG}circle")]
    assert len(scores) == 12
    assert len(set(scores)) == 12
    assert "OT 7" in texts(picture)
    width = float(picture.attrib["width"])
    assert all(float(node.attrib["x"]) < width for node in picture.iter(f"{SVG}text"))


# -- the trade-off ---------------------------------------------------------------------------------------------------


def points_of(team: str = "red") -> list[Point]:
    return find_points([o for o in Inquiry(match_of()).advise(team).options if o.when != "period_end"], team)


def test_options_alike_are_one_point_and_the_best_comes_first() -> None:
    options = [o for o in Inquiry(match_of()).advise("red").options if o.when != "period_end"]
    points = points_of()
    assert points[0].ranks[0] == 1
    assert sorted(rank for point in points for rank in point.ranks) == list(range(1, len(options) + 1))
    for point in points:
        for rank in point.ranks:
            option = options[rank - 1]
            change = option.score_change or {}
            assert (point.field, point.gain) == (2 * option.field_handicap, 2 * (change["red"] - change["blue"]))


def test_before_the_start_nothing_has_a_cost() -> None:
    data = load_match(MATCHES / "demo.yaml").match.as_data() | {"journal": []}
    assert find_points(Inquiry(Match.model_validate(data)).advise("red").options, "red") == []


def test_each_point_is_a_link_with_a_name_and_the_best_stands_out() -> None:
    points = points_of()
    picture = ElementTree.fromstring(draw_tradeoff(points, "en", lambda rank: f"#lineup-{rank}"))
    assert picture.attrib["role"] == "group", "links in an image would be lost"
    links = {link.attrib["href"]: link for link in picture.iter(f"{SVG}a")}
    assert sorted(links) == sorted(f"#lineup-{point.ranks[0]}" for point in points)
    for point in points:
        link = links[f"#lineup-{point.ranks[0]}"]
        assert link.attrib["aria-label"] == say_point(point, "en")
        (target,) = link.iter(f"{SVG}rect")
        assert (target.attrib["width"], target.attrib["height"]) == ("56", "56")
        assert (len(list(link.iter(f"{SVG}path"))) == 1) == (1 in point.ranks)


def test_points_keep_apart_and_stand_by_their_figures() -> None:
    points = [Point(field, gain, (n,)) for n, (field, gain) in enumerate([(16, -2), (14, 0), (15, -1), (4, 1)], 1)]
    picture = ElementTree.fromstring(draw_tradeoff(points, "es", str))
    found = {
        point.ranks[0]: (float(circle.attrib["cx"]), float(circle.attrib["cy"]))
        for point, circle in zip(points, picture.iter(f"{SVG}circle"), strict=True)
    }
    assert sorted(found, key=lambda rank: found[rank][0]) == [4, 2, 3, 1], "to the right: more on the field"
    assert sorted(found, key=lambda rank: found[rank][1]) == [4, 2, 3, 1], "further up: better on the board"
    said = texts(picture)
    assert {"−1", "0", "−½", "+½", "8", "7½"} <= set(said)
    assert "Hándicap en cancha" in said


@pytest.mark.parametrize(("gain", "said"), [(0, "0"), (1, "+½"), (-3, "−1½"), (4, "+2")])
def test_changes_have_their_sign(gain: int, said: str) -> None:
    assert say_gain(gain) == said


def test_a_point_is_said_in_both_languages() -> None:
    point = Point(15, -2, (2, 3))
    assert say_point(point, "en") == "Lineups 2, 3: 7½ on the field, −1 on the board"
    assert re.match(r"Formaciones 2, 3: 7½ en cancha, −1 en el marcador", say_point(point, "es"))
