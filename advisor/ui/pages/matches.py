"""Matches: a new one, joining one late, opening one that is there, and connecting phones to the one that is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import streamlit as st

from advisor.answer_types import Verdict
from advisor.errors import InputError, StoreError
from advisor.joining import Joined
from advisor.lines import Scan
from advisor.match import Match
from advisor.store import Actor, NewMatch, create_match, open_link
from advisor.store.events import StoredEvent, create_match_in_event, load_event, pick_teams
from advisor.store.journal import load
from advisor.store.roles import Access, add_link, list_links, public_secret, withdraw_link
from advisor.ui import keeping
from advisor.ui.parts import address, draft, late, say
from advisor.ui.parts.connecting import forget_short_code, remember, secret_of, show_code, show_notices
from advisor.ui.parts.entering import (
    HOW,
    TEAMS,
    ask_guests,
    ask_keeping,
    ask_team,
    ask_terms,
    is_alone,
    match_of,
    read_at_once,
)
from advisor.ui.parts.entries import say_time
from advisor.ui.parts.frame import show_heading, show_page
from advisor.ui.parts.language import Words, mark, words
from advisor.ui.parts.markup import literal, text, write
from advisor.ui.parts.opening import show_opening
from advisor.ui.parts.prefill import prefill
from advisor.ui.parts.shared import ask_same
from advisor.ui.parts.starting import (
    ask_lineup,
    check_lineup,
    find_gaps,
    is_empty,
    make,
    name_of,
    say_start,
    show_bar,
    show_sum,
)

_DOINGS: Mapping[str, str] = {"new": mark("New match"), "late": mark("Join late"), "open": mark("Open")}


def _show() -> None:
    _ = words()
    show_heading(_("Matches"), _("One keeps a match, captains ask, others look on: each by a link."), level=1)
    try:
        keeping.the_store()
    except StoreError as error:
        keeping.show_errors(error)
        st.button(_("Try again"), key="again", icon=":material/refresh:", type="primary")
        return
    keeping.show_notice()
    doing = _ask_doing(_, is_open=_show_open(_))
    if doing == "open":
        show_opening()
    elif doing:
        _show_making(doing == "late", _)
    keeping.show_link("events", _("Events: teams, limits, suspensions"))


def _ask_doing(_: Words, *, is_open: bool) -> str:
    """What is to be done; a new match, unless one is open: then nothing yet, and no bar to start another."""
    doing = address.find("do") if address.find("do") in _DOINGS else "" if is_open else "new"
    prefill("do", doing or None)
    with st.container(key="choose-part"):
        st.segmented_control(
            _("Another match") if is_open else _("What to do?"),
            list(_DOINGS),
            format_func=lambda found: _(_DOINGS[found]),
            required=not is_open,
            key="do",
            on_change=lambda: address.put(do=st.session_state["do"] or ""),
            label_visibility="visible" if is_open else "collapsed",
            width="stretch",
            wrap=True,
        )
    return doing


# -- the match that is open ------------------------------------------------------------------------------------------


def _show_open(_: Words) -> bool:
    """The match whose link is in the address, with its phones to connect; whether there is one."""
    if not address.find("link"):
        return False
    try:
        access = open_link(keeping.the_store(), keeping.actor())
        if access.match_id is None:
            return False
        stored = load(keeping.the_store(), access.match_id, keeping.actor())
    except (InputError, StoreError) as error:
        keeping.show_errors(error)
        return False
    names = {key: team.name or key for key, team in stored.match.teams.items()}
    with st.container(key="open-match", border=True):
        show_heading(" – ".join(names.values()), stored.match.event.name or "")
        keeping.show_link("kept", _("Go to the match"))
        if access.may_record:
            _show_connect(access, access.match_id, names, _)
    return True


def _show_connect(access: Access, match_id: str, names: dict[str, str], _: Words) -> None:
    show_heading(_("Connect phones"))
    show_notices()
    roles = {"public": _("Look on")}
    roles |= {f"captain/{team}": _("Captain of {team}").format(team=name) for team, name in names.items()}
    roles |= {"keeper": _("Keep with me"), "own": _("This link, on another phone of mine")}
    role = st.pills(
        _("Whose phone?"),
        list(roles),
        format_func=lambda found: literal(roles[found]),
        key="connect-role",
        on_change=forget_short_code,
        width="stretch",
        wrap=True,
    )
    if role:
        _show_role(access, match_id, role, roles[role], _)
    _show_links(access, match_id, names, _)


def _show_role(access: Access, match_id: str, role: str, title: str, _: Words) -> None:
    store, actor = keeping.the_store(), keeping.actor()
    kind, __, team = role.partition("/")
    try:
        if role == "own":
            secret: str | None = actor.secret
        elif role == "public":
            secret = public_secret(store, match_id, actor)
        else:
            secret = secret_of(match_id, kind, team or None)
        if secret is not None and role != "own":
            # It may have been withdrawn since.
            open_link(store, Actor(secret))
    except StoreError:
        secret = None
    if secret is not None:
        show_code(secret, title)
        return
    write(f'<p class="note">{text(_("The secret of a link is shown only when it is made. Give a new one:"))}</p>')
    st.button(
        _("Give a link: {role}").format(role=title),
        key="give-link",
        type="primary",
        on_click=_give,
        args=(match_id, kind, team or None),
        width="stretch",
    )


def _give(match_id: str, kind: str, team: str | None) -> None:
    def give() -> None:
        role = "reader" if kind == "public" else "captain" if kind == "captain" else "keeper"
        new = add_link(keeping.the_store(), match_id, role, keeping.actor(), team=team)  # type: ignore[arg-type]
        remember(match_id, kind, team, new.secret)

    keeping.act(give)


def _show_links(access: Access, match_id: str, names: dict[str, str], _: Words) -> None:
    with st.expander(_("Links that were given"), key="given", on_change="rerun") as opened:
        if not opened.open:
            return
        try:
            links = list_links(keeping.the_store(), match_id, keeping.actor())
        except StoreError as error:
            keeping.show_errors(error)
            return
        titles = {
            "keeper": _("Keeper"),
            "alone": _("Keeper"),
            "reader": _("Look on"),
            "captain": _("Captain of {team}"),
        }
        for link in links:
            if link.withdrawn:
                continue
            name = titles.get(link.role, link.role).format(team=names.get(link.team or "", ""))
            label = say.joined([name, f"no. {link.link_id}", say_time(link.created_at)])
            if link.link_id == access.link_id:
                write(f"<p>{text(label)} · <b>{text(_('your own'))}</b></p>")
                continue
            st.button(
                literal(_("Withdraw: {link}").format(link=label)),
                key=f"withdraw-{link.link_id}",
                icon=":material/link_off:",
                on_click=_withdraw,
                args=(match_id, link.link_id),
                width="stretch",
            )


def _withdraw(match_id: str, link_id: int) -> None:
    done = words()("The link is withdrawn: it opens nothing any more.")
    keeping.act(lambda: withdraw_link(keeping.the_store(), match_id, link_id, keeping.actor()), done)


# -- a new match, or one that is under way -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Entered:
    """A match that was put in. ``scans``: what was typed; ``columns``: each team's place on the page."""

    match: Match
    scans: Mapping[str, Scan]
    event: StoredEvent | None
    columns: Mapping[str, Any]


