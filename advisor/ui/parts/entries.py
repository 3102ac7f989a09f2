"""Entries of a journal in words, and the journal as a list."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo

import streamlit as st

from advisor.match import Entry
from advisor.ui.parts import say
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.language import Words, mark, words
from advisor.ui.parts.markup import listed, text

REASONS: Mapping[str, str] = {
    "injury": mark("Injured"),
    "illness": mark("Ill"),
    "exhaustion": mark("Exhausted"),
    "quit": mark("Stops playing"),
}
CARDS: Mapping[str, str] = {"second_yellow": mark("Second yellow card"), "red": mark("Red card")}
PLAIN: Mapping[str, str] = {
    "start": mark("The match starts"),
    "stop": mark("Play stops"),
    "resume": mark("Play goes on"),
    "end_period": mark("The period ends"),
    "start_period": mark("The period starts"),
}
"""What entries say that are about nobody."""


def say_entry(entry: Entry, picture: Picture) -> str:
    """An entry in words: "Goal for Red", "Ana (1): injured"."""
    _ = words()
    names = picture.names

    def player(team: str, found: str) -> str:
        side = picture.sides.get(team)
        return side.label(found) if side is not None and found in side.people else found

    def players(team: str, found: Sequence[str]) -> str:
        return ", ".join(player(team, one) for one in found) or "–"

    def anybody(found: str) -> str:
        return next((side.label(found) for side in picture.sides.values() if found in side.people), found)

    match entry.entry:
        case "goal":
            return _("Goal for {team}").format(team=names.get(entry.team, entry.team))
        case "unable":
            said = f"{player(entry.team, entry.player)}: {_(REASONS[entry.reason])}"
            return say.joined([said, _("concussion")]) if entry.concussion else said
        case "card":
            return f"{player(entry.team, entry.player)}: {_(CARDS[entry.kind])}"
        case "recovered":
            return _("{player} can play again").format(player=player(entry.team, entry.player))
        case "sit_out_over":
            return _("The two minutes of {player} are over").format(player=player(entry.team, entry.player))
        case "arrived":
            return _("{player} has arrived").format(player=player(entry.team, entry.player))
        case "left":
            return _("{player} has left").format(player=player(entry.team, entry.player))
        case "penalty_7":
            other = next((key for key in picture.sides if key != entry.against), "")
            pattern = _("Penalty 7 against {team}; out by it: {player}")
            return pattern.format(team=names.get(entry.against, entry.against), player=player(other, entry.disabled))
        case "designate":
            return _("Penalty 7: {player} is named and leaves").format(player=anybody(entry.player))
        case "substitute":
            team = names.get(entry.team, entry.team)
            pattern = _("{team}: in {come}, out {go}")
            return pattern.format(team=team, come=players(entry.team, entry.in_), go=players(entry.team, entry.out))
        case "player":
            return _("{team}: entered or put right: {player}").format(
                team=names.get(entry.team, entry.team), player=player(entry.team, entry.player.id)
            )
        case "event":
            keys = ", ".join(sorted(entry.set.model_fields_set))
            return _("The event is put right: {keys}").format(keys=keys)
        case "strike":
            said = _("Entry {number} did not happen").format(number=entry.number)
            return f"{said}: {entry.reason}" if entry.reason else said
        case kind:
            return _(PLAIN[kind])


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
