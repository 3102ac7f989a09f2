"""What there is: the events of a database, and the matches of an event."""

from __future__ import annotations

import json
from dataclasses import dataclass

from sqlalchemy import func, select

from advisor.store.engine import Store
from advisor.store.events import admit_organiser
from advisor.store.roles import Actor, NewLink, UnknownLink, new_link
from advisor.store.tables import event_teams, events, links, matches, positions
from advisor.words import mark


@dataclass(frozen=True)
class ListedEvent:
    """An event in a list. ``teams``, ``matches``: how many; ``created_at``: ISO 8601."""

    event_id: str
    name: str | None
    rules: str
    upper_limit: float
    teams: int
    matches: int
    created_at: str


@dataclass(frozen=True)
class EventMatch:
    """A match of an event. ``teams``: name, else key; ``count``: entries.

    ``public``: the secret of the public link, None where it was withdrawn.
    """

    match_id: str
    teams: tuple[str, ...]
    created_at: str
    count: int
    public: str | None


def list_events(store: Store) -> tuple[ListedEvent, ...]:
    """The events in this database, the newest first: for the machine's own user. Raises StoreError."""
    teams = select(func.count()).where(event_teams.c.event_id == events.c.id).scalar_subquery()
    played = select(func.count()).where(matches.c.event_id == events.c.id).scalar_subquery()
    with store.read() as connection:
        rows = connection.execute(
            select(events, teams.label("teams"), played.label("played")).order_by(
                events.c.created_at.desc(), events.c.id
            )
        ).all()
    found = []
    for row in rows:
        conditions = json.loads(row.conditions)
        facts = (row.id, conditions.get("name"), row.rules, conditions["upper_limit"])
        found.append(ListedEvent(*facts, row.teams, row.played, row.created_at))
    return tuple(found)


def list_event_matches(store: Store, event_id: str, actor: Actor) -> tuple[EventMatch, ...]:
    """The matches of an event, the newest first, for its organiser. Raises UnknownLink, StoreError."""
    public = (
        select(links.c.shown)
        .where(links.c.match_id == matches.c.id, links.c.role == "reader", links.c.revoked_at.is_(None))
        .order_by(links.c.id.desc())
        .limit(1)
        .scalar_subquery()
    )
    with store.read() as connection:
        admit_organiser(connection, actor, event_id)
        rows = connection.execute(
            select(matches, positions.c.length, public.label("public"))
            .join(positions, positions.c.match_id == matches.c.id)
            .where(matches.c.event_id == event_id)
            .order_by(matches.c.created_at.desc(), matches.c.id)
        ).all()
    found = []
    for row in rows:
        teams = tuple(team.get("name") or key for key, team in json.loads(row.head)["teams"].items())
        found.append(EventMatch(row.id, teams, row.created_at, row.length, row.public))
    return tuple(found)


def recover_organiser(store: Store, event_id: str) -> NewLink:
    """One more organiser's link, for whoever owns the database: for the machine's own user only.

    Raises UnknownLink, StoreError.
    """
    with store.write() as connection:
        if connection.execute(select(events.c.id).where(events.c.id == event_id)).one_or_none() is None:
            raise UnknownLink(mark("there is no such event"))
        return new_link(store, connection, "organiser", event_id=event_id)
