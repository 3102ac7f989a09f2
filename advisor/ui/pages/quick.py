"""Quick answer: a few handicaps by tapping, and at once who may come in. No names, no file, nothing stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import streamlit as st

from advisor.handicap import to_half
from advisor.narrate import say_goals
from advisor.ui import quickmatch
from advisor.ui.parts import address, ask, say
from advisor.ui.parts.answer import show_answer, total_of
from advisor.ui.parts.controls import choose, stepper
from advisor.ui.parts.frame import show_heading, show_jump, show_page
from advisor.ui.parts.grounds import working_list
from advisor.ui.parts.language import Words, chosen_language, words
from advisor.ui.parts.markup import details, icon, text, write
from advisor.ui.parts.prefill import prefill
from advisor.ui.parts.showing import note_recorded
from advisor.ui.quickmatch import AGAINST, OWN, Group, QuickGame

_OPEN = "quick-game-open"
"""Where the session keeps whether the terms of the game are open to be changed."""

_AT = "quick-at"
"""Where the session keeps which handicap the keypad changes: its group and number."""


def _game() -> QuickGame:
    return quickmatch.from_address(address.find("q"))


def _put(game: QuickGame) -> None:
    address.put(q=quickmatch.to_address(game))


def _show() -> None:
    _ = words()
    game = _game()
    show_heading(_("Who may come in?"), level=1)
    inputs, answer = st.columns([5, 7], gap="large")
    with inputs:
        _show_game(game, _)
        _show_team(game, _)
        _show_opponents(game, _)
        _show_highest(game, _)
    with answer:
        _show_answer(game, _)


# -- the game --------------------------------------------------------------------------------------------------------


def _show_game(game: QuickGame, _: Words) -> None:
    names = {"uspa-outdoor-2026": _("Outdoor"), "uspa-arena-2026": _("Arena")}
    if game.period > game.periods:
        where = _("overtime")
    else:
        where = _("period {number} of {periods}").format(number=game.period, periods=game.periods)
    when = _("between periods") if game.between else _("play stopped")
    summary = say.joined([names[game.rules], say.goals_of(game.upper / 2, _), where, when])
    is_open = bool(st.session_state.get(_OPEN))
    # No expander: with another summary it would be another one, and closed.
    shape = ":material/expand_less:" if is_open else ":material/tune:"
    st.button(f"{shape} {summary}", key="game", on_click=_toggle_game, width="stretch")
    if not is_open:
        return
    with st.container(key="game-box", border=True):
        choose(_("Game"), list(quickmatch.GAMES.values()), game.rules, names.__getitem__, "rules", _change_rules)
        stepper(
            _("Upper limit of the event"),
            say.goals_of(game.upper / 2, _),
            "limit",
            _change_limit,
            can_lower=game.upper > 0,
            can_raise=game.upper < quickmatch.MOST_LIMIT,
        )
        periods = list(range(1, game.periods + 2))

        def name_period(number: int) -> str:
            return _("OT") if number > game.periods else str(number)

        choose(_("Period being played"), periods, game.period, name_period, "period", _change("period"))

        def name_moment(between: bool) -> str:
            return _("Between periods") if between else _("Play stopped")

        choose(_("Moment"), [False, True], game.between, name_moment, "between", _change("between"))
        choices = list(quickmatch.periods_of(game.rules))
        choose(_("Periods of the match"), choices, game.periods, str, "periods", _change_periods)

        def name_score(flat: bool) -> str:
            return _("On the flat") if flat else _("Handicap game")

        choose(_("Score"), [False, True], game.flat, name_score, "flat", _change("flat"))


def _toggle_game() -> None:
    st.session_state[_OPEN] = not st.session_state.get(_OPEN)


def _change(name: str) -> Callable[[Any], None]:
    def change(value: Any) -> None:
        _put(replace(_game(), **{name: value}))

    return change


def _change_rules(rules: str) -> None:
    _put(_game().with_game(rules))
    st.session_state.pop(_AT, None)


def _change_periods(periods: int) -> None:
    _put(_game().with_periods(periods))


def _change_limit(direction: int) -> None:
    game = _game()
    _put(replace(game, upper=max(0, min(quickmatch.MOST_LIMIT, game.upper + 2 * direction))))


# -- handicaps -------------------------------------------------------------------------------------------------------


def _show_team(game: QuickGame, _: Words) -> None:
    _show_sum(_("Your team"), _present(game)[OWN], _)
    _show_tiles(game, "own", _)
    numbers = list(range(game.places))
    prefill("hurt", list(game.hurt))
    st.pills(
        _("Who is hurt?"),
        numbers,
        selection_mode="multi",
        format_func=lambda number: _name("own", number, _),
        key="hurt",
        on_change=lambda: _put(replace(_game(), hurt=tuple(sorted(st.session_state["hurt"])))),
        width="stretch",
        wrap=True,
    )
    if game.hurt:

        def name_reason(ill: bool) -> str:
            return _("Ill or exhausted") if ill else _("Injured")

        choose(_("How?"), [False, True], game.ill, name_reason, "ill", _change("ill"))
    _show_tiles(game, "bench", _, _("Bench"))


def _show_opponents(game: QuickGame, _: Words) -> None:
    _show_sum(_("Opponents"), _present(game)[AGAINST], _)
    _show_tiles(game, "against", _)


def _show_sum(team: str, total: int, _: Words) -> None:
    together = _("{number} on the field").format(number=say_goals(total))
    write(f'<h2>{text(team)} <span class="note">{text(together)}</span></h2>')


def _name(group: Group, number: int, _: Words) -> str:
    return (_("Sub {number}") if group == "bench" else _("No. {number}")).format(number=number + 1)


def _show_tiles(game: QuickGame, group: Group, _: Words, label: str = "") -> None:
    """A tile for each handicap; a tap opens the keypad below them."""
    handicaps = game.of(group)
    at = st.session_state.get(_AT)
    if label:
        write(f'<p class="label">{text(label)}</p>')
    with st.container(key=f"tiles-{group}", horizontal=True):
        for number, handicap in enumerate(handicaps):
            st.button(
                f":small[{_name(group, number, _)}] **{say_goals(handicap)}**",
                key=f"{group}-{number}",
                type="primary" if at == (group, number) else "secondary",
                on_click=_point,
                args=(group, number),
                width="stretch",
            )
        if group == "bench" and len(handicaps) < quickmatch.MOST_ON_BENCH:
            st.button(_("Add"), key="bench-add", icon=":material/person_add:", on_click=_add_to_bench, width="stretch")
    if at is not None and at[0] == group and at[1] < len(handicaps):
        _show_keypad(game, group, at[1], _)


def _point(group: Group, number: int) -> None:
    at = (group, number)
    st.session_state[_AT] = None if st.session_state.get(_AT) == at else at


def _show_keypad(game: QuickGame, group: Group, number: int, _: Words) -> None:
    current = game.of(group)[number]
    with st.container(key="keypad-box"):
        write(f'<p class="label">{text(_("Handicap of {name}").format(name=_name(group, number, _)))}</p>')
        with st.container(key="keypad", horizontal=True):
            for handicap in range(quickmatch.LOWEST, quickmatch.HIGHEST + 1, 2):
                st.button(
                    say_goals(handicap).replace("-", "−"),
                    key=f"key-{handicap // 2}",
                    type="primary" if current == handicap else "secondary",
                    on_click=_enter,
                    args=(handicap,),
                    width="stretch",
                )
            st.button(
                "\\+½",
                key="key-half",
                type="primary" if current % 2 else "secondary",
                on_click=_toggle_half,
                disabled=current >= quickmatch.HIGHEST,
                width="stretch",
            )
            if group == "bench":
                st.button(_("Take off"), key="key-remove", on_click=_remove, width="stretch")
            else:
                st.button(_("Done"), key="key-done", on_click=_point, args=(group, number), width="stretch")


def _enter(handicap: int) -> None:
    """Put in a handicap and go on to the next player of the group; after the last the keypad closes."""
    at = st.session_state.get(_AT)
    if at is None:
        return
    group, number = at
    game = _game().with_handicap(group, number, handicap)
    _put(game)
    st.session_state[_AT] = (group, number + 1) if number + 1 < len(game.of(group)) else None


def _toggle_half() -> None:
    at = st.session_state.get(_AT)
    if at is None:
        return
    group, number = at
    game = _game()
    current = game.of(group)[number]
    _put(game.with_handicap(group, number, current - 1 if current % 2 else current + 1))


def _add_to_bench() -> None:
    game = _game()
    _put(replace(game, bench=(*game.bench, 0)))
    st.session_state[_AT] = ("bench", len(game.bench))


def _remove() -> None:
    at = st.session_state.get(_AT)
    if at is None:
        return
    game = _game()
    _put(replace(game, bench=tuple(h for number, h in enumerate(game.bench) if number != at[1])))
    st.session_state[_AT] = None


# -- what has counted so far -----------------------------------------------------------------------------------------


def _present(game: QuickGame) -> dict[str, int]:
    """Each team's handicap on the field, in half goals, as the engine counts it."""
    plain = replace(game, highest_own=None, highest_against=None, hurt=())
    return {team: to_half(goals) for team, goals in ask.counted(ask.as_text(quickmatch.build_match(plain))).items()}


