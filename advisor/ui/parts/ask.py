"""The questions of the pages to ``advisor``, each answer kept for a while so that a tap is fast.

A match goes in as JSON text (:func:`as_text`), so that the answers kept are found again by it.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from advisor.answer_types import Advice, Audit, State, Verdict
from advisor.answers import Inquiry
from advisor.audit import audit
from advisor.compare import Comparison, compare
from advisor.folds import OfMatches, fold_of
from advisor.handicap import to_goals
from advisor.latest import Latest
from advisor.match import Match
from advisor.narrate import say_goals
from advisor.ranking import Order
from advisor.rulebook import Language, Rulebook, find_rulebook
from advisor.situation import Moment, PlayerState
from advisor.telling import team_name
from advisor.workings import Working, workings_of_option
from advisor.workings import workings as team_workings

_KEPT = 500
"""How many answers of each sort are kept."""

MOST_OPTIONS = 40
"""How many legal lineups of each moment are asked for."""


@dataclass(frozen=True)
class Person:
    """A player as the pages show him. Handicaps in half goals; ``standing`` is a key of ``say.STANDINGS``."""

    id: str
    name: str
    rated: int
    counted: int
    standing: str

    @property
    def label(self) -> str:
        """Name and handicap: "Ana (1)"."""
        return f"{self.name} ({say_goals(self.rated)})"


@dataclass(frozen=True)
class Side:
    """A team as the pages show it. ``total``: on the field, ``scored``: on the board by play (half goals)."""

    key: str
    name: str
    people: Mapping[str, Person]
    total: int
    scored: int
    state: State

    @property
    def score(self) -> int:
        """What stands on the board, goals by handicap included (half goals)."""
        received = self.state.handicap_goals or {}
        return self.scored + round(2 * received.get(self.key, 0))

    @property
    def most(self) -> float:
        """The tightest bound on the sum on the field, in goals: the upper limit or a cap."""
        limits = self.state.limits
        return min([limits.upper, *(cap.value for cap in limits.caps)])

    def label(self, player: str) -> str:
        """A player's name and handicap."""
        return self.people[player].label


@dataclass(frozen=True)
class Picture:
    """A match at the moment of asking, as the pages show it. ``clock``: seconds of the period played, 0 if unknown.

    ``fouled``: the team with a Penalty 7 pending, or empty. ``readings``: the value in force of each reading, with
    corrections of the event.
    """

    rules: str
    event: str
    moment: Moment
    period: int
    periods: int
    clock: int
    handicap_game: bool
    fouled: str
    sides: Mapping[str, Side]
    readings: Mapping[str, str]
    above_limit_allowed: bool

    @property
    def book(self) -> Rulebook:
        """The rules of the match."""
        return find_rulebook(self.rules)

    @property
    def names(self) -> dict[str, str]:
        """Each team's name."""
        return {key: side.name for key, side in self.sides.items()}

    def other(self, team: str) -> Side:
        """The opponents of a team."""
        return next(side for key, side in self.sides.items() if key != team)


_TEXTS: OfMatches[str] = OfMatches()
_MATCHES: Latest[str, tuple[str, Match]] = Latest(10_000_000, lambda kept: len(kept[0]))
"""The last matches by their texts, up to so many signs together."""


def as_text(match: Match) -> str:
    """A match as the text by which its answers are kept."""

    def make(*_: object) -> str:
        return json.dumps(match.as_data(), ensure_ascii=False, sort_keys=False)

    found = _TEXTS.of(match, make, make)
    if _MATCHES.find(found) is None:
        _MATCHES.put(found, (found, match))
    return found


def _match(text: str) -> Match:
    """The match of a text, the same object for all who ask: what was worked out of it is found again by that."""
    kept = _MATCHES.find(text)
    if kept is None:
        kept = text, Match.model_validate_json(text)
        _MATCHES.put(text, kept)
    return kept[1]


def _inquiry(text: str, language: Language = "en") -> Inquiry:
    match = _match(text)
    return Inquiry(match, language=language, fold=fold_of(match))


