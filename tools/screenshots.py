"""The screenshots of the docs, taken anew: ``python -m tools.screenshots`` (needs Chromium and the test extra).

Each page on a phone and on a laptop, as ``docs/screens/NAME-WIDTH.png``, in few colours so that the files stay small.
"""

from __future__ import annotations

import io
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from advisor.matchfile import load_match
from advisor.store import open_store
from advisor.store.transfer import import_match
from tests.browser.conftest import CHROMIUM, settle
from tests.browser.phones import ROOT, Server

FOLDER = ROOT / "docs" / "screens"
SIZES = ((390, 844), (1280, 900))
COLOURS = 64

PAGES: Mapping[str, tuple[str, str, str]] = {
    "quick": ("/?q=outdoor~8~6~3~stopped~1_3_2_1~1_2_4~2_3_3_0~1~_", "", ""),
    "match": ("/match?match=demo", "", ""),
    "captain": ("/kept?link={red}", "", ".total"),
    "umpire": (
        "/kept?link={keeper}&view=check",
        ".st-key-names-check-lineup-red button:has-text('Hugo Paz')",
        ".st-key-headline",
    ),
    "penalty-7": ("/match?match=penalty-7&p7=b2&team=red", "", ".st-key-removals"),
    "show": ("/show?match=demo&on=red~r1~r3~r4~r6&from=match", "", ""),
    "timeline": ("/match?match=everything&view=timeline", "", ".picture"),
    "plan": ("/plan?match=demo", "", ""),
    "field": ("/field?restart=2&way=spot", "", ".diagram"),
    "rules": ("/rules?clause=upper-limit", "", ""),
}
"""Address (``{red}``: a link of the demo that is kept), what is tapped there, and what the screen begins with."""


def take(page: Page, address: str, tapped: str, begins: str) -> Image.Image:
    """One screen in few colours."""
    page.goto(address)
    settle(page)
    if tapped:
        page.locator(tapped).click()
        expect(page.locator(".verdict.is-illegal")).to_be_visible()
        settle(page)
    page.evaluate("document.fonts.ready")
    if begins:
        page.locator(begins).first.evaluate(
            """part => { const bar = document.querySelector('[data-testid="stLayoutWrapper"]:has(> .st-key-match-bar)');
                         const main = document.querySelector('[data-testid="stMain"]');
                         const above = 24 + (bar ? bar.getBoundingClientRect().height : 0);
                         main.scrollBy(0, part.getBoundingClientRect().top - above); }"""
        )
    shown = Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")
    return shown.quantize(COLOURS, dither=Image.Dither.NONE)


def main(folder: Path = FOLDER) -> int:
    """Takes all of them."""
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=60_000)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with TemporaryDirectory() as temporary, sync_playwright() as playwright:
        server = Server(str(Path(temporary) / "polo.db"), Path(temporary) / "server.txt", port)
        server.start()
        try:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            for width, height in SIZES:
                with open_store(server.database) as store:
                    made = import_match(store, load_match(ROOT / "data" / "matches" / "demo.yaml"))
                links = {"keeper": made.keeper.secret, **{team: link.secret for team, link in made.captains.items()}}
                page = browser.new_context(viewport={"width": width, "height": height}, locale="en-GB").new_page()
                for name, (path, tapped, begins) in PAGES.items():
                    address = path.format_map(links)
                    image = take(page, f"http://127.0.0.1:{port}{address}", tapped, begins)
                    image.save(folder / f"{name}-{width}.png", optimize=True)
            browser.close()
        finally:
            server.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