def _show_highest(game: QuickGame, _: Words) -> None:
    show_heading(_("Highest on the field so far"))
    present = _present(game)
    with st.container(key="highest", horizontal=True):
        for team, name, highest in (
            (OWN, _("Your team"), game.highest_own),
            (AGAINST, _("Opponents"), game.highest_against),
        ):
            counted = max(present[team], highest if highest is not None else present[team])
            as_now = counted == present[team]
            stepper(
                name,
                say_goals(counted),
                f"highest-{team}",
                note=_("as now") if as_now else _("earlier"),
                step=lambda direction, team=team: _change_highest(team, direction),  # type: ignore[misc]
                can_lower=not as_now,
                can_raise=counted < game.upper,
            )


def _change_highest(team: str, direction: int) -> None:
    game = _game()
    present = _present(game)[team]
    current = game.highest_own if team == OWN else game.highest_against
    value = max(present, present if current is None else current) + direction * game.step
    highest = value if value > present else None
    _put(replace(game, highest_own=highest) if team == OWN else replace(game, highest_against=highest))


# -- the answer ------------------------------------------------------------------------------------------------------


def _show_answer(game: QuickGame, _: Words) -> None:
    built = quickmatch.build_match(game, _)
    note_recorded(len(built.journal))
    match = ask.as_text(built)
    picture = ask.picture(match, chosen_language())
    advice = ask.advice(match, OWN, chosen_language())
    counted, goals = advice.counted_handicap or {}, advice.handicap_goals or {}
    line = _("Counted {own} against {other}. Goals by handicap: {own_goals} and {other_goals}.").format(
        own=say.figure(counted[OWN]),
        other=say.figure(counted[AGAINST]),
        own_goals=say.figure(goals[OWN]),
        other_goals=say.figure(goals[AGAINST]),
    )
    worked = working_list(ask.state_workings(match, OWN, chosen_language()))
    how = details(text(_("How the figures are worked out")), worked)
    write(f'<p class="counted" id="answer">{text(line)}</p>{how}')
    if max(_present(game).values()) > game.upper:
        check = _("There is more on the field than the event's upper limit: check the handicaps and the limit.")
        write(f'<p class="warning">{icon("cross")}{text(check)}</p>')
    is_asked = not game.hurt and not game.between
    if is_asked:
        write(f'<p class="lead"><b>{text(_("Tap who is hurt."))}</b></p>')
    show_answer(match, advice, picture, hidden=quickmatch.is_earlier)
    if is_asked:
        # Nothing has happened yet: no verdict, but what to do.
        show_jump("is-asked", _("Tap who is hurt."), to="content")
    else:
        show_jump("is-legal" if advice.totals.now else "is-illegal", total_of(advice, _))


show_page("quick", _show)
