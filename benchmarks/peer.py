"""One peer on the question of :mod:`benchmarks.peers`, in a process of its own: ``python -m benchmarks.peer NAME``.

The question comes as JSON on standard input; ``ready`` is printed when the libraries are loaded, then one JSON line
after each run with its seconds, how many lineups there are and the best 20 of them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from heapq import nsmallest
from importlib import import_module
from itertools import combinations
from time import perf_counter
from typing import Any, NamedTuple

LISTED = 20
PLACES = 4
BUDGET = 6.0
"""Seconds after which a peer is not run again."""


class Question(NamedTuple):
    """Which four of these are within the limit? Handicaps and limit in half goals; ids are sorted."""

    ids: list[str]
    handicaps: list[int]
    limit: int


class Answer(NamedTuple):
    """How many lineups there are, and the best of them: the highest sum first, then by ids."""

    lineups: int
    best: list[list[str]]


Peer = Callable[[Question], Answer]


def best_of(question: Question, lineups: Iterable[tuple[int, ...]]) -> Answer:
    """The answer from all lineups, each as the numbers of its players in ascending order."""
    found = list(lineups)
    values = question.handicaps
    best = nsmallest(LISTED, found, key=lambda four: (-sum(values[one] for one in four), four))
    return Answer(len(found), [[question.ids[one] for one in four] for four in best])


def use_engine() -> Peer:
    """This project's own engine: the legal set at the end of a period."""
    from advisor.answers import Inquiry
    from advisor.match import Match
    from advisor.solver.enumerate import LegalLineups

    situations: dict[int, Any] = {}

    def run(question: Question) -> Answer:
        if id(question) not in situations:
            rows = [
                {"id": one, "handicap": half / 2} for one, half in zip(question.ids, question.handicaps, strict=True)
            ]
            start = {"entry": "start", "lineups": {"red": question.ids[:4], "blue": question.ids[:4]}}
            match = Match.model_validate(
                {
                    "rules": "uspa-outdoor-2026",
                    "event": {"upper_limit": question.limit / 2},
                    "teams": {"red": {"players": rows}, "blue": {"players": rows}},
                    "journal": [start, {"entry": "end_period"}],
                }
            )
            situations[id(question)] = Inquiry(match).view("red").situation
        legal = LegalLineups(situations[id(question)])
        best = legal.best(lambda lineup: -lineup.total, LISTED)
        # The lineup on the field is legal and no option, so it is put back where the peers have it.
        standing = (-sum(question.handicaps[:4]), question.ids[:4])
        listed = sorted([*((-lineup.total, sorted(lineup.ids)) for lineup in best), standing])
        return Answer(len(legal) + 1, [ids for _, ids in listed[:LISTED]])

    return run


def use_itertools() -> Peer:
    """Every four, the plain way."""

    def run(question: Question) -> Answer:
        values, limit = question.handicaps, question.limit
        fours = combinations(range(len(values)), PLACES)
        return best_of(
            question,
            (four for four in fours if values[four[0]] + values[four[1]] + values[four[2]] + values[four[3]] <= limit),
        )

    return run


def _cp_sat(with_parameters: bool) -> Peer:
    cp_model = import_module("ortools.sat.python.cp_model")

    class Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[name-defined, misc]
        def __init__(self, chosen: list[Any]) -> None:
            super().__init__()
            self.chosen = chosen
            self.found: list[tuple[int, ...]] = []

        def on_solution_callback(self) -> None:
            self.found.append(tuple(n for n, one in enumerate(self.chosen) if self.boolean_value(one)))

    def run(question: Question) -> Answer:
        model = cp_model.CpModel()
        chosen = [model.new_bool_var(one) for one in question.ids]
        model.add(sum(chosen) == PLACES)
        model.add(cp_model.LinearExpr.weighted_sum(chosen, question.handicaps) <= question.limit)
        solver = cp_model.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        if with_parameters:
            solver.parameters.num_workers = 1
            solver.parameters.random_seed = 1
            solver.parameters.linearization_level = 0
        collector = Collector(chosen)
        status = solver.solve(model, collector)
        if status != cp_model.OPTIMAL:
            raise RuntimeError(f"ended with {solver.status_name(status)}")
        return best_of(question, collector.found)

    return run


def use_cp_sat() -> Peer:
    """OR-Tools' CP-SAT, a Boolean per player, default parameters but for the enumeration."""
    return _cp_sat(with_parameters=False)


