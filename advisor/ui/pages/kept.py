"""A kept match, for each of its roles: the keeper records, a captain asks and proposes, an onlooker reads."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import streamlit as st

from advisor.errors import StoreError
from advisor.narrate import say_goals
from advisor.store.roles import public_secret, replace_secret
from advisor.store.transfer import match_text
from advisor.ui import keeping
from advisor.ui.keeping import Held
from advisor.ui.parts import address, ask, say
from advisor.ui.parts.ask import Picture, Side
from advisor.ui.parts.bars import show_bars
from advisor.ui.parts.breaches import show_audit, show_breaches
from advisor.ui.parts.checking import show_check
from advisor.ui.parts.conditions import show_deviations
from advisor.ui.parts.connecting import show_code
from advisor.ui.parts.correcting import show_journal
from advisor.ui.parts.frame import show_heading, show_page
from advisor.ui.parts.grounds import working_list
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import details, icon, listed, literal, text, told_apart, write
from advisor.ui.parts.pictures import show_timeline
from advisor.ui.parts.prefill import prefill
from advisor.ui.parts.printing import file_name, show_match_sheet
from advisor.ui.parts.proposing import show_lineups
from advisor.ui.parts.recording import show_recording, show_undo, undo_until
from advisor.ui.parts.showing import path_of_match
from advisor.ui.parts.waiting import find_waiting, show_bar, show_waiting

_VIEWS: Mapping[str, str] = {
    "record": mark("Record"),
    "check": mark("Check"),
    "lineups": mark("Lineups"),
    "journal": mark("Journal"),
    "timeline": mark("Timeline"),
    "players": mark("Players"),
    "audit": mark("Audit"),
    "more": mark("More"),
}
_ROLES: Mapping[str, str] = {
    "keeper": mark("You keep this match."),
    "alone": mark("You keep this match by yourself."),
    "captain": mark("You are captain of {team}."),
    "reader": mark("You look on."),
}


def _show() -> None:
    _ = words()
    held = keeping.look_or_say(_("Kept match"))
    if held is not None:
        _show_match(held, _)


def _show_match(held: Held, _: Words) -> None:
    match, access = held.stored.match, held.stored.access
    text_of = ask.as_text(match)
    picture = ask.picture(text_of, chosen_language())
    found = ask.breaches(text_of, chosen_language())
    show_heading(picture.event or _("A match"), level=1)
    role = _(_ROLES.get(access.role, _ROLES["reader"])).format(team=picture.names.get(access.team or "", ""))
    live = partial(keeping.show_live, held, role, undo_until(held))
    show_bars(picture, own=access.team or "", live=live, match=text_of)
    show_deviations(picture)
    keeping.show_notice(picture)
    if access.may_record:
        show_undo(held, picture)
    views = [
        view for view in _VIEWS if access.may_record or (view != "record" and (access.may_keep or view != "lineups"))
    ]
    first = {"captain": "lineups", "reader": "journal"}.get(access.role, views[0])
    views.sort(key=lambda found: found != first)
    view = _choose("view", _("What to see"), views, {key: _(name) for key, name in _VIEWS.items()}, first)
    if view != "audit":
        show_breaches(found, match, picture)
    if access.may_record:
        waiting = find_waiting(held)
        if view == "record":
            show_waiting(held, waiting, picture)
        show_bar(waiting, picture, is_here=view == "record")
    if view == "record":
        show_recording(held, picture)
    elif view == "check":
        show_check(held, picture, _team(held, picture))
    elif view == "lineups":
        show_lineups(held, picture, _team(held, picture))
    elif view == "journal":
        show_journal(held, picture)
    elif view == "timeline":
        show_timeline(text_of)
    elif view == "players":
        _show_players(text_of, picture, _)
    elif view == "audit":
        show_audit(found, match, picture)
    else:
        _show_more(held, _)


def _choose(name: str, label: str, options: list[str], names: Mapping[str, str], default: str) -> str:
    """One of a few, by a tap, kept in the address."""
    key = f"choose-{name}"
    found = address.find(name)
    chosen = found if found in options else default
    prefill(key, chosen)
    labels = told_apart({option: names[option] for option in options})
    st.segmented_control(
        label,
        options,
        format_func=lambda option: literal(labels[option]),
        required=True,
        key=key,
        on_change=lambda: address.put(**{name: st.session_state[key]}),
        label_visibility="collapsed",
        width="stretch",
        wrap=True,
    )
    return chosen


def _team(held: Held, picture: Picture) -> str:
    """The team whose lineups are shown: a captain's own, else the one chosen."""
    access = held.stored.access
    if access.role == "captain" and access.team is not None:
        return access.team
    in_need = [key for key, side in picture.sides.items() if side.state.must_leave]
    candidates = [picture.fouled, *in_need, *picture.sides]
    default = next(key for key in candidates if key in picture.sides)
    return _choose("team", words()("Team"), list(picture.sides), picture.names, default)


