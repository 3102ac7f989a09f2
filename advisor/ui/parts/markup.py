"""Small pieces of HTML. Every text from outside goes through :func:`text`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape

import streamlit as st

from advisor.ui.parts.language import chosen_language


def write(html: str) -> None:
    """Put HTML on the page; it says which language it is in, for those who have it read out."""
    st.html(f'<div lang="{chosen_language()}">{html}</div>')


def write_if(html: str) -> None:
    """Put HTML on the page unless there is none."""
    if html:
        write(html)


def text(content: object) -> str:
    """Text as HTML shows it, whatever signs it has."""
    return escape(str(content))


def icon(name: str) -> str:
    """A picture that goes with words; a screen reader passes over it. The shapes are in ``style.css``."""
    return f'<span class="icon icon-{name}" aria-hidden="true"></span>'


def chip(kind: str, label: str, picture: str) -> str:
    """A short statement with icon and colour."""
    return f'<span class="chip {kind}">{icon(picture)}{text(label)}</span>'


def listed(items: Iterable[str], css: str, tag: str = "ul") -> str:
    """A list of pieces of HTML."""
    # The role keeps it a list for screen readers where the style takes the bullets off.
    rows = "".join(f"<li>{item}</li>" for item in items)
    return f'<{tag} class="{css}" role="list">{rows}</{tag}>'


def details(summary: str, content: str) -> str:
    """Something that opens with a tap. ``summary`` and ``content`` are HTML."""
    return f'<details class="more"><summary>{summary}</summary><div>{content}</div></details>'


def literal(label: str) -> str:
    """A label without the signs that Streamlit would read as Markdown."""
    return "".join(f"\\{sign}" if sign in r"\`*_{}[]()#+-.!|:~$<>" else sign for sign in label)


def told_apart(labels: Mapping[str, str]) -> dict[str, str]:
    """Labels by their ids; where two are the same each has its id with it."""
    shown = list(labels.values())
    return {key: label if shown.count(label) == 1 else f"{label} {key}" for key, label in labels.items()}
