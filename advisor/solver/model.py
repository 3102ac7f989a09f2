"""A situation and its rules as a CP-SAT model over kinds of player.

Players who are alike in all that matters are one integer variable: how many of them are in the lineup. Each rule posts
its own constraints, under its own literal where clauses must be droppable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product
from typing import Any, NamedTuple

from ortools.sat.python import cp_model

from advisor.rulebook import Rule
from advisor.situation import PlayerState, Situation


class Kind(NamedTuple):
    """Players who may stand for each other: their sorted ids, and the first of them."""

    ids: tuple[str, ...]
    player: PlayerState


def find_kinds(
    situation: Situation, players: Iterable[str], tell_apart: frozenset[str] = frozenset()
) -> tuple[Kind, ...]:
    """The kinds of these players, in the order of their first ids; those to ``tell_apart`` only with each other."""
    groups: dict[tuple[object, ...], list[str]] = {}
    for player in sorted(players):
        groups.setdefault((player in tell_apart, situation.kind(player)), []).append(player)
    return tuple(Kind(tuple(ids), situation.players[ids[0]]) for ids in groups.values())


def _negated(literal: Any) -> Any:
    return not literal if isinstance(literal, bool) else ~literal


class LineupModel:
    """The lineup that is sought, as the rules see it (:class:`advisor.rulebook.rule.Model`).

    ``droppable``: each rule holds only under its literal in ``literals``; otherwise all hold. Lineups have 1 to
    ``places + 1`` players.
    """

    def __init__(self, situation: Situation, kinds: tuple[Kind, ...], *, droppable: bool = False) -> None:
        self.situation = situation
        self.kinds = kinds
        self.model = cp_model.CpModel()
        most = situation.places + 1
        self._bounds: dict[int, tuple[int, int]] = {}
        self.numbers = [self._variable(0, min(len(kind.ids), most), kind.player.id) for kind in kinds]
        self.size = self._sum(lambda player: 1)
        self.total = self._sum(lambda player: player.handicap)
        base, able = situation.base, situation.able
        self.newcomers = self._sum(lambda player: player.id not in base)
        self.leavers = len(able) - self._sum(lambda player: player.id in able)
        self.base_total = self._sum(lambda player: player.handicap if player.id in base else 0)
        self.model.add_linear_constraint(self.size, 1, most)
        self.has_newcomer = self.negated(self.at_most(self.newcomers, 0))
        self.charged = self.total + self.missing(self) if situation.frozen_places else self.total
        self.literals: dict[str, cp_model.IntVar] = {}
        for rule in situation.rules:
            if droppable:
                self.literals[rule.clause] = self.model.new_bool_var(rule.clause)
            rule.post(situation, self)

    def _variable(self, low: int, high: int, name: str) -> cp_model.IntVar:
        variable = self.model.new_int_var(low, high, name)
        self._bounds[variable.index] = (low, high)
        return variable

    def _sum(self, weight: Callable[[PlayerState], int]) -> Any:
        weights = [int(weight(kind.player)) for kind in self.kinds]
        used = [(number, factor) for number, factor in zip(self.numbers, weights, strict=True) if factor]
        if not used:
            return 0
        return cp_model.LinearExpr.weighted_sum([n for n, _ in used], [f for _, f in used])

    def count(self, among: Callable[[PlayerState], bool]) -> Any:
        """How many of these players are in the lineup."""
        return self._sum(lambda player: int(among(player)))

    def at_most(self, expression: Any, bound: int) -> Any:
        """A literal that is true where, and only where, the expression is at most the bound."""
        return self.reified(expression <= bound)

    def negated(self, literal: Any) -> Any:
        """The literal's opposite."""
        return _negated(literal)

    def reified(self, constraint: Any) -> Any:
        """A literal for a linear constraint, fixed by an equality in both directions.

        A constraint that holds always, or never, is a plain ``bool``.
        """
        if isinstance(constraint, bool):
            return constraint
        low = high = constraint.offset
        for variable, factor in zip(constraint.vars, constraint.coeffs, strict=True):
            ends = [factor * end for end in self._bounds[variable.index]]
            low, high = low + min(ends), high + max(ends)
        allowed = constraint.bounds
        if allowed.min() <= low and high <= allowed.max():
            return True
        if high < allowed.min() or low > allowed.max():
            return False
        literal = self.model.new_bool_var("")
        expression = cp_model.LinearExpr.weighted_sum(constraint.vars, constraint.coeffs) + constraint.offset
        self.model.add_linear_expression_in_domain(expression, constraint.bounds).only_enforce_if(literal)
        self.model.add_linear_expression_in_domain(expression, constraint.bounds.complement()).only_enforce_if(~literal)
        return literal

    def missing(self, view: LineupModel | _OneMore) -> Any:
        """Summed handicap of the players whose places stay open, fixed by a table (reading ``short-swap``)."""
        situation = self.situation
        own = [
            number
            for number, kind in enumerate(self.kinds)
            if kind.player.id in situation.able or any(place.player == kind.player.id for place in situation.vacant)
        ]
        ids = [self.kinds[number].player.id for number in own]
        bits = [view.number(number) for number in own]
        most = situation.places + 2
        others = self._variable(0, most, "others")
        self.model.add(others == view.size - sum(bits))
        rows = []
        for row in product(*(view.range_of(number) for number in own)):
            holders = frozenset(player for player, bit in zip(ids, row, strict=True) if bit)
            for count in range(most + 1):
                unfilled = situation.unfilled_beside(holders, count)
                value = sum(situation.players[p.player].handicap for p in unfilled if p.player is not None)
                rows.append((*row, count, value))
        values = [row[-1] for row in rows]
        missing = self._variable(min(values), max(values), "missing")
        self.model.add_allowed_assignments([*bits, others, missing], rows)
        return missing

    def number(self, kind: int) -> Any:
        """How many players of this kind are in the lineup."""
        return self.numbers[kind]

    def range_of(self, kind: int) -> range:
        """The values that :meth:`number` may have for a kind of one player."""
        return range(0, 2)

    def require(self, rule: Rule, constraint: Any, *conditions: Any) -> None:
        """Post a constraint that holds while the rule does, and while every condition is true."""
        conditions = tuple(condition for condition in conditions if condition is not True)
        if constraint is True or any(condition is False for condition in conditions):
            return
        literal = self.literals.get(rule.clause)
        under = [*conditions] if literal is None else [literal, *conditions]
        if constraint is False:
            self.model.add_bool_or([_negated(condition) for condition in under])
        elif under:
            self.model.add(constraint).only_enforce_if(under)
        else:
            self.model.add(constraint)

    def forbid_fillable(self, rule: Rule, *conditions: Any) -> None:
        """Post that nobody could be added within every other clause, while the conditions are true."""
        if any(condition is False for condition in conditions):
            return
        barred = self.situation.barred_players
        literal = self.literals.get(rule.clause)
        under = [condition for condition in conditions if condition is not True]
        if literal is not None:
            under.append(literal)
        for number, kind in enumerate(self.kinds):
            if kind.player.id in barred:
                continue
            fuller = _OneMore(self, number)
            for other in self.situation.rules:
                if other.clause != rule.clause:
                    other.post(self.situation, fuller)
            if fuller.is_impossible:
                continue
            left = self.at_most(self.numbers[number], len(kind.ids) - 1)
            self.model.add_bool_or([_negated(literal) for literal in (*under, left, *fuller.kept)])


