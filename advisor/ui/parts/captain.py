"""What a captain sees once he has said what happened: the minutes that run, a pending Penalty 7, and the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import streamlit as st

from advisor.match import Match
from advisor.ranking import Order
from advisor.ui.minutes import find_minutes
from advisor.ui.parts import address, ask
from advisor.ui.parts.answer import show_answer, total_of
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.cards import Action
from advisor.ui.parts.countdown import show_countdown
from advisor.ui.parts.frame import show_jump
from advisor.ui.parts.grounds import working_list
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import details, text, write
from advisor.ui.parts.penalty7 import show_against, show_penalty_7, with_removal
from advisor.ui.parts.prefill import prefill
from advisor.ui.parts.supposing import Supposed

ORDERS: Mapping[Order, str] = {
    "net": mark("Net goals"),
    "strongest": mark("Strongest on the field"),
    "board": mark("Least off the board"),
    "fewest": mark("Fewest changes"),
}


def show_captain(
    supposed: Supposed,
    match: Match,
    picture: Picture,
    team: str,
    *,
    action: Action | None = None,
    name: Callable[[str], None] | None = None,
    label: str = "",
    leads: bool = True,
) -> None:
    """The answer for a team. ``match`` and ``picture``: with what is supposed at the end.

    ``action``: the button of each card; ``name`` and ``label``: the button that names the removal of a Penalty 7;
    ``leads``: whether a strip at the bottom of a phone leads here.
    """
    _ = words()
    text_of, language = ask.as_text(match), chosen_language()
    order = _order()
    advice = ask.advice(text_of, team, language, order)
    write('<div id="answer"></div>')
    minutes = partial(
        show_countdown, find_minutes(match, team, len(supposed.recorded.journal), supposed.since), picture, team
    )
    minutes()
    is_now = True
    worked = working_list(ask.state_workings(text_of, team, language))
    if picture.fouled and picture.fouled != team:
        show_against(match, ask.advice(text_of, picture.fouled, language).removals, picture, team)
    elif picture.fouled and (named := show_penalty_7(match, advice, picture, name, label)):
        text_of = ask.as_text(with_removal(match, named))
        picture = ask.picture(text_of, language)
        advice, action, is_now = ask.advice(text_of, team, language, order), None, False
        worked = working_list(ask.state_workings(text_of, team, language))
    show_answer(
        text_of,
        advice,
        picture,
        action=action,
        show_order=lambda: _show_order(order, _),
        show_minutes=minutes if is_now else None,
        found=supposed.add if is_now else None,
    )
    write(details(text(_("How the figures of the team are worked out")), worked))
    if leads and is_now:
        show_jump("is-legal" if advice.totals.now else "is-illegal", total_of(advice, _))


def _order() -> Order:
    """The order that the address asks for."""
    asked = address.find("order")
    return next((order for order in ORDERS if order == asked), "net")


def _show_order(order: Order, _: Words) -> None:
    key = "choose-order"
    prefill(key, order)
    st.segmented_control(
        _("Best first by"),
        list(ORDERS),
        format_func=lambda option: _(ORDERS[option]),
        required=True,
        key=key,
        on_change=lambda: address.put(order=st.session_state[key]),
        width="stretch",
        wrap=True,
    )
