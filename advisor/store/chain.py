"""The chain of hashes over a journal: its canonical form, how it is made, how it is checked (docs/store.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from advisor.errors import translated
from advisor.match import Entry, Match
from advisor.matchfile import Document
from advisor.words import mark


@dataclass(frozen=True)
class ChainCheck:
    """What :func:`verify_journal` found. ``entry``: the number of the first entry that breaks the chain, if one does.

    ``pattern`` and ``facts`` are the message, as in :class:`advisor.errors.InputError`.
    """

    holds: bool
    entry: int | None
    pattern: str
    facts: Mapping[str, str] = field(default_factory=dict)

    @property
    def message(self) -> str:
        """One line in English."""
        return self.translated(str)

    def translated(self, translate: Callable[[str], str]) -> str:
        """The message translated by, say, a ``gettext``."""
        return translated(self.pattern, self.facts, translate)


def canonical(value: Any) -> str:
    """A JSON value as its one text: RFC 8785, for the numbers that a match has (whole and halves)."""
    return json.dumps(_plain(value), ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def first_hash(head: Mapping[str, Any]) -> str:
    """The hash of the first record: the match file's keys but for the journal and this hash itself."""
    chain = {name: value for name, value in head["chain"].items() if name != "hash"}
    record = {name: value for name, value in head.items() if name not in ("journal", "chain")}
    return sha256(canonical({**record, "chain": chain}).encode()).hexdigest()


def next_hash(previous: str, entry: Mapping[str, Any]) -> str:
    """The hash of an entry: over the one before it, a line feed, and the entry without its own hash."""
    content = canonical({name: value for name, value in entry.items() if name != "hash"})
    return sha256(f"{previous}\n{content}".encode()).hexdigest()


def as_data(entry: Entry) -> dict[str, Any]:
    """An entry as the match file has it: the keys that were given, ``entry`` first and what the store adds last."""
    data: dict[str, Any] = entry.model_dump(mode="json", exclude_unset=True)
    order = ("entry", *(name for name in data if name not in _OUTER), *_OUTER[1:])
    return {name: data[name] for name in order if name in data}


_OUTER = ("entry", "clock", "at", "by", "hash")


def verify_journal(document: Document | Match) -> ChainCheck:
    """Check the chain of a match file, and name the first entry that breaks it. Never raises for a broken chain."""
    match = document.match if isinstance(document, Document) else document
    count = str(len(match.journal))
    if match.chain is None:
        if any(entry.hash is not None for entry in match.journal):
            return ChainCheck(False, None, mark("the chain's first record is missing; its hashes cannot be checked"))
        return ChainCheck(False, None, mark("the file has no chain; it was not exported from a store"))
    previous = match.chain.hash
    if first_hash(match.as_data()) != previous:
        return ChainCheck(
            False,
            None,
            mark("the chain's first record does not hold; rules, event, teams or the record itself were changed"),
        )
    for number, entry in enumerate(match.journal):
        if entry.hash is None:
            return ChainCheck(
                False,
                number,
                mark("the chain breaks at entry {number}; it has no hash"),
                {"number": str(number)},
            )
        if next_hash(previous, as_data(entry)) != entry.hash:
            return ChainCheck(
                False,
                number,
                mark("the chain breaks at entry {number}; it, or what stood before it, was changed"),
                {"number": str(number)},
            )
        previous = entry.hash
    facts = {"count": count, "hash": previous}
    return ChainCheck(True, None, mark("the chain holds over {count} entries; the last hash is {hash}"), facts)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value
