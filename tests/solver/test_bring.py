"""Whom to bring, as pure data: against every choice, and what is said where the search is cut off."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from ortools.sat.python import cp_model

from advisor.errors import SolverFailure
from advisor.solver.bring import Level, Loss, Need, Outcome, Problem, Way, best_ways, choose, smallest

NOTHING = Need(())


def need(**kinds: int) -> Need:
    """So many of the kinds k0, k1, ..."""
    return Need(tuple(sorted((int(name[1:]), count) for name, count in kinds.items())))


def random_need(chance: random.Random, kinds: int) -> Need:
    chosen = sorted(chance.sample(range(kinds), chance.choice((1, 1, 2))))
    no_more = frozenset(chance.sample(range(kinds), chance.choice((0, 0, 0, 1, 2))))
    return Need(tuple((kind, chance.choice((1, 1, 2))) for kind in chosen), no_more)


def random_problem(seed: int) -> Problem:
    chance = random.Random(seed)
    kinds = chance.randint(2, 5)
    losses, outcomes = [], []
    for _ in range(chance.randint(1, 5)):
        ways = [Way(random_need(chance, kinds), chance.randint(-9, 9)) for _ in range(chance.randint(0, 6))]
        losses.append(Loss(tuple(way.need for way in ways[: chance.randint(0, 6)])))
        short = (chance.randint(-9, 9), tuple(way.need for way in ways[:2])) if chance.random() < 0.5 else None
        outcomes.append(Outcome(tuple(ways), -10, short))
    sizes = tuple(chance.randint(1, 3) for _ in range(kinds))
    return Problem(sizes, chance.randint(1, 4), tuple(losses), tuple(outcomes))


def worth(problem: Problem, brought: tuple[int, ...]) -> tuple[int, int, int]:
    """Losses not covered (negative), the worst outcome and the sum: the higher the better."""
    uncovered = sum(not any(one.is_met(brought) for one in loss.covering) for loss in problem.losses)
    values = []
    for outcome in problem.outcomes:
        found = [outcome.least, *(way.value for way in outcome.ways if way.need.is_met(brought))]
        if outcome.short is not None and not any(one.is_met(brought) for one in outcome.short[1]):
            found.append(outcome.short[0])
        values.append(max(found))
    return -uncovered, min(values), sum(values)


@pytest.mark.parametrize("seed", range(60))
def test_the_choice_is_as_good_as_the_best_of_all(seed: int) -> None:
    problem = random_problem(seed)
    choices = product(*(range(size + 1) for size in problem.sizes))
    best = max(worth(problem, choice) for choice in choices if sum(choice) <= problem.most)
    found = choose(problem)
    assert sum(found.numbers) <= problem.most
    assert worth(problem, found.numbers) == best
    assert (-found.uncovered.reached, found.worst.reached, found.total.reached) == best
    assert all(level.is_proved for level in (found.uncovered, found.worst, found.total))


def test_among_equals_those_come_who_cover_most_by_themselves_and_nobody_who_is_no_use() -> None:
    losses = (Loss((need(k0=1), need(k1=1))), Loss((need(k0=1), need(k1=1), need(k2=1))))
    outcomes = (Outcome((Way(need(k0=1), 5),), 0),)
    found = choose(Problem((1, 1, 1, 5), 3, losses, outcomes))
    assert found.numbers == (1, 1, 1, 0)


def test_the_searches_are_told_of_before_they_begin() -> None:
    told: list[int] = []
    choose(random_problem(1), told.append)
    assert told == [0, 1, 2]


class _CutOff(cp_model.CpSolver):
    """A solver that has found the best, and is stopped before it has proved that."""

    def solve(self, *arguments: Any) -> Any:
        super().solve(*arguments)
        return cp_model.FEASIBLE

    @property
    def best_objective_bound(self) -> float:
        return super().best_objective_bound + 3


class _GivesUp(cp_model.CpSolver):
    def solve(self, *arguments: Any) -> Any:
        return cp_model.UNKNOWN


def test_where_the_search_is_cut_off_the_gap_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    proved = choose(random_problem(3))
    monkeypatch.setattr("advisor.solver.bring.new_solver", _CutOff)
    found = choose(random_problem(3))
    assert found.numbers == proved.numbers
    assert found.total == Level(proved.total.reached, proved.total.reached + 3)
    assert (proved.total.is_proved, found.total.is_proved) == (True, False)


def test_where_nothing_is_found_in_time_there_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("advisor.solver.bring.new_solver", _GivesUp)
    with pytest.raises(SolverFailure, match="the solver ended with UNKNOWN"):
        choose(random_problem(3))


def test_needs_and_ways_that_add_nothing_are_left_out() -> None:
    barring = Need(((0, 1),), frozenset({1}))
    assert smallest([barring, need(k0=1, k1=1), need(k0=1), need(k0=2)]) == [need(k0=1)]
    assert smallest([barring, need(k0=1, k1=1)]) == [barring, need(k0=1, k1=1)]
    ways = [Way(need(k0=1), 4), Way(need(k0=1, k1=1), 4), Way(need(k0=1, k1=1), 6), Way(need(k1=1), 1)]
    assert best_ways(ways, 1) == [Way(need(k0=1), 4), Way(need(k0=1, k1=1), 6)]
    assert best_ways([Way(barring, 4), Way(need(k0=1, k1=1), 4)], 0) == [Way(barring, 4), Way(need(k0=1, k1=1), 4)]
    assert NOTHING.is_met((0, 0))
    assert not barring.is_met((1, 1))
