"""What a captain keeps for himself, with his link: what-ifs, half-made drafts, notes. Nobody else's link reads them.

The what-if is there once for a link; drafts and notes have names.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, and_, func, select

from advisor.errors import InputError
from advisor.folds import fold_of
from advisor.match import Entry, Match
from advisor.matchfile import read_entry
from advisor.store.chain import as_data
from advisor.store.engine import Store
from advisor.store.journal import NewEntry, Stored, checked, lock, read
from advisor.store.roles import Access, Actor, NotPermitted, admit, bump_link
from advisor.store.tables import kept
from advisor.words import mark

Kind = Literal["draft", "note"]

MOST_SIGNS = 20_000
"""Longest content of a draft or note, as JSON."""

MOST_KEPT = 100
"""How many drafts and notes a link keeps."""

_WHAT_IF = "what-if"


@dataclass(frozen=True)
class WhatIf:
    """What a captain supposes. ``entries`` follow the journal's first ``count``; ``at``: when he kept it (ISO 8601).

    ``match`` is the journal as it is now with them at its end; None where they are not possible any more, and
    ``problem`` says why. ``moved_on``: entries were added to the journal since.
    """

    entries: tuple[Entry, ...]
    count: int
    at: str
    moved_on: bool
    match: Match | None
    problem: InputError | None


def keep_what_if(
    store: Store, match_id: str, expected_count: int, entries: Sequence[NewEntry], actor: Actor
) -> WhatIf | None:
    """Keep what the captain supposes to happen next, in place of what he supposed before; nothing forgets it.

    Raises MatchMovedOn, InputError, UnknownLink, NotPermitted, StoreError.
    """
    with store.write() as connection:
        access = _admit(connection, actor, match_id)
        stored = lock(store, connection, match_id, expected_count)
        supposed = checked(entries, expected_count) if entries else []
        what_if = WhatIf(tuple(supposed), expected_count, store.now(), False, _supposing(stored, supposed), None)
        content = json.dumps([as_data(entry) for entry in supposed]) if supposed else None
        _put(store, connection, access, _WHAT_IF, "", content, expected_count)
    return what_if if supposed else None


def find_what_if(store: Store, match_id: str, actor: Actor) -> WhatIf | None:
    """What the captain supposed last, on the journal as it is now. Raises UnknownLink, NotPermitted, StoreError."""
    with store.read() as connection:
        access = _admit(connection, actor, match_id)
        row = connection.execute(select(kept).where(_is(access, _WHAT_IF, ""))).one_or_none()
        if row is None:
            return None
        stored = read(store, connection, match_id)
    entries = tuple(read_entry(data) for data in json.loads(row.content))
    match, problem = None, None
    try:
        match = _supposing(stored, entries)
    except InputError as error:
        problem = error
    return WhatIf(entries, row.length, row.at, row.length < len(stored.match.journal), match, problem)


def keep(store: Store, match_id: str, kind: Kind, name: str, content: Any, actor: Actor) -> None:
    """Keep a JSON value under this name, in place of what it held; None forgets it.

    Raises InputError, UnknownLink, NotPermitted, StoreError.
    """
    if kind not in ("draft", "note"):
        raise InputError(("kind",), "a draft or a note is kept")
    if not 0 < len(name) <= 64 or not name.isprintable():
        raise InputError(("name",), "a name of 1 to 64 signs is needed")
    try:
        text = None if content is None else json.dumps(content, allow_nan=False)
    except (TypeError, ValueError):
        raise InputError(("content",), "JSON values only are kept") from None
    if text is not None and len(text) > MOST_SIGNS:
        raise InputError(("content",), "more than {most} signs found; keep less", {"most": str(MOST_SIGNS)})
    with store.write() as connection:
        access = _admit(connection, actor, match_id)
        count = connection.execute(select(func.count()).where(kept.c.link_id == access.link_id)).scalar_one()
        if text is not None and count >= MOST_KEPT:
            raise InputError(("name",), "{count} drafts and notes are kept; forget some", {"count": str(count)})
        _put(store, connection, access, kind, name, text, access.seen.entries)


def find_kept(store: Store, match_id: str, kind: Kind, actor: Actor) -> dict[str, Any]:
    """What this link keeps, by name. Raises UnknownLink, NotPermitted, StoreError."""
    with store.read() as connection:
        access = _admit(connection, actor, match_id)
        rows = connection.execute(
            select(kept).where(kept.c.link_id == access.link_id, kept.c.kind == kind).order_by(kept.c.name)
        )
        return {row.name: json.loads(row.content) for row in rows}


def _admit(connection: Connection, actor: Actor, match_id: str) -> Access:
    access = admit(connection, actor, match_id)
    if not access.may_keep:
        raise NotPermitted(mark("who looks on has no drafts and notes of his own; nothing was saved"))
    return access


def _supposing(stored: Stored, entries: Sequence[Entry]) -> Match:
    match = stored.match.model_copy(update={"journal": (*stored.match.journal, *entries)})
    fold_of(match)
    return match


def _is(access: Access, kind: str, name: str) -> Any:
    return and_(kept.c.link_id == access.link_id, kept.c.kind == kind, kept.c.name == name)


def _put(
    store: Store, connection: Connection, access: Access, kind: str, name: str, content: str | None, length: int
) -> None:
    connection.execute(kept.delete().where(_is(access, kind, name)))
    if content is not None:
        row = {"link_id": access.link_id, "kind": kind, "name": name, "content": content}
        connection.execute(kept.insert().values({**row, "length": length, "at": store.now()}))
    bump_link(connection, access.link_id)
