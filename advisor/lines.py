"""A team as text, a line for each player, as people send it in a message.

"Ana 2", "4 Felix", "Gabi (1½)", "3. Hugo: 1,5", "Ines -½", "Eva A": a name and a number in any order, halves in any
writing; "A" is rated 0, a number and a dot or a bracket in front only count the lines. "*" marks a guest from another
team, "(C)" the captain. A first line that ends in ":" is the team's name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from advisor.errors import InputError, InputErrors, quoted
from advisor.handicap import to_half
from advisor.match import Player
from advisor.narrate import say_goals

MOST_SIGNS = 50_000
"""Longest text of a team that is read."""

_NUMBER = re.compile(r"([+-]?)(\d{1,3})?(½|[.,][05])?")
_COUNTING = re.compile(r"^\s*\d{1,2}\s*[.)]\s+")
_BULLET = re.compile(r"^\s*[-–−•·▪●]\s+")
_CAPTAIN = re.compile(r"[([]\s*[cC]\s*[)\]]")
_UNITS = re.compile(r"(?<=[\d½])\s*(?:goals?|gol(?:es)?|g)\b\.?|\b(?:hcp|hdcp|h[aá]ndicap)\b[.:]?", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s;:()\[\]|/]+|(?<!\d),|,(?!\d)")


@dataclass(frozen=True)
class TeamLines:
    """The players of a text; ``guests``: ids of those whose line has a ``*``; ``name``: the team's, where it says."""

    players: tuple[Player, ...]
    guests: frozenset[str]
    name: str | None = None
    captain: str | None = None


@dataclass(frozen=True)
class Scan:
    """All that could be read of a text, and an error for each line that could not."""

    team: TeamLines
    errors: tuple[InputError, ...]


def read_goals(text: str) -> float | None:
    """A number of goals as people write it (7, -1, ½, 1½, 1 1/2, 1.5, 1,5); None where it is none."""
    text = _with_signs(text.strip())
    found = _NUMBER.fullmatch(text)
    if found is None or not (found[2] or found[3] == "½"):
        return None
    goals = int(found[2] or 0) + (0.5 if found[3] and not found[3].endswith("0") else 0)
    goals = -goals if found[1] == "-" else goals
    return int(goals) if goals == int(goals) else goals


def read_rating(text: str) -> float | None:
    """A handicap as people write it: a number of goals from -2 to 10, or "A" for 0; None where it is none."""
    goals = 0 if text.strip() == "A" else read_goals(text)
    return goals if goals is not None and -2 <= goals <= 10 else None


def _with_signs(text: str) -> str:
    """Minus signs and halves in one writing."""
    text = text.replace("−", "-").replace("–", "-")
    text = re.sub(r"(?<![\d/])1/2(?![\d/])", "½", text)
    return re.sub(r"(?<=\d)\s+(?=½)", "", text)


def read_line(line: str) -> tuple[str, float]:
    """The name, which may be empty, and the handicap of a line. Raises InputError."""
    facts = {"found": quoted(line.strip())}
    if re.match(r"\s*[-–−]\s+[\d½]", line):
        raise InputError((), "{found} may mean more or less than 0; write the sign next to the number", facts)
    plain = _UNITS.sub(" ", _with_signs(_COUNTING.sub("", _BULLET.sub("", line))))
    words = [word for word in (part.strip(",;") for part in _BETWEEN.split(plain)) if word]
    numbers = [place for place, word in enumerate(words) if _goals_of(word) is not None]
    if len(numbers) > 1:
        raise InputError((), "{found} has two handicaps; a line has one", facts)
    if not numbers:
        numbers = [place for place in (len(words) - 1, 0) if words and words[place] == "A"][:1]
    if not numbers:
        raise InputError((), "{found} has no handicap; a line is a name and a handicap", facts)
    (place,) = numbers
    handicap = _goals_of(words.pop(place)) or 0
    if not -2 <= handicap <= 10:
        raise InputError((), "{found} is no handicap; it goes from -2 to 10", {"found": quoted(f"{handicap:g}")})
    return " ".join(words), handicap


