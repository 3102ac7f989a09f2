"""Two lineups side by side, and what each leaves for the next injury."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from advisor.answers import Inquiry, verify
from advisor.compare import Comparison, NextInjury, compare
from advisor.errors import InputError
from advisor.match import Match
from advisor.rulebook import Language
from tests.bilingual import assert_same_facts
from tests.generate import Seeded, random_match, random_question
from tests.rules.build import Game, arena, outdoor

RULES = ("uspa-outdoor-2026", "uspa-arena-2026")


def compared(game: Game, a: str, b: str, language: Language = "en", clock: int | None = None) -> Comparison:
    """Two lineups of Red's, as strings of ids."""
    return compare(Inquiry(game.match, clock, language), "red", a.split(), b.split())


def injuries(rows: list[NextInjury]) -> dict[str, tuple[int, int]]:
    return {row.player: (row.alone, row.lineups) for row in rows}


# -- figures and sentences -------------------------------------------------------------------------------------------


def test_figures_stand_side_by_side_and_every_difference_is_said() -> None:
    game = outdoor(8, red="3 2 1 1 + 4 3", blue="2 2 2 2").unable("r1")
    found = compared(game, "r2 r3 r4 r6", "r2 r3 r4 r5")
    assert (found.team, found.moment) == ("red", "stopped")
    assert (found.a.status, found.a.when, found.a.field_handicap, found.a.counted_handicap) == ("legal", "now", 7, 7)
    assert (found.b.field_handicap, found.b.counted_handicap, found.b.net_goals) == (8, 8, 0)
    assert (found.a.score_change, found.b.score_change) == ({"red": 0, "blue": 0}, {"red": -1, "blue": 0})
    assert found.conclusions == [
        "B is 1 goal stronger.",
        "B counts 1 goal more from now on.",
        "A keeps 1 goal more on the board.",
    ]


def test_when_each_is_legal_is_said_first() -> None:
    game = outdoor(12, red="3 3 3 3 + 3 3", blue="3 3 3 3").but("r6", present=False)
    found = compared(game, "r1 r2 r3 r5", "r1 r2 r3 r6")
    assert (found.a.status, found.b.status) == ("later", "illegal")
    assert found.conclusions == ["A is legal only at the end of the period, B is not legal."]
    assert [broken.clause for broken in found.b.broken] == ["available", "able-player-stays"]
    assert found.b.next_injury == []


def test_the_same_lineup_twice_has_no_difference() -> None:
    game = outdoor(12, red="3 3 3 3 + 3", blue="3 3 3 3").unable("r1")
    assert compared(game, "r2 r3 r4 r5", "r5 r4 r3 r2").conclusions == ["There is no difference."]


def test_what_only_one_leaves_to_the_umpire_is_said() -> None:
    game = outdoor(12, red="8 2 1 1 + 5 5", blue="3 3 3 3").unable("r1", "illness").reading(double_substitution="any")
    found = compared(game, "r3 r4 r5 r6", "r2 r3 r4 r5")
    assert "Only A is left to the umpire to decide: What allows a double substitution." in found.conclusions


def test_net_goals_differ_in_words_of_the_language() -> None:
    game = outdoor(12, red="3 3 3 3 + 2 0", blue="3 3 3 3", periods=6).end().begin().unable("r1")
    found = compared(game, "r2 r3 r4 r5", "r2 r3 r4 r6")
    assert "A is worth 1.67 net goals more." in found.conclusions
    assert "A vale 1,67 goles netos más." in compared(game, "r2 r3 r4 r5", "r2 r3 r4 r6", "es").conclusions


def test_a_part_of_a_net_goal_is_said_in_the_plural_as_decimals_are() -> None:
    game = outdoor(12, red="3 3 3 3 + 3 2", blue="3 3 3 3", periods=6).end().begin().unable("r1")
    assert "A is worth 0.83 net goals more." in compared(game, "r2 r3 r4 r5", "r2 r3 r4 r6").conclusions
    assert "A vale 0,83 goles netos más." in compared(game, "r2 r3 r4 r5", "r2 r3 r4 r6", "es").conclusions


def test_a_lineup_that_verify_refuses_is_refused() -> None:
    game = outdoor(12, red="3 3 3 3 + 3", blue="3 3 3 3")
    for lineup in ("", "r1 r9", "r1 r1"):
        with pytest.raises(InputError):
            compared(game, "r1 r2 r3 r4", lineup)


# -- the next injury -------------------------------------------------------------------------------------------------


def test_replacements_are_those_who_may_come_in_alone_when_somebody_is_hurt_after_the_change() -> None:
    game = outdoor(8, red="4 2 1 1 + 4 1 0", blue="2 2 2 2").unable("r1")
    found = compared(game, "r2 r3 r4 r5", "r2 r3 r4 r6")
    # With the 4 on, 8 in all: for the 2 a 1 or a 0; for a 1 the same; for the 4 both. With the 1 on, 5 in all: for
    # the 2 the 4 (7), or the 0; for a 1 the 4 (8) or the 0.
    assert {player: alone for player, (alone, _) in injuries(found.a.next_injury).items()} == {
        "r2": 2, "r3": 2, "r4": 2, "r5": 2,
    }  # fmt: skip
    assert {player: alone for player, (alone, _) in injuries(found.b.next_injury).items()} == {
        "r2": 2, "r3": 2, "r4": 2, "r6": 2,
    }  # fmt: skip


