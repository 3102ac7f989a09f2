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


class Teller:
    """Says entries of a match to whoever looks, in his language and by his clock."""

    def __init__(self, picture: Picture) -> None:
        people = {
            key: {player: person.label for player, person in side.people.items()} for key, side in picture.sides.items()
        }
        self._language, self._zone = chosen_language(), _zone()
        self._names, self._teams = Names(picture.names, people), Names(picture.names, {})

    def entry(self, entry: Entry) -> str:
        """An entry in words: "Goal for Red", "Ana (1): Injured"."""
        return telling.say_entry(entry, self._names, self._language)

    def facts(self, number: int, entry: Entry) -> str:
        """What stands small below it: its number, its time, the clock, who recorded it."""
        at = _say_time(entry.at, self._zone, "%H:%M") if entry.at else ""
        clock = say.clock(entry.clock) if entry.clock is not None else ""
        by = telling.say_by(entry.by, self._teams, self._language) if entry.by else ""
        return say.joined([f"{number}", *filter(None, (at, clock, by))])


def say_entry(entry: Entry, picture: Picture) -> str:
    """An entry in words: "Goal for Red", "Ana (1): Injured"."""
    return Teller(picture).entry(entry)


def say_by(by: str | None, picture: Picture) -> str:
    """Who recorded or decided; empty where that is not known."""
    return telling.say_by(by, Names(picture.names, {}), chosen_language()) if by else ""


def say_time(at: str | None, *, seconds: bool = False) -> str:
    """The time of the day of an ISO 8601 time, where the reader is."""
    return _say_time(at, _zone(), "%H:%M:%S" if seconds else "%H:%M") if at else ""


def _say_time(at: str, zone: tzinfo | None, form: str) -> str:
    try:
        return datetime.fromisoformat(at).astimezone(zone).strftime(form)
    except ValueError:
        return ""


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
    teller = Teller(picture)
    rows = [_row(number, entry, number in struck, teller, _) for number, entry in enumerate(journal, first)]
    return listed(reversed(rows) if newest_first else rows, "journal")


def _row(number: int, entry: Entry, is_struck: bool, teller: Teller, _: Words) -> str:
    said = text(teller.entry(entry))
    if is_struck:
        said = f'<s>{said}</s> <b class="struck">{text(_("did not happen"))}</b>'
    return f'<span class="said">{said}</span><span class="note">{text(teller.facts(number, entry))}</span>'
