"""How figures were worked out: the steps, that they lead to the figure, and that both languages say the same."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from advisor.answers import Inquiry
from advisor.errors import InputError
from advisor.handicap import to_half
from advisor.match import Match
from advisor.narrate import say_decimals, say_goals
from advisor.rulebook import Language
from advisor.workings import Working, workings, workings_of_option
from tests.bilingual import assert_same_facts
from tests.generate import Seeded, random_match, random_question
from tests.rules.build import Game, arena, outdoor

RULES = ("uspa-outdoor-2026", "uspa-arena-2026")


def working(game: Game, figure: str, team: str = "red", whose: str | None = None, language: Language = "en") -> Working:
    """The one working of this figure; ``whose``: of which team, where both have one."""
    found = workings(Inquiry(game.match, None, language), team)
    (one,) = (row for row in found if row.figure == figure and whose in (None, row.team))
    return one


def of_option(
    game: Game,
    figure: str,
    lineup: str,
    at_period_end: bool = False,
    clock: int | None = None,
    language: Language = "en",
) -> Working:
    """The working of one figure of a lineup of Red's."""
    found = workings_of_option(Inquiry(game.match, clock, language), "red", lineup.split(), at_period_end)
    (one,) = (row for row in found if row.figure == figure)
    return one


# -- counted handicap ------------------------------------------------------------------------------------------------


def test_the_start_counts() -> None:
    row = working(outdoor(12, red="4 3 2 1").but("r1", name="Ana"), "counted_handicap", whose="red")
    assert row.value == 10
    assert row.steps == [
        "Entry 0, the start: Ana (4) + r2 (3) + r3 (2) + r4 (1) = 10.",
        "It is the highest of the match: a lower lineup or a loss never lowers it (USPA Outdoor Rule 3).",
    ]


def test_each_lineup_that_raised_it_is_named_by_the_entry_that_brought_it_on() -> None:
    game = outdoor(12, red="4 3 2 1 + 3 2").unable("r4").sub("r4", "r5").resume().end().sub("r5", "r6").begin()
    row = working(game, "counted_handicap", whose="red")
    assert row.value == 12
    assert row.steps[:-1] == [
        "Entry 0, the start: r1 (4) + r2 (3) + r3 (2) + r4 (1) = 10.",
        "Entry 2: r1 (4) + r2 (3) + r3 (2) + r5 (3) = 12, which is more, and counts from then on.",
    ]


def test_within_the_stoppage_the_rise_waits_for_play() -> None:
    game = outdoor(12, red="4 3 2 1 + 3").unable("r4").sub("r4", "r5")
    row = working(game, "counted_handicap", whose="red")
    assert row.value == 12
    assert (
        row.steps[1]
        == "Entry 2: r1 (4) + r2 (3) + r3 (2) + r5 (3) = 12, which is more, and counts as soon as play goes on."
    )


def test_what_was_changed_again_before_play_went_on_never_counted() -> None:
    game = outdoor(12, red="4 3 2 1 + 3 0").unable("r4").sub("r4", "r5").sub("r5", "r6").resume()
    assert working(game, "counted_handicap", whose="red").value == 10
    assert len(working(game, "counted_handicap", whose="red").steps) == 2


def test_a_rating_corrected_later_does_not_change_what_had_counted() -> None:
    row = working(outdoor(12, red="4 3 2 1").player("r1", handicap=1), "counted_handicap", whose="red")
    assert row.value == 10
    assert "r1 (4)" in row.steps[0]


def test_the_handicap_of_an_open_place_may_stay_in_the_sum() -> None:
    game = (
        outdoor(12, red="4 3 2 1 + 3").reading(short_swap="frozen").unable("r3").unable("r4").sub("r4", "r5").resume()
    )
    row = working(game, "counted_handicap", whose="red")
    assert row.value == 12
    assert row.steps[1].startswith("Entry 3: r1 (4) + r2 (3) + r5 (3) + open places (2) = 12,")


# -- goals by handicap -----------------------------------------------------------------------------------------------


def test_the_difference_is_worked_out_over_the_periods() -> None:
    row = working(outdoor(12, red="3 3 3 1", blue="3 3 3 3", periods=4), "handicap_goals")
    assert (row.team, row.value) == ("red", 1.5)
    assert row.steps == [
        "blue counts 12, red counts 10: the difference is 2.",
        "2 x 4 / 6 = 1 1/3 (USPA Outdoor Rule 19, 2019 edition).",
        "Any fraction is one half: 1½.",
        "red, the lower, receives 1½.",
    ]


def test_level_teams_receive_none() -> None:
    row = working(outdoor(12, red="3 3 3 3", blue="4 4 4 0"), "handicap_goals")
    assert (row.value, row.steps[-1]) == (0, "Level: nobody receives goals by handicap.")


def test_on_the_flat_nobody_receives_any() -> None:
    row = working(outdoor(12, red="3 3 3 1", handicap_game=False), "handicap_goals")
    assert (row.value, row.steps) == (0, ["The match is played on the flat: nobody receives goals by handicap."])


