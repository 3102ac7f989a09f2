"""A kept match for the tests of its pages: the store, the links of each role, and taps on a page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from advisor.store import Actor, NewMatch, Store
from advisor.store.journal import append, load


@dataclass
class Kept:
    """A match in a store, with who keeps it and both captains."""

    store: Store
    made: NewMatch
    keeper: Actor
    red: Actor
    blue: Actor

    def journal(self) -> list[str]:
        """The kinds of all entries."""
        return [entry.entry for entry in load(self.store, self.made.match_id, self.keeper).match.journal]

    def last(self) -> dict[str, Any]:
        """The last entry, as a match file has it."""
        return load(self.store, self.made.match_id, self.keeper).match.journal[-1].model_dump(mode="json")

    def record(self, *entries: Any) -> None:
        """Record as the keeper, past the page."""
        append(self.store, self.made.match_id, len(self.journal()), list(entries), self.keeper)


def keys(app: Any) -> set[str]:
    """The keys of all buttons."""
    return {button.key for button in app.button}


def tap(app: Any, key: str) -> None:
    """Tap a button."""
    app.button(key=key).click().run()
    assert not app.exception


def asked(app: Any, key: str) -> Any:
    """What a form asks: the widget of this key, or the fresh one that took its place."""
    found = [
        widget
        for widget in (*app.button_group, *app.text_input)
        if widget.key is not None and widget.key.partition("~")[0] == key
    ]
    (widget,) = found
    return widget


def choose(app: Any, key: str, value: Any) -> None:
    """Tap one of several, or some of them."""
    asked(app, key).set_value(value).run()
    assert not app.exception


def offered(app: Any, key: str) -> list[str]:
    """What stands on the buttons of a choice."""
    return [option.content for option in asked(app, key).proto.options]
