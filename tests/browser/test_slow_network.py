"""The keeper's page on a slow network: the browser asks again, as each second, before it has heard of the last tap."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.phones import Field

DELAY = 1500
"""Milliseconds until the page hears what the app says."""
SLOW = """
const Native = window.WebSocket;
window.WebSocket = class extends Native {
    set onmessage(take) { super.onmessage = event => setTimeout(() => take(event), DELAY); }
    addEventListener(kind, take, ...rest) {
        const later = kind === "message" ? event => setTimeout(() => take(event), DELAY) : take;
        super.addEventListener(kind, later, ...rest);
    }
};
"""


def test_the_removal_is_asked_for_by_itself_and_what_was_recorded_does_not_come_back(polo: Field) -> None:
    page = polo.phone(polo.made.keeper.secret, "&view=record")
    page.add_init_script(SLOW.replace("DELAY", str(DELAY)))
    page.reload()
    expect(page.get_by_role("button", name="Record it")).to_be_visible()

    def choose(key: str, label: str) -> None:
        page.locator(f".st-key-names-{key}").get_by_text(label, exact=True).click()

    choose("record-what", "Something else")
    choose("record-what", "Penalty 7")
    choose("record-who-red", "Ben Clarke (3)")
    page.locator(".st-key-record button:enabled").click()
    expect(page.get_by_role("button", name="Undo: Penalty 7 against Blue Hills")).to_be_visible()
    # Some ticks later it stands as it did.
    page.wait_for_timeout(2 * DELAY)
    expect(page.locator(".st-key-names-record-what button[aria-checked='true']")).to_have_text("Removal named")
    choose("record-who-blue", "Leo Marsh (0)")
    page.locator(".st-key-record button:enabled").click()
    expect(page.get_by_role("button", name="Undo: Penalty 7: Leo Marsh")).to_be_visible()
    page.wait_for_timeout(2 * DELAY)
    expect(page.locator(".st-key-names-record-what button[aria-checked='true']")).to_have_count(0)
