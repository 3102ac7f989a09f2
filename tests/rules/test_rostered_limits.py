"""Clause `rostered-limits`, and the roster that a team declared by the draw: re-rated since, it stays eligible."""

from __future__ import annotations

import pytest

from tests.rules.build import Game, arena, assert_breaks, assert_legal, options, outdoor, why_unusable


def drawn(game: Game, **handicaps: float) -> Game:
    """The game with these players on the roster, and what each was rated at the draw."""
    for player, handicap in handicaps.items():
        game = game.but(player, rostered=True, handicap_at_draw=handicap)
    return game


# 8 to 12 goals. Drawn 4 4 4, now 5 4 4: one over. On the bench 3, 3.5 and a second 4.
OVER = drawn(arena(12, lower_limit=8, red="5 4 4 + 3 3.5 4", blue="4 3 3"), r1=4, r2=4, r3=4)
OVER_TO_START = drawn(arena(12, lower_limit=8, red="5 4 4 + 3 3.5 4", started=False), r1=4, r2=4, r3=4)
# 11.5 to 14 goals. Drawn 4 4 4, now 3 4 4: half a goal under.
UNDER = drawn(arena(14, lower_limit=11.5, red="3 4 4 + 4.5 4", blue="4 4 4"), r1=4, r2=4, r3=4)
UNDER_TO_START = drawn(arena(14, lower_limit=11.5, red="3 4 4 + 4.5 4", started=False), r1=4, r2=4, r3=4)


def test_a_roster_over_the_limit_starts_and_plays_on_at_the_new_figure() -> None:
    assert assert_legal(OVER_TO_START, "r1 r2 r3", "now").field_handicap == 13
    assert OVER.breaches() == []
    for game in (OVER, OVER.stop(), OVER.end(), OVER.end().begin()):
        assert assert_legal(game, "r1 r2 r3").counted_handicap == 13


def test_a_roster_under_the_limit_starts_and_plays_on_too() -> None:
    assert assert_legal(UNDER_TO_START, "r1 r2 r3", "now").field_handicap == 11
    assert UNDER.breaches() == []
    assert_legal(UNDER.end(), "r1 r2 r3")


def test_any_other_lineup_starts_within_both_limits() -> None:
    assert_legal(OVER_TO_START, "r1 r2 r4")
    assert_breaks(OVER_TO_START, "r1 r2 r5", "upper-limit")
    assert_breaks(OVER_TO_START, "r1 r2 r6", "upper-limit")
    assert_legal(UNDER_TO_START, "r1 r3 r4")
    assert_breaks(UNDER_TO_START, "r1 r3 r5", "lower-limit")


def test_a_substitution_brings_a_team_over_the_limit_down_to_it_and_not_to_half_a_goal_above() -> None:
    for game, when in ((OVER.end(), "now"), (OVER.unable("r3"), "now"), (OVER.left("r3"), "any_time")):
        assert_legal(game, "r1 r2 r4", when)
        assert_breaks(game, "r1 r2 r5", "upper-limit", "rostered-limits")


def test_a_substitution_brings_a_team_under_the_limit_up_to_it_and_half_a_goal_below_is_not_enough() -> None:
    for game, when in ((UNDER.end(), "now"), (UNDER.unable("r3"), "now"), (UNDER.left("r3"), "any_time")):
        assert_legal(game, "r1 r2 r4", when)
        assert_breaks(game, "r1 r2 r5", "rostered-limits")


def test_both_limits_hold_whichever_of_them_the_re_rating_went_past() -> None:
    over = drawn(arena(12, lower_limit=9.5, red="5 4 4 + 0.5 0", blue="4 3 3"), r1=4, r2=4, r3=4).end()
    assert_legal(over, "r1 r2 r4")
    assert_breaks(over, "r1 r2 r5", "rostered-limits")
    under = drawn(arena(9, lower_limit=8, red="2 2.5 3 + 4 4.5", blue="3 3 3"), r1=3, r2=3, r3=3).end()
    assert_legal(under, "r1 r3 r4")
    assert_breaks(under, "r1 r3 r5", "upper-limit", "rostered-limits")


