"""The program's words: every message in both languages, with the same placeholders, in catalogs that are up to date."""

from __future__ import annotations

import builtins
import re
from pathlib import Path

import pytest
import yaml
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from advisor.errors import InputError, Phrase
from advisor.matchfile import read_match
from advisor.narrate import say_goals_noun
from advisor.words import LOCALE, mark, plural_translator, translator
from tests.test_cli import IMPOSSIBLE, match_with
from tests.test_matchfile import BAD, SMALL
from tools.messages import DOMAINS, LANGUAGES, catalog_path, extract, find_messages, mo_bytes, read_catalog

CATALOGS = [(language, domain) for language in LANGUAGES for domain in DOMAINS]


def messages(language: str, domain: str) -> list[Message]:
    return [message for message in read_catalog(language, domain) if message.id]


def forms(text: object) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())  # type: ignore[arg-type]


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w*)\}", text))


# -- catalogs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_the_catalog_has_the_messages_of_the_sources_and_no_others(language: str, domain: str) -> None:
    in_catalog = {
        message.id if isinstance(message.id, str) else tuple(message.id) for message in messages(language, domain)
    }
    in_sources = set(extract(domain))
    assert in_sources - in_catalog == set(), "make messages"
    assert in_catalog - in_sources == set(), "make messages"


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_every_message_is_translated_with_the_same_placeholders(language: str, domain: str) -> None:
    for message in messages(language, domain):
        assert not message.fuzzy, message.id
        translated = forms(message.string)
        assert len(translated) == len(forms(message.id)), message.id
        for source, text in zip(forms(message.id), translated, strict=True):
            assert text, source
            assert placeholders(text) == placeholders(source), source
            assert (source[0].isspace(), source[-1].isspace()) == (text[0].isspace(), text[-1].isspace()), source
            assert (source[-1] in ":?") == (text[-1] in ":?"), source


@pytest.mark.parametrize(("language", "domain"), CATALOGS)
def test_the_compiled_catalog_is_that_of_the_text(language: str, domain: str) -> None:
    po = catalog_path(language, domain).read_bytes()
    assert catalog_path(language, domain, "mo").read_bytes() == mo_bytes(po, language, domain), "make messages"


def test_there_is_a_catalog_for_each_language_and_no_other() -> None:
    assert sorted(path.parent.parent.name for path in LOCALE.glob("*/LC_MESSAGES/advisor.po")) == sorted(LANGUAGES)
    for path in LOCALE.glob("*/LC_MESSAGES/*.po"):
        with path.open("rb") as file:
            assert read_po(file).num_plurals == 2


# -- what is extracted -----------------------------------------------------------------------------------------------


def test_messages_are_found_wherever_they_are_written() -> None:
    code = """
_("plain")
self._("of an object")
ngettext("{n} goal", "{n} goals", n)
mark("kept for later")
message = "found; a remedy"
raise InputError(path, "first part; second part", facts)
raise InputError(path, "not " + beginning)
raise InputError(path, f"{one}; {other}")
self._refuse("team", "no team")
Phrase("one" if n else "other")
gettext.gettext(variable)
"""
    expected: list[str | tuple[str, str]] = ["plain", "of an object", ("{n} goal", "{n} goals"), "kept for later"]
    expected += ["found", "a remedy", "first part", "second part", "not ", "no team", "one", "other"]
    assert sorted((message for message, _ in find_messages(code)), key=str) == sorted(expected, key=str)


@pytest.mark.parametrize("code", ['InputError((), f"no {team}")', '_(f"{n} goals")', 'Phrase(f"{n}")'])
def test_a_message_put_together_before_it_is_translated_is_refused(code: str) -> None:
    with pytest.raises(ValueError, match="cannot be translated"):
        list(find_messages(code))


def said_parts(error: InputError) -> set[str]:
    """What of an error is asked to be translated."""
    asked: set[str] = set()

    def listen(text: str) -> str:
        asked.add(text)
        return text

    error.translated(listen)
    return asked


def errors_of(text: str | bytes) -> tuple[InputError, ...]:
    from advisor.fold import Fold

    try:
        Fold(read_match(text).match).run()
    except InputError as error:
        return error.errors
    raise AssertionError("this can be read")


