"""Corrections of what was entered wrongly: a player, or the event. They hold from their place in the journal on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from advisor.handicap import to_half
from advisor.match import Event, EventPatch, Intervals, PlayerPatch
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
    facts: dict[str, Any] = {}
    if "name" in given:
        facts["name"] = patch.name
    if patch.handicap is not None:
        facts["rated"] = to_half(patch.handicap)
        facts["handicap"] = match.counts_as(facts["rated"])
    if patch.present is not None:
        facts["present"] = patch.present
    if "ineligible" in given:
        facts["ineligible"] = patch.ineligible
        side.found_ineligible.discard(patch.id)
        if patch.id in side.fielded and patch.ineligible not in (None, "equipment"):
            side.found_ineligible.add(patch.id)
    if patch.eliminated_from_event is not None:
        facts["eliminated"] = patch.eliminated_from_event
        facts["came_in_barred"] = state.came_in_barred and patch.eliminated_from_event
    if patch.known_injury is not None:
        facts["known_injury"] = patch.known_injury
    if "person" in given:
        facts["person"] = patch.person
    if patch.rostered is not None:
        facts["rostered"] = patch.rostered
    if patch.handicap_at_draw is not None:
        facts["rated_at_draw"] = to_half(patch.handicap_at_draw)
        facts["drawn"] = match.counts_as(facts["rated_at_draw"])
    side.players[patch.id] = state._replace(**facts)
    side.look_through()


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
            at_draw = player.rated_at_draw
            side.players[player.id] = player._replace(
                handicap=match.counts_as(player.rated),
                drawn=None if at_draw is None else match.counts_as(at_draw),
            )


def patch_event(event: Event, patch: EventPatch) -> Event:
    """An event once it is corrected; keys that are not given stay, each pause and each reading by itself."""
    given = {name: getattr(patch, name) for name in patch.model_fields_set}
    if patch.readings:
        given["readings"] = {**event.readings, **patch.readings}
    if patch.intervals is not None and event.intervals is not None:
        before, after = (pauses.model_dump(exclude_none=True) for pauses in (event.intervals, patch.intervals))
        given["intervals"] = Intervals(**{**before, **after})
    return event.model_copy(update=given)
