from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from advisor.errors import InputError
from advisor.match import Match
from advisor.matchfile import load_match, read_match
from advisor.store import Actor, Store, verify_journal
from advisor.store.chain import canonical
from advisor.store.journal import append, load, strike, undo
from advisor.store.transfer import export_match, import_match, match_text
from tests.store.build import END, HURT, REPLACED, START, STOP, a_match, goal
from tests.store.conftest import Kept

EVERY_ENTRY = Path("tests/files/every-entry.yaml")
MATCHES = sorted(Path("data/matches").glob("*.yaml"))


@pytest.fixture
def played(kept: Kept) -> Kept:
    append(kept.store, kept.id, 0, [START, goal(), STOP, HURT, REPLACED], kept.keeper)
    strike(kept.store, kept.id, 5, 1, "ningún gol: ½ «línea»\n\tno", kept.keeper)
    append(kept.store, kept.id, 6, [END], kept.keeper)
    undo(kept.store, kept.id, 7, kept.keeper)
    return kept


def exported(kept: Kept) -> Match:
    return export_match(kept.store, kept.id, kept.public)


def edited(match: Match, change: Any) -> Match:
    data = match.as_data()
    change(data)
    return Match.model_validate(data)


def test_a_match_is_exported_with_hashes_and_strikes_and_read_back_as_it_was(played: Kept) -> None:
    match = exported(played)
    text = match_text(match)
    again = read_match(text).match
    assert again == match
    assert again.as_data() == match.as_data()
    assert [entry.entry for entry in again.journal].count("strike") == 2
    assert all(entry.hash and entry.at and entry.by for entry in again.journal)
    assert verify_journal(read_match(text)).holds


def test_export_and_import_lose_nothing_and_the_chain_goes_on(played: Kept) -> None:
    match = exported(played)
    made = import_match(played.store, read_match(match_text(match)))
    keeper = Actor(made.keeper.secret)
    assert load(played.store, made.match_id, keeper).match == match
    append(played.store, made.match_id, match_count := len(match.journal), [goal()], keeper)
    longer = export_match(played.store, made.match_id, keeper)
    assert longer.chain == match.chain
    assert longer.journal[:match_count] == match.journal
    assert verify_journal(longer).holds


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.name)
def test_import_and_export_give_the_file_with_a_chain(store: Store, path: Path) -> None:
    document = load_match(path)
    given = document.match.as_data()
    made = import_match(store, document)
    found = export_match(store, made.match_id, Actor(made.public.secret))
    assert verify_journal(found).holds
    data = read_match(match_text(found)).match.as_data()
    for entry in data["journal"]:
        entry.pop("hash")
    del data["chain"]
    assert data == {"journal": [], **given}


def change_goal(data: Any) -> None:
    data["journal"][1]["team"] = "blue"


def change_time(data: Any) -> None:
    data["journal"][2]["at"] = "2026-05-02T16:00:00.000Z"


def change_recorder(data: Any) -> None:
    data["journal"][0]["by"] = "keeper (Eva)"


def drop_entry(data: Any) -> None:
    del data["journal"][3]
    data["journal"] = [entry for entry in data["journal"] if entry["entry"] != "substitute"]


def swap_entries(data: Any) -> None:
    data["journal"][1:3] = reversed(data["journal"][1:3])


def add_entry(data: Any) -> None:
    data["journal"].append({"entry": "stop"})


def change_hash(data: Any) -> None:
    data["journal"][4]["hash"] = "0" * 64


@pytest.mark.parametrize(
    ("change", "entry"),
    [
        (change_goal, 1),
        (change_time, 2),
        (change_recorder, 0),
        (drop_entry, 3),
        (swap_entries, 1),
        (add_entry, 8),
        (change_hash, 4),
    ],
)
def test_the_first_entry_that_breaks_the_chain_is_named(played: Kept, change: Any, entry: int) -> None:
    broken = edited(exported(played), change)
    check = verify_journal(broken)
    assert not check.holds
    assert check.entry == entry
    assert f"entry {entry}" in check.message
    with pytest.raises(InputError) as refused:
        import_match(played.store, broken)
    assert refused.value.path == ("journal", entry, "hash")


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data["event"].update(upper_limit=9),
        lambda data: data["teams"]["red"]["players"][0].update(handicap=1),
        lambda data: data["chain"].update(program="9.9"),
        lambda data: data["chain"].update(edition="2027"),
        lambda data: data["chain"].update(hash="0" * 64),
    ],
)
def test_the_first_record_is_part_of_the_chain(played: Kept, change: Any) -> None:
    check = verify_journal(edited(exported(played), change))
    assert (check.holds, check.entry) == (False, None)
    assert "first record" in check.message


def test_a_file_without_a_chain_is_said_to_have_none(played: Kept) -> None:
    assert not verify_journal(load_match(EVERY_ENTRY)).holds
    bare = edited(exported(played), lambda data: data.pop("chain"))
    assert "first record is missing" in verify_journal(bare).message
    with pytest.raises(InputError):
        import_match(played.store, bare)


def test_an_edited_file_is_taken_in_with_a_chain_of_its_own(played: Kept) -> None:
    made = import_match(played.store, edited(exported(played), change_goal), new_chain=True)
    match = export_match(played.store, made.match_id, Actor(made.public.secret))
    assert verify_journal(match).holds
    assert [entry.hash for entry in match.journal] != [entry.hash for entry in exported(played).journal]


def test_an_impossible_journal_is_not_taken_in(store: Store, match: Match) -> None:
    data = {**match.as_data(), "journal": [START, START]}
    with pytest.raises(InputError):
        import_match(store, Match.model_validate(data))


def test_a_cut_tail_is_not_noticed_without_the_last_hash(played: Kept) -> None:
    # docs/store.md says so: a bare chain shows changes, not that its end is missing.
    whole = verify_journal(exported(played))
    cut = verify_journal(edited(exported(played), lambda data: data["journal"].pop()))
    assert cut.holds
    assert cut.facts["hash"] != whole.facts["hash"]


def test_the_documentations_own_program_checks_a_chain(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    program = Path("docs/store.md").read_text().split("```python\n")[1].split("```")[0]
    event = {"name": '½ «Ñ» \\ "', "upper_limit": 8.0, "lower_limit": 0.5}
    made = import_match(store, a_match(event=event, journal=[START, goal()]))
    match = export_match(store, made.match_id, Actor(made.public.secret))
    monkeypatch.chdir(tmp_path)
    Path("match.json").write_text(match_text(match), encoding="utf-8")
    exec(program, {})
    assert verify_journal(match).facts["hash"] in capsys.readouterr().out
    Path("match.json").write_text(match_text(edited(match, change_goal)), encoding="utf-8")
    with pytest.raises(AssertionError):
        exec(program, {})


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": [1.0, -0.5, 0.0, -0.0, True, None]}, '{"a":[1,-0.5,0,0,true,null],"b":1}'),
        ('ñ½"\\/\n\x07\u2028', '"ñ½\\"\\\\/\\n\\u0007\u2028"'),
    ],
)
def test_canonical_json_is_that_of_rfc_8785(value: Any, text: str) -> None:
    assert canonical(value) == text
