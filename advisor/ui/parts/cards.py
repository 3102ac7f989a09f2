"""Answers to the captain: legal lineups, "how high may he be?", who cannot come in, and Penalty 7 removals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

import streamlit as st

from advisor.answer_types import Advice, Option, Unusable, Wanted
from advisor.handicap import to_half
from advisor.narrate import say_goals
from advisor.ui.parts import address, ask, say
from advisor.ui.parts.ask import Person, Picture, Side
from advisor.ui.parts.grounds import Answer, argument, contested_block, notes, unchecked, working_list
from advisor.ui.parts.language import Words, chosen_language, words
from advisor.ui.parts.markup import chip, details, icon, listed, text, write, write_if
from advisor.workings import Working

Hidden = Callable[[str], bool]
"""Says of a player's id whether nothing is to be said of him."""

SHOWN = 6
"""How many lineups are shown before somebody asks for more."""

_HALVES_THAT_EXIST = (-1, 1, 3)


def show_everybody(player: str) -> bool:
    """Nobody is hidden."""
    return False


def show_answer(
    match: str, advice: Advice, picture: Picture, *, hidden: Hidden = show_everybody, comparable: bool = False
) -> None:
    """All that ``advise`` answers about the match.

    ``hidden``: players of whom nothing is said. ``comparable``: whether two cards can be put side by side.
    """
    _ = words()
    now = [option for option in advice.options if option.when != "period_end"]
    later = [option for option in advice.options if option.when == "period_end"]
    write_if(notes(advice.warnings, advice, picture))
    if advice.removals:
        _show_removals(advice, picture)
    show_total(advice, picture)
    if now:
        _show_options(match, now, advice.totals.now, picture, advice.team, "now", comparable)
    show_wanted(advice, picture)
    show_unusable(advice.unusable, picture, advice.team, hidden)
    if later:
        title = _("At the end of the period: {count}").format(count=advice.totals.period_end)
        with st.expander(title, icon=":material/schedule:", key="later", on_change="rerun") as opened:
            if opened.open:
                _show_options(match, later, advice.totals.period_end, picture, advice.team, "later", comparable)
    _show_legend(advice)


def show_total(advice: Advice, picture: Picture) -> None:
    """How many lineups are legal now, from when another is the best, or why nobody can come in."""
    _ = words()
    count, title = advice.totals.now, total_of(advice, _)
    below = ""
    if count > 1:
        below = f'<p class="lead">{text(_("Best first. Each one opens to show how it is worked out."))}</p>'
    elif not count and advice.totals.period_end:
        below = f'<p class="lead">{text(_("At the end of the period the team may change."))}</p>'
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
    """How many lineups are legal now, in words."""
    count = advice.totals.now
    if count == 1:
        return _("1 legal lineup now")
    return _("{count} legal lineups now").format(count=count) if count else _("Nobody may come in now")


def _show_options(
    match: str, options: Sequence[Option], total: int, picture: Picture, team: str, key: str, comparable: bool
) -> None:
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
    if comparable and len(options) > 1:
        _show_comparable(cards, shown, key, _)
    else:
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


def _show_comparable(cards: Sequence[str], options: Sequence[Option], key: str, _: Words) -> None:
    """The cards, each with a button that takes it for a comparison; the second one taken opens it."""
    taken = address.find("a")
    with st.container(key=f"cards-{key}"):
        for number, (card, option) in enumerate(zip(cards, options, strict=True), 1):
            lineup = "~".join(option.lineup)
            with st.container(key=f"card-{key}-{number}"):
                write(card)
                is_taken = lineup == taken
                if is_taken:
                    label = _("{number}: tap another one to compare").format(number=number)
                else:
                    label = _("Compare {number} with the one tapped") if taken else _("Compare {number}")
                    label = label.format(number=number)
                if key == "later":
                    label = say.joined([label, _("end of the period")])
                st.button(
                    label,
                    key=f"compare-{key}-{number}",
                    icon=":material/compare_arrows:",
                    type="primary" if is_taken else "secondary",
                    on_click=_take,
                    args=(lineup,),
                    width="stretch",
                )


def _take(lineup: str) -> None:
    """Take a lineup for a comparison; the same again lets it go."""
    taken = address.find("a")
    if taken == lineup:
        address.put(a="")
    elif taken:
        address.put(b=lineup, view="compare")
    else:
        address.put(a=lineup, b="")


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
    answer: Answer = ("later" if later else "legal", [], option.counted_handicap, option.score_change)
    contested = contested_block(option.alternatives, option.contested_by, picture, team, answer)
    net = ""
    if option.net_goals is not None:
        said = _("net goals {number}").format(number=say.net(option.net_goals, _))
        net = f'<span class="note">{text(said)}</span>'
    worked = working_list(workings, _(say.KINDS[option.kind]))
    return (
        f'<article class="card {"is-later" if later else "is-legal"}">'
        f'<div class="card-top"><span class="rank" aria-hidden="true">{number}</span>{when}</div>'
        f"{moves}{lineup_list(option.lineup, option.in_, side)}"
        f'<p class="figures"><span class="big">{text(on_field)}</span>{costs}{net}</p>'
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


def _show_legend(advice: Advice) -> None:
    _ = words()
    facts = [
        _("Counted handicap: the highest that a team has had on the field; losing a player never lowers it."),
        _("Goals by handicap follow from the two counted handicaps; when one rises, the score is put right at once."),
        _("Net goals: what the lineup is worth to the end of the match, cost on the board included."),
    ]
    rows = listed(map(text, facts), "rows")
    write(details(text(_("What the figures mean")), rows) + unchecked(advice.not_checked))


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
