"""Runs the command line, in this process or in one of its own."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from advisor.cli import main

ROOT = Path(__file__).resolve().parent.parent
MATCHES = ROOT / "data" / "matches"
DEMO = str(MATCHES / "demo.yaml")


class Run(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def run(*arguments: str, stdin: bytes = b"") -> Run:
    """The command in this process."""
    streams = {
        "stdin": io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"),
        "stdout": io.TextIOWrapper(io.BytesIO(), encoding="utf-8"),
        "stderr": io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace"),
    }
    with mock.patch.multiple(sys, **streams):
        status = main(list(arguments))
    texts = []
    for stream in (streams["stdout"], streams["stderr"]):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())  # type: ignore[attr-defined]
    return Run(status, *texts)


def process(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    """The command in a process of its own, its streams being pipes unless told otherwise."""
    streams = {name: options.pop(name, subprocess.PIPE) for name in ("stdin", "stdout", "stderr")}
    return subprocess.Popen([sys.executable, "-m", "advisor.cli", *arguments], cwd=ROOT, **streams, **options)


def run_process(*arguments: str, stdin: bytes = b"", **options: Any) -> Run:
    """The command in a process of its own, to its end."""
    with process(*arguments, **options) as child:
        out, err = child.communicate(stdin if child.stdin else None, timeout=60)
    return Run(child.returncode, (out or b"").decode(), (err or b"").decode())


def refused(found: Run) -> str:
    """The one line on standard error with which a command refused its input."""
    assert found.status == 2, found
    assert found.out == ""
    return one_line(found.err)


def one_line(text: str) -> str:
    assert text.endswith("\n")
    assert text.count("\n") == 1
    assert "Traceback" not in text
    return text.rstrip("\n")


def lines(answers: Sequence[Any]) -> bytes:
    """Questions as the lines of a batch; bytes and text stand as they are."""
    rows = []
    for answer in answers:
        row = answer if isinstance(answer, bytes) else answer.encode() if isinstance(answer, str) else None
        rows.append(json.dumps(answer).encode() if row is None else row)
    return b"".join(row + b"\n" for row in rows)
