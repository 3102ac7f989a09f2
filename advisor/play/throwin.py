"""The throw-in (Rule 20): where it is, where everybody stands, and what the umpire does when somebody does not.

Each question of the rule is one pure function that gives a :class:`Ruling`: what the umpire does, in one word, and the
rule's words for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from math import ceil
from typing import Any

from advisor.errors import InputError, quoted
from advisor.play.bounds import Bound, Scene, read_bounds
from advisor.play.field import Field, Point, Words, read_figures, read_rule
from advisor.play.penalties import Card, Part, say_place
from advisor.words import mark, translator

RULE = "rule-20"
NAME = "throw-in"
"""What a throw-in is called beside the numbers of the penalties."""

PARTS: Mapping[str, str] = {
    "when": mark("When"),
    "ball": mark("Ball"),
    "teams": mark("Both teams"),
    "umpire": mark("The umpire"),
    "moves": mark("Who may move when"),
    "score": mark("Score"),
    "ends": mark("Ends"),
    "restart": mark("What follows"),
}
"""What is said of the throw-in, in this order, with the heading of each part."""

_LATE = {"tired": "late-tired", "horse": "late-horse"}


@dataclass(frozen=True)
class ThrowIn:
    """A throw-in on a field of this size; ``scene.ball`` is the place of the line from which it is thrown."""

    size: Field
    scene: Scene

    @property
    def citation(self) -> Words:
        """The rule by its number."""
        citation: Words = _rule()["citation"]
        return citation

    @property
    def way_name(self) -> str:
        """Empty: it is taken in one way."""
        return ""

    def bounds(self, is_near: bool) -> tuple[Bound, ...]:
        """What binds the players: of either team the same."""
        return _bounds()


@dataclass(frozen=True)
class Ruling:
    """What the umpire does.

    ``does``: stop, throw, wait, may-not-play, may-play, penalty, may-let-go, goal, play-on or put-right.
    ``counts_for``: the team that a goal counts for. ``ends_change``: whether ends change by it.
    """

    id: str
    does: str
    counts_for: str = ""
    ends_change: bool = False
    facts: Mapping[str, str] = field(default_factory=dict)

    def say(self, language: str) -> str:
        """What the umpire does, in words."""
        said: str = _read(self.id)["text"][language]
        figures = {name: f"{value:g}" for name, value in throw_in_figures().items()}
        return said.format(**{**figures, **self.facts})

    def naming(self, team: str) -> Ruling:
        """The same with the name of the team that a goal counts for."""
        return replace(self, facts={"team": team}) if self.counts_for else self

    def title(self, language: str) -> str:
        """What happened, in words."""
        title: str = _read(self.id)["title"][language]
        return title


def _rule() -> Mapping[str, Any]:
    rule: Mapping[str, Any] = read_rule(RULE)["throw_in"]
    return rule


@cache
def throw_in_figures() -> Mapping[str, float]:
    """The figures of Rule 20: yards from umpire and boards, yards that the ball travels, players of both teams."""
    return read_figures(_rule()["figures"])


@cache
def _bounds() -> tuple[Bound, ...]:
    return read_bounds(_rule()["bounds"], throw_in_figures())


def _read(ruling: str) -> Mapping[str, Any]:
    entry: Mapping[str, Any] = read_rule(RULE)["rulings"][ruling]
    return entry


def is_far_from_sides(place: Point, size: Field) -> bool:
    """Whether a place is more than Rule 20's yards from the boards or side lines."""
    return size.half_width - abs(place.y) > throw_in_figures()["boards"]


def throw_in(where: Point | None = None, size: Field | None = None) -> ThrowIn:
    """The throw-in at the start and after a goal; or, with ``where``, the one where play stopped.

    The place is the nearest, in whole yards to the side, that is more than Rule 20's distance from the boards.
    """
    on = size or Field.standard()
    place = on.within(where) if where is not None else on.centre
    if not is_far_from_sides(place, on):
        most = max(0, ceil(on.half_width - throw_in_figures()["boards"]) - 1)
        place = Point(place.x, min(max(place.y, -most), most))
    return ThrowIn(on, Scene(on, place, (place,)))


