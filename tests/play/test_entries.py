"""The umpire's entries in the fold: what is impossible, what they do, and that lineups do not hang on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from advisor.answers import advise, verify
from advisor.audit import audit
from advisor.errors import InputError
from advisor.fold import Fold
from tests.play.playing import ARENA, OVER, entry_of, match_of

SHOOTOUT: Mapping[str, Any] = {"entry": "shootout", "first": "red", "order": {"red": ["1", "2"], "blue": ["1"]}}
PENALTY: Mapping[str, Any] = {"entry": "penalty", "number": "2", "against": "red"}
ABLE_SWAP = ["1", "2", "3", "5"]


def shot(player: str, team: str = "red") -> Mapping[str, Any]:
    return {"entry": "shot", "team": team, "player": player, "goal": True}


@pytest.mark.parametrize(
    ("journal", "where"),
    [
        (("first", "end", "first"), "entry"),
        (("warning",), "entry"),
        (("stop", "out"), "entry"),
        (("stop", "in"), "entry"),
        (("end", "correct 100"), "entry"),
        (("end", "out"), "entry"),
        (({**PENALTY, "against": "green"},), "against"),
        (({**PENALTY, "player": "9"},), "player"),
        (({"entry": "ball_out", "over": "back_line", "team": "green"},), "team"),
        (("end", "shootout"), "entry"),
        (("shootout",), "entry"),
        ((*OVER, "shootout", "shootout"), "entry"),
        ((*OVER, {**SHOOTOUT, "first": "green"}), "first"),
        ((*OVER, {**SHOOTOUT, "order": {"red": ["1"]}}), "order"),
        ((*OVER, {**SHOOTOUT, "order": {"red": ["1"], "blue": []}}), "order"),
        ((*OVER, {**SHOOTOUT, "order": {"red": ["1", "1"], "blue": ["1"]}}), "order.red"),
        ((*OVER, {**SHOOTOUT, "order": {"red": ["1"], "blue": ["9"]}}), "order.blue"),
        ((*OVER, {**SHOOTOUT, "order": {"red": ["1"], "blue": ["1"], "green": ["1"]}}), "order.green"),
        ((*OVER, {**SHOOTOUT, "hitters": "one"}), "order.red"),
        ((shot("1"),), "entry"),
        ((*OVER, SHOOTOUT, shot("3")), "player"),
        ((*OVER, SHOOTOUT, shot("1", "green")), "team"),
    ],
)
def test_an_impossible_entry_is_named_with_its_field(journal: tuple[str, ...], where: str) -> None:
    match = match_of(*journal)
    with pytest.raises(InputError) as found:
        Fold(match).run()
    assert found.value.where == f"journal[{len(match.journal) - 1}].{where}"


@pytest.mark.parametrize("entry", ["penalty p2 red", "out", "first", "second"])
def test_nothing_of_it_comes_before_the_start(entry: str) -> None:
    with pytest.raises(InputError):
        Fold(match_of(entry, starts=False)).run()
    assert Fold(match_of("warning", starts=False)).run().moment == "before_start"


def test_a_foul_stops_play_and_a_penalty_1_puts_its_goal_on_the_board() -> None:
    fold = Fold(match_of("penalty p1 red 30")).run()
    assert (fold.moment, fold.goals) == ("stopped", {"red": 0, "blue": 1})
    assert Fold(match_of("penalty p2 red 30")).run().goals == {"red": 0, "blue": 0}
    assert Fold(match_of("end", "penalty p2 red")).run().moment == "between_periods"
    struck = match_of("penalty p1 red 30", {"entry": "strike", "number": 1})
    assert Fold(struck).run().goals == {"red": 0, "blue": 0}


def test_only_a_correction_puts_the_clock_back() -> None:
    assert Fold(match_of("stop 300", "correct 280")).run().clock == 280
    with pytest.raises(InputError):
        Fold(match_of("stop 300", "resume 280")).run()
    with pytest.raises(InputError):
        Fold(match_of("stop 300", "correct 280", "resume 270")).run()


@pytest.mark.parametrize("journal", [("hurt red",), ("stop",), ("end",), ()])
def test_lineups_do_not_hang_on_the_umpires_entries(journal: tuple[str, ...]) -> None:
    more = ("out", "in", {"entry": "ball_out", "over": "back_line", "team": "red"})
    plain, noted = match_of(*journal), match_of(*more, *journal)
    for team in ("red", "blue"):
        assert advise(noted, team) == advise(plain, team)
        assert verify(noted, team, ABLE_SWAP) == verify(plain, team, ABLE_SWAP)
    assert audit(noted).breaches == audit(plain).breaches


def test_after_the_horn_a_whistle_for_no_foul_is_contested() -> None:
    match = match_of("first", "stop 425")
    assert verify(match, "red", ABLE_SWAP).contested_by == ["whistle-after-horn"]
    assert verify(match_of("stop 425"), "red", ABLE_SWAP).contested_by == []
    assert verify(match_of(*OVER[:-1], "first", "stop 425"), "red", ABLE_SWAP).contested_by == []
    assert verify(match_of("first", "stop 425", rules=ARENA), "red", ["1", "2", "4"]).contested_by == []


def test_by_the_other_reading_any_number_may_be_changed_then() -> None:
    match = match_of("first", "stop 425", readings={"whistle-after-horn": "any"})
    verdict = verify(match, "red", ABLE_SWAP)
    assert (verdict.status, verdict.when, verdict.contested_by) == ("legal", "now", ["whistle-after-horn"])
    gone_on = match_of("first", "stop 425", "resume", readings={"whistle-after-horn": "any"})
    assert verify(gone_on, "red", ABLE_SWAP).status == "later"


def test_a_breach_in_that_stoppage_is_contested() -> None:
    swap = {"entry": "substitute", "team": "red", "out": ["4"], "in": ["5"]}
    (breach,) = audit(match_of("first", "stop 425", swap)).breaches
    assert [clause.clause for clause in breach.clauses] == ["able-player-stays"]
    assert breach.contested_by == ["whistle-after-horn"]


def test_penalty_numbers_are_read_as_text() -> None:
    match = match_of({**PENALTY, "number": 2}, {**PENALTY, "number": "5a"})
    assert [entry.number for entry in match.journal[1:]] == ["2", "5a"]  # type: ignore[union-attr]
    for number in ("7", "10", "5", 2.0, True):
        with pytest.raises(ValueError, match="penalty"):
            match_of({**PENALTY, "number": number})


def test_words_make_entries() -> None:
    assert entry_of("penalty p5a red 100") == {"entry": "penalty", "number": "5a", "against": "red", "clock": 100}
