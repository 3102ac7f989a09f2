"""A match told entry by entry: what each did, and what was so after it. Sheets and timelines are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from advisor.fold import Fold
from advisor.match import Entry, Match
from advisor.rulebook import Language
from advisor.situation import Moment
from advisor.state import Side
from advisor.telling import Names, names_of, say_entry
from advisor.view import shown_handicap


@dataclass(frozen=True)
class Then:
    """A team after an entry; figures in half goals.

    ``lineup``: everybody who holds a place, those in ``must_leave`` included; ``scored``: goals by play; ``received``:
    goals by handicap.
    """

    lineup: tuple[str, ...]
    must_leave: tuple[str, ...]
    places: int
    total: int
    counted: int
    scored: int
    received: int

    @property
    def score(self) -> int:
        """What stands on the board."""
        return self.scored + self.received


@dataclass(frozen=True)
class Step:
    """An entry and what was so after it. ``struck``: it did not happen, and changed nothing.

    ``clock``: seconds of the period played, where the entry says so.
    """

    number: int
    entry: Entry
    said: str
    struck: bool
    moment: Moment
    period: int
    clock: int | None
    teams: Mapping[str, Then]


@dataclass(frozen=True)
class Story:
    """A whole match. ``upper``: the event's upper limit in half goals; ``lanes``: a team's places at the start."""

    match: Match
    names: Names
    periods: int
    upper: int
    lanes: int
    steps: tuple[Step, ...]

    @property
    def score(self) -> Mapping[str, int]:
        """What stands on the board at the end, in half goals; before the start nothing."""
        return {key: then.score for key, then in self.steps[-1].teams.items()} if self.steps else {}


def read_story(match: Match, language: Language) -> Story:
    """Tell a match. Raises ``InputError`` at an impossible entry of its journal."""
    whole = Fold(match).run()
    names = names_of(whole, language)
    fold, steps = Fold(match), []
    for number, entry in enumerate(match.journal):
        struck = number in whole.struck
        if not struck:
            fold.apply(number, entry)
        steps.append(
            Step(
                number,
                entry,
                say_entry(entry, names, language),
                struck,
                fold.moment,
                fold.period,
                entry.clock,
                _then(fold),
            )
        )
    return Story(match, names, fold.periods, fold.upper, fold.book.figures.places, tuple(steps))


def _then(fold: Fold) -> dict[str, Then]:
    if fold.moment == "before_start":
        counted = dict.fromkeys(fold.sides, 0)
        received = dict(counted)
    else:
        counted = {key: shown_handicap(fold, key) for key in fold.sides}
        received = fold.goals_for(counted)
    return {key: _team_then(fold, side, counted[key], received[key]) for key, side in fold.sides.items()}


def _team_then(fold: Fold, side: Side, counted: int, received: int) -> Then:
    return Then(
        tuple(sorted((*side.field, *side.must_leave))),
        tuple(side.must_leave),
        side.places,
        side.total(),
        counted,
        2 * fold.goals[side.key],
        received,
    )
