"""Choosing a match: a demo, a file of one's own, or a worked example."""

from __future__ import annotations

import streamlit as st

from advisor.errors import InputError
from advisor.matchfile import read_match
from advisor.ui import sources
from advisor.ui.parts import address, ask, say
from advisor.ui.parts.bars import moment
from advisor.ui.parts.cases import tapped_case
from advisor.ui.parts.frame import show_heading, show_input_errors
from advisor.ui.parts.language import Words, chosen_language, words
from advisor.ui.parts.markup import literal

_OF_A_MATCH = (
    *("match", "case", "file", "team", "view", "lineup", "a", "b"),
    *("if", "since", "what", "p7", "cost", "when", "who", "order"),
)
"""The keys of the address that belong to the match that is open."""


@st.cache_resource(show_spinner=False)
def shelf() -> sources.Shelf:
    """Where opened match files are kept."""
    return sources.Shelf()


def close_match() -> None:
    """Take the match out of the address."""
    address.put(**dict.fromkeys(_OF_A_MATCH, ""))


def open_match(**source: str) -> None:
    """Put a match into the address: ``match`` a demo, ``case`` a worked example, ``file`` one on the shelf."""
    close_match()
    address.put(**source)


def show_chooser(level: int = 1) -> None:
    """The demos, one's own file, and the worked examples with a search, under a heading of this level."""
    _ = words()
    show_heading(_("Open a match"), level=level)
    demos, own = st.columns(2, gap="large")
    with demos:
        show_heading(_("Demo matches"))
        for name, document in sources.list_demos().items():
            picture = ask.picture(ask.as_text(document.match), chosen_language())
            teams = " – ".join(picture.names.values())
            label = f"**{literal(picture.event)}** :small[{literal(say.joined([teams, moment(picture, _)]))}]"
            st.button(label, key=f"demo-{name}", on_click=open_match, kwargs={"match": name}, width="stretch")
    with own:
        show_heading(_("Your own match file"))
        _show_upload(_)
    show_heading(_("Worked examples"))
    if (case := tapped_case("case")) is not None:
        open_match(case=case)
        st.rerun()


def _show_upload(_: Words) -> None:
    with st.container(key=f"upload-{chosen_language()}"):
        uploaded = st.file_uploader(_("Match file, YAML or JSON"), type=["yaml", "yml", "json"], key="upload")
    with st.expander(_("Paste a match file"), icon=":material/content_paste:", key="paste-box"):
        pasted = st.text_area(_("Text of the match file"), key="pasted", height=200)
        if st.button(_("Open it"), key="open-pasted", type="primary", width="stretch") and _take(
            pasted, _("pasted text")
        ):
            st.rerun()
    if uploaded is None or st.session_state.get("uploaded") == uploaded.file_id:
        return
    if _take(uploaded.getvalue(), uploaded.name):
        st.session_state["uploaded"] = uploaded.file_id
        st.rerun()


def _take(content: str | bytes, name: str) -> bool:
    """Read a match file and show it; where it cannot be read say why, line by line."""
    try:
        document = read_match(content, name=name)
        try:
            ask.picture(ask.as_text(document.match), chosen_language())
        except InputError as error:
            raise error.at_line(document.line_of) from None
    except InputError as error:
        show_input_errors(error)
        return False
    open_match(file=shelf().put(document))
    return True
