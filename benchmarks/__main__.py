"""``python -m benchmarks``: measures, and puts the tables into the README and the docs.

The figures go into ``results.json``, every run into ``pyperf.json``.

``--quick`` measures little, to see that all works; ``--only`` one part or several, the others' figures stay as they
were.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import commands, engine, parts, peers, promises
from benchmarks.squads import BENCHES
from benchmarks.timing import about_the_machine, say, table, write_runs

ROOT = Path(__file__).resolve().parent.parent
RESULTS = Path(__file__).resolve().parent / "results.json"
PYPERF = RESULTS.with_name("pyperf.json")
BEGIN, END = "<!-- bench -->", "<!-- /bench -->"


def _measures(quick: bool) -> dict[str, Callable[[], Any]]:
    if quick:
        return {
            "engine": lambda: engine.measure((4, 8), 3),
            "peers": lambda: peers.measure((4, 8), 2, 10.0),
            "parts": lambda: parts.measure(4, 3),
            "commands": lambda: commands.measure(200, 1, (100, 200)),
        }
    return {
        "engine": lambda: engine.measure(BENCHES, 15),
        "peers": lambda: peers.measure(BENCHES, 11),
        "parts": lambda: parts.measure(8, 15),
        "commands": lambda: commands.measure(5000, 3, (10_000, 100_000)),
    }


def insert(text: str, tables: str) -> str:
    """The text with these tables between its two marks. Raises ``ValueError`` where it does not have both."""
    before, rest = text.split(BEGIN, 1)
    _, after = rest.split(END, 1)
    return f"{before}{BEGIN}\n\n{tables}\n\n{END}{after}"


def _measured_on(found: dict[str, Any]) -> str:
    machine = found["machine"]
    return (
        f"Measured {machine['date']} with Python {machine['python']} on {machine['system']}, {machine['cores']} cores, "
        f"load {machine['load_at_start']} before; ortools {machine['ortools']}, pydantic {machine['pydantic']}."
    )


def brief(found: dict[str, Any]) -> str:
    """What the README shows."""
    widest = {row["bench"]: row for row in found["engine"] if row["situation"] == "end of period"}
    stops = {row["bench"]: row for row in found["engine"] if row["situation"] == "injury"}
    rows = [
        ["legal lineups", *(f"{row['lineups']:,}" for row in widest.values())],
        ["listed and counted", *(say(row["seconds"]["legal set"]) for row in widest.values())],
        ["`advise`", *(say(row["seconds"]["advise"]) for row in widest.values())],
        ["`advise`, somebody hurt", *(say(row["seconds"]["advise"]) for row in stops.values())],
        ["`verify`", *(say(row["seconds"]["verify"]) for row in widest.values())],
    ]
    return "\n\n".join(
        [
            table(["bench, end of a period", *map(str, widest)], rows),
            "The same question put to the peers, four of n under the limit, all counted, the best 20 listed:",
            peers.tabled(found["peers"]),
            "What the figures have to keep:",
            promises.tabled(found),
            _measured_on(found),
        ]
    )


def full(found: dict[str, Any]) -> str:
    """What the docs show."""
    return "\n\n".join(
        [
            _measured_on(found),
            "### What the figures have to keep",
            promises.tabled(found),
            "### The engine",
            engine.tabled(found["engine"]),
            "### Beside the peers",
            peers.tabled(found["peers"]),
            "### Where the time goes",
            parts.tabled(found["parts"]),
            "### Batch and commands",
            commands.tabled(found["commands"]),
        ]
    )


def main(arguments: list[str] | None = None) -> int:
    """Measures and writes."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes and few repeats; prints, and writes nothing")
    parser.add_argument("--only", nargs="+", choices=["engine", "peers", "parts", "commands"], default=None)
    given = parser.parse_args(arguments)
    measures = _measures(given.quick)
    found: dict[str, Any] = {}
    if given.only and RESULTS.exists():
        found = json.loads(RESULTS.read_text("utf-8"))
    found["machine"] = about_the_machine()
    for name in given.only or measures:
        print(f"measuring: {name}", file=sys.stderr, flush=True)
        found[name] = measures[name]()
    if all(name in found for name in measures):
        print(full(found))
    else:
        print(json.dumps(found, indent=1))
    if not given.quick:
        write_runs(PYPERF)
        RESULTS.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
        if all(name in found for name in measures):
            for path, tables in ((ROOT / "README.md", brief(found)), (ROOT / "docs" / "benchmarks.md", full(found))):
                path.write_text(insert(path.read_text("utf-8"), tables), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
