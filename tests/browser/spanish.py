"""What a browser shows of the pages in Spanish: nothing of Streamlit's own English is left on them."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from advisor.ui import sources

SAID = """() => {
    const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const part = node.parentElement, text = node.textContent.trim();
        if (!text || part.closest('script, style, noscript, [data-testid="stIconMaterial"]')) continue;
        if (part.checkVisibility({visibilityProperty: true}) && parseFloat(getComputedStyle(part).fontSize) > 0) {
            found.push(text);
        }
    }
    for (const part of document.querySelectorAll('.stApp [aria-label], .stApp [title], .stApp [placeholder]')) {
        if (!part.checkVisibility({visibilityProperty: true})) continue;
        for (const name of ['aria-label', 'title', 'placeholder']) {
            if (part.getAttribute(name)) found.push(part.getAttribute(name));
        }
    }
    return found;
}"""

ENGLISH = re.compile(
    r"(?<![\w-])(the|is|are|you|your|with|and|of|for|drag|drop|browse|uploads?|press|files?|per|choose|select|clear"
    r"|remove|search|loading|running|show|hide|open|close|copy|password)(?![\w-])",
    re.IGNORECASE,
)
"""Words that stand in English sentences and in Streamlit's own, and in no Spanish one."""

OF_STREAMLIT = {"file upload"}
"""What cannot be said otherwise: the name that the box for files has for who has the page read out."""


def in_english(page: Page) -> list[str]:
    """What a page in Spanish says in English, names and sources aside."""
    named = {case.source for case in sources.list_cases().values()}
    named |= {name for demo in sources.list_demos().values() for name in _names(demo.match.as_data())}
    texts: list[str] = page.evaluate(SAID)
    return sorted({text for text in texts if ENGLISH.search(_without(named | OF_STREAMLIT, text))})


def _without(named: set[str], text: str) -> str:
    """A text without what has its name from elsewhere."""
    for name in sorted(named, key=len, reverse=True):
        text = text.replace(name, "")
    return text


def _names(data: object) -> list[str]:
    if isinstance(data, dict):
        own = [data["name"]] if isinstance(data.get("name"), str) else []
        return own + [name for value in data.values() for name in _names(value)]
    return [name for value in data for name in _names(value)] if isinstance(data, list) else []