def _standing(player: PlayerState, state: State, sitting_out: frozenset[str]) -> str:
    if player.id in state.must_leave:
        return "must-leave"
    if player.id in state.field:
        return "field"
    if player.disqualified:
        return "red-card"
    if player.injured_out:
        return "penalty-7"
    if player.unable:
        return player.unable
    if player.id in sitting_out:
        return "sitting-out"
    if not player.present:
        return "absent"
    if player.ineligible or player.barred_since_start:
        return player.ineligible or player.barred_since_start or "bench"
    return "eliminated" if player.eliminated else "bench"


def _side(inquiry: Inquiry, key: str, language: Language) -> Side:
    fold, state = inquiry.fold, inquiry.state(key)
    side = fold.sides[key]
    sitting_out = fold.situation(key).sitting_out
    people = {
        player.id: Person(
            player.id, player.name or player.id, player.rated, player.handicap, _standing(player, state, sitting_out)
        )
        for player in side.players.values()
    }
    name = team_name(inquiry.match, key, language)
    return Side(key, name, people, side.total(), 2 * fold.goals[key], state)


@st.cache_data(max_entries=_KEPT, show_spinner=False)
def picture(match: str, language: Language) -> Picture:
    """The match as it stands; teams without a name go by their keys.

    Raises ``InputError`` at an impossible entry of the journal.
    """
    inquiry = _inquiry(match)
    fold = inquiry.fold
    return Picture(
        rules=inquiry.match.rules,
        event=inquiry.match.event.name or "",
        moment=fold.moment,
        period=fold.period,
        periods=fold.periods,
        clock=fold.clock,
        handicap_game=fold.handicap_game,
        fouled=fold.pending.fouled if fold.pending else "",
        sides={key: _side(inquiry, key, language) for key in fold.sides},
        readings=dict(fold.readings),
        above_limit_allowed=fold.above_limit_allowed,
    )


@st.cache_data(max_entries=_KEPT, show_spinner=False)
def advice(match: str, team: str, language: Language, order: Order = "net") -> Advice:
    """What ``advise`` answers."""
    return _inquiry(match, language).advise(team, limit=MOST_OPTIONS, order=order)


@st.cache_data(max_entries=_KEPT, show_spinner=False)
def verdict(match: str, team: str, lineup: tuple[str, ...], language: Language) -> Verdict:
    """What ``verify`` answers."""
    return _inquiry(match, language).verify(team, lineup)


@st.cache_data(max_entries=_KEPT, show_spinner=False)
def comparison(match: str, team: str, a: tuple[str, ...], b: tuple[str, ...], language: Language) -> Comparison:
    """What ``compare`` answers."""
    return compare(_inquiry(match, language), team, a, b)


@st.cache_data(max_entries=_KEPT, show_spinner=False)
def workings(
    match: str, team: str, lineups: tuple[tuple[str, ...], ...], at_period_end: bool, language: Language
) -> list[list[Working]]:
    """How the figures of each lineup were worked out."""
    inquiry = _inquiry(match, language)
    return [workings_of_option(inquiry, team, lineup, at_period_end) for lineup in lineups]


@st.cache_data(max_entries=_KEPT, show_spinner=False)
def state_workings(match: str, team: str, language: Language) -> list[Working]:
    """How the figures of a team's state were worked out."""
    return team_workings(_inquiry(match, language), team)


@st.cache_data(max_entries=_KEPT, show_spinner=False)
def breaches(match: str, language: Language) -> Audit:
    """What ``audit`` answers."""
    return audit(_match(match), language=language)


@st.cache_data(max_entries=_KEPT, show_spinner=False)
def counted(match: str) -> dict[str, float]:
    """Each team's counted handicap, in goals; before the start the sum of nobody."""
    inquiry = _inquiry(match)
    return {key: to_goals(side.counted) for key, side in inquiry.fold.sides.items()}


@st.cache_resource(show_spinner=False)
def warm_up() -> threading.Thread:
    """Import the solver while the first page is being read; it takes most of a second."""

    def load() -> None:
        try:
            import advisor.solver.enumerate  # noqa: F401  (the import is the point)
        except Exception:
            logging.getLogger(__name__).exception("the solver could not be imported")

    thread = threading.Thread(target=load, name="warm-up", daemon=True)
    thread.start()
    return thread
