"""What the pages of kept matches share: the store, who acts, what he has seen, what came of his acts, half-made forms.

Whoever acts is told by the address: ``link`` is the secret of his link, ``by`` the name that he gave himself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import streamlit as st

from advisor.errors import InputError, StoreError, render_path
from advisor.latest import Latest
from advisor.store import Actor, NotPermitted, Store, UnknownLink, default_address, open_link, open_store
from advisor.store.drafts import find_kept, keep
from advisor.store.journal import MatchMovedOn, Recorded, StoredMatch, changes_since, load
from advisor.store.watch import Watch
from advisor.ui.parts import address
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.entries import journal_list, say_time
from advisor.ui.parts.frame import page_file, show_failure, show_heading
from advisor.ui.parts.language import chosen_language, error_words, mark, words
from advisor.ui.parts.markup import icon, listed, literal, text, write
from advisor.ui.parts.prefill import is_shown, prefill

_STYLES = [Path(__file__).parent / "parts" / name for name in ("keeping.css", "timing.css")]
_MOST_LASTS = 200
"""Of how many links the last state is kept."""
_HELD, _NOTICE = "kept-held", "kept-notice"


def list_pages() -> list[st.Page]:
    """The pages for ``st.navigation`` that the frame does not link to."""
    _ = words()
    titles = {"kept": _("Kept match"), "clock": _("Clock"), "events": _("Events"), "show": _("Show it")}
    return [st.Page(page_file(name), title=title, url_path=name) for name, title in titles.items()]


def add_style() -> None:
    """The style of these pages' own parts."""
    for style in _STYLES:
        st.html(style)


def show_link(page: str, label: str, **changes: str) -> None:
    """A link to a page that keeps the address, but for these changes."""
    kept = address.everything() | {"lang": chosen_language()} | changes
    with st.container(key=f"go-{page}-{label}"):
        st.page_link(page_file(page), label=label, query_params={key: value for key, value in kept.items() if value})


def go_to(page: str, **changes: str) -> None:
    """Another page, at once; the address is kept but for these changes."""
    kept = address.everything() | {"lang": chosen_language()} | changes
    st.switch_page(page_file(page), query_params={key: value for key, value in kept.items() if value})


# -- the store -------------------------------------------------------------------------------------------------------


@st.cache_resource(show_spinner=False)
def _opened(database: str) -> tuple[Store, Watch]:
    store = open_store(database)
    return store, Watch(store)


def the_store() -> Store:
    """The store of this server, open. Raises StoreError."""
    return _opened(default_address())[0]


def _the_watch() -> Watch:
    return _opened(default_address())[1]


def is_own_machine() -> bool:
    """Whether the page is looked at on the machine that runs the server.

    Whoever is at it can read the database file anyway, so he may list its matches and give himself a keeper's link.
    """
    headers = {name.lower() for name in st.context.headers}
    return st.context.ip_address is None and not {"x-forwarded-for", "forwarded", "x-real-ip"} & headers


def actor() -> Actor:
    """Who the address says acts."""
    return Actor(address.find("link"), address.find("by"))


# -- what is held ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Held:
    """A kept match as it was last read. ``at``: when the store last answered; ``problem``: why it does not now."""

    actor: Actor
    stored: StoredMatch
    at: datetime
    problem: StoreError | None = None

    @property
    def match_id(self) -> str:
        """The match's id in the store."""
        return self.stored.match_id

    @property
    def count(self) -> int:
        """How many entries the reader has seen."""
        return self.stored.count


def _name(who: Actor) -> str:
    return sha256(who.secret.encode(errors="replace")).hexdigest()


@st.cache_resource(show_spinner=False)
def _lasts() -> Latest[str, Held]:
    """The last state of each link, for pages that are opened while the database does not answer."""
    return Latest(_MOST_LASTS, lambda _: 1)


