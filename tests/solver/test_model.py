"""What each rule posts to the solver against what it checks, on random situations; kinds of player."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from ortools.sat.python import cp_model

from advisor.rulebook import Rule, broken_clauses, is_legal
from advisor.situation import Situation
from advisor.solver.enumerate import LegalLineups
from advisor.solver.expand import ordered_lineups
from advisor.solver.model import LineupModel, find_kinds
from advisor.solver.settings import new_solver
from tests.solver.situations import lineup_rules, lineups_of, random_situations, with_rules

RULES = lineup_rules()
SITUATIONS = random_situations()


class _All(cp_model.CpSolverSolutionCallback):
    def __init__(self, numbers: list[Any]) -> None:
        super().__init__()
        self.numbers = numbers
        self.found: set[tuple[int, ...]] = set()

    def on_solution_callback(self) -> None:
        self.found.add(tuple(self.value(number) for number in self.numbers))


def solve(situation: Situation, enforced: frozenset[str] | None = None) -> set[frozenset[str]]:
    """Every lineup that the solver finds, kinds expanded; ``enforced``: only these of the clauses hold."""
    kinds = find_kinds(situation, situation.players)
    model = LineupModel(situation, kinds, droppable=enforced is not None)
    for clause, literal in model.literals.items():
        model.model.add(literal == (clause in (enforced or ())))
    solver, collector = new_solver(enumerate_all=True), _All(model.numbers)
    status = solver.solve(model.model, collector)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return {
        frozenset(ids)
        for numbers in collector.found
        for ids in ordered_lineups([(kind.ids, n) for kind, n in zip(kinds, numbers, strict=True) if n])
    }


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.clause)
def test_a_rule_alone_posts_what_it_checks(rule: Rule) -> None:
    asked, broken_somewhere, kept_somewhere = 0, 0, 0
    for situation in SITUATIONS:
        alone = with_rules(situation, rule)
        if not alone.rules:
            continue
        kept = {ids for ids in lineups_of(alone) if not rule.is_broken(alone, alone.lineup(ids))}
        assert solve(alone) == kept
        broken_somewhere += len(kept) < len(lineups_of(alone))
        kept_somewhere += bool(kept)
        asked += 1
        if asked == 40 and broken_somewhere >= 3 and kept_somewhere >= 3:
            break
    assert broken_somewhere >= 3
    assert kept_somewhere >= 3


def test_a_rule_that_does_not_apply_is_broken_by_no_lineup() -> None:
    asked: set[str] = set()
    for situation in SITUATIONS[::4]:
        for rule in RULES:
            if not rule.applies(situation):
                asked.add(rule.clause)
                assert not any(rule.check(situation, situation.lineup(ids)) for ids in lineups_of(situation))
    assert len(asked) >= 15


@pytest.mark.parametrize("start", range(4))
def test_all_rules_together_leave_what_breaks_none_of_them(start: int) -> None:
    some = 0
    for situation in SITUATIONS[start::8]:
        legal = {ids for ids in lineups_of(situation) if is_legal(situation, situation.lineup(ids))}
        assert solve(situation) == legal
        some += bool(legal)
    assert some > 20


@pytest.mark.parametrize("swap", ["on-field", "frozen"])
def test_playing_short_is_posted_as_checked_where_overtime_does_not_raise_what_counts(swap: str) -> None:
    rule = Rule.registry["play-short"]
    broken_with_newcomers = 0
    for situation in SITUATIONS[::3]:
        if situation.moment == "before_start":
            continue
        readings = {**situation.readings, "overtime-highest": "frozen", "play-short": "no-gain", "short-swap": swap}
        frozen = with_rules(replace(situation, overtime=True, readings=readings), rule)
        broken = {ids for ids in lineups_of(frozen) if rule.is_broken(frozen, frozen.lineup(ids))}
        assert solve(frozen) == set(lineups_of(frozen)) - broken
        broken_with_newcomers += any(frozen.lineup(ids).newcomers for ids in broken)
    assert broken_with_newcomers >= 3


def test_any_set_of_clauses_can_be_enforced_and_the_rest_dropped() -> None:
    chance = random.Random(1)
    for situation in SITUATIONS[::6]:
        clauses = [rule.clause for rule in situation.rules]
        enforced = frozenset(chance.sample(clauses, chance.randint(0, len(clauses))))
        expected = {
            ids
            for ids in lineups_of(situation)
            if enforced.isdisjoint(broken_clauses(situation, situation.lineup(ids)))
        }
        assert solve(situation, enforced) == expected


def test_players_of_one_kind_may_stand_for_each_other_in_any_lineup() -> None:
    pairs = 0
    for situation in SITUATIONS:
        for kind in find_kinds(situation, situation.players):
            for one, other in combinations(kind.ids, 2):
                pairs += 1
                for ids in lineups_of(situation):
                    if one in ids and other not in ids:
                        swapped = ids - {one} | {other}
                        first, second = situation.lineup(ids), situation.lineup(swapped)
                        assert (first.total, situation.charged(first)) == (second.total, situation.charged(second))
                        assert broken_clauses(situation, first) == broken_clauses(situation, second)
    assert pairs > 30


def test_kinds_part_the_players_in_the_order_of_their_ids() -> None:
    for situation in SITUATIONS[:60]:
        kinds = find_kinds(situation, situation.players)
        assert sorted(player for kind in kinds for player in kind.ids) == sorted(situation.players)
        assert [kind.ids[0] for kind in kinds] == sorted(kind.ids[0] for kind in kinds)
        assert all(list(kind.ids) == sorted(kind.ids) and kind.player.id == kind.ids[0] for kind in kinds)


def test_players_to_tell_apart_are_never_of_one_kind_with_others() -> None:
    for situation in SITUATIONS[:60]:
        apart = frozenset(sorted(situation.players)[::2])
        for kind in find_kinds(situation, situation.players, apart):
            assert apart.issuperset(kind.ids) or apart.isdisjoint(kind.ids)


def test_legal_lineups_count_contain_and_rank_what_a_plain_enumeration_finds() -> None:
    for situation in SITUATIONS[1::5]:
        standing = None if situation.must_leave else situation.field
        plain = [ids for ids in lineups_of(situation) if ids != standing and is_legal(situation, situation.lineup(ids))]
        legal = LegalLineups(situation)
        assert (len(legal), bool(legal)) == (len(plain), bool(plain))
        assert [ids for ids in lineups_of(situation) if ids in legal] == plain
        by_total = sorted(plain, key=lambda ids: (-situation.lineup(ids).total, sorted(ids)))
        assert [lineup.ids for lineup in legal.ranked(lambda lineup: -lineup.total)] == by_total
        assert [lineup.ids for lineup in legal.best(lambda lineup: -lineup.total, 3)] == by_total[:3]
        for player in situation.players:
            in_some = any(player in ids for ids in plain) or (
                standing is not None and player in standing and is_legal(situation, situation.lineup(standing))
            )
            assert legal.has_player(player) == in_some


def test_the_solver_works_alone_and_with_a_fixed_seed() -> None:
    parameters = new_solver(enumerate_all=True).parameters
    assert parameters.num_workers == 1
    assert parameters.random_seed == new_solver().parameters.random_seed
    assert parameters.linearization_level == 0
    assert parameters.enumerate_all_solutions
    assert not new_solver().parameters.enumerate_all_solutions
