"""A match followed entry by entry: what is possible and the score come from the fold, the rest from the clock."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from advisor.corrections import patch_event
from advisor.fold import Fold
from advisor.folds import OfMatches, fold_of
from advisor.match import Event, Match, Shootout, Shot
from advisor.play.clock import Clock, Facts, Lengths, advance, settle_goal
from advisor.play.field import EDITION, has_rule, read_figures, read_rule
from advisor.play.penalties import find_forfeits, find_penalty
from advisor.play.shootout import ShootoutState, play_shootout
from advisor.umpiring import WHISTLE


class Followed(NamedTuple):
    """An entry, with the clock before and after it.

    ``score``: in half goals by team, goals by handicap included, those that do not count left out. ``event``: its
    conditions from here on, as corrected so far.
    """

    number: int
    entry: Any
    before: Clock
    clock: Clock
    score: Mapping[str, int]
    event: Event


@dataclass(frozen=True)
class Play:
    """A match as Rule 14 sees it. ``event``: its conditions as corrected last; ``struck``: numbers of entries that did
    not happen; ``interval``: how long the pause lasts that is on, in seconds; ``fields``: who is on the field and need
    not leave, by team."""

    match: Match
    event: Event
    clock: Clock
    entries: tuple[Followed, ...]
    score: Mapping[str, int]
    shootout: ShootoutState | None
    interval: int
    fields: Mapping[str, frozenset[str]]
    struck: frozenset[int]

    @property
    def board(self) -> Mapping[str, int]:
        """The score in half goals as the board has it: goals that do not count are on it until they are struck."""
        void = Counter(goal.team for goal in self.clock.void)
        return {key: goals + 2 * void[key] for key, goals in self.score.items()}

    @property
    def forfeits(self) -> tuple[str, ...]:
        """The teams that forfeit by a Penalty 9: both, where it was given against both."""
        given = [followed.entry for followed in self.entries if followed.entry.entry == "penalty"]
        return find_forfeits([entry.against for entry in given if find_penalty(entry.number).forfeits])

    @property
    def rules(self) -> str:
        """The edition whose Rule 14 the match is played under."""
        return rule_14_of(self.match)

    def with_clock(self, clock: Clock) -> Play:
        """The same with time passed."""
        return replace(self, clock=clock)


def rule_14_of(match: Match) -> str:
    """The edition whose Rule 14 a match is played under: its own, or the outdoor one where its own says nothing."""
    return _edition_of_rule_14(match.rules)


def _edition_of_rule_14(rules: str) -> str:
    return rules if has_rule("rule-14", rules) else EDITION


def intervals_of(rules: str) -> Mapping[str, int]:
    """How long the pauses are where the event sets none, in minutes, by their keys in the event."""
    found: Mapping[str, int] = read_rule("rule-14", _edition_of_rule_14(rules))["intervals"]
    return found


def lengths_of(match: Match, fold: Fold) -> Lengths:
    """How long the periods of a match are, in seconds."""
    figures = figures_of(rule_14_of(match))
    first = figures.get("first")
    if first is None:
        return Lengths(None, fold.book.figures.seconds(fold.periods), 0, int(figures["warning"]))
    return Lengths(int(first), int(first + figures["extra"]), int(figures["least"]), int(figures["warning"]))


def figures_of(rules: str) -> Mapping[str, float]:
    """The figures of Rule 14 in an edition, in seconds."""
    return read_figures(read_rule("rule-14", rules)["figures"], rules)


def follow(match: Match) -> Play:
    """Follow the whole journal. Raises :class:`~advisor.errors.InputError` at an impossible entry."""
    struck = fold_of(match).struck

    def begin() -> _Followed:
        return _follow(match, struck, _Follower(match, Fold(match)), 0, ())

    def go_on(part: Match, followed: _Followed) -> _Followed:
        if followed.play.struck != struck:
            return begin()
        return _follow(match, struck, followed.follower.copy(), len(part.journal), followed.play.entries)

    return _FOLLOWED.of(match, begin, go_on).play


def _follow(
    match: Match, struck: frozenset[int], follower: _Follower, count: int, before: tuple[Followed, ...]
) -> _Followed:
    """Follow the entries from number ``count`` on; ``before`` are the earlier ones as they were followed."""
    follower.fold.match = match
    after = [
        follower.take(number, entry)
        for number, entry in enumerate(match.journal[count:], count)
        if number not in struck and entry.entry != "strike"
    ]
    entries = (*before, *after)
    fields = {key: frozenset(side.field) for key, side in follower.fold.sides.items()}
    score, shootout, interval = follower.score(), follower.shootout(), follower.interval()
    play = Play(match, follower.event, follower.clock, entries, score, shootout, interval, fields, struck)
    return _Followed(follower, play)


class _Follower:
    """Takes one entry after the other."""

    def __init__(self, match: Match, fold: Fold) -> None:
        self.fold = fold
        self.clock = Clock(lengths_of(match, fold), fold.periods)
        self.event = match.event
        self._minutes = intervals_of(match.rules)
        self._elected: Shootout | None = None
        self._shots: list[Shot] = []
        self._field: Mapping[str, frozenset[str]] = {}

    def copy(self) -> _Follower:
        """The same, to take other entries."""
        twin = copy(self)
        twin.fold, twin._shots = self.fold.copy(), list(self._shots)
        return twin

    def take(self, number: int, entry: Any) -> Followed:
        fold, before = self.fold, self.clock
        fold.apply(number, entry)
        if entry.entry == "event":
            self.event = patch_event(self.event, entry.set)
        elif isinstance(entry, Shootout):
            self._elected, self._shots = entry, []
            self._field = {key: frozenset(side.field) for key, side in fold.sides.items()}
        elif isinstance(entry, Shot):
            self._shots.append(entry)
        lengths = before.lengths
        if lengths.first is None and entry.entry == "event":
            self.clock = replace(before, lengths=lengths._replace(end=fold.book.figures.seconds(fold.periods)))
        facts = Facts(
            number=number,
            moment=fold.moment,
            period=fold.period,
            periods=fold.periods,
            level=self._is_level(),
            winner=self._winner(),
            any_whistle=fold.readings[WHISTLE] == "any",
        )
        self.clock = advance(self.clock, entry, facts)
        if self.clock.void != before.void:
            self.clock = replace(self.clock, level=self._is_level())
            if len(self.clock.void) < len(before.void):
                self.clock = settle_goal(self.clock)
        return Followed(number, entry, before, self.clock, self.score(), self.event)

    def score(self) -> dict[str, int]:
        """The score in half goals."""
        fold = self.fold
        handicap = fold.goals_for({key: side.counted for key, side in fold.sides.items()})
        void = Counter(goal.team for goal in self.clock.void)
        return {key: 2 * (goals - void[key]) + handicap[key] for key, goals in fold.goals.items()}

    def shootout(self) -> ShootoutState | None:
        """The shootout so far."""
        if self._elected is None:
            return None
        return play_shootout(self._elected, self._shots, self.fold.upper, self._field)

    def interval(self) -> int:
        """Seconds of the pause that is on, or would be next."""
        set_by_event = self.event.intervals.model_dump(exclude_none=True) if self.event.intervals else {}
        return 60 * int({**self._minutes, **set_by_event}[self.clock.interval_kind])

    def _is_level(self) -> bool:
        first, second = self.score().values()
        return first == second

    def _winner(self) -> str | None:
        shootout = self.shootout()
        return None if shootout is None else shootout.winner


class _Followed(NamedTuple):
    """A match that was followed, and who goes on from there."""

    follower: _Follower
    play: Play


_FOLLOWED: OfMatches[_Followed] = OfMatches()
