"""Clause `eligible`: a player is individually eligible, and was so at the start."""

from __future__ import annotations

import pytest

from tests.rules.build import assert_breaks, assert_legal, outdoor, why_unusable

REASONS = ["suspended", "not-registered", "fee-unpaid", "other-team", "equipment"]
PERSONAL = [reason for reason in REASONS if reason != "equipment"]
GAME = outdoor(12, red="3 3 3 3 + 3 0")


@pytest.mark.parametrize("reason", REASONS)
def test_whoever_is_not_in_order_may_not_start(reason: str) -> None:
    game = outdoor(12, red="3 3 3 3", started=False)
    assert_legal(game, "r1 r2 r3 r4")
    assert_breaks(game.but("r4", ineligible=reason), "r1 r2 r3 r4", "eligible")


@pytest.mark.parametrize("reason", REASONS)
def test_whoever_is_not_in_order_may_come_in_at_no_moment(reason: str) -> None:
    game = GAME.but("r5", ineligible=reason)
    assert_breaks(game.unable("r1"), "r2 r3 r4 r5", "eligible", later=False)
    assert_breaks(game.end(), "r2 r3 r4 r5", "eligible")
    assert_breaks(game.left("r1"), "r2 r3 r4 r5", "eligible", later=False)


@pytest.mark.parametrize("reason", PERSONAL)
def test_what_is_put_right_after_the_start_does_not_count(reason: str) -> None:
    game = GAME.but("r5", ineligible=reason).player("r5", ineligible=None).end()
    assert_breaks(game, "r2 r3 r4 r5", "eligible")


def test_turnout_may_be_put_right_later() -> None:
    game = GAME.but("r5", ineligible="equipment")
    assert_breaks(game.end(), "r2 r3 r4 r5", "eligible")
    assert_legal(game.player("r5", ineligible=None).end(), "r2 r3 r4 r5")


@pytest.mark.parametrize("reason", REASONS)
def test_what_is_put_right_before_the_start_counts(reason: str) -> None:
    game = outdoor(12, red="3 3 3 3 + 3", started=False).but("r5", ineligible=reason).player("r5", ineligible=None)
    assert_legal(game, "r2 r3 r4 r5")
    assert_legal(game.start().end(), "r2 r3 r4 r5")


def test_a_turnout_offence_put_right_does_not_hide_another_that_was_there_at_the_start() -> None:
    game = GAME.but("r5", ineligible="suspended").player("r5", ineligible="equipment").player("r5", ineligible=None)
    assert_breaks(game.end(), "r2 r3 r4 r5", "eligible")


def test_somebody_found_on_the_rail_is_judged_by_what_the_entry_says() -> None:
    assert_legal(GAME.player("r9", handicap=2).end(), "r2 r3 r4 r9")
    assert_breaks(GAME.player("r9", handicap=2, ineligible="other-team").end(), "r2 r3 r4 r9", "eligible")


def test_a_player_on_the_field_who_turns_out_ineligible_leaves_an_open_place() -> None:
    game = GAME.player("r1", ineligible="not-registered")
    assert game.advise().field == ["r1", "r2", "r3", "r4"]
    assert_breaks(game, "r1 r2 r3 r4", "eligible", later=False)
    assert_legal(game, "r2 r3 r4 r5", "any_time")
    assert_legal(game, "r2 r3 r4", "any_time")
    assert_legal(game.stop(), "r2 r3 r4 r5", "any_time")


def test_with_him_nobody_able_may_leave() -> None:
    game = GAME.player("r1", ineligible="not-registered")
    assert_breaks(game, "r3 r4 r5 r6", "able-player-stays", later=True)


def test_a_turnout_offender_on_the_field_leaves_at_once_and_comes_back_when_in_order() -> None:
    game = GAME.player("r1", ineligible="equipment").sub("r1", "")
    assert game.breaches() == []
    assert_breaks(game, "r1 r2 r3 r4", "eligible", later=False)
    assert_legal(game.player("r1", ineligible=None), "r1 r2 r3 r4", "any_time")


def test_a_suspension_that_came_after_the_start_and_was_lifted_does_not_bar() -> None:
    game = GAME.player("r5", ineligible="suspended").player("r5", ineligible=None).end()
    assert_legal(game, "r2 r3 r4 r5")


