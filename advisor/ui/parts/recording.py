"""The keeper's part of a kept match: recording what happened with the least typing, and undoing it at once."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import streamlit as st

from advisor.matchfile import read_entry
from advisor.play.following import follow
from advisor.play.saying import say_clock
from advisor.store.journal import UNDO_SECONDS, append, undo
from advisor.ui import keeping
from advisor.ui.keeping import Form, Held
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.clock import Clock
from advisor.ui.parts.entries import say_entry
from advisor.ui.parts.frame import show_heading
from advisor.ui.parts.happening import KINDS, ask_what
from advisor.ui.parts.language import Words, chosen_language, words
from advisor.ui.parts.markup import literal, write
from advisor.ui.parts.proposed import judged
from advisor.ui.parts.restarting import cited, show_restart
from advisor.ui.parts.voidgoals import show_void_goals
from advisor.ui.possible import Possible, find_possible

_WITHOUT_CLOCK = ("start", "start_period", "clock_correction")
"""Entries that begin a clock, or say themselves what it shows."""

_JUDGED = ("substitute", "designate")
"""Entries that are judged while they are put together."""


def show_recording(held: Held, picture: Picture) -> None:
    """What can be recorded now, the most likely first: by one tap, or by a few."""
    _ = words()
    possible = find_possible(held.stored.match)
    clock = Clock(held, picture)
    at_once, asked = st.columns(2, gap="large")
    if possible.likely[0]:
        # What is due comes before what may happen at any time; columns stand below each other on a phone.
        at_once, asked = asked, at_once
    with asked:
        _show_asked(held, picture, possible, clock, _)
    with at_once:
        _show_at_once(held, picture, possible, clock, _)


def _show_at_once(held: Held, picture: Picture, possible: Possible, clock: Clock, _: Words) -> None:
    if not possible.at_once:
        return
    show_heading(_("By one tap"))
    with st.container(key="at-once"):
        for number, data in enumerate(possible.at_once):
            st.button(
                literal(say_entry(read_entry(data), picture)),
                key=f"at-once-{data['entry']}-{data.get('team', '')}",
                type="primary" if number == 0 and not possible.likely[0] else "secondary",
                on_click=_record,
                args=(held, data, clock),
                width="stretch",
            )
    clock.show()
    play = follow(held.stored.match)
    show_void_goals(held, play, picture)
    show_restart(play, picture.names)
    if play.clock.phase == "ended":
        write(cited(say_clock(play, chosen_language(), picture.names)))
    keeping.show_link("clock", _("Clock, restarts and shootout") if possible.shootout else _("Clock and restarts"))


def _show_asked(held: Held, picture: Picture, possible: Possible, clock: Clock, _: Words) -> None:
    match = held.stored.match
    form = Form(held, "record")
    entry = ask_what(form, possible, picture, match, list(match.teams), list(KINDS))
    if entry is not None and entry["entry"] in _JUDGED:
        write(judged(match, [read_entry(entry)], entry.get("team") or picture.fouled))
    form.button(
        _("Record it"),
        "record",
        partial(_record, held, entry or {}, clock),
        icon=":material/check:",
        is_primary=True,
        disabled=entry is None,
    )


def _record(held: Held, entry: Mapping[str, Any], clock: Clock) -> None:
    seconds = clock.now()
    if seconds is not None and entry["entry"] not in _WITHOUT_CLOCK:
        entry = {**entry, "clock": seconds}
    if keeping.act(lambda: append(keeping.the_store(), held.match_id, held.count, [entry], held.actor)):
        Form(held, "record").clear()
        clock.recorded()


def undo_until(held: Held) -> datetime | None:
    """Until when the last entry is taken back without a reason; None where it cannot be, or not any more."""
    number = _last(held)
    entry = None if number is None else held.stored.match.journal[number]
    if entry is None or not held.stored.access.may_record or entry.by != held.stored.access.by:
        return None
    try:
        until = datetime.fromisoformat(entry.at or "") + timedelta(seconds=UNDO_SECONDS)
        return until if until > datetime.now(UTC) else None
    except (ValueError, TypeError, OverflowError):
        return None


def show_undo(held: Held, picture: Picture) -> None:
    """A button that takes the last entry back, where that needs no reason; the page is shown anew once it does."""
    number = _last(held)
    if number is None or undo_until(held) is None:
        return
    label = words()("Undo: {entry}").format(entry=say_entry(held.stored.match.journal[number], picture))
    st.button(literal(label), key="undo", icon=":material/undo:", on_click=_undo, args=(held,), width="stretch")


def _last(held: Held) -> int | None:
    """The number of the last entry that stands."""
    journal, struck = held.stored.match.journal, held.stored.struck
    numbers = range(len(journal) - 1, -1, -1)
    return next((number for number in numbers if number not in struck and journal[number].entry != "strike"), None)


def _undo(held: Held) -> None:
    keeping.act(
        lambda: undo(keeping.the_store(), held.match_id, held.count, held.actor), words()("The last entry is undone.")
    )
