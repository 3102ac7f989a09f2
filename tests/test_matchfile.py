"""Match files as people write them: what is read, and one clear line for each thing that is wrong."""

import gettext
import io
import json
import pickle
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, ValidationError

from advisor.errors import InputError, InputErrors, Phrase
from advisor.explain import explain
from advisor.match import Match
from advisor.matchfile import MAX_BYTES, load_match, match_schema, read_entry, read_match
from advisor.textdata import parse_json, read_yaml

FILES = Path(__file__).parent / "files"
EVERY_ENTRY = FILES / "every-entry.yaml"
TEXT = EVERY_ENTRY.read_text()
DATA = load_match(EVERY_ENTRY).match.as_data()

SMALL = """\
rules: uspa-arena-2026
event: {upper_limit: 8}
teams:
  red:
    captain: a
    players:
      - {id: a, handicap: 1}
      - {id: b, handicap: 2}
  blue: {players: []}
journal:
  - {entry: stop}
"""


def errors_of(text: str | bytes) -> tuple[InputError, ...]:
    with pytest.raises(InputError) as raised:
        read_match(text, name="my.yaml")
    return raised.value.errors


def is_one_line(error: InputError) -> bool:
    return error.message.isprintable() and error.where.isprintable() and len(error.message) < 600


BAD = yaml.safe_load((FILES / "bad-matches.yaml").read_text())


@pytest.mark.parametrize("bad", BAD, ids=[bad["by"] or bad["what"] for bad in BAD])
def test_a_bad_file_gets_one_line_with_place_finding_and_remedy(bad: dict[str, str]) -> None:
    assert SMALL.count(bad["what"]) == 1
    (error,) = errors_of(SMALL.replace(bad["what"], bad["by"]))
    assert error.where == bad["where"]
    assert bad["found"] in error.message
    assert bad["would_do"] in error.message
    assert is_one_line(error)


@pytest.mark.parametrize(
    ("text", "where", "found"),
    [
        ("", "my.yaml", "the file is empty"),
        (" \n\n", "my.yaml", "the file is empty"),
        ("# nothing\n", "my.yaml", "the file is empty"),
        ("- a\n", "my.yaml", "a list found; match must be a mapping with keys of: rules, event, teams, journal"),
        ("hello", "my.yaml", "'hello' found"),
        ("7", "my.yaml", "7 found"),
        ("a: 1\n---\nb: 1\n", "my.yaml, line 2", "a second document"),
        ("\ta: 1", "my.yaml, line 1", "a tab found at column 1; indent with spaces"),
        ("rules: [\n", "my.yaml, line 2", "not YAML"),
        ("a: 'x", "my.yaml, line 1", "not YAML"),
        ("a: b: c", "my.yaml, line 1", "not YAML"),
        ("rules: \x01", "my.yaml", "a control character found"),
        ("rules: \ud800", "my.yaml", "not UTF-8 text; save it as UTF-8"),
        (b"\xff\xfer\x00", "my.yaml", "not UTF-8 text; save it as UTF-8"),
        ("x" * (MAX_BYTES + 1), "my.yaml", "more than 2 MB found"),
        ("[" * 100_000, "my.yaml, line 1", "not YAML"),
        ("a: " + "[" * 40 + "]" * 40, "line 1, a[0][0][0][0][0]", "more than 30 deep"),
        ('{"a":' * 100_000, "line 1, a.a.a.a.a.a", "more than 30 deep"),
        ('{"rules" 1}', "my.yaml, line 1", "not JSON: expecting ':' delimiter at column 10"),
        ('{"rules": 1, "rules": 2}', "line 1, rules", "key 'rules' found twice; give it once"),
        ('{\n"event": {"name": "a",\n"name": "b"}}', "line 3, event.name", "key 'name' found twice"),
        ('{"event": {"name": "\\ud83d\\ude00", "name": 1}}', "my.yaml", "key 'name' found twice"),
    ],
)  # fmt: skip
def test_a_text_that_is_no_match_file_gets_one_line(text: str | bytes, where: str, found: str) -> None:
    (error,) = errors_of(text)
    assert error.where == where
    assert found in error.message
    assert is_one_line(error)


def test_all_errors_are_told_in_the_order_of_the_file() -> None:
    text = SMALL.replace("entry: stop", "entry: halt").replace("id: b", "id: ñ").replace("upper", "uper")
    assert [error.line for error in errors_of(text)] == [2, 2, 8, 11]


def test_no_more_than_a_hundred_errors_are_told() -> None:
    text = SMALL.replace("[]", "[" + "{}, " * 300 + "]")
    errors = errors_of(text)
    assert len(errors) == 101
    assert errors[-1].message == "more errors than these 100 found; mend them first"


