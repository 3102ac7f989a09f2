"""Joining a match late: what is known of it now, made into the journal that leads there.

What nobody knows is not made up. A handicap that counted earlier, and is not that of the lineup on the field, was
played by players that the journal calls not known, as few of them as will do; they have left the grounds, so that they
are no substitutes. Whoever was hurt or sent off was on the field for it. All of it stands in the period that is joined:
only figures, standings and the score are claimed, not when each thing happened. A Penalty 7 that removed somebody is
taken to have met the lineups that are on now, which the caps on both teams follow from. Whoever sits out two minutes at
this moment was on the field until just now; the umpire's word ends them, for how much of them is played is not known.
Handicaps are half goals here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as default
from itertools import combinations, product
from typing import Any, Literal

from advisor.errors import InputError, quoted
from advisor.fold import Fold
from advisor.handicap import to_goals, to_half
from advisor.lines import new_id
from advisor.match import Match
from advisor.narrate import say_goals
from advisor.rulebook import Language
from advisor.state import MatchState
from advisor.words import translator

Why = Literal["injury", "illness", "exhaustion", "card", "red_now", "second_yellow_now", "left"]
"""Why somebody is out: hurt, ill, exhausted, sent off for the match and the two minutes over, or off the grounds.

``red_now`` and ``second_yellow_now``: the two minutes of play without anybody in that place are still running.
"""

SITTING: Mapping[Why, Literal["red", "second_yellow"]] = {"red_now": "red", "second_yellow_now": "second_yellow"}
"""Why somebody's place is shut at this moment, and the kind of card that shut it."""

JoinedMoment = Literal["in_play", "stopped", "between_periods"]

MOST_GOALS = 99
"""Goals of a team that are taken."""

_LOWEST, _HIGHEST = -4, 20


@dataclass(frozen=True)
class JoinedTeam:
    """A team as it is when the match is joined. ``goals``: scored in play, without those by handicap.

    ``counted``: its counted handicap in half goals; None where it is that of the lineup, with who sits out two minutes
    or went under a Penalty 7, the lower limit at least.
    ``out``: who cannot play, and why.
    """

    lineup: tuple[str, ...]
    goals: int = 0
    counted: int | None = None
    out: Mapping[str, Why] = default(default_factory=dict)


@dataclass(frozen=True)
class JoinedRemoval:
    """A Penalty 7 that took a place from both teams: whose player was disabled, who, and who was named to go."""

    fouled: str
    disabled: str
    named: str

    def gone_of(self, team: str) -> str:
        """The player who went for this team."""
        return self.disabled if team == self.fouled else self.named


@dataclass(frozen=True)
class Joined:
    """A match as it is when it is joined. ``period``: the one under way, or the last one between periods.

    ``clock``: seconds of the period played, where they are known.
    """

    period: int
    moment: JoinedMoment
    teams: Mapping[str, JoinedTeam]
    clock: int | None = None
    removal: JoinedRemoval | None = None


@dataclass(frozen=True)
class _Plan:
    """How a team came to where it is: players not known, who started, and what happened in the period joined."""

    start: tuple[str, ...]
    unknown: tuple[dict[str, Any], ...]
    entries: tuple[dict[str, Any], ...]


def join(match: Match, joined: Joined, language: Language = "en") -> Match:
    """The match, whose journal is still empty, with one that leads to what is so now.

    It breaks no rule unless what is so now breaks one. ``language``: of the names of players not known.
    Raises InputError where that cannot be so.
    """
    if joined.period < 1 or joined.period > match.event.periods + 4:
        facts = {"found": str(joined.period), "most": str(match.event.periods + 4)}
        raise InputError(("period",), "{found} found; a period is a number from 1 to {most}", facts)
    state = MatchState(match)
    before = _before_sitting_out(state, joined)
    if joined.removal is not None:
        before = _before_removal(state, before, joined.removal)
    for key in match.teams:
        _check(state, key, before)
    plans = {key: _find_plan(match, state, key, before, language) for key in match.teams}
    return _with_journal(match, joined, plans)


def total_of(match: Match, lineup: Sequence[str], team: str) -> int:
    """The handicap of a lineup, as it counts in this event, in half goals."""
    players = MatchState(match).sides[team].players
    return sum(players[player].handicap for player in lineup)


