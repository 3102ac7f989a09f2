"""The umpire's page in the test's own process: one word for a lineup by tapped names, the nearest one, recording it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from advisor.store import Actor, Store
from advisor.store.journal import load
from advisor.store.transfer import import_match
from advisor.ui import sources
from advisor.ui.parts import ask
from tests.store.build import HURT, NEXT, START, STOP, goal
from tests.ui.holding import Kept, asked, choose, keys, tap

Opens = Callable[..., Any]
Says = Callable[[Any], str]


def lineup(app: Any, team: str = "red") -> list[str]:
    """Who is tapped in."""
    return sorted(asked(app, f"check-lineup-{team}").value)


def test_it_begins_with_who_is_on_and_able_and_records_what_is_tapped(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, HURT)
    app = opens("kept", link=kept.keeper.secret, view="check")
    assert lineup(app) == ["r1", "r2", "r3"]
    choose(app, "check-lineup-red", ["r1", "r2", "r3", "r5"])
    assert "Legal 8 on the field" in says(app)
    tap(app, "record-lineup")
    last = kept.last()
    assert (last["entry"], last["team"], last["out"], last["in"]) == ("substitute", "red", ["r4"], ["r5"])
    assert "record-lineup" not in keys(app), "it plays already"


def test_a_refused_lineup_says_each_rule_and_the_nearest_legal_one_is_taken_and_recorded(
    kept: Kept, opens: Opens, says: Says
) -> None:
    kept.record(START, {"entry": "player", "team": "red", "player": {"id": "r7", "handicap": 8}}, HURT)
    app = opens("kept", link=kept.keeper.secret, view="check")
    choose(app, "check-lineup-red", ["r1", "r2", "r3", "r7"])
    said = says(app)
    assert "Not legal" in said
    assert "USPA Outdoor Rule 3" in said
    assert app.button(key="record-lineup").label == "Record it all the same"
    assert app.button(key="take").label.startswith("Take the nearest")
    tap(app, "take")
    assert "Not legal" not in says(app)
    proposed = lineup(app)
    tap(app, "record-lineup")
    assert set(proposed) - {"r1", "r2", "r3"} == set(kept.last()["in"])


def test_what_broke_a_rule_all_the_same_is_recorded_and_reported(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, STOP)
    app = opens("kept", link=kept.keeper.secret, view="check", team="blue")
    choose(app, "check-lineup-blue", ["b1", "b2", "b3", "b5"])
    assert "At the end of the period" in says(app)
    tap(app, "record-lineup")
    assert kept.last()["in"] == ["b5"]
    assert "What broke a rule so far: 1" in says(app)


def test_too_many_cannot_be_recorded(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, STOP)
    app = opens("kept", link=kept.keeper.secret, view="check", team="red")
    choose(app, "check-lineup-red", ["r1", "r2", "r3", "r4", "r5"])
    assert "Not legal" in says(app)
    assert "As the match is now this cannot be recorded." in says(app)
    assert "record-lineup" not in keys(app)


def test_before_the_start_both_lineups_are_checked_and_the_match_starts(kept: Kept, opens: Opens, says: Says) -> None:
    app = opens("kept", link=kept.keeper.secret, view="check")
    assert "Tap the names; the answer stands here." in says(app)
    choose(app, "check-lineup-red", ["r1", "r2", "r3", "r4"])
    assert "Legal" in says(app)
    tap(app, "check-other")
    choose(app, "check-lineup-blue", ["b1", "b2", "b3", "b4"])
    tap(app, "record-lineup")
    assert kept.last()["lineups"] == START["lineups"]


def test_another_lineup_on_the_field_begins_the_question_anew(kept: Kept, opens: Opens) -> None:
    kept.record(START, HURT)
    app = opens("kept", link=kept.keeper.secret, view="check")
    choose(app, "check-lineup-red", ["r1", "r2", "r3", "r5"])
    assert lineup(opens("kept", link=kept.keeper.secret, view="check")) == ["r1", "r2", "r3", "r5"]
    kept.record(goal())
    assert lineup(opens("kept", link=kept.keeper.secret, view="check")) == ["r1", "r2", "r3", "r5"]
    kept.record({"entry": "substitute", "team": "red", "out": ["r4"], "in": ["r6"]})
    assert lineup(opens("kept", link=kept.keeper.secret, view="check", team="red")) == ["r1", "r2", "r3", "r6"]


def test_the_removal_under_a_penalty_7_is_judged_and_recorded(store: Store, opens: Opens, says: Says) -> None:
    demo = sources.list_demos()["penalty-7"].match
    made = import_match(store, demo)
    keeper = Actor(made.keeper.secret)
    may = [removal.player for removal in ask.advice(ask.as_text(demo), "red", "en").removals]
    on_field = ask.picture(ask.as_text(demo), "en").sides["blue"].state.field
    app = opens("kept", link=made.keeper.secret, view="check")
    choose(app, "check-removal", next(player for player in on_field if player not in may))
    assert "Not legal" in says(app)
    assert "USPA Outdoor Rule" in says(app)
    tap(app, f"removal-{may[0]}")
    assert "Legal" in says(app)
    tap(app, "record-removal")
    (*_before, last) = load(store, made.match_id, keeper).match.journal
    assert (last.entry, getattr(last, "player", None)) == ("designate", may[0])


@pytest.mark.parametrize("who", ["red", "public"])
def test_whoever_may_not_record_gets_the_word_and_no_button(kept: Kept, opens: Opens, says: Says, who: str) -> None:
    kept.record(START, HURT)
    secret = kept.red.secret if who == "red" else kept.made.public.secret
    app = opens("kept", link=secret, view="check", team="red")
    choose(app, "check-lineup-red", ["r1", "r2", "r3", "r5"])
    assert "Legal" in says(app)
    assert "record-lineup" not in keys(app)


def test_where_the_text_leaves_room_the_umpire_decides(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, HURT)
    said = says(opens("kept", link=kept.keeper.secret, view="check"))
    assert "Legal 6 on the field · no change on the board Umpire decides" in said
    assert "Playing short by choice" in said


def test_in_the_last_period_the_end_comes_only_with_overtime(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, *[{"entry": "end_period"}, NEXT] * 5, STOP)
    app = opens("kept", link=kept.keeper.secret, view="check", team="red")
    choose(app, "check-lineup-red", ["r1", "r2", "r3", "r5"])
    assert "overtime" in says(app)
