"""What a worked example asks of a whole match: ``clock``, ``restart`` and ``shootout`` (Rules 14, 20 and 37)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from advisor.handicap import to_goals
from advisor.match import Match
from advisor.play.clock import next_entries
from advisor.play.following import follow
from advisor.play.restart import find_restart, say_restart
from advisor.play.saying import Statement, ruling_codes, say_clock, say_notes, say_phase, say_shootout

Ask = Mapping[str, Any]


def answer_clock(match: Match, ask: Ask) -> dict[str, Any]:
    """Where the clock stands at the end of the journal, as values: seconds, goals."""
    play = follow(match)
    clock = play.clock
    return {
        "phase": clock.phase,
        "period": clock.period,
        "overtime": clock.is_overtime,
        "clock": clock.seconds,
        "horn": clock.horn,
        "why": clock.why,
        "put_back_to": clock.put_back_to,
        "contested_by": ["whistle-after-horn"] if clock.contested else [],
        "score": {team: to_goals(goals) for team, goals in play.score.items()},
        "rulings": list(ruling_codes(clock)),
        "notes": [{"entry": note.entry, "code": note.code} for note in clock.notes],
        "next": list(next_entries(clock)),
    }


def answer_restart(match: Match, ask: Ask) -> dict[str, Any]:
    """The restart that is due, as values: seconds, yards."""
    restart = find_restart(follow(match))
    if restart is None:
        return {"restart": None}
    spot = None if restart.spot is None else {"x": restart.spot.x, "y": restart.spot.y}
    return {
        "restart": restart.code,
        "kind": restart.kind,
        "penalty": restart.number or None,
        "team": restart.team,
        "spot": spot,
        "ends_change": restart.ends_change,
        "next_period": restart.next_period,
        "clock": restart.seconds,
        "least": restart.least,
    }


def answer_shootout(match: Match, ask: Ask) -> dict[str, Any]:
    """Where the shootout stands, as values."""
    state = follow(match).shootout
    if state is None:
        return {"shootout": None}
    return {
        "round": len(state.rounds),
        "lines": [found.line for found in state.rounds],
        "points": dict(state.points),
        "next": None if state.next is None else {"team": state.next.team, "player": state.next.player},
        "winner": state.winner,
        "remarks": [remark.code for remark in state.remarks],
    }


ANSWERS: Mapping[str, Callable[[Match, Ask], dict[str, Any]]] = {
    "clock": answer_clock,
    "restart": answer_restart,
    "shootout": answer_shootout,
}
"""How each kind of question is answered, by its ``do``."""


def say_answer(match: Match, ask: Ask, names: Mapping[str, str], language: str) -> list[str]:
    """The answer to such a question in words, one statement each; ``names`` of the teams by their keys."""
    play = follow(match)
    statements: tuple[Statement, ...] = ()
    said: list[str] = []
    if ask["do"] == "clock":
        said = [f"{say_phase(play.clock, language)}."]
        statements = (*say_clock(play, language, names), *say_notes(play, language))
    elif ask["do"] == "shootout" and play.shootout is not None:
        players = {key: {p.id: p.name or p.id for p in team.players} for key, team in match.teams.items()}
        statements = say_shootout(play.shootout, names, players, language)
    elif ask["do"] == "restart" and (restart := find_restart(play)) is not None:
        card = say_restart(restart, play, names, language)
        said, statements = [f"{card.title}: {card.where}; {card.who}. {card.clock}."], card.statements
    return [*said, *(f"{statement.text} ({statement.citation})" for statement in statements)]
