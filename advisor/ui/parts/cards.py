"""Answers to the captain: legal lineups, "how high may he be?", who cannot come in, and Penalty 7 removals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

import streamlit as st

from advisor.answer_types import Advice, Alternative, Option, Unusable, Wanted
from advisor.handicap import to_half
from advisor.narrate import say_goals
from advisor.rulebook import Rulebook
from advisor.ui.parts import ask, say
from advisor.ui.parts.ask import Person, Picture, Side
from advisor.ui.parts.language import Words, chosen_language, words
from advisor.ui.parts.markup import chip, details, icon, listed, text, write
from advisor.workings import Working

Hidden = Callable[[str], bool]
"""Says of a player's id whether nothing is to be said of him."""

SHOWN = 6
"""How many lineups are shown before somebody asks for more."""

_HALVES_THAT_EXIST = (-1, 1, 3)


def show_everybody(player: str) -> bool:
    """Nobody is hidden."""
    return False


def show_answer(match: str, advice: Advice, picture: Picture, *, hidden: Hidden = show_everybody) -> None:
    """All that ``advise`` answers about the match. ``hidden``: players of whom nothing is said."""
    _ = words()
    now = [option for option in advice.options if option.when != "period_end"]
    later = [option for option in advice.options if option.when == "period_end"]
    if advice.removals:
        _show_removals(advice, picture)
    show_total(advice, picture)
    if now:
        _show_options(match, now, advice.totals.now, picture, advice.team, "now")
    show_wanted(advice, picture)
    show_unusable(advice.unusable, picture, advice.team, hidden)
    if later:
        title = _("At the end of the period: {count}").format(count=advice.totals.period_end)
        with st.expander(title, icon=":material/schedule:", key="later", on_change="rerun") as opened:
            if opened.open:
                _show_options(match, later, advice.totals.period_end, picture, advice.team, "later")
    _show_legend(advice)


def show_total(advice: Advice, picture: Picture) -> None:
    """How many lineups are legal now, or why there is none."""
    _ = words()
    count, title = advice.totals.now, total_of(advice, _)
    below = ""
    if not count and advice.conflict is not None:
        below = _reasons(advice.conflict.clauses, advice.conflict.message, picture.book)
    elif not count and advice.totals.period_end:
        below = f'<p class="lead">{text(_("At the end of the period the team may change."))}</p>'
    elif count > 1:
        below = f'<p class="lead">{text(_("Best first. Each one opens to show how it is worked out."))}</p>'
    write(f'<div role="status"><h2 class="total">{text(title)}</h2></div>{below}')


def total_of(advice: Advice, _: Words) -> str:
    """How many lineups are legal now, in words."""
    count = advice.totals.now
    if count == 1:
        return _("1 legal lineup now")
    return _("{count} legal lineups now").format(count=count) if count else _("Nobody may come in now")


def _show_options(match: str, options: Sequence[Option], total: int, picture: Picture, team: str, key: str) -> None:
    _ = words()
    more = f"all-{key}"
    everything = bool(st.session_state.get(more))
    shown = options if everything else options[:SHOWN]
    lineups = tuple(tuple(option.lineup) for option in shown)
    workings = ask.workings(match, team, lineups, key == "later", chosen_language())
    cards = [
        option_card(option, number, picture, team, worked)
        for number, (option, worked) in enumerate(zip(shown, workings, strict=True), 1)
    ]
    write(listed(cards, "cards", "ol"))
    if len(shown) < len(options):
        label = _("Show {count} more").format(count=len(options) - len(shown))
        st.button(
            label, key=f"{more}-ask", icon=":material/expand_more:", on_click=_open, args=(more,), width="stretch"
        )
    elif total > len(options):
        rest = _("{count} more are legal, each worth no more than these.").format(count=total - len(options))
        write(f'<p class="lead">{text(rest)}</p>')


def _open(key: str) -> None:
    st.session_state[key] = True


# -- one lineup ------------------------------------------------------------------------------------------------------


def option_card(option: Option, number: int, picture: Picture, team: str, workings: Sequence[Working]) -> str:
    """A legal lineup: who comes in and goes, who plays, what it costs, when."""
    _ = words()
    side = picture.sides[team]
    later = option.when == "period_end"
    when = (
        chip("later", _(say.WHEN[option.when]), "clock") if later else chip("legal", _(say.WHEN[option.when]), "check")
    )
    moves = moves_of(option.in_, option.out, side, _)
    change = say.cost(option.score_change, team, picture.names, _)
    on_field = _("{number} on the field").format(number=say.figure(option.field_handicap))
    costs = "".join(f'<span class="{_cost_css(option)}">{text(line)}</span>' for line in change)
    contested = contested_block(option.alternatives, option.contested_by, picture, team)
    worked = working_list(workings, _(say.KINDS[option.kind]))
    return (
        f'<article class="card {"is-later" if later else "is-legal"}">'
        f'<div class="card-top"><span class="rank" aria-hidden="true">{number}</span>{when}</div>'
        f"{moves}{lineup_list(option.lineup, option.in_, side)}"
        f'<p class="figures"><span class="big">{text(on_field)}</span>{costs}</p>'
        f"{contested}{details(text(_('How it is worked out')), worked)}</article>"
    )


