"""Events: conditions, teams and suspensions once, for all their matches."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Run this step."""
    op.create_table(
        "events",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("conditions", sa.Text, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
    )
    op.create_table(
        "event_teams",
        sa.Column("event_id", sa.String(32), sa.ForeignKey("events.id"), primary_key=True),
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.String(200)),
        sa.Column("captain", sa.String(64)),
        sa.Column("eliminated", sa.Boolean, nullable=False),
    )
    op.create_table(
        "event_players",
        sa.Column("event_id", sa.String(32), primary_key=True),
        sa.Column("team", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("person", sa.String(300), nullable=False),
        sa.Column("guest", sa.Boolean, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.ForeignKeyConstraint(["event_id", "team"], ["event_teams.event_id", "event_teams.key"]),
    )
    own_team = sa.text("NOT guest")
    op.create_index(
        "one_player_one_team",
        "event_players",
        ["event_id", "person"],
        unique=True,
        sqlite_where=own_team,
        postgresql_where=own_team,
    )
    op.create_table(
        "suspensions",
        sa.Column("event_id", sa.String(32), sa.ForeignKey("events.id"), primary_key=True),
        sa.Column("person", sa.String(300), primary_key=True),
        sa.Column("until", sa.String(10)),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("by", sa.String(200), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.add_column("links", sa.Column("event_id", sa.String(32)))
    op.create_index("links_of_event", "links", ["event_id"])
    op.add_column("matches", sa.Column("event_id", sa.String(32)))
    op.create_index("matches_of_event", "matches", ["event_id"])
