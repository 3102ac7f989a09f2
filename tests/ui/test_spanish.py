"""Spanish throughout: on no page, in no state, does a text of the app stand there in English."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import unescape
from typing import Any

import pytest

from advisor.store import Store
from advisor.store.proposals import propose
from advisor.ui import sources
from advisor.ui.parts.happening import KINDS
from advisor.words import translator
from tests.store.build import HURT, REPLACED, START, STOP
from tests.ui.conftest import PAGES
from tests.ui.holding import Kept, choose, offered
from tools.messages import DOMAINS, read_catalog

Opens = Callable[..., Any]

ADDRESSES: dict[str, list[dict[str, str]]] = {
    "quick": [
        {},
        {"q": "outdoor~8~6~3~stopped~1_3_2_1~1_2_4~2_3_3_0~1~_"},
        {"q": "arena~8~4~2~stopped~1_3_2~1_2~2_3_3~1~_"},
    ],
    "match": [
        {},
        *(
            {"match": demo, "view": view}
            for demo in ("demo", "penalty-7")
            for view in ("options", "check", "compare", "teams", "audit")
        ),
        {"match": "demo", "view": "check", "team": "red", "lineup": "r1~r3~r6~r8"},
        {"match": "demo", "view": "check", "team": "red", "lineup": "r1~r3~r4"},
        {"case": "x7-ineligible", "view": "audit"},
        {"match": "nowhere"},
    ],
    "rules": [
        {"part": part, "rules": rules}
        for rules in ("uspa-outdoor-2026", "uspa-arena-2026")
        for part in ("clauses", "readings", "minutes", "turnout", "membership")
    ],
    "matches": [{}, {"do": "open"}, {"do": "late"}, {"do": "new"}],
    "events": [{}],
    "plan": [{}, {"match": "demo"}],
    "field": [{}],
    "show": [{}, {"match": "demo", "on": "red~r1~r3~r4"}, {"match": "demo", "on": "red~r1~r3~r8"}],
    "clock": [{}],
    "kept": [{}],
}
"""What each page is asked for; kept matches besides by their links."""

VIEWS = ("record", "check", "lineups", "journal", "timeline", "players", "audit", "more")


def pieces(app: Any) -> Iterator[str]:
    """Every text on the page: of its HTML, and what stands on widgets and in them."""
    for block in app.html:
        if "<style" not in block.value:
            yield from re.split(r"<[^>]+>", re.sub(r"<svg.*?</svg>", "", block.value, flags=re.DOTALL))
            yield from re.findall(r'(?:alt|title|aria-label)="([^"]*)"', block.value)
    for kind in ("button", "button_group", "text_input", "text_area", "checkbox", "radio", "number_input", "toggle"):
        for widget in app.get(kind):
            proto = widget.proto
            yield from (proto.label, getattr(proto, "placeholder", ""))
            yield from (getattr(option, "content", option) for option in getattr(proto, "options", ()))
    for kind in ("page_link", "download_button", "file_uploader", "expander", "link_button"):
        for found in app.get(kind):
            yield getattr(found, "label", "") or getattr(found.proto, "label", "")
    for kind in ("markdown", "caption", "info", "warning", "error"):
        yield from (found.value for found in app.get(kind))


def spoken(piece: str) -> Iterator[str]:
    """The statements of a text, without the signs of Markdown."""
    plain = re.sub(r":small\[(.*)\]", r" · \1", re.sub(r"\\(.)", r"\1", unescape(piece).replace("\\[", "[")))
    yield from (part.strip(" *\n") for part in plain.split(" · "))


@cache
def english() -> re.Pattern[str]:
    """Whatever the app says in English and otherwise in Spanish; what is put into it may be anything."""
    patterns = []
    for domain in DOMAINS:
        for message in read_catalog("es", domain):
            forms = zip(_forms(message.id), _forms(message.string), strict=False)
            for text, spanish in forms:
                letters = re.findall(r"[A-Za-z]", re.sub(r"\{\w*\}", "", text))
                if text.casefold() != spanish.casefold() and len(letters) > 2:
                    patterns.append(re.sub(r"\\\{(\w*)\\\}", _put_in, re.escape(text)))
    return re.compile("|".join(sorted(set(patterns))), re.DOTALL)


def _put_in(placeholder: re.Match[str]) -> str:
    """A number where one is put in; a match may be called "Autumn Cup, 8 goals"."""
    return r"[-+\d½.,:]+(?: goals?)?" if placeholder[1] in ("number", "count", "total", "goals") else ".+"


def _forms(text: Any) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def in_english(app: Any) -> list[str]:
    """The statements of a page that are in English."""
    found = {statement for piece in pieces(app) for statement in spoken(piece) if statement}
    # Where an example is from is cited as the source calls itself.
    found -= {case.source for case in sources.list_cases().values()}
    return sorted(statement for statement in found if english().fullmatch(statement))


def test_english_is_found() -> None:
    assert translator("es", domain="ui")("Play stops") != "Play stops"
    for statement in ("Legal now", "Best first by", "How the figures are worked out", "3 goals off the board"):
        assert english().fullmatch(statement), statement
    assert not english().fullmatch("Gol de Red Oaks")


def test_no_page_is_left_out() -> None:
    assert {path.stem for path in PAGES.glob("*.py")} - {"__init__"} == set(ADDRESSES)


@pytest.mark.parametrize("name", ADDRESSES)
def test_every_page_is_in_spanish(opens: Opens, store: Store, name: str) -> None:
    for address in ADDRESSES[name]:
        assert in_english(opens(name, lang="es", **address)) == [], address


@pytest.mark.parametrize(
    ("role", "moment"),
    [
        *(("keeper", moment) for moment in ("before", "in_play", "hurt", "penalty_7", "interval", "broken")),
        ("red", "in_play"),
        ("red", "penalty_7"),
        ("public", "broken"),
    ],
)
def test_every_view_of_a_kept_match_is_in_spanish(kept: Kept, opens: Opens, role: str, moment: str) -> None:
    penalty_7 = {"entry": "penalty_7", "against": "blue", "disabled": "r4"}
    broken = {"entry": "substitute", "team": "blue", "out": ["b4"], "in": ["b5"]}
    journals: dict[str, list[Any]] = {
        "before": [],
        "in_play": [START],
        "hurt": [START, HURT],
        "penalty_7": [START, HURT, penalty_7],
        "interval": [START, {"entry": "end_period", "clock": 420}],
        "broken": [START, STOP, broken],
    }
    for entry in journals[moment]:
        kept.record(entry)
    if moment == "hurt":
        propose(kept.store, kept.made.match_id, 2, "red", [REPLACED], kept.red)
    secret = {"keeper": kept.keeper.secret, "red": kept.red.secret, "public": kept.made.public.secret}[role]
    for view in VIEWS:
        app = opens("kept", link=secret, view=view, team="red", lang="es")
        assert in_english(app) == [], view
    assert in_english(opens("clock", link=secret, lang="es")) == []


def test_each_question_of_the_keeper_is_in_spanish(kept: Kept, opens: Opens) -> None:
    kept.record(START)
    app = opens("kept", link=kept.keeper.secret, lang="es")
    spanish = translator("es", domain="ui")
    asked = [kind for kind, name in KINDS.items() if spanish(name) in offered(app, "record-what")]
    assert len(asked) > 8
    for kind in asked:
        choose(app, "record-what", kind)
        assert in_english(app) == [], kind
        choose(app, "record-what", "else")


def test_a_failing_page_says_so_in_spanish(
    kept: Kept, opens: Opens, says: Callable[[Any], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_more: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("advisor.ui.parts.ask.state_workings", fail)
    app = opens("kept", link=kept.keeper.secret, view="players", lang="es")
    assert translator("es", domain="ui")("Something went wrong here.") in says(app)
    assert in_english(app) == []
