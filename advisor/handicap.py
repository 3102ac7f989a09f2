"""Handicaps and goals as whole numbers of half goals.

Everything inside the engine counts in half goals (``int``), so that sums, limits and caps are exact; goals, as people
and match files write them (steps of 0.5), exist only at the edges.
"""

from __future__ import annotations


def to_half(value: float) -> int:
    """Goals (a multiple of 0.5) as half goals."""
    return round(value * 2)


def to_goals(half: int) -> int | float:
    """Half goals as goals: ``int`` where whole, else a ``float`` that ends in .5."""
    whole, rest = divmod(half, 2)
    return whole + 0.5 if rest else whole


def rounded_down(half: int) -> int:
    """A rating without its half goal, rounded down: -0.5 becomes -1, 1.5 becomes 1 (Rule 19.b, 2019; half goals)."""
    return half - half % 2


def goals_by_handicap(difference: int, periods: int, full: int) -> int:
    """Goals that a difference of two team handicaps is worth, in half goals; any fraction is written as one half.

    ``difference`` is not negative and in half goals, ``full`` the number of periods for which the whole difference is
    given (six outdoors). Four periods of six: 1 gives 0.5, 2 gives 1.5, 3 gives 2 (Rule 19, 2019).
    """
    whole, rest = divmod(difference * periods, 2 * full)
    return 2 * whole + (1 if rest else 0)