def test_a_rerated_roster_over_the_limit_gives_the_excess_on_the_flat() -> None:
    game = outdoor(12, red="3 3 3 3", blue="3 3 3 3", handicap_game=False, started=False)
    for player in ("r1", "r2", "r3", "r4"):
        game = game.but(player, rostered=True)
    game = game.but("r1", handicap=5, handicap_at_draw=3).start()
    row = working(game, "handicap_goals")
    assert (row.team, row.value) == ("blue", 2)
    assert row.steps == [
        "red counts 14, blue counts 12.",
        "The match is played on the flat: a re-rated roster over the limit gives what it is over the limit of 12, "
        "or over the other team if that is higher (USPA Outdoor Rule 1, 2022 edition).",
        "blue receives 2.",
    ]


def test_in_the_arena_half_a_game_gives_half_the_difference() -> None:
    row = working(arena(12, red="4 4 1", blue="4 4 4", periods=2), "handicap_goals")
    assert row.value == 1.5
    assert row.steps[1].startswith("3 x 2 / 4 = 1 1/2 (")


def penalty_7() -> Game:
    """Red, 10, with 2 goals received, has removed Blue's 3 for its hurt 2."""
    return outdoor(12, red="4 3 2 1 + 4", blue="5 3 3 1 + 6").unable("r3").p7("r3").name("b2")


def test_after_a_penalty_7_the_goals_stay() -> None:
    game = penalty_7().resume().end().sub("r1", "r5").begin()
    row = working(game, "handicap_goals")
    assert (row.team, row.value) == ("red", 2)
    assert row.steps[0].startswith("Entry 3, Penalty 7: the goals stay as they were when play stopped for the foul")
    assert row.steps[1] == "blue counts 12, red counts 10: the difference is 2."


def test_goals_frozen_before_the_event_was_corrected_are_said_without_its_new_terms() -> None:
    row = working(penalty_7().event(periods=4), "handicap_goals")
    assert row.value == 2
    assert row.steps[1:] == ["blue received 0.", "red received 2."]


# -- caps ------------------------------------------------------------------------------------------------------------


def test_a_cap_tells_what_it_was_made_of() -> None:
    row = working(penalty_7(), "p7-cap")
    assert row.value == 8
    assert row.steps == [
        "Entry 3, red right after the removal: r1 (4) + r2 (3) + r4 (1) = 8, with 2 received 10.",
        "Entry 3, blue right after the removal: b1 (5) + b3 (3) + b4 (1) = 9, with 0 received 9.",
        "The higher of the two is 10; less the 2 that red received: 8 (USPA Outdoor Rule 3).",
    ]
    assert working(penalty_7(), "p7-cap", "blue").value == 10


def test_the_fouling_team_has_its_own_cap_too() -> None:
    row = working(penalty_7(), "p7-fouling-cap", "blue")
    assert row.value == 9
    assert row.steps == [
        "Entry 3: who remained of the fouling team adds up to b1 (5) + b3 (3) + b4 (1) = 9 (USPA Outdoor Rule 37)."
    ]


def test_the_difference_as_received_is_said() -> None:
    game = outdoor(12, red="4 3 2 1", blue="5 3 3 1", periods=4).reading(p7_received="difference")
    row = working(game.unable("r3").p7("r3").name("b2"), "p7-cap")
    assert "with 2 received 10." in row.steps[0]
    assert row.steps[2] == "What counts is the difference between the counted handicaps."


# -- limit and halves ------------------------------------------------------------------------------------------------


def test_half_ratings_are_rounded_down_above_6_goals() -> None:
    row = working(outdoor(8, red="4 3 0.5 -0.5").but("r3", name="Eva"), "upper_limit")
    assert row.value == 8
    assert row.steps == [
        "The event's upper limit is 8.",
        "Above 6 half ratings are rounded down (USPA Outdoor Rule 19.b, 2019 edition): "
        "Eva ½ counts 0, r4 -½ counts -1.",
    ]


def test_up_to_6_goals_and_in_the_arena_they_count() -> None:
    assert len(working(outdoor(6, red="4 1 0.5 0.5"), "upper_limit").steps) == 1
    assert len(working(arena(8, red="4 3 0.5"), "upper_limit").steps) == 1


def test_before_the_start_there_is_the_limit_only() -> None:
    inquiry = Inquiry(outdoor(12, started=False).match)
    assert [row.figure for row in workings(inquiry, "red")] == ["upper_limit"]
    rows = workings_of_option(inquiry, "red", ["r1", "r2"])
    assert [(row.figure, row.value) for row in rows] == [("field_handicap", 6)]


# -- an option -------------------------------------------------------------------------------------------------------


