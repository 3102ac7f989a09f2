"""Questions and their answers, and ``batch``: a JSON question a line in, an answer a line out, in the same order."""

from __future__ import annotations

import marshal
import os
import selectors
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from advisor.answer_types import Advice, Audit, Verdict
from advisor.answers import Inquiry
from advisor.audit import audit
from advisor.compare import Comparison, compare
from advisor.errors import AdvisorError, EngineDisagreement, InputError, InputErrors, Phrase, shortened
from advisor.explain import explain
from advisor.match import Clock, Id, Match
from advisor.matchfile import MAX_BYTES
from advisor.ranking import Order
from advisor.rulebook import Language
from advisor.textdata import parse_json
from advisor.words import translator
from advisor.workings import explain as explain_figures

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

MOST_LINEUPS = 10_000
"""Legal lineups up to which all of them are listed where no limit is given."""

MOST_UNDER_WAY = 256
"""Lines that have been read and whose answers are not written yet, at most, with several processes."""

MOST_BYTES_UNDER_WAY = 16_000_000
"""Of lines and answers together, after which no further line is read until some are written."""

NEEDED = {
    "team": Phrase("the key of a team"),
    "lineup": Phrase("a list of player ids"),
    "a": Phrase("a list of player ids"),
    "b": Phrase("a list of player ids"),
}
"""Keys that a question may need, and what they are."""

_CHUNK = 65_536
_MOST_TOGETHER = 32
"""Lines that a process is handed at once, at most, where many wait: each handing over takes time, too."""
_MOST_LOST_IN_A_ROW = 100
_SAME_BYTES = 2
"""The version of ``marshal`` that writes equal values as equal bytes; unlike ``==`` it tells true, 1 and 1.0 apart."""
_Value = TypeVar("_Value")


def _whole(description: str, lowest: int, highest: int) -> Any:
    return Field(strict=True, ge=lowest, le=highest, description=description)


class Options(BaseModel):
    """A question, all but its match."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    do: Literal["advise", "verify", "compare", "audit"]
    team: Id | None = None
    lineup: Annotated[tuple[Id, ...], Field(description="a list of player ids")] | None = None
    a: Annotated[tuple[Id, ...], Field(description="a list of player ids")] | None = None
    b: Annotated[tuple[Id, ...], Field(description="a list of player ids")] | None = None
    limit: Annotated[int, _whole("a whole number from 0 to 1000000", 0, 1_000_000)] | None = 20
    repairs: Annotated[int, _whole("a whole number from 0 to 1000", 0, 1000)] = 3
    order: Order = "net"
    explain: Annotated[bool, Field(strict=True, description="true or false")] = False
    clock: Clock | None = None
    lang: Language | None = None


class Request(Options):
    """A question: what a line of ``batch`` states."""

    match: Match


class Problem(BaseModel):
    """An input error: the place, and one line that says what was found and what would do."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    where: str
    message: str


class Problems(BaseModel):
    """What is answered where there is no answer."""

    model_config = ConfigDict(frozen=True, defer_build=True)

    errors: list[Problem]


def check_request(data: object) -> Request:
    """A question from JSON values. Raises InputError with paths from the question on."""
    if not isinstance(data, dict):
        message = "no JSON object found; a line must be one, with keys of: {words}"
        raise InputError(("line",), message, {"words": ", ".join(Request.model_fields)})
    try:
        return Request.model_validate(data)
    except ValidationError as error:
        raise explain(error, Request) from None


def check_options(data: dict[str, Any]) -> Options:
    """The same without the match."""
    try:
        return Options.model_validate(data)
    except ValidationError as error:
        raise explain(error, Options) from None


