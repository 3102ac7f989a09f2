"""The nearest legal lineups, against every legal lineup sorted by its distance."""

from __future__ import annotations

import random

from advisor.rulebook import is_legal
from advisor.situation import Lineup, Situation
from advisor.solver.repair import find_repairs
from tests.rules.build import outdoor
from tests.solver.situations import lineups_of, random_situations, situations_of


def highest_first(lineup: Lineup) -> int:
    """An order that is the same for players of one kind."""
    return -lineup.total


def naive_repairs(situation: Situation, wanted: frozenset[str], most: int) -> list[frozenset[str]]:
    """Every legal lineup but the one on the field, the nearest first."""
    standing = None if situation.must_leave else situation.field
    legal = [ids for ids in lineups_of(situation) if ids != standing and is_legal(situation, situation.lineup(ids))]
    legal.sort(key=lambda ids: (len(ids ^ wanted), -situation.lineup(ids).total, sorted(ids)))
    return legal[:most]


def test_repairs_are_the_nearest_legal_lineups_in_order() -> None:
    chance = random.Random(3)
    distances: set[int] = set()
    for situation in random_situations()[::6]:
        players = sorted(situation.players)
        wanted = frozenset(chance.sample(players, chance.randint(1, min(len(players), situation.places + 1))))
        most = chance.choice([1, 3, 7])
        found = [lineup.ids for lineup in find_repairs(situation, wanted, most, highest_first)]
        assert found == naive_repairs(situation, wanted, most)
        distances.update(len(ids ^ wanted) for ids in found)
    assert {1, 2, 3, 4} <= distances


def test_a_barred_player_is_dropped_in_every_repair() -> None:
    game = outdoor(12, red="3 3 3 3 + 0 0").but("r5", present=False).unable("r1")
    (situation, *_) = situations_of(game)
    found = find_repairs(situation, frozenset({"r2", "r3", "r4", "r5"}), 2, highest_first)
    assert [sorted(lineup.ids) for lineup in found] == [["r2", "r3", "r4"], ["r2", "r3", "r4", "r6"]]


def test_where_nothing_is_legal_there_is_no_repair() -> None:
    (situation, *_) = situations_of(outdoor(12, red="3 3 3 3"))
    assert find_repairs(situation, frozenset({"r1", "r2", "r3"}), 3, highest_first) == []


def test_the_lineup_on_the_field_is_no_repair() -> None:
    game = outdoor(12, red="3 3 3 3 + 0").end()
    (situation, *_) = situations_of(game)
    found = find_repairs(situation, frozenset({"r1", "r2", "r3"}), 1, highest_first)
    assert [sorted(lineup.ids) for lineup in found] == [["r1", "r2", "r3", "r5"]]
