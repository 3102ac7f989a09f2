"""What a widget shows before anybody taps it, or because something else was tapped."""

from __future__ import annotations

from typing import Any

import streamlit as st


def prefill(key: str, value: Any) -> None:
    """Have the widget of this key show a value; of several things chosen the order does not matter.

    One that it has already is not set again: the browser would take it for a change, and forget what was tapped since.
    """
    if not is_shown(key, value):
        st.session_state[key] = value


def is_shown(key: str, value: Any) -> bool:
    """Whether the widget of this key shows a value already."""
    if key not in st.session_state:
        return False
    shown = st.session_state[key]
    return bool(shown == value or (isinstance(shown, list) and isinstance(value, list) and set(shown) == set(value)))
