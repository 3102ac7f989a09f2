"""The rules of the book, one object a clause, and the judging of a lineup by all of them."""

from __future__ import annotations

from advisor.rulebook import eligibility, limits, penalty7, short, when
from advisor.rulebook.book import ClauseText, Language, Rulebook, find_rulebook
from advisor.rulebook.rule import Fact, Finding, PersonalRule, Rule
from advisor.situation import Lineup, Situation

__all__ = [
    "ClauseText",
    "Fact",
    "Finding",
    "Language",
    "PersonalRule",
    "Rule",
    "Rulebook",
    "broken_clauses",
    "check",
    "check_standing",
    "eligibility",
    "find_rulebook",
    "is_legal",
    "limits",
    "penalty7",
    "short",
    "when",
]


def is_legal(situation: Situation, lineup: Lineup) -> bool:
    """Whether the lineup breaks no clause at this moment."""
    return not any(rule.is_broken(situation, lineup) for rule in situation.rules)


def broken_clauses(situation: Situation, lineup: Lineup) -> tuple[str, ...]:
    """Every clause that the lineup breaks at this moment, in the order of the contract."""
    return tuple(rule.clause for rule in situation.rules if rule.is_broken(situation, lineup))


def check(situation: Situation, lineup: Lineup) -> tuple[Finding, ...]:
    """A finding for every clause that the lineup breaks at this moment."""
    return tuple([rule.finding(situation, lineup) for rule in situation.rules if rule.is_broken(situation, lineup)])


def check_standing(book: Rulebook, situation: Situation) -> tuple[Finding, ...]:
    """Findings on the lineup as it stands: its players, playing short, and what the last change broke and still holds.

    Nobody is obliged to leave (contract, ``verify`` and fine point 5).
    """
    lineup = situation.lineup(situation.field)
    found = []
    for rule in book.rules:
        broken = rule.clause in situation.standing_broken and rule.stands_broken(situation, lineup)
        if isinstance(rule, PersonalRule):
            broken = broken or any(rule.bars_on_field(situation, situation.players[p]) for p in lineup.ids)
        elif rule.also_judges == "play":
            broken = rule.applies(situation) and rule.is_broken(situation, lineup)
        if broken:
            found.append(rule.finding(situation, lineup))
    return tuple(found)
