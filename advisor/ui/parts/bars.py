"""Both teams at a glance: score, period and clock, and each team's handicap against its limit or cap."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from advisor.handicap import to_half
from advisor.narrate import say_goals
from advisor.ui.parts import ask, say
from advisor.ui.parts.ask import Picture, Side
from advisor.ui.parts.grounds import working_list
from advisor.ui.parts.language import Words, chosen_language, words
from advisor.ui.parts.markup import icon, text, write


def show_bars(picture: Picture, *, own: str = "", live: Callable[[], None] | None = None, match: str = "") -> None:
    """The header that stays in sight, the teams in the order of the match file.

    ``own``: the key of the reader's own team, which is marked; ``live`` writes who he is and how old this is, above.
    ``match``: the match as text; with it a tap on a team opens how its figures were worked out.
    """
    _ = words()
    sides = ""
    for side in picture.sides.values():
        shown = _side(side, picture, side.key == own, _)
        if match:
            worked = working_list(ask.state_workings(match, side.key, chosen_language()))
            shown = f'<details class="opens"><summary>{shown}</summary><div tabindex="0">{worked}</div></details>'
        sides += shown
    with st.container(key="match-bar"):
        if live is not None:
            live()
        write(f'<div class="bars"><p class="moment">{icon("clock")}{text(moment(picture, _))}</p>{sides}</div>')


def moment(picture: Picture, _: Words) -> str:
    """Where the match is: "Period 3, play stopped, 4:20"."""
    if picture.moment == "before_start":
        return _("Before the start")
    overtime = picture.period > picture.periods
    if picture.moment == "between_periods":
        where = _("After period {number} of {periods}")
    else:
        where = _("Overtime, period {number}") if overtime else _("Period {number} of {periods}")
    parts = [where.format(number=picture.period, periods=picture.periods)]
    if picture.moment != "between_periods":
        parts.append(_(say.MOMENTS[picture.moment]))
        if picture.clock:
            parts.append(say.clock(picture.clock))
    return say.joined(parts)


def _side(side: Side, picture: Picture, is_own: bool, _: Words) -> str:
    started = picture.moment != "before_start"
    most = to_half(side.most)
    capped = any(to_half(cap.value) == most for cap in side.state.limits.caps)
    limit = (_("cap {number}") if capped else _("limit {number}")).format(number=say_goals(most))
    counted = to_half((side.state.counted_handicap or {}).get(side.key, 0))
    scale = max(most, side.total, counted, 1)
    facts = [_("field {number}").format(number=say_goals(side.total))] if started else []
    if started:
        facts.append(_("counted {number}").format(number=say_goals(counted)))
    score = say_goals(side.score) if started else "–"
    yours = f'<span class="unseen">{text(_("your team"))}</span>' if is_own else ""
    return (
        f'<div class="side{" own" if is_own else ""}">'
        f'<p class="team"><span class="name" title="{text(side.name)}">{text(side.name)}</span>{yours}'
        f' <span class="score">{text(score)}</span></p>'
        f'<div class="against"><div class="track" aria-hidden="true">'
        f'<span class="fill{" over" if side.total > most else ""}" style="width:{_share(side.total, scale)}%"></span>'
        f'<span class="tick" style="left:{_share(counted, scale)}%"></span>'
        f'<span class="end" style="left:{_share(most, scale)}%"></span></div>'
        f'<p class="limit">{text(limit)}</p></div>'
        f'<p class="facts">{text(say.joined(facts))}</p></div>'
    )


def _share(part: int, whole: int) -> int:
    return max(0, min(100, round(100 * part / whole)))
