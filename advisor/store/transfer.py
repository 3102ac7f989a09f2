"""Moving a match between stores: as a match file, with hashes, strikes and all, lossless both ways."""

from __future__ import annotations

import json
from collections.abc import Sequence

from advisor.errors import InputError
from advisor.match import Match
from advisor.matchfile import Document
from advisor.store.chain import ChainCheck, as_data, verify_journal
from advisor.store.engine import Store
from advisor.store.journal import load
from advisor.store.matches import NewMatch, begin_match
from advisor.store.roles import Actor

__all__ = ["ChainCheck", "export_match", "import_match", "match_text", "verify_journal"]


def export_match(store: Store, match_id: str, actor: Actor) -> Match:
    """The match with its chain, for anybody who may look on. Raises UnknownLink, StoreError."""
    return load(store, match_id, actor).match


def match_text(match: Match) -> str:
    """A match file (JSON) of the match: a line for each player and each entry."""
    data = match.as_data()
    journal = [as_data(entry) for entry in match.journal]
    parts = [f"{_json(key)}: {_json(value)}" for key, value in data.items() if key not in ("teams", "journal")]
    teams = []
    for key, team in data["teams"].items():
        rest = "".join(f"{_json(name)}: {_json(value)}, " for name, value in team.items() if name != "players")
        teams.append(f'{_json(key)}: {{{rest}"players": {_lines(team["players"], 6)}}}')
    parts.append('"teams": {\n    ' + ",\n    ".join(teams) + "\n  }")
    if "journal" in match.model_fields_set:
        parts.append(f'"journal": {_lines(journal, 4)}')
    return "{\n  " + ",\n  ".join(parts) + "\n}\n"


def import_match(store: Store, document: Document | Match, *, alone: bool = False, new_chain: bool = False) -> NewMatch:
    """Keep the match of a match file, its journal as it is: entries without ``at`` and ``by`` stay without.

    Hashes that the file has must hold, and are continued; ``new_chain`` leaves them out and begins a chain anew.
    Raises InputError, StoreError.
    """
    match = document.match if isinstance(document, Document) else document
    if new_chain:
        match = _without_chain(match)
    elif match.chain is not None or any(entry.hash is not None for entry in match.journal):
        check = verify_journal(match)
        if not check.holds:
            path = ("chain",) if check.entry is None else ("journal", check.entry, "hash")
            raise InputError(path, check.pattern, check.facts)
    with store.write() as connection:
        return begin_match(store, connection, match, alone=alone)


def _without_chain(match: Match) -> Match:
    data = match.as_data()
    data.pop("chain", None)
    for entry in data.get("journal", ()):
        entry.pop("hash", None)
    return Match.model_validate(data)


def _lines(values: Sequence[object], indent: int) -> str:
    if not values:
        return "[]"
    space = "\n" + " " * indent
    return f"[{space}" + f",{space}".join(_json(value) for value in values) + "\n" + " " * (indent - 2) + "]"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
