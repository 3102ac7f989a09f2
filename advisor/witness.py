"""A conflict shown: for each of its clauses the finding on a lineup at hand that breaks it.

A smallest conflict has for each of its clauses a lineup that breaks this one and no other of them. The nearest such
lineup is what an umpire would point at: "with him instead of Ana it is 9, one over the limit".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice, product

from advisor.rulebook import Finding, Rulebook
from advisor.situation import Situation

_MOST_LINEUPS = 2000
_MOST_OTHERS = 12


def find_witnesses(
    book: Rulebook, situation: Situation, among: Sequence[str], clauses: Iterable[str]
) -> tuple[Finding, ...]:
    """For each clause of a conflict a finding, in the order given.

    ``among``: the players, one of each kind, whose coming in the conflict is about. The lineup is the one with the
    fewest exchanges, then the lowest sum, that breaks of the conflict's clauses this one alone; where none near at
    hand does, one that breaks others of them too.
    """
    rules = {rule.clause: rule for rule in book.rules}
    wanted = list(clauses)
    alone: dict[str, Finding] = {}
    beside: dict[str, Finding] = {}
    for ids in islice(_near_lineups(situation, among, wanted), _MOST_LINEUPS):
        lineup = situation.lineup(ids)
        broken = [clause for clause in wanted if rules[clause].check(situation, lineup) is not None]
        for clause in broken:
            found = alone if len(broken) == 1 else beside
            if clause not in found:
                found[clause] = rules[clause].finding(situation, lineup)
        if len(alone) == len(wanted):
            break
    shown = {**beside, **alone}
    return tuple(shown[clause] for clause in wanted if clause in shown)


def _near_lineups(situation: Situation, among: Sequence[str], clauses: Iterable[str]) -> Iterator[frozenset[str]]:
    """Lineups with one of these players, the fewest exchanges first; each group is made only when it is asked for."""
    able = situation.able
    others: list[str] = []
    exchanges = product(range(len(able) + 1), range(situation.places + 1))
    for going, coming in sorted(exchanges, key=lambda exchange: (sum(exchange), exchange[1])):
        if len(able) - going + coming > situation.places:
            continue
        if coming and not others:
            others = _others(situation, clauses)
        group = [
            able.difference(out).union((player,), more)
            for player in among
            for out in combinations(sorted(able - {player}), going)
            for more in combinations([other for other in others if other != player], coming)
        ]
        yield from sorted(group, key=lambda ids: (situation.lineup(ids).total, sorted(ids)))


def _others(situation: Situation, clauses: Iterable[str]) -> list[str]:
    """Who might come in beside, three of a kind: first whom no clause but these bars, then the lowest."""
    barred: frozenset[str] = frozenset().union(
        *(players for clause, players in situation.barred.items() if clause not in clauses)
    )
    kinds: dict[tuple[object, ...], list[str]] = {}
    for player in sorted(set(situation.players) - situation.able):
        kinds.setdefault(situation.kind(player), []).append(player)
    others = [player for kind in kinds.values() for player in kind[:3]]
    others.sort(key=lambda player: (player in barred, situation.players[player].handicap, player))
    return others[:_MOST_OTHERS]
