"""What would make a lineup legal: each kind of single change, and that every one found is true."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest

from advisor.answer_types import Flip, Verdict
from advisor.answers import Inquiry, verify
from advisor.errors import InputError
from advisor.flips import MOST_ABOVE, find_flips
from advisor.match import Match
from tests.generate import Seeded, random_match, random_question
from tests.rules.build import Game, arena, outdoor, team_of

RULES = ("uspa-outdoor-2026", "uspa-arena-2026")


def flips(game: Game, lineup: str, language: str = "en") -> list[Flip]:
    """The flips of a lineup, as strings of ids."""
    ids = lineup.split()
    inquiry = Inquiry(game.match, None, "es" if language == "es" else "en")
    return find_flips(inquiry, team_of(ids[0]), frozenset(ids))


def the_flip(game: Game, lineup: str, kind: str) -> Flip:
    """The one flip of this kind."""
    (found,) = (flip for flip in flips(game, lineup) if flip.kind == kind)
    return found


def kinds(game: Game, lineup: str) -> list[str]:
    return [flip.kind for flip in flips(game, lineup)]


# -- each kind -------------------------------------------------------------------------------------------------------


def test_a_legal_lineup_has_no_flips() -> None:
    game = outdoor(12, red="3 3 3 3 + 3").unable("r1")
    assert flips(game, "r2 r3 r4 r5") == []
    assert verify(game.match, "red", ["r2", "r3", "r4", "r5"]).flips == []


def test_an_able_player_may_go_at_the_end_of_the_period() -> None:
    flip = the_flip(outdoor(12, red="3 3 3 3 + 3"), "r2 r3 r4 r5", "period_end")
    assert (flip.lineup, flip.when, flip.player, flip.value) == (["r2", "r3", "r4", "r5"], "period_end", None, None)
    assert flip.message == "At the end of the period it is legal."


def test_the_one_who_is_not_here_may_arrive() -> None:
    game = outdoor(12, red="3 3 3 3 + 3").but("r5", name="Eva", present=False).unable("r1")
    flip = the_flip(game, "r2 r3 r4 r5", "arrival")
    assert (flip.player, flip.lineup, flip.when) == ("r5", ["r2", "r3", "r4", "r5"], "now")
    assert flip.message == "Once Eva (3) is here it is legal."


def test_of_two_who_are_not_here_neither_arrival_is_enough() -> None:
    game = outdoor(12, red="3 3 3 3 + 3 3").but("r5", present=False).but("r6", present=False).unable("r1").unable("r2")
    assert kinds(game, "r3 r4 r5 r6") == []


def test_the_hurt_player_may_recover() -> None:
    game = outdoor(12, red="3 3 3 3 + 4").but("r1", name="Ana").unable("r1")
    flip = the_flip(game, "r1 r2 r3 r4", "recovery")
    assert (flip.player, flip.lineup) == ("r1", ["r1", "r2", "r3", "r4"])
    assert flip.message == "If Ana (3) recovers it is legal."


def test_a_concussed_player_does_not_recover() -> None:
    game = outdoor(12, red="3 3 3 3 + 4").unable("r1", concussion=True)
    assert kinds(game, "r1 r2 r3 r4") == []


def test_with_one_more_withdrawn_it_is_a_double_substitution() -> None:
    game = outdoor(12, red="8 2 1 1 + 5 5").but("r2", name="Ben").unable("r1")
    assert [flip.player for flip in flips(game, "r2 r3 r4 r5 r6")] == ["r2"]
    flip = the_flip(game, "r2 r3 r4 r5 r6", "withdrawal")
    assert (flip.lineup, flip.when) == (["r3", "r4", "r5", "r6"], "now")
    assert flip.message == "If Ben (2) is withdrawn too it is legal, as a double substitution."


def test_a_limit_higher_by_one_would_do_for_the_5_instead_of_the_4() -> None:
    game = outdoor(8, red="4 2 1 1 + 5", blue="2 2 2 2").unable("r1")
    flip = the_flip(game, "r2 r3 r4 r5", "limit")
    assert (flip.value, flip.when) == (9, "now")
    assert flip.message == "With an upper limit of 9, higher by 1 goal, it is legal."


def test_a_limit_may_be_higher_by_half_a_goal() -> None:
    game = outdoor(6, red="3 1 1 1 + 3.5", blue="1 1 1 1").unable("r1")
    flip = the_flip(game, "r2 r3 r4 r5", "limit")
    assert flip.value == 6.5
    assert "6½, higher by ½ goal" in flip.message


def test_above_6_goals_half_ratings_are_rounded_down_so_that_half_a_goal_more_is_enough() -> None:
    game = outdoor(6, red="1 0.5 0.5 1 + 5", blue="1 1 1 1").unable("r1")
    assert the_flip(game, "r2 r3 r4 r5", "limit").value == 6.5


def test_a_higher_limit_lets_the_one_play_who_is_above_it_in_the_arena() -> None:
    game = arena(6, red="2 2 1 + 6.5", blue="2 2 2").unable("r1")
    assert the_flip(game, "r2 r3 r4", "limit").value == 9.5


def test_no_limit_helps_where_another_rule_is_broken() -> None:
    game = outdoor(8, red="4 2 1 1 + 5").but("r5", ineligible="suspended").unable("r1")
    assert kinds(game, "r2 r3 r4 r5") == []


def test_another_reading_may_allow_it() -> None:
    game = outdoor(12, red="8 2 1 1 + 5 5").unable("r1", "illness")
    flip = the_flip(game, "r3 r4 r5 r6", "reading")
    assert (flip.reading, flip.value, flip.when) == ("double-substitution", "any", "now")
    assert flip.message.startswith('If "What allows a double substitution" is read as follows it is legal: ')


def test_flips_stand_in_the_order_of_their_kinds() -> None:
    game = outdoor(12, red="8 2 1 1 + 5 5").unable("r1", "illness")
    assert kinds(game, "r3 r4 r5 r6") == ["period_end", "reading"]


def test_verify_gives_flips_with_repairs_only() -> None:
    game = outdoor(12, red="3 3 3 3 + 3")
    assert [flip.kind for flip in verify(game.match, "red", ["r2", "r3", "r4", "r5"]).flips] == ["period_end"]
    assert verify(game.match, "red", ["r2", "r3", "r4", "r5"], repairs=0).flips == []


# -- every flip is true ----------------------------------------------------------------------------------------------


def again(data: dict[str, Any], team: str, lineup: list[str], clock: int | None, *entries: dict[str, Any]) -> Verdict:
    """The verdict of a match asked about from scratch, with entries more."""
    data = {**data, "journal": [*data["journal"], *entries]}
    return verify(Match.model_validate(data), team, lineup, repairs=0, clock=clock)


def with_reading(data: dict[str, Any], reading: str, value: str) -> dict[str, Any]:
    """The match under another value of a reading, from its beginning to its end."""
    data = deepcopy(data)
    data["event"]["readings"] = {**(data["event"].get("readings") or {}), reading: value}
    for entry in data["journal"]:
        if entry["entry"] == "event" and (entry["set"].get("readings") or {}).get(reading):
            entry["set"]["readings"][reading] = value
    return data


def answered_again(data: dict[str, Any], team: str, ids: list[str], clock: int | None, flip: Flip) -> Verdict:
    """The verdict once what the flip says has come true."""
    if flip.kind == "period_end":
        over = {} if clock is None else {"clock": max(clock, 450)}
        return again(data, team, ids, clock, {"entry": "end_period", **over})
    if flip.kind == "arrival":
        return again(data, team, ids, clock, {"entry": "arrived", "team": team, "player": flip.player})
    if flip.kind == "recovery":
        return again(data, team, ids, clock, {"entry": "recovered", "team": team, "player": flip.player})
    if flip.kind == "limit":
        return again(data, team, ids, clock, {"entry": "event", "set": {"upper_limit": flip.value}})
    if flip.kind == "reading":
        assert flip.reading is not None
        return again(with_reading(data, flip.reading, str(flip.value)), team, ids, clock)
    assert flip.kind == "withdrawal"
    assert set(ids) - set(flip.lineup) == {flip.player}
    return again(data, team, flip.lineup, clock)


def assert_no_lower_limit(data: dict[str, Any], team: str, ids: list[str], clock: int | None, flip: Flip) -> None:
    """No limit between the event's and the flip's would do."""
    inquiry = Inquiry(Match.model_validate(data), clock)
    upper = inquiry.view(team).situation.upper / 2
    assert isinstance(flip.value, int | float)
    assert upper < flip.value <= upper + MOST_ABOVE / 2
    limit = upper + 0.5
    while limit < flip.value:
        assert again(data, team, ids, clock, {"entry": "event", "set": {"upper_limit": limit}}).status != "legal"
        limit += 0.5


def check_flips(seed: int) -> Counter[str]:
    """Ask random questions about one match and check each flip; how many of each kind there were."""
    choose = Seeded(seed)
    data = random_match(choose, choose.element(RULES))
    question = random_question(choose, data)
    team, clock = question["team"], question["clock"]
    try:
        inquiry = Inquiry(Match.model_validate(data), clock)
    except InputError:
        return Counter(refused=1)
    situation = inquiry.view(team).situation
    beside = sorted(set(situation.players) - situation.on_field)[:2]
    found: Counter[str] = Counter()
    for ids in (question["lineup"], sorted(situation.able.union(beside))):
        if ids:
            found += check_flips_of(inquiry, data, team, ids)
    return found


def check_flips_of(inquiry: Inquiry, data: dict[str, Any], team: str, ids: list[str]) -> Counter[str]:
    """Check each flip of one lineup; how many of each kind there were."""
    clock = inquiry.clock
    verdict = inquiry.verify(team, ids, repairs=0)
    found = find_flips(inquiry, team, frozenset(ids))
    assert not (found and verdict.status == "legal")
    assert any(flip.kind == "period_end" for flip in found) == (verdict.status == "later")
    for flip in found:
        then = answered_again(data, team, ids, clock, flip)
        assert then.status == "legal", (data, flip)
        assert flip.when == ("period_end" if flip.kind == "period_end" else then.when)
        if flip.kind == "limit":
            assert_no_lower_limit(data, team, ids, clock, flip)
    return Counter(flip.kind for flip in found)


def test_every_flip_of_random_situations_is_true_when_answered_again() -> None:
    found: Counter[str] = Counter()
    for seed in range(500):
        found += check_flips(seed)
    assert set(found) >= {"period_end", "arrival", "recovery", "withdrawal", "limit", "reading"}


@pytest.mark.soak
def test_every_flip_of_many_random_situations_is_true_when_answered_again() -> None:
    found: Counter[str] = Counter()
    for seed in range(1_000, 6_000):
        found += check_flips(seed)
    print(dict(found))
    assert sum(found.values()) > 1_000
