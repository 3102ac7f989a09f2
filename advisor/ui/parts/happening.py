"""Asking what happened: one entry of a journal, put together with the least tapping."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from advisor.match import PENALTIES, Match
from advisor.matchfile import read_entry
from advisor.telling import CARDS, REASONS, say_card, say_reason
from advisor.ui.keeping import Form
from advisor.ui.parts.amending import FIELDS, ask_event, ask_player
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.clock import read_clock
from advisor.ui.parts.entries import say_entry
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import told_apart
from advisor.ui.parts.say import STANDINGS
from advisor.ui.possible import Possible

KINDS: Mapping[str, str] = {
    "start": mark("Start"),
    "unable": mark("Hurt or ill"),
    "substitute": mark("Substitution"),
    "card": mark("Sent off"),
    "penalty": mark("Penalty"),
    "penalty_7": mark("Penalty 7"),
    "designate": mark("Removal named"),
    "recovered": mark("Can play again"),
    "sit_out_over": mark("Two minutes over"),
    "arrived": mark("Arrived"),
    "left": mark("Left"),
    "ball_out": mark("Ball out"),
    "horn": mark("Horn"),
    "shot": mark("Shot of the shootout"),
    "clock_correction": mark("Clock put right"),
    "player": mark("Player"),
    "event": mark("Event"),
}
"""The kinds of entries that need something more to be said, in the order in which they are offered."""

_ELSE, _SOMETHING_ELSE = "else", mark("Something else")
_SHOTS: Mapping[str, str] = {"goal": mark("Goal"), "miss": mark("No goal")}
_FIELDS = (
    *("who", "reason", "concussion", "card", "team", "out", "in", "start", "pick", "unheard", "number", "horse"),
    *("goal", "shown", *FIELDS),
)


def ask_what(
    form: Form, possible: Possible, picture: Picture, match: Match, teams: Sequence[str], kinds: Sequence[str]
) -> Mapping[str, Any] | None:
    """Ask for an entry about these teams, of one of these kinds; None until it is whole."""
    _ = words()
    offered = [kind for kind in KINDS if kind in kinds and _is_offered(kind, possible, teams)]
    chosen = form.get("what") or possible.likely[0]
    if chosen in offered:
        # The others make room for what is asked of this one.
        offered = [chosen, _ELSE]
    names = {**KINDS, _ELSE: _SOMETHING_ELSE}
    kind = form.choose(
        "what",
        _("What happened?"),
        offered,
        lambda found: _(names[found]),
        default=chosen if chosen in offered else None,
        clears=_FIELDS,
    )
    if kind is None:
        return None
    return _Asked(form, possible, picture, match, tuple(teams), _).entry(kind)


def _is_offered(kind: str, possible: Possible, teams: Sequence[str]) -> bool:
    if kind == "event":
        return True
    if kind == "clock_correction":
        return possible.moment in ("in_play", "stopped")
    return bool(possible.ready.get(kind)) or any(team in possible.who.get(kind, {}) for team in teams)


class _Asked:
    """The questions of each kind of entry."""

    def __init__(
        self, form: Form, possible: Possible, picture: Picture, match: Match, teams: tuple[str, ...], _: Words
    ) -> None:
        self.form, self.possible, self.picture, self.match, self.teams = form, possible, picture, match, teams
        self._ = _

    def entry(self, kind: str) -> Mapping[str, Any] | None:
        """The entry, once everything that it needs is there."""
        own: Mapping[str, Callable[[], Mapping[str, Any] | None]] = {
            "start": self._start,
            "substitute": self._substitute,
            "player": self._player,
            "event": lambda: ask_event(self.form, self.picture, self.match, self._),
            "horn": self._horn,
            "ball_out": lambda: self._picked("ball_out"),
            "penalty": self._penalty,
            "clock_correction": self._clock,
        }
        if kind in own:
            return own[kind]()
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
            card = self.form.choose("card", self._("Card"), list(CARDS), self._say_card)
            return entry | {"kind": card} if card else None
        if kind == "shot":
            goal = self.form.choose("goal", self._("How?"), list(_SHOTS), lambda found: self._(_SHOTS[found]))
            return entry | {"goal": goal == "goal"} if goal else None
        return entry

    def _say_card(self, kind: str) -> str:
        return say_card(kind, chosen_language())

    def _say_reason(self, reason: str) -> str:
        return say_reason(reason, chosen_language())

    def _names(self, team: str) -> dict[str, str]:
        return told_apart({player: person.label for player, person in self.picture.sides[team].people.items()})

    def _standing(self, team: str, player: str) -> str:
        """What is not plain about a player off the field."""
        standing = self.picture.sides[team].people[player].standing
        return "" if standing == "bench" else self._(STANDINGS[standing])

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
        reason = self.form.choose("reason", self._("How?"), reasons, self._say_reason, default="injury")
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
        likely = self.possible.likely[1] if self.possible.likely[0] == kind else None
        team: str | None = self.form.choose(
            "team", self._("Team"), teams, self.picture.names.__getitem__, default=likely, clears=("out", "in", "who")
        )
        return team

    def _substitute(self) -> Mapping[str, Any] | None:
        team = self._team("substitute")
        if team is None:
            return None
        names = self._names(team)
        on_field = self.possible.lineups[team]
        hurt = self.possible.must_leave[team]
        out = self.form.choose("out", self._("Out"), on_field, names.__getitem__, many=True, default=hurt)
        come = self.form.choose(
            "in",
            self._("In"),
            self.possible.who["substitute"][team],
            names.__getitem__,
            many=True,
            below=lambda player: self._standing(team, player),
        )
        if not (out or come) or len(on_field) - len(out) + len(come) > self.possible.places:
            return None
        return {"entry": "substitute", "team": team, "out": out, "in": come}

    def _player(self) -> Mapping[str, Any] | None:
        team = self._team("player")
        return None if team is None else ask_player(self.form, self.picture, self.match, team, self._)

    def _picked(self, kind: str) -> Mapping[str, Any] | None:
        """One of the entries that are ready."""
        entries = {str(number): entry for number, entry in enumerate(self.possible.ready[kind])}
        label = self._("Which?")
        picked = self.form.choose("pick", label, list(entries), lambda found: self._said(entries[found]))
        return None if picked is None else entries[picked]

    def _said(self, entry: Mapping[str, Any]) -> str:
        return say_entry(read_entry(entry), self.picture)

    def _horn(self) -> Mapping[str, Any] | None:
        entry = self._picked("horn")
        unheard = self.form.tick("unheard", self._("It did not sound when it was due"))
        return entry if entry is None or not unheard else {**entry, "heard": False}

    def _penalty(self) -> Mapping[str, Any] | None:
        against = {str(entry["against"]): entry for entry in self.possible.ready["penalty"]}
        number = self.form.choose("number", self._("Which penalty?"), list(PENALTIES), str)
        team = self.form.choose("team", self._("Against whom?"), list(against), self.picture.names.__getitem__)
        if number is None or team is None:
            return None
        entry = {**against[team], "number": number}
        names = self._names(team)
        label = self._("Who fouled, if that is known")
        who = self.form.choose("who", label, list(self.possible.lineups[team]), names.__getitem__)
        horse = self.form.write("horse", self._("Which horse")) if number == "8" else ""
        return entry | ({"player": who} if who else {}) | ({"horse": horse.strip()} if horse.strip() else {})

    def _clock(self) -> Mapping[str, Any] | None:
        shown = read_clock(self.form.write("shown", self._("What the clock shows now"), placeholder="4:20"))
        reason = self.form.write("why", self._("Reason"))
        if shown is None:
            return None
        return {"entry": "clock_correction", "clock": shown} | ({"reason": reason} if reason else {})
