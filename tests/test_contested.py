"""`contested_by` by its definition: ask again under each other value of a reading and see what differs."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from advisor.answers import Advice, Verdict
from advisor.fold import Fold
from advisor.match import READINGS
from tests.rules.build import Game, outdoor
from tests.solver.situations import random_game

SEEDS = range(1000, 1030)


def others(game: Game) -> Iterator[tuple[str, Game]]:
    """Each reading that has another value than the event's, and the match under it."""
    chosen = game.data["event"].get("readings", {})
    for reading, values in READINGS.items():
        now = chosen.get(reading, values[0])
        for value in values:
            if value is not None and value != now:
                yield reading, game.reading(**{reading: value})


def figures(verdict: Verdict) -> tuple[object, ...]:
    """What of a verdict a reading may change."""
    return verdict.status, verdict.counted_handicap, verdict.handicap_goals, verdict.score_change


def option_figures(advice: Advice) -> dict[tuple[bool, str], tuple[object, ...]]:
    """What of each option a reading may change, by its lineup and whether it is one of the period's end."""
    return {
        (option.when == "period_end", " ".join(option.lineup)): (option.counted_handicap, option.score_change)
        for option in advice.options
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_a_verdict_is_contested_by_the_readings_under_which_it_would_differ(seed: int) -> None:
    game, chance = random_game(seed), random.Random(seed)
    for team in ("red", "blue"):
        players = [player["id"] for player in game.data["teams"][team]["players"]]
        some = [chance.sample(players, min(len(players), chance.choice([2, 3, 3, 4, 4]))) for _ in range(3)]
        for lineup in {" ".join(sorted(ids)) for ids in some}:
            verdict = game.verify(lineup)
            differ = [reading for reading, other in others(game) if figures(other.verify(lineup)) != figures(verdict)]
            assert [reading for reading in verdict.contested_by if reading != "p7-again"] == differ


@pytest.mark.parametrize("seed", SEEDS[::5])
def test_an_option_is_contested_by_the_readings_under_which_it_would_not_be_one_or_would_cost_otherwise(
    seed: int,
) -> None:
    game = random_game(seed)
    for team in ("red", "blue"):
        advice = game.advise(team)
        expected: dict[tuple[bool, str], list[str]] = {key: [] for key in option_figures(advice)}
        for reading, other in others(game):
            again = option_figures(other.advise(team))
            for key, found in option_figures(advice).items():
                if again.get(key) != found:
                    expected[key].append(reading)
        for option in advice.options:
            key = (option.when == "period_end", " ".join(option.lineup))
            assert [reading for reading in option.contested_by if reading != "p7-again"] == expected[key]


def breaches(game: Game) -> set[tuple[int, str]]:
    """Entry and team of each breach."""
    return {(breach.entry, breach.team) for breach in Fold(game.match, audit=True).run().breaches}


def test_breaches_are_contested_by_the_readings_under_which_there_would_be_none() -> None:
    contested = 0
    for seed in range(1000, 1200):
        game = random_game(seed)
        found = breaches(game)
        without = {reading: found - breaches(other) for reading, other in others(game)}
        if not any(without.values()):
            continue
        for breach in game.audit().breaches:
            expected = [reading for reading, gone in without.items() if (breach.entry, breach.team) in gone]
            assert [reading for reading in breach.contested_by if reading != "p7-again"] == expected
            contested += bool(expected)
    assert contested >= 3


def test_contested_readings_stand_in_the_order_of_their_table() -> None:
    game = outdoor(12, red="3 3 3 3 + 3 4").unable("r1").resume().recovered("r1").end()
    # r1 was injured; and r2, who would go out, could fill the place that stays open.
    assert game.verify("r1 r3 r4").contested_by == ["play-short", "injured-return"]
