"""Batch: one answer a line in the order of the questions, whatever stands between them, by one process or several."""

from __future__ import annotations

import io
import json
import os
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from advisor import batch
from advisor.answers import Inquiry, advise, verify
from advisor.audit import audit
from advisor.batch import MOST_UNDER_WAY, Answerer, LineSplitter, answer_lines
from advisor.errors import EngineDisagreement, SolverFailure
from advisor.matchfile import MAX_BYTES, load_match
from tests import generate
from tests.commands import DEMO, MATCHES, lines, process, run, run_process

MATCH = load_match(DEMO).match
DATA = MATCH.as_data()
MATCH_RULES = ("uspa-outdoor-2026", "uspa-arena-2026")
LEGAL, LATER, ILLEGAL = ["r1", "r3", "r4", "r6"], ["r1", "r3", "r6"], ["r1", "r3", "r6", "r8"]


def question(do: str = "verify", **keys: Any) -> dict[str, Any]:
    given = {"team": "red", "lineup": LEGAL, "repairs": 0} if do == "verify" else {}
    given = {"team": "red", "limit": 2} if do == "advise" else given
    return {"do": do, "match": DATA, **given, **keys}


def without(key: str, do: str = "verify") -> dict[str, Any]:
    return {name: value for name, value in question(do).items() if name != key}


def changed(**keys: Any) -> dict[str, Any]:
    """A question about the demo match with other keys in the match."""
    return question(match={**DATA, **keys})


def answer(given: Any) -> Any:
    return json.loads(Answerer().answer(lines([given]).rstrip(b"\n")))


def errors_of(given: Any) -> list[dict[str, str]]:
    found = answer(given)
    assert found.keys() == {"errors"}
    assert found["errors"]
    for error in found["errors"]:
        assert error.keys() == {"where", "message"}
        assert error["message"].isprintable()
    errors: list[dict[str, str]] = found["errors"]
    return errors


# -- one line --------------------------------------------------------------------------------------------------------


def test_a_line_gets_the_answer_of_the_library() -> None:
    expected = [
        advise(MATCH, "red", limit=2, clock=300),
        verify(MATCH, "blue", ["b1"], repairs=1, language="es"),
        audit(MATCH),
    ]
    given = [
        question("advise", clock=300),
        question("verify", team="blue", lineup=["b1"], repairs=1, lang="es"),
        question("audit"),
    ]
    assert [answer(line) for line in given] == [json.loads(one.model_dump_json(by_alias=True)) for one in expected]


def test_every_key_may_stand_in_every_question() -> None:
    keys = {"team": "red", "lineup": LEGAL, "limit": 20, "repairs": 3, "clock": 300, "lang": "en"}
    assert [answer(question(do, **keys)).keys() & {"errors"} for do in ("advise", "verify", "audit")] == [set()] * 3
    nothing = dict.fromkeys(("team", "lineup", "limit", "clock", "lang"))
    assert answer(question("audit", **nothing)) == answer(question("audit"))


def test_no_limit_lists_all() -> None:
    found = answer(question("advise", limit=None))
    assert len(found["options"]) == sum(found["totals"].values())


def test_no_limit_is_refused_above_ten_thousand_lineups() -> None:
    crowd = [{"id": f"x{number}", "handicap": 0} for number in range(30)]
    teams = {**DATA["teams"], "red": {"players": [*DATA["teams"]["red"]["players"], *crowd]}}
    match = {**DATA, "teams": teams, "journal": [*DATA["journal"], {"entry": "end_period"}]}
    assert [error["where"] for error in errors_of(question("advise", match=match, limit=None))] == ["limit"]
    assert len(answer(question("advise", match=match, limit=7))["options"]) == 7


def test_whole_numbers_are_ids() -> None:
    teams = {**DATA["teams"], "red": {"players": [{"id": 1, "handicap": 1}, {"id": 2, "handicap": 2}]}}
    assert answer(question(match={**DATA, "teams": teams, "journal": []}, lineup=[1, 2]))["lineup"] == ["1", "2"]


