"""The quick answer's match is exact: what was tapped in is what the engine sees, and nothing else differs."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from advisor.answers import Inquiry
from advisor.handicap import to_half
from advisor.ui.quickmatch import (
    AGAINST,
    GAMES,
    HIGHEST,
    OWN,
    QuickGame,
    build_match,
    from_address,
    is_earlier,
    periods_of,
    to_address,
)


@st.composite
def games(draw: st.DrawFn) -> QuickGame:
    rules = draw(st.sampled_from(sorted(GAMES.values())))
    places = QuickGame(rules=rules).places
    rating = st.sampled_from([*range(-4, 21, 2), -1, 1, 3])
    four = st.lists(rating, min_size=places, max_size=places).map(tuple)
    periods = draw(st.sampled_from(periods_of(rules)))
    return QuickGame(
        rules=rules,
        upper=draw(st.sampled_from([4, 8, 12, 16, 24, 40, 52])),
        periods=periods,
        period=draw(st.integers(1, periods + 1)),
        between=draw(st.booleans()),
        flat=draw(st.booleans()),
        own=draw(four),
        bench=tuple(draw(st.lists(rating, max_size=4))),
        against=draw(four),
        hurt=tuple(sorted(draw(st.sets(st.integers(0, places - 1))))),
        ill=draw(st.booleans()),
    )


@given(games())
def test_the_address_says_the_whole_game(game: QuickGame) -> None:
    assert from_address(to_address(game)) == game
    higher = replace(game, highest_own=17, highest_against=0)
    assert from_address(to_address(higher)) == higher


@given(games(), st.integers(0, 12), st.integers(0, 12))
def test_the_highest_so_far_is_exactly_what_was_tapped_in(game: QuickGame, more_own: int, more_against: int) -> None:
    plain = Inquiry(build_match(game))
    now = {key: side.counted for key, side in plain.fold.sides.items()}
    highest = {OWN: now[OWN] + more_own * game.step, AGAINST: now[AGAINST] + more_against * game.step}
    assume(max(highest.values()) <= HIGHEST * game.places)
    raised = replace(game, highest_own=highest[OWN], highest_against=highest[AGAINST])
    inquiry = Inquiry(build_match(raised))
    assert {key: side.counted for key, side in inquiry.fold.sides.items()} == highest
    for team in (OWN, AGAINST):
        before, after = plain.state(team), inquiry.state(team)
        assert (after.field, after.must_leave, after.places) == (before.field, before.must_leave, before.places)
        assert (after.moment, after.period, after.limits) == (before.moment, before.period, before.limits)
        assert {key: to_half(value) for key, value in (after.counted_handicap or {}).items()} == highest


@given(games())
@settings(max_examples=40)
def test_an_earlier_lineup_of_the_same_sum_changes_no_answer(game: QuickGame) -> None:
    plain = Inquiry(build_match(game))
    same = replace(game, highest_own=plain.fold.sides[OWN].counted, highest_against=plain.fold.sides[AGAINST].counted)
    before, after = plain.advise(OWN), Inquiry(build_match(same)).advise(OWN)
    assert after.options == before.options
    assert after.totals == before.totals
    assert after.wanted == before.wanted
    rows = [[player for player in row.players if not is_earlier(player)] for row in after.unusable]
    assert [row for row in rows if row] == [row.players for row in before.unusable]


def test_a_loss_that_was_counted_earlier_costs_nothing_again() -> None:
    game = QuickGame(hurt=(1,), highest_own=16)
    advice = Inquiry(build_match(game)).advise(OWN)
    eight = [option for option in advice.options if option.field_handicap == 8 and option.when == "now"]
    assert eight
    assert all(option.score_change == {OWN: 0, AGAINST: 0} for option in eight)


@pytest.mark.parametrize("hurt", [(), (2,)])
@pytest.mark.parametrize(("between", "moment"), [(False, "stopped"), (True, "between_periods")])
def test_the_moment_is_the_one_tapped_in(hurt: tuple[int, ...], between: bool, moment: str) -> None:
    state = Inquiry(build_match(QuickGame(hurt=hurt, between=between, period=7))).state(OWN)
    assert (state.moment, state.period) == (moment, 7)
    assert state.must_leave == [f"p{number + 1}" for number in hurt]
