"""The folds of the matches that were asked for last, so that nobody folds again what another has folded already.

Matches are told apart as objects, not by what is in them: a match never changes, and one with more entries that was
made from another has the other's entries as they are.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Generic, TypeVar

from advisor.fold import Fold
from advisor.latest import Latest
from advisor.match import Match

Found = TypeVar("Found")

MOST_ENTRIES = 20_000
"""Of journals with so many entries together the folds are kept; and of 100 matches without any."""


class OfMatches(Generic[Found]):
    """What was worked out of the last matches. It must be shared only as long as nobody changes it."""

    def __init__(self) -> None:
        self._latest: Latest[int, tuple[Match, Found]] = Latest(
            MOST_ENTRIES, lambda kept: len(kept[0].journal) + MOST_ENTRIES // 100
        )

    def of(self, match: Match, begin: Callable[[], Found], go_on: Callable[[Match, Found], Found]) -> Found:
        """What is kept of this match; else what comes of going on from the longest part of it that is kept, or anew.

        ``go_on`` gets that part, whose journal begins this one's, with what was worked out of it.
        """
        kept = self._latest.find(id(match))  # the id is not given again while the match is kept
        if kept is not None:
            return kept[1]
        parts = [part for part in self._latest.values() if _begins(part[0], match)]
        longest = max(parts, key=lambda part: len(part[0].journal), default=None)
        found = begin() if longest is None else go_on(*longest)
        self._latest.put(id(match), (match, found))
        return found


def _begins(part: Match, match: Match) -> bool:
    """Whether a match is this one but for its last entries."""
    return (
        part.teams is match.teams
        and part.event is match.event
        and part.rules == match.rules
        and len(part.journal) <= len(match.journal)
        and all(map(is_, part.journal, match.journal))
    )


_FOLDS: OfMatches[Fold] = OfMatches()


def fold_of(match: Match) -> Fold:
    """The match folded, for the caller to do with as he likes. Raises :class:`~advisor.errors.InputError`."""

    def go_on(part: Match, fold: Fold) -> Fold:
        after = fold.and_then(*match.journal[len(part.journal) :])
        after.match = match
        return after

    return _FOLDS.of(match, lambda: Fold(match).run(), go_on).copy()
