"""The verdict on a lineup: one word with icon and colour, and everything that it rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from advisor.answer_types import Verdict
from advisor.ui.parts import say
from advisor.ui.parts.ask import Picture, Side
from advisor.ui.parts.frame import show_jump
from advisor.ui.parts.grounds import clause_details, contested_block, figures, notes, unchecked
from advisor.ui.parts.language import mark, words
from advisor.ui.parts.markup import icon, listed, literal, text, write
from advisor.workings import Working

WORDS: Mapping[str, tuple[str, str]] = {
    "legal": (mark("Legal"), "check"),
    "later": (mark("At the end of the period"), "clock"),
    "illegal": (mark("Not legal"), "cross"),
}
"""The word and the icon of each status."""


def headline(verdict: Verdict, picture: Picture) -> str:
    """HTML: the verdict in one word with icon and colour, and what it costs."""
    _ = words()
    word, shape = WORDS[verdict.status]
    facts = [_field(verdict), *say.cost(verdict.score_change, verdict.team, picture.names, _)]
    return (
        f'<section id="answer" class="verdict is-{verdict.status}" role="status">'
        f'<p class="word">{icon(shape)}{text(_(word))}</p><p class="facts">{text(say.joined(facts))}</p></section>'
    )


def _field(verdict: Verdict) -> str:
    return words()("{number} on the field").format(number=say.figure(verdict.field_handicap))


def show_verdict(
    verdict: Verdict,
    picture: Picture,
    workings: Sequence[Working],
    on_try: Callable[[str], None],
    *,
    below: bool = False,
    show: Callable[[], None] = lambda: None,
) -> None:
    """A verdict. ``on_try`` is called with the ids of a repair, joined by ``~``, when it is tapped.

    ``below``: without the headline, which stands elsewhere. ``show``: the way to the whole screen, below the headline.
    """
    _ = words()
    side = picture.sides[verdict.team]
    broken_ids = [found.clause for found in verdict.broken]
    answer = (verdict.status, broken_ids, verdict.counted_handicap, verdict.score_change)
    contested = contested_block(verdict.alternatives, verdict.contested_by, picture, verdict.team, answer)
    facts = {
        "field_handicap": _field(verdict),
        "counted_handicap": _("counts {number}").format(number=say.figure(verdict.counted_handicap)),
        "score_change": say.joined(say.cost(verdict.score_change, verdict.team, picture.names, _)),
        "net_goals": _("Net goals"),
    }
    worked = figures(workings, facts, {"field_handicap": "big"})
    note = ""
    if verdict.period_end_note:
        note = f'<p class="turn">{icon("clock")}{text(verdict.period_end_note)}</p>'
    argument = f'<p class="argument">{text(verdict.argument)}</p>' if verdict.argument else ""
    broken = ""
    if verdict.broken:
        rows = [
            f'<div class="row"><p><b>{text(found.message)}</b></p>{clause_details(found.clause, picture.book)}</div>'
            for found in verdict.broken
        ]
        title = _("Why not now") if verdict.status == "later" else _("Rules broken")
        broken = f"<h3>{text(title)}</h3>{listed(rows, 'plain')}"
    if not below:
        write(headline(verdict, picture))
    show()
    write(f"{note}{contested}{argument}{broken}{worked}")
    if not below:
        show_jump(f"is-{verdict.status}", say.joined([_(WORDS[verdict.status][0]), _field(verdict)]))
    if verdict.flips:
        flips = [text(flip.message) for flip in verdict.flips]
        write(f"<h3>{text(_('What would make it legal'))}</h3>{listed(flips, 'rows')}")
    if verdict.repairs:
        _show_repairs(verdict, side, on_try)
    write(notes(verdict.warnings, side.state, picture) + unchecked(verdict.not_checked))


def _show_repairs(verdict: Verdict, side: Side, on_try: Callable[[str], None]) -> None:
    _ = words()
    write(f"<h3>{text(_('Nearest legal lineup'))}</h3>")
    for number, repair in enumerate(verdict.repairs):
        moves = []
        if repair.drop:
            moves.append(_("without {players}").format(players=", ".join(map(side.label, repair.drop))))
        if repair.add:
            moves.append(_("with {players}").format(players=", ".join(map(side.label, repair.add))))
        label = say.joined([*moves, _(say.WHEN[repair.when])]) if moves else _(say.WHEN[repair.when])
        st.button(
            literal(label),
            key=f"repair-{number}",
            icon=":material/swap_horiz:",
            on_click=on_try,
            args=("~".join(repair.lineup),),
            width="stretch",
        )
