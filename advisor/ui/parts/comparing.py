"""Two lineups side by side: what each costs, and what it leaves for the next injury."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from advisor.answer_types import Advice
from advisor.compare import Compared, Comparison
from advisor.ui.parts import address, ask, say
from advisor.ui.parts.ask import Picture, Side
from advisor.ui.parts.frame import show_heading
from advisor.ui.parts.grounds import clause_details, notes, unchecked, working_list
from advisor.ui.parts.language import Words, chosen_language, words
from advisor.ui.parts.markup import chip, details, listed, text, write
from advisor.ui.parts.prefill import prefill
from advisor.ui.parts.verdict import WORDS


def show_comparing(match: str, advice: Advice, picture: Picture, labels: Mapping[str, str]) -> None:
    """The comparison of the two lineups of the address, by default the two best, and the names to tap them from.

    ``labels``: what stands on the buttons, by player.
    """
    _ = words()
    side = picture.sides[advice.team]
    first, second = _lineups(advice, side)
    if first and second:
        found = ask.comparison(match, side.key, first, second, chosen_language())
        _show_table(found, picture, _)
        for name, one in (("A", found.a), ("B", found.b)):
            (worked,) = ask.workings(match, side.key, (tuple(one.lineup),), one.status == "later", chosen_language())
            title = _("How the figures of {name} are worked out").format(name=name)
            write(details(text(title), working_list(worked)))
    else:
        write(f'<p class="lead">{text(_("Tap two lineups below."))}</p>')
    a, b = st.columns(2, gap="large")
    with a:
        _show_names("a", first, side, labels, _)
    with b:
        _show_names("b", second, side, labels, _)


def _lineups(advice: Advice, side: Side) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Both lineups of the address; the best legal ones in their place where it names none."""
    best = [tuple(option.lineup) for option in advice.options]
    found: list[tuple[str, ...]] = []
    for name in ("a", "b"):
        asked = address.find(name)
        if asked:
            found.append(tuple(player for player in side.people if player in asked.split("~")))
        else:
            others = [lineup for lineup in best if set(lineup) not in map(set, found)]
            found.append(others[0] if others else ())
    if address.find("b") and not address.find("a") and set(found[0]) == set(found[1]):
        found[0] = next((lineup for lineup in best if set(lineup) != set(found[1])), ())
    return found[0], found[1]


def _show_names(name: str, lineup: Sequence[str], side: Side, labels: Mapping[str, str], _: Words) -> None:
    """The names of a team, to tap a lineup from."""
    title = (_("Lineup {name}")).format(name=name.upper())
    key = f"names-{name}-{side.key}"
    prefill(key, [player for player in side.people if player in lineup])

    def put() -> None:
        address.put(**{name: "~".join(st.session_state[key]) or "none"})

    show_heading(title)
    with st.container(key=f"names-{name}"):
        st.pills(
            title,
            list(side.people),
            selection_mode="multi",
            format_func=lambda player: labels[player],
            key=key,
            on_change=put,
            label_visibility="collapsed",
            width="stretch",
            wrap=True,
        )


def _show_table(found: Comparison, picture: Picture, _: Words) -> None:
    side, pair = picture.sides[found.team], (found.a, found.b)
    rows = [
        (_("Verdict"), [_verdict(one, _) for one in pair]),
        (_("Lineup"), [_names(one, other, side) for one, other in (pair, pair[::-1])]),
        (_("On the field"), [text(say.figure(one.field_handicap)) for one in pair]),
        (_("Counted from now on"), [text(say.figure(one.counted_handicap)) for one in pair]),
    ]
    if found.a.handicap_goals is not None:
        rows += [
            (_("Goals by handicap"), [_goals(one, picture) for one in pair]),
            (_("The board"), [_change(one, picture, found.team, _) for one in pair]),
            (_("Net goals"), ["–" if one.net_goals is None else text(say.net(one.net_goals, _)) for one in pair]),
        ]
    if any(one.contested_by for one in pair):
        rows.append((_("Umpire decides"), [_contested(one, picture) for one in pair]))
    body = [_row(label, cells) for label, cells in rows]
    body += _next_injuries(found, side, _)
    conclusions = listed(map(text, found.conclusions), "rows")
    broken = {rule.clause: rule for one in pair for rule in one.broken}
    reasons = [f"<p>{text(rule.message)}</p>{clause_details(rule.clause, picture.book)}" for rule in broken.values()]
    below = listed([f'<div class="row">{reason}</div>' for reason in reasons], "plain") if reasons else ""
    write(
        f'<section id="answer" role="status"><h2>{text(_("A and B compared"))}</h2>'
        f'<div class="conclusions">{conclusions}</div></section>'
        f'<table class="compared"><caption class="unseen">{text(_("A and B compared"))}</caption><thead><tr>'
        f'<td></td><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody>{"".join(body)}</tbody></table>'
        f"{below}{notes(found.warnings, side.state, picture)}{unchecked(found.not_checked)}"
    )


def _row(label: str, cells: Sequence[str]) -> str:
    return f'<tr><th scope="row">{text(label)}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def _verdict(one: Compared, _: Words) -> str:
    word, shape = WORDS[one.status]
    return chip(f"is-{one.status}", _(word), shape)


def _names(one: Compared, other: Compared, side: Side) -> str:
    """A lineup; those who are only in this one stand out."""
    names = []
    for player in one.lineup:
        label = text(side.label(player).replace(" (", "\u00a0("))
        names.append(label if player in other.lineup else f"<b>{label}</b>")
    return listed(names, "people")


def _goals(one: Compared, picture: Picture) -> str:
    received = [(key, goals) for key, goals in (one.handicap_goals or {}).items() if goals]
    return text(", ".join(f"{picture.names[key]} {say.figure(goals)}" for key, goals in received) or "0")


def _change(one: Compared, picture: Picture, team: str, _: Words) -> str:
    return text(say.joined(say.cost(one.score_change, team, picture.names, _)))


def _contested(one: Compared, picture: Picture) -> str:
    titles = [picture.book.readings[name]["title"][chosen_language()] for name in one.contested_by]
    return text(", ".join(titles) or "–")


def _next_injuries(found: Comparison, side: Side, _: Words) -> list[str]:
    """For each player of either lineup: who could replace him alone, and the legal lineups with somebody new."""
    by_player = [{row.player: row for row in one.next_injury} for one in (found.a, found.b)]
    players = [player for player in side.people if any(player in rows for rows in by_player)]
    if not players:
        return []
    title = _("Hurt next: how many could replace (legal lineups with somebody new)")
    lines = [f'<tr class="section"><th scope="rowgroup" colspan="3">{text(title)}</th></tr>']
    for player in players:
        cells = []
        for rows in by_player:
            row = rows.get(player)
            cells.append("–" if row is None else f"<b>{row.alone}</b> ({row.lineups})")
        lines.append(_row(side.label(player), cells))
    return lines
