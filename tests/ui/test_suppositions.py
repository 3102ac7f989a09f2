"""What a captain may suppose: which kinds, of whom, as which entries, and written into an address and back."""

from __future__ import annotations

from typing import Any

import pytest

from advisor.errors import InputError
from advisor.matchfile import read_entry
from advisor.ui.suppositions import changed, entries_of, find_happenings, found_of, from_address, plain, to_address
from tests.store.build import END, HURT, RESUME, START, STOP, a_match


def kinds(*journal: Any, team: str = "red", **more: Any) -> dict[str, tuple[str, ...]]:
    return dict(find_happenings(a_match(journal=list(journal), **more), team).kinds)


def test_before_the_start_only_those_who_come_go_or_are_hurt() -> None:
    assert set(kinds()) == {"unable", "left"}


def test_who_is_on_the_field_stands_first_and_what_is_impossible_is_not_offered() -> None:
    found = kinds(START)
    assert found["unable"] == ("r1", "r2", "r3", "r4", "r5", "r6")
    assert found["card"] == found["penalty_7"] == ("r1", "r2", "r3", "r4")
    assert found["end_period"] == found["stop"] == ()
    assert not {"arrived", "recovered", "sit_out_over", "resume", "start_period"} & set(found)
    assert kinds(START, END)["start_period"] == ()
    assert "end_period" not in kinds(START, END)


def test_who_is_hurt_can_recover_and_is_the_first_for_a_penalty_7() -> None:
    found = kinds(START, HURT)
    assert found["recovered"] == ("r4",)
    assert "r4" not in found["unable"]
    assert found["penalty_7"] == ("r4", "r1", "r2", "r3")


def test_a_sit_out_can_be_over_and_who_is_away_can_arrive() -> None:
    card = {"entry": "card", "team": "red", "player": "r2", "kind": "second_yellow"}
    found = kinds(START, card, {"entry": "left", "team": "red", "player": "r6"})
    assert found["sit_out_over"] == ("r2",)
    assert found["arrived"] == ("r6",)


@pytest.mark.parametrize(
    ("kind", "player", "entries"),
    [
        ("unable", "r1", [{"entry": "unable", "team": "red", "player": "r1", "reason": "injury"}]),
        ("card", "r1", [{"entry": "card", "team": "red", "player": "r1", "kind": "red"}]),
        ("left", "r5", [{"entry": "left", "team": "red", "player": "r5"}]),
        ("end_period", "", [END]),
        ("penalty_7", "r4", [{"entry": "penalty_7", "against": "blue", "disabled": "r4"}]),
        (
            "penalty_7",
            "r1",
            [
                {"entry": "unable", "team": "red", "player": "r1", "reason": "injury"},
                {"entry": "penalty_7", "against": "blue", "disabled": "r1"},
            ],
        ),
    ],
)
def test_two_taps_are_entries_with_what_is_usual(kind: str, player: str, entries: list[Any]) -> None:
    happenings = find_happenings(a_match(journal=[START, HURT]), "red")
    assert entries_of(kind, player, happenings) == entries


def test_the_last_entry_is_put_otherwise() -> None:
    entries = (read_entry(STOP), read_entry(HURT))
    assert changed(entries, reason="illness") == [STOP, {**HURT, "reason": "illness"}]
    concussed = tuple(map(read_entry, changed(entries, concussion=True)))
    assert plain(concussed[-1]) == {**HURT, "concussion": True}
    assert changed(concussed, concussion=False) == [STOP, HURT]


def test_an_address_holds_every_kind() -> None:
    about = {"team": "red", "player": "r-1.a_b"}
    entries = [
        {"entry": "unable", **about, "reason": "illness", "concussion": True},
        {"entry": "unable", **about, "reason": "injury"},
        {"entry": "card", **about, "kind": "second_yellow"},
        *({"entry": kind, **about} for kind in ("left", "arrived", "recovered", "sit_out_over")),
        {"entry": "penalty_7", "against": "blue", "disabled": "r-1.a_b"},
        STOP,
        RESUME,
        END,
        {"entry": "start_period"},
        {"entry": "player", "team": "red", "player": {"id": "eva", "handicap": -0.5, "name": "Eva Ñ"}},
    ]
    assert [plain(entry) for entry in from_address(to_address(entries))] == entries
    assert from_address("") == ()


def test_somebody_found_has_an_id_of_his_own_and_may_have_no_name() -> None:
    assert found_of("red", "Eva ~ Ruiz 1½", ["eva-ruiz"])["player"] == {
        "id": "eva-ruiz1",
        "handicap": 1.5,
        "name": "Eva Ruiz",
    }
    assert found_of("red", "3", ["p1"])["player"] == {"id": "p2", "handicap": 3, "name": "p2"}
    with pytest.raises(InputError):
        found_of("red", "Eva", [])


@pytest.mark.parametrize(
    "written",
    [
        "nonsense",
        "unable",
        "unable~red",
        "unable~red~r1~sadness",
        "card~red~r1~red~concussion",
        "end_period~red",
        "~~",
        "unable~red~<b>~injury",
        "player~red~eva~high~Eva",
        "player~red~eva~2",
        "~~".join(["stop"] * 21),
    ],
)
def test_an_address_that_supposes_nonsense_is_refused(written: str) -> None:
    with pytest.raises(InputError):
        from_address(written)