def test_a_lineup_that_uses_up_the_bench_leaves_nobody() -> None:
    game = outdoor(12, red="8 2 1 1 + 5 5 2", blue="3 3 3 3").unable("r1")
    found = compared(game, "r2 r3 r4 r5", "r3 r4 r5 r6")
    assert injuries(found.a.next_injury)["r3"] == (1, 2)
    assert injuries(found.b.next_injury)["r3"][0] == 0
    lean = compared(outdoor(4, red="1 1 1 1 + 1", blue="1 1 1 1").unable("r1"), "r2 r3 r4", "r2 r3 r4 r5")
    assert lean.conclusions[-3:] == [
        "If r2 (1) is hurt next, A leaves 1 replacement, B none.",
        "If r3 (1) is hurt next, A leaves 1 replacement, B none.",
        "If r4 (1) is hurt next, A leaves 1 replacement, B none.",
    ]


def test_before_the_start_the_match_is_started_against_the_others_best_legal_lineup() -> None:
    game = outdoor(4, red="1 1 1 1 + 1 0", blue="1 1 1 1 + 2", started=False).but("b1", present=False)
    found = compared(game, "r1 r2 r3 r4", "r1 r2 r3 r6")
    assert (found.moment, found.a.net_goals) == ("before_start", None)
    assert injuries(found.a.next_injury)["r1"] == (2, 5)
    assert found.conclusions == ["A is 1 goal stronger."]


def test_the_other_team_starts_with_whom_it_has_where_it_has_no_legal_lineup() -> None:
    game = outdoor(4, red="1 1 1 1 + 1", blue="9 9 9 9", started=False)
    assert injuries(compared(game, "r1 r2 r3 r4", "r2 r3 r4 r5").a.next_injury)["r1"] == (1, 1)


def test_at_the_periods_end_the_period_is_ended_first() -> None:
    game = outdoor(12, red="3 3 3 3 + 3 3", blue="3 3 3 3")
    found = compared(game, "r1 r2 r3 r5", "r3 r4 r5 r6")
    assert found.a.when == "period_end"
    assert injuries(found.a.next_injury)["r1"] == (2, 5)


def test_in_play_an_open_place_is_filled_and_play_stops_for_the_injury() -> None:
    game = arena(12, red="4 4 4 + 4 3", blue="4 4 4").left("r3")
    found = compared(game, "r1 r2 r4", "r1 r2 r5")
    assert found.a.when == "any_time"
    assert injuries(found.a.next_injury) == {"r1": (1, 1), "r2": (1, 1), "r4": (1, 1)}


# -- against asking again from scratch -------------------------------------------------------------------------------


def played_on(data: dict[str, Any], team: str, found: Comparison, inquiry: Inquiry) -> list[dict[str, Any]] | None:
    """The entries that bring the first lineup on, written down anew; ``None`` before the start."""
    moment = found.moment
    if moment == "before_start":
        return None
    journal = list(data["journal"])
    if found.a.status == "later":
        journal.append({"entry": "end_period"})
        moment = "between_periods"
    on_field = set(inquiry.view(team).situation.on_field)
    lineup = set(found.a.lineup)
    journal.append(
        {"entry": "substitute", "team": team, "out": sorted(on_field - lineup), "in": sorted(lineup - on_field)}
    )
    if moment == "stopped":
        journal.append({"entry": "resume"})
    elif moment == "between_periods":
        journal.append({"entry": "start_period"})
    return journal


def check_next_injuries(seed: int) -> int:
    """Count again, by verifying every lineup of one random match, what the first legal lineup leaves; rows checked."""
    choose = Seeded(seed)
    data = random_match(choose, choose.element(RULES))
    question = random_question(choose, data)
    team, ids = question["team"], question["lineup"]
    try:
        inquiry = Inquiry(Match.model_validate(data))
    except InputError:
        return 0
    found = compare(inquiry, team, ids, ids)
    assert found.conclusions == ["There is no difference."]
    spanish = compare(Inquiry(inquiry.match, None, "es"), team, ids, ids)
    assert_same_facts(found.conclusions, spanish.conclusions)
    journal = played_on(data, team, found, inquiry)
    if journal is None or found.a.status == "illegal":
        return 0
    players = sorted(inquiry.fold.sides[team].players)
    for row in found.a.next_injury:
        hurt = {"entry": "unable", "team": team, "player": row.player, "reason": "injury"}
        match = Match.model_validate({**data, "journal": [*journal, hurt]})
        places = Inquiry(match).view(team).situation.places
        legal = [
            set(lineup)
            for size in range(1, places + 1)
            for lineup in combinations(players, size)
            if set(lineup) - set(ids) and verify(match, team, lineup, repairs=0).status == "legal"
        ]
        assert row.lineups == len(legal)
        assert row.alone == sum(len(lineup - set(ids)) == 1 and set(ids) - lineup == {row.player} for lineup in legal)
    return len(found.a.next_injury)


def test_what_random_lineups_leave_is_what_verifying_every_lineup_finds() -> None:
    assert sum(check_next_injuries(seed) for seed in range(25)) > 15


@pytest.mark.soak
def test_what_many_random_lineups_leave_is_what_verifying_every_lineup_finds() -> None:
    assert sum(check_next_injuries(seed) for seed in range(1_000, 2_000)) > 500


def test_random_comparisons_have_the_same_facts_in_both_languages() -> None:
    for seed in range(150):
        choose = Seeded(seed)
        data = random_match(choose, choose.element(RULES))
        first, second = random_question(choose, data), random_question(choose, data)
        if first["team"] != second["team"]:
            continue
        try:
            both = [Inquiry(Match.model_validate(data), None, language) for language in ("en", "es")]  # type: ignore[arg-type]
        except InputError:
            continue
        english, spanish = (compare(one, first["team"], first["lineup"], second["lineup"]) for one in both)
        assert_same_facts(english.conclusions, spanish.conclusions)
        assert english.a.next_injury == spanish.a.next_injury
