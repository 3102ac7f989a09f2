"""Who may do what: secret links to a match, each with a role, checked in the database at every call.

A link is a role in a match; one or more secrets (192 random bits) open it, of which only the SHA-256 is stored.
Whoever has a secret acts in the link's role; several may share one, and one person may have many, or ``alone`` all.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from typing import Literal, NamedTuple, cast

from sqlalchemy import Connection, Row, and_, bindparam, func, select, update

from advisor.errors import InputError, StoreError, quoted
from advisor.store.engine import Store, iso
from advisor.store.tables import codes, keys, links, positions
from advisor.words import mark

Role = Literal["keeper", "captain", "reader", "alone", "organiser"]
"""``alone``: keeper and both captains in one; ``organiser``: of an event."""

SECRET_BYTES = 24
CODE_MINUTES = 10
"""How long a short code opens its link."""

_OF_ANOTHER = mark("this link is to another match; nothing was saved")
_CODE_SIGNS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
_CODE_LENGTH = 8
_MOST_LINKS = 100
_OF_SECRETS = (
    select(
        keys.c.hash,
        links,
        keys.c.revoked_at.label("key_revoked_at"),
        positions.c.length.label("entries"),
        positions.c.revision.label("match_revision"),
    )
    .join(keys, keys.c.link_id == links.c.id)
    .outerjoin(positions, positions.c.match_id == links.c.match_id)
    .where(keys.c.hash.in_(bindparam("hashes", expanding=True)))
)


class NotPermitted(StoreError):
    """The link's role does not allow this; nothing was saved."""


class UnknownLink(StoreError):
    """No such link, or it was withdrawn; nothing was saved."""


@dataclass(frozen=True)
class Actor:
    """Who acts: the secret of a link, and the name that he gives himself (up to 40 signs; may be empty)."""

    secret: str = field(repr=False)
    name: str = ""


class Seen(NamedTuple):
    """How much somebody has seen of a match: its entries, what happened to proposals, what his own link keeps."""

    entries: int
    revision: int
    own: int


@dataclass(frozen=True)
class Access:
    """What a secret opens. ``holder`` is the name that its holder gave himself."""

    match_id: str | None
    event_id: str | None
    link_id: int
    role: Role
    team: str | None
    label: str | None
    holder: str
    seen: Seen

    @property
    def may_record(self) -> bool:
        """Whether he keeps the journal: records, strikes, answers proposals, gives and withdraws links."""
        return self.role in ("keeper", "alone")

    @property
    def may_keep(self) -> bool:
        """Whether he has what-ifs, drafts and notes of his own: all but those who only look on."""
        return self.role in ("keeper", "captain", "alone")

    def is_captain_of(self, team: str) -> bool:
        """Whether he speaks for this team."""
        return self.role == "alone" or (self.role == "captain" and self.team == team)

    @property
    def by(self) -> str:
        """Who recorded, as the journal has it."""
        role = f"captain {self.team}" if self.role == "captain" else "keeper" if self.role == "alone" else self.role
        return f"{role} ({self.holder})" if self.holder else role


@dataclass(frozen=True)
class NewLink:
    """A link just made, with its secret, which is shown this once and stored only as a hash."""

    link_id: int
    role: Role
    team: str | None
    secret: str = field(repr=False)


@dataclass(frozen=True)
class Link:
    """A link as its match's keeper sees it. ``secrets``: how many open it; ``created_at``: ISO 8601."""

    link_id: int
    role: Role
    team: str | None
    label: str | None
    created_at: str
    withdrawn: bool
    secrets: int


def open_link(store: Store, actor: Actor) -> Access:
    """What the secret opens. Raises UnknownLink, StoreError."""
    with store.read() as connection:
        return access_of(connection, actor)


def admit(connection: Connection, actor: Actor, match_id: str) -> Access:
    """The actor's access to this match, in this transaction. Raises UnknownLink."""
    return check_match(access_of(connection, actor), match_id)


def check_match(access: Access, match_id: str) -> Access:
    """The same access, where it is to this match. Raises UnknownLink."""
    if access.match_id != match_id:
        raise UnknownLink(_OF_ANOTHER)
    return access


def admit_keeper(connection: Connection, actor: Actor, match_id: str) -> Access:
    """The access of one who may record in this match. Raises UnknownLink, NotPermitted."""
    access = admit(connection, actor, match_id)
    if not access.may_record:
        raise NotPermitted(mark("only the match's keeper may do this; nothing was saved"))
    return access


