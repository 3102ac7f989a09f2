"""The app in Chromium: one server a session on a free port, its output in a file."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from advisor.matchfile import load_match
from advisor.store import open_store
from advisor.store.transfer import import_match
from tests.browser.phones import Field, Server

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
REQUIRED = os.environ.get("POLO_ADVISOR_BROWSER_REQUIRED") == "1"
HERE = Path(__file__).parent
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1280, "height": 900}

Shows = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what is below this folder, and skips it without Chromium unless it is required."""
    for item in items:
        if HERE in Path(item.path).parents:
            item.add_marker(pytest.mark.browser)
            if not Path(CHROMIUM).exists() and not REQUIRED:
                item.add_marker(pytest.mark.skip(reason="there is no Chromium here"))


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Debian's Chromium, quiet."""
    if not Path(CHROMIUM).exists():
        pytest.fail("Chromium is required (POLO_ADVISOR_BROWSER_REQUIRED=1) and not there")
    return {
        "executable_path": CHROMIUM,
        "args": ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
    }


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the database of the server that the tests share."""
    return str(tmp_path_factory.mktemp("kept") / "polo.db")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, database: str) -> Iterator[str]:
    """The app's address, once it answers."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    output = tmp_path_factory.mktemp("server") / "output.txt"
    command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.port", str(port)]
    with output.open("w") as file:
        process = subprocess.Popen(
            [*command, "--server.address", "127.0.0.1"],
            cwd=ROOT,
            env={**os.environ, "POLO_ADVISOR_DATABASE": database},
            stdout=file,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait_for(f"http://127.0.0.1:{port}/_stcore/health", process, output)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=10)


def _wait_for(address: str, process: subprocess.Popen[bytes], output: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if process.poll() is not None:
            pytest.fail(f"the server stopped: {output.read_text()}")
        try:
            with urllib.request.urlopen(address, timeout=1):
                return
        except (urllib.error.URLError, TimeoutError):
            time.sleep(0.1)
    pytest.fail(f"the server did not answer: {output.read_text()}")


@pytest.fixture
def shows(server: str, page: Page) -> Shows:
    """Opens an address of the app and waits until the page has been written out."""
    page.set_default_timeout(15_000)
    expect.set_options(timeout=15_000)

    def show(path: str = "/", size: dict[str, int] = PHONE, scheme: str = "light") -> Page:
        page.set_viewport_size(size)
        page.emulate_media(color_scheme=scheme)
        page.goto(server + path)
        settle(page)
        return page

    return show


def settle(page: Page) -> None:
    """Waits until the app has run to its end: its heading is there and nothing is running or stale."""
    expect(page.locator("h1").first).to_be_visible()
    expect(page.locator('[data-testid="stApp"]')).to_have_attribute("data-test-script-state", "notRunning")
    expect(page.locator('[data-testid="stSkeleton"]')).to_have_count(0)


@pytest.fixture
def settled() -> Callable[[Page], None]:
    """Waits until the app has run to its end."""
    return settle


@pytest.fixture
def shared(server: str, database: str, tmp_path: Path) -> Server:
    """The server that the tests share, for those that leave it running."""
    return Server(database, tmp_path / "server.txt", int(server.rsplit(":", 1)[1]))


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Server]:
    """A server of one's own, on an empty database, that a test may kill and start again."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = Server(str(tmp_path / "polo.db"), tmp_path / "server.txt", port)
    server.start()
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture
def polo(shared: Server, browser: Browser) -> Iterator[Field]:
    """The demo, kept on the server that the tests share."""
    yield from _field(shared, browser)


@pytest.fixture
def own_polo(own: Server, browser: Browser) -> Iterator[Field]:
    """The demo, kept on a server of its own."""
    yield from _field(own, browser)


def _field(server: Server, browser: Browser) -> Iterator[Field]:
    expect.set_options(timeout=15_000)
    with open_store(server.database) as store:
        found = Field(server, store, import_match(store, load_match(ROOT / "data" / "matches" / "demo.yaml")), browser)
        try:
            yield found
        finally:
            for context in found.contexts:
                context.close()
