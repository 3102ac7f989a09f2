"""A rule that posts to the solver something else than it checks is found out: an error, never an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from advisor.errors import EngineDisagreement
from advisor.rulebook import Rule, broken_clauses, is_legal
from advisor.situation import Situation
from advisor.solver.conflict import Conflicts
from advisor.solver.enumerate import CROSS_CHECK_UP_TO, LegalLineups
from advisor.solver.model import find_kinds
from tests.rules.build import Game, outdoor
from tests.solver.situations import lineup_rules, lineups_of, random_situations, situations_of, with_rules

RULES = lineup_rules()
BEYOND_A_PLAYER = [rule for rule in RULES if rule.clause in (
    "eliminated-player", "minus-rated", "sit-out", "team-size", "able-player-stays", "double-substitution",
    "upper-limit", "lower-limit", "rostered-limits", "p7-cap", "p7-fouling-cap", "play-short", "arena-short",
)]  # fmt: skip
"""Clauses that more than one player breaks; those about one player are settled before the solver is asked."""

Post = Callable[[Rule, Situation, Any], None]


def posts_nothing(rule: Rule, situation: Situation, model: Any) -> None:
    """Lets every lineup pass."""


def posts_never(rule: Rule, situation: Situation, model: Any) -> None:
    """Lets no lineup pass."""
    model.require(rule, False)


def sheltered(situation: Situation, rule: Rule) -> Situation:
    """The situation with all its clauses, and this one where it needs a shelter to apply."""
    if rule.clause != "rostered-limits":
        return situation
    return with_rules(situation, *RULES)


def find_situation(rule: Rule, is_fit: Callable[[Situation], bool]) -> Situation:
    """The first random situation in which the clause applies and that is fit."""
    for situation in random_situations():
        candidate = sheltered(situation, rule)
        if rule in candidate.rules and is_fit(candidate):
            return candidate
    raise AssertionError(f"no situation for {rule.clause}")


def breaks_only(clause: str) -> Callable[[Situation], bool]:
    """Whether some lineup of the situation breaks this clause and no other."""

    def is_fit(situation: Situation) -> bool:
        barred = frozenset().union(*situation.barred.values())
        return any(
            broken_clauses(situation, situation.lineup(ids)) == (clause,)
            for ids in lineups_of(situation)
            if ids.isdisjoint(barred)
        )

    return is_fit


def has_legal(situation: Situation) -> bool:
    """Whether some lineup of the situation is legal."""
    return any(is_legal(situation, situation.lineup(ids)) for ids in lineups_of(situation))


def sabotage(monkeypatch: pytest.MonkeyPatch, rule: Rule, post: Post) -> None:
    """Make the rule post something else."""
    monkeypatch.setattr(type(rule), "post", post)


@pytest.mark.parametrize("rule", BEYOND_A_PLAYER, ids=lambda rule: rule.clause)
def test_a_rule_that_posts_nothing_is_found_out(monkeypatch: pytest.MonkeyPatch, rule: Rule) -> None:
    situation = find_situation(rule, breaks_only(rule.clause))
    LegalLineups(situation)
    sabotage(monkeypatch, rule, posts_nothing)
    with pytest.raises(EngineDisagreement):
        LegalLineups(situation)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.clause)
def test_a_rule_that_forbids_everything_is_found_out(monkeypatch: pytest.MonkeyPatch, rule: Rule) -> None:
    situation = find_situation(rule, has_legal)
    assert len(situation.players) <= CROSS_CHECK_UP_TO
    LegalLineups(situation)
    sabotage(monkeypatch, rule, posts_never)
    with pytest.raises(EngineDisagreement):
        LegalLineups(situation)


@pytest.mark.parametrize("margin", [-1, 1])
def test_a_limit_that_is_half_a_goal_off_is_found_out(monkeypatch: pytest.MonkeyPatch, margin: int) -> None:
    rule = next(rule for rule in RULES if rule.clause == "upper-limit")
    game = outdoor(6, red="2 2 1 1 + 1 1.5").unable("r4")
    assert game.advise().totals.now == 4

    def off(rule: Rule, situation: Situation, model: Any) -> None:
        model.require(rule, model.charged <= situation.upper + margin, model.has_newcomer)

    sabotage(monkeypatch, rule, off)
    with pytest.raises(EngineDisagreement):
        game.advise()


def conflict_of(game: Game, player: str) -> tuple[str, ...]:
    """What keeps a player out, asked of the conflict finder alone."""
    (situation, *_) = situations_of(game)
    kinds = find_kinds(situation, situation.players)
    return Conflicts(situation, kinds).find(next(n for n, kind in enumerate(kinds) if player in kind.ids))


def test_a_conflict_that_rests_on_a_rule_that_posts_nothing_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = outdoor(8, red="2 2 2 2 + 3").unable("r1")
    assert conflict_of(game, "r5") == ("double-substitution", "upper-limit")
    rule = next(rule for rule in RULES if rule.clause == "upper-limit")
    sabotage(monkeypatch, rule, posts_nothing)
    with pytest.raises(EngineDisagreement):
        conflict_of(game, "r5")


def test_asked_for_the_conflict_of_a_player_whom_nothing_keeps_out_it_says_so() -> None:
    with pytest.raises(EngineDisagreement):
        conflict_of(outdoor(8, red="2 2 2 2 + 2").unable("r1"), "r5")


def test_a_lineup_that_the_rulebook_refuses_is_never_given() -> None:
    (situation, *_) = situations_of(outdoor(8, red="2 2 2 2 + 2").unable("r1"))
    legal = LegalLineups(situation)
    situation.upper = 15  # half a goal below what the option has on the field
    with pytest.raises(EngineDisagreement):
        legal.best(lambda lineup: -lineup.total, None)
