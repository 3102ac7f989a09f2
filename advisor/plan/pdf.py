"""The plan on paper: a team's plan on one page, and all plans, sheets and QR codes of a day in one print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fpdf.enums import XPos, YPos

from advisor.match import Match
from advisor.pdf import FAMILY, QR_SIDE, Paper, printable
from advisor.plan.said import Block, Card, Said
from advisor.rulebook import Language
from advisor.sheet import add_match_sheet
from advisor.words import translator

_SIZES = (10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0)
"""Sizes of the text in points: the largest that keeps a plan on its page is taken."""

_GUTTER = 5.0
_LEADING = 0.43


class PlannedMatch(NamedTuple):
    """A match of a day: the plans of its teams, its public address, if it has one, and what plans are missing."""

    match: Match
    plans: tuple[Said, ...]
    link: str
    missing: tuple[str, ...] = ()


def plan_pdf(said: Said, link: str = "") -> bytes:
    """One plan on one page."""
    paper = Paper(said.title, language=said.language, foot=said.words["legend"], size=_SIZES[0])
    _write_plan(paper, said, link)
    return paper.to_bytes()


def day_pdf(matches: Sequence[PlannedMatch], language: Language, note: str = "") -> bytes:
    """A cover with the QR code of every match, then the sheet of each match and the plans of its teams.

    ``note``: what else the cover says.
    """
    _ = translator(language, "plan")
    events = {one.match.event.name for one in matches}
    title = (events.pop() if len(events) == 1 else None) or _("The day's matches")
    paper = Paper(title, language=language, size=8)
    paper.heading(title, level=1)
    paper.text(_("{count} matches").format(count=len(matches)) if len(matches) != 1 else _("One match"), muted=True)
    if note:
        paper.text(note)
    for match in matches:
        names = [team.name or key for key, team in match.match.teams.items()]
        paper.gap(3)
        if paper.left < QR_SIDE + 8:
            paper.pdf.add_page()
        beside = paper.width - QR_SIDE - 4 if match.link else None
        if match.link:
            paper.qr(match.link)
        paper.text(" – ".join(names), bold=True, size=11, width=beside)
        if match.match.event.name:
            paper.text(match.match.event.name, muted=True)
        paper.bullets(match.missing)
        paper.go_below_qr()
    for match in matches:
        add_match_sheet(paper, match.match, language=language, link=match.link)
        for said in match.plans:
            paper.begin(said.title, said.words["legend"])
            _write_plan(paper, said, match.link)
    return paper.to_bytes()


def _write_plan(paper: Paper, said: Said, link: str) -> None:
    """The plan on the page at hand, in the largest size that keeps it there."""
    size = next((one for one in _SIZES if _Page(paper, said, link, one).fits()), _SIZES[-1])
    _Page(paper, said, link, size).write()


class _Page:
    """A page with the cards of a plan in two columns."""

    def __init__(self, paper: Paper, said: Said, link: str, size: float) -> None:
        self.paper = paper
        self.said = said
        self.link = link
        self.size = size
        self.column = (paper.width - _GUTTER) / 2
        self.line = size * _LEADING

    # -- measuring -----------------------------------------------------------------------------------------------

    def fits(self) -> bool:
        """Whether everything stands on one page."""
        top = self.paper.pdf.get_y()
        bottom = self.paper.pdf.page_break_trigger
        rows = sum(max(map(self._height, row)) + 3 for row in self._rows())
        return top + self._head_height() + rows + self._foot_height() <= bottom

    def _rows(self) -> Iterable[tuple[Card, ...]]:
        cards = self.said.cards
        return [cards[place : place + 2] for place in range(0, len(cards), 2)]

    def _lines(self, text: str, width: float, *, bold: bool = False, size: float = 0) -> int:
        self.paper.pdf.set_font(FAMILY, "B" if bold else "", size or self.size)
        lines = self.paper.pdf.multi_cell(width, 5, printable(text), dry_run=True, output="LINES")
        assert isinstance(lines, list)
        return len(lines)

    def _head_height(self) -> float:
        width = self.paper.width - (QR_SIDE + 4 if self.link else 0)
        height = self._lines(self.said.title, width, bold=True, size=14) * 14 * _LEADING + 1
        if self.said.subtitle:
            height += self._lines(self.said.subtitle, width) * self.line
        height += sum(self._lines(f"{label}: {value}", width) for label, value in self.said.facts) * self.line
        return max(height, QR_SIDE + 2 if self.link else 0) + 2

    def _height(self, card: Card) -> float:
        lines = self._lines(card.title, self.column, bold=True, size=self.size + 2)
        height = lines * (self.size + 2) * _LEADING + 1
        for block in card.blocks:
            height += self._lines(block.title, self.column, bold=True) * self.line + 0.8
            height += sum(self._lines(one, self.column - 5) for one in block.answers) * self.line
            height += sum(self._lines(one, self.column - 5) for one in block.remarks) * self.line
        return height

    def _foot_height(self) -> float:
        return sum(self._lines(one, self.paper.width) for one in self._notes()) * self.line + 2

    def _notes(self) -> list[str]:
        said = self.said
        warnings = [f"{said.words['warnings']}: {' '.join(said.warnings)}"] if said.warnings else []
        return [*warnings, f"{said.words['not-checked']}: {' '.join(said.not_checked)}"]

    # -- writing -------------------------------------------------------------------------------------------------

    def write(self) -> None:
        """The page."""
        pdf, said = self.paper.pdf, self.said
        top = pdf.get_y()
        width = self.paper.width
        if self.link:
            self.paper.qr(self.link)
            width -= QR_SIDE + 4
        self._text(said.title, pdf.l_margin, width, bold=True, size=14)
        if said.subtitle:
            self._text(said.subtitle, pdf.l_margin, width)
        for label, value in said.facts:
            self._text(f"{label}: {value}", pdf.l_margin, width)
        pdf.set_y(top + self._head_height())
        for row in self._rows():
            height = max(map(self._height, row))
            y = pdf.get_y()
            for number, card in enumerate(row):
                pdf.set_y(y)
                self._card(card, pdf.l_margin + number * (self.column + _GUTTER))
            pdf.set_y(y + height + 3)
        for note in self._notes():
            self._text(note, pdf.l_margin, self.paper.width)

    def _card(self, card: Card, x: float) -> None:
        pdf = self.paper.pdf
        pdf.set_draw_color(156, 163, 175)
        pdf.line(x, pdf.get_y() - 0.6, x + self.column, pdf.get_y() - 0.6)
        self._text(card.title, x, self.column, bold=True, size=self.size + 2)
        pdf.set_y(pdf.get_y() + 1)
        for block in card.blocks:
            self._block(block, x)

    def _block(self, block: Block, x: float) -> None:
        pdf = self.paper.pdf
        self._text(block.title, x, self.column, bold=True)
        for number, answer in enumerate(block.answers, 1):
            y = pdf.get_y()
            self._text(f"{number}.", x, 5, bold=number == 1)
            pdf.set_y(y)
            self._text(answer, x + 5, self.column - 5, bold=number == 1)
        for remark in block.remarks:
            self._text(remark, x + 5, self.column - 5)
        pdf.set_y(pdf.get_y() + 0.8)

    def _text(self, text: str, x: float, width: float, *, bold: bool = False, size: float = 0) -> None:
        pdf = self.paper.pdf
        size = size or self.size
        pdf.set_font(FAMILY, "B" if bold else "", size)
        pdf.set_text_color(17, 24, 39)
        pdf.set_x(x)
        pdf.multi_cell(
            width, size * _LEADING, printable(text), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT, padding=0
        )