def counted_of(match: Match, lineup: Sequence[str], team: str) -> int:
    """The least that a team with this lineup has counted, where it never lost a place: half goals."""
    total, lower = total_of(match, lineup, team), match.event.lower_limit
    return total if lower is None else max(total, to_half(lower))


def step_of(match: Match) -> int:
    """The steps in which team handicaps go: 2 half goals where halves do not count in this event, else 1."""
    return 1 if MatchState(match).counts_as(1) == 1 else 2


def sitting(team: JoinedTeam) -> list[str]:
    """Who of a team sits out two minutes at this moment."""
    return [player for player, why in team.out.items() if why in SITTING]


def _before_sitting_out(state: MatchState, joined: Joined) -> Joined:
    """What was so just before the cards whose two minutes are still running."""
    teams: dict[str, JoinedTeam] = {}
    for key, team in joined.teams.items():
        places, gone = state.sides[key].places, sitting(team)
        if gone and len(team.lineup) + len(gone) > places:
            facts = {"count": str(len(team.lineup)), "out": str(len(gone)), "places": str(places)}
            message = "{count} players found on the field and {out} sitting out; together they are {places} at most"
            raise InputError(("teams", key), message, facts)
        for player in set(gone) & set(team.lineup):
            raise _on_and_out(state, key, player)
        rest = {player: why for player, why in team.out.items() if player not in gone}
        teams[key] = replace(team, lineup=(*team.lineup, *gone), out=rest)
    return replace(joined, teams=teams)


def _on_and_out(state: MatchState, key: str, player: str) -> InputError:
    name = state.sides[key].players[player].name or player
    return InputError(("teams", key), "{player} is on the field and out; leave one of them", {"player": name})


def _before_removal(state: MatchState, joined: Joined, removal: JoinedRemoval) -> Joined:
    """What was so just before a Penalty 7 took a place from each team."""
    teams: dict[str, JoinedTeam] = {}
    for key, team in joined.teams.items():
        side, gone = state.sides[key], removal.gone_of(key)
        path = ("teams", key)
        if gone not in side.players:
            raise InputError(path, "there is no player {found}", {"found": quoted(gone)})
        if gone in team.lineup or gone in team.out:
            name = side.players[gone].name or gone
            raise InputError(
                path, "{player} went under the Penalty 7; record after joining what came later", {"player": name}
            )
        if len(team.lineup) != side.places - 1:
            facts = {"count": str(len(team.lineup)), "places": str(side.places - 1)}
            message = "{count} players found; after a Penalty 7 {places} are on the field; record later changes after"
            raise InputError(path, message, facts)
        teams[key] = replace(team, lineup=(*team.lineup, gone))
    return replace(joined, teams=teams, removal=None)


def _check(state: MatchState, key: str, joined: Joined) -> None:
    side, team = state.sides[key], joined.teams[key]
    facts = {"team": key, "places": str(side.places), "count": str(len(team.lineup))}
    path = ("teams", key)
    for player in (*team.lineup, *team.out):
        if player not in side.players:
            raise InputError(path, "there is no player {found}", {"found": quoted(player)})
    if not 1 <= len(set(team.lineup)) == len(team.lineup) <= side.places:
        raise InputError(path, "{count} players found; 1 to {places} are on the field", facts)
    for player in team.lineup:
        if player in team.out:
            raise _on_and_out(state, key, player)
    if not 0 <= team.goals <= MOST_GOALS:
        raise InputError(path, "{found} goals found; 0 to {most} are taken", {"found": str(team.goals), "most": "99"})
    if team.counted is None:
        return
    total = sum(side.players[player].handicap for player in team.lineup)
    facts = {"found": say_goals(team.counted), "sum": say_goals(total)}
    if len(team.lineup) == side.places and team.counted < total:
        message = "{found} cannot be the highest so far; the lineup on the field has {sum}"
        raise InputError(path, message, facts)
    if state.counts_as(team.counted) != team.counted:
        raise InputError(path, "{found} cannot be a team's handicap; half goals do not count in this event", facts)


# -- one team's way here -----------------------------------------------------------------------------------------------


