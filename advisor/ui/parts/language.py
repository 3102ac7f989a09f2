"""The language of the page: the address's, else the browser's; changed by one tap."""

from __future__ import annotations

import streamlit as st

from advisor.rulebook import Language
from advisor.ui.parts import address
from advisor.words import PluralTranslator, mark, plural_translator, translator
from advisor.words import Translator as Words

__all__ = ["NAMES", "Words", "chosen_language", "error_words", "mark", "other_language", "plural_words", "words"]

NAMES: dict[Language, str] = {"en": "English", "es": "Español"}
"""Each language in itself."""


def chosen_language() -> Language:
    """The language of this page."""
    asked = address.find("lang") or (st.context.locale or "")
    return "es" if asked.lower().startswith("es") else "en"


def other_language() -> Language:
    """The language that one tap changes to."""
    return "en" if chosen_language() == "es" else "es"


def words() -> Words:
    """The texts of the app in the language of the page."""
    return translator(chosen_language(), domain="ui")


def plural_words() -> PluralTranslator:
    """The texts of the app that have a number, in the language of the page."""
    return plural_translator(chosen_language(), domain="ui")


def error_words() -> Words:
    """The texts of input errors in the language of the page."""
    return translator(chosen_language())
