"""The app in Chromium: one server a session on a free port, its output in a file, and pages that tests share."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from advisor.store import open_store
from tests.browser.phones import PHONE, Field, Pages, Server, free_port

CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
REQUIRED = os.environ.get("POLO_ADVISOR_BROWSER_REQUIRED") == "1"
HERE = Path(__file__).parent

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
def first_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app, once it answers."""
    folder = tmp_path_factory.mktemp("server")
    server = Server(str(folder / "polo.db"), folder / "output.txt", free_port())
    server.start()
    try:
        yield server
    finally:
        server.kill()


@pytest.fixture
def server(first_server: Server) -> Server:
    """The server that the tests share. One that kills it starts it again; where it did not come to that, it is now."""
    if not first_server.is_running:
        first_server.start()
    return first_server


@pytest.fixture(scope="session")
def shared_pages(browser: Browser) -> Iterator[Pages]:
    """The pages that the tests share."""
    expect.set_options(timeout=20_000)
    pages = Pages(browser)
    yield pages
    pages.close()


@pytest.fixture
def pages(shared_pages: Pages, server: Server) -> Iterator[Pages]:
    """Pages to take, given back when the test has ended."""
    yield shared_pages
    shared_pages.give_back(server.health)


@pytest.fixture
def shows(server: Server, pages: Pages) -> Shows:
    """Opens an address of the app and waits until the page has been written out; in a language always on one page."""
    opened: dict[str, Page] = {}

    def show(path: str = "/", size: dict[str, int] = PHONE, scheme: Any = "light", locale: str = "en-GB") -> Page:
        if locale not in opened:
            opened[locale] = pages.take(locale)
        page = opened[locale]
        page.set_viewport_size(size)  # type: ignore[arg-type]
        page.emulate_media(color_scheme=scheme)
        page.goto(server.address + path)
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
def polo(server: Server, pages: Pages) -> Iterator[Field]:
    """The demo, kept on the server, and phones to look at it with."""
    with open_store(server.database) as store:
        yield Field(server, store, pages)
