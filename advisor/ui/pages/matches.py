"""Kept matches: opening one by its code, making one, the list of this machine's own, and connecting phones."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from advisor.errors import InputError, StoreError
from advisor.match import Match
from advisor.matchfile import read_match
from advisor.store import Actor, NewMatch, create_match, list_matches, open_link
from advisor.store.events import StoredEvent, create_match_in_event, load_event
from advisor.store.journal import load
from advisor.store.roles import Access, add_link, list_links, public_secret, recover_keeper, redeem_code, withdraw_link
from advisor.store.transfer import import_match
from advisor.ui import keeping, sources
from advisor.ui.parts import address, say
from advisor.ui.parts.connecting import forget_short_code, remember, secret_of, show_code, show_notices
from advisor.ui.parts.entries import say_time
from advisor.ui.parts.frame import show_heading, show_page
from advisor.ui.parts.language import Words, plural_words, words
from advisor.ui.parts.markup import literal, text, write

_ALONE, _SHARED = "alone", "shared"


def _show() -> None:
    _ = words()
    show_heading(_("Keep a match together"), _("One keeps it, captains ask, others look on: each by a link."), level=1)
    try:
        keeping.the_store()
    except StoreError as error:
        keeping.show_errors(error)
        st.button(_("Try again"), key="again", icon=":material/refresh:", type="primary")
        return
    keeping.show_notice()
    _show_open(_)
    left, right = st.columns(2, gap="large")
    with left:
        _show_code_box(_)
        _show_new(_)
    with right:
        keeping.show_link("events", _("Events: teams, limits, suspensions"))
        if keeping.is_own_machine():
            _show_list(_)


# -- the match that is open ------------------------------------------------------------------------------------------


def _show_open(_: Words) -> None:
    if not address.find("link"):
        return
    try:
        access = open_link(keeping.the_store(), keeping.actor())
        if access.match_id is None:
            return
        stored = load(keeping.the_store(), access.match_id, keeping.actor())
    except (InputError, StoreError) as error:
        keeping.show_errors(error)
        return
    names = {key: team.name or key for key, team in stored.match.teams.items()}
    with st.container(key="open-match", border=True):
        show_heading(" – ".join(names.values()), stored.match.event.name or "")
        keeping.show_link("kept", _("Go to the match"))
        if access.may_record:
            _show_connect(access, access.match_id, names, _)


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


# -- opening and making ----------------------------------------------------------------------------------------------


def _show_code_box(_: Words) -> None:
    show_heading(_("Open with a short code"))
    with st.form("code-form", border=False):
        st.text_input(_("Code, such as 7KQF-M2XB"), key="typed-code", max_chars=20)
        if st.form_submit_button(_("Open"), width="stretch"):
            _redeem(str(st.session_state["typed-code"]))


def _redeem(code: str) -> None:
    try:
        link = redeem_code(keeping.the_store(), code)
    except (InputError, StoreError) as error:
        keeping.show_errors(error)
        return
    if link.role == "organiser":
        keeping.go_to("events", event=link.secret)
    keeping.go_to("kept", link=link.secret, view="", team="")


def _show_new(_: Words) -> None:
    show_heading(_("New match"))
    event = _find_event()
    origins = {"demo": _("A demo"), "file": _("A match file")}
    if event is not None:
        origins = {"event": _("Teams of the event")} | origins
    origin = st.segmented_control(
        _("From what?"),
        list(origins),
        default=next(iter(origins)),
        format_func=origins.__getitem__,
        required=True,
        key=f"origin-{'event' in origins}",
        width="stretch",
    )
    kinds = {_SHARED: _("With others, by links"), _ALONE: _("I keep it myself")}
    kept_by = st.segmented_control(
        _("Who keeps it?"),
        list(kinds),
        default=_SHARED,
        format_func=kinds.__getitem__,
        required=True,
        key="kept-by",
        width="stretch",
    )
    alone = kept_by == _ALONE
    if origin == "event" and event is not None:
        _show_from_event(event, alone, _)
    elif origin == "file":
        _show_from_file(alone, _)
    else:
        _show_from_demo(alone, _)


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


def _make(make: Callable[[], NewMatch]) -> None:
    """Make a match, keep its secrets in this session, and open it."""
    try:
        made = make()
    except (InputError, StoreError) as error:
        keeping.show_errors(error)
        return
    for team, link in made.captains.items():
        remember(made.match_id, "captain", team, link.secret)
    keeping.go_to("matches", link=made.keeper.secret, view="", team="")


def _show_from_demo(alone: bool, _: Words) -> None:
    demos = sources.list_demos()
    name = st.pills(
        _("Demo"),
        list(demos),
        default="demo",
        format_func=lambda found: literal(demos[found].match.event.name or found),
        required=True,
        key="new-demo",
        width="stretch",
        wrap=True,
    )
    empty = st.checkbox(_("From the start, nothing recorded yet"), True, key="new-empty")
    if st.button(_("Make the match"), key="make-demo", type="primary", width="stretch"):
        match = demos[str(name)].match
        if empty:
            data = {key: value for key, value in match.as_data().items() if key not in ("journal", "chain")}
            fresh = Match.model_validate(data)
            _make(lambda: create_match(keeping.the_store(), fresh, alone=alone))
        else:
            _make(lambda: import_match(keeping.the_store(), match, alone=alone))


def _show_from_file(alone: bool, _: Words) -> None:
    uploaded = st.file_uploader(_("Match file, YAML or JSON"), type=["yaml", "yml", "json"], key="new-file")
    anew = st.checkbox(_("Take it in although its chain does not hold, under a new chain"), key="new-chain")
    if uploaded is None:
        return
    if st.button(_("Make the match"), key="make-file", type="primary", width="stretch"):
        content, name = uploaded.getvalue(), uploaded.name
        _make(lambda: import_match(keeping.the_store(), read_match(content, name=name), alone=alone, new_chain=anew))


def _show_from_event(event: StoredEvent, alone: bool, _: Words) -> None:
    names = {key: team.team.name or key for key, team in event.teams.items()}
    if len(names) < 2:
        write(f'<p class="note">{text(_("The event needs two teams first."))}</p>')
        return
    chosen = st.pills(
        _("Which two teams?"),
        list(names),
        selection_mode="multi",
        format_func=lambda key: literal(names[key]),
        key="new-teams",
        width="stretch",
        wrap=True,
    )
    ready = len(chosen) == 2
    if st.button(_("Make the match"), key="make-event", type="primary", disabled=not ready, width="stretch") and ready:
        first, second = chosen
        organiser = Actor(address.find("event"))
        _make(lambda: create_match_in_event(keeping.the_store(), event.event_id, first, second, organiser, alone=alone))


# -- the list --------------------------------------------------------------------------------------------------------


def _show_list(_: Words) -> None:
    show_heading(_("Matches on this machine"), _("Shown only here, to whoever sits at this machine."))
    try:
        found = list_matches(keeping.the_store())
    except StoreError as error:
        keeping.show_errors(error)
        return
    if not found:
        write(f'<p class="lead">{text(_("None yet."))}</p>')
    ngettext = plural_words()
    more = bool(st.session_state.get("list-more"))
    for listed in found if more else found[:10]:
        facts = [
            listed.event or "",
            ngettext("{count} entry", "{count} entries", listed.count).format(count=listed.count),
            listed.changed_at[:10],
        ]
        label = f"**{literal(' – '.join(listed.teams))}** :small[{literal(say.joined(filter(None, facts)))}]"
        with st.container(key=f"listed-{listed.match_id}"):
            if st.button(label, key=f"open-{listed.match_id}", width="stretch"):
                _recover(listed.match_id)
    if len(found) > 10 and not more:
        st.button(_("Show all"), key="list-all", on_click=st.session_state.update, args=({"list-more": True},))


def _recover(match_id: str) -> None:
    try:
        link = recover_keeper(keeping.the_store(), match_id)
    except StoreError as error:
        keeping.show_errors(error)
        return
    keeping.go_to("kept", link=link.secret, view="", team="")


show_page("matches", _show)
