"""The shootout of Rule 14: who hits next and from where, and when it is decided.

All hit, or one of each team; the order drawn by lot is kept in each round. A round is over once everybody has hit, and
only then can it be decided. The goal that the winner gets on the board is a ``goal`` entry of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from advisor.handicap import to_half
from advisor.match import Shootout, Shot
from advisor.play.field import EDITION, read_rule


class Hit(NamedTuple):
    """Who hits: the team and the player."""

    team: str
    player: str


class Taken(NamedTuple):
    """A hit of a round, and whether it was a goal."""

    team: str
    player: str
    goal: bool


class Round(NamedTuple):
    """A round: the line in yards that it is hit from, and the hits so far."""

    line: int
    taken: tuple[Taken, ...]


class Remark(NamedTuple):
    """What is to be said of a shootout: a code, whose words are in the rule's data, and whom it is about."""

    code: str
    team: str = ""
    player: str = ""


@dataclass(frozen=True)
class ShootoutState:
    """Where a shootout stands. ``rounds``: the last one is under way; ``next``: ``None`` once it is decided.

    ``points``: goals by team over all rounds; ``order``: who hits in each round, from first to last.
    """

    rounds: tuple[Round, ...]
    order: tuple[Hit, ...]
    points: Mapping[str, int]
    next: Hit | None
    winner: str | None
    remarks: tuple[Remark, ...]

    @property
    def line(self) -> int:
        """Yards from the back line at which the ball is put."""
        return self.rounds[-1].line


def figures() -> Mapping[str, Any]:
    """The figures of the shootout: lines in yards, the upper limit in goals that brings the ball nearer."""
    found: Mapping[str, Any] = read_rule("rule-14", EDITION)["shootout"]["figures"]
    return found


def hitting_order(first: str, order: Mapping[str, Sequence[str]]) -> tuple[Hit, ...]:
    """The order of a round: the teams alternate; when one has nobody left, the other hits on."""
    teams = sorted(order, key=lambda team: team != first)
    most = max(len(order[team]) for team in teams)
    return tuple(
        Hit(team, order[team][turn]) for turn in range(most) for team in teams if turn < len(order[team])
    )  # fmt: skip


def line_of(number: int, scored_in_two: bool, upper: int) -> int:
    """Yards of the line of a round, counted from 1. ``upper``: the event's upper limit, in half goals."""
    figure = figures()
    lines: Sequence[int] = figure["lines"]
    if number <= len(lines):
        return lines[number - 1]
    is_nearer = not scored_in_two and upper <= to_half(figure["nearer_up_to"])
    return int(figure["nearer"] if is_nearer else figure["later"])


def play_shootout(
    elected: Shootout, shots: Sequence[Shot], upper: int, field: Mapping[str, frozenset[str]]
) -> ShootoutState:
    """A shootout after these hits. ``upper`` in half goals; ``field``: who was on it at the end, by team."""
    order = hitting_order(elected.first, elected.order)
    points = dict.fromkeys(elected.order, 0)
    remarks = list(_remarks(elected, field))
    rounds: list[Round] = []
    taken: list[Taken] = []
    winner: str | None = None

    def line() -> int:
        scored = any(hit.goal for found in rounds[: len(figures()["lines"])] for hit in found.taken)
        return line_of(len(rounds) + 1, scored, upper)

    for shot in shots:
        done = {(hit.team, hit.player) for hit in taken}
        if winner is not None:
            remarks.append(Remark("after-the-end", shot.team, shot.player))
            continue
        if (shot.team, shot.player) in done:
            remarks.append(Remark("twice", shot.team, shot.player))
            continue
        if (shot.team, shot.player) != next(hit for hit in order if hit not in done):
            remarks.append(Remark("out-of-turn", shot.team, shot.player))
        taken.append(Taken(shot.team, shot.player, shot.goal))
        points[shot.team] += shot.goal
        if len(taken) == len(order):
            ahead = [team for team in points if points[team] == max(points.values())]
            winner = ahead[0] if len(ahead) == 1 else None
            rounds.append(Round(line(), tuple(taken)))
            taken = []
    if winner is None:
        rounds.append(Round(line(), tuple(taken)))
    done = {(hit.team, hit.player) for hit in taken}
    following = None if winner is not None else next(hit for hit in order if hit not in done)
    return ShootoutState(tuple(rounds), order, points, following, winner, tuple(remarks))


def _remarks(elected: Shootout, field: Mapping[str, frozenset[str]]) -> Iterator[Remark]:
    """What is to be said of who hits."""
    if len({len(hitters) for hitters in elected.order.values()}) > 1:
        yield Remark("unequal")
    for team, hitters in elected.order.items():
        for player in hitters:
            if player not in field[team]:
                yield Remark("not-on-field", team, player)
        if elected.hitters == "all":
            for player in sorted(field[team].difference(hitters)):
                yield Remark("left-out", team, player)
