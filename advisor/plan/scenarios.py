"""What a list of candidates could do for each loss, as the problem that the solver chooses from.

A scenario is a loss played with the whole list on the bench. Candidates who are alike in all of them are one kind.
Lineups without players of eliminated teams are legal whoever else is at hand, so they are enumerated once over the
whole list; a player of an eliminated team may come in only while nobody else could, so such lineups are judged one by
one with nobody else of the list at hand, and need that nobody else who could come in is brought. (Where two places
are open at once, lineups that leave one open count only if they are legal with the whole list at hand.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from math import lcm
from typing import NamedTuple

from advisor.fold import Fold
from advisor.match import Designate, Player
from advisor.plan.cover import is_full
from advisor.plan.losses import Basis, loss_entries, played
from advisor.ranking import periods_left
from advisor.rulebook import is_legal
from advisor.rulebook.penalty7 import NearestAbove
from advisor.situation import Lineup, Situation
from advisor.solver.bring import Loss, Need, Outcome, Problem, Way
from advisor.solver.enumerate import find_patterns
from advisor.solver.model import Kind, LineupModel, find_kinds
from advisor.view import View


class _Raw(NamedTuple):
    """An outcome as the solver knows it, in half goals; ``least``: what it comes to whoever is at hand."""

    values: list[tuple[Need, Fraction]]
    least: Fraction | None
    short: tuple[Fraction, tuple[Need, ...]] | None


class Named(NamedTuple):
    """A loss by its player; ``named``: whom the captain names under the Penalty 7 for it, of those alike the first."""

    player: str
    named: str | None


@dataclass(frozen=True)
class Removed:
    """What a removal comes to for the own side: worth now, and what a later sum on the field adds (half goals)."""

    after: View
    end: View
    worth: Fraction
    later: Fraction

    def value(self, total: int) -> Fraction:
        """Its worth if this is the sum on the field from the next end of a period on."""
        return self.worth + self.later * total

    def best_total(self) -> int:
        """The highest sum that the own side can have from then on, no less than the one on the field."""
        return self.end.situation.lineup(self.best_ids()).total

    def best_ids(self) -> frozenset[str]:
        """The lineup with that sum."""
        standing = self.end.situation.lineup(self.end.situation.field)
        best = next(iter(self.end.legal.best(lambda lineup: (-lineup.total, self.end.exchanged(lineup)), 1)), standing)
        return best.ids if best.total > standing.total else standing.ids

    def is_covered(self) -> bool:
        """Whether a full lineup is legal at once, the one on the field or another."""
        situation = self.after.situation
        standing = situation.lineup(situation.field)
        if self.after.is_standing(standing.ids) and is_full(situation, standing) and self.after.is_legal(standing):
            return True
        return any(is_full(situation, pattern.lineup) for pattern in self.after.legal.patterns)


def with_bench(basis: Basis, players: Sequence[Player]) -> Basis:
    """The basis with these players on the team's list too."""
    match = basis.match
    team = match.teams[basis.team]
    team = team.model_copy(update={"players": (*team.players, *players)})
    return replace(basis, match=match.model_copy(update={"teams": {**match.teams, basis.team: team}}))


def hurt_view(basis: Basis, player: str) -> View:
    """The team when this player has been hurt."""
    return View(Fold(played(basis.match, *loss_entries(basis, "hurt", player))).run(), basis.team)


def removals_of(basis: Basis, player: str) -> dict[str, Removed]:
    """For each player whom the captain may name for this disabled one what the removal comes to."""
    match = played(basis.match, *loss_entries(basis, "penalty_7", player))
    fold = Fold(match).run()
    fouling, disabled = fold.sides[basis.other], fold.sides[basis.team].players[player]
    shown = View(fold, basis.team).ranking.goals
    baselines = {team: fold.situation(team).baseline for team in fold.sides}
    full = fold.book.figures.full(fold.periods)
    now, later = periods_left(fold), periods_left(fold, at_period_end=True)
    found = {}
    for named in NearestAbove.candidates(disabled, [fouling.players[other] for other in fouling.field]):
        after = Fold(played(match, Designate(entry="designate", player=named))).run()
        view = View(after, basis.team)
        goals = view.ranking.goals
        board = sum((goals[team] - shown[team]) * (1 if team == basis.team else -1) for team in after.sides)
        theirs = after.sides[basis.other].total() - baselines[basis.other]
        own = after.sides[basis.team].total() * (now - later) - baselines[basis.team] * now
        found[named] = Removed(
            view, View(after, basis.team, at_period_end=True), (own - theirs * now) / full + board, later / full
        )
    return found


