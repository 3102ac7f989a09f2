"""One app process with many open sessions: short here, ten minutes in ``make soak``."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.browser.phones import free_port
from tests.crowd.crowd import run_crowd

pytestmark = pytest.mark.skipif(shutil.which("ps") is None, reason="there is no ps here")


@pytest.fixture
def port() -> int:
    return free_port()


def test_a_few_sessions_are_answered(tmp_path: Path, port: int) -> None:
    figures = run_crowd(tmp_path, port, phones=5, matches=2, seconds=6, every=1.2)
    assert figures.problems == []
    assert len(figures.taps) >= 5
    assert figures.entries >= 3


@pytest.mark.soak
def test_50_sessions_on_10_matches_for_ten_minutes(
    tmp_path: Path, port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    figures = run_crowd(tmp_path, port, phones=50, matches=10, seconds=600)
    with capsys.disabled():
        print(f"\n{figures}")
    assert figures.problems == []
    assert figures.entries > 50
    assert figures.growth < 0.05, figures
