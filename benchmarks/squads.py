"""Matches of any size to measure with: seeded, so the same each time, with handicaps as clubs have them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from advisor.match import Match

BENCHES = (4, 8, 20, 36, 96, 996)
"""Players on the bench, beside the four on the field."""

UPPER = 8
"""The event's upper limit, in goals."""

_RATINGS = (-1, 0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6)
_WEIGHTS = (4, 26, 4, 28, 4, 16, 3, 8, 4, 2, 1)


def squad(bench: int, seed: int, team: str = "r", *, minus_rated: bool = True) -> list[dict[str, Any]]:
    """Four starters of 8 goals together, and a bench of at least two.

    The first two of the bench are rated 0, so that nobody needs to play short.
    ``minus_rated``: whether some of the bench are rated below 0.
    """
    chance = random.Random(seed)
    weights = _WEIGHTS if minus_rated else (0, *_WEIGHTS[1:])
    handicaps = [3, 2, 2, 1, 0, 0, *chance.choices(_RATINGS, weights, k=bench - 2)]
    width = len(str(len(handicaps)))
    return [{"id": f"{team}{number:0{width}}", "handicap": value} for number, value in enumerate(handicaps, 1)]


def game(bench: int, *entries: dict[str, Any], seed: int = 8, minus_rated: bool = True) -> Match:
    """A match that has started, both teams with such a bench, and these entries after the start."""
    red = squad(bench, seed, "r", minus_rated=minus_rated)
    blue = squad(bench, seed + 1, "b", minus_rated=minus_rated)
    start = {"entry": "start", "lineups": {"red": _first_four(red), "blue": _first_four(blue)}}
    return Match.model_validate(
        {
            "rules": "uspa-outdoor-2026",
            "event": {"upper_limit": UPPER},
            "teams": {"red": {"players": red}, "blue": {"players": blue}},
            "journal": [start, *entries],
        }
    )


def _first_four(players: list[dict[str, Any]]) -> list[str]:
    return [player["id"] for player in players[:4]]


def period_end(bench: int, *, minus_rated: bool = True) -> Match:
    """At the end of a period anybody may come in: the widest case."""
    return game(bench, {"entry": "end_period"}, minus_rated=minus_rated)


def injury(bench: int) -> Match:
    """Play is stopped and red's second player, a 2, is hurt."""
    hurt = squad(bench, 8)[1]["id"]
    return game(bench, {"entry": "stop"}, {"entry": "unable", "team": "red", "player": hurt, "reason": "injury"})


def penalty_7(bench: int) -> Match:
    """The same, and the umpire has awarded Penalty 7 against blue: red may name whom blue loses."""
    hurt = squad(bench, 8)[1]["id"]
    return game(
        bench,
        {"entry": "stop"},
        {"entry": "unable", "team": "red", "player": hurt, "reason": "injury"},
        {"entry": "penalty_7", "against": "blue", "disabled": hurt},
    )


SITUATIONS = {"end of period": period_end, "injury": injury, "Penalty 7": penalty_7}
"""Matches by what has happened, for a bench of any size."""


def journal_of_ten(rng: random.Random) -> dict[str, Any]:
    """A match with 8 players a team and 10 entries, two of them substitutions for players who were hurt."""
    names = [f"{letter}{rng.randrange(10**6):06}{place}" for letter in "rb" for place in range(8)]
    red, blue = names[:8], names[8:]
    handicaps = [3, 2, 2, 1, *rng.choices((0, 0.5, 1, 1.5, 2), k=4)]
    rows = [
        [{"id": one, "handicap": value} for one, value in zip(side, handicaps, strict=True)] for side in (red, blue)
    ]
    hurt, fresh = rng.choice(red[:3]), rng.choice(red[4:6])
    other = rng.choice(blue[:3])
    return {
        "rules": "uspa-outdoor-2026",
        "event": {"upper_limit": 10},
        "teams": {"red": {"players": rows[0]}, "blue": {"players": rows[1]}},
        "journal": [
            {"entry": "start", "lineups": {"red": red[:4], "blue": blue[:4]}},
            {"entry": "goal", "team": "red", "clock": 60},
            {"entry": "stop", "clock": 120},
            {"entry": "unable", "team": "red", "player": hurt, "reason": "injury", "clock": 120},
            {"entry": "substitute", "team": "red", "out": [hurt], "in": [fresh], "clock": 130},
            {"entry": "resume", "clock": 140},
            {"entry": "end_period"},
            {"entry": "start_period"},
            {"entry": "stop", "clock": 200},
            {"entry": "unable", "team": "blue", "player": other, "reason": "injury", "clock": 200},
        ],
    }


def verify_lines(count: int, seed: int = 1, *, is_short: bool = False) -> Iterator[bytes]:
    """So many different lines for ``batch``: verify without repairs, each about a match of its own.

    ``is_short``: about a lineup that leaves a place open, which by another reading is not legal.
    """
    rng = random.Random(seed)
    for _ in range(count):
        match = journal_of_ten(rng)
        blue = [player["id"] for player in match["teams"]["blue"]["players"]]
        hurt = match["journal"][-1]["player"]
        lineup = [player for player in blue[:4] if player != hurt] + [rng.choice(blue[4:])] * (not is_short)
        line = {"do": "verify", "team": "blue", "lineup": lineup, "repairs": 0, "match": match}
        yield json.dumps(line).encode()
