"""What can be recorded next in a match, and of whom, so that a page offers nothing that the store would refuse."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from advisor.errors import InputError
from advisor.fold import Fold
from advisor.folds import OfMatches, fold_of
from advisor.match import PENALTIES, HornKind, Match
from advisor.matchfile import read_entry
from advisor.situation import Moment

Entry = Mapping[str, Any]
"""An entry as a match file has it."""

ByTeam = Mapping[str, tuple[str, ...]]
"""Players' ids by team."""


@dataclass(frozen=True)
class Possible:
    """``at_once``: entries that need nothing more; ``who``: by kind, the players whom such an entry can be about.

    ``ready``: by kind, whole entries of which one is picked; ``lineups``: players on the field, those who must leave
    included; ``must_leave``: those by themselves; ``pending``: the team against which a Penalty 7 is pending, and the
    one it was for; ``likely``: the kind that is to be recorded next, where that is plain, and the team it is about;
    ``shootout``: whether the committee may elect one now.
    """

    moment: Moment
    places: int
    at_once: tuple[Entry, ...]
    who: Mapping[str, ByTeam]
    ready: Mapping[str, tuple[Entry, ...]]
    field: ByTeam
    lineups: ByTeam
    must_leave: ByTeam
    pending: tuple[str, str] | None
    likely: tuple[str, str]
    shootout: bool


_AT_ONCE: Mapping[Moment, tuple[str, ...]] = {
    "before_start": (),
    "in_play": ("stop", "end_period"),
    "stopped": ("resume", "end_period"),
    "between_periods": ("start_period",),
}


_FOUND: OfMatches[Possible] = OfMatches()


def find_possible(match: Match) -> Possible:
    """What can come next. Raises InputError where the journal itself is not possible."""

    def find(*_: object) -> Possible:
        return _find_possible(match)

    return _FOUND.of(match, find, find)


def _find_possible(match: Match) -> Possible:
    fold = fold_of(match)
    started = fold.moment != "before_start"
    who: dict[str, dict[str, tuple[str, ...]]] = {}

    def put(kind: str, team: str, ids: list[str]) -> None:
        if ids:
            who.setdefault(kind, {})[team] = tuple(ids)

    field, lineups, must_leave = {}, {}, {}
    for key, side in fold.sides.items():
        holding = [player for player in side.players if player in side.field or player in side.must_leave]
        others = [player for player in side.players if player not in holding]
        field[key] = tuple(player for player in holding if player in side.field)
        must_leave[key] = tuple(player for player in holding if player not in side.field)
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
        put("penalty_7", key, [player for player in unable if is_possible(fold, _penalty_7(against, player))])
        shots = {player: {"entry": "shot", "team": key, "player": player, "goal": True} for player in people}
        put("shot", key, [player for player, shot in shots.items() if is_possible(fold, shot)])
    pending = None
    if fold.pending is not None:
        pending = (fold.pending.against, fold.pending.fouled)
        put("designate", fold.pending.against, list(field[fold.pending.against]))
    if len(who.get("start", {})) < len(fold.sides):
        who.pop("start", None)
    shootout = is_possible(fold, {"entry": "shootout", "first": next(iter(fold.sides)), "order": field})
    places = max(side.places for side in fold.sides.values())
    likely = ("", "")
    if not started:
        likely = ("start", "")
    elif pending is not None:
        likely = ("designate", pending[1])
    elif lost := next((key for key, ids in must_leave.items() if ids and key in who.get("substitute", {})), ""):
        likely = ("substitute", lost)
    at_once = tuple(_at_once(fold)) if started else ()
    ready = _ready(fold) if started else {}
    return Possible(fold.moment, places, at_once, who, ready, field, lineups, must_leave, pending, likely, shootout)


def _at_once(fold: Fold) -> Iterator[Entry]:
    """What needs nothing more, the most likely first."""
    first, *rest = ({"entry": kind} for kind in _AT_ONCE[fold.moment])
    goals = [{"entry": "goal", "team": key} for key in fold.sides]
    last = next((entry.entry for n, entry in reversed([*enumerate(fold.match.journal)]) if n not in fold.struck), "")
    is_out = last in ("goal", "ball_out") and fold.moment == "in_play"
    for entry in (*([{"entry": "ball_in"}] if is_out else []), first, *goals, *rest):
        if is_possible(fold, entry):
            yield entry


def _ready(fold: Fold) -> Mapping[str, tuple[Entry, ...]]:
    """By kind the entries that are only picked: horns, the ball out, a penalty against either team."""
    tried: dict[str, list[dict[str, Any]]] = {
        "horn": [{"which": which} for which in get_args(HornKind)],
        "ball_out": [{"over": "side_line"}, *({"over": "back_line", "team": team} for team in fold.sides)],
        # Which penalty it is does not matter here.
        "penalty": [{"number": PENALTIES[0], "against": team} for team in fold.sides],
    }
    found = {}
    for kind, choices in tried.items():
        entries = tuple({"entry": kind, **choice} for choice in choices)
        if possible := tuple(entry for entry in entries if is_possible(fold, entry)):
            found[kind] = possible
    return found


def is_possible(fold: Fold, *entries: Entry) -> bool:
    """Whether these entries can follow the journal that is folded; it is not folded anew for them."""
    try:
        fold.and_then(*[read_entry(entry) for entry in entries])
    except InputError:
        return False
    return True


def _penalty_7(against: str, player: str) -> Entry:
    return {"entry": "penalty_7", "against": against, "disabled": player}
