"""Net goals worked out by hand, their rounding, and the order of options."""

from __future__ import annotations

import pytest

from advisor.answers import advise
from tests.rules.build import Game, arena, option, options, outdoor
from tests.solver.situations import random_game

# Red 7 against 8; a 3 is hurt and a 4 or a 1 could come in.
SEVEN = outdoor(8, red="3 2 1 1 + 4 1", blue="2 2 2 2")
THIRD = SEVEN.periods(2).begin().unable("r1")


def net(game: Game, lineup: str, *when: str, clock: int | None = None) -> float | None:
    """The net goals of the option with this lineup."""
    return option(game.advise(clock=clock), lineup, when or ("now", "any_time")).net_goals


def test_handicap_on_the_field_for_the_periods_left_and_the_goal_off_the_board() -> None:
    # Third period of six, the current one whole: (8 - 7) x 4 / 6 - 1.
    found = option(THIRD.advise(), "r2 r3 r4 r5")
    assert (found.score_change, found.net_goals) == ({"red": -1, "blue": 0}, -0.33)


def test_a_weaker_substitute_and_playing_short_cost_handicap_and_no_goal() -> None:
    assert net(THIRD, "r2 r3 r4 r6") == -1.33  # (5 - 7) x 4 / 6
    assert net(THIRD, "r2 r3 r4") == -2  # (4 - 7) x 4 / 6


@pytest.mark.parametrize(("clock", "expected"), [(0, -0.33), (105, -0.38), (210, -0.42), (420, -0.5), (440, -0.5)])
def test_with_a_clock_the_current_period_counts_by_the_part_not_yet_played(clock: int, expected: float) -> None:
    # (8 - 7) x (3 + part) / 6 - 1
    assert net(THIRD, "r2 r3 r4 r5", clock=clock) == expected
    entered = SEVEN.periods(2).begin().unable("r1", clock=clock)
    assert net(entered, "r2 r3 r4 r5") == expected


def test_a_clock_asked_about_may_be_later_than_that_of_the_entries() -> None:
    assert net(SEVEN.periods(2).begin().unable("r1", clock=105), "r2 r3 r4 r5", clock=210) == -0.42


def test_between_periods_only_those_to_come_count() -> None:
    assert net(SEVEN.periods(3), "r2 r3 r4 r5") == -0.5  # (8 - 7) x 3 / 6 - 1
    assert net(SEVEN.periods(5), "r2 r3 r4 r5") == -0.83


def test_at_the_end_of_the_period_the_current_one_does_not_count() -> None:
    assert net(THIRD, "r2 r3 r4 r5", "period_end") == -0.5
    assert net(THIRD, "r2 r3 r4 r5", "period_end", clock=210) == -0.5


def test_in_overtime_only_the_board_is_left() -> None:
    game = SEVEN.periods(6)
    assert net(game, "r2 r3 r4 r5") == -1
    assert net(game.begin().unable("r1"), "r2 r3 r4 r5") == -1
    assert net(game.begin().unable("r1"), "r2 r3 r4 r6") == 0
    assert net(game.begin().unable("r1"), "r2 r3 r4") == 0


def test_at_the_end_of_the_last_period_nothing_is_left_either() -> None:
    assert net(SEVEN.periods(5).begin().unable("r1"), "r2 r3 r4 r5", "period_end") == -1


def test_what_is_taken_off_here_and_put_on_there_counts_twice() -> None:
    game = outdoor(9, red="3 2 1 1 + 5", blue="2 2 2 2").unable("r1")
    found = option(game.advise(), "r2 r3 r4 r5")
    assert found.score_change == {"red": -1, "blue": 1}
    assert found.net_goals == 0  # (9 - 7) x 6 / 6 - 1 - 1


def test_the_change_may_be_half_a_goal() -> None:
    game = outdoor(8, red="3 2 1 1 + 4", blue="2 2 2 2", periods=4).unable("r1")
    found = option(game.advise(), "r2 r3 r4 r5")
    assert found.score_change == {"red": -0.5, "blue": 0}
    assert found.net_goals == 0.17  # 4 / 6 - 0.5


def test_on_the_flat_the_board_does_not_move() -> None:
    game = outdoor(8, red="3 2 1 1 + 4", blue="2 2 2 2", handicap_game=False).unable("r1")
    found = option(game.advise(), "r2 r3 r4 r5")
    assert (found.score_change, found.net_goals) == ({"red": 0, "blue": 0}, 1)


