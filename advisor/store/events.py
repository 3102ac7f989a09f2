"""Events: conditions, teams and suspensions entered once; a match picks two of the teams.

A player belongs to one team of the event; in another team's list he is a guest. Who he is across teams is his
``person``; without one he is only himself in his own team. What a match takes from the event stands in its file: what
is changed in the event later changes no match that has begun.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, cast

from pydantic import ValidationError
from sqlalchemy import Connection, select, update

from advisor.errors import InputError, StoreError, quoted
from advisor.explain import explain
from advisor.match import Event, Match, Player, Rules, Team
from advisor.store.engine import Store
from advisor.store.journal import check_reason
from advisor.store.matches import NewMatch, begin_match
from advisor.store.roles import Access, Actor, NewLink, UnknownLink, access_of, new_link
from advisor.store.tables import event_players, event_teams, events, matches, suspensions
from advisor.words import mark


class EventMovedOn(StoreError):
    """Somebody else changed the event first; nothing was saved."""


@dataclass(frozen=True)
class EventTeam:
    """A team of an event. ``guests``: ids of players whose own team is another, or none."""

    team: Team
    eliminated: bool
    guests: frozenset[str]


@dataclass(frozen=True)
class Suspension:
    """Who may not play, up to and with the day ``until``, or until it is lifted."""

    person: str
    until: date | None
    reason: str


@dataclass(frozen=True)
class StoredEvent:
    """An event as it is in the store. ``revision`` goes up with each change; ``matches``: ids, the oldest first."""

    event_id: str
    rules: Rules
    conditions: Event
    teams: Mapping[str, EventTeam]
    suspensions: tuple[Suspension, ...]
    revision: int
    matches: tuple[str, ...]


def create_event(store: Store, rules: Rules, conditions: Event) -> tuple[str, NewLink]:
    """A new event, and its organiser's link. Raises InputError, StoreError."""
    _match(rules, conditions, {"a": Team(players=()), "b": Team(players=())})
    event_id = secrets.token_hex(16)
    with store.write() as connection:
        connection.execute(
            events.insert().values(
                id=event_id, created_at=store.now(), rules=rules, conditions=_json(conditions), revision=0
            )
        )
        return event_id, new_link(store, connection, "organiser", event_id=event_id)


def load_event(store: Store, event_id: str, actor: Actor) -> StoredEvent:
    """The event, for its organiser. Raises UnknownLink, StoreError."""
    with store.read() as connection:
        admit_organiser(connection, actor, event_id)
        return _read(connection, event_id)


def set_conditions(store: Store, event_id: str, expected_revision: int, conditions: Event, actor: Actor) -> None:
    """Limits, readings and elections for the matches to come.

    Raises EventMovedOn, InputError, UnknownLink, StoreError.
    """
    with store.write() as connection:
        admit_organiser(connection, actor, event_id)
        event = _lock(connection, event_id, expected_revision)
        _match(event.rules, conditions, {"a": Team(players=()), "b": Team(players=())})
        connection.execute(update(events).where(events.c.id == event_id).values(conditions=_json(conditions)))


def set_team(
    store: Store,
    event_id: str,
    expected_revision: int,
    key: str,
    team: Team,
    actor: Actor,
    *,
    guests: Collection[str] = (),
    eliminated: bool = False,
) -> None:
    """Enter a team, or put it in place of what it was. ``guests``: ids of its players whose own team is another.

    Raises InputError where a player, not a guest here, is another team's already; EventMovedOn, UnknownLink,
    StoreError.
    """
    with store.write() as connection:
        admit_organiser(connection, actor, event_id)
        event = _lock(connection, event_id, expected_revision)
        other = "b" if key == "a" else "a"
        _match(event.rules, event.conditions, {key: team, other: Team(players=())})
        homes = {person: home for home, others in event.teams.items() if home != key for person in _own(home, others)}
        rows = []
        found: dict[str, str] = {}
        for place, player in enumerate(team.players):
            person, path = _person(key, player), ("teams", key, "players", place)
            if person in found:
                facts = {"first": found[person]}
                raise InputError((*path, "person"), "this person is in the team already, as {first}", facts)
            found[person] = player.id
            guest = player.id in guests
            if not guest and person in homes:
                home = event.teams[homes[person]].team.name or homes[person]
                facts = {"found": quoted(player.name or player.person or player.id), "team": home}
                message = "{found} plays for {team}; mark a guest with *, or tell two people apart by their last names"
                raise InputError((), message, facts)
            rows.append({"event_id": event_id, "team": key, "id": player.id, "place": place, "person": person})
            rows[-1] |= {"guest": guest, "content": _json(player)}
        if unknown := set(guests) - {player.id for player in team.players}:
            raise InputError(("guests",), "there is no player {found}", {"found": quoted(min(unknown))})
        place = list(event.teams).index(key) if key in event.teams else len(event.teams)
        connection.execute(_of_team(event_players.delete(), event_players.c.team, event_players, event_id, key))
        connection.execute(_of_team(event_teams.delete(), event_teams.c.key, event_teams, event_id, key))
        connection.execute(
            event_teams.insert().values(
                event_id=event_id, key=key, place=place, name=team.name, captain=team.captain, eliminated=eliminated
            )
        )
        if rows:
            connection.execute(event_players.insert(), rows)


