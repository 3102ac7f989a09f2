"""A match that several people keep together: its journal in a database, append-only and chained (docs/store.md)."""

from advisor.store.chain import ChainCheck, verify_journal
from advisor.store.engine import DATABASE, Store, default_address, open_store
from advisor.store.matches import Listed, NewMatch, create_match, list_matches
from advisor.store.roles import Access, Actor, Link, NewLink, NotPermitted, Seen, UnknownLink, open_link

__all__ = [
    "DATABASE",
    "Access",
    "Actor",
    "ChainCheck",
    "Link",
    "Listed",
    "NewLink",
    "NewMatch",
    "NotPermitted",
    "Seen",
    "Store",
    "UnknownLink",
    "create_match",
    "default_address",
    "list_matches",
    "open_link",
    "open_store",
    "verify_journal",
]