def test_fielding_one_at_the_start_is_reported_and_names_the_forfeit() -> None:
    game = GAME.but("r1", ineligible="suspended")
    (breach,) = game.audit().breaches
    assert (breach.entry, breach.team, [clause.clause for clause in breach.clauses]) == (0, "red", ["eligible"])
    assert "24" in breach.clauses[0].message


def test_fielding_one_later_is_reported_and_names_the_forfeit() -> None:
    game = GAME.but("r5", ineligible="fee-unpaid").unable("r1").sub("r1", "r5")
    assert game.breaches() == [(2, "red", ["eligible"])]
    assert "24" in game.audit().breaches[0].clauses[0].message


def test_unusable_names_it_and_what_is_wrong() -> None:
    advice = GAME.but("r5", ineligible="suspended").unable("r1").advise()
    assert why_unusable(advice, "r5") == ["eligible"]
    (row,) = (row for row in advice.unusable if row.player == "r5")
    assert "suspend" in row.message.lower()


# -- one player, one team ----------------------------------------------------------------------------------------------

# Ana is on both benches: r5 and b5.
BOTH = outdoor(12, red="3 3 3 3 + 3", blue="3 3 3 3 + 3").but("r5", person="ana").but("b5", person="ana")


def test_a_person_on_both_benches_may_play_for_either_team_until_one_of_them_has_fielded_her() -> None:
    assert_legal(BOTH.end(), "r2 r3 r4 r5")
    assert_legal(BOTH.end(), "b2 b3 b4 b5")


def test_whoever_has_played_for_one_team_is_barred_from_the_other_to_the_end() -> None:
    game = BOTH.end().sub("r1", "r5").begin()
    for later in (game.end(), game.end().sub("r5", "r1"), game.end().sub("r5", "r1").begin().end()):
        verdict = assert_breaks(later, "b2 b3 b4 b5", "eligible")
        assert "another team" in verdict.broken[0].message
    assert_legal(game.end(), "r2 r3 r4 r5")
    assert why_unusable(game.end().advise("blue"), "b5") == ["eligible"]


def test_who_is_fielded_against_it_does_not_spoil_the_team_that_had_her_first() -> None:
    game = BOTH.end().sub("r1", "r5").sub("r5", "r1").sub("b1", "b5").begin()
    assert game.breaches() == [(4, "blue", ["eligible"])]
    assert_breaks(game, "b2 b3 b4 b5", "eligible")
    assert_legal(game.end(), "r2 r3 r4 r5")


def test_a_person_who_starts_for_both_teams_is_a_breach_of_both() -> None:
    game = outdoor(12, red="3 3 3 3", blue="3 3 3 3").but("r1", person="ana").but("b4", person="ana")
    assert game.breaches() == [(0, "red", ["eligible"]), (0, "blue", ["eligible"])]


def test_who_a_player_is_may_be_entered_after_she_has_played() -> None:
    game = outdoor(12, red="3 3 3 3", blue="3 3 3 3 + 3").but("b5", person="ana")
    assert_legal(game.end(), "b2 b3 b4 b5")
    assert_breaks(game.player("r1", person="ana").end(), "b2 b3 b4 b5", "eligible")
    assert_legal(game.player("r1", person="ana").player("b5", person="eva").end(), "b2 b3 b4 b5")


def test_teammates_who_are_other_persons_are_not_concerned() -> None:
    game = BOTH.but("b1", person="eva").end().sub("r1", "r5")
    assert_legal(game, "b1 b2 b3 b4")


# -- the finding -------------------------------------------------------------------------------------------------------


def test_of_several_the_sentence_is_on_one_who_is_not_only_badly_turned_out() -> None:
    game = outdoor(12, red="3 3 3 3", started=False).but("r1", ineligible="equipment").but("r3", ineligible="suspended")
    verdict = assert_breaks(game, "r1 r2 r3 r4", "eligible")
    assert verdict.broken[0].message.startswith("r3 (3) is suspended")


def test_a_turnout_offender_who_was_not_eligible_at_the_start_either_is_told_the_graver_reason() -> None:
    game = GAME.but("r5", ineligible="suspended").player("r5", ineligible="equipment").end()
    verdict = assert_breaks(game, "r2 r3 r4 r5", "eligible")
    assert "when the match began" in verdict.broken[0].message