class Scenarios:
    """The losses of a basis with a whole list of candidates, and the problem of whom of them to bring."""

    def __init__(self, basis: Basis, candidates: Sequence[Player]) -> None:
        self.basis = basis
        self.full_basis = with_bench(basis, candidates)
        self.candidates = {player.id: player for player in candidates}
        self.hurt = {player: hurt_view(self.full_basis, player) for player in basis.field}
        self.removed = {player: self._told_apart(removals_of(self.full_basis, player)) for player in basis.field}
        self.kinds = self._find_kinds()
        self.kind_of = {player: number for number, ids in enumerate(self.kinds) for player in ids}
        self.losses = [Named(player, None) for player in basis.field]
        self.losses += [Named(player, named) for player in basis.field for named in self.removed[player]]

    @staticmethod
    def _told_apart(removed: dict[str, Removed]) -> dict[str, Removed]:
        """One of each removals that come to the same for the own side."""
        alike: dict[tuple[object, ...], str] = {}
        for named, one in removed.items():
            alike.setdefault((one.worth, one.later, one.after.situation.caps), named)
        return {named: removed[named] for named in alike.values()}

    def _views(self) -> Iterator[View]:
        yield from self.hurt.values()
        for removed in self.removed.values():
            for one in removed.values():
                yield one.after
                yield one.end

    def _find_kinds(self) -> list[tuple[str, ...]]:
        """The candidates whom no clause bars in every scenario, by kinds, in the order of the list."""
        situations = [view.situation for view in self._views()]
        groups: dict[tuple[object, ...], list[str]] = {}
        for player in self.candidates:
            if any(player not in situation.barred_players for situation in situations):
                key = tuple(situation.kind(player) for situation in situations)
                groups.setdefault(key, []).append(player)
        return [tuple(ids) for ids in groups.values()]

    @property
    def has_open_places(self) -> bool:
        """Whether more places are open after a loss than that player's."""
        views = self.hurt.values()
        return any(view.situation.places - len(view.situation.able) > 1 for view in views)

    @property
    def steps(self) -> int:
        """How many steps :meth:`problem` takes."""
        return len(self.hurt) + sum(len(removed) for removed in self.removed.values())

    def problem(self, most: int, step: Callable[[], None]) -> tuple[Problem, int]:
        """Whom to bring, at most so many, as the solver is asked, and how many of its units are half a goal.

        ``step`` is called after each step.
        """
        losses, raw = [], []
        for view in self.hurt.values():
            ways = list(self._hurt_ways(view))
            step()
            losses.append(Loss(tuple(need for need, lineup in ways if is_full(view.situation, lineup))))
            raw.append(self._hurt_outcome(view, ways))
        outcomes = list(raw)
        for number, player in enumerate(self.hurt):
            # With a Penalty 7 the captain takes the best of a substitute and of each removal.
            values, least, short = raw[number]
            for removed in self.removed[player].values():
                losses.append(Loss(tuple(self._full_after(removed))))
                standing = removed.value(removed.end.situation.lineup(removed.end.situation.field).total)
                least = standing if least is None else max(least, standing)
                values = values + [(need, removed.value(total)) for need, total in self._end_ways(removed)]
                step()
            outcomes.append(_Raw(values, least, short))
        return _in_whole_numbers(tuple(len(ids) for ids in self.kinds), most, losses, outcomes)

    @staticmethod
    def _hurt_outcome(view: View, ways: list[tuple[Need, Lineup]]) -> _Raw:
        """What a loss comes to. Going on with who is left may be open only while nobody could come in alone."""
        situation = view.situation
        values = [(need, 2 * view.ranking.net_goals(lineup)) for need, lineup in ways]
        short = situation.lineup(situation.field)
        value = 2 * view.ranking.net_goals(short)
        if short.size and is_legal(situation, short):
            return _Raw(values, value, None)
        fills = [need for need, lineup in ways if lineup.ids >= short.ids and lineup.size == short.size + 1]
        return _Raw(values, None, (value, tuple(fills)))

    # -- the ways of a scenario ----------------------------------------------------------------------------------

    def _scenario_kinds(self, situation: Situation) -> tuple[Kind, ...]:
        """Kinds for the solver: the team's own, and those of the list."""
        barred = situation.barred_players
        own = find_kinds(situation, [p for p in situation.players if p not in self.candidates and p not in barred])
        listed = [Kind(tuple(sorted(ids)), situation.players[ids[0]]) for ids in self.kinds if ids[0] not in barred]
        return (*own, *listed)

    def _need(self, kinds: Sequence[Kind], numbers: Sequence[int]) -> Need:
        counts = [
            (self.kind_of[kind.ids[0]], number)
            for kind, number in zip(kinds, numbers, strict=True)
            if number and kind.ids[0] in self.candidates
        ]
        return Need(tuple(sorted(counts)))

    def _hurt_ways(self, view: View) -> Iterator[tuple[Need, Lineup]]:
        situation = view.situation
        kinds = self._scenario_kinds(situation)
        for pattern in find_patterns(situation, kinds) if kinds else ():
            if not _has_eliminated(situation, pattern.lineup):
                yield self._need(kinds, pattern.numbers), pattern.lineup
        yield from self._eliminated_ways(view)

    def _eliminated_ways(self, view: View) -> Iterator[tuple[Need, Lineup]]:
        """Lineups with newcomers of eliminated teams, judged with nobody else of the list at hand."""
        situation = view.situation
        outside = set(situation.players) - situation.on_field - situation.barred_players
        first = [kind.ids[0] for kind in find_kinds(situation, outside, frozenset(self.candidates))]
        if not any(situation.players[player].eliminated for player in outside):
            return
        groups = {player: [p for p in outside if self._alike(situation, p, player)] for player in first}
        alone = frozenset(self.kind_of[p] for p in situation.alone or () if p in self.candidates)
        room = situation.places - len(situation.able)
        for count in range(1, room + 2):
            for chosen in combinations_with_replacement(first, count):
                if not any(situation.players[player].eliminated for player in chosen):
                    continue
                if any(chosen.count(player) > len(groups[player]) for player in chosen):
                    continue
                coming = [p for player in set(chosen) for p in sorted(groups[player])[: chosen.count(player)]]
                listed = [player for player in coming if player in self.candidates]
                basis = with_bench(self.basis, [self.candidates[player] for player in listed])
                there = hurt_view(basis, self._lost(view)).situation
                counts: dict[int, int] = {}
                for player in listed:
                    counts[self.kind_of[player]] = counts.get(self.kind_of[player], 0) + 1
                for lineup in _with_newcomers(there, coming):
                    if is_legal(there, lineup):
                        yield Need(tuple(sorted(counts.items())), alone), situation.lineup(lineup.ids)

    def _alike(self, situation: Situation, one: str, other: str) -> bool:
        if one in self.candidates or other in self.candidates:
            return self.kind_of.get(one, -1) == self.kind_of.get(other, -2)
        return situation.kind(one) == situation.kind(other)

    def _lost(self, view: View) -> str:
        return next(player for player, other in self.hurt.items() if other is view)

    def _full_after(self, removed: Removed) -> Iterator[Need]:
        """What a full lineup at once needs after a removal: nothing where the one on the field is full and may stay."""
        view = removed.after
        situation = view.situation
        standing = situation.lineup(situation.field)
        if view.is_standing(standing.ids) and is_full(situation, standing) and view.is_legal(standing):
            yield Need(())
            return
        kinds = self._scenario_kinds(situation)
        for pattern in find_patterns(situation, kinds) if kinds else ():
            if is_full(situation, pattern.lineup) and not _has_eliminated(situation, pattern.lineup):
                yield self._need(kinds, pattern.numbers)

    def _end_ways(self, removed: Removed) -> Iterator[tuple[Need, int]]:
        """What lineups at the period's end need that are stronger than the one on the field, and their sums."""
        situation = removed.end.situation
        kinds = self._scenario_kinds(situation)
        total = situation.lineup(situation.field).total

        def narrow(model: LineupModel) -> None:
            stronger = model.total >= total + 1
            if stronger is False:
                model.model.add_bool_or([])
            elif stronger is not True:
                model.model.add(stronger)

        for pattern in find_patterns(situation, kinds, narrow) if kinds else ():
            if not _has_eliminated(situation, pattern.lineup):
                yield self._need(kinds, pattern.numbers), pattern.lineup.total


