"""The sheet of a placement, read back from its PDF."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from pypdf import PdfReader

from advisor.cli import main
from advisor.fieldsheet import field_sheet
from advisor.play.penalties import describe, find_penalty, take
from advisor.play.placement import PLACED, Placement, find_restart, read_placement

WRONG = (
    "{restart: 4, near: red, players: [{team: red, player: r1, x: 33, y: 5}, {team: blue, player: b1, x: 66, y: 0}]}"
)


def pages(pdf: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_sheet_has_the_card_the_verdict_and_the_diagram_on_one_page(language: str) -> None:
    (page,) = pages(field_sheet(read_placement(WRONG), {"red": "Halcones", "blue": "Sauces"}, language))
    for part in describe(take("4"), language).parts:
        assert part.text in page
    assert {"en": "NOT RIGHT", "es": "MAL"}[language] in page
    assert "Halcones r1 (33, 5): 3 yd" in page
    assert "30 yd" in page.split("Sauces b1")[1], "the scale of the diagram"


@pytest.mark.parametrize("restart", PLACED)
def test_every_restart_has_a_sheet_of_one_page_the_same_each_time(restart: str) -> None:
    for way in [""] if restart == "throw-in" else find_penalty(restart).ways:
        data = {"restart": restart, "near": "red", "players": [], "foul": {"x": 90, "y": -70}}
        placement = Placement.model_validate(data | ({"way": way} if way else {}))
        pdf = field_sheet(placement)
        assert len(pages(pdf)) == 1
        assert pdf == field_sheet(placement)
        assert find_restart(placement).citation["en"] in pages(pdf)[0]


def test_the_command_writes_the_sheet(tmp_path: Path) -> None:
    file, out = tmp_path / "placement.yaml", tmp_path / "sheet.pdf"
    file.write_text(WRONG)
    assert main(["placement", str(file), "--out", str(out)]) == 1
    assert out.read_bytes().startswith(b"%PDF")
