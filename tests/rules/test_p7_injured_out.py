"""Clause `p7-injured-out`: after a Penalty 7 removal the disabled player never comes back."""

from __future__ import annotations

from tests.rules.build import arena, assert_breaks, assert_legal, outdoor, why_unusable

AWARDED = outdoor(12, red="2 4 3 3 + 0", blue="3 4 4 1").unable("r1").p7("r1")
REMOVED = AWARDED.name("b1").resume().recovered("r1")


def test_he_never_comes_back_although_he_has_recovered() -> None:
    assert_breaks(REMOVED.end(), "r1 r2 r3", "p7-injured-out")
    assert_breaks(REMOVED.left("r4"), "r1 r2 r3", "p7-injured-out", later=False)
    assert_breaks(REMOVED.end().begin().unable("r4"), "r1 r2 r3", "p7-injured-out", later=False)


def test_the_removed_player_stays_qualified_as_a_substitute() -> None:
    assert_legal(REMOVED.end(), "b1 b2 b4", "now")
    assert_breaks(REMOVED, "b1 b2 b4", "able-player-stays", later=True)


def test_it_stands_for_being_unable_too() -> None:
    assert_breaks(AWARDED.name("b1").resume().end(), "r1 r2 r3", "p7-injured-out")


def test_under_never_he_breaks_the_clause_on_injured_players_as_well() -> None:
    assert_breaks(REMOVED.end().reading(injured_return="never"), "r1 r2 r3", "p7-injured-out", "injured-return")
    assert assert_breaks(REMOVED.end(), "r1 r2 r3", "p7-injured-out").contested_by == []


def test_while_the_penalty_is_pending_he_only_must_leave() -> None:
    assert_breaks(AWARDED, "r1 r2 r3 r4", "unable-player", later=False)


def test_where_the_team_chose_a_substitute_he_may_come_back() -> None:
    game = AWARDED.sub("r1", "r5").resume().recovered("r1").end()
    assert_legal(game, "r1 r2 r3 r4", "now")


def test_a_recovery_in_the_stoppage_ends_the_penalty_and_he_plays_on() -> None:
    game = AWARDED.recovered("r1")
    assert game.advise().removals == []
    assert_legal(game, "r1 r2 r3 r4")


def test_in_the_arena_it_is_the_same() -> None:
    game = arena(12, red="4 6 2 + 0", blue="5 4 3").unable("r1").p7("r1").name("b1").resume().recovered("r1").end()
    assert_breaks(game, "r1 r4", "p7-injured-out")
    assert_legal(game, "b1 b3", "now")


def test_fielding_him_is_reported() -> None:
    game = REMOVED.end().sub("r4", "r1")
    assert game.breaches() == [(7, "red", ["p7-injured-out"])]


def test_unusable_names_it() -> None:
    assert why_unusable(REMOVED.end().advise(), "r1") == ["p7-injured-out"]
