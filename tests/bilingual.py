"""The facts of a text, to compare what the languages say: its numbers, halves and rule numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable

_FACT = re.compile(r"[-+]?\d+(?:[.,]\d+)?½?|-?½|(?<=\d)\.[a-z](?:\(\d+\))?")


def facts(*texts: str) -> list[str]:
    """Numbers, halves and the letters of rule numbers, sorted; a decimal comma counts as a point."""
    return sorted(fact.replace(",", ".") for text in texts for fact in _FACT.findall(text))


def assert_same_facts(english: Iterable[str], spanish: Iterable[str]) -> None:
    """As many texts in each language, each with the same facts, and none left in English."""
    first, second = list(english), list(spanish)
    assert len(first) == len(second)
    for one, other in zip(first, second, strict=True):
        assert facts(one) == facts(other), (one, other)
        assert "{" not in one + other
