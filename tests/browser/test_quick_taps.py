"""Taps that follow each other faster than the server answers: none is lost, and the names stay under the thumb."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.phones import Field

GAP = 80
"""Milliseconds between two taps."""


def tap_quickly(page: Page, names: str, players: list[str]) -> None:
    """Tap the places where these names stand at first, as a thumb does that has seen them once."""
    # Clear of the bar at the bottom of the screen.
    page.locator(f".st-key-names-{names}").evaluate("names => names.scrollIntoView({block: 'center'})")
    places = []
    for player in players:
        box = page.locator(f".st-key-names-{names} button").filter(has_text=player).bounding_box()
        assert box is not None, player
        places.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    for x, y in places:
        page.mouse.click(x, y)
        page.wait_for_timeout(GAP)


def chosen(page: Page, names: str, players: list[str], said: str) -> None:
    """Exactly these are chosen, once the server says what it says of all taps, and still after a reload."""
    expect(page.get_by_text(said)).to_be_visible()
    buttons = page.locator(f".st-key-names-{names}").locator("button:is([aria-pressed='true'], [aria-checked='true'])")
    expect(buttons).to_have_text([re.compile(player) for player in players])
    page.reload()
    expect(buttons).to_have_text([re.compile(player) for player in players])


def room(page: Page) -> float:
    """Pixels from where the answer stands down to the names."""
    found: float = page.evaluate(
        """() => document.querySelector('.st-key-names-check-lineup-red').getBoundingClientRect().top
                 - document.querySelector('.st-key-headline').getBoundingClientRect().top"""
    )
    return found


def test_four_starters_exchanged_at_once_are_all_heard(polo: Field) -> None:
    page = polo.phone(polo.made.keeper.secret)
    page.goto(polo.url("/matches?lang=en&do=new"))
    page.get_by_label("Players, a line each").first.fill("Ana 2\nBen 4\nCarla 1½\nDan A\nEva 1\nFelix 2")
    expect(page.get_by_text("7 of 8 goals")).to_be_visible()
    tap_quickly(page, "starts-red", ["Ana", "Ben", "Eva", "Felix"])
    chosen(page, "starts-red", ["Carla", "Dan", "Eva", "Felix"], "4 of 8 goals")


def test_who_is_out_on_joining_late_is_heard_tap_by_tap(polo: Field) -> None:
    page = polo.phone(polo.made.keeper.secret)
    page.goto(polo.url("/matches?lang=en&do=late"))
    page.get_by_label("Players, a line each").first.fill("Ana 2\nBen 3\nCarla 1\nDan 0\nEva 1\nFelix 1\nGil 1\nHugo 1")
    expect(page.get_by_text("6 of 8 goals")).to_be_visible()
    page.get_by_label("Players, a line each").nth(1).fill("Ines 2\nJack 3\nKim 2\nLeo 1")
    expect(page.get_by_text("2 entries lead to where the match is.")).to_be_visible()
    page.get_by_text("Who is out: hurt, sent off, left").first.click()
    names = page.locator(".st-key-names-out-red-left")
    # Waits until it has opened to its end.
    names.get_by_role("button", name="Hugo").hover()
    tap_quickly(page, "out-red-left", ["Eva", "Felix", "Gil", "Hugo"])
    chosen(page, "out-red-left", ["Eva", "Felix", "Gil", "Hugo"], "6 entries lead to where the match is.")


def test_four_names_of_the_umpire_are_all_heard_and_stay_where_they_are(polo: Field) -> None:
    page = polo.phone(polo.made.keeper.secret, "&view=check&team=red")
    before = room(page)
    tap_quickly(page, "check-lineup-red", ["Ana", "Dan", "Felix", "Eva"])
    expect(page.locator(".st-key-headline .verdict .word")).to_have_text("At the end of the period")
    # No name moves so far that a tap meant for it meets another one, or records something.
    assert abs(room(page) - before) < 28
    chosen(page, "check-lineup-red", ["Carla", "Eva", "Felix"], "7 on the field · no change on the board")