def _find_plan(match: Match, state: MatchState, key: str, joined: Joined, language: Language) -> _Plan:
    """The first plan that leads to what is so and breaks no rule, else the one that comes nearest."""
    team = joined.teams[key]
    counted = team.counted if team.counted is not None else counted_of(match, team.lineup, key)
    best: tuple[int, _Plan] | None = None
    for plan in _plans(state, key, team, counted, language):
        wrong = _misses(match, key, joined, counted, plan)
        if best is None or wrong < best[0]:
            best = (wrong, plan)
        if wrong == 0:
            break
    if best is None or best[0] >= _OTHER_STATE:
        facts = {"team": match.teams[key].name or key, "counted": say_goals(counted)}
        message = "no way leads here with {counted} as the highest of {team}; check it, who is on, and who is out"
        raise InputError(("teams", key), message, facts)
    return best[1]


_OTHER_STATE = 1_000
"""More than any number of breaches: the plan leads elsewhere."""


def _misses(match: Match, key: str, joined: Joined, counted: int, plan: _Plan) -> int:
    """How far a plan is from what is wanted: breaches of this team, or another state altogether."""
    other = next(team for team in match.teams if team != key)
    standing = joined.teams[other]
    # Of the other team only its lineup matters here, for persons who are on both lists.
    plans = {key: plan, other: _Plan(standing.lineup, (), ())}
    alone = Joined(joined.period, joined.moment, {**joined.teams, other: JoinedTeam(standing.lineup)}, joined.clock)
    try:
        fold = Fold(_with_journal(match, alone, plans), audit=True).run()
    except InputError:
        return _OTHER_STATE
    side = fold.sides[key]
    if (side.field, side.counted, side.must_leave) != (set(joined.teams[key].lineup), counted, []):
        return _OTHER_STATE
    return sum(len(breach.findings) for breach in fold.breaches if breach.team == key)


def _plans(state: MatchState, key: str, team: JoinedTeam, counted: int, language: Language) -> Iterator[_Plan]:
    """Ways in which the team may have come here, those with the fewest players not known first.

    Who is hurt was on the field for it, where that can be: else it is a player who was no part of the match.
    """
    hurt = [player for player, why in team.out.items() if why == "injury"]
    asides = dict.fromkeys([(), *((player,) for player in hurt), tuple(hurt)])
    for lowest, aside in product((0, _LOWEST), asides):
        gone = [
            player for player, why in team.out.items() if why == "card" or (why == "injury" and player not in aside)
        ]
        marks = [_mark(key, player, why) for player, why in team.out.items() if player not in gone]
        for plan in _plans_with(state, key, team, counted, gone, lowest, language):
            yield _Plan(plan.start, plan.unknown, (*marks, *plan.entries))


def _plans_with(
    state: MatchState, key: str, team: JoinedTeam, counted: int, gone: Sequence[str], lowest: int, language: Language
) -> Iterator[_Plan]:
    """Ways by which these players went off the field, and the lineup came on it.

    ``lowest``: the lowest handicap of players not known.
    """
    side = state.sides[key]
    rated = {player: known.handicap for player, known in side.players.items()}
    for unknown in range(side.places + 1):
        for first in range(min(len(gone), side.places - unknown), min(len(gone), 1) - 1, -1):
            stay = side.places - unknown - first
            for staying in combinations(team.lineup, stay):
                known = (*gone[:first], *staying)
                spread = _spread(counted - sum(map(rated.__getitem__, known)), unknown, lowest)
                room = counted - sum(map(rated.__getitem__, staying))
                later = _batches(gone[first:], side.places - stay, room, rated)
                if spread is None or later is None:
                    continue
                strangers = _strangers(key, spread, side.players, language)
                ids = [entry["player"]["id"] for entry in strangers]
                entries = [_mark(key, player, "left") for player in ids]
                batches = [gone[:first], *later]
                comers = [*later, [player for player in team.lineup if player not in staying]]
                for go, come in zip(batches, comers, strict=True):
                    entries += _exchange(key, go, come, team.out)
                yield _Plan((*known, *ids), tuple(strangers), tuple(entries))


def _batches(players: Sequence[str], room: int, most: int, rated: Mapping[str, int]) -> list[list[str]] | None:
    """Players in as few groups as fit into the room with no more than a sum; None where one does not."""
    batches: list[list[str]] = []
    for player in players:
        last = batches[-1] if batches else None
        if last is not None and len(last) < room and sum(map(rated.__getitem__, last)) + rated[player] <= most:
            last.append(player)
        elif room > 0 and rated[player] <= most:
            batches.append([player])
        else:
            return None
    return batches


