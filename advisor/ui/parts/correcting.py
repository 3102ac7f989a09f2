"""The journal: each entry with what it did, and for the keeper the ways to put it right, by a tap on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import streamlit as st

from advisor.errors import InputError, StoreError
from advisor.folds import fold_of
from advisor.match import Entry
from advisor.store.journal import GoingBack, NewEntry, go_back_to, plan_going_back, strike
from advisor.ui import keeping
from advisor.ui.keeping import Form, Held
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.effects import say_effects
from advisor.ui.parts.entries import Teller, journal_list, say_entry
from advisor.ui.parts.frame import show_heading
from advisor.ui.parts.language import Words, mark, words
from advisor.ui.parts.markup import icon, listed, literal, text, write
from advisor.ui.possible import is_possible

_BEFORE: Mapping[str, tuple[str, Sequence[str]]] = {
    "nothing": (mark("nothing"), ()),
    "end": (mark("the period ends"), ("end_period",)),
    "next": (mark("the period ends and the next starts"), ("end_period", "start_period")),
    "stop": (mark("play stops"), ("stop",)),
    "resume": (mark("play goes on"), ("resume",)),
}
"""What may have been forgotten, to be recorded before what is recorded again."""

_REASONS = (mark("Wrong player"), mark("Wrong team"), mark("Did not happen"), mark("Wrong moment"))
"""Reasons that are tapped instead of written."""

_SHOWN = 12
"""How many of the last entries are there to be tapped before one asks for the earlier ones."""


def show_journal(held: Held, picture: Picture) -> None:
    """The journal, the last entry first."""
    _ = words()
    stored = held.stored
    journal = stored.match.journal
    if not journal:
        show_heading(_("What happened"))
        below = _("Here stands each entry, the last first, as soon as the match has started.")
        write(f'<p class="lead">{text(_("Nothing is recorded yet."))} {text(below)}</p>')
        return
    show_heading(_("What happened, the last first"))
    if not stored.access.may_record:
        write(journal_list(journal, stored.struck, picture))
        return
    write(f'<p class="lead">{text(_("Tap an entry to see what it did, to strike it, or to go back to it."))}</p>')
    form, teller = Form(held, "correct"), Teller(picture)
    first = 0 if st.session_state.get("correct-all") else max(0, len(journal) - _SHOWN)
    with st.container(key="journal"):
        for number in range(len(journal) - 1, first - 1, -1):
            entry = journal[number]
            if number in stored.struck or entry.entry == "strike":
                write(journal_list([entry], stored.struck, picture, first=number))
                continue
            is_open = form.get("number") == str(number)
            st.button(
                _label(number, entry, teller),
                key=f"entry-{number}",
                icon=":material/expand_less:" if is_open else ":material/expand_more:",
                on_click=_open,
                args=(form, "" if is_open else str(number)),
                width="stretch",
            )
            if is_open:
                with st.container(key="correct-box", border=True):
                    _show_entry(held, number, form, picture, _)
    if first:
        st.button(_("Earlier entries"), key="correct-more", on_click=_show_all, width="stretch")


def _label(number: int, entry: Entry, teller: Teller) -> str:
    return f"{literal(teller.entry(entry))} :small[{literal(teller.facts(number, entry))}]"


def _open(form: Form, number: str) -> None:
    form.clear()
    if number:
        form.put(number=number)


def _show_all() -> None:
    st.session_state["correct-all"] = True


def _show_entry(held: Held, number: int, form: Form, picture: Picture, _: Words) -> None:
    stored = held.stored
    did = [text(line) for line in say_effects(stored.match, number, stored.struck)]
    if stored.match.journal[number].entry not in ("player", "event"):
        did = did or [text(_("It changed nothing that is shown."))]
    write(f"<h3>{text(_('What it did'))}</h3>{listed(did, 'rows')}" if did else "")
    reasons = {_(reason): _(reason) for reason in _REASONS}
    form.choose("quick", _("Why is it put right?"), list(reasons), reasons.__getitem__, sets="reason")
    reason = form.write("reason", _("Or in other words"), placeholder=_("Reason, such as: wrong player"))
    _show_strike(held, number, reason, form, _)
    _show_going_back(held, number, reason, form, picture, _)


def _show_strike(held: Held, number: int, reason: str, form: Form, _: Words) -> None:
    # What later entries rest on cannot be taken from under them.
    can_go = is_possible(fold_of(held.stored.match), {"entry": "strike", "number": number})
    form.button(
        _("Strike this entry only"),
        "strike",
        partial(_strike, held, number, reason),
        icon=":material/block:",
        disabled=not (reason.strip() and can_go),
    )
    if not can_go:
        said = _("A later entry needs it, so it cannot go by itself: go back to here.")
        write(f'<p class="note">{icon("clock")}{text(said)}</p>')


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
    with st.expander(_("Go back to here"), icon=":material/history:", key="go-back-box"):
        _ask_going_back(held, number, reason, form, plan, picture, _)


def _ask_going_back(
    held: Held, number: int, reason: str, form: Form, plan: GoingBack, picture: Picture, _: Words
) -> None:
    below = _("This entry and all after it are struck, and those that stay tapped are recorded again, in one go.")
    write(f'<p class="lead">{text(below)}</p>')
    before = form.choose(
        "before",
        _("Forgotten before it"),
        list(_BEFORE),
        lambda found: _(_BEFORE[found][0]),
        default="nothing",
        clears=("again",),
    )
    options, numbers = [str(place) for place in range(len(plan.again))], sorted(plan.strikes)
    again = form.choose(
        "again",
        _("Recorded again"),
        options,
        lambda found: f"{numbers[int(found)]}: {say_entry(plan.again[int(found)], picture)}",
        many=True,
        # The first one is what one goes back for.
        default=options if before != "nothing" else options[1:],
    )
    entries: list[NewEntry] = [{"entry": kind} for kind in _BEFORE[before or "nothing"][1]]
    entries += [plan.again[int(place)] for place in sorted(again, key=int)]
    form.button(
        _("Go back and record these again"),
        "go-back",
        partial(_go_back, held, number, reason, entries),
        icon=":material/history:",
        disabled=not reason.strip() or plan.count != held.count,
    )


def _go_back(held: Held, number: int, reason: str, again: Sequence[NewEntry]) -> None:
    _ = words()
    done = _("Struck from entry {number} on. Recorded again: {count}.")
    done = done.format(number=number, count=len(again))
    if keeping.act(
        lambda: go_back_to(keeping.the_store(), held.match_id, held.count, number, reason, again, held.actor), done
    ):
        Form(held, "correct").clear()
