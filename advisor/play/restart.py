"""How play starts again: after each entry that stopped it, or put the ball out of play, the one restart that is due.

Rule 14 says in which period, Rule 20 the throw-in, Rule 37 the penalties; hit-ins and throw-ins elsewhere than at the
centre are public facts of an earlier edition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from advisor.errors import InputError
from advisor.match import Penalty, Spot
from advisor.play.clock import Clock
from advisor.play.field import EDITION, Field, Point, read_rule, size_of
from advisor.play.following import Followed, Play
from advisor.play.penalties import find_penalty, take
from advisor.play.saying import Statement, say_seconds
from advisor.words import translator

Code = Literal["centre", "goal", "side", "hit-in", "stopped", "time", "penalty", "after-penalty-1"]
"""Which restart: its words are in the rule's data under this code."""

Teams = tuple[str, ...]
"""Both teams by their keys."""


@dataclass(frozen=True)
class Restart:
    """The restart that is due.

    ``kind``: ``throw-in``, ``hit-in`` or ``penalty``; ``number``: of the penalty; ``team``: who hits, ``None`` for a
    throw-in; ``spot``: where, on the axes of :mod:`advisor.play.field`, the back line being that of ``facing``, where
    it is known; ``way`` and ``foul``: how the penalty is taken, and where it was, as ``take`` of the penalties wants
    them; ``ends_change``: sides are changed before it. ``next_period``: only the next period begins with it.
    ``seconds``: what the clock shows then; ``least``: how long it gets at least. ``unsure``: whether the ball was back
    in play before play was stopped is not on record.
    """

    code: Code
    kind: Literal["throw-in", "hit-in", "penalty"]
    entry: int
    number: str = ""
    team: str | None = None
    facing: str | None = None
    spot: Point | None = None
    way: str = ""
    foul: Point | None = None
    ends_change: bool = False
    next_period: bool = False
    seconds: int = 0
    least: int = 0
    unsure: bool = False


@dataclass(frozen=True)
class RestartCard:
    """A restart in words: what, where, who, the clock, and what holds, each with its citation."""

    title: str
    where: str
    who: str
    clock: str
    statements: tuple[Statement, ...]


def find_restart(play: Play) -> Restart | None:
    """The restart that is due now, or that the next period begins with; ``None`` while the ball is in play, in a
    shootout and once the match is over."""
    due: Restart | None = None
    for followed in play.entries:
        due = _after(due, followed, tuple(play.match.teams))
    if due is not None and due.kind == "penalty" and play.rules != EDITION:
        due = replace(due, spot=None)  # the spots of Rule 37 are outdoors
    clock = play.clock
    if clock.phase in ("shootout", "ended") or (clock.phase == "running" and clock.ball_in):
        return None
    if clock.phase == "over" and clock.why == "deciding":
        return None
    if clock.phase == "over" and clock.regulation_played and not clock.level:
        return None
    if due is None:
        if clock.phase == "not_started":
            return Restart("centre", "throw-in", 0)
        if clock.phase == "over":
            return Restart("time", "throw-in", len(play.match.journal), next_period=True)
        return None
    if clock.phase in ("over", "interval"):
        return replace(due, next_period=True, seconds=0)
    seconds = clock.seconds if clock.put_back_to is None else clock.put_back_to
    return replace(due, seconds=seconds, least=clock.lengths.least if clock.leaves_least else 0)


def _after(due: Restart | None, followed: Followed, teams: Teams) -> Restart | None:
    """What is due after an entry."""
    entry, before, clock = followed.entry, followed.before, followed.clock
    if (turn := _DUE.get(entry.entry)) is not None:
        return turn(due, followed, teams)
    if entry.entry in ("resume", "ball_in", "start", "start_period"):
        return None
    if entry.entry == "clock_correction" and before.phase == "over" != clock.phase:
        due = None if clock.ball_in and clock.phase == "running" else due
    if len(clock.void) < len(before.void):
        return Restart("goal", "throw-in", before.void[-1].entry, ends_change=True)  # it counts after all
    if due is None and before.phase == "running" and clock.phase in ("stopped", "over"):
        # The umpire stopped play, or somebody was hurt: the ball was in play.
        return Restart("time" if clock.why == "time" else "stopped", "throw-in", followed.number)
    if due is not None and due.kind != "penalty" and before.phase == "running" and clock.ball_in and not before.ball_in:
        return replace(due, unsure=True)
    if due is None and entry.entry == "end_period":
        return Restart("time", "throw-in", followed.number)
    return due


def _goal(due: Restart | None, followed: Followed, teams: Teams) -> Restart | None:
    is_void = followed.clock.void != followed.before.void
    if is_void or followed.before.phase not in ("running", "stopped"):
        return due
    return Restart("goal", "throw-in", followed.number, ends_change=True)


def _ball_out(due: Restart | None, followed: Followed, teams: Teams) -> Restart | None:
    entry = followed.entry
    if followed.before.phase != "running":
        return due
    if entry.over == "side_line":
        return Restart("side", "throw-in", followed.number, spot=_point(entry.spot), facing=entry.team)
    spot = None if entry.spot is None else Point(0, entry.spot.across)
    return Restart("hit-in", "hit-in", followed.number, team=entry.team, facing=entry.team, spot=spot)


