"""The tables as they are after the last migration. Times are ISO 8601 texts in UTC, contents JSON texts."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    text,
)

metadata = MetaData()

_MATCH_ID = String(32)
_TIME = String(32)
_HASH = String(64)

matches = Table(
    "matches",
    metadata,
    Column("id", _MATCH_ID, primary_key=True),
    Column("created_at", _TIME, nullable=False),
    Column("head", Text, nullable=False),
    Column("hash", _HASH, nullable=False),
    Column("event_id", String(32)),
    Index("matches_of_event", "event_id"),
)
"""A match but for its journal: ``head`` is the match file's other keys, ``hash`` that of the chain's first record."""

positions = Table(
    "positions",
    metadata,
    Column("match_id", _MATCH_ID, ForeignKey("matches.id"), primary_key=True),
    Column("length", Integer, nullable=False),
    Column("revision", Integer, nullable=False),
    Column("hash", _HASH, nullable=False),
    Column("changed_at", _TIME, nullable=False),
)
"""How far a match is: its entries, its last hash; ``revision`` counts what happens to proposals."""

links = Table(
    "links",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", _MATCH_ID, ForeignKey("matches.id")),
    Column("role", String(16), nullable=False),
    Column("team", String(64)),
    Column("label", String(200)),
    Column("shown", String(64)),
    Column("created_at", _TIME, nullable=False),
    Column("revoked_at", _TIME),
    Column("revision", Integer, nullable=False, server_default="0"),
    Column("event_id", String(32)),
    Index("links_of_match", "match_id"),
    Index("links_of_event", "event_id"),
)
"""A role in a match or an event. ``shown`` is the secret of the public link, which is no secret; else None."""

keys = Table(
    "keys",
    metadata,
    Column("hash", _HASH, primary_key=True),
    Column("link_id", Integer, ForeignKey("links.id"), nullable=False),
    Column("created_at", _TIME, nullable=False),
    Column("revoked_at", _TIME),
    Index("keys_of_link", "link_id"),
)
"""The secrets that open a link, as their SHA-256."""

entries = Table(
    "entries",
    metadata,
    Column("match_id", _MATCH_ID, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("content", Text, nullable=False),
    Column("hash", _HASH, nullable=False),
    Column("link_id", Integer, ForeignKey("links.id")),
    Column("holder", String(64)),
)
"""The journals. ``content`` is the entry of the match file but for its hash."""

kept = Table(
    "kept",
    metadata,
    Column("link_id", Integer, ForeignKey("links.id"), primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("content", Text, nullable=False),
    Column("length", Integer, nullable=False),
    Column("at", _TIME, nullable=False),
)
"""What a captain keeps for himself. ``length``: the journal's entries when he kept it."""

proposals = Table(
    "proposals",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("match_id", _MATCH_ID, ForeignKey("matches.id"), nullable=False),
    Column("link_id", Integer, ForeignKey("links.id"), nullable=False),
    Column("team", String(64), nullable=False),
    Column("length", Integer, nullable=False),
    Column("entries", Text, nullable=False),
    Column("by", String(200), nullable=False),
    Column("at", _TIME, nullable=False),
    Column("status", String(16), nullable=False),
    Column("reason", Text),
    Column("decided_by", String(200)),
    Column("decided_at", _TIME),
    Column("number", Integer),
    Index("proposals_of_match", "match_id"),
)
"""What captains propose. ``length``: the journal's entries then; ``number``: of the first entry, once accepted."""

codes = Table(
    "codes",
    metadata,
    Column("hash", _HASH, primary_key=True),
    Column("link_id", Integer, ForeignKey("links.id"), nullable=False),
    Column("expires_at", _TIME, nullable=False),
)
"""Short codes that open a link for some minutes, as their SHA-256."""

events = Table(
    "events",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created_at", _TIME, nullable=False),
    Column("rules", String(64), nullable=False),
    Column("conditions", Text, nullable=False),
    Column("revision", Integer, nullable=False),
)
"""Events. ``conditions`` is the match file's ``event``."""

event_teams = Table(
    "event_teams",
    metadata,
    Column("event_id", String(32), ForeignKey("events.id"), primary_key=True),
    Column("key", String(64), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("name", String(200)),
    Column("captain", String(64)),
    Column("eliminated", Boolean, nullable=False),
)
"""Teams of an event, in the order of ``place``."""

event_players = Table(
    "event_players",
    metadata,
    Column("event_id", String(32), primary_key=True),
    Column("team", String(64), primary_key=True),
    Column("id", String(64), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("person", String(300), nullable=False),
    Column("guest", Boolean, nullable=False),
    Column("content", Text, nullable=False),
    ForeignKeyConstraint(["event_id", "team"], ["event_teams.event_id", "event_teams.key"]),
    Index(
        "one_player_one_team",
        "event_id",
        "person",
        unique=True,
        sqlite_where=text("NOT guest"),
        postgresql_where=text("NOT guest"),
    ),
)
"""Players of an event's teams. ``person``: who it is, across teams; ``guest``: his own team is another, or none."""

suspensions = Table(
    "suspensions",
    metadata,
    Column("event_id", String(32), ForeignKey("events.id"), primary_key=True),
    Column("person", String(300), primary_key=True),
    Column("until", String(10)),
    Column("reason", Text, nullable=False),
    Column("by", String(200), nullable=False),
    Column("at", _TIME, nullable=False),
)
"""Who may not play in an event, up to and with the day ``until``, or until it is lifted."""
