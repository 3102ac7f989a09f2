"""The program's own words in each language, from the gettext catalogs under ``advisor/locale``.

English is the source: a text without a translation, or in a language without a catalog, stays as it is written.
The words of the rules are not here but in ``data/rulebooks``.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
"""Where the catalogs are: ``<language>/LC_MESSAGES/<domain>.mo``."""

Translator = Callable[[str], str]
"""Puts an English text into a language."""

PluralTranslator = Callable[[str, str, float], str]
"""Picks the form for a number from the English singular and plural, in a language."""


@cache
def translator(language: str, domain: str = "advisor") -> Translator:
    """Translates texts of this domain into this language."""
    translate = _catalog(language, domain).gettext
    return lambda text: translate(text) if text else text


@cache
def plural_translator(language: str, domain: str = "advisor") -> PluralTranslator:
    """Translates texts with a number; a number of goals up to one, halves included, is said in the singular."""
    translate = _catalog(language, domain).ngettext
    return lambda one, many, number: translate(one, many, 1 if 0 < abs(number) <= 1 else 2)


def mark(text: str) -> str:
    """The text itself: marks it for translation where it is written down before the language is known."""
    return text


@cache
def _catalog(language: str, domain: str) -> gettext.NullTranslations:
    if not language.isalpha():
        return gettext.NullTranslations()
    return gettext.translation(domain, LOCALE, languages=[language], fallback=True)