def look() -> Held:
    """The match of the address's link as it is now, or as it was last seen where the store does not answer.

    Raises UnknownLink where the link opens no match, InputError for a name that is none, StoreError where there is
    nothing to show.
    """
    who = actor()
    held: Held | None = st.session_state.get(_HELD)
    if held is None or held.actor.secret != who.secret:
        held = None
    try:
        store = the_store()
        if held is not None and held.actor == who:
            changes = changes_since(store, held.match_id, held.stored.seen, who)
            stored = held.stored
            if changes.added:
                stored = load(store, held.match_id, who)
            elif changes.others:
                stored = replace(stored, access=replace(stored.access, seen=changes.seen))
        else:
            access = open_link(store, who)
            if access.match_id is None:
                raise UnknownLink(mark("this link is to an event, not to a match"))
            stored = load(store, access.match_id, who)
        held = Held(who, stored, datetime.now(UTC))
        if st.session_state.get(_HELD) != held:
            _lasts().put(_name(who), held)
    except (UnknownLink, NotPermitted):
        _lasts().forget(_name(who))
        st.session_state.pop(_HELD, None)
        raise
    except StoreError as error:
        held = held or _lasts().find(_name(who))
        if held is None:
            raise
        held = replace(held, problem=error)
    st.session_state[_HELD] = held
    return held


def look_or_say(title: str) -> Held | None:
    """The match of the address's link; where there is none to show, a page of this title says why."""
    _ = words()
    if not address.find("link"):
        show_heading(_("No match is open here"), _("Open one with its link or its short code."), level=1)
        show_link("matches", _("Kept matches"))
        return None
    try:
        return look()
    except InputError as error:
        show_heading(title, level=1)
        show_errors(error)
        st.button(_("Without a name"), key="no-name", on_click=address.put, kwargs={"by": ""})
    except StoreError as error:
        show_heading(title, level=1)
        show_failure(sentence(error), _("The address stays as it is: with it you can come back."))
        st.button(_("Try again"), key="again", icon=":material/refresh:", type="primary")
        show_link("matches", _("Kept matches"), link="")
    return None


_JUST_NOW = timedelta(seconds=0.5)
"""For so long a page is as new as its own look."""


def show_live(held: Held, role: str, until: datetime | None = None) -> None:
    """Who looks, and how fresh the page is. Each second it is asked whether there is more than the page shows; once
    there is, or from ``until`` on, the page is shown anew. ``role`` is a sentence."""
    _live(held, role, until, datetime.now(UTC))


@st.fragment(run_every=1)
def _live(held: Held, role: str, until: datetime | None, shown: datetime) -> None:
    # All of it that ticks on a page of a kept match but for clocks: each part that does costs the server its share.
    now, problem = datetime.now(UTC), held.problem
    last: Held = st.session_state.get(_HELD, held)
    if now - shown > _JUST_NOW:
        try:
            look = _the_watch().look(held.match_id, held.actor)
        except (InputError, UnknownLink):
            st.rerun()
        except StoreError as error:
            problem = error
        else:
            if look.seen != held.stored.seen or (until is not None and until <= now):
                st.rerun()
            problem = None
            st.session_state[_HELD] = last = replace(last, at=look.at, problem=None)
    write(_freshness(last.at, problem, role))


def _freshness(at: datetime, problem: StoreError | None, role: str) -> str:
    _ = words()
    time = say_time(at.isoformat(), seconds=True)
    state = text(_("Shown is the state of {time}.").format(time=time))
    who = f'<p class="who-looks"><span class="role" title="{text(role)}">{text(role)}</span>'
    if problem is not None:
        said = f"<p><b>{text(sentence(problem))}</b> {state}</p>"
        return f'{who}</p><div class="failure" role="alert">{icon("cross")}{said}</div>'
    # The second of the two is shown by the style while the browser has no connection to the app.
    fresh = f'{icon("check")}<span class="unseen">{text(_("Up to date,"))} </span>{text(time)}'
    return f'{who}<span class="fresh">{fresh}</span><b class="old">{state}</b></p>'


# -- acts and what came of them --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Notice:
    good: bool
    lines: tuple[str, ...]
    added: tuple[Recorded, ...] = ()


def sentence(error: InputError | StoreError) -> str:
    """An error in the language of the page, as a sentence."""
    return sentences(error)[0]


