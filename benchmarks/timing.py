"""Medians of repeats, and how they are written."""

from __future__ import annotations

import gc
import os
import platform
from collections.abc import Callable
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

RUNS: dict[str, list[float]] = {}
"""Seconds of each run of what was measured, by its name: pyperf reads and compares them."""

BUDGET = 2.0
"""Seconds after which no further repeat is started, once there are three."""


def seconds(action: Callable[[], object], repeats: int, name: str = "") -> float:
    """The median of the seconds that an action takes; once before, unmeasured, for what is loaded on first use.

    ``name``: what the runs are kept as.
    """
    action()
    taken: list[float] = []
    gc.collect()
    gc.disable()
    try:
        while len(taken) < repeats and (len(taken) < 3 or sum(taken) < BUDGET):
            start = perf_counter()
            action()
            taken.append(perf_counter() - start)
    finally:
        gc.enable()
    if name:
        RUNS[name] = taken
    return median(taken)


def write_runs(path: Path) -> None:
    """Put the runs into a file of pyperf's, those of the same name anew: ``python -m pyperf compare_to old new``."""
    import pyperf

    known: list[Any] = []
    if path.exists():
        known = [one for one in pyperf.BenchmarkSuite.load(str(path)) if one.get_name() not in RUNS]
    for name, taken in RUNS.items():
        metadata = {"name": name, "unit": "second"}
        known.append(pyperf.Benchmark([pyperf.Run(taken, metadata=metadata, collect_metadata=False)]))
    pyperf.BenchmarkSuite(known).dump(str(path), replace=True)


def about_the_machine() -> dict[str, Any]:
    """What the figures depend on."""
    return {
        "date": date.today().isoformat(),
        "python": platform.python_version(),
        "system": platform.system(),
        "cores": os.cpu_count(),
        "load_at_start": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "ortools": version("ortools"),
        "pydantic": version("pydantic"),
    }


def say(value: float | None) -> str:
    """Seconds as people read them."""
    if value is None:
        return "–"
    for unit, factor in (("µs", 1e6), ("ms", 1e3), ("s", 1.0)):
        if value * factor < (1000 if unit != "s" else 120):
            break
    else:
        return f"{value / 3600:,.1f} h" if value >= 7200 else f"{value / 60:,.0f} min"
    shown = value * factor
    return f"{shown:.{2 if shown < 10 else 1 if shown < 100 else 0}f} {unit}"


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table, the first column to the left and the others to the right."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
