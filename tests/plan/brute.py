"""What the plan should find, by trying everything: built on the oracle, which shares no code with the engine."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from tests.oracle import READINGS, Answers, Fold, Situation, legal_options, other_readings

Json = dict[str, Any]
Lineup = frozenset[str]


def with_entries(match: Json, *entries: Json) -> Json:
    """The match with these entries at the end of its journal."""
    return {**match, "journal": [*match["journal"], *entries]}


def with_bench(match: Json, team: str, players: list[Json]) -> Json:
    """The match with these players on the team's list too."""
    match = copy.deepcopy(match)
    match["teams"][team]["players"] += players
    return match


def strongest_start(match: Json, team: str) -> list[str] | None:
    """The strongest legal starting lineup."""
    answers = Answers(match, None)
    options = answers.options(team, answers.now)
    return sorted(options[0]) if options else None


def started(match: Json) -> Json | None:
    """The match with both strongest lineups on the field; ``None`` where a team has none."""
    lineups = {team: strongest_start(match, team) for team in match["teams"]}
    if None in lineups.values():
        return None
    return with_entries(match, {"entry": "start", "lineups": lineups})


def hurt(team: str, player: str) -> Json:
    return {"entry": "unable", "team": team, "player": player, "reason": "injury"}


class Outcome(NamedTuple):
    """Whether a full lineup is legal, and what the best legal one is worth, in half goals."""

    covered: bool
    value: Fraction


def outcome(match: Json, team: str) -> Outcome:
    """What a team can do now."""
    answers = Answers(match, None)
    situation = answers.now
    options = legal_options(team, situation)
    places = len(situation.team(team).places)
    shut = situation.unfillable(team, situation.standing(team))
    covered = any(len(lineup) >= places - shut for lineup in options)
    values = [answers.net_goals(team, lineup, situation) for lineup in options]
    if not values:
        values = [answers.net_goals(team, situation.standing(team), situation)]
    return Outcome(covered, 2 * max(value for value in values if value is not None))


class Worth(NamedTuple):
    """The aims of a bench: losses not covered, the worst outcome and the sum of outcomes, in half goals."""

    uncovered: int
    worst: Fraction
    total: Fraction


def worth_of_bench(match: Json, team: str) -> Worth:
    """Each player on the field hurt, and disabled by a foul, with the team's list as it is; the match is in play."""
    fold = Fold(match)
    other = fold.state.other(team)
    field = sorted(fold.state.teams[team].holders())
    uncovered, values = 0, []
    by_removal = []
    for player in field:
        after = outcome(with_entries(match, hurt(team, player)), team)
        uncovered += not after.covered
        values.append(after.value)
        best = after.value
        disabled = with_entries(match, hurt(team, player), {"entry": "penalty_7", "against": other, "disabled": player})
        told_apart: dict[Any, bool] = {}
        for named in Fold(disabled).situation_candidates():
            value, covered, caps = removal(disabled, team, other, named)
            told_apart[value, caps] = covered
            best = max(best, value)
        uncovered += sum(not covered for covered in told_apart.values())
        by_removal.append(best)
    values += by_removal
    return Worth(uncovered, min(values), sum(values, Fraction(0)))


def removal(disabled: Json, team: str, other: str, named: str) -> tuple[Fraction, bool, Any]:
    """What a removal is worth for the own side alone, whether a full lineup may play, and the own caps."""
    before = Answers(disabled, None)
    state = before.fold.state
    now, later, full = before.left(at_end=False), before.left(at_end=True), state.full
    played = {key: before.now.sum(key, one.last_play) for key, one in state.teams.items()}
    after = Answers(with_entries(disabled, {"entry": "designate", "player": named}), None)
    situation, end = after.now, after.end or after.now
    totals = {key: situation.sum(key, one.holders()) for key, one in after.fold.state.teams.items()}
    best = max([totals[team], *(end.sum(team, lineup) for lineup in legal_options(team, end))])
    own = totals[team] * (now - later) + best * later - played[team] * now
    theirs = (totals[other] - played[other]) * now
    standing = situation.standing(team)
    places = len(situation.team(team).places)
    covered = (len(standing) >= places and not situation.answer(team, standing)) or any(
        len(lineup) >= places for lineup in legal_options(team, situation)
    )
    return Fraction(own - theirs) / full, covered, (totals[other], tuple(situation.caps(team)))


