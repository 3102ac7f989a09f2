"""The address of the page: what is shown stands in it, so that a reload or a link shows the same."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import streamlit as st

_KEY = "address-of-this-session"
_STALE_SECONDS = 2.0
"""How long a browser may still send an address that was replaced: it had not heard when the next thing was tapped."""


@dataclass
class _Put:
    """What was last put into the address, and what stood there before and when it was replaced."""

    now: dict[str, str]
    before: list[tuple[float, dict[str, str]]] = field(default_factory=list)


def find(name: str) -> str:
    """The value of a key of the address; empty where it is not there."""
    _bring_up_to_date()
    return st.query_params.get(name, "")


def put(**values: str) -> None:
    """Put values into the address; an empty one takes its key out. Values that stand there already cost nothing."""
    put_before = _bring_up_to_date()
    before = st.query_params.to_dict()
    now = {name: value for name, value in (before | values).items() if value or name not in values}
    if now != before:
        # In one go: the browser's back button takes back all of it by one tap.
        st.query_params.from_dict(now)
    put_before.now = now
    if now != before:
        put_before.before.append((time.monotonic(), before))


def everything() -> dict[str, str]:
    """All that the address says, for a link to another page."""
    _bring_up_to_date()
    return st.query_params.to_dict()


def _bring_up_to_date() -> _Put:
    """Two quick taps: the second comes with the address from before the first, which must not undo it."""
    asked = st.query_params.to_dict()
    last: _Put = st.session_state.setdefault(_KEY, _Put(asked))
    oldest = time.monotonic() - _STALE_SECONDS
    last.before = [(replaced, address) for replaced, address in last.before if replaced > oldest]
    if asked != last.now:
        if any(address == asked for _, address in last.before):
            st.query_params.from_dict(last.now)
        else:
            st.session_state[_KEY] = last = _Put(asked)
    return last
