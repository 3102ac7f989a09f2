"""Every worked example and public case in `data/cases`, asked of the engine; and the matcher that judges them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from advisor.match import Match
from tests.expectations import ask_engine, find_mismatches

CASES = Path(__file__).resolve().parent.parent / "data" / "cases"


def _load(path: Path) -> dict[str, Any]:
    data = yaml.load(path.read_text("utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    assert isinstance(data, dict)
    return data


def _name(case: str, number: int, ask: dict[str, Any]) -> str:
    words = [case, str(number), ask["do"], ask.get("team", ""), "+".join(ask.get("lineup", [])), ask.get("what", "")]
    return " ".join(word for word in words if word)


ASKS = [
    pytest.param(case["match"], ask, id=_name(case["case"], number, ask))
    for case in map(_load, sorted(CASES.glob("*.yaml")))
    for number, ask in enumerate(case["asks"])
]


@pytest.mark.parametrize(("match", "ask"), ASKS)
def test_case(match: dict[str, Any], ask: dict[str, Any]) -> None:
    answer = ask_engine(Match.model_validate(match), ask)
    assert find_mismatches(ask, answer) == []


def test_cases_were_found() -> None:
    assert len(ASKS) > 150


VERDICT = {
    "status": "illegal",
    "when": None,
    "broken": [{"clause": "upper-limit", "citation": "Rule 3", "message": "too high"}],
    "score_change": {"red": -1, "blue": 0},
}
ADVICE = {
    "totals": {"now": 1, "period_end": 0},
    "options": [{"lineup": ["r1", "r2"], "when": "now", "kind": "single", "net_goals": -0.5}],
    "removals": [{"player": "b3"}, {"player": "b1"}],
}
AUDIT = {"breaches": [{"entry": 4, "team": "red", "clauses": [{"clause": "p7-timing"}], "contested_by": []}]}


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        ({"expect": {"status": "illegal", "broken": ["upper-limit"], "when": None}}, VERDICT),
        ({"expect": {"score_change": {"red": -1}}}, VERDICT),
        ({"expect": {"totals": {"now": 1}}, "has": [["r1", "r2"]], "lacks": [["r1", "r3"]]}, ADVICE),
        ({"has": [{"lineup": ["r1", "r2"], "kind": "single"}], "removals": ["b1", "b3"]}, ADVICE),
        ({"has_breaches": [{"entry": 4, "clauses": ["p7-timing"]}]}, AUDIT),
    ],
)
def test_what_fits_has_no_mismatch(ask: dict[str, Any], answer: dict[str, Any]) -> None:
    assert find_mismatches(ask, answer) == []


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        ({"expect": {"status": "legal"}}, VERDICT),
        ({"expect": {"broken": []}}, VERDICT),
        ({"expect": {"broken": ["upper-limit", "p7-cap"]}}, VERDICT),
        ({"expect": {"score_change": {"red": 1}}}, VERDICT),
        ({"expect": {"contested_by": []}}, VERDICT),
        ({"has": [["r1", "r3"]]}, ADVICE),
        ({"has": [{"lineup": ["r1", "r2"], "kind": "double"}]}, ADVICE),
        ({"lacks": [["r1", "r2"]]}, ADVICE),
        ({"removals": ["b1"]}, ADVICE),
        ({"removals": ["b1", "b2"]}, ADVICE),
        ({"expect": {"breaches": []}}, AUDIT),
        ({"has_breaches": [{"entry": 3, "clauses": ["p7-timing"]}]}, AUDIT),
        ({"has_breaches": [{"entry": 4, "clauses": []}]}, AUDIT),
    ],
)
def test_what_does_not_fit_has_one(ask: dict[str, Any], answer: dict[str, Any]) -> None:
    assert find_mismatches(ask, answer) != []
