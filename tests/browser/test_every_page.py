"""What holds of every page, in light and dark: nothing scrolls sideways, targets fit a glove, axe-core finds nothing
serious, figures and verdicts can be read in the sun, and no other host is asked for anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

Shows = Callable[..., Page]

QUICK = "/?q=outdoor~8~6~3~stopped~1_3_2_1~1_2_4~2_3_3_0~1~_"
PAGES = (
    QUICK,
    "/match",
    "/match?match=penalty-7",
    "/match?match=penalty-7&p7=b2&lang=es",
    "/match?match=penalty-7&team=blue",
    "/match?match=demo&what=unable",
    "/match?match=demo&team=red&if=unable~red~r1~injury&since=1",
    "/match?match=demo&view=check&team=red&lineup=r1~r3~r6~r8",
    "/match?match=demo&view=check&team=red&lineup=r1~r3~r4",
    "/match?case=o3-01&view=check&team=red&lineup=r1~r2~r3~r4",
    "/match?case=x1&lang=es&view=teams",
    "/match?match=demo&view=compare&lang=es",
    "/match?match=penalty-7&view=timeline",
    "/show?match=demo&on=red~r1~r3~r4~r6&from=match",
    "/show?match=demo&on=red~r1~r2~r3~r6&lang=es",
    "/match?case=x7-ineligible&view=audit",
    "/plan?match=demo",
    "/plan?match=penalty-7&plan=seven&lang=es",
    "/plan?match=demo&plan=bench",
    "/rules?clause=upper-limit&match=demo&lang=es",
    "/rules?part=play&lang=es",
    "/rules?part=turnout&rules=uspa-arena-2026",
    "/field?restart=2&way=spot",
    "/field?case=o20-02&lang=es",
)
READ_IN_THE_SUN = (
    ".total",
    ".card",
    ".countdown",
    ".worth",
    ".seesaw",
    ".ranges",
    ".counted",
    ".jump",
    ".verdict",
    ".bars",
    ".row",
    ".contested",
    ".compared",
    ".rule",
    ".restart",
    ".placed",
    ".show",
)
"""Parts that have verdicts and figures: their contrast is 7:1 or more."""

OF_STREAMLIT: dict[str, str] = {}
"""Rules that Streamlit itself breaks, by id, with a piece of the HTML that does. It breaks none on these pages."""

VISIBLE = """const visible = [...document.querySelectorAll('[data-testid="stMain"] :is(button, a, summary, input)')]
    .filter(part => !part.matches('.jump') && part.checkVisibility({visibilityProperty: true, opacityProperty: true}))
    .map(part => ({name: part.innerText || part.className, box: part.getBoundingClientRect()}))
    .filter(({box}) => box.height > 0 && box.width > 0);"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page(shows: Shows, server: str, scheme: str) -> None:
    page = shows("/", scheme=scheme)
    others: list[str] = []
    page.on("request", lambda request: others.append(request.url) if not _is_own(request.url, server) else None)
    for address in PAGES:
        shows(address, scheme=scheme)
        if address == QUICK:
            page.locator(".st-key-game button").click()
            page.locator(".st-key-own-0 button").click()
            expect(page.locator(".st-key-key-half button")).to_be_visible()
            expect(page.locator(".st-key-limit-raise button")).to_be_visible()
        page.evaluate("document.querySelectorAll('details.more').forEach(part => { part.open = true; })")
        assert not _low(page), f"{address} has targets that are too small"
        assert not _close(page), f"{address} has targets that are too close"
        assert not _violations(page, {}), address
        parts = [[part] for part in READ_IN_THE_SUN if page.locator(part).count()]
        assert not parts or not _violations(page, CONTRAST, {"include": parts}), address
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            assert not _is_wide(page), f"{address} scrolls sideways at {width} px"
    assert not others


CONTRAST: dict[str, Any] = {"runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]}}


def _violations(page: Page, options: dict[str, Any], parts: dict[str, Any] | None = None) -> list[str]:
    lines = []
    for violation in Axe().run(page, context=parts, options=options).response["violations"]:
        for node in violation["nodes"]:
            known = OF_STREAMLIT.get(violation["id"])
            if violation["impact"] in ("serious", "critical") and not (known and known in node["html"]):
                lines.append(f"{violation['id']} ({violation['impact']}): {node['html'][:200]} {node['any'][:1]}")
    return lines


def _is_wide(page: Page) -> bool:
    wide: bool = page.evaluate(
        """() => [document.documentElement, ...document.querySelectorAll('[data-testid="stMain"]')]
                 .some(part => part.scrollWidth > part.clientWidth)"""
    )
    return wide


def _low(page: Page) -> list[str]:
    """Targets lower than 56 px, or narrower than the seven periods that stand in one row of a phone."""
    low: list[str] = page.evaluate(
        "() => {"
        + VISIBLE
        + """return visible.filter(({box}) => box.height < 55.5 || box.width < 36)
                    .map(({name, box}) => `${name}: ${box.width} x ${box.height}`)}"""
    )
    return low


def _close(page: Page) -> list[str]:
    """Targets less than 8 px apart."""
    close: list[str] = page.evaluate(
        "() => {"
        + VISIBLE
        + """const near = [];
             visible.forEach((one, i) => visible.slice(i + 1).forEach(other => {
                 const across = Math.max(one.box.left, other.box.left) - Math.min(one.box.right, other.box.right);
                 const down = Math.max(one.box.top, other.box.top) - Math.min(one.box.bottom, other.box.bottom);
                 if (across < 7.5 && down < 7.5) near.push(`${one.name} / ${other.name}: ${across} ${down}`);
             }));
             return near}"""
    )
    return close


def _is_own(url: str, server: str) -> bool:
    return url.startswith((server, server.replace("http", "ws"), "data:", "blob:"))
