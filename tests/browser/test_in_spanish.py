"""What a browser shows of the pages in Spanish: nothing of Streamlit's own English is left on them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from advisor.ui import sources
from tests.browser.phones import Field

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

PAGES = (
    "",
    "match",
    "match?match=demo",
    "match?match=demo&view=check&team=red&lineup=r1~r3~r6~r8",
    "rules",
    "matches",
    "matches?do=open",
    "matches?do=late",
    "events",
    "plan?match=demo",
    "field",
)
VIEWS = ("record", "check", "lineups", "journal", "timeline", "players", "audit", "more")


def in_english(page: Page) -> list[str]:
    named = {case.source for case in sources.list_cases().values()}
    named |= {name for demo in sources.list_demos().values() for name in _names(demo.match.as_data())}
    texts: list[str] = page.evaluate(SAID)
    return sorted({text for text in texts if text not in named | OF_STREAMLIT and ENGLISH.search(text)})


def _names(data: object) -> list[str]:
    if isinstance(data, dict):
        own = [data["name"]] if isinstance(data.get("name"), str) else []
        return own + [name for value in data.values() for name in _names(value)]
    return [name for value in data for name in _names(value)] if isinstance(data, list) else []


def test_no_english_is_left_on_any_page(polo: Field) -> None:
    page = polo.phone(polo.made.keeper.secret)
    own = f"http://127.0.0.1:{polo.server.port}/"
    addresses = [own + path for path in PAGES]
    addresses += [polo.url(polo.made.keeper.secret, f"&view={view}") for view in VIEWS]
    addresses.append(polo.url(polo.made.captains["red"].secret))
    found = {}
    for address in addresses:
        address = address.replace("lang=en", "lang=es")
        page.goto(address if "lang=" in address else f"{address}{'&' if '?' in address else '?'}lang=es")
        expect(page.locator("h1").first).to_be_visible()
        expect(page.locator('[data-testid="stApp"]')).to_have_attribute("data-test-script-state", "notRunning")
        expect(page.locator('[data-testid="stSkeleton"]')).to_have_count(0)
        if english := in_english(page):
            found[address] = english
    assert found == {}
