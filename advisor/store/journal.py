"""The journal of a match in the database: append-only, in one order for all, each entry chained to the one before.

Whoever writes says how many entries he has seen; if there are more by then, nothing is written and he is told what was
added. All entries of one call are committed together or not at all.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from pydantic import ValidationError
from sqlalchemy import Connection, bindparam, select, update

from advisor.errors import InputError, StoreError
from advisor.folds import fold_of
from advisor.match import Entry, Match, Strike
from advisor.matchfile import MAX_BYTES, read_entry
from advisor.store.chain import as_data, first_hash, next_hash
from advisor.store.engine import Store
from advisor.store.roles import Access, Actor, NotPermitted, Seen, admit, admit_keeper
from advisor.store.tables import entries, matches, positions
from advisor.words import mark

UNDO_SECONDS = 60
"""For so long one's own last entry is undone without a reason."""

MOST_BYTES = MAX_BYTES // 2
"""Largest journal that is kept; its match file stays below what is read back."""

_SIGNATURE = ("at", "by", "hash")

NewEntry = Entry | Mapping[str, Any]
"""An entry to be recorded, as a model or as a match file has it, without ``at``, ``by`` and ``hash``."""


@dataclass(frozen=True)
class Recorded:
    """An entry of the journal with its number, counted from 0. ``entry`` has its ``at``, ``by`` and ``hash``."""

    number: int
    entry: Entry


class MatchMovedOn(StoreError):
    """Somebody else recorded first; nothing was saved. ``added`` is what the caller had not seen, in order."""

    def __init__(self, count: int, added: Sequence[Recorded]) -> None:
        super().__init__(
            mark("the match has moved on to {count} entries; nothing was saved; look at what was added, then decide"),
            {"count": str(count)},
        )
        self.count = count
        self.added = tuple(added)


@dataclass(frozen=True)
class StoredMatch:
    """A match as it is in the store. ``struck``: the numbers of the entries that did not happen."""

    match_id: str
    event_id: str | None
    match: Match
    struck: frozenset[int]
    access: Access

    @property
    def count(self) -> int:
        """How many entries the journal has: the number of the next one."""
        return len(self.match.journal)

    @property
    def seen(self) -> Seen:
        """To be handed to :func:`changes_since`."""
        return self.access.seen


@dataclass(frozen=True)
class Changes:
    """What is new to somebody: entries; whether proposals, or what his own link keeps, changed too."""

    seen: Seen
    added: tuple[Recorded, ...]
    others: bool

    def __bool__(self) -> bool:
        return bool(self.added) or self.others


@dataclass(frozen=True)
class GoingBack:
    """What going back would strike, and what it offers to be recorded again, in order."""

    number: int
    count: int
    strikes: tuple[int, ...]
    again: tuple[Entry, ...]


def load(store: Store, match_id: str, actor: Actor) -> StoredMatch:
    """The match with its whole journal, its chain checked. Raises UnknownLink, StoreError."""
    with store.read() as connection:
        access = admit(connection, actor, match_id)
        stored = read(store, connection, match_id)
    return StoredMatch(match_id, access.event_id, stored.match, struck_entries(stored.match.journal), access)


def changes_since(store: Store, match_id: str, seen: Seen, actor: Actor) -> Changes:
    """What happened since; one indexed look where nothing did. Raises UnknownLink, StoreError."""
    with store.read() as connection:
        now = admit(connection, actor, match_id).seen
        if now == seen:
            return Changes(now, (), False)
        added = read(store, connection, match_id).since(seen.entries) if now.entries > seen.entries else ()
        return Changes(now, added, now[1:] != seen[1:])


def append(
    store: Store, match_id: str, expected_count: int, new: Sequence[NewEntry], actor: Actor
) -> tuple[Recorded, ...]:
    """Record entries, for the keeper: all in one transaction, on disk when this returns.

    ``expected_count``: how many entries the caller has seen. A ``strike`` needs its reason here.
    Raises MatchMovedOn, InputError (with the number that the entry would have), UnknownLink, NotPermitted, StoreError.
    """
    with store.write() as connection:
        access = admit_keeper(connection, actor, match_id)
        stored = lock(store, connection, match_id, expected_count)
        return record(store, connection, stored, checked(new, expected_count), access)


