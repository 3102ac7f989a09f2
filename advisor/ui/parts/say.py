"""Figures and facts as the app writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from advisor.answer_types import ByTeam, Goals
from advisor.handicap import to_half
from advisor.narrate import say_goals
from advisor.ui.parts.language import Words, mark

WHEN: Mapping[str, str] = {
    "now": mark("Legal now"),
    "any_time": mark("Legal at any time"),
    "period_end": mark("At the end of the period"),
}
MOMENTS: Mapping[str, str] = {
    "before_start": mark("before the start"),
    "in_play": mark("in play"),
    "stopped": mark("play stopped"),
    "between_periods": mark("between periods"),
}
KINDS: Mapping[str, str] = {
    "start": mark("to start"),
    "short": mark("nobody comes in"),
    "double": mark("double substitution"),
    "single": mark("substitution"),
    "fill": mark("fills the open place"),
    "break": mark("change between periods"),
}
STANDINGS: Mapping[str, str] = {
    "field": mark("on the field"),
    "must-leave": mark("must leave"),
    "bench": mark("at hand"),
    "absent": mark("not here"),
    "injury": mark("out, injured"),
    "illness": mark("out, ill"),
    "exhaustion": mark("out, exhausted"),
    "quit": mark("has left the game"),
    "red-card": mark("sent off"),
    "sitting-out": mark("sitting out two minutes"),
    "penalty-7": mark("out, Penalty 7"),
    "suspended": mark("suspended"),
    "not-registered": mark("not registered"),
    "fee-unpaid": mark("fee not paid"),
    "other-team": mark("on another team"),
    "equipment": mark("turnout not in order"),
    "eliminated": mark("from an eliminated team"),
}


def whens(period_end_note: str, _: Words) -> dict[str, str]:
    """When a lineup is legal, in words. ``period_end_note``: what the end of the period hangs on, else empty."""
    found = {when: _(words) for when, words in WHEN.items()}
    return found | ({"period_end": _("Only if overtime follows")} if period_end_note else {})


def figure(goals: Goals) -> str:
    """Goals as people write them: 7, -1, ½, 1½."""
    return say_goals(to_half(goals))


def goals_of(goals: Goals, _: Words) -> str:
    """Goals with their unit: "1 goal", "1½ goals"."""
    pattern = _("{number} goals") if abs(goals) > 1 or goals == 0 else _("{number} goal")
    return pattern.format(number=figure(goals))


def net(goals: Goals, _: Words) -> str:
    """Net goals with sign and two decimals, in the language's own figures."""
    sign = "+" if goals > 0 else "-" if goals < 0 else ""
    return sign + f"{abs(goals):.2f}".replace(".", _("."))


def clock(seconds: int) -> str:
    """A clock as it is read: 4:20."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def joined(parts: Iterable[str]) -> str:
    """Statements beside each other."""
    return " · ".join(parts)


def cost(change: ByTeam | None, team: str, names: Mapping[str, str], _: Words) -> list[str]:
    """What a lineup does to the scoreboard, one statement for each team that it touches; empty before the start."""
    if change is None:
        return []
    statements = []
    for key, goals in sorted(change.items(), key=lambda item: item[0] != team):
        if not goals:
            continue
        amount = goals_of(abs(goals), _)
        if key == team:
            pattern = _("{goals} off the board") if goals < 0 else _("{goals} more on the board")
        else:
            pattern = _("{goals} off the board of {team}") if goals < 0 else _("{goals} to {team}")
        statements.append(pattern.format(goals=amount, team=names[key]))
    return statements or [_("no change on the board")]
