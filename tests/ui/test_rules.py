"""The page of the rules: every clause of both books, what can be read in two ways, minutes, turnout, membership."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from advisor.editions import edition_ids
from advisor.rulebook import find_rulebook
from advisor.ui import sources
from advisor.ui.passages import list_passages
from tests.ui.holding import Kept


def links_of(app: Any, page: str) -> list[dict[str, list[str]]]:
    """What the addresses of the page's own links to another page say."""
    html = " ".join(block.value for block in app.html)
    found = [unescape(link) for link in re.findall(r'href="([^"]+)"', html)]
    return [parse_qs(urlsplit(link).query) for link in found if link.startswith(page + "?")]


@pytest.mark.parametrize("rules", edition_ids())
@pytest.mark.parametrize("language", ["en", "es"])
def test_every_clause_has_its_words_its_number_and_its_edition(
    opens: Callable[..., Any], says: Callable[[Any], str], rules: str, language: str
) -> None:
    said = says(opens("rules", rules=rules, lang=language))
    for clause in find_rulebook(rules).clauses.values():
        assert clause.text[language] in said
        citation = clause.citation[language]
        is_of_this_edition = "edition" not in clause.citation["en"] and "applied" not in clause.citation["en"]
        assert f"{citation} (2026)" in said if is_of_this_edition else f"{citation} †" in said


@pytest.mark.parametrize(
    ("part", "english", "spanish"),
    [
        ("readings", "Unless the event chooses otherwise", "Salvo que el evento elija otra cosa"),
        ("minutes", "10 minutes", "10 minutos"),
        ("turnout", "A polo helmet with a chin strap", "Casco de polo con barboquejo"),
        ("membership", "Consequence", "Consecuencia"),
    ],
)
def test_the_other_parts(
    opens: Callable[..., Any], says: Callable[[Any], str], part: str, english: str, spanish: str
) -> None:
    app = opens("rules", part=part)
    book = find_rulebook("uspa-outdoor-2026")
    assert english in says(app)
    said = says(opens("rules", part=part, lang="es"))
    assert spanish in said
    if part in ("turnout", "membership"):
        for entry in getattr(book, part).values():
            assert entry["text"]["es"] in said
            assert entry["consequence"]["es"] in said
    if part == "readings":
        for reading in book.readings.values():
            for value in reading["values"].values():
                assert (value["es"] in said) == reading["applies"]


def test_a_clause_of_the_address_stands_first_with_readings_and_examples_that_open(
    opens: Callable[..., Any], says: Callable[[Any], str]
) -> None:
    app = opens("rules", clause="upper-limit", rules="uspa-outdoor-2026", match="demo", team="blue", lang="es")
    said = says(app)
    assert said.index("Límite superior del evento") < said.index("Presente en la cancha")
    assert "El hándicap de quien falta" in said
    cases = [link["case"][0] for link in links_of(app, "match")]
    assert "o3-05" in cases
    assert all(name in sources.list_cases() for name in cases)
    (back,) = [link.proto for link in app.get("page_link") if "Volver" in link.proto.label]
    for kept in ("match=demo", "team=blue", "lang=es"):
        assert kept in back.query_string


def test_reasons_and_verdicts_link_here_and_keep_match_team_and_language(opens: Callable[..., Any]) -> None:
    for view in ({"view": "options"}, {"view": "check", "lineup": "r1~r3~r6~r8"}):
        links = links_of(opens("match", match="demo", team="red", lang="es", **view), "rules")
        assert "eligible" in [link["clause"][0] for link in links]
        for link in links:
            assert link["match"] == ["demo"]
            assert link["team"] == ["red"]
            assert link["lang"] == ["es"]
            assert link["rules"] == ["uspa-outdoor-2026"]


def test_the_rules_of_the_open_match_come_first_and_the_game_is_changed_by_a_tap(
    opens: Callable[..., Any], says: Callable[[Any], str]
) -> None:
    app = opens("rules", match="arena")
    assert "USPA arena polo, 2026" in says(app)
    app.button_group(key="choose-rules").set_value("uspa-outdoor-2026").run()
    assert "USPA outdoor polo, 2026" in says(app)
    app.button_group(key="choose-part").set_value("minutes").run()
    assert (app.query_params["rules"], app.query_params["part"]) == ("uspa-outdoor-2026", "minutes")