def _show_making(is_late: bool, _: Words) -> None:
    event = _find_event()
    is_of_event = event is not None and _ask_source(event, _) == "event"
    entered = _ask_event(event, _) if event is not None and is_of_event else _ask_typed(_)
    if entered is None:
        return
    if is_late:
        _show_late(entered, _)
    else:
        _show_new(entered, _)


def _ask_source(event: StoredEvent, _: Words) -> str:
    origins = {"event": literal(event.conditions.name or _("Teams of the event")), "typed": _("Typed in")}
    return str(
        st.segmented_control(
            _("Teams from where?"),
            list(origins),
            default="event",
            format_func=origins.__getitem__,
            required=True,
            key="teams-from",
            width="stretch",
            wrap=True,
        )
    )


def _ask_event(event: StoredEvent, _: Words) -> _Entered | None:
    """A match of two of the event's teams, as it would be today."""
    names = {key: team.team.name or key for key, team in event.teams.items()}
    if len(names) < 2:
        write(f'<p class="lead">{text(_("The event needs two teams first."))}</p>')
        return None
    held = [key for key in draft.find_list("event-teams") or [] if key in names]
    st.session_state["new-teams"] = held
    with st.container(key="names-new-teams"):
        st.pills(
            _("Which two teams?"),
            list(names),
            selection_mode="multi",
            format_func=lambda key: literal(names[key]),
            key="new-teams",
            on_change=lambda: draft.put(**{"event-teams": list(st.session_state["new-teams"])}),
            width="stretch",
            wrap=True,
        )
    ask_keeping()
    if len(held) != 2:
        write(f'<p class="lead">{text(_("Tap two teams."))}</p>')
        return None
    match = pick_teams(event, held[0], held[1], datetime.now().astimezone().date())
    columns = dict(zip(match.teams, st.columns(2, gap="large"), strict=True))
    for key, column in columns.items():
        with column:
            show_heading(name_of(match, key))
    return _Entered(match, {}, event, columns)


