"""The command line: every command, flag and exit status, in both languages, and one clear line for what is wrong."""

# ruff: noqa: SIM905  (lists of words are easier to read and to extend)

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from advisor import cli
from advisor.answers import Inquiry
from advisor.errors import EngineDisagreement, SolverFailure
from advisor.matchfile import load_match
from advisor.text import Page, say_advice, say_verdict
from tests.commands import DEMO, MATCHES, ROOT, one_line, process, refused, run, run_process
from tests.test_matchfile import BAD, SMALL

STATE = {"team", "moment", "places", "field", "must_leave", "limits", "counted_handicap", "handicap_goals"}
ADVICE = STATE | {"totals", "options", "unusable", "removals", "wanted", "not_checked"}
OPTION = set(
    "when kind lineup out in field_handicap counted_handicap handicap_goals score_change net_goals contested_by".split()
)
UNUSABLE = {"player", "players", "clauses", "message", "later"}
REMOVAL = {"player", "handicap", "field", "caps", "best_reachable", "net_goals"}
WANTED = set("handicap lineup out when field_handicap counted_handicap score_change net_goals".split())
VERDICT = set(
    "team lineup status when broken contested_by field_handicap counted_handicap handicap_goals score_change repairs "
    "not_checked".split()
)
BROKEN = {"clause", "citation", "message"}
REPAIR = {"lineup", "add", "drop", "when"}
BREACH = {"entry", "team", "clauses", "contested_by"}

EVERY_MATCH = sorted(str(path) for path in MATCHES.glob("*.yaml"))
LEGAL, LATER, ILLEGAL = "r1,r3,r4,r6", "r1,r3,r6", "r1,r3,r6,r8"


def has_keys(given: dict[str, Any], keys: set[str]) -> bool:
    return keys <= given.keys()


def match_with(journal: str, players: str = "") -> bytes:
    """A small match at 8 goals with this journal."""
    return f"""\
rules: uspa-outdoor-2026
event: {{upper_limit: 8}}
teams:
  red:
    players:
      - {{id: r1, handicap: 1}}
      - {{id: r2, handicap: 2}}
      - {{id: r3, handicap: 2}}
      - {{id: r4, handicap: 2}}
      - {{id: r5, handicap: 4}}
      - {{id: r6, handicap: 1, present: false}}
{players}
  blue:
    players: [{{id: b1, handicap: 1}}, {{id: b2, handicap: 2}}, {{id: b3, handicap: 2}}, {{id: b4, handicap: 2}}]
journal:
  - {{entry: start, lineups: {{red: [r1, r2, r3, r4], blue: [b1, b2, b3, b4]}}}}
{journal}
""".encode()


# -- advise ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("path", EVERY_MATCH, ids=[Path(path).stem for path in EVERY_MATCH])
def test_advise_answers_with_the_keys_of_the_contract(path: str, language: str) -> None:
    for team in load_match(path).match.teams:
        found = run("advise", path, "--team", team, "--json", "--lang", language)
        assert (found.status, found.err) == (0, "")
        answer = found.json
        assert has_keys(answer, ADVICE)
        assert answer["team"] == team
        assert answer["limits"].keys() == {"upper", "lower", "caps"}
        assert answer["totals"].keys() == {"now", "period_end"}
        assert all(has_keys(option, OPTION) for option in answer["options"])
        assert all(has_keys(row, UNUSABLE) for row in answer["unusable"])
        assert all(has_keys(row, REMOVAL) for row in answer["removals"])
        assert all(has_keys(row, WANTED) for row in answer["wanted"])
        text = run("advise", path, "--team", team, "--lang", language)
        assert text.status == 0
        assert text.out
        assert "{" not in text.out


def test_the_language_is_that_of_messages_in_json_too() -> None:
    english, spanish = (run("advise", DEMO, "--team", "red", "--json", "--lang", lang).json for lang in ("en", "es"))
    assert english["options"] == spanish["options"]
    assert english["unusable"][1]["message"] != spanish["unusable"][1]["message"]
    assert english["not_checked"] != spanish["not_checked"]


