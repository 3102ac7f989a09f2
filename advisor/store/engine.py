"""The database: where it is, how it is opened, and its transactions.

SQLite keeps the journal in a file: write-ahead log, ``synchronous=FULL``, so that what is committed is on disk.
PostgreSQL is used by address. Whoever writes holds the match from the first read on (SQLite ``BEGIN IMMEDIATE``, a row
lock in PostgreSQL).
"""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from advisor.errors import StoreError, shortened
from advisor.latest import Latest
from advisor.store import failures
from advisor.store.failures import Phase, store_error
from advisor.store.guesses import Guesses

DATABASE = "POLO_ADVISOR_DATABASE"
"""The environment's variable with the address of the database."""

MOST_KNOWN = 8_000_000
"""Of how much of the journals a store knows what they say, in signs; it forgets those that were not asked for."""

HEAD = "0003"
"""The migration that this program's tables stand at."""

_MIGRATION_LOCK = 7_065_636_106
_one_migration = threading.Lock()


class Sized(Protocol):
    """Something that says how large it is, in signs."""

    @property
    def size(self) -> int:
        """How large."""


class Store:
    """An open database. Threads may share it; it is closed by :meth:`close` or at the end of a ``with``.

    ``clock`` tells the time that entries get. ``known``: what was read of matches, by their ids, beside what was read:
    it is good only as long as the database says the same. ``written`` is another number after each write through it.
    """

    def __init__(self, engine: Engine, file: Path | None, clock: Callable[[], datetime]) -> None:
        self.engine = engine
        self.file = file
        self.clock = clock
        self.guesses = Guesses()
        self.written = 0
        self.known: Latest[str, Sized] = Latest(MOST_KNOWN, lambda known: known.size)

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections. A store that is used again opens new ones."""
        self.engine.dispose()

    def now(self) -> str:
        """The time as the journal has it: ISO 8601, UTC, milliseconds."""
        return iso(self.clock())

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that sees one state of the database throughout. Raises StoreError."""
        with self._transaction("reading") as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A transaction that writes; after the ``with`` it is on disk, or StoreError is raised. Raises StoreError."""
        with self._transaction("writing") as connection:
            yield connection

    @contextmanager
    def _transaction(self, phase: Phase) -> Iterator[Connection]:
        try:
            with self.engine.connect() as connection:
                self._find_file(connection, phase)
                if self.file is not None:
                    connection.execution_options(writing=phase == "writing")
                elif phase == "reading":
                    connection.execution_options(isolation_level="REPEATABLE READ")
                transaction = connection.begin()
                try:
                    yield connection
                except BaseException:
                    transaction.rollback()
                    raise
                if phase == "reading":
                    transaction.rollback()
                else:
                    self._find_file(connection, phase)
                    phase = "committing"
                    transaction.commit()
                    self.written += 1
        except (DBAPIError, PoolTimeout, OSError) as error:
            raise store_error(error, phase, self.file) from error

    def _find_file(self, connection: Connection, phase: Phase) -> None:
        """A file that was deleted or replaced while it is open would take what is written with it."""
        if self.file is not None and connection.info.get("file") != _file_id(self.file):
            self.engine.dispose()
            outcome = failures.NOT_READ if phase == "reading" else failures.NOT_SAVED
            raise StoreError(f"{failures.GONE}; {outcome}")


def iso(moment: datetime) -> str:
    """A time as the store keeps it: in UTC, to the millisecond."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def default_address() -> str:
    """The address from the environment, else a file in the user's data folder."""
    return os.environ.get(DATABASE, "").strip() or str(data_folder() / "polo-advisor.db")


