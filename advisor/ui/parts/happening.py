"""Asking what happened: one entry of a journal, put together with the least tapping."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from advisor.errors import InputError
from advisor.lines import new_id, read_goals, read_line
from advisor.match import Match
from advisor.ui.keeping import Form, show_errors
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.entries import CARDS, REASONS
from advisor.ui.parts.language import Words, mark, words
from advisor.ui.parts.markup import text, told_apart, write
from advisor.ui.possible import Possible

KINDS: Mapping[str, str] = {
    "start": mark("Start"),
    "unable": mark("Hurt or ill"),
    "substitute": mark("Substitution"),
    "card": mark("Sent off"),
    "penalty_7": mark("Penalty 7"),
    "designate": mark("Removal named"),
    "recovered": mark("Can play again"),
    "sit_out_over": mark("Two minutes over"),
    "arrived": mark("Arrived"),
    "left": mark("Left"),
    "player": mark("Player"),
    "event": mark("Event"),
}
"""The kinds of entries that need something more to be said, in the order in which they are offered."""

_INELIGIBLE: Mapping[str, str] = {
    "none": mark("may play"),
    "suspended": mark("suspended"),
    "not-registered": mark("not registered"),
    "fee-unpaid": mark("fee not paid"),
    "other-team": mark("on another team"),
    "equipment": mark("turnout not in order"),
}
_TERMS: Mapping[str, str] = {
    "upper_limit": mark("Upper limit"),
    "lower_limit": mark("Lower limit"),
    "periods": mark("Periods"),
    "handicap_game": mark("Handicap game or on the flat"),
}
_FIELDS = ("who", "reason", "concussion", "card", "team", "out", "in", "line", "may", "why", "term", "goals", "start")


def ask_what(
    form: Form, possible: Possible, picture: Picture, match: Match, teams: Sequence[str], kinds: Sequence[str]
) -> Mapping[str, Any] | None:
    """Ask for an entry about these teams, of one of these kinds; None until it is whole."""
    _ = words()
    offered = [
        kind
        for kind in KINDS
        if kind in kinds and (kind == "event" or any(team in possible.who.get(kind, {}) for team in teams))
    ]
    kind = form.choose("what", _("What happened?"), offered, lambda found: _(KINDS[found]), clears=_FIELDS)
    if kind is None:
        return None
    asked = _Asked(form, possible, picture, match, tuple(teams), _)
    entry = asked.entry(kind)
    return entry


class _Asked:
    """The questions of each kind of entry."""

    def __init__(
        self, form: Form, possible: Possible, picture: Picture, match: Match, teams: tuple[str, ...], _: Words
    ) -> None:
        self.form, self.possible, self.picture, self.match, self.teams = form, possible, picture, match, teams
        self._ = _

    def entry(self, kind: str) -> Mapping[str, Any] | None:
        """The entry, once everything that it needs is there."""
        if kind == "start":
            return self._start()
        if kind == "substitute":
            return self._substitute()
        if kind == "player":
            return self._player()
        if kind == "event":
            return self._event()
        who = self._who(kind)
        if who is None:
            return None
        team, player = who
        if kind == "designate":
            return {"entry": kind, "player": player}
        if kind == "penalty_7":
            return {"entry": kind, "against": self.picture.other(team).key, "disabled": player}
        entry: dict[str, Any] = {"entry": kind, "team": team, "player": player}
        if kind == "unable":
            return self._unable(entry)
        if kind == "card":
            card = self.form.choose("card", self._("Card"), list(CARDS), lambda found: self._(CARDS[found]))
            return entry | {"kind": card} if card else None
        return entry

    def _names(self, team: str) -> dict[str, str]:
        return told_apart({player: person.label for player, person in self.picture.sides[team].people.items()})

    def _who(self, kind: str) -> tuple[str, str] | None:
        """A player, from one list for each team."""
        found = None
        for team, ids in self.possible.who.get(kind, {}).items():
            if team not in self.teams and kind != "designate":
                continue
            names = self._names(team)
            options = [f"{team}/{player}" for player in ids]
            # Both lists are one choice: what is tapped in one is taken out of the other.
            tapped = self.form.choose(
                f"who-{team}",
                self.picture.names[team],
                options,
                lambda option, names=names: names[option.partition("/")[2]],  # type: ignore[misc]
                sets="who",
            )
            if tapped:
                found = (team, tapped.partition("/")[2])
        return found

    def _unable(self, entry: dict[str, Any]) -> Mapping[str, Any] | None:
        on_field = entry["player"] in self.possible.lineups[entry["team"]]
        reasons = [reason for reason in REASONS if on_field or reason != "quit"]
        reason = self.form.choose(
            "reason", self._("How?"), reasons, lambda found: self._(REASONS[found]), default="injury"
        )
        concussed = self.form.tick("concussion", self._("Concussion, or a suspicion of one"))
        entry["reason"] = reason or "injury"
        return entry | ({"concussion": True} if concussed else {})

    def _start(self) -> Mapping[str, Any] | None:
        lineups = {}
        for team, ids in self.possible.who["start"].items():
            names = self._names(team)
            label = self._("{team}: who starts").format(team=self.picture.names[team])
            chosen = self.form.choose(f"start-{team}", label, ids, names.__getitem__, many=True)
            lineups[team] = chosen
        fits = all(1 <= len(lineup) <= self.possible.places for lineup in lineups.values())
        return {"entry": "start", "lineups": lineups} if fits else None

    def _team(self, kind: str) -> str | None:
        teams = [team for team in self.teams if team in self.possible.who.get(kind, {})]
        if len(teams) == 1:
            return teams[0]
        team: str | None = self.form.choose(
            "team", self._("Team"), teams, self.picture.names.__getitem__, clears=("out", "in", "who")
        )
        return team

    def _substitute(self) -> Mapping[str, Any] | None:
        team = self._team("substitute")
        if team is None:
            return None
        names = self._names(team)
        on_field = self.possible.lineups[team]
        out = self.form.choose("out", self._("Out"), on_field, names.__getitem__, many=True)
        come = self.form.choose("in", self._("In"), self.possible.who["substitute"][team], names.__getitem__, many=True)
        if not (out or come) or len(on_field) - len(out) + len(come) > self.possible.places:
            return None
        return {"entry": "substitute", "team": team, "out": out, "in": come}

    def _player(self) -> Mapping[str, Any] | None:
        team = self._team("player")
        if team is None:
            return None
        names = self._names(team)
        label = self._("Who is put right? Nobody: somebody new")
        who = self.form.choose("who", label, self.possible.who["player"][team], names.__getitem__)
        label = self._("Name and handicap: Ana 2")
        line = self.form.write("line", label)
        player: dict[str, Any] = {"id": who} if who else {}
        if line:
            try:
                name, player["handicap"] = read_line(line)
            except InputError as error:
                show_errors(error)
                return None
            if name:
                player["name"] = name
            player.setdefault("id", new_id(name, self.picture.sides[team].people))
        may = self.form.choose("may", self._("May play?"), list(_INELIGIBLE), lambda found: self._(_INELIGIBLE[found]))
        if may:
            player["ineligible"] = None if may == "none" else may
        reason = self.form.write("why", self._("Reason"))
        if not (line or (who and may)):
            return None
        return {"entry": "player", "team": team, "player": player} | ({"reason": reason} if reason else {})

    def _event(self) -> Mapping[str, Any] | None:
        term = self.form.choose(
            "term", self._("What is put right?"), list(_TERMS), lambda found: self._(_TERMS[found]), clears=("goals",)
        )
        if term is None:
            return None
        value: Any
        if term == "handicap_game":
            sorts = {"handicap": self._("Handicap game"), "flat": self._("On the flat")}
            sort = self.form.choose("goals", self._("Score"), list(sorts), sorts.__getitem__)
            value = None if sort is None else sort == "handicap"
        else:
            value = read_goals(self.form.write("goals", self._(_TERMS[term])))
        reason = self.form.write("why", self._("Reason"))
        if value is None:
            write(f'<p class="note">{text(self._("A number is needed."))}</p>')
            return None
        return {"entry": "event", "set": {term: value}} | ({"reason": reason} if reason else {})
