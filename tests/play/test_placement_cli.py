"""The command ``placement``: text and JSON, exit status, and errors on one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from advisor.cli import main

RIGHT = "{restart: 4, near: red, players: [{team: red, player: r1, x: 30, y: 5}]}"
WRONG = RIGHT.replace("x: 30", "x: 33")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "placement.yaml"


def test_where_all_stand_right_the_status_is_0(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(RIGHT)
    assert main(["placement", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "RIGHT"
    assert "USPA Outdoor Rule 37, Penalty 4" in lines[1]
    assert lines[2] == "red r1 (30, 5): Right."


def test_where_somebody_stands_wrong_the_status_is_1(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(WRONG)
    assert main(["placement", str(file), "--lang", "es"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "MAL"
    assert lines[2] == "red r1 (33, 5): 3 yd por delante de la línea de 30 yardas: va detrás."


def test_json_has_the_typed_findings(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(WRONG)
    assert main(["placement", str(file), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert (answer["right"], answer["spot"]) == (False, {"x": 60, "y": 0})
    assert answer["players"][0]["standing"] == "wrong"
    assert answer["players"][0]["findings"][0]["kind"] == "ahead-of-line"


def test_errors_are_one_line_with_their_place(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text("restart: 4\nnear: red\nplayers:\n  - {team: red, player: r1, x: left, y: 5}\n")
    assert main(["placement", str(file)]) == 2
    assert "line 4, players[0].x: 'left' found" in capsys.readouterr().err
    assert main(["placement"]) == 2
    assert "FILE is missing" in capsys.readouterr().err
    assert main(["placement", str(file.parent / "none.yaml")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
