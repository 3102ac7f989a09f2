"""Penalties 1 to 10 (Rule 37): each one small declarative object read from the rule's data, and how it is taken.

``find_penalty`` gives the object; ``take`` puts it on a field: where the ball goes, and what places are measured from.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from advisor.errors import InputError, quoted
from advisor.play.bounds import Bound, Scene, read_bounds
from advisor.play.field import Field, Point, Words, read_figures, read_rule
from advisor.words import mark, translator

RULE = "rule-37"

PARTS: Mapping[str, str] = {
    "when": mark("When"),
    "options": mark("Choice"),
    "ball": mark("Ball"),
    "fouling": mark("Fouling team"),
    "fouled": mark("Team fouled"),
    "moves": mark("Who may move when"),
    "repeats": mark("Goal awarded, or taken again"),
    "score": mark("Score"),
    "ends": mark("Ends"),
    "restart": mark("What follows"),
    "journal": mark("In the journal"),
}
"""What is said of a penalty, in this order, with the heading of each part."""


@dataclass(frozen=True)
class SpotRule:
    """Where the ball is put.

    ``at``: ``line``: the middle of the line ``yards`` from the back line; ``centre``: of the field; ``foul``: where the
    foul or the ball was, at least ``boards`` from the sides; ``opposite``: on that line opposite where the ball crossed
    the back line, at most ``middle`` yards from its middle.
    """

    at: str
    yards: float = 0
    boards: float = 0
    middle: float = 0

    @property
    def needs_place(self) -> bool:
        """Whether it hangs on where something happened."""
        return self.at in ("foul", "opposite")

    def find(self, size: Field, foul: Point | None) -> Point:
        """The spot on a field of this size. Raises ``InputError`` where it hangs on a place that is not given."""
        if self.at == "line":
            return Point(self.yards, 0)
        if self.at == "centre":
            return size.centre
        if foul is None:
            raise InputError(("foul",), "foul is missing; this penalty is taken from where it was, so give its x and y")
        if self.at == "foul":
            return size.within(foul, self.boards)
        return Point(self.yards, min(max(foul.y, -self.middle), self.middle))


@dataclass(frozen=True)
class Way:
    """One way in which a penalty is taken: the spot, what binds either team until the hit, and its own words."""

    name: str
    title: Words
    spot: SpotRule
    fouling: tuple[Bound, ...]
    fouled: tuple[Bound, ...]
    words: Mapping[str, Words]


@dataclass(frozen=True)
class Penalty:
    """A penalty of Rule 37.

    ``ways``: how it can be taken, the first being usual; none where nothing is hit. ``goals``: awarded to the team
    fouled. ``then``: the penalty that follows it. ``entries``: the kinds of entry that it has in a journal.
    """

    number: str
    title: Words
    citation: Words
    figures: Mapping[str, float]
    words: Mapping[str, Words]
    ways: Mapping[str, Way]
    entries: tuple[str, ...]
    then: str = ""
    goals: int = 0
    ends_change: bool = False
    forfeits: bool = False


@dataclass(frozen=True)
class Taking:
    """A penalty as it is taken on a field. ``scene`` is what places are measured from; ``None``: nothing is hit."""

    penalty: Penalty
    size: Field
    way: Way | None = None
    scene: Scene | None = None
    foul: Point | None = None

    @property
    def citation(self) -> Words:
        """The rule by its number."""
        return self.penalty.citation

    @property
    def way_name(self) -> str:
        """Which of its ways it is taken in; empty where there is only one."""
        return self.way.name if self.way is not None and self.way.title else ""

    def bounds(self, is_near: bool) -> tuple[Bound, ...]:
        """What binds the players of the fouling team, whose goal is near, or of the team fouled."""
        if self.way is None:
            return ()
        return self.way.fouling if is_near else self.way.fouled


@dataclass(frozen=True)
class Part:
    """One thing that is said of a penalty: which, its heading and its text in a language."""

    name: str
    heading: str
    text: str


@dataclass(frozen=True)
class Card:
    """All that an umpire needs of a penalty, in a language. ``way`` is empty where there is only one."""

    number: str
    title: str
    way: str
    citation: str
    parts: tuple[Part, ...] = field(default=())


def penalty_numbers() -> tuple[str, ...]:
    """The penalties in the order of the rule: ``1`` to ``4``, ``5a``, ``5b``, ``6`` to ``10``."""
    return tuple(read_rule(RULE)["penalties"])


@cache
def find_penalty(number: str) -> Penalty:
    """The penalty of this number. Raises ``InputError`` where Rule 37 has none."""
    entries: Mapping[str, Any] = read_rule(RULE)["penalties"]
    if number not in entries:
        facts = {"found": quoted(number), "words": ", ".join(entries)}
        raise InputError(("penalty",), "{found} found; penalty must be one of: {words}", facts)
    entry = entries[number]
    figures = read_figures(entry["figures"])
    ways = entry.get("ways", {})
    usual: Mapping[str, Words] = read_rule(RULE)["taken"] if ways else {}
    return Penalty(
        number,
        entry["title"],
        entry["citation"],
        figures,
        {**usual, **entry["words"]},
        {name: _read_way(name, way, figures) for name, way in ways.items()},
        tuple(entry.get("entries", ("penalty",))),
        entry.get("then", ""),
        int(figures[entry["goals"]]) if "goals" in entry else 0,
        entry.get("ends_change", False),
        entry.get("forfeits", False),
    )


def _read_way(name: str, way: Mapping[str, Any], figures: Mapping[str, float]) -> Way:
    yards = {key: figures[value] for key, value in way["spot"].items() if key != "at"}
    bounds = {team: read_bounds(way["bounds"].get(team, ()), figures) for team in ("fouling", "fouled")}
    return Way(name, way.get("title", {}), SpotRule(way["spot"]["at"], **yards), **bounds, words=way.get("words", {}))


def take(number: str, way: str = "", foul: Point | None = None, size: Field | None = None) -> Taking:
    """A penalty as it is taken; without ``way`` in its usual way.

    ``foul``: where the foul was; for 5a where the ball was then; for 6 where the ball crossed the back line. Raises
    ``InputError`` for an unknown penalty or way, and where a place is needed and not given.
    """
    penalty, on = find_penalty(number), size or Field.standard()
    if not penalty.ways:
        if way:
            message = "{found} found; this penalty is taken in no way of its own, so leave way out"
            raise InputError(("way",), message, {"found": quoted(way)})
        return Taking(penalty, on, foul=foul)
    if way and way not in penalty.ways:
        facts = {"found": quoted(way), "words": ", ".join(penalty.ways)}
        raise InputError(("way",), "{found} found; way must be one of: {words}", facts)
    taken = penalty.ways[way] if way else next(iter(penalty.ways.values()))
    return Taking(penalty, on, taken, Scene(on, taken.spot.find(on, foul)), foul)


def may_be_defended(upper_limit: float, umpires: int) -> bool:
    """Whether a committee may have Penalty 3 defended: the event's upper limit in goals, certified umpires in a game.

    What USPA Umpires LLC approves besides, and that the teams knew before the event, is not for a program to see.
    """
    figures = find_penalty("3").figures
    return upper_limit >= figures["events_from"] and umpires >= figures["umpires"]


def find_forfeits(against: Collection[str]) -> tuple[str, ...]:
    """The teams that forfeit, given those against which a Penalty 9 was incurred: each of them, whichever was first."""
    return tuple(sorted(set(against)))


def describe(taking: Taking, language: str) -> Card:
    """All that is to be known of a penalty as it is taken, in a language: Rule 37 in the project's own words."""
    _ = translator(language, domain="play")
    penalty = taking.penalty
    said = {**penalty.words, **(taking.way.words if taking.way else {})}
    parts = []
    for name, heading in PARTS.items():
        if name in said:
            sentence = said[name][language].format(**{key: f"{value:g}" for key, value in penalty.figures.items()})
            if name == "ball" and taking.scene is not None:
                sentence = f"{sentence} {say_place(taking.scene.ball, taking.size, language)}"
            parts.append(Part(name, _(heading), sentence))
    way = taking.way.title[language] if taking.way and taking.way_name else ""
    return Card(penalty.number, penalty.title[language], way, penalty.citation[language], tuple(parts))


def say_place(place: Point, size: Field, language: str) -> str:
    """A place on the field in words: yards from the back line and to which side of the middle, facing that line."""
    _ = translator(language, domain="play")
    x, y = f"{abs(place.x):.4g}", f"{abs(place.y):.4g}"
    if place == size.centre:
        return _("That is {x} yd from either back line, in the middle.").format(x=x)
    if place.x < 0:
        out = _("That is {x} yd behind the back line,").format(x=x)
    else:
        out = _("That is {x} yd from the back line,").format(x=x)
    if not place.y:
        aside = _("in the middle.")
    elif place.y > 0:
        aside = _("{y} yd right of the middle, facing the goal.").format(y=y)
    else:
        aside = _("{y} yd left of the middle, facing the goal.").format(y=y)
    return f"{out} {aside}"