def set_eliminated(
    store: Store, event_id: str, expected_revision: int, key: str, eliminated: bool, actor: Actor
) -> None:
    """A team is out of the event, or is not. Raises EventMovedOn, InputError, UnknownLink, StoreError."""
    with store.write() as connection:
        admit_organiser(connection, actor, event_id)
        event = _lock(connection, event_id, expected_revision)
        _find_team(event, key)
        statement = _of_team(update(event_teams), event_teams.c.key, event_teams, event_id, key)
        connection.execute(statement.values(eliminated=eliminated))


def suspend(
    store: Store,
    event_id: str,
    expected_revision: int,
    team: str,
    player_id: str,
    reason: str,
    actor: Actor,
    *,
    until: date | None = None,
) -> None:
    """Suspend a player, whatever team's list he is on, up to and with a day, or until it is lifted.

    Raises EventMovedOn, InputError, UnknownLink, StoreError.
    """
    with store.write() as connection:
        access = admit_organiser(connection, actor, event_id)
        event = _lock(connection, event_id, expected_revision)
        person = _find_person(event, team, player_id)
        _lift(connection, event_id, person)
        row = {"event_id": event_id, "person": person, "until": until.isoformat() if until else None}
        row |= {"reason": check_reason(reason), "by": access.by, "at": store.now()}
        connection.execute(suspensions.insert().values(row))


def lift_suspension(
    store: Store, event_id: str, expected_revision: int, team: str, player_id: str, actor: Actor
) -> None:
    """The player may play again. Raises EventMovedOn, InputError, UnknownLink, StoreError."""
    with store.write() as connection:
        admit_organiser(connection, actor, event_id)
        event = _lock(connection, event_id, expected_revision)
        _lift(connection, event_id, _find_person(event, team, player_id))


def pick_teams(event: StoredEvent, first: str, second: str, on: date) -> Match:
    """The match of two teams on a day, as the event has them; nothing is saved.

    A suspended player is ineligible (``suspended``). So is a guest (``other-team``) while his own team is in the event;
    when it is out he is ``eliminated_from_event``. Raises InputError.
    """
    if first == second:
        raise InputError(("teams",), "a match needs two different teams")
    suspended = {s.person for s in event.suspensions if s.until is None or on <= s.until}
    homes = {person: key for key, team in event.teams.items() for person in _own(key, team)}
    teams = {}
    for key in (first, second):
        entered = _find_team(event, key)
        players = []
        for player in entered.team.players:
            person = _person(key, player)
            home = homes.get(person, key)
            changes: dict[str, Any] = {}
            if home != key and event.teams[home].eliminated:
                changes["eliminated_from_event"] = True
            elif home != key:
                changes["ineligible"] = "other-team"
            if person in suspended:
                changes["ineligible"] = "suspended"
            players.append(player.model_copy(update=changes))
        teams[key] = entered.team.model_copy(update={"players": tuple(players)})
    return _match(event.rules, event.conditions, teams)