def _goals_of(word: str) -> float | None:
    return read_goals(word.removesuffix("."))


class Roll:
    """Players as they are added one by one, each with an id of his own; no name stands there twice."""

    def __init__(self) -> None:
        self.players: list[Player] = []
        self.guests: set[str] = set()
        self.captain: str | None = None
        self._lines: dict[str, int] = {}

    def add(self, line: int, name: str, handicap: float, *, guest: bool = False, captain: bool = False) -> None:
        """Add a player, who stands in this line; signs that show nothing are no part of a name. Raises InputError."""
        name = " ".join(_without_invisible(name).split())
        if len(name) > 200:
            raise InputError((), "{found} is too long for a name", {"found": quoted(name)})
        person = name.casefold()
        if person and person in self._lines:
            facts = {"found": quoted(name), "first": str(self._lines[person])}
            raise InputError((), "{found} is in line {first} already; tell the two apart by a last name", facts)
        data: dict[str, object] = {"id": new_id(name, {player.id for player in self.players}), "handicap": handicap}
        if person:
            self._lines[person] = line
            data |= {"name": name, "person": person}
        player = Player.model_validate(data)
        self.players.append(player)
        if guest:
            self.guests.add(player.id)
        if captain:
            self.captain = player.id

    def team(self, name: str | None = None) -> TeamLines:
        """The players so far."""
        return TeamLines(tuple(self.players), frozenset(self.guests), name, self.captain)


def scan_team(text: str) -> Scan:
    """What can be read of a text, a line for each player; empty lines are passed over. Never raises."""
    roll, errors, name = Roll(), [], None
    if len(text) > MOST_SIGNS:
        message = "more than {most} signs found; a team is shorter"
        return Scan(roll.team(), (InputError((), message, {"most": str(MOST_SIGNS)}),))
    is_first = True
    for number, line in enumerate(text.splitlines(), 1):
        line = _without_invisible(line)
        if not line.strip():
            continue
        if is_first and (heading := _heading(line)):
            name = heading
        else:
            try:
                player, handicap = read_line(_CAPTAIN.sub(" ", line.replace("*", " ")))
                roll.add(number, player, handicap, guest="*" in line, captain=bool(_CAPTAIN.search(line)))
            except InputError as error:
                errors.append(InputError((), error.pattern, error.facts, line=number))
        is_first = False
    return Scan(roll.team(name), tuple(errors))


def read_team(text: str) -> TeamLines:
    """The players of a text, a line each; empty lines are passed over. Raises InputErrors, one for each bad line."""
    found = scan_team(text)
    if found.errors:
        raise InputErrors(found.errors)
    return found.team


def _without_invisible(text: str) -> str:
    """The text without signs that show nothing, which messages and files are full of."""
    return "".join(" " if sign.isspace() else sign for sign in text if sign.isspace() or sign.isprintable())


def _heading(line: str) -> str | None:
    """The team's name, where a first line is one: it has no number and ends in ":", or is all in asterisks."""
    plain = line.strip()
    if any(_goals_of(word) is not None for word in plain.strip("*:").split()):
        return None
    is_bold = len(plain) > 2 and plain.startswith("*") and plain.rstrip(":").endswith("*")
    return plain.strip("*: ")[:200] or None if is_bold or plain.endswith(":") else None


def new_id(name: str, used: Collection[str]) -> str:
    """An id that follows from a name and is not in use."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:50] or "p"
    ids = (f"{stem}{number}" if number else stem for number in range(1 if stem == "p" else 0, 10_000))
    return next(found for found in ids if found not in used)


def write_team(players: Sequence[Player], guests: Iterable[str] = (), captain: str | None = None) -> str:
    """The text of a team, that :func:`read_team` reads."""
    marked = set(guests)
    rows = []
    for player in players:
        words = [player.name or "", say_goals(to_half(player.handicap))]
        words += ["*"] if player.id in marked else []
        words += ["(C)"] if player.id == captain else []
        rows.append(" ".join(word for word in words if word))
    return "\n".join(rows)
