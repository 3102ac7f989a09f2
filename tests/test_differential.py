"""The engine against the oracle, over random matches: every figure of every answer is the same.

``POLO_ADVISOR_DIFFERENTIAL``: how many matches hypothesis draws (default 100), the same ones each time but in the soak.
"""

from __future__ import annotations

import os
from collections import Counter

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.differential import ARENA, OUTDOOR, find_differences
from tests.generate import Drawn, Seeded
from tests.oracle import CLAUSES, READINGS

EXAMPLES = int(os.environ.get("POLO_ADVISOR_DIFFERENTIAL", "100"))

# Chosen so that everything in MET comes up, mostly in three of them.
SEEDS = (
    *(20000, 20001, 20005, 20019, 20040, 20182, 20216, 20411, 20438, 20454, 25024, 25059),
    *(25071, 25087, 25132, 25237, 25246, 25272, 25421, 25490, 30008, 30102, 30388, 30426),
    *(30721, 30723, 35233, 87595),
)

# The same with rosters re-rated since the draw and persons on both benches.
ROSTER_SEEDS = range(100, 116)

# The same with the umpire's entries.
UMPIRE_SEEDS = (*range(200, 208), 259, 271, 6122, 7451)

ENTRIES = (
    *("start", "stop", "resume", "end_period", "start_period", "goal", "unable", "recovered", "card", "sit_out_over"),
    *("arrived", "left", "penalty_7", "designate", "substitute", "player", "event", "strike"),
    *("horn", "ball_out", "ball_in", "penalty", "clock_correction"),
)
MET = (
    *(f"clause {clause}" for clause in CLAUSES),
    *(f"contested {reading}" for reading in READINGS),
    *(f"entry {entry}" for entry in ENTRIES),
    *(f"kind {kind}" for kind in ("start", "short", "double", "single", "fill", "break")),
    *(f"moment {moment}" for moment in ("before_start", "in_play", "stopped", "between_periods")),
    *(f"status {status}" for status in ("legal", "later", "illegal")),
    *(f"when {when}" for when in ("now", "any_time", "period_end")),
    *("unusable by 1", "unusable by 2", "unusable by 3", "removals", "wanted"),
)


def rules_of(seed: int) -> str:
    """The rulebook that a seed plays by: every third match is one in the arena."""
    return ARENA if seed % 3 == 0 else OUTDOOR


@settings(
    max_examples=EXAMPLES,
    suppress_health_check=list(HealthCheck),
)
@given(
    data=st.data(),
    rules=st.sampled_from((OUTDOOR, OUTDOOR, ARENA)),
    sort=st.sampled_from(({}, {}, {"rosters": True}, {"umpire": True})),
)
def test_engine_and_oracle_agree_on_drawn_matches(data: st.DataObject, rules: str, sort: dict[str, bool]) -> None:
    assert find_differences(Drawn(data.draw), rules, **sort) == []


def test_engine_and_oracle_agree_where_everything_comes_up() -> None:
    met: Counter[str] = Counter()
    differences = {}
    for sort, seeds in (("plain", SEEDS), ("rosters", ROSTER_SEEDS), ("umpire", UMPIRE_SEEDS)):
        for seed in seeds:
            sorts = {"rosters": sort == "rosters", "umpire": sort == "umpire"}
            if found := find_differences(Seeded(seed), rules_of(seed), met, **sorts):
                differences[seed] = found
    assert differences == {}
    assert [name for name in MET if not met[name]] == []
