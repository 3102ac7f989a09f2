"""The program from outside: small matches written by hand, the answers worked out on paper from the contract."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from advisor.batch import Answerer, answer_lines

Json = dict[str, Any]
OUTDOORS, ARENA = "uspa-outdoor-2026", "uspa-arena-2026"


def match(
    red: str, journal: list[Json], *, blue: str = "", rules: str = OUTDOORS, upper: float = 8, **event: Any
) -> Json:
    """A match whose players r1, r2, … and b1, b2, … have these handicaps; Blue counts as much as a full team of 2s."""
    blue = blue or ("2 2 2 2" if rules == OUTDOORS else "2 2 2")
    teams = {
        name: {"players": [{"id": f"{name[0]}{n}", "handicap": float(h)} for n, h in enumerate(rated.split(), 1)]}
        for name, rated in (("red", red), ("blue", blue))
    }
    return {"rules": rules, "event": {"upper_limit": upper, **event}, "teams": teams, "journal": journal}


def ask(do: str, game: Json, **keys: Any) -> Any:
    return json.loads(Answerer().answer(json.dumps({"do": do, "match": game, **keys}).encode()))


def entry(name: str, player: str = "", /, **keys: Any) -> Json:
    teams = {"r": "red", "b": "blue"}
    return {"entry": name, **({"team": teams[player[0]], "player": player} if player else {}), **keys}


def ids(numbers: str, team: str = "r") -> list[str]:
    return [team + number for number in numbers]


def start(red: str = "1234", blue: str = "") -> Json:
    return {"entry": "start", "lineups": {"red": ids(red), "blue": ids(blue or "1234"[: len(red)], "b")}}


def hurt(player: str, reason: str = "injury", **keys: Any) -> Json:
    return entry("unable", player, reason=reason, **keys)


def change(out: str, new: str) -> Json:
    return {"entry": "substitute", "team": "red", "out": ids(out), "in": ids(new)}


STOP, RESUME, END, BEGIN = (entry(kind) for kind in ("stop", "resume", "end_period", "start_period"))
SEVEN = {"entry": "penalty_7", "against": "blue", "disabled": "r1"}
NAME = {"entry": "designate", "player": "b1"}
NAME_OWN = {"entry": "designate", "player": "r2"}


def yellow(player: str, clock: int) -> Json:
    return entry("card", player, kind="second_yellow", clock=clock)


# -- options ---------------------------------------------------------------------------------------------------------

OPTIONS = [
    # The contract's order: now before period_end, each best first, fewer exchanged on a tie.
    pytest.param(
        match("1 1 2 4 5 3 1", [start(), {**hurt("r4"), "clock": 210}]),
        {"limit": 3},
        {"now": 7, "period_end": 22},
        [
            ("now", "double", "1257", 8, 8, 0.0),
            ("now", "single", "1236", 7, 8, -0.92),
            ("now", "double", "1367", 7, 8, -0.92),
            ("period_end", "break", "135", 8, 8, 0.0),
            ("period_end", "break", "235", 8, 8, 0.0),
            ("period_end", "break", "1257", 8, 8, 0.0),
        ],
        id="half of period 1 played",
    ),
    pytest.param(
        match("1 1 2 4 5 3 1", [start(), hurt("r4")]),
        {"limit": 2, "clock": 315},
        {"now": 7, "period_end": 22},
        [
            ("now", "double", "1257", 8, 8, 0.0),
            ("now", "single", "1236", 7, 8, -0.88),
            ("period_end", "break", "135", 8, 8, 0.0),
            ("period_end", "break", "235", 8, 8, 0.0),
        ],
        id="three quarters played at the moment of asking: 5.25 / 6",
    ),
    pytest.param(
        match("1 1 1 4 5 4", [start(), hurt("r4"), change("4", "5")]),
        {"limit": 2},
        {"now": 2, "period_end": 8},
        [
            ("now", "single", "1236", 7, 7, 1.0),
            ("now", "short", "123", 3, 7, -3.0),
            ("period_end", "short", "125", 7, 7, 1.0),
            ("period_end", "short", "135", 7, 7, 1.0),
        ],
        id="what was recorded and changed again never was on the field",
    ),
    pytest.param(
        match("2 2 2 1.5", [start("123"), END, BEGIN, END, BEGIN, END, BEGIN, hurt("r1")], rules=ARENA),
        {"limit": 2, "clock": 0},
        {"now": 2, "period_end": 4},
        [
            ("now", "single", "234", 5.5, 6, -0.12),
            ("now", "short", "23", 4, 6, -0.5),
            ("period_end", "short", "23", 4, 6, 0.0),
            ("period_end", "break", "234", 5.5, 6, 0.0),
        ],
        id="exact ties are rounded to even: -0.125",
    ),
]


@pytest.mark.parametrize(("game", "keys", "totals", "options"), OPTIONS)
def test_options_come_in_the_order_of_the_contract(game: Json, keys: Json, totals: Json, options: list[Any]) -> None:
    found = ask("advise", game, team="red", **keys)
    assert found["totals"] == totals
    figures = ("field_handicap", "counted_handicap", "net_goals")
    assert [
        (one["when"], one["kind"], "".join(player[1:] for player in one["lineup"]), *(one[key] for key in figures))
        for one in found["options"]
    ] == options


UNUSABLE = [
    pytest.param(
        match("1 1 2 4 5 1", [start(), entry("left", "r4")]),
        {},
        [(["r4"], ["available"], False), (["r5"], ["able-player-stays", "upper-limit"], True)],
        id="the smallest set, in the order of the clauses",
    ),
    pytest.param(
        match("2 2 2 1", [start("123"), yellow("r1", 290), yellow("r2", 390)], rules=ARENA),
        {"clock": 395},
        [(["r1"], ["sit-out"], True), (["r2"], ["sit-out"], False), (["r4"], ["sit-out", "able-player-stays"], True)],
        id="of two who sit out one may be back at the period's end",
    ),
    pytest.param(
        match("2 2 2 2 1", [start(), yellow("r1", 100)]),
        {"clock": 220},
        [(["r5"], ["sit-out", "team-size", "able-player-stays"], True)],
        id="a place that is kept: every lineup breaks another clause",
    ),
]


@pytest.mark.parametrize(("game", "keys", "rows"), UNUSABLE)
def test_who_cannot_come_in_and_why(game: Json, keys: Json, rows: list[Any]) -> None:
    found = ask("advise", game, team="red", **keys)["unusable"]
    assert [(row["players"], row["clauses"], row["later"]) for row in found] == rows
    assert all(row["player"] == row["players"][0] for row in found)


def test_removals_of_outdoor_rule_3_with_benches() -> None:
    game = match("6 4 1 1 7 2", [start(), hurt("r1"), SEVEN], blue="5 4 2 1 6 0", upper=12)
    rows = ask("advise", game, team="red", clock=210)["removals"]
    best = [("b1", 7, 7, 7), ("b2", 8, 7, 8), ("b3", 10, 10, 10), ("b4", 11, 10, 11)]
    assert [
        (row["player"], row["caps"]["red"], row["best_reachable"]["red"], row["best_reachable"]["blue"]) for row in rows
    ] == best
    assert [row["net_goals"] for row in rows] == [-0.92, -1.83, -3.67, -4.58]
    assert ask("advise", game, team="blue")["removals"] == []


def test_wanted_has_a_row_for_each_step_and_null_where_nobody_so_high_may_come() -> None:
    game = match("1 1 2 4 5", [start(), {**hurt("r4"), "clock": 210}])
    rows = ask("advise", game, team="red")["wanted"]
    assert [row["handicap"] for row in rows] == [half / 2 for half in range(-4, 21)]
    assert [row["handicap"] for row in rows if row["lineup"] is None] == [half / 2 for half in range(10, 21)]
    assert rows[13] == {
        "handicap": 4.5,
        "lineup": ["r1", "r2", "r3"],
        "out": ["r4"],
        "when": "now",
        "field_handicap": 8,
        "counted_handicap": 8,
        "score_change": {"red": 0, "blue": 0},
        "net_goals": 0.0,
    }


# -- verify ----------------------------------------------------------------------------------------------------------

HURT = match("1 1 2 4 5 1", [start(), hurt("r4")])
ILL = match("1 1 2 4 5 1", [start(), hurt("r4", "illness")])
MINUS = match("3 3 3 -1 0 -1", [start(), hurt("r4")])
GONE = [start(), entry("left", "r1"), END]
BACK = [start(), hurt("r1"), change("1", "5"), RESUME, entry("recovered", "r1"), END]
SHORT_SWAP: Json = {"readings": {"short-swap": "frozen"}}
VERDICTS = [
    (HURT, "1256", "legal", "now", [], []),
    (HURT, "1235", "illegal", None, ["upper-limit"], []),
    (HURT, "12", "illegal", None, ["team-size", "double-substitution"], []),
    (HURT, "4", "illegal", None, ["unable-player", "team-size", "double-substitution"], []),
    (ILL, "1256", "later", "period_end", ["double-substitution"], ["double-substitution"]),
    (match("1 1 2 4 5 1", [start(), STOP]), "1246", "later", "period_end", ["able-player-stays"], []),
    (MINUS, "123", "illegal", None, ["play-short"], []),
    (match("3 3 1 1 0", [start(), hurt("r4"), RESUME]), "123", "legal", "any_time", [], ["play-short"]),
    (match("4 2 1 1 3 2", GONE), "345", "legal", "now", [], ["play-short", "short-swap"]),
    (match("4 2 1 1 3 2", GONE, **SHORT_SWAP), "345", "illegal", None, ["upper-limit"], ["short-swap"]),
    (match("2 2 2 2 1", BACK), "1234", "legal", "now", [], ["injured-return"]),
    (
        match("2 2 2 2 1", BACK[:4], readings={"injured-return": "never"}),
        "1234",
        "illegal",
        None,
        ["unable-player", "injured-return", "able-player-stays"],
        [],
    ),
    (match("2 2 2 2", [start(), hurt("r1", concussion=True)]), "1234", "illegal", None, ["injured-return"], []),
    (match("3 2 2 2 0", [start()]), "1234", "illegal", None, ["upper-limit"], []),
    (match("2 2 2 2 1", [start(), change("4", "5"), END]), "1235", "legal", "now", [], []),
    (match("2 2 2 2", [start("123", "1234")]), "123", "illegal", None, ["team-size"], []),
    (match("2 2 3", [], rules=ARENA, upper=6, lower_limit=3), "1", "illegal", None, ["team-size", "lower-limit"], []),
    (match("2 2 3", [], rules=ARENA, upper=6, lower_limit=3), "12", "legal", "now", [], []),
]


@pytest.mark.parametrize(("game", "lineup", "status", "when", "broken", "contested"), VERDICTS)
def test_verdicts(game: Json, lineup: str, status: str, when: str, broken: list[str], contested: list[str]) -> None:
    found = ask("verify", game, team="red", lineup=ids(lineup))
    clauses = [clause["clause"] for clause in found["broken"]]
    assert (found["status"], found["when"], clauses, found["contested_by"]) == (status, when, broken, contested)
    assert status != "legal" or found["repairs"] == []


def test_repairs_are_the_nearest_and_then_the_best() -> None:
    game = match("1 1 2 4 5 3 1", [start(), hurt("r4")])
    found = ask("verify", game, team="red", lineup=ids("1235"))
    assert [(one["add"], one["drop"], one["when"]) for one in found["repairs"]] == [
        ([], ["r5"], "now"),
        (["r7"], ["r3"], "now"),
        (["r6"], ["r5"], "now"),
    ]
    assert (found["field_handicap"], found["counted_handicap"], found["score_change"]) == (9, 9, {"red": 0, "blue": 1})
    later = ask("verify", match("1 1 2 4 5 3 1", [start()]), team="red", lineup=ids("1236"), repairs=1)
    assert later["repairs"] == [{"lineup": ids("1236"), "add": [], "drop": [], "when": "period_end"}]
    assert ask("verify", game, team="red", lineup=ids("1235"), repairs=0)["repairs"] == []


# -- audit -----------------------------------------------------------------------------------------------------------

P7 = [start(), hurt("r4"), {**SEVEN, "disabled": "r4"}]
BREACHES = [
    (match("1 1 2 4 5 1", [start(), hurt("r4"), change("3", "5"), change("4", "6")]), [(2, ["double-substitution"])]),
    (match("1 1 2 4 5 1", [start(), hurt("r4"), change("4", "6"), change("3", "5")]), []),
    (match("2 2 2 2 1", [start(), change("4", "")]), [(1, ["team-size", "able-player-stays"])]),
    (match("3 3 3 -1 -1", [start(), hurt("r4"), RESUME, END, BEGIN]), [(2, ["play-short"]), (4, ["play-short"])]),
    (match("6 4 1 1", [*P7, NAME], blue="5 4 2 1", upper=12), [(3, ["p7-nearest-above"])]),
    (match("6 4 1 1", [*P7, RESUME, {**NAME, "player": "b3"}], blue="5 4 2 1", upper=12), [(4, ["p7-timing"])]),
    (
        match("2 2 2 2", [start(), STOP, {"entry": "strike", "number": 1}, change("4", "")]),
        [(3, ["team-size", "able-player-stays"])],
    ),
    (match("2 2 2 2", [start(), hurt("r1", concussion=True), entry("recovered", "r1")]), [(2, ["injured-return"])]),
]


@pytest.mark.parametrize(("game", "breaches"), BREACHES)
def test_breaches(game: Json, breaches: list[Any]) -> None:
    found = ask("audit", game)["breaches"]
    assert [(one["entry"], [clause["clause"] for clause in one["clauses"]]) for one in found] == breaches
    assert {one["team"] for one in found} <= {"red"}


# -- input errors ----------------------------------------------------------------------------------------------------

IMPOSSIBLE = [
    ([start(), hurt("r9")], "journal[1].player"),
    ([start(), change("", "1")], "journal[1].in"),
    ([start(), change("5", "")], "journal[1].out"),
    ([start(), hurt("r1"), change("", "5")], "journal[2].in"),
    ([start(), entry("card", "r5", kind="red")], "journal[1].player"),
    ([start(), hurt("r5", "quit")], "journal[1].player"),
    ([start(), start()], "journal[1].entry"),
    ([start(), RESUME], "journal[1].entry"),
    ([start(), END, STOP], "journal[2].entry"),
    ([start(), entry("recovered", "r1")], "journal[1].player"),
    ([start(), entry("arrived", "r1")], "journal[1].player"),
    ([start(), entry("sit_out_over", "r1")], "journal[1].player"),
    ([start(), NAME], "journal[1].entry"),
    ([start(), SEVEN], "journal[1].disabled"),
    ([start(), hurt("r1"), change("1", "5"), SEVEN], "journal[3].disabled"),
    ([start(), hurt("r1"), SEVEN, NAME_OWN], "journal[3].player"),
    ([start(), hurt("r1"), SEVEN, entry("recovered", "r1"), NAME], "journal[4].entry"),
    ([start(), hurt("r1"), entry("recovered", "r1"), {"entry": "strike", "number": 1}], "journal[3].number"),
    ([start(), entry("stop", clock=100), entry("resume", clock=99)], "journal[2].clock"),
    ([start(), entry("stop", seconds=1)], "journal[1].seconds"),
    ([start("12345", "1234")], "journal[0].lineups.red"),
    ([{"entry": "event", "set": {"lower_limit": 9}}], "journal[0].set.lower_limit"),
]


@pytest.mark.parametrize(("journal", "where"), IMPOSSIBLE)
@pytest.mark.parametrize("do", ["advise", "audit"])
def test_impossible_entries_name_entry_and_field(journal: list[Json], where: str, do: str) -> None:
    found = ask(do, match("2 2 2 2 1", journal), team="red")
    assert found.keys() == {"errors"}
    assert [error.keys() for error in found["errors"]] == [{"where", "message"}]
    assert found["errors"][0]["where"] == f"match.{where}"


POSSIBLE = [
    [start(), hurt("r1"), hurt("r1", "illness")],
    [start(), entry("left", "r5"), entry("left", "r5")],
    [start(), END, {"entry": "goal", "team": "red"}],
    [start(), change("", "")],
    [start(), entry("card", "r1", kind="red", clock=10), entry("sit_out_over", "r1", clock=200)],
]


@pytest.mark.parametrize("journal", POSSIBLE)
def test_these_are_no_errors(journal: list[Json]) -> None:
    assert ask("audit", match("2 2 2 2 1", journal))["breaches"] == []


def test_batch_answers_each_line_in_order_and_goes_on_after_a_bad_one() -> None:
    good = {"do": "verify", "match": HURT, "team": "red", "lineup": ids("1236")}
    bad: list[Any] = [{**good, "other": 1}, {**good, "lineup": []}, {**good, "limit": -1}, {**good, "match": None}, []]
    given = [json.dumps(good), "", *map(json.dumps, bad), json.dumps({**good, "lang": "es"})]
    target = io.BytesIO()
    answer_lines(io.BytesIO("\n".join(given).encode()), target)
    found = [json.loads(line) for line in target.getvalue().splitlines()]
    assert [one.get("status") for one in found] == ["legal", *[None] * 6, "legal"]
    assert all(one["errors"] for one in found[1:7])