def best_worth(match: Json, team: str, listed: list[Json], size: int) -> Worth:
    """The best that a bench of at most this size from the list can be."""
    found = []
    for bench in (bench for count in range(size + 1) for bench in combinations(listed, count)):
        found.append(worth_of_bench(with_bench(match, team, list(bench)), team))
    return min(found, key=lambda worth: (worth.uncovered, -worth.worst, -worth.total))


# -- Penalty 7 looked through ----------------------------------------------------------------------------------------


class Way(NamedTuple):
    """How one side goes on: the sum now, at the next end of a period, and what it counts then."""

    now: int
    later: int
    counted: int


def choices(match: Json, override: dict[str, str] | None = None) -> dict[tuple[str, str | None], Fraction]:
    """The balance of every choice under a pending Penalty 7, best against best (goals)."""
    fold = Fold(match, override)
    pending = fold.state.pending
    assert pending is not None
    own, other = pending.fouled, pending.fouling
    answers = Answers(match, None, override)
    left = answers.left(at_end=False)
    later = Answers(with_entries(match, *to_period_end(fold)), None, override).left(at_end=False)
    state = fold.state
    played = {
        key: answers.now.sum(key, team.holders() if state.moment == "in_play" else team.last_play)
        for key, team in state.teams.items()
    }
    shown = state.goals(answers.now.counted_both())
    weights = Fraction(left - later, state.full), Fraction(later, state.full)

    def best(after: Json, own_ways: list[Way], other_ways: list[Way]) -> Fraction:
        goals_of = Fold(after, override).state.goals
        found = []
        for mine in set(own_ways):
            answers_to_it = []
            for theirs in set(other_ways):
                goals = goals_of({own: mine.counted, other: theirs.counted})
                board = goals[own] - shown[own] - goals[other] + shown[other]
                apart = (mine.now - theirs.now) * weights[0] + (mine.later - theirs.later) * weights[1]
                answers_to_it.append(apart - (played[own] - played[other]) * sum(weights) + board)
            found.append(min(answers_to_it))
        return max(found) / 2

    holders = fold.state.teams[own].holders()
    balances: dict[tuple[str, str | None], Fraction] = {}
    theirs = [way for _, way in ways(match, other, override)]
    mine = list(ways(match, own, override))
    for kind, wanted in (("substitute", True), ("short", False)):
        chosen = [way for lineup, way in mine if bool(lineup - holders) == wanted]
        if chosen:
            balances[kind, None] = best(match, chosen, theirs)
    for named in fold.situation_candidates():
        after = with_entries(match, {"entry": "designate", "player": named})
        sides = [[way for _, way in ways(after, team, override)] for team in (own, other)]
        balances["removal", named] = best(after, *sides)
    return balances


def to_period_end(fold: Fold) -> list[Json]:
    """The entries by which play goes on to the next end of a period."""
    first = {"stopped": [{"entry": "resume"}], "between_periods": [{"entry": "start_period"}]}
    return [*first.get(fold.state.moment, []), {"entry": "end_period"}]


def ways(match: Json, team: str, override: dict[str, str] | None) -> Iterator[tuple[Lineup, Way]]:
    """Everything that a side may do: a lineup in this stoppage, one at the next end of a period."""
    fold = Fold(match, override)
    situation = fold.situation()
    holders = fold.state.teams[team].holders()
    for lineup in reachable(situation, team):
        entries = to_period_end(fold)
        out, coming = sorted(holders - lineup), sorted(lineup - holders)
        if coming or not set(out) <= set(fold.state.teams[team].must_leave):
            entries.insert(0, {"entry": "substitute", "team": team, "out": out, "in": coming})
        later = Fold(with_entries(match, *entries), override).situation()
        for last in reachable(later, team):
            yield lineup, Way(situation.sum(team, lineup), later.sum(team, last), later.counted(team, last))


def reachable(situation: Situation, team: str) -> list[Lineup]:
    """The legal lineups, the one on the field among them where it may stay, or where there is no other."""
    lineups = legal_options(team, situation)
    standing = situation.standing(team)
    may_stay = not situation.team(team).must_leave and not situation.answer(team, standing)
    return [*lineups, standing] if may_stay or not lineups else lineups


def best_by_reading(match: Json, chosen: tuple[str, str | None]) -> dict[str, Fraction]:
    """The best balance under each reading's other value, where it is another, or this choice is not the best there."""
    usual = choices(match)[chosen]
    found = {}
    for name, override in other_readings(Fold(match)):
        there = choices(match, override)
        best = max(there.values())
        if best != usual or there.get(chosen) != best:
            found[name] = best
    return {name: found[name] for name in READINGS if name in found}