def _cost_css(option: Option) -> str:
    change = option.score_change or {}
    return "cost" if any(change.values()) else "free"


def moves_of(come_in: Sequence[str], go: Sequence[str], side: Side, _: Words) -> str:
    """Who comes in and who goes."""
    lines = []
    if come_in:
        names = _together(come_in, side)
        lines.append(
            f'<p class="move in">{icon("in")}<span class="word">{text(_("In"))}</span><b>{text(names)}</b></p>'
        )
    if go:
        names = _together(go, side)
        lines.append(
            f'<p class="move out">{icon("out")}<span class="word">{text(_("Out"))}</span><b>{text(names)}</b></p>'
        )
    if not come_in:
        nobody = _("Nobody comes in") if go else _("As it stands")
        lines.insert(0, f'<p class="move">{icon("short")}<b>{text(nobody)}</b></p>')
    return "".join(lines)


def _together(players: Sequence[str], side: Side) -> str:
    """Names and handicaps; a handicap never begins a line."""
    return ", ".join(side.label(player).replace(" (", "\u00a0(") for player in players)


def lineup_list(lineup: Sequence[str], newcomers: Sequence[str], side: Side) -> str:
    """The lineup by name and handicap; newcomers stand out."""
    _ = words()
    new = f' <span class="tag">{text(_("new"))}</span>'
    rows = []
    for player in lineup:
        person = side.people[player]
        mark = new if player in newcomers else ""
        rows.append(f'<span class="who">{text(person.name)}{mark}</span> <b class="hcp">{_handicap(person, _)}</b>')
    return listed(rows, "lineup")


def _handicap(person: Person, _: Words) -> str:
    shown = text(say_goals(person.rated))
    if person.counted != person.rated:
        counts = _("counts {number}").format(number=say_goals(person.counted))
        shown += f' <span class="note">{text(counts)}</span>'
    return shown


def working_list(workings: Sequence[Working], kind: str = "") -> str:
    """How figures came about: each with its value and its steps. ``kind``: the sort of change, said first."""
    rows = [f"<b>{text(kind)}</b>"] if kind else []
    for working in workings:
        if working.value is None:
            value = "–"
        elif working.figure == "net_goals":
            value = say.net(working.value, words())
        else:
            value = say.figure(working.value)
        steps = " ".join(working.steps)
        rows.append(f"<b>{text(working.title)}: {text(value)}</b><br>{text(steps)}")
    return listed(rows, "rows")


def contested_block(alternatives: Sequence[Alternative], contested: Sequence[str], picture: Picture, team: str) -> str:
    """ "Umpire decides", with each reading, what it would change, and its rule; empty where nothing is contested."""
    if not contested:
        return ""
    _, language, book = words(), chosen_language(), picture.book
    by_reading = {alternative.reading: alternative for alternative in alternatives}
    rows = []
    for name in contested:
        reading = book.readings[name]
        other = by_reading.get(name)
        row = f"<b>{text(reading['title'][language])}</b> <cite>{text(reading['citation'][language])}</cite>"
        if other is not None:
            row += f"<br>{text(_('By the other reading'))}: {text(reading['values'][other.value][language])}"
            row += f" <b>{text(_outcome(other, picture, team, _))}</b>"
        else:
            row += "".join(f"<br>{text(value[language])}" for value in reading["values"].values())
        rows.append(row)
    named = ", ".join(book.readings[name]["title"][language] for name in contested)
    summary = f'{chip("umpire", _("Umpire decides"), "gavel")}<span class="named">{text(named)}</span>'
    return f'<div class="contested">{details(summary, listed(rows, "rows"))}</div>'


def _outcome(other: Alternative, picture: Picture, team: str, _: Words) -> str:
    if other.status == "illegal":
        return _("Then it is not legal.")
    if other.status == "later":
        return _("Then it is legal only at the end of the period.")
    change = say.joined(say.cost(other.score_change, team, picture.names, _)) or "–"
    return _("Then it counts {number}: {change}.").format(number=say.figure(other.counted_handicap), change=change)


def _show_legend(advice: Advice) -> None:
    _ = words()
    facts = [
        _("Counted handicap: the highest that a team has had on the field; losing a player never lowers it."),
        _("Goals by handicap follow from the two counted handicaps; when one rises, the score is put right at once."),
        _("The order is by net goals: what the lineup is worth to the end, cost on the board included."),
    ]
    if advice.warnings:
        write(listed([f'<p class="warning">{icon("gavel")}{text(line)}</p>' for line in advice.warnings], "plain"))
    unchecked = f"<p><b>{text(_('Not checked'))}</b></p>{listed(map(text, advice.not_checked), 'rows')}"
    write(
        details(text(_("What the figures mean, and what is not checked")), listed(map(text, facts), "rows") + unchecked)
    )


