"""One match on several phones, in Chromium: what one records the others see, and nothing is lost by a restart."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from advisor.matchfile import load_match
from advisor.store import Actor, NewMatch, NotPermitted, Store, open_store
from advisor.store.journal import append, load
from advisor.store.transfer import import_match

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


@pytest.fixture
def polo(tmp_path: Path, browser: Browser) -> Iterator[Field]:
    expect.set_options(timeout=15_000)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = Server(str(tmp_path / "polo.db"), tmp_path / "server.txt", port)
    with open_store(server.database) as store:
        made = import_match(store, load_match(ROOT / "data" / "matches" / "demo.yaml"))
        server.start()
        found = Field(server, store, made, browser)
        try:
            yield found
        finally:
            for context in found.contexts:
                context.close()
            server.kill()


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


def score(page: Page, team: int) -> str:
    return page.locator(".bars .side").nth(team).locator(".score").inner_text()


def test_one_match_on_several_phones(polo: Field) -> None:
    keeper = polo.phone(polo.made.keeper.secret, "&by=Ana")
    captain = polo.phone(polo.made.captains["red"].secret, "&by=Ben")
    before = len(polo.journal())
    assert score(captain, 0) == "3"

    # What the keeper records the captain sees within two seconds, without a tap.
    keeper.get_by_role("button", name="Goal for Red Oaks").click()
    while len(polo.journal()) == before:
        time.sleep(0.01)
    recorded = time.monotonic()
    expect(captain.locator(".bars .side").nth(0).locator(".score")).to_have_text("4", timeout=2_000)
    assert time.monotonic() - recorded < 2

    # A captain has nothing to record with, and the library refuses him.
    for name in ("Goal for", "Play goes on", "Record it", "Undo"):
        expect(captain.get_by_role("button", name=re.compile(name))).to_have_count(0)
    expect(captain.get_by_role("radio", name="Record")).to_have_count(0)
    captain_of_red, count = Actor(polo.made.captains["red"].secret), len(polo.journal())
    with pytest.raises(NotPermitted):
        append(polo.store, polo.made.match_id, count, [{"entry": "goal", "team": "red"}], captain_of_red)

    # He chooses a lineup; the server is killed and the page loaded again: match, role and choice are there.
    captain.get_by_role("button", name="Choose 1", exact=True).click()
    expect(captain.get_by_text("You propose")).to_be_visible()
    polo.server.kill()
    polo.server.start()
    captain.reload()
    expect(captain.get_by_text("You are captain of Red Oaks.")).to_be_visible()
    expect(captain.get_by_text("You propose")).to_be_visible()
    assert score(captain, 0) == "4"
    assert not is_wide(captain)

    # The keeper's page, which nobody touched, finds the server again by itself; he accepts.
    captain.get_by_role("button", name="Propose it to the keeper").click()
    expect(captain.get_by_text("Waits for the keeper")).to_be_visible()
    expect(keeper.get_by_text("Red Oaks proposes")).to_be_visible()
    assert not is_wide(keeper)
    assert violations(keeper) == []
    keeper.get_by_role("button", name="Accept and record").click()
    expect(keeper.get_by_text("Accepted and recorded.")).to_be_visible()
    expect(captain.get_by_text("Accepted and recorded")).to_be_visible(timeout=3_000)
    assert polo.journal()[-1] == "substitute"


def test_who_looks_on_and_every_page_on_a_phone(polo: Field) -> None:
    public = polo.phone(polo.made.public.secret)
    expect(public.get_by_text("You look on.")).to_be_visible()
    assert not is_wide(public)
    assert violations(public) == []
    for name in ("Keep", "Match", "Quick answer"):
        public.get_by_role("link", name=name, exact=True).click()
        expect(public).to_have_url(re.compile(re.escape(f"link={polo.made.public.secret}")))
        expect(public.locator('[data-testid="stApp"]')).to_have_attribute("data-test-script-state", "notRunning")
    public.goto(f"http://127.0.0.1:{polo.server.port}/matches?link={polo.made.keeper.secret}&lang=en")
    public.get_by_role("radio", name="Look on").click()
    expect(public.locator(".qr img")).to_be_visible()
    assert public.locator(".qr img").evaluate("image => image.naturalWidth > 0")
    assert not is_wide(public)
    assert violations(public) == []
    public.goto(f"http://127.0.0.1:{polo.server.port}/events?lang=es")
    expect(public.get_by_role("button", name="Crear el evento")).to_be_visible()
    assert not is_wide(public)
    assert violations(public) == []
