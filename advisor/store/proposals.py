"""What a captain proposes: a substitution, or the removal under his own team's Penalty 7, with what happened before it.

The keeper accepts it, and all of its entries are recorded in one transaction, or declines it with a reason. If the
match has moved on since, it cannot be accepted: the captain is told, sees it answered afresh, and renews it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, select, update

from advisor.errors import InputError, quoted
from advisor.folds import fold_of
from advisor.match import (
    Arrived,
    Card,
    CorrectPlayer,
    Designate,
    EndPeriod,
    Entry,
    Left,
    Penalty7,
    Recovered,
    SitOutOver,
    Stop,
    Substitute,
    Unable,
)
from advisor.matchfile import read_entry
from advisor.store.chain import as_data
from advisor.store.engine import Store
from advisor.store.journal import (
    MatchMovedOn,
    NewEntry,
    Recorded,
    Stored,
    check_reason,
    checked,
    lock,
    record,
)
from advisor.store.roles import Access, Actor, NotPermitted, admit, admit_keeper
from advisor.store.tables import positions, proposals
from advisor.words import mark

Status = Literal["waiting", "accepted", "declined", "withdrawn"]

MOST_WAITING = 10
"""How many proposals of a team may wait at once."""

_OWN = (Unable, Recovered, Card, Left, Arrived, SitOutOver, Substitute, CorrectPlayer)
_HAPPENING = (*_OWN, Stop, EndPeriod, Penalty7)


@dataclass(frozen=True)
class Proposal:
    """A proposal as the keeper and the team's captain see it.

    ``entries``: what happened, then the substitution or removal, to follow the journal's first ``count`` entries;
    ``moved_on``: it waits, and entries were added since. ``number``: of its first entry, once recorded. Times are
    ISO 8601.
    """

    id: int
    team: str
    entries: tuple[Entry, ...]
    count: int
    by: str
    at: str
    status: Status
    moved_on: bool
    reason: str | None
    decided_by: str | None
    decided_at: str | None
    number: int | None


def propose(
    store: Store, match_id: str, expected_count: int, team: str, entries: Sequence[NewEntry], actor: Actor
) -> Proposal:
    """Propose to the keeper, for the team's captain. The last entry is the substitution or the removal.

    Raises MatchMovedOn, InputError, UnknownLink, NotPermitted, StoreError.
    """
    with store.write() as connection:
        access = _admit_captain(connection, actor, match_id, team)
        stored = lock(store, connection, match_id, expected_count)
        new = checked(entries, expected_count)
        _check(stored, team, new)
        return _add(store, connection, stored, team, new, access)


def renew(
    store: Store,
    match_id: str,
    expected_count: int,
    proposal_id: int,
    actor: Actor,
    entries: Sequence[NewEntry] | None = None,
) -> Proposal:
    """Propose again, on the journal as it is now, in place of a proposal that waits: as it was, or these entries.

    Raises what :func:`propose` does; InputError where it is not possible any more.
    """
    with store.write() as connection:
        admit(connection, actor, match_id)
        stored = lock(store, connection, match_id, expected_count)
        row = _find_waiting(connection, match_id, proposal_id)
        access = _admit_captain(connection, actor, match_id, row.team)
        new = checked(json.loads(row.entries) if entries is None else entries, expected_count)
        _check(stored, row.team, new)
        _decide(store, connection, row, access, "withdrawn")
        return _add(store, connection, stored, row.team, new, access)


def withdraw(store: Store, match_id: str, proposal_id: int, actor: Actor) -> None:
    """Take a waiting proposal back. Raises InputError, UnknownLink, NotPermitted, StoreError."""
    with store.write() as connection:
        admit(connection, actor, match_id)
        _hold(connection, match_id)
        row = _find_waiting(connection, match_id, proposal_id)
        access = _admit_captain(connection, actor, match_id, row.team)
        _decide(store, connection, row, access, "withdrawn")


def accept(store: Store, match_id: str, expected_count: int, proposal_id: int, actor: Actor) -> tuple[Recorded, ...]:
    """Record all of a proposal's entries in one transaction, for the keeper.

    Raises MatchMovedOn where entries were added since it was made, or since the keeper looked; InputError,
    UnknownLink, NotPermitted, StoreError.
    """
    with store.write() as connection:
        access = admit_keeper(connection, actor, match_id)
        stored = lock(store, connection, match_id, expected_count)
        row = _find_waiting(connection, match_id, proposal_id)
        if row.length != expected_count:
            raise MatchMovedOn(expected_count, stored.since(row.length))
        new = [read_entry(data) for data in json.loads(row.entries)]
        by = f"{row.by}, accepted by {access.by}"
        recorded = record(store, connection, stored, new, access, by)
        _decide(store, connection, row, access, "accepted", number=expected_count)
        return recorded


def decline(store: Store, match_id: str, proposal_id: int, reason: str, actor: Actor) -> None:
    """Say no, and why, for the keeper. Raises InputError, UnknownLink, NotPermitted, StoreError."""
    reason = check_reason(reason)
    with store.write() as connection:
        access = admit_keeper(connection, actor, match_id)
        _hold(connection, match_id)
        row = _find_waiting(connection, match_id, proposal_id)
        _decide(store, connection, row, access, "declined", reason=reason)


def list_proposals(store: Store, match_id: str, actor: Actor, *, waiting_only: bool = False) -> tuple[Proposal, ...]:
    """The proposals that the actor may see, the oldest first: the keeper all, a captain his team's, others none.

    Raises UnknownLink, StoreError.
    """
    with store.read() as connection:
        access = admit(connection, actor, match_id)
        query = select(proposals).where(proposals.c.match_id == match_id).order_by(proposals.c.id)
        if not access.may_record:
            query = query.where(proposals.c.team == access.team)
        if waiting_only:
            query = query.where(proposals.c.status == "waiting")
        if access.role == "reader":
            return ()
        return tuple(_proposal(row, access.seen.entries) for row in connection.execute(query))


def look_at(store: Store, match_id: str, proposal_id: int, actor: Actor) -> Proposal:
    """One proposal, where the actor may see it. Raises InputError, UnknownLink, StoreError."""
    found = [proposal for proposal in list_proposals(store, match_id, actor) if proposal.id == proposal_id]
    if not found:
        raise _unknown(proposal_id)
    return found[0]


def _admit_captain(connection: Connection, actor: Actor, match_id: str, team: str) -> Access:
    access = admit(connection, actor, match_id)
    if not access.is_captain_of(team):
        raise NotPermitted(mark("only this team's captain may propose for it; nothing was saved"))
    return access


def _check(stored: Stored, team: str, entries: Sequence[Entry]) -> None:
    """Whether a captain may propose this at all, and whether it is possible."""
    first = len(stored.match.journal)
    before = fold_of(stored.match)
    if team not in stored.match.teams:
        raise InputError(("team",), "there is no team {found}", {"found": quoted(team)})
    *happening, decision = entries
    known = set(before.sides[team].players)
    for number, entry in enumerate(happening, first):
        if not isinstance(entry, _HAPPENING) or isinstance(entry, Substitute):
            what = {"found": quoted(entry.entry)}
            raise InputError(("journal", number, "entry"), "{found} is for the keeper to record, not proposed", what)
    for number, entry in enumerate(entries, first):
        if isinstance(entry, _OWN) and entry.team != team:
            raise InputError(("journal", number, "team"), "a captain proposes for his own team only")
        if isinstance(entry, Penalty7) and entry.against == team:
            raise InputError(("journal", number, "against"), "a captain proposes his own team's Penalty 7 only")
        if isinstance(entry, CorrectPlayer):
            if entry.player.id in known:
                raise InputError(("journal", number, "player"), "the keeper corrects players; a captain adds new ones")
            known.add(entry.player.id)
    if not isinstance(decision, Substitute | Designate):
        number = first + len(happening)
        raise InputError(("journal", number, "entry"), "a substitution or a removal comes last in a proposal")
    state = before.and_then(*happening)
    if isinstance(decision, Designate) and state.pending is not None and state.pending.fouled != team:
        number = first + len(happening)
        raise InputError(("journal", number, "player"), "the removal is for the other team's captain to name")
    state.and_then(decision)


def _add(
    store: Store, connection: Connection, stored: Stored, team: str, entries: Sequence[Entry], access: Access
) -> Proposal:
    waiting = connection.execute(
        select(proposals.c.id).where(
            proposals.c.match_id == stored.match_id, proposals.c.team == team, proposals.c.status == "waiting"
        )
    ).all()
    if len(waiting) >= MOST_WAITING:
        raise InputError((), "{count} proposals wait already; withdraw one", {"count": str(len(waiting))})
    row: dict[str, Any] = {"match_id": stored.match_id, "link_id": access.link_id, "team": team}
    row |= {"length": len(stored.match.journal), "entries": json.dumps([as_data(entry) for entry in entries])}
    row |= {"by": access.by, "at": store.now(), "status": "waiting"}
    added = connection.execute(proposals.insert().values(row).returning(proposals)).one()
    _bump(connection, stored.match_id)
    return _proposal(added, added.length)


def _find_waiting(connection: Connection, match_id: str, proposal_id: int) -> Any:
    row = connection.execute(
        select(proposals).where(proposals.c.id == proposal_id, proposals.c.match_id == match_id)
    ).one_or_none()
    if row is None:
        raise _unknown(proposal_id)
    if row.status != "waiting":
        raise InputError(("proposal",), "proposal {number} does not wait any more", {"number": str(proposal_id)})
    return row


def _unknown(proposal_id: int) -> InputError:
    return InputError(("proposal",), "there is no proposal {number}", {"number": str(proposal_id)})


def _hold(connection: Connection, match_id: str) -> None:
    connection.execute(select(positions.c.length).where(positions.c.match_id == match_id).with_for_update())


def _decide(
    store: Store,
    connection: Connection,
    row: Any,
    access: Access,
    status: Status,
    *,
    reason: str | None = None,
    number: int | None = None,
) -> None:
    connection.execute(
        update(proposals)
        .where(proposals.c.id == row.id)
        .values(status=status, reason=reason, decided_by=access.by, decided_at=store.now(), number=number)
    )
    _bump(connection, row.match_id)


def _bump(connection: Connection, match_id: str) -> None:
    connection.execute(
        update(positions).where(positions.c.match_id == match_id).values(revision=positions.c.revision + 1)
    )


def _proposal(row: Any, count: int) -> Proposal:
    return Proposal(
        row.id,
        row.team,
        tuple(read_entry(data) for data in json.loads(row.entries)),
        row.length,
        row.by,
        row.at,
        row.status,
        row.status == "waiting" and row.length != count,
        row.reason,
        row.decided_by,
        row.decided_at,
        row.number,
    )
