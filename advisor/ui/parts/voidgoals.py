"""Goals on record that do not count by Rule 14: said beside the score that still has them, and struck by a tap."""

from __future__ import annotations

import streamlit as st

from advisor.narrate import say_goals
from advisor.play.clock import VoidGoal
from advisor.play.following import Play
from advisor.store.journal import strike
from advisor.ui import keeping
from advisor.ui.keeping import Held
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.language import words
from advisor.ui.parts.markup import icon, literal, text, write


def show_void_goals(held: Held, play: Play, picture: Picture) -> None:
    """What the board would show without them, and for who may record a button for each; nothing where there is none."""
    void = play.clock.void
    if not void:
        return
    _ = words()
    entries = ", ".join(str(goal.entry) for goal in void)
    score = " : ".join(say_goals(play.score[key]) for key in picture.sides)
    said = _("The score still has goals that do not count by Rule 14 (entries: {entries}).").format(entries=entries)
    without = _("Without them it is {score}, and the clock goes by that.").format(score=score)
    write(f'<div class="failure" role="status">{icon("gavel")}<p>{text(said)} <b>{text(without)}</b></p></div>')
    if not held.stored.access.may_record:
        return
    with st.container(key="void-goals"):
        for goal in void:
            label = _("Strike entry {number}: goal for {team}")
            st.button(
                literal(label.format(number=goal.entry, team=picture.names[goal.team])),
                key=f"void-{goal.entry}",
                icon=":material/block:",
                on_click=_strike,
                args=(held, goal),
                width="stretch",
            )


def _strike(held: Held, goal: VoidGoal) -> None:
    _ = words()
    reason, done = _("did not count by Rule 14"), _("Entry {number} is struck.").format(number=goal.entry)
    store, who = keeping.the_store(), held.actor
    keeping.act(lambda: strike(store, held.match_id, held.count, goal.entry, reason, who), done)
