"""``batch`` over many lines, and commands started cold."""

from __future__ import annotations

import compileall
import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import IO, Any

from advisor.batch import Request, answer_lines
from benchmarks.squads import journal_of_ten, verify_lines
from benchmarks.timing import say, table

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = [sys.executable, "-c", "from advisor.cli import main; raise SystemExit(main())"]
_SAYS_ITS_PEAK = """
import resource, sys
from pathlib import Path
from advisor.cli import main
main()
status = Path("/proc/self/status")
if status.exists():  # the usage below would count what this process was before it became Python
    peak = next(line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM"))
else:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
sys.stderr.write(str(peak))
"""
UNWANTED = ("ortools", "pandas", "sqlalchemy", "streamlit", "numpy")
"""Packages that a verdict without repairs has no use for."""


def throughput(count: int, rounds: int = 3, *, is_short: bool = False) -> dict[str, float]:
    """Lines a second in one process, and what pydantic alone takes to parse and dump the same lines; best rounds.

    ``is_short``: lines about lineups that hang on a reading, so that each is answered again under its other value.
    """
    lines = list(verify_lines(count, is_short=is_short))
    text = b"\n".join(lines) + b"\n"
    ours, pydantics = [], []
    for _ in range(rounds):
        target = io.BytesIO()
        start = perf_counter()
        answer_lines(io.BytesIO(text), target)
        ours.append(perf_counter() - start)
        answers = target.getvalue().splitlines()
        assert len(answers) == count
        assert not any(answer.startswith(b'{"errors"') for answer in answers)
        start = perf_counter()
        for line in lines:
            Request.model_validate_json(line).model_dump_json(exclude_unset=True)
        pydantics.append(perf_counter() - start)
    return {
        "lines": count,
        "bytes_a_line": round(len(text) / count),
        "lines_a_second": count / min(ours),
        "times_pydantic": min(ours) / min(pydantics),
    }


def _batch(source: IO[bytes], jobs: int) -> float:
    source.seek(0)
    start = perf_counter()
    subprocess.run(
        [*PROGRAM, "batch", "--jobs", str(jobs)], cwd=ROOT, stdin=source, stdout=subprocess.DEVNULL, check=True
    )
    return perf_counter() - start


def two_jobs(count: int, rounds: int = 3) -> dict[str, Any]:
    """The command with one process and with two over the same lines, starting included, each the best round."""
    with tempfile.TemporaryFile() as source:
        source.writelines(line + b"\n" for line in verify_lines(count))
        taken = {jobs: min(_batch(source, jobs) for _ in range(rounds)) for jobs in (1, 2)}
    return {"lines": count, "one": taken[1], "two": taken[2], "gain": taken[1] / taken[2]}


def peak_memory(lines: Iterable[bytes]) -> float:
    """The most memory that ``batch`` has held while it answered these lines, in MB, as it says itself at its end."""
    with subprocess.Popen(
        [sys.executable, "-c", _SAYS_ITS_PEAK, "batch"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        for line in lines:
            process.stdin.write(line + b"\n")
        process.stdin.close()
        return int(process.stderr.read()) / 1024


def _modules(arguments: list[str]) -> list[str]:
    program = (
        "import sys; from advisor.cli import main; main(sys.argv[1:]); sys.stdout.flush();"
        "sys.stderr.write('\\n'.join(sorted(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program, *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stderr.split()


def cold(rounds: int = 10) -> dict[str, Any]:
    """Commands in processes of their own, from start to end: medians, in turn so that noise meets all alike.

    The package is compiled first, as `make install` does.
    """
    compileall.compile_dir(ROOT / "advisor", quiet=1)
    match = journal_of_ten(Random(5))
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "match.json")
        Path(path).write_text(json.dumps(match), "utf-8")
        blue = [player["id"] for player in match["teams"]["blue"]["players"]]
        lineup = [player for player in blue[:5] if player != match["journal"][-1]["player"]]
        verify = ["verify", path, "--team", "blue", "--lineup", ",".join(lineup), "--repairs", "0"]
        advise = ["advise", path, "--team", "blue"]
        commands = {
            "imports": [sys.executable, "-c", "from pydantic import BaseModel; import typer, yaml"],
            "verify": [*PROGRAM, *verify],
            "advise": [*PROGRAM, *advise],
        }
        taken: dict[str, list[float]] = {name: [] for name in commands}
        for number in range(rounds + 1):
            for name, command in commands.items():
                start = perf_counter()
                done = subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
                if number:
                    taken[name].append(perf_counter() - start)
                assert done.returncode in (0, 1)
        modules = {"verify": _modules(verify), "advise": _modules(advise)}
    unwanted = sorted({module.split(".")[0] for module in modules["verify"]} & set(UNWANTED))
    seconds = {name: median(values) for name, values in taken.items()}
    return {
        "seconds": seconds,
        "modules": {name: len(names) for name, names in modules.items()},
        "unwanted": unwanted,
        "verify_bound": 1.5 * seconds["imports"] + 0.15,
    }


def measure(count: int, rounds: int, memory: tuple[int, int]) -> dict[str, Any]:
    """All of it."""
    return {
        "throughput": throughput(count, rounds),
        "contested": throughput(count, rounds, is_short=True),
        "jobs": two_jobs(12 * count, rounds),
        "memory": {str(lines): peak_memory(verify_lines(lines)) for lines in memory},
        "cold": cold(10 if rounds >= 3 else rounds),
    }


def tabled(found: dict[str, Any]) -> str:
    """The figures as Markdown tables."""
    flow, again, jobs, started = found["throughput"], found["contested"], found["jobs"], found["cold"]
    rows = [
        ["`batch`, one process", f"{flow['lines_a_second']:,.0f} lines a second"],
        ["the same, each line contested by a reading", f"{again['lines_a_second']:,.0f} lines a second"],
        ["a line beside pydantic's own parse and dump of it", f"{flow['times_pydantic']:.1f} times"],
        ["the same, each line contested by a reading", f"{again['times_pydantic']:.1f} times"],
        ["`batch --jobs 2` against `--jobs 1`", f"{jobs['gain']:.2f} times faster ({jobs['lines']:,} lines)"],
        *([f"most memory over {int(lines):,} lines", f"{size:.1f} MB"] for lines, size in found["memory"].items()),
    ]
    names = {
        "imports": '`python -c "from pydantic import BaseModel; import typer, yaml"`',
        "verify": "`polo-advisor verify --repairs 0`",
        "advise": "`polo-advisor advise`",
    }
    cold_rows = [
        [names[name], say(value), str(started["modules"].get(name, ""))] for name, value in started["seconds"].items()
    ]
    return (
        table(["verify without repairs, 8 a team, 10 entries", ""], rows)
        + "\n\n"
        + table(["from a cold start", "median", "modules"], cold_rows)
        + "\n\nOf ortools, pandas, numpy, SQLAlchemy and Streamlit `verify` loads: "
        + f"{', '.join(started['unwanted']) or 'none'}."
    )
