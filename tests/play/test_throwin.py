"""The throw-in as Rule 20 has it, with the rulebook's own examples."""

from __future__ import annotations

import pytest

from advisor.errors import InputError
from advisor.play.field import Field, Point, read_rule
from advisor.play.throwin import (
    Ruling,
    describe_throw_in,
    rule_on_contact,
    rule_on_goal,
    rule_on_late,
    rule_on_rush,
    rule_on_wrong_side,
    rule_on_wrong_way,
    throw_in,
)

TEAMS = ("red", "blue")


def place_of(where: Point | None = None, size: Field | None = None) -> tuple[float, float]:
    ball = throw_in(where, size).scene.ball
    return ball.x, ball.y


# -- where -----------------------------------------------------------------------------------------------------------


def test_at_the_start_and_after_a_goal_it_is_at_the_centre() -> None:
    assert place_of() == (150, 0)
    assert place_of(size=Field(280, 150, 8)) == (140, 0)


@pytest.mark.parametrize(
    ("where", "place"),
    [
        (Point(150, 59), (150, 59)),
        (Point(150, 60), (150, 59)),
        (Point(90, 80), (90, 59)),
        (Point(90, -95), (90, -59)),
        (Point(-3, 10), (0, 10)),
    ],
)
def test_elsewhere_it_is_more_than_20_yards_from_the_sides(where: Point, place: tuple[float, float]) -> None:
    assert place_of(where) == place


def test_the_distance_from_the_sides_is_that_of_the_field_played_on() -> None:
    assert place_of(Point(150, 90), Field.standard(boards=False)) == (150, 79)
    assert place_of(Point(150, 90), Field(300, 30, 8)) == (150, 0)


def test_both_teams_are_bound_alike() -> None:
    taking = throw_in()
    bounds = [(bound.name, bound.yards, bound.excused) for bound in taking.bounds(True)]
    assert bounds == [("own-side", 0, False), ("away-from-umpire", 5, False)]
    assert taking.bounds(False) == taking.bounds(True)


# -- the examples ----------------------------------------------------------------------------------------------------


def test_o20_1_jostling_at_the_line_is_stopped() -> None:
    assert rule_on_contact().does == "stop"


@pytest.mark.parametrize(("nearest", "does"), [(4.9, "stop"), (5, "throw"), (0, "stop"), (8, "throw")])
def test_o20_2_moving_towards_the_umpire_is_stopped_within_5_yards(nearest: float, does: str) -> None:
    assert rule_on_rush(nearest).does == does


def test_o20_3_a_tired_player_gets_the_time_with_the_clock_stopped() -> None:
    ruling = rule_on_late("tired")
    assert ruling.does == "wait"
    assert "Stop the clock" in ruling.say("en")


def test_o20_4_a_change_of_horse_gets_no_time() -> None:
    assert rule_on_late("horse").does == "throw"


def test_o20_5a_who_plays_from_the_wrong_side_is_penalised() -> None:
    assert rule_on_wrong_side(played=True).does == "penalty"


def test_o20_5b_where_his_team_has_no_part_the_umpire_may_let_it_go() -> None:
    assert rule_on_wrong_side(team_took_part=False).does == "may-let-go"


@pytest.mark.parametrize(
    ("behind", "travelled", "past", "does"),
    [
        (False, 0, False, "may-not-play"),
        (False, 30, False, "may-not-play"),
        (False, 29, True, "may-not-play"),
        (False, 30, True, "may-play"),
        (True, 0, False, "may-play"),
    ],
)
def test_who_is_on_the_wrong_side_waits_for_a_teammate_or_for_30_yards_and_midfield(
    behind: bool, travelled: float, past: bool, does: str
) -> None:
    facts = {"behind_teammate": behind, "travelled": travelled, "past_midfield": past}
    assert rule_on_wrong_side(**facts).does == does  # type: ignore[arg-type]
    played = rule_on_wrong_side(**facts, played=True).does  # type: ignore[arg-type]
    assert played == ("may-play" if does == "may-play" else "penalty")


def test_o20_6_a_goal_after_a_wrong_line_up_that_all_accepted_counts_for_the_scorers() -> None:
    ruling = rule_on_goal("red", "blue", TEAMS, wrong_way=True)
    assert (ruling.does, ruling.counts_for, ruling.ends_change) == ("goal", "red", True)
    assert "All 8 players" in ruling.say("en")


def test_o20_7_without_a_goal_it_is_put_right_between_periods() -> None:
    assert (rule_on_wrong_way(False).does, rule_on_wrong_way(False).ends_change) == ("play-on", False)
    assert (rule_on_wrong_way(True).does, rule_on_wrong_way(True).ends_change) == ("put-right", True)


def test_o20_8_a_player_who_scores_in_the_own_goal_scores_for_the_other_team() -> None:
    ruling = rule_on_goal("blue", "blue", TEAMS)
    assert (ruling.id, ruling.counts_for) == ("own-goal", "red")
    assert "red" in ruling.say("en")


def test_under_a_wrong_line_up_too_the_own_goal_counts_for_the_other_team() -> None:
    assert rule_on_goal("blue", "blue", TEAMS, wrong_way=True).counts_for == "red"


# -- what is said ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_ruling_is_said_without_a_figure_left_out(language: str) -> None:
    for name, entry in read_rule("rule-20")["rulings"].items():
        ruling = Ruling(name, entry["does"], facts={"team": "Azul"})
        assert "{" not in ruling.say(language)
        assert ruling.title(language) == entry["title"][language]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_card_says_all_that_an_umpire_needs(language: str) -> None:
    card = describe_throw_in(throw_in(), language)
    assert [part.name for part in card.parts] == [
        *("when", "ball", "teams", "umpire", "moves", "score", "ends", "restart"),
    ]
    assert "20" in card.citation
    assert not any("{" in part.text for part in card.parts)


def test_only_a_throw_in_elsewhere_says_that_the_rule_does_not_fix_it() -> None:
    words = "fixes only the throw-in on the centre line"
    said = {where: describe_throw_in(throw_in(where), "en").parts[1].text for where in (None, Point(150, 40), FAR)}
    assert [words in text for text in said.values()] == [False, False, True]


FAR = Point(80, 40)


@pytest.mark.parametrize(("scorer", "goal_of"), [("green", "red"), ("red", "green")])
def test_a_team_that_does_not_play_is_refused(scorer: str, goal_of: str) -> None:
    with pytest.raises(InputError, match="must be one of: red, blue"):
        rule_on_goal(scorer, goal_of, TEAMS)


def test_another_reason_to_be_late_is_refused() -> None:
    with pytest.raises(InputError, match="why must be one of: tired, horse"):
        rule_on_late("thirsty")
