"""The journal of a kept match in the test's own process: what an entry did, striking, going back, the audit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from advisor.ui.parts.effects import say_effects
from tests.store.build import HURT, REPLACED, RESUME, START, STOP, a_match, goal
from tests.ui.holding import Kept, asked, choose, keys, tap

Opens = Callable[..., Any]
Says = Callable[[Any], str]


def test_an_entry_is_tapped_and_struck_with_a_reason(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, goal(), STOP)
    app = opens("kept", link=kept.keeper.secret, view="journal")
    tap(app, "entry-1")
    assert "What it did Red: score 0, then 1" in says(app)
    assert app.button(key="strike").disabled
    asked(app, "correct-reason").set_value("wrong colour").run()
    tap(app, "strike")
    assert kept.journal()[-1] == "strike"
    assert "Entry 1 did not happen: wrong colour" in says(app)
    assert "entry-1" not in keys(app)


def test_a_reason_written_anew_at_the_last_moment_is_the_one_that_is_recorded(kept: Kept, opens: Opens) -> None:
    kept.record(START, goal())
    app = opens("kept", link=kept.keeper.secret, view="journal")
    tap(app, "entry-1")
    asked(app, "correct-reason").set_value("wrong").run()
    # The box is left by the tap on the button itself.
    asked(app, "correct-reason").set_value("wrong colour")
    tap(app, "strike")
    assert (kept.last()["entry"], kept.last()["reason"]) == ("strike", "wrong colour")


def test_a_reason_is_one_tap_and_a_second_tap_closes(kept: Kept, opens: Opens) -> None:
    kept.record(START, goal())
    app = opens("kept", link=kept.keeper.secret, view="journal")
    tap(app, "entry-1")
    choose(app, "correct-quick", "Wrong team")
    assert not app.button(key="strike").disabled
    tap(app, "entry-1")
    assert "strike" not in keys(app)
    tap(app, "entry-1")
    assert app.button(key="strike").disabled


def test_what_a_later_entry_needs_is_not_struck_but_gone_back_to(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, STOP, RESUME)
    app = opens("kept", link=kept.keeper.secret, view="journal")
    tap(app, "entry-1")
    choose(app, "correct-quick", "Did not happen")
    assert app.button(key="strike").disabled
    assert "A later entry needs it" in says(app)
    choose(app, "correct-again", [])
    tap(app, "go-back")
    assert kept.journal() == ["start", "stop", "resume", "strike", "strike"]


def test_going_back_records_the_forgotten_end_of_a_period_and_the_rest_again(
    kept: Kept, opens: Opens, says: Says
) -> None:
    kept.record(START, goal(), goal("blue"), STOP)
    app = opens("kept", link=kept.keeper.secret, view="journal")
    tap(app, "entry-2")
    asked(app, "correct-reason").set_value("the period had ended").run()
    choose(app, "correct-before", "next")
    assert asked(app, "correct-again").value == ["0", "1"]
    tap(app, "go-back")
    assert kept.journal()[4:] == ["strike", "strike", "end_period", "start_period", "goal", "stop"]
    assert "Period 2 of 6" in says(app)


def test_a_long_journal_shows_its_end_first(kept: Kept, opens: Opens) -> None:
    kept.record(START, *[goal()] * 15)
    app = opens("kept", link=kept.keeper.secret, view="journal")
    assert {"entry-15", "entry-4"} <= keys(app)
    assert "entry-3" not in keys(app)
    tap(app, "correct-more")
    assert "entry-0" in keys(app)


def test_others_read_it_and_have_nothing_to_tap(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, goal())
    app = opens("kept", link=kept.made.public.secret, view="journal")
    assert "Goal for Red" in says(app)
    assert not any(str(key).startswith("entry-") for key in keys(app))


def test_an_empty_journal_says_what_will_stand_there(kept: Kept, opens: Opens, says: Says) -> None:
    said = says(opens("kept", link=kept.keeper.secret, view="journal"))
    assert "Nothing is recorded yet. Here stands each entry" in said


@pytest.mark.parametrize(
    ("journal", "number", "effects"),
    [
        ([START, HURT], 1, ["Period 1 of 6 · play stopped", "Red: must leave: r4 (2)"]),
        ([START, HURT, REPLACED], 2, ["Red: in: r5 (2)", "Red: no more on the field: r4 (2)"]),
        ([START, STOP], 1, ["Period 1 of 6 · play stopped"]),
        ([START, {"entry": "left", "team": "red", "player": "r6"}], 1, ["Red: r6 (2): not here"]),
        (
            [START, {"entry": "event", "set": {"upper_limit": 10}}],
            1,
            ["Red: at most 8, then 10", "Blue: at most 8, then 10"],
        ),
        (
            [START, {"entry": "player", "team": "blue", "player": {"id": "eva", "handicap": 1}}],
            1,
            ["Blue: new: eva (1)"],
        ),
        (
            [START, {"entry": "event", "set": {"readings": {"short-swap": "frozen"}}}],
            1,
            ["The match is played by other readings or elections from here on."],
        ),
        ([START, goal(), {"entry": "strike", "number": 1}, goal("blue")], 3, ["Blue: score 0, then 1"]),
    ],
)
def test_what_an_entry_did(journal: list[Any], number: int, effects: list[str]) -> None:
    struck = {entry["number"] for entry in journal if entry["entry"] == "strike"}
    assert say_effects(a_match(journal=journal), number, struck) == effects


def test_without_a_breach_the_audit_says_so_friendly(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, goal())
    said = says(opens("kept", link=kept.made.public.secret, view="audit"))
    assert "Everything that was recorded so far keeps the rules." in said


def test_the_audit_names_entry_and_rule(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, STOP, {"entry": "substitute", "team": "blue", "out": ["b4"], "in": ["b5"]})
    said = says(opens("kept", link=kept.keeper.secret, view="audit"))
    assert "1 entry broke a rule" in said
    assert "Blue · entry 2" in said
    assert "USPA Outdoor Rule" in said
    assert "What broke a rule so far" in says(opens("kept", link=kept.keeper.secret, view="players"))
