"""The keeper's part of a kept match: recording, undoing, striking, going back, and answering proposals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import streamlit as st

from advisor.errors import InputError, StoreError
from advisor.matchfile import read_entry
from advisor.store.journal import UNDO_SECONDS, NewEntry, append, go_back_to, plan_going_back, strike, undo
from advisor.store.proposals import Proposal, accept, decline, list_proposals
from advisor.ui import keeping
from advisor.ui.keeping import Form, Held
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.entries import PLAIN, say_entry, say_time
from advisor.ui.parts.frame import show_heading
from advisor.ui.parts.happening import KINDS, ask_what
from advisor.ui.parts.language import Words, mark, words
from advisor.ui.parts.markup import icon, listed, literal, text, write
from advisor.ui.parts.proposed import judged
from advisor.ui.possible import find_possible

_BEFORE: Mapping[str, tuple[str, Sequence[str]]] = {
    "nothing": (mark("nothing"), ()),
    "end": (mark("the period ends"), ("end_period",)),
    "next": (mark("the period ends and the next starts"), ("end_period", "start_period")),
    "stop": (mark("play stops"), ("stop",)),
    "resume": (mark("play goes on"), ("resume",)),
}
"""What may have been forgotten, to be recorded before what is recorded again."""

_SHOWN = 12
"""How many of the last entries are offered to be put right."""


def read_clock(written: str) -> int | None:
    """Seconds of a clock such as 4:20; None where it is none."""
    minutes, colon, seconds = written.strip().partition(":")
    if not (minutes.isdecimal() and (seconds.isdecimal() if colon else True)):
        return None
    return int(minutes) * 60 + int(seconds or 0) if colon else int(minutes)


# -- recording -------------------------------------------------------------------------------------------------------


def show_recording(held: Held, picture: Picture) -> None:
    """What can be recorded now: by one tap, or by a few."""
    _ = words()
    match = held.stored.match
    possible = find_possible(match)
    form = Form(held, "record")
    at_once, more = st.columns(2, gap="large")
    with at_once:
        show_heading(_("Record"))
        with st.container(key="at-once"):
            for number, data in enumerate(possible.at_once):
                entry = read_entry(data)
                label = say_entry(entry, picture) if entry.entry == "goal" else _(PLAIN[entry.entry])
                st.button(
                    literal(label),
                    key=f"at-once-{data['entry']}-{data.get('team', '')}",
                    type="primary" if number == 0 else "secondary",
                    on_click=_record,
                    args=(held, data, picture),
                    width="stretch",
                )
        if possible.at_once:
            clock = form.write("clock", _("Clock of the period, if you know it"), placeholder="4:20")
            if clock and read_clock(clock) is None:
                write(f'<p class="note">{text(_("A clock is minutes and seconds, as in 4:20."))}</p>')
    with more:
        entry_data = ask_what(form, possible, picture, match, list(match.teams), list(KINDS))
        st.button(
            _("Record it"),
            key="record",
            icon=":material/check:",
            type="primary",
            disabled=entry_data is None,
            on_click=_record,
            args=(held, entry_data, picture),
            width="stretch",
        )


def _record(held: Held, entry: Mapping[str, Any], picture: Picture) -> None:
    form = Form(held, "record")
    clock = read_clock(form.get("clock") or "")
    # At a start the clock begins anew; what was written belongs to the period before.
    if clock is not None and entry["entry"] not in ("start", "start_period"):
        entry = {**entry, "clock": clock}
    if keeping.act(lambda: append(keeping.the_store(), held.match_id, held.count, [entry], held.actor)):
        form.clear()


@st.fragment(run_every=1)
def show_undo(held: Held, picture: Picture) -> None:
    """A button that takes the last entry back, for as long as that needs no reason."""
    _ = words()
    stored = held.stored
    standing = [n for n, entry in enumerate(stored.match.journal) if n not in stored.struck and entry.entry != "strike"]
    if not standing:
        return
    entry = stored.match.journal[standing[-1]]
    try:
        age = (datetime.now(UTC) - datetime.fromisoformat(entry.at or "")).total_seconds()
    except (ValueError, TypeError):
        return
    if age > UNDO_SECONDS or entry.by != stored.access.by:
        return
    label = _("Undo: {entry}").format(entry=say_entry(entry, picture))
    if st.button(literal(label), key="undo", icon=":material/undo:", on_click=_undo, args=(held,), width="stretch"):
        st.rerun()


def _undo(held: Held) -> None:
    keeping.act(
        lambda: undo(keeping.the_store(), held.match_id, held.count, held.actor), words()("The last entry is undone.")
    )


# -- putting right ---------------------------------------------------------------------------------------------------


def show_correcting(held: Held, picture: Picture) -> None:
    """Striking one of the last entries, or going back to before it."""
    _ = words()
    stored, form = held.stored, Form(held, "correct")
    journal = stored.match.journal
    standing = [str(n) for n, e in enumerate(journal) if n not in stored.struck and e.entry != "strike"]
    if not standing:
        return
    show_heading(_("Put an entry right"))
    if not st.session_state.get("correct-all"):
        standing = standing[-_SHOWN:]

    def name(option: str) -> str:
        return f"{option}: {say_entry(journal[int(option)], picture)}"

    chosen = form.choose("number", _("Which entry?"), standing[::-1], name, clears=("reason", "again", "before"))
    if len(standing) == _SHOWN:
        st.button(_("Earlier entries"), key="correct-more", on_click=_show_all, width="stretch")
    if chosen is None:
        return
    number = int(chosen)
    reason = form.write("reason", _("Reason, such as: wrong player"))
    st.button(
        _("Strike this entry only"),
        key="strike",
        icon=":material/block:",
        disabled=not reason.strip(),
        on_click=_strike,
        args=(held, number, reason),
        width="stretch",
    )
    _show_going_back(held, number, reason, form, picture, _)


def _show_all() -> None:
    st.session_state["correct-all"] = True


def _strike(held: Held, number: int, reason: str) -> None:
    done = words()("Entry {number} is struck.").format(number=number)
    if keeping.act(lambda: strike(keeping.the_store(), held.match_id, held.count, number, reason, held.actor), done):
        Form(held, "correct").clear()


def _show_going_back(held: Held, number: int, reason: str, form: Form, picture: Picture, _: Words) -> None:
    try:
        plan = plan_going_back(keeping.the_store(), held.match_id, number, held.actor)
    except (InputError, StoreError) as error:
        keeping.show_errors(error)
        return
    show_heading(
        _("Go back to here"),
        _("This entry and all after it are struck, and those that stay tapped are recorded again, in one go."),
        level=3,
    )
    before = form.choose(
        "before",
        _("Forgotten before it"),
        list(_BEFORE),
        lambda found: _(_BEFORE[found][0]),
        default="nothing",
        clears=("again",),
    )
    options, numbers = [str(place) for place in range(len(plan.again))], sorted(plan.strikes)
    if form.get("again") is None:
        # The first one is what one goes back for.
        form.values["again"] = options if before != "nothing" else options[1:]
    again = form.choose(
        "again",
        _("Recorded again"),
        options,
        lambda found: f"{numbers[int(found)]}: {say_entry(plan.again[int(found)], picture)}",
        many=True,
    )
    entries: list[NewEntry] = [{"entry": kind} for kind in _BEFORE[before or "nothing"][1]]
    entries += [plan.again[int(place)] for place in sorted(again, key=int)]
    st.button(
        _("Go back and record these again"),
        key="go-back",
        icon=":material/history:",
        disabled=not reason.strip() or plan.count != held.count,
        on_click=_go_back,
        args=(held, number, reason, entries),
        width="stretch",
    )


def _go_back(held: Held, number: int, reason: str, again: Sequence[NewEntry]) -> None:
    _ = words()
    done = _("Struck from entry {number} on. Recorded again: {count}.")
    done = done.format(number=number, count=len(again))
    if keeping.act(
        lambda: go_back_to(keeping.the_store(), held.match_id, held.count, number, reason, again, held.actor), done
    ):
        Form(held, "correct").clear()


# -- proposals -------------------------------------------------------------------------------------------------------


def show_waiting(held: Held, picture: Picture) -> None:
    """The proposals that wait for the keeper's answer."""
    _ = words()
    try:
        waiting = list_proposals(keeping.the_store(), held.match_id, held.actor, waiting_only=True)
    except StoreError:
        return
    for proposal in waiting:
        with st.container(key=f"proposal-{proposal.id}", border=True):
            _show_proposal(held, proposal, picture, _)


