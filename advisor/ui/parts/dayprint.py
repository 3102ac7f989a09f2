"""All of an event's day in one print: sheets, QR codes and the plans of every team."""

from __future__ import annotations

import streamlit as st

from advisor.errors import StoreError
from advisor.plan.day import load_day
from advisor.store import Actor
from advisor.ui import keeping
from advisor.ui.parts.connecting import find_places, picked_place
from advisor.ui.parts.language import chosen_language, words
from advisor.ui.parts.markup import text, write
from advisor.ui.parts.printing import show_download
from advisor.ui.planning import day_of

_MADE = "day-made"
"""Where the session keeps that the print was asked for."""


def show_day(organiser: Actor) -> None:
    """The button that makes the print of the day, its progress, and then the one that downloads it."""
    _ = words()
    said = _("One print of all matches: sheets, QR codes, and what to do if a player is lost.")
    write(f'<p class="lead">{text(said)}</p>')
    if st.button(_("Make the print of the day"), key="make-day", icon=":material/print:", width="stretch"):
        st.session_state[_MADE] = True
    if not st.session_state.get(_MADE):
        return
    try:
        day = load_day(keeping.the_store(), organiser)
    except StoreError as error:
        keeping.show_errors(error)
        return
    pdf = day_of(day, chosen_language(), picked_place(find_places()))
    show_download(_("The print of the day (PDF)"), "day.pdf", "application/pdf", "day", lambda: pdf)
