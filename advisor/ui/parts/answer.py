"""The answer to a captain: the best legal lineups, all of them, how high a newcomer may be, and who cannot come in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from advisor.answer_types import Advice, Unusable
from advisor.ui.parts import say
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.cards import LISTED, Action, show_cards
from advisor.ui.parts.filters import Numbered, numbered, show_list
from advisor.ui.parts.grounds import argument, notes, unchecked
from advisor.ui.parts.language import Words, words
from advisor.ui.parts.markup import chip, details, icon, listed, text, write, write_if
from advisor.ui.parts.newcomer import show_wanted
from advisor.ui.parts.pictures import show_tradeoff

Hidden = Callable[[str], bool]
"""Says of a player's id whether nothing is to be said of him."""

BEST = 3
"""How many lineups are shown as cards; all of them are in the list."""


def show_everybody(player: str) -> bool:
    """Nobody is hidden."""
    return False


def show_answer(
    match: str,
    advice: Advice,
    picture: Picture,
    *,
    hidden: Hidden = show_everybody,
    action: Action | None = None,
    show_order: Callable[[], None] | None = None,
    show_minutes: Callable[[], None] | None = None,
    found: Callable[[Mapping[str, Any]], None] | None = None,
) -> None:
    """All that ``advise`` answers about the match.

    ``hidden``: players of whom nothing is said. ``action``: the button of each card. ``show_order``: shows what the
    order of the lineups can be, above their list. ``show_minutes`` and ``found`` are for a newcomer, see
    :func:`~advisor.ui.parts.newcomer.show_wanted`.
    """
    _ = words()
    rows = numbered(advice.options)
    now = [row for row in rows if row.moment == "now"]
    write_if(notes(advice.warnings, advice, picture))
    show_total(advice, picture)
    best = (now or rows)[:BEST]
    show_cards(match, best, picture, advice.team, advice.period_end_note, action, "now" if now else "later")
    show_tradeoff(match, now or rows, best, picture, advice.team)
    if len(rows) > len(best):
        _show_all(match, rows, advice, picture, hidden, action, show_order)
    show_wanted(advice, picture, show_minutes, found)
    show_unusable(advice.unusable, picture, advice.team, hidden)
    _show_legend(advice)


def show_total(advice: Advice, picture: Picture) -> None:
    """How many lineups are legal now, from when another is the best, or why nobody can come in."""
    _ = words()
    count, title = advice.totals.now, total_of(advice, _)
    below = ""
    if count > 1:
        below = f'<p class="lead">{text(_("Best first. Tap a figure to see how it is worked out."))}</p>'
    elif not count and advice.totals.period_end:
        below = f'<p class="lead">{text(_("At the end of the period the team may change."))}</p>'
    if advice.totals.period_end and advice.period_end_note:
        below += f'<p class="turn">{icon("clock")}{text(advice.period_end_note)}</p>'
    write(f'<div role="status"><h2 class="total">{text(title)}</h2></div>{below}{_turns(advice, picture, _)}')
    if advice.conflict is not None:
        message = advice.conflict.message or _("Everybody on this team's list is on the field.")
        reasons = argument(message, advice.conflict.clauses, picture.book)
        write(f'<h3>{text(_("Why nobody can come in"))}</h3><div class="row">{reasons}</div>')


def _turns(advice: Advice, picture: Picture, _: Words) -> str:
    """From which period on another lineup is the best by net goals."""
    if advice.order != "net":
        return ""
    side, rows = picture.sides[advice.team], []
    for turn in advice.turns:
        pattern = _("If the change is made only from period {period} on, another lineup is best: {players} ({net}).")
        players = ", ".join(map(side.label, turn.lineup))
        net = _("net goals {number}").format(number=say.net(turn.net_goals, _))
        said = pattern.format(period=turn.period, players=players, net=net)
        rows.append(f'<p class="turn">{icon("clock")}{text(said)}</p>')
    return "".join(rows)


def total_of(advice: Advice, _: Words) -> str:
    """How many lineups are legal now, in words; or that going on short is all that is left."""
    count = advice.totals.now
    short = [option for option in advice.options if option.when != "period_end" and option.kind == "short"]
    if count == len(short) == 1:
        return _("Nobody can come in: go on short, with {number}").format(number=len(short[0].lineup))
    if count == 1:
        return _("1 legal lineup now")
    return _("{count} legal lineups now").format(count=count) if count else _("Nobody may come in now")


def _show_all(
    match: str,
    rows: Sequence[Numbered],
    advice: Advice,
    picture: Picture,
    hidden: Hidden,
    action: Action | None,
    show_order: Callable[[], None] | None,
) -> None:
    """The list of all lineups, in a box that opens; what no more than the list has is said."""
    _ = words()
    totals = advice.totals
    title = _("All legal lineups: {now} now, {later} at the end of the period")
    if picture.moment in ("before_start", "between_periods"):
        title = _("All legal lineups: {now}")
    title = title.format(now=totals.now, later=totals.period_end)
    with st.expander(title, icon=":material/list:", key="all-lineups", on_change="rerun") as opened:
        if not opened.open:
            return
        if show_order is not None:
            show_order()

        def show_card(row: Numbered) -> None:
            show_cards(match, [row], picture, advice.team, advice.period_end_note, action, LISTED)

        show_list(rows, picture, advice.team, hidden, say.whens(advice.period_end_note, _), show_card)
        left_out = totals.now + totals.period_end - len(rows)
        if left_out:
            rest = _("{count} more are legal, each worth no more than these.").format(count=left_out)
            write(f'<p class="lead">{text(rest)}</p>')


def show_unusable(unusable: Sequence[Unusable], picture: Picture, team: str, hidden: Hidden = show_everybody) -> None:
    """Who cannot come in now, and why."""
    _ = words()
    side = picture.sides[team]
    rows = []
    for row in unusable:
        players = [player for player in row.players if not hidden(player)]
        if not players:
            continue
        names = ", ".join(side.label(player) for player in players)
        later = chip("later", _("At the end of the period"), "clock") if row.later else ""
        reasons = argument(row.message, row.clauses, picture.book)
        rows.append(f'<div class="row"><p><b>{text(names)}</b> {later}</p>{reasons}</div>')
    if rows:
        write(f"<h2>{text(_('Who cannot come in now'))}</h2>{listed(rows, 'plain')}")


def _show_legend(advice: Advice) -> None:
    _ = words()
    facts = [
        _("Counted handicap: the highest that a team has had on the field; losing a player never lowers it."),
        _("Goals by handicap follow from the two counted handicaps; when one rises, the score is put right at once."),
        _("Net goals: what the lineup is worth to the end of the match, cost on the board included."),
    ]
    rows = listed(map(text, facts), "rows")
    write(details(text(_("What the figures mean")), rows) + unchecked(advice.not_checked))
