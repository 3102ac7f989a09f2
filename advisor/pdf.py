"""Paper: A4 pages in the project's fonts, from which the printed sheets are made. Lengths are millimetres.

The same content gives the same bytes: no date, no chance, fonts cut down to what is used. A sign that the fonts do not
have stands as U+FFFD, so that nobody takes the line to be complete.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Literal

import segno
from fpdf import FPDF, FontFace
from fpdf.enums import TableBordersLayout, TableHeadingsDisplay, XPos, YPos
from fpdf.fonts import TTFFont

from advisor.editions import DATA
from advisor.words import translator

Tone = Literal["plain", "good", "soon", "bad", "umpire"]

FAMILY = "Paper"
FONTS = {"": DATA / "fonts" / "DejaVuSansCondensed.ttf", "B": DATA / "fonts" / "DejaVuSansCondensed-Bold.ttf"}
"""The fonts by style: plain and bold."""

MARGIN = 14.0
QR_SIDE = 27.0
_FOOT = 16.0
_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
_INK, _MUTED, _LINE, _SHADE, _PAPER = (17, 24, 39), (75, 85, 99), (156, 163, 175), (243, 244, 246), (255, 255, 255)
_TONES: dict[Tone, tuple[tuple[int, int, int], tuple[int, int, int]]] = {
    "plain": (_INK, _SHADE),
    "good": ((11, 83, 38), (220, 252, 231)),
    "soon": ((115, 52, 5), (254, 243, 199)),
    "bad": ((140, 20, 20), (254, 226, 226)),
    "umpire": ((76, 29, 149), (237, 233, 254)),
}
"""Ink and ground of a banner, dark on light enough (7:1) to be read from a copy."""


class Paper:
    """A document of A4 pages that is written from top to bottom and goes on to further pages by itself.

    ``title`` stands at the head of every page but the first, ``foot`` (at most three lines) at the foot of each beside
    its number. ``size``: of the running text, in points. ``pdf`` is the fpdf2 document beneath, for drawing shapes.
    """

    def __init__(
        self, title: str, *, language: str = "en", foot: str = "", landscape: bool = False, size: float = 9
    ) -> None:
        self.size = size
        self.pdf = _Pages(title, foot, language, landscape)
        self._qr_ends = (0, 0.0)
        self.pdf.add_page()

    def begin(self, title: str, foot: str = "") -> None:
        """A new part of the document on a new page, with its own title at the head of the pages after that one."""
        self.pdf.begin(printable(title), printable(foot))
        self._qr_ends = (0, 0.0)

    @property
    def width(self) -> float:
        """What is between the margins."""
        return self.pdf.epw

    @property
    def left(self) -> float:
        """What is left of the page below the last line."""
        return self.pdf.page_break_trigger - self.pdf.get_y()

    def heading(self, text: str, *, level: int = 2) -> None:
        """A heading of level 1 (largest) to 3; the last lines of a page get none."""
        size = self.size * {1: 1.9, 2: 1.28, 3: 1.06}[level]
        if self.left < size * (2.2 if level == 2 else 1.6):
            self.pdf.add_page()
        self.gap(0 if level == 1 else 2.2 if level == 2 else 1)
        self.text(text, bold=True, size=size)
        if level == 2:
            self.pdf.set_draw_color(*_LINE)
            y = self.pdf.get_y() + 0.2
            self.pdf.line(self.pdf.l_margin, y, self.pdf.l_margin + self.width, y)
            self.gap(1)

    def text(
        self,
        text: str,
        *,
        bold: bool = False,
        size: float = 0,
        muted: bool = False,
        indent: float = 0,
        width: float | None = None,
    ) -> None:
        """A paragraph, wrapped; ``width`` is narrower than the page beside a QR code."""
        size = size or self.size
        self.pdf.set_font(FAMILY, "B" if bold else "", size)
        self.pdf.set_text_color(*(_MUTED if muted else _INK))
        self.pdf.set_x(self.pdf.l_margin + indent)
        self._wrapped(text, (width or self.width) - indent, size)

    def _wrapped(self, text: str, width: float, size: float) -> None:
        self.pdf.multi_cell(
            width, size * 0.47, printable(text), align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT, padding=0
        )

    def bullets(self, items: Iterable[str], *, size: float = 0, indent: float = 0) -> None:
        """A list, each item behind a dot."""
        size = size or self.size
        for item in items:
            self.pdf.set_font(FAMILY, "", size)
            self.pdf.set_text_color(*_INK)
            if self.left < size * 0.5:
                self.pdf.add_page()
            self.pdf.set_x(self.pdf.l_margin + indent)
            self.pdf.cell(3.5, size * 0.47, "•")
            self.pdf.set_x(self.pdf.l_margin + indent + 3.5)
            self._wrapped(item, self.width - indent - 3.5, size)

    def facts(self, rows: Iterable[tuple[str, str]], *, label_width: float = 40, width: float | None = None) -> None:
        """Labels in bold, each with its value beside it; values wrap."""
        for label, value in rows:
            self.pdf.set_font(FAMILY, "B", self.size)
            self.pdf.set_text_color(*_INK)
            height = self.size * 0.47
            beside = (width or self.width) - label_width
            lines = len(self._lines(label, label_width)), len(self._lines(value, beside))
            if self.left < max(lines) * height < self.pdf.eph:
                self.pdf.add_page()
            page, top = self.pdf.page, self.pdf.get_y()
            self.pdf.set_font(FAMILY, "B", self.size)
            self.pdf.multi_cell(label_width, height, printable(label), align="L", new_x=XPos.RIGHT, new_y=YPos.TOP)
            self.pdf.set_font(FAMILY, "", self.size)
            self.pdf.set_xy(self.pdf.l_margin + label_width, top)
            self._wrapped(value, beside, self.size)
            if self.pdf.page == page:
                self.pdf.set_y(max(self.pdf.get_y(), top + lines[0] * height))

    def _lines(self, text: str, width: float) -> list[str]:
        lines = self.pdf.multi_cell(width, 5, printable(text), dry_run=True, output="LINES")
        assert isinstance(lines, list)
        return lines

    def banner(self, text: str, tone: Tone = "plain", *, size: float = 15, width: float | None = None) -> None:
        """One statement on a ground of its tone; the words alone say it all."""
        ink, ground = _TONES[tone]
        self.pdf.set_font(FAMILY, "B", size)
        self.pdf.set_text_color(*ink)
        self.pdf.set_fill_color(*ground)
        self.pdf.multi_cell(
            width or self.width,
            size * 0.5,
            printable(text),
            align="L",
            fill=True,
            new_x=XPos.LMARGIN,
            new_y=YPos.NEXT,
            padding=2,
        )
        self.gap(1)

    def table(
        self,
        head: Sequence[str],
        rows: Iterable[Sequence[str]],
        shares: Sequence[float],
        *,
        numbers: Iterable[int] = (),
        bold: Iterable[int] = (),
        size: float = 0,
    ) -> None:
        """A table over the whole width, its head repeated on each page; cells wrap.

        ``shares``: the columns' widths against each other; ``numbers``: the columns that stand to the right;
        ``bold``: the rows that stand out.
        """
        size = size or self.size * 0.95
        self.pdf.set_font(FAMILY, "", size)
        self.pdf.set_text_color(*_INK)
        self.pdf.set_draw_color(*_LINE)
        right, strong = set(numbers), set(bold)
        with self.pdf.table(
            width=self.width,
            col_widths=tuple(shares),
            text_align=tuple("R" if number in right else "L" for number in range(len(shares))),
            v_align="T",
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            headings_style=FontFace(emphasis="BOLD", color=_INK, fill_color=_SHADE),
            first_row_as_headings=bool(head),
            num_heading_rows=1 if head else 0,
            repeat_headings=TableHeadingsDisplay.ON_TOP_OF_EVERY_PAGE,
            line_height=size * 0.47,
            padding=(0.5, 1),
        ) as table:
            if head:
                table.row([printable(cell) for cell in head])
            for number, cells in enumerate(rows):
                style = FontFace(emphasis="BOLD" if number in strong else None, fill_color=_PAPER)
                table.row([printable(cell) for cell in cells], style=style)
        self.gap(1)

    def qr(self, address: str, caption: str = "", *, side: float = QR_SIDE) -> None:
        """A QR code of an address at the right margin, from the present line on, with its caption below.

        It does not move the line: what stands beside it is ``side`` + 4 narrower, and :meth:`go_below_qr` ends that.
        Where it does not fit any more it begins a new page.
        """
        self.pdf.set_font(FAMILY, "", 7)
        lines = len(self._lines(caption, side)) if caption else 0
        if self.left < side + lines * 3.3:
            self.pdf.add_page()
        page, x, y = self.pdf.page, self.pdf.l_margin + self.width - side, self.pdf.get_y()
        modules = tuple(segno.make(address, error="m", micro=False).matrix)
        unit = side / len(modules)
        self.pdf.set_fill_color(0, 0, 0)
        for row, line in enumerate(modules):
            for start, end in _runs(line):
                # A hair more, so that no white shows between the squares.
                self.pdf.rect(x + start * unit, y + row * unit, (end - start) * unit + 0.02, unit + 0.02, style="F")
        self.pdf.link(x, y, side, side, address)
        if caption:
            self.pdf.set_xy(x, y + side + 0.8)
            self.pdf.set_text_color(*_MUTED)
            self.pdf.multi_cell(side, 3.2, printable(caption), align="C", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self._qr_ends = page, max(self.pdf.get_y(), y + side)
        self.pdf.set_xy(self.pdf.l_margin, y)

    def go_below_qr(self) -> None:
        """The next line stands below the last QR code, where it is not there yet."""
        page, y = self._qr_ends
        if self.pdf.page == page and self.pdf.get_y() < y:
            self.pdf.set_y(y)

    def gap(self, height: float = 2) -> None:
        """Room below the last line."""
        self.pdf.set_y(min(self.pdf.get_y() + height, self.pdf.page_break_trigger))

    @property
    def pages(self) -> int:
        """How many pages there are by now."""
        return len(self.pdf.pages)

    def to_bytes(self) -> bytes:
        """The document as a PDF file."""
        return bytes(self.pdf.output())


class _Pages(FPDF):
    """The pages themselves: head and foot of each."""

    def __init__(self, title: str, foot: str, language: str, landscape: bool) -> None:
        super().__init__("landscape" if landscape else "portrait", "mm", "A4")
        self._head, self._foot = printable(title), printable(foot)
        self._first = 1
        _ = translator(language)
        self._page_words = _("page {number} of {count}")
        for style, path in FONTS.items():
            self.add_font(FAMILY, style, path)
        self.set_creation_date(_EPOCH)
        self.set_title(self._head)
        self.set_creator("polo-advisor")
        self.set_lang(language)
        self.set_margins(MARGIN, MARGIN)
        self.set_auto_page_break(True, _FOOT)
        self.alias_nb_pages("\u2045")
        self.c_margin = 0.0

    def begin(self, head: str, foot: str) -> None:
        """A new part on a new page; the page before still has its own foot."""
        self._first = self.page + 1
        self.add_page()
        self._head, self._foot = head, foot

    def header(self) -> None:
        """From the second page of a part on its title again."""
        if self.page == self._first:
            return
        self.set_font(FAMILY, "B", 8.5)
        self.set_text_color(*_MUTED)
        self.multi_cell(self.epw, 4, self._head, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        self.set_y(self.get_y() + 2)

    def footer(self) -> None:
        """What is said of the whole document, and the number of the page."""
        self.set_font(FAMILY, "", 7)
        self.set_text_color(*_MUTED)
        self.set_draw_color(*_LINE)
        self.set_y(-_FOOT + 3)
        self.line(self.l_margin, self.get_y() - 0.8, self.l_margin + self.epw, self.get_y() - 0.8)
        number = self._page_words.format(number=self.page, count=self.str_alias_nb_pages or "")
        self.set_x(self.l_margin + self.epw - 30)
        self.cell(30, 3.3, number, align="R")
        self.set_x(self.l_margin)
        lines = self.multi_cell(self.epw - 34, 3.3, self._foot, align="L", dry_run=True, output="LINES")
        shown = self._foot if len(lines) <= 3 else "\n".join([*lines[:2], f"{lines[2]} …"])  # type: ignore[arg-type, index]
        self.multi_cell(self.epw - 34, 3.3, shown, align="L")


def printable(text: str) -> str:
    """A text in signs that the fonts have; others stand as U+FFFD, signs of control as spaces, lines stay lines."""
    signs = _signs()
    return "".join(
        sign if ord(sign) in signs or sign == "\n" else " " if not sign.isprintable() else "\ufffd" for sign in text
    )


@cache
def _signs() -> frozenset[int]:
    """The signs that plain and bold both have."""
    fonts = [TTFFont(FPDF(), str(path), "probe", "") for path in FONTS.values()]  # type: ignore[arg-type]
    first, second = (frozenset(font.cmap) for font in fonts)
    return first & second


def _runs(line: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Where dark modules stand side by side in a row of a QR code."""
    start = None
    for number, dark in enumerate([*line, 0]):
        if dark and start is None:
            start = number
        elif not dark and start is not None:
            yield start, number
            start = None
