"""What a captain may suppose to have happened: of whom, as which entries of a journal, and as a part of an address."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from advisor.errors import InputError
from advisor.folds import fold_of
from advisor.lines import new_id, read_line, read_rating
from advisor.match import Entry, Match
from advisor.matchfile import read_entry
from advisor.ui.possible import is_possible

Data = Mapping[str, Any]
"""An entry as a match file has it."""

FIRST = ("unable", "card", "left", "arrived", "end_period", "penalty_7")
"""What is asked for first: hurt, sent off, left, arrived, the period ended, Penalty 7."""

OTHER = ("recovered", "sit_out_over", "stop", "resume", "start_period")
"""What else may be supposed."""

REASONS = ("injury", "illness", "exhaustion")
CARDS = ("red", "second_yellow")

_BETWEEN, _WITHIN = "~~", "~"
_FOUND = "player"
"""The kind of the entry by which somebody who was not on the list comes on it."""
_MOST = 20
"""How many entries an address may hold."""
_FIELDS: Mapping[str, tuple[str, ...]] = {
    "unable": ("team", "player", "reason"),
    "card": ("team", "player", "kind"),
    "left": ("team", "player"),
    "arrived": ("team", "player"),
    "recovered": ("team", "player"),
    "sit_out_over": ("team", "player"),
    "penalty_7": ("against", "disabled"),
    "designate": ("player",),
    "end_period": (),
    "player": ("team", "id", "handicap", "name"),
    "start_period": (),
    "stop": (),
    "resume": (),
}


@dataclass(frozen=True)
class Happenings:
    """What can happen next to a team: by kind of entry the players whom it can be about, those on the field first.

    A kind that is about nobody has none. ``lineup``: who is on the field, those who must leave included; ``unable``:
    who is unable already; ``against``: the other team.
    """

    team: str
    against: str
    kinds: Mapping[str, tuple[str, ...]]
    lineup: tuple[str, ...]
    unable: frozenset[str]


def find_happenings(match: Match, team: str) -> Happenings:
    """What can happen next to a team. Raises InputError where the journal itself is not possible."""
    fold = fold_of(match)
    side = fold.sides[team]
    against = fold.other(side).key
    people = side.players
    lineup = [player for player in people if player in side.field or player in side.must_leave]
    everybody = [*lineup, *(player for player in people if player not in lineup)]
    unable = [player for player in everybody if people[player].unable is not None]
    started = fold.moment != "before_start"
    awards = [player for player in unable if started and is_possible(fold, _award(against, player))]
    about = {
        "unable": [player for player in everybody if player not in unable],
        "card": lineup if started else [],
        "left": [player for player in everybody if people[player].present],
        "arrived": [player for player in everybody if not people[player].present],
        "penalty_7": [*awards, *(player for player in lineup if started and player not in unable)],
        "recovered": unable,
        "sit_out_over": [player for player, sit_out in side.sit_outs.items() if not sit_out.ended],
    }
    kinds: dict[str, tuple[str, ...]] = {}
    for kind in (*FIRST, *OTHER):
        if kind in about:
            if about[kind]:
                kinds[kind] = tuple(about[kind])
        elif is_possible(fold, {"entry": kind}):
            kinds[kind] = ()
    return Happenings(team, against, kinds, tuple(lineup), frozenset(unable))


def entries_of(kind: str, player: str, happenings: Happenings) -> list[dict[str, Any]]:
    """What is supposed by two taps, with what is usual: an injury, a red card, an injury with the Penalty 7."""
    about = {"team": happenings.team, "player": player}
    if kind == "unable":
        return [{"entry": kind, **about, "reason": REASONS[0]}]
    if kind == "card":
        return [{"entry": kind, **about, "kind": CARDS[0]}]
    if kind == "penalty_7":
        award = _award(happenings.against, player)
        return [award] if player in happenings.unable else [*entries_of("unable", player, happenings), award]
    return [{"entry": kind, **about}] if _FIELDS[kind] else [{"entry": kind}]


def found_of(team: str, line: str, known: Collection[str]) -> dict[str, Any]:
    """The entry by which somebody found on the rail comes on a team's list. Raises InputError.

    ``line``: his name, which may be missing, and his handicap; ``known``: the ids that the team has.
    """
    name, handicap = read_line(line)
    name = " ".join(name.replace(_WITHIN, " ").split())
    player = new_id(name, known)
    return {"entry": _FOUND, "team": team, "player": {"id": player, "handicap": handicap, "name": name or player}}


def _award(against: str, disabled: str) -> dict[str, str]:
    return {"entry": "penalty_7", "against": against, "disabled": disabled}


def plain(entry: Entry) -> dict[str, Any]:
    """An entry as a match file has it."""
    data: dict[str, Any] = entry.model_dump(mode="json", exclude_unset=True)
    return data


def changed(entries: Sequence[Entry], **change: Any) -> list[dict[str, Any]]:
    """The same with the last entry put otherwise; what is false or empty is taken out."""
    *before, last = map(plain, entries)
    return [*before, {key: value for key, value in (last | change).items() if value}]


def supposing(match: Match, entries: Iterable[Entry]) -> Match:
    """The match with these entries at the end of its journal."""
    return match.model_copy(update={"journal": (*match.journal, *entries)})


# -- in an address ---------------------------------------------------------------------------------------------------


def to_address(entries: Iterable[Data]) -> str:
    """Entries as a part of an address: ``unable~red~r4~injury~~end_period``."""
    written = []
    for data in entries:
        about = {**data, **data["player"]} if data["entry"] == _FOUND else data
        parts = [str(data["entry"]), *(str(about[field]) for field in _FIELDS[data["entry"]])]
        written.append(_WITHIN.join([*parts, "concussion"] if data.get("concussion") else parts))
    return _BETWEEN.join(written)


def from_address(written: str) -> tuple[Entry, ...]:
    """The entries of a part of an address. Raises InputError where it is none."""
    if not written:
        return ()
    texts = written.split(_BETWEEN)
    if len(texts) > _MOST:
        raise InputError(("if",), "more than {most} entries found; suppose less", {"most": str(_MOST)})
    return tuple(_read(text) for text in texts)


def _read(written: str) -> Entry:
    kind, *values = written.split(_WITHIN)
    fields = _FIELDS.get(kind)
    concussed = kind == "unable" and values[3:] == ["concussion"]
    if concussed:
        values = values[:3]
    if fields is None or len(values) != len(fields):
        raise InputError(("if",), "the address supposes what cannot be read; tap what happened again")
    data: dict[str, Any] = {"entry": kind, **dict(zip(fields, values, strict=True))}
    if kind == _FOUND:
        data["player"] = {field: data.pop(field) for field in fields[1:]}
        handicap = read_rating(data["player"]["handicap"])
        if handicap is not None:
            data["player"]["handicap"] = handicap
    return read_entry(data | ({"concussion": True} if concussed else {}))
