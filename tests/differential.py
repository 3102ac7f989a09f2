"""One random match put to the engine and to the oracle; every field of every answer must be equal."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from advisor.answers import Inquiry
from advisor.audit import audit
from advisor.match import Match
from tests import oracle
from tests.generate import Choose, random_match, random_question

OUTDOOR, ARENA = "uspa-outdoor-2026", "uspa-arena-2026"
Json = dict[str, Any]
ADVICE = (
    "moment",
    "places",
    "field",
    "must_leave",
    "limits",
    "counted_handicap",
    "handicap_goals",
    "totals",
    "options",
    "removals",
    "wanted",
)
VERDICT = (
    "status",
    "when",
    "broken",
    "contested_by",
    "field_handicap",
    "counted_handicap",
    "handicap_goals",
    "score_change",
    "repairs",
)


def find_differences(
    choose: Choose, rules: str, met: Counter[str] | None = None, *, rosters: bool = False, umpire: bool = False
) -> list[str]:
    """Draw a match and a question; what engine and oracle do not agree on, each as one line.

    ``met`` counts the clauses, kinds, moments, entries, readings and answers that came up.
    ``rosters``: with re-rated rosters and persons on both benches; ``umpire``: with horns and penalties.
    """
    data = random_match(choose, rules, rosters=rosters, umpire=umpire)
    question = random_question(choose, data)
    match, clock = Match.model_validate(data), question.get("clock")
    met = Counter() if met is None else met
    found = []
    for team in data["teams"]:
        mine = Inquiry(match, clock).advise(team, 10).model_dump(mode="json", by_alias=True)
        for option in mine["options"]:
            del option["alternatives"]
        theirs = oracle.advise(data, team, 10, clock)
        found += _compare(f"advise {team}", ADVICE, mine, theirs)
        found += _compare(f"advise {team}", ("unusable",), _by_player(mine), _by_player(theirs))
        _count_advice(met, theirs)
    team, lineup = question["team"], question["lineup"]
    mine = Inquiry(match, clock).verify(team, lineup).model_dump(mode="json", by_alias=True)
    mine["broken"] = [clause["clause"] for clause in mine["broken"]]
    theirs = oracle.verify(data, team, lineup, clock)
    found += _compare(f"verify {team} {','.join(lineup)}", VERDICT, mine, theirs)
    breaches = [
        {
            "entry": breach.entry,
            "team": breach.team,
            "clauses": [clause.clause for clause in breach.clauses],
            "contested_by": breach.contested_by,
        }
        for breach in audit(match).breaches
    ]
    found += _compare("audit", ("breaches",), {"breaches": breaches}, oracle.audit(data))
    met.update(f"entry {entry['entry']}" for entry in data["journal"])
    met.update(f"clause {clause}" for breach in breaches for clause in breach["clauses"])
    met.update(f"clause {clause}" for clause in mine["broken"])
    met.update([f"status {mine['status']}"])
    met.update(f"contested {reading}" for reading in mine["contested_by"])
    return found


def _compare(what: str, fields: tuple[str, ...], mine: Json, theirs: Json) -> list[str]:
    return [
        f"{what}: {field}: engine {json.dumps(mine[field])[:500]}, oracle {json.dumps(theirs[field])[:500]}"
        for field in fields
        if mine[field] != theirs[field]
    ]


def _by_player(advice: Json) -> Json:
    """The rows of ``unusable`` for each player: how alike players are grouped is the engine's to choose."""
    rows = [(player, row["clauses"], row["later"]) for row in advice["unusable"] for player in row["players"]]
    return {"unusable": sorted(rows)}


def _count_advice(met: Counter[str], advice: Json) -> None:
    met.update([f"moment {advice['moment']}"])
    for option in advice["options"]:
        met.update([f"kind {option['kind']}", f"when {option['when']}"])
        met.update(f"contested {reading}" for reading in option["contested_by"])
    for row in advice["unusable"]:
        met.update(f"clause {clause}" for clause in row["clauses"])
        met.update([f"unusable by {len(row['clauses'])}"])
    met.update({"removals": len(advice["removals"]), "wanted": len(advice["wanted"])})