def _show_proposal(held: Held, proposal: Proposal, picture: Picture, _: Words) -> None:
    team = picture.names.get(proposal.team, proposal.team)
    show_heading(_("{team} proposes").format(team=team), f"{proposal.by} · {say_time(proposal.at)}")
    rows = [text(say_entry(entry, picture)) for entry in proposal.entries]
    write(listed(rows, "rows") + judged(held.stored.match, proposal.entries, proposal.team))
    if proposal.moved_on:
        moved = _("The match has moved on since: it cannot be accepted as it is. The captain is told, and renews it.")
        write(f'<p class="warning">{icon("clock")}{text(moved)}</p>')
    st.button(
        _("Accept and record"),
        key=f"accept-{proposal.id}",
        icon=":material/check:",
        type="primary",
        disabled=proposal.moved_on,
        on_click=_accept,
        args=(held, proposal),
        width="stretch",
    )
    form = Form(held, f"answer-{proposal.id}")
    reason = form.write("reason", _("Reason to decline"))
    st.button(
        _("Decline"),
        key=f"decline-{proposal.id}",
        icon=":material/close:",
        on_click=_decline,
        args=(held, proposal, reason),
        width="stretch",
    )


def _accept(held: Held, proposal: Proposal) -> None:
    keeping.act(
        lambda: accept(keeping.the_store(), held.match_id, held.count, proposal.id, held.actor),
        words()("Accepted and recorded."),
    )


def _decline(held: Held, proposal: Proposal, reason: str) -> None:
    if keeping.act(
        lambda: decline(keeping.the_store(), held.match_id, proposal.id, reason, held.actor), words()("Declined.")
    ):
        Form(held, f"answer-{proposal.id}").clear()
