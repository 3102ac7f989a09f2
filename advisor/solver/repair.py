"""The nearest legal lineups to one that is not legal: one search for each distance, so that nearest is proved."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from advisor.situation import Lineup, Situation
from advisor.solver.enumerate import find_patterns, ranked_lineups
from advisor.solver.model import LineupModel, find_kinds


def find_repairs(situation: Situation, wanted: frozenset[str], most: int, key: Callable[[Lineup], Any]) -> list[Lineup]:
    """Up to ``most`` legal lineups, fewest players exchanged with ``wanted`` first, then by ``key``, then by ids.

    Every smaller distance has been searched to its end and found empty. The lineup already on the field, nobody
    obliged to leave, is left out. ``key`` must be the same for players of one kind.
    """
    barred = situation.barred_players
    kinds = find_kinds(situation, [player for player in situation.players if player not in barred], wanted)
    always = len(wanted & barred)
    found: list[Lineup] = []
    for distance in range(always, len(wanted) + situation.places + 1):

        def narrow(model: LineupModel, distance: int = distance) -> None:
            kept = model.count(lambda player: player.id in wanted)
            added = model.count(lambda player: player.id not in wanted)
            nearness = len(wanted) - kept + added == distance
            if nearness is False:
                model.model.add_bool_or([])
            elif nearness is not True:
                model.model.add(nearness)

        if not kinds:
            break
        patterns = find_patterns(situation, kinds, narrow)
        found += islice(ranked_lineups(situation, kinds, patterns, key), most - len(found))
        if len(found) == most:
            break
    return found
