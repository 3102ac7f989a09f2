"""Catalogs of the program's words: ``make messages`` extracts them, updates the catalogs and compiles them.

Besides ``_("...")``, ``ngettext`` and ``mark`` these are found: patterns of input errors, each part between semicolons
by itself; the phrases put into them; what the schemas say of a value; what the JSON and YAML readers complain of.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from pydantic import TypeAdapter

from advisor.batch import Options
from advisor.explain import PlainSchema
from advisor.match import Entry
from advisor.matchfile import match_schema
from advisor.play.placement import Placement
from advisor.words import LOCALE

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("es",)
DOMAINS = ("advisor", "plan", "play", "ui")

PACKAGES = ("plan", "play")
"""Packages whose words, errors aside, have a catalog of their own."""

MessageId = str | tuple[str, str]
"""A text, or its singular and plural."""

_TRANSLATING = ("_", "translate", "mark", "Phrase")
_REFUSING = {"InputError": 1, "StoreError": 0, "_OutputError": 1, "_refuse": 1, "refuse": 1, "_wanted": 1, "_unfit": 0}

COMPOSED = (
    "{found} found, which is no text without quotes",
    "in play or while play is stopped",
    "standard input",
    "standard output",
)
"""Texts that are put together from parts, or given as something else than a message."""

FOREIGN = (
    # json
    "expecting value",
    "expecting property name enclosed in double quotes",
    "expecting ',' delimiter",
    "expecting ':' delimiter",
    "extra data",
    "illegal trailing comma before end of array",
    "illegal trailing comma before end of object",
    "invalid \\escape",
    "invalid \\uXXXX escape",
    "invalid control character at",
    "unexpected UTF-8 BOM (decode using utf-8-sig)",
    "unterminated string starting at",
    # libyaml
    "block sequence entries are not allowed in this context",
    "could not find expected ':'",
    "could not find expected directive name",
    "did not find URI escaped octet",
    "did not find expected '!'",
    "did not find expected ',' or ']'",
    "did not find expected ',' or '}'",
    "did not find expected '-' indicator",
    "did not find expected <document start>",
    "did not find expected alphabetic or numeric character",
    "did not find expected comment or line break",
    "did not find expected digit or '.' character",
    "did not find expected hexdecimal number",
    "did not find expected key",
    "did not find expected node content",
    "did not find expected tag URI",
    "did not find expected version number",
    "did not find expected whitespace",
    "did not find expected whitespace or line break",
    "did not find the expected '>'",
    "exceeded maximum nesting depth",
    "found a tab character that violates indentation",
    "found a tab character where an indentation space is expected",
    "found an indentation indicator equal to 0",
    "found character that cannot start any token",
    "found duplicate %TAG directive",
    "found duplicate %YAML directive",
    "found extremely long version number",
    "found incompatible YAML document",
    "found invalid Unicode character escape code",
    "found undefined tag handle",
    "found unexpected ':'",
    "found unexpected document indicator",
    "found unexpected end of stream",
    "found unexpected non-alphabetical character",
    "found unknown directive name",
    "found unknown escape character",
    "mapping keys are not allowed in this context",
    "mapping values are not allowed in this context",
)
"""What other libraries complain of, put into messages of input errors."""


def sources(domain: str) -> list[Path]:
    """The files whose words belong to a domain."""
    own = {name: ROOT / "advisor" / name for name in (*PACKAGES, "ui")}
    if domain == "ui":
        return [path for path in (ROOT / "app.py", *sorted(own["ui"].rglob("*.py"))) if path.is_file()]
    if domain in PACKAGES:
        return sorted(own[domain].rglob("*.py"))
    paths = sorted((ROOT / "advisor").rglob("*.py"))
    return [path for path in paths if not any(path.is_relative_to(folder) for folder in own.values())]


def extract(domain: str) -> dict[MessageId, list[tuple[str, int]]]:
    """Every message of a domain, with the files and lines that have it."""
    found: dict[MessageId, list[tuple[str, int]]] = {}
    readers = [(path, find_words if domain in PACKAGES else find_messages) for path in sources(domain)]
    if domain == "advisor":
        # Errors are said where they are caught, by the words of this domain.
        readers += [(path, find_errors) for package in PACKAGES for path in sources(package)]
    for path, find in readers:
        name = path.relative_to(ROOT).as_posix()
        for message, line in sorted(find(path.read_text("utf-8")), key=lambda found: found[1]):
            found.setdefault(message, []).append((name, line))
    if domain == "advisor":
        for message in (*COMPOSED, *FOREIGN, *sorted(set(_descriptions()))):
            found.setdefault(message, [])
    return found


def find_messages(code: str) -> Iterator[tuple[MessageId, int]]:
    """The messages of a module, with their lines. Raises ValueError for one that is put together by an f-string."""
    yield from find_words(code)
    yield from find_errors(code)


def find_words(code: str) -> Iterator[tuple[MessageId, int]]:
    """The messages of a module that are no errors', as ``find_messages`` gives them."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and _called(node) != "Phrase":
            yield from _words_of_call(node)


