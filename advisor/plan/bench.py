"""Whom to bring: of a club's list the substitutes that cover most losses of a lineup, what stays uncovered, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from advisor.answer_types import Answer, Goals, Unusable
from advisor.answers import Inquiry
from advisor.errors import EngineDisagreement, InputError
from advisor.fold import Fold
from advisor.match import Designate, Entry, Match, Player, Resume
from advisor.plan.clublist import admit
from advisor.plan.cover import Usefulness, outcome, say_worth, worth_of
from advisor.plan.losses import (
    Basis,
    LineupFrom,
    LossKind,
    Progress,
    change_entries,
    find_basis,
    loss_entries,
    no_progress,
    played,
)
from advisor.plan.removals import look_through
from advisor.ranking import to_two_decimals
from advisor.rulebook import Language
from advisor.view import View

if TYPE_CHECKING:
    from advisor.plan.scenarios import Scenarios


class Aim(Answer):
    """What was reached, and whether it is proved that no choice does better; if not, ``bound`` is what none betters."""

    reached: Goals
    bound: Goals
    is_proved: bool


class Remedy(Answer):
    """What would cover a loss that stays uncovered.

    ``player``: of the list whose addition would, ``None`` where nobody's; ``handicaps``: of somebody not on the list;
    ``kept_out``: who cannot come in then, the clauses that keep them out, and why in a sentence.
    """

    player: Player | None
    handicaps: list[Goals]
    kept_out: list[Unusable]


class CoveredLoss(Answer):
    """A loss with the substitutes brought: a full lineup is legal or not, the best legal lineup, and what it costs.

    ``named``: whom the captain names under a Penalty 7 for the player, ``None`` where he is hurt and replaced.
    """

    player: str
    named: str | None
    is_covered: bool
    lineup: list[str]
    net_goals: Goals
    remedy: Remedy | None


class SecondLoss(Answer):
    """A second player hurt, after the best answer to a first loss: ``first`` was lost in the way ``kind`` says."""

    first: str
    kind: LossKind
    second: str
    is_covered: bool
    lineup: list[str]
    net_goals: Goals


class Bench(Answer):
    """The answer of ``bench``.

    ``brought``: the substitutes chosen; ``at_hand``: ids of those of the team who do not start and could come in;
    ``listed`` players of ``kinds`` kinds could be chosen; ``aside``: those of the list who are on the team already, or
    twice. ``uncovered``, ``worst`` and ``average`` are the aims, in this order; the last two in net goals.
    """

    team: str
    lineup: list[str]
    lineup_from: LineupFrom
    at_hand: list[str]
    listed: int
    kinds: int
    aside: list[str]
    brought: list[Player]
    uncovered: Aim
    worst: Aim
    average: Aim
    usefulness: Usefulness
    losses: list[CoveredLoss]
    second: list[SecondLoss]
    not_checked: list[str]


def choose_bench(
    match: Match,
    team: str,
    players: Sequence[Player],
    size: int,
    lineup: Sequence[str] | None = None,
    *,
    language: Language = "en",
    progress: Progress = no_progress,
) -> Bench:
    """The best bench of this size from a list. Raises InputError, EngineDisagreement, SolverFailure."""
    from advisor.plan.scenarios import Scenarios

    basis = find_basis(match, team, lineup, language)
    admitted = admit(basis.match, basis.team, players)
    if not admitted.candidates:
        raise InputError(("from",), "everybody on the list is on the team already; list somebody else")
    scenarios = Scenarios(basis, admitted.candidates)
    choice = _Choice(scenarios, size, language, progress)
    outcomes = choice.outcomes()
    worth = worth_of(outcomes)
    barred = next(iter(scenarios.hurt.values())).situation.barred_players
    aside = {*basis.field, *barred}
    bench = Bench(
        team=basis.team,
        lineup=list(basis.field),
        lineup_from=basis.lineup_from,
        at_hand=[player.id for player in basis.match.teams[basis.team].players if player.id not in aside],
        listed=len(admitted.candidates),
        kinds=len(scenarios.kinds),
        aside=list(admitted.aside),
        brought=choice.brought,
        **choice.aims(outcomes),
        usefulness=say_worth(worth, len(outcomes)),
        losses=choice.losses(),
        second=list(_second_losses(choice.basis)),
        not_checked=Inquiry(basis.match, language=language).not_checked(),
    )
    progress(1, 1)
    return bench


class _Choice:
    """The choice that the solver made of the scenarios, and what it comes to when each loss is played with it."""

    def __init__(self, scenarios: Scenarios, size: int, language: Language, progress: Progress) -> None:
        from advisor.plan.scenarios import hurt_view, removals_of, with_bench
        from advisor.solver.bring import choose

        steps, done = scenarios.steps + 5, 0

        def step() -> None:
            nonlocal done
            done += 1
            progress(done, steps)

        self.scenarios = scenarios
        self.language = language
        self.problem, self.scale = scenarios.problem(size, step)
        self.found = choose(self.problem, lambda level: step()) if scenarios.kinds else None
        self.numbers = self.found.numbers if self.found else ()
        chosen = {p for kind, count in zip(scenarios.kinds, self.numbers, strict=True) for p in kind[:count]}
        self.brought = [player for player in scenarios.candidates.values() if player.id in chosen]
        self.basis = with_bench(scenarios.basis, self.brought)
        field = scenarios.basis.field
        self.hurt = {player: outcome(hurt_view(self.basis, player)) for player in field}
        step()
        self.removed = {player: removals_of(self.basis, player) for player in field}
        step()

    def outcomes(self) -> list[tuple[bool, Fraction]]:
        """Each player hurt, and each disabled with the captain's best choice; one for each, whether it is covered."""
        hurt = [(covered, value) for covered, value, _ in self.hurt.values()]
        disabled = []
        for player, removed in self.removed.items():
            best = max([one.value(one.best_total()) for one in removed.values()], default=None)
            value = self.hurt[player][1]
            disabled.append((True, value if best is None else max(value, best)))
        return hurt + disabled

    def uncovered(self) -> int:
        """How many of the scenarios' losses are not covered."""
        return sum(not self._is_covered(number) for number in range(len(self.scenarios.losses)))

    def _is_covered(self, number: int) -> bool:
        player, named = self.scenarios.losses[number]
        return self.hurt[player][0] if named is None else self.removed[player][named].is_covered()

    def aims(self, outcomes: list[tuple[bool, Fraction]]) -> dict[str, Aim]:
        """What was reached. Raises EngineDisagreement where the losses played come to something else than proved."""
        values = [value for _, value in outcomes]
        reached = Fraction(self.uncovered()), min(values), sum(values, Fraction(0))
        bounds, proved = list(reached), [True, True, True]
        if self.found is not None:
            levels = self.found.uncovered, self.found.worst, self.found.total
            units = 1, self.scale, self.scale
            bounds = [Fraction(level.bound, unit) for level, unit in zip(levels, units, strict=True)]
            if all(level.is_proved for level in levels) and not self.scenarios.has_open_places:
                if list(reached) != bounds:
                    raise EngineDisagreement("the bench chosen comes to something else when its losses are played")
            else:
                # What was played may be better than the model knew (see advisor.plan.scenarios).
                bounds = [min(bounds[0], reached[0]), max(bounds[1], reached[1]), max(bounds[2], reached[2])]
            proved = [
                level.is_proved and one == bound for level, one, bound in zip(levels, reached, bounds, strict=True)
            ]
        sizes = Fraction(1), Fraction(2), Fraction(2 * len(values))
        names = "uncovered", "worst", "average"
        return {
            name: Aim(
                reached=to_two_decimals(one / size),
                bound=to_two_decimals(bound / size),
                is_proved=is_proved,
            )
            for name, one, bound, size, is_proved in zip(names, reached, bounds, sizes, proved, strict=True)
        }

    def losses(self) -> list[CoveredLoss]:
        """Each loss with its best answer, and what would cover those that are not."""
        rows = []
        for number, (player, named) in enumerate(self.scenarios.losses):
            is_covered = self._is_covered(number)
            if named is None:
                _, value, best = self.hurt[player]
                lineup = best.ids if best else self.basis_field_without(player)
            else:
                removed = self.removed[player][named]
                value, lineup = removed.value(removed.best_total()), removed.best_ids()
            rows.append(
                CoveredLoss(
                    player=player,
                    named=named,
                    is_covered=is_covered,
                    lineup=sorted(lineup),
                    net_goals=to_two_decimals(value / 2),
                    remedy=None if is_covered else self._remedy(number),
                )
            )
        return rows

    def basis_field_without(self, player: str) -> frozenset[str]:
        """Who is left on the field."""
        return frozenset(self.basis.field) - {player}

    def _remedy(self, number: int) -> Remedy:
        player, named = self.scenarios.losses[number]
        entries: list[Entry] = [*loss_entries(self.basis, "hurt" if named is None else "penalty_7", player)]
        if named is not None:
            entries.append(Designate(entry="designate", player=named))
        now = Inquiry(played(self.basis.match, *entries), language=self.language)
        view = now.view(self.basis.team)
        room = view.situation.open_room
        handicaps = [row.handicap for row in now.wanted(view) if row.lineup is not None and len(row.lineup) + 1 >= room]
        everybody = Inquiry(played(self.scenarios.full_basis.match, *entries), language=self.language)
        return Remedy(
            player=self._addition(number),
            handicaps=handicaps,
            kept_out=everybody.unusable([everybody.view(self.basis.team)]),
        )

    def _addition(self, number: int) -> Player | None:
        """Who of the list would cover a loss if he came too: of several the one who makes most of it."""
        loss = self.problem.losses[number]
        best: tuple[int, int] | None = None
        for kind, ids in enumerate(self.scenarios.kinds):
            if self.numbers[kind] == len(ids):
                continue
            more = [count + int(place == kind) for place, count in enumerate(self.numbers)]
            if any(need.is_met(more) for need in loss.covering):
                ways = self.problem.outcomes[number].ways if number < len(self.basis.field) else ()
                value = max((way.value for way in ways if way.need.is_met(more)), default=0)
                if best is None or value > best[0]:
                    best = value, kind
        if best is None:
            return None
        return self.scenarios.candidates[self.scenarios.kinds[best[1]][self.numbers[best[1]]]]


