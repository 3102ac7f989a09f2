"""Putting in a match: the terms of the game, and two teams, each in one text box or from a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st
from pydantic import ValidationError

from advisor import editions
from advisor.errors import InputError
from advisor.explain import explain
from advisor.handicap import to_goals
from advisor.lines import Scan, TeamLines, scan_team, write_team
from advisor.match import Match
from advisor.rosters import read_roster
from advisor.ui import keeping
from advisor.ui.parts import draft, say
from advisor.ui.parts.controls import choose, stepper
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import icon, listed, text, write
from advisor.ui.quickmatch import GAMES, MOST_LIMIT, periods_of

TEAMS = ("red", "blue")
"""The keys of the teams of a match that is typed in."""

HOW = mark("A line for each: “Ana 2”, “4 Felix”, “1½”, “-½”. “A” is 0, “*” marks a guest from another team.")
"""How the players of a team are written."""

USUAL_LIMITS = (2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22)
"""Upper limits to be chosen by one tap, in goals."""

_OPEN = "new-game-open"
_FILE_WORDS = mark("The team from a spreadsheet, CSV or XLSX")
_GUESTS: Mapping[str, str] = {
    "in": mark("still in the event"),
    "out": mark("out of the event"),
    "none": mark("not in this event"),
}
_SCRIPT = """<script>
(() => {
  if (window.readsWhilePasted) return;
  window.readsWhilePasted = true;
  const waits = new WeakMap();
  document.addEventListener("input", event => {
    const box = event.target;
    if (!(box instanceof HTMLTextAreaElement) || !box.closest('[class*="st-key-lines-"]')) return;
    clearTimeout(waits.get(box));
    waits.set(box, setTimeout(() => box.dispatchEvent(new KeyboardEvent("keydown",
      {key: "Enter", code: "Enter", ctrlKey: true, bubbles: true, cancelable: true})), 400));
  });
})();
</script>"""
"""Reads a box while it is being filled, which Streamlit by itself does only when the box is left."""


@dataclass(frozen=True)
class Terms:
    """The terms of a game; limits in half goals."""

    rules: str
    name: str
    upper: int
    lower: int | None
    periods: int
    flat: bool

    @property
    def event(self) -> dict[str, Any]:
        """As the event of a match file."""
        data: dict[str, Any] = {"upper_limit": to_goals(self.upper), "periods": self.periods}
        data["handicap_game"] = not self.flat
        if self.name:
            data["name"] = self.name
        return data if self.lower is None else data | {"lower_limit": to_goals(self.lower)}


# -- the terms of the game -------------------------------------------------------------------------------------------


def find_terms() -> Terms:
    """The terms as they are put in so far."""
    rules = draft.find_choice("rules", list(GAMES.values()), next(iter(GAMES.values())))
    default, _ = editions.periods_of(rules)
    periods = draft.find_number("periods", default, 1, 12)
    upper = draft.find_number("upper", 16, 0, MOST_LIMIT)
    lower = draft.find_number("lower", -1, -1, upper)
    return Terms(
        rules,
        draft.find_text("event").strip(),
        upper,
        lower if lower >= 0 else None,
        periods if periods in periods_of(rules) else default,
        draft.find_flag("flat"),
    )


def ask_terms(*, wants_keeping: bool = True) -> Terms:
    """The terms on one line; a tap opens them to be changed. ``wants_keeping``: also who keeps the match."""
    _ = words()
    terms = find_terms()
    names = {"uspa-outdoor-2026": _("Outdoor"), "uspa-arena-2026": _("Arena")}
    periods = _("{count} periods").format(count=terms.periods)
    facts = [terms.name, names[terms.rules], say.goals_of(terms.upper / 2, _), periods]
    is_open = bool(st.session_state.get(_OPEN))
    # No expander: with another summary it would be another one, and closed.
    shape = ":material/expand_less:" if is_open else ":material/tune:"
    label = say.joined([*filter(None, facts), _("on the flat") if terms.flat else _("handicap game")])
    st.button(f"{shape} {label}", key="game", on_click=_toggle, width="stretch")
    if is_open:
        with st.container(key="game-box", border=True):
            _ask_game(terms, names, _)
            if wants_keeping:
                ask_keeping()
    return terms


def _toggle() -> None:
    st.session_state[_OPEN] = not st.session_state.get(_OPEN)


def _ask_game(terms: Terms, names: Mapping[str, str], _: Words) -> None:
    _write_line(_("Name of the event"), "event")
    choose(_("Game"), list(names), terms.rules, names.__getitem__, "rules", _change_rules)
    usual = next((limit for limit in USUAL_LIMITS if 2 * limit == terms.upper), None)
    st.session_state["usual-limits"] = usual
    st.pills(
        _("Upper limit of the event"),
        list(USUAL_LIMITS),
        key="usual-limits",
        on_change=_take_usual,
        width="stretch",
        wrap=True,
    )
    stepper(
        _("Another limit"),
        say.goals_of(terms.upper / 2, _),
        "limit",
        _step_upper,
        can_lower=terms.upper > 0,
        can_raise=terms.upper < MOST_LIMIT,
    )
    stepper(
        _("Lower limit"),
        _("none") if terms.lower is None else say.goals_of(terms.lower / 2, _),
        "lower",
        _step_lower,
        can_lower=terms.lower is not None,
        can_raise=terms.lower is None or terms.lower + 2 <= terms.upper,
    )
    choices = list(periods_of(terms.rules))
    choose(_("Periods of the match"), choices, terms.periods, str, "periods", _putter("periods"))

    def name_score(flat: bool) -> str:
        return _("On the flat") if flat else _("Handicap game")

    choose(_("Score"), [False, True], terms.flat, name_score, "flat", _putter("flat"))


def ask_keeping() -> bool:
    """Who keeps the match; True where one keeps it by himself."""
    _ = words()

    def name(alone: bool) -> str:
        return _("I keep it myself") if alone else _("With others, by links")

    choose(_("Who keeps it?"), [False, True], is_alone(), name, "kept-by", _putter("alone"))
    return is_alone()


def is_alone() -> bool:
    """Whether one is to keep the match by himself."""
    return draft.find_flag("alone")


def _putter(field: str) -> Callable[[Any], None]:
    return lambda value: draft.put(**{field: value})


def _change_rules(rules: str) -> None:
    draft.put(rules=rules, periods=None)


def _take_usual() -> None:
    chosen = st.session_state["usual-limits"]
    if chosen is not None:
        draft.put(upper=2 * chosen)


def _step_upper(direction: int) -> None:
    draft.put(upper=max(0, min(MOST_LIMIT, find_terms().upper + 2 * direction)))


def _step_lower(direction: int) -> None:
    lower = find_terms().lower
    if lower is None:
        draft.put(lower=0)
    else:
        draft.put(lower=lower + 2 * direction if lower + 2 * direction >= 0 else -1)


def _write_line(label: str, field: str, *, key: str = "", placeholder: str = "") -> None:
    """A line of text, kept in the draft."""
    key = key or f"new-{field}"
    if key not in st.session_state:
        st.session_state[key] = draft.find_text(field)
    st.text_input(
        label,
        key=key,
        max_chars=200,
        placeholder=placeholder,
        on_change=lambda: draft.put(**{field: st.session_state[key] or None}),
    )


# -- a team ----------------------------------------------------------------------------------------------------------


def team_name(key: str) -> str:
    """What a team is called that has no name yet."""
    _ = words()
    return {"red": _("Red"), "blue": _("Blue")}.get(key, key)


def ask_team(key: str) -> Scan:
    """A team in one text box, or from a spreadsheet; what cannot be read is said line by line."""
    _ = words()
    _write_line(_("Name of the team"), f"name-{key}", placeholder=team_name(key))
    return ask_lines(
        _box_of(key),
        draft.find_text(f"text-{key}"),
        game=find_terms().rules,
        keep=lambda found: draft.put(**{f"text-{key}": found}),
        take_all=_take_both,
    )


def ask_lines(
    key: str,
    before: str,
    *,
    game: str,
    keep: Callable[[str], None] | None = None,
    take_all: Callable[[Mapping[str, TeamLines]], bool] | None = None,
) -> Scan:
    """The text box of a team and its spreadsheet; ``before``: what it holds at first; ``game``: the rules of the match.

    ``keep`` is called with the text when it changes, ``take_all`` where a spreadsheet has several teams: it says
    whether it could take them.
    """
    _ = words()
    if key not in st.session_state:
        st.session_state[key] = before

    def take() -> None:
        if keep is not None:
            keep(st.session_state[key])

    with st.container(key=f"box-{key}"):
        st.text_area(
            _("Players, a line each"),
            key=key,
            height=150,
            placeholder="Ana 2\nBen 3\nCarla 1½\nDan A",
            on_change=take,
        )
    _ask_file(key, game, take, take_all, _)
    scan = scan_team(str(st.session_state[key] or ""))
    if scan.errors:
        rows = [text(keeping.sentence(error)) for error in scan.errors]
        write(f'<div class="failure" role="alert">{icon("cross")}<div>{listed(rows, "rows")}</div></div>')
    return scan


_TakeAll = Callable[[Mapping[str, TeamLines]], bool] | None


def _ask_file(key: str, game: str, take: Callable[[], None], take_all: _TakeAll, _: Words) -> None:
    with st.expander(_(_FILE_WORDS), key=f"file-{key}", icon=":material/table:"):
        with st.container(key=f"roster-{chosen_language()}-{key}"):
            st.file_uploader(
                _(_FILE_WORDS),
                type=["csv", "xlsx", "txt", "tsv"],
                key=f"upload-{key}",
                on_change=_take_file,
                args=(key, game, take, take_all),
                label_visibility="collapsed",
            )
        write(f'<p class="note">{text(_("Columns are found by their headings: name, handicap, guest, captain."))}</p>')
        errors: InputError | None = st.session_state.get(f"errors-{key}")
        if errors is not None:
            keeping.show_errors(errors)


def _take_file(key: str, rules: str, take: Callable[[], None], take_all: _TakeAll) -> None:
    """Write the team of a spreadsheet into the box; what is wrong with the file is said, and the box stays as it is."""
    uploaded = st.session_state[f"upload-{key}"]
    st.session_state.pop(f"errors-{key}", None)
    if uploaded is None:
        return
    try:
        game = next((game for game, edition in GAMES.items() if edition == rules), "")
        teams = read_roster(uploaded.getvalue(), game=game)
        if len(teams) > 1:
            if take_all is None or not take_all(teams):
                raise InputError((), "several teams found: {names}; here one is wanted", {"names": ", ".join(teams)})
            return
    except InputError as error:
        st.session_state[f"errors-{key}"] = error
        return
    (team,) = teams.values()
    st.session_state[key] = write_team(team.players, team.guests, team.captain)
    take()


def _take_both(teams: Mapping[str, TeamLines]) -> bool:
    """Write both teams of a spreadsheet into their boxes, with their names."""
    if len(teams) != len(TEAMS):
        return False
    for key, (name, team) in zip(TEAMS, teams.items(), strict=True):
        written = write_team(team.players, team.guests, team.captain)
        st.session_state[_box_of(key)] = written
        st.session_state[f"new-name-{key}"] = name
        draft.put(**{f"text-{key}": written, f"name-{key}": name})
    return True


def _box_of(team: str) -> str:
    """The key of the text box of a team that is typed in."""
    return f"lines-{team}"


def read_at_once() -> None:
    """Have the boxes of this page read while they are being filled."""
    st.html(_SCRIPT, unsafe_allow_javascript=True)


def ask_guests(scan: Scan, key: str) -> str:
    """Where the own team of the guests stands, asked where there are guests: a key of ``_GUESTS``."""
    _ = words()
    where = draft.find_choice(f"guests-{key}", list(_GUESTS), "in")
    if scan.team.guests:
        label = _("The own team of the guests (*) is")
        choose(label, list(_GUESTS), where, lambda found: _(_GUESTS[found]), f"guests-{key}", _putter(f"guests-{key}"))
    return where


def match_of(terms: Terms, scans: Mapping[str, Scan], same: Collection[str]) -> Match:
    """The match that was put in, its journal still empty. ``same``: the persons who are one on both lists.

    Raises InputError.
    """
    named = [{player.person for player in scan.team.players} for scan in scans.values()]
    others = set.intersection(*named).difference(same)
    teams: dict[str, Any] = {}
    for key, scan in scans.items():
        where = draft.find_choice(f"guests-{key}", list(_GUESTS), "in")
        players = []
        for player in scan.team.players:
            data = player.model_dump(mode="json", exclude_unset=True)
            if player.person in others:
                data.pop("person", None)
            if player.id in scan.team.guests and where == "in":
                data["ineligible"] = "other-team"
            elif player.id in scan.team.guests and where == "out":
                data["eliminated_from_event"] = True
            players.append(data)
        teams[key] = {"players": players}
        if name := draft.find_text(f"name-{key}").strip() or scan.team.name:
            teams[key]["name"] = name
        if scan.team.captain is not None:
            teams[key]["captain"] = scan.team.captain
    try:
        return Match.model_validate({"rules": terms.rules, "event": terms.event, "teams": teams})
    except ValidationError as error:
        raise explain(error, Match) from None
