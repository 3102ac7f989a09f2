"""Penalties 1 to 10 as Rule 37 has them: figures, spots, who is bound by what, and what is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from advisor.editions import figure
from advisor.errors import InputError
from advisor.play.bounds import Bound, Scene
from advisor.play.field import Field, Point, read_rule
from advisor.play.penalties import (
    PARTS,
    describe,
    find_forfeits,
    find_penalty,
    may_be_defended,
    penalty_numbers,
    say_place,
    take,
)

FOUL = Point(100, 20)
NUMBERS = ["1", "2", "3", "4", "5a", "5b", "6", "7", "8", "9", "10"]
WAYS = [(number, way) for number in NUMBERS for way in (find_penalty(number).ways or ("",))]


def bounds_of(number: str, way: str = "", *, fouling: bool = True) -> list[tuple[str, float, bool]]:
    return [(bound.name, bound.yards, bound.excused) for bound in take(number, way, FOUL).bounds(fouling)]


def spot_of(number: str, way: str = "", foul: Point | None = None, size: Field | None = None) -> tuple[float, float]:
    scene = take(number, way, foul, size).scene
    assert scene is not None
    return scene.ball.x, scene.ball.y


def said(number: str, way: str = "", language: str = "en") -> dict[str, str]:
    return {part.name: part.text for part in describe(take(number, way, FOUL), language).parts}


def test_rule_37_has_these_penalties_in_this_order() -> None:
    assert list(penalty_numbers()) == NUMBERS


def test_the_field_is_300_by_160_yards_with_boards_and_200_wide_without() -> None:
    assert Field.standard() == Field(300, 160, 8, True)
    assert Field.standard(boards=False) == Field(300, 200, 8, False)
    assert Field.standard().centre == Point(150, 0)


# -- Penalty 1 -------------------------------------------------------------------------------------------------------


def test_penalty_1_is_a_goal_then_a_5b_with_ends_changed() -> None:
    penalty = find_penalty("1")
    assert (penalty.goals, penalty.then, penalty.ends_change) == (1, "5b", True)
    assert take("1").scene is None
    assert spot_of(penalty.then) == (150, 0)


def test_only_penalty_1_awards_a_goal_and_changes_ends_by_itself() -> None:
    others = [find_penalty(number) for number in NUMBERS[1:]]
    assert not any(penalty.goals or penalty.ends_change or penalty.then for penalty in others)


# -- Penalty 2 -------------------------------------------------------------------------------------------------------


def test_penalty_2_from_the_line_has_the_fouling_team_behind_the_back_line_and_nobody_excused() -> None:
    assert spot_of("2") == (30, 0)
    assert bounds_of("2") == [("behind-line", 0, False), ("out-of-goal", 0, False)]
    assert bounds_of("2", fouling=False) == []


def test_penalty_2_from_the_spot_keeps_the_fouling_team_30_yards_off_and_out_of_the_goal() -> None:
    assert spot_of("2", "spot", FOUL) == (100, 20)
    assert bounds_of("2", "spot") == [("away-from-ball", 30, False), ("out-of-goal", 0, False)]


def test_penalty_2_from_the_spot_may_be_by_the_boards() -> None:
    assert spot_of("2", "spot", Point(90, 80)) == (90, 80)


# -- Penalty 3 -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["undefended", "defended"])
def test_penalty_3_binds_both_teams(way: str) -> None:
    assert spot_of("3", way) == (40, 0)
    assert bounds_of("3", way) == [("behind-line", 0, True), ("out-of-goal", 0, False)]
    assert bounds_of("3", way, fouling=False) == [("behind-ball", 40, True)]


def test_penalty_3_is_undefended_unless_it_is_elected() -> None:
    assert take("3").way_name == "undefended"
    assert "may not enter the field" in said("3")["moves"]
    assert "not between the posts" in said("3", "defended")["moves"]


@pytest.mark.parametrize(
    ("limit", "umpires", "may"), [(8, 2, True), (20, 2, True), (7.5, 2, False), (6, 2, False), (12, 1, False)]
)
def test_penalty_3_may_be_defended_from_8_goals_with_two_professional_umpires(
    limit: float, umpires: int, may: bool
) -> None:
    assert may_be_defended(limit, umpires) is may


# -- Penalties 4, 5 and 6 --------------------------------------------------------------------------------------------


def test_penalty_4_has_the_fouling_team_behind_its_30_yard_line() -> None:
    assert spot_of("4") == (60, 0)
    assert bounds_of("4") == [("behind-line", 30, True)]
    assert bounds_of("4", fouling=False) == []


@pytest.mark.parametrize(
    ("ball", "spot"),
    [
        (Point(100, 20), (100, 20)),
        (Point(100, 75), (100, 75)),
        (Point(100, 78), (100, 75)),
        (Point(100, -80), (100, -75)),
        (Point(3, -90), (3, -75)),
    ],
)
def test_penalty_5a_is_from_where_the_ball_was_but_5_yards_from_the_sides(
    ball: Point, spot: tuple[float, float]
) -> None:
    assert spot_of("5a", foul=ball) == spot


def test_penalty_5b_is_from_the_centre_of_whatever_field() -> None:
    assert spot_of("5b") == (150, 0)
    assert spot_of("5b", size=Field(270, 150, 8)) == (135, 0)


@pytest.mark.parametrize("number", ["5a", "5b"])
def test_penalty_5_keeps_the_fouling_team_30_yards_off_and_goal_side(number: str) -> None:
    assert bounds_of(number) == [("away-from-ball", 30, False), ("goal-side", 0, True)]
    assert bounds_of(number, fouling=False) == []


@pytest.mark.parametrize(
    ("crossed", "spot"), [(0, (60, 0)), (40, (60, 40)), (41, (60, 40)), (-70, (60, -40)), (-12, (60, -12))]
)
def test_penalty_6_is_opposite_where_the_ball_crossed_at_most_40_from_the_middle(
    crossed: float, spot: tuple[float, float]
) -> None:
    assert spot_of("6", foul=Point(0, crossed)) == spot


def test_penalty_6_has_the_fouling_team_behind_its_30_yard_line() -> None:
    assert bounds_of("6") == [("behind-line", 30, True)]
    assert bounds_of("6", fouling=False) == []


# -- Penalties 7 to 10 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["7", "8", "9", "10"])
def test_nothing_is_hit_at_penalties_7_to_10(number: str) -> None:
    taking = take(number)
    assert (taking.scene, taking.way_name) == (None, "")
    assert taking.bounds(True) == taking.bounds(False) == ()


def test_penalties_7_to_10_lead_into_the_journal() -> None:
    entries = {number: find_penalty(number).entries for number in ("7", "8", "9", "10")}
    assert entries == {
        "7": ("unable", "penalty_7", "designate", "substitute"),
        "8": ("penalty",),
        "9": ("penalty",),
        "10": ("card",),
    }


def test_the_minutes_and_places_of_penalty_7_are_those_of_the_edition() -> None:
    assert find_penalty("7").figures == {
        "minutes": figure("uspa-outdoor-2026", "minutes_with_a_penalty_7"),
        "places": figure("uspa-outdoor-2026", "places_after_penalty_7"),
    }


def test_both_teams_forfeit_whichever_violation_was_first() -> None:
    assert find_penalty("9").forfeits
    assert find_forfeits(["red"]) == ("red",)
    assert find_forfeits(["red", "blue"]) == find_forfeits(["blue", "red", "blue"]) == ("blue", "red")
    assert find_forfeits([]) == ()


# -- goals that are awarded, and penalties taken again ---------------------------------------------------------------


@pytest.mark.parametrize("number", ["2", "3"])
def test_coming_in_wrongly_gives_the_goal_or_the_penalty_again(number: str) -> None:
    assert "counts as a goal" in said(number)["repeats"]
    assert "taken again" in said(number)["repeats"]


def test_the_wrong_procedure_at_penalty_4_gives_the_goal_only() -> None:
    assert "is a goal" in said("4")["repeats"]
    assert "again" not in said("4")["repeats"]


@pytest.mark.parametrize("number", ["5a", "5b", "6"])
def test_of_penalties_5_and_6_the_text_repeats_nothing(number: str) -> None:
    assert "repeats nothing" in said(number)["repeats"]


# -- what is said ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("number", "way"), WAYS)
def test_every_penalty_says_all_that_an_umpire_needs(number: str, way: str, language: str) -> None:
    card = describe(take(number, way, FOUL), language)
    names = [part.name for part in card.parts]
    assert names == [name for name in PARTS if name in names], "in the order of the card"
    assert {"when", "score", "ends", "restart", "journal"} <= set(names)
    if take(number, way, FOUL).scene is not None:
        assert {"ball", "fouling", "fouled", "moves", "repeats"} <= set(names)
    for part in card.parts:
        assert part.text == " ".join(part.text.split())
        assert "{" not in part.text
    assert "37" in card.citation


def test_penalties_are_said_in_both_languages_with_the_same_figures() -> None:
    for number, way in WAYS:
        english, spanish = (describe(take(number, way, FOUL), language) for language in ("en", "es"))
        for one, other in zip(english.parts, spanish.parts, strict=True):
            assert one.text != other.text
            assert set(re.findall(r"\d+", one.text)) == set(re.findall(r"\d+", other.text)), (number, one.name)


def leaves(node: Any) -> Iterator[str]:
    for child in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from leaves(child)
    if isinstance(node, str):
        yield node


def test_every_figure_of_a_penalty_is_used_by_its_words_or_bounds() -> None:
    for number, entry in read_rule("rule-37")["penalties"].items():
        texts = list(leaves({key: value for key, value in entry.items() if key != "figures"}))
        used = {name for text in texts for name in re.findall(r"\{(\w+)\}", text)} | set(texts)
        assert set(entry["figures"]) <= used, number


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (Point(150, 0), "150 yd from either back line, in the middle"),
        (Point(60, 40), "60 yd from the back line, 40 yd right of the middle"),
        (Point(12.5, -3), "12.5 yd from the back line, 3 yd left of the middle"),
        (Point(-5, 0), "5 yd behind the back line, in the middle"),
    ],
)
def test_a_place_is_said_in_words(place: Point, words: str) -> None:
    assert words in say_place(place, Field.standard(), "en")


# -- what is refused -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "way", "where", "words"),
    [
        ("11", "", "penalty", "penalty must be one of: 1, 2, 3"),
        ("2", "corner", "way", "way must be one of: line, spot"),
        ("7", "line", "way", "leave way out"),
        ("5a", "", "foul", "give its x and y"),
        ("6", "", "foul", "give its x and y"),
        ("2", "spot", "foul", "give its x and y"),
    ],
)
def test_what_cannot_be_taken_is_refused_in_one_line(number: str, way: str, where: str, words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)) as raised:
        take(number, way)
    assert raised.value.where == where


# -- the bounds themselves -------------------------------------------------------------------------------------------

SCENE = Scene(Field.standard(), Point(60, 0), (Point(150, 0),))


@pytest.mark.parametrize(
    ("name", "yards", "place", "slack"),
    [
        ("behind-line", 30, Point(28, 0), 2),
        ("behind-line", 0, Point(3, 0), -3),
        ("behind-ball", 40, Point(41, 0), 1),
        ("behind-ball", 40, Point(38, 0), -2),
        ("away-from-ball", 30, Point(30, 0), 0),
        ("away-from-ball", 30, Point(57, 4), -25),
        ("goal-side", 0, Point(59, 70), 1),
        ("goal-side", 0, Point(62, 70), -2),
        ("out-of-goal", 0, Point(-1, 3), -1),
        ("out-of-goal", 0, Point(0, 0), -4),
        ("out-of-goal", 0, Point(-20, 6), 2),
        ("out-of-goal", 0, Point(2, 0), 2),
        ("away-from-umpire", 5, Point(150, 4), -1),
        ("own-side", 0, Point(59, 0), 1),
    ],
)
def test_a_bound_says_by_how_many_yards_it_is_kept(name: str, yards: float, place: Point, slack: float) -> None:
    bound = Bound.kinds[name](yards)
    assert bound.slack(place, SCENE) == pytest.approx(slack)
    assert bound.is_kept(place, SCENE) is (slack >= 0)


def test_the_other_team_s_own_side_is_the_other_one() -> None:
    bound = Bound.kinds["own-side"]()
    assert bound.slack(Point(61, 0), SCENE, is_near=False) == 1
    assert bound.slack(Point(59, 0), SCENE, is_near=False) == -1