def test_the_figures_of_an_option_are_worked_out() -> None:
    game = outdoor(8, red="3 2 1 1 + 4", blue="2 2 2 2").end().begin().end().begin(clock=0).unable("r1", clock=260)
    lineup = "r2 r3 r4 r5"
    assert of_option(game, "field_handicap", lineup).steps == ["r2 (2) + r3 (1) + r4 (1) + r5 (4) = 8."]
    assert of_option(game, "counted_handicap", lineup).steps == [
        "At the last moment of play it was 7.",
        "This lineup: r2 (2) + r3 (1) + r4 (1) + r5 (4) = 8, which is more, and counts.",
    ]
    change = of_option(game, "score_change", lineup)
    assert change.value == -1
    assert change.steps[-2:] == ["red: from 1 to 0, a change of -1.", "blue: from 0 to 0, a change of 0."]
    net = of_option(game, "net_goals", lineup)
    assert net.value == -0.44
    assert net.steps == [
        "The lineup has 8, at the last moment of play it was 7: 1.",
        "3 periods are left after this one, and 160 of its 420 seconds: 3.38.",
        "1 x 3.38 / 6, and -1 by the change of the score: -0.44.",
    ]
    assert of_option(game, "net_goals", lineup, language="es").steps[-1].endswith(": -0,44.")


def test_at_the_periods_end_only_whole_periods_are_left() -> None:
    game = outdoor(12, red="3 3 3 2 + 3").end().begin().end().begin().end().begin().end().begin()
    row = of_option(game, "net_goals", "r1 r2 r3 r5", at_period_end=True)
    assert row.steps[1] == "1 period is left to play."


def test_a_lineup_of_no_more_changes_nothing() -> None:
    game = outdoor(12, red="4 3 2 1 + 0").unable("r1")
    steps = of_option(game, "counted_handicap", "r2 r3 r4 r5").steps
    assert steps[1] == "This lineup: r2 (3) + r3 (2) + r4 (1) + r5 (0) = 6, which is not more; it stays."
    assert of_option(game, "counted_handicap", "r2 r3 r4").steps[1] == "Nobody comes in, so it stays."


def test_in_overtime_it_may_be_frozen() -> None:
    game = outdoor(12, red="3 3 3 2 + 3", periods=1).reading(overtime_highest="frozen").end().begin().unable("r4")
    row = of_option(game, "counted_handicap", "r1 r2 r3 r5")
    assert row.value == 11
    assert row.steps[1] == "The counted handicap no longer rises once regulation play is over."


def test_after_a_removal_no_lineup_changes_the_score() -> None:
    game = penalty_7().resume().end()
    row = of_option(game, "score_change", "r2 r4 r5")
    assert row.value == 0
    assert row.steps[0] == "After a Penalty 7 removal the goals by handicap stay to the end (USPA Outdoor Rule 3)."


# -- every figure, in both languages ---------------------------------------------------------------------------------


def said(row: Working, language: Language) -> str:
    """The value as the steps say it."""
    assert row.value is not None
    if row.figure == "net_goals":
        return say_decimals(Fraction(str(row.value)), language)
    return say_goals(to_half(row.value))


def check_workings(seed: int) -> Counter[str]:
    """Work out one random match: figures as in the answers, said in the steps, the same in both languages."""
    choose = Seeded(seed)
    data = random_match(choose, choose.element(RULES))
    question = random_question(choose, data)
    try:
        match = Match.model_validate(data)
        both = [Inquiry(match, question["clock"], language) for language in ("en", "es")]  # type: ignore[arg-type]
    except InputError:
        return Counter()
    team, ids = question["team"], question["lineup"]
    within = both[0].view(team).situation.within_period
    lists = [
        [*workings(one, team), *(row for end in {False, within} for row in workings_of_option(one, team, ids, end))]
        for one in both
    ]
    for english, spanish in zip(*lists, strict=True):
        assert (english.figure, english.team, english.value) == (spanish.figure, spanish.team, spanish.value)
        assert_same_facts([english.title, *english.steps], [spanish.title, *spanish.steps])
        if english.figure != "score_change" and english.value:
            assert any(said(english, "en") in step for step in english.steps), (data, english)
            assert any(said(spanish, "es") in step for step in spanish.steps)
    state = both[0].state(team)
    for row in lists[0][: len(workings(both[0], team))]:
        if row.figure == "counted_handicap" and state.counted_handicap is not None:
            assert row.value == state.counted_handicap[row.team]
        if row.figure == "handicap_goals" and state.handicap_goals is not None:
            assert row.value == state.handicap_goals[row.team]
    caps = [row.value for row in lists[0] if row.figure.startswith("p7-")]
    assert sorted(caps) == sorted(cap.value for cap in state.limits.caps)  # type: ignore[type-var]
    return Counter(row.figure for row in lists[0])


def test_random_matches_are_worked_out_alike_in_both_languages() -> None:
    found: Counter[str] = Counter()
    for seed in range(250):
        found += check_workings(seed)
    assert found["p7-cap"] > 10
    assert found["p7-fouling-cap"] > 2


@pytest.mark.soak
def test_many_random_matches_are_worked_out_alike_in_both_languages() -> None:
    for seed in range(1_000, 6_000):
        check_workings(seed)