def test_limit_bounds_each_list_but_not_the_totals() -> None:
    answers = [run("advise", DEMO, "--team", "red", "--limit", limit, "--json").json for limit in ("0", "2", "all")]
    assert [len(answer["options"]) for answer in answers] == [0, 4, sum(answers[0]["totals"].values())]
    assert answers[0]["totals"] == answers[1]["totals"] == answers[2]["totals"]


def test_all_of_more_than_ten_thousand_lineups_is_refused() -> None:
    players = "".join(f"      - {{id: x{number}, handicap: 1}}\n" for number in range(30))
    match = match_with("  - {entry: end_period}", players)
    line = refused(run("advise", "-", "--team", "red", "--limit", "all", stdin=match))
    assert line.startswith("--limit: ")
    assert "10000" in line
    assert len(run("advise", "-", "--team", "red", "--json", stdin=match).json["options"]) == 20


def test_order_and_clock_are_taken() -> None:
    net = run("advise", DEMO, "--team", "red", "--json").json["options"]
    strongest = run("advise", DEMO, "--team", "red", "--json", "--order", "strongest").json["options"]
    assert strongest[0]["field_handicap"] == max(option["field_handicap"] for option in net if option["when"] == "now")
    late = run("advise", DEMO, "--team", "red", "--json", "--clock", "420").json["options"]
    assert {o["net_goals"] for o in late if o["when"] == "now"} != {o["net_goals"] for o in net if o["when"] == "now"}


def test_the_text_says_what_a_captain_needs() -> None:
    text = run("advise", DEMO, "--team", "red", "--limit", "6").out
    for said in (
        "Red Oaks: play is stopped, period 3 of 6",
        "Must leave: Ben Clarke (3)",
        "In: Felix Moore (4). Out: Ben Clarke (3)",
        "Eva Lund (1½)",
        "Red Oaks loses 1 goal on the board",
        "no change on the board",
        "legal at the end of the period",
        "Umpire decides: Playing short by choice",
        "-2 to 3: for Ben Clarke (3), no change on the board",
        "5 to 10: cannot come in",
        "Hugo Paz (2) is suspended",
    ):
        assert said in text
    spanish = run("advise", DEMO, "--team", "red", "--limit", "6", "--lang", "es").out
    for said in ("juego detenido, período 3 de 6", "Red Oaks pierde 1 gol en el marcador", "Decide el umpire: "):
        assert said in spanish


def test_how_many_of_the_lineups_are_listed_is_said_also_of_one() -> None:
    assert "Now: 6 legal lineups, the first of them\n" in run("advise", DEMO, "--team", "red", "--limit", "1").out
    assert "Now: 6 legal lineups, these 2 of them (" in run("advise", DEMO, "--team", "red", "--limit", "2").out


def test_the_text_lists_whom_a_penalty_7_may_remove() -> None:
    text = run("advise", str(MATCHES / "penalty-7.yaml"), "--team", "red").out
    assert "Penalty 7: whom the captain may name" in text
    assert "Kim Duarte (3): on the field then Red Oaks 8, Blue Hills 9" in text


# -- verify ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lineup", "status", "word", "palabra", "exit_status"),
    [
        (LEGAL, "legal", "LEGAL", "LEGAL", 0),
        (LATER, "later", "LATER", "DESPUÉS", 1),
        (ILLEGAL, "illegal", "NOT LEGAL", "NO LEGAL", 1),
    ],
)
def test_verify_says_one_word_and_sets_the_exit_status(
    lineup: str, status: str, word: str, palabra: str, exit_status: int
) -> None:
    found = run("verify", DEMO, "--team", "red", "--lineup", lineup, "--json")
    assert (found.status, found.err, found.json["status"]) == (exit_status, "", status)
    assert has_keys(found.json, VERDICT)
    assert all(has_keys(row, BROKEN) for row in found.json["broken"])
    assert all(has_keys(row, REPAIR) for row in found.json["repairs"])
    for language, said in (("en", word), ("es", palabra)):
        text = run("verify", DEMO, "--team", "red", "--lineup", lineup, "--lang", language)
        assert (text.status, text.out.splitlines()[0]) == (exit_status, said)


