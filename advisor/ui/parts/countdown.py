"""The minutes for finding a substitute, as they run: a clock for each player who must leave."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import streamlit as st

from advisor.ui.minutes import Minutes
from advisor.ui.parts import say
from advisor.ui.parts.ask import Picture, Side
from advisor.ui.parts.language import Words, chosen_language, words
from advisor.ui.parts.markup import icon, text, write


def now() -> datetime:
    """The time by which the clocks run."""
    return datetime.now(UTC)


def show_countdown(running: Sequence[Minutes], picture: Picture, team: str) -> None:
    """A clock for each player who must leave, that ticks; in words once it is over, or where it cannot be known."""
    if not running:
        return
    if any(minutes.left(now()) for minutes in running):
        _tick(running, picture, team)
    else:
        _show(running, picture, team)


@st.fragment(run_every=1)
def _tick(running: Sequence[Minutes], picture: Picture, team: str) -> None:
    if not any(minutes.left(now()) for minutes in running):
        st.rerun()  # nothing of it ticks any more
    _show(running, picture, team)


def _show(running: Sequence[Minutes], picture: Picture, team: str) -> None:
    _ = words()
    side = picture.sides[team]
    write("".join(_clock(minutes, picture, side, _) for minutes in running))


def _clock(minutes: Minutes, picture: Picture, side: Side, _: Words) -> str:
    condition = picture.book.conditions[minutes.condition]
    if minutes.condition == "penalty-7":
        title = _("Penalty 7, {player}: to find a substitute or to name the removal")
    else:
        title = _("To find a substitute for {player}")
    title = title.format(player=side.label(minutes.player))
    left = minutes.left(now())
    if left is None:
        css, figure = "", _("{number} minutes").format(number=minutes.minutes)
        below = _("from the moment when play stopped for it")
    elif left:
        css = " is-short" if left <= 120 else ""
        figure, below = say.clock(left), _("left of {number} minutes").format(number=minutes.minutes)
    else:
        css, figure = " is-over", _("Time is over")
        below = _(
            "Play goes on short, with {number}. Whoever is found later may come in at any time: the place is open."
        )
        below = below.format(number=len(side.state.field))
        if minutes.condition == "penalty-7":
            below += " " + _("Once play has gone on nobody can be named for the Penalty 7 any more.")
    shape = "cross" if css == " is-over" else "clock"
    return (
        f'<section class="countdown{css}"><p class="for">{text(title)}</p>'
        f'<p class="time" role="timer">{icon(shape)}<b>{text(figure)}</b> <span>{text(below)}</span> '
        f"<cite>{text(condition['citation'][chosen_language()])}</cite></p></section>"
    )