def _second_losses(basis: Basis) -> Iterator[SecondLoss]:
    """Each player lost first, the best answer given and play going on; then each of those on the field hurt."""
    from advisor.plan.scenarios import hurt_view

    for first in basis.field:
        for kind in ("hurt", "penalty_7"):
            match = _answered(basis, kind, first)
            if match is None:
                continue
            field = tuple(sorted(Fold(match).run().sides[basis.team].field))
            after = replace(basis, match=match, field=field)
            for second in field:
                is_covered, value, best = outcome(hurt_view(after, second))
                lineup = best.ids if best else frozenset(field) - {second}
                yield SecondLoss(
                    first=first,
                    kind=kind,
                    second=second,
                    is_covered=is_covered,
                    lineup=sorted(lineup),
                    net_goals=to_two_decimals(value / 2),
                )


def _answered(basis: Basis, kind: LossKind, player: str) -> Match | None:
    """The match in play again after the best answer to a loss; under a Penalty 7 only where that is a removal."""
    match = played(basis.match, *loss_entries(basis, kind, player))
    fold = Fold(match).run()
    if kind == "penalty_7":
        seven = look_through(match, readings=False)
        assert seven is not None
        best = seven.choices[0]
        if best.player is None:
            return None
        match = played(match, Designate(entry="designate", player=best.player))
        lineup = frozenset(best.lineups[basis.team])
        fold = Fold(match).run()
    else:
        found = outcome(View(fold, basis.team))[2]
        lineup = found.ids if found else frozenset(fold.sides[basis.team].field)
    entries: list[Entry] = [*change_entries(fold, basis.team, lineup)]
    if fold.moment == "stopped":
        entries.append(Resume(entry="resume"))
    return played(match, *entries)
