"""A team as people send it in a message: names and numbers in any order, halves in any writing, clear errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.errors import InputError, InputErrors
from advisor.lines import read_goals, read_line, read_team, scan_team, write_team
from advisor.words import translator


@pytest.mark.parametrize(
    ("line", "name", "handicap"),
    [
        ("Ana 2", "Ana", 2),
        ("4 Felix", "Felix", 4),
        ("Gabi 1½", "Gabi", 1.5),
        ("Gabi 1,5", "Gabi", 1.5),
        ("1.5 Gabi", "Gabi", 1.5),
        ("Gabi 1 1/2", "Gabi", 1.5),
        ("Gabi 1 ½", "Gabi", 1.5),
        ("Ines -½", "Ines", -0.5),
        ("Ines −1/2", "Ines", -0.5),
        ("Ines –1", "Ines", -1),
        ("Eva A", "Eva", 0),
        ("A Eva", "Eva", 0),
        ("A", "", 0),
        ("½", "", 0.5),
        ("Juan A 3", "Juan A", 3),
        ("A. Smith 2", "A. Smith", 2),
        ("Ana (2)", "Ana", 2),
        ("Ana: 2", "Ana", 2),
        ("Ana,2", "Ana", 2),
        ("Torres, Ana, 2", "Torres Ana", 2),
        ("Ana;1,5", "Ana", 1.5),
        ("Ana\t2", "Ana", 2),
        ("Ana 2 goles", "Ana", 2),
        ("Ana 3g", "Ana", 3),
        ("Ana hcp 3", "Ana", 3),
        ("Ana 2.", "Ana", 2),
        ("1. Ana 2", "Ana", 2),
        ("3) Ana 10", "Ana", 10),
        ("- Ana 2", "Ana", 2),
        ("• Ana -2", "Ana", -2),
        ("María José Ñáñez-O'Hara 0", "María José Ñáñez-O'Hara", 0),
    ],
)
def test_a_line_is_a_name_and_a_number_in_any_order(line: str, name: str, handicap: float) -> None:
    assert read_line(line) == (name, handicap)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Felix", "'Felix' has no handicap; a line is a name and a handicap"),
        ("1. Felix", "'1. Felix' has no handicap; a line is a name and a handicap"),
        ("Ana 1.25", "'Ana 1.25' has no handicap; a line is a name and a handicap"),
        ("2 Ana 3", "'2 Ana 3' has two handicaps; a line has one"),
        ("Ana 11", "'11' is no handicap; it goes from -2 to 10"),
        ("Ana -2½", "'-2.5' is no handicap; it goes from -2 to 10"),
        ("- 1 Ana", "'- 1 Ana' may mean more or less than 0; write the sign next to the number"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_was_found_and_what_would_do(line: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_line(line)
    assert caught.value.message == said
    assert caught.value.translated(translator("es")) != said


def test_a_message_is_read_whole() -> None:
    team = read_team("La Aguada:\n\n1) Ana 2 (C)\n2) Ben 3*\r\n\u200e4 Félix\u00a0\n½\n")
    assert team.name == "La Aguada"
    assert [(player.id, player.name, player.handicap) for player in team.players] == [
        ("ana", "Ana", 2),
        ("ben", "Ben", 3),
        ("felix", "Félix", 4),
        ("p1", None, 0.5),
    ]
    assert team.guests == {"ben"}
    assert team.captain == "ana"
    assert read_team("*La Aguada*\nAna 2").name == "La Aguada"
    assert read_team("Ana: 2\nBen 1").name is None


def test_every_bad_line_is_named_and_the_good_ones_are_kept() -> None:
    scan = scan_team("Ana 2\nFelix\n\nBen 3\nana 1\n12 Eva")
    assert [player.name for player in scan.team.players] == ["Ana", "Ben"]
    assert [error.line for error in scan.errors] == [2, 5, 6]
    assert scan.errors[1].message == "'ana' is in line 1 already; tell the two apart by a last name"
    with pytest.raises(InputErrors) as caught:
        read_team("Ana 2\nFelix\nEva")
    assert [error.line for error in caught.value.errors] == [2, 3]


def test_a_name_and_a_text_may_be_too_long() -> None:
    assert "too long" in scan_team("x" * 201 + " 2").errors[0].message
    assert "more than" in scan_team("Ana 2\n" * 20_000).errors[0].message
    assert [player.id for player in read_team("李 2\n王 3").players] == ["p1", "p2"]


@given(st.text(max_size=200))
def test_no_text_breaks_the_reading(text: str) -> None:
    scan = scan_team(text)
    assert all(error.line is None or 1 <= error.line <= len(text.splitlines()) for error in scan.errors)
    assert all(-2 <= player.handicap <= 10 for player in scan.team.players)


@given(st.lists(st.tuples(st.sampled_from(["Ana", "Ben Ruiz", "Çelik", ""]), st.integers(-4, 20)), max_size=6))
def test_what_is_written_is_read_again(rows: list[tuple[str, int]]) -> None:
    text = "\n".join(f"{name} {'abcdef'[place]} {half / 2:g}" for place, (name, half) in enumerate(rows))
    team = read_team(text)
    first = team.players[0].id if team.players else None
    again = read_team(write_team(team.players, team.guests, first))
    assert (again.players, again.captain) == (team.players, first)


def test_numbers_of_goals() -> None:
    assert [read_goals(text) for text in ("7", " -1 ", "½", "-½", "1½", "1.0", "1,5", "+2", "1/2", "2 1/2")] == [
        *(7, -1, 0.5, -0.5, 1.5, 1, 1.5, 2, 0.5, 2.5),
    ]
    assert [read_goals(text) for text in ("", "-", "x", "1.2", "1½½", "½1", "1/3", "31/2")] == [None] * 8
