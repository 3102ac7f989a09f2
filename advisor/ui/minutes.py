"""Who may still be replaced within the minutes that the rules give, and until when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from advisor.folds import fold_of
from advisor.match import Entry, Match, Stop, Unable
from advisor.rulebook import Rulebook

LONG_PAST = timedelta(hours=2)
"""What ended longer ago is of another day: a match file that is read again."""


@dataclass(frozen=True)
class Minutes:
    """The minutes for one player who must leave. ``since``: when play stopped for it, None where no entry says it.

    ``condition``: which of the rulebook's conditions gives them, ``find-substitute`` or ``penalty-7``.
    """

    player: str
    condition: str
    minutes: int
    since: datetime | None

    @property
    def until(self) -> datetime | None:
        """When they are over."""
        return None if self.since is None else self.since + timedelta(minutes=self.minutes)

    def left(self, now: datetime) -> int | None:
        """Seconds left, 0 once they are over; None where that is not known, or long past."""
        if self.until is None or now - self.until > LONG_PAST:
            return None
        return max(0, -(-int((self.until - now).total_seconds() * 1000) // 1000))


def find_minutes(match: Match, team: str, recorded: int, supposed_since: datetime | None = None) -> list[Minutes]:
    """The minutes that run for a team, in the order of the injuries.

    The journal's entries from number ``recorded`` on are supposed, the first of them at ``supposed_since``.
    """
    fold = fold_of(match)
    side = fold.sides[team]
    pending = fold.pending
    found = []
    for player in side.must_leave:
        is_disabled = pending is not None and (pending.fouled, pending.disabled) == (team, player)
        condition = "penalty-7" if is_disabled else "find-substitute"
        number, since = _find_injury(match, fold.struck, team, player)
        since = supposed_since if number >= recorded else since
        found.append(Minutes(player, condition, minutes_of(fold.book, condition), since))
    return found


def minutes_of(book: Rulebook, condition: str) -> int:
    """How many minutes a condition of the rulebook gives."""
    return int(book.conditions[condition]["minutes"])


def _find_injury(match: Match, struck: frozenset[int], team: str, player: str) -> tuple[int, datetime | None]:
    """The entry by which a player became unable, and its time; where it has none, when play was stopped before it."""
    journal: Sequence[Entry] = match.journal
    happened = [number for number in range(len(journal)) if number not in struck]
    for place in range(len(happened) - 1, -1, -1):
        entry = journal[happened[place]]
        if isinstance(entry, Unable) and (entry.team, entry.player) == (team, player):
            before = journal[happened[place - 1]] if place else entry
            at = entry.at or (before.at if isinstance(before, Stop) else None)
            return happened[place], _as_time(at)
    raise KeyError(player)


def _as_time(at: str | None) -> datetime | None:
    """An ISO 8601 time; None for a time of the day without its date. One without a zone is this machine's."""
    try:
        return None if at is None else datetime.fromisoformat(at).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
