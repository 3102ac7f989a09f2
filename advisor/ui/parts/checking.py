"""The umpire's page of a kept match: a lineup or a removal by tapping names, one word for it, and recording it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import streamlit as st

from advisor.answer_types import Removal, Repair, Verdict
from advisor.folds import fold_of
from advisor.match import Match
from advisor.matchfile import read_entry
from advisor.store.journal import append
from advisor.ui import keeping
from advisor.ui.keeping import Form, Held
from advisor.ui.parts import address, ask, say
from advisor.ui.parts.ask import Picture, Side
from advisor.ui.parts.entries import say_entry
from advisor.ui.parts.frame import show_heading
from advisor.ui.parts.grounds import clause_details
from advisor.ui.parts.language import Words, chosen_language, words
from advisor.ui.parts.markup import chip, icon, listed, literal, text, told_apart, write
from advisor.ui.parts.showing import note_recorded, show_link
from advisor.ui.parts.verdict import WORDS, headline, show_verdict
from advisor.ui.possible import is_possible

_FIRST = ("field", "must-leave", "bench")
"""Who stands first among the names, by standing."""


def show_check(held: Held, picture: Picture, team: str) -> None:
    """What would be judged, the verdict above it, and what it rests on below."""
    _ = words()
    form = Form(held, "check")
    side = picture.sides[team]
    if picture.fouled:
        _show_removal(held, form, picture, _)
    show_heading(_("Who would play for {team}?").format(team=side.name))
    above = st.container(key="headline")
    order = {standing: place for place, standing in enumerate(_FIRST)}
    names = told_apart({player: person.label for player, person in side.people.items()})
    people = sorted(side.people, key=lambda player: order.get(side.people[player].standing, len(order)))
    lineup = form.choose(
        f"lineup-{team}",
        _("Who would play"),
        people,
        names.__getitem__,
        many=True,
        default=side.state.field,
        sets=_field(side),
        below=lambda player: _below(side, player, _),
        shows_label=False,
    )
    if not lineup:
        with above:
            write(f'<p class="lead">{text(_("Tap the names; the answer stands here."))}</p>')
        return
    text_of = ask.as_text(held.stored.match)
    verdict = ask.verdict(text_of, team, tuple(sorted(lineup)), chosen_language())
    with above:
        decides = chip("umpire", _("Umpire decides"), "gavel") if verdict.contested_by else ""
        write(headline(verdict, picture) + decides)
        if verdict.status != "legal" and verdict.repairs:
            _show_nearest(form, side, verdict.repairs[0], _)
        elif held.stored.access.may_record:
            _show_recording(held, form, picture, verdict, _)
    (worked,) = ask.workings(text_of, team, (tuple(verdict.lineup),), verdict.status == "later", chosen_language())

    def take(ids: str) -> None:
        form.put(**{_field(side): ids.split("~")})

    note_recorded(held.count)
    show = partial(show_link, text_of, team, verdict.lineup, "check")
    show_verdict(verdict, picture, worked, take, below=True, show=show)
    if verdict.status != "legal" and verdict.repairs and held.stored.access.may_record:
        # What happened is recorded even where it ought not to have.
        _show_recording(held, form, picture, verdict, _)


def _field(side: Side) -> str:
    """Where what is tapped for a team is kept; another lineup on the field begins anew."""
    return "~".join([side.key, *sorted({*side.state.field, *side.state.must_leave})])


def _below(side: Side, player: str, _: Words) -> str:
    standing = side.people[player].standing
    return "" if standing == "bench" else _(say.STANDINGS[standing])


def _show_nearest(form: Form, side: Side, repair: Repair, _: Words) -> None:
    """The nearest legal lineup, to be taken at once."""
    names = ", ".join(map(side.label, repair.lineup))
    st.button(
        _("Take the nearest: {players}").format(players=literal(names)),
        key="take",
        icon=":material/swap_horiz:",
        type="primary",
        on_click=form.put,
        kwargs={_field(side): list(repair.lineup)},
        width="stretch",
    )


# -- recording it ----------------------------------------------------------------------------------------------------


def _show_recording(held: Held, form: Form, picture: Picture, verdict: Verdict, _: Words) -> None:
    entry = _start(form, picture) if picture.moment == "before_start" else _substitution(picture, verdict)
    if entry is None:
        return
    if not entry:
        other = next(key for key, side in picture.sides.items() if not form.get(_field(side)))
        st.button(
            _("Now the lineup of {team}").format(team=literal(picture.names[other])),
            key="check-other",
            on_click=address.put,
            kwargs={"team": other},
            width="stretch",
        )
        return
    if not is_possible(fold_of(held.stored.match), entry):
        said = _("As the match is now this cannot be recorded.")
        write(f'<p class="note">{icon("cross")}{text(said)}</p>')
        return
    legal = verdict.status == "legal"
    form.button(
        _("Record it") if legal else _("Record it all the same"),
        "record-lineup",
        partial(_record, held, form, entry),
        icon=":material/check:" if legal else ":material/warning:",
        is_primary=legal,
    )
    said = _("The match starts") if entry["entry"] == "start" else say_entry(read_entry(entry), picture)
    write(f'<p class="note">{text(said)}</p>')


def _substitution(picture: Picture, verdict: Verdict) -> Mapping[str, Any] | None:
    """What brings the lineup about; none where it plays already."""
    state = picture.sides[verdict.team].state
    on_field, lineup = {*state.field, *state.must_leave}, set(verdict.lineup)
    if on_field == lineup:
        return None
    return {
        "entry": "substitute",
        "team": verdict.team,
        "out": sorted(on_field - lineup),
        "in": sorted(lineup - on_field),
    }


def _start(form: Form, picture: Picture) -> Mapping[str, Any]:
    """The start with both lineups; empty while the other team has none yet."""
    lineups = {key: form.get(_field(side)) or [] for key, side in picture.sides.items()}
    return {"entry": "start", "lineups": lineups} if all(lineups.values()) else {}


def _record(held: Held, form: Form, entry: Mapping[str, Any]) -> None:
    done = words()("Recorded.")
    if keeping.act(lambda: append(keeping.the_store(), held.match_id, held.count, [entry], held.actor), done):
        form.clear()
        # Next comes whoever is in need then.
        address.put(team="")


# -- whom a captain names under a Penalty 7 --------------------------------------------------------------------------


def _show_removal(held: Held, form: Form, picture: Picture, _: Words) -> None:
    fouled = picture.fouled
    other = picture.other(fouled)
    show_heading(
        _("Penalty 7: whom the captain names"),
        _("{team} names who of {other} goes, or brings in a substitute, as below.").format(
            team=picture.names[fouled], other=other.name
        ),
    )
    above = st.container(key="headline-removal")
    names = told_apart({player: other.label(player) for player in other.state.field})
    player = form.choose("removal", _("Who would go"), list(names), names.__getitem__, shows_label=False)
    if player is None:
        return
    may = ask.advice(ask.as_text(held.stored.match), fouled, chosen_language()).removals
    with above:
        write(_removal_verdict(held.stored.match, player, fouled, may, picture))
        if held.stored.access.may_record:
            is_legal = player in {removal.player for removal in may}
            form.button(
                _("Record that {player} goes").format(player=literal(names[player])),
                "record-removal",
                partial(_record, held, form, {"entry": "designate", "player": player}),
                icon=":material/check:" if is_legal else ":material/warning:",
                is_primary=is_legal,
            )
    if player not in {removal.player for removal in may} and may:
        write(f"<h3>{text(_('Who may be named'))}</h3>")
        for removal in may:
            st.button(
                literal(other.label(removal.player)),
                key=f"removal-{removal.player}",
                icon=":material/swap_horiz:",
                on_click=form.put,
                kwargs={"removal": removal.player},
                width="stretch",
            )


def _removal_verdict(match: Match, player: str, fouled: str, may: list[Removal], picture: Picture) -> str:
    """The word for a removal, and every rule that it breaks."""
    named = match.model_copy(update={"journal": (*match.journal, read_entry({"entry": "designate", "player": player}))})
    breaches = ask.breaches(ask.as_text(named), chosen_language()).breaches
    own = [breach for breach in breaches if breach.entry == len(match.journal) and breach.team == fouled]
    status = "illegal" if own or player not in {removal.player for removal in may} else "legal"
    word, shape = WORDS[status]
    contested = any(breach.contested_by for breach in own)
    decides = chip("umpire", words()("Umpire decides"), "gavel") if contested else ""
    rows = [
        f'<div class="row"><p><b>{text(found.message)}</b></p>{clause_details(found.clause, picture.book)}</div>'
        for breach in own
        for found in breach.clauses
    ]
    return (
        f'<section class="verdict is-{status}" role="status"><p class="word">{icon(shape)}{text(words()(word))}</p>'
        f"</section>{decides}{listed(rows, 'plain') if rows else ''}"
    )
