"""Databases of every version are brought up to date by themselves, forward only, by one process at a time."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, inspect, text

from advisor.errors import StoreError
from advisor.store import Actor, Store, create_match, open_store, verify_journal
from advisor.store.drafts import find_kept, keep
from advisor.store.engine import HEAD
from advisor.store.journal import append, load
from advisor.store.migrations import revisions, upgrade
from advisor.store.tables import metadata
from tests.store.build import RESUME, a_match, goal
from tests.store.conftest import NEEDS_POSTGRES, a_server_database

FIRST_VERSION = Path(__file__).parent / "files" / "first-version.sql"
MATCH = "0123456789abcdef0123456789abcdef"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=NEEDS_POSTGRES)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/polo.db"
    else:
        with a_server_database() as made:
            yield made


@pytest.fixture
def first_version(address: str) -> str:
    """A database of the first version, with a match in it that is under way."""
    script = FIRST_VERSION.read_text()
    if address.startswith("sqlite"):
        with sqlite3.connect(address.removeprefix("sqlite:///")) as connection:
            connection.executescript(script)
        connection.close()
    else:
        # The dump is SQLite's: its tables come from the migration, its rows are the same.
        engine = create_engine(address)
        with engine.begin() as connection:
            upgrade(connection, "0001")
            rows = [line for line in script.splitlines() if line.startswith("INSERT") and "alembic" not in line]
            order = ("matches", "links", "keys", "positions", "entries")
            for table in order:
                for row in rows:
                    if row.startswith(f'INSERT INTO "{table}"'):
                        connection.exec_driver_sql(row.replace("%", "%%"))
            connection.execute(text("SELECT setval('links_id_seq', 4)"))
        engine.dispose()
    return address


def test_a_match_of_the_first_version_goes_on(first_version: str) -> None:
    with open_store(first_version) as store:
        keeper = Actor("first-version-keeper", "Ana")
        stored = load(store, MATCH, keeper)
        assert (stored.count, stored.struck) == (6, {1})
        append(store, MATCH, 6, [RESUME, goal()], keeper)
        keep(store, MATCH, "note", "n", "new tables are there", Actor("first-version-red"))
        assert find_kept(store, MATCH, "note", Actor("first-version-blue")) == {}
        match = load(store, MATCH, Actor("first-version-public")).match
    assert verify_journal(match).holds
    assert len(match.journal) == 8


def test_the_first_versions_triggers_still_refuse(first_version: str) -> None:
    with (
        open_store(first_version) as store,
        store.engine.connect() as connection,
        pytest.raises(Exception, match="only ever"),
    ):
        connection.execute(text("UPDATE entries SET holder = 'Eva'"))


def schema(store: Store) -> list[object]:
    with store.engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))


def test_the_migrations_make_the_tables_that_the_program_knows(address: str) -> None:
    with open_store(address) as store:
        assert schema(store) == []


def test_an_old_database_ends_as_a_new_one(first_version: str) -> None:
    with open_store(first_version) as store:
        assert schema(store) == []


def test_the_last_step_is_the_one_the_program_stands_at() -> None:
    assert revisions() == [HEAD, "0002", "0001"]


def test_a_step_that_fails_leaves_the_database_as_it_was(first_version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from advisor.store import migrations

    real = migrations.upgrade

    def half(connection: object) -> None:
        real(connection, "0002")  # type: ignore[arg-type]
        raise StoreError("broken off")

    monkeypatch.setattr(migrations, "upgrade", half)
    with pytest.raises(StoreError, match="broken off"):
        open_store(first_version)
    engine = create_engine(first_version)
    with engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == "0001"
        assert not inspect(connection).has_table("kept")
    engine.dispose()
    monkeypatch.undo()
    with open_store(first_version) as store:
        assert load(store, MATCH, Actor("first-version-keeper")).count == 6


OPEN = """
import sys
from advisor.store import list_matches, open_store
print("ready", flush=True)
sys.stdin.readline()
with open_store(sys.argv[1]) as store:
    print(len(list_matches(store)))
"""


@pytest.mark.parametrize("old", [False, True])
def test_processes_that_start_at_once_do_not_disturb_each_other(
    request: pytest.FixtureRequest, address: str, old: bool
) -> None:
    if old:
        request.getfixturevalue("first_version")
    started = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN, address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        for _ in range(3)
    ]
    for process in started:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
    for process in started:
        assert process.stdin is not None
        process.stdin.write(b"\n")
        process.stdin.flush()
    for process in started:
        out, err = process.communicate(timeout=120)
        assert (out.decode().strip(), err.decode()) == (str(int(old)), "")


def test_threads_that_start_at_once_do_not_either(address: str) -> None:
    failed: list[BaseException] = []

    def start() -> None:
        try:
            with open_store(address) as store:
                create_match(store, a_match())
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_the_first_versions_file_is_as_it_was_written() -> None:
    script = FIRST_VERSION.read_text()
    assert script.startswith("-- A database as the first version")
    head = json.loads(script.split('INSERT INTO "matches" VALUES(\'')[1].split("Z','")[1].split("','")[0])
    assert head["chain"]["hash"] in script