BAD_TEXTS = [SMALL.replace(bad["what"], bad["by"]) for bad in BAD]
BAD_TEXTS += [match_with(entries).decode() for entries in IMPOSSIBLE.values()]
BAD_TEXTS += [
    "{",
    '{"a": }',
    '{"a": 1,}',
    '{"a": "\\x"}',
    "a: [",
    "a: 'b",
    "a: b: c",
    "- a\nb: c",
    "a:\n\t- b",
    "%A",
    "\0",
]


@pytest.mark.parametrize("text", BAD_TEXTS)
def test_every_part_of_an_input_error_is_in_the_catalog(text: str) -> None:
    known = {form for message in messages("es", "advisor") for form in forms(message.id)}
    for error in errors_of(text):
        assert said_parts(error) <= known


def test_a_reason_within_an_error_is_said_in_the_same_language() -> None:
    (error,) = errors_of(match_with("  - {entry: stop}\n  - {entry: resume}\n  - {entry: strike, number: 1}"))
    spanish = error.translated(translator("es"))
    assert "possible" not in spanish
    assert "no es posible ahora, en juego; solo es posible con el juego detenido" in spanish


# -- translators -----------------------------------------------------------------------------------------------------


def test_a_translator_is_made_once_and_nothing_is_installed() -> None:
    assert translator("es") is translator("es")
    assert translator("es")("not legal") == "no legal"
    assert translator("en")("not legal") == "not legal"
    assert not hasattr(builtins, "_")
    assert not hasattr(builtins, "ngettext")


@pytest.mark.parametrize("language", ["en", "fr", "../es", ""])
def test_without_a_catalog_the_english_stays(language: str) -> None:
    assert translator(language)("legal now") == "legal now"
    assert translator(language, domain="nothing")("legal now") == "legal now"


def test_nothing_to_translate_is_nothing_and_not_the_catalog_s_head() -> None:
    assert translator("es")("") == ""
    assert mark("as it is") == "as it is"


@pytest.mark.parametrize(
    ("half", "english", "spanish"),
    [
        (0, "0 goals", "0 goles"),
        (1, "½ goal", "½ gol"),
        (2, "1 goal", "1 gol"),
        (-2, "-1 goal", "-1 gol"),
        (3, "1½ goals", "1½ goles"),
        (8, "4 goals", "4 goles"),
    ],
)
def test_goals_up_to_one_are_said_in_the_singular(half: int, english: str, spanish: str) -> None:
    assert (say_goals_noun(half, "en"), say_goals_noun(half, "es")) == (english, spanish)


def test_numbers_take_their_form_in_each_language() -> None:
    one, many = "{count} breach", "{count} breaches"
    assert [plural_translator("es")(one, many, number) for number in (1, 2)] == [
        *("{count} infracción", "{count} infracciones"),
    ]
    assert [plural_translator("en")(one, many, number) for number in (0, 1, 1000000)] == [many, one, many]


# -- Spanish ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("domain", DOMAINS)
def test_spanish_says_things_as_the_rulebooks_do(domain: str) -> None:
    """Neutral as to gender, and with the terms of the supplied translation."""
    unwanted = re.compile(
        r"\b(jugador(es)?|jugadora?s?|capitán|capitana|árbitro|lesionad[oa]s?|chukker|handicap)\b", re.I
    )
    for message in messages("es", domain):
        for text in forms(message.string):
            assert not unwanted.search(re.sub(r"\{\w+\}|`\w+`|\b\w+_\w+\b", "", text)), text


def test_the_rulebooks_terms_are_neutral_too() -> None:
    books = Path(__file__).resolve().parent.parent / "data" / "rulebooks"
    assert all("jugador " not in str(yaml.safe_load(path.read_text())) for path in books.glob("*.yaml"))


def test_phrases_of_errors_are_translated_and_facts_of_the_input_are_not() -> None:
    error = InputError(
        ("a",), "{found} found; {key} must be {need}", {"found": "'nothing'", "key": "a", "need": Phrase("a list")}
    )
    assert error.translated(translator("es")) == "hay 'nothing'; a debe ser una lista"
