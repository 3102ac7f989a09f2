"""What Rules 14, 20 and 37 say of clock, throw-in and penalties, as passages to read: each with number and edition."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any

from advisor.play.field import EDITION, Words, has_rule, read_rule
from advisor.play.following import figures_of
from advisor.play.penalties import Penalty, find_penalty, penalty_numbers
from advisor.play.saying import say_seconds
from advisor.play.throwin import throw_in_figures

LANGUAGES = ("en", "es")


@dataclass(frozen=True)
class Passage:
    """A passage of a rule: its number, citation, edition, title (where it has one) and text, by language."""

    id: str
    rule: str
    edition: str
    citation: Words
    title: Words
    text: Words


@cache
def list_passages(rules: str) -> tuple[Passage, ...]:
    """The passages of an edition in the order of the rules; what only holds of one moment of a match is left out."""
    found = list(_clock(rules)) if has_rule("rule-14", rules) else []
    if rules == EDITION:
        found += [*_throw_in(), *_penalties()]
    return tuple(found)


def find_passages(rules: str, asked: str) -> tuple[Passage, ...]:
    """The passages that an id names: one, or all of a rule or of a part of it, as ``20``."""
    return tuple(found for found in list_passages(rules) if f"{found.id}-".startswith(f"{asked}-") and asked)


def _clock(rules: str) -> Iterator[Passage]:
    data = read_rule("rule-14", rules)
    figures: dict[str, Any] = dict(figures_of(rules))
    if "first" in figures:
        figures["end"] = say_seconds(int(figures["first"] + figures["extra"]))
        figures["first"] = say_seconds(int(figures["first"]))
    for group in ("rulings", "restarts"):
        for name, entry in data[group].items():
            yield from _passage(f"14-{group}-{name}", data, entry, entry["citation"], figures)
    shootout = data.get("shootout")
    if shootout is not None:
        for name, words in shootout["words"].items():
            entry = {"text": words}
            yield from _passage(f"14-shootout-{name}", data, entry, shootout["citation"], shootout["figures"])


def _throw_in() -> Iterator[Passage]:
    data = read_rule("rule-20")
    own, figures = data["throw_in"], throw_in_figures()
    for name, words in own["words"].items():
        yield from _passage(f"20-{name}", data, {"title": own["title"], "text": words}, own["citation"], figures)
    for name, entry in data["rulings"].items():
        yield from _passage(f"20-ruling-{name}", data, entry, entry.get("citation", own["citation"]), figures)


def _penalties() -> Iterator[Passage]:
    data = read_rule("rule-37")
    for number in penalty_numbers():
        penalty = find_penalty(number)
        entry = {
            "title": penalty.title,
            "text": {language: " ".join(_said_of(penalty, language)) for language in LANGUAGES},
        }
        yield from _passage(f"37-{number}", data, entry, penalty.citation, penalty.figures)


def _said_of(penalty: Penalty, language: str) -> Iterator[str]:
    """What holds of a penalty, then what each of its ways has of its own."""
    yield from (words[language] for words in penalty.words.values())
    for way in penalty.ways.values():
        if way.title:
            own = " ".join(words[language] for words in way.words.values())
            yield f"{way.title[language]}: {own}"


def _passage(
    name: str, data: Mapping[str, Any], entry: Mapping[str, Any], citation: Words, figures: Mapping[str, Any]
) -> Iterator[Passage]:
    """The passage with its figures in it; nothing where it wants one that only a match has."""
    facts = {key: f"{value:g}" if isinstance(value, float | int) else value for key, value in figures.items()}
    said = [entry["text"], entry.get("title") or dict.fromkeys(LANGUAGES, "")]
    wanted = {field for words in said for _, field, _, _ in Formatter().parse(words["en"]) if field}
    if wanted <= facts.keys():
        text, title = ({language: words[language].format_map(facts) for language in LANGUAGES} for words in said)
        yield Passage(name, str(data["rule"]), str(data["edition"]), citation, title, text)
