"""Corrections of what was entered wrongly: a player, or the event. They hold from their place in the journal on."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

from advisor.handicap import to_half
from advisor.match import EventPatch, PlayerPatch
from advisor.situation import PlayerState
from advisor.state import MatchState, Side

Refuse = Callable[..., NoReturn]
"""Raises the input error of the entry: the field, a message, and its facts."""


def correct_player(match: MatchState, side: Side, patch: PlayerPatch, refuse: Refuse) -> None:
    """Add a teammate, or correct one; keys that are not given stay."""
    given = patch.model_fields_set
    state = side.players.get(patch.id)
    if state is None:
        if patch.handicap is None:
            refuse("player/handicap", "{player} is new to {team}; give a handicap", player=patch.id, team=side.key)
        state = PlayerState(patch.id, None, 0, 0, True, None, False, False)
        side.players[patch.id] = state
    if "name" in given:
        state.name = patch.name
    if patch.handicap is not None:
        state.rated = to_half(patch.handicap)
        state.handicap = match.counts_as(state.rated)
    if patch.present is not None:
        state.present = patch.present
    if "ineligible" in given:
        state.ineligible = patch.ineligible
        side.found_ineligible.discard(patch.id)
        if patch.id in side.fielded and patch.ineligible not in (None, "equipment"):
            side.found_ineligible.add(patch.id)
    if patch.eliminated_from_event is not None:
        state.eliminated = patch.eliminated_from_event
        state.came_in_barred = state.came_in_barred and state.eliminated
    if patch.known_injury is not None:
        state.known_injury = patch.known_injury
    if "person" in given:
        state.person = patch.person
    if patch.rostered is not None:
        state.rostered = patch.rostered
    if patch.handicap_at_draw is not None:
        state.drawn = match.counts_as(to_half(patch.handicap_at_draw))


def correct_event(match: MatchState, patch: EventPatch, refuse: Refuse) -> None:
    """Correct the event; keys that are not given stay, each reading by itself."""
    given = patch.model_fields_set
    if patch.upper_limit is not None:
        match.upper = to_half(patch.upper_limit)
    if "lower_limit" in given:
        match.lower = None if patch.lower_limit is None else to_half(patch.lower_limit)
    if match.lower is not None and match.lower > match.upper:
        refuse("set/lower_limit", "the lower limit is above the upper limit; the lower is at most the upper")
    if patch.handicap_game is not None:
        match.handicap_game = patch.handicap_game
    if patch.periods is not None:
        match.periods = patch.periods
        table = match.book.figures.full_periods
        if not isinstance(table, int) and match.periods not in table:
            known = ", ".join(str(number) for number in sorted(table))
            refuse(
                "set/periods",
                "{found} found; these rules know games of {known} periods",
                found=match.periods,
                known=known,
            )
    if patch.player_above_limit_allowed is not None:
        match.above_limit_allowed = patch.player_above_limit_allowed
    if patch.readings:
        match.readings.update(patch.readings)
        match.readings.update(match.forced)
    for side in match.sides.values():
        for player in side.players.values():
            player.handicap = match.counts_as(player.rated)
