"""Whom to bring: the players whose being at hand covers most losses, as a CP-SAT model over kinds of player.

Pure data in and out: kinds are numbers, values whole numbers of any one scale, and what a loss needs to be met is a
list of needs, any one of which will do.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

from advisor.errors import SolverFailure
from advisor.solver.settings import new_solver

SECONDS = 60.0
"""How long the search may take in all; what is not proved by then is said."""


class Need(NamedTuple):
    """Players who have to be at hand: how many of which kinds, in the order of the kinds.

    ``no_more``: kinds of which there may be no more at hand than that.
    """

    kinds: tuple[tuple[int, int], ...]
    no_more: frozenset[int] = frozenset()

    def is_met(self, brought: Sequence[int]) -> bool:
        """Whether these numbers of each kind meet it."""
        counts = dict(self.kinds)
        return all(brought[kind] >= count for kind, count in self.kinds) and all(
            brought[kind] <= counts.get(kind, 0) for kind in self.no_more
        )


class Way(NamedTuple):
    """A way to answer a loss, what it needs and what it is worth."""

    need: Need
    value: int


class Loss(NamedTuple):
    """Something that should be covered, and the needs any of which covers it."""

    covering: tuple[Need, ...]


class Outcome(NamedTuple):
    """What something comes to: the best of its ways at hand, never less than ``least``.

    ``short``: a value that there is too, but only where none of these needs is met.
    """

    ways: tuple[Way, ...]
    least: int
    short: tuple[int, tuple[Need, ...]] | None = None


class Problem(NamedTuple):
    """How many players there are of each kind, how many may be brought at most, and what to cover."""

    sizes: tuple[int, ...]
    most: int
    losses: tuple[Loss, ...]
    outcomes: tuple[Outcome, ...]


class Level(NamedTuple):
    """One of the aims: what was reached, what no choice can better, and whether that is proved to be the same."""

    reached: int
    bound: int

    @property
    def is_proved(self) -> bool:
        """Whether nothing better exists."""
        return self.reached == self.bound


class Brought(NamedTuple):
    """How many of each kind to bring; the losses left uncovered, the worst outcome, and the sum of all."""

    numbers: tuple[int, ...]
    uncovered: Level
    worst: Level
    total: Level


def choose(problem: Problem, report: Callable[[int], None] = lambda level: None, seconds: float = SECONDS) -> Brought:
    """The players to bring: fewest losses uncovered, then the best worst outcome, then the best sum of outcomes.

    Among equals those who by themselves cover most losses, so that there is somebody to spare. ``report`` is told
    before each of the searches which one begins. Raises SolverFailure where not even a first choice is found in time.
    """
    model = _BringModel(problem)
    end = time.monotonic() + seconds
    levels = []
    for number, (goal, sign) in enumerate(((model.uncovered, -1), (model.worst, 1), (model.total, 1))):
        report(number)
        levels.append(model.maximise(goal, sign, max(1.0, end - time.monotonic())))
    model.maximise(model.spare, 1, max(1.0, end - time.monotonic()))
    return Brought(model.numbers(), *levels)


class _BringModel:
    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.model = cp_model.CpModel()
        self.brought = [
            self.model.new_int_var(0, min(size, problem.most), f"kind {number}")
            for number, size in enumerate(problem.sizes)
        ]
        self.model.add(sum(self.brought) <= problem.most)
        self._met: dict[Need, Any] = {}
        self._bounds: dict[tuple[int, int, bool], Any] = {}
        missed = [self._missed(loss) for loss in problem.losses]
        self.uncovered = sum(missed)
        values = [self._value(outcome) for outcome in problem.outcomes]
        self.total = sum(values)
        heights = [height for outcome in problem.outcomes for height in _heights(outcome)]
        self.worst = self.model.new_int_var(min(heights), max(heights), "worst")
        for value in values:
            self.model.add(self.worst <= value)
        alone = [need.kinds[0] for loss in problem.losses for need in loss.covering if len(need.kinds) == 1]
        # Each of them weighs more than the number brought, of which the fewer the better.
        spare = sum(self.brought[kind] for kind, count in alone if count == 1)
        self.spare = (problem.most + 1) * spare - sum(self.brought)
        self._found: list[int] = []

    def _bound(self, kind: int, count: int, at_least: bool) -> Any:
        """A literal that holds only where so many of a kind are brought, at least or at most."""
        key = kind, count, at_least
        if key not in self._bounds:
            literal = self._bounds[key] = self.model.new_bool_var("")
            brought = self.brought[kind]
            constraint = brought >= count if at_least else brought <= count
            self.model.add(constraint).only_enforce_if(literal)
        return self._bounds[key]

    def _literal(self, need: Need) -> Any:
        """A literal that holds only where the need is met."""
        if need not in self._met:
            counts = dict(need.kinds)
            parts = [self._bound(kind, count, True) for kind, count in need.kinds]
            parts += [self._bound(kind, counts.get(kind, 0), False) for kind in sorted(need.no_more)]
            if len(parts) == 1:
                self._met[need] = parts[0]
            else:
                literal = self._met[need] = self.model.new_bool_var("")
                self.model.add_bool_and(parts).only_enforce_if(literal)
        return self._met[need]

    def _missed(self, loss: Loss) -> Any:
        if any(not need.kinds and not need.no_more for need in loss.covering):
            return 0
        missed = self.model.new_bool_var("missed")
        self.model.add_bool_or([missed, *map(self._literal, smallest(loss.covering))])
        return missed

    def _none_met(self, needs: Iterable[Need]) -> Any:
        """A literal that holds only where none of the needs is met."""
        literal = self.model.new_bool_var("")
        for need in set(needs):
            counts = dict(need.kinds)
            ways = [self._bound(kind, count - 1, False) for kind, count in need.kinds]
            ways += [self._bound(kind, counts.get(kind, 0) + 1, True) for kind in sorted(need.no_more)]
            self.model.add_bool_or([~literal, *ways])
        return literal

    def _value(self, outcome: Outcome) -> Any:
        """What an outcome comes to, as steps up from the least of its values."""
        steps: dict[int, list[Any]] = {}
        for way in best_ways(outcome.ways, outcome.least):
            steps.setdefault(way.value, []).append(self._literal(way.need))
        if outcome.short is not None and outcome.short[0] > outcome.least:
            steps.setdefault(outcome.short[0], []).append(self._none_met(outcome.short[1]))
        value: Any = outcome.least
        below, reached = outcome.least, None
        for height in sorted(steps):
            step = self.model.new_bool_var("")
            if reached is not None:
                self.model.add_implication(step, reached)
            value += (height - below) * step
            higher = [literal for other, literals in steps.items() if other >= height for literal in literals]
            self.model.add_bool_or([~step, *higher])
            below, reached = height, step
        return value

    def maximise(self, goal: Any, sign: int, seconds: float) -> Level:
        """Bring an aim as far as it goes, and hold it there."""
        if isinstance(goal, int) and self._found:
            return Level(goal, goal)
        self.model.maximize(sign * goal)
        solver = new_solver()
        solver.parameters.max_time_in_seconds = seconds
        status = solver.solve(self.model)
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SolverFailure(f"the solver ended with {solver.status_name(status)}")
        reached = solver.value(goal)
        bound = reached if status == cp_model.OPTIMAL else sign * round(solver.best_objective_bound)
        self.model.add(sign * goal >= sign * reached)
        self._found = [solver.value(number) for number in self.brought]
        self.model.clear_hints()  # type: ignore[no-untyped-call]
        for number, count in zip(self.brought, self._found, strict=True):
            self.model.add_hint(number, count)
        return Level(reached, bound)

    def numbers(self) -> tuple[int, ...]:
        """How many of each kind the last search brought."""
        return tuple(self._found)


def _heights(outcome: Outcome) -> list[int]:
    """Every value that an outcome may come to."""
    short = [] if outcome.short is None else [outcome.short[0]]
    return [outcome.least, *short, *(way.value for way in outcome.ways)]


def smallest(needs: Iterable[Need]) -> list[Need]:
    """The needs that are met whenever a larger one of them is; those that bar somebody stay."""
    kept: list[Need] = []
    for need in sorted(set(needs), key=_order):
        if not any(_is_part(small, need) for small in kept):
            kept.append(need)
    return kept


def best_ways(ways: Iterable[Way], least: int) -> list[Way]:
    """The ways that are worth more than every way, and than nothing, that needs only a part of the same players."""
    kept: list[Way] = []
    for way in sorted(set(ways), key=lambda way: (_order(way.need)[0], -way.value, _order(way.need))):
        if way.value > least and not any(small.value >= way.value and _is_part(small.need, way.need) for small in kept):
            kept.append(way)
    return kept


def _order(need: Need) -> tuple[int, int, tuple[tuple[int, int], ...], list[int]]:
    """The fewer players a need has the earlier, then the fewer it bars."""
    return sum(count for _, count in need.kinds), len(need.no_more), need.kinds, sorted(need.no_more)


def _is_part(small: Need, large: Need) -> bool:
    counts = dict(large.kinds)
    return (
        small.no_more <= large.no_more
        and all(counts.get(kind, 0) >= count for kind, count in small.kinds)
        and (not small.no_more or small == large)
    )
