"""An open store on each database, a clock that stands still, and a match with its links."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from advisor.match import Match
from advisor.store import Actor, NewMatch, Store, create_match, open_store
from tests.store.build import a_match

POSTGRES = os.environ.get("POLO_ADVISOR_TEST_POSTGRES", "")
NEEDS_POSTGRES = pytest.mark.skipif(not POSTGRES, reason="POLO_ADVISOR_TEST_POSTGRES gives no address")


@dataclass
class Clock:
    """Stands still until it is moved."""

    now: datetime = datetime(2026, 5, 2, 15, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_seconds(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@dataclass
class Kept:
    """A match in a store, and one actor for each of its links."""

    store: Store
    id: str
    keeper: Actor
    red: Actor
    blue: Actor
    public: Actor
    made: NewMatch


@pytest.fixture
def clock() -> Clock:
    return Clock()


@contextmanager
def a_server_database(template: str = "template1") -> Iterator[str]:
    """The address of a database of one's own on the server, a copy of the template."""
    url = make_url(POSTGRES)
    name = f"test_{uuid.uuid4().hex}"
    server = create_engine(url, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template}"))
    yield url.set(database=name).render_as_string(hide_password=False)
    with server.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    server.dispose()


@pytest.fixture(scope="session")
def server_template() -> Iterator[str]:
    """The name of a database with the tables in it."""
    with a_server_database() as made:
        open_store(made).close()
        name = make_url(made).database
        assert name is not None
        yield name


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=NEEDS_POSTGRES)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database of one's own."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/polo.db"
    else:
        with a_server_database(request.getfixturevalue("server_template")) as made:
            yield made


@pytest.fixture
def store(address: str, clock: Clock) -> Iterator[Store]:
    with open_store(address, clock=clock, patience=2) as opened:
        yield opened


@pytest.fixture
def match() -> Match:
    return a_match()


@pytest.fixture
def kept(store: Store, match: Match) -> Kept:
    made = create_match(store, match)
    return Kept(
        store,
        made.match_id,
        Actor(made.keeper.secret, "Ana"),
        Actor(made.captains["red"].secret, "Ben"),
        Actor(made.captains["blue"].secret, "Bea"),
        Actor(made.public.secret),
        made,
    )
