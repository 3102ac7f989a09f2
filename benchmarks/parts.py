"""Where the time of one line of ``batch`` goes: seconds in each part, its calls into other parts left out."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from pydantic import BaseModel

import advisor.batch
import advisor.rulebook
import advisor.solver.conflict
import advisor.solver.enumerate
import advisor.solver.repair
from advisor.batch import Answerer
from advisor.fold import Fold
from advisor.match import Match, Resume
from advisor.solver.model import LineupModel
from advisor.state import MatchState
from advisor.textdata import parse_json
from benchmarks.squads import SITUATIONS, journal_of_ten, verify_lines
from benchmarks.timing import say, seconds, table

PARTS = (
    "reading JSON", "pydantic in", "fold", "situation", "model", "solving", "checking", "listing", "pydantic out",
    "rest",
)  # fmt: skip


class _Clock:
    """Charges the time that passes to the part on top of a stack."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)
        self.stack = ["rest"]
        self.since = perf_counter()

    def _charge(self) -> None:
        now = perf_counter()
        self.spent[self.stack[-1]] += now - self.since
        self.since = now

    def enter(self, part: str) -> None:
        self._charge()
        self.stack.append(part)

    def leave(self) -> None:
        self._charge()
        self.stack.pop()

    def read(self) -> dict[str, float]:
        self._charge()
        spent = {part: self.spent[part] for part in PARTS}
        self.spent.clear()
        return spent


def _timed(clock: _Clock, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(function)
    def run(*given: Any, **named: Any) -> Any:
        clock.enter(part)
        try:
            return function(*given, **named)
        finally:
            clock.leave()

    return run


def _timed_steps(clock: _Clock, part: str, function: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    @wraps(function)
    def run(*given: Any, **named: Any) -> Iterator[Any]:
        steps = function(*given, **named)
        while True:
            clock.enter(part)
            try:
                step = next(steps)
            except StopIteration:
                return
            finally:
                clock.leave()
            yield step

    return run


@contextmanager
def _watched() -> Iterator[_Clock]:
    """A clock, while the functions of each part are replaced by ones that charge it."""
    clock = _Clock()
    cp_model: Any = sys.modules["ortools.sat.python.cp_model"]
    rulebook: Any = advisor.rulebook
    functions: dict[str, list[Any]] = {
        "reading JSON": [parse_json],
        "pydantic in": [advisor.batch.check_request],
        "checking": [rulebook.check, rulebook.check_standing, rulebook.is_legal, rulebook.broken_clauses],
    }
    methods: list[tuple[str, Any, str]] = [
        ("fold", Fold, "run"),
        ("fold", Fold, "and_then"),
        ("fold", Fold, "under"),
        ("fold", MatchState, "__init__"),
        ("situation", MatchState, "situation"),
        ("situation", Fold, "situation"),
        ("model", LineupModel, "__init__"),
        ("solving", cp_model.CpSolver, "solve"),
        ("pydantic out", BaseModel, "__init__"),
        ("pydantic out", BaseModel, "model_dump_json"),
    ]
    undo: list[tuple[Any, str, Any]] = []

    def put(place: Any, name: str, value: Any) -> None:
        undo.append((place, name, vars(place)[name]))
        setattr(place, name, value)

    modules = [module for name, module in sys.modules.items() if name.split(".")[0] == "advisor"]
    expand = advisor.solver.enumerate.expand
    timed = [(expand, _timed_steps(clock, "listing", expand))]
    timed += [(one, _timed(clock, part, one)) for part, found in functions.items() for one in found]
    for function, watched in timed:
        for module in modules:
            for name, value in list(vars(module).items()):
                if value is function:
                    put(module, name, watched)
    for part, owner, name in methods:
        if name in vars(owner):
            put(owner, name, _timed(clock, part, vars(owner)[name]))
    try:
        yield clock
    finally:
        for place, name, value in reversed(undo):
            setattr(place, name, value)


def _lines(bench: int, repeats: int) -> dict[str, list[bytes]]:
    chance = Random(3)
    matches = []
    for _ in range(repeats + 1):
        match = SITUATIONS["end of period"](bench).as_data()
        match["event"]["name"] = str(chance.random())
        matches.append(match)
    advise = [json.dumps({"do": "advise", "team": "red", "match": match}).encode() for match in matches]
    return {
        f"advise, bench of {bench}": advise,
        "verify, 8 a team, 10 entries": list(verify_lines(repeats + 1)),
    }


def measure(bench: int, repeats: int) -> dict[str, Any]:
    """The median seconds of each part of an ``advise`` and of a ``verify`` without repairs; going on from a fold."""
    found: dict[str, dict[str, float]] = {}
    for name, lines in _lines(bench, repeats).items():
        answerer = Answerer()
        runs = []
        with _watched() as clock:
            for line in lines:
                clock.read()
                answer = answerer.answer(line)
                runs.append(clock.read())
                assert b'"errors"' not in answer
        found[name] = {part: median(run[part] for run in runs[1:]) for part in PARTS}
    return {"lines": found, "going on": going_on(20 * repeats)}


def going_on(repeats: int) -> dict[str, float]:
    """Seconds to fold a journal of 10 entries, and to go on from there with one more, as a page does at each entry."""
    match = Match.model_validate(journal_of_ten(Random(5)))
    fold, more = Fold(match).run(), Resume(entry="resume")
    return {
        "entries": len(match.journal),
        "anew": seconds(lambda: Fold(match.model_copy(update={"journal": (*match.journal, more)})).run(), repeats),
        "one more": seconds(lambda: fold.and_then(more), repeats),
    }


def tabled(found: dict[str, Any]) -> str:
    """The figures as a Markdown table, and below it what going on from a fold spares."""
    lines, going = found["lines"], found["going on"]
    rows = []
    for part in PARTS:
        cells = [f"{say(spent[part])} ({spent[part] / sum(spent.values()):.0%})" for spent in lines.values()]
        rows.append([part, *cells])
    rows.append(["*together*", *(say(sum(spent.values())) for spent in lines.values())])
    return (
        table(["part", *lines], rows)
        + f"\n\nOne more entry onto a journal of {going['entries']}, as pages try what could be recorded next: folding"
        + f" all of them takes {say(going['anew'])}, going on from the fold {say(going['one more'])}."
    )
