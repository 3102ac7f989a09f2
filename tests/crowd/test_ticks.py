"""What pages that nobody taps show by themselves, as phones without a browser see it."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from advisor.store import Actor, NewMatch, Store, create_match, open_store
from advisor.store.journal import UNDO_SECONDS, append, load
from advisor.store.roles import withdraw_link
from tests.browser.phones import Server, free_port
from tests.crowd.phone import Phone
from tests.store.build import HURT, START, STOP, a_match, goal


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("ticks")
    started = Server(str(folder / "polo.db"), folder / "server.txt", free_port())
    with open_store(started.database):
        pass
    started.start()
    yield started
    started.kill()
    assert "Traceback" not in started.output.read_text()


@pytest.fixture
def store(server: Server) -> Iterator[Store]:
    """The server's database as another program has it open."""
    with open_store(server.database) as opened:
        yield opened


def in_a_thread(work: Any) -> None:
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


@asynccontextmanager
async def looking(server: Server, *queries: str, page: str = "kept") -> AsyncIterator[list[Phone]]:
    """Phones that have opened these addresses, and are left alone."""
    phones = [Phone(server.port, query, page, (), random.Random(0)) for query in queries]
    using = [asyncio.create_task(phone.use(time.monotonic() + 60, 1000)) for phone in phones]
    for phone in phones:
        await until(lambda phone=phone: phone.ticks > 0)  # type: ignore[misc]
    yield phones
    for one in using:
        one.cancel()
    await asyncio.gather(*using, return_exceptions=True)
    assert [phone.problems for phone in phones] == [[] for _ in phones]


async def until(is_so: Callable[[], bool], within: float = 15) -> float:
    """Wait until it is so; seconds that took."""
    start = time.monotonic()
    while not is_so():
        assert time.monotonic() - start < within, "it never was so"
        await asyncio.sleep(0.02)
    return time.monotonic() - start


def says(phone: Phone, words: str) -> bool:
    return any(words in html for html in phone.shown.values())


def links(made: NewMatch) -> tuple[str, str, str]:
    """The addresses of the keeper, of red's captain, and to look on."""
    keeper, red = made.keeper.secret, made.captains["red"].secret
    return f"link={keeper}&lang=en&by=Ana", f"link={red}&lang=en", f"link={made.public.secret}&lang=en"


def test_each_session_sees_what_another_records_and_what_another_program_does(server: Server, store: Store) -> None:
    made = create_match(store, a_match())
    keeper = Actor(made.keeper.secret, "Ana")
    append(store, made.match_id, 0, [START], keeper)

    async def use() -> None:
        async with looking(server, *links(made)) as (ana, captain, public):
            await ana.tap("at-once-goal-red")
            assert says(ana, '<span class="score">1</span>')
            for phone in (captain, public):
                await until(lambda phone=phone: says(phone, '<span class="score">1</span>'))  # type: ignore[misc]
            append(store, made.match_id, 2, [goal("red")], keeper)
            for phone in (ana, captain, public):
                await until(lambda phone=phone: says(phone, '<span class="score">2</span>'))  # type: ignore[misc]

    in_a_thread(use())
    assert load(store, made.match_id, keeper).count == 3


def test_the_page_of_a_link_that_is_withdrawn_stops(server: Server, store: Store) -> None:
    made = create_match(store, a_match())
    keeper = Actor(made.keeper.secret, "Ana")
    append(store, made.match_id, 0, [START], keeper)

    async def use() -> None:
        async with looking(server, *links(made)) as (ana, captain, _):
            assert says(captain, "You are captain of Red.")
            withdraw_link(store, made.match_id, made.captains["red"].link_id, keeper)
            await until(lambda: says(captain, "This link was withdrawn"))
            assert not says(captain, "You are captain of Red.")
            ticks = captain.ticks, ana.ticks
            await until(lambda: ana.ticks >= ticks[1] + 2)
            assert captain.ticks == ticks[0], "a page without a match asks nothing"
            assert says(ana, "You keep this match.")

    in_a_thread(use())


def test_undo_is_offered_for_a_minute(server: Server, store: Store) -> None:
    recorded = datetime.now(UTC) - timedelta(seconds=UNDO_SECONDS - 6)
    with open_store(server.database, clock=lambda: recorded) as earlier:
        made = create_match(earlier, a_match())
        append(earlier, made.match_id, 0, [START, goal()], Actor(made.keeper.secret, "Ana"))

    async def use() -> None:
        async with looking(server, links(made)[0]) as (ana,):
            assert "undo" in ana.offered
            # What is recorded by one tap stands below it: the whole page is there again.
            await until(lambda: "at-once-goal-red" in ana.offered and "undo" not in ana.offered)
            assert datetime.now(UTC) - recorded >= timedelta(seconds=UNDO_SECONDS)

    in_a_thread(use())


def test_only_what_changes_by_itself_ticks_beside_the_look(server: Server, store: Store) -> None:
    made = create_match(store, a_match())
    keeper = Actor(made.keeper.secret, "Ana")
    append(store, made.match_id, 0, [{**START, "clock": 0}, goal(clock=100), STOP], keeper)
    per_page: dict[str, int] = {}

    async def use() -> None:
        for page in ("kept", "clock"):
            async with looking(server, *links(made), page=page) as phones:
                per_page[page] = max(len(phone._repeating) for phone in phones)
                append(store, made.match_id, load(store, made.match_id, keeper).count, [{"entry": "resume"}], keeper)
                ana = phones[0]
                await until(lambda ana=ana: len(ana._repeating) == 2)  # type: ignore[misc]
                append(store, made.match_id, load(store, made.match_id, keeper).count, [STOP], keeper)
                await until(lambda ana=ana: len(ana._repeating) == 1)  # type: ignore[misc]

    in_a_thread(use())
    assert per_page == {"kept": 1, "clock": 1}


def test_the_clock_runs_along_and_is_moved_by_a_tap(server: Server, store: Store) -> None:
    made = create_match(store, a_match())
    keeper = Actor(made.keeper.secret, "Ana")
    append(store, made.match_id, 0, [START, goal(clock=100)], keeper)

    async def use() -> None:
        async with looking(server, links(made)[0]) as (ana,):
            await until(lambda: says(ana, "<b>1:42</b>"))
            await ana.tap("clock-10")
            await until(lambda: any(says(ana, f"<b>1:{second}</b>") for second in range(53, 59)))
            await ana.tap("clock-run")
            await until(lambda: says(ana, "not recorded"))
            assert len(ana._repeating) == 1

    in_a_thread(use())


def test_the_minutes_run_on_the_captains_page(server: Server, store: Store) -> None:
    made = create_match(store, a_match())
    keeper = Actor(made.keeper.secret, "Ana")
    append(store, made.match_id, 0, [START, STOP, HURT], keeper)

    async def use() -> None:
        async with looking(server, links(made)[1]) as (captain,):
            first = [html for html in captain.shown.values() if 'role="timer"' in html]
            await until(lambda: [html for html in captain.shown.values() if 'role="timer"' in html] != first)

    in_a_thread(use())
