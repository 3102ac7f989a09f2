"""The field on a phone: a penalty, where it was, a player moved; a reload and the way back keep all of it."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

Shows = Callable[..., Page]


def test_a_penalty_a_place_and_a_player_by_taps_and_a_reload_shows_the_same(shows: Shows) -> None:
    page = shows("/field")
    restarts = page.locator(".st-key-field-on")
    restarts.get_by_role("radio", name="5a", exact=True).click()
    card, verdict = page.locator("section.restart"), page.locator(".verdict .word")
    expect(card).to_contain_text("Penalty 5a")
    page.get_by_role("button", name="60 yards, by the right side").click()
    expect(card).to_contain_text("75 yd right of the middle")
    diagram = page.locator("figure.diagram img")
    expect(diagram).to_have_attribute("alt", re.compile("That is 60 yd from the back line, 75 yd right"))
    assert diagram.evaluate("image => image.complete && image.naturalWidth > 0")
    expect(verdict).to_have_text("Everybody stands right")
    for _ in range(3):
        before = page.url
        page.get_by_role("button", name="To the right", exact=True).click()
        page.wait_for_url(lambda url, before=before: url != before)
    expect(verdict).to_have_text("Not everybody stands right")
    expect(page.locator("ul.placed li").first).to_contain_text("too near the ball")
    page.reload()
    expect(card).to_contain_text("Penalty 5a")
    expect(verdict).to_have_text("Not everybody stands right")


def test_a_worked_example_leads_to_the_field_and_back(shows: Shows) -> None:
    page = shows("/match?case=o20-02")
    page.get_by_role("link", name="Open on the field").click()
    expect(page.locator("section.restart")).to_contain_text("Throw-in")
    expect(page.locator("ul.placed li").first).to_contain_text("too near the umpire")
    page.get_by_role("link", name="Back to the match").click()
    expect(page.locator(".case")).to_contain_text("O20-2")
