"""What can be recorded next in a match, and of whom, so that a page offers nothing that the store would refuse."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from advisor.errors import InputError
from advisor.fold import Fold
from advisor.match import Match
from advisor.matchfile import read_entry
from advisor.situation import Moment

ByTeam = Mapping[str, tuple[str, ...]]
"""Players' ids by team."""


@dataclass(frozen=True)
class Possible:
    """``at_once``: entries that need nothing more; ``who``: by kind, the players whom such an entry can be about.

    ``lineups``: players on the field, those who must leave included; ``pending``: the team against which a Penalty 7
    is pending, and the one it was for.
    """

    moment: Moment
    places: int
    at_once: tuple[Mapping[str, Any], ...]
    who: Mapping[str, ByTeam]
    field: ByTeam
    lineups: ByTeam
    pending: tuple[str, str] | None


_AT_ONCE: Mapping[Moment, tuple[str, ...]] = {
    "before_start": (),
    "in_play": ("stop", "end_period"),
    "stopped": ("resume", "end_period"),
    "between_periods": ("start_period",),
}


def find_possible(match: Match) -> Possible:
    """What can come next. Raises InputError where the journal itself is not possible."""
    fold = Fold(match).run()
    started = fold.moment != "before_start"
    first, *rest = [{"entry": kind} for kind in _AT_ONCE[fold.moment]] or [{}]
    goals = [{"entry": "goal", "team": key} for key in fold.sides]
    at_once: list[Mapping[str, Any]] = [first, *goals, *rest] if started else []
    who: dict[str, dict[str, tuple[str, ...]]] = {}

    def put(kind: str, team: str, ids: list[str]) -> None:
        if ids:
            who.setdefault(kind, {})[team] = tuple(ids)

    field, lineups = {}, {}
    for key, side in fold.sides.items():
        holding = [player for player in side.players if player in side.field or player in side.must_leave]
        others = [player for player in side.players if player not in holding]
        field[key] = tuple(player for player in holding if player in side.field)
        lineups[key] = tuple(holding)
        people = side.players
        put("unable", key, [player for player in (*holding, *others) if people[player].unable is None])
        put("recovered", key, [player for player in people if people[player].unable is not None])
        put("sit_out_over", key, [player for player, sit_out in side.sit_outs.items() if not sit_out.ended])
        put("arrived", key, [player for player in people if not people[player].present])
        put("left", key, [player for player in (*holding, *others) if people[player].present])
        put("player", key, list(people))
        if not started:
            put("start", key, others)
            continue
        put("card", key, holding)
        put("substitute", key, others)
        unable = [player for player in people if people[player].unable is not None]
        against = fold.other(side).key
        put("penalty_7", key, [player for player in unable if is_possible(match, _penalty_7(against, player))])
    pending = None
    if fold.pending is not None:
        pending = (fold.pending.against, fold.pending.fouled)
        put("designate", fold.pending.against, list(field[fold.pending.against]))
    if len(who.get("start", {})) < len(fold.sides):
        who.pop("start", None)
    places = max(side.places for side in fold.sides.values())
    return Possible(fold.moment, places, tuple(at_once), who, field, lineups, pending)


def is_possible(match: Match, *entries: Mapping[str, Any]) -> bool:
    """Whether these entries can follow the journal."""
    try:
        added = tuple(read_entry(entry) for entry in entries)
        Fold(match.model_copy(update={"journal": (*match.journal, *added)})).run()
    except InputError:
        return False
    return True


def _penalty_7(against: str, player: str) -> dict[str, str]:
    return {"entry": "penalty_7", "against": against, "disabled": player}
