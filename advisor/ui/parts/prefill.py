"""What a widget shows before anybody taps it, or because something else was tapped."""

from __future__ import annotations

from typing import Any

import streamlit as st


def prefill(key: str, value: Any) -> None:
    """Have the widget of this key show a value; of several things chosen the order does not matter.

    One that it has already is not set again: the browser would take it for a change, and forget what was tapped since.
    """
    if key in st.session_state:
        shown = st.session_state[key]
        if shown == value or (isinstance(shown, list) and isinstance(value, list) and set(shown) == set(value)):
            return
    st.session_state[key] = value
