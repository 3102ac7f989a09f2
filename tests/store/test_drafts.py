from __future__ import annotations

from typing import Any

import pytest

from advisor.answers import advise
from advisor.errors import InputError
from advisor.store import open_store
from advisor.store.drafts import MOST_KEPT, find_kept, find_what_if, keep, keep_what_if
from advisor.store.journal import MatchMovedOn, append, changes_since, load
from tests.store.build import HURT, RESUME, START, STOP, goal
from tests.store.conftest import Kept


@pytest.fixture
def started(kept: Kept) -> Kept:
    append(kept.store, kept.id, 0, [START], kept.keeper)
    return kept


def test_a_what_if_is_answered_and_is_not_in_the_journal(started: Kept) -> None:
    keep_what_if(started.store, started.id, 1, [STOP, HURT], started.red)
    what_if = find_what_if(started.store, started.id, started.red)
    assert what_if is not None
    assert [entry.entry for entry in what_if.entries] == ["stop", "unable"]
    assert what_if.match is not None
    assert advise(what_if.match, "red").must_leave == ["r4"]
    assert load(started.store, started.id, started.red).count == 1


def test_a_what_if_outlives_the_session(started: Kept, address: str) -> None:
    keep_what_if(started.store, started.id, 1, [HURT], started.red)
    with open_store(address) as again:
        assert find_what_if(again, started.id, started.red) is not None


def test_the_last_what_if_counts_and_nothing_forgets_it(started: Kept) -> None:
    keep_what_if(started.store, started.id, 1, [HURT], started.red)
    keep_what_if(started.store, started.id, 1, [goal()], started.red)
    what_if = find_what_if(started.store, started.id, started.red)
    assert what_if is not None
    assert [entry.entry for entry in what_if.entries] == ["goal"]
    assert keep_what_if(started.store, started.id, 1, [], started.red) is None
    assert find_what_if(started.store, started.id, started.red) is None


def test_after_the_match_moved_on_a_what_if_is_seen_afresh_or_why_it_is_not_possible(started: Kept) -> None:
    keep_what_if(started.store, started.id, 1, [STOP], started.red)
    append(started.store, started.id, 1, [goal()], started.keeper)
    what_if = find_what_if(started.store, started.id, started.red)
    assert what_if is not None
    assert what_if.moved_on
    assert what_if.match is not None
    assert len(what_if.match.journal) == 3
    append(started.store, started.id, 2, [STOP], started.keeper)
    what_if = find_what_if(started.store, started.id, started.red)
    assert what_if is not None
    assert what_if.match is None
    assert what_if.problem is not None


def test_an_impossible_what_if_is_refused(started: Kept) -> None:
    with pytest.raises(InputError):
        keep_what_if(started.store, started.id, 1, [RESUME], started.red)
    with pytest.raises(MatchMovedOn):
        keep_what_if(started.store, started.id, 0, [STOP], started.red)


def test_a_half_made_form_is_kept_until_it_is_forgotten(kept: Kept) -> None:
    form = {"out": ["r4"], "in": [], "note": "½ Ñ \ud800"}
    keep(kept.store, kept.id, "draft", "proposal", form, kept.red)
    assert find_kept(kept.store, kept.id, "draft", kept.red) == {"proposal": form}
    keep(kept.store, kept.id, "draft", "proposal", None, kept.red)
    assert find_kept(kept.store, kept.id, "draft", kept.red) == {}


def test_the_links_other_holders_see_that_something_changed_and_nobody_else_does(kept: Kept) -> None:
    seen = load(kept.store, kept.id, kept.red).seen
    others = load(kept.store, kept.id, kept.blue).seen
    keep(kept.store, kept.id, "note", "n", "x", kept.red)
    assert changes_since(kept.store, kept.id, seen, kept.red).others
    assert not changes_since(kept.store, kept.id, others, kept.blue)


@pytest.mark.parametrize(
    ("kind", "name", "content"),
    [
        ("what-if", "x", []),
        ("note", "", "x"),
        ("note", "x" * 65, "x"),
        ("note", "x\n", "x"),
        ("note", "x", "y" * 20_001),
        ("note", "x", float("nan")),
        ("note", "x", {1, 2}),
    ],
)
def test_what_is_kept_is_small_json_under_a_name(kept: Kept, kind: Any, name: str, content: Any) -> None:
    with pytest.raises(InputError):
        keep(kept.store, kept.id, kind, name, content, kept.red)


def test_a_link_keeps_only_so_much(kept: Kept) -> None:
    for number in range(MOST_KEPT):
        keep(kept.store, kept.id, "note", str(number), "x", kept.red)
    with pytest.raises(InputError, match="forget some"):
        keep(kept.store, kept.id, "note", "one more", "x", kept.red)
    keep(kept.store, kept.id, "note", "0", None, kept.red)
    keep(kept.store, kept.id, "note", "one more", "x", kept.red)
