"""The screen to show: a word, a rule, a figure, and the address of the same question for the opponent's phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from advisor.answers import verify
from advisor.matchfile import load_match
from advisor.store.roles import list_links, withdraw_link
from advisor.ui import quickmatch, sources
from advisor.ui.parts.chooser import shelf
from tests.commands import MATCHES
from tests.store.build import HURT, START, goal
from tests.ui.holding import Kept

Opens = Callable[..., Any]
Says = Callable[[Any], str]


def html_of(app: Any) -> str:
    return " ".join(block.value for block in app.html)


def opponents(app: Any) -> dict[str, str]:
    """What the address in the code asks."""
    (found,) = re.findall(r'class="go" href="(https?://[^"]+/show\?[^"]+)"', html_of(app))
    return {key: values[0] for key, values in parse_qs(urlsplit(unescape(found)).query).items()}


def screen(app: Any) -> str:
    """The words on the screen itself, without what is below it."""
    (found,) = re.findall(r'<section class="show.*?</section>', html_of(app))
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", found)).split())


def shown_links(app: Any) -> list[Any]:
    return [link.proto for link in app.get("page_link") if link.proto.label in ("Show it", "Mostrar")]


def address_in(link: Any) -> dict[str, str]:
    return {key: values[0] for key, values in parse_qs(link.query_string).items()}


@pytest.mark.parametrize(
    ("on", "language", "said"),
    [
        ("red~r1~r3~r4~r6", "en", "Legal now −1 on the board of Red Oaks USPA Outdoor Rule 3"),
        ("red~r1~r3~r4~r5", "en", "Legal now 0 no change on the board"),
        ("red~r3~r5~r6", "es", "Después al final del período"),
        ("red~r1~r2~r3~r6", "en", "Not legal 10 on the field, limit 8"),
        ("red~r1~r2~r3~r6", "es", "No legal 10 en cancha, lím. 8 USPA Cancha, Regla 3"),
    ],
)
def test_one_word_one_figure_and_one_rule(opens: Opens, on: str, language: str, said: str) -> None:
    assert said in screen(opens("show", match="demo", on=on, lang=language))


def test_the_screen_says_who_comes_in_and_goes_and_that_the_umpire_decides(opens: Opens, says: Says) -> None:
    app = opens("show", match="demo", on="red~r1~r3~r4~r6")
    assert "Red Oaks · in: Felix Moore (4) · out: Ben Clarke (3)" in screen(app)
    ill = opens("show", match="demo", on="red~r1~r3~r5~r6", then="recovered~red~r2~~unable~red~r2~illness")
    assert "Umpire decides" in screen(ill)
    assert "It is supposed" in says(ill)
    assert "Ben Clarke (3): Ill" in says(ill)


def test_a_cap_is_the_rule_where_it_is_the_tightest(opens: Opens) -> None:
    app = opens("show", match="penalty-7", on="red~r1~r2~r4", then="designate~b2")
    assert "limit" not in screen(app)
    assert "Cap after a Penalty 7" in screen(app)


def test_before_the_start_the_figure_is_the_sum(opens: Opens, kept: Kept) -> None:
    app = opens("show", link=kept.keeper.secret, on="red~r1~r2~r3~r4")
    assert "Legal now 8 on the field, limit 8" in screen(app)
    assert "r1 (2), r2 (2), r3 (2), r4 (2)" in screen(app)


def test_the_rules_the_workings_and_the_sheet_are_below(opens: Opens, says: Says) -> None:
    app = opens("show", match="demo", on="red~r1~r2~r3~r6")
    said = says(app)
    verdict = verify(sources.list_demos()["demo"].match, "red", ["r1", "r2", "r3", "r6"])
    assert verdict.broken
    for broken in verdict.broken:
        assert broken.message in said
    assert "How it is worked out" in said
    assert "Handicap of the lineup: 10" in said
    assert [one.proto.label for one in app.get("download_button")] == ["Print this ruling (PDF)"]


def test_the_rule_on_the_screen_leads_to_its_text_and_back(opens: Opens) -> None:
    app = opens("show", match="demo", on="red~r1~r2~r3~r6", team="red", **{"from": "match"})
    (link,) = re.findall(r'class="show-rule"><a href="rules\?([^"]+)"', html_of(app))
    address = {key: values[0] for key, values in parse_qs(unescape(link)).items()}
    assert address["clause"] == "unable-player"
    rules = opens("rules", **address)
    (back,) = [one.proto for one in rules.get("page_link") if one.proto.label == "Back to the match"]
    assert (back.page, address_in(back)["on"]) == ("show", "red~r1~r2~r3~r6")


# -- the opponent's address ------------------------------------------------------------------------------------------


def test_a_demo_a_case_and_the_quick_page_are_asked_by_their_own_address(opens: Opens) -> None:
    for source, on in (({"match": "demo"}, "red~r1~r3~r4~r6"), ({"case": "o3-05"}, "red~r1~r2~r3~r5")):
        app = opens("show", **source, on=on, team="red", view="options", lang="es", **{"from": "match"})
        assert opponents(app) == {**source, "on": on}
    q = quickmatch.to_address(quickmatch.from_address(""))
    assert opponents(opens("show", q=q, on="own~p1~p2~p3~p4")) == {"q": q, "on": "own~p1~p2~p3~p4"}


def test_the_opponents_address_gives_the_same_answer_on_another_phone(opens: Opens) -> None:
    first = opens("show", match="demo", on="red~r1~r3~r4~r6", then="left~red~r5", team="blue")
    assert screen(opens("show", **opponents(first))) == screen(first)


def test_a_kept_match_is_asked_by_its_public_link_never_by_ones_own(opens: Opens, kept: Kept) -> None:
    kept.record(START, HURT)
    for own in (kept.keeper, kept.red):
        app = opens("show", link=own.secret, by=own.name, on="red~r1~r2~r3~r5")
        asked = opponents(app)
        assert asked == {"link": kept.made.public.secret, "on": "red~r1~r2~r3~r5"}
        (code,) = re.findall(r'<div class="show-code">.*?</div>', html_of(app))
        assert own.secret not in code
        assert "Legal now" in screen(opens("show", **asked))


def test_the_opponent_has_it_answered_afresh(opens: Opens, kept: Kept) -> None:
    kept.record(START, HURT)
    asked = opponents(opens("show", link=kept.red.secret, on="red~r1~r2~r3~r5"))
    kept.record({"entry": "left", "team": "red", "player": "r5"})
    app = opens("show", **asked)
    assert "Not legal" in screen(app)
    assert "At the ground" in screen(app)


def test_a_file_is_asked_for_on_this_machine_and_that_is_said(opens: Opens, says: Says) -> None:
    file = shelf().put(load_match(MATCHES / "demo.yaml"))
    app = opens("show", file=file, on="red~r1~r3~r4~r6")
    assert opponents(app) == {"file": file, "on": "red~r1~r3~r4~r6"}
    assert "The file is kept on this machine for a while, not on the other phone." in says(app)
    assert "Legal now" in screen(opens("show", **opponents(app)))


def test_without_a_public_link_there_is_no_code_and_it_says_why(opens: Opens, says: Says, kept: Kept) -> None:
    kept.record(START)
    (public,) = [one for one in list_links(kept.store, kept.made.match_id, kept.keeper) if one.role == "reader"]
    withdraw_link(kept.store, kept.made.match_id, public.link_id, kept.keeper)
    app = opens("show", link=kept.keeper.secret, on="red~r1~r2~r3~r4")
    assert "No code: the public link of this match was withdrawn" in says(app)
    assert "data:image/svg+xml;base64" not in html_of(app)


@pytest.mark.parametrize(
    "address",
    [
        {"match": "demo"},
        {"match": "demo", "on": "red"},
        {"match": "demo", "on": "green~r1"},
        {"match": "nowhere", "on": "red~r1"},
        {},
    ],
)
def test_nothing_to_show_is_said_with_a_way_back(opens: Opens, says: Says, address: dict[str, str]) -> None:
    app = opens("show", **address)
    assert "Nothing to be shown is here" in says(app)
    assert [link.proto.label for link in app.get("page_link")] == ["Close"]


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ({"match": "demo", "on": "red~x9"}, "x9"),
        ({"match": "demo", "on": "red~r1", "then": "card~red~r5~red"}, "is not on the field"),
        ({"match": "demo", "on": "red~r1", "then": "nonsense"}, "cannot be read"),
        ({"link": "no-such-secret", "on": "red~r1"}, "This link is not known"),
    ],
)
def test_what_cannot_be_asked_is_one_line(
    opens: Opens, says: Says, kept: Kept, address: dict[str, str], said: str
) -> None:
    app = opens("show", **address)
    assert said in says(app)
    assert "Traceback" not in says(app)


# -- the way here and back -------------------------------------------------------------------------------------------


def test_each_option_leads_here_and_close_leads_back_where_one_was(opens: Opens) -> None:
    app = opens("match", match="demo", team="red", order="strongest", lang="en")
    asked = [address_in(link) for link in shown_links(app)]
    assert len(asked) == 3
    for address in asked:
        assert address["from"] == "match"
        assert "Legal now" in screen(opens("show", **address))
    (close,) = [link.proto for link in opens("show", **asked[0]).get("page_link") if link.proto.label == "Close"]
    assert close.page == "match"
    assert address_in(close) == {"match": "demo", "team": "red", "order": "strongest", "lang": "en"}


def test_what_was_shown_is_left_with_the_screen(opens: Opens) -> None:
    app = opens("match", match="demo", on="red~r1~r2", then="designate~b2", **{"from": "match"})
    assert {"on", "then", "from"}.isdisjoint(app.query_params)
    assert app.query_params["match"] == "demo"


def test_a_verdict_and_the_quick_page_lead_here(opens: Opens) -> None:
    (link,) = shown_links(opens("match", match="demo", team="red", view="check", lineup="r1~r2~r3~r6"))
    assert address_in(link)["on"] == "red~r1~r2~r3~r6"
    assert "Not legal" in screen(opens("show", **address_in(link)))
    game = quickmatch.from_address("")
    links = shown_links(opens("quick", q=quickmatch.to_address(game)))
    assert links
    for link in links:
        assert address_in(link)["from"] == "quick"
        assert screen(opens("show", **address_in(link))).startswith(("Legal", "Later"))


def test_what_a_captain_supposes_comes_along(opens: Opens) -> None:
    app = opens("match", match="demo", team="red", **{"if": "recovered~red~r2~~unable~red~r4~injury"})
    address = address_in(shown_links(app)[0])
    assert address["then"] == "recovered~red~r2~~unable~red~r4~injury"
    shown = opens("show", **address)
    assert opponents(shown)["then"] == address["then"]
    assert "out: Dan Reyes (1)" in screen(shown)


def test_the_captain_of_a_kept_match_shows_an_option(opens: Opens, kept: Kept) -> None:
    kept.record(START, goal(), HURT)
    app = opens("kept", link=kept.red.secret, by="red", view="lineups")
    link = shown_links(app)[0]
    assert address_in(link)["from"] == "kept"
    shown = opens("show", **address_in(link))
    assert opponents(shown)["link"] == kept.made.public.secret
    (close,) = [one.proto for one in shown.get("page_link") if one.proto.label == "Close"]
    assert (close.page, address_in(close)["link"]) == ("kept", kept.red.secret)


def test_one_tap_changes_the_language_and_keeps_the_question(opens: Opens) -> None:
    app = opens("show", match="demo", on="red~r1~r2~r3~r6")
    app.button(key="language").click().run()
    assert "No legal" in screen(app)
    assert app.query_params["on"] == "red~r1~r2~r3~r6"


# -- pictures on pages -----------------------------------------------------------------------------------------------


def test_the_timeline_is_a_view_with_a_table_beside_it(opens: Opens, says: Says, kept: Kept) -> None:
    kept.record(START, goal(), HURT)
    for app in (
        opens("kept", link=kept.made.public.secret, view="timeline"),
        opens("match", match="demo", view="timeline"),
    ):
        (picture,) = [block.value for block in app.markdown if "<svg" in block.value]
        assert 'role="img" aria-labelledby="timeline-title timeline-desc"' in picture
        assert "The timeline as a table" in says(app)
        assert "Goal for" in says(app)


def test_the_trade_off_leads_to_every_option(opens: Opens) -> None:
    app = opens("match", match="demo", team="red")
    (picture,) = [block.value for block in app.markdown if "<svg" in block.value]
    links = [unescape(link) for link in re.findall(r'href="([^"]+)"', picture)]
    assert any(link.startswith("#lineup-now-") for link in links)
    html = html_of(app)
    for link in links:
        if link.startswith("#"):
            assert f'id="{link[1:]}"' in html
        else:
            question = {key: values[0] for key, values in parse_qs(urlsplit(link).query).items()}
            assert "Legal" in screen(opens("show", **question))


def test_a_kept_match_is_printed_with_its_public_link_only(opens: Opens, kept: Kept) -> None:
    app = opens("kept", link=kept.keeper.secret, by="Ana", view="more")
    assert "Print the match (PDF)" in [one.proto.label for one in app.get("download_button")]
