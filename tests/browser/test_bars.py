"""What the bars above and below leave to be seen: nothing that is focused, jumped to or the best of all is hidden."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

Shows = Callable[..., Page]
Settled = Callable[[Page], None]

QUICK = "/?q=outdoor~8~6~3~stopped~1_3_2_1~1_2_4~2_3_3_0~1~_"
FOCUSED = """() => {
  const part = document.activeElement;
  if (!part || part === document.body || part.querySelector('#content')) return null;
  const below = document.querySelector('[data-testid="stBottom"]');
  const above = document.querySelector('[data-testid="stLayoutWrapper"]:has(> .st-key-match-bar)');
  const {top, bottom} = part.getBoundingClientRect();
  const ends = below && !below.contains(part) ? below.getBoundingClientRect().top : innerHeight;
  const stuck = above && !above.contains(part) && above.getBoundingClientRect().top < 1;
  const begins = stuck ? above.getBoundingClientRect().bottom : 0;
  return {said: part.innerText, height: bottom - top, top, bottom, ends, begins};
}"""


@pytest.mark.parametrize("path", [QUICK, "/match?match=demo", "/matches"])
def test_nothing_that_the_keyboard_reaches_is_under_a_bar(shows: Shows, path: str) -> None:
    page = shows(path)
    hidden: list[Any] = []
    reached = 0
    for key in ["Tab"] * 45 + ["Shift+Tab"] * 25:
        page.keyboard.press(key)
        found = page.evaluate(FOCUSED)
        if found is None or found["height"] > 500:
            continue
        reached += 1
        if found["bottom"] > found["ends"] + 1 or found["top"] < found["begins"] - 1:
            hidden.append(found)
    assert reached > 25
    assert hidden == []


def test_the_jump_to_the_answer_leaves_its_heading_in_view(shows: Shows) -> None:
    page = shows("/match?match=demo")
    page.locator("a.jump").click()
    bar = page.locator('[data-testid="stLayoutWrapper"]:has(> .st-key-match-bar)')
    page.wait_for_function("document.querySelector('[data-testid=\"stMain\"]').scrollTop > 100")
    heading = page.locator("#answer").bounding_box()
    above = bar.bounding_box()
    assert heading is not None
    assert above is not None
    assert heading["y"] >= above["y"] + above["height"]


def test_the_best_point_of_a_wide_picture_is_in_view_on_a_phone(shows: Shows) -> None:
    page = shows(QUICK)
    picture = page.locator(".picture").first
    assert picture.evaluate("part => part.scrollWidth > part.clientWidth"), "else it shows all of it anyway"
    best = picture.locator("a.point:has(path) circle")
    inside, point = picture.bounding_box(), best.bounding_box()
    assert inside is not None
    assert point is not None
    assert inside["x"] <= point["x"] <= point["x"] + point["width"] <= inside["x"] + inside["width"]


def test_what_is_typed_is_large_enough_that_no_phone_enlarges_the_page(shows: Shows) -> None:
    page = shows("/matches")
    sizes = page.locator("input[type=text], textarea").evaluate_all(
        "parts => parts.map(part => parseFloat(getComputedStyle(part).fontSize))"
    )
    assert sizes
    assert min(sizes) >= 16


def test_what_is_supposed_by_one_tap_is_taken_back_by_the_back_button(shows: Shows, settled: Settled) -> None:
    page = shows("/match?match=demo")
    page.get_by_role("button", name="Hurt").click()
    expect(page.get_by_text("Who is hurt?")).to_be_visible()
    settled(page)
    before = page.evaluate("history.length")
    page.get_by_role("button", name="Ana Torres").click()
    expect(page.get_by_text("You suppose")).to_be_visible()
    expect(page).to_have_url(re.compile("since="))
    settled(page)
    # The question is closed, then the answer stands: the address in between is the page without either.
    assert page.evaluate("history.length") - before == 2
