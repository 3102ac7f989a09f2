"""What happened? A captain's question, by big buttons: what, who, and the answer; nobody else sees what is supposed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import streamlit as st

from advisor.answer_types import AuditBreach
from advisor.errors import InputError
from advisor.match import Card, Entry, Match, Unable
from advisor.telling import say_card, say_reason
from advisor.ui import keeping, suppositions
from advisor.ui.parts import address, ask, countdown
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.entries import say_entry
from advisor.ui.parts.grounds import clause_details
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import icon, listed, literal, text, told_apart, write
from advisor.ui.parts.prefill import prefill
from advisor.ui.suppositions import (
    FIRST,
    OTHER,
    Happenings,
    changed,
    entries_of,
    find_happenings,
    from_address,
    plain,
    supposing,
    to_address,
)

_KINDS: Mapping[str, tuple[str, str]] = {
    "unable": (mark("Hurt"), "personal_injury"),
    "card": (mark("Sent off"), "style"),
    "left": (mark("Has left"), "logout"),
    "arrived": (mark("Arrived"), "login"),
    "end_period": (mark("Period ended"), "notifications"),
    "penalty_7": (mark("Penalty 7"), "gavel"),
    "recovered": (mark("Can play again"), "healing"),
    "sit_out_over": (mark("Two minutes over"), "timer"),
    "stop": (mark("Play stops"), "pause"),
    "resume": (mark("Play goes on"), "play_arrow"),
    "start_period": (mark("The period starts"), "start"),
}
_WHO: Mapping[str, str] = {
    "unable": mark("Who is hurt?"),
    "card": mark("Who is sent off?"),
    "left": mark("Who has left?"),
    "arrived": mark("Who has arrived?"),
    "penalty_7": mark("Who is put out by the foul?"),
    "recovered": mark("Who can play again?"),
    "sit_out_over": mark("Whose two minutes are over?"),
}
_MORE, _OTHER = "more", "other"
"""Values of ``what`` in the address: to suppose something besides; to see what else there is."""


@dataclass(frozen=True)
class Supposed:
    """What a captain supposes after the entries ``recorded``. ``match``: with it at the end, None where impossible.

    ``problem``: why it is impossible. ``since``: when the first of it was supposed. ``put``: supposes these entries in
    its place.
    """

    recorded: Match
    entries: tuple[Entry, ...]
    match: Match | None
    problem: InputError | None
    moved_on: bool
    since: datetime | None
    put: Callable[[Sequence[Mapping[str, Any]]], None]

    def add(self, entry: Mapping[str, Any]) -> None:
        """Suppose this besides."""
        self.put([*map(plain, self.entries), entry])


def supposed_in_address(recorded: Match) -> Supposed:
    """What the address supposes (``if``), since when (``since``, in seconds)."""
    entries: tuple[Entry, ...] = ()
    match: Match | None = recorded
    problem = None
    try:
        entries = from_address(address.find("if"))
        if entries:
            match = supposing(recorded, entries)
            # Raises what the fold of it raises.
            ask.picture(ask.as_text(match), chosen_language())
    except InputError as error:
        match, problem = None, error
    return Supposed(recorded, entries, match, problem, False, _since(), _put_in_address)


def _since() -> datetime | None:
    written = address.find("since")
    return datetime.fromtimestamp(int(written), UTC) if written.isdecimal() and len(written) <= 10 else None


def _put_in_address(entries: Sequence[Mapping[str, Any]]) -> None:
    since = address.find("since") or str(int(countdown.now().timestamp()))
    address.put(**{"if": to_address(entries), "since": since if entries else ""})


# -- the question ----------------------------------------------------------------------------------------------------


def show_happened(supposed: Supposed, picture: Picture, team: str) -> None:
    """What is supposed, or else what happened, and then who. ``picture``: of the match with what is supposed."""
    _ = words()
    if supposed.entries or supposed.problem is not None:
        _show_supposed(supposed, picture, team, _)
    if supposed.match is None:
        return
    asked = address.find("what")
    if supposed.entries and not asked:
        return
    happenings = find_happenings(supposed.match, team)
    if happenings.kinds.get(asked):
        _ask_who(supposed, picture, happenings, asked, _)
    else:
        _ask_what(supposed, happenings, asked, _)


def _ask_what(supposed: Supposed, happenings: Happenings, asked: str, _: Words) -> None:
    title = _("What happened besides?") if supposed.entries else _("What happened?")
    write(f'<h2 class="ask">{text(title)}</h2>')
    kinds = [kind for kind in FIRST if kind in happenings.kinds]
    others = [kind for kind in OTHER if kind in happenings.kinds]
    with st.container(key="what"):
        for kind in kinds:
            _show_kind(supposed, happenings, kind, _)
        if asked == _OTHER:
            for kind in others:
                _show_kind(supposed, happenings, kind, _)
        elif others:
            st.button(
                _("Other"),
                key="what-other",
                icon=":material/more_horiz:",
                on_click=address.put,
                kwargs={"what": _OTHER},
                width="stretch",
            )
        if supposed.entries:
            _show_back(_)


def _show_kind(supposed: Supposed, happenings: Happenings, kind: str, _: Words) -> None:
    label, shape = _KINDS[kind]
    st.button(
        _(label),
        key=f"what-{kind}",
        icon=f":material/{shape}:",
        on_click=_tap_what,
        args=(supposed, happenings, kind),
        width="stretch",
    )


def _show_back(_: Words) -> None:
    st.button(
        _("Back"),
        key="what-back",
        icon=":material/arrow_back:",
        on_click=address.put,
        kwargs={"what": ""},
        width="stretch",
    )


def _tap_what(supposed: Supposed, happenings: Happenings, kind: str) -> None:
    if happenings.kinds[kind]:
        address.put(what=kind)
    else:
        _suppose(supposed, [*map(plain, supposed.entries), *entries_of(kind, "", happenings)])


def _ask_who(supposed: Supposed, picture: Picture, happenings: Happenings, kind: str, _: Words) -> None:
    write(f'<h2 class="ask">{text(_(_WHO[kind]))}</h2>')
    if kind == "penalty_7":
        write(f'<p class="lead">{text(_("Only the umpire awards it; here you see what it would mean."))}</p>')
    side = picture.sides[happenings.team]
    labels = told_apart({player: person.label for player, person in side.people.items()})
    on_field = [player for player in happenings.kinds[kind] if player in happenings.lineup]
    others = [player for player in happenings.kinds[kind] if player not in happenings.lineup]
    for name, players in (("field", on_field), ("others", others)):
        if name == "others" and on_field and others:
            write(f'<p class="label">{text(_("Not on the field"))}</p>')
        with st.container(key=f"who-{name}"):
            for player in players:
                st.button(
                    literal(labels[player]),
                    key=f"who-{player}",
                    on_click=_suppose,
                    args=(supposed, [*map(plain, supposed.entries), *entries_of(kind, player, happenings)]),
                    width="stretch",
                )
    _show_back(_)


def _suppose(supposed: Supposed, entries: Sequence[Mapping[str, Any]]) -> None:
    address.put(what="", p7="")
    supposed.put(entries)


# -- what is supposed ------------------------------------------------------------------------------------------------


def _show_supposed(supposed: Supposed, picture: Picture, team: str, _: Words) -> None:
    entries = supposed.entries
    with st.container(key="supposed", border=True):
        rows = [text(say_entry(entry, picture)) for entry in entries]
        below = ""
        if supposed.problem is not None:
            said = f"{_('As the match is now this is not possible:')} {keeping.sentence(supposed.problem)}"
            below += f'<p class="warning">{icon("cross")}{text(said)}</p>'
        elif supposed.moved_on:
            said = _("The match has moved on since; what is below is answered for the match as it is now.")
            below += f'<p class="warning">{icon("clock")}{text(said)}</p>'
        head = f'<h2>{text(_("You suppose"))} <span class="note">{text(_("Only you see this."))}</span></h2>'
        write(head + listed(rows, "rows") + below + _breaches(supposed, picture))
        if entries:
            _show_changes(supposed, entries[-1], _)
        with st.container(key="supposed-buttons", horizontal=True):
            if entries and isinstance(entries[-1], Unable):
                _show_concussion(supposed, entries[-1].concussion, _)
            if supposed.match is not None:
                st.button(_("And besides"), key="suppose-more", on_click=address.put, kwargs={"what": _MORE})
            if len(entries) > 1:
                rest = list(map(plain, entries[:-1]))
                st.button(_("Without the last"), key="suppose-less", on_click=_suppose, args=(supposed, rest))
            st.button(_("Forget it"), key="suppose-nothing", on_click=_suppose, args=(supposed, []))


def _show_changes(supposed: Supposed, last: Entry, _: Words) -> None:
    """How somebody became unable, or the colour of the card: put otherwise by one tap."""
    language = chosen_language()
    if isinstance(last, Unable):
        reasons = {kind: say_reason(kind, language) for kind in suppositions.REASONS}
        _pick(supposed, "reason", _("How?"), reasons, last.reason)
    elif isinstance(last, Card):
        _pick(supposed, "kind", _("Card"), {kind: say_card(kind, language) for kind in suppositions.CARDS}, last.kind)


def _pick(supposed: Supposed, field: str, label: str, labels: Mapping[str, str], chosen: str) -> None:
    key = f"change-{field}"
    prefill(key, chosen if chosen in labels else None)
    st.segmented_control(
        label,
        list(labels),
        format_func=lambda option: literal(labels[option]),
        key=key,
        on_change=_change,
        args=(supposed, field),
        label_visibility="collapsed",
        width="stretch",
        wrap=True,
    )


def _change(supposed: Supposed, field: str) -> None:
    if chosen := st.session_state[f"change-{field}"]:
        supposed.put(changed(supposed.entries, **{field: chosen}))


def _show_concussion(supposed: Supposed, is_concussed: bool, _: Words) -> None:
    key, label = "change-concussion", _("Concussion")
    prefill(key, [label] if is_concussed else [])
    st.pills(
        _("Concussion, or a suspicion of one"),
        [label],
        selection_mode="multi",
        key=key,
        on_change=lambda: supposed.put(changed(supposed.entries, concussion=bool(st.session_state[key]))),
        label_visibility="collapsed",
    )


def _breaches(supposed: Supposed, picture: Picture) -> str:
    """The rules that would be broken by what is supposed itself, such as a Penalty 7 once play has gone on."""
    if supposed.match is None:
        return ""
    first = len(supposed.recorded.journal)
    found = ask.breaches(ask.as_text(supposed.match), chosen_language()).breaches
    rows = [_breach(breach, picture) for breach in found if breach.entry >= first]
    return listed(rows, "plain") if rows else ""


def _breach(breach: AuditBreach, picture: Picture) -> str:
    said = "".join(f"<p><b>{text(c.message)}</b></p>{clause_details(c.clause, picture.book)}" for c in breach.clauses)
    return f'<div class="row">{said}</div>'
