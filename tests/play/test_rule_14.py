"""The data of Rule 14: in both languages with the same figures, neutral Spanish, every code of the program there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from advisor.play.field import read_rule
from advisor.play.following import figures_of
from advisor.play.restart import Code
from tests.play.playing import ARENA, OUTDOOR

UNWANTED = re.compile(r"\b(jugador(es)?|jugadora?s?|capitán|capitana|árbitro|lesionad[oa]s?|chukker|handicap)\b", re.I)


def texts(node: Any, where: str = "") -> Iterator[tuple[str, dict[str, str]]]:
    if isinstance(node, dict) and "en" in node:
        yield where, node
    elif isinstance(node, dict):
        for key, child in node.items():
            yield from texts(child, f"{where}.{key}")


@pytest.mark.parametrize("rules", [OUTDOOR, ARENA])
def test_every_text_is_in_both_languages_with_the_same_figures(rules: str) -> None:
    found = list(texts(read_rule("rule-14", rules)))
    assert len(found) > 40
    for where, text in found:
        assert set(text) == {"en", "es"}, where
        assert set(re.findall(r"\{(\w+)\}", text["en"])) == set(re.findall(r"\{(\w+)\}", text["es"])), where
        assert not UNWANTED.search(text["es"]), where
        assert text["en"].endswith(".") == text["es"].endswith("."), where


@pytest.mark.parametrize("rules", [OUTDOOR, ARENA])
def test_every_restart_has_its_words(rules: str) -> None:
    assert set(read_rule("rule-14", rules)["restarts"]) == set(get_args(Code))


def test_notes_are_the_same_everywhere() -> None:
    assert set(read_rule("rule-14", ARENA)["notes"]) == set(read_rule("rule-14", OUTDOOR)["notes"])
    assert set(read_rule("rule-14", ARENA)["rulings"]) < set(read_rule("rule-14", OUTDOOR)["rulings"])


def test_figures_of_the_edition_are_looked_up_there() -> None:
    assert figures_of(OUTDOOR) == {"first": 420, "extra": 30, "least": 5, "warning": 120}
    assert figures_of(ARENA) == {"warning": 120}
