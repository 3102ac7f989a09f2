"""A club's list of players, from which substitutes are chosen: YAML or JSON, CSV, XLSX, or a line for each player.

In YAML it is a list of players as in a match file, or a mapping that has it under ``players``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from advisor.errors import InputError, InputErrors, shortened
from advisor.explain import explain
from advisor.lines import TeamLines, new_id, read_team
from advisor.match import Match, Player
from advisor.rosters import MOST_BYTES, read_roster
from advisor.textdata import parse_json, read_yaml

MOST_PLAYERS = 2_000
"""Players of a list that are looked at, at most."""

_PLAYERS: TypeAdapter[tuple[Player, ...]] = TypeAdapter(tuple[Player, ...])


class Admitted(NamedTuple):
    """Who of a list may be chosen; ``aside``: ids, as in the list, of those who are on the team already or twice."""

    candidates: tuple[Player, ...]
    aside: tuple[str, ...]


def load_club_list(path: str | Path) -> tuple[Player, ...]:
    """The players of a file. Raises InputError."""
    name = str(path)
    try:
        with open(path, "rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = shortened(getattr(error, "strerror", None) or "not a path")
        message = "not readable: {reason}; give the path of a club's list"
        raise InputError((), message, {"reason": reason}, source=name) from None
    return read_club_list(content, name)


def read_club_list(content: bytes, name: str, *, game: str = "outdoor") -> tuple[Player, ...]:
    """The players of a file's content; the ending of its name says what it is. Raises InputError."""
    if len(content) > MOST_BYTES:
        facts = {"size": str(MOST_BYTES // 1_000_000)}
        raise InputError((), "more than {size} MB found; a club's list must be smaller", facts, source=name)
    ending = Path(name).suffix.lower()
    try:
        if ending in (".yaml", ".yml", ".json"):
            players = _read_data(_decoded(content), ending)
        elif ending in (".csv", ".tsv", ".xlsx"):
            players = _joined(list(read_roster(content, game=game).values()))
        else:
            players = _joined([read_team(_decoded(content))])
    except InputError as error:
        named = [InputError(one.path, one.pattern, one.facts, line=one.line, source=name) for one in error.errors]
        raise InputErrors(named) from None
    if not players:
        raise InputError((), "nobody found; a club's list has a name and a handicap for each player", source=name)
    if len(players) > MOST_PLAYERS:
        facts = {"count": str(len(players)), "most": str(MOST_PLAYERS)}
        raise InputError((), "{count} players found; at most {most} are compared", facts, source=name)
    return players


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeError:
        raise InputError((), "not UTF-8 text; save it as UTF-8") from None


def _read_data(text: str, ending: str) -> tuple[Player, ...]:
    lines: Any = {}
    if ending == ".json":
        data: Any = parse_json(text)
    else:
        data, lines = read_yaml(text)
    path: tuple[str | int, ...] = ()
    if isinstance(data, dict) and "players" in data:
        data, path = data["players"], ("players",)
    if not isinstance(data, list):
        raise InputError(path, "no list found; a club's list is a list of players, each with id and handicap")
    try:
        return _PLAYERS.validate_python(tuple(data))
    except ValidationError as error:
        found = explain(error, _PLAYERS).under(path)
        raise found.at_line(lines.get) from None


def _joined(teams: Sequence[TeamLines]) -> tuple[Player, ...]:
    """The players of all teams of a spreadsheet, each with an id of its own."""
    players: list[Player] = []
    used: set[str] = set()
    for team in teams:
        for player in team.players:
            found = player.id if player.id not in used else new_id(player.name or player.id, used)
            used.add(found)
            players.append(player.model_copy(update={"id": found}))
    return tuple(players)


def admit(match: Match, team: str, players: Sequence[Player]) -> Admitted:
    """Who of a list may be chosen for a team: neither on its list nor twice; ids are made different from the team's.

    Who is on the other team's list may not come in (Rule 3: on no other team in the event).
    """
    own = {_who(player) for player in match.teams[team].players}
    theirs = {_who(player) for key, other in match.teams.items() if key != team for player in other.players}
    used = {player.id for player in match.teams[team].players}
    candidates: list[Player] = []
    aside: list[str] = []
    for player in players:
        who = _who(player)
        if who in own:
            aside.append(player.id)
            continue
        own.add(who)
        update: dict[str, object] = {}
        if player.id in used:
            update["id"] = new_id(player.name or player.id, used)
        if who in theirs and player.ineligible is None:
            update["ineligible"] = "other-team"
        found = player.model_copy(update=update)
        used.add(found.id)
        candidates.append(found)
    return Admitted(tuple(candidates), tuple(aside))


def _who(player: Player) -> tuple[str, str]:
    """Who a player is: the person, else the name, else the id."""
    if player.person or player.name:
        return "person", " ".join((player.person or player.name or "").split()).casefold()
    return "id", player.id