BAD: dict[str, tuple[Any, str]] = {
    "blank": (b"", "line"),
    "spaces": (b"  \t", "line"),
    "no JSON": (b"verify", "line"),
    "cut off": (lines([question()])[:-3], "line"),
    "two on a line": (b"{} {}", "line"),
    "not UTF-8": (b'{"do": "\xff"}', "line"),
    "a lone surrogate": (lines([question(team="\ud800")])[:-1], "team"),
    "NaN": (lines([question(clock=float("nan"))])[:-1], "line"),
    "too deep": (b"[" * 100_000, "line"),
    "too long": (b'"' + b"x" * MAX_BYTES + b'"', "line"),
    "a key twice": (b'{"do": "audit", "do": "audit"}', "line"),
    "a list": ([question()], "line"),
    "a number": (7, "line"),
    "nothing": (None, "line"),
    "empty": ({}, "do"),
    "no do": (without("do"), "do"),
    "another do": (question(do="repair"), "do"),
    "no match": (without("match"), "match"),
    "a path for a match": (question(match=DEMO), "match"),
    "no team": (without("team"), "team"),
    "no team to advise": (without("team", "advise"), "team"),
    "another team": (question(team="green"), "team"),
    "no lineup": (without("lineup"), "lineup"),
    "an empty lineup": (question(lineup=[]), "lineup"),
    "a lineup of text": (question(lineup="r1,r2"), "lineup"),
    "an unknown player": (question(lineup=["r1", "zz"]), "lineup"),
    "a player twice": (question(lineup=["r1", "r1"]), "lineup"),
    "no id": (question(lineup=["r1", ""]), "lineup[1]"),
    "an unknown key": (question(linup=LEGAL), "linup"),
    "a limit below 0": (question("advise", limit=-1), "limit"),
    "a limit of text": (question("advise", limit="20"), "limit"),
    "a limit of truth": (question("advise", limit=True), "limit"),
    "half a limit": (question("advise", limit=2.5), "limit"),
    "repairs of text": (question(repairs="3"), "repairs"),
    "no repairs": (question(repairs=None), "repairs"),
    "a clock below 0": (question(clock=-1), "clock"),
    "another language": (question(lang="fr"), "lang"),
    "an order": (question("advise", order="best"), "order"),
    "an unknown key of the match": (changed(journl=[]), "match.journl"),
    "other rules": (changed(rules="chess"), "match.rules"),
    "limits crossed": (changed(event={"upper_limit": 4, "lower_limit": 8}), "match.event.lower_limit"),
    "an entry that is none": (changed(journal=[{"entry": "pause"}]), "match.journal[0].entry"),
    "a key of an entry": (changed(journal=[{"entry": "stop", "x": 1}]), "match.journal[0].x"),
    "an impossible entry": (changed(journal=[{"entry": "stop"}]), "match.journal[0].entry"),
    "somebody unknown": (
        changed(journal=[*DATA["journal"], {"entry": "substitute", "team": "red", "out": ["r2"], "in": ["zz"]}]),
        f"match.journal[{len(DATA['journal'])}].in",
    ),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_bad_line_gets_errors_that_say_where(bad: str) -> None:
    given, where = BAD[bad]
    english = errors_of(given)
    assert english[0]["where"] == where
    if isinstance(given, dict) and bad not in ("another language", "empty"):
        spanish = errors_of({**given, "lang": "es"})
        assert [error["where"] for error in spanish] == [error["where"] for error in english]
        assert all(one["message"] != other["message"] for one, other in zip(english, spanish, strict=True))


@pytest.mark.parametrize("failure", [EngineDisagreement("they\ndiffer"), SolverFailure("late"), KeyError("r1")])
def test_a_failure_within_is_told_on_its_line(failure: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise failure

    monkeypatch.setattr(Inquiry, "advise", fail)
    found = run("batch", stdin=lines([question("advise"), question()]))
    first, second = (json.loads(line) for line in found.out.splitlines())
    assert (found.status, found.err) == (0, "")
    assert [error["where"] for error in first["errors"]] == ["engine"]
    assert second["status"] == "legal"


def test_lines_without_a_language_get_that_of_the_command() -> None:
    given = lines([question(lineup=ILLEGAL), question(lineup=ILLEGAL, lang="en"), {}])
    spanish, english, error = (json.loads(line) for line in run("batch", "--lang", "es", stdin=given).out.splitlines())
    assert spanish["broken"][0]["message"] != english["broken"][0]["message"]
    assert error["errors"][0]["message"].startswith("falta do")


# -- one line after the other -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_what_is_kept_of_a_match_changes_no_answer(seed: int) -> None:
    choose = generate.Seeded(seed)
    matches = [generate.random_match(choose, rules) for rules in MATCH_RULES for _ in range(2)]
    answerer = Answerer()
    for _ in range(30):
        match = choose.element(matches)
        asked = {**generate.random_question(choose, match), "match": match, "lang": choose.element(["en", "es", None])}
        asked |= {"clock": choose.element([None, 0, 200]), "limit": 3, "repairs": 1}
        asked["do"] = choose.element(["verify"] * 6 + ["advise", "audit"])
        found = answer(asked)
        assert "errors" not in found
        assert json.loads(answerer.answer(lines([asked]).rstrip(b"\n"))) == found


def test_questions_about_one_match_fold_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(batch, "Inquiry", lambda *given: asked.append(given) or Inquiry(*given))
    given = [question(), question(lineup=["zz"]), question(lineup=ILLEGAL), question(lang="en"), question(clock=300)]
    run("batch", stdin=lines(given))
    assert [clock for _, clock, _ in asked] == [None, 300]


@pytest.mark.parametrize(
    ("key", "good", "bad"), [("handicap_game", True, 1), ("periods", 6, 6.0), ("upper_limit", 8, True)]
)
def test_a_match_that_only_seems_the_same_is_read_again(key: str, good: Any, bad: Any) -> None:
    event = {"upper_limit": 8, key: good}
    first, second = (changed(event={**event, key: value}, journal=[]) for value in (good, bad))
    answerer = Answerer()
    answers = [json.loads(answerer.answer(lines([given])[:-1])) for given in (first, second, first)]
    assert ["errors" in found for found in answers] == [False, True, False]
    assert answers[0] == answers[2]


def test_a_failure_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    answerer = Answerer()
    with monkeypatch.context() as patched:
        patched.setattr(Inquiry, "verify", lambda *_: 1 / 0)
        assert b"ZeroDivisionError" in answerer.answer(lines([question()])[:-1])
    assert json.loads(answerer.answer(lines([question()])[:-1])) == answer(question())


# -- many lines ------------------------------------------------------------------------------------------------------

EVERY_MATCH = [load_match(path).match.as_data() for path in sorted(MATCHES.glob("*.yaml"))]


def season() -> list[tuple[Any, bool]]:
    """Some hundred questions, each with whether it is answered; bad ones of every kind stand between them."""
    good = [question(lineup=lineup) for lineup in (LEGAL, LATER, ILLEGAL)]
    good += [question("audit", match=match) for match in EVERY_MATCH]
    bad = [given for name, (given, _) in BAD.items() if name != "too long"]
    rows: list[tuple[Any, bool]] = []
    for number in range(6 * len(bad)):
        rows.append((good[number % len(good)] | {"clock": number}, True))
        if number % 2:
            rows.append((bad[number // 2 % len(bad)], False))
        if number % 40 == 0:
            rows.append((question("advise", limit=1), True))
    return rows


SEASON = season()
SEASON_LINES = lines([given for given, _ in SEASON])


@pytest.fixture(scope="module")
def season_answers() -> list[Any]:
    """The season answered by one process."""
    found = run("batch", stdin=SEASON_LINES)
    assert (found.status, found.err) == (0, "")
    return [json.loads(line) for line in found.out.splitlines()]


def test_hundreds_of_lines_are_answered_in_order(season_answers: list[Any]) -> None:
    assert len(SEASON) > 300
    assert ["errors" not in found for found in season_answers] == [is_good for _, is_good in SEASON]
    assert season_answers == [answer(given) for given, _ in SEASON]


def test_several_processes_answer_the_same(season_answers: list[Any]) -> None:
    found = run_process("batch", "--jobs", "2", stdin=SEASON_LINES)
    assert (found.status, found.err) == (0, "")
    assert [json.loads(line) for line in found.out.splitlines()] == season_answers


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_answer_comes_before_the_next_question(jobs: str) -> None:
    with process("batch", "--jobs", jobs) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for given in (question(), b"", question(lineup=ILLEGAL), question("audit")):
            child.stdin.write(lines([given]))
            child.stdin.flush()
            assert json.loads(child.stdout.readline()) == answer(given)
        child.stdin.write(lines([question()]).rstrip(b"\n"))
        child.stdin.close()
        assert json.loads(child.stdout.readline()) == answer(question())
        assert child.stdout.read() == b""
    assert child.returncode == 0


def test_nothing_in_is_nothing_out() -> None:
    assert run("batch", stdin=b"") == (0, "", "")
    assert run_process("batch", "--jobs", "2") == (0, "", "")


def test_one_process_flushes_each_answer_before_it_looks_on() -> None:
    log: list[str] = []

    class Questions(io.BytesIO):
        def __init__(self) -> None:
            super().__init__()
            self.left = [lines([question()]), b"\n", b""]

        def read1(self, size: int | None = -1, /) -> bytes:
            log.append("read")
            return self.left.pop(0)

    class Answers(io.BytesIO):
        def write(self, given: Any, /) -> int:
            log.append("write")
            return super().write(given)

        def flush(self) -> None:
            log.append("flush")

    answer_lines(Questions(), Answers())
    assert log == ["read", "write", "flush", "read", "write", "flush", "read"]


# -- several processes -----------------------------------------------------------------------------------------------


@pytest.fixture
def crew() -> Iterator[batch._Crew]:
    """Two processes ready to work."""
    found = batch._Crew(2, "en")
    yield found
    found.close()


def answered(crew: batch._Crew, given: bytes) -> list[Any]:
    """The crew's answers to these lines, which it reads from a pipe."""
    source, end = os.pipe()

    def feed() -> None:
        with open(end, "wb") as pipe:
            pipe.write(given)

    feeder = threading.Thread(target=feed)
    feeder.start()
    target = io.BytesIO()
    crew.run(source, target)
    feeder.join()
    os.close(source)
    return [json.loads(line) for line in target.getvalue().splitlines()]


def test_only_so_many_lines_are_under_way(crew: batch._Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    under_way: list[int] = []
    hand_out = batch._Crew._hand_out

    def watched(self: batch._Crew, number: int, line: bytes) -> None:
        under_way.append(self.read - self.written)
        hand_out(self, number, line)

    monkeypatch.setattr(batch._Crew, "_hand_out", watched)
    slow = lines([question("advise", limit=1), *[b""] * 1000])
    assert [found.keys() & {"errors"} for found in answered(crew, slow)] == [set(), *[{"errors"}] * 1000]
    assert max(under_way) == MOST_UNDER_WAY
    assert not crew.answers
    assert not crew.waiting
    assert crew.held == 0


def test_of_long_lines_fewer_are_under_way(crew: batch._Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch, "MOST_BYTES_UNDER_WAY", 20_000)
    held: list[int] = []
    hand_out = batch._Crew._hand_out

    def watched(self: batch._Crew, number: int, line: bytes) -> None:
        held.append(self.held)
        hand_out(self, number, line)

    monkeypatch.setattr(batch._Crew, "_hand_out", watched)
    assert len(answered(crew, lines([b" " * 5_000] * 50))) == 50
    assert 15_000 < max(held) <= 25_000
    assert crew.held == 0


@pytest.mark.skipif(os.name != "posix", reason="sends SIGKILL")
def test_a_process_that_dies_is_replaced_and_its_line_told(crew: batch._Crew) -> None:
    for worker in crew.processes.values():
        os.kill(worker.pid, signal.SIGKILL)
    found = answered(crew, lines([question()] * 9))
    assert len(found) == 9
    for one in found:
        assert one == answer(question()) or one["errors"][0]["where"] == "engine"
    assert found[-1] == answer(question())


@pytest.mark.skipif(os.name != "posix", reason="sends SIGKILL")
def test_of_several_lines_handed_out_together_none_is_lost_with_the_process(crew: batch._Crew) -> None:
    for worker in crew.processes.values():
        os.kill(worker.pid, signal.SIGKILL)
        worker.join()
    assert answered(crew, lines([question()] * 40)) == [answer(question())] * 40
    assert not crew.alone


def test_processes_end_with_an_interrupt() -> None:
    with process("batch", "--jobs", "2") as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write(b"\n")
        child.stdin.flush()
        assert b"errors" in child.stdout.readline()
        child.send_signal(signal.SIGINT)
        assert b"Traceback" not in child.stderr.read()
    assert child.returncode == 130


@pytest.mark.skipif(os.name != "posix", reason="sends SIGKILL")
def test_processes_end_when_the_one_that_began_them_is_killed() -> None:
    with process("batch", "--jobs", "2") as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(b"\n")
        child.stdin.flush()
        assert b"errors" in child.stdout.readline()
        child.kill()
        assert child.stdout.read() == b""  # they hold it open as long as they are there


# -- lines from chunks -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 7, 100])
def test_lines_are_the_same_however_they_are_cut(size: int) -> None:
    text = b"one\n\ntwo and more\r\n\n\nthree"
    splitter = LineSplitter()
    chunks = [text[start : start + size] for start in range(0, len(text), size)]
    found = [line for chunk in [*chunks, b""] for line in splitter.feed(chunk)]
    assert found == [b"one", b"", b"two and more\r", b"", b"", b"three"]


def test_of_a_line_that_is_too_long_only_the_beginning_is_kept() -> None:
    splitter = LineSplitter(longest=10)
    for _ in range(1000):
        assert list(splitter.feed(b"x" * 1000)) == []
    assert len(splitter._rest) == 11
    assert list(splitter.feed(b"\nshort\n")) == [b"x" * 11, b"short"]


def test_a_mark_at_the_beginning_of_the_file_is_passed_over() -> None:
    assert answer(b"\xef\xbb\xbf" + lines([question()])[:-1]) == answer(question())


def test_memory_does_not_grow_with_the_lines() -> None:
    """Not with what is read, nor with what is answered."""
    status = Path("/proc/self/statm")
    if not status.exists():
        pytest.skip("needs /proc")

    class Questions(io.RawIOBase):
        left = 3000

        def read1(self, size: int) -> bytes:
            self.left -= 1
            return lines([question(lineup=["zz"] * 50)]) if self.left else b""

    class Answers(io.RawIOBase):
        def write(self, given: Any, /) -> int:
            return len(given)

    before = int(status.read_text().split()[1])
    answer_lines(Questions(), Answers())  # type: ignore[arg-type]
    assert int(status.read_text().split()[1]) - before < 2000