def list_links(store: Store, match_id: str, actor: Actor) -> tuple[Link, ...]:
    """The match's links, for its keeper, without their secrets. Raises UnknownLink, NotPermitted, StoreError."""
    live = and_(keys.c.link_id == links.c.id, keys.c.revoked_at.is_(None))
    with store.read() as connection:
        admit_keeper(connection, actor, match_id)
        rows = connection.execute(
            select(links, func.count(keys.c.hash).label("secrets"))
            .outerjoin(keys, live)
            .where(links.c.match_id == match_id)
            .group_by(links.c.id)
            .order_by(links.c.id)
        )
        return tuple(
            Link(row.id, row.role, row.team, row.label, row.created_at, row.revoked_at is not None, row.secrets)
            for row in rows
        )


def add_link(
    store: Store, match_id: str, role: Role, actor: Actor, *, team: str | None = None, label: str = ""
) -> NewLink:
    """One more link to the match, for its keeper to hand on. It sees nothing that another link keeps for itself.

    Raises UnknownLink, NotPermitted, InputError, StoreError.
    """
    with store.write() as connection:
        admit_keeper(connection, actor, match_id)
        if role not in ("keeper", "captain", "reader", "alone"):
            message = "{found} found; a match's links are keeper, captain, reader and alone"
            raise InputError(("role",), message, {"found": quoted(role)})
        captains = select(links.c.team).where(links.c.match_id == match_id, links.c.role == "captain")
        teams = set(connection.execute(captains).scalars()) if role == "captain" else {None}
        if team not in teams:
            message = "{found} found; a captain's link needs one of the match's teams, others none"
            raise InputError(("team",), message, {"found": quoted(team or "")})
        count = connection.execute(select(func.count()).where(links.c.match_id == match_id)).scalar_one()
        if count >= _MOST_LINKS:
            raise InputError((), "the match has {count} links; more are not given", {"count": str(count)})
        return new_link(store, connection, role, match_id=match_id, team=team, label=_checked_name(label, "label"))


def withdraw_link(store: Store, match_id: str, link_id: int, actor: Actor) -> None:
    """None of the link's secrets opens it any more. Raises UnknownLink, NotPermitted, InputError, StoreError."""
    with store.write() as connection:
        access = admit_keeper(connection, actor, match_id)
        row = connection.execute(select(links).where(links.c.id == link_id, links.c.match_id == match_id)).one_or_none()
        if row is None or row.revoked_at is not None:
            raise InputError(("link",), "the match has no such link")
        if link_id == access.link_id:
            raise InputError(("link",), "this is your own link; give yourself another before you withdraw it")
        connection.execute(update(links).where(links.c.id == link_id).values(revoked_at=store.now()))
        connection.execute(codes.delete().where(codes.c.link_id == link_id))


def replace_secret(store: Store, actor: Actor) -> NewLink:
    """A new secret for the actor's own link, and the end of all others: the link's what-ifs and drafts stay.

    With it a captain makes his link his own, whoever handed it to him. Raises UnknownLink, NotPermitted, StoreError.
    """
    with store.write() as connection:
        access = access_of(connection, actor)
        if access.role == "reader":
            raise NotPermitted(mark("the public link has no secret of one's own; nothing was saved"))
        now = store.now()
        connection.execute(
            update(keys).where(keys.c.link_id == access.link_id, keys.c.revoked_at.is_(None)).values(revoked_at=now)
        )
        connection.execute(codes.delete().where(codes.c.link_id == access.link_id))
        return _as_new(access, _new_key(store, connection, access.link_id))


def public_secret(store: Store, match_id: str, actor: Actor) -> str | None:
    """The secret of the match's public link, for "share"; None where it was withdrawn. Raises UnknownLink."""
    with store.read() as connection:
        admit(connection, actor, match_id)
        return connection.execute(
            select(links.c.shown)
            .where(links.c.match_id == match_id, links.c.role == "reader", links.c.revoked_at.is_(None))
            .order_by(links.c.id.desc())
            .limit(1)
        ).scalar()


def new_code(store: Store, actor: Actor) -> str:
    """A short code that opens the actor's own link for some minutes, to type where a camera fails: ``7KQF-M2XB``.

    Raises UnknownLink, StoreError.
    """
    code = "".join(secrets.choice(_CODE_SIGNS) for _ in range(_CODE_LENGTH))
    expires = iso(store.clock() + timedelta(minutes=CODE_MINUTES))
    with store.write() as connection:
        access = access_of(connection, actor)
        connection.execute(codes.delete().where(codes.c.expires_at < store.now()))
        connection.execute(codes.insert().values(hash=hashed(code), link_id=access.link_id, expires_at=expires))
    return f"{code[:4]}-{code[4:]}"