def strike(
    store: Store, match_id: str, expected_count: int, number: int, reason: str, actor: Actor
) -> tuple[Recorded, ...]:
    """Entry ``number`` did not happen. Raises what :func:`append` does; InputError where a later entry needs it."""
    return append(store, match_id, expected_count, [{"entry": "strike", "number": number, "reason": reason}], actor)


def undo(store: Store, match_id: str, expected_count: int, actor: Actor) -> tuple[Recorded, ...]:
    """Strike one's own last standing entry, recorded no more than a minute ago, without a reason.

    One's own: recorded through the same link by the same name. Raises what :func:`append` does.
    """
    with store.write() as connection:
        access = admit_keeper(connection, actor, match_id)
        stored = lock(store, connection, match_id, expected_count)
        standing = _standing(stored.match.journal)
        if not standing:
            raise InputError((), "there is no entry to undo")
        number = standing[-1]
        entry = stored.match.journal[number]
        if not stored.is_recorded_by(number, access):
            raise NotPermitted(
                mark("entry {number} was recorded by somebody else, so strike it with a reason; nothing was saved"),
                {"number": str(number)},
            )
        age = (store.clock() - datetime.fromisoformat(entry.at or "")).total_seconds()
        if not 0 <= age <= UNDO_SECONDS:
            raise NotPermitted(
                mark("entry {number} is more than a minute old, so strike it with a reason; nothing was saved"),
                {"number": str(number)},
            )
        return record(store, connection, stored, [Strike(entry="strike", number=number)], access)


def plan_going_back(store: Store, match_id: str, number: int, actor: Actor) -> GoingBack:
    """What :func:`go_back_to` would strike from entry ``number`` on, and offers to be recorded again.

    Raises UnknownLink, NotPermitted, InputError, StoreError.
    """
    with store.read() as connection:
        admit_keeper(connection, actor, match_id)
        return _going_back(read(store, connection, match_id).match, number)


def go_back_to(
    store: Store,
    match_id: str,
    expected_count: int,
    number: int,
    reason: str,
    again: Sequence[NewEntry],
    actor: Actor,
) -> tuple[Recorded, ...]:
    """Strike entry ``number`` and all that stand after it, and record ``again``, in one transaction.

    Strikes of earlier entries stay. Raises what :func:`append` does.
    """
    with store.write() as connection:
        access = admit_keeper(connection, actor, match_id)
        stored = lock(store, connection, match_id, expected_count)
        plan = _going_back(stored.match, number)
        strikes: list[NewEntry] = [{"entry": "strike", "number": n, "reason": reason} for n in plan.strikes]
        return record(store, connection, stored, checked([*strikes, *again], expected_count), access)


def struck_entries(journal: Sequence[Entry]) -> frozenset[int]:
    """Numbers of the entries that did not happen. A strike that is struck itself strikes nothing."""
    struck: set[int] = set()
    for number in range(len(journal) - 1, -1, -1):
        entry = journal[number]
        if isinstance(entry, Strike) and number not in struck:
            struck.add(entry.number)
    return frozenset(struck)


# -- within a transaction ------------------------------------------------------------------------------------------


class _Row(NamedTuple):
    """An entry as the database has it."""

    number: int
    content: str
    hash: str
    link_id: int | None
    holder: str | None


