"""The peers side by side: four of n under the limit, all counted, the 20 best listed, the same answer checked."""

from __future__ import annotations

import json
import selectors
import subprocess
import sys
from math import comb, floor
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

from benchmarks.peer import PEERS, PLACES
from benchmarks.squads import UPPER, squad
from benchmarks.timing import RUNS, say, table

ROOT = Path(__file__).resolve().parent.parent
STOPPED_AFTER = 60.0
"""Seconds after which a run of a peer is stopped."""

LOADED_WITHIN = 60.0


class PeerDisagreement(AssertionError):
    """Two peers give different answers to the same question."""


def question_of(bench: int) -> dict[str, Any]:
    """The question as JSON values: the squad without players rated below 0, of whom the book allows one only.

    At this limit half goals of a rating do not count, so the peers are given the ratings rounded down.
    """
    players = squad(bench, 8, minus_rated=False)
    return {
        "ids": [player["id"] for player in players],
        "handicaps": [2 * floor(player["handicap"]) for player in players],
        "limit": 2 * UPPER,
    }


def run_peer(name: str, bench: int, repeats: int, stop_after: float = STOPPED_AFTER) -> dict[str, Any]:
    """One peer's runs at one bench: ``runs``, or ``absent`` with the reason, or ``stopped``."""
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.peer", name, str(repeats)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    runs: list[dict[str, Any]] = []
    with process, selectors.DefaultSelector() as selector:
        process.stdin.write(json.dumps(question_of(bench)).encode())
        process.stdin.close()
        selector.register(process.stdout, selectors.EVENT_READ)
        deadline, rest = monotonic() + LOADED_WITHIN, b""
        while selector.select(max(0.0, deadline - monotonic())):
            chunk = process.stdout.read1(1 << 16)  # type: ignore[attr-defined]
            if not chunk:
                break
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                if line != b"ready":
                    runs.append(json.loads(line))
                deadline = monotonic() + stop_after
        else:
            process.kill()
            return {"peer": name, "bench": bench, "stopped": stop_after, "runs": runs}
        problem = process.stderr.read().decode()
        status = process.wait()
    if status == 3:
        return {"peer": name, "bench": bench, "absent": problem.strip().splitlines()[-1]}
    if status:
        raise RuntimeError(f"{name}: {problem}")
    return {"peer": name, "bench": bench, "runs": runs}


def measure(benches: tuple[int, ...], repeats: int, stop_after: float = STOPPED_AFTER) -> list[dict[str, Any]]:
    """Every peer at every bench, up to the first at which it is stopped; itertools goes on by extrapolation.

    The first of several runs is left out: it loads what is needed on first use.
    Raises :class:`PeerDisagreement` where two answers differ.
    """
    rows: list[dict[str, Any]] = []
    answers: dict[int, tuple[str, Any]] = {}
    for name in PEERS:
        done: list[dict[str, Any]] = []
        for bench in benches:
            if done and ("stopped" in done[-1] or "absent" in done[-1]):
                row = {key: value for key, value in done[-1].items() if key != "runs"} | {"bench": bench}
            elif name == "itertools" and comb(bench + PLACES, PLACES) > 10**8:
                row = extrapolate(done[-1], bench)
            else:
                row = run_peer(name, bench, repeats, stop_after)
            for run in row.pop("runs", []):
                answer = (run["lineups"], run["best"])
                first, known = answers.setdefault(bench, (name, answer))
                if answer != known:
                    raise PeerDisagreement(f"{name} and {first} differ at a bench of {bench}")
                row["lineups"] = run["lineups"]
                row.setdefault("all", []).append(run["seconds"])
            if "all" in row and "stopped" not in row:
                RUNS[f"bench of {bench}: {name}"] = row["all"][1:] or row["all"]
                row["seconds"] = median(RUNS[f"bench of {bench}: {name}"])
            row.pop("all", None)
            done.append(row)
        rows += done
    return rows


def extrapolate(measured: dict[str, Any], bench: int) -> dict[str, Any]:
    """What itertools would take, from a smaller bench by the number of fours."""
    fours = comb(bench + PLACES, PLACES) / comb(measured["bench"] + PLACES, PLACES)
    return {
        "peer": "itertools",
        "bench": bench,
        "seconds": measured["seconds"] * fours,
        "extrapolated_from": measured["bench"],
    }


def said(row: dict[str, Any]) -> str:
    """A figure, or why there is none."""
    if "stopped" in row:
        return f">{row['stopped']:.0f} s"
    if "absent" in row:
        return "absent"
    return f"{say(row['seconds'])}{' *' if 'extrapolated_from' in row else ''}"


def tabled(rows: list[dict[str, Any]]) -> str:
    """The figures as a Markdown table, with what there is to say below it."""
    benches = sorted({row["bench"] for row in rows})
    by_place = {(row["peer"], row["bench"]): row for row in rows}
    lines = [[name, *(said(by_place[name, bench]) for bench in benches)] for name in PEERS]
    counts = {row["bench"]: row["lineups"] for row in rows if "lineups" in row}
    lines.append(["*lineups*", *(f"{counts[bench]:,}" for bench in benches)])
    text = table(["bench", *map(str, benches)], lines)
    for row in rows:
        if "extrapolated_from" in row:
            text += (
                f"\n\n\\* Extrapolated: the figure at a bench of {row['extrapolated_from']}"
                f" times the number of fours at {row['bench']} over that at {row['extrapolated_from']}."
            )
    absent = {row["peer"]: row["absent"] for row in rows if "absent" in row}
    return text + "".join(f"\n\n{name} is absent: {reason}." for name, reason in absent.items())