@pytest.mark.parametrize(
    ("language", "words", "there", "not_there"),
    [
        ("en", "DOUBLE substitution", "one able teammate", "Cap after a Penalty 7"),
        ("es", "submarino", "Resultados: 0", "Consecuencia"),
        ("es", "able teammate", "Doble sustitución", "Resultados: 0"),
        ("en", "espuelas", "spurs", "Double substitution"),
        ("en", "p7-cap", "Cap after a Penalty 7", "Double substitution"),
        ("en", "underhand", "parallel to the back lines", "Upper limit of the event"),
        ("es", "espuelas", "Nada de espuelas con filo", "Doble sustitución"),
    ],
)
def test_the_search_goes_through_every_part(
    opens: Callable[..., Any], says: Callable[[Any], str], language: str, words: str, there: str, not_there: str
) -> None:
    app = opens("rules", lang=language)
    app.text_input(key="find-rule").set_value(words).run()
    assert there in says(app)
    assert not_there not in says(app)


def test_a_number_is_found_as_a_number_only(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens("rules", lang="en")
    app.text_input(key="find-rule").set_value("14.b").run()
    assert "USPA Outdoor Rule 14.b" in says(app)
    assert "USPA Outdoor Rule 3 (2026)" not in says(app)
    app.text_input(key="find-rule").set_value("2026.").run()
    assert "0 found" in says(app)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_search_also_finds_worked_examples_that_open(opens: Callable[..., Any], language: str) -> None:
    app = opens("rules", rules="uspa-outdoor-2026", lang=language)
    app.text_input(key="find-rule").set_value("Lechuza").run()
    assert [link["case"][0] for link in links_of(app, "match")] == ["lechuza"]


@pytest.mark.parametrize("language", ["en", "es"])
def test_clock_throw_in_and_penalties_stand_under_their_rules_with_examples(
    opens: Callable[..., Any], says: Callable[[Any], str], language: str
) -> None:
    app = opens("rules", part="play", lang=language)
    said = says(app)
    passages = list_passages("uspa-outdoor-2026")
    word = {"en": "Rule", "es": "Regla"}[language]
    assert said.index(f"{word} 14 ") < said.index(f"{word} 20 ") < said.index(f"{word} 37 ")
    for passage in passages:
        assert passage.text[language] in said
        assert passage.citation[language] in said
    assert {passage.rule for passage in passages} == {"14", "20", "37"}
    assert "{" not in said
    assert "o20-05b" in [link["case"][0] for link in links_of(app, "match")]
    arena = says(opens("rules", part="play", rules="uspa-arena-2026", lang=language))
    assert all(passage.text[language] in arena for passage in list_passages("uspa-arena-2026"))


def test_the_way_back_leads_where_one_was(opens: Callable[..., Any], kept: Kept) -> None:
    for address, page in (
        ({"link": kept.keeper.secret}, "kept"),
        ({"match": "demo"}, "match"),
        ({"match": "demo", "on": "red~r1", "from": "match"}, "show"),
    ):
        app = opens("rules", **address)
        (back,) = [link.proto for link in app.get("page_link") if link.proto.label == "Back to the match"]
        assert back.page == page
        assert all(f"{key}=" in back.query_string for key in address)


@pytest.mark.parametrize("rules", edition_ids())
def test_nearly_every_clause_has_a_worked_example(rules: str) -> None:
    cases = sources.list_cases()
    book = find_rulebook(rules)
    shown = {c for c, words in book.clauses.items() if sources.cases_of(cases, rules, c, words.citation["en"])}
    assert len(shown) >= len(book.clauses) // 2
    if rules == "uspa-outdoor-2026":
        assert set(book.clauses) - shown <= {"injured-return", "lower-limit"}
    assert sources.cases_of(cases, "uspa-outdoor-2026", "double-substitution", "USPA Outdoor Rule 3") == ["o3-05"]
