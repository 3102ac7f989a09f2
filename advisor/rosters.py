"""Teams from a spreadsheet: CSV or XLSX, the columns found by their headings in English or Spanish, in any order.

Semicolons, commas or tabs; a byte order mark, UTF-16 or a Windows code page are all the same. What is wrong is named by
row, as the spreadsheet counts them, and column.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Any

from advisor.errors import InputError, InputErrors, quoted
from advisor.lines import Roll, TeamLines, read_goals, read_line, read_rating

MOST_ROWS = 5_000
"""How many rows of a sheet are read."""

MOST_BYTES = 2_000_000
"""Largest file that is read; unpacked an XLSX may be thirty times as large."""

_HEADINGS: Mapping[str, tuple[str, ...]] = {
    "name": ("name", "player", "player name", "full name", "nombre", "nombre completo", "jugador", "jugadora",
             "jugador a", "jugadores", "nombre y apellido", "apellido y nombre", "players"),
    "given": ("first name", "given name", "nombres", "primer nombre"),
    "family": ("last name", "family name", "surname", "apellido", "apellidos"),
    "handicap": ("handicap", "hcp", "hdcp", "h", "rating", "rated", "goals", "goles", "hcap", "valorizacion"),
    "outdoor": ("outdoor", "outdoor handicap", "outdoor hcp", "outdoor rating", "cancha", "handicap cancha",
                "handicap de cancha", "cesped"),
    "arena": ("arena", "arena handicap", "arena hcp", "arena rating", "handicap arena", "handicap de arena"),
    "team": ("team", "team name", "equipo", "club"),
    "guest": ("guest", "invitado", "invitada", "invitado a"),
    "captain": ("captain", "capitan", "capitana", "capitan a", "c"),
}  # fmt: skip
"""What each column may be called, without accents and signs."""

_YES = {
    "x",
    "yes",
    "y",
    "si",
    "s",
    "true",
    "verdadero",
    "1",
    "guest",
    "invitado",
    "invitada",
    "captain",
    "capitan",
    "c",
}
_NO = {"", "no", "n", "false", "falso", "0"}

Cells = Sequence[Any]
"""A row's values: text from a CSV, also numbers, dates and the like from an XLSX."""


@dataclass(frozen=True)
class _Columns:
    """Where the columns are, counted from 0; ``titles``: what stands above each."""

    row: int
    at: Mapping[str, int]
    titles: Cells

    def place(self, column: str) -> str:
        """The column as the spreadsheet names it, with its heading."""
        number = self.at[column]
        return f"{_letters(number)} {quoted(_text(self.titles[number]))}"


def read_roster(content: bytes, *, game: str = "outdoor") -> dict[str, TeamLines]:
    """The teams of a CSV or XLSX file, by name; one without a name where there is no column for the team.

    ``game``: which of two columns of handicaps counts, ``outdoor`` or ``arena``. Raises InputErrors, one for each cell
    that cannot be read.
    """
    if len(content) > MOST_BYTES:
        raise InputError((), "more than {size} MB found; a list of players is smaller", {"size": "2"})
    if content.startswith(b"\xd0\xcf\x11\xe0"):
        raise InputError((), "an old spreadsheet (XLS) found; save it as XLSX or CSV")
    sheets = list(_xlsx_sheets(content)) if content.startswith(b"PK") else [_csv_rows(content, game)]
    rows, columns = next(
        ((rows, columns) for rows in sheets if (columns := _find_columns(rows, game))), (sheets[0], None)
    )
    if columns is None:
        return {"": _read_as_lines(rows)}
    return _read_columns(rows, columns)


# -- rows ------------------------------------------------------------------------------------------------------------


def _xlsx_sheets(content: bytes) -> Iterator[list[Cells]]:
    from openpyxl import load_workbook

    wrong = "not a spreadsheet that can be read; save it as XLSX or CSV"
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            unpacked = sum(member.file_size for member in archive.infolist())
        if unpacked > 30 * MOST_BYTES:
            raise InputError((), "more than {size} MB found; a list of players is smaller", {"size": "60"})
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
        sheets: list[list[Cells]] = [
            [tuple(row) for row in sheet.iter_rows(max_row=MOST_ROWS, max_col=60, values_only=True)]
            for sheet in book.worksheets
        ]
    except InputError:
        raise
    except Exception as error:
        # A damaged file can fail anywhere in the library, with any error.
        raise InputError((), wrong) from error
    if not sheets:
        raise InputError((), wrong)
    yield from sheets


def _csv_rows(content: bytes, game: str) -> list[Cells]:
    """The rows, split by whichever sign makes headings of the first lines, else by the most frequent."""
    text = _decoded(content)
    first, newline, rest = text.partition("\n")
    if re.fullmatch(r"sep=.\s*", first):  # Excel's own hint; the row still counts
        text = newline + rest
    found = {sign: _split(text, sign) for sign in (";", ",", "\t")}
    for rows in found.values():
        if _find_columns(rows, game):
            return rows
    return max(found.values(), key=lambda rows: max((len(row) for row in rows[:20]), default=0))


def _split(text: str, sign: str) -> list[Cells]:
    rows: list[Cells] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
    try:
        for row in reader:
            # A quoted cell may go over several lines; rows are counted as a spreadsheet shows them.
            rows.append(row)
            if len(rows) >= MOST_ROWS:
                break
    except csv.Error:
        facts = {"row": str(len(rows) + 1)}
        raise InputError((), "row {row} cannot be read; save the file as XLSX, or as CSV anew", facts) from None
    return rows


def _decoded(content: bytes) -> str:
    encodings = ["utf-16"] if content.startswith((b"\xff\xfe", b"\xfe\xff")) else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = content.decode(encoding)
        except UnicodeError:
            continue
        if "\0" not in text:
            return text
    raise InputError((), "not a spreadsheet that can be read; save it as XLSX or CSV")