@dataclass(frozen=True)
class Stored:
    """A match as a transaction reads it: the first record and the entries as they are there, and what they say."""

    match_id: str
    head: tuple[str, str]
    rows: tuple[_Row, ...]
    match: Match

    @property
    def size(self) -> int:
        """How much it is, in signs."""
        return len(self.head[0]) + sum([len(row.content) for row in self.rows])

    def is_recorded_by(self, number: int, access: Access) -> bool:
        """Whether an entry was recorded through this link by this name."""
        row = self.rows[number]
        return (row.link_id, row.holder) == (access.link_id, access.holder)

    def since(self, count: int) -> tuple[Recorded, ...]:
        """The entries from this number on."""
        return _since(self.match, count)

    @property
    def last_hash(self) -> str:
        """The hash that the next entry follows."""
        journal, chain = self.match.journal, self.match.chain
        assert chain is not None
        return (journal[-1].hash if journal else None) or chain.hash


def lock(store: Store, connection: Connection, match_id: str, expected_count: int) -> Stored:
    """The match, held until the transaction ends. Raises MatchMovedOn."""
    connection.execute(select(positions.c.length).where(positions.c.match_id == match_id).with_for_update())
    stored = read(store, connection, match_id)
    count = len(stored.match.journal)
    if count != expected_count:
        raise MatchMovedOn(count, stored.since(max(0, expected_count)))
    return stored


def read(store: Store, connection: Connection, match_id: str) -> Stored:
    """The match and its journal, refused where a row does not fit the chain. Raises StoreError.

    All rows are read each time. Those that are to the letter what was found to hold before are not worked out again.
    """
    head = connection.execute(select(matches).where(matches.c.id == match_id)).one()
    position = connection.execute(select(positions).where(positions.c.match_id == match_id)).one()
    rows = tuple(_Row(*row) for row in connection.execute(_ROWS, {"match_id": match_id}))
    known = store.known.find(match_id)
    if not isinstance(known, Stored) or known.head != (head.head, head.hash) or known.rows != rows[: len(known.rows)]:
        known = Stored(match_id, (head.head, head.hash), (), _first(head.head, head.hash))
    stored = _continued(known, rows)
    if position.length != len(rows):
        raise _changed(min(len(rows), position.length))
    if position.hash != stored.last_hash:
        raise _changed(max(0, len(rows) - 1))
    store.known.put(match_id, stored)
    return stored


_ROWS = (
    select(entries.c.number, entries.c.content, entries.c.hash, entries.c.link_id, entries.c.holder)
    .where(entries.c.match_id == bindparam("match_id"))
    .order_by(entries.c.number)
)


def _first(text: str, expected: str) -> Match:
    """The match of a first record, before its first entry."""
    data = _object(text)
    if not isinstance(data.get("chain"), dict) or not first_hash(data) == data["chain"].get("hash") == expected:
        raise StoreError(
            mark("the first record of this match was changed in the database, past this program; nothing was saved")
        )
    try:
        return Match.model_validate({**data, "journal": []})
    except ValidationError:
        raise _unreadable() from None


def _continued(known: Stored, rows: tuple[_Row, ...]) -> Stored:
    """What is known, with the rows that follow it."""
    if len(rows) == len(known.rows):
        return known
    previous = known.last_hash
    journal = list(known.match.journal)
    for number, row in enumerate(rows[len(journal) :], len(journal)):
        entry = _object(row.content)
        if row.number != number or next_hash(previous, entry) != row.hash:
            raise _changed(number)
        previous = row.hash
        try:
            journal.append(read_entry({**entry, "hash": previous}))
        except InputError:
            raise _unreadable() from None
    match = known.match.model_copy(update={"journal": tuple(journal)})
    return Stored(known.match_id, known.head, rows, match)


def _unreadable() -> StoreError:
    return StoreError(mark("this version of the program cannot read the match; nothing was saved"))


def _object(text: str) -> dict[str, Any]:
    """A JSON object; an empty one, which fits no hash, where somebody wrote something else."""
    try:
        value = json.loads(text)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _changed(number: int) -> StoreError:
    return StoreError(
        mark("entry {number} was changed in the database, past this program; nothing was saved"),
        {"number": str(number)},
    )


