"""Every legal lineup of a situation: enumerated by kinds of player, counted without being listed, listed in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from heapq import merge
from itertools import combinations, groupby, islice
from math import comb, prod
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

from advisor.errors import EngineDisagreement, SolverFailure
from advisor.rulebook import is_legal
from advisor.situation import Lineup, Situation
from advisor.solver.expand import ordered_lineups
from advisor.solver.model import Kind, LineupModel, find_kinds
from advisor.solver.settings import new_solver

CROSS_CHECK_UP_TO = 12
"""Candidates up to which the whole legal set is compared with a plain enumeration each time."""


class Pattern(NamedTuple):
    """How many players of each kind; ``lineup`` is the first lineup of that pattern."""

    numbers: tuple[int, ...]
    lineup: Lineup


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, numbers: list[Any]) -> None:
        super().__init__()
        self.places = [number.index for number in numbers]
        self.found: list[tuple[int, ...]] = []

    def on_solution_callback(self) -> None:
        value = self.SolutionIntegerValue  # of a variable by its index; several times cheaper than of an expression
        self.found.append(tuple([value(place) for place in self.places]))


def find_patterns(
    situation: Situation, kinds: tuple[Kind, ...], narrow: Callable[[LineupModel], None] | None = None
) -> list[Pattern]:
    """Every legal lineup as a pattern over these kinds; ``narrow`` may add constraints of its own.

    Raises :class:`~advisor.errors.EngineDisagreement` where the rulebook refuses one, ``SolverFailure`` where the
    solver does not finish.
    """
    model = LineupModel(situation, kinds)
    if narrow is not None:
        narrow(model)
    collector = _Collector(model.numbers)
    solver = new_solver(enumerate_all=True)
    status = solver.solve(model.model, collector)
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise SolverFailure(f"the solver ended with {solver.status_name(status)}")
    patterns = []
    for numbers in sorted(collector.found):
        ids = [player for kind, number in zip(kinds, numbers, strict=True) for player in kind.ids[:number]]
        lineup = situation.lineup(ids)
        if not is_legal(situation, lineup):
            raise EngineDisagreement(f"the solver calls {', '.join(sorted(ids))} legal, the rulebook does not")
        patterns.append(Pattern(numbers, lineup))
    if len(set(collector.found)) < len(patterns):
        raise EngineDisagreement("the solver found the same lineups twice")
    return patterns


def expand(kinds: tuple[Kind, ...], pattern: Pattern) -> Iterator[tuple[str, ...]]:
    """The lineups of a pattern as sorted ids, in order, one by one."""
    return ordered_lineups([(kind.ids, n) for kind, n in zip(kinds, pattern.numbers, strict=True) if n])


def standing_lineup(situation: Situation) -> frozenset[str] | None:
    """The lineup on the field, nobody obliged to leave: it is no option. Else ``None``."""
    return None if situation.must_leave else situation.field


def ranked_lineups(
    situation: Situation, kinds: tuple[Kind, ...], patterns: Iterable[Pattern], key: Callable[[Lineup], Any]
) -> Iterator[Lineup]:
    """The lineups of these patterns by ascending key, ties by their ids, without the standing one; made one by one.

    The key must be the same for all lineups of a pattern.
    """
    standing = standing_lineup(situation)
    keyed = sorted(((key(pattern.lineup), pattern) for pattern in patterns), key=lambda pair: pair[0])
    for _, group in groupby(keyed, key=lambda pair: pair[0]):
        for ids in merge(*(expand(kinds, pattern) for _, pattern in group)):
            lineup = situation.lineup(ids)
            if lineup.ids != standing:
                yield lineup


class LegalLineups:
    """All legal lineups of a situation, as one lazy object: ``len``, ``in``, truth, ``ranked``.

    The lineup already on the field, nobody obliged to leave, is left out (contract, ``options``). Raises
    :class:`~advisor.errors.EngineDisagreement` where solver and rulebook differ.
    """

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        barred = situation.barred_players
        self.candidates = [player for player in situation.players if player not in barred]
        self.kinds: tuple[Kind, ...] = find_kinds(situation, self.candidates)
        self.patterns = find_patterns(situation, self.kinds) if self.kinds else []
        if len(self.candidates) <= CROSS_CHECK_UP_TO:
            self._compare_with_plain_enumeration()
        standing = standing_lineup(situation)
        self._standing = standing
        self._standing_is_legal = standing is not None and any(
            self._matches(pattern, standing) for pattern in self.patterns
        )

    def _compare_with_plain_enumeration(self) -> None:
        situation = self.situation
        plain = set()
        for size in range(1, situation.places + 1):
            for ids in combinations(sorted(self.candidates), size):
                if is_legal(situation, situation.lineup(ids)):
                    plain.add(ids)
        solved = {ids for pattern in self.patterns for ids in expand(self.kinds, pattern)}
        if plain != solved:
            sample = ", ".join(min(plain ^ solved))
            raise EngineDisagreement(f"solver and plain enumeration differ on {sample}")

    def _matches(self, pattern: Pattern, ids: frozenset[str]) -> bool:
        return all(
            len(ids.intersection(kind.ids)) == number for kind, number in zip(self.kinds, pattern.numbers, strict=True)
        ) and sum(pattern.numbers) == len(ids)

    def __len__(self) -> int:
        total = sum(
            prod(comb(len(kind.ids), n) for kind, n in zip(self.kinds, pattern.numbers, strict=True))
            for pattern in self.patterns
        )
        return total - int(self._standing_is_legal)

    def __bool__(self) -> bool:
        return len(self) > 0

    def __contains__(self, ids: object) -> bool:
        if not isinstance(ids, (frozenset, set, tuple, list)):
            return False
        members = frozenset(ids)
        return members != self._standing and any(self._matches(pattern, members) for pattern in self.patterns)

    def has_player(self, player: str) -> bool:
        """Whether any legal lineup has this player."""
        return any(
            player in kind.ids and any(pattern.numbers[number] for pattern in self.patterns)
            for number, kind in enumerate(self.kinds)
        )

    def ranked(self, key: Callable[[Lineup], Any]) -> Iterator[Lineup]:
        """The lineups by ascending key, ties by their ids; each is made only when it is asked for.

        The key must be the same for all lineups of a pattern.
        """
        return ranked_lineups(self.situation, self.kinds, self.patterns, key)

    def best(self, key: Callable[[Lineup], Any], limit: int | None) -> list[Lineup]:
        """The first ``limit`` of :meth:`ranked`, each checked by the rulebook; ``None``: all."""
        lineups = list(islice(self.ranked(key), limit))
        for lineup in lineups:
            if not is_legal(self.situation, lineup):
                raise EngineDisagreement(f"the rulebook refuses {', '.join(sorted(lineup.ids))}")
        return lineups

    def best_by(self, group: Callable[[Lineup], Any], key: Callable[[Lineup], Any]) -> list[Lineup]:
        """The first lineup by ``key``, then by ids, of each group; both must be the same for all of a pattern."""
        best: dict[Any, tuple[Any, list[str], Lineup]] = {}
        for pattern in self.patterns:
            lineup: Lineup | None = pattern.lineup
            if pattern.lineup.ids == self._standing:
                others = (frozenset(ids) for ids in islice(expand(self.kinds, pattern), 1, 2))
                lineup = next((self.situation.lineup(ids) for ids in others), None)
            if lineup is not None:
                name, candidate = group(lineup), (key(lineup), sorted(lineup.ids), lineup)
                if name not in best or candidate[:2] < best[name][:2]:
                    best[name] = candidate
        return [lineup for _, _, lineup in best.values()]
