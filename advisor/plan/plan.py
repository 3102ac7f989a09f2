"""The plan of a team: for each player on the field, what to do if he is lost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from advisor.answer_types import Answer, Conflict, Option, State, Wanted
from advisor.answers import Inquiry
from advisor.fold import Fold
from advisor.match import Match
from advisor.plan.losses import (
    LOSS_KINDS,
    Basis,
    LineupFrom,
    LossKind,
    Progress,
    at_period,
    find_basis,
    loss_entries,
    no_progress,
    played,
)
from advisor.plan.removals import Choice, PenaltySeven, look_through
from advisor.plan.starters import TradeOff, find_trade_off
from advisor.rulebook import Language

SHOWN = 3
"""How many lineups are shown for a loss."""


class Turn(Answer):
    """A later period in which the best lineups, or choices under a Penalty 7, or their order are others."""

    period: int
    options: list[Option]
    choices: list[Choice]


class Loss(Answer):
    """What to do if a player is lost.

    ``options``: the best legal lineups, in the stoppage if he is hurt, at any time if he was sent off (two minutes of
    play later); empty under a Penalty 7, whose substitutes are those of the hurt player. ``period_end``: the best at
    the next end of a period. ``newcomer``: the highest handicap at which somebody who is not on the list could come
    in, and what it costs; ``free_newcomer``: the highest that costs nothing on the board. ``turns``: see there.
    """

    player: str
    kind: LossKind
    total: int
    options: list[Option]
    period_end: Option | None
    newcomer: Wanted | None
    free_newcomer: Wanted | None
    conflict: Conflict | None
    turns: list[Turn]
    penalty_7: PenaltySeven | None


class Plan(Answer):
    """The answer of ``plan``. ``state``: the team with its lineup on the field; ``periods``: those looked at.

    ``losses``: first the Penalty 7 that the team has still to answer, if any, then each player's on the field.

    ``lineup_from``: whether that lineup is the journal's, the planned one, or the strongest legal one.
    ``trade_off``: the starting lineups against each other, before the start.
    """

    team: str
    other: str
    lineup_from: LineupFrom
    periods: list[int]
    lineups: dict[str, list[str]]
    state: State
    losses: list[Loss]
    trade_off: TradeOff | None
    warnings: list[str]
    not_checked: list[str]


def make_plan(
    match: Match,
    team: str,
    lineup: Sequence[str] | None = None,
    *,
    language: Language = "en",
    progress: Progress = no_progress,
) -> Plan:
    """The plan of a team. ``lineup``: who is planned to start, before the start; else the strongest legal lineup.

    Raises InputError, EngineDisagreement, SolverFailure.
    """
    basis = find_basis(match, team, lineup, language)
    losses = list(_pending(basis))
    steps = [(player, kind) for player in basis.field for kind in LOSS_KINDS]
    for done, (player, kind) in enumerate(steps):
        progress(done, len(steps) + 1)
        losses.append(find_loss(basis, kind, player, language))
    progress(len(steps), len(steps) + 1)
    trade_off = find_trade_off(match, basis) if basis.lineup_from != "journal" else None
    progress(len(steps) + 1, len(steps) + 1)
    inquiry = Inquiry(basis.match, language=language)
    return Plan(
        team=basis.team,
        other=basis.other,
        lineup_from=basis.lineup_from,
        periods=list(basis.periods),
        lineups={key: sorted(side.field) for key, side in inquiry.fold.sides.items()},
        state=inquiry.state(basis.team),
        losses=losses,
        trade_off=trade_off,
        warnings=inquiry.warnings(),
        not_checked=inquiry.not_checked(),
    )


def _pending(basis: Basis) -> Iterator[Loss]:
    """A Penalty 7 that the team has still to answer, before all that may come."""
    pending = Fold(basis.match).run().pending
    if pending is not None and pending.fouled == basis.team:
        yield _disabled(pending.disabled, basis.match, [])


def _disabled(player: str, match: Match, later: Sequence[tuple[int, Match]]) -> Loss:
    """The choices under the Penalty 7 pending in a match, and where their order turns."""
    seven = look_through(match)
    assert seven is not None
    return Loss(
        player=player,
        kind="penalty_7",
        total=0,
        options=[],
        period_end=None,
        newcomer=None,
        free_newcomer=None,
        conflict=None,
        turns=_turns_of_choices(seven, later),
        penalty_7=seven,
    )


def find_loss(basis: Basis, kind: LossKind, player: str, language: Language = "en") -> Loss:
    """What to do if the player is lost in this way."""
    entries = loss_entries(basis, kind, player)
    inquiry = Inquiry(played(basis.match, *entries), language=language)
    later = [(period, played(at_period(basis, period), *entries)) for period in basis.periods[1:]]
    if kind == "penalty_7":
        return _disabled(player, inquiry.match, later)
    view = inquiry.view(basis.team)
    options = inquiry.options(view, SHOWN)
    rows = [row for row in inquiry.wanted(view) if row.lineup is not None]
    free = [row for row in rows if row.score_change is not None and _costs_nothing(row.score_change, basis.team)]
    at_end = inquiry.view(basis.team, at_period_end=True) if view.situation.within_period else None
    return Loss(
        player=player,
        kind=kind,
        total=len(view.legal),
        options=options,
        period_end=next(iter(inquiry.options(at_end, 1)), None) if at_end else None,
        newcomer=rows[-1] if rows else None,
        free_newcomer=free[-1] if free else None,
        conflict=inquiry.conflict(view),
        turns=_turns_of_options(options, later, basis.team, language),
        penalty_7=None,
    )


def _costs_nothing(change: dict[str, int | float], team: str) -> bool:
    own, others = change[team], [goals for key, goals in change.items() if key != team]
    return own >= 0 and max(others) <= 0


def _turns_of_options(
    options: list[Option], later: Sequence[tuple[int, Match]], team: str, language: Language
) -> list[Turn]:
    turns = []
    for period, match in later:
        inquiry = Inquiry(match, language=language)
        there = inquiry.options(inquiry.view(team), SHOWN)
        if [option.lineup for option in there] != [option.lineup for option in options]:
            turns.append(Turn(period=period, options=there, choices=[]))
            options = there
    return turns


def _turns_of_choices(seven: PenaltySeven, later: Sequence[tuple[int, Match]]) -> list[Turn]:
    turns = []
    choices = seven.choices[:SHOWN]
    for period, match in later:
        found = look_through(match, readings=False)
        assert found is not None
        there = found.choices[:SHOWN]
        if [(one.kind, one.player) for one in there] != [(one.kind, one.player) for one in choices]:
            turns.append(Turn(period=period, options=[], choices=there))
            choices = there
    return turns
