"""All legal lineups as short rows that open, narrowed down by their cost, by when they are legal, and by who plays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import streamlit as st

from advisor.answer_types import Option
from advisor.ui.parts import address, say
from advisor.ui.parts.ask import Picture, Side
from advisor.ui.parts.language import Words, words
from advisor.ui.parts.markup import literal, text, told_apart, write
from advisor.ui.parts.prefill import prefill

ROWS = 10
"""How many rows are shown before somebody asks for more."""

_OPEN, _MORE = "row-open", "rows-shown"


@dataclass(frozen=True)
class Numbered:
    """A legal lineup with its place in the order of its moment, ``now`` or ``later``."""

    moment: str
    number: int
    option: Option

    @property
    def id(self) -> str:
        """By which it is found again."""
        return f"{self.moment}~{'~'.join(self.option.lineup)}"


def numbered(options: Sequence[Option]) -> list[Numbered]:
    """Lineups with their places: those of now, or at any time, by themselves, and those of the period's end."""
    found = []
    for moment in ("now", "later"):
        of_moment = [option for option in options if (option.when == "period_end") == (moment == "later")]
        found += [Numbered(moment, number, option) for number, option in enumerate(of_moment, 1)]
    return found


def narrow(rows: Sequence[Numbered], cost: str, when: str, who: Sequence[str]) -> list[Numbered]:
    """The rows with this cost, of this moment, in whose lineup all of these play; what is empty narrows nothing."""
    return [
        row
        for row in rows
        if cost in ("", cost_id(row.option)) and when in ("", row.option.when) and set(who) <= set(row.option.lineup)
    ]


def cost_id(option: Option) -> str:
    """What a lineup does to the board, as it stands in an address: ``-1~0``, the teams in the order of the answer."""
    return "~".join(f"{goals:g}" for goals in (option.score_change or {}).values())


def show_list(
    rows: Sequence[Numbered],
    picture: Picture,
    team: str,
    hidden: Callable[[str], bool],
    whens: Mapping[str, str],
    show_card: Callable[[Numbered], None],
) -> None:
    """The filters and the rows; a tap on one shows its card below it. ``whens``: the words for each moment."""
    _ = words()
    side = picture.sides[team]

    def cost_of(option: Option) -> str:
        return say.joined(say.cost(option.score_change, team, picture.names, _))

    costs = {cost_id(row.option): cost_of(row.option) for row in rows}
    moments = list(dict.fromkeys(row.option.when for row in rows))
    people = [player for player in side.people if any(player in row.option.lineup for row in rows)]
    labels = told_apart({player: side.label(player) for player in people})
    cost = _pick("cost", _("The board"), list(costs), costs) if len(costs) > 1 else ""
    when = _pick("when", _("When"), moments, whens) if len(moments) > 1 else ""
    shown = [player for player in people if not hidden(player)]
    who = _pick_many("who", _("Who plays"), shown, labels)
    found = narrow(rows, cost, when, who)
    said = _("{count} of {total} lineups").format(count=len(found), total=len(rows))
    write(f'<p class="lead" role="status">{text(said)}</p>')
    most = st.session_state.get(_MORE, ROWS)
    opened = st.session_state.get(_OPEN)
    with st.container(key="rows"):
        for row in found[:most]:
            is_open = row.id == opened
            st.button(
                _row(row, side, cost_of(row.option), whens, _),
                key=f"row-{row.moment}-{row.number}",
                icon=":material/expand_less:" if is_open else ":material/expand_more:",
                on_click=_open,
                args=(row.id,),
                width="stretch",
            )
            if is_open:
                show_card(row)
    if len(found) > most:
        label = _("Show {count} more").format(count=len(found) - most)
        st.button(label, key="rows-more", on_click=_show_more, args=(len(found),), width="stretch")


def _row(row: Numbered, side: Side, cost: str, whens: Mapping[str, str], _: Words) -> str:
    """A lineup in two lines: who comes in and goes, then what it is and costs."""
    option = row.option
    moves = []
    if option.in_:
        moves.append(f"{_('In')} {', '.join(map(side.label, option.in_))}")
    if option.out:
        moves.append(f"{_('Out')} {', '.join(map(side.label, option.out))}")
    first = say.joined(moves) if option.in_ else say.joined([_("Nobody comes in"), *moves])
    on_field = _("{number} on the field").format(number=say.figure(option.field_handicap))
    net = []
    if option.net_goals is not None:
        net.append(_("net goals {number}").format(number=say.net(option.net_goals, _)))
    facts = say.joined([on_field, *filter(None, [cost]), whens[option.when], *net])
    return f"**{row.number}. {literal(first)}** :small[{literal(facts)}]"


def _open(row: str) -> None:
    st.session_state[_OPEN] = None if st.session_state.get(_OPEN) == row else row


def _show_more(most: int) -> None:
    st.session_state[_MORE] = most


def _pick(name: str, label: str, options: Sequence[str], labels: Mapping[str, str]) -> str:
    """One of several or none, kept in the address."""
    key = f"filter-{name}"
    asked = address.find(name)
    chosen = asked if asked in options else None
    prefill(key, chosen)

    def put() -> None:
        address.put(**{name: st.session_state[key] or ""})

    st.pills(
        label,
        options,
        format_func=lambda option: literal(labels[option]),
        key=key,
        on_change=put,
        width="stretch",
        wrap=True,
    )
    return chosen or ""


def _pick_many(name: str, label: str, options: Sequence[str], labels: Mapping[str, str]) -> list[str]:
    """Some of several, kept in the address."""
    key = f"filter-{name}"
    asked = address.find(name).split("~")
    chosen = [option for option in options if option in asked]
    prefill(key, chosen)

    def put() -> None:
        address.put(**{name: "~".join(st.session_state[key])})

    with st.container(key="names-filter"):
        st.pills(
            label,
            options,
            selection_mode="multi",
            format_func=lambda option: literal(labels[option]),
            key=key,
            on_change=put,
            width="stretch",
            wrap=True,
        )
    return chosen
