"""A team as text, a line for each player: "Ana 2", "4 Felix", "1½", "-½"; "A" is rated 0, "*" marks a guest."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from advisor.errors import InputError, quoted
from advisor.handicap import to_half
from advisor.match import Player
from advisor.narrate import say_goals

_NUMBER = re.compile(r"([+-]?)(\d{1,3})?(½|[.,][05])?")


@dataclass(frozen=True)
class TeamLines:
    """The players of a text; ``guests``: ids of those whose line has a ``*``."""

    players: tuple[Player, ...]
    guests: frozenset[str]


def read_goals(text: str) -> float | None:
    """A number of goals as people write it (7, -1, ½, 1½, 1.5, 1,5); None where it is none."""
    text = text.strip().replace("−", "-").replace("–", "-").replace("1/2", "½")
    found = _NUMBER.fullmatch(text)
    if found is None or not (found[2] or found[3] == "½"):
        return None
    goals = int(found[2] or 0) + (0.5 if found[3] and not found[3].endswith("0") else 0)
    goals = -goals if found[1] == "-" else goals
    return int(goals) if goals == int(goals) else goals


def _rating(word: str) -> float | None:
    return 0 if word == "A" else read_goals(word)


def read_line(line: str) -> tuple[str, float]:
    """The name, which may be empty, and the handicap of a line. Raises InputError."""
    # A decimal comma is no comma between words.
    parts = [part.strip(",;:()[]|") for part in re.split(r"[\s;:()\[\]|]+|,(?!\d)", line)]
    words = [word for word in parts if word]
    ratings = [_rating(word) for word in words]
    for place in (-1, 0):
        if words and ratings[place] is not None:
            rest = words[:-1] if place else words[1:]
            other = ratings[0] if len(words) > 1 and words[0] != "A" else None
            if place and other is not None:
                raise InputError((), "{found} has two handicaps; a line has one", {"found": quoted(line)})
            return " ".join(rest), ratings[place] or 0
    raise InputError((), "{found} has no handicap; a line is a name and a handicap", {"found": quoted(line)})


def read_team(text: str) -> TeamLines:
    """The players of a text, a line each; empty lines are passed over. Raises InputError with the line."""
    players: list[Player] = []
    guests = set()
    used: set[str] = set()
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            name, handicap = read_line(line.replace("*", " "))
            if not -2 <= handicap <= 10:
                raise InputError((), "{found} is no handicap; it goes from -2 to 10", {"found": quoted(line)})
            if len(name) > 200:
                raise InputError((), "{found} is too long for a name", {"found": quoted(name)})
        except InputError as error:
            raise InputError((), error.pattern, error.facts, line=number) from None
        player = _player(name, handicap, used)
        players.append(player)
        if "*" in line:
            guests.add(player.id)
    return TeamLines(tuple(players), frozenset(guests))


def new_id(name: str, used: Collection[str]) -> str:
    """An id that follows from a name and is not in use."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:50] or "p"
    ids = (f"{stem}{number}" if number else stem for number in range(1 if stem == "p" else 0, 10_000))
    return next(found for found in ids if found not in used)


def _player(name: str, handicap: float, used: set[str]) -> Player:
    found = new_id(name, used)
    used.add(found)
    data: dict[str, object] = {"id": found, "handicap": handicap}
    if name:
        data |= {"name": name, "person": " ".join(name.split()).casefold()}
    return Player.model_validate(data)


def write_team(players: Sequence[Player], guests: Iterable[str] = ()) -> str:
    """The text of a team, that :func:`read_team` reads."""
    marked = set(guests)
    rows = []
    for player in players:
        words = [player.name or "", say_goals(to_half(player.handicap)), "*" if player.id in marked else ""]
        rows.append(" ".join(word for word in words if word))
    return "\n".join(rows)