def test_verify_names_every_broken_rule_and_the_nearest_lineups() -> None:
    text = run("verify", DEMO, "--team", "red", "--lineup", ILLEGAL).out
    assert "USPA Outdoor Rule 3 (Individually eligible): Hugo Paz (2) is suspended." in text
    assert "9 on the field is 1 over the event's upper limit of 8." in text
    assert "+ Dan Reyes (1), - Hugo Paz (2); " in text


@pytest.mark.parametrize("repairs", [0, 1, 2])
def test_repairs_bounds_the_nearest_lineups(repairs: int) -> None:
    found = run("verify", DEMO, "--team", "red", "--lineup", ILLEGAL, "--repairs", str(repairs), "--json")
    assert len(found.json["repairs"]) == repairs


def test_spaces_between_the_players_do_not_matter() -> None:
    assert run("verify", DEMO, "--team", "red", "--lineup", " r1, r3 ,r4,r6 ").status == 0


# -- audit -----------------------------------------------------------------------------------------------------------

BREACHING = "  - {entry: substitute, team: red, out: [r1], in: [r5]}"


def test_audit_finds_no_breach_in_the_demo() -> None:
    found = run("audit", DEMO, "--json", "--clock", "200")
    assert (found.status, found.err, found.json["breaches"]) == (0, "", [])
    assert all(has_keys(state, STATE) for state in found.json["final"].values())
    assert run("audit", DEMO).out.startswith("No breach\n")
    assert run("audit", DEMO, "--lang", "es").out.startswith("Sin infracciones\n")


def test_audit_reports_a_breach_with_its_entry_and_line() -> None:
    found = run("audit", "-", "--json", stdin=match_with(BREACHING))
    assert (found.status, found.err) == (1, "")
    assert [breach["entry"] for breach in found.json["breaches"]] == [1]
    assert all(has_keys(breach, BREACH) for breach in found.json["breaches"])
    assert all(has_keys(row, BROKEN) for row in found.json["breaches"][0]["clauses"])
    text = run("audit", "-", stdin=match_with(BREACHING))
    assert text.status == 1
    assert "Entry 1 (substitute), line 17: red" in text.out
    assert "1 breach\n" in text.out
    assert "Entrada 1 (substitute), línea 17: red" in run("audit", "-", "--lang", "es", stdin=match_with(BREACHING)).out


def test_audit_says_what_an_ineligible_player_may_cost() -> None:
    entries = """\
  - {entry: player, team: red, player: {id: r5, ineligible: suspended}}
  - {entry: substitute, team: red, out: [r4], in: [r5], at: 2026-05-02T15:04:05Z}"""
    text = run("audit", "-", stdin=match_with(entries)).out
    assert text.count("forfeits the match") == 1
    assert "An official must learn of it by 2026-05-03T15:04:05" in text


# -- schema, help ----------------------------------------------------------------------------------------------------


def test_the_schema_is_one_that_every_demo_keeps() -> None:
    found = run("schema")
    assert (found.status, found.err) == (0, "")
    for path in EVERY_MATCH:
        jsonschema.validate(load_match(path).match.as_data(), found.json)


@pytest.mark.parametrize("command", [[], *([command] for command in cli.COMMANDS)])
def test_help_is_there_and_in_plain_text(command: list[str]) -> None:
    found = run(*command, "--help")
    assert found.status == 0
    assert found.out.startswith(f"Usage: polo-advisor {' '.join(command)}")


