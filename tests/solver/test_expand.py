"""The lineups of a pattern one by one, against itertools."""

from __future__ import annotations

import random
from itertools import combinations, islice, product
from math import comb

import pytest

from advisor.solver.expand import ordered_lineups

Groups = list[tuple[tuple[str, ...], int]]


def plain(groups: Groups) -> list[tuple[str, ...]]:
    """All at once."""
    ways = product(*(combinations(ids, count) for ids, count in groups))
    return sorted(tuple(sorted(player for part in way for player in part)) for way in ways)


def random_groups(seed: int) -> Groups:
    chance = random.Random(seed)
    players = [f"p{number}" for number in range(chance.randint(1, 11))]
    chance.shuffle(players)
    groups: Groups = []
    while players:
        size = chance.randint(1, len(players))
        ids, players = players[:size], players[size:]
        groups.append((tuple(sorted(ids)), chance.randint(0, min(size, 4))))
    return groups


@pytest.mark.parametrize("seed", range(150))
def test_it_gives_what_itertools_gives_in_order(seed: int) -> None:
    groups = random_groups(seed)
    assert list(ordered_lineups(groups)) == plain(groups)


def test_nothing_to_take_is_one_empty_lineup() -> None:
    assert list(ordered_lineups([])) == [()]
    assert list(ordered_lineups([(("a", "b"), 0)])) == [()]


def test_more_than_there_are_cannot_be_taken() -> None:
    assert list(ordered_lineups([(("a", "b"), 3)])) == []
    assert list(ordered_lineups([(("a", "b"), 1), (("c",), 2)])) == []


def test_groups_may_lie_across_each_other() -> None:
    groups: Groups = [(("a", "c", "e"), 1), (("b", "d"), 1)]
    assert list(ordered_lineups(groups)) == [("a", "b"), ("a", "d"), ("b", "c"), ("b", "e"), ("c", "d"), ("d", "e")]


def test_the_first_of_a_great_many_come_without_the_others() -> None:
    ids = tuple(f"p{number:04}" for number in range(1000))
    groups: Groups = [(ids[::2], 2), (ids[1::2], 2)]
    assert comb(500, 2) ** 2 > 10**10
    first = list(islice(ordered_lineups(groups), 3))
    assert first == [
        ("p0000", "p0001", "p0002", "p0003"),
        ("p0000", "p0001", "p0002", "p0005"),
        ("p0000", "p0001", "p0002", "p0007"),
    ]


def test_each_comes_once() -> None:
    groups: Groups = [(("a", "b", "c", "d"), 2), (("e", "f", "g"), 2)]
    found = list(ordered_lineups(groups))
    assert len(found) == len(set(found)) == comb(4, 2) * comb(3, 2)
