"""The captain's part of a kept match: what he supposes, the legal lineups for it, and what he proposes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from advisor.answer_types import Advice, Option
from advisor.errors import InputError, StoreError
from advisor.match import Entry, Match
from advisor.matchfile import read_entry
from advisor.store.drafts import WhatIf, find_what_if, keep_what_if
from advisor.store.journal import append
from advisor.store.proposals import Proposal, list_proposals, propose, renew, withdraw
from advisor.ui import keeping
from advisor.ui.keeping import Form, Held
from advisor.ui.parts import ask
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.cards import SHOWN, option_card, show_total, show_unusable, show_wanted
from advisor.ui.parts.entries import PLAIN, say_entry, say_time
from advisor.ui.parts.frame import show_heading, show_jump
from advisor.ui.parts.grounds import notes, unchecked
from advisor.ui.parts.happening import ask_what
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import chip, icon, listed, literal, text, write, write_if
from advisor.ui.parts.proposed import judged
from advisor.ui.possible import Possible, find_possible

_KINDS = ("unable", "card", "penalty_7", "recovered", "sit_out_over", "arrived", "left")
"""What a captain may say has happened, of his own team."""

_AT_ONCE = ("stop", "end_period")
_ANSWERS: Mapping[str, tuple[str, str, str]] = {
    "waiting": (mark("Waits for the keeper"), "clock", "is-later"),
    "accepted": (mark("Accepted and recorded"), "check", "is-legal"),
    "declined": (mark("Declined"), "cross", "is-illegal"),
    "withdrawn": (mark("Taken back"), "cross", "is-illegal"),
}
_LAST = 3
"""How many of his proposals a captain sees."""


def show_lineups(held: Held, picture: Picture, team: str) -> None:
    """What has happened, the legal lineups for it, and choosing one."""
    _ = words()
    access = held.stored.access
    if access.is_captain_of(team):
        _show_own_proposals(held, picture, team, _)
    what_if = _what_if(held)
    match = held.stored.match if what_if is None else what_if.match
    form = Form(held, f"choice-{team}")
    if match is None:
        # What was supposed is not possible any more.
        if what_if is not None:
            _show_supposed(held, what_if, picture, _)
        return
    text_of = ask.as_text(match)
    supposed = ask.picture(text_of, chosen_language())
    possible = find_possible(match)
    if what_if is not None:
        _show_supposed(held, what_if, supposed, _)
    _show_supposing(held, what_if, possible, supposed, match, team, _)
    advice = ask.advice(text_of, team, chosen_language())
    _show_choice(held, what_if, form, supposed, match, team, _)
    _show_answer(held, form, text_of, advice, supposed, team, _)


# -- what is supposed ------------------------------------------------------------------------------------------------


def _what_if(held: Held) -> WhatIf | None:
    try:
        return find_what_if(keeping.the_store(), held.match_id, held.actor)
    except StoreError:
        return None


def _show_supposed(held: Held, what_if: WhatIf, picture: Picture, _: Words) -> None:
    rows = [text(say_entry(entry, picture)) for entry in what_if.entries]
    below = f'<p class="note">{text(_("Only you see this."))}</p>'
    if what_if.problem is not None:
        said = f"{_('As the match is now this is not possible:')} {keeping.sentence(what_if.problem)}"
        below += f'<p class="warning">{icon("cross")}{text(said)}</p>'
    elif what_if.moved_on:
        said = _("The match has moved on since; what is below is answered for the match as it is now.")
        below += f'<p class="warning">{icon("clock")}{text(said)}</p>'
    with st.container(key="supposed", border=True):
        show_heading(_("You suppose"))
        write(listed(rows, "rows") + below)
        with st.container(key="supposed-buttons", horizontal=True):
            if len(what_if.entries) > 1:
                rest = [_plain(entry) for entry in what_if.entries[:-1]]
                st.button(_("Without the last"), key="suppose-less", on_click=_suppose, args=(held, rest))
            st.button(
                _("Forget it"), key="suppose-nothing", icon=":material/close:", on_click=_suppose, args=(held, [])
            )


def _show_supposing(
    held: Held,
    what_if: WhatIf | None,
    possible: Possible,
    picture: Picture,
    match: Match,
    team: str,
    _: Words,
) -> None:
    before = [_plain(entry) for entry in what_if.entries] if what_if is not None else []
    form = Form(held, f"suppose-{team}")
    entry = ask_what(form, possible, picture, match, [team], _KINDS)
    if form.get("what") is None:
        ready = [data for data in possible.at_once if data["entry"] in _AT_ONCE]
        with st.container(key="suppose-at-once", horizontal=True):
            for data in ready:
                st.button(
                    _(PLAIN[data["entry"]]),
                    key=f"suppose-{data['entry']}",
                    on_click=_suppose,
                    args=(held, [*before, data]),
                    width="stretch",
                )
        return
    st.button(
        _("Show the lineups for it"),
        key="suppose",
        type="primary",
        disabled=entry is None,
        on_click=_suppose,
        args=(held, [*before, entry], form),
        width="stretch",
    )


def _suppose(held: Held, entries: Sequence[Mapping[str, Any]], form: Form | None = None) -> None:
    store = keeping.the_store()
    if keeping.act(lambda: keep_what_if(store, held.match_id, held.count, entries, held.actor)):
        for team in held.stored.match.teams:
            Form(held, f"choice-{team}").clear()
        if form is not None:
            form.clear()


def _plain(entry: Entry) -> dict[str, Any]:
    data: dict[str, Any] = entry.model_dump(mode="json", exclude_unset=True)
    return data


# -- the answer ------------------------------------------------------------------------------------------------------


def _show_answer(held: Held, form: Form, match: str, advice: Advice, picture: Picture, team: str, _: Words) -> None:
    started = picture.moment != "before_start"
    write_if(notes(advice.warnings, advice, picture))
    if advice.removals:
        _show_removals(form, advice, picture, _)
    show_total(advice, picture)
    now = [option for option in advice.options if option.when != "period_end"]
    later = [option for option in advice.options if option.when == "period_end"]
    _show_cards(form, match, now, picture, team, "now", may_choose=started)
    show_wanted(advice, picture)
    show_unusable(advice.unusable, picture, team)
    if later:
        title = _("At the end of the period: {count}").format(count=advice.totals.period_end)
        with st.expander(title, icon=":material/schedule:", key="later", on_change="rerun") as opened:
            if opened.open:
                _show_cards(form, match, later, picture, team, "later", may_choose=False)
    write(unchecked(advice.not_checked))


def _show_cards(
    form: Form, match: str, options: Sequence[Option], picture: Picture, team: str, key: str, *, may_choose: bool
) -> None:
    _ = words()
    more = f"kept-all-{key}"
    shown = options if st.session_state.get(more) else options[:SHOWN]
    lineups = tuple(tuple(option.lineup) for option in shown)
    workings = ask.workings(match, team, lineups, key == "later", chosen_language())
    with st.container(key=f"cards-{key}"):
        for number, (option, worked) in enumerate(zip(shown, workings, strict=True), 1):
            with st.container(key=f"card-{key}-{number}" if may_choose else f"plain-{key}-{number}"):
                write(option_card(option, number, picture, team, worked))
                if may_choose:
                    st.button(
                        _("Choose {number}").format(number=number),
                        key=f"choose-{number}",
                        on_click=form.put,
                        kwargs={"out": list(option.out), "in": list(option.in_), "name": None},
                        width="stretch",
                    )
    if len(shown) < len(options):
        label = _("Show {count} more").format(count=len(options) - len(shown))
        st.button(label, key=f"{more}-ask", on_click=_open, args=(more,), width="stretch")


def _open(key: str) -> None:
    st.session_state[key] = True


def _show_removals(form: Form, advice: Advice, picture: Picture, _: Words) -> None:
    other = picture.other(advice.team)
    show_heading(
        _("Penalty 7: whom the captain may name"),
        _("Bring in a substitute as below, or name one of these: then both teams play with one fewer to the end."),
    )
    with st.container(key="removals"):
        for removal in advice.removals:
            st.button(
                _("Name {player}").format(player=literal(other.label(removal.player))),
                key=f"name-{removal.player}",
                on_click=form.put,
                kwargs={"name": removal.player, "out": None, "in": None},
                width="stretch",
            )


# -- the choice ------------------------------------------------------------------------------------------------------


def _show_choice(
    held: Held,
    what_if: WhatIf | None,
    form: Form,
    picture: Picture,
    match: Match,
    team: str,
    _: Words,
) -> None:
    decision = _decision(form, team)
    if decision is None:
        return
    try:
        entry = read_entry(decision)
    except InputError:
        return
    happening = list(what_if.entries) if what_if is not None else []
    access = held.stored.access
    with st.container(key="choice", border=True):
        show_heading(_("You propose") if not access.may_record else _("You would record"))
        rows = [text(say_entry(one, picture)) for one in [*happening, entry]]
        # The strip at the bottom of a phone leads up to here.
        write('<div id="answer"></div>' + listed(rows, "rows") + judged(held.stored.match, [*happening, entry], team))
        show_jump("is-legal", _("To what is chosen"))
        entries = [*(_plain(one) for one in happening), decision]
        if access.may_record:
            st.button(
                _("Record it"),
                key="record-choice",
                type="primary",
                on_click=_finish,
                args=(held, form, team, entries, True),
                width="stretch",
            )
        else:
            st.button(
                _("Propose it to the keeper"),
                key="propose",
                icon=":material/send:",
                type="primary",
                on_click=_finish,
                args=(held, form, team, entries, False),
                width="stretch",
            )
        st.button(_("Choose another"), key="choose-none", on_click=form.clear, width="stretch")


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
    count = held.count + (len(entries) if records else 0)
    try:
        keep_what_if(store, held.match_id, count, [], held.actor)
    except (InputError, StoreError):
        return


# -- his proposals ---------------------------------------------------------------------------------------------------


def _show_own_proposals(held: Held, picture: Picture, team: str, _: Words) -> None:
    if held.stored.access.may_record:
        return
    try:
        found = list_proposals(keeping.the_store(), held.match_id, held.actor)
    except StoreError:
        return
    shown = [proposal for proposal in found if proposal.status != "withdrawn"][-_LAST:]
    for proposal in reversed(shown):
        _show_own(held, proposal, picture, team, _)


def _show_own(held: Held, proposal: Proposal, picture: Picture, team: str, _: Words) -> None:
    word, shape, css = _ANSWERS[proposal.status]
    said = text(say_entry(proposal.entries[-1], picture))
    rows = [f"<p><b>{said}</b> {chip(css, _(word), shape)}</p>"]
    if proposal.reason:
        rows.append(f"<p>{text(_('Reason: {reason}').format(reason=proposal.reason))}</p>")
    facts = [f"{proposal.by} {say_time(proposal.at)}"]
    if proposal.decided_by:
        facts.append(f"{proposal.decided_by} {say_time(proposal.decided_at)}")
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
