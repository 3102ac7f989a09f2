"""The address of the page: what is shown stands in it, so that a reload or a link shows the same."""

from __future__ import annotations

import streamlit as st


def find(name: str) -> str:
    """The value of a key of the address; empty where it is not there."""
    return st.query_params.get(name, "")


def put(**values: str) -> None:
    """Put values into the address; an empty one takes its key out. Values that stand there already cost nothing."""
    for name, value in values.items():
        if not value:
            if name in st.query_params:
                del st.query_params[name]
        elif st.query_params.get(name) != value:
            st.query_params[name] = value


def everything() -> dict[str, str]:
    """All that the address says, for a link to another page."""
    return dict(st.query_params)
