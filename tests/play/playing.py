"""Journals of Rule 14 in short words, followed: ``play("start", "horn first", "goal red 425")``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from advisor.match import Match
from advisor.play.following import Play, follow

OUTDOOR, ARENA = "uspa-outdoor-2026", "uspa-arena-2026"

_WORDS: Mapping[str, Mapping[str, Any]] = {
    "end": {"entry": "end_period"},
    "begin": {"entry": "start_period"},
    "out": {"entry": "ball_out", "over": "side_line"},
    "behind": {"entry": "ball_out", "over": "back_line"},
    "in": {"entry": "ball_in"},
    "warning": {"entry": "horn", "which": "warning"},
    "first": {"entry": "horn", "which": "first"},
    "second": {"entry": "horn", "which": "second"},
    "unheard": {"entry": "horn", "which": "second", "heard": False},
    "correct": {"entry": "clock_correction"},
    "hurt": {"entry": "unable", "player": "1", "reason": "injury"},
}
_ONE = {"shootout": {"hitters": "one", "first": "red", "order": {"red": ["1"], "blue": ["1"]}}}


def entry_of(words: str, places: int = 4) -> dict[str, Any]:
    """An entry: its kind, then team, number of a penalty (``p1``), and clock, in any order."""
    kind, *rest = words.split()
    entry: dict[str, Any] = {"entry": kind, **_WORDS.get(kind, _ONE.get(kind, {}))}
    if kind == "start":
        entry["lineups"] = {team: [str(n) for n in range(1, places + 1)] for team in ("red", "blue")}
    for word in rest:
        if word in ("red", "blue"):
            entry["against" if kind == "penalty" else "team"] = word
        elif word.startswith("p"):
            entry["number"] = word[1:]
        elif word in ("goal", "miss"):
            entry.update(player="1", goal=word == "goal")
        else:
            entry["clock"] = int(word)
    return entry


def match_of(
    *journal: str | Mapping[str, Any], rules: str = OUTDOOR, blue: int = 2, starts: bool = True, **event: Any
) -> Match:
    """A match with this journal, a ``start`` before it; teams of equal handicap unless ``blue`` says otherwise."""
    places = 4 if rules == OUTDOOR else 3
    teams = {
        team: {"players": [{"id": str(n), "handicap": handicap} for n in range(1, places + 2)]}
        for team, handicap in (("red", 2), ("blue", blue))
    }
    entries = [entry_of(word, places) if isinstance(word, str) else dict(word) for word in journal]
    if starts:
        entries.insert(0, entry_of("start", places))
    data = {"rules": rules, "event": {"upper_limit": 12, **event}, "teams": teams, "journal": entries}
    return Match.model_validate(data)


def play(*journal: str | Mapping[str, Any], **keys: Any) -> Play:
    """Such a match, followed."""
    return follow(match_of(*journal, **keys))


LAST = ("end", "begin") * 5
"""After a start: everything up to the beginning of the sixth and last regulation period."""

OVER = (*LAST, "end")
"""After a start: all six periods."""
