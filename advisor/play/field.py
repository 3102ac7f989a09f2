"""The field of play in yards, and the data files of the rules that are played on it.

Axes, the same in every placement, diagram and file: ``x`` is the distance from a back line into the field, ``y`` the
distance from the middle of the field, to the right of whoever faces that back line. For a penalty the back line is the
fouling team's, whose goal is hit at; for a throw-in that of the team that a placement names. So the goal is at (0, 0),
the centre at half the length, and behind the back line ``x`` is below 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import hypot
from typing import Any, Self

import yaml

from advisor.editions import DATA, find_edition
from advisor.match import FieldSize

EDITION = next(path.parent.name for path in sorted((DATA / "rulebooks").glob("*/field.yaml")))
"""The edition whose Rules 20 and 37 these are: the one whose data has a field."""

Words = Mapping[str, str]
"""A text by language."""


@dataclass(frozen=True, slots=True)
class Point:
    """A place on or off the field, in yards along the axes of this module."""

    x: float
    y: float

    def distance(self, other: Point) -> float:
        """Yards between two places."""
        return hypot(self.x - other.x, self.y - other.y)


@dataclass(frozen=True, slots=True)
class Field:
    """The size of a field in yards, and whether boards or lines are at its sides."""

    length: float
    width: float
    goal: float
    boards: bool = True

    @classmethod
    def standard(cls, boards: bool = True) -> Self:
        """The field of the rulebook, with boards or without."""
        figures = read_rule("field")["figures"]
        width = figures["width" if boards else "width_without_boards"]
        return cls(figures["length"], width, figures["goal"], boards)

    @property
    def centre(self) -> Point:
        """The middle of the field."""
        return Point(self.length / 2, 0)

    @property
    def half_width(self) -> float:
        """Yards from the middle to either side."""
        return self.width / 2

    @property
    def half_goal(self) -> float:
        """Yards from the middle of a goal to either post."""
        return self.goal / 2

    def is_on(self, place: Point) -> bool:
        """Whether a place is on the field; its lines and boards belong to it."""
        return 0 <= place.x <= self.length and abs(place.y) <= self.half_width

    def within(self, place: Point, from_sides: float = 0) -> Point:
        """The nearest place on the field, at least so many yards from its sides."""
        side = max(0.0, self.half_width - from_sides)
        return Point(min(max(place.x, 0), self.length), min(max(place.y, -side), side))


def size_of(stated: FieldSize | None) -> Field:
    """The field that an event states, and the rulebook's where it states none; what it leaves out is the rulebook's."""
    usual = Field.standard(stated is None or stated.boards)
    if stated is None:
        return usual
    return Field(stated.length or usual.length, stated.width or usual.width, usual.goal, stated.boards)


@cache
def read_rule(name: str, edition: str = EDITION) -> Mapping[str, Any]:
    """A data file of an edition: ``field``, ``rule-20``, ``rule-37``."""
    path = DATA / "rulebooks" / edition / f"{name}.yaml"
    data: Mapping[str, Any] = yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
    return data


def has_rule(name: str, edition: str) -> bool:
    """Whether an edition has a data file of this name."""
    return (DATA / "rulebooks" / edition / f"{name}.yaml").is_file()


def read_figures(figures: Mapping[str, Any], edition: str = EDITION) -> dict[str, float]:
    """Figures of a rule by name; one that is a word is looked up in the edition's own file."""
    return {
        name: _looked_up(figure, edition) if isinstance(figure, str) else figure for name, figure in figures.items()
    }


def _looked_up(place: str, edition: str) -> float:
    node: Any = find_edition(edition)
    for key in place.split("."):
        node = node[key]
    found: float = node
    return found


def list_assumptions(language: str) -> list[str]:
    """How places are measured where the rules leave it open: the project's own readings, in a language."""
    return [words[language] for words in read_rule("field")["assumed"].values()]


def marked_lines() -> tuple[float, ...]:
    """Yards from each back line at which a line is marked across the field."""
    return tuple(read_rule("field")["figures"]["lines"])
