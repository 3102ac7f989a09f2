"""Writers that are killed, and many sessions at once: short here, long in ``make soak``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from advisor.store import Store, open_store
from tests.store.sessions import run_sessions
from tests.store.writer import kill_writers


def new_files(folder: Path) -> Callable[[], str]:
    numbers = iter(range(1000))
    return lambda: str(folder / f"{next(numbers)}.db")


def test_a_killed_writer_loses_nothing_that_it_acknowledged(address: str, tmp_path: Path) -> None:
    new = new_files(tmp_path) if address.startswith("sqlite") else lambda: address
    deaths = kill_writers(new, 10, seed=1)
    assert deaths.kills == 10
    assert deaths.acknowledged > 0


def test_many_sessions_have_one_journal(store: Store) -> None:
    figures = run_sessions(store, seconds=3)
    assert figures.entries > 0
    assert figures.usual_delay < 2, figures


@pytest.mark.soak
@pytest.mark.parametrize("seed", [2026])
def test_200_killed_writers(tmp_path: Path, seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    deaths = kill_writers(new_files(tmp_path), 200, seed)
    with capsys.disabled():
        print(f"\n{deaths}")
    assert deaths.kills == 200


@pytest.mark.soak
def test_20_sessions_for_five_minutes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_store(str(tmp_path / "polo.db")) as store:
        figures = run_sessions(store, seconds=300)
    with capsys.disabled():
        print(f"\n{figures}")
    assert figures.usual_delay < 2, figures
