"""Entries of a journal in words, and the journal as a list."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo

import streamlit as st

from advisor import telling
from advisor.match import Entry
from advisor.telling import Names
from advisor.ui.parts import say
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.language import Words, chosen_language, words
from advisor.ui.parts.markup import listed, text


def say_entry(entry: Entry, picture: Picture) -> str:
    """An entry in words: "Goal for Red", "Ana (1): Injured"."""
    players = {
        key: {player: person.label for player, person in side.people.items()} for key, side in picture.sides.items()
    }
    return telling.say_entry(entry, Names(picture.names, players), chosen_language())


def say_time(at: str | None, *, seconds: bool = False) -> str:
    """The time of the day of an ISO 8601 time, where the reader is."""
    if not at:
        return ""
    try:
        moment = datetime.fromisoformat(at).astimezone(_zone())
    except ValueError:
        return ""
    return moment.strftime("%H:%M:%S" if seconds else "%H:%M")


def _zone() -> tzinfo | None:
    try:
        return ZoneInfo(st.context.timezone or "")
    except (ValueError, OSError, KeyError):
        return None


def journal_list(
    journal: Sequence[Entry], struck: Collection[int], picture: Picture, *, first: int = 0, newest_first: bool = True
) -> str:
    """Entries from number ``first`` on, with time, clock and who recorded them; struck ones are crossed out."""
    _ = words()
    rows = [_row(number, entry, number in struck, picture, _) for number, entry in enumerate(journal, first)]
    return listed(reversed(rows) if newest_first else rows, "journal")


def _row(number: int, entry: Entry, is_struck: bool, picture: Picture, _: Words) -> str:
    said = text(say_entry(entry, picture))
    facts = [say_time(entry.at), say.clock(entry.clock) if entry.clock is not None else "", entry.by or ""]
    below = say.joined([f"{number}", *filter(None, facts)])
    if is_struck:
        said = f'<s>{said}</s> <b class="struck">{text(_("did not happen"))}</b>'
    return f'<span class="said">{said}</span><span class="note">{text(below)}</span>'
