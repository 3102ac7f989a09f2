"""The example of the documentation gives what stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from advisor.cli import main

TEXT = (Path(__file__).parents[2] / "docs" / "field.md").read_text("utf-8")


def test_the_placement_of_the_documentation_is_judged_as_it_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (file,) = re.findall(r"```yaml\n(restart: .*?)```", TEXT, re.S)
    (answer,) = re.findall(r"```text\n\$ polo-advisor placement placement.yaml\n(.*?)```", TEXT, re.S)
    path = tmp_path / "placement.yaml"
    path.write_text(file)
    assert main(["placement", str(path)]) == 1
    assert capsys.readouterr().out == answer