def describe_throw_in(taking: ThrowIn, language: str) -> Card:
    """All that is to be known of a throw-in, in a language: Rule 20 in the project's own words."""
    _ = translator(language, domain="play")
    rule, figures = _rule(), {name: f"{value:g}" for name, value in throw_in_figures().items()}
    parts = []
    for name, heading in PARTS.items():
        sentence = rule["words"][name][language].format(**figures)
        if name == "ball":
            place = taking.scene.ball
            sentence = f"{sentence} {say_place(place, taking.size, language)}"
            if place.x != taking.size.centre.x:
                sentence = f"{sentence} {rule['elsewhere'][language]}"
        parts.append(Part(name, _(heading), sentence))
    return Card(NAME, rule["title"][language], "", taking.citation[language], tuple(parts))


# -- what the umpire does --------------------------------------------------------------------------------------------


def rule_on_contact() -> Ruling:
    """Players of both teams jostle at the line before the throw."""
    return _ruling("contact")


def rule_on_rush(nearest: float) -> Ruling:
    """Players move towards the umpire; ``nearest``: yards from the umpire to the nearest of them."""
    return _ruling("too-near" if nearest < throw_in_figures()["umpire"] else "far-enough")


def rule_on_late(why: str) -> Ruling:
    """A player is not there yet. ``why``: ``tired`` by a hard run, or ``horse``: changing it. Raises ``InputError``."""
    if why not in _LATE:
        facts = {"found": quoted(why), "words": ", ".join(_LATE)}
        raise InputError(("why",), "{found} found; why must be one of: {words}", facts)
    return _ruling(_LATE[why])


def rule_on_wrong_side(
    *,
    behind_teammate: bool = False,
    travelled: float = 0,
    past_midfield: bool = False,
    played: bool = False,
    team_took_part: bool = True,
) -> Ruling:
    """A player on the wrong side of the line-up when the ball was thrown: may he play?

    ``behind_teammate``: behind one of his own team who was rightly placed. ``travelled``: yards of the ball from where
    it was thrown. ``past_midfield``: he is. ``played``: he has made or tried a play. ``team_took_part``: his team has a
    part in the play that came to him.
    """
    far = travelled >= throw_in_figures()["travelled"] and past_midfield
    if behind_teammate or far:
        return _ruling("wrong-side-may-play")
    if played:
        return _ruling("wrong-side-played")
    return _ruling("wrong-side-not-yet" if team_took_part else "wrong-side-no-part")


def rule_on_goal(scorer: str, goal_of: str, teams: tuple[str, str], *, wrong_way: bool = False) -> Ruling:
    """A goal after the line-up, which counts for whoever attacks that goal as the teams were lined up.

    ``goal_of``: the team that defends the goal, as lined up. ``wrong_way``: everybody, umpires included, had accepted
    the line-up the wrong way round. Raises ``InputError`` for a team that is none of the two.
    """
    for name, team in (("scorer", scorer), ("goal_of", goal_of)):
        if team not in teams:
            facts = {"found": quoted(team), "words": ", ".join(teams), "key": name}
            raise InputError((name,), "{found} found; {key} must be one of: {words}", facts)
    counts_for = next(team for team in teams if team != goal_of)
    kind = "own-goal" if scorer == goal_of else "goal-counts-wrong-way" if wrong_way else "goal-counts"
    return _ruling(kind, counts_for, ends_change=True)


def rule_on_wrong_way(period_over: bool) -> Ruling:
    """Everybody lined up the wrong way and nobody has scored: play on, or, the period being over, put it right."""
    return _ruling("wrong-way-put-right" if period_over else "wrong-way-play-on", ends_change=period_over)


def _ruling(ruling: str, counts_for: str = "", *, ends_change: bool = False) -> Ruling:
    facts = {"team": counts_for} if counts_for else {}
    return Ruling(ruling, _read(ruling)["does"], counts_for, ends_change, facts)
