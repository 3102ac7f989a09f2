"""Random matches and club lists for the plan, and what it and brute force do not agree on."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from advisor.match import Match, Player
from advisor.plan.bench import choose_bench
from advisor.plan.removals import look_through
from tests.differential import ARENA, OUTDOOR
from tests.generate import REASONS, Choose, random_event, random_match, random_players
from tests.oracle import Fold
from tests.plan import brute

Json = dict[str, Any]


def rules_of(seed: int) -> str:
    """The rulebook that a seed plays by: every third match is one in the arena."""
    return ARENA if seed % 3 == 0 else OUTDOOR


def random_squads(choose: Choose, rules: str) -> Json:
    """A match that has not started, with few more players than start."""
    match: Json = {"rules": rules, "event": random_event(choose, rules, readings=True), "teams": {}, "journal": []}
    places = 4 if rules == OUTDOOR else 3
    for key, letter in (("red", "r"), ("blue", "b")):
        players = random_players(choose, match, letter)
        match["teams"][key] = {"players": players[: places + choose.element((0, 0, 0, 1))]}
    return match


def random_list(choose: Choose, count: int) -> list[Json]:
    """A club's list: players of all sorts, several of one kind."""
    players = []
    for number in range(1, count + 1):
        player: Json = {"id": f"c{number}", "handicap": choose.element((-1, 0, 0, 0.5, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7))}
        if choose.chance(8):
            player["ineligible"] = choose.element(REASONS)
        if choose.chance(8):
            player["present"] = False
        if choose.chance(20):
            player["eliminated_from_event"] = True
        players.append(player)
    return players


def bench_differences(choose: Choose, rules: str, met: Counter[str]) -> list[str]:
    """Draw squads and a list; where bench and brute force differ."""
    squads = random_squads(choose, rules)
    listed = random_list(choose, choose.integer(2, 6))
    size = choose.integer(1, 3)
    match = brute.started(squads)
    if match is None:
        met["no start"] += 1
        return []
    best = brute.best_worth(match, "red", listed, size)
    found = choose_bench(Match.model_validate(squads), "red", [Player.model_validate(one) for one in listed], size)
    outcomes = 2 * len(found.lineup)
    expected = {
        "uncovered": float(best.uncovered),
        "worst": rounded(best.worst / 2),
        "average": rounded(best.total / 2 / outcomes),
    }
    reached = {name: getattr(found, name).reached for name in expected}
    met["benches"] += 1
    met["uncovered"] += best.uncovered > 0
    met["not proved"] += not all(getattr(found, name).is_proved for name in expected)
    alone = brute.worth_of_bench(brute.with_bench(match, "red", as_json(found.brought)), "red")
    problems = [
        f"{name}: {reached[name]}, by brute force {expected[name]}"
        for name in expected
        if reached[name] != expected[name]
    ]
    if alone != best:
        problems.append(f"the bench chosen is worth {alone}, the best {best}")
    return problems


def as_json(players: list[Player]) -> list[Json]:
    """The players as a match file has them."""
    return [player.model_dump(mode="json", exclude_defaults=True) for player in players]


def removal_differences(choose: Choose, rules: str, met: Counter[str]) -> list[str]:
    """Draw a match and have a Penalty 7 awarded; where the balances, the best choice or its readings differ."""
    match = pending_match(choose, rules)
    if match is None:
        met["no Penalty 7"] += 1
        return []
    found = look_through(Match.model_validate(match))
    assert found is not None
    mine = {(choice.kind, choice.player): choice.balance for choice in found.choices}
    theirs = {choice: rounded(balance) for choice, balance in brute.choices(match).items()}
    met["removals"] += 1
    problems = [] if mine == theirs else [f"balances {mine}, by brute force {theirs}"]
    first = found.choices[0]
    if first.balance != max(theirs.values()):
        return [*problems, f"best {first}, by brute force {max(theirs.values())}"]
    brute_force = brute.best_by_reading(match, (first.kind, first.player))
    by_reading = {name: rounded(balance) for name, balance in brute_force.items()}
    if (ours := {row.reading: row.balance for row in found.by_reading}) != by_reading:
        problems.append(f"by reading {ours}, by brute force {by_reading}")
    met["another reading"] += bool(by_reading)
    met[f"best {first.kind}"] += 1
    return problems


def pending_match(choose: Choose, rules: str) -> Json | None:
    """A match in which a Penalty 7 is pending: a drawn story up to one, or a team just started that lost a player."""
    if choose.chance(50):
        match = random_match(choose, rules)
        for number, entry in enumerate(match["journal"]):
            cut = {**match, "journal": match["journal"][: number + 1]}
            if entry["entry"] == "penalty_7" and Fold(cut).state.pending is not None:
                return cut
    started = brute.started(random_squads(choose, rules))
    if started is None:
        return None
    entries: list[Json] = []
    for _ in range(choose.integer(0, 2)):
        entries += [{"entry": "end_period"}, {"entry": "start_period"}]
    lineup = started["journal"][0]["lineups"]["red"]
    player = choose.element(lineup)
    entries += [brute.hurt("red", player), {"entry": "penalty_7", "against": "blue", "disabled": player}]
    return brute.with_entries(started, *entries)


def rounded(number: Fraction) -> float:
    """To two decimals, exact ties to even."""
    return float(round(number, 2))
