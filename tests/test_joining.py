"""Joining late: the journal that is written leads to what was said, breaks nothing, and makes up nobody in vain."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from advisor.answers import verify
from advisor.errors import InputError
from advisor.fold import Fold
from advisor.joining import SITTING, Joined, JoinedRemoval, JoinedTeam, counted_of, goals_on_board, join, sitting
from advisor.match import Match
from advisor.rulebook.penalty7 import NearestAbove
from tests.generate import Seeded, random_match
from tests.oracle import OUTDOOR

ARENA = "uspa-arena-2026"
EVENT = {"upper_limit": 8, "lower_limit": 4}


def a_match(red: dict[str, float], blue: dict[str, float], rules: str = OUTDOOR, **event: Any) -> Match:
    def team(players: dict[str, float]) -> dict[str, Any]:
        return {"players": [{"id": key, "handicap": handicap} for key, handicap in players.items()]}

    teams = {"red": team(red), "blue": team(blue)}
    return Match.model_validate({"rules": rules, "event": {**EVENT, **event}, "teams": teams})


RED = {"a": 2, "b": 3, "c": 2, "d": 1, "e": 1, "f": 4, "g": 0, "h": -1}
BLUE = {"p": 2, "q": 2, "r": 2, "s": 2, "t": 1}
BLUES = JoinedTeam(("p", "q", "r", "s"))


def folded(match: Match) -> Fold:
    return Fold(match, audit=True).run()


def entries(match: Match) -> list[str]:
    return [entry.entry for entry in match.journal]


def unknown(match: Match) -> list[float]:
    return [entry.player.handicap or 0 for entry in match.journal if entry.entry == "player"]


def is_sitting(fold: Fold, team: str, player: str) -> bool:
    """Whether two minutes of a player are running."""
    side = fold.sides[team]
    return player in side.sit_outs and side.sit_outs[player].is_running(fold.clock, fold.book.figures.sit_out_seconds)


def check(match: Match, joined: Joined) -> Match:
    """Join, and hold that what comes of it is what was said."""
    made = join(match, joined)
    fold = folded(made)
    assert fold.breaches == []
    assert (fold.period, fold.moment) == (joined.period, joined.moment)
    assert fold.clock == (joined.clock or 0 if joined.moment != "between_periods" else 0)
    for key, team in joined.teams.items():
        side = fold.sides[key]
        assert side.field == set(team.lineup)
        played = (*team.lineup, *sitting(team))
        assert side.counted == (counted_of(match, played, key) if team.counted is None else team.counted)
        assert fold.goals[key] == team.goals
        assert side.must_leave == []
        for player, why in team.out.items():
            standing = side.players[player]
            assert standing.disqualified == (why in ("card", "red_now"))
            assert is_sitting(fold, key, player) == (why in SITTING)
            assert standing.present == (why != "left")
            assert standing.unable == (why if why in ("injury", "illness", "exhaustion") else None)
        named = {player.id for player in match.teams[key].players}
        assert all(not player.present for name, player in side.players.items() if name not in named)
    return made


def test_the_lineups_that_are_on_started_where_nothing_speaks_against_it() -> None:
    made = check(a_match(RED, BLUE), Joined(1, "in_play", {"red": JoinedTeam(tuple("abcd")), "blue": BLUES}, 95))
    assert entries(made) == ["start"]
    teams = {"red": JoinedTeam(tuple("abcd"), 3), "blue": JoinedTeam(BLUES.lineup, 1)}
    made = check(a_match(RED, BLUE), Joined(3, "stopped", teams, 260))
    assert entries(made) == ["start", *["end_period", "start_period"] * 2, *["goal"] * 4, "stop"]
    assert made.journal[-1].clock == 260
    assert unknown(made) == []
    assert entries(check(a_match(RED, BLUE), Joined(7, "between_periods", teams)))[-1] == "end_period"


def test_what_counted_earlier_was_played_by_as_few_unknown_players_as_will_do() -> None:
    teams = {"red": JoinedTeam(tuple("acde"), counted=16), "blue": BLUES}
    made = check(a_match(RED, BLUE), Joined(4, "in_play", teams))
    assert unknown(made) == [3]
    assert made.journal[0].player.name == "not known, earlier 1"  # type: ignore[union-attr]
    assert entries(made)[-2:] == ["left", "substitute"]
    spanish = join(a_match(RED, BLUE), Joined(4, "in_play", teams), "es")
    assert spanish.journal[0].player.name == "sin datos, antes 1"  # type: ignore[union-attr]


def test_who_was_hurt_or_sent_off_was_on_the_field_for_it() -> None:
    out = {"b": "injury", "f": "card", "g": "illness", "h": "left"}
    teams = {"red": JoinedTeam(tuple("acde"), counted=14, out=out), "blue": BLUES}  # type: ignore[arg-type]
    made = check(a_match(RED, BLUE), Joined(4, "stopped", teams, 10))
    kinds = entries(made)
    assert kinds.index("card") < kinds.index("sit_out_over") < kinds.index("stop")
    assert kinds.index("unable") < kinds.index("resume") < kinds.index("stop")
    assert kinds.count("resume") == 1
    assert folded(made).sides["red"].players["b"].left_injured


def test_who_could_not_have_been_on_the_field_was_hurt_elsewhere() -> None:
    teams = {"red": JoinedTeam(tuple("abcd"), out={"z": "injury"}), "blue": BLUES}
    made = check(a_match({**RED, "z": 10}, BLUE), Joined(2, "in_play", teams))
    assert entries(made) == ["start", "end_period", "start_period", "unable"]


def test_a_team_that_is_short_lost_somebody() -> None:
    short = JoinedTeam(tuple("abc"), counted=16)
    made = check(a_match(RED, BLUE), Joined(2, "in_play", {"red": short, "blue": BLUES}))
    assert unknown(made) == [1]
    # An eight-goal team without its -1 has nine on the field, and still counts eight.
    nine = JoinedTeam(("a", "b", "f"), counted=16, out={"h": "injury"})
    made = check(a_match({"a": 2, "b": 3, "f": 4, "h": -1}, BLUE), Joined(2, "in_play", {"red": nine, "blue": BLUES}))
    assert unknown(made) == []


def test_whose_two_minutes_still_run_keeps_the_place_shut_until_the_umpire_ends_them() -> None:
    red = JoinedTeam(tuple("acd"), out={"b": "red_now"})
    blue = JoinedTeam(("p", "q", "r"), out={"s": "second_yellow_now"})
    made = check(a_match(RED, BLUE), Joined(2, "stopped", {"red": red, "blue": blue}, 200))
    assert entries(made)[-3:] == ["card", "card", "stop"]
    assert {key: side.counted for key, side in folded(made).sides.items()} == {"red": 16, "blue": 16}
    blocked = verify(made, "red", ["a", "c", "d", "e"])
    assert "sit-out" in [found.clause for found in blocked.broken]
    over = [*made.as_data()["journal"], {"entry": "sit_out_over", "team": "red", "player": "b"}]
    freed = made.model_validate({**made.as_data(), "journal": over})
    assert verify(freed, "red", ["a", "c", "d", "e"]).status == "legal"


def test_two_minutes_run_after_a_penalty_7_too() -> None:
    teams = {
        "red": JoinedTeam(("a", "c"), counted=12, out={"d": "red_now"}),
        "blue": JoinedTeam(("p", "q", "r"), 2, 16),
    }
    made = check(a_match(RED, BLUE), Joined(3, "in_play", teams, None, JoinedRemoval("red", "e", "s")))
    assert entries(made)[-7:] == ["unable", "penalty_7", "designate", "resume", "card", "goal", "goal"]


def test_more_were_sent_off_than_there_are_places() -> None:
    red = {f"x{number}": 1 for number in range(6)} | {"a": 1, "b": 1, "c": 1, "d": 1}
    out = dict.fromkeys([f"x{number}" for number in range(6)], "card")
    teams = {"red": JoinedTeam(tuple("abcd"), out=out), "blue": BLUES}  # type: ignore[arg-type]
    check(a_match(red, BLUE), Joined(5, "between_periods", teams))


@pytest.mark.parametrize(
    ("team", "said"),
    [
        (JoinedTeam(tuple("abcd"), counted=14), "7 cannot be the highest so far; the lineup on the field has 8"),
        (
            JoinedTeam(tuple("acde"), counted=13),
            "6½ cannot be a team's handicap; half goals do not count in this event",
        ),
        (JoinedTeam(tuple("abcde")), "5 players found; 1 to 4 are on the field"),
        (JoinedTeam(()), "0 players found; 1 to 4 are on the field"),
        (JoinedTeam(tuple("aabc")), "4 players found; 1 to 4 are on the field"),
        (JoinedTeam(tuple("abcz")), "there is no player 'z'"),
        (JoinedTeam(tuple("abcd"), out={"a": "left"}), "a is on the field and out; leave one of them"),
        (JoinedTeam(tuple("abc"), out={"a": "red_now"}), "a is on the field and out; leave one of them"),
        (
            JoinedTeam(tuple("abcd"), out={"f": "red_now"}),
            "4 players found on the field and 1 sitting out; together they are 4 at most",
        ),
        (JoinedTeam(tuple("abcd"), goals=-1), "-1 goals found; 0 to 99 are taken"),
        (
            JoinedTeam(("c", "d", "e", "g"), counted=8, out={"f": "card", "b": "injury", "a": "injury", "h": "card"}),
            "",
        ),
        (
            JoinedTeam(("d", "e", "g", "h"), counted=8, out={"z9": "card"}),
            "no way leads here with 4 as the highest of red; check it, who is on, and who is out",
        ),
    ],
)
def test_what_cannot_be_so_is_said(team: JoinedTeam, said: str) -> None:
    match = a_match({**RED, "z9": 9}, BLUE)
    joined = Joined(3, "in_play", {"red": team, "blue": BLUES})
    if not said:
        check(match, joined)
        return
    with pytest.raises(InputError) as caught:
        join(match, joined)
    assert caught.value.message == said
    assert caught.value.path == ("teams", "red")


def test_a_period_that_cannot_be_is_said() -> None:
    with pytest.raises(InputError, match="period"):
        join(a_match(RED, BLUE), Joined(0, "in_play", {"red": JoinedTeam(tuple("abcd")), "blue": BLUES}))


def test_a_lineup_that_breaks_a_rule_is_joined_as_it_is() -> None:
    made = join(a_match(RED, BLUE), Joined(2, "in_play", {"red": JoinedTeam(("a", "b", "c", "f")), "blue": BLUES}))
    fold = folded(made)
    assert fold.sides["red"].field == set("abcf")
    assert {finding.clause for breach in fold.breaches for finding in breach.findings} == {"upper-limit"}


def state_of(story: dict[str, Any]) -> tuple[Match, Joined] | None:
    """What a story without a breach has come to, beside the match with its journal still empty."""
    left_out = ("player", "event", "penalty_7", "designate")
    story = {**story, "journal": [entry for entry in story["journal"] if entry["entry"] not in left_out]}
    try:
        fold = folded(Match.model_validate(story))
    except InputError:
        return None
    if fold.moment == "before_start" or fold.breaches:
        return None
    teams = {}
    for key, side in fold.sides.items():
        # What was changed in a stoppage that still lasts is recorded after joining.
        if (
            not side.field
            or side.must_leave
            or side.field != side.base
            or any(side.players[player].eliminated for player in side.fielded)
        ):
            return None
        out: dict[str, Any] = {}
        for player in side.players.values():
            if is_sitting(fold, key, player.id):
                out[player.id] = "red_now" if player.disqualified else "second_yellow_now"
            elif player.id not in side.field and player.disqualified:
                out[player.id] = "card"
            elif player.id not in side.field and player.unable:
                out[player.id] = "left" if player.unable == "quit" else player.unable
            elif player.id not in side.field and not player.present:
                out[player.id] = "left"
        teams[key] = JoinedTeam(tuple(sorted(side.field)), fold.goals[key], side.counted, out)
    fresh = {key: value for key, value in story.items() if key != "journal"}
    for team in fresh["teams"].values():
        for player in team["players"]:
            player.pop("present", None)
    clock = fold.clock if fold.moment in ("in_play", "stopped") else None
    return Match.model_validate(fresh), Joined(fold.period, fold.moment, teams, clock)


@pytest.mark.parametrize("rules", [OUTDOOR, ARENA])
def test_whatever_a_match_without_a_breach_has_come_to_can_be_joined(rules: str) -> None:
    joined = 0
    for seed in range(200):
        found = state_of(random_match(Seeded(seed), rules, readings=False))
        if found is not None:
            check(*found)
            joined += 1
    assert joined >= 30


THREE = JoinedTeam(tuple("acd"))
TWO_SIDES = {"red": THREE, "blue": JoinedTeam(("p", "q", "r"), 2)}


def test_who_went_under_a_penalty_7_took_a_place_from_both_teams() -> None:
    joined = Joined(3, "stopped", TWO_SIDES, 200, JoinedRemoval("red", "e", "s"))
    made = join(a_match(RED, BLUE), joined)
    assert entries(made)[-7:] == ["unable", "penalty_7", "designate", "resume", "goal", "goal", "stop"]
    fold = folded(made)
    assert fold.breaches == []
    assert fold.pending is None
    assert {key: side.field for key, side in fold.sides.items()} == {"red": set("acd"), "blue": set("pqr")}
    assert {side.places for side in fold.sides.values()} == {3}
    assert {key: side.counted for key, side in fold.sides.items()} == {"red": 12, "blue": 16}
    # Red has 5 and received 2, Blue has 6: the higher sum is 7, from which each takes off what it received.
    caps = {key: {cap.clause: cap.value for cap in side.caps} for key, side in fold.sides.items()}
    assert caps == {"red": {"p7-cap": 10}, "blue": {"p7-cap": 14, "p7-fouling-cap": 12}}
    assert goals_on_board(made, {"red": 18, "blue": 16}) == {"red": 4, "blue": 0}


def test_a_removal_that_was_not_of_the_nearest_above_is_joined_and_told() -> None:
    teams = {"red": JoinedTeam(tuple("abc")), "blue": JoinedTeam(("p", "q", "r"))}
    made = join(a_match(RED, BLUE), Joined(1, "in_play", teams, None, JoinedRemoval("blue", "s", "d")))
    (breach,) = folded(made).breaches
    assert [finding.clause for finding in breach.findings] == ["p7-nearest-above"]


@pytest.mark.parametrize(
    ("red", "removal", "said"),
    [
        (THREE, JoinedRemoval("red", "zz", "s"), "there is no player 'zz'"),
        (THREE, JoinedRemoval("red", "a", "s"), "a went under the Penalty 7; record after joining what came later"),
        (
            JoinedTeam(tuple("acd"), out={"e": "left"}),
            JoinedRemoval("red", "e", "s"),
            "e went under the Penalty 7; record after joining what came later",
        ),
        (
            JoinedTeam(tuple("acdg")),
            JoinedRemoval("red", "e", "s"),
            "4 players found; after a Penalty 7 3 are on the field; record later changes after",
        ),
    ],
)
def test_a_removal_that_cannot_be_so_is_said(red: JoinedTeam, removal: JoinedRemoval, said: str) -> None:
    with pytest.raises(InputError) as caught:
        join(a_match(RED, BLUE), Joined(3, "in_play", {**TWO_SIDES, "red": red}, None, removal))
    assert caught.value.message == said
    assert caught.value.path == ("teams", "red")


@pytest.mark.parametrize("rules", [OUTDOOR, ARENA])
def test_whoever_may_be_named_went_from_any_match_that_can_be_joined(rules: str) -> None:
    """As if a Penalty 7 had come last: joining finds the places, caps and goals that the journal itself leads to."""
    looked_at = 0
    for seed in range(200):
        found = state_of(random_match(Seeded(seed), rules, readings=False))
        if found is None or found[1].moment == "between_periods":
            continue
        match, joined = found
        before = folded(join(match, joined))
        if any(len(side.field) != side.places for side in before.sides.values()):
            continue
        disabled = sorted(before.sides["red"].field)[0]
        on_field = [before.sides["blue"].players[player] for player in sorted(before.sides["blue"].field)]
        named = NearestAbove.candidates(before.sides["red"].players[disabled], on_field)[0]
        gone = JoinedRemoval("red", disabled, named)
        teams = {
            key: replace(team, lineup=tuple(player for player in team.lineup if player != gone.gone_of(key)))
            for key, team in joined.teams.items()
        }
        made = join(match, replace(joined, teams=teams, removal=gone))
        fold = folded(made)
        told = join(match, replace(joined, moment="in_play")).as_data()
        told["journal"] += [
            {"entry": "unable", "team": "red", "player": disabled, "reason": "injury"},
            {"entry": "penalty_7", "against": "blue", "disabled": disabled},
            {"entry": "designate", "player": named},
            {"entry": "resume"},
        ]
        as_told = folded(Match.model_validate(told))
        assert fold.breaches == []
        assert (fold.period, fold.moment) == (joined.period, joined.moment)
        assert fold.frozen_goals == as_told.frozen_goals
        for key, side in fold.sides.items():
            other = as_told.sides[key]
            assert side.field == set(teams[key].lineup) == other.field
            assert (side.places, side.counted) == (other.places, other.counted)
            assert [cap._replace(entry=0) for cap in side.caps] == [cap._replace(entry=0) for cap in other.caps]
            assert fold.goals[key] == joined.teams[key].goals
        looked_at += 1
    assert looked_at >= 10