# -- input errors ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", BAD, ids=[bad["by"] or bad["what"] for bad in BAD])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_bad_file_gets_one_line_with_its_place(bad: dict[str, str], language: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(SMALL.replace(bad["what"], bad["by"]))
    line = refused(run("audit", str(path), "--lang", language))
    where = bad["where"] if language == "en" else bad["where"].replace("line ", "línea ", 1)
    assert line.startswith(f"{path}, {where}: " if where != "my.yaml" else f"{path}: ")
    found = run("audit", str(path), "--json", "--lang", language)
    assert (found.status, found.err) == (2, "")
    (error,) = found.json["errors"]
    assert error.keys() == {"where", "message"}
    assert line.endswith(error["message"])


def test_several_errors_get_a_line_each() -> None:
    found = run("audit", "-", stdin=match_with("  - {entry: goal}\n  - {entry: stop, x: 1}\n  - {entry: nothing}"))
    assert found.status == 2
    assert [line.split(":")[0] for line in found.err.splitlines()] == [
        "standard input, line 17, journal[1].team",
        "standard input, line 18, journal[2].x",
        "standard input, line 19, journal[3].entry",
    ]


IMPOSSIBLE = {
    "journal[1].player": "  - {entry: arrived, team: red, player: zz}",
    "journal[1].team": "  - {entry: goal, team: green}",
    "journal[1].entry": "  - {entry: resume}",
    "journal[2].in": "  - {entry: stop}\n  - {entry: substitute, team: red, out: [r1], in: [r2]}",
    "journal[2].out": "  - {entry: stop}\n  - {entry: substitute, team: red, out: [r5], in: [r6]}",
    "journal[2].clock": "  - {entry: stop, clock: 90}\n  - {entry: resume, clock: 80}",
    "journal[1].set.lower_limit": "  - {entry: event, set: {lower_limit: 9}}",
    "journal[1].player.handicap": "  - {entry: player, team: red, player: {id: r9}}",
    "journal[3].number": "  - {entry: stop}\n  - {entry: resume}\n  - {entry: strike, number: 1}",
    "journal[1].number": "  - {entry: strike, number: 7}",
    "journal[1].disabled": "  - {entry: penalty_7, against: blue, disabled: r4}",
}


@pytest.mark.parametrize("place", IMPOSSIBLE)
@pytest.mark.parametrize("language", ["en", "es"])
def test_an_impossible_entry_is_named_with_its_line_and_field(place: str, language: str) -> None:
    match = match_with(IMPOSSIBLE[place])
    number = 16 + int(place.split("[")[1].split("]")[0])
    source, word = ("standard input", "line") if language == "en" else ("entrada estándar", "línea")
    for command in (
        ["audit", "-"],
        ["advise", "-", "--team", "red"],
        ["verify", "-", "--team", "red", "--lineup", "r1"],
    ):
        line = refused(run(*command, "--lang", language, stdin=match))
        assert line.startswith(f"{source}, {word} {number}, {place}: ")
        found = run(*command, "--lang", language, "--json", stdin=match)
        assert (found.status, found.err) == (2, "")
        assert [error["where"] for error in found.json["errors"]] == [f"line {number}, {place}"]


