"""Clause `p7-nearest-above`: the removed player is the one nearest strictly above the disabled one."""

from __future__ import annotations

import pytest

from tests.rules.build import Game, arena, outdoor


def game(disabled: str, blue: str, upper: float = 12) -> Game:
    """Red's r1, so rated, is disabled by a foul of Blue."""
    return outdoor(upper, red=f"{disabled} 0 0 0", blue=blue).unable("r1").p7("r1")


def named(match: Game) -> list[str]:
    """Whom the captain may name, in the order of their ids."""
    return sorted(row.player for row in match.advise().removals)


@pytest.mark.parametrize(
    ("disabled", "blue", "candidates"),
    [
        ("1", "5 4 2 1", ["b3"]),
        ("2", "5 4 2 1", ["b2"]),
        ("4", "5 5 1 1", ["b1", "b2"]),
        ("5", "5 4 2 1", ["b1", "b2", "b3", "b4"]),
        ("6", "5 4 2 1", ["b1", "b2", "b3", "b4"]),
        ("-1", "5 4 0 0", ["b3", "b4"]),
    ],
)
def test_the_nearest_strictly_above_or_anyone_where_nobody_is_above(
    disabled: str, blue: str, candidates: list[str]
) -> None:
    match = game(disabled, blue)
    assert named(match) == candidates
    for player in ("b1", "b2", "b3", "b4"):
        expected = [] if player in candidates else ["p7-nearest-above"]
        assert match.name(player).breach() == expected


def test_half_a_goal_above_is_nearest_where_halves_count() -> None:
    assert named(game("1", "2 1.5 1 1", upper=6)) == ["b2"]
    assert named(arena(12, red="1 0 0", blue="2 1.5 1").unable("r1").p7("r1")) == ["b2"]


def test_where_halves_are_rounded_down_a_half_above_is_not_above() -> None:
    assert named(game("1", "2 1.5 1 1", upper=8)) == ["b1"]
    assert named(game("1.5", "3 2 1 1", upper=8)) == ["b2"]


def test_one_who_must_leave_cannot_be_named_and_the_next_above_is_nearest() -> None:
    match = outdoor(12, red="1 0 0 0", blue="5 4 2 1").unable("r1").unable("b3").p7("r1")
    assert named(match) == ["b2"]
    assert match.name("b2").breach() == []


def test_a_substitute_on_the_field_can_be_named_and_one_on_the_bench_does_not_count() -> None:
    match = outdoor(12, red="1 0 0 0", blue="5 4 1 1 + 2").unable("r1").p7("r1")
    assert named(match) == ["b2"]
    came_in = outdoor(12, red="1 0 0 0", blue="5 4 1 1 + 2").left("b4").sub("", "b5").unable("r1").p7("r1")
    assert named(came_in) == ["b5"]


def test_the_breach_is_the_fouled_teams_and_the_removal_stands() -> None:
    match = game("1", "5 4 2 1").name("b1")
    assert match.breaches() == [(3, "red", ["p7-nearest-above"])]
    assert match.advise("blue").field == ["b2", "b3", "b4"]


def test_it_is_asked_of_the_handicap_and_not_of_being_able_to_play_on() -> None:
    match = game("4", "5 5 1 1").name("b2")
    assert match.breaches() == []
    assert match.advise("blue").places == 3


def test_a_corrected_handicap_changes_who_is_nearest() -> None:
    assert named(game("1", "5 4 2 1").player("b3", handicap=1)) == ["b2"]
    assert named(game("1", "5 4 2 1").player("r1", handicap=2)) == ["b2"]
