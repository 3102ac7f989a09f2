"""Matches, their journals, and the secret links to them."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_APPEND_ONLY = "entries of the journal are only ever added"
_FIRST_RECORD = "the first record of a match stays as it is"


def upgrade() -> None:
    """Run this step."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("head", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_table(
        "positions",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("changed_at", sa.String(32), nullable=False),
    )
    op.create_table(
        "links",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id")),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("team", sa.String(64)),
        sa.Column("label", sa.String(200)),
        sa.Column("shown", sa.String(64)),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("revoked_at", sa.String(32)),
    )
    op.create_index("links_of_match", "links", ["match_id"])
    op.create_table(
        "keys",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("link_id", sa.Integer, sa.ForeignKey("links.id"), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("revoked_at", sa.String(32)),
    )
    op.create_index("keys_of_link", "keys", ["link_id"])
    op.create_table(
        "entries",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("link_id", sa.Integer, sa.ForeignKey("links.id")),
        sa.Column("holder", sa.String(64)),
    )
    if op.get_bind().dialect.name == "sqlite":
        _guard_sqlite()
    else:
        _guard_postgresql()


def _guard_sqlite() -> None:
    for table, message in (("entries", _APPEND_ONLY), ("matches", _FIRST_RECORD)):
        for action in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER {table}_refuse_{action.lower()} BEFORE {action} ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{message}'); END"
            )
    # Also against INSERT OR REPLACE, which would delete without asking the triggers.
    op.execute(
        "CREATE TRIGGER entries_follow BEFORE INSERT ON entries WHEN NEW.number IS NOT "
        "(SELECT coalesce(max(number) + 1, 0) FROM entries WHERE match_id = NEW.match_id) "
        f"BEGIN SELECT RAISE(ABORT, '{_APPEND_ONLY}'); END"
    )
    op.execute(
        "CREATE TRIGGER matches_are_new BEFORE INSERT ON matches "
        "WHEN EXISTS (SELECT 1 FROM matches WHERE id = NEW.id) "
        f"BEGIN SELECT RAISE(ABORT, '{_FIRST_RECORD}'); END"
    )


def _guard_postgresql() -> None:
    for table, message in (("entries", _APPEND_ONLY), ("matches", _FIRST_RECORD)):
        op.execute(
            f"CREATE FUNCTION refuse_{table}() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{message}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
        )
        op.execute(
            f"CREATE TRIGGER {table}_refuse BEFORE UPDATE OR DELETE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION refuse_{table}()"
        )
        op.execute(
            f"CREATE TRIGGER {table}_refuse_truncate BEFORE TRUNCATE ON {table} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION refuse_{table}()"
        )
    op.execute(
        "CREATE FUNCTION follow_entries() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF NEW.number <> (SELECT coalesce(max(number) + 1, 0) FROM entries WHERE match_id = NEW.match_id) THEN "
        f"RAISE EXCEPTION '{_APPEND_ONLY}' USING ERRCODE = 'integrity_constraint_violation'; "
        "END IF; RETURN NEW; END $$"
    )
    op.execute("CREATE TRIGGER entries_follow BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION follow_entries()")
