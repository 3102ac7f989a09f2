"""A pending Penalty 7, step by step: a substitute or a removal, whom to name, and what either does to both teams."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from advisor.answer_types import Advice, Option, Removal
from advisor.audit import audit
from advisor.errors import InputError
from advisor.handicap import to_half
from advisor.match import Designate, Match
from advisor.narrate import say_goals
from advisor.rulebook import Language
from advisor.ui import keeping
from advisor.ui.parts import address, ask, say
from advisor.ui.parts.ask import Picture, Side
from advisor.ui.parts.frame import show_heading
from advisor.ui.parts.grounds import clause_details, working_list
from advisor.ui.parts.language import Words, chosen_language, words
from advisor.ui.parts.markup import details, listed, literal, text, told_apart, write
from advisor.ui.parts.prefill import prefill
from advisor.ui.suppositions import supposing

_SUBSTITUTE = "substitute"
"""Value of ``p7`` in the address for bringing in a substitute; else it is the id of who is to be named."""


@dataclass(frozen=True)
class Standing:
    """A team at one moment, in half goals. ``most``: the tightest bound on its sum; ``is_cap``: of a Penalty 7."""

    field: int
    counted: int
    most: int
    is_cap: bool


Standings = Mapping[str, Standing]
"""Both teams at one moment."""


def standings(picture: Picture) -> dict[str, Standing]:
    """Both teams as they stand; a player lying hurt who is not yet replaced is included."""
    return {key: _standing(side) for key, side in picture.sides.items()}


def _standing(side: Side) -> Standing:
    most = to_half(side.most)
    is_cap = any(to_half(cap.value) == most for cap in side.state.limits.caps)
    return Standing(side.total, to_half((side.state.counted_handicap or {}).get(side.key, 0)), most, is_cap)


def with_option(before: Standings, team: str, option: Option) -> dict[str, Standing]:
    """Both teams once one of them has made a change."""
    own = before[team]
    changed = Standing(to_half(option.field_handicap), to_half(option.counted_handicap), own.most, own.is_cap)
    return {**before, team: changed}


def with_removal(match: Match, player: str) -> Match:
    """The match once the captain has named this player."""
    return supposing(match, [Designate(entry="designate", player=player)])


# -- the guided path -------------------------------------------------------------------------------------------------


def show_penalty_7(
    match: Match, advice: Advice, picture: Picture, name: Callable[[str], None] | None, label: str
) -> str:
    """The choice that the captain of the fouled team has, and all about a removal where that is looked at.

    ``name`` takes the player who is to be named, by a button with this ``label``. Gives the player whose removal is
    looked at; empty where bringing in a substitute is.
    """
    _ = words()
    fouled = advice.team
    best = next((option for option in advice.options if option.in_ and option.when != "period_end"), None)
    reasons = why_not(ask.as_text(match), fouled, chosen_language())
    removals = [removal for removal in advice.removals if removal.player not in reasons]
    chosen = _chosen([removal.player for removal in removals], best)
    show_heading(_("Penalty 7: a substitute or a removal?"))
    before = standings(picture)
    _show_worth(match, fouled, removals, best, picture, _)
    _show_ways(removals, chosen, _)
    if not removals:
        write(_reasons(_("Why nobody may be named"), reasons, picture.other(fouled), picture))
    if chosen == _SUBSTITUTE:
        said = _("A substitution ends the Penalty 7: the teams stay as many as they are, and nobody gets a cap.")
        write(f'<p class="lead">{text(said)}</p>')
        if best is not None:
            names = ", ".join(map(picture.sides[fouled].label, best.in_))
            title = _("The best substitution: in {players}").format(players=names)
            write(_bars(title, before, with_option(before, fouled, best), picture, _))
        return ""
    said = _("Both teams play with one fewer to the end, and may not go above their caps any more.")
    write(f'<p class="lead">{text(said)}</p>')
    _show_names(removals, chosen, picture.other(fouled), _)
    if reasons:
        title = _("Why nobody else: {count}").format(count=len(reasons))
        write(_reasons(title, reasons, picture.other(fouled), picture))
    after = _show_after(match, before, chosen, fouled, picture, _)
    if name is not None:
        st.button(
            label.format(player=literal(picture.other(fouled).label(chosen))),
            key=f"name-{chosen}",
            icon=":material/gavel:",
            type="primary",
            on_click=name,
            args=(chosen,),
            width="stretch",
        )
    title = _("Then, for {team}").format(team=after.names[fouled])
    write(f'<h2 id="after">{text(title)}</h2>')
    return chosen


def _chosen(players: Sequence[str], best: Option | None) -> str:
    """What is looked at: by the address, else a substitution where there is one, else the first who may be named."""
    asked = address.find("p7")
    if asked in (_SUBSTITUTE, *players):
        return asked
    return _SUBSTITUTE if best is not None or not players else players[0]


def _show_worth(
    match: Match, fouled: str, removals: Sequence[Removal], best: Option | None, picture: Picture, _: Words
) -> None:
    """What each choice is worth, the best first by net goals, with what both teams may then have on the field."""
    own, other = picture.sides[fouled], picture.other(fouled)
    rows: list[tuple[float, str, Standings]] = []
    if best is not None and best.net_goals is not None:
        players = ", ".join(map(own.label, best.in_))
        rows.append((best.net_goals, _("Substitute: {players}").format(players=players), standings(picture)))
    for removal in removals:
        named = _("Name {player}").format(player=other.label(removal.player))
        after = ask.picture(ask.as_text(with_removal(match, removal.player)), chosen_language())
        rows.append((removal.net_goals, named, standings(after)))
    if not rows:
        return
    rows.sort(key=lambda row: -row[0])
    head = [_("Choice"), _("Net goals"), *(_("{team} up to").format(team=side.name) for side in (own, other))]
    cells = "".join(f'<th scope="col">{text(title)}</th>' for title in head)
    body = "".join(
        f'<tr><th scope="row">{text(label)}</th><td>{text(say.net(net, _))}</td>'
        f"<td>{text(say_goals(after[own.key].most))}</td><td>{text(say_goals(after[other.key].most))}</td></tr>"
        for net, label, after in rows
    )
    caption = _("What each choice is worth")
    write(
        f'<table class="worth"><caption>{text(caption)}</caption><thead><tr>{cells}</tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _show_ways(removals: Sequence[Removal], chosen: str, _: Words) -> None:
    ways = {_SUBSTITUTE: _("Substitute")}
    if removals:
        ways[removals[0].player] = _("Removal")
    key = "penalty-7-way"
    prefill(key, chosen if chosen == _SUBSTITUTE else removals[0].player)
    st.segmented_control(
        _("Which of the two?"),
        list(ways),
        format_func=ways.__getitem__,
        required=True,
        key=key,
        on_change=lambda: address.put(p7=st.session_state[key]),
        label_visibility="collapsed",
        width="stretch",
        wrap=True,
    )


def _show_names(removals: Sequence[Removal], chosen: str, other: Side, _: Words) -> None:
    """Whom the captain may name."""
    write(f"<h3>{text(_('Whom the captain may name'))}</h3>")
    labels = told_apart({player: person.label for player, person in other.people.items()})
    with st.container(key="removals"):
        for removal in removals:
            said = _("net goals {number}").format(number=say.net(removal.net_goals, _))
            st.button(
                f"{literal(labels[removal.player])} :small[{literal(said)}]",
                key=f"look-{removal.player}",
                type="primary" if removal.player == chosen else "secondary",
                icon=":material/check:" if removal.player == chosen else None,
                on_click=address.put,
                kwargs={"p7": removal.player},
                width="stretch",
            )


def _reasons(title: str, reasons: Mapping[str, WhyNot], other: Side, picture: Picture) -> str:
    """Why each of these may not be named; opens with a tap."""
    rows = []
    for player, reason in reasons.items():
        clauses = "".join(clause_details(clause, picture.book) for clause in reason.clauses)
        head = f"<p><b>{text(other.label(player))}</b></p><p>{text(reason.message)}</p>"
        rows.append(f'<div class="row">{head}{clauses}</div>')
    return details(text(title), listed(rows, "plain"))


@dataclass(frozen=True)
class WhyNot:
    """Why a player of the fouling team may not be named; ``clauses`` by which, none where it is impossible."""

    message: str
    clauses: tuple[str, ...]


@st.cache_data(max_entries=200, show_spinner=False)
def why_not(match_text: str, fouled: str, language: Language) -> dict[str, WhyNot]:
    """Those on the fouling team's field whom the captain may not name, each with what naming him would break."""
    match = Match.model_validate_json(match_text)
    picture = ask.picture(match_text, language)
    other = picture.other(fouled)
    found = {}
    for player in (*other.state.field, *other.state.must_leave):
        try:
            judged = audit(with_removal(match, player), language=language)
        except InputError as error:
            found[player] = WhyNot(keeping.sentence(error), ())
            continue
        broken = [
            clause
            for breach in judged.breaches
            if breach.entry == len(match.journal) and breach.team == fouled
            for clause in breach.clauses
        ]
        if broken:
            message = " ".join(clause.message for clause in broken)
            found[player] = WhyNot(message, tuple(clause.clause for clause in broken))
    return found


