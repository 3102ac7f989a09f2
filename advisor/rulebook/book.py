"""A rulebook edition: its figures, its rules in their order, and their words, from ``data/rulebooks``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal

from advisor.editions import find_edition
from advisor.handicap import to_half
from advisor.rulebook.rule import PersonalRule, Rule
from advisor.situation import Figures, MinusRatedFigures, PlayerCeilingFigures

Language = Literal["en", "es"]


@dataclass(frozen=True)
class ClauseText:
    """The words of a clause, each by language: citation, title, text; ``messages`` by variant; its readings."""

    citation: Mapping[str, str]
    title: Mapping[str, str]
    text: Mapping[str, str]
    readings: tuple[str, ...]
    messages: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Rulebook:
    """An edition. ``rules`` stand in the order of the contract, which is that of the data file's clauses.

    ``turnout`` (what players wear) and ``membership`` are for reading; their texts are by language.
    """

    id: str
    name: Mapping[str, str]
    edition: str
    figures: Figures
    rules: tuple[Rule, ...]
    clauses: Mapping[str, ClauseText]
    readings: Mapping[str, Any]
    conditions: Mapping[str, Any]
    turnout: Mapping[str, Mapping[str, Mapping[str, str]]]
    membership: Mapping[str, Mapping[str, Mapping[str, str]]]
    not_checked: tuple[Mapping[str, str], ...]
    raw_figures: Mapping[str, Any]

    @cached_property
    def personal(self) -> tuple[PersonalRule, ...]:
        """The rules about one player."""
        return tuple(rule for rule in self.rules if isinstance(rule, PersonalRule))

    @cached_property
    def personal_of_all(self) -> tuple[PersonalRule, ...]:
        """Those of them that may bar a player of whom nothing is said but the handicap."""
        return tuple(rule for rule in self.personal if not rule.only_marked)


def _figures(raw: Mapping[str, Any]) -> Figures:
    value: dict[str, Any] = {name: entry["value"] for name, entry in raw.items()}

    def half(goals: float | None) -> int | None:
        return None if goals is None else to_half(goals)

    minus, ceiling = value["minus_rated"], value["player_ceiling"]
    return Figures(
        places=value["places"],
        full_periods=value["full_periods"],
        period_seconds=value["period_seconds"],
        sit_out_seconds=value["sit_out_seconds"],
        find_substitute_minutes=value["minutes_to_find_a_substitute"],
        find_substitute_penalty_7_minutes=value["minutes_with_a_penalty_7"],
        recover_minutes=value["minutes_to_recover"],
        forfeit_hours=value["forfeit_hours"],
        periods_to_comply=value.get("periods_to_comply"),
        halves_count_up_to=half(value["halves_count_up_to"]),
        minus_rated=MinusRatedFigures(to_half(minus["events_up_to"]), minus["up_to"], minus["above"]),
        player_ceiling=PlayerCeilingFigures(half(ceiling["events_up_to"]), to_half(ceiling["above_limit_by"])),
        short_share=value.get("short_share_of_game"),
    )


@cache
def find_rulebook(rulebook_id: str) -> Rulebook:
    """The rulebook with this id. Raises ``KeyError`` where there is none, or where it names an unknown clause."""
    raw = find_edition(rulebook_id)
    clauses = {
        clause: ClauseText(
            entry["citation"],
            entry["title"],
            entry["text"],
            tuple(entry["readings"]),
            raw["messages"][clause],
        )
        for clause, entry in raw["clauses"].items()
    }
    return Rulebook(
        raw["id"],
        raw["name"],
        str(raw["edition"]),
        _figures(raw["figures"]),
        tuple(Rule.registry[clause] for clause in clauses),
        clauses,
        raw["readings"],
        raw["conditions"],
        raw["turnout"],
        raw["membership"],
        tuple(raw["not_checked"]),
        raw["figures"],
    )
