"""Names that stand on both teams' lists: one person who could play for either team, or two people of one name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from advisor.lines import Scan
from advisor.match import Match, Player
from advisor.ui.parts import draft
from advisor.ui.parts.language import words
from advisor.ui.parts.markup import literal, text, write
from advisor.ui.parts.prefill import prefill

_FIELD = "same-people"


def ask_same(scans: Mapping[str, Scan]) -> frozenset[str]:
    """Ask who on both lists is one person, where a name stands on both; the persons who are."""
    _ = words()
    pairs = _pairs(scans)
    held = draft.find_list(_FIELD)
    same = [name for name, pair in pairs.items() if _is_one(*pair)] if held is None else held
    same = [name for name in pairs if name in same]
    if not pairs:
        return frozenset()
    prefill(_FIELD, same)
    with st.container(key=f"names-{_FIELD}"):
        st.pills(
            _("On both lists: who is one and the same person?"),
            list(pairs),
            selection_mode="multi",
            format_func=lambda name: literal(pairs[name][0].name or name),
            key=_FIELD,
            on_change=lambda: draft.put(**{_FIELD: list(st.session_state[_FIELD])}),
            width="stretch",
            wrap=True,
        )
    write(f'<p class="note">{text(_("Nobody plays for both teams. A name that is not tapped is two people."))}</p>')
    return frozenset(same)


def _pairs(scans: Mapping[str, Scan]) -> dict[str, tuple[Player, Player]]:
    """The players of one name on the two lists, by it."""
    first, second = ({p.person: p for p in scan.team.players if p.person is not None} for scan in scans.values())
    return {name: (player, second[name]) for name, player in first.items() if name in second}


def _is_one(one: Player, other: Player) -> bool:
    """Whether two of one name are taken for one person: by a first name alone, or rated otherwise, they are not."""
    return " " in (one.person or "") and one.handicap == other.handicap


def find_doubled(match: Match, lineups: Mapping[str, Sequence[str]]) -> list[str]:
    """Who as one person is in both lineups, by name."""
    here: list[dict[str, str]] = []
    for key, lineup in lineups.items():
        players = [player for player in match.teams[key].players if player.id in lineup]
        here.append({player.person: player.name or player.id for player in players if player.person is not None})
    first, second = here
    return [name for person, name in first.items() if person in second]
