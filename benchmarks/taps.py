"""``python -m benchmarks.taps``: how long somebody at the sideline waits, in Chromium: a tap, a first load, a reload.

It takes some three minutes, is told apart from the rest (it needs Chromium and the test extra), and prints a table.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from advisor.matchfile import load_match
from advisor.store import NewMatch, open_store
from advisor.store.transfer import import_match
from benchmarks.timing import about_the_machine, say, table
from tests.browser.conftest import CHROMIUM
from tests.browser.phones import PHONE, ROOT, Server
from tests.crowd.phone import Phone

DOCS = ROOT / "docs" / "benchmarks.md"
BEGIN, END = "<!-- taps -->", "<!-- /taps -->"

OTHERS = 20
"""Sessions that look at the same match and ask each second whether there is something new."""

BITS, LATENCY = 1.6e6, 150
"""A slow mobile network: bits a second, and milliseconds there and back."""

TAP = """async name => {
  const main = document.querySelector('[data-testid="stMain"]');
  const read = () => [...main.querySelectorAll('[data-testid="stHtml"]')]
      .filter(part => !part.querySelector('.who-looks')).map(part => part.textContent).join('|');
  const frame = () => new Promise(requestAnimationFrame);
  const pill = [...main.querySelectorAll('.st-key-names-check-lineup-red button')]
      .find(one => one.innerText.startsWith(name));
  const before = read(), start = performance.now();
  pill.click();
  while (read() === before || main.querySelector('.st-key-headline [data-stale="true"]')) {
    await frame();
    if (performance.now() - start > 30000) throw new Error('no new verdict');
  }
  await frame();
  await frame();
  return (performance.now() - start) / 1000;
}"""
"""Taps a name, and says after how many seconds the verdict on the lineup with or without it was painted."""


class _Umpire(Phone):
    """Proposes another lineup with each tap; without a browser, so that only the server's part is measured."""

    async def _tap(self) -> None:
        targets = [target for several in self._targets.values() for target in several]
        names = [target for target in targets if target.name.startswith("check-lineup-")]
        self._states[names[0].id] = [str(one.option) for one in self.chance.sample(names, 4)]
        await self._run()


def measure(taps: int) -> list[tuple[str, float, float | None]]:
    """What was measured: its name, seconds, and the seconds below which it must stay, where that was asked for."""
    with TemporaryDirectory() as folder, _server(Path(folder)) as (port, made), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        keeper = f"link={made.keeper.secret}&lang=en&view=check"
        address = f"http://127.0.0.1:{port}/kept?{keeper}"
        first, slow, reload = _load(browser, address)
        page = _open(browser.new_context(viewport=PHONE), address)  # type: ignore[arg-type]
        server = _serve(port, keeper, taps)
        alone = _tap(page, taps)
        with _others(port, made):
            crowded = _tap(page, 2 * taps)
        browser.close()
    return [
        ("tap to painted verdict, median", median(alone), None),
        ("tap to painted verdict, 95 of 100", quantiles(alone, n=20)[-1], None),
        (f"with {OTHERS} others polling, median", median(crowded), None),
        (f"with {OTHERS} others polling, 95 of 100", quantiles(crowded, n=20)[-1], 0.5),
        ("the server's part of a tap, median", median(server), 0.1),
        ("the server's part of a tap, 95 of 100", quantiles(server, n=20)[-1], None),
        ("first load at 1.6 Mbit/s and 150 ms", first, 20.0),
        ("reload at 1.6 Mbit/s and 150 ms", slow, 2.0),
        ("reload without a limit", reload, 2.0),
    ]


