"""Going on from a fold, and looking at it under another reading, come to what folding anew would."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.errors import InputError
from advisor.fold import Fold
from advisor.match import READINGS
from tests.rules.build import Game, outdoor
from tests.solver.situations import random_game

SEEDS = range(2000, 2060)


def state(fold: Fold) -> dict[str, Any]:
    """All that a fold knows, but how it came to it: what was asked for, and what is forced."""
    return {name: value for name, value in vars(fold).items() if name not in ("asked", "forced", "_number")}


def what_may_be_contested(fold: Fold) -> dict[str, Any]:
    """The same without a pending Penalty 7, which no other reading ends; of breaches only that they are there.

    One who may not come back by a reading may be barred by another clause anyway: that is one finding more or less.
    """
    breaches = {(breach.entry, breach.team) for breach in fold.breaches}
    return {**state(fold), "breaches": breaches, "pending": None, "contested": None}


def cut(game: Game, count: int) -> Fold:
    """The first entries of a game, folded."""
    match = game.match.model_copy(update={"journal": game.match.journal[:count]})
    return Fold(match, audit=True).run()


@pytest.mark.parametrize("seed", SEEDS)
def test_going_on_from_any_entry_comes_to_the_same(seed: int) -> None:
    game = random_game(seed)
    journal = game.match.journal
    whole = Fold(game.match, audit=True).run()
    for count in range(len(journal) + 1):
        begun = cut(game, count)
        after = begun.and_then(*journal[count:])
        assert state(after) == state(whole)
        assert after.asked == whole.asked
        assert state(begun) == state(cut(game, count))


def test_an_entry_that_is_impossible_leaves_the_fold_as_it_was() -> None:
    game = outdoor(8, red="3 2 2 1 + 1", blue="2 2 2 2").unable("r1")
    fold = Fold(game.match).run()
    further = game.sub("r1", "r5").match.journal[-1]
    for wrong in (further.model_copy(update={"in_": ("r2",)}), game.resume().sub("r1", "r5").match.journal[-1]):
        with pytest.raises(InputError) as found:
            fold.and_then(game.resume().match.journal[-1], wrong)
        assert found.value.path[:2] == ("journal", len(game.match.journal) + 1)
    assert state(fold) == state(Fold(game.match).run())


def test_an_entry_that_strikes_another_is_folded_with_all_of_them() -> None:
    game = outdoor(8, red="3 2 2 1 + 1", blue="2 2 2 2").unable("r1")
    struck = game.strike(len(game.match.journal) - 1)
    after = Fold(game.match).run().and_then(struck.match.journal[-1])
    assert state(after) == state(Fold(struck.match).run())
    assert after.moment == "in_play"


@pytest.mark.parametrize("seed", SEEDS)
def test_a_reading_that_was_not_asked_for_has_changed_nothing(seed: int) -> None:
    game = random_game(seed)
    fold = Fold(game.match, audit=True).run()
    for reading in READINGS:
        other = fold.other_value(reading)
        if other is None:
            continue
        anew = Fold(game.match, {reading: other}, audit=True).run()
        seen = fold.under(reading)
        assert seen.readings == anew.readings
        assert what_may_be_contested(seen) == what_may_be_contested(anew)
