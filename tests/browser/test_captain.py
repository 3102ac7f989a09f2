"""What a captain does with one thumb: what happened, who, the answer; proposing; a Penalty 7; the minutes that run."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from advisor.matchfile import load_match
from advisor.store import Actor
from advisor.store.journal import append
from advisor.store.transfer import import_match
from tests.browser.phones import ROOT, Field, is_wide, violations

Shows = Callable[..., Page]
Settled = Callable[[Page], None]


def tap(page: Page, key: str) -> None:
    page.locator(f".st-key-{key} button").click()


def seconds_left(page: Page) -> int:
    minutes, seconds = page.locator(".countdown .time b").last.inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def test_three_taps_to_the_best_lineup_proposed_and_accepted_on_two_phones(polo: Field) -> None:
    keeper = polo.phone(polo.made.keeper.secret, "&by=Ana")
    captain = polo.phone(polo.made.captains["red"].secret, "&by=Ben")
    tap(captain, "what-unable")
    expect(captain.get_by_role("heading", name="Who is hurt?")).to_be_visible()
    assert not is_wide(captain)
    tap(captain, "who-r1")
    expect(captain.locator(".st-key-supposed")).to_contain_text("Ana Torres (1): Injured")
    captain.locator("a.jump").click()
    expect(captain.locator(".card").first).to_be_in_viewport()
    expect(captain.locator(".card").first).to_contain_text("Legal now")
    assert not is_wide(captain)
    assert violations(captain) == []

    captain.get_by_role("button", name="Choose 1", exact=True).click()
    expect(captain.locator(".st-key-choice")).to_contain_text("You propose")
    expect(captain.locator(".st-key-choice")).to_be_in_viewport()
    assert not is_wide(captain)
    captain.get_by_role("button", name="Propose it to the keeper").click()
    expect(captain.locator("a.jump")).to_have_text("You proposed: Waits for the keeper")
    expect(captain.locator("a.jump")).to_be_in_viewport()
    expect(captain.locator(".st-key-choice")).to_have_count(0)

    expect(keeper.get_by_text("Red Oaks proposes")).to_be_visible()
    keeper.get_by_role("button", name="Accept and record").click()
    expect(captain.get_by_text("Accepted and recorded")).to_be_visible(timeout=5_000)
    assert polo.journal()[-2:] == ["unable", "substitute"]


def test_a_penalty_7_to_its_caps_and_a_later_substitution_refused(polo: Field) -> None:
    made = import_match(polo.store, load_match(ROOT / "data" / "matches" / "penalty-7.yaml"))
    polo.made = made
    keeper = polo.phone(made.keeper.secret)
    red = polo.phone(made.captains["red"].secret)
    expect(red.get_by_role("heading", name="Penalty 7: a substitute or a removal?")).to_be_visible()
    red.get_by_role("radio", name="Removal").click()
    expect(red.locator(".seesaw")).to_contain_text("If Jack Doyle (3) is named")
    tap(red, "look-b3")
    expect(red.locator(".seesaw")).to_contain_text("If Kim Duarte (3) is named")
    expect(red.locator(".seesaw")).to_contain_text("cap 8")
    assert not is_wide(red)
    assert violations(red) == []
    tap(red, "name-b3")
    expect(red.locator(".st-key-choice")).to_contain_text("Kim Duarte (3)")
    red.get_by_role("button", name="Propose it to the keeper").click()
    expect(red.locator("a.jump")).to_have_text("You proposed: Waits for the keeper")
    keeper.get_by_role("button", name="Accept and record").click()
    expect(keeper.get_by_text("Accepted and recorded.")).to_be_visible()
    assert polo.journal()[-1] == "designate"
    expect(red.locator(".bars")).to_contain_text("cap 8")

    # Later a Blue player is hurt: the 4 who is at hand would bring Blue above its cap.
    hurt = {"entry": "unable", "team": "blue", "player": "b4", "reason": "injury"}
    append(polo.store, made.match_id, len(polo.journal()), [hurt], Actor(made.keeper.secret))
    blue = polo.phone(made.captains["blue"].secret, "&view=check")
    expect(blue.locator(".bars")).to_contain_text("cap 9")
    blue.get_by_role("button", name="Nico Hale (4)").click()
    expect(blue.locator(".verdict .word")).to_have_text("Not legal")
    expect(blue.get_by_text("Penalty 7 cap").first).to_be_visible()
    assert not is_wide(blue)


def test_a_reload_in_the_middle_of_the_minutes_loses_none(polo: Field) -> None:
    captain = polo.phone(polo.made.captains["red"].secret)
    tap(captain, "what-unable")
    tap(captain, "who-r4")
    clock = captain.locator(".countdown .time b").last
    expect(clock).to_have_text(re.compile(r"^(10:00|9:\d\d)$"))
    first = seconds_left(captain)
    expect(clock).not_to_have_text(f"{first // 60}:{first % 60:02d}")
    before = seconds_left(captain)
    assert before < first
    polo.server.kill()
    polo.server.start()
    captain.reload()
    expect(captain.locator(".countdown").last).to_contain_text("Dan Reyes (1)")
    expect(clock).to_have_text(re.compile(r"^9:\d\d$"))
    assert seconds_left(captain) < before, "the minutes went on while the page was away"


def test_a_supposition_of_an_opened_match_is_in_its_address(shows: Shows, settled: Settled) -> None:
    page = shows("/match?match=demo&team=red")
    tap(page, "what-unable")
    expect(page.get_by_role("heading", name="Who is hurt?")).to_be_visible()
    tap(page, "who-r1")
    expect(page).to_have_url(re.compile("if=unable~red~r1~injury"))
    # Two players are to be replaced: their minutes run above the answer and beside who is not on the list.
    expect(page.locator(".countdown")).to_have_count(4)
    settled(page)
    page.get_by_text("All legal lineups").click()
    expect(page.locator(".st-key-rows button").first).to_be_visible()
    settled(page)
    page.locator(".st-key-rows button").first.click()
    expect(page.locator(".st-key-rows .card")).to_have_count(1)
    assert not is_wide(page)
    page.reload()
    expect(page.locator(".st-key-supposed")).to_contain_text("Ana Torres (1): Injured")
    settled(page)
    page.get_by_role("button", name="Español").click()
    expect(page.locator(".st-key-supposed")).to_contain_text("Ana Torres (1): Lesión")
    settled(page)
    assert not is_wide(page)