def use_cp_sat_tuned() -> Peer:
    """The same with one worker and no linear relaxation."""
    return _cp_sat(with_parameters=True)


def use_python_constraint() -> Peer:
    """python-constraint2: a Boolean per player and its own constraints on sums."""
    constraint = import_module("constraint")

    def run(question: Question) -> Answer:
        problem = constraint.Problem()
        numbers = range(len(question.ids))
        problem.addVariables(numbers, [0, 1])
        problem.addConstraint(constraint.ExactSumConstraint(PLACES), numbers)
        problem.addConstraint(constraint.MaxSumConstraint(question.limit, question.handicaps), numbers)
        return best_of(question, (tuple(n for n in numbers if found[n]) for found in problem.getSolutions()))

    return run


def use_clingo() -> Peer:
    """clingo: a choice of four and a sum."""
    clingo = import_module("clingo")

    def run(question: Question) -> Answer:
        facts = " ".join(f"player({n},{value})." for n, value in enumerate(question.handicaps))
        rules = (
            f"{PLACES} {{ in(P) : player(P,_) }} {PLACES}. :- #sum {{ H,P : in(P), player(P,H) }} > {question.limit}."
        )
        control = clingo.Control(["--models=0"])
        control.add("base", [], f"{facts} {rules} #show in/1.")
        control.ground([("base", [])])
        found: list[tuple[int, ...]] = []
        control.solve(
            on_model=lambda model: found.append(
                tuple(sorted(symbol.arguments[0].number for symbol in model.symbols(shown=True)))
            )
        )
        return best_of(question, found)

    return run


def use_cpmpy() -> Peer:
    """CPMpy: ``solveAll`` with its default solver."""
    cpmpy = import_module("cpmpy")

    def run(question: Question) -> Answer:
        chosen = cpmpy.boolvar(shape=len(question.ids))
        model = cpmpy.Model(cpmpy.sum(chosen) == PLACES, cpmpy.sum(chosen * question.handicaps) <= question.limit)
        found: list[tuple[int, ...]] = []
        model.solveAll(display=lambda: found.append(tuple(n for n, value in enumerate(chosen.value()) if value)))
        return best_of(question, found)

    return run


def use_minizinc() -> Peer:
    """MiniZinc with Gecode: the four as an ascending array, as its handbook advises for sets of a fixed size."""
    minizinc = import_module("minizinc")
    gecode = minizinc.Solver.lookup("gecode")
    source = f"""
        int: n; int: limit; array[1..n] of int: h;
        array[1..{PLACES}] of var 1..n: four;
        constraint forall(i in 1..{PLACES - 1})(four[i] < four[i + 1]);
        constraint sum(i in 1..{PLACES})(h[four[i]]) <= limit;
        solve satisfy;
    """

    def run(question: Question) -> Answer:
        model = minizinc.Model()
        model.add_string(source)
        instance = minizinc.Instance(gecode, model)
        instance["n"], instance["limit"], instance["h"] = len(question.ids), question.limit, question.handicaps
        result = instance.solve(all_solutions=True)
        return best_of(question, (tuple(place - 1 for place in found.four) for found in result.solution or []))

    return run


PEERS: dict[str, Callable[[], Peer]] = {
    "Polo Advisor": use_engine,
    "itertools": use_itertools,
    "CP-SAT, Booleans, default": use_cp_sat,
    "CP-SAT, Booleans, tuned": use_cp_sat_tuned,
    "python-constraint2": use_python_constraint,
    "clingo": use_clingo,
    "CPMpy solveAll": use_cpmpy,
    "MiniZinc with Gecode": use_minizinc,
}
"""Each prepares itself (imports), and gives the function that is timed: from the question to the answer."""


def main() -> int:
    """Runs the peer named on the command line; exit status 3 where it is not installed."""
    question = Question(**json.load(sys.stdin))
    repeats = int(sys.argv[2])
    try:
        run = PEERS[sys.argv[1]]()
    except (ImportError, LookupError) as error:
        sys.stderr.write(f"{error}\n")
        return 3
    except Exception as error:
        if type(error).__name__ != "ConfigurationError":
            raise
        sys.stderr.write("the minizinc program is not installed\n")
        return 3
    print("ready", flush=True)
    spent, runs = 0.0, 0
    while runs < repeats and (runs == 0 or spent < BUDGET):
        start = perf_counter()
        answer = run(question)
        taken = perf_counter() - start
        spent, runs = spent + taken, runs + 1
        print(json.dumps({"seconds": taken, **answer._asdict()}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
