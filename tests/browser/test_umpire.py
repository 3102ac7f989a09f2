"""What keeper and umpire do in the app: from a new match to a double substitution, refusing a lineup with the nearest
one, the captains' proposals, and a connection that is lost in the middle.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Locator, Page, expect

from advisor.matchfile import load_match
from advisor.store import Actor, open_link
from advisor.store.journal import load
from advisor.store.proposals import propose
from advisor.store.transfer import import_match
from tests.browser.phones import ROOT, Field, is_wide, violations

WIDTHS = (390, 768, 1280)


def tap(page: Page, key: str) -> None:
    page.locator(f".st-key-{key} button").click()


def view(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).click()
    expect(page.get_by_role("radio", name=name, exact=True)).to_have_attribute("aria-checked", "true")


def name_of(page: Page, names: str, player: str) -> Locator:
    return page.locator(f".st-key-names-{names} button").filter(has_text=player)


def put(page: Page, names: str, player: str, *, into: bool = True) -> None:
    """Tap a name, and wait until it is in or out."""
    name_of(page, names, player).click()
    chosen = page.locator(f".st-key-names-{names}").locator("button:is([aria-pressed='true'], [aria-checked='true'])")
    expect(chosen.filter(has_text=player)).to_have_count(1 if into else 0)


def verdict(page: Page, word: str) -> None:
    expect(page.locator(".st-key-headline .verdict .word")).to_have_text(word)


def test_from_a_new_match_to_a_recorded_double_substitution(polo: Field) -> None:
    page = polo.phone(polo.made.keeper.secret)
    page.goto(polo.url("/matches?lang=en"))
    page.get_by_role("radio", name="Open", exact=True).click()
    page.locator(".st-key-new-empty label").click()
    expect(page.locator(".st-key-new-empty input")).to_be_checked()
    tap(page, "make-demo")
    expect(page.get_by_text("You keep this match")).to_be_visible()

    # Both lineups are checked before the start.
    view(page, "Check")
    for player in ("Ana Torres", "Ben Clarke", "Carla Ruiz", "Dan Reyes"):
        put(page, "check-lineup-red", player)
    verdict(page, "Legal")
    tap(page, "check-other")
    for player in ("Ines Vidal", "Jack Doyle", "Kim Duarte", "Leo Marsh"):
        put(page, "check-lineup-blue", player)
    verdict(page, "Legal")
    tap(page, "record-lineup")
    expect(page.get_by_text("Period 1 of 6 · in play")).to_be_visible()

    # One of Red is hurt.
    view(page, "Record")
    name_of(page, "record-what", "Hurt or ill").click()
    put(page, "record-who-red", "Ben Clarke")
    tap(page, "record")
    expect(page.get_by_text("Period 1 of 6 · play stopped")).to_be_visible()

    # He and an able player go, two come in.
    view(page, "Check")
    verdict(page, "Legal")
    put(page, "check-lineup-red", "Dan Reyes", into=False)
    verdict(page, "Not legal")
    put(page, "check-lineup-red", "Felix Moore")
    put(page, "check-lineup-red", "Eva Lund")
    verdict(page, "Legal")
    assert not is_wide(page)
    assert violations(page) == []
    tap(page, "record-lineup")
    expect(page.get_by_text("Recorded.")).to_be_visible()
    (secret,) = parse_qs(urlsplit(page.url).query)["link"]
    keeper = Actor(secret)
    last = (
        load(polo.store, str(open_link(polo.store, keeper).match_id), keeper).match.journal[-1].model_dump(mode="json")
    )
    assert (last["entry"], last["out"], last["in"]) == ("substitute", ["r2", "r4"], ["r5", "r6"])
    expect(page.locator(".bars .side").first).to_contain_text("field 8 · counted 8")


def test_the_umpire_refuses_shows_the_nearest_lineup_and_records_it(polo: Field) -> None:
    page = polo.phone(polo.made.keeper.secret, "&by=Ana&view=check")
    verdict(page, "Legal")
    put(page, "check-lineup-red", "Hugo Paz")
    verdict(page, "Not legal")
    broken = page.locator(".row").filter(has_text="Hugo Paz (2) is suspended.")
    expect(broken).to_contain_text("USPA Outdoor Rule 3")
    broken.locator("summary").click()
    expect(broken.get_by_role("link")).to_have_attribute("href", re.compile(r"clause=eligible"))
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        assert not is_wide(page), width
    page.set_viewport_size({"width": 390, "height": 844})
    assert violations(page) == []

    # A reload finds what was tapped; the nearest legal lineup is taken by one tap and recorded by another.
    page.reload()
    verdict(page, "Not legal")
    tap(page, "take")
    verdict(page, "Legal")
    before = len(polo.journal())
    tap(page, "record-lineup")
    expect(page.get_by_text("Recorded.")).to_be_visible()
    assert len(polo.journal()) == before + 1
    assert polo.journal()[-1] == "substitute"

    # It is undone at once by one tap.
    tap(page, "undo")
    expect(page.get_by_text("The last entry is undone.")).to_be_visible()


def test_the_removal_that_a_captain_names_is_judged_and_recorded(polo: Field) -> None:
    polo.made = import_match(polo.store, load_match(ROOT / "data" / "matches" / "penalty-7.yaml"))
    page = polo.phone(polo.made.keeper.secret, "&view=check")
    put(page, "check-removal", "Ines Vidal (5)")
    word = page.locator(".st-key-headline-removal .verdict .word")
    expect(word).to_have_text("Not legal")
    tap(page, "removal-b2")
    expect(word).to_have_text("Legal")
    tap(page, "record-removal")
    expect(page.get_by_text("Recorded.")).to_be_visible()
    assert polo.journal()[-1] == "designate"


def test_a_proposal_is_seen_from_the_journal_and_accepted(polo: Field) -> None:
    page = polo.phone(polo.made.keeper.secret, "&view=journal")
    expect(page.locator(".st-key-entry-15")).to_be_visible()
    expect(page.locator(".st-key-waiting")).to_have_count(0)
    entry = {"entry": "substitute", "team": "red", "out": ["r2"], "in": ["r5"]}
    propose(polo.store, polo.made.match_id, 16, "red", [entry], Actor(polo.made.captains["red"].secret, "Ben"))
    expect(page.locator(".st-key-waiting button")).to_have_text(re.compile("1 proposal waits: Red Oaks"))
    expect(page.locator(".st-key-waiting button")).to_be_in_viewport()
    tap(page, "waiting")
    page.get_by_role("button", name="Accept and record").click()
    expect(page.get_by_text("Accepted and recorded.")).to_be_visible()
    assert polo.journal()[-1] == "substitute"


def test_a_lost_connection_is_said_in_words_and_nothing_is_lost_by_a_restart(polo: Field) -> None:
    page = polo.phone(polo.made.keeper.secret, "&by=Ana")
    page.goto(page.url.replace("lang=en", "lang=es"))
    lost = page.locator(".lost")
    expect(page.locator(".fresh")).to_be_visible()
    expect(lost).to_be_hidden()
    expect(page.locator(".judged .umpire")).to_be_visible()
    put(page, "record-in", "Felix Moore")
    # The server has heard of it: with four the umpire decides nothing.
    expect(page.locator(".judged .umpire")).to_have_count(0)
    polo.server.kill()
    expect(lost).to_be_visible()
    expect(lost).to_contain_text("Sin conexión con la aplicación.")
    expect(page.locator(".old")).to_have_text(re.compile(r"Se muestra el estado de las \d\d:\d\d:\d\d"))
    expect(page.get_by_text("Streamlit server")).to_be_hidden()

    # The page finds the server again by itself; what was half made is there, and is recorded.
    polo.server.start()
    expect(lost).to_be_hidden(timeout=30_000)
    expect(page.locator(".fresh")).to_be_visible()
    page.reload()
    expect(name_of(page, "record-in", "Felix Moore")).to_have_attribute("aria-pressed", "true")
    tap(page, "record")
    expect(page.locator(".bars .side").first).to_contain_text("cancha 8")
    assert polo.journal()[-1] == "substitute"


def test_the_header_stays_in_sight(polo: Field) -> None:
    page = polo.phone(polo.made.keeper.secret, "&view=journal")
    page.locator('[data-testid="stMain"]').evaluate("main => main.scrollTo(0, main.scrollHeight)")
    expect(page.locator(".bars .score").first).to_be_in_viewport()


def test_what_takes_over_a_second_says_so(polo: Field) -> None:
    page = polo.phone(polo.made.keeper.secret)
    page.goto(polo.url("/rules?lang=es"))
    app, working = page.locator('[data-testid="stApp"]'), page.locator(".working")
    expect(page.locator(".rules").first).to_be_visible()
    expect(app).to_have_attribute("data-test-script-state", "notRunning")
    expect(working).to_be_hidden()
    # As Streamlit's page says of itself while the server works; here nothing else changes it.
    app.evaluate("app => app.setAttribute('data-test-script-state', 'running')")
    expect(working).to_be_visible()
    expect(working).to_have_text("Se está calculando …")


def test_the_keyboard_gets_past_the_links_and_sees_where_it_is(polo: Field) -> None:
    page = polo.phone(polo.made.keeper.secret)
    page.locator("body").press("Tab")
    skip = page.locator(".skip")
    for _attempt in range(5):
        if skip.evaluate("link => link === document.activeElement"):
            break
        page.keyboard.press("Tab")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    focused = page.evaluate(
        """() => { const part = document.activeElement, style = getComputedStyle(part);
                   return [part.closest('.st-key-links') === null, parseFloat(style.outlineWidth) >= 2]; }"""
    )
    assert focused == [True, True]