def data_folder() -> Path:
    """The folder for this user's data, by the custom of the system."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local") / "polo-advisor"
    if sys.platform == "darwin":
        return Path.home() / "Library/Application Support/polo-advisor"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share") / "polo-advisor"


def open_store(
    address: str | None = None,
    *,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    patience: float = 10.0,
) -> Store:
    """Open the database, made and brought up to date where need be. Raises StoreError.

    ``address``: ``postgresql+psycopg://...``, ``sqlite:///...`` or the path of a file; without one
    :func:`default_address`. ``patience``: seconds to wait for another program's lock.
    """
    url = _url(default_address() if address is None else address)
    file = Path(url.database or "").absolute() if url.get_backend_name() == "sqlite" else None
    try:
        engine = _server_engine(url, patience) if file is None else _file_engine(file, patience)
        store = Store(engine, file, clock)
        _bring_up_to_date(store)
    except (DBAPIError, OSError) as error:
        raise store_error(error, "writing", file) from error
    return store


def _url(address: str) -> URL:
    forms = "postgresql+psycopg://USER@HOST/NAME, sqlite:///FILE, or the path of a file"
    if "://" not in address:
        return URL.create("sqlite", database=address)
    try:
        url = make_url(address)
    except ArgumentError:
        raise StoreError("the address of the database is not an address; give {forms}", {"forms": forms}) from None
    backend = url.get_backend_name()
    if backend == "postgresql":
        return url.set(drivername="postgresql+psycopg")
    if backend != "sqlite" or url.query or url.database in (None, "", ":memory:"):
        found = shortened(f"{url.drivername}://")
        raise StoreError("no database for a journal: {found}; give {forms}", {"found": found, "forms": forms})
    return url


def _server_engine(url: URL, patience: float) -> Engine:
    arguments = {} if "connect_timeout" in url.query else {"connect_timeout": max(2, round(patience))}
    engine = create_engine(
        url, pool_pre_ping=True, pool_size=20, pool_timeout=patience, hide_parameters=True, connect_args=arguments
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, record: object) -> None:
        connection.execute("SELECT set_config('lock_timeout', %s, false)", (f"{round(patience * 1000)}ms",))
        connection.execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        )
        connection.commit()

    return engine


def _file_engine(file: Path, patience: float) -> Engine:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    _write_ahead(file, patience)
    engine = create_engine(
        # mode=rw: a file that is gone is an error, not made anew.
        URL.create("sqlite", database=file.as_uri(), query={"mode": "rw", "uri": "true"}),
        pool_size=20,
        pool_timeout=patience,
        hide_parameters=True,
        connect_args={"timeout": patience, "isolation_level": None},
    )

    @event.listens_for(engine, "connect")
    def _set_up(connection: Any, record: Any) -> None:
        record.info["file"] = _file_id(file)
        for pragma in ("foreign_keys = ON", "synchronous = FULL", "recursive_triggers = ON"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writing = connection.get_execution_options().get("writing", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")

    return engine


def _write_ahead(file: Path, patience: float) -> None:
    """Switch the file to its write-ahead log. SQLite does not wait there for another that does the same: we do."""
    deadline = time.monotonic() + patience
    while True:
        try:
            with closing(sqlite3.connect(file.as_uri() + "?mode=rw", uri=True, timeout=patience)) as connection:
                mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            break
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise DBAPIError("PRAGMA journal_mode", None, error) from error
            time.sleep(0.02)
        except sqlite3.DatabaseError as error:
            raise DBAPIError("PRAGMA journal_mode", None, error) from error
    if mode != "wal":
        raise StoreError("the folder cannot hold the database (a network drive?); choose one on this machine's disk")


def _bring_up_to_date(store: Store) -> None:
    """Run the migrations that the database lacks, in one transaction, while no other process runs them."""
    with store.read() as connection:
        if _revision(connection) == HEAD:
            return
    from advisor.store.migrations import revisions, upgrade

    with _one_migration, store.write() as connection:
        if store.file is None:
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
        revision = _revision(connection)
        if revision is not None and revision not in revisions():
            raise StoreError("the database was written by a newer version of the program; nothing was changed")
        if revision != HEAD:
            upgrade(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _file_id(file: Path) -> tuple[int, int] | None:
    try:
        status = file.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