def test_where_nobody_comes_in_the_team_plays_on_as_it_is() -> None:
    assert_legal(OVER.unable("r3"), "r1 r2", "now")
    assert_legal(UNDER.unable("r3"), "r1 r2", "now")


def test_every_further_substitution_is_within_the_limits_too() -> None:
    game = UNDER.end().sub("r3", "r4").begin().end()
    assert game.breaches() == []
    assert_breaks(game, "r1 r2 r5", "rostered-limits")


def test_where_the_new_figures_are_within_the_limits_there_is_no_such_bound() -> None:
    game = drawn(arena(12, lower_limit=8, red="4.5 4 3.5 + 0", blue="4 4 4"), r1=4, r2=4, r3=3.5)
    assert assert_legal(game.end(), "r2 r3 r4").field_handicap == 7.5


def test_without_a_re_rating_there_is_none() -> None:
    game = arena(12, lower_limit=8.5, red="4 4 4 + 0", blue="4 4 4")
    for player in ("r1", "r2", "r3"):
        game = game.but(player, rostered=True)
    assert assert_legal(game.end(), "r2 r3 r4").field_handicap == 8


def test_an_incomplete_roster_gives_no_shelter() -> None:
    over = OVER_TO_START.but("r3", rostered=False)
    assert_breaks(over, "r1 r2 r3", "upper-limit")
    assert_breaks(UNDER_TO_START.but("r3", rostered=False), "r1 r2 r3", "lower-limit")
    assert_legal(UNDER.but("r3", rostered=False).end(), "r1 r2 r5")


def test_a_roster_of_more_than_the_places_is_none() -> None:
    assert_breaks(OVER_TO_START.but("r4", rostered=True), "r1 r2 r3", "upper-limit")


@pytest.mark.parametrize("at_draw", [4.5, -0.5])
def test_a_roster_that_was_not_within_the_limits_at_the_draw_gives_none(at_draw: float) -> None:
    assert_breaks(OVER_TO_START.but("r1", handicap_at_draw=at_draw), "r1 r2 r3", "upper-limit")


def test_a_re_rated_substitute_gives_none() -> None:
    game = drawn(arena(12, lower_limit=8.5, red="4 4 4 + 4.5 0", started=False), r1=4, r2=4, r3=4)
    game = game.but("r4", handicap_at_draw=4).but("r5", handicap_at_draw=0.5)
    assert_legal(game, "r1 r2 r3")
    assert_breaks(game, "r1 r2 r4", "upper-limit")
    assert_breaks(game, "r1 r2 r5", "lower-limit")


def test_a_re_rating_entered_after_the_start_counts_from_there() -> None:
    game = arena(12, lower_limit=8, red="4 4 4 + 3 3.5", blue="4 4 4")
    game = drawn(game, r1=4, r2=4, r3=4).player("r1", handicap=5)
    assert_legal(game, "r1 r2 r3")
    assert_legal(game.end(), "r1 r2 r4")
    assert_breaks(game.end(), "r1 r2 r5", "upper-limit", "rostered-limits")


def test_without_a_lower_limit_only_the_upper_one_is_named() -> None:
    game = drawn(arena(12, red="5 4 4 + 3.5 0", blue="4 3 3"), r1=4, r2=4, r3=4).end()
    assert_legal(game, "r2 r3 r5")
    verdict = assert_breaks(game, "r1 r2 r4", "upper-limit", "rostered-limits")
    assert verdict.broken[1].message.endswith("must bring the team to 12 at most, and 12½ in the arena is above.")
    with_lower = assert_breaks(OVER.end(), "r1 r2 r5", "upper-limit", "rostered-limits")
    assert with_lower.broken[1].message.endswith("within 8 to 12, and 12½ in the arena is outside.")


