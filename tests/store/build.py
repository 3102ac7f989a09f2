"""A small match, and what is recorded in it."""

from __future__ import annotations

from typing import Any

from advisor.match import Match

START = {
    "entry": "start",
    "lineups": {"red": ["r1", "r2", "r3", "r4"], "blue": ["b1", "b2", "b3", "b4"]},
}
HURT = {"entry": "unable", "team": "red", "player": "r4", "reason": "injury"}
REPLACED = {"entry": "substitute", "team": "red", "out": ["r4"], "in": ["r5"]}
STOP, RESUME = {"entry": "stop"}, {"entry": "resume"}
END, NEXT = {"entry": "end_period"}, {"entry": "start_period"}


def goal(team: str = "red", **more: Any) -> dict[str, Any]:
    return {"entry": "goal", "team": team, **more}


def team(key: str, size: int = 6) -> dict[str, Any]:
    return {"players": [{"id": f"{key[0]}{n}", "handicap": 2} for n in range(1, size + 1)]}


def a_match(**more: Any) -> Match:
    data = {
        "rules": "uspa-outdoor-2026",
        "event": {"name": "Copa Ñandú", "upper_limit": 8},
        "teams": {"red": team("red"), "blue": team("blue")},
    }
    return Match.model_validate({**data, **more})