def test_a_file_that_cannot_be_read_gets_one_line(tmp_path: Path) -> None:
    for path, message in [
        (tmp_path / "none.yaml", "no such file"),
        (tmp_path, "a directory found"),
        ("a\0b", "not readable"),
        (tmp_path / ("x" * 300), "not readable"),
    ]:
        with pytest.raises(InputError, match=message) as raised:
            load_match(path)
        assert is_one_line(raised.value)


def test_an_endless_file_is_not_read_to_its_end() -> None:
    with pytest.raises(InputError, match="more than 2 MB"):
        load_match("/dev/zero")


def test_a_dash_is_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TEXT.encode())))
    assert load_match("-").match == load_match(EVERY_ENTRY).match
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
    with pytest.raises(InputError, match="standard input: the file is empty"):
        load_match("-")


def test_yaml_and_json_read_the_same() -> None:
    match = load_match(EVERY_ENTRY).match
    for text in (json.dumps(DATA), json.dumps(DATA, indent="\t"), yaml.safe_dump(DATA), "\ufeff" + TEXT):
        assert read_match(text).match == match
        assert read_match(text.encode()).match == match
        assert read_match(text.replace("\n", "\r\n")).match == match


def test_a_yaml_flow_mapping_is_not_mistaken_for_bad_json() -> None:
    assert read_match("{" + "rules: uspa-arena-2026, event: {upper_limit: 1}, "
                      "teams: {a: {players: []}, b: {players: []}}}").match.event.periods == 4  # fmt: skip


def test_yaml_words_that_look_like_something_else_are_text() -> None:
    ids = ["no", "on", "off", "yes", "y", "007", "1e3", "0x1F", "0b1", "1_000", "2026-01-01", "NULL", "12"]
    players = "".join(f"      - {{id: {word}, handicap: 1, name: {word}}}\n" for word in ids)
    team = read_match(SMALL.replace("      - {id: b, handicap: 2}\n", players)).match.teams["red"]
    assert [player.id for player in team.players] == ["a", *ids]
    assert [player.name for player in team.players] == [None, *ids]


def test_team_keys_are_read_as_text() -> None:
    match = read_match(SMALL.replace("blue:", "1:").replace("red:", "no:")).match
    assert list(match.teams) == ["no", "1"]


def test_yaml_numbers_booleans_and_null() -> None:
    values, _ = read_yaml("[1, -0.5, +5, .5, true, False, null, ~, '1', \"true\", , 1.]".replace(", ,", ", "))
    assert values == [1, -0.5, 5, 0.5, True, False, None, None, "1", "true", "1."]


@pytest.mark.parametrize("text", [TEXT, json.dumps(DATA, indent=1)])
def test_every_place_knows_its_line(text: str) -> None:
    document = read_match(text)
    lines = text.splitlines()

    def hold(value: Any, path: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
        items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, inner in items:
            yield (*path, key)
            yield from hold(inner, (*path, key))

    for path in hold(DATA, ()):
        line = document.line_of(path)
        assert line is not None
        if isinstance(path[-1], str):
            assert f"{path[-1]}" in lines[line - 1]


def test_a_place_that_the_text_lacks_has_the_line_around_it() -> None:
    document = read_match(SMALL)
    assert document.line_of(("journal", 0, "team")) == 11
    assert document.line_of(("journal", 7)) == 10
    assert document.line_of(()) is None
    assert document.line_of(("nowhere",)) is None


def test_json_refuses_what_json_has_not() -> None:
    for text in ('{"a": NaN}', '{"a": 1, "a": 1}', "{'a': 1}", '{"a": 1,}', "", "[" * 100_000, "9" * 5000, b"\xff"):
        with pytest.raises(InputError) as raised:
            parse_json(text)
        assert is_one_line(raised.value)
    assert parse_json('{"a": [1, 0.5, null, true]}') == {"a": [1, 0.5, None, True]}


def test_read_entry_tells_places_from_the_entry_on() -> None:
    assert read_entry({"entry": "goal", "team": "red"}).entry == "goal"
    for data, where in [({"entry": "goal"}, "team"), ({}, "entry"), (5, "match"), ({"entry": "gaol"}, "entry")]:
        with pytest.raises(InputError) as raised:
            read_entry(data)
        assert raised.value.where == where


def test_a_match_within_a_request_is_explained_with_the_whole_path() -> None:
    class Request(BaseModel):
        model_config = ConfigDict(extra="forbid")
        match: Match
        limit: int = 20

    bad = {
        **DATA,
        "journal": [{"entry": "card", "team": "red", "player": "r1", "kind": "x"}],
        "event": {"upper_limit": 1, "lower_limit": 2},
    }
    for data, where in [
        ({"match": bad}, ["match.journal[0].kind"]),
        ({"match": {**bad, "journal": []}}, ["match.event.lower_limit"]),
        ({"match": DATA, "limits": 1}, ["limits"]),
    ]:
        with pytest.raises(ValidationError) as raised:
            Request.model_validate(data)
        assert [error.where for error in explain(raised.value, Request).errors] == where


def test_an_error_is_the_same_after_pickling() -> None:
    (first, *_) = errors = errors_of(SMALL.replace("upper", "uper"))
    for error in (first, InputErrors(errors)):
        again = pickle.loads(pickle.dumps(error))
        assert str(again) == str(error)
        assert len(again.errors) == len(error.errors)


def test_an_error_can_be_told_in_another_language() -> None:
    spanish = {
        "{found} found": "hay {found}",
        "{key} must be {need}": "{key} ha de ser {need}",
        "true or false": "true o false",
    }
    error = InputError(
        ("a",),
        "{found} found; {key} must be {need}",
        {"found": "'true or false'", "key": "a", "need": Phrase("true or false")},
    )
    assert error.translated(lambda text: spanish.get(text, text)) == "hay 'true or false'; a ha de ser true o false"
    assert error.translated(gettext.NullTranslations().gettext) == error.message


def test_errors_keep_their_places_under_a_prefix_and_with_lines() -> None:
    error = InputErrors([InputError(("a", 1), "x"), InputError((), "y", source="f.yaml")])
    moved = error.under(("journal", 3)).at_line(lambda path: len(path))
    assert [inner.where for inner in moved.errors] == ["line 4, journal[3].a[1]", "line 2, journal[3]"]
    assert [inner.where for inner in error.at_line(lambda path: None).errors] == ["a[1]", "f.yaml"]
    assert str(error) == "a[1]: x\nf.yaml: y"


def errors_in(read: Callable[[Any], object], given: Any) -> tuple[InputError, ...]:
    """The input errors of reading this, none where it can be read; any other exception goes through."""
    try:
        read(given)
    except InputError as error:
        return error.errors
    return ()


def expect_match_or_input_error(text: str | bytes) -> None:
    assert all(is_one_line(error) for error in errors_in(read_match, text))


@given(st.text() | st.binary())
def test_any_text_gives_a_match_or_an_input_error(text: str | bytes) -> None:
    expect_match_or_input_error(text)


@given(st.text(alphabet="{}[]:,-&*!|>'\"%#?@ \n\tab1.~\\ñ", max_size=60))
def test_any_text_of_yaml_signs_gives_a_match_or_an_input_error(text: str) -> None:
    expect_match_or_input_error(text)
    expect_match_or_input_error("rules: x\n" + text)
    expect_match_or_input_error('{"a": ' + text)


SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(["red", "r1"])
)
KEYS = st.text(max_size=8) | st.sampled_from(["entry", "id", "in"])
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=8
)


