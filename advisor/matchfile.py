"""Match files: YAML or JSON text to a :class:`Match`, with the line of each thing that is wrong in it."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema

from advisor.errors import InputError, InputErrors, KeyPath, shortened
from advisor.explain import PlainSchema, explain
from advisor.match import Entry, Match
from advisor.textdata import parse_json, read_yaml

MAX_BYTES = 2_000_000
"""Largest match file that is read."""

_Model = TypeVar("_Model", bound=BaseModel)


@cache
def _entry() -> TypeAdapter[Entry]:
    return TypeAdapter(Entry)


@dataclass(frozen=True)
class Document:
    """A match as it was read, with its text, so that a place in it can be told by its line."""

    match: Match
    text: str
    name: str = "match"

    def line_of(self, path: KeyPath) -> int | None:
        """The line, counted from 1, of a place, or of the nearest place around it that the text has."""
        return _line_in(self._lines, path)

    @cached_property
    def _lines(self) -> Mapping[KeyPath, int]:
        return _lines_of(self.text)


def load_match(path: str | Path) -> Document:
    """Reads a match file, ``-`` being standard input. Raises InputError."""
    content, name = read_content(path)
    return read_match(content, name=name)


def read_content(path: str | Path) -> tuple[bytes, str]:
    """What a file has, ``-`` being standard input, and what errors call it. Raises InputError."""
    name = "standard input" if str(path) == "-" else str(path)
    try:
        if str(path) == "-":
            content = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(path, "rb") as file:
                content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError((), "no such file; give the path of a file, or -", source=name) from None
    except IsADirectoryError:
        raise InputError((), "a directory found; give the path of a file, or -", source=name) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a path"
        message = "not readable: {reason}; give the path of a file, or -"
        raise InputError((), message, {"reason": shortened(reason)}, source=name) from None
    return content, name


def read_match(text: str | bytes, *, name: str = "match") -> Document:
    """The match that a YAML or JSON text states; ``name`` is what errors call the text. Raises InputError."""
    match, text = read_model(text, Match, name=name)
    return Document(match, text, name)


def read_model(text: str | bytes, kind: type[_Model], *, name: str) -> tuple[_Model, str]:
    """What a YAML or JSON text states, and the text, decoded; ``name`` is what errors call it. Raises InputError."""
    text = _decoded(text, name)
    try:
        data, lines = _read_data(text)
    except InputError as error:
        raise _named(error, name) from None
    try:
        return kind.model_validate(data), text
    except ValidationError as error:
        found = lines if lines is not None else _lines_of(text)
        problems = explain(error, kind).at_line(lambda path: _line_in(found, path)).errors
        in_order = sorted(problems, key=lambda problem: (not problem.path, problem.line or 0))
        raise InputErrors([_named(problem, name) for problem in in_order]) from None


def read_entry(data: object) -> Entry:
    """A single entry of a journal, from JSON values. Raises InputError with paths from the entry on."""
    try:
        return _entry().validate_python(data)
    except ValidationError as error:
        raise explain(error, _entry()) from None


def match_schema() -> dict[str, Any]:
    """The JSON Schema of a match file."""
    schema = Match.model_json_schema(by_alias=True, schema_generator=PlainSchema)
    return {"$schema": GenerateJsonSchema.schema_dialect, **schema, "title": "Polo match file"}


def _decoded(text: str | bytes, name: str) -> str:
    if len(text) > MAX_BYTES:
        message = "more than {size} MB found; a file must be smaller"
        raise InputError((), message, {"size": str(MAX_BYTES // 1_000_000)}, source=name)
    try:
        text = text.encode().decode() if isinstance(text, str) else text.decode()
    except UnicodeError:
        raise InputError((), "not UTF-8 text; save it as UTF-8", source=name) from None
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise InputError((), "the file is empty; a match file must have rules, event and teams", source=name)
    return text


def _named(error: InputError, name: str) -> InputError:
    return InputError(error.path, error.pattern, error.facts, line=error.line, source=name)


def _read_data(text: str) -> tuple[Any, Mapping[KeyPath, int] | None]:
    """The text's values, and the line of each place where that is known already."""
    not_json = None
    if text.lstrip().startswith("{"):
        try:
            return parse_json(text), None
        except InputError as error:
            not_json = error
    try:
        return read_yaml(text)
    except InputError as error:
        if not_json is not None and not error.path and re.match(r'\s*\{\s*["}]', text):
            raise not_json from None
        raise


def _lines_of(text: str) -> Mapping[KeyPath, int]:
    """The line of each place of a text that has been read, as far as it is YAML (nearly all JSON is)."""
    try:
        return read_yaml(text)[1]
    except InputError:
        return {}


def _line_in(lines: Mapping[KeyPath, int], path: KeyPath) -> int | None:
    for length in range(len(path), 0, -1):
        if (line := lines.get(path[:length])) is not None:
            return line
    return None
