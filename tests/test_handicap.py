"""Goals by handicap, half goals and the rounding of ratings."""

from __future__ import annotations

import pytest

from advisor.errors import InputError
from advisor.handicap import goals_by_handicap, rounded_down, to_goals, to_half
from advisor.matchfile import read_match
from tests.rules.build import Game, arena, outdoor

FOUR_PERIODS_OUTDOORS = {1: 0.5, 2: 1.5, 3: 2, 4: 2.5, 5: 3.5, 6: 4}
"""Goals for a difference over four periods; over six the difference itself."""

ARENA_FULL = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}
ARENA_HALF = {1: 0.5, 2: 1, 3: 1.5, 4: 2, 5: 2.5, 6: 3}


def received(game: Game) -> dict[str, float]:
    """Each team's goals by handicap after the start."""
    goals = game.advise().handicap_goals
    assert goals is not None
    return goals


def four(total: float) -> str:
    """Four players with this sum."""
    return f"{total} 0 0 0"


@pytest.mark.parametrize(("difference", "goals"), FOUR_PERIODS_OUTDOORS.items())
def test_over_four_periods_outdoors_any_fraction_is_a_half(difference: int, goals: float) -> None:
    assert received(outdoor(20, red=four(difference), blue=four(0), periods=4)) == {"red": 0, "blue": goals}


@pytest.mark.parametrize("difference", range(11))
def test_over_six_periods_outdoors_the_difference_is_given(difference: int) -> None:
    assert received(outdoor(20, red=four(0), blue=four(difference))) == {"red": difference, "blue": 0}


@pytest.mark.parametrize(
    ("periods", "difference", "goals"),
    [(1, 1, 0.5), (1, 6, 1), (1, 7, 1.5), (2, 1, 0.5), (2, 3, 1), (2, 4, 1.5), (3, 1, 0.5), (3, 2, 1), (3, 3, 1.5),
     (5, 1, 0.5), (5, 2, 1.5), (5, 5, 4.5), (5, 6, 5), (7, 1, 1.5), (8, 3, 4)],
)  # fmt: skip
def test_other_numbers_of_periods_outdoors(periods: int, difference: int, goals: float) -> None:
    assert received(outdoor(20, red=four(difference), blue=four(0), periods=periods))["blue"] == goals


@pytest.mark.parametrize("periods", [4, 6])
@pytest.mark.parametrize(("difference", "goals"), ARENA_FULL.items())
def test_a_full_arena_game_gives_the_full_difference(periods: int, difference: int, goals: float) -> None:
    game = arena(20, red=f"{difference} 0 0", blue="0 0 0", periods=periods)
    assert received(game) == {"red": 0, "blue": goals}


@pytest.mark.parametrize("periods", [2, 3])
@pytest.mark.parametrize(("difference", "goals"), ARENA_HALF.items())
def test_half_an_arena_game_gives_half_of_it(periods: int, difference: int, goals: float) -> None:
    game = arena(20, red=f"{difference} 0 0", blue="0 0 0", periods=periods)
    assert received(game) == {"red": 0, "blue": goals}


@pytest.mark.parametrize(
    ("rating", "periods", "goals"), [(0.5, 4, 0.5), (0.5, 2, 0.5), (1.5, 2, 0.5), (2.5, 2, 1.5), (1.5, 4, 1.5)]
)
def test_half_goal_differences_in_the_arena(rating: float, periods: int, goals: float) -> None:
    assert received(arena(9, red=f"{rating} 0 0", periods=periods))["blue"] == goals


@pytest.mark.parametrize(("periods", "goals"), [(6, 0.5), (4, 0.5), (2, 0.5)])
def test_a_half_goal_difference_outdoors_is_a_half_whatever_the_periods(periods: int, goals: float) -> None:
    assert received(outdoor(6, red="0.5 0 0 0", periods=periods))["blue"] == goals


@pytest.mark.parametrize("periods", [1, 5, 7, 8])
def test_other_numbers_of_periods_in_the_arena_are_refused(periods: int) -> None:
    text = (
        f"{{rules: uspa-arena-2026, event: {{upper_limit: 8, periods: {periods}}}, "
        "teams: {red: {players: []}, blue: {players: []}}}"
    )
    with pytest.raises(InputError) as caught:
        read_match(text)
    assert caught.value.path == ("event", "periods")


def test_on_the_flat_nothing_is_given() -> None:
    assert received(outdoor(20, red=four(8), handicap_game=False)) == {"red": 0, "blue": 0}


def test_equal_teams_give_nothing() -> None:
    assert received(outdoor(20, red=four(8), blue="2 2 2 2")) == {"red": 0, "blue": 0}


def test_before_the_start_there_are_no_figures() -> None:
    advice = outdoor(8, started=False).advise()
    assert (advice.counted_handicap, advice.handicap_goals) == (None, None)


@pytest.mark.parametrize(("upper", "counted"), [(6, 2.5), (6.5, 1), (8, 1)])
def test_half_ratings_outdoors_count_as_halves_up_to_6_and_are_rounded_down_above(upper: float, counted: float) -> None:
    game = outdoor(upper, red="1.5 0.5 0.5 0")
    assert game.advise().counted_handicap == {"red": counted, "blue": 0}


def test_minus_a_half_is_rounded_down_to_minus_one() -> None:
    assert outdoor(8, red="2 0 0 -0.5").advise().counted_handicap == {"red": 1, "blue": 0}
    assert outdoor(6, red="2 0 0 -0.5").advise().counted_handicap == {"red": 1.5, "blue": 0}


def test_in_the_arena_halves_count_at_any_limit() -> None:
    assert arena(12, red="1.5 0.5 0").advise().counted_handicap == {"red": 2, "blue": 0}


def test_a_corrected_limit_rounds_ratings_anew() -> None:
    game = outdoor(6, red="1.5 1.5 0 0 + 0.5").event(upper_limit=8)
    assert game.verify("r1 r2 r3 r4").field_handicap == 2
    assert game.event(upper_limit=6).verify("r1 r2 r3 r4").field_handicap == 3


@pytest.mark.parametrize(("half", "goals"), [(-4, -2), (-1, -0.5), (0, 0), (1, 0.5), (3, 1.5), (20, 10)])
def test_goals_and_half_goals_are_the_same_figure(half: int, goals: float) -> None:
    assert to_goals(half) == goals
    assert isinstance(to_goals(half), int) == (half % 2 == 0)
    assert to_half(goals) == half


@pytest.mark.parametrize(("half", "rounded"), [(-4, -4), (-3, -4), (-1, -2), (0, 0), (1, 0), (3, 2), (4, 4)])
def test_ratings_are_rounded_down_and_not_towards_nought(half: int, rounded: int) -> None:
    assert rounded_down(half) == rounded


def test_goals_by_handicap_never_fall_with_the_difference_or_the_periods() -> None:
    for difference in range(40):
        for periods in range(1, 13):
            goals = goals_by_handicap(difference, periods, 6)
            assert goals <= goals_by_handicap(difference + 1, periods, 6)
            assert goals <= goals_by_handicap(difference, periods + 1, 6)
            exact = difference * periods / 6
            assert exact - 1 < goals <= exact + 1
            assert goals % 2 == 1 or goals == exact
