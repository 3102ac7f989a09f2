"""The shape of a match: what it takes, what it gives, what it refuses."""

import json
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest
import yaml
from pydantic import ValidationError

from advisor.errors import InputError
from advisor.match import (
    Entry,
    Event,
    EventPatch,
    Match,
    Player,
    PlayerPatch,
    Substitute,
)
from advisor.matchfile import load_match, match_schema, read_entry

EVERY_ENTRY = Path(__file__).parent / "files" / "every-entry.yaml"


def data(**changes: Any) -> dict[str, Any]:
    """A small match file's values."""
    players = [{"id": "a", "handicap": 1}, {"id": "b", "handicap": 2}]
    team = {"players": players}
    return {
        "rules": "uspa-outdoor-2026",
        "event": {"upper_limit": 8},
        "teams": {"red": team, "blue": team},
        **changes,
    }


def test_the_example_uses_every_entry() -> None:
    match = load_match(EVERY_ENTRY).match
    kinds = [get_args(kind.model_fields["entry"].annotation)[0] for kind in get_args(get_args(Entry)[0])]
    assert [entry.entry for entry in match.journal] == kinds
    assert len(kinds) == 25


def test_a_match_comes_back_from_its_own_data_the_same() -> None:
    match = load_match(EVERY_ENTRY).match
    assert Match.model_validate_json(json.dumps(match.as_data())) == match
    assert Match.model_validate(match.as_data()) == match


def test_as_data_gives_what_the_file_gave() -> None:
    given = yaml.safe_load(EVERY_ENTRY.read_text())
    given["teams"]["blue"]["players"][3]["id"] = "4"
    given["journal"][0]["lineups"]["blue"][3] = "4"
    given["journal"][1]["at"] = "2026-05-02T15:04:05Z"
    assert load_match(EVERY_ENTRY).match.as_data() == given


def test_what_is_left_out_has_its_default() -> None:
    match = Match.model_validate(data())
    assert match.journal == ()
    assert match.event == Event(upper_limit=8, periods=6)
    assert match.teams["red"].players[0] == Player(id="a", handicap=1, present=True)


@pytest.mark.parametrize(("rules", "periods"), [("uspa-outdoor-2026", 6), ("uspa-arena-2026", 4)])
def test_periods_are_the_rules_own_where_the_event_says_none(rules: str, periods: int) -> None:
    assert Match.model_validate(data(rules=rules)).event.periods == periods
    assert Match.model_validate(data(rules=rules, event={"upper_limit": 8, "periods": None})).event.periods == periods


def test_null_stands_for_an_optional_key_left_out() -> None:
    match = Match.model_validate(data(journal=None, event={"upper_limit": 8, "readings": None, "name": None}))
    assert match == Match.model_validate(data())


@pytest.mark.parametrize("handicap", [step / 2 for step in range(-4, 21)])
def test_every_handicap_on_the_grid_is_taken(handicap: float) -> None:
    assert Player(id="a", handicap=handicap).handicap == handicap


def test_whole_handicaps_stay_whole_numbers() -> None:
    assert json.dumps(Match.model_validate(data()).as_data()["teams"]["red"]["players"][0]) == (
        '{"id": "a", "handicap": 1}'
    )


@pytest.mark.parametrize(
    "handicap", [10.5, -2.5, 0.25, 1.0000000001, True, "1", None, float("nan"), float("inf"), 10**400, [1]]
)
def test_other_handicaps_are_refused(handicap: Any) -> None:
    with pytest.raises(ValidationError):
        Player.model_validate({"id": "a", "handicap": handicap})


@pytest.mark.parametrize(("given", "id_"), [(7, "7"), (-7, "-7"), ("A_z-0.9", "A_z-0.9"), ("x" * 64, "x" * 64)])
def test_ids_are_short_words_or_whole_numbers(given: Any, id_: str) -> None:
    assert Player.model_validate({"id": given, "handicap": 0}).id == id_


@pytest.mark.parametrize("given", ["", "x" * 65, "a b", "ñ", "a\n", 1.5, True, None, 10**64, "\ud800", b"a"])
def test_other_ids_are_refused(given: Any) -> None:
    with pytest.raises(ValidationError):
        Player.model_validate({"id": given, "handicap": 0})


