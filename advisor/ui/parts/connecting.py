"""Connecting phones: a link as a QR code and as a short code, for an address of this machine that the user picks."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from urllib.parse import urlsplit

import streamlit as st

from advisor.store import Actor
from advisor.store.connect import NOTICES, Address, find_addresses, link_url, qr_svg
from advisor.store.roles import CODE_MINUTES, new_code
from advisor.ui import keeping
from advisor.ui.parts.language import Words, error_words, words
from advisor.ui.parts.markup import details, icon, listed, literal, text, write

_PICKED = "connect-host"


def show_notices() -> None:
    """What plain http on a field's network means, and when to scan."""
    _ = words()
    rows = [text(error_words()(notice)) for notice in NOTICES]
    write(details(text(_("Before you show a code")), listed(rows, "rows")))


def show_code(secret: str, role: str, *, page: str = "kept", key: str = "code", short: bool = True) -> None:
    """The QR code of a link, drawn again when the addresses change."""
    _show_qr(secret, role, page, key)
    if not short:
        return
    _ = words()
    code: str | None = st.session_state.get(f"{key}-short")
    st.button(
        _("Short code, where a camera fails"),
        key=f"{key}-new",
        icon=":material/pin:",
        on_click=_make_code,
        args=(secret, key),
        width="stretch",
    )
    if code:
        below = _("To be typed on the page “Keep” within {minutes} minutes.").format(minutes=CODE_MINUTES)
        write(f'<p class="code">{text(code)}</p><p class="note">{text(role)} · {text(below)}</p>')


def _make_code(secret: str, key: str) -> None:
    def make() -> None:
        st.session_state[f"{key}-short"] = new_code(keeping.the_store(), Actor(secret))

    keeping.act(make)


@st.fragment(run_every=3)
def _show_qr(secret: str, role: str, page: str, key: str) -> None:
    _ = words()
    places = find_places()
    chosen = pick_place(places, key)
    url = _url(chosen, secret, page)
    picture = qr_picture(url, _("QR code: {role}").format(role=role))
    write(
        f'<div class="qr">{only_here(places[chosen])}<p class="role">{text(role)}</p>'
        f"{picture}<code>{text(url)}</code></div>"
    )


def pick_place(places: Mapping[str, Address], key: str) -> str:
    """Which of this machine's addresses others are to use; the choice holds for all codes of this session."""
    _ = words()
    chosen = picked_place(places)
    st.session_state[f"{key}-host"] = chosen
    st.pills(
        _("Address of this machine"),
        list(places),
        format_func=lambda place: literal(_name(place, places[place], _)),
        required=True,
        key=f"{key}-host",
        on_change=lambda: st.session_state.update({_PICKED: st.session_state[f"{key}-host"]}),
        width="stretch",
        wrap=True,
    )
    return chosen


def picked_place(places: Mapping[str, Address]) -> str:
    """The address that was picked in this session, else the first."""
    picked: str | None = st.session_state.get(_PICKED)
    return picked if picked is not None and picked in places else next(iter(places))


def only_here(place: Address) -> str:
    """HTML: that no other phone finds the page by this address; empty where others do."""
    if place.reach != "machine":
        return ""
    _ = words()
    said = _("With this address only this machine itself finds the page.")
    return f'<p class="warning">{icon("cross")}{text(said)}</p>'


def qr_picture(url: str, label: str) -> str:
    """HTML: an address as a QR code."""
    picture = b64encode(qr_svg(url).encode()).decode()
    return f'<img alt="{text(label)}" src="data:image/svg+xml;base64,{picture}">'


def find_places() -> dict[str, Address]:
    """By ``scheme://host:port``: this machine's addresses, and the one by which this page was opened."""
    port = int(st.get_option("server.port") or 8501)
    places = {f"http://{found.host}:{port}": found for found in find_addresses()}
    here = urlsplit(st.context.url or "")
    if here.hostname and here.hostname not in ("localhost", *(found.host for found in places.values())):
        places = {f"{here.scheme}://{here.netloc}": Address(here.hostname, None, "network"), **places}
    return places


def _name(place: str, found: Address, _: Words) -> str:
    name = place.removeprefix("http://")
    if found.reach == "machine":
        return f"{name} ({_('this machine')})"
    return f"{name} ({found.interface})" if found.interface else name


def _url(place: str, secret: str, page: str) -> str:
    parts = urlsplit(place)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    url = link_url(parts.hostname or "", port, secret, page, parts.scheme)
    return url.replace("?link=", "?event=") if page == "events" else url


def forget_short_code(key: str = "code") -> None:
    """A code belongs to the link that was shown with it."""
    st.session_state.pop(f"{key}-short", None)


def secret_of(match_id: str, role: str, team: str | None) -> str | None:
    """The secret of a link that this session has given, if it has."""
    found: str | None = _given().get((match_id, role, team))
    return found


def remember(match_id: str, role: str, team: str | None, secret: str) -> None:
    """Keep a secret in this session so that its code can be shown again; the store does not have it."""
    _given()[(match_id, role, team)] = secret


def _given() -> dict[tuple[str, str, str | None], str]:
    given: dict[tuple[str, str, str | None], str] = st.session_state.setdefault("given-links", {})
    return given
