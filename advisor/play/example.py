"""A right placement to show where everybody may stand: the same each time, kept to every bound of the rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import atan2, cos, radians, sin

from advisor.play.field import Field, Point
from advisor.play.placement import Placed, Restart, find_broken, scene_of

_APART, _APART_IN_RANKS = 11, 4
"""Yards between the players of an example, at a penalty and in the ranks of a throw-in."""


def find_example(restart: Restart, near: str, far: str, count: int = 4) -> tuple[Placed, ...]:
    """``count`` players of either team, numbered from 1; ``near`` defends the goal at ``x`` 0, ``far`` the other."""
    placed: list[Placed] = []
    for team, is_near in ((near, True), (far, False)):
        spots = _spots(restart, is_near, count, [player.point for player in placed])
        placed += [Placed(team=team, player=str(number), x=spot.x, y=spot.y) for number, spot in enumerate(spots, 1)]
    return tuple(placed)


def _spots(restart: Restart, is_near: bool, count: int, taken: Sequence[Point]) -> Sequence[Point]:
    spots: list[Point] = []
    in_ranks = bool(scene_of(restart).umpires)
    candidates = _ranks(restart, is_near) if in_ranks else _around(restart, is_near)
    for spot in candidates:
        apart = all(spot.distance(other) >= (_APART_IN_RANKS if in_ranks else _APART) for other in [*spots, *taken])
        if apart and not find_broken(spot, restart, is_near):
            spots.append(spot)
        if len(spots) == count:
            break
    return spots


def _ranks(restart: Restart, is_near: bool) -> Iterator[Point]:
    """Along the line of a throw-in, to its farther side, each team on its own; wider than in play, to be seen."""
    ball = scene_of(restart).ball
    out, aside = -1 if ball.y > 0 else 1, -3 if is_near else 3
    yield from (Point(ball.x + aside, ball.y + out * (7 + 5 * number)) for number in range(12))


def _around(restart: Restart, is_near: bool) -> Iterator[Point]:
    """Places at a penalty, the most natural first: behind the own line, in fans towards the goal, behind the ball."""
    ball, size = scene_of(restart).ball, restart.size
    if not is_near:
        yield Point(ball.x + 9, ball.y)
        side = 1 if ball.y <= 0 else -1
        # Where there is no room behind the ball, in front of it.
        for back in (14, 22, 30, -14, -28):
            yield from (size.within(Point(ball.x + back, ball.y + side * y)) for y in (18, -18, 34, -34, 50))
        return
    lines = [bound.yards for bound in restart.bounds(True) if bound.name == "behind-line"]
    if lines:
        yield from (Point(lines[0] - 4, y) for y in (-9, 9, -22, 22, -35, 35))
    else:
        yield from _fan(ball, size)


def _fan(ball: Point, size: Field) -> Iterator[Point]:
    """At growing distances from the ball, nearest to the way to the goal first, on the field; then behind its line."""
    towards = atan2(-ball.y, -ball.x)
    for far in (34, 46, 58):
        for turn in (-15, 15, -45, 45, -75, 75, -105, 105):
            angle = towards + radians(turn)
            place = Point(round(ball.x + far * cos(angle), 1), round(ball.y + far * sin(angle), 1))
            if size.is_on(place):
                yield place
    yield from (Point(-4, side * y) for y in (20, 40, 60, 75) for side in (1, -1))
