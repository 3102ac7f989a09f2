"""Opening a match: by link or short code, from this machine's list, a match file, a worked example or a demo."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import streamlit as st

from advisor.errors import InputError, StoreError
from advisor.match import Match
from advisor.matchfile import Document, read_match
from advisor.store import Actor, NewMatch, create_match, list_matches, open_link
from advisor.store.roles import recover_keeper, redeem_code
from advisor.store.transfer import import_match
from advisor.ui import keeping, sources
from advisor.ui.parts import say
from advisor.ui.parts.cases import tapped_case
from advisor.ui.parts.connecting import remember
from advisor.ui.parts.entering import ask_keeping
from advisor.ui.parts.frame import show_heading
from advisor.ui.parts.language import Words, chosen_language, plural_words, words
from advisor.ui.parts.markup import literal, text, write
from advisor.ui.parts.starting import leave_to

_SECRET_SIGNS = 20
"""A short code is shorter than that, a link's secret longer."""


def show_opening() -> None:
    """Every way to a match that is there already."""
    _ = words()
    left, right = st.columns(2, gap="large")
    with left:
        _show_link_box(_)
        if keeping.is_own_machine():
            _show_list(_)
    with right:
        show_heading(_("A match of one's own to play on"), _("It is kept from now on; what it is made from stays."))
        origins = {"demo": _("A demo"), "example": _("A worked example"), "file": _("A match file")}
        origin = st.segmented_control(
            _("From what?"),
            list(origins),
            default="demo",
            format_func=origins.__getitem__,
            required=True,
            key="origin",
            width="stretch",
            wrap=True,
        )
        alone = ask_keeping()
        if origin == "file":
            _show_file(alone, _)
        elif origin == "example":
            if (name := tapped_case("play")) is not None:
                _keep(_import(sources.list_cases()[name].match, alone))
        else:
            _show_demos(alone, _)


# -- link or code ----------------------------------------------------------------------------------------------------


def _show_link_box(_: Words) -> None:
    show_heading(_("Open with a link or a short code"))
    with st.form("code-form", border=False):
        st.text_input(_("Link, or code such as 7KQF-M2XB"), key="typed-code", max_chars=2000)
        if st.form_submit_button(_("Open"), width="stretch"):
            _open(str(st.session_state["typed-code"]).strip())


def _open(written: str) -> None:
    """Open what a link or a code leads to; what leads nowhere is said, and stays in the box."""
    asked = {key: values[-1] for key, values in parse_qs(urlsplit(written).query).items()}
    try:
        if secret := asked.get("event"):
            open_link(keeping.the_store(), Actor(secret))
            keeping.go_to("events", event=secret)
        elif (secret := asked.get("link")) or len(written) > _SECRET_SIGNS:
            access = open_link(keeping.the_store(), Actor(secret or written))
            if access.role == "organiser":
                keeping.go_to("events", event=secret or written)
            leave_to("kept", secret or written)
        else:
            link = redeem_code(keeping.the_store(), written)
            if link.role == "organiser":
                keeping.go_to("events", event=link.secret)
            leave_to("kept", link.secret)
    except (InputError, StoreError) as error:
        keeping.show_errors(error)


# -- this machine's list ---------------------------------------------------------------------------------------------


def _show_list(_: Words) -> None:
    show_heading(_("Matches on this machine"), _("Shown only here, to whoever sits at this machine."))
    try:
        found = list_matches(keeping.the_store())
    except StoreError as error:
        keeping.show_errors(error)
        return
    if not found:
        none = _("None yet. A new match, or a demo to look around in, will stand here.")
        write(f'<p class="lead">{text(none)}</p>')
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
    leave_to("kept", link.secret)


# -- a match of one's own --------------------------------------------------------------------------------------------


def _keep(make: Callable[[], NewMatch]) -> None:
    """Make a match, keep its secrets in this session, and go to it."""
    try:
        made = make()
    except (InputError, StoreError) as error:
        keeping.show_errors(error)
        return
    for team, link in made.captains.items():
        remember(made.match_id, "captain", team, link.secret)
    leave_to("kept", made.keeper.secret)


def _import(source: Document | Match, alone: bool, *, anew: bool = False) -> Callable[[], NewMatch]:
    return lambda: import_match(keeping.the_store(), source, alone=alone, new_chain=anew)


def _show_file(alone: bool, _: Words) -> None:
    with st.container(key=f"upload-{chosen_language()}"):
        uploaded = st.file_uploader(_("Match file, YAML or JSON"), type=["yaml", "yml", "json"], key="new-file")
    anew = st.checkbox(_("Take it in although its chain does not hold, under a new chain"), key="new-chain")
    if not st.button(_("Open the match file"), key="make-file", type="primary", width="stretch"):
        return
    if uploaded is None:
        write(f'<p class="warning">{text(_("Choose the file first."))}</p>')
        return
    with st.spinner(_("Reading the match file …")):
        _keep(lambda: _import(read_match(uploaded.getvalue(), name=uploaded.name), alone, anew=anew)())


def _show_demos(alone: bool, _: Words) -> None:
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
    empty = st.checkbox(_("From the start, nothing recorded yet"), key="new-empty")
    if not st.button(_("Open the demo"), key="make-demo", type="primary", width="stretch"):
        return
    match = demos[str(name)].match
    if empty:
        data = {key: value for key, value in match.as_data().items() if key not in ("journal", "chain")}
        _keep(lambda: create_match(keeping.the_store(), Match.model_validate(data), alone=alone))
    else:
        _keep(_import(match, alone))