# -- how high may he be? ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Range:
    lowest: int
    highest: int
    costs: tuple[str, ...] | None
    row: Wanted


def _ranges(wanted: Sequence[Wanted], picture: Picture, team: str, _: Words) -> list[_Range]:
    """Handicaps with the same outcome together, lowest first; of half ratings only those that exist."""
    real = [row for row in wanted if to_half(row.handicap) % 2 == 0 or to_half(row.handicap) in _HALVES_THAT_EXIST]

    def outcome(row: Wanted) -> tuple[str, ...] | None:
        return None if row.lineup is None else tuple(say.cost(row.score_change, team, picture.names, _))

    ranges = []
    for costs, rows in groupby(real, outcome):
        together = list(rows)
        ranges.append(_Range(to_half(together[0].handicap), to_half(together[-1].handicap), costs, together[-1]))
    return ranges


def show_wanted(advice: Advice, picture: Picture) -> None:
    """ "How high may he be?": somebody not on the list, eligible, by ranges of handicap."""
    if not advice.wanted:
        return
    _ = words()
    ranges = _ranges(advice.wanted, picture, advice.team, _)
    possible = [found for found in ranges if found.costs is not None]
    side = picture.sides[advice.team]
    top = say_goals(possible[-1].highest)
    rows = []
    for found in ranges:
        low, high = say_goals(found.lowest), say_goals(found.highest)
        span = low if low == high else _("{low} to {high}").format(low=low, high=high)
        if found.costs is None:
            result = f'<span class="no">{icon("cross")}{text(_("may not come in"))}</span>'
        else:
            free = found.costs == (_("no change on the board"),)
            result = f'<span class="{"free" if free else "cost"}">{icon("check")}{text(say.joined(found.costs))}</span>'
            if found.row.out:
                names = ", ".join(side.label(player) for player in found.row.out)
                result += f' <span class="note">{text(_("for {players}").format(players=names))}</span>'
        rows.append(f'<tr><th scope="row">{text(span)}</th><td>{result}</td></tr>')
    explanation = _("Somebody not on the list who is eligible: at most a {handicap}.").format(handicap=top)
    write(
        f"<h2>{text(_('How high may he be?'))}</h2>"
        f'<p class="lead"><b>{text(explanation)}</b></p>'
        f'<table class="ranges"><caption class="unseen">{text(_("How high may he be?"))}</caption>'
        f'<thead class="unseen"><tr><th scope="col">{text(_("Handicap"))}</th>'
        f'<th scope="col">{text(_("Cost"))}</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


# -- who cannot come in ----------------------------------------------------------------------------------------------


def _reasons(clauses: Sequence[str], message: str, book: Rulebook) -> str:
    """A sentence with the rules that it rests on, each of which opens."""
    language = chosen_language()
    rules = "".join(clause_details(clause, book) for clause in clauses)
    return f'<p class="lead" lang="{language}">{text(message)}</p>{rules}'


def clause_details(clause: str, book: Rulebook) -> str:
    """A clause by its citation and title; its text opens with a tap."""
    language = chosen_language()
    words_of = book.clauses[clause]
    summary = f"<cite>{text(words_of.citation[language])}</cite> {text(words_of.title[language])}"
    return details(summary, f"<p>{text(words_of.text[language])}</p>")


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
        rules = "".join(clause_details(clause, picture.book) for clause in row.clauses)
        rows.append(f'<div class="row"><p><b>{text(names)}</b> {later}</p><p>{text(row.message)}</p>{rules}</div>')
    if rows:
        write(f"<h2>{text(_('Who cannot come in now'))}</h2>{listed(rows, 'plain')}")


# -- Penalty 7 -------------------------------------------------------------------------------------------------------


def _show_removals(advice: Advice, picture: Picture) -> None:
    _ = words()
    own, other = picture.sides[advice.team], picture.other(advice.team)
    cards = []
    for removal in advice.removals:
        person = other.people[removal.player]
        facts = []
        for key, side in ((own.key, own), (other.key, other)):
            facts.append(
                _("{team}: {field} on the field, may go to {cap}, can reach {best}").format(
                    team=side.name,
                    field=say.figure(removal.field[key]),
                    cap=say.figure(removal.caps[key]),
                    best=say.figure(removal.best_reachable[key]),
                )
            )
        gain = _("Net goals: {number}").format(number=say.net(removal.net_goals, _))
        cards.append(
            f'<article class="card is-legal"><p class="move out">{icon("out")}<span class="word">'
            f"{text(_('Name'))}</span> <b>{text(person.label)}</b></p>{listed(map(text, facts), 'rows')}"
            f'<p class="figures"><span class="big">{text(gain)}</span></p></article>'
        )
    lead = _("Bring in a substitute as below, or name one of these: then both teams play with one fewer to the end.")
    write(
        f"<h2>{text(_('Penalty 7: whom the captain may name'))}</h2>"
        f'<p class="lead">{text(lead)}</p>{listed(cards, "cards")}'
    )
