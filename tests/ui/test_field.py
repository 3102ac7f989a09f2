"""The page of the field: the card, the diagram with its words, and a placement judged after each tap."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest

from advisor.play.asks import ANSWERS, say_answer
from advisor.play.penalties import describe, penalty_numbers
from advisor.play.throwin import NAME
from advisor.ui import sources
from advisor.ui.fielding import RESTARTS, from_address
from advisor.ui.passages import find_passages
from tests.ui.holding import Kept

Opens = Callable[..., Any]
Says = Callable[[Any], str]


def diagrams_of(app: Any) -> list[tuple[str, str]]:
    """The text alternative and the SVG of each diagram."""
    html = " ".join(block.value for block in app.html)
    found = re.findall(r'<img src="data:image/svg\+xml;base64,([^"]+)" alt="([^"]+)"', html)
    return [(unescape(alternative), base64.b64decode(picture).decode()) for picture, alternative in found]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("restart", RESTARTS)
def test_every_restart_has_its_card_and_where_places_matter_its_diagram(
    opens: Opens, says: Says, restart: str, language: str
) -> None:
    app = opens("field", restart=restart, lang=language)
    said = says(app)
    diagrams = diagrams_of(app)
    if restart in penalty_numbers():
        taking = from_address({"restart": restart}).taking()
        assert taking is not None
        for part in describe(taking, language).parts:
            assert part.text in said
    assert len(diagrams) == {"throw-in": 2, "7": 0, "8": 0, "9": 0, "10": 0}.get(restart, 1)
    for alternative, picture in diagrams:
        assert alternative
        assert picture.startswith("<svg")


def test_a_way_is_chosen_and_the_diagram_and_the_card_follow(opens: Opens, says: Says) -> None:
    app = opens("field", restart="2")
    assert "middle of the 30-yard line" in says(app)
    app.segmented_control(key="field-way").set_value("spot").run()
    assert "Where the foul was" in says(app)
    assert "90 yd from the back line, 40 yd right" in diagrams_of(app)[0][0]
    assert app.query_params["way"] == "spot"


def test_the_foul_s_place_is_chosen_by_presets_and_steppers(opens: Opens, says: Says) -> None:
    app = opens("field", restart="5a")
    app.button(key="preset-right").click().run()
    assert "That is 60 yd from the back line, 75 yd right of the middle" in says(app)
    app.button(key="foul-x-raise").click().run()
    assert "That is 65 yd from the back line, 75 yd right of the middle" in says(app)
    app.button(key="foul-y-lower").click().run()
    assert "That is 65 yd from the back line, 73 yd right of the middle" in says(app)


def test_a_player_who_is_moved_is_judged_and_put_right_again(opens: Opens, says: Says) -> None:
    app = opens("field", restart="4")
    assert "Everybody stands right" in says(app)
    app.button(key="move-down").click().run()
    said = says(app)
    assert "Not everybody stands right" in said
    assert "Fouling team 1 1 yd ahead of the 30-yard line" in said
    assert "USPA Outdoor Rule 37, Penalty 4" in said
    assert "Fouling team 1: 1 yd ahead" in diagrams_of(app)[0][0]
    app.button(key="riding").click().run()
    assert "Riding back to the right place: not bound." in says(app)
    app.button(key="example").click().run()
    assert "Everybody stands right" in says(app)


def test_coordinates_can_be_typed(opens: Opens, says: Says) -> None:
    app = opens("field", restart="2")
    app.number_input(key="typed-y-0").set_value(1.0).run()
    assert "In the goal: belongs outside the posts." in says(app)
    app.number_input(key="typed-x-0").set_value(5.0).run()
    assert "5 yd on the field" in says(app)


def test_the_ball_is_moved_like_a_player(opens: Opens, says: Says) -> None:
    app = opens("field", restart="4")
    app.segmented_control(key="field-player").set_value(-1).run()
    app.button(key="move-up").click().run()
    assert "The ball is 5 yd from its spot." in says(app)


def test_a_worked_example_opens_with_its_teams_and_places(opens: Opens, says: Says) -> None:
    said = says(opens("field", case="o20-02"))
    assert "Red r1 1.4 yd too near the umpire" in said
    assert "Not everybody stands right" in said


def test_an_event_below_8_goals_cannot_have_penalty_3_defended(opens: Opens, says: Says) -> None:
    warned = "below it the rule has Penalty 3 defended in no event"
    assert warned not in says(opens("field", restart="3", way="defended", case="o3-01"))
    assert warned in says(opens("field", restart="3", way="defended", case="halves-round-down-6"))


ON_THE_FIELD = [name for name, case in sources.list_cases().items() if any(ask["do"] in ANSWERS for ask in case.asks)]


def test_every_example_of_rules_20_and_37_says_its_ruling_and_leads_to_the_field(opens: Opens, says: Says) -> None:
    assert len(ON_THE_FIELD) >= 16
    for number, name in enumerate(ON_THE_FIELD):
        case, language = sources.list_cases()[name], ("en", "es")[number % 2]
        app = opens("match", case=name, lang=language)
        said = says(app)
        names = {"en": {"red": "Red", "blue": "Blue"}, "es": {"red": "Rojo", "blue": "Azul"}}[language]
        for ask in case.asks:
            if ask["do"] in ANSWERS:
                assert all(line in said for line in say_answer(case.match, ask, names, language)), (name, ask)
        assert f"field?case={name}" in " ".join(block.value for block in app.html)


@pytest.mark.parametrize(
    ("happened", "facts", "ruling"),
    [
        ("contact", "", "Stop: no contact is allowed"),
        ("rush", "", "Stop: somebody is within 5 yards"),
        ("rush", "far", "Throw in: everybody is still at least 5 yards"),
        ("late", "", "Stop the clock and give the time"),
        ("late", "horse", "No extra time"),
        ("side", "", "May not make a play yet"),
        ("side", "far", "May not make a play yet"),
        ("side", "far~past", "May make a play now."),
        ("side", "behind~played", "May make a play now."),
        ("side", "played", "A penalty, by a delayed whistle"),
        ("side", "no-part", "The umpire may let it go"),
        ("goal", "", "The goal counts for Upper team."),
        ("goal", "far", "The goal counts for Lower team."),
        ("goal", "own", "it counts for the opponents, Lower team"),
        ("goal", "wrong", "All 8 players and the umpires accepted the line-up"),
        ("way", "", "Play on that way until a goal or the end of the period"),
        ("way", "over", "the direction is put right"),
        ("nonsense", "nonsense", "May not make a play yet"),
    ],
)
def test_what_happened_at_a_throw_in_gets_its_ruling(
    opens: Opens, says: Says, happened: str, facts: str, ruling: str
) -> None:
    assert ruling in says(opens("field", restart="throw-in", happened=happened, facts=facts))


def test_a_fact_is_tapped_and_stands_in_the_address(opens: Opens, says: Says) -> None:
    app = opens("field", restart="throw-in")
    app.segmented_control(key="happened").set_value("late").run()
    assert "Stop the clock" in says(app)
    app.pills(key="happened-facts").set_value(["horse"]).run()
    assert "No extra time" in says(app)
    assert (app.query_params["happened"], app.query_params["facts"]) == ("late", "horse")


def test_a_kept_match_names_the_teams_and_is_come_back_to(opens: Opens, says: Says, kept: Kept) -> None:
    app = opens("field", link=kept.made.keeper.secret, restart="4", near="blue")
    assert "Right: Blue 1" in says(app)
    (back,) = [link.proto for link in app.get("page_link") if link.proto.label == "Back to the match"]
    assert back.page == "kept"
    assert f"link={kept.made.keeper.secret}" in back.query_string
    assert "restart" not in back.query_string
    assert "Fouling team 1" in says(opens("field", link="nonsense", restart="4"))


@pytest.mark.parametrize("restart", RESTARTS)
def test_the_rule_of_a_restart_leads_to_it_in_words(opens: Opens, says: Says, restart: str) -> None:
    app = opens("field", restart=restart)
    assert not re.search("from_spot|penalty_7|designate", says(app))
    passage = "20" if restart == NAME else f"37-{restart}"
    links = [unescape(link) for link in re.findall(r'href="(rules[^"]+)"', " ".join(block.value for block in app.html))]
    assert any(f"passage={passage}&" in link for link in links)
    found = find_passages("uspa-outdoor-2026", passage)
    assert {one.rule for one in found} == {passage[:2]}
    page = says(opens("rules", part="clauses", passage=passage))
    assert all(one.text["en"] in page for one in found)
