"""The shootout on the clock's page: the order drawn by lot is tapped in, then it is recorded hit by hit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from advisor.play.following import Play
from advisor.play.saying import say_hitters, say_shootout
from advisor.play.shootout import ShootoutState
from advisor.ui.keeping import Form, Held
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.frame import show_heading
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import icon, literal, text, told_apart, write
from advisor.ui.parts.restarting import cited

Record = Callable[[Mapping[str, Any]], bool]
"""Records an entry; True where it was."""
"""Records what is tapped."""

_HITTERS: Mapping[str, str] = {"all": mark("All players"), "one": mark("One of each team")}


def _labels(picture: Picture, team: str) -> Mapping[str, str]:
    return told_apart({player: person.label for player, person in picture.sides[team].people.items()})


def show_electing(held: Held, play: Play, picture: Picture, record: Record) -> None:
    """Whether all hit, who begins, and the order of each team."""
    _ = words()
    form = Form(held, "shootout")
    teams = list(picture.sides)
    write(f'<p class="lead">{text(_("If the committee elects it: who hits, and in the order drawn by lot."))}</p>')
    write(cited([say_hitters(chosen_language())]))
    hitters = form.choose(
        "hitters",
        _("Who hits?"),
        list(_HITTERS),
        lambda found: _(_HITTERS[found]),
        default="all",
        clears=[f"order-{team}" for team in teams],
    )
    first = form.choose("first", _("Which team hits first?"), teams, picture.names.__getitem__)
    orders = {}
    for team in teams:
        orders[team] = _show_order(form, team, sorted(play.fields[team]), hitters == "one", picture, _)
    ready = first is not None and all(orders.values())
    entry = {"entry": "shootout", "hitters": hitters, "first": first, "order": orders}
    form.button(
        _("Begin the shootout"),
        "begin-shootout",
        partial(_begin, form, record, entry),
        is_primary=True,
        disabled=not ready,
    )


def _begin(form: Form, record: Record, entry: Mapping[str, Any]) -> None:
    if record(entry):
        form.clear()


def _add(form: Form, team: str, players: Sequence[str]) -> None:
    """These come next, behind whoever has been tapped by now."""
    order = form.get(f"order-{team}") or []
    form.put(**{f"order-{team}": [*order, *(player for player in players if player not in order)]})


def _show_order(
    form: Form, team: str, field: Sequence[str], only_one: bool, picture: Picture, _: Words
) -> list[str] | None:
    """The order of a team, once it is whole; until then who is next is tapped."""
    labels, name = _labels(picture, team), picture.names[team]
    order = [player for player in form.get(f"order-{team}") or [] if player in field]
    left = [player for player in field if player not in order]
    done = len(order) == 1 if only_one else not left
    show_heading(name, level=3)
    if order:
        said = ", ".join(f"{number}. {labels[player]}" for number, player in enumerate(order, 1))
        write(f"<p>{text(said)}</p>")
    with st.container(key=f"order-{team}"):
        if not done:
            for player in left:
                st.button(
                    literal(labels[player]),
                    key=f"order-{team}-{player}",
                    on_click=_add,
                    args=(form, team, [player]),
                    width="stretch",
                )
            if not only_one and len(left) > 1:
                st.button(
                    _("The rest in this order"),
                    key=f"order-{team}-rest",
                    on_click=_add,
                    args=(form, team, left),
                    width="stretch",
                )
        else:
            st.button(_("Another order"), key=f"order-{team}-anew", on_click=form.put, kwargs={f"order-{team}": None})
    return order if done else None


def show_shootout(play: Play, picture: Picture, record: Record | None) -> None:
    """Where the shootout stands; with ``record``: who hits next and the two buttons for it."""
    _ = words()
    state = play.shootout
    if state is None:
        return
    if state.next is not None:
        player = _labels(picture, state.next.team)[state.next.player]
        line = _("{yards}-yard line").format(yards=state.line)
        write(
            f'<p class="hitter" role="status">{text(player)}'
            f'<span class="note">{text(picture.names[state.next.team])} · {text(line)}</span></p>'
        )
        if record is not None:
            _show_hit(state, record, _)
    write(_table(state, picture, _))
    players = {team: _labels(picture, team) for team in picture.sides}
    write(cited(say_shootout(state, picture.names, players, chosen_language())))


def _hit(record: Record, shot: Mapping[str, Any]) -> None:
    record(shot)


def _show_hit(state: ShootoutState, record: Record, _: Words) -> None:
    assert state.next is not None
    shot = {"entry": "shot", "team": state.next.team, "player": state.next.player}
    number = sum(len(found.taken) for found in state.rounds)
    with st.container(key="shot-buttons"):
        for goal, label, shape in ((True, _("Goal"), "check"), (False, _("No goal"), "close")):
            st.button(
                label,
                key=f"shot-{number}-{'goal' if goal else 'miss'}",
                icon=f":material/{shape}:",
                type="primary" if goal else "secondary",
                on_click=_hit,
                args=(record, {**shot, "goal": goal}),
                width="stretch",
            )


def _table(state: ShootoutState, picture: Picture, _: Words) -> str:
    teams = list(picture.sides)
    labels = {team: _labels(picture, team) for team in teams}
    rows = []
    for number, found in enumerate(state.rounds, 1):
        cells = []
        for team in teams:
            hits = [
                f"{icon('check' if hit.goal else 'cross')}{text(labels[team][hit.player])}"
                f'<span class="unseen">: {text(_("Goal") if hit.goal else _("No goal"))}</span>'
                for hit in found.taken
                if hit.team == team
            ]
            cells.append(f"<td>{'<br>'.join(hits) or '–'}</td>")
        line = _("{yards}-yard line").format(yards=found.line)
        rows.append(f'<tr><th scope="row">{number}<br><span class="note">{text(line)}</span></th>{"".join(cells)}</tr>')
    heads = "".join(f'<th scope="col">{text(picture.names[team])}</th>' for team in teams)
    sums = "".join(f"<td>{state.points[team]}</td>" for team in teams)
    return (
        f'<table class="shots"><thead><tr><th scope="col">{text(_("Round"))}</th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody>"
        f'<tfoot><tr><th scope="row">{text(_("Points"))}</th>{sums}</tr></tfoot></table>'
    )