@contextmanager
def _server(folder: Path) -> Iterator[tuple[int, NewMatch]]:
    """The app on a database of its own with the demo, eight players a team."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = Server(str(folder / "polo.db"), folder / "server.txt", port)
    with open_store(server.database) as store:
        made = import_match(store, load_match(ROOT / "data" / "matches" / "demo.yaml"))
    server.start()
    try:
        yield port, made
    finally:
        server.kill()


def _open(context: BrowserContext, address: str) -> Page:
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(address)
    page.locator(".verdict").wait_for()
    return page


def _load(browser: Browser, address: str) -> tuple[float, float, float]:
    """Seconds until the verdict is there: at first and again on a slow network, and again on a fast one."""
    _open(browser.new_context(), address).close()  # what the server does once
    page = browser.new_context(viewport=PHONE).new_page()  # type: ignore[arg-type]
    page.set_default_timeout(60_000)
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    slow = {"offline": False, "latency": LATENCY, "downloadThroughput": BITS / 8, "uploadThroughput": BITS / 8}
    network.send("Network.emulateNetworkConditions", slow)
    taken = []
    for limited in (True, True, False):
        if not limited:
            network.send("Network.emulateNetworkConditions", {**slow, "latency": 0, "downloadThroughput": -1})
        page.wait_for_timeout(1000)
        start = time.perf_counter()
        if taken:
            page.reload(wait_until="commit")
        else:
            page.goto(address, wait_until="commit")
        page.locator(".verdict").wait_for()
        taken.append(time.perf_counter() - start)
    return taken[0], taken[1], taken[2]


def _tap(page: Page, taps: int) -> list[float]:
    """One name after the other in and out again, as an umpire tries lineups."""
    names = ["Hugo Paz", "Ana Torres", "Eva Lund", "Carla Ruiz", "Felix Moore", "Dan Reyes", "Ben Clarke"]
    taken = []
    for number in range(taps):
        taken.append(page.evaluate(TAP, names[number % len(names)]))
        page.wait_for_timeout(300)
    return taken


def _serve(port: int, query: str, taps: int) -> list[float]:
    """Seconds from a tap's message to the end of its run, over the network of this machine."""
    umpire = _Umpire(port, query, "kept", (), random.Random(0))

    async def use() -> None:
        using = asyncio.create_task(umpire.use(time.monotonic() + 600, 0.2))
        while len(umpire.taps) < taps and not umpire.problems:
            await asyncio.sleep(0.1)
        using.cancel()

    # In a thread of its own: Playwright has a loop running in this one.
    one = threading.Thread(target=asyncio.run, args=(use(),))
    one.start()
    one.join()
    if umpire.problems:
        raise RuntimeError(umpire.problems[0])
    return umpire.taps


@contextmanager
def _others(port: int, made: NewMatch) -> Iterator[None]:
    """So many who look on, each of whom taps now and then."""
    over = threading.Event()
    query = f"link={made.public.secret}&lang=es"
    phones = [Phone(port, query, "kept", ("choose-view",), random.Random(number)) for number in range(OTHERS)]

    async def use() -> None:
        using = [asyncio.create_task(phone.use(time.monotonic() + 3600, 30.0)) for phone in phones]
        while not over.is_set():
            await asyncio.sleep(0.1)
        for one in using:
            one.cancel()

    crowd = threading.Thread(target=asyncio.run, args=(use(),))
    crowd.start()
    time.sleep(5)  # until all of them are in
    try:
        yield
    finally:
        over.set()
        crowd.join()


def main(arguments: list[str] | None = None) -> int:
    """Measures and prints; status 1 where something takes longer than it may."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.taps", description=__doc__)
    parser.add_argument("--taps", type=int, default=50, help="taps to measure; twice as many with the others")
    parser.add_argument("--write", action="store_true", help="put the table into docs/benchmarks.md")
    given = parser.parse_args(arguments)
    machine = about_the_machine()
    found = measure(given.taps)
    rows = [[name, say(value), say(most), _judge(value, most)] for name, value, most in found]
    measured_on = (
        f"Measured {machine['date']} with {given.taps} taps, Python {machine['python']} on {machine['system']}, "
        f"{machine['cores']} cores, load {machine['load_at_start']} before."
    )
    tables = "\n\n".join([table(["waiting", "measured", "below", "kept"], rows), measured_on])
    print(tables)
    if given.write:
        before, rest = DOCS.read_text("utf-8").split(BEGIN, 1)
        DOCS.write_text(f"{before}{BEGIN}\n\n{tables}\n\n{END}{rest.split(END, 1)[1]}", "utf-8")
    return 0 if all(most is None or value < most for _, value, most in found) else 1


def _judge(value: float, most: float | None) -> str:
    if most is None:
        return ""
    return "yes" if value < most else "NO"


if __name__ == "__main__":
    sys.exit(main())
