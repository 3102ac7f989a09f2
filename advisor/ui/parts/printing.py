"""Sheets to print: the PDF of a ruling or of a whole match, made when it is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable

import streamlit as st

from advisor.match import Match
from advisor.sheet import match_sheet, ruling_sheet
from advisor.ui.parts.connecting import find_places, picked_place
from advisor.ui.parts.language import chosen_language, words
from advisor.ui.parts.showing import Question


def show_ruling(question: Question) -> None:
    """The button that prints the ruling on a lineup."""
    _, language, link = words(), chosen_language(), whole_address(question.path)
    show_download(
        _("Print this ruling (PDF)"),
        f"{file_name(question.match)}-{'-'.join(question.lineup)}.pdf",
        "application/pdf",
        "ruling",
        lambda: ruling_sheet(question.match, question.team, question.lineup, language=language, link=link),
    )


def show_match_sheet(match: Match, path: str | None) -> None:
    """The button that prints the whole match. ``path``: its public address from the server's name on."""
    _, language, link = words(), chosen_language(), whole_address(path)
    show_download(
        _("Print the match (PDF)"),
        f"{file_name(match)}.pdf",
        "application/pdf",
        "sheet",
        lambda: match_sheet(match, language=language, link=link),
    )


def whole_address(path: str | None) -> str:
    """The address for other phones; nothing where there is no public one."""
    return f"{picked_place(find_places())}/{path}" if path else ""


def file_name(match: Match) -> str:
    """The names of the event and of the teams in letters that every machine takes for a file."""
    names = (match.event.name, *(team.name for team in match.teams.values()))
    plain = [re.sub(r"[^\w-]+", "-", name or "").strip("-")[:40].rstrip("-") for name in names]
    return "-".join(filter(None, plain)) or "match"


def show_download(
    label: str, name: str, mime: str, key: str, make: Callable[[], bytes], *, icon: str = ":material/print:"
) -> None:
    """A button that downloads a file, which is made when it is tapped."""
    st.download_button(
        label, make, file_name=name, mime=mime, key=f"print-{key}", icon=icon, on_click="ignore", width="stretch"
    )
