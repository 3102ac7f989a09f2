"""The worked examples, to be searched and tapped."""

from __future__ import annotations

import streamlit as st

from advisor.ui import sources
from advisor.ui.parts.language import chosen_language, words
from advisor.ui.parts.markup import literal, text, write


def tapped_case(key: str) -> str | None:
    """Every worked example that fits what is searched for; the name of the one that was tapped now.

    ``key``: what the keys of the search and of the buttons begin with.
    """
    _, language, cases = words(), chosen_language(), sources.list_cases()
    searched = st.text_input(
        _("Search"), key=f"{key}-search", placeholder=_("a word, a rule or a source"), icon=":material/search:"
    )
    found = sources.find_cases(cases, searched)
    shown = _("{count} of {total} worked examples").format(count=len(found), total=len(cases))
    write(f'<p class="lead" role="status">{text(shown)}</p>')
    tapped = None
    with st.container(key="cases"):
        for name in found:
            case = cases[name]
            label = f"**{literal(case.id)}: {literal(case.title[language])}** :small[{literal(case.source)}]"
            if st.button(label, key=f"{key}-{name}", width="stretch"):
                tapped = name
    return tapped
