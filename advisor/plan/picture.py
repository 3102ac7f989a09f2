"""The trade-off as a picture: starting lineups by strength, and by what is left in the worst case."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from advisor.narrate import say_decimals
from advisor.plan.said import Point, Said

WIDTH, HEIGHT = 360, 230
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 16, 16, 46


def scatter(said: Said) -> str:
    """An SVG in the colour of the text around it; empty where there are no two lineups to compare.

    Filled: the best of its strength; a ring around it: the plan's own; a cross: a loss is not covered.
    """
    points, words = said.points, said.words
    if len(points) < 2:
        return ""
    across, up = _Axis([p.strength for p in points]), _Axis([p.worst for p in points])
    parts = [
        f'<svg class="trade-off" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(words["starters"])}" '
        'xmlns="http://www.w3.org/2000/svg" fill="none" stroke="currentColor" font-size="13">',
        f'<path d="M{_LEFT} {_TOP}V{HEIGHT - _BOTTOM}H{WIDTH - _RIGHT}"/>',
    ]
    for value in across.ticks():
        x = _x(across.share(value))
        parts.append(_label(x, HEIGHT - _BOTTOM + 17, _figure(value, said), "middle"))
    for value in up.ticks():
        parts.append(_label(_LEFT - 5, _y(up.share(value)) + 4, _figure(value, said), "end"))
    parts.append(_label((WIDTH + _LEFT) / 2, HEIGHT - _BOTTOM + 36, words["strength"], "middle"))
    parts.append(_label(_LEFT + 4, _TOP + 2, words["worst"], "start"))
    for point in sorted(points, key=lambda one: (one.is_best, one.is_chosen)):
        parts.append(_mark(point, _x(across.share(point.strength)), _y(up.share(point.worst))))
    return "".join(parts) + "</svg>"


class _Axis:
    """A scale from the least to the greatest of some values."""

    def __init__(self, values: Sequence[float]) -> None:
        self.low, self.high = min(values), max(values)
        if self.low == self.high:
            self.low, self.high = self.low - 1, self.high + 1

    def share(self, value: float) -> float:
        """Where a value stands, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """The ends and the middle."""
        return [self.low, (self.low + self.high) / 2, self.high]


def _x(share: float) -> float:
    return round(_LEFT + 12 + share * (WIDTH - _LEFT - _RIGHT - 24), 1)


def _y(share: float) -> float:
    return round(HEIGHT - _BOTTOM - 12 - share * (HEIGHT - _TOP - _BOTTOM - 34), 1)


def _figure(value: float, said: Said) -> str:
    text = say_decimals(Fraction(abs(value)), said.language)
    return f"−{text}" if value < 0 else text


def _label(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="currentColor" stroke="none">{escape(text)}</text>'


def _mark(point: Point, x: float, y: float) -> str:
    title = f"<title>{escape(point.label)}</title>"
    fill = ' fill="currentColor"' if point.is_best else ""
    shape = f'<circle cx="{x}" cy="{y}" r="5"{fill}>{title}</circle>'
    if not point.is_covered:
        shape = f'<path d="M{x - 4} {y - 4}l8 8m0-8l-8 8" stroke-width="2">{title}</path>'
    ring = f'<circle cx="{x}" cy="{y}" r="9" stroke-width="2"/>' if point.is_chosen else ""
    return shape + ring
