"""Losses, played and not reasoned about: the entries are put at the journal's end, and the match is asked again.

Before the start the lineups that would start are put on the field first: the planned one or the strongest legal one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from advisor.answers import Inquiry
from advisor.errors import InputError, shortened
from advisor.fold import Fold
from advisor.match import (
    Card,
    EndPeriod,
    Entry,
    Match,
    Penalty7,
    Resume,
    SitOutOver,
    Start,
    StartPeriod,
    Substitute,
    Unable,
)
from advisor.rulebook import Language

LossKind = Literal["hurt", "sent_off", "penalty_7"]
"""How a player is lost: hurt, by a red card, or disabled by a foul for which Penalty 7 is awarded."""

LOSS_KINDS: tuple[LossKind, ...] = ("hurt", "sent_off", "penalty_7")

LineupFrom = Literal["journal", "planned", "strongest"]

Progress = Callable[[int, int], None]
"""Is told how many steps are done, and of how many."""


def no_progress(done: int, steps: int) -> None:
    """Nobody looks on."""


@dataclass(frozen=True)
class Basis:
    """A match with the team on the field, from which losses are played.

    ``lineup_from``: whether the journal says who is on the field, or they were planned, or are the strongest legal
    lineup. ``periods``: the present period, a middle and the last one; only the present one where somebody must leave
    and has not been replaced yet, so that the stoppage is taken as it is.
    """

    match: Match
    team: str
    other: str
    field: tuple[str, ...]
    lineup_from: LineupFrom
    periods: tuple[int, ...]


def played(match: Match, *entries: Entry) -> Match:
    """The match with these entries at the end of its journal."""
    return match.model_copy(update={"journal": (*match.journal, *entries)})


def find_basis(match: Match, team: str, lineup: Sequence[str] | None = None, language: Language = "en") -> Basis:
    """The match in play with the team's lineup.

    ``lineup`` is the planned one, before the start. Raises InputError where it is not legal, comes too late, or a team
    has nobody who could start.
    """
    inquiry = Inquiry(match, language=language)
    team = inquiry.side_of(team)
    other = inquiry.view(team).situation.other
    lineup_from: LineupFrom = "journal"
    if inquiry.fold.moment == "before_start":
        lineup_from = "strongest" if lineup is None else "planned"
        own = strongest_start(inquiry, team) if lineup is None else _planned(inquiry, team, lineup)
        match = started(inquiry, {team: own, other: strongest_start(inquiry, other)})
    elif lineup is not None:
        raise InputError(("lineup",), "the match has started already; leave the lineup out")
    match, periods = _in_play(match)
    field = Fold(match).run().sides[team].field
    if not field:
        raise InputError(("team",), "nobody of {team} is on the field", {"team": team})
    return Basis(match, team, other, tuple(sorted(field)), lineup_from, periods)


def started(inquiry: Inquiry, lineups: dict[str, tuple[str, ...]]) -> Match:
    """The match, not started yet, with these lineups on the field."""
    return played(inquiry.match, Start(entry="start", lineups=lineups))


def strongest_start(inquiry: Inquiry, team: str) -> tuple[str, ...]:
    """The strongest legal starting lineup; where none is legal, the first who are here. Raises InputError."""
    view = inquiry.view(team)
    for best in view.legal.best(view.order, 1):
        return tuple(sorted(best.ids))
    here = [player.id for player in view.situation.players.values() if player.present][: view.situation.places]
    if not here:
        raise InputError(("teams", team), "nobody of {team} can start; list its players", {"team": team})
    return tuple(here)


def _planned(inquiry: Inquiry, team: str, lineup: Sequence[str]) -> tuple[str, ...]:
    verdict = inquiry.verify(team, lineup, repairs=0)
    if verdict.broken:
        facts = {"reason": shortened(verdict.broken[0].message.removesuffix("."), 200)}
        raise InputError(("lineup",), "this lineup may not start: {reason}; name another one", facts)
    return tuple(verdict.lineup)


def _in_play(match: Match) -> tuple[Match, tuple[int, ...]]:
    """The match in play, where nobody has to be replaced first, and the periods that are planned for."""
    fold = Fold(match).run()
    if any(side.must_leave for side in fold.sides.values()):
        return match, (fold.period,)
    go_on: dict[str, Entry] = {
        "stopped": Resume(entry="resume"),
        "between_periods": StartPeriod(entry="start_period"),
    }
    if fold.moment in go_on:
        match = played(match, go_on[fold.moment])
        fold = Fold(match).run()
    last = max(fold.period, fold.periods)
    return match, tuple(sorted({fold.period, (fold.period + last + 1) // 2, last}))


def at_period(basis: Basis, period: int) -> Match:
    """The match of the basis with its lineups on the field in a later period."""
    ahead = period - basis.periods[0]
    entries = (EndPeriod(entry="end_period"), StartPeriod(entry="start_period")) * ahead
    return played(basis.match, *entries)


def loss_entries(basis: Basis, kind: LossKind, player: str) -> tuple[Entry, ...]:
    """The entries by which the team loses a player; after a red card his place is open again, the time being over."""
    team = basis.team
    if kind == "sent_off":
        card = Card(entry="card", team=team, player=player, kind="red")
        return card, SitOutOver(entry="sit_out_over", team=team, player=player)
    hurt = Unable(entry="unable", team=team, player=player, reason="injury")
    if kind == "hurt":
        return (hurt,)
    return hurt, Penalty7(entry="penalty_7", against=basis.other, disabled=player)


def change_entries(fold: Fold, team: str, lineup: frozenset[str]) -> tuple[Entry, ...]:
    """The entry that brings a lineup on, if it is another than that on the field."""
    side = fold.sides[team]
    on_field = side.field.union(side.must_leave)
    out, coming = sorted(on_field - lineup), sorted(lineup - on_field)
    if not coming and set(out) <= set(side.must_leave):
        return ()
    return (Substitute.model_validate({"entry": "substitute", "team": team, "out": out, "in": coming}),)


def to_next_period_end(fold: Fold) -> tuple[Entry, ...]:
    """The entries by which play goes on, if it does not already, until the next end of a period."""
    end = EndPeriod(entry="end_period")
    if fold.moment == "stopped":
        return Resume(entry="resume"), end
    if fold.moment == "between_periods":
        return StartPeriod(entry="start_period"), end
    return (end,)
