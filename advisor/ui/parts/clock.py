"""The clock of the period in the keeper's hands: written, moved by seconds, or running along with the match."""

from __future__ import annotations

from datetime import UTC, datetime

import streamlit as st

from advisor.play.following import follow
from advisor.ui.keeping import Form, Held
from advisor.ui.parts import say
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.language import words
from advisor.ui.parts.markup import literal, text, write
from advisor.ui.ticking import seconds_shown

_STEPS = (-10, -1, 1, 10)


def read_clock(written: str) -> int | None:
    """Seconds of a clock such as 4:20; None where it is none."""
    minutes, colon, seconds = written.strip().partition(":")
    if not (minutes.isdecimal() and (seconds.isdecimal() if colon else True)):
        return None
    return int(minutes) * 60 + int(seconds or 0) if colon else int(minutes)


class Clock:
    """What the clock is to say on the next entry."""

    def __init__(self, held: Held, picture: Picture) -> None:
        self._form, self._picture, self._match = Form(held, "clock"), picture, held.stored.match

    def now(self) -> int | None:
        """Seconds of the period, if they are known; what was written goes before what runs along."""
        written = self._form.get("written")
        if written:
            return read_clock(written)
        if not self._along:
            return None
        found = seconds_shown(follow(self._match), datetime.now(UTC))
        return None if found is None else max(self._picture.clock, found + int(self._form.get("moved") or 0))

    def recorded(self) -> None:
        """After an entry was recorded: from it on the clock runs by itself."""
        if self._form.get("written") or self._form.get("moved"):
            self._form.put(written=None, moved=None)

    @property
    def _along(self) -> bool:
        """Whether the clock runs along; unless it was said, it does once an entry of this period has one."""
        along = self._form.get("along")
        return self._picture.clock > 0 if along is None else bool(along)

    @property
    def runs(self) -> bool:
        """Whether its figure changes by itself."""
        return self._along and not self._form.get("written") and self._picture.moment == "in_play"

    def show(self) -> None:
        """The clock with the ways to set it."""
        _show_all(self)

    def show_figure(self) -> None:
        """What it says now."""
        _, now = words(), self.now()
        shown = say.clock(now) if now is not None else "–:––"
        what = _("runs along") if self.runs else _("stands") if now is not None else _("not recorded")
        write(
            f'<p class="clock"><span class="label">{text(_("Clock of the period"))}</span>'
            f' <b>{text(shown)}</b> <span class="note">{text(what)}</span></p>'
        )

    def show_box(self) -> None:
        """The figure, which ticks by itself while it runs along, and what is tapped to set it."""
        _, written = words(), self._form.get("written")
        with st.container(key="clock-box"):
            if self.runs:
                _show_running(self)
            else:
                self.show_figure()
            with st.container(key="clock-steps"):
                for step in _STEPS:
                    st.button(
                        literal(f"{step:+d} s"),
                        key=f"clock-{step}",
                        help=None,
                        on_click=self._move,
                        args=(step,),
                        width="stretch",
                    )
            left, right = st.columns(2, vertical_alignment="bottom")
            with left:
                self._form.write("written", _("Clock, as in 4:20"), placeholder="4:20")
            with right, st.container(key="clock-along"):
                along = self._along
                st.button(
                    _("Without a clock") if along else _("Let it run along"),
                    key="clock-run",
                    icon=":material/timer_off:" if along else ":material/timer:",
                    on_click=self._form.put,
                    kwargs={"along": not along, "written": None, "moved": None},
                    width="stretch",
                )
            if written and read_clock(written) is None:
                write(f'<p class="note">{text(_("A clock is minutes and seconds, as in 4:20."))}</p>')

    def _move(self, step: int) -> None:
        if self.runs:
            self._form.put(moved=int(self._form.get("moved") or 0) + step)
            return
        least, now = self._picture.clock, self.now()
        self._form.put(written=say.clock(max(least, (least if now is None else now) + step)))


@st.fragment
def _show_all(clock: Clock) -> None:
    clock.show_box()


@st.fragment(run_every=1)
def _show_running(clock: Clock) -> None:
    clock.show_figure()