def create_match_in_event(
    store: Store, event_id: str, first: str, second: str, actor: Actor, *, alone: bool = False
) -> NewMatch:
    """Keep a match of two of the event's teams, on the day by the store's clock.

    Raises InputError, UnknownLink, StoreError.
    """
    with store.write() as connection:
        admit_organiser(connection, actor, event_id)
        match = pick_teams(_read(connection, event_id), first, second, store.clock().astimezone().date())
        return begin_match(store, connection, match, alone=alone, event_id=event_id)


def admit_organiser(connection: Connection, actor: Actor, event_id: str) -> Access:
    """Whoever has the link of this event's organiser, within a transaction. Raises UnknownLink."""
    access = access_of(connection, actor)
    if access.event_id != event_id or access.role != "organiser":
        raise UnknownLink(mark("this link is not to this event; nothing was saved"))
    return access


def _lock(connection: Connection, event_id: str, expected_revision: int) -> StoredEvent:
    """The event, held until the transaction ends, and its revision moved on."""
    connection.execute(select(events.c.revision).where(events.c.id == event_id).with_for_update())
    event = _read(connection, event_id)
    if event.revision != expected_revision:
        raise EventMovedOn(mark("the event was changed since; nothing was saved; look at it as it is, then decide"))
    connection.execute(update(events).where(events.c.id == event_id).values(revision=expected_revision + 1))
    return event


def _read(connection: Connection, event_id: str) -> StoredEvent:
    row = connection.execute(select(events).where(events.c.id == event_id)).one()
    players = connection.execute(
        select(event_players).where(event_players.c.event_id == event_id).order_by(event_players.c.place)
    ).all()
    teams = {
        team.key: EventTeam(
            Team(
                name=team.name,
                captain=team.captain,
                players=tuple(
                    Player.model_validate_json(player.content) for player in players if player.team == team.key
                ),
            ),
            team.eliminated,
            frozenset(player.id for player in players if player.team == team.key and player.guest),
        )
        for team in connection.execute(
            select(event_teams).where(event_teams.c.event_id == event_id).order_by(event_teams.c.place)
        )
    }
    out = connection.execute(
        select(suspensions).where(suspensions.c.event_id == event_id).order_by(suspensions.c.person)
    )
    played = connection.execute(
        select(matches.c.id).where(matches.c.event_id == event_id).order_by(matches.c.created_at, matches.c.id)
    )
    return StoredEvent(
        event_id,
        cast(Rules, row.rules),
        Event.model_validate_json(row.conditions),
        teams,
        tuple(Suspension(s.person, date.fromisoformat(s.until) if s.until else None, s.reason) for s in out),
        row.revision,
        tuple(played.scalars()),
    )


def _find_team(event: StoredEvent, key: str) -> EventTeam:
    if key not in event.teams:
        raise InputError(("teams",), "the event has no team {found}", {"found": quoted(key)})
    return event.teams[key]


def _find_person(event: StoredEvent, team: str, player_id: str) -> str:
    for player in _find_team(event, team).team.players:
        if player.id == player_id:
            return _person(team, player)
    raise InputError(("player",), "there is no player {found}", {"found": quoted(player_id)})


def _person(team: str, player: Player) -> str:
    """Who this is, across the event's teams."""
    return f"person:{player.person}" if player.person is not None else f"id:{team}/{player.id}"


def _own(key: str, entered: EventTeam) -> list[str]:
    return [_person(key, player) for player in entered.team.players if player.id not in entered.guests]


def _lift(connection: Connection, event_id: str, person: str) -> None:
    connection.execute(suspensions.delete().where(suspensions.c.event_id == event_id, suspensions.c.person == person))


def _of_team(statement: Any, column: Any, table: Any, event_id: str, key: str) -> Any:
    return statement.where(table.c.event_id == event_id, column == key)


def _match(rules: Rules, conditions: Event, teams: Mapping[str, Team]) -> Match:
    data = {
        "rules": rules,
        "event": conditions.model_dump(mode="json", exclude_unset=True),
        "teams": {key: team.model_dump(mode="json", exclude_unset=True) for key, team in teams.items()},
    }
    try:
        return Match.model_validate(data)
    except ValidationError as error:
        raise explain(error, Match) from None


def _json(model: Event | Player) -> str:
    return json.dumps(model.model_dump(mode="json", exclude_unset=True), ensure_ascii=False)