def _ask_typed(_: Words) -> _Entered | None:
    """A match of two teams that are typed in, or None where its terms cannot be."""
    terms = ask_terms()
    write(f'<p class="note">{text(_(HOW))}</p>')
    scans = {}
    columns = dict(zip(TEAMS, st.columns(2, gap="large"), strict=True))
    for key, column in columns.items():
        with column:
            scans[key] = ask_team(key)
            ask_guests(scans[key], key)
    read_at_once()
    try:
        return _Entered(match_of(terms, scans, ask_same(scans)), scans, None, columns)
    except InputError as error:
        keeping.show_errors(error)
        return None


def _show_new(entered: _Entered, _: Words) -> None:
    """Who starts, checked; and the start."""
    match = entered.match
    lineups: dict[str, list[str]] = {}
    verdicts: dict[str, Verdict | None] = {}
    for key, column in entered.columns.items():
        with column:
            lineups[key] = ask_lineup(match, key, _("Who starts"))
            verdicts[key] = check_lineup(match, key, lineups[key])
    gaps = find_gaps(match, lineups, entered.scans)
    is_legal = all(verdict is not None and verdict.status == "legal" for verdict in verdicts.values())
    label = _("Start the match") if is_legal or gaps else _("Start it all the same")
    is_good = None if is_empty(match, entered.scans) else is_legal and not gaps
    if show_bar(gaps[0] if gaps else say_start(match, verdicts), label, is_good=is_good) and not gaps:
        _make(entered, [{"entry": "start", "lineups": lineups}])


def _show_late(entered: _Entered, _: Words) -> None:
    """Where the match is, checked; and the entries that lead there."""
    match, teams = entered.match, {}
    for key, column in entered.columns.items():
        with column:
            lineup = ask_lineup(match, key, _("Who is on"))
            if lineup:
                show_sum(match, key, lineup)
                teams[key] = late.ask_standing(match, key, lineup)
    lineups = {key: teams[key].lineup if key in teams else () for key in match.teams}
    removal, missing = late.ask_removal(match, lineups)
    period, moment, clock = late.ask_when(match)
    gaps = [*find_gaps(match, lineups, entered.scans), *([missing] if missing else [])]
    made, is_clean = (None, False) if gaps else late.show_way(match, Joined(period, moment, teams, clock, removal))
    if gaps:
        summary = gaps[0]
    elif made is None:
        summary = _("This cannot be so: see what is said above.")
    elif is_clean:
        summary = _("{count} entries lead to where the match is.").format(count=len(made.journal))
    else:
        summary = _("{count} entries lead to where the match is, and something in it breaks a rule.")
        summary = summary.format(count=len(made.journal))
    is_good = None if is_empty(match, entered.scans) else is_clean
    if show_bar(summary, _("Record them and go on"), is_good=is_good) and made is not None:
        _make(entered, [entry.model_dump(mode="json", exclude_unset=True, by_alias=True) for entry in made.journal])


def _make(entered: _Entered, entries: Sequence[Mapping[str, Any]]) -> None:
    """Make the match with these first entries; of an event's teams as the event has them at that moment."""
    _ = words()
    match, event, alone = entered.match, entered.event, is_alone()

    def create() -> NewMatch:
        if event is None:
            return create_match(keeping.the_store(), match, alone=alone)
        first, second = match.teams
        organiser = Actor(address.find("event"), address.find("by"))
        return create_match_in_event(keeping.the_store(), event.event_id, first, second, organiser, alone=alone)

    try:
        with st.spinner(_("Recording …")):
            make(create, match, entries)
    except InputError as error:
        keeping.show_errors(error)


def _find_event() -> StoredEvent | None:
    secret = address.find("event")
    if not secret:
        return None
    try:
        access = open_link(keeping.the_store(), Actor(secret))
        if access.event_id is None or access.role != "organiser":
            return None
        return load_event(keeping.the_store(), access.event_id, Actor(secret))
    except (InputError, StoreError):
        return None


show_page("matches", _show)