def _show_after(match: Match, before: Standings, player: str, team: str, picture: Picture, _: Words) -> Picture:
    """Both teams before and after a removal, in a picture, and how the caps were worked out."""
    language = chosen_language()
    text_of = ask.as_text(with_removal(match, player))
    after = ask.picture(text_of, language)
    title = _("If {player} is named").format(player=picture.other(team).label(player))
    write(_bars(title, before, standings(after), picture, _))
    worked = ""
    for side in after.sides.values():
        worked += f"<h4>{text(side.name)}</h4>{working_list(ask.state_workings(text_of, side.key, language))}"
    write(details(text(_("How the caps are worked out")), worked))
    return after


# -- the other captain -----------------------------------------------------------------------------------------------


def show_against(match: Match, removals: Iterable[Removal], picture: Picture, team: str) -> None:
    """For the team against which a Penalty 7 is pending: whom it may lose, and what that does to both teams."""
    _ = words()
    side, rows = picture.sides[team], []
    before = standings(picture)
    for removal in removals:
        after = ask.picture(ask.as_text(with_removal(match, removal.player)), chosen_language())
        title = _("If {player} is named").format(player=side.label(removal.player))
        rows.append(_bars(title, before, standings(after), picture, _))
    if rows:
        title = _("A Penalty 7 is pending: {team} may name one of these").format(team=picture.names[picture.fouled])
        write(f"<h2>{text(title)}</h2>{''.join(rows)}")


