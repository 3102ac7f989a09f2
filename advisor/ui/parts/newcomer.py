""" "How high may he be?": somebody not on the list who is found while the minutes run, by ranges of handicap."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import streamlit as st

from advisor.answer_types import Advice, Wanted
from advisor.errors import InputError
from advisor.handicap import to_half
from advisor.narrate import say_goals
from advisor.ui.keeping import show_errors
from advisor.ui.parts import say
from advisor.ui.parts.ask import Picture, Side
from advisor.ui.parts.language import Words, words
from advisor.ui.parts.markup import icon, text, write
from advisor.ui.suppositions import found_of

_HALVES_THAT_EXIST = (-1, 1, 3)


@dataclass(frozen=True)
class _Range:
    lowest: int
    highest: int
    costs: tuple[str, ...] | None
    row: Wanted


def _ranges(wanted: Sequence[Wanted], picture: Picture, team: str, _: Words) -> list[_Range]:
    """Handicaps with the same outcome together, lowest first; of half ratings only those that exist."""
    real = [row for row in wanted if to_half(row.handicap) % 2 == 0 or to_half(row.handicap) in _HALVES_THAT_EXIST]

    def outcome(row: Wanted) -> tuple[str, ...] | None:
        return None if row.lineup is None else tuple(say.cost(row.score_change, team, picture.names, _))

    ranges = []
    for costs, rows in groupby(real, outcome):
        together = list(rows)
        ranges.append(_Range(to_half(together[0].handicap), to_half(together[-1].handicap), costs, together[-1]))
    return ranges


def show_wanted(
    advice: Advice,
    picture: Picture,
    show_minutes: Callable[[], None] | None = None,
    take: Callable[[Mapping[str, Any]], None] | None = None,
) -> None:
    """ "How high may he be?": somebody not on the list, eligible, by ranges of handicap.

    ``show_minutes`` shows how long one may look for him; ``take`` takes the entry that puts who was found on the list.
    """
    if not advice.wanted:
        return
    _ = words()
    ranges = _ranges(advice.wanted, picture, advice.team, _)
    possible = [found for found in ranges if found.costs is not None]
    side = picture.sides[advice.team]
    top = say_goals(possible[-1].highest)
    rows = []
    for found in ranges:
        low, high = say_goals(found.lowest), say_goals(found.highest)
        span = low if low == high else _("{low} to {high}").format(low=low, high=high)
        if found.costs is None:
            result = f'<span class="no">{icon("cross")}{text(_("may not come in"))}</span>'
        else:
            free = found.costs == (_("no change on the board"),)
            result = f'<span class="{"free" if free else "cost"}">{icon("check")}{text(say.joined(found.costs))}</span>'
            if found.row.out:
                names = ", ".join(side.label(player) for player in found.row.out)
                result += f' <span class="note">{text(_("for {players}").format(players=names))}</span>'
        rows.append(f'<tr><th scope="row">{text(span)}</th><td>{result}</td></tr>')
    explanation = _("Somebody not on the list who is eligible: at most a {handicap}.").format(handicap=top)
    title, lead = text(_("How high may he be?")), text(explanation)
    write(f'<h2>{title}</h2><p class="lead"><b>{lead}</b></p>')
    if show_minutes is not None:
        show_minutes()
    write(
        f'<table class="ranges"><caption class="unseen">{text(_("How high may he be?"))}</caption>'
        f'<thead class="unseen"><tr><th scope="col">{text(_("Handicap"))}</th>'
        f'<th scope="col">{text(_("Cost"))}</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
    if take is not None:
        _ask_who_was_found(side, take, _)


def _ask_who_was_found(side: Side, take: Callable[[Mapping[str, Any]], None], _: Words) -> None:
    """His name and handicap, by which he comes on the list."""
    line = st.text_input(_("Somebody is found: name and handicap"), key="found-line", placeholder="Eva 2")
    entry = None
    if line.strip():
        try:
            entry = found_of(side.key, line, side.people)
        except InputError as error:
            show_errors(error)
    st.button(
        _("Show the lineups with this player"),
        key="found",
        icon=":material/person_add:",
        disabled=entry is None,
        on_click=_take,
        args=(take, side),
        width="stretch",
    )


def _take(take: Callable[[Mapping[str, Any]], None], side: Side) -> None:
    """Take what stands in the box by now; what is wrong with it is said below the box."""
    try:
        entry = found_of(side.key, str(st.session_state["found-line"]), side.people)
    except InputError:
        return
    st.session_state["found-line"] = ""
    take(entry)
