from __future__ import annotations

import threading
from typing import Any

import pytest

from advisor.errors import InputError, StoreError
from advisor.fold import Fold
from advisor.match import Goal
from advisor.store import Actor, NotPermitted, create_match, open_store, verify_journal
from advisor.store.journal import (
    MatchMovedOn,
    append,
    changes_since,
    go_back_to,
    load,
    plan_going_back,
    strike,
    struck_entries,
    undo,
)
from tests.store.build import END, HURT, NEXT, REPLACED, RESUME, START, STOP, a_match, goal
from tests.store.conftest import Clock, Kept


def entries_of(kept: Kept) -> list[str]:
    return [entry.entry for entry in load(kept.store, kept.id, kept.keeper).match.journal]


def start(kept: Kept, *more: dict[str, Any]) -> int:
    append(kept.store, kept.id, 0, [START, *more], kept.keeper)
    return 1 + len(more)


def test_an_entry_has_its_number_time_recorder_and_hash(kept: Kept, clock: Clock) -> None:
    clock.pass_seconds(4.25)
    (start_entry, goal_entry) = append(kept.store, kept.id, 0, [START, goal(clock=20)], kept.keeper)
    assert (start_entry.number, goal_entry.number) == (0, 1)
    assert goal_entry.entry.at == "2026-05-02T15:00:04.250Z"
    assert goal_entry.entry.by == "keeper (Ana)"
    stored = load(kept.store, kept.id, kept.keeper)
    assert stored.match.journal == (start_entry.entry, goal_entry.entry)
    assert stored.match.chain is not None
    assert stored.match.chain.edition == "2026"
    assert verify_journal(stored.match).holds


def test_the_file_has_it_after_the_program_is_gone(kept: Kept, address: str) -> None:
    start(kept, goal())
    kept.store.close()
    with open_store(address) as again:
        assert load(again, kept.id, kept.public).count == 2


def test_what_is_read_again_is_what_a_program_that_never_read_it_finds(kept: Kept, address: str) -> None:
    count = start(kept, goal(), STOP)
    first = load(kept.store, kept.id, kept.keeper)
    with open_store(address, clock=kept.store.clock) as other:
        append(other, kept.id, count, [HURT, REPLACED], kept.keeper)
        strike(other, kept.id, count + 2, 1, "the flag was down", kept.keeper)
    again = load(kept.store, kept.id, kept.keeper)
    assert again.match.journal[:count] == first.match.journal
    assert all(now is before for now, before in zip(again.match.journal, first.match.journal, strict=False))
    with open_store(address) as fresh:
        anew = load(fresh, kept.id, kept.keeper)
    assert (again.match, again.struck) == (anew.match, {1})
    assert again.match.as_data() == anew.match.as_data()
    assert load(kept.store, kept.id, kept.public).match is again.match


def test_all_of_a_call_or_nothing(kept: Kept) -> None:
    count = start(kept)
    with pytest.raises(InputError, match=r"journal\[3\]"):
        append(kept.store, kept.id, count, [STOP, RESUME, RESUME], kept.keeper)
    assert entries_of(kept) == ["start"]


@pytest.mark.parametrize(
    ("entry", "where"),
    [
        ({"entry": "goal"}, "journal[1].team"),
        ({"entry": "goal", "team": "green"}, "journal[1].team"),
        ({"entry": "goal", "team": "red", "by": "me"}, "journal[1].by"),
        ({"entry": "goal", "team": "red", "at": "2020-01-01T00:00"}, "journal[1].at"),
        ({"entry": "goal", "team": "red", "hash": "x"}, "journal[1].hash"),
        ({"entry": "strike", "number": 0}, "journal[1].reason"),
        ({"entry": "strike", "number": 7, "reason": "no"}, "journal[1].number"),
        ({"entry": "start_period"}, "journal[1].entry"),
    ],
)
def test_what_cannot_be_is_not_recorded_whatever_the_page_showed(kept: Kept, entry: dict[str, Any], where: str) -> None:
    start(kept)
    with pytest.raises(InputError) as refused:
        append(kept.store, kept.id, 1, [entry], kept.keeper)
    assert refused.value.where == where
    assert entries_of(kept) == ["start"]


def test_models_are_taken_as_well_as_data(kept: Kept) -> None:
    start(kept)
    append(kept.store, kept.id, 1, [Goal(entry="goal", team="red")], kept.keeper)
    assert entries_of(kept) == ["start", "goal"]