# -- the picture -----------------------------------------------------------------------------------------------------


def _bars(title: str, before: Standings, after: Standings, picture: Picture, _: Words) -> str:
    """Both teams before and after: a bar for the handicap on the field, a mark for what counts, one for the bound.

    Every figure stands beside its bar as text. Streamlit takes SVG out of a page's HTML, so the bars are boxes.
    """
    scale = max(1, *(max(one.field, one.counted, one.most) for side in (before, after) for one in side.values()))
    groups = []
    for key in before:
        rows = "".join(
            _bar(label, standing, scale, _)
            for label, standing in ((_("before"), before[key]), (_("after"), after[key]))
        )
        groups.append(f'<div class="side"><p class="team"><b>{text(picture.names[key])}</b></p>{rows}</div>')
    first, second = before
    said = _("On the field {first} and {second}: before {before}, after {after}").format(
        first=picture.names[first],
        second=picture.names[second],
        before=_balance(before[first], before[second]),
        after=_balance(after[first], after[second]),
    )
    legend = "".join(
        f'<span><i class="swatch {css}" aria-hidden="true"></i>{text(label)}</span>'
        for css, label in (("fill", _("on the field")), ("tick", _("counted")), ("end", _("limit or cap")))
    )
    return (
        f'<figure class="seesaw"><figcaption><b>{text(title)}</b></figcaption>{"".join(groups)}'
        f'<p class="balance">{text(said)}</p><p class="legend">{legend}</p></figure>'
    )


def _balance(first: Standing, second: Standing) -> str:
    difference = first.field - second.field
    sign = "+" if difference > 0 else ""
    return f"{say_goals(first.field)} – {say_goals(second.field)} ({sign}{say_goals(difference)})"


def _bar(label: str, standing: Standing, scale: int, _: Words) -> str:
    bound = _("cap {number}") if standing.is_cap else _("limit {number}")
    facts = [
        _("field {number}").format(number=say_goals(standing.field)),
        _("counted {number}").format(number=say_goals(standing.counted)),
        bound.format(number=say_goals(standing.most)),
    ]

    def share(part: int) -> int:
        return max(0, min(100, round(100 * part / scale)))

    over = " over" if standing.field > standing.most else ""
    return (
        f'<p class="when"><span>{text(label)}</span> {text(say.joined(facts))}</p>'
        f'<div class="track" aria-hidden="true"><span class="fill{over}" style="width:{share(standing.field)}%"></span>'
        f'<span class="tick" style="left:{share(standing.counted)}%"></span>'
        f'<span class="end" style="left:{share(standing.most)}%"></span></div>'
    )