@pytest.mark.parametrize(
    ("periods", "clock", "expected"),
    [
        (4, None, 1),  # 4 / 4
        (4, 225, 0.88),  # 3.5 / 4
        (2, None, 0.5),  # 2 / 4
        (2, 225, 0.38),  # 1.5 / 4
        (6, None, 1),  # 6 / 6
        (6, 150, 0.92),  # 5.5 / 6
        (3, None, 0.5),  # 3 / 6
        (3, 150, 0.42),  # 2.5 / 6
    ],
)
def test_in_the_arena_the_whole_game_is_four_long_periods_or_six_short_ones(
    periods: int, clock: int | None, expected: float
) -> None:
    game = arena(8, red="2 2 2 + 3", periods=periods, handicap_game=False).unable("r1")
    assert net(game, "r2 r3 r4", clock=clock) == expected


def test_half_ratings_count_as_halves_in_the_arena() -> None:
    game = arena(8, red="2 2 2 + 2.5", handicap_game=False).unable("r1")
    assert net(game, "r2 r3 r4") == 0.5


@pytest.mark.parametrize(
    ("rating", "expected"), [(4, 0.12), (6, 0.38), (8, 0.62), (10, 0.88), (2, -0.12), (0, -0.38), (5, 0.25)]
)
def test_an_exact_tie_in_the_third_decimal_is_rounded_to_the_even_one(rating: int, expected: float) -> None:
    # The last period, a quarter of it played: (rating - 3) x 0.75 / 6.
    game = outdoor(12, red=f"3 0 0 0 + {rating}", handicap_game=False).periods(5).begin().unable("r1", clock=105)
    assert net(game, "r2 r3 r4 r5") == expected


def test_the_baseline_is_the_sum_at_the_last_moment_of_play_the_hurt_included() -> None:
    flat = outdoor(12, red="3 3 3 3 + 2 1", handicap_game=False)
    assert net(flat.unable("r1"), "r2 r3 r4 r5") == -1
    assert net(flat.unable("r1").sub("r1", "r5"), "r2 r3 r4 r6") == -2
    assert net(flat.end().sub("r1", "r5"), "r2 r3 r4 r6") == -1.67  # (10 - 12) x 5 / 6


def test_one_who_left_while_play_went_on_is_no_longer_in_the_baseline_and_one_who_left_since_is() -> None:
    flat = outdoor(12, red="3 3 3 3 + 2", handicap_game=False)
    assert net(flat.left("r1"), "r2 r3 r4 r5") == 2
    assert net(flat.left("r1").stop(), "r2 r3 r4 r5") == 2
    assert net(flat.stop().left("r1"), "r2 r3 r4 r5") == -1


def test_before_the_start_there_are_no_net_goals_and_the_highest_sum_comes_first() -> None:
    advice = outdoor(12, red="3 3 3 2 + 2 1", started=False).advise()
    assert options(advice)[:4] == ["r1 r2 r3 r4", "r1 r2 r3 r5", "r1 r2 r3 r6", "r1 r2 r4 r5"]
    sums = [found.field_handicap for found in advice.options]
    assert sums == sorted(sums, reverse=True)
    assert {(found.net_goals, found.kind) for found in advice.options} == {(None, "start")}
    assert {found.score_change is None and found.handicap_goals is None for found in advice.options} == {True}
    assert all(found.counted_handicap == found.field_handicap for found in advice.options)


FLAT = outdoor(12, red="3 3 3 3 + 3 3 2", handicap_game=False)


def test_options_are_ordered_by_net_goals_then_fewer_exchanged_then_ids() -> None:
    assert options(FLAT.unable("r1").advise(), "now") == [
        "r2 r3 r4 r5",  # 12 on the field, two exchanged
        "r2 r3 r4 r6",
        "r2 r3 r5 r6",  # 12, four exchanged
        "r2 r4 r5 r6",
        "r3 r4 r5 r6",
        "r2 r3 r4 r7",  # 11, two exchanged
        "r2 r3 r5 r7",  # 11, four exchanged
        "r2 r3 r6 r7",
        "r2 r4 r5 r7",
        "r2 r4 r6 r7",
        "r3 r4 r5 r7",
        "r3 r4 r6 r7",
        "r2 r3 r4",  # 9
    ]


def test_ids_are_compared_as_texts() -> None:
    game = outdoor(12, red="3 3 3 3 + 9 9 9 9 3 3", handicap_game=False).unable("r1")
    assert options(game.advise(), "now")[:2] == ["r10 r2 r3 r4", "r2 r3 r4 r9"]


def test_those_at_the_end_of_the_period_come_after_all_the_others() -> None:
    advice = FLAT.unable("r1").advise()
    whens = [found.when for found in advice.options]
    assert whens == sorted(whens)
    assert whens.count("now") == advice.totals.now
    assert whens.count("period_end") == advice.totals.period_end
    later = [found for found in advice.options if found.when == "period_end"]
    keys = [(-(found.net_goals or 0), len(found.out) + len(found.in_), found.lineup) for found in later]
    assert keys == sorted(keys)