def test_nothing_to_record_is_said(kept: Kept) -> None:
    with pytest.raises(InputError):
        append(kept.store, kept.id, 0, [], kept.keeper)


def test_the_second_of_two_sees_what_the_first_added_and_nothing_is_overwritten(kept: Kept) -> None:
    start(kept)
    append(kept.store, kept.id, 1, [goal("red")], kept.keeper)
    with pytest.raises(MatchMovedOn) as moved:
        append(kept.store, kept.id, 1, [goal("blue")], kept.keeper)
    assert moved.value.count == 2
    assert [(added.number, added.entry.entry) for added in moved.value.added] == [(1, "goal")]
    assert moved.value.saved is False
    assert "2 entries; nothing was saved" in moved.value.message
    assert entries_of(kept) == ["start", "goal"]


def test_who_has_seen_more_than_there_is_is_told(kept: Kept) -> None:
    with pytest.raises(MatchMovedOn) as moved:
        append(kept.store, kept.id, 3, [START], kept.keeper)
    assert (moved.value.count, moved.value.added) == (0, ())


def test_of_many_at_once_each_entry_is_there_once_in_one_order(kept: Kept) -> None:
    start(kept)
    recorded: list[tuple[int, int]] = []

    def write(who: int) -> None:
        count, left = 1, 5
        while left:
            try:
                (added,) = append(kept.store, kept.id, count, [goal(clock=100)], kept.keeper)
            except MatchMovedOn as moved:
                count = moved.count
                continue
            recorded.append((added.number, who))
            count, left = added.number + 1, left - 1

    threads = [threading.Thread(target=write, args=(who,)) for who in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    stored = load(kept.store, kept.id, kept.keeper)
    assert sorted(number for number, _ in recorded) == list(range(1, 31))
    assert stored.count == 31
    assert verify_journal(stored.match).holds


def test_a_struck_entry_keeps_its_number_and_does_not_count(kept: Kept) -> None:
    start(kept, goal("red"), goal("red"))
    strike(kept.store, kept.id, 3, 1, "the flag was down", kept.keeper)
    stored = load(kept.store, kept.id, kept.keeper)
    assert stored.struck == {1}
    assert stored.count == 4
    assert Fold(stored.match).run().goals == {"red": 1, "blue": 0}


def test_a_strike_that_makes_a_later_entry_impossible_is_refused(kept: Kept) -> None:
    start(kept, STOP, RESUME)
    with pytest.raises(InputError, match="entry 2 is impossible"):
        strike(kept.store, kept.id, 3, 1, "no whistle", kept.keeper)
    assert entries_of(kept) == ["start", "stop", "resume"]


def test_an_entry_is_struck_once(kept: Kept) -> None:
    start(kept, goal())
    strike(kept.store, kept.id, 2, 1, "no", kept.keeper)
    with pytest.raises(InputError, match="struck already"):
        strike(kept.store, kept.id, 3, 1, "no", kept.keeper)


def test_a_struck_strike_brings_the_entry_back(kept: Kept) -> None:
    start(kept, goal())
    strike(kept.store, kept.id, 2, 1, "no", kept.keeper)
    strike(kept.store, kept.id, 3, 2, "it was one", kept.keeper)
    assert load(kept.store, kept.id, kept.keeper).struck == {2}


def test_ones_own_last_entry_is_undone_without_a_reason_for_a_minute(kept: Kept, clock: Clock) -> None:
    start(kept, goal())
    clock.pass_seconds(60)
    (undone,) = undo(kept.store, kept.id, 2, kept.keeper)
    assert undone.entry.entry == "strike"
    assert struck_entries(load(kept.store, kept.id, kept.keeper).match.journal) == {1}
    assert [added.number for added in undo(kept.store, kept.id, 3, kept.keeper)] == [3]
    assert load(kept.store, kept.id, kept.keeper).struck == {0, 1}
    with pytest.raises(InputError, match="no entry to undo"):
        undo(kept.store, kept.id, 4, kept.keeper)


def test_after_a_minute_undoing_needs_a_reason(kept: Kept, clock: Clock) -> None:
    start(kept, goal())
    clock.pass_seconds(61)
    with pytest.raises(NotPermitted, match="more than a minute old"):
        undo(kept.store, kept.id, 2, kept.keeper)
    clock.pass_seconds(-120)
    with pytest.raises(NotPermitted):
        undo(kept.store, kept.id, 2, kept.keeper)


def test_anothers_entry_is_not_undone(kept: Kept) -> None:
    from dataclasses import replace

    start(kept, goal())
    with pytest.raises(NotPermitted, match="somebody else"):
        undo(kept.store, kept.id, 2, replace(kept.keeper, name="Eva"))


def test_going_back_strikes_the_tail_and_records_it_again_in_one_transaction(kept: Kept) -> None:
    # The end of the first period was forgotten after entry 1.
    start(kept, goal("red", clock=400), goal("blue", clock=405), goal("red", clock=406))
    plan = plan_going_back(kept.store, kept.id, 2, kept.keeper)
    assert plan.strikes == (3, 2)
    assert [entry.entry for entry in plan.again] == ["goal", "goal"]
    assert all(entry.at is None and entry.by is None and entry.hash is None for entry in plan.again)
    again = [END, NEXT, *(entry.model_copy(update={"clock": 10}) for entry in plan.again)]
    go_back_to(kept.store, kept.id, plan.count, 2, "the end of period 1 was forgotten", again, kept.keeper)
    stored = load(kept.store, kept.id, kept.keeper)
    assert [entry.entry for entry in stored.match.journal[4:]] == [
        "strike",
        "strike",
        "end_period",
        "start_period",
        "goal",
        "goal",
    ]
    assert Fold(stored.match).run().period == 2
    assert verify_journal(stored.match).holds


def test_going_back_is_all_or_nothing(kept: Kept) -> None:
    start(kept, STOP, RESUME)
    with pytest.raises(InputError, match=r"journal\[6\]"):
        go_back_to(kept.store, kept.id, 3, 1, "wrong", [STOP, STOP], kept.keeper)
    assert entries_of(kept) == ["start", "stop", "resume"]


def test_going_back_keeps_strikes_of_what_was_before(kept: Kept) -> None:
    count = start(kept, goal("red"), goal("blue"))
    strike(kept.store, kept.id, count, 1, "no goal", kept.keeper)
    go_back_to(kept.store, kept.id, 4, 2, "not blue", [goal("red")], kept.keeper)
    stored = load(kept.store, kept.id, kept.keeper)
    assert stored.struck == {1, 2}
    assert Fold(stored.match).run().goals == {"red": 1, "blue": 0}


def test_there_must_be_something_to_go_back_over(kept: Kept) -> None:
    start(kept)
    for number in (-1, 1):
        with pytest.raises(InputError):
            plan_going_back(kept.store, kept.id, number, kept.keeper)


def test_polling_tells_what_is_new_and_only_that(kept: Kept) -> None:
    start(kept)
    seen = load(kept.store, kept.id, kept.public).seen
    assert not changes_since(kept.store, kept.id, seen, kept.public)
    append(kept.store, kept.id, 1, [STOP, HURT, REPLACED], kept.keeper)
    changes = changes_since(kept.store, kept.id, seen, kept.public)
    assert [added.number for added in changes.added] == [1, 2, 3]
    assert not changes.others
    assert not changes_since(kept.store, kept.id, changes.seen, kept.public)


def test_a_journal_too_big_for_a_match_file_is_not_kept(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("advisor.store.journal.MOST_BYTES", 2_000)
    start(kept)
    with pytest.raises(InputError, match="2 kB"):
        append(kept.store, kept.id, 1, [goal()] * 30, kept.keeper)
    assert entries_of(kept) == ["start"]


def test_a_new_match_begins_with_an_empty_journal(kept: Kept) -> None:
    with pytest.raises(InputError, match="import"):
        create_match(kept.store, a_match(journal=[START]))


def test_of_what_was_read_only_so_much_is_kept(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("advisor.store.engine.MOST_KNOWN", 2_500)
    with open_store(address) as store:
        made = [create_match(store, a_match()) for _ in range(5)]
        for one in made:
            load(store, one.match_id, Actor(one.keeper.secret))
        assert 1 < len(store.known.values()) < 5
        assert store.known.find(made[-1].match_id) is not None
        assert load(store, made[0].match_id, Actor(made[0].keeper.secret)).count == 0


def test_an_unknown_match_is_not_found_with_a_link_to_another(kept: Kept) -> None:
    with pytest.raises(StoreError):
        load(kept.store, "0" * 32, kept.keeper)
