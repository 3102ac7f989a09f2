"""The captains' proposals that wait for the keeper: a bar in every view, and each with its verdict and answer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from advisor.errors import StoreError
from advisor.store.proposals import Proposal, accept, decline, list_proposals
from advisor.ui import keeping
from advisor.ui.keeping import Form, Held
from advisor.ui.parts import say
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.entries import say_by, say_entry, say_time
from advisor.ui.parts.frame import show_heading
from advisor.ui.parts.language import Words, mark, plural_words, words
from advisor.ui.parts.markup import icon, listed, literal, text, write
from advisor.ui.parts.proposed import judged

_REASONS = (mark("Not legal"), mark("Too late"), mark("Play goes on"))
"""Reasons to decline that are tapped instead of written."""


def find_waiting(held: Held) -> tuple[Proposal, ...]:
    """The proposals that wait; none where the store does not answer."""
    if not held.stored.seen.revision:
        return ()  # nobody has ever proposed anything
    try:
        return list_proposals(keeping.the_store(), held.match_id, held.actor, waiting_only=True)
    except StoreError:
        return ()


def show_bar(waiting: Sequence[Proposal], picture: Picture, *, is_here: bool) -> None:
    """How many wait and of whom, at the bottom of the screen; a tap leads to them. ``is_here``: they are above."""
    if not waiting:
        return
    ngettext = plural_words()
    teams = ", ".join(dict.fromkeys(picture.names.get(proposal.team, proposal.team) for proposal in waiting))
    pattern = ngettext("{count} proposal waits: {teams}", "{count} proposals wait: {teams}", len(waiting))
    label = pattern.format(count=len(waiting), teams=teams)
    with st.bottom:
        if is_here:
            write(f'<a class="jump" href="#proposals">{icon("clock")}{text(label)}</a>')
        elif st.button(literal(label), key="waiting", icon=":material/inbox:", type="primary", width="stretch"):
            keeping.go_to("kept", view="record")


def show_waiting(held: Held, waiting: Sequence[Proposal], picture: Picture) -> None:
    """The proposals that wait for the keeper's answer."""
    if waiting:
        write('<div id="proposals"></div>')
    _ = words()
    for proposal in waiting:
        with st.container(key=f"proposal-{proposal.id}", border=True):
            _show_proposal(held, proposal, picture, _)


def _show_proposal(held: Held, proposal: Proposal, picture: Picture, _: Words) -> None:
    team = picture.names.get(proposal.team, proposal.team)
    show_heading(
        _("{team} proposes").format(team=team), say.joined([say_by(proposal.by, picture), say_time(proposal.at)])
    )
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
    if not form.get("asked"):
        st.button(
            _("Decline"),
            key=f"declining-{proposal.id}",
            icon=":material/close:",
            on_click=form.put,
            kwargs={"asked": True},
            width="stretch",
        )
        return
    reasons = {_(reason): _(reason) for reason in _REASONS}
    form.choose("quick", _("Reason to decline"), list(reasons), reasons.__getitem__, sets="reason")
    reason = form.write("reason", _("Or in other words"))
    form.button(
        _("Decline it"),
        f"decline-{proposal.id}",
        partial(_decline, held, proposal, reason),
        icon=":material/close:",
        disabled=not reason.strip(),
    )
    st.button(_("Not now"), key=f"undecided-{proposal.id}", on_click=form.put, kwargs={"asked": None}, width="stretch")


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
