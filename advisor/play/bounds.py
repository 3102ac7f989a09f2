"""What binds a player's place before a penalty or a throw-in is taken: small objects, each measured in yards.

A bound says by how much a place keeps it: ``slack`` 0 or more is right, below 0 is wrong by so many yards. Placements
are judged by them and diagrams are drawn from them, so both say the same. Rules 20 and 37.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from advisor.play.field import Field, Point

Fault = Literal["ahead-of-line", "too-near", "wrong-side", "in-the-goal"]
"""How a place can be wrong."""

_ROUNDING = 1e-9
"""Yards by which a computed place may miss a bound that it lies on."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What places are measured from: the field, where the ball is put or thrown, and the umpires of a throw-in."""

    field: Field
    ball: Point
    umpires: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Bound(ABC):
    """One thing that the rule asks of a team's players.

    ``yards``: its figure. ``excused``: whether whoever is off the field or riding back is not bound by it.
    """

    yards: float = 0
    excused: bool = False

    fault: ClassVar[Fault]
    name: ClassVar[str]
    kinds: ClassVar[dict[str, type[Bound]]] = {}

    @abstractmethod
    def slack(self, place: Point, scene: Scene, is_near: bool = True) -> float:
        """Yards by which a place keeps the bound; below 0 it breaks it.

        ``is_near``: whether the player's team defends the goal at ``x`` 0.
        """

    def is_kept(self, place: Point, scene: Scene, is_near: bool = True) -> bool:
        """Whether a place is right; exactly on the bound it is."""
        return self.slack(place, scene, is_near) >= -_ROUNDING


def _kind(bound: type[Bound]) -> type[Bound]:
    Bound.kinds[bound.name] = bound
    return bound


@_kind
class BehindLine(Bound):
    """No farther into the field than a line so many yards from the own back line; 0 is the back line itself."""

    fault = "ahead-of-line"
    name = "behind-line"

    def slack(self, place: Point, scene: Scene, is_near: bool = True) -> float:
        """Yards behind the line."""
        return self.yards - place.x


@_kind
class BehindBall(Bound):
    """No nearer to the goal that is hit at than the line that the ball is on."""

    fault = "ahead-of-line"
    name = "behind-ball"

    def slack(self, place: Point, scene: Scene, is_near: bool = True) -> float:
        """Yards behind the line."""
        return place.x - self.yards


@_kind
class AwayFromBall(Bound):
    """At least so many yards from the ball."""

    fault = "too-near"
    name = "away-from-ball"

    def slack(self, place: Point, scene: Scene, is_near: bool = True) -> float:
        """Yards beyond the distance."""
        return place.distance(scene.ball) - self.yards


@_kind
class GoalSide(Bound):
    """Between the ball and the defended goal: no farther from its back line than the ball is."""

    fault = "wrong-side"
    name = "goal-side"

    def slack(self, place: Point, scene: Scene, is_near: bool = True) -> float:
        """Yards nearer to the back line than the ball."""
        return scene.ball.x - place.x


@_kind
class OutOfGoal(Bound):
    """Not between the posts, on the goal line or straight behind it."""

    fault = "in-the-goal"
    name = "out-of-goal"

    def slack(self, place: Point, scene: Scene, is_near: bool = True) -> float:
        """Yards outside the posts; in front of the goal the yards from its line."""
        beside = abs(place.y) - scene.field.half_goal
        return max(beside, place.x) if place.x > 0 else beside


@_kind
class OwnSide(Bound):
    """On the side of the throw-in's line of the goal that the player's team defends."""

    fault = "wrong-side"
    name = "own-side"

    def slack(self, place: Point, scene: Scene, is_near: bool = True) -> float:
        """Yards from the line on the own side."""
        return scene.ball.x - place.x if is_near else place.x - scene.ball.x


@_kind
class AwayFromUmpire(Bound):
    """At least so many yards from every umpire."""

    fault = "too-near"
    name = "away-from-umpire"

    def slack(self, place: Point, scene: Scene, is_near: bool = True) -> float:
        """Yards beyond the distance from the nearest umpire."""
        return min((place.distance(umpire) for umpire in scene.umpires), default=self.yards) - self.yards


def read_bounds(entries: Iterable[Mapping[str, Any]], figures: Mapping[str, float]) -> tuple[Bound, ...]:
    """Bounds as a rule's data file states them; ``yards`` names one of its figures."""
    return tuple(
        Bound.kinds[entry["bound"]](figures[entry["yards"]] if "yards" in entry else 0, entry.get("excused", False))
        for entry in entries
    )
