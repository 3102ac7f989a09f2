"""A match: a demo, a worked example or a file; its legal lineups, and the verdict on any lineup."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import streamlit as st

from advisor.answer_types import Option
from advisor.errors import InputError
from advisor.match import Match
from advisor.matchfile import Document
from advisor.narrate import say_goals
from advisor.ui import sources
from advisor.ui.parts import address, ask, say
from advisor.ui.parts.ask import Picture, Side
from advisor.ui.parts.bars import show_bars
from advisor.ui.parts.breaches import show_audit, show_breaches
from advisor.ui.parts.captain import show_captain
from advisor.ui.parts.cards import Action
from advisor.ui.parts.chooser import close_match, shelf, show_chooser
from advisor.ui.parts.comparing import show_comparing
from advisor.ui.parts.conditions import show_deviations
from advisor.ui.parts.example import show_case
from advisor.ui.parts.filters import Numbered
from advisor.ui.parts.frame import show_failure, show_heading, show_input_errors, show_page
from advisor.ui.parts.grounds import working_list
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import details, icon, listed, literal, text, told_apart, write
from advisor.ui.parts.pictures import show_timeline
from advisor.ui.parts.prefill import prefill
from advisor.ui.parts.printing import show_match_sheet
from advisor.ui.parts.showing import note_recorded, path_of_match, show_link
from advisor.ui.parts.supposing import show_happened, supposed_in_address
from advisor.ui.parts.verdict import show_verdict
from advisor.ui.sources import Case

VIEWS: Mapping[str, str] = {
    "options": mark("Lineups"),
    "check": mark("Check"),
    "compare": mark("Compare"),
    "teams": mark("Teams"),
    "timeline": mark("Timeline"),
    "audit": mark("Audit"),
}


@dataclass(frozen=True)
class _Shown:
    """What the address asks for. ``document`` knows the lines of a file; ``case`` is a worked example."""

    name: str
    match: Match
    document: Document | None = None
    case: Case | None = None


def _find_shown() -> _Shown | None:
    """The match that the address names; ``None`` where it names none that is there."""
    if demo := sources.list_demos().get(address.find("match")):
        return _Shown(address.find("match"), demo.match, demo)
    if case := sources.list_cases().get(address.find("case")):
        return _Shown(address.find("case"), case.match, case=case)
    if opened := shelf().find(address.find("file")):
        return _Shown(address.find("file"), opened.match, opened)
    return None


def _show() -> None:
    _ = words()
    shown = _find_shown()
    if shown is None:
        if any(address.find(key) for key in ("match", "case", "file")):
            show_failure(_("This match is no longer here. Open it again."))
        show_chooser()
        return
    try:
        text_of = ask.as_text(shown.match)
        picture = ask.picture(text_of, chosen_language())
    except InputError as error:
        show_input_errors(sources.with_lines(error, [shown.document] if shown.document else []))
        show_chooser()
        return
    team = address.find("team")
    if team not in picture.sides:
        team = _first_team(picture, shown.case)
    _show_title(shown, picture, _)
    if shown.case is not None:
        show_case(shown.case, picture)
    show_bars(picture, match=text_of)
    show_deviations(picture)
    view = address.find("view") if address.find("view") in VIEWS else "options"
    found = ask.breaches(text_of, chosen_language())
    if view != "audit":
        show_breaches(found, shown.match, picture)
    with st.container(key="choices"):
        _choose("team", _("Team"), list(picture.sides), team, picture.names)
    note_recorded(len(shown.match.journal))
    supposed = supposed_in_address(shown.match)
    if supposed.match is not None:
        text_of = ask.as_text(supposed.match)
        picture = ask.picture(text_of, chosen_language())
    show_happened(supposed, picture, team)
    if address.find("what"):
        return
    _choose("view", _("What to see"), list(VIEWS), view, {key: _(name) for key, name in VIEWS.items()})
    if supposed.match is None:
        return
    if view == "options":
        compare = Action("compare", _compare_label, _take, ":material/compare_arrows:", _is_taken, later=True)
        show_captain(supposed, supposed.match, picture, team, action=compare)
    elif view == "check":
        _show_check(text_of, picture, team, _)
    elif view == "compare":
        show_comparing(text_of, ask.advice(text_of, team, chosen_language()), picture, _pills(picture.sides[team], _))
    elif view == "teams":
        _show_teams(text_of, picture, _)
    elif view == "timeline":
        show_timeline(ask.as_text(shown.match))
        show_match_sheet(shown.match, path_of_match())
    else:
        show_audit(found, shown.match, picture)


def _first_team(picture: Picture, case: Case | None) -> str:
    """The team to begin with: the one that is asked about, that a Penalty 7 fouled, or that has lost somebody."""
    asked = [ask_of["team"] for ask_of in case.asks if "team" in ask_of] if case is not None else []
    in_need = [key for key, side in picture.sides.items() if side.state.must_leave]
    candidates = [*asked, picture.fouled, *in_need, *picture.sides]
    found: str = next(key for key in candidates if key in picture.sides)
    return found


def _choose(name: str, label: str, options: list[str], chosen: str, names: Mapping[str, str]) -> None:
    """One of a few, by a tap, kept in the address."""
    key = f"choose-{name}"
    prefill(key, chosen)
    labels = told_apart({option: names[option] for option in options})

    def put() -> None:
        address.put(**{name: st.session_state[key]})
        if name == "team":
            address.put(lineup="", a="", b="")

    st.segmented_control(
        label,
        options,
        format_func=lambda option: literal(labels[option]),
        required=True,
        key=key,
        on_change=put,
        label_visibility="collapsed",
        width="stretch",
        wrap=True,
    )


def _show_title(shown: _Shown, picture: Picture, _: Words) -> None:
    title = shown.case.title[chosen_language()] if shown.case else picture.event or _("A match")
    rules = picture.book.name[chosen_language()]
    flat = "" if picture.handicap_game else _("on the flat")
    with st.container(key="title-row", horizontal=True, vertical_alignment="center"):
        show_heading(title, say.joined(filter(None, [rules, flat])), level=1)
        st.button(_("Other match"), key="other-match", icon=":material/folder_open:", on_click=close_match)


# -- comparing two lineups -------------------------------------------------------------------------------------------


def _is_taken(option: Option) -> bool:
    return "~".join(option.lineup) == address.find("a")


def _compare_label(row: Numbered) -> str:
    _ = words()
    if _is_taken(row.option):
        label = _("{number}: tap another one to compare")
    else:
        label = _("Compare {number} with the one tapped") if address.find("a") else _("Compare {number}")
    label = label.format(number=row.number)
    return say.joined([label, _("end of the period")]) if row.moment == "later" else label


def _take(option: Option) -> None:
    """Take a lineup for a comparison; the same again lets it go."""
    lineup, taken = "~".join(option.lineup), address.find("a")
    if taken == lineup:
        address.put(a="")
    elif taken:
        address.put(b=lineup, view="compare")
    else:
        address.put(a=lineup, b="")


# -- the verdict on a lineup -----------------------------------------------------------------------------------------


def _show_check(match: str, picture: Picture, team: str, _: Words) -> None:
    side = picture.sides[team]
    lineup = _proposed(side)
    show_heading(_("Tap who would play"), _("{places} places").format(places=side.state.places))
    key = f"lineup-{team}"
    prefill(key, lineup)
    labels = _pills(side, _)

    def put() -> None:
        address.put(lineup="~".join(st.session_state[key]) or "none")

    names, answer = st.columns(2, gap="large")
    with names, st.container(key="names"):
        st.pills(
            _("Who would play"),
            list(side.people),
            selection_mode="multi",
            format_func=lambda player: labels[player],
            key=key,
            on_change=put,
            label_visibility="collapsed",
            width="stretch",
            wrap=True,
        )
    with answer:
        if not lineup:
            write(f'<p class="lead">{text(_("Nobody is chosen yet."))}</p>')
            return
        verdict = ask.verdict(match, team, tuple(sorted(lineup)), chosen_language())
        at_period_end = verdict.status == "later"
        (workings,) = ask.workings(match, team, (tuple(verdict.lineup),), at_period_end, chosen_language())
        show = partial(show_link, match, team, verdict.lineup, "check")
        show_verdict(verdict, picture, workings, lambda ids: address.put(lineup=ids), show=show)


def _proposed(side: Side) -> list[str]:
    """The lineup that the address says, else the one on the field."""
    asked = address.find("lineup")
    if asked:
        return [player for player in side.people if player in asked.split("~")]
    return [player for player in side.people if player in side.state.field]


def _pills(side: Side, _: Words) -> dict[str, str]:
    """What stands on the button of each player."""
    labels = told_apart({player: person.label for player, person in side.people.items()})
    return {player: _pill(side, player, name, _) for player, name in labels.items()}


def _pill(side: Side, player: str, name: str, _: Words) -> str:
    person = side.people[player]
    standing = "" if person.standing in ("field", "bench") else f" :small[{literal(_(say.STANDINGS[person.standing]))}]"
    return literal(name) + standing


# -- both teams ------------------------------------------------------------------------------------------------------


def _show_teams(match: str, picture: Picture, _: Words) -> None:
    columns = st.columns(2, gap="large")
    for column, side in zip(columns, picture.sides.values(), strict=True):
        with column:
            show_heading(side.name)
            worked = ask.state_workings(match, side.key, chosen_language())
            write(_roster(side, _) + details(text(_("How the figures are worked out")), working_list(worked)))


def _roster(side: Side, _: Words) -> str:
    order = {"field": 0, "must-leave": 1, "bench": 2}
    people = sorted(side.people.values(), key=lambda person: order.get(person.standing, 3))
    shapes = {"field": "check", "must-leave": "hurt", "bench": "short"}
    rows = [
        f'<span class="who">{text(person.name)}</span> <b class="hcp">{text(say_goals(person.rated))}</b>'
        f'<span class="standing {person.standing}">{icon(shapes.get(person.standing, "cross"))}'
        f"{text(_(say.STANDINGS[person.standing]))}</span>"
        for person in people
    ]
    return listed(rows, "roster")


show_page("match", _show)
