"""Findings as sentences, in English and Spanish, from the words of ``data/rulebooks``."""

from __future__ import annotations

from collections.abc import Mapping

from advisor.rulebook import Finding, Language, Rulebook
from advisor.situation import PlayerState

_GOALS = {"sum", "limit", "excess", "handicap", "lower", "upper", "cap", "received", "counted", "nearest"}
_COUNTS_AS_GOALS_NOT = {("minus-rated", "limit")}


def say_goals(half: int) -> str:
    """Half goals as people write them: 7, -1, ½, 1½, -½."""
    whole, rest = divmod(abs(half), 2)
    sign = "-" if half < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}½"


def say_player(player: PlayerState) -> str:
    """A player as "Ana (1)": name, or id where there is none, and handicap."""
    return f"{player.name or player.id} ({say_goals(player.rated)})"


def say_finding(finding: Finding, book: Rulebook, players: Mapping[str, PlayerState], language: Language) -> str:
    """The sentence of a finding. ``players``: those of its team, and of the other where an entry names one."""
    words: dict[str, str] = {}
    for name, fact in finding.facts.items():
        if isinstance(fact, tuple):
            words[name] = ", ".join(say_player(players[player]) for player in fact)
        elif isinstance(fact, str):
            words[name] = say_player(players[fact])
        elif name in _GOALS and (finding.clause, name) not in _COUNTS_AS_GOALS_NOT:
            words[name] = say_goals(fact)
        else:
            words[name] = str(fact)
    pattern = book.clauses[finding.clause].messages[finding.variant][language]
    return pattern.format_map(words)
