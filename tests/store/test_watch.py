"""One look for all who look on: what they see, how soon, and what it costs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from sqlalchemy import event

from advisor.errors import InputError, StoreError
from advisor.store import Actor, UnknownLink, create_match, open_store
from advisor.store.drafts import keep
from advisor.store.journal import append, changes_since, load
from advisor.store.proposals import propose
from advisor.store.roles import replace_secret, withdraw_link
from advisor.store.watch import AGE, ASKED_FOR, Watch
from tests.store.build import HURT, REPLACED, START, a_match, goal
from tests.store.conftest import Kept


@dataclass
class Seconds:
    """Stands still until it is moved."""

    now: float = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def watch(kept: Kept, seconds: Seconds) -> Watch:
    return Watch(kept.store, seconds)


@contextmanager
def counted(kept: Kept) -> Iterator[list[str]]:
    """The questions put to the database."""
    asked: list[str] = []

    def note(*arguments: object) -> None:
        statement = str(arguments[2])
        if statement.startswith("SELECT") and "FROM links" in statement:
            asked.append(statement)

    event.listen(kept.store.engine, "before_cursor_execute", note)
    yield asked
    event.remove(kept.store.engine, "before_cursor_execute", note)


def test_it_sees_what_a_look_of_ones_own_sees(kept: Kept, watch: Watch, seconds: Seconds) -> None:
    append(kept.store, kept.id, 0, [START, HURT], kept.keeper)
    propose(kept.store, kept.id, 2, "red", [REPLACED], kept.red)
    keep(kept.store, kept.id, "note", "b", "theirs", kept.blue)
    for who in (kept.keeper, kept.red, kept.blue, kept.public):
        seen = watch.look(kept.id, who).seen
        assert seen == load(kept.store, kept.id, who).seen
        assert not changes_since(kept.store, kept.id, seen, who)


def test_many_ask_once(kept: Kept, watch: Watch, seconds: Seconds) -> None:
    everybody = (kept.keeper, kept.red, kept.blue, kept.public)
    for who in everybody:
        watch.look(kept.id, who)
    with counted(kept) as asked:
        for _ in range(10):
            for who in everybody:
                watch.look(kept.id, who)
    assert asked == []
    seconds.now += AGE
    with counted(kept) as asked:
        for who in everybody:
            watch.look(kept.id, who)
    assert len(asked) == 1


def test_what_this_process_writes_is_seen_at_once(kept: Kept, watch: Watch) -> None:
    assert watch.look(kept.id, kept.public).seen.entries == 0
    append(kept.store, kept.id, 0, [START], kept.keeper)
    assert watch.look(kept.id, kept.public).seen.entries == 1
    assert watch.look(kept.id, kept.red).seen.entries == 1


def test_what_another_program_writes_is_seen_once_the_look_is_old(
    kept: Kept, watch: Watch, seconds: Seconds, address: str
) -> None:
    assert watch.look(kept.id, kept.public).seen.entries == 0
    with open_store(address) as other:
        append(other, kept.id, 0, [START, goal()], kept.keeper)
    seconds.now += AGE
    assert watch.look(kept.id, kept.public).seen.entries == 2


def test_a_link_withdrawn_by_another_program_is_refused_once_the_look_is_old(
    kept: Kept, watch: Watch, seconds: Seconds, address: str
) -> None:
    watch.look(kept.id, kept.red)
    with open_store(address) as other:
        withdraw_link(other, kept.id, kept.made.captains["red"].link_id, kept.keeper)
    seconds.now += AGE
    with pytest.raises(UnknownLink, match="withdrawn"):
        watch.look(kept.id, kept.red)
    assert watch.look(kept.id, kept.blue).seen.entries == 0


def test_a_link_withdrawn_or_replaced_here_is_refused_at_once(kept: Kept, watch: Watch) -> None:
    for who in (kept.red, kept.blue):
        watch.look(kept.id, who)
    withdraw_link(kept.store, kept.id, kept.made.captains["red"].link_id, kept.keeper)
    with pytest.raises(UnknownLink, match="withdrawn"):
        watch.look(kept.id, kept.red)
    new = replace_secret(kept.store, kept.blue)
    with pytest.raises(UnknownLink):
        watch.look(kept.id, kept.blue)
    assert watch.look(kept.id, Actor(new.secret)).seen.entries == 0


def test_who_has_no_link_to_the_match_sees_nothing(kept: Kept, watch: Watch) -> None:
    other = create_match(kept.store, a_match())
    for secret in ("nonsense", "", other.keeper.secret):
        with pytest.raises(UnknownLink):
            watch.look(kept.id, Actor(secret))
    with pytest.raises(InputError):
        watch.look(kept.id, Actor(kept.keeper.secret, "x" * 41))


def test_who_does_not_ask_any_more_is_forgotten(kept: Kept, watch: Watch, seconds: Seconds) -> None:
    for number in range(500):
        with pytest.raises(UnknownLink):
            watch.look(kept.id, Actor(f"guess {number}"))
    seconds.now += ASKED_FOR
    watch.look(kept.id, kept.public)
    assert len(watch._asked) == len(watch._known) == 1


def test_while_the_database_does_not_answer_each_is_told_and_then_sees_again(
    kept: Kept, watch: Watch, seconds: Seconds, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = watch.look(kept.id, kept.public)
    tried: list[float] = []

    def fail() -> None:
        tried.append(seconds.now)
        raise StoreError("the database does not answer; it could not be read now")

    seconds.now += AGE
    with monkeypatch.context() as broken:
        broken.setattr(kept.store, "read", fail)
        for who in (kept.public, kept.red, kept.public):
            with pytest.raises(StoreError, match="does not answer"):
                watch.look(kept.id, who)
        assert len(tried) == 2, "once for all, and once for one who had not asked before"
    seconds.now += AGE
    after = watch.look(kept.id, kept.public)
    assert after.seen == before.seen
    assert after.at >= before.at


def test_threads_look_together(kept: Kept) -> None:
    watch = Watch(kept.store)
    append(kept.store, kept.id, 0, [START], kept.keeper)
    wrong: list[object] = []

    def look(who: Actor) -> None:
        last = 1
        for _ in range(50):
            entries = watch.look(kept.id, who).seen.entries
            if entries < last:
                wrong.append((last, entries))
            last = entries

    threads = [threading.Thread(target=look, args=(who,)) for who in (kept.keeper, kept.red, kept.blue, kept.public)]
    for thread in threads:
        thread.start()
    for count in range(1, 6):
        append(kept.store, kept.id, count, [goal()], kept.keeper)
        assert watch.look(kept.id, kept.public).seen.entries == count + 1
    for thread in threads:
        thread.join()
    assert wrong == []