# -- goals by handicap -------------------------------------------------------------------------------------------------


def goals(game: Game, team: str = "blue") -> tuple[float, float]:
    """What red and blue have by handicap."""
    found = game.advise(team).handicap_goals
    assert found is not None
    return found["red"], found["blue"]


def flat(red: str, blue: str, **event: float) -> Game:
    """An arena match on the flat with a limit of 12; each team's first player was one goal lower at the draw."""
    game = arena(12, red=red, blue=blue, handicap_game=False, **event)
    for team in ("red", "blue"):
        for number, row in enumerate(game.data["teams"][team]["players"][:3]):
            game = drawn(game, **{row["id"]: row["handicap"] - (number == 0)})
    return game


@pytest.mark.parametrize(
    ("red", "blue", "given"),
    [
        ("5 4 4", "4 3 3", (0, 1)),  # 13 against 10: one over the limit
        ("5 4 3", "4 3 3", (0, 0)),  # 12: at the limit
        ("5 4 3.5", "4 3 3", (0, 0.5)),
        ("5 4 4", "5 4 3.5", (0, 0.5)),  # both over: what is over the other
        ("5 4 4", "5 4 4", (0, 0)),
        ("5 4 3.5", "5 4 4", (0.5, 0)),
        ("4 3 3", "5 4 4", (1, 0)),
    ],
)
def test_on_the_flat_a_team_gives_what_it_is_over_the_limit_or_over_the_other_team(
    red: str, blue: str, given: tuple[float, float]
) -> None:
    assert goals(flat(red, blue)) == given


def test_on_the_flat_it_is_the_same_in_a_half_game() -> None:
    assert goals(flat("5 4 4", "4 3 3", periods=2)) == (0, 1)


def test_on_the_flat_without_a_declared_roster_nobody_gives_anything() -> None:
    game = arena(12, red="5 4 4", blue="4 3 3", handicap_game=False)
    assert goals(game) == (0, 0)


def test_on_the_flat_a_team_that_starts_inside_with_a_substitute_gives_nothing() -> None:
    game = flat("5 4 4 + 3", "4 3 3")
    game.data["journal"][0]["lineups"]["red"] = ["r1", "r2", "r4"]
    assert goals(game) == (0, 0)


def test_on_the_flat_what_was_given_stays_when_a_substitution_brings_the_team_inside() -> None:
    assert goals(flat("5 4 4 + 3", "4 3 3").end().sub("r3", "r4").begin()) == (0, 1)


def test_on_the_flat_a_team_under_the_limit_receives_nothing() -> None:
    game = arena(14, lower_limit=11.5, red="3 4 4", blue="5 4 4", handicap_game=False)
    assert goals(drawn(game, r1=4, r2=4, r3=4)) == (0, 0)


def test_with_handicap_the_whole_difference_is_given_and_received() -> None:
    assert goals(OVER) == (0, 3)
    assert goals(UNDER) == (1, 0)


# -- what one player may be rated --------------------------------------------------------------------------------------


def test_a_declared_player_may_be_above_the_ceiling_for_one_player() -> None:
    game = arena(6, red="7 0 0 + -1", started=False)
    assert_breaks(game, "r1 r2 r3", "player-limit", "upper-limit")
    declared = drawn(game, r1=6, r2=0, r3=0)
    assert_legal(declared, "r1 r2 r3")
    assert_legal(declared, "r1 r2 r4")
    assert_breaks(declared.but("r3", rostered=False), "r1 r2 r3", "player-limit", "upper-limit")
    assert_breaks(declared.but("r1", handicap_at_draw=7), "r1 r2 r3", "player-limit", "upper-limit")


def test_a_declared_player_may_have_come_below_0_in_an_event_above_9_goals() -> None:
    game = arena(12, lower_limit=10, red="-1 5 5", started=False)
    assert_breaks(game, "r1 r2 r3", "minus-rated", "lower-limit")
    assert_legal(drawn(game, r1=0, r2=5, r3=5), "r1 r2 r3")
    assert_breaks(drawn(game, r1=0, r2=5), "r1 r2 r3", "minus-rated", "lower-limit")


