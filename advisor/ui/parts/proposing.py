"""The captain's part of a kept match: what he supposes, the legal lineups for it, and what he proposes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

import streamlit as st

from advisor.answer_types import Option
from advisor.errors import InputError, StoreError
from advisor.matchfile import read_entry
from advisor.store.drafts import find_what_if, keep_what_if
from advisor.store.journal import append
from advisor.store.proposals import Proposal, list_proposals, propose, renew, withdraw
from advisor.ui import keeping
from advisor.ui.keeping import Form, Held
from advisor.ui.parts import address, ask, countdown
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.captain import show_captain
from advisor.ui.parts.cards import Action
from advisor.ui.parts.entries import say_by, say_entry, say_time
from advisor.ui.parts.filters import Numbered
from advisor.ui.parts.frame import show_heading, show_jump
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import chip, icon, listed, text, write
from advisor.ui.parts.proposed import judged
from advisor.ui.parts.showing import note_recorded
from advisor.ui.parts.supposing import Supposed, show_happened
from advisor.ui.suppositions import plain

_ANSWERS: Mapping[str, tuple[str, str, str]] = {
    "waiting": (mark("Waits for the keeper"), "clock", "is-later"),
    "accepted": (mark("Accepted and recorded"), "check", "is-legal"),
    "declined": (mark("Declined"), "cross", "is-illegal"),
    "withdrawn": (mark("Taken back"), "cross", "is-illegal"),
}
_SINCE = "supposed"
"""The form that keeps since when something is supposed, for the minutes that run."""

_LAST = 3
"""How many of his proposals a captain sees."""


def show_lineups(held: Held, picture: Picture, team: str) -> None:
    """What has happened, the legal lineups for it, and choosing one."""
    _ = words()
    last = _show_own_proposals(held, picture, team, _) if held.stored.access.is_captain_of(team) else None
    note_recorded(held.count)
    supposed = _supposed(held)
    match, form = supposed.match, Form(held, f"choice-{team}")
    if match is None:
        # What was supposed is not possible any more.
        show_happened(supposed, picture, team)
        return
    picture = ask.picture(ask.as_text(match), chosen_language())
    show_happened(supposed, picture, team)
    if address.find("what"):
        return
    decision = _decision(form, team)
    started = picture.moment != "before_start"
    choose = Action("choose", _choose_label, lambda option: _choose(form, option), ":material/send:")
    show_captain(
        supposed,
        match,
        picture,
        team,
        action=choose if started else None,
        name=lambda player: form.put(**{"name": player, "out": None, "in": None}),
        label=_("Choose to name {player}"),
        leads=decision is None and last is None,
    )
    if decision is not None:
        _show_choice(held, supposed, form, picture, team, decision, _)
    elif last is not None:
        word, __, css = _ANSWERS[last.status]
        show_jump(css, _("You proposed: {answer}").format(answer=_(word)), to="own-proposals")


def _choose_label(row: Numbered) -> str:
    _ = words()
    return _("Choose {number}").format(number=row.number)


def _choose(form: Form, option: Option) -> None:
    form.put(**{"out": list(option.out), "in": list(option.in_), "name": None})


def _supposed(held: Held) -> Supposed:
    """What this captain supposes, kept with his link."""
    store, recorded = keeping.the_store(), held.stored.match
    since = Form(held, _SINCE)

    def put(entries: Sequence[Mapping[str, Any]]) -> None:
        if keeping.act(lambda: keep_what_if(store, held.match_id, held.count, entries, held.actor)):
            for team in recorded.teams:
                Form(held, f"choice-{team}").clear()
            since.put(since=(since.get("since") or countdown.now().isoformat()) if entries else None)

    try:
        found = find_what_if(store, held.match_id, held.actor)
    except StoreError:
        found = None
    if found is None:
        return Supposed(recorded, (), recorded, None, False, None, put)
    started = since.get("since")
    at = datetime.fromisoformat(started if isinstance(started, str) else found.at)
    return Supposed(recorded, found.entries, found.match, found.problem, found.moved_on, at, put)


# -- the choice ------------------------------------------------------------------------------------------------------


def _show_choice(
    held: Held, supposed: Supposed, form: Form, picture: Picture, team: str, decision: dict[str, Any], _: Words
) -> None:
    """What is chosen, in a bar that stays at the bottom until it is proposed, or let go."""
    try:
        entry = read_entry(decision)
    except InputError:
        return
    happening, may_record = list(supposed.entries), held.stored.access.may_record
    entries = [*map(plain, happening), decision]
    with st.bottom, st.container(key="choice"):
        show_heading(_("You propose") if not may_record else _("You would record"))
        rows = [text(say_entry(one, picture)) for one in [*happening, entry]]
        write(listed(rows, "rows") + judged(held.stored.match, [*happening, entry], team))
        with st.container(key="choice-buttons", horizontal=True):
            form.button(
                _("Record it") if may_record else _("Propose it to the keeper"),
                "record-choice" if may_record else "propose",
                partial(_finish, held, form, team, entries, may_record),
                icon=":material/check:" if may_record else ":material/send:",
                is_primary=True,
            )
            st.button(_("Choose another"), key="choose-none", on_click=form.clear)


def _decision(form: Form, team: str) -> dict[str, Any] | None:
    if form.get("name"):
        return {"entry": "designate", "player": form.get("name")}
    if form.get("out") or form.get("in"):
        return {"entry": "substitute", "team": team, "out": form.get("out") or [], "in": form.get("in") or []}
    return None


def _finish(held: Held, form: Form, team: str, entries: Sequence[Mapping[str, Any]], records: bool) -> None:
    _ = words()
    store = keeping.the_store()
    done = _("Recorded.") if records else _("Proposed: the keeper sees it now.")
    if records:
        is_done = keeping.act(lambda: append(store, held.match_id, held.count, entries, held.actor), done)
    else:
        is_done = keeping.act(lambda: propose(store, held.match_id, held.count, team, entries, held.actor), done)
    if not is_done:
        return
    form.clear()
    Form(held, _SINCE).clear()
    count = held.count + (len(entries) if records else 0)
    try:
        keep_what_if(store, held.match_id, count, [], held.actor)
    except (InputError, StoreError):
        return


# -- his proposals ---------------------------------------------------------------------------------------------------


def _show_own_proposals(held: Held, picture: Picture, team: str, _: Words) -> Proposal | None:
    """His last proposals; the very last one while it waits, or was declined and nothing has been recorded since."""
    if held.stored.access.may_record or not held.stored.seen.revision:
        return None
    try:
        found = list_proposals(keeping.the_store(), held.match_id, held.actor)
    except StoreError:
        return None
    write('<div id="own-proposals"></div>')
    shown = [proposal for proposal in found if proposal.status != "withdrawn"][-_LAST:]
    for proposal in reversed(shown):
        _show_own(held, proposal, picture, team, _)
    last = shown[-1] if shown else None
    if last is None or last.status == "accepted" or (last.status == "declined" and last.count != held.count):
        return None
    return last


def _show_own(held: Held, proposal: Proposal, picture: Picture, team: str, _: Words) -> None:
    word, shape, css = _ANSWERS[proposal.status]
    said = text(say_entry(proposal.entries[-1], picture))
    rows = [f"<p><b>{said}</b> {chip(css, _(word), shape)}</p>"]
    if proposal.reason:
        rows.append(f"<p>{text(_('Reason: {reason}').format(reason=proposal.reason))}</p>")
    facts = [f"{say_by(proposal.by, picture)} {say_time(proposal.at)}"]
    if proposal.decided_by:
        facts.append(f"{say_by(proposal.decided_by, picture)} {say_time(proposal.decided_at)}")
    rows.append(f'<p class="note">{text(" · ".join(facts))}</p>')
    if proposal.status != "waiting":
        write(f'<div class="answered {proposal.status}">{"".join(rows)}</div>')
        return
    with st.container(key=f"mine-{proposal.id}", border=True):
        write("".join(rows))
        if proposal.moved_on:
            moved = _("The match has moved on since you proposed this. As it is now:")
            write(f'<p class="warning">{icon("clock")}{text(moved)}</p>')
            write(judged(held.stored.match, proposal.entries, team))
            st.button(
                _("Propose it again"),
                key=f"renew-{proposal.id}",
                type="primary",
                on_click=_renew,
                args=(held, proposal),
                width="stretch",
            )
        st.button(
            _("Take it back"), key=f"withdraw-{proposal.id}", on_click=_withdraw, args=(held, proposal), width="stretch"
        )


def _renew(held: Held, proposal: Proposal) -> None:
    keeping.act(
        lambda: renew(keeping.the_store(), held.match_id, held.count, proposal.id, held.actor),
        words()("Proposed: the keeper sees it now."),
    )


def _withdraw(held: Held, proposal: Proposal) -> None:
    keeping.act(
        lambda: withdraw(keeping.the_store(), held.match_id, proposal.id, held.actor), words()("It is taken back.")
    )
