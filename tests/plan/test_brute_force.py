"""Bench and Penalty 7 against brute force: coverage, worst case, average, and best answer against best answer."""

from __future__ import annotations

import os
from collections import Counter

import pytest

from tests.generate import Seeded
from tests.plan.drawn import bench_differences, removal_differences, rules_of

SOAK = int(os.environ.get("POLO_ADVISOR_PLAN_SOAK", "600"))
"""How many matches are drawn in the long run of each."""


def test_the_bench_is_as_good_as_the_best_of_all_benches() -> None:
    met: Counter[str] = Counter()
    differences = {seed: found for seed in range(8) if (found := bench_differences(Seeded(seed), rules_of(seed), met))}
    assert differences == {}
    assert met["benches"] >= 4
    assert met["uncovered"] >= 1
    assert met["not proved"] == 0


def test_the_best_choice_under_a_penalty_7_is_that_of_best_answer_against_best_answer() -> None:
    met: Counter[str] = Counter()
    found = {seed: removal_differences(Seeded(seed), rules_of(seed), met) for seed in range(9)}
    assert {seed: problems for seed, problems in found.items() if problems} == {}
    assert met["removals"] >= 4
    assert met["another reading"] >= 1


@pytest.mark.soak
def test_many_benches_are_as_good_as_the_best() -> None:
    met: Counter[str] = Counter()
    differences = {
        seed: found for seed in range(SOAK) if (found := bench_differences(Seeded(seed), rules_of(seed), met))
    }
    print(dict(met))
    assert differences == {}


@pytest.mark.soak
def test_many_penalties_7_end_as_best_answer_against_best_answer() -> None:
    met: Counter[str] = Counter()
    differences = {
        seed: found for seed in range(SOAK) if (found := removal_differences(Seeded(seed), rules_of(seed), met))
    }
    print(dict(met))
    assert differences == {}
