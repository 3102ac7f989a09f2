"""What a captain or an umpire does at the sideline, in Chromium."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page, expect

Shows = Callable[..., Page]
Settled = Callable[[Page], None]


def says(page: Page, where: str, words: str) -> None:
    """Waits until a part of the page says these words, whatever of the run before is still there for a moment."""
    pattern = re.compile(rf"(?<!Not ){re.escape(words)}")
    expect(page.locator(where).filter(has_text=pattern).first).to_be_visible()


def test_the_quick_answer_takes_less_than_thirty_seconds(shows: Shows) -> None:
    started = time.monotonic()
    page = shows("/")
    page.locator(".st-key-game button").click()
    for limit in (9, 10):
        page.locator(".st-key-limit-raise button").click()
        says(page, ".st-key-steps-limit .value", f"{limit} goals")
    page.locator(".st-key-own-0 button").click()
    for number, handicap in enumerate((0, 4, 3, 2)):
        page.locator(f".st-key-key-{handicap} button").click()
        says(page, f".st-key-own-{number} button strong", str(handicap))
    page.locator(".st-key-hurt button").nth(1).click()
    says(page, ".total", "legal lineups now")
    says(page, ".counted", "Counted 9 against 8")
    page.locator("a.jump").click()
    expect(page.locator(".card").first).to_be_in_viewport()
    expect(page.locator(".card").first).to_contain_text("on the field")
    expect(page.get_by_text("at most a 5")).to_be_attached()
    assert time.monotonic() - started < 30


def test_quick_taps_lose_no_handicap(shows: Shows) -> None:
    page = shows("/")
    page.locator(".st-key-own-0 button").click()
    expect(page.locator(".st-key-key-0 button")).to_be_visible()
    for handicap in (0, 4, 3, 2):
        page.locator(f".st-key-key-{handicap} button").click()
        page.wait_for_timeout(120)  # a quick thumb's pace, not a wait for the page
    for number, handicap in enumerate((0, 4, 3, 2)):
        says(page, f".st-key-own-{number} button strong", str(handicap))
    assert "~0_4_3_2~" in page.url


def test_a_demo_is_opened_and_a_verdict_tapped(shows: Shows, settled: Settled) -> None:
    page = shows("/")
    page.get_by_role("link", name="Match", exact=True).click()
    page.get_by_role("button", name="Autumn Cup").click()
    says(page, ".total", "6 legal lineups now")
    page.get_by_text("All legal lineups: 6 now, 15 at the end of the period").click()
    says(page, ".st-key-all-lineups", "21 of 21 lineups")
    settled(page)
    page.get_by_role("button", name="Compare 1", exact=True).click()
    page.get_by_role("button", name="Compare 2 with the one tapped", exact=True).click()
    says(page, ".conclusions", "B is 1 goal stronger.")
    expect(page.locator("table.compared .section")).to_contain_text("how many could replace")
    expect(page).to_have_url(re.compile("view=compare"))
    settled(page)
    page.get_by_role("radio", name="Check").click()
    says(page, ".verdict", "Legal")
    settled(page)
    page.get_by_role("button", name="Hugo Paz (2)").click()
    says(page, ".verdict .word", "Not legal")
    expect(page.get_by_text("Hugo Paz (2) is suspended.", exact=True)).to_be_visible()
    settled(page)
    page.get_by_role("button", name="Hugo Paz (2)").first.click()
    says(page, ".verdict .word", "Legal")
    settled(page)
    page.get_by_role("button", name="Felix Moore (4)").first.click()
    says(page, ".verdict", "8 on the field · 1 goal off the board")
    expect(page).to_have_url(re.compile(r"match=demo.*lineup=r1"))


def test_a_reason_leads_to_its_rule_and_back_to_the_match(shows: Shows, settled: Settled) -> None:
    page = shows("/match?match=demo&team=red&lang=es&order=strongest")
    page.locator(".row summary").filter(has_text="Elegibilidad individual").click()
    page.get_by_role("link", name="Lecturas y ejemplos: Elegibilidad individual").click()
    says(page, ".asked h2", "Elegibilidad individual")
    assert len(page.context.pages) == 1, "it opens in the same tab"
    for kept in ("/rules", "clause=eligible", "rules=uspa-outdoor-2026", "match=demo", "team=red", "lang=es"):
        expect(page).to_have_url(re.compile(kept))
    settled(page)
    page.get_by_role("radio", name="Lecturas").click()
    says(page, ".rules.readings", "Jugar con menos")
    settled(page)
    page.get_by_label("Buscar en las reglas").fill("espuelas")
    page.get_by_label("Buscar en las reglas").press("Enter")
    says(page, ".rules.turnout", "espuelas")
    settled(page)
    page.get_by_role("link", name="Volver al partido").click()
    says(page, ".total", "formaciones legales")
    for kept in ("/match", "match=demo", "team=red", "lang=es", "order=strongest"):
        expect(page).to_have_url(re.compile(kept))


def test_a_worked_example_is_found_and_opened(shows: Shows) -> None:
    page = shows("/match")
    page.get_by_label("Search").fill("dangerous riding")
    page.get_by_label("Search").press("Enter")
    expect(page.locator(".st-key-cases button")).to_have_count(1)
    page.locator(".st-key-cases button").click()
    says(page, "h1", "Dangerous riding and a Penalty 7")
    says(page, ".case", "the captain may name")
    page.reload()
    says(page, "h1", "Dangerous riding and a Penalty 7")


def test_the_browsers_language_is_spoken(shows: Shows) -> None:
    page = shows("/", locale="es-AR")
    says(page, "h1", "¿Quién puede entrar?")
    page.get_by_role("button", name="English").click()
    says(page, "h1", "Who may come in?")
    expect(page).to_have_url(re.compile("lang=en"))


def test_a_reload_keeps_what_is_shown(shows: Shows, settled: Settled) -> None:
    page = shows("/match?match=demo")
    page.get_by_role("radio", name="Blue Hills").click()
    expect(page).to_have_url(re.compile("team=blue"))
    settled(page)
    page.get_by_role("radio", name="Teams").click()
    expect(page).to_have_url(re.compile("view=teams"))
    settled(page)
    page.get_by_role("button", name="Español").click()
    expect(page).to_have_url(re.compile("lang=es"))
    page.reload()
    expect(page.get_by_role("radio", name="Blue Hills")).to_be_checked()
    expect(page.get_by_role("radio", name="Equipos")).to_be_checked()
    says(page, "h1", "Autumn Cup, 8 goals")

    page = shows("/")
    page.locator(".st-key-hurt button").nth(1).click()
    says(page, ".total", "11 legal lineups now")
    page.reload()
    says(page, ".total", "11 legal lineups now")


def test_every_link_keeps_language_match_and_game(shows: Shows, settled: Settled) -> None:
    page = shows("/match?match=demo&team=blue&view=teams&lang=es&q=outdoor~8~6~3~stopped~1_3_2_1~1~2_3_3_0~1~_")
    for name, place in (("Rápida", "/quick|/$|/[?]"), ("Reglas", "/rules"), ("Partido", "/match")):
        page.get_by_role("link", name=name, exact=True).click()
        for kept in ("match=demo", "team=blue", "view=teams", "lang=es", "q=outdoor"):
            expect(page).to_have_url(re.compile(kept))
        expect(page).to_have_url(re.compile(place))
        settled(page)
    says(page, "h1", "Autumn Cup, 8 goals")
    expect(page.get_by_role("radio", name="Equipos")).to_be_checked()
