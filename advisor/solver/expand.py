"""Lineups of a pattern, one by one and in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def ordered_lineups(groups: Sequence[tuple[tuple[str, ...], int]]) -> Iterator[tuple[str, ...]]:
    """All ways to take the given number from each group of sorted ids, as sorted ids, in order, one by one.

    Groups do not overlap. The first come without the others being made, so a thousand players cost nothing.
    """
    owner = {player: number for number, (ids, _) in enumerate(groups) for player in ids}
    everybody = sorted(owner)
    left_after: list[list[int]] = []
    remaining = [0] * len(groups)
    for player in reversed(everybody):
        remaining[owner[player]] += 1
        left_after.append(remaining.copy())
    left_after.reverse()
    needed = [count for _, count in groups]

    def extend(start: int, chosen: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if not any(needed):
            yield chosen
            return
        for place in range(start, len(everybody)):
            if any(have < need for have, need in zip(left_after[place], needed, strict=True)):
                return
            number = owner[everybody[place]]
            if needed[number]:
                needed[number] -= 1
                yield from extend(place + 1, (*chosen, everybody[place]))
                needed[number] += 1

    return extend(0, ())
