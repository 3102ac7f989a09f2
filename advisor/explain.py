"""What pydantic finds wrong, in words for people: where, what was found, what would do; one line for each."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import ErrorDetails, core_schema

from advisor.editions import edition_ids
from advisor.errors import InputError, InputErrors, KeyPath, Phrase, quoted, shortened
from advisor.match import ID_FORM

_MAX_ERRORS = 100


class PlainSchema(GenerateJsonSchema):
    """Without what only this program knows: made-up titles and defaults that mean "not given"."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        if schema.get("default", ...) is None:
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        result = super().dict_schema(schema)
        if "patternProperties" in result:
            result["additionalProperties"] = False
        return result


def explain(error: ValidationError, kind: type[BaseModel] | TypeAdapter[Any]) -> InputErrors:
    """The errors that pydantic found in a value of this kind, in words."""
    root = _schema_of(kind, edition_ids())
    found = (problem for detail in error.errors(include_url=False) for problem in _explained(detail, root))
    errors = list(islice(found, _MAX_ERRORS))
    if next(found, None):
        message = "more errors than these {most} found; mend them first"
        errors.append(InputError((), message, {"most": str(_MAX_ERRORS)}))
    return InputErrors(errors)


@cache
def _schema_of(kind: type[BaseModel] | TypeAdapter[Any], editions: tuple[str, ...]) -> dict[str, Any]:
    """The JSON Schema of a kind of value, which names the editions that there are."""
    if isinstance(kind, TypeAdapter):
        return kind.json_schema(schema_generator=PlainSchema)
    return kind.model_json_schema(schema_generator=PlainSchema)


def _explained(detail: ErrorDetails, root: dict[str, Any]) -> Iterator[InputError]:
    path, node, is_key = _place(detail["loc"], root)
    context = detail.get("ctx", {})
    if detail["type"] == "match":
        for error in context["errors"]:
            yield error.under(path)
    elif detail["type"] == "extra_forbidden":
        yield _unknown_key(path, _place(detail["loc"][:-1], root)[1])
    elif detail["type"] == "missing":
        yield _wanted(path, "{key} is missing", node, {})
    elif detail["type"] == "union_tag_not_found":
        yield _wanted((*path, "entry"), "{key} is missing", _names_of(node), {})
    elif detail["type"] == "union_tag_invalid":
        yield _wanted((*path, "entry"), "{found} found", _names_of(node), {"found": context["tag"]})
    elif is_key:
        facts = {"found": _found(detail["input"]), "need": Phrase(ID_FORM)}
        yield InputError(path, "{found} found as a key; it must be {need}", facts)
    else:
        yield _wanted(path, "{found} found", node, {"found": detail["input"]})


def _place(loc: Sequence[str | int], root: dict[str, Any]) -> tuple[KeyPath, dict[str, Any], bool]:
    """The path that pydantic's location stands for, its schema, and whether its key is meant."""
    path: list[str | int] = []
    node = _resolved(root, root)
    is_key = False
    for step in loc:
        entries = node.get("discriminator", {}).get("mapping", {})
        if step == "[key]":
            is_key = True
        elif step in entries:
            node = _resolved({"$ref": entries[step]}, root)
        else:
            path.append(step)
            node = _resolved(_child(node, step), root)
    return tuple(path), node, is_key


def _child(node: dict[str, Any], step: str | int) -> Any:
    if isinstance(step, int):
        return node.get("items", {})
    if step in node.get("properties", {}):
        return node["properties"][step]
    return next(iter(node.get("patternProperties", {}).values()), {})


def _resolved(node: Any, root: dict[str, Any]) -> dict[str, Any]:
    """The schema without references, and without the choice of null."""
    if not isinstance(node, dict):
        return {}
    if "$ref" in node:
        return _resolved(root["$defs"][node["$ref"].rsplit("/", 1)[1]], root)
    if "anyOf" in node:
        choice = next((choice for choice in node["anyOf"] if choice != {"type": "null"}), None)
        own = {"description": node["description"]} if "description" in node else {}
        return {**_resolved(choice, root), **own}
    return node


def _names_of(node: dict[str, Any]) -> dict[str, Any]:
    """The schema of the word that tells the kinds of entry apart."""
    return {"enum": list(node["discriminator"]["mapping"])}


def _unknown_key(path: KeyPath, parent: dict[str, Any]) -> InputError:
    key = str(path[-1])
    known = list(parent.get("properties", ()))
    facts = {"found": quoted(key), "words": ", ".join(known)}
    if guess := _guess(key, known):
        return InputError(path, "key {found} is unknown; did you mean {guess}?", {**facts, "guess": guess})
    return InputError(path, "key {found} is unknown; the keys here must be of: {words}", facts)


def _wanted(path: KeyPath, beginning: str, node: dict[str, Any], found: Mapping[str, Any]) -> InputError:
    """An error that says what was found and what would do at a place of this schema."""
    value = found.get("found")
    facts: dict[str, str] = {name: _found(value) for name in found}
    facts["key"] = _key_of(path)
    if words := _words(node):
        facts["words"] = ", ".join(words)
        if isinstance(value, str) and (guess := _guess(value, words)):
            facts["guess"] = guess
            return InputError(path, beginning + "; did you mean {guess}? {key} must be one of: {words}", facts)
        return InputError(path, beginning + "; {key} must be one of: {words}", facts)
    if node.get("properties"):
        facts["words"] = ", ".join(node["properties"])
        return InputError(path, beginning + "; {key} must be a mapping with keys of: {words}", facts)
    if "discriminator" in node:
        return InputError(path, beginning + "; {key} must be a mapping with the key entry", facts)
    facts["need"] = Phrase(node.get("description", "something else"))
    if isinstance(value, bool | float) and node.get("type") == ["string", "integer"]:
        return InputError(path, beginning + ", which is no text without quotes; {key} must be {need}", facts)
    return InputError(path, beginning + "; {key} must be {need}", facts)


def _words(node: dict[str, Any]) -> list[str]:
    return [str(word) for word in node.get("enum", [node["const"]] if "const" in node else [])]


def _guess(word: str, known: Sequence[str]) -> str | None:
    return next(iter(difflib.get_close_matches(word[:100].lower(), known, n=1, cutoff=0.6)), None)


def _key_of(path: KeyPath) -> str:
    """The last key of a path, with its place in the list: ``players[3]``."""
    names = [place for place, step in enumerate(path) if isinstance(step, str)]
    if not names:
        return "match"
    return shortened(str(path[names[-1]])) + "".join(f"[{step}]" for step in path[names[-1] + 1 :])


def _found(value: object) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return shortened(str(value)) if abs(value) < 10**30 else Phrase("a very large number")
    if isinstance(value, dict):
        return Phrase("a mapping")
    return Phrase("nothing" if value is None else "a list")
