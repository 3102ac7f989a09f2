"""The field: a penalty or throw-in by a tap, where the ball goes, who stands where, a diagram, a placement judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import streamlit as st

from advisor.errors import InputError, StoreError
from advisor.fieldsheet import field_sheet
from advisor.match import Match
from advisor.play.diagram import draw, keep_far
from advisor.play.field import Point, list_assumptions
from advisor.play.penalties import Card, describe, find_penalty, may_be_defended
from advisor.play.placement import Judgement, Placement, Restart, judge
from advisor.play.throwin import NAME, ThrowIn, describe_throw_in
from advisor.ui import fielding, keeping, sources
from advisor.ui.fielding import Shown
from advisor.ui.parts import address, ask
from advisor.ui.parts.chooser import shelf
from advisor.ui.parts.controls import choose, stepper
from advisor.ui.parts.fieldcard import show_card, show_diagram, show_judgement
from advisor.ui.parts.frame import page_file, show_heading, show_page
from advisor.ui.parts.language import Words, chosen_language, words
from advisor.ui.parts.markup import details, icon, listed, literal, text, told_apart, write
from advisor.ui.parts.printing import show_download
from advisor.ui.parts.throwinwhat import show_what

_OWN = (*fielding.KEYS, "happened", "facts")
"""The keys of the address that mean nothing on other pages."""

_WHO = "field-who"
"""Where the session keeps who of the placement is moved."""

_STEP = "field-step"
"""Where the session keeps by how many yards."""

_CERTIFIED = 2
"""Certified umpires that are supposed in a game: their number is nothing that a match file says."""


def _match() -> Match | None:
    """The match that is open, if there is one and it can be read."""
    if address.find("link"):
        try:
            return keeping.look().stored.match
        except (StoreError, InputError):
            return None
    if demo := sources.list_demos().get(address.find("match")):
        return demo.match
    if case := sources.list_cases().get(address.find("case")):
        return case.match
    opened = shelf().find(address.find("file"))
    return opened.match if opened else None


def _shown() -> Shown:
    case = sources.list_cases().get(address.find("case"))
    return fielding.from_address(address.everything(), case, _match())


def _put(shown: Shown) -> None:
    address.put(**fielding.to_address(shown))


def _show() -> None:
    _ = words()
    shown = _shown()
    with st.container(key="field-title", horizontal=True, vertical_alignment="center"):
        show_heading(
            _("On the field"), _("Penalties and the throw-in: the spot, who stands where, and what follows."), 1
        )
        page = "kept" if address.find("link") else "match"
        if any(address.find(key) for key in ("link", "match", "case", "file")):
            kept = {key: value for key, value in address.everything().items() if key not in _OWN}
            with st.container(key="back", width="content"):
                st.page_link(
                    page_file(page),
                    label=_("Back to the match"),
                    icon=":material/arrow_back:",
                    query_params=kept | {"lang": chosen_language()},
                )
    restart = shown.placed()
    placement = shown.placement()
    judgement = judge(placement, chosen_language()) if placement is not None else None
    names = _names(shown, _)
    language = chosen_language()
    choices, said = st.columns(2, gap="large")
    with choices:
        _show_choices(shown, _)
        if restart is not None:
            if shown.taken != shown.restart:
                show_heading(_title(shown.taken, _))
            left = judgement
            if shown.restart == NAME and judgement is not None:
                # The ranks stand too close together to be told apart on a whole field.
                _show_diagram(restart, judgement, shown, names, close=True)
                left = keep_far(judgement, restart)
            _show_diagram(restart, left, shown, names)
    with said:
        show_card(_card(shown, restart), _title(shown.restart, _))
        _show_elected(shown, _)
        if shown.restart == NAME:
            show_what([names[shown.near], names[shown.far]], _)
        if placement is not None and judgement is not None:
            _show_check(shown, placement, judgement, names, _)
            write(details(text(_("How places are measured")), listed(map(text, list_assumptions(language)), "rows")))
            show_download(
                _("Print this (PDF)"),
                f"{shown.taken}.pdf",
                "application/pdf",
                "field",
                lambda: field_sheet(placement, names, language),
            )


def _show_diagram(
    restart: Restart, judgement: Judgement | None, shown: Shown, names: Mapping[str, str], *, close: bool = False
) -> None:
    show_diagram(draw(restart, chosen_language(), judgement=judgement, near=shown.near, names=names, close=close))


def _title(restart: str, _: Words) -> str:
    if restart == NAME:
        return _("Throw-in")
    title = find_penalty(restart).title[chosen_language()]
    return _("Penalty {number}: {title}").format(number=restart, title=title)


def _card(shown: Shown, restart: Restart | None) -> Card:
    if isinstance(restart, ThrowIn):
        return describe_throw_in(restart, chosen_language())
    taking = shown.taking()
    assert taking is not None
    return describe(taking, chosen_language())


def _names(shown: Shown, _: Words) -> dict[str, str]:
    """The teams as the diagram calls them: by the match where it says who, else by what they are."""
    match = _match()
    if match is not None and {shown.near, shown.far} == set(match.teams):
        picture = ask.picture(ask.as_text(match), chosen_language())
        return {key: picture.names[key] for key in (shown.near, shown.far)}
    if shown.restart == NAME:
        return {shown.near: _("Upper team"), shown.far: _("Lower team")}
    return {shown.near: _("Fouling team"), shown.far: _("Team fouled")}


# -- which, how and where --------------------------------------------------------------------------------------------


def _show_choices(shown: Shown, _: Words) -> None:
    def say_restart(restart: str) -> str:
        return _("Throw-in") if restart == NAME else restart

    def change_restart(restart: str) -> None:
        st.session_state.pop(_WHO, None)
        _put(replace(shown, restart=restart, way="", foul=None, ball=None, players=None))

    choose(_("Penalty or throw-in"), fielding.RESTARTS, shown.restart, say_restart, "field-on", change_restart)
    if shown.ways:
        ways = find_penalty(shown.restart).ways

        def say_way(way: str) -> str:
            return literal(ways[way].title[chosen_language()])

        def change_way(way: str) -> None:
            _put(replace(_shown(), way=way, players=None, ball=None))

        choose(_("How"), shown.ways, shown.chosen_way, say_way, "field-way", change_way)
    if shown.needs_place:
        _show_place(shown, _)


def _show_place(shown: Shown, _: Words) -> None:
    """Where it was: presets, and two steppers."""
    field, centre = shown.field, shown.field.centre
    place = shown.place or centre
    side = field.half_width
    presets: Mapping[str, tuple[str, Point]] = {
        "goal": (_("In front of the goal"), Point(20, 0)),
        "left": (_("60 yards, by the left side"), Point(60, 2 - side)),
        "right": (_("60 yards, by the right side"), Point(60, side - 2)),
        "centre": (_("Centre"), centre),
        "middle-left": (_("Midfield, left side"), Point(centre.x, 2 - side)),
        "middle-right": (_("Midfield, right side"), Point(centre.x, side - 2)),
    }
    labels = {
        "6": _("Where the ball crossed the back line"),
        "5a": _("Where the ball was"),
        NAME: _("Where play stopped"),
    }
    if shown.restart == "6":
        presets = {
            "left": (_("Left corner"), Point(0, 5 - side)),
            "beside-left": (_("Left of the goal"), Point(0, -20)),
            "beside-right": (_("Right of the goal"), Point(0, 20)),
            "right": (_("Right corner"), Point(0, side - 5)),
        }

    def change(to: Point) -> None:
        _put(replace(_shown(), foul=to, players=None, ball=None))

    write(f'<p class="label">{text(labels.get(shown.restart, _("Where the foul was")))}</p>')
    with st.container(key="field-presets", horizontal=True):
        for name, (label, to) in presets.items():
            st.button(
                label,
                key=f"preset-{name}",
                type="primary" if place == to else "secondary",
                on_click=change,
                args=(to,),
                width="stretch",
            )

    def along(direction: int) -> None:
        now = _shown().place or centre
        change(field.within(Point(now.x + 5 * direction, now.y)))

    def across(direction: int) -> None:
        now = _shown().place or centre
        change(field.within(Point(now.x, now.y + 5 * direction)))

    with st.container(key="field-steps"):
        if shown.restart != "6":
            out = _("{yards} yards").format(yards=f"{place.x:g}")
            stepper(
                _("From the back line"), out, "foul-x", along, can_lower=place.x > 0, can_raise=place.x < field.length
            )
        stepper(
            _("From the middle"),
            _say_across(place.y, _),
            "foul-y",
            across,
            note=_("facing the goal"),
            can_lower=place.y > -side,
            can_raise=place.y < side,
        )


def _say_across(y: float, _: Words) -> str:
    if not y:
        return _("in the middle")
    pattern = _("{yards} yards right") if y > 0 else _("{yards} yards left")
    return pattern.format(yards=f"{abs(y):g}")


def _show_elected(shown: Shown, _: Words) -> None:
    """Whether this event may have Penalty 3 defended, where it is shown so."""
    match = _match()
    if match is None or shown.restart != "3" or shown.chosen_way != "defended":
        return
    event = fielding.event_of(match)
    if not may_be_defended(event.upper_limit, _CERTIFIED):
        limit = f"{event.upper_limit:g}"
        said = _("This event's upper limit is {limit}: below it the rule has Penalty 3 defended in no event.")
        write(f'<p class="warning">{icon("cross")}{text(said.format(limit=limit))}</p>')


# -- the placement ---------------------------------------------------------------------------------------------------


def _show_check(shown: Shown, placement: Placement, judgement: Judgement, names: Mapping[str, str], _: Words) -> None:
    show_heading(_("Who stands right?"), _("Tap a player, then an arrow: every place is judged at once."))
    show_judgement(judgement, names, _)
    players = placement.players
    numbers = [*range(len(players)), fielding.BALL]
    asked = st.session_state.get(_WHO, 0)
    chosen: int = asked if asked in numbers else numbers[0]
    labels = told_apart({str(n): f"{names.get(p.team, p.team)} {p.player}" for n, p in enumerate(players)})
    labels[str(fielding.BALL)] = _("Umpire") if shown.restart == NAME else _("Ball")

    def change_who(number: int) -> None:
        st.session_state[_WHO] = number

    with st.container(key="names-field"):
        choose(_("Who"), numbers, chosen, lambda n: literal(labels[str(n)]), "field-player", change_who)
    _show_moves(shown, placement, chosen, _)


def _show_moves(shown: Shown, placement: Placement, number: int, _: Words) -> None:
    step = st.session_state.get(_STEP, 5)

    def change_step(yards: int) -> None:
        st.session_state[_STEP] = yards

    choose(_("Yards a tap"), [1, 5, 20], step, str, "field-yards", change_step)
    moves: Mapping[str, tuple[str, float, float]] = {
        "up": (_("To the goal"), -1, 0),
        "left": (_("To the left"), 0, -1),
        "right": (_("To the right"), 0, 1),
        "down": (_("Away from the goal"), 1, 0),
    }
    shapes = {"up": "arrow_upward", "left": "arrow_back", "right": "arrow_forward", "down": "arrow_downward"}
    place = shown.place_of(number)
    assert place is not None, "only who is there can be chosen"
    with st.container(key="field-moves"):
        for name, (label, along, across) in moves.items():
            st.button(
                label,
                key=f"move-{name}",
                icon=f":material/{shapes[name]}:",
                on_click=_move(number, along * step, across * step),
                width="stretch",
            )
    with st.container(key="field-typed", horizontal=True):
        for axis, label, value in (
            ("x", _("Yards from the back line"), place.x),
            ("y", _("Yards right of the middle"), place.y),
        ):
            key = f"typed-{axis}-{number}"
            st.session_state[key] = float(value)
            st.number_input(
                label,
                min_value=-float(fielding.MOST),
                max_value=float(fielding.MOST),
                step=1.0,
                format="%g",
                key=key,
                on_change=_type(number, axis, key),
            )
    with st.container(key="field-more", horizontal=True):
        if number != fielding.BALL:
            is_back = placement.players[number].returning
            label = _("In place") if is_back else _("Riding back")
            st.button(label, key="riding", on_click=_ride(number, not is_back), width="stretch")
        st.button(
            _("All right again"),
            key="example",
            icon=":material/restart_alt:",
            on_click=lambda: _put(replace(_shown(), players=None, ball=None)),
            disabled=shown.players is None and shown.ball is None,
            width="stretch",
        )


def _move(number: int, along: float, across: float) -> Callable[[], None]:
    return lambda: _put(_shown().moved(number, along, across))


def _ride(number: int, returning: bool) -> Callable[[], None]:
    return lambda: _put(_shown().with_player(number, returning=returning))


def _type(number: int, axis: str, key: str) -> Callable[[], None]:
    return lambda: _put(_shown().moved_to(number, **{axis: round(st.session_state[key], 1)}))


show_page("field", _show)
