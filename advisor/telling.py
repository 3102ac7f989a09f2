"""Entries of a journal in words: "Goal for Red", "Ana (1): Injured". The same on pages, sheets and pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from advisor.match import Entry, Match
from advisor.narrate import say_player
from advisor.rulebook import Language
from advisor.state import MatchState
from advisor.words import mark, translator

_ACCEPTED = ", accepted by "
_BY = re.compile(r"(?:keeper|captain (?P<team>.+?))(?: \((?P<holder>.+)\))?")
"""Who recorded, as the store writes it."""

_USUAL_KEYS = (mark("Red"), mark("Blue"))
"""Team keys that are words, said where a team has no name."""

REASONS: Mapping[str, str] = {
    "injury": mark("Injured"),
    "illness": mark("Ill"),
    "exhaustion": mark("Exhausted"),
    "quit": mark("Stops playing"),
}
"""Why a player can play no longer, as entries have it."""

CARDS: Mapping[str, str] = {"second_yellow": mark("Second yellow card"), "red": mark("Red card")}
"""Cards that send off, as entries have them."""

_PLAIN: Mapping[str, str] = {
    "start": mark("The match starts"),
    "stop": mark("Play stops"),
    "resume": mark("Play goes on"),
    "end_period": mark("The period ends"),
    "start_period": mark("The period starts"),
    "ball_in": mark("The ball is in play again"),
    "clock_correction": mark("The clock is put right"),
    "shootout": mark("Shootout"),
}
_HORNS: Mapping[str, str] = {
    "warning": mark("Horn: two minutes to the period"),
    "first": mark("First horn"),
    "second": mark("Second horn: the period is over"),
}
_LINES: Mapping[str, str] = {
    "side_line": mark("The ball is out over the side line"),
    "back_line": mark("The ball is out over the back line"),
}

CONDITIONS: Mapping[str, str] = {
    "name": mark("name"),
    "upper_limit": mark("upper limit"),
    "lower_limit": mark("lower limit"),
    "handicap_game": mark("goals by handicap"),
    "periods": mark("periods"),
    "player_above_limit_allowed": mark("a player above the limit"),
    "readings": mark("readings of the rules"),
    "intervals": mark("pauses"),
    "field": mark("size of the field"),
    "penalty_3_defended": mark("Penalty 3 defended or not"),
}
"""The conditions of an event, by their keys in a match file."""


def team_name(match: Match, team: str, language: Language) -> str:
    """A team's name; one without goes by its key."""
    return match.teams[team].name or translator(language)(team.capitalize())


@dataclass(frozen=True)
class Names:
    """What teams and players are called: teams by their keys, players ("Ana (1)") by team and id."""

    teams: Mapping[str, str]
    players: Mapping[str, Mapping[str, str]]

    def player(self, team: str, player: str) -> str:
        """A player of a team by name and handicap; one who is not known by his id."""
        return self.players.get(team, {}).get(player, player)

    def together(self, team: str, players: Sequence[str]) -> str:
        """Several players of a team."""
        return ", ".join(self.player(team, player) for player in players) or "–"

    def anybody(self, player: str) -> str:
        """A player of whichever team has him."""
        return next((known[player] for known in self.players.values() if player in known), player)

    def team(self, team: str) -> str:
        """A team by its name."""
        return self.teams.get(team, team)


def names_of(state: MatchState, language: Language) -> Names:
    """The names in a match, with the handicaps that its players have by now."""
    teams = {key: team_name(state.match, key, language) for key in state.sides}
    players = {
        key: {player.id: say_player(player) for player in side.players.values()} for key, side in state.sides.items()
    }
    return Names(teams, players)


def say_by(by: str, names: Names, language: Language) -> str:
    """Who recorded an entry, in the words of the language; what the app did not write itself stays as it is."""
    _ = translator(language)
    first, accepted, second = by.rpartition(_ACCEPTED)
    if accepted:
        pattern = _("{proposer}, accepted by {keeper}")
        return pattern.format(proposer=say_by(first, names, language), keeper=say_by(second, names, language))
    found = _BY.fullmatch(by)
    if found is None:
        return by
    role = _("captain of {team}").format(team=names.team(found["team"])) if found["team"] else _("keeper")
    return f"{role} ({found['holder']})" if found["holder"] else role


def say_reason(reason: str, language: Language) -> str:
    """Why a player can play no longer: one of :data:`REASONS`."""
    return translator(language)(REASONS[reason])


def say_card(kind: str, language: Language) -> str:
    """A card, one of :data:`CARDS`."""
    return translator(language)(CARDS[kind])


def say_entry(entry: Entry, names: Names, language: Language) -> str:
    """An entry in words."""
    _ = translator(language)
    match entry.entry:
        case "goal":
            return _("Goal for {team}").format(team=names.team(entry.team))
        case "unable":
            said = f"{names.player(entry.team, entry.player)}: {say_reason(entry.reason, language)}"
            return f"{said}, {_('concussion')}" if entry.concussion else said
        case "card":
            return f"{names.player(entry.team, entry.player)}: {say_card(entry.kind, language)}"
        case "recovered":
            return _("{player} can play again").format(player=names.player(entry.team, entry.player))
        case "sit_out_over":
            return _("The two minutes of {player} are over").format(player=names.player(entry.team, entry.player))
        case "arrived":
            return _("{player} has arrived").format(player=names.player(entry.team, entry.player))
        case "left":
            return _("{player} has left").format(player=names.player(entry.team, entry.player))
        case "penalty_7":
            other = next((key for key in names.teams if key != entry.against), "")
            pattern = _("Penalty 7 against {team}; out by it: {player}")
            return pattern.format(team=names.team(entry.against), player=names.player(other, entry.disabled))
        case "designate":
            return _("Penalty 7: {player} is named and leaves").format(player=names.anybody(entry.player))
        case "substitute":
            return _("{team}: in {come}, out {go}").format(
                team=names.team(entry.team),
                come=names.together(entry.team, entry.in_),
                go=names.together(entry.team, entry.out),
            )
        case "player":
            return _("{team}: entered or put right: {player}").format(
                team=names.team(entry.team), player=names.player(entry.team, entry.player.id)
            )
        case "event":
            conditions = ", ".join(_(said) for key, said in CONDITIONS.items() if key in entry.set.model_fields_set)
            return _("The event is put right: {conditions}").format(conditions=conditions)
        case "strike":
            said = _("Entry {number} did not happen").format(number=entry.number)
            return f"{said}: {entry.reason}" if entry.reason else said
        case "horn":
            said = _(_HORNS[entry.which])
            return said if entry.heard else f"{said}, {_('not heard')}"
        case "ball_out":
            said = _(_LINES[entry.over])
            return said if entry.team is None else f"{said}: {names.team(entry.team)}"
        case "penalty":
            said = _("Penalty {number} against {team}").format(number=entry.number, team=names.team(entry.against))
            return f"{said}: {names.player(entry.against, entry.player)}" if entry.player else said
        case "shot":
            pattern = _("Shootout, {player}: goal") if entry.goal else _("Shootout, {player}: no goal")
            return pattern.format(player=names.player(entry.team, entry.player))
        case kind:
            return _(_PLAIN[kind])
