"""Full disk, locked file, read-only folder, database gone: one clear message, nothing half-written."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import create_engine, event, make_url, text
from sqlalchemy.exc import OperationalError

from advisor.errors import Phrase, StoreError
from advisor.store import Actor, Store, create_match, open_store
from advisor.store.failures import store_error
from advisor.store.journal import append, changes_since, load
from advisor.store.tables import metadata
from tests.store.build import START, a_match, goal
from tests.store.conftest import Kept

NOBODY = 65534


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that an ordinary user can reach; pytest's own can be root's alone."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        path.chmod(0o755)
        (path / "data").mkdir()
        yield path / "data"


@pytest.fixture
def file(folder: Path) -> Path:
    return folder / "polo.db"


@contextmanager
def as_ordinary_user() -> Iterator[None]:
    """Root may write anywhere, so act for somebody else meanwhile."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def a_started_match(store: Store) -> tuple[str, Actor]:
    made = create_match(store, a_match())
    keeper = Actor(made.keeper.secret)
    append(store, made.match_id, 0, [START], keeper)
    return made.match_id, keeper


def test_a_full_disk(file: Path) -> None:
    with open_store(str(file)) as store:
        match_id, keeper = a_started_match(store)
        store.engine.dispose()

        @event.listens_for(store.engine, "connect")
        def _full(connection: sqlite3.Connection, _: object) -> None:
            pages = connection.execute("PRAGMA page_count").fetchone()[0]
            connection.execute(f"PRAGMA max_page_count = {pages}")

        with pytest.raises(StoreError) as failed:
            append(store, match_id, 1, [goal(clock=n) for n in range(200)], keeper)
        assert failed.value.message == "the disk is full; nothing was saved"
        assert failed.value.saved is False
        assert load(store, match_id, keeper).count == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts")
def test_a_disk_that_is_really_full(folder: Path) -> None:
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)], capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        with open_store(str(folder / "polo.db")) as store:
            match_id, keeper = a_started_match(store)
            fill(folder / "filler")
            failed = append_until_refused(store, match_id, keeper)
            assert failed.message == "the disk is full; nothing was saved"
            count = load(store, match_id, keeper).count
            (folder / "filler").unlink()
            append(store, match_id, count, [goal()], keeper)
        fill(folder / "filler")
        with pytest.raises(StoreError, match="the disk is full; nothing was saved"):
            open_store(str(folder / "second.db"))
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(path: Path) -> None:
    with open(path, "wb", buffering=0) as filler:
        try:
            while True:
                filler.write(bytes(512))
        except OSError:
            return


def append_until_refused(store: Store, match_id: str, keeper: Actor) -> StoreError:
    """Every entry that was acknowledged before it is there."""
    for count in range(1, 2000):
        try:
            append(store, match_id, count, [goal()], keeper)
        except StoreError as error:
            assert load(store, match_id, keeper).count == count
            return error
    raise AssertionError("never full")


def test_a_locked_file(file: Path) -> None:
    with open_store(str(file), patience=0.2) as store:
        match_id, keeper = a_started_match(store)
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as failed:
            append(store, match_id, 1, [goal()], keeper)
        assert failed.value.message == "another program holds the database locked; nothing was saved"
        assert load(store, match_id, keeper).count == 1
        other.execute("ROLLBACK")
        other.close()
        append(store, match_id, 1, [goal()], keeper)


def test_a_lock_that_is_released_in_time_is_waited_for(file: Path) -> None:
    import threading

    with open_store(str(file), patience=10) as store:
        match_id, keeper = a_started_match(store)
        other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        threading.Timer(0.3, lambda: other.execute("ROLLBACK")).start()
        append(store, match_id, 1, [goal()], keeper)


def test_a_read_only_folder(file: Path) -> None:
    file.parent.chmod(0o555)
    with as_ordinary_user(), pytest.raises(StoreError) as failed:
        open_store(str(file))
    assert failed.value.message == "the database's folder may only be read here, not written; nothing was saved"
    with as_ordinary_user(), pytest.raises(StoreError, match="folder may only be read"):
        open_store(str(file.parent / "deeper" / "polo.db"))


def test_a_folder_that_becomes_read_only(file: Path) -> None:
    if os.geteuid() == 0:
        os.chown(file.parent, NOBODY, NOBODY)
    with as_ordinary_user():
        with open_store(str(file)) as store:
            match_id, keeper = a_started_match(store)
        file.parent.chmod(0o555)
        with pytest.raises(StoreError) as reading:
            load(store, match_id, keeper)
        with pytest.raises(StoreError) as writing:
            append(store, match_id, 1, [goal()], keeper)
        file.parent.chmod(0o755)
        assert load(store, match_id, keeper).count == 1
    assert reading.value.message.startswith("the database's folder may only be read here, not written; it could not")
    assert writing.value.message == "the database's folder may only be read here, not written; nothing was saved"


def test_a_read_only_file(file: Path) -> None:
    with open_store(str(file)):
        pass
    file.chmod(0o444)
    with as_ordinary_user(), pytest.raises(StoreError, match="may only be read"):
        open_store(str(file))


def move(file: Path, to: Path) -> None:
    for part in ("", "-wal", "-shm"):
        if Path(f"{file}{part}").exists():
            Path(f"{file}{part}").rename(f"{to}{part}")


@pytest.mark.parametrize("replaced", [False, True])
def test_a_database_that_is_gone(file: Path, replaced: bool) -> None:
    away = file.with_name("away.db")
    with open_store(str(file)) as store:
        match_id, keeper = a_started_match(store)
        seen = load(store, match_id, keeper).seen
        move(file, away)
        if replaced:
            with open_store(str(file)):
                pass
        with pytest.raises(StoreError) as writing:
            append(store, match_id, 1, [goal()], keeper)
        assert writing.value.message == "the database is gone from its place; nothing was saved"
        if not replaced:
            with pytest.raises(StoreError, match="gone from its place; it could not be read now"):
                changes_since(store, match_id, seen, keeper)
            assert not file.exists()
        store.close()
        move(away, file)
        assert load(store, match_id, keeper).count == 1


def test_a_file_that_is_no_database(file: Path) -> None:
    file.write_bytes(b"not a database, but a longer text than a header is " * 50)
    with pytest.raises(StoreError, match="the database is damaged"):
        open_store(str(file))


def test_a_database_of_a_newer_program_is_left_alone(address: str) -> None:
    with open_store(address) as store, store.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="newer version of the program; nothing was changed"):
        open_store(address)


def test_a_server_that_is_not_there() -> None:
    with pytest.raises(StoreError, match="does not answer"):
        open_store("postgresql://nobody@127.0.0.1:1/none", patience=1)


def test_a_server_that_goes_away_and_comes_back(kept: Kept) -> None:
    if kept.store.file is not None:
        pytest.skip("a server's")
    append(kept.store, kept.id, 0, [START], kept.keeper)

    def lose_the_connection() -> None:
        with kept.store.write() as connection:
            own = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
            killer = create_engine(make_url(kept.store.engine.url))
            with killer.connect() as other:
                other.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": own})
            killer.dispose()
            connection.execute(text("SELECT 1"))

    with pytest.raises(StoreError) as failed:
        lose_the_connection()
    assert failed.value.message == "the database does not answer; nothing was saved"
    assert load(kept.store, kept.id, kept.keeper).count == 1


def test_a_server_database_that_is_dropped(address: str) -> None:
    if address.startswith("sqlite"):
        pytest.skip("a server's")
    with pytest.raises(StoreError, match="refuses this program"):
        open_store(make_url(address).set(database="no_such_database").render_as_string(hide_password=False))


def test_a_server_that_holds_a_lock(kept: Kept) -> None:
    if kept.store.file is not None:
        pytest.skip("a server's")
    append(kept.store, kept.id, 0, [START], kept.keeper)
    with kept.store.engine.connect() as other:
        other.execute(text("SELECT * FROM positions FOR UPDATE"))
        with pytest.raises(StoreError, match="another program holds the database locked; nothing was saved"):
            append(kept.store, kept.id, 1, [goal()], kept.keeper)


def test_an_error_while_committing_may_have_saved_and_it_is_said() -> None:
    error = OperationalError("COMMIT", None, Exception("server closed the connection"))
    found = store_error(error, "committing")
    assert found.saved is None
    assert "not known" in found.message


def test_messages_are_translated_part_by_part() -> None:
    error = StoreError("{what} broke; nothing was saved", {"what": Phrase("the disk")})
    words = {"nothing was saved": "no se guardó nada", "{what} broke": "{what} se rompió", "the disk": "el disco"}
    assert error.translated(lambda part: words[part]) == "el disco se rompió; no se guardó nada"


def test_all_tables_are_known() -> None:
    assert set(metadata.tables) == {
        "matches",
        "positions",
        "links",
        "keys",
        "entries",
        "kept",
        "proposals",
        "codes",
        "events",
        "event_teams",
        "event_players",
        "suspensions",
    }
