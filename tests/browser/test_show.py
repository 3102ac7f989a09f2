"""The screen to show, in Chromium: on two phones, at every size, with its sheet; and the pictures by keyboard."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from advisor.store import Actor
from advisor.store.journal import append
from tests.browser.phones import Field, is_wide, violations

Shows = Callable[..., Page]

LEGAL = "/show?match=demo&on=red~r1~r3~r4~r6&from=match&team=red&lang=en"
ILLEGAL = "/show?match=demo&on=red~r1~r2~r3~r6&lang=es"


def address_of_the_code(page: Page) -> str:
    """The address in the code, as the link below it has it."""
    link = page.locator(".show-code a.go").get_attribute("href")
    assert link is not None
    return link


def text_of(pdf: Path) -> str:
    return " ".join(" ".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf.read_bytes())).pages).split())


def pixels(page: Page, part: str) -> float:
    size: str = page.locator(part).first.evaluate("part => getComputedStyle(part).fontSize")
    return float(size.removesuffix("px"))


def test_the_opponent_has_the_same_question_answered_afresh(polo: Field) -> None:
    captain = polo.phone(polo.made.captains["red"].secret, "&by=Ben&view=lineups")
    captain.get_by_role("link", name="Show it").first.click()
    expect(captain.locator(".show-word")).to_have_text("Legal")
    who = captain.locator(".show-who").inner_text()
    assert not is_wide(captain)
    assert violations(captain) == []

    # The opponent's phone has only what the code says: the public link, no secret of the captain's.
    code = urlsplit(address_of_the_code(captain))
    asked = {key: values[0] for key, values in parse_qs(code.query).items()}
    assert asked["link"] == polo.made.public.secret
    assert set(asked) == {"link", "on"}
    page = polo.open(f"{code.path}?{code.query}", "es-AR")
    expect(page.locator(".show-word")).to_have_text("Legal")
    assert page.locator(".show-who").inner_text().split(" · ")[0] == who.split(" · ")[0]
    expect(page.get_by_text("La misma pregunta")).to_be_visible()

    # Who was to come in leaves the ground: both phones say so without a tap.
    count = len(polo.journal())
    team, *lineup = asked["on"].split("~")
    assert team == "red"
    newcomer = next(player for player in lineup if player in ("r5", "r6"))
    entry = {"entry": "left", "team": "red", "player": newcomer}
    append(polo.store, polo.made.match_id, count, [entry], Actor(polo.made.keeper.secret, "Ana"))
    expect(page.locator(".show-word")).to_have_text("No legal")
    expect(captain.locator(".show-word")).to_have_text("Not legal")

    # Closing leads back to the captain's own page.
    captain.get_by_role("link", name="Close").click()
    expect(captain.get_by_text("You are captain of Red Oaks.")).to_be_visible()
    assert parse_qs(urlsplit(captain.url).query)["link"] == [polo.made.captains["red"].secret]
    assert "on=" not in captain.url


@pytest.mark.parametrize("address", [LEGAL, ILLEGAL])
@pytest.mark.parametrize("size", [(390, 844), (844, 390), (768, 1024), (1280, 800)])
def test_it_fills_every_screen_and_is_read_at_arms_length(shows: Shows, address: str, size: tuple[int, int]) -> None:
    page = shows(address, size={"width": size[0], "height": size[1]})
    expect(page.locator(".show-code img")).to_be_visible()
    assert pixels(page, ".show-word") >= 44
    assert pixels(page, ".show-figure b") >= 44
    assert pixels(page, ".show-rule") >= 18
    box = page.locator(".show").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= size[1], "all of it is in sight"
    word = page.locator(".show-word span").last
    assert word.evaluate("part => part.scrollWidth <= part.parentElement.clientWidth")
    assert not is_wide(page)


def test_the_sheet_of_a_ruling_is_downloaded_in_the_readers_language(shows: Shows, tmp_path: Path) -> None:
    page = shows(ILLEGAL)
    with page.expect_download() as download:
        page.get_by_role("button", name="Imprimir este fallo (PDF)").click()
    download.value.save_as(tmp_path / "ruling.pdf")
    said = text_of(tmp_path / "ruling.pdf")
    assert "Fallo sobre una formación" in said
    assert "NO LEGAL" in said
    assert "Felix Moore (4)" in said


def test_the_sheet_of_a_kept_match_is_downloaded_with_its_last_hash(polo: Field, tmp_path: Path) -> None:
    page = polo.phone(polo.made.public.secret, "&view=more")
    with page.expect_download() as download:
        page.get_by_role("button", name="Print the match (PDF)").click()
    download.value.save_as(tmp_path / "match.pdf")
    said = text_of(tmp_path / "match.pdf")
    assert re.search(r"Last hash of the journal: [0-9a-f]{64}", said)
    assert "Goal for Red Oaks" in said


def test_a_point_of_the_trade_off_leads_to_its_lineup_by_keyboard(shows: Shows) -> None:
    page = shows("/match?match=demo&team=red&lang=en")
    picture = page.get_by_role("group", name="What the lineups cost against each other")
    expect(picture).to_be_visible()
    best = picture.get_by_role("link", name=re.compile("^Lineup 1: 7 on the field, 0 on the board"))
    best.focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#lineup-now-1$"))
    expect(page.locator("#lineup-now-1 + article")).to_be_in_viewport()
    page.get_by_text("The picture as a table").click()
    expect(page.get_by_role("region", name="Strength against cost", exact=True).get_by_role("row")).to_have_count(7)


@pytest.mark.parametrize("width", [390, 1280])
def test_the_timeline_is_named_and_moves_in_its_own_box(shows: Shows, width: int) -> None:
    page = shows("/match?match=demo&view=timeline&lang=es", size={"width": width, "height": 844})
    expect(page.get_by_role("img", name="Línea de tiempo del partido")).to_be_visible()
    assert not is_wide(page)
    box = page.get_by_role("region", name="Línea de tiempo, se desplaza de lado")
    wide = box.evaluate("part => part.scrollWidth > part.clientWidth")
    assert wide == (width == 390)
    page.get_by_text("La línea de tiempo como tabla").click()
    expect(page.get_by_role("cell", name="Gol de Red Oaks").first).to_be_visible()
    assert violations(page) == []
