"""Figures and choices by tapping, as on the quick page: one of a few, and a figure with two big buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st

from advisor.ui.parts.markup import text, write
from advisor.ui.parts.prefill import prefill


def choose(
    label: str,
    options: Sequence[Any],
    chosen: Any,
    say_option: Callable[[Any], str],
    key: str,
    change: Callable[[Any], None],
) -> None:
    """One of a few, by a tap."""
    prefill(key, chosen)
    st.segmented_control(
        label,
        options,
        format_func=say_option,
        required=True,
        key=key,
        on_change=lambda: change(st.session_state[key]),
        width="stretch",
        wrap=True,
    )


def stepper(
    label: str,
    value: str,
    key: str,
    step: Callable[[int], None],
    *,
    note: str = "",
    can_lower: bool = True,
    can_raise: bool = True,
) -> None:
    """A figure that two big buttons lower and raise; ``note`` stands below it."""
    below = f"<small>{text(note)}</small>" if note else ""
    with st.container(key=f"stepper-{key}"):
        write(f'<p class="label">{text(label)}</p>')
        with st.container(key=f"steps-{key}", horizontal=True, vertical_alignment="center"):
            st.button("−", key=f"{key}-lower", on_click=step, args=(-1,), disabled=not can_lower)
            write(f'<p class="value" role="status">{text(value)}{below}</p>')
            st.button("\\+", key=f"{key}-raise", on_click=step, args=(1,), disabled=not can_raise)
