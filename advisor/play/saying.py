"""The clock, a restart and a shootout in words, in a language, each with its citation (Rules 14, 20 and 37)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from advisor.play.clock import Clock
from advisor.play.field import EDITION, read_rule
from advisor.play.following import Play, figures_of
from advisor.play.shootout import Round, ShootoutState
from advisor.words import mark, translator


class Statement(NamedTuple):
    """A sentence of the rules in the project's own words, and where it stands."""

    text: str
    citation: str


_PHASES: Mapping[str, str] = {
    "not_started": mark("Not started"),
    "running": mark("Clock running"),
    "stopped": mark("Clock stopped"),
    "over": mark("Period over"),
    "interval": mark("Interval"),
    "shootout": mark("Shootout"),
    "ended": mark("Match over"),
}


def say_seconds(seconds: int) -> str:
    """A clock: ``7:05``."""
    return f"{seconds // 60}:{seconds % 60:02}"


def say_phase(clock: Clock, language: str) -> str:
    """Where the clock stands, in a few words: "Clock stopped, after the 7:00 horn"."""
    _ = translator(language, domain="play")
    said = _(_PHASES[clock.phase])
    first = clock.lengths.first
    if clock.phase in ("running", "stopped") and clock.horn and first is not None:
        return _("{state}, after the {time} horn").format(state=said, time=say_seconds(first))
    return said


def say_period(clock: Clock, language: str) -> str:
    """Which period it is: "Period 3 of 6", "Overtime 1"."""
    _ = translator(language, domain="play")
    if clock.is_overtime:
        return _("Overtime {number}").format(number=clock.period - clock.periods)
    return _("Period {number} of {count}").format(number=max(1, clock.period), count=clock.periods)


def say_clock(play: Play, language: str, names: Mapping[str, str] | None = None) -> tuple[Statement, ...]:
    """What Rule 14 says where the clock stands. ``names`` of the teams by their keys."""
    said = read_rule("rule-14", play.rules)["rulings"]
    named = names or {}
    facts = {**_facts(play), "teams": ", ".join(named.get(key, key) for key in play.forfeits)}
    return tuple(_statement(said[code], language, facts) for code in ruling_codes(play.clock))


def say_correction(play: Play, language: str) -> Statement:
    """Who puts the official clock right."""
    return _statement(read_rule("rule-14", play.rules)["rulings"]["correction"], language, _facts(play))


def ruling_codes(clock: Clock) -> tuple[str, ...]:
    """Which of the rule's sentences hold where the clock stands, by their codes."""
    return tuple(_codes(clock))


def _codes(clock: Clock) -> Iterator[str]:
    match clock.phase:
        case "not_started":
            yield "before"
        case "running":
            if not clock.horn:
                yield "play"
            else:
                yield "after-horn-last" if clock.is_last else "after-horn"
            if clock.horn and clock.lengths.first is not None:
                yield "final-horn"
            if clock.is_overtime:
                yield "overtime"
            if not clock.ball_in:
                yield "ball-out"
        case "stopped":
            yield "stopped-after-horn" if clock.contested else "stopped"
            if clock.leaves_least:
                yield "least"
        case "over":
            yield f"over-{clock.why}"
            if clock.may_go_on:
                yield "overtime-foul"
        case "interval":
            yield "interval"
            yield "level" if clock.regulation_played else "before"
        case "shootout":
            yield "shootout"
        case "ended":
            yield "forfeit" if clock.why == "forfeit" else "ended"


def say_notes(play: Play, language: str) -> tuple[Statement, ...]:
    """What of the journal does not fit Rule 14, entry by entry."""
    said, facts = read_rule("rule-14", play.rules)["notes"], _facts(play)
    return tuple(_statement(said[note.code], language, {**facts, "entry": note.entry}) for note in play.clock.notes)


def _facts(play: Play) -> dict[str, Any]:
    lengths = play.clock.lengths
    figures = figures_of(play.rules)
    is_stopped = play.clock.phase == "stopped"
    return {
        "first": say_seconds(lengths.first or lengths.end),
        "end": say_seconds(lengths.end),
        "extra": int(figures.get("extra", 0)),
        "least": lengths.least,
        "time": say_seconds(lengths.end - lengths.least if is_stopped else play.clock.ends_at or lengths.end),
    }


def _statement(said: Mapping[str, Mapping[str, str]], language: str, facts: Mapping[str, Any]) -> Statement:
    return Statement(said["text"][language].format(**facts), said["citation"][language])


# -- shootout --------------------------------------------------------------------------------------------------------


def say_hitters(language: str) -> Statement:
    """Who hits in a shootout."""
    data = read_rule("rule-14", EDITION)["shootout"]
    return Statement(data["words"]["hitters"][language], data["citation"][language])


def say_shootout(
    state: ShootoutState, names: Mapping[str, str], players: Mapping[str, Mapping[str, str]], language: str
) -> tuple[Statement, ...]:
    """What Rule 14 says where a shootout stands. ``names`` of the teams, ``players`` by team and id."""
    data = read_rule("rule-14", EDITION)["shootout"]
    figures, citation = data["figures"], data["citation"][language]
    found: list[tuple[str, Mapping[str, Any]]] = []
    if state.winner is not None:
        found.append(("decided", {}))
    else:
        found.append(("line", {"round": len(state.rounds), "line": state.line}))
        if _is_nearer(state.rounds, figures):
            found.append(("nearer", {"line": state.line, "nearer_up_to": figures["nearer_up_to"]}))
        found += [
            ("away", {"away": figures["away"]}),
            ("order", {}),
            ("open", {}),
            ("procedure", {}),
            ("tournaments", {}),
        ]
    for remark in state.remarks:
        team = names.get(remark.team, remark.team)
        player = players.get(remark.team, {}).get(remark.player, remark.player)
        found.append((remark.code, {"team": team, "player": player}))
    return tuple(Statement(data["words"][code][language].format(**facts), citation) for code, facts in found)


def _is_nearer(rounds: tuple[Round, ...], figures: Mapping[str, Any]) -> bool:
    return len(rounds) > len(figures["lines"]) and rounds[-1].line == figures["nearer"]