@pytest.mark.parametrize(
    ("arguments", "begins"),
    [
        ((), "command: "),
        (("advice",), "command: "),
        (("advise",), "--team: "),
        (("advise", DEMO), "--team: "),
        (("advise", "--team", "red"), "MATCH: "),
        (("verify", DEMO, "--team", "red"), "--lineup: "),
        (("audit",), "MATCH: "),
        (("audit", "nowhere.yaml"), "nowhere.yaml: no such file"),
        (("audit", str(ROOT)), f"{ROOT}: a directory found"),
        (("audit", "a\0b"), "a\\x00b: not readable"),
        (("audit", DEMO, "more"), "command: "),
        (("audit", DEMO, "--bogus"), "--bogus: "),
        (("audit", DEMO, "--json=x"), "command: "),
        (("audit", DEMO, "--clock"), "--clock: "),
        (("audit", DEMO, "--clock", "-1"), "--clock: "),
        (("audit", DEMO, "--clock", "1.5"), "--clock: "),
        (("audit", DEMO, "--clock", "9" * 30), "--clock: "),
        (("audit", DEMO, "--lang", "fr"), "--lang: 'fr' found"),
        (("advise", DEMO, "--team", "green"), "--team: "),
        (("advise", DEMO, "--team", ""), "--team: "),
        (("advise", DEMO, "--team", "red", "--limit", "-1"), "--limit: -1 found"),
        (("advise", DEMO, "--team", "red", "--limit", "many"), "--limit: 'many' found"),
        (("advise", DEMO, "--team", "red", "--order", "best"), "--order: "),
        (("verify", DEMO, "--team", "red", "--lineup", ""), "--lineup: "),
        (("verify", DEMO, "--team", "red", "--lineup", "r1,r1"), "--lineup: 'r1' is named twice"),
        (("verify", DEMO, "--team", "red", "--lineup", "r1,b1"), "--lineup: 'b1' is not a player of red"),
        (("verify", DEMO, "--team", "red", "--lineup", "r1,,r2"), "--lineup[1]: "),
        (("verify", DEMO, "--team", "red", "--lineup", "r1", "--repairs", "x"), "--repairs: "),
        (("batch", "--jobs", "0"), "--jobs: '0' found"),
        (("batch", "--jobs", "many"), "--jobs: "),
        (("batch", "--lang", "fr"), "--lang: "),
        (("batch", "more"), "command: "),
        (("schema", "more"), "command: "),
        (("serve", "--port", "0"), "--port: "),
        (("serve", "--port", "http"), "--port: "),
        (("serve", "--address", "no such place"), "--port: "),
    ],
)
def test_a_wrong_command_line_gets_one_clear_line(arguments: tuple[str, ...], begins: str) -> None:
    assert refused(run(*arguments)).startswith(begins)
    spanish = [*arguments, "--lang", "es"]
    if arguments and arguments[0] in ("advise", "verify", "audit") and "--lang" not in arguments:
        if arguments[-1] != "--clock":
            assert refused(run(*spanish)) != refused(run(*arguments))
        found = run(*arguments[:1], "--json", *arguments[1:])
        assert (found.status, found.err) == (2, "")
        assert [error.keys() for error in found.json["errors"]] == [{"where", "message"}]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"\0", b"{", b"[]", b"a: *b", b"x" * 2_100_000, b"- " * 100_000])
def test_any_standard_input_gets_one_line(content: bytes) -> None:
    assert refused(run("audit", "-", stdin=content)).startswith("standard input")


def test_standard_input_is_a_match_file_like_another() -> None:
    content = Path(DEMO).read_bytes()
    for command in (["advise", "--team", "red"], ["verify", "--team", "red", "--lineup", LATER], ["audit"]):
        assert run(*command, "-", "--json", stdin=content) == run(*command, DEMO, "--json")
    as_json = json.dumps(yaml.safe_load(content)).encode()
    assert run("advise", "-", "--team", "red", stdin=as_json) == run("advise", DEMO, "--team", "red")