def checked(new: Sequence[NewEntry], first: int) -> list[Entry]:
    """Entries as they were handed in, checked for shape. Raises InputError, with the number that each would have."""
    if not new:
        raise InputError((), "there is no entry to record")
    found = []
    for number, given in enumerate(new, first):
        data = dict(given) if isinstance(given, Mapping) else given.model_dump(mode="json", exclude_unset=True)
        for key in _SIGNATURE:
            if data.get(key) is not None:
                raise InputError(("journal", number, key), "the store itself puts this in; leave it out")
        try:
            entry = read_entry(_unsigned(data))
        except InputError as error:
            raise error.under(("journal", number)) from None
        if isinstance(entry, Strike) and entry.reason is None:
            raise InputError(("journal", number, "reason"), "a strike needs a reason")
        found.append(entry)
    return found


def record(
    store: Store, connection: Connection, stored: Stored, new: Sequence[Entry], access: Access, by: str | None = None
) -> tuple[Recorded, ...]:
    """Chain the entries to a journal that :func:`lock` holds, if the whole of it can be folded. Raises InputError."""
    first = len(stored.match.journal)
    journal: list[Entry] = [*stored.match.journal]
    rows: list[dict[str, Any]] = []
    previous, now = stored.last_hash, store.now()
    for number, entry in enumerate(new, first):
        if isinstance(entry, Strike) and entry.number in struck_entries(journal):
            raise InputError(
                ("journal", number, "number"),
                "entry {found} is struck already",
                {
                    "found": str(entry.number),
                },
            )
        signed = entry.model_copy(update={"at": now, "by": by or access.by})
        previous = next_hash(previous, as_data(signed))
        content = json.dumps(as_data(signed), ensure_ascii=False)
        rows.append({"match_id": stored.match_id, "number": number, "content": content, "hash": previous})
        rows[-1] |= {"link_id": access.link_id, "holder": access.holder}
        journal.append(signed.model_copy(update={"hash": previous}))
    match = stored.match.model_copy(update={"journal": tuple(journal)})
    fold_of(match)
    check_size(match)
    insert_entries(connection, rows, previous, now)
    return _since(match, first)


def _since(match: Match, count: int) -> tuple[Recorded, ...]:
    return tuple(Recorded(number, entry) for number, entry in enumerate(match.journal[count:], count))


def insert_entries(connection: Connection, rows: Sequence[dict[str, Any]], last_hash: str, now: str) -> None:
    """Write chained rows that follow the match's last one, and move its position on."""
    match_id = rows[0]["match_id"]
    connection.execute(entries.insert(), list(rows))
    connection.execute(
        update(positions)
        .where(positions.c.match_id == match_id)
        .values(length=rows[-1]["number"] + 1, hash=last_hash, changed_at=now)
    )


def check_size(match: Match) -> None:
    """Refuse what could not be read back from a match file. Raises InputError."""
    size = len(json.dumps(match.as_data(), ensure_ascii=False).encode())
    if size > MOST_BYTES:
        raise InputError(
            (),
            "the match would have more than {size} kB; no more is kept",
            {
                "size": str(MOST_BYTES // 1000),
            },
        )


def check_reason(reason: str) -> str:
    """A reason in words. Raises InputError."""
    if not reason.strip() or len(reason) > 1000:
        raise InputError(("reason",), "a reason is needed; a text of 1 to 1000 signs")
    return reason


def _going_back(match: Match, number: int) -> GoingBack:
    tail = [n for n in _standing(match.journal) if n >= number]
    if number < 0 or not tail:
        raise InputError(
            ("number",),
            "{found} found; there is no standing entry from there on",
            {
                "found": str(number),
            },
        )
    again = (read_entry(_unsigned(as_data(match.journal[n]))) for n in tail)
    return GoingBack(number, len(match.journal), tuple(reversed(tail)), tuple(again))


def _unsigned(data: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key not in _SIGNATURE}


def _standing(journal: Sequence[Entry]) -> list[int]:
    """Numbers of the entries that happened, in order; strikes are none."""
    struck = struck_entries(journal)
    return [n for n, entry in enumerate(journal) if n not in struck and not isinstance(entry, Strike)]