def ask(request: Request, inquiry: Inquiry | None) -> Advice | Verdict | Comparison | Audit:
    """The answer to a question. ``inquiry``: into its match, at its clock and in its language; an audit needs none.

    Raises InputError with paths from the question on, EngineDisagreement, SolverFailure.
    """
    if request.do == "audit" or inquiry is None:
        try:
            return audit(request.match, language=request.lang or "en")
        except InputError as error:
            raise error.under(("match",)) from None
    team = _given(request, "team", request.team)
    if request.do == "verify":
        return inquiry.verify(team, _given(request, "lineup", request.lineup), request.repairs)
    if request.do == "compare":
        return compare(inquiry, team, _given(request, "a", request.a), _given(request, "b", request.b))
    if request.limit is None:
        _refuse_too_many(inquiry, inquiry.side_of(team))
    advice = inquiry.advise(team, request.limit, request.order)
    return explain_figures(inquiry, advice) if request.explain else advice


def _given(request: Request, key: str, value: _Value | None) -> _Value:
    if value is None:
        raise missing(request.do, key)
    return value


def missing(do: str, key: str) -> InputError:
    """The error that a question lacks a key that it needs."""
    return InputError((key,), "{key} is missing; {do} needs {need}", {"key": key, "do": do, "need": NEEDED[key]})


def _refuse_too_many(inquiry: Inquiry, team: str) -> None:
    count = len(inquiry.view(team).legal)
    if inquiry.view(team).situation.within_period:
        count += len(inquiry.view(team, at_period_end=True).legal)
    if count > MOST_LINEUPS:
        facts = {"count": str(count), "most": str(MOST_LINEUPS)}
        raise InputError(("limit",), "{count} legal lineups found; all are listed up to {most}, so give a limit", facts)


def problems_of(error: Exception, language: str) -> Problems:
    """What to say of an error, in this language; of one that nobody foresaw, its kind."""
    translate = translator(language)
    if isinstance(error, InputError):
        found = [Problem(where=inner.where, message=inner.translated(translate)) for inner in error.errors]
        return Problems(errors=found)
    if isinstance(error, EngineDisagreement):
        message = translate("the engines do not agree, so there is no answer: {reason}")
    elif isinstance(error, AdvisorError):
        message = translate("the solver did not finish, so there is no answer: {reason}")
    else:
        message = translate("a defect of this program, so there is no answer: {reason}")
    reason = str(error) if isinstance(error, AdvisorError) else f"{type(error).__name__}: {error}"
    return Problems(errors=[Problem(where="engine", message=message.format(reason=shortened(reason, 300)))])


class Answerer:
    """Answers lines. ``language``: of lines that name none.

    The match of the last line, and what was worked out of it, is kept: many a question is about the same match.
    """

    def __init__(self, language: Language = "en") -> None:
        self._language: Language = language
        self._match: Any = None
        self._inquiry: Inquiry | None = None

    def answer(self, line: bytes) -> bytes:
        """The answer to a line, without a line's end. Never raises."""
        data: Any = None
        try:
            data = _read_line(line)
            if isinstance(data, dict) and data.get("lang") is None:
                data["lang"] = self._language
            request = self._request(data)
            return ask(request, self._inquiry_of(request)).model_dump_json(by_alias=True).encode()
        except Exception as error:
            if not isinstance(error, InputError):
                self._match, self._inquiry = None, None
            named = data.get("lang") if isinstance(data, dict) else None
            language = named if named in ("en", "es") else self._language
            return problems_of(error, language).model_dump_json().encode()

    def _request(self, data: Any) -> Request:
        known = self._known(data)
        if known is None:
            request = check_request(data)
            self._match, self._inquiry = data["match"], None
            return request
        return Request.model_construct(match=known.match, **dict(check_options(data)))

    def _known(self, data: Any) -> Inquiry | None:
        """The inquiry kept, where this line is about its match and the rest is in order; takes the match out then."""
        if self._inquiry is None or not isinstance(data, dict) or "match" not in data:
            return None
        if not _is_same(data["match"], self._match) or not data.keys() <= Request.model_fields.keys():
            return None
        del data["match"]
        return self._inquiry

    def _inquiry_of(self, request: Request) -> Inquiry | None:
        if request.do == "audit":
            return None
        kept, language = self._inquiry, request.lang or "en"
        if kept is None or (kept.clock, kept.language) != (request.clock, language):
            try:
                kept = Inquiry(request.match, request.clock, language)
            except InputError as error:
                raise error.under(("match",)) from None
            self._inquiry = kept
        return kept


