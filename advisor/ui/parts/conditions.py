"""An event's conditions: as a form, and where they are not those of the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

import streamlit as st
from pydantic import ValidationError

from advisor.editions import periods_of
from advisor.explain import explain
from advisor.handicap import to_half
from advisor.lines import read_goals
from advisor.match import READINGS, Event
from advisor.narrate import say_goals
from advisor.play.following import intervals_of
from advisor.rulebook import find_rulebook
from advisor.ui.parts import address
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import details, icon, listed, text, write

PAUSES: Mapping[str, str] = {
    "period": mark("Between periods"),
    "half_time": mark("Half time"),
    "overtime": mark("Before overtime"),
}
"""The pauses of a match, by their keys in the event."""

_ASKED = frozenset(
    (
        *("name", "upper_limit", "lower_limit", "handicap_game", "periods", "player_above_limit_allowed", "readings"),
        "intervals",
    )
)
"""What the form asks of an event; the rest of one that is given stays as it is."""


def ask_conditions(key: str, rules: str, given: Event | None = None) -> dict[str, Any]:
    """Ask for the conditions of an event; ``key`` tells several forms apart. What is put in is not checked yet."""
    _ = words()
    language, book = chosen_language(), find_rulebook(rules)
    name = st.text_input(_("Name of the event"), (given.name or "") if given else "", key=f"{key}-name")
    left, right = st.columns(2)
    with left:
        upper = st.text_input(_("Upper limit, in goals"), _goals(given.upper_limit if given else 8), key=f"{key}-upper")
    with right:
        lower = st.text_input(
            _("Lower limit, if there is one"), _goals(given.lower_limit if given else None), key=f"{key}-lower"
        )
    default, known = periods_of(rules)
    counts = sorted({*(known or (4, 5, 6, 7, 8)), given.periods if given and given.periods else default})
    periods = st.pills(
        _("Periods of the match"),
        counts,
        default=given.periods if given and given.periods else default,
        required=True,
        key=f"{key}-periods-{rules}",
        width="stretch",
        wrap=True,
    )
    on_the_flat = st.checkbox(
        _("On the flat: no goals by handicap"), not given.handicap_game if given else False, key=f"{key}-flat"
    )
    above = st.checkbox(
        _("A player above the limit may play"),
        given.player_above_limit_allowed if given else False,
        key=f"{key}-above",
    )
    others = given.model_dump(mode="json", exclude_unset=True, exclude=set(_ASKED)) if given else {}
    data: dict[str, Any] = others | {"upper_limit": upper, "handicap_game": not on_the_flat, "periods": periods}
    if name.strip():
        data["name"] = name.strip()
    if lower.strip():
        data["lower_limit"] = lower
    if above:
        data["player_above_limit_allowed"] = True
    if pauses := _ask_pauses(key, rules, given, _):
        data["intervals"] = pauses
    readings: dict[str, str] = {}
    with st.expander(_("Readings of the rules that this event has chosen"), key=f"{key}-readings"):
        for reading, values in READINGS.items():
            words_of = book.readings.get(reading)
            options: list[str] = [value for value in values if value]
            if words_of is None or len(options) < 2:
                continue
            chosen = (given.readings or {}).get(reading, options[0]) if given else options[0]
            value = st.radio(
                words_of["title"][language],
                options,
                options.index(chosen),
                format_func={option: words_of["values"][option][language] for option in options}.__getitem__,
                key=f"{key}-reading-{reading}",
            )
            if value != options[0]:
                readings[reading] = value
    return data | ({"readings": readings} if readings else {})


def _ask_pauses(key: str, rules: str, given: Event | None, _: Words) -> dict[str, str]:
    """How long each pause is, in minutes as they are typed; what is left empty is the rulebook's."""
    held = given.intervals.model_dump(exclude_none=True) if given and given.intervals else {}
    found = {}
    with st.expander(_("Length of the pauses, in minutes"), key=f"{key}-pauses"):
        columns = st.columns(len(PAUSES), vertical_alignment="bottom")
        for column, (pause, usual) in zip(columns, intervals_of(rules).items(), strict=True):
            with column:
                before = str(held.get(pause, ""))
                box = f"{key}-pause-{pause}"
                found[pause] = st.text_input(_(PAUSES[pause]), before, key=box, placeholder=str(usual)).strip()
    return {pause: minutes for pause, minutes in found.items() if minutes}


def read_conditions(data: dict[str, Any]) -> Event:
    """The conditions that were put in. Raises InputError."""
    read = dict(data)
    for field in ("upper_limit", "lower_limit"):
        if field in read:
            goals = read_goals(str(read[field]))
            # What is no number is refused with the words of a match file.
            read[field] = read[field] if goals is None else goals
    if "intervals" in read:
        pauses = read["intervals"].items()
        read["intervals"] = {pause: int(typed) if typed.isdecimal() else typed for pause, typed in pauses}
    try:
        return Event.model_validate(read)
    except ValidationError as error:
        raise explain(error, Event) from None


def _goals(goals: float | None) -> str:
    return "" if goals is None else say_goals(to_half(goals))


# -- what is played otherwise than the rulebook has it -----------------------------------------------------------------


def show_deviations(picture: Picture) -> None:
    """The event's readings and the committee's elections that are not the rulebook's own; nothing where all are."""
    found = list(_deviations(picture, words()))
    if not found:
        return
    _ = words()
    kept = address.everything() | {"lang": chosen_language(), "rules": picture.rules, "part": "readings", "clause": ""}
    where = "rules?" + urlencode({key: value for key, value in kept.items() if value})
    link = f'<a class="go" href="{text(where)}">{text(_("All readings, on the page of the rules"))}</a>'
    named = "; ".join(title for title, __ in found)
    summary = f"{icon('gavel')}<span>{text(_('Played with'))}: {text(named)}</span>"
    rows = [f"<b>{text(title)}</b>: {text(value)}" if value else f"<b>{text(title)}</b>" for title, value in found]
    write(f'<div class="deviations">{details(summary, listed(rows, "rows") + link)}</div>')


def _deviations(picture: Picture, _: Words) -> Iterator[tuple[str, str]]:
    """Each with its title and what it says."""
    usual = periods_of(picture.rules)[0]
    if not picture.handicap_game:
        yield _("on the flat"), _("No goals by handicap.")
    if picture.above_limit_allowed:
        yield _("a player above the limit may play"), ""
    if picture.periods != usual:
        yield _("{number} periods").format(number=picture.periods), _("The rulebook has {number}.").format(number=usual)
    for name, value in picture.readings.items():
        reading = picture.book.readings.get(name)
        if reading is not None and reading["applies"] and value != reading["default"]:
            yield reading["title"][chosen_language()], reading["values"][value][chosen_language()]
