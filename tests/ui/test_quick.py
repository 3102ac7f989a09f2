"""The quick answer's page: by tapping alone, in both languages, kept in the address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from advisor.ui import quickmatch


def test_it_opens_with_a_game_and_asks_who_is_hurt(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens()
    said = says(app)
    assert "Who may come in?" in said
    assert sum('class="jump is-asked" href="#content"' in block.value for block in app.html) == 1
    assert "Counted 7 against 8. Goals by handicap: 1 and 0." in said
    assert "Nobody may come in now" in said
    assert "Tap who is hurt." in said


def test_one_tap_on_who_is_hurt_gives_the_legal_lineups_with_their_cost(
    opens: Callable[..., Any], says: Callable[[Any], str]
) -> None:
    app = opens()
    app.button_group(key="hurt").set_value([1]).run()
    said = says(app)
    assert "11 legal lineups now" in said
    assert sum('class="jump is-legal" href="#answer"' in block.value for block in app.html) == 1
    assert "8 on the field" in said
    assert "1 goal off the board Change of the score: -1" in said
    assert "at most a 4" in said
    assert app.query_params["q"] == "outdoor~8~6~3~stopped~1_3_2_1~1_2_4~2_3_3_0~1~_"


def test_the_keypad_takes_a_handicap_and_goes_on_to_the_next_player(
    opens: Callable[..., Any], says: Callable[[Any], str]
) -> None:
    app = opens()
    app.button(key="own-0").click().run()
    for handicap in (0, 1, 2, 3):
        app.button(key=f"key-{handicap}").click().run()
    assert app.query_params["q"].split("~")[5] == "0_1_2_3"
    assert not [button for button in app.button if button.key == "key-0"], "the keypad closes after the last player"
    assert "Counted 6 against 8" in says(app)


def test_a_tap_that_comes_with_the_address_before_the_last_tap_undoes_nothing(opens: Callable[..., Any]) -> None:
    """A browser that has not heard of the first tap's address yet sends the old one with the second."""
    app = opens()
    app.button(key="own-0").click().run()
    app.button(key="key-0").click().run()
    before = app.query_params["q"]
    app.button(key="key-4").click().run()
    app.query_params["q"] = before
    app.button(key="key-3").click().run()
    assert app.query_params["q"].split("~")[5] == "0_4_3_1"


def test_an_address_that_somebody_opens_is_shown(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens()
    app.button(key="own-0").click().run()
    app.button(key="key-0").click().run()
    app.query_params["q"] = "outdoor~10~6~3~stopped~0_4_3_2~1_2_4~2_3_3_0~1~_"
    app.run()
    assert "Counted 9 against 8" in says(app)


def test_a_half_is_put_on_and_taken_off(opens: Callable[..., Any]) -> None:
    app = opens()
    app.button(key="bench-0").click().run()
    app.button(key="key-half").click().run()
    assert app.query_params["q"].split("~")[6] == "1.5_2_4"
    app.button(key="key-half").click().run()
    assert app.query_params["q"].split("~")[6] == "1_2_4"


def test_the_bench_grows_and_shrinks(opens: Callable[..., Any]) -> None:
    app = opens()
    app.button(key="bench-add").click().run()
    app.button(key="key-5").click().run()
    assert app.query_params["q"].split("~")[6] == "1_2_4_5"
    app.button(key="bench-1").click().run()
    app.button(key="key-remove").click().run()
    assert app.query_params["q"].split("~")[6] == "1_4_5"


def test_what_counted_so_far_can_be_higher_than_now(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens(q="outdoor~8~6~3~stopped~1_3_2_1~1_2_4~2_3_3_0~1~_")
    app.button(key="highest-own-raise").click().run()
    said = says(app)
    assert "Counted 8 against 8. Goals by handicap: 0 and 0." in said
    assert "1 goal off the board" not in said, "what has counted already costs nothing again"
    app.button(key="highest-own-lower").click().run()
    assert "Counted 7 against 8" in says(app)


def test_illness_allows_no_double_substitution(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens(q="outdoor~8~6~3~stopped~1_3_2_1~1_2_4~2_3_3_0~1~_")
    assert "double substitution" in says(app)
    app.button_group(key="ill").set_value(True).run()
    assert "double substitution" not in says(app)


def test_the_arena_has_three_a_side(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens()
    app.button(key="game").click().run()
    app.button_group(key="rules").set_value("uspa-arena-2026").run()
    parts = app.query_params["q"].split("~")
    assert (parts[0], parts[2], parts[5]) == ("arena", "4", "1_3_2")
    assert "Counted 6 against 8" in says(app)


def test_limit_period_and_moment_are_tapped_in(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens()
    app.button(key="game").click().run()
    for _ in range(4):
        app.button(key="limit-raise").click().run()
    app.button_group(key="period").set_value(7).run()
    app.button_group(key="between").set_value(True).run()
    assert app.query_params["q"].split("~")[1:5] == ["12", "6", "7", "between"]
    assert "legal lineups now" in says(app)


def test_everybody_hurt_at_once_is_answered(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens()
    app.button_group(key="hurt").set_value([0, 1, 2, 3]).run()
    assert "lineups now" in says(app)


def test_all_legal_lineups_can_be_seen(opens: Callable[..., Any]) -> None:
    app = opens(q="outdoor~8~6~3~stopped~1_3_2_1~1_2_4~2_3_3_0~1~_")
    assert sum(block.value.count("<article") for block in app.html) == 3
    app.session_state["all-lineups"] = True
    app.run()
    app.button_group(key="filter-when").set_value("now").run()
    app.button(key="rows-more").click().run()
    assert len([button for button in app.button if str(button.key).startswith("row-now-")]) == 11


def test_more_on_the_field_than_the_limit_is_pointed_out(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    assert "more on the field than the event's upper limit" in says(
        opens(q="outdoor~6~6~3~stopped~1_3_2_1~1~2_2_1_1~~_")
    )


@pytest.mark.parametrize("q", ["", "x", "outdoor~8", "outdoor~8~6~3~stopped~1_3_2_1~1_2_4~2_3_3_99~~_", "a" * 5000])
def test_an_address_that_says_nothing_shows_the_first_game(
    opens: Callable[..., Any], says: Callable[[Any], str], q: str
) -> None:
    assert "Counted 7 against 8" in says(opens(q=q))


def test_it_speaks_spanish_and_changes_by_one_tap(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens(lang="es", q="outdoor~8~6~3~stopped~1_3_2_1~1_2_4~2_3_3_0~1~_")
    said = says(app)
    assert "¿Quién puede entrar?" in said
    assert "11 formaciones legales ahora" in said
    assert "1 gol menos en el marcador" in said
    app.button(key="language").click().run()
    assert "11 legal lineups now" in says(app)
    assert app.query_params["lang"] == "en"
    assert app.query_params["q"].startswith("outdoor~8"), "the game is kept"


def test_the_figures_open_to_how_they_are_worked_out(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    game = replace(quickmatch.from_address(""), highest_own=16)
    said = says(opens(q=quickmatch.to_address(game)))
    assert "Counted handicap of Your team: 8" in said
    assert "Earlier 1 (2) + Earlier 2 (2) + Earlier 3 (2) + Earlier 4 (2) = 8" in said
    assert "Counted handicap of Opponents: 8" in said