def _is_same(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same; true, 1 and 1.0, which are equal, are not."""
    return bool(one == other) and marshal.dumps(one, _SAME_BYTES) == marshal.dumps(other, _SAME_BYTES)


def _read_line(line: bytes) -> Any:
    if len(line) > MAX_BYTES:
        message = "more than {size} MB found; a line must be shorter"
        raise InputError(("line",), message, {"size": str(MAX_BYTES // 1_000_000)})
    line = line.removeprefix(b"\xef\xbb\xbf")
    if not line.strip():
        raise InputError(("line",), "a blank line found; a line must be a JSON object")
    try:
        return parse_json(line)
    except InputError as error:
        raise InputErrors([InputError(("line", *e.path), e.pattern, e.facts) for e in error.errors]) from None


class LineSplitter:
    """Lines from chunks of bytes, without their ends; of a line that is too long only the beginning is kept."""

    def __init__(self, longest: int = MAX_BYTES) -> None:
        self._longest = longest
        self._rest = bytearray()

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The lines that end in this chunk; an empty chunk ends the last one."""
        start = 0
        while (end := chunk.find(b"\n", start)) >= 0:
            self._keep(chunk[start:end])
            yield bytes(self._rest)
            self._rest.clear()
            start = end + 1
        self._keep(chunk[start:])
        if not chunk and self._rest:
            yield bytes(self._rest)
            self._rest.clear()

    def _keep(self, part: bytes) -> None:
        self._rest += part[: self._longest + 1 - len(self._rest)]


def answer_lines(source: BinaryIO, target: BinaryIO, language: Language = "en") -> None:
    """Answers each line of ``source``, and flushes each answer before the next line is looked at."""
    answerer = Answerer(language)
    splitter = LineSplitter()
    read: Callable[[int], bytes] = getattr(source, "read1", source.read)
    chunk = b"\n"
    while chunk:
        chunk = read(_CHUNK)
        for line in splitter.feed(chunk):
            target.write(answerer.answer(line) + b"\n")
            target.flush()


def answer_lines_in_processes(source: int, target: BinaryIO, jobs: int, language: Language = "en") -> None:
    """The same with several processes. ``source``: the number of an open file, which Windows cannot wait for."""
    crew = _Crew(min(jobs, MOST_UNDER_WAY), language)
    try:
        crew.run(source, target)
    finally:
        crew.close()


class _Crew:
    """Processes that answer a line each at a time, or a few where many wait; answers are kept until it is their turn.

    Where a process ends unasked, its lines are handed out again one by one, so that only the one to blame is lost.
    """

    def __init__(self, jobs: int, language: Language) -> None:
        self.language: Language = language
        self.selector = selectors.PollSelector()
        self.idle: list[Connection] = []
        self.busy: dict[Connection, list[tuple[int, bytes]]] = {}
        self.processes: dict[Connection, Any] = {}
        self.waiting: deque[tuple[int, bytes]] = deque()
        self.alone: set[int] = set()
        self.answers: dict[int, bytes] = {}
        self.read = self.written = self.lost = self.held = 0
        for _ in range(jobs):
            self._hire()

    def _hire(self) -> None:
        from multiprocessing import get_context

        # A forked process is ready at once, having loaded what this one has; but not where other threads are at work.
        forked = sys.platform == "linux" and threading.active_count() == 1
        context: Any = get_context("fork" if forked else "spawn")
        here, there = context.Pipe()
        # It must not hold the ends that are this process's own: they tell each of them when this one is gone.
        strangers = (here, *self.processes) if forked else ()
        process = context.Process(target=_work, args=(there, self.language, strangers), daemon=True)
        process.start()
        there.close()
        self.processes[here] = process
        self.idle.append(here)
        self.selector.register(here, selectors.EVENT_READ, here)

    def run(self, source: int, target: BinaryIO) -> None:
        splitter = LineSplitter()
        lines: Iterator[bytes] = iter(())
        is_open, is_watched = True, False
        while True:
            while self._has_room and (line := next(lines, None)) is not None:
                self.waiting.append((self.read, line))
                self.read += 1
                self.held += len(line)
            while self.waiting and self.idle:
                self._hand_out(*self.waiting.popleft())
            wants_more = is_open and self._has_room
            if not wants_more and self.read == self.written:
                return
            if wants_more != is_watched:
                if wants_more:
                    self.selector.register(source, selectors.EVENT_READ)
                else:
                    self.selector.unregister(source)
                is_watched = wants_more
            for key, _ in self.selector.select():
                if key.fileobj == source:
                    chunk = os.read(source, _CHUNK)
                    is_open = bool(chunk)
                    lines = splitter.feed(chunk)
                else:
                    self._take(key.data)
            self._write(target)

    @property
    def _has_room(self) -> bool:
        return self.read - self.written < MOST_UNDER_WAY and self.held < MOST_BYTES_UNDER_WAY

    def _hand_out(self, number: int, line: bytes) -> None:
        worker = self.idle.pop()
        lines = [(number, line)]
        wanted = min(_MOST_TOGETHER, (len(self.waiting) + 1) // (2 * len(self.processes)))
        while number not in self.alone and len(lines) < wanted and self.waiting[0][0] not in self.alone:
            lines.append(self.waiting.popleft())
        self.busy[worker] = lines
        try:
            worker.send_bytes(b"\n".join(line for _, line in lines))
        except OSError:
            self._replace(worker)

    def _take(self, worker: Connection) -> None:
        try:
            answers = worker.recv_bytes().split(b"\n")
            numbers = [number for number, _ in self.busy[worker]]
        except (EOFError, OSError, KeyError):
            self._replace(worker)
        else:
            self.answers.update(zip(numbers, answers, strict=True))
            self.held += sum(map(len, answers)) - sum([len(line) for _, line in self.busy[worker]])
            self.alone.difference_update(numbers)
            del self.busy[worker]
            self.idle.append(worker)
            self.lost = 0

    def _replace(self, worker: Connection) -> None:
        """A process has ended unasked: its line gets an error, several get another try; another takes its place."""
        self.lost += 1
        if self.lost > _MOST_LOST_IN_A_ROW:
            raise RuntimeError("one process after the other has ended")
        lines = self.busy.pop(worker, [])
        if len(lines) > 1:
            self.waiting.extendleft(reversed(lines))
            self.alone.update(number for number, _ in lines)
        elif lines:
            lost = RuntimeError("the process that worked on this line has ended")
            self.answers[lines[0][0]] = answer = problems_of(lost, self.language).model_dump_json().encode()
            self.held += len(answer) - len(lines[0][1])
            self.alone.discard(lines[0][0])
        if worker in self.idle:
            self.idle.remove(worker)
        self._dismiss(worker)
        self._hire()

    def _write(self, target: BinaryIO) -> None:
        before = self.written
        while (answer := self.answers.pop(self.written, None)) is not None:
            target.write(answer + b"\n")
            self.written += 1
            self.held -= len(answer)
        if self.written > before:
            target.flush()

    def _dismiss(self, worker: Connection) -> None:
        self.selector.unregister(worker)
        worker.close()
        process = self.processes.pop(worker)
        process.terminate()
        process.join()

    def close(self) -> None:
        for worker in list(self.processes):
            self._dismiss(worker)
        self.selector.close()


def _work(questions: Connection, language: Language, strangers: Sequence[Connection]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for stranger in strangers:
        stranger.close()
    answerer = Answerer(language)
    while True:
        try:
            lines = questions.recv_bytes().split(b"\n")
            questions.send_bytes(b"\n".join([answerer.answer(line) for line in lines]))
        except (EOFError, OSError):
            return
