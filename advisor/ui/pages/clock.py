"""The clock of a kept match (Rule 14): big, running by the times of the entries, with what may come next by a tap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from typing import Any

import streamlit as st

from advisor.errors import InputError
from advisor.match import PENALTIES
from advisor.matchfile import read_entry
from advisor.narrate import say_goals
from advisor.play.clock import Clock, Next, next_entries
from advisor.play.following import Play, follow
from advisor.play.penalties import find_penalty
from advisor.play.saying import say_clock, say_correction, say_notes, say_period, say_phase, say_seconds
from advisor.store.journal import append
from advisor.ui import keeping
from advisor.ui.keeping import Form, Held
from advisor.ui.parts import ask
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.bars import show_bars
from advisor.ui.parts.clock import read_clock
from advisor.ui.parts.conditions import show_deviations
from advisor.ui.parts.entries import say_entry
from advisor.ui.parts.frame import show_heading, show_page
from advisor.ui.parts.language import Words, chosen_language, words
from advisor.ui.parts.markup import icon, literal, text, write, write_if
from advisor.ui.parts.recording import show_undo, undo_until
from advisor.ui.parts.restarting import cited, show_restart
from advisor.ui.parts.shooting import show_electing, show_shootout
from advisor.ui.parts.voidgoals import show_void_goals
from advisor.ui.parts.waiting import find_waiting, show_bar
from advisor.ui.ticking import Entry, before_the_horn, clock_at, pause_left, to_record

_PLAIN: Mapping[Next, Entry] = {
    "warning": {"entry": "horn", "which": "warning"},
    "start_period": {"entry": "start_period"},
    "ball_in": {"entry": "ball_in"},
    "stop": {"entry": "stop"},
    "resume": {"entry": "resume"},
    "horn_first": {"entry": "horn", "which": "first"},
    "horn_second": {"entry": "horn", "which": "second"},
    "end_period": {"entry": "end_period"},
}
"""What may come next and needs nothing more."""

_SHAPES: Mapping[str, str] = {"over": "cross", "ended": "check"}


def _show() -> None:
    _ = words()
    held = keeping.look_or_say(_("Clock"))
    if held is not None:
        _show_clock(held, _)


def _show_clock(held: Held, _: Words) -> None:
    match, access = held.stored.match, held.stored.access
    picture = ask.picture(ask.as_text(match), chosen_language())
    play = follow(match)
    show_heading(_("Clock"), picture.event, level=1)
    role = _("You keep this match.") if access.may_record else _("You look on.")
    show_bars(picture, own=access.team or "", live=partial(keeping.show_live, held, role, undo_until(held)))
    show_deviations(picture)
    keeping.show_notice(picture)
    if access.may_record:
        show_bar(find_waiting(held), picture, is_here=False)
    shown = clock_at(play, datetime.now(UTC))
    left, right = st.columns(2, gap="large")
    with left:
        _show_face(play, picture, shown)
        show_void_goals(held, play, picture)
        if access.may_record:
            _show_next(held, play, picture, shown, _)
            show_undo(held, picture)
    with right:
        show_restart(play.with_clock(shown), picture.names)
        if play.clock.phase == "shootout" or play.shootout is not None:
            record = partial(_record, held, play) if access.may_record and play.clock.phase == "shootout" else None
            show_shootout(play, picture, record)
        write_if(cited(say_clock(play.with_clock(shown), chosen_language(), picture.names)))
        _show_notes(play)
        if access.may_record:
            _show_more(held, play, picture, shown, _)
    keeping.show_link("kept", _("Back to the match"))


def _show_notes(play: Play) -> None:
    notes = say_notes(play, chosen_language())
    if notes:
        write(f'<div class="failure">{icon("gavel")}<div>{cited(notes)}</div></div>')


# -- the face --------------------------------------------------------------------------------------------------------


def _show_face(play: Play, picture: Picture, shown: Clock) -> None:
    """The clock, each second while time goes by; once something else may come next, the whole page anew."""
    goes_by = shown.phase == "running" or pause_left(play, datetime.now(UTC)) is not None
    st.fragment(_tick, run_every=1 if goes_by else None)(play, picture, shown)


def _tick(play: Play, picture: Picture, shown: Clock) -> None:
    now = datetime.now(UTC)
    clock = clock_at(play, now)
    if next_entries(clock) != next_entries(shown):
        st.rerun()
    write(_face(play, picture, clock, now))


def _face(play: Play, picture: Picture, clock: Clock, now: datetime) -> str:
    language = chosen_language()
    left = pause_left(play, now)
    figure = say_seconds(clock.seconds)
    score = " : ".join(say_goals(play.board[key]) for key in picture.sides)
    if left is not None:
        figure = f"-{say_seconds(-left)}" if left < 0 else say_seconds(left)
    if clock.phase == "shootout" and play.shootout is not None:
        figure = " : ".join(str(play.shootout.points[key]) for key in picture.sides)
    elif clock.phase == "ended":
        figure = score
    horn = " horn" if clock.phase == "running" and clock.horn else ""
    state = say_phase(clock, language)
    return (
        f'<div class="face {clock.phase}{horn}"><p class="note">{text(say_period(clock, language))} · {text(score)}</p>'
        f'<p class="figure" role="timer">{text(figure)}</p>'
        f'<p class="state">{icon(_SHAPES.get(clock.phase, "clock"))}{text(state)}</p></div>'
    )


# -- what may come next ----------------------------------------------------------------------------------------------


def _show_next(held: Held, play: Play, picture: Picture, shown: Clock, _: Words) -> None:
    choices = list(_choices(play, picture, shown, _))
    if "start" in next_entries(shown):
        keeping.show_link("kept", _("Record who starts"), view="record")
    if not choices:
        return
    with st.container(key="clock-next"):
        for number, (key, label, entry) in enumerate(choices):
            st.button(
                literal(label),
                key=f"clock-{key}",
                type="primary" if number == 0 else "secondary",
                on_click=_tap,
                args=(held, play, entry),
                width="stretch",
            )
    if shown.phase == "stopped":
        keeping.show_link("kept", _("Somebody is hurt, or is replaced"), view="record")


def _choices(play: Play, picture: Picture, shown: Clock, _: Words) -> Iterator[tuple[str, str, Entry]]:
    """Buttons: a key, a label and what is recorded."""
    if shown.phase == "over" and play.clock.phase == "running":
        # Time has passed, and what it brought is not on record yet.
        if (again := before_the_horn(shown)) is not None:
            yield "end_period", _said(_PLAIN["end_period"], picture), _PLAIN["end_period"]
            yield "in-before", _("The ball was in play again before the horn"), again
            return
        yield "horn_second", _said(_PLAIN["horn_second"], picture), _PLAIN["horn_second"]
        unheard = {**_PLAIN["horn_second"], "heard": False}
        yield "horn_unheard", _said(unheard, picture), unheard
        return
    for found in next_entries(shown):
        if found in _PLAIN:
            yield found, _said(_PLAIN[found], picture), _PLAIN[found]
        elif found == "goal" and shown.winner is None:
            for team in picture.sides:
                entry = {"entry": "goal", "team": team}
                yield f"goal-{team}", _said(entry, picture), entry
        elif found == "goal":
            own = {"entry": "goal", "team": shown.winner or ""}
            yield "goal-winner", _said(own, picture), own
        elif found == "ball_out":
            entry = {"entry": "ball_out", "over": "side_line"}
            yield "out-side", _said(entry, picture), entry
            for team, name in picture.names.items():
                label = _("Ball out over the back line of {team}, which hits in").format(team=name)
                yield f"out-{team}", label, {"entry": "ball_out", "over": "back_line", "team": team}


def _said(entry: Entry, picture: Picture) -> str:
    return say_entry(read_entry(entry), picture)


def _record(held: Held, play: Play, entry: Entry) -> bool:
    """Record an entry as of now; True where it was."""
    try:
        entries = to_record(play, entry, datetime.now(UTC))
    except InputError:
        entries = [entry]  # the store says what is wrong with it
    return keeping.act(lambda: append(keeping.the_store(), held.match_id, held.count, entries, held.actor))


def _tap(held: Held, play: Play, entry: Entry) -> None:
    _record(held, play, entry)


# -- what needs more than a tap --------------------------------------------------------------------------------------


def _show_more(held: Held, play: Play, picture: Picture, shown: Clock, _: Words) -> None:
    possible = next_entries(shown)
    if "shootout" in possible:
        with st.expander(_("Shootout"), icon=":material/sports_score:", key="clock-shootout"):
            show_electing(held, play, picture, partial(_record, held, play))
    if "penalty" in possible:
        with st.expander(_("Foul"), icon=":material/gavel:", key="clock-foul"):
            _show_foul(held, play, picture, _)
    if "clock_correction" in possible:
        with st.expander(_("Put the clock right"), icon=":material/timer:", key="clock-right"):
            _show_correction(held, play, _)


def _show_foul(held: Held, play: Play, picture: Picture, _: Words) -> None:
    form = Form(held, "foul")
    against = form.choose("against", _("By which team?"), list(picture.sides), picture.names.__getitem__)
    number = form.choose("number", _("Which penalty?"), PENALTIES, str, clears=("to_back_line", "across", "from_spot"))
    if against is None or number is None:
        return
    penalty, language = find_penalty(number), chosen_language()
    write(f'<p class="note">{text(penalty.title[language])}</p>')
    entry: dict[str, Any] = {"entry": "penalty", "number": number, "against": against}
    from_spot = number == "2" and form.tick("from_spot", _("Hit from the spot of the foul"))
    if from_spot:
        entry["from_spot"] = True
    if from_spot or any(way.spot.needs_place for way in list(penalty.ways.values())[:1]):
        name = picture.names[against]
        back = _yards(form.write("to_back_line", _("Yards from the back line of {team}").format(team=name)))
        across = _yards(form.write("across", _("Yards from the middle, to the left with a minus")))
        if back is not None and across is not None:
            entry["spot"] = {"to_back_line": back, "across": across}
    form.button(_said(entry, picture), "clock-penalty", partial(_record_form, held, play, form, entry), is_primary=True)


def _yards(written: str) -> float | None:
    try:
        found = float(written.strip().replace(",", ".").replace("−", "-"))
    except ValueError:
        return None
    return found if abs(found) <= 500 else None


def _show_correction(held: Held, play: Play, _: Words) -> None:
    form = Form(held, "clock-right")
    write(cited([say_correction(play, chosen_language())]))
    written = form.write("clock", _("What the official clock shows, such as 6:45"))
    seconds = read_clock(written) if written else None
    if written and seconds is None:
        write(f'<p class="note">{text(_("A clock is minutes and seconds, as in 4:20."))}</p>')
    reason = form.write("reason", _("Reason"))
    entry: dict[str, Any] = {"entry": "clock_correction", "clock": seconds}
    if reason.strip():
        entry["reason"] = reason.strip()
    form.button(
        _("Put the clock right"),
        "clock-correct",
        partial(_record_form, held, play, form, entry),
        disabled=seconds is None,
    )


def _record_form(held: Held, play: Play, form: Form, entry: Entry) -> None:
    if _record(held, play, entry):
        form.clear()


show_page("clock", _show)
