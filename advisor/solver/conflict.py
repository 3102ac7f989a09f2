"""Why a player is in no legal lineup: a smallest set of clauses such that every lineup with him breaks one of them.

Smallest by implicit hitting sets: what every lineup found so far breaks must be hit; the smallest set that does, first
in the order of the clauses, is put to the solver; a lineup that slips through joins those to be hit. When none slips
through, no smaller set, and none of the same size that comes earlier, could have done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from ortools.sat.python import cp_model

from advisor.errors import EngineDisagreement, SolverFailure
from advisor.rulebook import broken_clauses
from advisor.situation import Situation
from advisor.solver.model import Kind, LineupModel
from advisor.solver.settings import new_solver


class Conflicts:
    """Asks one situation for the conflicts of several kinds of player; the model is built once."""

    def __init__(self, situation: Situation, kinds: tuple[Kind, ...]) -> None:
        self.situation = situation
        self.kinds = kinds
        self._model: LineupModel | None = None
        self._present: dict[int | None, cp_model.IntVar] = {}

    def find(self, number: int) -> tuple[str, ...]:
        """The clauses, in their order, that together keep this kind of player out of every lineup.

        Raises :class:`~advisor.errors.EngineDisagreement` where a lineup with him is legal after all.
        """
        situation = self.situation
        player = self.kinds[number].ids[0]
        clauses = [rule.clause for rule in situation.rules]
        personal = {clause for clause, barred in situation.barred.items() if player in barred}
        to_hit = [self._broken(ids) for ids in self._first_lineups(player)]
        while True:
            chosen = smallest_hitting_set(clauses, to_hit)
            if chosen is None:
                raise EngineDisagreement(f"{player} is in no option, and yet a lineup with him breaks nothing")
            if personal.intersection(chosen):
                return chosen
            slipped = self._slips_through(number, chosen)
            if slipped is None:
                return chosen
            to_hit.append(self._broken(slipped))

    def find_for_anybody(self) -> tuple[str, ...]:
        """The clauses that together leave no lineup in which somebody comes in; empty where there is nobody."""
        situation = self.situation
        clauses = [rule.clause for rule in situation.rules]
        outside = [player for kind in self.kinds for player in kind.ids[:1] if player not in situation.on_field]
        to_hit = [self._broken(ids) for player in outside for ids in self._first_lineups(player)]
        while to_hit:
            chosen = smallest_hitting_set(clauses, to_hit)
            if chosen is None:
                raise EngineDisagreement("nobody can come in, and yet a lineup with somebody new breaks nothing")
            slipped = self._slips_through(None, chosen)
            if slipped is None:
                return chosen
            to_hit.append(self._broken(slipped))
        return ()

    def _broken(self, ids: Iterable[str]) -> frozenset[str]:
        return frozenset(broken_clauses(self.situation, self.situation.lineup(ids)))

    def _first_lineups(self, player: str) -> list[frozenset[str]]:
        """Lineups that are near at hand: with the player instead of each on the field, beside them, and alone."""
        able = self.situation.able
        near = [able | {player}, frozenset({player})]
        near += [able - {other} | {player} for other in sorted(able) if other != player]
        return [ids for ids in near if len(ids) <= self.situation.places + 1]

    def _slips_through(self, number: int | None, enforced: Sequence[str]) -> frozenset[str] | None:
        """A lineup with this kind of player (``None``: with anybody who comes in) that keeps these clauses, if any."""
        if self._model is None:
            self._model = LineupModel(self.situation, self.kinds, droppable=True)
        model = self._model
        present = self._present.get(number)
        if present is None:
            present = self._present[number] = model.model.new_bool_var("")
            on_field = self.situation.on_field
            coming = model.count(lambda player: player.id not in on_field) if number is None else model.numbers[number]
            model.model.add(coming >= 1).only_enforce_if(present)
        model.model.clear_assumptions()
        model.model.add_assumptions([present, *(model.literals[clause] for clause in enforced)])
        solver = new_solver()
        status = solver.solve(model.model)
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise SolverFailure(f"the solver ended with {solver.status_name(status)}")
        ids = frozenset(
            other
            for kind, count in zip(self.kinds, model.numbers, strict=True)
            for other in kind.ids[: solver.value(count)]
        )
        if self._broken(ids).intersection(enforced):
            raise EngineDisagreement(f"solver and rulebook differ on {', '.join(sorted(ids))}")
        return ids


def smallest_hitting_set(clauses: Sequence[str], to_hit: Sequence[frozenset[str]]) -> tuple[str, ...] | None:
    """The smallest set of clauses that meets each of the given sets, of several the first in order; else ``None``."""
    minimal = [one for one in set(to_hit) if not any(other < one for other in to_hit)]
    if any(not one for one in minimal):
        return None
    useful = [clause for clause in clauses if any(clause in one for one in minimal)]
    for size in range(1, len(useful) + 1):
        for chosen in combinations(useful, size):
            if all(not one.isdisjoint(chosen) for one in minimal):
                return chosen
    return ()