def _spread(total: int, count: int, lowest: int) -> list[int] | None:
    """Handicaps of exactly this sum, as even as whole goals allow and one below 0 at most; None where there are none.

    For nobody any total will do: what the lineup itself counts is seen when the plan is tried.
    """
    if count == 0:
        return []
    if total < 0:
        return [total, *[0] * (count - 1)] if total >= lowest else None
    whole, half = divmod(total, 2)
    each, more = divmod(whole, count)
    handicaps = [2 * (each + 1)] * more + [2 * each] * (count - more)
    handicaps[-1] += half
    return handicaps if max(handicaps) <= _HIGHEST else None


def _strangers(
    key: str, handicaps: Sequence[int], known: Mapping[str, object], language: Language
) -> list[dict[str, Any]]:
    """Entries that add players not known, who played earlier."""
    _ = translator(language)
    entries: list[dict[str, Any]] = []
    used = set(known)
    for number, handicap in enumerate(handicaps, 1):
        name = _("not known, earlier {number}").format(number=number)
        player: dict[str, Any] = {"id": new_id("earlier", used), "name": name, "handicap": to_goals(handicap)}
        used.add(player["id"])
        reason = _("joined late: somebody counted so much earlier")
        entries.append({"entry": "player", "team": key, "player": player, "reason": reason})
    return entries


def _exchange(key: str, go: Sequence[str], come: Sequence[str], why: Mapping[str, Why]) -> list[dict[str, Any]]:
    """Players are sent off or hurt, and others come in for them and for whoever left."""
    entries: list[dict[str, Any]] = []
    for player in go:
        if why[player] == "card":
            # How long ago it was is not known; two minutes are taken to be over.
            entries.append({"entry": "card", "team": key, "player": player, "kind": "red"})
            entries.append({"entry": "sit_out_over", "team": key, "player": player})
    hurt = [player for player in go if why[player] != "card"]
    entries += [_mark(key, player, why[player]) for player in hurt]
    if come:
        entries.append({"entry": "substitute", "team": key, "out": hurt, "in": list(come)})
    if hurt:
        entries.append({"entry": "resume"})
    return entries


def _mark(key: str, player: str, why: Why) -> dict[str, Any]:
    if why == "left":
        return {"entry": "left", "team": key, "player": player}
    return {"entry": "unable", "team": key, "player": player, "reason": why}


def _remove(match: Match, removal: JoinedRemoval) -> list[dict[str, Any]]:
    fouling = next(team for team in match.teams if team != removal.fouled)
    return [
        _mark(removal.fouled, removal.disabled, "injury"),
        {"entry": "penalty_7", "against": fouling, "disabled": removal.disabled},
        {"entry": "designate", "player": removal.named},
        {"entry": "resume"},
    ]


# -- the match -------------------------------------------------------------------------------------------------------


def _with_journal(match: Match, joined: Joined, plans: Mapping[str, _Plan]) -> Match:
    journal: list[dict[str, Any]] = [entry for plan in plans.values() for entry in plan.unknown]
    journal.append({"entry": "start", "lineups": {key: list(plan.start) for key, plan in plans.items()}})
    for _ in range(joined.period - 1):
        journal += [{"entry": "end_period"}, {"entry": "start_period"}]
    # Where play goes on after an injury both teams are judged: who is short by now comes after.
    for plan in sorted(plans.values(), key=lambda plan: {"entry": "resume"} not in plan.entries):
        journal += plan.entries
    if joined.removal is not None:
        journal += _remove(match, joined.removal)
    for key, team in joined.teams.items():
        journal += [
            {"entry": "card", "team": key, "player": player, "kind": SITTING[why]}
            for player, why in team.out.items()
            if why in SITTING
        ]
    for key, team in joined.teams.items():
        journal += [{"entry": "goal", "team": key}] * team.goals
    if joined.moment != "in_play":
        journal.append({"entry": "stop" if joined.moment == "stopped" else "end_period"})
    if joined.clock is not None and joined.moment != "between_periods":
        journal[-1] = {**journal[-1], "clock": joined.clock}
    return Match.model_validate({**match.as_data(), "journal": journal})


def goals_on_board(match: Match, counted: Mapping[str, int]) -> dict[str, int]:
    """Each team's goals by handicap where the match is, for these counted handicaps; in half goals."""
    return Fold(match).run().goals_for(counted)
