"""A whole match recorded on a phone: six periods with goals, an injury, a Penalty 7, overtime and a shootout."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from advisor.matchfile import load_match
from advisor.play.following import follow
from advisor.store import create_match
from tests.browser.phones import PHONE, Field, is_wide, violations
from tests.commands import run
from tests.store.build import a_match


@pytest.fixture
def new_match(polo: Field) -> Field:
    """A match that has not begun."""
    polo.made = create_match(polo.store, a_match())
    return polo


class Keeper:
    """Whoever keeps the match, with a phone."""

    def __init__(self, field: Field) -> None:
        self.page = field.phone(field.made.keeper.secret, "&view=record")

    def tap(self, key: str, recorded: str) -> None:
        """Tap a button by its key, and wait until the page shows what was recorded last."""
        self.page.locator(f".st-key-{key} button").click()
        expect(self.page.get_by_role("button", name=f"Undo: {recorded}")).to_be_visible()
        self.rests()

    def choose(self, key: str, label: str) -> None:
        """Tap one of several."""
        self.page.locator(f".st-key-names-{key}").get_by_text(label, exact=True).click()
        self.rests()

    def pick(self, key: str, *labels: str) -> None:
        """Tap some of several, each once the one before is taken."""
        chosen = self.page.locator(f".st-key-names-{key} button[aria-pressed='true']")
        for number, label in enumerate(labels, 1):
            self.choose(key, label)
            expect(chosen).to_have_count(number)

    def rests(self) -> None:
        """Wait until the page has run to its end: what was tapped is taken."""
        expect(self.page.locator('[data-testid="stApp"]')).to_have_attribute("data-test-script-state", "notRunning")

    def go(self, link: str) -> None:
        """Follow a link, and wait until its page is written."""
        self.page.get_by_role("link", name=link, exact=True).click()

    def sees(self, state: str) -> None:
        expect(self.page.locator(".face .state")).to_have_text(state)


def test_a_whole_match(new_match: Field, tmp_path: Path) -> None:
    keeper = Keeper(new_match)
    keeper.pick("record-start-red", "r1 (2)", "r2 (2)", "r3 (2)", "r4 (2)")
    keeper.pick("record-start-blue", "b1 (2)", "b2 (2)", "b3 (2)", "b4 (2)")
    keeper.tap("record", "The match starts")
    keeper.go("Clock and restarts")

    for period in range(1, 7):
        keeper.sees("Clock running")
        if period in (1, 2):
            keeper.tap(f"clock-goal-{'red' if period == 1 else 'blue'}", "Goal for")
            expect(keeper.page.get_by_text("Throw-in at the centre")).to_be_visible()
            keeper.tap("clock-ball_in", "The ball is in play again")
        if period == 1:
            look_at(keeper)
        if period == 3:
            play_short_after_a_penalty_7(keeper)
        keeper.tap("clock-horn_first", "First horn")
        keeper.sees("Clock running, after the 7:00 horn")
        if period == 6:
            keeper.tap("clock-horn_second", "The period ends")
        else:
            keeper.tap("clock-out-side", "The period ends")
        keeper.sees("Interval")
        keeper.tap("clock-start_period", "The period starts")

    expect(keeper.page.locator(".face .note")).to_contain_text("Overtime 1 · 1 : 1")
    keeper.tap("clock-horn_first", "First horn")
    keeper.tap("clock-horn_second", "The period ends")
    shoot_out(keeper)

    assert not is_wide(keeper.page)
    assert violations(keeper.page) == []
    keeper.go("Back to the match")
    keeper.page.get_by_role("radio", name="More", exact=True).click()
    with keeper.page.expect_download() as download:
        keeper.page.get_by_role("button", name="Match file, to keep or to move").click()
    file = tmp_path / "whole.json"
    download.value.save_as(file)
    found = run("audit", str(file))
    assert (found.status, found.err) == (0, "")
    play = follow(load_match(file).match)
    assert (play.clock.phase, play.clock.notes, play.score) == ("ended", (), {"red": 4, "blue": 2})


def look_at(keeper: Keeper) -> None:
    """The page of a running clock on a phone and on a laptop; a reload loses nothing of it."""
    page = keeper.page
    assert violations(page) == []
    for size in ({"width": 1280, "height": 900}, PHONE):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        assert not is_wide(page)
    page.reload()
    keeper.sees("Clock running")
    expect(page.locator(".face .figure")).not_to_have_text("0:00")


def play_short_after_a_penalty_7(keeper: Keeper) -> None:
    """A foul, the player fouled cannot go on, and his captain has one of the others leave."""
    keeper.page.get_by_text("Foul", exact=True).click()
    keeper.choose("foul-against", "Blue")
    keeper.choose("foul-number", "2")
    keeper.tap("clock-penalty", "Penalty 2 against Blue")
    keeper.sees("Clock stopped")
    expect(keeper.page.get_by_text("30 yards from the back line of Blue, in the middle")).to_be_visible()
    keeper.go("Somebody is hurt, or is replaced")
    keeper.choose("record-what", "Hurt or ill")
    keeper.choose("record-who-red", "r4 (2)")
    keeper.tap("record", "r4 (2): Injured")
    keeper.choose("record-what", "Something else")
    keeper.choose("record-what", "Penalty 7")
    keeper.choose("record-who-red", "r4 (2)")
    keeper.tap("record", "Penalty 7 against Blue")
    keeper.choose("record-who-blue", "b4 (2)")
    keeper.tap("record", "Penalty 7: b4")
    keeper.go("Clock and restarts")
    keeper.tap("clock-resume", "Play goes on")
    keeper.sees("Clock running")


def shoot_out(keeper: Keeper) -> None:
    """Three of each team, red first; red scores twice and blue once."""
    page = keeper.page
    keeper.sees("Interval")
    page.get_by_text("Shootout", exact=True).first.click()
    keeper.choose("shootout-first", "Red")
    page.locator(".st-key-order-red-r3 button").click()
    expect(page.get_by_text("1. r3 (2)")).to_be_visible()
    for team in ("red", "blue"):
        page.locator(f".st-key-order-{team}-rest button").click()
        expect(page.locator(f".st-key-order-{team}-anew button")).to_be_visible()
    keeper.tap("begin-shootout", "Shootout")
    hits = (("r3", True), ("b1", False), ("r1", True), ("b2", True), ("r2", False))
    for number, (player, goal) in enumerate(hits):
        expect(page.locator(".hitter")).to_contain_text(player)
        result = "goal" if goal else "no goal"
        keeper.tap(f"shot-{number}-{'goal' if goal else 'miss'}", f"Shootout, {player} (2): {result}")
    keeper.tap("shot-5-miss", "Goal for Red")
    keeper.sees("Match over")
