"""Many phones on one app process: who they are, what they tap, and what that costs the server."""

from __future__ import annotations

import asyncio
import random
import subprocess
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from advisor.matchfile import load_match
from advisor.store import Actor, NewMatch, open_store
from advisor.store.journal import load
from advisor.store.transfer import import_match
from tests.browser.phones import ROOT, Server
from tests.crowd.phone import Phone

EVERY = 30.0
"""Seconds between a person's taps, on average."""

KEEPER, CAPTAIN, ONLOOKER = ("at-once-",), ("what-", "choose-", "language"), ("choose-view", "language")


@dataclass
class Figures:
    """Megabytes that the server held, with the time (seconds from the first phone on), and seconds that taps took.

    ``used``: seconds of processor that the server used while the phones were there.
    """

    phones: int
    matches: int
    seconds: float
    before: float
    held: list[tuple[float, float]] = field(default_factory=list)
    taps: list[float] = field(default_factory=list)
    messages: int = 0
    entries: int = 0
    used: float = 0.0
    problems: list[str] = field(default_factory=list)

    def held_between(self, begin: float, end: float) -> float:
        """The median in this part of the time, both from 0 to 1."""
        return median(size for at, size in self.held if begin * self.seconds <= at <= end * self.seconds)

    @property
    def a_session(self) -> float:
        """Megabytes a session, by the first fifth of the time: everybody is in."""
        return (self.held_between(0.1, 0.3) - self.before) / self.phones

    @property
    def growth(self) -> float:
        """By which part the last fifth of the time holds more than the one in the middle."""
        return self.held_between(0.8, 1.0) / self.held_between(0.4, 0.6) - 1

    @property
    def usual_tap(self) -> float:
        """Seconds within which 95 of 100 taps were answered."""
        return quantiles(self.taps, n=20)[-1]

    def __str__(self) -> str:
        return (
            f"{self.phones} sessions on {self.matches} matches for {self.seconds:.0f} s: {len(self.taps)} taps, "
            f"median {median(self.taps):.2f} s, 95 % {self.usual_tap:.2f} s, longest {max(self.taps):.2f} s; "
            f"memory {self.before:.0f} MB before, {self.a_session:.2f} MB a session, "
            f"{self.held_between(0.4, 0.6):.0f} MB in the middle, {self.held_between(0.8, 1.0):.0f} MB at the end "
            f"({self.growth:+.1%}); {self.used:.0f} s of processor ({self.used / self.seconds:.0%} of one), "
            f"{self.entries} entries recorded, {self.messages} messages sent"
        )


def _in_a_thread(work: Coroutine[Any, Any, None]) -> None:
    """Run it to its end in a thread of its own: browser tests may have a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, work).result()


def run_crowd(folder: Path, port: int, phones: int, matches: int, seconds: float, every: float = EVERY) -> Figures:
    """So many phones on so many matches of one server, each tapping now and then."""
    server = Server(str(folder / "polo.db"), folder / "server.txt", port)
    with open_store(server.database) as store:
        demo = load_match(ROOT / "data" / "matches" / "demo.yaml")
        made = [import_match(store, demo) for _ in range(matches)]
    server.start()
    assert server.process is not None
    try:
        crowd = [
            Phone(port, query, "kept", may_tap, random.Random(number))
            for number, (query, may_tap) in zip(range(phones), _people(made), strict=False)
        ]
        one = Phone(port, crowd[0].query, "kept", ONLOOKER, random.Random(0))
        _in_a_thread(one.use(time.monotonic() + 3, 1.0))  # what is loaded once, however many there are
        figures = Figures(len(crowd), matches, seconds, held_by(server.process.pid))
        before = used_by(server.process.pid)
        _in_a_thread(_run(crowd, figures, server.process.pid, every))
        figures.used = used_by(server.process.pid) - before
    finally:
        server.kill()
    with open_store(server.database) as store:
        for one_match in made:
            now = load(store, one_match.match_id, Actor(one_match.keeper.secret)).match
            figures.entries += len(now.journal) - len(demo.match.journal)
    for phone in (one, *crowd):
        figures.problems += phone.problems
    figures.taps = [taken for phone in crowd for taken in phone.taps]
    figures.messages = sum(phone.messages for phone in crowd)
    if "Traceback" in (said := server.output.read_text()):
        figures.problems.append(said[-2000:])
    return figures


def _people(made: list[NewMatch]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Address and taps of each: to each match a keeper, both captains, and then onlookers without end."""
    for match in made:
        yield f"link={match.keeper.secret}&lang=en&by=Ana", KEEPER
        for link in match.captains.values():
            yield f"link={link.secret}&lang=en&by=Ben", CAPTAIN
    while True:
        for match in made:
            yield f"link={match.public.secret}&lang=es", ONLOOKER


async def _run(crowd: list[Phone], figures: Figures, process: int, every: float) -> None:
    start = time.monotonic()
    until = start + figures.seconds
    using = [asyncio.create_task(phone.use(until, every)) for phone in crowd]
    while time.monotonic() < until:
        await asyncio.sleep(1)
        figures.held.append((time.monotonic() - start, held_by(process)))
    await asyncio.gather(*using)


def held_by(process: int) -> float:
    """The memory that a process holds, in megabytes."""
    said = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=True)
    return int(said.stdout) / 1024


def used_by(process: int) -> float:
    """Seconds of processor that a process has used, by all its threads; whole ones where the system says no more."""
    said = subprocess.run(["ps", "-o", "time=", "-p", str(process)], capture_output=True, text=True, check=True)
    days, _, clock = said.stdout.strip().rpartition("-")
    seconds = float(days or 0) * 24
    for part in clock.split(":"):
        seconds = 60 * seconds + float(part)
    return seconds
