"""Teams from CSV and XLSX: columns by their headings, in any order and language; errors name row and column."""

from __future__ import annotations

import io
from datetime import date
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from openpyxl import Workbook

from advisor.errors import InputError
from advisor.rosters import read_roster


def xlsx(*sheets: list[list[Any]]) -> bytes:
    book = Workbook()
    book.remove(book.active)
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def players(content: bytes, team: str = "", **more: str) -> list[tuple[str | None, float]]:
    return [(player.name, player.handicap) for player in read_roster(content, **more)[team].players]


def errors(content: bytes) -> list[str]:
    with pytest.raises(InputError) as caught:
        read_roster(content)
    return [(f"line {error.line}: " if error.line else "") + error.message for error in caught.value.errors]


TWO = [("Ana Ñuñez", 1.5), ("Ben", -1)]


@pytest.mark.parametrize(
    "content",
    [
        "Name,Handicap\nAna Ñuñez,1.5\nBen,-1\n".encode(),
        "\ufeffNombre;Hándicap\r\nAna Ñuñez;1,5\r\nBen;-1\r\n".encode(),
        "Hcp\tPlayer\n1½\tAna Ñuñez\n−1\tBen\n".encode(),
        "Nombre;Hándicap\nAna Ñuñez;1,5\nBen;-1".encode("cp1252"),
        "Nombre\tHándicap\nAna Ñuñez\t1,5\nBen\t-1".encode("utf-16"),
        "sep=;\nGoles;Apellido;Nombre\n1 1/2;Ñuñez;Ana\n-1;;Ben\n".encode(),
        'Copa de Otoño\n\nName,Handicap\n"Ana Ñuñez","1,5"\nBen,-1\n'.encode(),
        "Ana Ñuñez;1,5\n-1;Ben\n".encode(),
        xlsx([["Handicap", "Nº", "JUGADOR/A"], [1.5, 7, "Ana  Ñuñez"], [None, None, None], [-1, 8, "Ben"]]),
        xlsx([["Notes"], ["none"]], [["First Name", "Last Name", "Hcp."], ["Ana", "Ñuñez", "1½"], ["Ben", None, -1]]),
    ],
)
def test_columns_are_found_by_their_headings(content: bytes) -> None:
    assert players(content) == TWO


def test_guests_captain_and_teams_have_columns_too() -> None:
    content = xlsx(
        [["Equipo", "Nombre", "Hcp", "Invitado", "Capitán"], ["Rojo", "Ana", "A", "", "x"], ["Azul", "Eva", 4, "sí", 0]]
    )
    teams = read_roster(content)
    assert list(teams) == ["Rojo", "Azul"]
    assert (teams["Rojo"].name, teams["Rojo"].captain, teams["Rojo"].guests) == ("Rojo", "ana", frozenset())
    assert (teams["Azul"].captain, teams["Azul"].guests) == (None, {"eva"})


def test_the_handicap_is_that_of_the_game() -> None:
    content = b"Name,Outdoor Handicap,Arena Handicap\nAna,1,3\n"
    assert players(content) == [("Ana", 1)]
    assert players(content, game="arena") == [("Ana", 3)]
    assert players(b"Name,Arena\nAna,3\n") == [("Ana", 3)]


def test_what_is_wrong_is_named_by_row_and_column() -> None:
    rows = [
        ["Player", "", "Handicap", "Guest"],
        ["Ana", 1, 11, ""],
        ["Ben", 1, None, "perhaps"],
        ["Eva", 1, 2, "maybe"],
    ]
    rows += [["Flo", 1, date(2026, 1, 2), ""], ["Gus", 1, True, ""], ["Ivo", 1, 1.25, ""], ["Kim", 1, 2, ""]]
    rows += [["KIM", 1, 2, ""]]
    assert errors(xlsx(rows)) == [
        "row 2, column C 'Handicap': '11' is no handicap; it goes from -2 to 10, in halves",
        "row 3, column C 'Handicap': no handicap found; write one, 0 for none",
        "row 4, column D 'Guest': 'maybe' is neither yes nor no; write yes, or nothing",
        "row 5, column C 'Handicap': a date found, which the spreadsheet made of a half perhaps; write 0.5",
        "row 6, column C 'Handicap': 'True' is no handicap; it goes from -2 to 10, in halves",
        "row 7, column C 'Handicap': '1.25' is no handicap; it goes from -2 to 10, in halves",
        "line 9: 'KIM' is in line 8 already; tell the two apart by a last name",
    ]
    assert errors(b"Team,Name,Hcp\nRed,Ana,1\n,Ben,2") == [
        "row 3, column A 'Team': no team found; name it in every row",
    ]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "no player found"),
        (b"Name,Handicap\n", "no player found"),
        (b"Name;Level\nAna;2\n", "row 1: 'Name, Level' names no column of handicaps"),
        (b"Name,Hcp,Handicap\nAna,2,2\n", "row 1: columns B, C have the same heading"),
        (b"Ana,2\nBen\n", "line 2: 'Ben' has no handicap"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "an old spreadsheet (XLS) found"),
        (b"PK\x03\x04 and nothing else", "not a spreadsheet that can be read"),
        (xlsx([["Name", "Hcp"]])[:-40], "not a spreadsheet that can be read"),
        (b"Name,Hcp\n\0\0", "not a spreadsheet that can be read"),
        (b"x" * 2_000_001, "more than 2 MB found"),
        (b'Name,Hcp\n"' + b"x" * 200_000 + b'",2\n', "row 2 cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_clear_line(content: bytes, said: str) -> None:
    assert said in errors(content)[0]


def test_a_sheet_that_unpacks_to_far_too_much_is_refused() -> None:
    import zipfile

    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/worksheets/sheet1.xml", b" " * 61_000_000)
    assert "more than 60 MB found" in errors(file.getvalue())[0]


@given(st.binary(max_size=300))
@example(b"\x01;0")
def test_no_file_breaks_the_reading(content: bytes) -> None:
    for start in (b"", b"PK", b"Name,Hcp\n"):
        try:
            teams = read_roster(start + content)
        except InputError:
            continue
        assert all(-2 <= player.handicap <= 10 for team in teams.values() for player in team.players)
