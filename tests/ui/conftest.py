"""The app in the test's own process, without a browser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import unescape
from pathlib import Path

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from advisor.store import Actor, Store, create_match, open_store
from tests.store.build import a_match
from tests.ui.holding import Kept

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "advisor" / "ui" / "pages"

Opens = Callable[..., AppTest]


@pytest.fixture(scope="session", autouse=True)
def components() -> Iterator[None]:
    """What AppTest reads of every installed package each time it is made, half of its time, is read once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(manifest_scanner.scan_component_manifests))
        yield


@pytest.fixture
def opens(monkeypatch: pytest.MonkeyPatch) -> Opens:
    """Opens a page, with the address given by keys."""
    monkeypatch.chdir(ROOT)

    def run(page: str = "quick", **address: str) -> AppTest:
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=30)
        if page != "quick":
            app.switch_page(str(PAGES / f"{page}.py"))
        for name, value in address.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception, [exception.value for exception in app.exception]
        return app

    return run


def words_of(app: AppTest) -> str:
    """All that the page says in its own HTML, as text."""
    parts = [block.value for block in app.html if "<style" not in block.value]
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", " ".join(parts)))).strip()


@pytest.fixture
def says() -> Callable[[AppTest], str]:
    """Gives the words of a page."""
    return words_of


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A store of the test's own, which the pages use."""
    address = str(tmp_path / "polo.db")
    monkeypatch.setenv("POLO_ADVISOR_DATABASE", address)
    with open_store(address) as opened:
        yield opened


@pytest.fixture
def kept(store: Store) -> Kept:
    """A small kept match with links for each role."""
    made = create_match(store, a_match())
    captains = {team: Actor(link.secret, team) for team, link in made.captains.items()}
    return Kept(store, made, Actor(made.keeper.secret, "Ana"), captains["red"], captains["blue"])
