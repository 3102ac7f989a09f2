"""Asking what is put right of a player or of the event: the entries ``player`` and ``event`` of a journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from advisor.editions import periods_of
from advisor.errors import InputError
from advisor.lines import new_id, read_goals, read_line
from advisor.match import READINGS, Match
from advisor.play.following import intervals_of
from advisor.ui.keeping import Form, show_errors
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.conditions import PAUSES
from advisor.ui.parts.language import Words, chosen_language, mark
from advisor.ui.parts.markup import text, told_apart, write

_INELIGIBLE: Mapping[str, str] = {
    "none": mark("may play"),
    "suspended": mark("suspended"),
    "not-registered": mark("not registered"),
    "fee-unpaid": mark("fee not paid"),
    "other-team": mark("on another team"),
    "equipment": mark("turnout not in order"),
}
_FACTS: Mapping[str, tuple[str, str]] = {
    "eliminated_from_event": (mark("From an eliminated team"), mark("Not from an eliminated team")),
    "known_injury": (mark("Began with a known injury"), mark("Began without an injury")),
    "rostered": (mark("On the roster of the draw"), mark("Not on the roster of the draw")),
    "present": (mark("Is here"), mark("Is not here")),
}
"""What is true of a player or is not, in words for both."""

_TERMS: Mapping[str, str] = {
    "upper_limit": mark("Upper limit"),
    "lower_limit": mark("Lower limit"),
    "periods": mark("Periods"),
    "handicap_game": mark("Handicap game or on the flat"),
    "player_above_limit_allowed": mark("A player above the limit"),
    "readings": mark("A reading of the rules"),
    "intervals": mark("Length of a pause"),
    "name": mark("Name of the event"),
}
FIELDS = ("line", "may", "facts", "draw", "person", "why", "term", "goals", "reading", "pause")
"""The fields of a form in which the answers are kept."""


def ask_player(form: Form, picture: Picture, match: Match, team: str, _: Words) -> Mapping[str, Any] | None:
    """Somebody new, or what is put right of a teammate; None until something is."""
    people = picture.sides[team].people
    names = told_apart({player: person.label for player, person in people.items()})
    who = form.choose(
        "who", _("Who is put right? Nobody: somebody new"), list(names), names.__getitem__, clears=("facts", "may")
    )
    line = form.write("line", _("Name and handicap: Ana 2"))
    player: dict[str, Any] = {"id": who} if who else {}
    if line:
        try:
            name, player["handicap"] = read_line(line)
        except InputError as error:
            show_errors(error)
            return None
        if name:
            player["name"] = name
        player.setdefault("id", new_id(name, people))
    may = form.choose("may", _("May play?"), list(_INELIGIBLE), lambda found: _(_INELIGIBLE[found]))
    if may:
        player["ineligible"] = None if may == "none" else may
    with st.expander(_("More about the player"), key="player-more", on_change="rerun") as more:
        if more.open or form.get("facts") or form.get("draw") or form.get("person"):
            player |= _facts(form, match, _)
    reason = form.write("why", _("Reason"))
    if "id" not in player or len(player) == 1:
        return None
    return {"entry": "player", "team": team, "player": player} | ({"reason": reason} if reason else {})


def _facts(form: Form, match: Match, _: Words) -> dict[str, Any]:
    options = {
        f"{fact}/{value}": _(said) for fact, pair in _FACTS.items() for value, said in zip("10", pair, strict=True)
    }
    found = form.choose("facts", _("What is so?"), list(options), options.__getitem__, many=True)
    facts: dict[str, Any] = {fact: value == "1" for fact, __, value in (one.partition("/") for one in found)}
    draw = read_goals(form.write("draw", _("Handicap at the draw")))
    if draw is not None:
        facts["handicap_at_draw"] = draw
    person = form.write("person", _("The same person in other matches or on both benches, by one name")).strip()
    return facts | ({"person": person} if person else {})


def ask_event(form: Form, picture: Picture, match: Match, _: Words) -> Mapping[str, Any] | None:
    """What is put right of the event's conditions; None until it is whole."""
    term = form.choose(
        "term",
        _("What is put right?"),
        list(_TERMS),
        lambda found: _(_TERMS[found]),
        clears=("goals", "reading", "pause"),
    )
    if term is None:
        return None
    value = _term(form, picture, match, term, _)
    reason = form.write("why", _("Reason"))
    if value is None:
        return None
    return {"entry": "event", "set": {term: value}} | ({"reason": reason} if reason else {})


def _term(form: Form, picture: Picture, match: Match, term: str, _: Words) -> Any:
    if term == "handicap_game":
        return _either(form, _("Score"), _("Handicap game"), _("On the flat"))
    if term == "player_above_limit_allowed":
        return _either(form, _(_TERMS[term]), _("May play"), _("May not play"))
    if term == "readings":
        return _reading(form, picture, _)
    if term == "intervals":
        return _pause(form, match, _)
    if term == "periods":
        counts = [str(count) for count in periods_of(match.rules)[1] or range(4, 9)]
        found = form.choose("goals", _("Periods of the match"), counts, str)
        return None if found is None else int(found)
    if term == "name":
        return form.write("goals", _(_TERMS[term])).strip() or None
    value = read_goals(form.write("goals", _(_TERMS[term])))
    if value is None:
        write(f'<p class="note">{text(_("A number is needed."))}</p>')
    return value


def _either(form: Form, label: str, yes: str, no: str) -> bool | None:
    words_of = {"yes": yes, "no": no}
    found = form.choose("goals", label, list(words_of), words_of.__getitem__)
    return None if found is None else found == "yes"


def _pause(form: Form, match: Match, _: Words) -> Mapping[str, int] | None:
    """A pause with its minutes."""
    pause = form.choose("pause", _("Which pause?"), list(PAUSES), lambda found: _(PAUSES[found]), clears=("goals",))
    if pause is None:
        return None
    usual = intervals_of(match.rules)[pause]
    minutes = form.write("goals", _("Minutes"), placeholder=str(usual)).strip()
    if not minutes.isdecimal():
        write(f'<p class="note">{text(_("A whole number of minutes is needed."))}</p>')
        return None
    return {pause: int(minutes)}


def _reading(form: Form, picture: Picture, _: Words) -> Mapping[str, str] | None:
    """A reading with its value; those with one value only leave nothing to choose."""
    language, readings = chosen_language(), picture.book.readings
    offered = [name for name in READINGS if name in readings and readings[name]["applies"] and READINGS[name][1]]
    name = form.choose(
        "reading",
        _("Which reading?"),
        offered,
        lambda found: str(readings[found]["title"][language]),
        clears=("goals",),
    )
    if name is None:
        return None
    values = readings[name]["values"]
    value = form.choose(
        "goals",
        _("From here on"),
        list(values),
        lambda found: str(values[found][language]),
        default=picture.readings[name],
    )
    return None if value is None else {name: value}
