"""The journal, folded entry by entry into what is so now: from its beginning, on from there, or by another reading."""

from __future__ import annotations

from copy import copy
from typing import Any

from advisor.entries import Breach, Entries
from advisor.errors import InputError, Reason

__all__ = ["Breach", "Fold"]


class Fold(Entries):
    """A match with its journal folded in."""

    struck: frozenset[int] = frozenset()
    """Numbers of the entries that did not happen."""

    def run(self, *, blame_strikes: bool = True) -> Fold:
        """Fold the whole journal. Raises :class:`~advisor.errors.InputError` at an impossible entry."""
        journal: tuple[Any, ...] = self.match.journal
        self.struck = struck = self._struck()
        for number, entry in enumerate(journal):
            if number in struck:
                continue
            try:
                self.apply(number, entry)
            except InputError as error:
                if blame_strikes:
                    self._blame_strike(error, number)
                raise
        return self

    def _struck(self) -> frozenset[int]:
        """Numbers of the entries that did not happen. A strike that is struck itself strikes nothing."""
        struck: set[int] = set()
        journal: tuple[Any, ...] = self.match.journal
        for number in range(len(journal) - 1, -1, -1):
            entry = journal[number]
            if entry.entry == "strike":
                if entry.number >= number:
                    self._number = number
                    self._refuse("number", "{number} found; a strike names an entry before it", number=entry.number)
                if number not in struck:
                    struck.add(entry.number)
        return frozenset(struck)

    def _blame_strike(self, error: InputError, number: int) -> None:
        """Say that a later strike made this entry impossible, where without that strike it was possible."""
        journal: tuple[Any, ...] = self.match.journal
        for later in range(number, len(journal)):
            if later > number and journal[later].entry != "strike":
                continue
            so_far = self.match.model_copy(update={"journal": journal[: later + 1]})
            try:
                Fold(so_far, self.forced).run(blame_strikes=False)
            except InputError:
                if later == number:
                    return
                raise InputError(
                    ("journal", later, "number"),
                    "without entry {struck} entry {later} is impossible ({reason}); strike entry {later} first",
                    {"struck": str(journal[later].number), "later": str(number), "reason": Reason(error)},
                ) from error

    def copy(self) -> Fold:
        """The same, to be changed by itself."""
        twin = super().copy()
        twin.breaches, twin._reported = list(self.breaches), []
        return twin

    def and_then(self, *entries: Any) -> Fold:
        """The match with these entries at the end of its journal. Only they are folded, unless one strikes another.

        Raises :class:`~advisor.errors.InputError` at an impossible entry.
        """
        match = self.match.model_copy(update={"journal": (*self.match.journal, *entries)})
        if any(entry.entry == "strike" for entry in entries):
            return Fold(match, self.forced, self.audit).run()
        after = self.copy()
        after.match = match
        for number, entry in enumerate(entries, len(self.match.journal)):
            after.apply(number, entry)
        return after

    def under(self, reading: str) -> Fold:
        """The match under the other value of a reading, from its beginning on; itself where there is no other value."""
        other = self.other_value(reading)
        if other is None:
            return self
        if reading in self.asked:
            return Fold(self.match, {reading: other}, self.audit).run()
        twin = copy(self)  # to be looked at, not to be changed
        twin.forced = {reading: other}
        twin.readings = {**self.readings, reading: other}
        return twin