# -- headings --------------------------------------------------------------------------------------------------------


def _find_columns(rows: Sequence[Cells], game: str) -> _Columns | None:
    """The first row that names a column of handicaps and one of names, or of nothing else. Raises InputError."""
    for number, row in enumerate(rows[:20]):
        named: dict[str, list[int]] = {}
        for place, cell in enumerate(row):
            if (column := _COLUMN_OF.get(_plain(cell))) is not None:
                named.setdefault(column, []).append(place)
        if "given" in named and "family" not in named:
            named.setdefault("name", []).extend(named.pop("given"))
        elif "family" in named and "given" not in named and "name" in named:
            named["given"] = named.pop("name")  # "Nombre" beside "Apellido" is the given name
        elif "family" in named and "given" not in named:
            named["name"] = named.pop("family")
        other = "arena" if game == "outdoor" else "outdoor"
        for column in (game, other):
            if "handicap" not in named and column in named:
                named["handicap"] = named[column]
        if "handicap" not in named or not ("name" in named or {"given", "family"} <= set(named)):
            continue
        named = {column: places for column, places in named.items() if column not in ("outdoor", "arena")}
        for places in named.values():
            if len(places) > 1:
                facts = {"row": str(number + 1), "columns": ", ".join(_letters(place) for place in places)}
                raise InputError((), "row {row}: columns {columns} have the same heading; leave one of them", facts)
        return _Columns(number, {column: places[0] for column, places in named.items()}, row)
    return None


def _plain(cell: Any) -> str:
    """A heading or a yes or no without accents, signs and capitals."""
    decomposed = unicodedata.normalize("NFKD", _text(cell).casefold())
    letters = "".join(sign for sign in decomposed if not unicodedata.combining(sign))
    return " ".join(re.sub(r"[^\w]+|_", " ", letters).split())


_COLUMN_OF = {heading: column for column, headings in _HEADINGS.items() for heading in headings}


def _letters(place: int) -> str:
    """A column, counted from 0, by its letters."""
    letters, place = "", place + 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _text(cell: Any) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:g}"
    return " ".join(str(cell).split())


# -- players ---------------------------------------------------------------------------------------------------------


def _read_columns(rows: Sequence[Cells], columns: _Columns) -> dict[str, TeamLines]:
    rolls: dict[str, Roll] = {}
    errors: list[InputError] = []
    for number, row in enumerate(rows[columns.row + 1 :], columns.row + 2):
        cells = {column: row[place] if place < len(row) else None for column, place in columns.at.items()}
        name = _text(cells["name"]) if "name" in cells else f"{_text(cells['given'])} {_text(cells['family'])}".strip()
        if not name and not _text(cells["handicap"]):
            continue
        facts = {column: {"row": str(number), "column": columns.place(column)} for column in columns.at}
        try:
            handicap = _read_handicap(cells["handicap"], facts["handicap"])
            marks = [column in cells and _read_mark(cells[column], facts[column]) for column in ("guest", "captain")]
            team = _text(cells.get("team"))
            if "team" in cells and not team:
                raise InputError((), "row {row}, column {column}: no team found; name it in every row", facts["team"])
            rolls.setdefault(team, Roll()).add(number, name, handicap, guest=marks[0], captain=marks[1])
        except InputError as error:
            has_place = "row" in error.facts
            errors.append(error if has_place else InputError((), error.pattern, error.facts, line=number))
    if errors:
        raise InputErrors(errors)
    if not rolls:
        raise InputError((), "no player found; each has a row below the headings")
    return {team: roll.team(team or None) for team, roll in rolls.items()}


def _read_handicap(cell: Any, facts: Mapping[str, str]) -> float:
    if isinstance(cell, date | time):
        message = "row {row}, column {column}: a date found, which the spreadsheet made of a half perhaps; write 0.5"
        raise InputError((), message, facts)
    found = _text(cell)
    if not found:
        raise InputError((), "row {row}, column {column}: no handicap found; write one, 0 for none", facts)
    rating = None if isinstance(cell, bool) else read_rating(found.removesuffix("."))
    if rating is None:
        message = "row {row}, column {column}: {found} is no handicap; it goes from -2 to 10, in halves"
        raise InputError((), message, {**facts, "found": quoted(found)})
    return rating


def _read_mark(cell: Any, facts: Mapping[str, str]) -> bool:
    found = _plain(cell)
    if found in _YES or "*" in _text(cell):
        return True
    if found in _NO:
        return False
    message = "row {row}, column {column}: {found} is neither yes nor no; write yes, or nothing"
    raise InputError((), message, {**facts, "found": quoted(_text(cell))})


def _read_as_lines(rows: Sequence[Cells]) -> TeamLines:
    """The players of a sheet without headings, each row read as a line. Raises InputErrors."""
    roll = Roll()
    errors: list[InputError] = []
    for number, row in enumerate(rows, 1):
        words = [_text(cell) for cell in row if _text(cell)]
        if not words:
            continue
        if not roll.players and not errors and all(read_goals(word) is None for word in words):
            message = "row {row}: {found} names no column of handicaps; headings such as Name and Handicap are needed"
            raise InputError((), message, {"row": str(number), "found": quoted(", ".join(words))})
        try:
            name, handicap = read_line(" ".join(words).replace("*", " "))
            roll.add(number, name, handicap, guest="*" in " ".join(words))
        except InputError as error:
            errors.append(InputError((), error.pattern, error.facts, line=number))
    if errors:
        raise InputErrors(errors)
    if not roll.players:
        raise InputError((), "no player found; each has a row below the headings")
    return roll.team()
