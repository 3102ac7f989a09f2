"""``polo-advisor verify-journal``: whether the chain of an exported match file holds, and where it breaks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from advisor.store import Actor, create_match, open_store
from advisor.store.journal import append
from advisor.store.transfer import export_match, match_text
from tests.commands import DEMO, refused, run, run_process
from tests.store.build import START, STOP, a_match, goal


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A match file out of a store, with three entries."""
    with open_store(str(tmp_path_factory.mktemp("store") / "polo.db")) as store:
        made = create_match(store, a_match())
        keeper = Actor(made.keeper.secret, "Ana")
        append(store, made.match_id, 0, [START, goal(), STOP], keeper)
        return match_text(export_match(store, made.match_id, keeper))


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], str]:
    def write(text: str) -> str:
        path = tmp_path / "match.json"
        path.write_text(text, "utf-8")
        return str(path)

    return write


def changed(text: str, change: Callable[[Any], None]) -> str:
    data = json.loads(text)
    change(data)
    return json.dumps(data)


def test_a_chain_that_holds(exported: str, file: Callable[[str], str]) -> None:
    last = json.loads(exported)["journal"][-1]["hash"]
    found = run("verify-journal", file(exported))
    assert (found.status, found.err) == (0, "")
    assert found.out.endswith(f"the chain holds over 3 entries; the last hash is {last}\n")
    answer = run("verify-journal", file(exported), "--json").json
    assert (answer["holds"], answer["entry"], answer["entries"]) == (True, None, 3)
    assert run("verify-journal", "-", "--json", stdin=exported.encode()).json == answer


@pytest.mark.parametrize(
    ("change", "entry"),
    [
        (lambda data: data["journal"][1].update(team="blue"), 1),
        (lambda data: data["journal"].pop(0), 0),
        (lambda data: data["journal"][2].pop("hash"), 2),
        (lambda data: data["journal"].insert(2, data["journal"][1]), 2),
        (lambda data: data["event"].update(upper_limit=9), None),
        (lambda data: data.pop("chain"), None),
    ],
)
def test_the_first_entry_that_breaks_it_is_named(
    exported: str, file: Callable[[str], str], change: Callable[[Any], None], entry: int | None
) -> None:
    path = file(changed(exported, change))
    found = run("verify-journal", path)
    assert (found.status, found.err) == (1, "")
    if entry is not None:
        assert f"the chain breaks at entry {entry}" in found.out
        assert "line " in found.out
    answer = run("verify-journal", path, "--json")
    assert answer.status == 1
    assert (answer.json["holds"], answer.json["entry"]) == (False, entry)
    assert run("verify-journal", path, "--lang", "es").out != found.out


def test_a_file_that_was_never_in_a_store_has_no_chain() -> None:
    found = run("verify-journal", DEMO)
    assert found.status == 1
    assert "the file has no chain" in found.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "MATCH is missing"),
        (["nothing.json"], "no such file"),
        ([DEMO, "--lang", "fr"], "lang must be one of"),
    ],
)
def test_input_errors(arguments: list[str], said: str) -> None:
    assert said in refused(run("verify-journal", *arguments))
    answer = run("verify-journal", *arguments, "--json")
    assert answer.status == 2
    assert answer.json["errors"]


def test_a_text_that_is_no_match_is_an_input_error() -> None:
    found = run("verify-journal", "-", stdin=b"{}")
    assert (found.status, found.out) == (2, "")
    assert "standard input, rules: rules is missing" in found.err


def test_it_runs_as_a_process() -> None:
    assert run_process("verify-journal", DEMO).status == 1