def find_errors(code: str) -> Iterator[tuple[MessageId, int]]:
    """The patterns of a module's errors and the phrases put into them, as ``find_messages`` gives them."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call):
            name = _called(node)
            if name == "Phrase":
                yield from _words_of_call(node)
            elif name in _REFUSING and len(node.args) > _REFUSING[name]:
                for text in _strings(node.args[_REFUSING[name]]):
                    yield from _parts(text)
        elif isinstance(node, ast.Assign) and len(node.targets) == 1:
            target, value = node.targets[0], node.value
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = list(zip(target.elts, value.elts, strict=False))
            for name, text in pairs:
                if isinstance(name, ast.Name) and name.id == "message" and isinstance(text, ast.Constant):
                    yield from _parts(text)


def _called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _words_of_call(call: ast.Call) -> Iterator[tuple[MessageId, int]]:
    name = _called(call)
    texts = [argument.value if isinstance(argument, ast.Constant) else None for argument in call.args]
    if name == "ngettext" and isinstance(texts[0], str) and isinstance(texts[1], str):
        yield (texts[0], texts[1]), call.lineno
    elif name in _TRANSLATING and call.args:
        for text in _strings(call.args[0]):
            if name == "mark":
                yield from _parts(text)
            else:
                yield text.value, text.lineno


def _strings(argument: ast.expr) -> Iterator[Any]:
    """The texts that an argument may be or be made of."""
    if isinstance(argument, ast.JoinedStr):
        if {piece.value for piece in argument.values if isinstance(piece, ast.Constant)} == {"; "}:
            return
        raise ValueError(f"line {argument.lineno}: a message cannot be translated once it has been put together")
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str) and argument.value:
        yield argument
    elif isinstance(argument, ast.BinOp):
        yield from _strings(argument.left)
        yield from _strings(argument.right)
    elif isinstance(argument, ast.IfExp):
        yield from _strings(argument.body)
        yield from _strings(argument.orelse)
    elif isinstance(argument, ast.BoolOp):
        for value in argument.values:
            yield from _strings(value)


def _parts(text: Any) -> Iterator[tuple[MessageId, int]]:
    """The parts of an input error's pattern; what only goes on with a part is in ``COMPOSED``."""
    if isinstance(text.value, str) and not text.value.startswith(","):
        for part in text.value.split("; "):
            if part:
                yield part, text.lineno
    elif isinstance(text.value, str):
        for part in text.value.split("; ")[1:]:
            yield part, text.lineno


def _descriptions() -> Iterator[str]:
    entries: TypeAdapter[Any] = TypeAdapter(Entry)
    yield from _leaves(match_schema())
    yield from _leaves(entries.json_schema(schema_generator=PlainSchema))
    yield from _leaves(Options.model_json_schema(schema_generator=PlainSchema))
    yield from _leaves(Placement.model_json_schema(schema_generator=PlainSchema))


def _leaves(node: Any) -> Iterator[str]:
    """What a schema says of the values that are no models."""
    if isinstance(node, dict):
        if isinstance(node.get("description"), str) and "properties" not in node:
            yield node["description"]
        node = node.values()
    elif not isinstance(node, list):
        return
    for child in node:
        yield from _leaves(child)


def catalog_path(language: str, domain: str, ending: str = "po") -> Path:
    """Where a catalog is."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.{ending}"


def read_catalog(language: str, domain: str) -> Catalog:
    """The catalog as it is, empty where there is none yet."""
    path = catalog_path(language, domain)
    if not path.exists():
        return Catalog(locale=language, domain=domain)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain)


def updated(language: str, domain: str) -> Catalog:
    """The catalog with the messages of the sources: translations kept, new ones empty, others dropped."""
    before = read_catalog(language, domain)
    comment = f"# Words of the program: {domain}, {language}."
    after = Catalog(locale=language, domain=domain, project="polo-advisor", header_comment=comment, fuzzy=False)
    after.mime_headers = [("Plural-Forms", "nplurals=2; plural=(n != 1);")]
    for message, places in extract(domain).items():
        kept = before.get(message if isinstance(message, str) else message[0])
        files: Any = sorted({(name, None) for name, _ in places})
        after.add(message, kept.string if kept and kept.id == message else None, files)
    return after


def po_bytes(catalog: Catalog) -> bytes:
    """A catalog as text, without the dates and names that would change it each time."""
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=110, sort_output=False, ignore_obsolete=True)
    dropped = ("POT-Creation-Date", "PO-Revision-Date", "Last-Translator", "Language-Team", "Generated-By", "Report-")
    lines = buffer.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(tuple(f'"{name}' for name in dropped))).encode()


def mo_bytes(po: bytes, language: str, domain: str) -> bytes:
    """A catalog as gettext reads it."""
    buffer = io.BytesIO()
    catalog = read_po(io.BytesIO(po), locale=language, domain=domain)
    catalog.creation_date = catalog.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    write_mo(buffer, catalog)
    return buffer.getvalue()


def main(domains: Iterable[str]) -> int:
    """Brings the catalogs up to date, and says which messages have no translation."""
    missing = 0
    for domain in domains:
        for language in LANGUAGES:
            catalog = updated(language, domain)
            if not len(catalog):
                continue
            po = po_bytes(catalog)
            path = catalog_path(language, domain)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(po)
            catalog_path(language, domain, "mo").write_bytes(mo_bytes(po, language, domain))
            empty = [message.id for message in catalog if message.id and not any(_strings_of(message.string))]
            for message in empty:
                print(f"{domain}, {language}: no translation of {message!r}")
            missing += len(empty)
    return 1 if missing else 0


def _strings_of(string: Any) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string or ())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or DOMAINS))