def _mutated(data: Any, choose: random.Random, value: Any) -> Any:
    """The data with one value somewhere in it changed, taken away, doubled or put under another key."""
    if isinstance(data, dict) and data and choose.random() < 0.9:
        key = choose.choice(list(data))
        result = dict(data)
        match choose.randrange(8):
            case 0:
                del result[key]
            case 1:
                result[choose.choice(["entry", "x", "in", "player"])] = result.pop(key)
            case 2:
                result[key] = value
            case _:
                result[key] = _mutated(data[key], choose, value)
        return result
    if isinstance(data, list) and data and choose.random() < 0.9:
        place = choose.randrange(len(data))
        return [*data[:place], _mutated(data[place], choose, value), *data[place + choose.randrange(2) :]]
    return value


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False), VALUES)
def test_any_change_of_a_good_file_gives_a_match_or_an_input_error(choose: random.Random, value: Any) -> None:
    data = DATA
    for _ in range(choose.randint(1, 3)):
        data = _mutated(data, choose, value)
    expect_match_or_input_error(json.dumps(data))
    expect_match_or_input_error(yaml.dump(data, allow_unicode=choose.random() < 0.5))


@given(st.randoms(use_true_random=False), st.sampled_from(["text", "json"]))
def test_any_damage_to_a_good_text_gives_a_match_or_an_input_error(choose: random.Random, form: str) -> None:
    text = TEXT if form == "text" else json.dumps(DATA)
    for _ in range(choose.randint(1, 4)):
        start = choose.randrange(len(text))
        text = (
            text[:start]
            + choose.choice(["", "{", "]", ":", "\t", '"', "&a ", "- ", "\n", "\x00", "ñ"])
            + text[start + choose.randrange(3) :]
        )
    expect_match_or_input_error(text)


@given(VALUES)
def test_any_value_as_an_entry_gives_an_entry_or_an_input_error(value: Any) -> None:
    for data in (value, {"entry": value}, {"entry": "substitute", "team": "red", "in": value}):
        assert all(is_one_line(error) for error in errors_in(read_entry, data))


def test_the_schema_describes_what_it_wants_without_made_up_titles() -> None:
    schema = match_schema()
    assert schema["title"] == "Polo match file"
    player = schema["$defs"]["Player"]["properties"]
    assert player["handicap"]["description"] == "a number from -2 to 10 in steps of 0.5"
    assert "default" not in schema["$defs"]["Event"]["properties"]["periods"]
    assert "title" not in player["id"]