def _has_eliminated(situation: Situation, lineup: Lineup) -> bool:
    """Whether a player of an eliminated team comes in."""
    return any(situation.players[player].eliminated for player in lineup.ids - situation.on_field)


def _with_newcomers(situation: Situation, coming: Sequence[str]) -> Iterator[Lineup]:
    able = situation.able
    for out in ((), *combinations(sorted(able), 1)):
        yield situation.lineup(able.difference(out).union(coming))


def _in_whole_numbers(
    sizes: tuple[int, ...], most: int, losses: list[Loss], outcomes: Sequence[_Raw]
) -> tuple[Problem, int]:
    fractions = [value for one in outcomes for _, value in one.values]
    fractions += [one.least for one in outcomes if one.least is not None]
    fractions += [one.short[0] for one in outcomes if one.short is not None]
    scale = lcm(*(value.denominator for value in fractions))
    scaled = []
    for one in outcomes:
        ways = tuple(Way(need, int(value * scale)) for need, value in one.values)
        short = None if one.short is None else (int(one.short[0] * scale), one.short[1])
        bottom = [way.value for way in ways] + ([] if short is None else [short[0]])
        scaled.append(Outcome(ways, min(bottom) if one.least is None else int(one.least * scale), short))
    return Problem(sizes, most, tuple(losses), tuple(scaled)), scale