def test_outdoors_a_declared_player_does_not_become_one_minus_rated_too_many() -> None:
    game = outdoor(12, red="-1 -1 5 5 + -1 -1", started=False)
    assert_breaks(game, "r1 r2 r3 r4", "minus-rated")
    declared = drawn(game, r1=0, r2=-1, r3=5, r4=5)
    assert_legal(declared, "r1 r2 r3 r4")
    assert_breaks(declared, "r1 r2 r3 r5", "minus-rated")
    # r1 and r2 are no longer alike: solver and plain enumeration must tell them apart.
    assert "r1 r3 r4 r5" in options(declared.advise())
    assert "r2 r3 r4 r5" not in options(declared.advise())


# -- outdoors, and the answers -----------------------------------------------------------------------------------------


def test_outdoors_the_roster_is_four() -> None:
    game = outdoor(12, lower_limit=8, red="6 3 3 3 + 1 0 0.5", blue="3 3 3 3")
    declared = drawn(game, r1=3, r2=3, r3=3, r4=3)
    assert game.breaches() == [(0, "red", ["upper-limit"])]
    assert declared.breaches() == []
    assert goals(declared) == (0, 3)
    assert_legal(declared.end(), "r1 r2 r3 r6")
    assert_breaks(declared.end(), "r1 r2 r3 r5", "upper-limit", "rostered-limits")
    assert_breaks(drawn(game, r1=3, r2=3, r3=3).end(), "r1 r2 r3 r5", "upper-limit")


def test_what_was_rated_at_the_draw_counts_anew_where_the_event_is_corrected() -> None:
    # At a limit of 7 halves are rounded down: drawn 2 1 2 2 = 7, now 4 1 2 2 = 9. At 6 they count: drawn 5.5, now 7.
    over = drawn(outdoor(6, red="4 1.5 2.5 2.5", started=False), r1=2.5, r2=1.5, r3=2.5, r4=2.5)
    assert_breaks(over, "r1 r2 r3 r4", "upper-limit")
    assert assert_legal(over.event(upper_limit=7), "r1 r2 r3 r4").field_handicap == 9
    halves = drawn(outdoor(8, red="3 1.5 1.5 1", started=False), r1=1.5, r2=1.5, r3=1.5, r4=1)
    corrected = halves.event(upper_limit=6, lower_limit=5.5)
    assert assert_legal(corrected, "r1 r2 r3 r4").field_handicap == 7
    assert_breaks(halves.event(upper_limit=6, lower_limit=6), "r1 r2 r3 r4", "upper-limit")


def test_advice_tells_the_roster_from_a_substitute_with_the_same_handicap() -> None:
    found = options(OVER_TO_START.advise())
    assert "r1 r2 r3" in found
    assert "r1 r2 r6" not in found
    assert "r2 r3 r6" in found


def test_unusable_names_it_for_a_substitute_who_leaves_the_team_under() -> None:
    game = drawn(arena(14, lower_limit=11.5, red="3 4 4 + 1", blue="4 4 4"), r1=4, r2=4, r3=4).end()
    assert why_unusable(game.advise(), "r4") == ["team-size", "rostered-limits"]


def test_a_substitution_outside_the_limits_is_reported_and_stays_broken_until_it_is_inside() -> None:
    game = UNDER.end().sub("r3", "r5").begin()
    assert game.breaches() == [(2, "red", ["rostered-limits"])]
    (breach,) = game.audit().breaches
    assert breach.forfeit is not None
    assert ["r1", "r2", "r4"] in [repair.lineup for repair in breach.legal_then]
    assert_breaks(game, "r1 r2 r5", "rostered-limits")
    assert_legal(game.end().sub("r5", "r4").begin(), "r1 r2 r4")
