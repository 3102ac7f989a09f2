"""One match on several phones: a server of one's own on a database of one's own, and who holds which link."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from advisor.store import Actor, NewMatch, Store
from advisor.store.journal import load

ROOT = Path(__file__).parents[2]
PHONE = {"width": 390, "height": 844}


@dataclass
class Server:
    """A server of one's own on a database of one's own, that can be killed and started again."""

    database: str
    output: Path
    port: int
    process: subprocess.Popen[bytes] | None = field(default=None)

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
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/_stcore/health", timeout=1):
                    return
            except (urllib.error.URLError, TimeoutError, ConnectionError):
                time.sleep(0.1)
        pytest.fail(f"the server did not answer: {self.output.read_text()}")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(timeout=10)


@dataclass
class Field:
    """A match with its server and the phones of those who hold its links."""

    server: Server
    store: Store
    made: NewMatch
    browser: Browser
    contexts: list[BrowserContext] = field(default_factory=list)

    def url(self, secret: str, more: str = "") -> str:
        return f"http://127.0.0.1:{self.server.port}/kept?link={secret}&lang=en{more}"

    def phone(self, secret: str, more: str = "") -> Page:
        context = self.browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(15_000)
        page.goto(self.url(secret, more))
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
