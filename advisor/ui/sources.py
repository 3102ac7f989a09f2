"""Where a match on the page comes from: the demos, the worked examples, or what somebody opened or pasted."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from advisor.editions import DATA
from advisor.errors import InputError
from advisor.latest import Latest
from advisor.match import Match
from advisor.matchfile import Document, load_match

_SHOWN_BY = {"double-substitution": "double"}
"""What else in a worked example than its id shows a clause: the sort of change."""

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True)
class Case:
    """A worked example: its words by language, where it stands, and what is asked of it and expected."""

    id: str
    title: Mapping[str, str]
    story: Mapping[str, str]
    source: str
    rule: str
    basis: str
    basis_note: str
    match: Match
    asks: tuple[Mapping[str, Any], ...]


@cache
def list_demos(folder: Path = DATA / "matches") -> Mapping[str, Document]:
    """The demo matches by the names of their files, ``demo`` first."""
    paths = sorted(folder.glob("*.yaml"), key=lambda path: (path.stem != "demo", path.stem))
    return {path.stem: load_match(path) for path in paths}


@cache
def list_cases(folder: Path = DATA / "cases") -> Mapping[str, Case]:
    """The worked examples by the names of their files, those of the documents first."""
    found = {}
    for path in sorted(folder.glob("*.yaml")):
        raw = yaml.load(path.read_text("utf-8"), Loader=_Loader)
        found[path.stem] = Case(
            str(raw["case"]),
            raw["title"],
            raw["story"],
            str(raw["source"]),
            str(raw["rule"]),
            str(raw["basis"]),
            str(raw["basis_note"]),
            Match.model_validate(raw["match"]),
            tuple(raw["asks"]),
        )
    return dict(sorted(found.items(), key=lambda item: (item[1].basis != "document", item[0])))


def find_cases(cases: Mapping[str, Case], words: str, rules: str = "") -> list[str]:
    """The names of the cases whose id, title, story or source has every word, accents and capitals aside."""
    found = []
    for name, case in cases.items():
        if rules and case.match.rules != rules:
            continue
        if has_words(words, " ".join([name, case.id, case.source, *case.title.values(), *case.story.values()])):
            found.append(name)
    return found


def cases_of(cases: Mapping[str, Case], rules: str, clause: str, citation: str) -> list[str]:
    """The names of the cases that show a clause: those that name it, or have one of its readings put otherwise.

    Where none does, those whose rule is a rule of the citation by itself; Rule 3 has too many for that.
    """
    own = {name: case for name, case in cases.items() if case.match.rules == rules}
    shown_by = {clause, _SHOWN_BY.get(clause, clause)}
    named = [name for name, case in own.items() if not shown_by.isdisjoint(_words_of(case.asks))]
    if named:
        return named
    numbers = set(re.findall(r"(?<![(\d])\d{1,2}(?!\d)", citation)) - {"3"}
    return [name for name, case in own.items() if case.rule in numbers]


def _words_of(value: Any) -> Iterator[str]:
    """Every text in lists and mappings."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _words_of(part)
    elif isinstance(value, Iterable):
        for part in value:
            yield from _words_of(part)


def has_words(wanted: str, text: str) -> bool:
    """Whether a text has every word, accents and capitals aside; a number is found only as a number of its own."""
    plain = _plain(text)
    return all(_has(word, plain) for word in _plain(wanted).split())


def _has(word: str, plain: str) -> bool:
    if not word[0].isdigit():
        return word in plain
    return re.search(rf"(?<![\d.]){re.escape(word)}(?!\d)", plain) is not None


def _plain(words: str) -> str:
    decomposed = unicodedata.normalize("NFKD", words.casefold())
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


class Shelf:
    """Match files that people opened, kept in memory so that a reload finds them; the longest unused go first."""

    def __init__(self, most: int = 200, most_bytes: int = 20_000_000) -> None:
        self._documents: Latest[str, Document] = Latest(
            most_bytes, lambda document: max(len(document.text), most_bytes // most)
        )

    def put(self, document: Document) -> str:
        """Keep a match file; its name on the shelf follows from its text."""
        name = hashlib.sha256(document.text.encode()).hexdigest()[:24]
        self._documents.put(name, document)
        return name

    def find(self, name: str) -> Document | None:
        """The match file of this name, if it is still kept."""
        return self._documents.find(name)


def with_lines(error: InputError, documents: Iterable[Document]) -> InputError:
    """An input error with the line of the match file that it is about."""
    for document in documents:
        return error if error.line is not None else error.at_line(document.line_of)
    return error