def _penalty(due: Restart | None, followed: Followed, teams: Teams) -> Restart | None:
    entry: Penalty = followed.entry
    penalty, size = find_penalty(entry.number), size_of(followed.event.field)
    fouled = next(team for team in teams if team != entry.against)
    if penalty.then:
        spot = take(penalty.then, size=size).scene
        return Restart(
            "after-penalty-1",
            "penalty",
            followed.number,
            penalty.then,
            fouled,
            entry.against,
            None if spot is None else spot.ball,
            ends_change=penalty.ends_change,
        )
    if not penalty.ways:
        # Nothing is hit: what was due stays due, and after a whistle in play the ball is thrown in.
        return due or Restart("stopped", "throw-in", followed.number)
    wanted = {"spot": entry.from_spot, "defended": followed.event.penalty_3_defended}
    way = next((name for name, is_so in wanted.items() if is_so and name in penalty.ways), "")
    foul = _point(entry.spot)
    return Restart(
        "penalty",
        "penalty",
        followed.number,
        entry.number,
        fouled,
        entry.against,
        _spot_of(entry.number, way, foul, size),
        way,
        foul,
    )


def _spot_of(number: str, way: str, foul: Point | None, size: Field) -> Point | None:
    """Where the ball is put for a penalty; ``None`` where that hangs on a spot that was not recorded."""
    try:
        scene = take(number, way, foul, size).scene
    except InputError:
        return None
    return None if scene is None else scene.ball


def _point(spot: Spot | None) -> Point | None:
    return None if spot is None else Point(spot.to_back_line, spot.across)


_DUE: Mapping[str, Callable[[Restart | None, Followed, Teams], Restart | None]] = {
    "goal": _goal,
    "ball_out": _ball_out,
    "penalty": _penalty,
}


# -- words -----------------------------------------------------------------------------------------------------------


def say_restart(restart: Restart, play: Play, names: Mapping[str, str], language: str) -> RestartCard:
    """A restart in words. ``names`` of the teams by their keys."""
    _ = translator(language, domain="play")
    rule: Mapping[str, Any] = read_rule("rule-14", play.rules)
    said = rule["restarts"][restart.code]
    statements = [Statement(said["text"][language], said["citation"][language])]
    if restart.code == "penalty" and play.rules == EDITION:
        penalty = find_penalty(restart.number)
        title = penalty.title[language]
        if restart.way and (way := penalty.ways[restart.way].title):
            title = f"{title}. {way[language]}"
        statements = [Statement(title, penalty.citation[language])]
    if restart.least:
        statements.append(_least(rule, play.clock, language))
        free_hit = rule["rulings"]["least-free-hit"]
        if restart.number in free_hit["penalties"]:
            statements.append(Statement(free_hit["text"][language], free_hit["citation"][language]))
    if restart.unsure:
        said_unsure = rule["rulings"]["ball-not-recorded"]
        statements.append(Statement(said_unsure["text"][language], said_unsure["citation"][language]))
    who = _("Both teams") if restart.team is None else names.get(restart.team, restart.team)
    if restart.kind == "hit-in" and restart.team is None:
        who = _("The team that defends there")
    return RestartCard(
        said["title"][language].format(number=restart.number),
        _say_where(restart, play, names, language),
        who,
        _say_clock(restart, play, language),
        tuple(statements),
    )


def _least(rule: Mapping[str, Any], clock: Clock, language: str) -> Statement:
    said, lengths = rule["rulings"]["least"], clock.lengths
    facts = {"least": lengths.least, "time": say_seconds(lengths.end - lengths.least)}
    return Statement(said["text"][language].format(**facts), said["citation"][language])


def _say_where(restart: Restart, play: Play, names: Mapping[str, str], language: str) -> str:
    _ = translator(language, domain="play")
    if restart.code in ("centre", "goal") or restart.spot == size_of(play.event.field).centre:
        return _("Centre of the field")
    if restart.spot is not None and restart.facing is not None:
        yards, across = restart.spot.x, restart.spot.y
        where = _("{yards} yards from the back line of {team}")
        if not yards:
            where = _("On the back line of {team}")
        said = where.format(yards=f"{yards:g}", team=names.get(restart.facing, restart.facing))
        if not across:
            return _("{place}, in the middle").format(place=said)
        side = _("{place}, {yards} yards right of the middle, facing that goal")
        if across < 0:
            side = _("{place}, {yards} yards left of the middle, facing that goal")
        return side.format(place=said, yards=f"{abs(across):g}")
    if restart.code == "side":
        return _("Where the ball crossed the side line")
    if restart.code == "hit-in":
        return _("Where the ball crossed the back line")
    if restart.kind == "penalty":
        return _("The spot of the foul or of the ball, as the penalty says")
    return _("Where the ball was")


def _say_clock(restart: Restart, play: Play, language: str) -> str:
    _ = translator(language, domain="play")
    if play.clock.phase == "not_started":
        return _("The clock starts with it")
    if restart.next_period:
        return _("At the beginning of the next period")
    if play.clock.phase == "running":
        return _("The clock runs on")
    if play.clock.put_back_to is not None:
        return _("The clock is put back to {time} and starts with it").format(time=say_seconds(restart.seconds))
    return _("The clock stands at {time} and starts with it").format(time=say_seconds(restart.seconds))
