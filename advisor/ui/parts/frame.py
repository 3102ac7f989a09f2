"""The frame of every page: style, links that keep the address, language, and what is said when something fails."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

import streamlit as st

from advisor.errors import AdvisorError, InputError, render_path
from advisor.ui.parts import address
from advisor.ui.parts.ask import warm_up
from advisor.ui.parts.language import NAMES, Words, chosen_language, error_words, other_language, words
from advisor.ui.parts.markup import icon, listed, text, write

_STYLE = Path(__file__).with_name("style.css")
SHOWN_KEYS = ("on", "then", "from")
"""The keys of the address that say what is shown on the whole screen."""

_LEAD_BACK = ("rules",)
"""The pages that one opens from there and comes back from."""

FAVICON = Path(__file__).with_name("favicon.png")
PAGES = {
    "quick": "bolt",
    "match": "swap_horiz",
    "plan": "event_note",
    "field": "pin_drop",
    "rules": "gavel",
    "matches": "list",
}
"""The pages by their names, the first being the one that the app opens on, and the icon of each."""


def page_file(name: str) -> str:
    """The file of a page, as ``st.Page`` and ``st.page_link`` want it."""
    return str(_STYLE.parents[1] / "pages" / f"{name}.py")


def _titles(_: Words) -> dict[str, str]:
    return {
        "quick": _("Quick"),
        "match": _("Match"),
        "plan": _("Plan"),
        "field": _("Field"),
        "rules": _("Rules"),
        "matches": _("Matches"),
    }


def list_pages() -> list[st.Page]:
    """The pages for ``st.navigation``."""
    titles = _titles(words())
    return [st.Page(page_file(name), title=titles[name], url_path=name, default=name == "quick") for name in PAGES]


def show_page(page: str, content: Callable[[], None], *, links: bool = True) -> None:
    """A whole page: links and language above, then the content; what it raises is said, and the address is kept.

    ``links``: false where the page has a way back of its own and needs the whole screen.
    """
    warm_up()
    st.html(_STYLE)
    _show_states()
    if links:
        if page not in _LEAD_BACK:
            # What was shown on the whole screen is left with it.
            address.put(**dict.fromkeys(SHOWN_KEYS, ""))
        _show_links(page)
    write('<div id="content"></div>')
    try:
        content()
    except InputError as error:
        show_input_errors(error)
    except AdvisorError:
        logging.getLogger(__name__).exception("no answer")
        _ = words()
        _show_unexpected(
            _("The two ways of working this out do not agree, so no answer is given rather than a wrong one.")
        )
    except Exception:
        logging.getLogger(__name__).exception("a page failed")
        _ = words()
        _show_unexpected(_("Something went wrong here."))


def _show_states() -> None:
    """The way past the links for who has no pointer, and what only shows while it is so: working, connection lost.

    The style shows them by what Streamlit's page says of itself, for without a connection no code of ours runs.
    """
    _ = words()
    lost = _("No connection to the app.")
    below = _("It is being looked for. Until then nothing can be tapped, and what is shown does not change any more.")
    write(
        f'<a class="skip" href="#content">{text(_("To the content"))}</a>'
        f'<p class="working" role="status">{icon("clock")}{text(_("Working it out …"))}</p>'
        f'<div class="lost" role="alert">{icon("cross")}<p><b>{text(lost)}</b> {text(below)}'
        f' <b class="since">{text(_("Seconds since then:"))} </b></p></div>'
    )


def _show_links(page: str) -> None:
    _ = words()
    kept = address.everything() | {"lang": chosen_language()}
    # Who has a link to a kept match comes back to that one.
    own = {"match": "kept"} if address.find("link") and page != "match" else {}
    with st.container(key="links", horizontal=True):
        for name, title in _titles(_).items():
            target = own.get(name, name)
            with st.container(key=f"link-here-{name}" if target == page else f"link-{name}", width="content"):
                st.page_link(page_file(target), label=title, icon=f":material/{PAGES[name]}:", query_params=kept)
        show_language()


def show_language() -> None:
    """The other language, by one tap."""
    other = other_language()
    st.button(NAMES[other], key="language", icon=":material/translate:", on_click=address.put, kwargs={"lang": other})


def show_failure(what: str, below: str = "") -> None:
    """That something is not as it should be, in one sentence and what to know besides."""
    write(f'<div class="failure" role="alert">{icon("cross")}<p><b>{text(what)}</b> {text(below)}</p></div>')


def _show_unexpected(what: str) -> None:
    _ = words()
    show_failure(what, _("The match is kept: its address is unchanged."))
    st.button(_("Try again"), key="try-again", icon=":material/refresh:", type="primary")


def show_input_errors(error: InputError) -> None:
    """Each input error as its one line: where, and what would do."""
    _ = words()
    rows = []
    for one in error.errors:
        place = [_("line {number}").format(number=one.line)] if one.line is not None else []
        place.append(render_path(one.path) or one.source)
        message = one.translated(error_words())
        rows.append(f"<b>{text(', '.join(filter(None, place)))}</b>: {text(message)}")
    heading = _("This match cannot be read")
    write(
        f'<div class="failure" role="alert">{icon("cross")}'
        f"<div><p><b>{text(heading)}</b></p>{listed(rows, 'rows')}</div></div>"
    )


def show_heading(title: str, explanation: str = "", level: int = 2) -> None:
    """A heading of the page's own, with a sentence below it."""
    below = f'<p class="lead">{text(explanation)}</p>' if explanation else ""
    write(f"<h{level}>{text(title)}</h{level}>{below}")


def show_jump(kind: str, label: str, to: str = "answer") -> None:
    """A strip at the bottom of a phone's screen that says the answer in short and leads to it; not on wide screens.

    ``kind``: ``is-asked`` where something is to be tapped first; ``to``: the id of the part that it leads to.
    """
    shape = {"is-legal": "check", "is-later": "clock", "is-illegal": "cross", "is-asked": "hurt"}[kind]
    with st.bottom:
        write(f'<a class="jump {kind}" href="#{to}">{icon(shape)}{text(label)}</a>')