# -- what is nobody's fault ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("failure", [EngineDisagreement("they\ndiffer"), SolverFailure("late"), KeyError("r1")])
def test_a_failure_within_is_one_line_and_status_3(failure: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(Inquiry, "advise", fail)
    found = run("advise", DEMO, "--team", "red")
    assert (found.status, found.out) == (3, "")
    assert one_line(found.err).startswith("polo-advisor: ")
    found = run("advise", DEMO, "--team", "red", "--json", "--lang", "es")
    assert (found.status, found.err) == (3, "")
    assert found.json["errors"][0]["where"] == "engine"


# -- serve -----------------------------------------------------------------------------------------------------------


def test_serve_starts_the_app_with_its_port_and_address(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda program, command: started.append([program, *command]))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    assert run("serve", "--port", port, "--address", "127.0.0.1").status == 0
    ((program, *command),) = started
    assert program == sys.executable
    assert command[1:] == [
        *("-m", "streamlit", "run", str(ROOT / "app.py")),
        *("--server.port", port, "--server.address", "127.0.0.1"),
    ]


def test_serve_on_windows_stays_until_the_app_ends_and_gives_its_status(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(subprocess, "call", lambda command: started.append(command) or 7)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    assert run("serve", "--port", port, "--address", "127.0.0.1").status == 7
    assert started[0][:4] == [sys.executable, "-m", "streamlit", "run"]


def test_serve_says_that_a_port_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        line = refused(run("serve", "--port", port, "--address", "127.0.0.1"))
    assert line.startswith(f"--port: port {port} of 127.0.0.1 cannot be used: ")


# -- text on a screen ------------------------------------------------------------------------------------------------


def test_colour_never_says_anything_alone() -> None:
    inquiry = Inquiry(load_match(DEMO).match)
    verdict = inquiry.verify("red", ILLEGAL.split(","))
    plain, coloured = say_verdict(inquiry, verdict, Page()), say_verdict(inquiry, verdict, Page(colour=True))
    assert "\x1b[" in coloured
    assert "\x1b[" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain


def test_lines_are_wrapped_to_a_screen_and_nothing_is_lost() -> None:
    inquiry = Inquiry(load_match(DEMO).match)
    advice = inquiry.advise("red")
    plain, narrow = say_advice(inquiry, advice, Page()), say_advice(inquiry, advice, Page(width=60))
    assert max(map(len, narrow.splitlines())) <= 60
    assert narrow.split() == plain.split()


# -- processes -------------------------------------------------------------------------------------------------------


def test_verify_without_repairs_loads_nothing_heavy() -> None:
    code = (
        "import sys; from advisor.cli import main; "
        f"status = main(['verify', {DEMO!r}, '--team', 'red', '--lineup', {ILLEGAL!r}, '--repairs', '0']); "
        "print(sorted({name.split('.')[0] for name in sys.modules}), file=sys.stderr); sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    loaded = set(json.loads(done.stderr.replace("'", '"')))
    assert "advisor" in loaded
    assert not loaded & {"ortools", "pandas", "numpy", "sqlalchemy", "streamlit", "altair", "rich", "fpdf", "openpyxl"}


def test_a_reader_that_goes_away_is_no_error() -> None:
    with process("schema", stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == b""
    assert child.returncode == 0


def closing(number: int) -> dict[str, Any]:
    """Options with which a process starts with this stream closed."""
    return {"preexec_fn": lambda: os.close(number)}


@pytest.mark.skipif(os.name != "posix", reason="closes inherited streams")
def test_closed_streams_get_one_line() -> None:
    with process("audit", DEMO, stdout=None, **closing(1)) as child:
        assert child.stderr is not None
        line = one_line(child.stderr.read().decode())
    assert (child.returncode, line) == (2, "standard output: standard output is closed; nothing can be answered")
    for arguments in (("audit", "-"), ("batch",)):
        found = run_process(*arguments, stdin=b"", **closing(0))
        assert refused(found).startswith("standard input: standard input is closed")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [("audit", DEMO), ("audit", DEMO, "--json"), ("batch",)])
def test_a_full_disk_gets_one_line(arguments: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full, process(*arguments, stdout=full) as child:
        err = child.communicate(b"\n", timeout=60)[1]
    assert child.returncode == 2
    assert "cannot be" in one_line(err.decode())


def test_an_interrupt_ends_quietly() -> None:
    with process("batch") as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write(b"\n")
        child.stdin.flush()
        assert b"errors" in child.stdout.readline()
        child.send_signal(signal.SIGINT)
        assert b"Traceback" not in child.stderr.read()
    assert child.returncode == 130


def test_a_terminal_without_halves_still_gets_an_answer() -> None:
    found = run_process("advise", DEMO, "--team", "red", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (found.status, found.err) == (0, "")
    assert "Eva Lund (1.5)" in found.out
