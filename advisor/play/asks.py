"""What a worked example asks of penalties, throw-in and placements: questions as plain values, answers as JSON values.

``do: penalty`` (``penalty``, ``way``, ``foul``), ``do: placement`` (``placement``) and ``do: throw_in`` (``what``, and
the facts of that question). Rules 20 and 37. What is asked of a whole match is in :mod:`advisor.play.match_asks`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from advisor.errors import InputError, quoted
from advisor.match import Match
from advisor.play import match_asks
from advisor.play.field import Point, size_of
from advisor.play.following import follow
from advisor.play.penalties import Taking, describe, find_forfeits, take
from advisor.play.placement import Placement, judge
from advisor.play.throwin import (
    Ruling,
    rule_on_contact,
    rule_on_goal,
    rule_on_late,
    rule_on_rush,
    rule_on_wrong_side,
    rule_on_wrong_way,
)

Ask = Mapping[str, Any]

_RULINGS: Mapping[str, Callable[..., Ruling]] = {
    "contact": rule_on_contact,
    "rush": rule_on_rush,
    "late": rule_on_late,
    "wrong_side": rule_on_wrong_side,
    "goal": rule_on_goal,
    "wrong_way": rule_on_wrong_way,
}


def find_taking(match: Match, ask: Ask) -> Taking:
    """The penalty that a question is about, on the event's field. Raises ``InputError``."""
    foul = ask.get("foul")
    where = None if foul is None else Point(foul["x"], foul["y"])
    return take(str(ask["penalty"]), ask.get("way", ""), where, size_of(follow(match).event.field))


def find_ruling(match: Match, ask: Ask) -> Ruling:
    """The ruling that a question about a throw-in asks for. Raises ``InputError`` for an unknown one."""
    what = ask["what"]
    if what not in _RULINGS:
        found = {"found": quoted(str(what)), "words": ", ".join(_RULINGS)}
        raise InputError(("what",), "{found} found; what must be one of: {words}", found)
    facts = {key: value for key, value in ask.items() if key not in ("do", "what", "expect")}
    if what == "goal":
        facts["teams"] = tuple(match.teams)
    return _RULINGS[what](**facts)


def answer_penalty(match: Match, ask: Ask) -> dict[str, Any]:
    """Where the penalty is taken and what it does, as values; ``forfeits``: who forfeits by the journal."""
    taking = find_taking(match, ask)
    penalty, scene = taking.penalty, taking.scene
    against = [entry.against for entry in match.journal if entry.entry == "penalty" and entry.number == "9"]
    return {
        "penalty": penalty.number,
        "way": taking.way_name,
        "spot": None if scene is None else {"x": scene.ball.x, "y": scene.ball.y},
        "goals": penalty.goals,
        "then": penalty.then,
        "ends_change": penalty.ends_change,
        "entries": list(penalty.entries),
        "forfeits": list(find_forfeits(against)) if penalty.forfeits else [],
    }


def answer_placement(match: Match, ask: Ask) -> dict[str, Any]:
    """The judgement of a placement, as values."""
    return judge(Placement.model_validate(ask["placement"])).model_dump(mode="json")


def answer_throw_in(match: Match, ask: Ask) -> dict[str, Any]:
    """What the umpire does at a throw-in, as values."""
    ruling = find_ruling(match, ask)
    return {
        "ruling": ruling.id,
        "does": ruling.does,
        "counts_for": ruling.counts_for or None,
        "ends_change": ruling.ends_change,
    }


ANSWERS: Mapping[str, Callable[[Match, Ask], dict[str, Any]]] = {
    "penalty": answer_penalty,
    "placement": answer_placement,
    "throw_in": answer_throw_in,
    **match_asks.ANSWERS,
}
"""How each kind of question is answered, by its ``do``."""


def say_answer(match: Match, ask: Ask, names: Mapping[str, str], language: str) -> list[str]:
    """The answer to such a question in words, one statement each; ``names`` of the teams by their keys."""
    if ask["do"] in match_asks.ANSWERS:
        return match_asks.say_answer(match, ask, names, language)
    if ask["do"] == "throw_in":
        ruling = find_ruling(match, ask)
        said = ruling.naming(names.get(ruling.counts_for, ruling.counts_for)).say(language)
        return [f"{ruling.title(language)}: {said}"]
    if ask["do"] == "placement":
        judgement = judge(Placement.model_validate(ask["placement"]), language)
        players = [f"{names.get(p.team, p.team)} {p.player}: {p.message}" for p in judgement.players]
        return ([judgement.ball.message] if judgement.ball else []) + players
    card = describe(find_taking(match, ask), language)
    title = f"{card.title}. {card.way}" if card.way else card.title
    wanted = ("ball", "options", "score", "ends", "restart")
    return [f"{card.citation}: {title}", *(part.text for part in card.parts if part.name in wanted)]
