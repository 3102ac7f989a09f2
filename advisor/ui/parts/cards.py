"""One legal lineup as a card: who comes in and goes, who plays, what it costs, when; each figure opens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from advisor.answer_types import Option
from advisor.narrate import say_goals
from advisor.ui.parts import ask, say
from advisor.ui.parts.ask import Person, Picture, Side
from advisor.ui.parts.filters import Numbered
from advisor.ui.parts.grounds import Answer, contested_block, figures
from advisor.ui.parts.language import Words, chosen_language, words
from advisor.ui.parts.markup import chip, icon, listed, text, write
from advisor.ui.parts.showing import show_link
from advisor.workings import Working

LISTED = "listed"
"""The key of the cards that open in the list of all lineups."""


@dataclass(frozen=True)
class Action:
    """What a button below a card does with its lineup. ``name`` begins the button's key; ``later``: also below those
    for the period's end.
    """

    name: str
    label: Callable[[Numbered], str]
    on_tap: Callable[[Option], None]
    icon: str
    is_on: Callable[[Option], bool] = lambda option: False
    later: bool = False


def show_cards(
    match: str, rows: Sequence[Numbered], picture: Picture, team: str, note: str, action: Action | None, key: str
) -> None:
    """Cards of one moment, each with its button. ``note``: what the end of the period hangs on, or empty."""
    if not rows:
        return
    is_later = rows[0].moment == "later"
    lineups = tuple(tuple(row.option.lineup) for row in rows)
    workings = ask.workings(match, team, lineups, is_later, chosen_language())
    cards = [option_card(row, picture, team, worked, note) for row, worked in zip(rows, workings, strict=True)]
    acts = action is not None and (action.later or not is_later)
    with st.container(key=f"cards-{key}"):
        for card, row in zip(cards, rows, strict=True):
            name = f"{key}-{row.number}"
            with st.container(key=f"card-{row.moment}-{name}"):
                # The picture of the options leads here; a card in the list may be another of the same lineup.
                anchor = "" if key == LISTED else f'<div id="{anchor_of(row)}"></div>'
                write(anchor + card)
                with st.container(key=f"card-buttons-{row.moment}-{name}", horizontal=True):
                    if acts and action is not None:
                        st.button(
                            action.label(row),
                            key=f"{action.name}-{name}",
                            icon=action.icon,
                            type="primary" if action.is_on(row.option) else "secondary",
                            on_click=action.on_tap,
                            args=(row.option,),
                            width="stretch",
                        )
                    show_link(match, team, row.option.lineup, f"{row.moment}-{name}")


def anchor_of(row: Numbered) -> str:
    """The id of a lineup's card on its page."""
    return f"lineup-{row.moment}-{row.number}"


def option_card(row: Numbered, picture: Picture, team: str, workings: Sequence[Working], note: str) -> str:
    """A legal lineup: who comes in and goes, who plays, what it costs, when."""
    _ = words()
    side, option = picture.sides[team], row.option
    later = option.when == "period_end"
    said = say.whens(note, _)[option.when]
    when = chip("later", said, "clock") if later else chip("legal", said, "check")
    moves = moves_of(option.in_, option.out, side, _)
    change = say.cost(option.score_change, team, picture.names, _)
    facts = {
        "field_handicap": _("{number} on the field").format(number=say.figure(option.field_handicap)),
        "counted_handicap": _("counts {number}").format(number=say.figure(option.counted_handicap)),
        "score_change": say.joined(change),
    }
    if option.net_goals is not None:
        facts["net_goals"] = _("net goals {number}").format(number=say.net(option.net_goals, _))
    styles = {"field_handicap": "big", "score_change": _cost_css(option)}
    answer: Answer = ("later" if later else "legal", [], option.counted_handicap, option.score_change)
    contested = contested_block(option.alternatives, option.contested_by, picture, team, answer)
    kind = "" if later else f'<span class="kind">{text(_(say.KINDS[option.kind]))}</span>'
    return (
        f'<article class="card {"is-later" if later else "is-legal"}">'
        f'<div class="card-top"><span class="rank" aria-hidden="true">{row.number}</span>{when}{kind}</div>'
        f"{moves}{lineup_list(option.lineup, option.in_, side)}"
        f"{figures(workings, facts, styles)}{contested}</article>"
    )


def _cost_css(option: Option) -> str:
    change = option.score_change or {}
    return "cost" if any(change.values()) else "free"


def moves_of(come_in: Sequence[str], go: Sequence[str], side: Side, _: Words) -> str:
    """Who comes in and who goes."""
    lines = []
    if come_in:
        names = _together(come_in, side)
        lines.append(
            f'<p class="move in">{icon("in")}<span class="word">{text(_("In"))}</span><b>{text(names)}</b></p>'
        )
    if go:
        names = _together(go, side)
        lines.append(
            f'<p class="move out">{icon("out")}<span class="word">{text(_("Out"))}</span><b>{text(names)}</b></p>'
        )
    if not come_in:
        nobody = _("Nobody comes in") if go else _("As it stands")
        lines.insert(0, f'<p class="move">{icon("short")}<b>{text(nobody)}</b></p>')
    return "".join(lines)


def _together(players: Sequence[str], side: Side) -> str:
    """Names and handicaps; a handicap never begins a line."""
    return ", ".join(side.label(player).replace(" (", "\u00a0(") for player in players)


def lineup_list(lineup: Sequence[str], newcomers: Sequence[str], side: Side) -> str:
    """The lineup by name and handicap; newcomers stand out."""
    _ = words()
    new = f' <span class="tag">{text(_("new"))}</span>'
    rows = []
    for player in lineup:
        person = side.people[player]
        mark = new if player in newcomers else ""
        rows.append(f'<span class="who">{text(person.name)}{mark}</span> <b class="hcp">{_handicap(person, _)}</b>')
    return listed(rows, "lineup")


def _handicap(person: Person, _: Words) -> str:
    shown = text(say_goals(person.rated))
    if person.counted != person.rated:
        counts = _("counts {number}").format(number=say_goals(person.counted))
        shown += f' <span class="note">{text(counts)}</span>'
    return shown
