"""An open store on each database, a clock that stands still, and a match with its links."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text

from advisor.match import Match
from advisor.store import Actor, NewMatch, Store, create_match, open_store
from tests.store.build import a_match

POSTGRES = os.environ.get("POLO_ADVISOR_TEST_POSTGRES", "")
_needs_postgres = pytest.mark.skipif(not POSTGRES, reason="POLO_ADVISOR_TEST_POSTGRES gives no address")


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


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=_needs_postgres)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database of one's own."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/polo.db"
        return
    url = make_url(POSTGRES)
    name = f"test_{uuid.uuid4().hex}"
    server = create_engine(url, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield url.set(database=name).render_as_string(hide_password=False)
    with server.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    server.dispose()


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
