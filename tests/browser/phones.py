"""One match on several phones: the server that it is kept on, who holds which link, and pages to look at it with."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Error, Page, expect

from advisor.matchfile import load_match
from advisor.store import Actor, NewMatch, Store
from advisor.store.journal import load
from advisor.store.transfer import import_match

ROOT = Path(__file__).parents[2]
PHONE = {"width": 390, "height": 844}


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Server:
    """The app on a database, its output in a file; it can be killed and started again."""

    database: str
    output: Path
    port: int
    process: subprocess.Popen[bytes] | None = field(default=None)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def health(self) -> str:
        """An address that answers as soon as the app does, with one word."""
        return f"{self.address}/_stcore/health"

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(self.port)]
        environment = {**os.environ, "POLO_ADVISOR_DATABASE": self.database}
        with self.output.open("a") as file:
            self.process = subprocess.Popen(
                [*command, "--server.address", "127.0.0.1"],
                cwd=ROOT,
                env=environment,
                stdout=file,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + 60
        while self.is_running and time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(self.health, timeout=1):
                    return
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                time.sleep(0.1)
        pytest.fail(f"the server did not answer: {self.output.read_text()}")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(timeout=10)


Kind = tuple[str, bool]
"""What sort of browser a page is in: its language, and whether it is touched."""


@dataclass
class Pages:
    """Pages of one browser, each used by one test after another.

    Chromium takes longer to begin a page of its own than the app to fill one. What a test leaves on a page goes with
    it: addresses behind it, what is stored, cookies, where the mouse is.
    """

    browser: Browser
    _free: dict[Kind, list[Page]] = field(default_factory=dict)
    _taken: list[tuple[Kind, Page]] = field(default_factory=list)

    def take(self, locale: str = "en-GB", *, is_touched: bool = False) -> Page:
        """A page as wide as a phone that no other has; a touched one may paste."""
        kind = (locale, is_touched)
        free = self._free.setdefault(kind, [])
        page = free.pop() if free else self._new(kind)
        self._taken.append((kind, page))
        page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        page.emulate_media(color_scheme="light")
        return page

    def give_back(self, blank: str) -> None:
        """All that were taken, emptied on an address of the app's; what cannot be is closed."""
        taken, self._taken = self._taken, []
        for kind, page in taken:
            try:
                self._empty(page, blank)
            except Error:
                page.context.close()
            else:
                self._free[kind].append(page)

    def close(self) -> None:
        for page in (page for pages in self._free.values() for page in pages):
            page.context.close()

    def _new(self, kind: Kind) -> Page:
        locale, is_touched = kind
        context = self.browser.new_context(
            viewport=PHONE,  # type: ignore[arg-type]
            has_touch=is_touched,
            is_mobile=is_touched,
            locale=locale,
        )
        if is_touched:
            context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.set_default_timeout(20_000)
        return page

    def _empty(self, page: Page, blank: str) -> None:
        for other in page.context.pages:
            if other is not page:
                other.close()
        page.goto(blank)
        page.evaluate("() => { sessionStorage.clear(); localStorage.clear(); }")
        page.context.clear_cookies()
        page.mouse.move(0, 0)
        session = page.context.new_cdp_session(page)
        session.send("Page.resetNavigationHistory")
        session.detach()


@dataclass
class Field:
    """A match with its server and the phones of those who hold its links."""

    server: Server
    store: Store
    pages: Pages

    @cached_property
    def made(self) -> NewMatch:
        """The demo, unless a test puts another match there."""
        return import_match(self.store, load_match(ROOT / "data" / "matches" / "demo.yaml"))

    def url(self, path: str) -> str:
        return self.server.address + path

    def open(self, path: str, locale: str = "en-GB", *, is_touched: bool = False) -> Page:
        """A phone of its own, with this page of the app on it."""
        page = self.pages.take(locale, is_touched=is_touched)
        page.goto(self.url(path))
        expect(page.locator("h1").first).to_be_visible()
        return page

    def phone(self, secret: str, more: str = "") -> Page:
        """A phone of its own, with the match on it."""
        page = self.open(f"/kept?link={secret}&lang=en{more}")
        expect(page.locator(".fresh")).to_be_visible()
        return page

    def journal(self) -> list[str]:
        keeper = Actor(self.made.keeper.secret)
        return [entry.entry for entry in load(self.store, self.made.match_id, keeper).match.journal]


def is_wide(page: Page) -> bool:
    wide: bool = page.evaluate(
        """() => [document.documentElement, ...document.querySelectorAll('[data-testid="stMain"]')]
                 .some(part => part.scrollWidth > part.clientWidth)"""
    )
    return wide


def violations(page: Page) -> list[str]:
    """What axe-core calls serious or critical."""
    return [
        f"{found['id']}: {found['nodes'][0]['html'][:200]}"
        for found in Axe().run(page).response["violations"]
        if found["impact"] in ("serious", "critical")
    ]
