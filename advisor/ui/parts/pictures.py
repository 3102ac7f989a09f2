"""Pictures on pages: the timeline of a match and the trade-off of the options, each with its figures as a table."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

import streamlit as st

from advisor.match import Match
from advisor.narrate import say_goals
from advisor.pictures import draw_timeline, draw_tradeoff, find_points, say_gain, timeline_rows
from advisor.rulebook import Language
from advisor.story import read_story
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.cards import anchor_of
from advisor.ui.parts.filters import Numbered
from advisor.ui.parts.language import chosen_language, mark, words
from advisor.ui.parts.markup import details, listed, text, write
from advisor.ui.parts.showing import link_of

_SIGNS = (
    mark("Round: a goal, with what then stood on the board"),
    mark("Bar: who had the place"),
    mark("Dashed: the place is open"),
    mark("Plus: unable to play"),
    mark("Card: sent off"),
    mark("Cross: removed, or left"),
    mark("P7: a Penalty 7 against the team"),
    mark("×: the entry did not happen"),
    mark("Line: what the team counts, against the limit"),
)


@st.cache_data(max_entries=100, show_spinner=False)
def _timeline(match: str, language: Language) -> tuple[str, list[str], list[list[str]]]:
    story = read_story(Match.model_validate_json(match), language)
    return draw_timeline(story, language), *timeline_rows(story, language)


def show_timeline(match: str) -> None:
    """The timeline of a match, given as JSON; on a narrow screen it moves sideways in its own box."""
    _ = words()
    drawing, head, rows = _timeline(match, chosen_language())
    label = _("Timeline, to be moved sideways")
    draw_svg(f'<div class="picture" role="region" tabindex="0" aria-label="{text(label)}">{drawing}</div>')
    note = _("In the order of the entries, not to scale.")
    signs = listed([text(_(sign)) for sign in _SIGNS], "rows")
    write(
        f'<p class="note">{text(note)}</p>{details(text(_("What the signs mean")), signs)}'
        f"{details(text(_('The timeline as a table')), _table(_('The timeline as a table'), head, rows))}"
    )


def show_tradeoff(match: str, rows: Sequence[Numbered], shown: Sequence[Numbered], picture: Picture, team: str) -> None:
    """What the options of one moment cost against each other. ``shown``: those whose cards are on the page.

    A point leads to the card of its best option, or shows it on the whole screen. Where all come out alike there is
    nothing to be seen.
    """
    _, language, side = words(), chosen_language(), picture.sides[team]
    points = find_points([row.option for row in rows], team)
    if len(points) < 2:
        return
    on_page = {row.id for row in shown}

    def lead_to(rank: int) -> str:
        row = rows[rank - 1]
        if row.id in on_page:
            return f"#{anchor_of(row)}"
        return "show?" + urlencode(link_of(match, team, row.option.lineup))

    head = [_("Lineup"), _("On the field"), _("On the board"), _("Who plays")]
    cells = [
        [
            str(rank),
            say_goals(point.field),
            say_gain(point.gain),
            ", ".join(map(side.label, rows[rank - 1].option.lineup)),
        ]
        for point in points
        for rank in point.ranks
    ]
    title = _("Strength against cost")
    how = _("To the right: stronger. Further up: better on the board.")
    write(f'<h3>{text(title)}</h3><p class="note">{text(how)}</p>')
    label = _("Strength against cost, to be moved sideways")
    drawing = draw_tradeoff(points, language, lead_to)
    draw_svg(f'<div class="picture from-right" role="region" tabindex="0" aria-label="{text(label)}">{drawing}</div>')
    cells.sort(key=lambda cell: int(cell[0]))
    write(details(text(_("The picture as a table")), _table(title, head, cells)))


def draw_svg(html: str) -> None:
    """SVG on the page. ``st.html`` takes it out; here every text in it is escaped already."""
    st.markdown(f'<div lang="{chosen_language()}">{html}</div>', unsafe_allow_html=True)


def _table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    heads = "".join(f'<th scope="col">{text(cell)}</th>' for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{text(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="table" role="region" tabindex="0" aria-label="{text(title)}">'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )
