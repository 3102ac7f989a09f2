"""A new match on a phone, joined late, from a spreadsheet, in Spanish: what is typed is read while it is typed."""

from __future__ import annotations

import io
import re
import time
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from openpyxl import Workbook
from playwright.sync_api import Page, expect

from advisor.fold import Fold
from advisor.match import Match
from advisor.store import Actor, Store, open_link
from advisor.store.journal import load
from tests.browser.phones import Field, is_wide, violations

RED = "La Aguada:\nAna 2\n3 Ben\nCarla 1½\nDan A\nEva 4"
BLUE = "1. Ines 2\n2. Jack 3\n3. Kim 2\n4. Leo 1"

CLICKS = """addEventListener("pointerdown", () => {
  sessionStorage.setItem("taps", 1 + Number(sessionStorage.getItem("taps") || 0));
}, true);"""
"""Counts the taps from now on, what follows a page load aside."""


def paste(page: Page, box: Any, text: str) -> None:
    """One tap into the box, and what the phone's own menu does."""
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    box.tap()
    page.keyboard.press("Control+V")


def in_the_sun(page: Page) -> list[str]:
    """Verdicts and figures whose contrast is below 7:1."""
    only = {"runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]}}
    found = Axe().run(page, context={"include": [[".sum"], [".ready"]]}, options=only)
    return [node["html"] for violation in found.response["violations"] for node in violation["nodes"]]


def low_targets(page: Page) -> list[str]:
    """Targets that are less than 56 px high."""
    low: list[str] = page.evaluate(
        """() => [...document.querySelectorAll(
            '.stApp :is([data-testid="stMain"], .st-key-start-bar) :is(button, a, summary, input, textarea)')]
            .filter(part => part.checkVisibility({visibilityProperty: true, opacityProperty: true}))
            .filter(part => part.getBoundingClientRect().height > 0 && part.getBoundingClientRect().height < 56)
            .map(part => part.outerHTML.slice(0, 120))"""
    )
    return low


def recorded(store: Store, page: Page) -> Match:
    expect(page).to_have_url(re.compile("/kept"))
    expect(page.locator(".fresh")).to_be_visible()
    secret = re.search(r"link=([\w-]+)", page.url)
    assert secret is not None
    keeper = Actor(secret[1])
    return load(store, str(open_link(store, keeper).match_id), keeper).match


def test_eight_players_are_pasted_and_started_in_three_taps(polo: Field) -> None:
    page = polo.open("/matches", is_touched=True)
    page.evaluate(CLICKS)
    began = time.monotonic()
    paste(page, page.get_by_label("Players, a line each").first, RED)
    # Nothing but the paste: the box is read while it is being filled.
    expect(page.get_by_role("button", name="Ana (2)")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Eva (4)")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_text("6 of 8 goals")).to_be_visible()
    paste(page, page.get_by_label("Players, a line each").nth(1), BLUE)
    expect(page.get_by_text("La Aguada 6: Legal · Blue 8: Legal")).to_be_visible()
    assert not is_wide(page)
    assert violations(page) == []
    assert in_the_sun(page) == []
    assert low_targets(page) == []
    page.get_by_role("button", name="Start the match").tap()
    match = recorded(polo.store, page)
    took = time.monotonic() - began
    taps = int(page.evaluate("sessionStorage.getItem('taps')"))
    assert [entry.entry for entry in match.journal] == ["start"]
    assert [len(team.players) for team in match.teams.values()] == [5, 4]
    assert taps == 3
    assert took < 60
    print(f"\neight players pasted and started: {taps} taps, {took:.1f} s")


def test_a_start_that_is_not_legal_is_said_repaired_and_found_again(polo: Field) -> None:
    page = polo.open("/matches", is_touched=True)
    page.get_by_label("Players, a line each").first.fill(RED)
    expect(page.get_by_text("6 of 8 goals")).to_be_visible()
    page.get_by_label("Players, a line each").nth(1).fill("Ines 2\nJack 3\nKim 3\nLeo 1\nFelix")
    expect(page.get_by_text("Blue: line 5: 'Felix' has no handicap")).to_be_visible()
    page.get_by_role("button", name="Start the match").tap()
    expect(page.get_by_label("Players, a line each").nth(1)).to_have_value(re.compile("Felix$"))
    page.get_by_label("Players, a line each").nth(1).fill("Ines 2\nJack 3\nKim 3\nLeo 1\nFelix 0")
    expect(page.get_by_text("9 on the field is 1 over the event's upper limit of 8.")).to_be_visible()
    expect(page.get_by_role("button", name="Start it all the same")).to_be_visible()

    # The server is killed, and the page loaded again: everything typed is there.
    polo.server.kill()
    polo.server.start()
    page.reload()
    expect(page.get_by_text("9 on the field is 1 over the event's upper limit of 8.")).to_be_visible()
    page.get_by_role("button", name=re.compile("Nearest legal lineup")).tap()
    expect(page.get_by_text("La Aguada 6: Legal · Blue 8: Legal")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="Start the match").tap()
    (start,) = recorded(polo.store, page).journal
    assert len(start.lineups["blue"]) == 4  # type: ignore[union-attr]


def test_a_match_under_way_is_joined_late(polo: Field) -> None:
    page = polo.open("/matches?do=late", is_touched=True)
    page.get_by_label("Players, a line each").first.fill("Ana 2\nBen 3\nCarla 2\nDan 0\nEva 1")
    expect(page.get_by_text("7 of 8 goals")).to_be_visible()
    page.get_by_label("Players, a line each").nth(1).fill(BLUE)
    expect(page.get_by_text("2 entries lead to where the match is.")).to_be_visible()
    page.get_by_role("radio", name="3", exact=True).tap()
    expect(page.get_by_text("6 entries lead to where the match is.")).to_be_visible()
    page.locator(".st-key-goals-red [data-testid='stNumberInputStepUp']").tap()
    expect(page.get_by_text("7 entries lead to where the match is.")).to_be_visible()
    page.get_by_label("Clock of the period, if you know it").fill("4:20")
    page.keyboard.press("Enter")
    page.get_by_text("Who is out: hurt, sent off, left").first.tap()
    page.locator(".st-key-out-red-injury").get_by_role("button", name="Eva (1)").tap()
    expect(
        page.get_by_text("Hurt or ill: Eva").or_(page.get_by_text(re.compile("Eva.*Injured"))).first
    ).to_be_attached()
    assert not is_wide(page)
    assert violations(page) == []
    page.get_by_role("button", name="Record them and go on").tap()
    fold = Fold(recorded(polo.store, page), audit=True).run()
    assert (fold.period, fold.moment, fold.clock, fold.goals["red"]) == (3, "stopped", 260, 1)
    assert fold.sides["red"].players["eva"].unable == "injury"
    assert fold.breaches == []


def sheet(handicap: object) -> dict[str, Any]:
    book = Workbook()
    for row in (["Hándicap", "Nombre"], [2, "Ana"], [handicap, "Ben"], [1.5, "Carla"], ["A", "Dan"]):
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    return {"name": "equipo.xlsx", "mimeType": kind, "buffer": file.getvalue()}


def test_a_spreadsheet_with_an_error_is_mended(polo: Field) -> None:
    page = polo.open("/matches", "es-AR", is_touched=True)
    page.get_by_text("El equipo desde una planilla, CSV o XLSX").first.tap()
    upload = page.locator(".st-key-file-lines-red input[type=file]")
    upload.set_input_files(sheet("tres"))
    expect(page.get_by_text("Fila 3, columna A 'Hándicap': 'tres' no es un hándicap; va de -2 a 10")).to_be_visible()
    assert violations(page) == []
    upload.set_input_files(sheet(3))
    expect(page.get_by_text("Fila 3, columna A")).to_have_count(0)
    expect(page.get_by_label("Integrantes, una línea por persona").first).to_have_value("Ana 2\nBen 3\nCarla 1½\nDan 0")
    expect(page.get_by_text("6 de 8 goles")).to_be_visible()
    page.get_by_label("Integrantes, una línea por persona").nth(1).fill(BLUE)
    expect(page.get_by_text("Rojo 6: Legal · Azul 8: Legal")).to_be_visible()
    assert not is_wide(page)
    page.get_by_role("button", name="Empezar el partido").tap()
    expect(page).to_have_url(re.compile("/kept"))


def test_a_match_is_started_by_the_keyboard_alone(polo: Field) -> None:
    page = polo.open("/matches")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.get_by_label("Players, a line each").first.focus()
    page.keyboard.insert_text(RED)
    expect(page.get_by_text("6 of 8 goals")).to_be_visible()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.st-key-box-lines-blue textarea')"):
            break
    page.keyboard.insert_text(BLUE)
    expect(page.get_by_text("La Aguada 6: Legal · Blue 8: Legal")).to_be_visible()
    assert not is_wide(page)
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.st-key-start-match button')"):
            break
    page.keyboard.press("Enter")
    assert [entry.entry for entry in recorded(polo.store, page).journal] == ["start"]
