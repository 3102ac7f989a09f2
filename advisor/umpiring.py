"""Entries of the umpire's clock, restarts and shootout: what of them the lineups depend on.

Rule 14 itself, and what comes next by it, is in :mod:`advisor.play`; here only what an entry needs to be possible, and
what it does to moment, clock and goals.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from advisor.state import MatchState

Refuse = Callable[..., NoReturn]
"""Raises the input error of the entry: the field, a message, and its facts."""

WHISTLE = "whistle-after-horn"
"""The reading that says which whistles end a period after the 7:00 horn."""


def sound_horn(match: MatchState, entry: Any) -> None:
    """Note the 7:00 horn; where it was not heard, its time has come all the same (Rule 14)."""
    if entry.which == "first" and "extra_seconds" in match.book.raw_figures:
        match.horn_sounded = True


def correct_clock(match: MatchState, entry: Any) -> None:
    """Note that by the umpire's clock the first horn is still to come, where it is."""
    match.horn_sounded = match.horn_sounded and entry.clock >= match.book.figures.seconds(match.periods)


def blow_whistle(match: MatchState) -> None:
    """Play is stopped for no foul: after the 7:00 horn that ends a period by one reading, but the last regulation one.

    Then lineups are judged as between periods, though the end of the period is still to be recorded.
    """
    if match.horn_sounded and match.period != match.periods:
        match.over_by_whistle = match.reading(WHISTLE) == "any"


def check_penalty(match: MatchState, entry: Any, refuse: Refuse) -> None:
    """Refuse a penalty against nobody's team or player."""
    if entry.against not in match.sides:
        refuse("against", "no team {team}; the teams are {teams}", team=entry.against, teams=", ".join(match.sides))
    if entry.player is not None and entry.player not in match.sides[entry.against].players:
        refuse("player", "{player} is not a player of {team}", player=entry.player, team=entry.against)


def award_goal(match: MatchState, entry: Any) -> None:
    """Put the goal of a Penalty 1 on the board (Rule 37)."""
    if entry.number == "1":
        match.goals[match.other(match.sides[entry.against]).key] += 1


def begin_shootout(match: MatchState, entry: Any, refuse: Refuse) -> None:
    """Begin a shootout, once regulation is played. Refuses an order that is none."""
    if match.period < match.periods:
        refuse("entry", "regulation is not played yet; a shootout comes after its last period, or after overtime")
    if match.shootout is not None:
        refuse("entry", "the shootout has begun already; strike it to begin it anew")
    if entry.first not in match.sides:
        refuse("first", "no team {team}; the teams are {teams}", team=entry.first, teams=", ".join(match.sides))
    for key in entry.order:
        if key not in match.sides:
            refuse(f"order/{key}", "no team {team}; the teams are {teams}", team=key, teams=", ".join(match.sides))
    for key, side in match.sides.items():
        hitters = entry.order.get(key, ())
        if not hitters:
            refuse("order", "nobody hits for {team}; name who does", team=key)
        if len(set(hitters)) < len(hitters):
            refuse(f"order/{key}", "a player is named twice; name each once")
        for player in hitters:
            if player not in side.players:
                refuse(f"order/{key}", "{player} is not a player of {team}", player=player, team=key)
        if entry.hitters == "one" and len(hitters) > 1:
            refuse(f"order/{key}", "{count} players found; one hits for each team", count=len(hitters))
    match.shootout = {key: tuple(entry.order[key]) for key in match.sides}


def check_shot(match: MatchState, entry: Any, refuse: Refuse) -> None:
    """Refuse a shot without a shootout, or of somebody who is not in its order."""
    if match.shootout is None:
        refuse("entry", "there is no shootout; a `shootout` entry comes first")
    if entry.team not in match.shootout:
        refuse("team", "no team {team}; the teams are {teams}", team=entry.team, teams=", ".join(match.sides))
    hitters = match.shootout[entry.team]
    if entry.player not in hitters:
        refuse("player", "{player} does not hit; of {team} hit {players}", **{
            "player": entry.player, "team": entry.team, "players": ", ".join(hitters),
        })  # fmt: skip
