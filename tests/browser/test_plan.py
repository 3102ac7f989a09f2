"""The plan in Chromium: its file read with the network cut, and the page on a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from advisor.match import Match
from advisor.plan.html import plan_html
from advisor.plan.plan import make_plan
from advisor.plan.said import say_plan

Shows = Callable[..., Page]
MATCHES = Path(__file__).parents[2] / "data" / "matches"
LEVELS = {"serious", "critical"}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's plan as a file, before the start."""
    data = yaml.safe_load((MATCHES / "demo.yaml").read_text("utf-8"))
    match = Match.model_validate({**data, "journal": []})
    plans = [say_plan(match, make_plan(match, "red", language=one), one) for one in ("en", "es")]  # type: ignore[arg-type]
    path = tmp_path_factory.mktemp("plan") / "plan.html"
    path.write_text(plan_html(plans), "utf-8")
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_file_opens_with_the_network_cut_and_is_read_on_a_phone(browser: Browser, file: Path, scheme: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme)  # type: ignore[arg-type]
    context.set_offline(True)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    card = page.locator("main:visible details").first
    expect(card.locator("summary")).to_have_text("Ana Torres (1)")
    expect(card.get_by_text("Eva Lund (1½) in").first).to_be_hidden()
    card.locator("summary").click()
    expect(card.get_by_text("Eva Lund (1½) in").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    heights = page.evaluate("[...document.querySelectorAll('summary, label')].map(one => one.offsetHeight)")
    assert min(height for height in heights if height) >= 56
    expect(page.locator("main:visible svg.trade-off")).to_be_visible()
    page.locator("label[for=es]").click()
    expect(page.get_by_role("heading", level=1).filter(visible=True)).to_have_text(
        "Red Oaks contra Blue Hills: si hay una baja"
    )
    card = page.locator("main:visible details").first
    card.locator("summary").click()
    expect(card.get_by_text("Entra Eva Lund (1½)").first).to_be_visible()
    found = Axe().run(page).response["violations"]
    assert [one["id"] for one in found if one["impact"] in LEVELS] == []
    assert asked == [file.as_uri()]
    context.close()


def test_the_file_can_be_used_without_a_pointer(browser: Browser, file: Path) -> None:
    page = browser.new_page()
    page.goto(file.as_uri())
    page.locator("#en").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("main[lang=es]")).to_be_visible()
    expect(page.locator("main[lang=en]")).to_be_hidden()
    page.close()


def test_the_plan_on_a_phone_leads_to_its_files(shows: Shows) -> None:
    page = shows("/plan?match=demo&team=red")
    expect(page.locator(".plan-card h3").first).to_have_text("Ana Torres (1)")
    with page.expect_download() as started:
        page.locator(".st-key-print-plan-html button").click()
    path = started.value.path()
    assert b"Felix Moore (4) in" in Path(path).read_bytes()
    assert started.value.suggested_filename == "Autumn-Cup-8-goals-Red-Oaks-Blue-Hills-red.html"
    with page.expect_download() as started:
        page.locator(".st-key-print-plan-pdf button").click()
    assert Path(started.value.path()).read_bytes().startswith(b"%PDF")


def test_a_bench_is_chosen_on_a_phone(shows: Shows) -> None:
    page = shows("/plan?match=demo&team=red&plan=bench")
    page.locator(".st-key-club-lines textarea").fill("Zoe 2\nTop 9")
    page.locator(".st-key-club-lines textarea").press("Control+Enter")
    page.locator(".st-key-choose-bench button").click()
    expect(page.locator(".good")).to_contain_text("Bring ")
    page.reload()
    expect(page.locator(".st-key-choose-bench button")).to_be_visible()
