"""Making a match: the chain's first record, and the secret links for its roles."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from sqlalchemy import Connection, select

from advisor.errors import InputError
from advisor.fold import Fold
from advisor.match import Match
from advisor.rulebook import find_rulebook
from advisor.store.chain import as_data, first_hash, next_hash
from advisor.store.engine import Store
from advisor.store.journal import check_size, insert_entries
from advisor.store.roles import NewLink, new_link
from advisor.store.tables import matches, positions


@dataclass(frozen=True)
class NewMatch:
    """A match just made, with its links. ``keeper`` has the role ``alone`` where one person keeps it himself."""

    match_id: str
    keeper: NewLink
    captains: Mapping[str, NewLink]
    public: NewLink


@dataclass(frozen=True)
class Listed:
    """A match in a list. ``teams``: name, else key; ``created_at``, ``changed_at``: ISO 8601."""

    match_id: str
    event_id: str | None
    event: str | None
    teams: tuple[str, ...]
    created_at: str
    changed_at: str
    count: int


def create_match(store: Store, match: Match, *, alone: bool = False) -> NewMatch:
    """Keep a new match, whose journal is still empty. ``alone``: one person holds every role.

    Raises InputError, StoreError. A match that has a journal is imported (:mod:`advisor.store.transfer`).
    """
    if match.journal or match.chain is not None:
        raise InputError(("journal",), "a new match begins with an empty journal; import the match file instead")
    with store.write() as connection:
        return begin_match(store, connection, match, alone=alone)


def begin_match(
    store: Store, connection: Connection, match: Match, *, alone: bool = False, event_id: str | None = None
) -> NewMatch:
    """Write the first record, the links and what journal there is, in this transaction.

    A chain that the match has must hold; it stays as it is. Raises InputError.
    """
    Fold(match).run()
    check_size(match)
    now = store.now()
    head = _first_record(match, now)
    first: str = head["chain"]["hash"]
    match_id = secrets.token_hex(16)
    connection.execute(
        matches.insert().values(
            id=match_id, created_at=now, head=json.dumps(head, ensure_ascii=False), hash=first, event_id=event_id
        )
    )
    connection.execute(positions.insert().values(match_id=match_id, length=0, revision=0, hash=first, changed_at=now))
    _write_journal(connection, match_id, match, first, now)
    return NewMatch(
        match_id,
        new_link(store, connection, "alone" if alone else "keeper", match_id=match_id),
        {key: new_link(store, connection, "captain", match_id=match_id, team=key) for key in match.teams},
        new_link(store, connection, "reader", match_id=match_id),
    )


def _first_record(match: Match, now: str) -> dict[str, Any]:
    head = match.as_data()
    head.pop("journal", None)
    if head.get("chain") is None:
        chain = {"program": version("polo-advisor"), "edition": find_rulebook(match.rules).edition, "at": now}
        head["chain"] = chain
        chain["hash"] = first_hash(head)
    return head


def _write_journal(connection: Connection, match_id: str, match: Match, previous: str, now: str) -> None:
    rows: list[dict[str, Any]] = []
    for number, entry in enumerate(match.journal):
        data = as_data(entry)
        data.pop("hash", None)
        previous = next_hash(previous, data)
        content = json.dumps(data, ensure_ascii=False)
        rows.append({"match_id": match_id, "number": number, "content": content, "hash": previous})
        rows[-1] |= {"link_id": None, "holder": None}
    if rows:
        insert_entries(connection, rows, previous, now)


def list_matches(store: Store) -> tuple[Listed, ...]:
    """The matches in this database, the last changed first: for the machine's own user. Raises StoreError."""
    with store.read() as connection:
        rows = connection.execute(
            select(matches, positions.c.length, positions.c.changed_at)
            .join(positions, positions.c.match_id == matches.c.id)
            .order_by(positions.c.changed_at.desc(), matches.c.id)
        ).all()
    return tuple(_listed(row) for row in rows)


def _listed(row: Any) -> Listed:
    head = json.loads(row.head)
    teams = tuple(team.get("name") or key for key, team in head["teams"].items())
    name = head["event"].get("name")
    return Listed(row.id, row.event_id, name, teams, row.created_at, row.changed_at, row.length)