def _show_players(match: str, picture: Picture, _: Words) -> None:
    columns = st.columns(2, gap="large")
    for column, side in zip(columns, picture.sides.values(), strict=True):
        with column:
            show_heading(side.name)
            worked = ask.state_workings(match, side.key, chosen_language())
            write(_roster(side, _) + details(text(_("How the figures are worked out")), working_list(worked)))


def _roster(side: Side, _: Words) -> str:
    order = {"field": 0, "must-leave": 1, "bench": 2}
    shapes = {"field": "check", "must-leave": "hurt", "bench": "short"}
    rows = [
        f'<span class="who">{text(person.name)}</span> <b class="hcp">{text(say_goals(person.rated))}</b>'
        f'<span class="standing {person.standing}">{icon(shapes.get(person.standing, "cross"))}'
        f"{text(_(say.STANDINGS[person.standing]))}</span>"
        for person in sorted(side.people.values(), key=lambda person: order.get(person.standing, 3))
    ]
    return listed(rows, "roster")


# -- more ------------------------------------------------------------------------------------------------------------


def _show_more(held: Held, _: Words) -> None:
    access = held.stored.access
    if access.may_keep:
        st.session_state["your-name"] = address.find("by")
        st.text_input(_("Your name, as the journal shows it"), key="your-name", max_chars=40, on_change=_take_name)
    file = match_text(held.stored.match)
    st.download_button(
        _("Match file, to keep or to move"),
        file,
        file_name=f"{file_name(held.stored.match)}.json",
        mime="application/json",
        key="export",
        icon=":material/download:",
        on_click="ignore",
        width="stretch",
    )
    show_match_sheet(held.stored.match, path_of_match(held))
    keeping.show_link("clock", _("Clock and restarts"))
    chain = held.stored.match.chain
    last = (held.stored.match.journal[-1].hash if held.stored.match.journal else None) or (chain.hash if chain else "")
    what_for = _("Whoever has noted it, or has it on a printed sheet, can tell later whether the journal was changed.")
    said = _("Last hash: {hash}").format(hash=last)
    write(details(text(_("The seal of the journal")), f"<p>{text(what_for)}</p><p>{text(said)}</p>"))
    try:
        secret = public_secret(keeping.the_store(), held.match_id, held.actor)
    except StoreError:
        secret = None
    if secret:
        with st.expander(
            _("Share: the link to look on"), icon=":material/share:", key="share", on_change="rerun"
        ) as box:
            if box.open:
                show_code(secret, _("Look on"), short=False, key="share-code")
    if access.may_record:
        keeping.show_link("matches", _("Connect phones"), view="")
    if access.role == "captain":
        st.button(
            _("Make this link mine alone"),
            key="own-link",
            icon=":material/key:",
            on_click=_replace,
            args=(held,),
            width="stretch",
        )
        own = _("You get a new secret; whoever has the old one is shut out, and what you keep stays.")
        write(f'<p class="note">{text(own)}</p>')


def _take_name() -> None:
    address.put(by=" ".join(str(st.session_state["your-name"]).split()))


def _replace(held: Held) -> None:
    def replace() -> None:
        address.put(link=replace_secret(keeping.the_store(), held.actor).secret)

    keeping.act(replace, words()("This link is yours alone now."))


show_page("kept", _show)
