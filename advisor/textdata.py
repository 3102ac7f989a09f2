"""YAML and JSON text to plain values, strictly: what cannot be meant is refused, and nothing is run."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import yaml

from advisor.errors import InputError, KeyPath, Phrase, quoted, shortened

_MAX_DEPTH = 30


def parse_json(text: str | bytes) -> Any:
    """The values of a JSON text; doubled keys and ``NaN`` are refused. Raises InputError."""
    try:
        return _JSON.decode(text if isinstance(text, str) else text.decode())
    except json.JSONDecodeError as error:
        message = "not JSON: {problem} at column {column}; check the commas, quotes and brackets there"
        problem = Phrase(error.msg[:1].lower() + error.msg[1:])
        raise InputError((), message, {"problem": problem, "column": str(error.colno)}, line=error.lineno) from None
    except _DoubledKeyError as error:
        raise _doubled_key((), str(error)) from None
    except UnicodeDecodeError:
        raise InputError((), "not UTF-8 text; save it as UTF-8") from None
    except RecursionError:
        raise _too_deep(()) from None
    except ValueError as error:
        message = "not JSON: {problem}; a number has at most some hundred digits"
        raise InputError((), message, {"problem": shortened(str(error))}) from None


def read_yaml(text: str) -> tuple[Any, Mapping[KeyPath, int]]:
    """The values of a YAML text, and the line of each place in it, counted from 1. Raises InputError.

    Anchors, aliases, tags and doubled keys are refused. Plain scalars are text, but for ``true``, ``false``,
    ``null`` and decimal numbers: ``no``, ``on``, dates, sexagesimals and the like are what is written.
    """
    try:
        return _YamlReader().read(text)
    except yaml.YAMLError as error:
        raise _yaml_error(error, text) from None


class _DoubledKeyError(Exception):
    pass


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        keys = [key for key, _ in pairs]
        raise _DoubledKeyError(next(key for number, key in enumerate(keys) if key in keys[:number]))
    return values


def _not_json(constant: str) -> float:
    raise ValueError(f"{constant} found")


_JSON = json.JSONDecoder(object_pairs_hook=_unique_keys, parse_constant=_not_json)


class _YamlReader:
    """Builds values and lines from the events of a YAML text, without recursion."""

    def __init__(self) -> None:
        self.root: Any = None
        self.lines: dict[KeyPath, int] = {}
        self.open: list[_Collection] = []

    def read(self, text: str) -> tuple[Any, Mapping[KeyPath, int]]:
        documents = 0
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            line = event.start_mark.line + 1 if event.start_mark else 0
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    message = "a second document found; a match file must have one (take out the ---)"
                    raise InputError((), message, line=line)
            elif isinstance(event, yaml.NodeEvent):
                self._take(event, line)
            elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
                self.open.pop()
        if not documents:
            raise InputError((), "the file is empty; a match file must have rules, event and teams")
        return self.root, self.lines

    def _take(self, event: yaml.NodeEvent, line: int) -> None:
        top = self.open[-1] if self.open else None
        is_key = top is not None and top.wants_key
        path = () if top is None else top.path if is_key else top.next_path()
        self._refuse_references(event, path, line)
        if is_key:
            assert top is not None
            if not isinstance(event, yaml.ScalarEvent):
                raise InputError(path, "a list or mapping as a key found; a key must be a word", line=line)
            if event.value in top.values:
                raise _doubled_key((*path, event.value), event.value, line)
            top.key = event.value
            self.lines[(*path, event.value)] = line
            return
        value = _scalar(event) if isinstance(event, yaml.ScalarEvent) else _empty(event)
        if top is None:
            self.root = value
        else:
            top.put(value)
            self.lines.setdefault(path, line)
        if isinstance(event, yaml.CollectionStartEvent):
            if len(self.open) == _MAX_DEPTH:
                raise _too_deep(path, line)
            self.open.append(_Collection(value, path))

    def _refuse_references(self, event: yaml.NodeEvent, path: KeyPath, line: int) -> None:
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            sign = "*" if isinstance(event, yaml.AliasEvent) else "&"
            message = "anchor {found} found; write the value out, or put it in quotes if it is a text"
            raise InputError(path, message, {"found": shortened(f"{sign}{event.anchor}")}, line=line)
        tag = event.tag if isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent) else None
        if tag is not None:
            message = "tag {found} found; leave it out, or put the value in quotes if it is a text"
            raise InputError(path, message, {"found": shortened(tag)}, line=line)


class _Collection:
    """A mapping or list that is being read."""

    def __init__(self, values: Any, path: KeyPath) -> None:
        self.values = values
        self.path = path
        self.key: str | None = None

    @property
    def wants_key(self) -> bool:
        return self.key is None and isinstance(self.values, dict)

    def next_path(self) -> KeyPath:
        return (*self.path, len(self.values) if self.key is None else self.key)

    def put(self, value: Any) -> None:
        if self.key is None:
            self.values.append(value)
        else:
            self.values[self.key] = value
            self.key = None


_INTEGER = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]{0,17})?\.[0-9]{1,17}")
_WORDS = {"": None, "~": None, "null": None} | {
    word: word.lower() == "true" for word in ("true", "True", "TRUE", "false", "False", "FALSE")
}


def _scalar(event: yaml.ScalarEvent) -> Any:
    text: str = event.value
    if not event.implicit[0]:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text


def _empty(event: yaml.NodeEvent) -> Any:
    return {} if isinstance(event, yaml.MappingStartEvent) else []


def _doubled_key(path: KeyPath, key: str, line: int | None = None) -> InputError:
    return InputError(path, "key {found} found twice; give it once", {"found": quoted(key)}, line=line)


def _too_deep(path: KeyPath, line: int | None = None) -> InputError:
    message = "lists and mappings more than {most} deep found; a match file needs fewer"
    return InputError(path[:6], message, {"most": str(_MAX_DEPTH)}, line=line)


def _yaml_error(error: yaml.YAMLError, text: str) -> InputError:
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        message = "a control character found; a match file must be plain text"
        return InputError((), message)
    line, column = mark.line, mark.column
    rows = text.splitlines()
    if line < len(rows) and rows[line][column : column + 1] == "\t":
        message = "a tab found at column {column}; indent with spaces"
        return InputError((), message, {"column": str(column + 1)}, line=line + 1)
    message = "not YAML: {problem} at column {column}; check the indentation, quotes and brackets there"
    problem = Phrase(getattr(error, "problem", None) or "something unexpected")
    return InputError((), message, {"problem": problem, "column": str(column + 1)}, line=line + 1)