def sentences(error: InputError | StoreError) -> tuple[str, ...]:
    """Each of the errors at hand in the language of the page."""
    ui, library = words(), error_words()

    def both(part: str) -> str:
        return ui(part) if library(part) == part else library(part)

    if isinstance(error, StoreError):
        return (_as_sentence(error.translated(both)),)
    found = []
    for one in error.errors:
        place = [ui("line {number}").format(number=one.line)] if one.line is not None else []
        if one.path and one.path[0] != "journal":
            place.append(render_path(one.path))
        said = _as_sentence(one.translated(both))
        found.append(f"{', '.join(place)}: {said}" if place else said)
    return tuple(found)


def _as_sentence(message: str) -> str:
    return message[:1].upper() + message[1:] + ("" if message.endswith((".", "?", "!")) else ".")


def act(do: Callable[[], object], done: str = "") -> bool:
    """Do something in the store, and keep what came of it to be said by :func:`show_notice`; True where it was done."""
    st.session_state.pop(_NOTICE, None)
    try:
        do()
    except MatchMovedOn as error:
        st.session_state[_NOTICE] = _Notice(False, sentences(error), error.added)
    except (InputError, StoreError) as error:
        st.session_state[_NOTICE] = _Notice(False, sentences(error))
    else:
        if done:
            st.session_state[_NOTICE] = _Notice(True, (done,))
        return True
    return False


def show_notice(picture: Picture | None = None) -> None:
    """What came of the last act."""
    notice: _Notice | None = st.session_state.get(_NOTICE)
    if notice is None:
        return
    if notice.good:
        write(f'<p class="good" role="status">{icon("check")}{text(notice.lines[0])}</p>')
        return
    said = "".join(f"<p><b>{text(line)}</b></p>" for line in notice.lines)
    if notice.added and picture is not None:
        entries, first = [recorded.entry for recorded in notice.added], notice.added[0].number
        said += journal_list(entries, (), picture, first=first, newest_first=False)
    write(f'<div class="failure" role="alert">{icon("cross")}<div>{said}</div></div>')


def show_errors(error: InputError | StoreError) -> None:
    """What was wrong, a line for each."""
    rows = [text(line) for line in sentences(error)]
    write(f'<div class="failure" role="alert">{icon("cross")}<div>{listed(rows, "rows")}</div></div>')


# -- forms -----------------------------------------------------------------------------------------------------------


