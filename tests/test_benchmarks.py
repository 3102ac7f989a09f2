"""The benchmarks run at tiny sizes, and the peers give the same answer to a small question."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from advisor.batch import Answerer
from benchmarks import commands, engine, parts, peers, promises, timing
from benchmarks.__main__ import BEGIN, END, insert, main
from benchmarks.peer import PEERS
from benchmarks.squads import verify_lines
from benchmarks.timing import say

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def plain_answer() -> tuple[int, list[list[str]]]:
    (run,) = peers.run_peer("itertools", 4, 1)["runs"]
    return run["lineups"], run["best"]


@pytest.mark.parametrize("name", [name for name in PEERS if name != "itertools"])
def test_a_peer_gives_the_same_answer_as_the_plain_way(name: str, plain_answer: tuple[int, list[list[str]]]) -> None:
    row = peers.run_peer(name, 4, 1)
    if "absent" in row:
        pytest.skip(row["absent"])
    (run,) = row["runs"]
    assert (run["lineups"], run["best"]) == plain_answer


def test_a_peer_that_takes_too_long_is_stopped() -> None:
    row = peers.run_peer("itertools", 96, 1, stop_after=0.05)
    assert row["stopped"] == 0.05


def test_what_is_extrapolated_says_from_where() -> None:
    row = peers.extrapolate({"peer": "itertools", "bench": 4, "seconds": 0.07}, 8)
    assert row["seconds"] == pytest.approx(0.07 * 495 / 70)
    assert row["extrapolated_from"] == 4
    assert peers.said(row).endswith("*")


def test_every_question_of_the_engine_is_asked_in_every_situation() -> None:
    rows = engine.measure((4,), 1)
    assert [row["situation"] for row in rows] == ["end of period", "injury", "Penalty 7"]
    for row in rows:
        asked = {name for name, seconds in row["seconds"].items() if seconds is not None}
        assert asked == {*engine.QUESTIONS} - ({"removals"} if row["situation"] != "Penalty 7" else set())
    assert engine.tabled(rows).count("\n") == 4


def test_the_parts_are_told_apart_and_the_functions_put_back() -> None:
    from advisor.fold import Fold

    run = Fold.run
    found = parts.measure(4, 1)
    assert Fold.run is run
    advise, verify = found["lines"].values()
    assert 0 < found["going on"]["one more"] < found["going on"]["anew"]
    assert min(advise[part] for part in ("fold", "model", "solving", "checking", "listing")) > 0
    assert verify["solving"] == 0 < verify["fold"]


@pytest.mark.parametrize("is_short", [False, True])
def test_the_lines_differ_and_a_short_lineup_hangs_on_a_reading(is_short: bool) -> None:
    lines = list(verify_lines(20, is_short=is_short))
    assert len(set(lines)) == 20
    for line in lines:
        assert len(json.loads(line)["match"]["journal"]) == 10
        answer = json.loads(Answerer().answer(line))
        assert answer["status"] in ("legal", "later", "illegal")
        assert answer["contested_by"] == (["play-short"] if is_short else [])


def test_runs_are_kept_for_pyperf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyperf = pytest.importorskip("pyperf")
    monkeypatch.setattr(timing, "RUNS", {})
    timing.seconds(lambda: None, 5, "nothing")
    timing.write_runs(tmp_path / "runs.json")
    timing.RUNS["something"] = [1.0, 2.0]
    timing.write_runs(tmp_path / "runs.json")
    suite = pyperf.BenchmarkSuite.load(str(tmp_path / "runs.json"))
    assert sorted(suite.get_benchmark_names()) == ["nothing", "something"]
    assert len(suite.get_benchmark("nothing").get_values()) == 5


def test_batch_and_cold_commands_are_measured() -> None:
    found = commands.measure(20, 1, (10, 20))
    assert found["throughput"]["lines_a_second"] > 0
    assert found["cold"]["unwanted"] == []
    assert "lines a second" in commands.tabled(found)


def test_tables_go_between_the_marks() -> None:
    text = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert insert(text, "new") == f"before\n{BEGIN}\n\nnew\n\n{END}\nafter\n"
    assert insert(insert(text, "new"), "newer") == insert(text, "newer")


def test_an_unknown_part_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--only", "nothing"])
    assert "invalid choice" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(None, "–"), (2.5e-05, "25.0 µs"), (0.0123, "12.3 ms"), (3.2, "3.20 s"), (600, "10 min"), (7200, "2.0 h")],
)
def test_seconds_are_said_as_people_read_them(seconds: float | None, said: str) -> None:
    assert say(seconds) == said


def test_promises_are_told_from_the_figures() -> None:
    found = json.loads((ROOT / "benchmarks" / "results.json").read_text("utf-8"))
    table = promises.tabled(found)
    assert table in (ROOT / "README.md").read_text("utf-8")
    flow = found["commands"]["throughput"]
    assert f"{flow['lines_a_second']:,.0f} a second" in table
    found["commands"]["throughput"] = {**flow, "lines_a_second": 2499.0}
    found["engine"][-1]["seconds"]["advise"] = 0.061
    for row in found["peers"]:
        if (row["peer"], row["bench"]) == ("Polo Advisor", 96):
            row["seconds"] = 1e6
    broken = {one.what for one in promises.promises(found) if not one.kept}
    assert {
        "`verify` in `batch`",
        "`advise`, the slowest of all situations and benches",
        "legal set, 96 on the bench, faster than itertools",
        "legal set, 96 on the bench, faster than the fastest peer",
    } <= broken
