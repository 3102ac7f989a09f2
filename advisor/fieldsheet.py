"""A penalty or throw-in on paper: its card, its diagram to scale, and how everybody stands (Rules 20 and 37)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fpdf import FPDF

from advisor.pdf import FAMILY, Paper, printable
from advisor.play.diagram import INKS, STROKES, Diagram, Disc, Label, Polygon, Segment, Shape, draw
from advisor.play.field import size_of
from advisor.play.following import Play
from advisor.play.penalties import Card, Taking, describe, take
from advisor.play.placement import Placement, Restart, find_restart, judge, say_judgement
from advisor.play.restart import find_restart as find_due
from advisor.play.restart import say_restart
from advisor.play.throwin import ThrowIn, describe_throw_in
from advisor.words import translator

_POINTS = 72 / 25.4
"""Points in a millimetre."""

_HAIR = 0.2
"""Millimetres of the lines of the page itself."""

_LEAST = 80.0
"""Millimetres that a diagram needs, else it begins a page."""

_SAID = 30.0
"""Millimetres for what stands above a diagram, which is not torn from it."""


def field_sheet(placement: Placement, names: Mapping[str, str] | None = None, language: str = "en") -> bytes:
    """The sheet of a placement as PDF. ``names``: the teams' names by key. Raises ``InputError``."""
    restart = find_restart(placement)
    judgement = judge(placement, language)
    shown = dict(names or {team: team for team in _teams(placement)})
    verdict, spot, *lines = say_judgement(placement, judgement, language, shown)
    # The ranks of a throw-in stand too close together to be told apart on a whole field.
    close = isinstance(restart, ThrowIn)
    drawn = draw(restart, language, judgement=judgement, near=placement.near, names=shown, close=close)
    paper = Paper(drawn.title, language=language, foot=restart.citation[language])
    paper.heading(drawn.title, level=1)
    paper.facts([(part.heading, part.text) for part in _card(restart, language).parts], label_width=36)
    paper.gap()
    paper.banner(verdict, "good" if judgement.right else "bad", size=12)
    paper.text(spot)
    paper.bullets(lines)
    add_diagram(paper, drawn)
    return paper.to_bytes()


def _teams(placement: Placement) -> Sequence[str]:
    others = sorted({placed.team for placed in placement.players} - {placement.near})
    return [placement.near, *others]


def _card(restart: Restart, language: str) -> Card:
    if isinstance(restart, ThrowIn):
        return describe_throw_in(restart, language)
    assert isinstance(restart, Taking)
    return describe(restart, language)


def add_due(paper: Paper, play: Play, names: Mapping[str, str], language: str) -> None:
    """The penalty that is due in a match, with its diagram; nothing where none is due or its spot is not on record."""
    restart = find_due(play)
    if restart is None or restart.kind != "penalty" or restart.spot is None or restart.facing is None:
        return
    taking = take(restart.number, restart.way, restart.foul, size_of(play.event.field))
    card = say_restart(restart, play, names, language)
    if paper.left < _LEAST + _SAID:
        paper.pdf.add_page()
    _ = translator(language)
    paper.heading(_("How play starts again: {restart}").format(restart=card.title))
    paper.bullets([f"{card.where}; {card.who}. {card.clock}.", *(f"{s.text} ({s.citation})" for s in card.statements)])
    add_diagram(paper, draw(taking, language, near=restart.facing, names=_near_first(restart.facing, names)))


def _near_first(near: str, names: Mapping[str, str]) -> dict[str, str]:
    return {key: names[key] for key in sorted(names, key=lambda key: key != near)}


def add_diagram(paper: Paper, diagram: Diagram) -> None:
    """A diagram below the last line, as large as the page has room for; where that is too little, on the next page."""
    paper.gap(3)
    if paper.left < _LEAST:
        paper.pdf.add_page()
    size = min(paper.width / diagram.width, (paper.left - 2) / diagram.height)
    left, top = paper.pdf.l_margin, paper.pdf.get_y()
    with paper.pdf.rect_clip(left, top, diagram.width * size, diagram.height * size):
        for shape in diagram.shapes:
            _draw(paper.pdf, shape, left, top, size)
    paper.pdf.set_dash_pattern()
    paper.pdf.set_line_width(_HAIR)
    paper.pdf.set_y(top + diagram.height * size)


def _draw(pdf: FPDF, shape: Shape, left: float, top: float, size: float) -> None:
    """One shape; ``size`` millimetres are a unit of the diagram."""
    stroke = STROKES[shape.role]
    if stroke.line:
        pdf.set_draw_color(INKS[stroke.line][0])
        pdf.set_line_width(stroke.width * size)
        dash, gap = (length * size for length in stroke.dashes or (0, 0))
        pdf.set_dash_pattern(dash, gap)
    if stroke.fill:
        pdf.set_fill_color(INKS[stroke.fill][0])
    style = ("D" if stroke.line else "") + ("F" if stroke.fill else "")
    if isinstance(shape, Segment):
        (a, b), (c, d) = shape.start, shape.end
        pdf.line(left + a * size, top + b * size, left + c * size, top + d * size)
    elif isinstance(shape, Disc):
        u, v = shape.centre
        pdf.circle(left + u * size, top + v * size, shape.radius * size, style=style)
    elif isinstance(shape, Polygon):
        pdf.polygon([(left + u * size, top + v * size) for u, v in shape.corners], style=style)
    else:
        _write(pdf, shape, left, top, size)


def _write(pdf: FPDF, label: Label, left: float, top: float, size: float) -> None:
    text = printable(label.text)
    pdf.set_font(FAMILY, "B", label.size * size * _POINTS)
    pdf.set_text_color(INKS[STROKES[label.role].fill][0])
    back = {"start": 0.0, "middle": 0.5, "end": 1.0}[label.anchor] * pdf.get_string_width(text)
    u, v = label.at
    pdf.text(left + u * size - back, top + (v + label.size * 0.36) * size, text)
