"""Where the database is, how it is opened, and what it refuses to whoever goes past the program."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from advisor.errors import StoreError
from advisor.store import Actor, Store, create_match, default_address, list_matches, open_store
from advisor.store.journal import append, load
from tests.store.build import START, a_match, goal
from tests.store.conftest import Kept


@pytest.fixture
def played(kept: Kept) -> Kept:
    append(kept.store, kept.id, 0, [START, goal("red"), goal("blue")], kept.keeper)
    return kept


def is_file(store: Store) -> bool:
    return store.file is not None


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET content = '{}' WHERE number = 1",
        "UPDATE entries SET holder = 'Eva'",
        "DELETE FROM entries WHERE number = 2",
        "DELETE FROM entries",
        "INSERT INTO entries (match_id, number, content, hash) SELECT id, 1, '{}', hash FROM matches",
        "INSERT INTO entries (match_id, number, content, hash) SELECT id, 7, '{}', hash FROM matches",
        "UPDATE matches SET head = '{}'",
        "DELETE FROM matches",
    ],
)
def test_the_database_itself_refuses_to_change_what_was_recorded(played: Kept, statement: str) -> None:
    with pytest.raises(DBAPIError), played.store.engine.begin() as connection:
        connection.execute(text(statement))
    assert load(played.store, played.id, played.keeper).count == 3


def test_nor_does_it_replace_or_truncate(played: Kept) -> None:
    replacing = (
        "INSERT OR REPLACE INTO entries SELECT * FROM entries WHERE number = 2",
        "INSERT OR REPLACE INTO matches SELECT * FROM matches",
        "UPDATE OR REPLACE entries SET number = 1 WHERE number = 2",
    )
    truncating = ("TRUNCATE entries", "TRUNCATE matches CASCADE")
    for statement in replacing if is_file(played.store) else truncating:
        with pytest.raises(DBAPIError), played.store.engine.begin() as connection:
            connection.execute(text(statement))
    assert load(played.store, played.id, played.keeper).count == 3


def test_any_other_program_is_refused_too(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "polo.db")) as store:
        made = create_match(store, a_match())
        append(store, made.match_id, 0, [START], Actor(made.keeper.secret))
    other = sqlite3.connect(tmp_path / "polo.db")
    for statement in (
        "UPDATE entries SET content = '{}'",
        "DELETE FROM entries",
        "INSERT OR REPLACE INTO entries SELECT * FROM entries",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="only ever added"):
            other.execute(statement)
    other.close()


def past_the_triggers(store: Store, statement: str) -> None:
    with store.engine.begin() as connection:
        if is_file(store):
            for table, action in (("entries", "update"), ("entries", "delete"), ("matches", "update")):
                connection.execute(text(f"DROP TRIGGER {table}_refuse_{action}"))
        else:
            for table in ("entries", "matches"):
                connection.execute(text(f"DROP TRIGGER {table}_refuse ON {table}"))
        connection.execute(text(statement))


@pytest.mark.parametrize("was_read", [False, True])
@pytest.mark.parametrize(
    ("statement", "entry"),
    [
        ("UPDATE entries SET content = replace(content, 'red', 'blue') WHERE number = 1", "entry 1 was changed"),
        ("UPDATE entries SET hash = replace(hash, '0', '1') WHERE number = 2", "entry 2 was changed"),
        ("UPDATE entries SET content = 'no JSON' WHERE number = 1", "entry 1 was changed"),
        ("UPDATE entries SET content = '[]' WHERE number = 1", "entry 1 was changed"),
        ("DELETE FROM entries WHERE number = 2", "entry 2 was changed"),
        ("UPDATE positions SET length = 2", "entry 2 was changed"),
        ("UPDATE positions SET hash = 'x'", "entry 2 was changed"),
        ("UPDATE matches SET head = '{}'", "first record"),
        ("DELETE FROM entries WHERE number = 1", "entry 1 was changed"),
        ("UPDATE matches SET head = replace(head, '\"upper_limit\": 8', '\"upper_limit\": 9')", "first record"),
    ],
)
def test_an_edited_row_is_found_out_and_nothing_is_built_on_it(
    played: Kept, statement: str, entry: str, was_read: bool
) -> None:
    if was_read:
        assert load(played.store, played.id, played.keeper).count == 3
    past_the_triggers(played.store, statement)
    with pytest.raises(StoreError, match=entry):
        load(played.store, played.id, played.keeper)
    with pytest.raises(StoreError, match="nothing was saved"):
        append(played.store, played.id, 3, [goal()], played.keeper)


def test_sqlite_is_set_up_to_lose_nothing(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "polo.db"), patience=3) as store, store.read() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "recursive_triggers")
        }
    assert pragmas == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 3000,
        "recursive_triggers": 1,
    }


def test_only_its_own_user_may_read_the_file(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "data" / "polo.db")):
        modes = [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "data", tmp_path / "data" / "polo.db")]
    assert modes == [0o700, 0o600]


def test_a_path_may_have_any_signs(tmp_path: Path) -> None:
    odd = tmp_path / "a b%20?#ñ" / "polo&mode=ro.db"
    with open_store(str(odd)) as store:
        create_match(store, a_match())
    assert odd.is_file()
    with open_store(str(odd)) as store:
        assert len(list_matches(store)) == 1


def test_the_address_is_the_environments_or_a_file_in_the_users_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLO_ADVISOR_DATABASE", " postgresql+psycopg://club@server/polo ")
    assert default_address() == "postgresql+psycopg://club@server/polo"
    monkeypatch.delenv("POLO_ADVISOR_DATABASE")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/home/ana/data")
    assert Path(default_address()) == Path("/home/ana/data/polo-advisor/polo-advisor.db")
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", "/home/ana")
    assert Path(default_address()) == Path("/home/ana/.local/share/polo-advisor/polo-advisor.db")
    monkeypatch.setattr("sys.platform", "darwin")
    assert Path(default_address()).parent == Path("/home/ana/Library/Application Support/polo-advisor")
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", "/local")
    assert Path(default_address()) == Path("/local/polo-advisor/polo-advisor.db")


@pytest.mark.parametrize("address", ["sqlite://", "sqlite:///:memory:", "sqlite:///a?mode=ro", "mysql://x/y", "://"])
def test_other_addresses_are_refused_and_a_password_is_not_repeated(address: str) -> None:
    with pytest.raises(StoreError, match="postgresql"):
        open_store(address)
    with pytest.raises(StoreError) as refused:
        open_store("mysql://me:secret@x/y")
    assert "secret" not in str(refused.value)
