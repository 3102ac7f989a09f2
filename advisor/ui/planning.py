"""Plans and benches for the pages: worked out once, with progress shown, and kept for a while."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar, cast

import streamlit as st

from advisor.latest import Latest
from advisor.match import Match, Player
from advisor.plan.bench import Bench, choose_bench
from advisor.plan.day import Day, print_day
from advisor.plan.html import plan_html
from advisor.plan.plan import Plan, make_plan
from advisor.plan.said import Said, say_plan
from advisor.rulebook import Language
from advisor.ui.parts import ask
from advisor.ui.parts.language import words

Work = Callable[[Callable[[int, int], None]], object]
_Found = TypeVar("_Found")


_MOST = 60
"""Of how many questions the answers are kept, for all who look at the app."""


@st.cache_resource(show_spinner=False)
def _answers() -> Latest[Hashable, object]:
    return Latest(_MOST, lambda _: 1)


def _worked_out(key: Hashable, work: Callable[[Callable[[int, int], None]], _Found]) -> _Found:
    """The answer kept under the key, else worked out with its progress shown."""
    kept = _answers().find(key)
    if kept is None:
        _ = words()
        pattern = _("Working it out: step {done} of {steps}")
        place = st.empty()
        bar = place.progress(0.0)

        def show(done: int, steps: int) -> None:
            said = pattern.format(done=min(done + 1, steps), steps=steps)
            bar.progress(min(done / steps, 1.0), text=said)

        try:
            kept = work(show)
        finally:
            place.empty()
        _answers().put(key, kept)
    return cast(_Found, kept)


def plan_of(match: Match, team: str, lineup: tuple[str, ...], language: Language) -> Plan:
    """The plan of a team. Raises InputError, EngineDisagreement, SolverFailure."""
    key = "plan", ask.as_text(match), team, lineup, language
    return _worked_out(key, lambda show: make_plan(match, team, lineup or None, language=language, progress=show))


def bench_of(
    match: Match, team: str, lineup: tuple[str, ...], players: tuple[Player, ...], size: int, language: Language
) -> Bench:
    """Whom to bring. Raises InputError, EngineDisagreement, SolverFailure."""
    key = "bench", ask.as_text(match), team, lineup, repr(players), size, language
    return _worked_out(
        key,
        lambda show: choose_bench(match, team, players, size, lineup or None, language=language, progress=show),
    )


def day_of(day: Day, language: Language, server: str) -> bytes:
    """The print of a day. Raises EngineDisagreement, SolverFailure."""
    key = "day", tuple((ask.as_text(one.match), one.path) for one in day.matches), day.withheld, language, server
    return _worked_out(key, lambda show: print_day(day, language, server, show))


def said_in(match: Match, plan: Plan, lineup: tuple[str, ...], languages: tuple[Language, ...]) -> list[Said]:
    """A plan in words, in each of these languages; made anew where it is in another one."""
    return [
        say_plan(match, make_plan(match, plan.team, lineup or None, language=language), language)
        for language in languages
    ]


def phone_file(match: Match, plan: Plan, lineup: tuple[str, ...], language: Language) -> bytes:
    """The plan as one file for a phone, this language first."""
    other: Language = "es" if language == "en" else "en"
    return plan_html(said_in(match, plan, lineup, (language, other))).encode()