def redeem_code(store: Store, code: str) -> NewLink:
    """A secret of its own for the link that the short code opens. Raises UnknownLink, StoreError."""
    if store.guesses.are_too_many():
        raise UnknownLink(mark("too many wrong codes were typed; wait a minute, or scan the code"))
    typed = "".join(sign for sign in code.upper() if sign.isalnum())
    with store.write() as connection:
        link_id = connection.execute(
            select(codes.c.link_id).where(codes.c.hash == hashed(typed), codes.c.expires_at >= store.now())
        ).scalar()
        if link_id is not None:
            row = connection.execute(select(links).where(links.c.id == link_id)).one()
            secret = row.shown or _new_key(store, connection, link_id)
            return NewLink(link_id, row.role, row.team, secret)
    store.guesses.add()
    raise UnknownLink(mark("no such code, or its {minutes} minutes are over"), {"minutes": str(CODE_MINUTES)})


def recover_keeper(store: Store, match_id: str) -> NewLink:
    """One more keeper's link without a secret, for whoever owns the database: for the machine's own user only.

    Raises UnknownLink, StoreError.
    """
    with store.write() as connection:
        if connection.execute(select(positions).where(positions.c.match_id == match_id)).one_or_none() is None:
            raise UnknownLink(mark("there is no such match"))
        return new_link(store, connection, "keeper", match_id=match_id)


def new_link(
    store: Store,
    connection: Connection,
    role: Role,
    *,
    match_id: str | None = None,
    event_id: str | None = None,
    team: str | None = None,
    label: str = "",
) -> NewLink:
    """Make a link in this transaction."""
    shown = _new_secret() if role == "reader" else None
    row: dict[str, object] = {"match_id": match_id, "event_id": event_id, "role": role, "team": team}
    row |= {"label": label or None, "shown": shown, "created_at": store.now(), "revision": 0}
    link_id: int = connection.execute(links.insert().values(row).returning(links.c.id)).scalar_one()
    return NewLink(link_id, role, team, _new_key(store, connection, link_id, shown))


def bump_link(connection: Connection, link_id: int) -> None:
    """Let the link's other holders see that something of theirs changed."""
    connection.execute(update(links).where(links.c.id == link_id).values(revision=links.c.revision + 1))


def hashed(secret: str) -> str:
    """What is stored of a secret."""
    return sha256(secret.encode(errors="replace")).hexdigest()


def access_of(connection: Connection, actor: Actor) -> Access:
    """One statement: who this is, and how far the match is. Raises UnknownLink."""
    key = hashed(actor.secret)
    return access_by(find_keys(connection, [key]).get(key), actor)


KeyRow = Row[tuple[object, ...]]
"""A secret as the database has it, with its link and how far the link's match is."""


def find_keys(connection: Connection, hashes: Collection[str]) -> dict[str, KeyRow]:
    """Of these hashes of secrets those that are known, in one statement."""
    return {row.hash: row for row in connection.execute(_OF_SECRETS, {"hashes": list(hashes)})}


def access_by(row: KeyRow | None, actor: Actor) -> Access:
    """What the actor's secret opens, by what the database has of it. Raises UnknownLink."""
    if row is None:
        raise UnknownLink(mark("this link is not known; ask the match's keeper for another"))
    if row.revoked_at is not None or row.key_revoked_at is not None:
        raise UnknownLink(mark("this link was withdrawn; ask the match's keeper for another"))
    return _from_row(row, _checked_name(actor.name, "name"))


def _from_row(row: KeyRow, holder: str) -> Access:
    seen = Seen(row.entries or 0, row.match_revision or 0, row.revision)
    return Access(row.match_id, row.event_id, row.id, cast(Role, row.role), row.team, row.label, holder, seen)


def _new_key(store: Store, connection: Connection, link_id: int, secret: str | None = None) -> str:
    secret = secret or _new_secret()
    connection.execute(keys.insert().values(hash=hashed(secret), link_id=link_id, created_at=store.now()))
    return secret


def _new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def _as_new(access: Access, secret: str) -> NewLink:
    return NewLink(access.link_id, access.role, access.team, secret)


def _checked_name(name: str, key: str) -> str:
    name = " ".join(name.split())
    if len(name) > 40 or not name.isprintable():
        raise InputError((key,), "{found} found; a name has up to 40 signs, on one line", {"found": quoted(name)})
    return name
