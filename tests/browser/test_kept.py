"""One match on several phones, in Chromium: what one records the others see, and nothing is lost by a restart."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from advisor.store import Actor, NotPermitted
from advisor.store.journal import append
from tests.browser.phones import Field, is_wide, violations


def score(page: Page, team: int) -> str:
    return page.locator(".bars .side").nth(team).locator(".score").inner_text()


def seconds_until_seen(polo: Field, keeper: Page, captain: Page, button: str, goals: str) -> float:
    before = len(polo.journal())
    keeper.get_by_role("button", name=button).click()
    while len(polo.journal()) == before:
        time.sleep(0.01)
    recorded = time.monotonic()
    expect(captain.locator(".bars .side").nth(0).locator(".score")).to_have_text(goals)
    return time.monotonic() - recorded


def test_one_match_on_several_phones(polo: Field) -> None:
    keeper = polo.phone(polo.made.keeper.secret, "&by=Ana")
    captain = polo.phone(polo.made.captains["red"].secret, "&by=Ben")
    assert score(captain, 0) == "3"

    # What the keeper records the captain sees within two seconds, without a tap; once of three times is enough, as the
    # machine may have been busy with something else.
    goal = "Goal for Red Oaks"
    taken = [
        seconds_until_seen(polo, keeper, captain, button, goals)
        for button, goals in ((goal, "4"), (f"Undo: {goal}", "3"), (goal, "4"))
    ]
    assert min(taken) < 2, taken

    # A captain has nothing to record with, and the library refuses him.
    for name in ("Goal for", "Play goes on", "Record it", "Undo"):
        expect(captain.get_by_role("button", name=re.compile(name))).to_have_count(0)
    expect(captain.get_by_role("radio", name="Record")).to_have_count(0)
    captain_of_red, count = Actor(polo.made.captains["red"].secret), len(polo.journal())
    with pytest.raises(NotPermitted):
        append(polo.store, polo.made.match_id, count, [{"entry": "goal", "team": "red"}], captain_of_red)

    # He chooses a lineup; the server is killed and the page loaded again: match, role and choice are there.
    captain.get_by_role("button", name="Choose 1", exact=True).click()
    expect(captain.get_by_text("You propose")).to_be_visible()
    polo.server.kill()
    polo.server.start()
    captain.reload()
    expect(captain.get_by_text("You are captain of Red Oaks.")).to_be_visible()
    expect(captain.get_by_text("You propose")).to_be_visible()
    assert score(captain, 0) == "4"
    assert not is_wide(captain)

    # The keeper's page, which nobody touched, finds the server again by itself; he accepts.
    captain.get_by_role("button", name="Propose it to the keeper").click()
    expect(captain.locator("a.jump")).to_have_text("You proposed: Waits for the keeper")
    expect(keeper.get_by_text("Red Oaks proposes")).to_be_visible()
    assert not is_wide(keeper)
    assert violations(keeper) == []
    keeper.get_by_role("button", name="Accept and record").click()
    expect(keeper.get_by_text("Accepted and recorded.")).to_be_visible()
    expect(captain.get_by_text("Accepted and recorded")).to_be_visible(timeout=3_000)
    assert polo.journal()[-1] == "substitute"


def test_who_looks_on_and_every_page_on_a_phone(polo: Field) -> None:
    public = polo.phone(polo.made.public.secret)
    expect(public.get_by_text("You look on.")).to_be_visible()
    assert not is_wide(public)
    assert violations(public) == []
    for name in ("Matches", "Match", "Quick"):
        public.get_by_role("link", name=name, exact=True).click()
        expect(public).to_have_url(re.compile(re.escape(f"link={polo.made.public.secret}")))
        expect(public.locator('[data-testid="stApp"]')).to_have_attribute("data-test-script-state", "notRunning")
    public.goto(polo.url(f"/matches?link={polo.made.keeper.secret}&lang=en"))
    public.get_by_role("radio", name="Look on").click()
    expect(public.locator(".qr img")).to_be_visible()
    assert public.locator(".qr img").evaluate("image => image.naturalWidth > 0")
    assert not is_wide(public)
    assert violations(public) == []
    public.goto(polo.url("/events?lang=es"))
    expect(public.get_by_role("button", name="Crear el evento")).to_be_visible()
    assert not is_wide(public)
    assert violations(public) == []