class _OneMore:
    """The lineup with one more player of a kind: which clauses it would keep, as literals."""

    def __init__(self, model: LineupModel, kind: int) -> None:
        self.parent = model
        self.kind = kind
        player = model.kinds[kind].player
        situation = model.situation
        is_new, is_able = player.id not in situation.base, player.id in situation.able
        self.size = model.size + 1
        self.total = model.total + player.handicap
        self.newcomers = model.newcomers + int(is_new)
        self.leavers = model.leavers - int(is_able)
        self.base_total = model.base_total + (0 if is_new else player.handicap)
        self.has_newcomer = True if is_new else model.has_newcomer
        self.charged = self.total + model.missing(self) if situation.frozen_places else self.total
        self.kept: list[Any] = []
        self.is_impossible = False

    def number(self, kind: int) -> Any:
        return self.parent.numbers[kind] + int(kind == self.kind)

    def range_of(self, kind: int) -> range:
        return range(1, 3) if kind == self.kind else range(0, 2)

    def count(self, among: Callable[[PlayerState], bool]) -> Any:
        return self.parent.count(among) + int(among(self.parent.kinds[self.kind].player))

    def at_most(self, expression: Any, bound: int) -> Any:
        return self.parent.at_most(expression, bound)

    def negated(self, literal: Any) -> Any:
        return _negated(literal)

    def require(self, rule: Rule, constraint: Any, *conditions: Any) -> None:
        conditions = tuple(condition for condition in conditions if condition is not True)
        if constraint is True or any(condition is False for condition in conditions):
            return
        if not conditions:
            if constraint is False:
                self.is_impossible = True
            else:
                self.kept.append(self.parent.reified(constraint))
            return
        holds = self.parent.reified(constraint)
        ways = [_negated(condition) for condition in conditions]
        if holds is not False:
            ways.append(holds)
        kept = self.parent.model.new_bool_var("")
        self.parent.model.add_bool_or(ways).only_enforce_if(kept)
        for way in ways:
            self.parent.model.add_implication(way, kept)
        self.kept.append(kept)

    def forbid_fillable(self, rule: Rule, *conditions: Any) -> None:
        raise AssertionError("a clause on other lineups may not look at another such clause")
