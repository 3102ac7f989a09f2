"""Choosing who starts: lineups that leave the bench more useful, beside the strongest."""

from __future__ import annotations

from itertools import groupby

from advisor.answer_types import Answer, Goals
from advisor.answers import Inquiry
from advisor.errors import EngineDisagreement
from advisor.fold import Fold
from advisor.handicap import to_goals
from advisor.match import Match, Unable
from advisor.plan.cover import Usefulness, Worth, after_loss, outcome, plain_outcome, say_worth, worth_of
from advisor.plan.losses import Basis, started
from advisor.situation import Lineup

MOST_OF_A_SUM = 25
"""Kinds of lineup that are compared of each sum, at most."""

MOST_SUMS = 12
"""Sums that are compared, from the highest down."""

MOST_TRIED = 200_000
"""Lineups that are judged for this, about; a list with very many kinds of player has fewer of each sum compared."""


class Starters(Answer):
    """A legal starting lineup, its sum, and what the bench is worth beside it if one of them is hurt.

    ``is_best``: no other lineup is as strong and leaves a better bench, nor stronger with as good a one.
    """

    lineup: list[str]
    field_handicap: Goals
    usefulness: Usefulness
    is_best: bool


class TradeOff(Answer):
    """Starting lineups, the strongest first, one of each kind. ``chosen``: the place of the plan's own lineup.

    ``left_out``: how many further kinds of lineup were not compared.
    """

    starters: list[Starters]
    chosen: int | None
    left_out: int


def find_trade_off(match: Match, basis: Basis) -> TradeOff:
    """Strength against the use of the bench, for the team of a match that has not started.

    What may be gained by the bench is found by plain enumeration; for the lineups that are best, once more by the
    solver. Raises EngineDisagreement where they differ.
    """
    inquiry = Inquiry(match)
    view = inquiry.view(basis.team)
    other = tuple(sorted(Fold(basis.match).run().sides[basis.other].field))
    ranked = sorted((pattern.lineup for pattern in view.legal.patterns), key=lambda one: (-one.total, sorted(one.ids)))
    own = view.situation.lineup(basis.field)
    kinds = {tuple(sorted(map(repr, map(view.situation.kind, one.ids)))): one for one in reversed(ranked)}
    kinds[tuple(sorted(map(repr, map(view.situation.kind, own.ids))))] = own
    ranked = sorted(kinds.values(), key=lambda one: (-one.total, one is not own, sorted(one.ids)))
    compared: list[Lineup] = []
    of_a_sum = _most_of_a_sum(view.situation.places, len(view.legal.kinds))
    for number, (_, group) in enumerate(groupby(ranked, key=lambda one: one.total)):
        compared += list(group)[: of_a_sum if number < MOST_SUMS else 0]
    if own not in compared:
        compared.append(own)
    worths = [_worth(inquiry, basis, lineup, other) for lineup in compared]
    best = _best(compared, worths)
    for number in best:
        if _worth(inquiry, basis, compared[number], other, by_solver=True) != worths[number]:
            raise EngineDisagreement(
                f"solver and plain enumeration differ on {', '.join(sorted(compared[number].ids))}"
            )
    return TradeOff(
        starters=[
            Starters(
                lineup=sorted(lineup.ids),
                field_handicap=to_goals(lineup.total),
                usefulness=say_worth(worth, lineup.size),
                is_best=number in best,
            )
            for number, (lineup, worth) in enumerate(zip(compared, worths, strict=True))
        ],
        chosen=compared.index(own),
        left_out=len(ranked) - len(compared),
    )


def _most_of_a_sum(places: int, kinds: int) -> int:
    """How many lineups of a sum are compared, by what each of them costs: nobody, one or two of the kinds come in."""
    judged = places * (1 + kinds + (places - 1) * kinds * (kinds + 1) // 2)
    return max(1, min(MOST_OF_A_SUM, MOST_TRIED // (MOST_SUMS * judged)))


def _worth(inquiry: Inquiry, basis: Basis, lineup: Lineup, other: tuple[str, ...], *, by_solver: bool = False) -> Worth:
    match = started(inquiry, {basis.team: tuple(sorted(lineup.ids)), basis.other: other})
    outcomes = []
    for player in sorted(lineup.ids):
        hurt = Unable(entry="unable", team=basis.team, player=player, reason="injury")
        view = after_loss(match, basis.team, hurt)
        outcomes.append(outcome(view)[:2] if by_solver else plain_outcome(view))
    return worth_of(outcomes)


def _best(lineups: list[Lineup], worths: list[Worth]) -> set[int]:
    """Of lineups from the strongest down, those that leave a better bench than all that are as strong or stronger."""
    best: set[int] = set()
    highest: tuple[object, ...] | None = None
    order = sorted(range(len(lineups)), key=lambda number: (-lineups[number].total, worths[number].rank))
    for _, group in groupby(order, key=lambda number: lineups[number].total):
        first = max(group, key=lambda number: worths[number].rank)
        if highest is None or worths[first].rank > highest:
            best.add(first)
            highest = worths[first].rank
    return best
