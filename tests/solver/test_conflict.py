"""Smallest sets of clauses that keep a player out, against a naive twin that looks at every lineup."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import pytest

from advisor.rulebook import broken_clauses
from advisor.situation import Situation
from advisor.solver.conflict import Conflicts, smallest_hitting_set
from advisor.solver.enumerate import LegalLineups
from advisor.solver.model import find_kinds
from tests.rules.build import arena, outdoor, why_unusable
from tests.solver.situations import lineups_of, random_situations, situations_of

SITUATIONS = random_situations()


def naive_conflict(situation: Situation, player: str) -> tuple[str, ...] | None:
    """The smallest set of clauses of which every lineup with the player breaks one, the first in order."""
    broken = [
        frozenset(broken_clauses(situation, situation.lineup(ids))) for ids in lineups_of(situation) if player in ids
    ]
    return naive_hitting_set([rule.clause for rule in situation.rules], broken)


def naive_hitting_set(clauses: Sequence[str], broken: Sequence[frozenset[str]]) -> tuple[str, ...] | None:
    """Tries every set of clauses, by size and then in order."""
    for size in range(len(clauses) + 1):
        for chosen in combinations(clauses, size):
            if all(one.intersection(chosen) for one in broken):
                return chosen
    return None


@pytest.mark.parametrize("part", range(4))
def test_conflicts_are_sufficient_smallest_and_first_in_order(part: int) -> None:
    sizes: list[int] = []
    for situation in SITUATIONS[part::4]:
        kinds = find_kinds(situation, situation.players)
        legal = LegalLineups(situation)
        conflicts = Conflicts(situation, kinds)
        for number, kind in enumerate(kinds):
            player = kind.ids[0]
            if player in situation.on_field or legal.has_player(player):
                continue
            found = conflicts.find(number)
            assert found == naive_conflict(situation, player)
            sizes.append(len(found))
    assert sizes.count(1) > 20
    assert sum(1 for size in sizes if size > 1) > 5


def test_the_conflict_of_a_whole_situation_is_that_of_everybody_who_is_not_on_the_field() -> None:
    asked = 0
    for situation in SITUATIONS[::2]:
        kinds = find_kinds(situation, situation.players)
        legal = LegalLineups(situation)
        outside = frozenset(situation.players) - situation.on_field
        if any(legal.has_player(player) for player in outside):
            continue
        broken = [
            frozenset(broken_clauses(situation, situation.lineup(ids)))
            for ids in lineups_of(situation)
            if ids & outside
        ]
        clauses = [rule.clause for rule in situation.rules]
        assert Conflicts(situation, kinds).find_for_anybody() == naive_hitting_set(clauses, broken)
        asked += bool(outside)
    assert asked > 10


def test_a_player_beyond_the_limit_with_and_without_a_double_substitution() -> None:
    hurt = outdoor(8, red="2 2 2 2 + 3").unable("r1")
    assert why_unusable(hurt.advise(), "r5") == ["double-substitution", "upper-limit"]
    assert why_unusable(hurt.resume().advise(), "r5") == ["able-player-stays", "upper-limit"]
    between = outdoor(8, red="2 2 2 2 + 3 9").end()
    assert why_unusable(between.advise(), "r5") == ["team-size", "upper-limit"]
    assert why_unusable(between.advise(), "r6") == ["upper-limit"]


def test_a_clause_about_the_player_himself_is_enough() -> None:
    game = arena(8, red="3 3 2 + 9").but("r4", present=False).unable("r1")
    assert why_unusable(game.advise(), "r4") == ["available"]


def test_of_several_smallest_sets_the_first_in_the_order_of_the_clauses() -> None:
    game = outdoor(12, red="3 3 3 3 + 0").but("r5", present=False, ineligible="suspended").unable("r1")
    assert why_unusable(game.advise(), "r5") == ["available"]


def test_alike_players_share_a_row() -> None:
    game = outdoor(8, red="2 2 2 2 + 9 9 8").end()
    rows = {tuple(row.players): row.player for row in game.advise().unusable}
    assert rows == {("r5", "r6"): "r5", ("r7",): "r7"}


CLAUSES = ["a", "b", "c", "d"]


@pytest.mark.parametrize(
    ("to_hit", "expected"),
    [
        ([], ()),
        (["a"], ("a",)),
        (["ab", "b"], ("b",)),
        (["ab", "bc", "ca"], ("a", "b")),
        (["ad", "bd", "cd"], ("d",)),
        (["ab", "cd"], ("a", "c")),
        (["abcd"], ("a",)),
        (["a", ""], None),
        ([""], None),
    ],
)
def test_the_smallest_hitting_set(to_hit: list[str], expected: tuple[str, ...] | None) -> None:
    assert smallest_hitting_set(CLAUSES, [frozenset(one) for one in to_hit]) == expected


def test_the_smallest_hitting_set_is_that_of_the_naive_twin() -> None:
    subsets = [frozenset(chosen) for size in range(4) for chosen in combinations(CLAUSES, size)]
    for count in range(4):
        for to_hit in combinations(subsets, count):
            assert smallest_hitting_set(CLAUSES, to_hit) == naive_hitting_set(CLAUSES, to_hit)


def test_asking_twice_gives_the_same() -> None:
    (situation, *_) = situations_of(outdoor(8, red="2 2 2 2 + 3").unable("r1"))
    kinds = find_kinds(situation, situation.players)
    conflicts = Conflicts(situation, kinds)
    number = next(number for number, kind in enumerate(kinds) if "r5" in kind.ids)
    assert conflicts.find(number) == conflicts.find(number) == Conflicts(situation, kinds).find(number)
