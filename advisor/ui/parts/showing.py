"""Show it: an option or a verdict as a question that fills the screen, with an address for the opponent's phone.

The question stands in the address: ``on`` is the team and the lineup, ``then`` what is supposed after the journal,
``from`` the page to go back to. The opponent's address has no secret but that of the public link.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

import streamlit as st

from advisor.errors import InputError, StoreError
from advisor.match import Match
from advisor.store.roles import public_secret
from advisor.ui import keeping, quickmatch, sources
from advisor.ui.keeping import Held
from advisor.ui.parts import address
from advisor.ui.parts.chooser import shelf
from advisor.ui.parts.frame import SHOWN_KEYS, page_file
from advisor.ui.parts.language import chosen_language, words
from advisor.ui.suppositions import from_address, supposing, to_address

_RECORDED = "entries-recorded"


@dataclass(frozen=True)
class Question:
    """Whether a lineup is legal. ``match``: with what is supposed; ``supposed``: how many entries of it are.

    ``public``: what the opponent's address has, without a lineup; ``None`` where there is no public link.
    ``held``: the kept match, where it is one.
    """

    match: Match
    team: str
    lineup: tuple[str, ...]
    supposed: int
    public: Mapping[str, str] | None
    held: Held | None = None

    @property
    def path(self) -> str | None:
        """The opponent's address from the server's name on."""
        if self.public is None:
            return None
        return "show?" + urlencode(self.public)


# -- asking ----------------------------------------------------------------------------------------------------------


def note_recorded(count: int) -> None:
    """Remember how many entries are recorded of the match on this page: what comes after them is supposed."""
    st.session_state[_RECORDED] = count


def link_of(match: str, team: str, lineup: Iterable[str]) -> dict[str, str]:
    """The address that shows a lineup and leads back here. ``match`` is JSON, with what is supposed at its end."""
    journal = json.loads(match).get("journal") or []
    supposed = journal[st.session_state.get(_RECORDED, len(journal)) :]
    kept = address.everything() | {"lang": chosen_language(), "on": "~".join([team, *lineup]), "from": _this_page()}
    return {name: value for name, value in (kept | {"then": to_address(supposed)}).items() if value}


def show_link(match: str, team: str, lineup: Sequence[str], key: str) -> None:
    """The button that shows a lineup on the whole screen."""
    _ = words()
    with st.container(key=f"show-{key}"):
        st.page_link(
            page_file("show"),
            label=_("Show it"),
            icon=":material/fullscreen:",
            query_params=link_of(match, team, lineup),
        )


def _this_page() -> str:
    """The page that one is on, by what its address has."""
    if address.find("link"):
        return "kept"
    return "match" if any(address.find(key) for key in ("match", "case", "file")) else "quick"


# -- being asked -----------------------------------------------------------------------------------------------------


def find_question() -> Question | None:
    """The question that the address asks; ``None`` where it asks none or the match is not here.

    Raises InputError where what it supposes is not possible, StoreError where the kept match cannot be read.
    """
    team, *lineup = address.find("on").split("~")
    found = find_match()
    if found is None or team not in found[0].teams or not lineup:
        return None
    recorded, public, held = found
    entries = from_address(address.find("then"))
    match = supposing(recorded, entries) if entries else recorded
    if public is not None:
        public = public | {"on": address.find("on")} | ({"then": address.find("then")} if entries else {})
    return Question(match, team, tuple(lineup), len(entries), public, held)


def find_match() -> tuple[Match, dict[str, str] | None, Held | None] | None:
    """The match that the address names, what of it is public, and the kept match; ``None`` where it is not here.

    Raises StoreError where a kept match cannot be read.
    """
    if address.find("link"):
        held = keeping.look()
        return held.stored.match, _public_link(held), held
    if demo := sources.list_demos().get(address.find("match")):
        return demo.match, {"match": address.find("match")}, None
    if case := sources.list_cases().get(address.find("case")):
        return case.match, {"case": address.find("case")}, None
    if opened := shelf().find(address.find("file")):
        return opened.match, {"file": address.find("file")}, None
    if any(address.find(key) for key in ("match", "case", "file")):
        return None
    game = quickmatch.from_address(address.find("q"))
    return quickmatch.build_match(game, words()), {"q": quickmatch.to_address(game)}, None


def path_of_match(held: Held | None = None) -> str | None:
    """The public address of the match on this page, from the server's name on; None where there is none."""
    if held is not None:
        public = _public_link(held)
        return None if public is None else "kept?" + urlencode(public)
    return "match?" + urlencode({key: address.find(key) for key in ("match", "case", "file") if address.find(key)})


def _public_link(held: Held) -> dict[str, str] | None:
    """The link to look on, which is never one's own: who looks on by it has it in the address already."""
    try:
        secret = public_secret(keeping.the_store(), held.match_id, held.actor)
    except (InputError, StoreError):
        return None
    return {"link": secret} if secret else None


def back_address() -> tuple[str, dict[str, str]]:
    """The page that one came from and its address as it was."""
    page = address.find("from")
    kept = {name: value for name, value in address.everything().items() if name not in SHOWN_KEYS}
    return (page if page in ("quick", "match", "kept") else _this_page()), kept | {"lang": chosen_language()}