@pytest.mark.parametrize("flag", ["yes", "true", 1, 0, None, 1.0])
def test_only_true_and_false_are_booleans(flag: Any) -> None:
    with pytest.raises(ValidationError):
        Player.model_validate({"id": "a", "handicap": 0, "present": flag})


@pytest.mark.parametrize(
    "at", ["2026-05-02T15:04:05Z", "2026-05-02 15:04", "20260502T150405", "15:04", "15:04:05+02:00"]
)
def test_times_are_kept_as_given(at: str) -> None:
    assert read_entry({"entry": "stop", "at": at}).at == at


@pytest.mark.parametrize("at", ["2026-05-02", "2026-02-30T10:00", "25:00", "noon", "", 5, "2026-05-02T15:04\n"])
def test_other_times_are_refused(at: Any) -> None:
    with pytest.raises(InputError):
        read_entry({"entry": "stop", "at": at})


@pytest.mark.parametrize("clock", [-1, 1.5, 2.0, "3", True, 86_401])
def test_a_clock_is_a_whole_number_of_seconds(clock: Any) -> None:
    assert read_entry({"entry": "stop", "clock": 0}).clock == 0
    with pytest.raises(InputError):
        read_entry({"entry": "stop", "clock": clock})


@pytest.mark.parametrize("kind", ["event", "player", "entry"])
def test_every_model_is_frozen(kind: str) -> None:
    match = Match.model_validate(data(journal=[{"entry": "stop"}]))
    thing: Any = {"event": match.event, "player": match.teams["red"].players[0], "entry": match.journal[0]}[kind]
    with pytest.raises(ValidationError):
        thing.name = "other"


def test_substitute_reads_and_writes_the_key_in() -> None:
    entry = read_entry({"entry": "substitute", "team": "red", "in": ["b"]})
    assert isinstance(entry, Substitute)
    assert (entry.out, entry.in_) == ((), ("b",))
    assert entry.model_dump(exclude_unset=True) == {"entry": "substitute", "team": "red", "in": ("b",)}
    with pytest.raises(InputError, match="key 'in_' is unknown"):
        read_entry({"entry": "substitute", "team": "red", "in_": ["b"]})


@pytest.mark.parametrize("key", ["handicap", "present", "eliminated_from_event", "known_injury"])
def test_a_patch_cannot_take_away_what_a_player_must_have(key: str) -> None:
    with pytest.raises(ValidationError):
        PlayerPatch.model_validate({"id": "a", key: None})


def test_dumping_a_patch_with_keys_left_out_warns_of_nothing(recwarn: pytest.WarningsRecorder) -> None:
    assert PlayerPatch(id="a").model_dump(mode="json")["handicap"] is None
    assert EventPatch().model_dump_json()
    assert not recwarn.list


def test_the_schema_is_a_schema_and_takes_the_example() -> None:
    schema = match_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    example = load_match(EVERY_ENTRY).match.as_data()
    validator.validate(example)
    example["teams"]["blue"]["players"][0]["id"] = 7
    validator.validate(example)


@pytest.mark.parametrize(
    "change",
    [
        {"extra": 1},
        {"rules": "fip"},
        {"teams": {"red": {"players": []}}},
        {"teams": {"red": {"players": []}, "a b": {"players": []}}},
        {"teams": {"red": {"players": []}, "blue": {"players": [{"id": "a b", "handicap": 1}]}}},
        {"teams": {"red": {"players": []}, "blue": {"players": [{"id": "a", "handicap": 0.3}]}}},
        {"event": {"upper_limit": 101}},
        {"event": {"upper_limit": 8, "periods": 0}},
        {"event": {"upper_limit": 8, "readings": {"play-short": "maybe"}}},
        {"event": {"upper_limit": 8, "readings": {"p7-again": "none"}}},
        {"journal": [{"entry": "halt"}]},
        {"journal": [{"entry": "stop", "clock": -1}]},
        {"journal": [{"entry": "player", "team": "red", "player": {"id": "a", "handicap": None}}]},
    ],
)
def test_schema_and_models_refuse_the_same(change: dict[str, Any]) -> None:
    validator = jsonschema.Draft202012Validator(match_schema())
    assert validator.is_valid(data())
    assert not validator.is_valid(data(**change))
    with pytest.raises(ValidationError):
        Match.model_validate(data(**change))
