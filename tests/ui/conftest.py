"""The app in the test's own process, without a browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "advisor" / "ui" / "pages"

Opens = Callable[..., AppTest]


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