class Form:
    """Values that somebody is putting in, kept with his link so that a reload or another phone finds them.

    A widget whose value changes otherwise than by a tap on it is replaced by a fresh one: what a browser that has not
    heard of it still sends (with each tick of the clock, say) belongs to the old one, and changes nothing.
    """

    def __init__(self, held: Held, name: str) -> None:
        self._held, self._name = held, name
        self._key = f"form {name} {held.stored.access.link_id}"
        self._due = f"{self._key} due"
        self._fresh: dict[str, int] = st.session_state.setdefault(f"{self._key} fresh", {})
        if self._key not in st.session_state:
            st.session_state[self._key] = self._kept()

    def _kept(self) -> dict[str, Any]:
        try:
            found = find_kept(the_store(), self._held.match_id, "draft", self._held.actor).get(self._name)
        except (InputError, StoreError):
            return {}
        return found if isinstance(found, dict) else {}

    @property
    def values(self) -> dict[str, Any]:
        """The values by their fields."""
        values: dict[str, Any] = st.session_state[self._key]
        return values

    def get(self, field: str) -> Any:
        """A value; None where there is none."""
        return self.values.get(field)

    def put(self, **values: Any) -> None:
        """Put values in, and keep them; empty ones are taken out."""
        merged = {field: value for field, value in (self.values | values).items() if value not in (None, "")}
        st.session_state[self._key] = merged
        st.session_state.pop(self._due, None)
        if not self._held.stored.access.may_keep:
            return
        content = merged or None
        act(lambda: keep(the_store(), self._held.match_id, "draft", self._name, content, self._held.actor))

    def clear(self) -> None:
        """Forget all of it; silent, for it follows an act whose outcome is to be said."""
        for field in self._fresh:
            self._fresh[field] += 1
        if not self.values:
            return
        st.session_state[self._key] = {}
        try:
            keep(the_store(), self._held.match_id, "draft", self._name, None, self._held.actor)
        except (InputError, StoreError):
            return

    def choose(
        self,
        field: str,
        label: str,
        options: Sequence[str],
        say: Callable[[str], str],
        *,
        many: bool = False,
        default: str | Sequence[str] | None = None,
        clears: Sequence[str] = (),
        sets: str = "",
        below: Callable[[str], str] | None = None,
        shows_label: bool = True,
    ) -> Any:
        """One of several, or some of them in the order in which they are tapped.

        ``default``: what is chosen while nothing was tapped; ``clears``: fields that another choice here empties;
        ``sets``: the field that holds the choice, if another; ``below``: what stands small under the name of one.
        """

        def label_of(option: str) -> str:
            small = below(option) if below is not None else ""
            return literal(say(option)) + (f" :small[{literal(small)}]" if small else "")

        shown, field = field, sets or field
        value = self.get(field)
        if many:
            value = [option for option in (default or () if value is None else value) if option in options]
        elif value not in options:
            value = default
        key = self._prefill(shown, value)
        with st.container(key=f"names-{self._name}-{shown}"):
            st.pills(
                label,
                options,
                selection_mode="multi" if many else "single",
                format_func=label_of,
                key=key,
                on_change=self._take,
                args=(shown, key, field, tuple(clears)),
                label_visibility="visible" if shows_label else "collapsed",
                width="stretch",
                wrap=True,
            )
        return value

    def write(self, field: str, label: str, *, placeholder: str = "") -> str:
        """A line of text."""
        value = self.get(field) or ""
        key = self._prefill(field, value)
        st.text_input(label, key=key, on_change=self._take, args=(field, key, field, ()), placeholder=placeholder)
        return str(value)

    def tick(self, field: str, label: str) -> bool:
        """Yes or no."""
        value = bool(self.get(field))
        key = self._prefill(field, value)
        st.checkbox(label, key=key, on_change=self._take, args=(field, key, field, ()))
        return value

    def button(
        self,
        label: str,
        key: str,
        do: Callable[[], object],
        *,
        icon: str | None = None,
        is_primary: bool = False,
        disabled: bool = False,
    ) -> None:
        """A button that does something with what the form says.

        Somebody taps a name and at once the button, before the page has been written for the name: then it acts once
        that is so, for what is done must be what the screen shows.
        """
        if not disabled and st.session_state.get(self._due) == (key, self.values, self._held.count):
            del st.session_state[self._due]
            do()
            st.rerun()
        st.button(
            label,
            key=key,
            icon=icon,
            type="primary" if is_primary else "secondary",
            disabled=disabled,
            on_click=self._press,
            args=(key, dict(self.values), do),
            width="stretch",
        )

    def _press(self, key: str, shown: Mapping[str, Any], do: Callable[[], object]) -> None:
        if self.values == shown:
            st.session_state.pop(self._due, None)
            do()
        else:
            st.session_state[self._due] = (key, self.values, self._held.count)

    def _key_of(self, field: str) -> str:
        """The key of the widget that shows a field now."""
        number = self._fresh.setdefault(field, 0)
        return f"{self._name}-{field}" + (f"~{number}" if number else "")

    def _prefill(self, field: str, value: Any) -> str:
        """Have a widget show a value, a fresh one where the last shows another; its key."""
        key = self._key_of(field)
        if key in st.session_state and not is_shown(key, value):
            self._fresh[field] += 1
            key = self._key_of(field)
        prefill(key, value)
        return key

    def _take(self, shown: str, key: str, field: str, clears: Sequence[str]) -> None:
        if key != self._key_of(shown):
            return
        value = st.session_state[key]
        if isinstance(value, list):
            before = self.get(field) or []
            value = [*(one for one in before if one in value), *(one for one in value if one not in before)]
        self.put(**{field: value}, **dict.fromkeys(clears))