def test_now_and_any_time_are_one_list_best_first() -> None:
    game = outdoor(12, red="3 3 3 3 + 3 2", handicap_game=False).left("r1").unable("r2")
    found = [(" ".join(o.lineup), o.when) for o in game.advise().options if o.when != "period_end"]
    assert found == [
        ("r3 r4 r5 r6", "now"),  # 11
        ("r3 r4 r5", "now"),  # 9
        ("r3 r4 r6", "now"),  # 8
        ("r3 r5 r6", "now"),  # 8, an able player out too
        ("r4 r5 r6", "now"),
        ("r3 r4", "now"),
    ]
    fill = outdoor(12, red="3 3 3 3 + 3 2", handicap_game=False).left("r1").stop()
    assert [(" ".join(o.lineup), o.when) for o in fill.advise().options if o.when != "period_end"] == [
        ("r2 r3 r4 r5", "any_time"),
        ("r2 r3 r4 r6", "any_time"),
    ]


@pytest.mark.parametrize("limit", [0, 1, 5, 100])
def test_a_limit_gives_the_best_of_each_moment_and_leaves_the_totals(limit: int) -> None:
    game = FLAT.unable("r1")
    whole, some = game.advise(), advise(game.match, "red", limit=limit)
    assert some.totals == whole.totals
    expected = []
    for when in ("now", "period_end"):
        expected += options(whole, when)[:limit]
    assert options(some) == expected


def test_a_lineup_legal_now_and_later_is_listed_in_both() -> None:
    advice = FLAT.unable("r1").advise()
    assert option(advice, "r2 r3 r4 r5").when == "now"
    assert option(advice, "r2 r3 r4 r5", ["period_end"]).kind == "break"


def test_removals_are_worth_what_they_take_from_the_other_side_and_best_first() -> None:
    game = outdoor(12, red="6 4 1 1", blue="5 4 2 1").periods(2).begin().unable("r1").p7("r1")
    found = [(row.player, row.handicap, row.net_goals) for row in game.advise().removals]
    # Four of six periods are left: (5 - 6) x 4 / 6 and so on.
    assert found == [("b1", 5, -0.67), ("b2", 4, -1.33), ("b3", 2, -2.67), ("b4", 1, -3.33)]
    quarter = [row.net_goals for row in game.advise(clock=420).removals]
    assert quarter == [-0.5, -1, -2, -2.5]


def test_a_removal_tells_the_fields_and_caps_right_after_it() -> None:
    game = outdoor(12, red="5 3 1 1", blue="7 2 2 1 + 4").unable("b1").p7("b1")
    (row,) = (row for row in game.advise("blue").removals if row.player == "r1")
    assert row.field == {"red": 5, "blue": 5}
    assert row.caps == {"red": 5, "blue": 7}
    assert row.best_reachable == {"red": 5, "blue": 7}  # Blue's 4 for a 2


@pytest.mark.parametrize("seed", range(2000, 2012))
def test_wanted_is_the_best_option_in_which_only_somebody_new_of_that_handicap_comes_in(seed: int) -> None:
    game = random_game(seed)
    rows = game.advise().wanted
    asked = {row.handicap: row for row in rows}
    for handicap in (-1, 0.5, 2, 4):
        advice = game.player("r99", handicap=handicap).advise()
        best = next((o for o in advice.options if o.in_ == ["r99"] and o.when in ("now", "any_time")), None)
        if best is None or not asked:
            assert not asked or asked[handicap].lineup is None
            assert best is None or advice.moment == "before_start"
            continue
        row = asked[handicap]
        assert row.lineup == [player for player in best.lineup if player != "r99"]
        assert (row.out, row.when, row.field_handicap) == (best.out, best.when, best.field_handicap)
        assert (row.counted_handicap, row.score_change, row.net_goals) == (
            best.counted_handicap,
            best.score_change,
            best.net_goals,
        )


def test_wanted_has_a_row_for_each_step_of_half_a_goal_from_minus_two_to_ten() -> None:
    rows = outdoor(8, red="2 2 2 2").unable("r1").advise().wanted
    assert [row.handicap for row in rows] == [number / 2 for number in range(-4, 21)]
    found = {row.handicap: row.lineup for row in rows}
    # Outdoors at 8 goals a 2.5 counts as 2: 8 on the field; a 3 is one too many, and one minus-rated player may play.
    assert found[2.5] == ["r2", "r3", "r4"]
    assert found[-2] == ["r2", "r3", "r4"]
    assert found[3] is None


def test_wanted_is_empty_where_nobody_could_come_in() -> None:
    assert outdoor(8, red="2 2 2 2").advise().wanted == []
    assert outdoor(8, red="2 2 2 2").card("r1", clock=0).advise(clock=60).wanted == []
