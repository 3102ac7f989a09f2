"""The command line: two lineups side by side, how figures were worked out, and what would make a lineup legal."""

from __future__ import annotations

import json

import pytest
import yaml

from tests.bilingual import assert_same_facts
from tests.commands import DEMO, run

A, B = "r1,r3,r4,r6", "r1,r3,r4"
PAIR = ("--team", "red", "--a", A, "--b", B)


def test_compare_answers_in_json_with_both_lineups() -> None:
    found = run("compare", DEMO, *PAIR, "--json")
    assert (found.status, found.err) == (0, "")
    answer = found.json
    assert [answer[name]["lineup"] for name in ("a", "b")] == [A.split(","), B.split(",")]
    assert [answer[name]["net_goals"] for name in ("a", "b")] == [-0.44, -1.69]
    assert answer["b"]["next_injury"][0] == {"player": "r1", "alone": 2, "lineups": 5}
    assert answer["b"]["contested_by"] == [row["reading"] for row in answer["b"]["alternatives"]] == ["play-short"]
    assert "B keeps 1 goal more on the board." in answer["conclusions"]


def test_compare_says_the_same_in_both_languages() -> None:
    english, spanish = (run("compare", DEMO, *PAIR, "--lang", language).out for language in ("en", "es"))
    for said in (
        "A: LEGAL",
        "B keeps 1 goal more on the board.",
        "If Ana Torres (1) is hurt next, B leaves 2 replacements, A 1.",
        "Ana Torres (1): 2 replacements, 5 legal lineups with somebody new",
    ):
        assert said in english
    assert "B conserva 1 gol más en el marcador." in spanish
    assert "Diferencias:" in spanish
    assert_same_facts(english.split("Not checked:")[:1], spanish.split("No se controla:")[:1])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--team", "red", "--a", A), "--b: b is missing; compare needs a list of player ids"),
        (("--a", A, "--b", B), "--team: team is missing; compare needs the key of a team"),
        (("--team", "red", "--a", A, "--b", "r1,r9"), "--b: 'r9' is not a player of red; they are"),
        (("--team", "red", "--a", "r1,r1", "--b", B), "--a: 'r1' is named twice; name each player once"),
        (("--team", "red", "--a", "", "--b", B), "--a: no player found; name at least one"),
    ],
)
def test_compare_says_which_lineup_is_wrong(arguments: tuple[str, ...], said: str) -> None:
    found = run("compare", DEMO, *arguments)
    assert (found.status, found.out) == (2, "")
    assert found.err.startswith(said)


def test_batch_compares_and_explains_too() -> None:
    match = _demo()
    lines = [
        {"do": "compare", "match": match, "team": "red", "a": A.split(","), "b": B.split(",")},
        {"do": "advise", "match": match, "team": "red", "limit": 1, "explain": True},
        {"do": "compare", "match": match, "team": "red", "a": A.split(",")},
    ]
    found = run("batch", stdin="\n".join(json.dumps(line) for line in lines).encode() + b"\n")
    compared, advised, refused = (json.loads(line) for line in found.out.splitlines())
    assert compared == run("compare", DEMO, *PAIR, "--json").json
    assert advised == run("advise", DEMO, "--team", "red", "--limit", "1", "--explain", "--json").json
    assert refused["errors"][0]["where"] == "b"


def _demo() -> object:
    with open(DEMO, encoding="utf-8") as file:
        return yaml.safe_load(file)


def test_advise_explains_every_figure_in_json_only_where_it_is_asked_to() -> None:
    plain = run("advise", DEMO, "--team", "red", "--json").json
    explained = run("advise", DEMO, "--team", "red", "--explain", "--json").json
    assert "workings" not in plain
    assert {**plain, "workings": explained["workings"], "workings_of_options": explained["workings_of_options"]} == (
        explained
    )
    figures = {(row["figure"], row["team"]): row["value"] for row in explained["workings"]}
    assert figures["counted_handicap", "red"] == explained["counted_handicap"]["red"]
    assert figures["handicap_goals", "red"] == explained["handicap_goals"]["red"]
    for option, rows in zip(explained["options"], explained["workings_of_options"], strict=True):
        values = {row["figure"]: row["value"] for row in rows}
        assert values["field_handicap"] == option["field_handicap"]
        assert values["counted_handicap"] == option["counted_handicap"]
        assert values["net_goals"] == option["net_goals"]
        assert values["score_change"] == option["score_change"]["red"] - option["score_change"]["blue"]


def test_advise_explains_in_text() -> None:
    text = run("advise", DEMO, "--team", "red", "--limit", "2", "--explain").out
    for said in (
        "How it was worked out:",
        "  - Counted handicap of Blue Hills: 8",
        "Entry 0, the start: Ines Vidal (2) + Jack Doyle (3) + Kim Duarte (3) + Leo Marsh (0) = 8.",
        "1 x 6 / 6 = 1 (USPA Outdoor Rule 19, 2019 edition).",
        "3 periods are left after this one, and 160 of its 420 seconds: 3.38.",
    ):
        assert said in text
    assert "How it was worked out:" not in run("advise", DEMO, "--team", "red").out


def test_verify_argues_and_says_what_else_would_make_it_legal() -> None:
    text = run("verify", DEMO, "--team", "red", "--lineup", "r1,r3,r4,r7").out
    assert "Not legal now, because Gabi Sosa (3) is not here (USPA Outdoor Rule 3), so the nearest legal" in text
    assert "What else would make it legal:\n  * Once Gabi Sosa (3) is here it is legal." in text
