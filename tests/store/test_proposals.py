from __future__ import annotations

from typing import Any

import pytest

from advisor.errors import InputError
from advisor.store import NotPermitted, UnknownLink
from advisor.store.journal import MatchMovedOn, append, changes_since, load
from advisor.store.proposals import (
    MOST_WAITING,
    accept,
    decline,
    list_proposals,
    look_at,
    propose,
    renew,
    withdraw,
)
from tests.store.build import END, HURT, REPLACED, START, STOP, goal
from tests.store.conftest import Clock, Kept

PENALTY = {"entry": "penalty_7", "against": "blue", "disabled": "r4"}
REMOVED = {"entry": "designate", "player": "b1"}
BLUE_HURT = {"entry": "unable", "team": "blue", "player": "b4", "reason": "injury"}
BLUE_REPLACED = {"entry": "substitute", "team": "blue", "out": ["b4"], "in": ["b5"]}


@pytest.fixture
def started(kept: Kept) -> Kept:
    append(kept.store, kept.id, 0, [START], kept.keeper)
    return kept


def kinds(kept: Kept) -> list[str]:
    return [entry.entry for entry in load(kept.store, kept.id, kept.keeper).match.journal]


def test_accepting_records_what_happened_and_the_substitution_in_one(started: Kept, clock: Clock) -> None:
    proposal = propose(started.store, started.id, 1, "red", [STOP, HURT, REPLACED], started.red)
    assert kinds(started) == ["start"]
    clock.pass_seconds(5)
    recorded = accept(started.store, started.id, 1, proposal.id, started.keeper)
    assert [added.number for added in recorded] == [1, 2, 3]
    assert kinds(started) == ["start", "stop", "unable", "substitute"]
    assert {added.entry.by for added in recorded} == {"captain red (Ben), accepted by keeper (Ana)"}
    answered = look_at(started.store, started.id, proposal.id, started.red)
    assert (answered.status, answered.number, answered.decided_by) == ("accepted", 1, "keeper (Ana)")


def test_the_removal_under_ones_own_penalty_7_is_proposed(started: Kept) -> None:
    append(started.store, started.id, 1, [HURT, PENALTY], started.keeper)
    proposal = propose(started.store, started.id, 3, "red", [REMOVED], started.red)
    accept(started.store, started.id, 3, proposal.id, started.keeper)
    assert kinds(started)[-1] == "designate"


def test_the_happening_travels_with_the_removal(started: Kept) -> None:
    proposal = propose(started.store, started.id, 1, "red", [STOP, HURT, PENALTY, REMOVED], started.red)
    accept(started.store, started.id, 1, proposal.id, started.keeper)
    assert kinds(started) == ["start", "stop", "unable", "penalty_7", "designate"]


def test_the_other_teams_penalty_7_is_not_his_to_answer(started: Kept) -> None:
    append(started.store, started.id, 1, [HURT, PENALTY], started.keeper)
    with pytest.raises(InputError, match="other team's captain"):
        propose(started.store, started.id, 3, "blue", [{**REMOVED}], started.blue)
    with pytest.raises(InputError):
        propose(started.store, started.id, 3, "blue", [{**PENALTY}, {**REMOVED}], started.blue)


@pytest.mark.parametrize(
    "entries",
    [
        [HURT],
        [REPLACED, HURT],
        [goal(), HURT, REPLACED],
        [START, REPLACED],
        [{"entry": "strike", "number": 0, "reason": "x"}, REPLACED],
        [{"entry": "event", "set": {"upper_limit": 9}}, REPLACED],
        [{"entry": "player", "team": "red", "player": {"id": "r5", "handicap": 1}}, HURT, REPLACED],
        [BLUE_HURT, BLUE_REPLACED],
        [HURT, BLUE_REPLACED],
        [HURT, REPLACED, REPLACED],
        [HURT, {"entry": "substitute", "team": "red", "out": ["r4"], "in": ["r1"]}],
        [],
    ],
)
def test_a_captain_proposes_his_own_teams_possible_changes_only(started: Kept, entries: list[Any]) -> None:
    with pytest.raises(InputError):
        propose(started.store, started.id, 1, "red", entries, started.red)
    assert list_proposals(started.store, started.id, started.keeper) == ()


def test_a_newcomer_found_on_the_rail_is_proposed(started: Kept) -> None:
    eva = {"entry": "player", "team": "red", "player": {"id": "r9", "name": "Eva", "handicap": 1}}
    change = {"entry": "substitute", "team": "red", "out": ["r4"], "in": ["r9"]}
    proposal = propose(started.store, started.id, 1, "red", [HURT, eva, change], started.red)
    accept(started.store, started.id, 1, proposal.id, started.keeper)
    assert kinds(started)[-2:] == ["player", "substitute"]


@pytest.mark.parametrize("who", ["blue", "public", "keeper"])
def test_only_the_teams_captain_proposes_for_it(started: Kept, who: str) -> None:
    with pytest.raises(NotPermitted):
        propose(started.store, started.id, 1, "red", [HURT, REPLACED], getattr(started, who))


def test_the_other_captain_and_onlookers_see_no_proposal_and_touch_none(started: Kept) -> None:
    proposal = propose(started.store, started.id, 1, "red", [HURT, REPLACED], started.red)
    for other in (started.blue, started.public):
        assert list_proposals(started.store, started.id, other) == ()
        with pytest.raises(InputError):
            look_at(started.store, started.id, proposal.id, other)
        with pytest.raises(NotPermitted):
            withdraw(started.store, started.id, proposal.id, other)
        with pytest.raises(NotPermitted):
            renew(started.store, started.id, 1, proposal.id, other)
    with pytest.raises(UnknownLink):
        list_proposals(started.store, started.id, type(started.red)("guessed"))
    assert [p.id for p in list_proposals(started.store, started.id, started.keeper)] == [proposal.id]
    assert [p.id for p in list_proposals(started.store, started.id, started.red)] == [proposal.id]


def test_declining_gives_the_reason(started: Kept) -> None:
    proposal = propose(started.store, started.id, 1, "red", [HURT, REPLACED], started.red)
    with pytest.raises(InputError, match="reason"):
        decline(started.store, started.id, proposal.id, " ", started.keeper)
    decline(started.store, started.id, proposal.id, "r5 wears no helmet", started.keeper)
    answered = look_at(started.store, started.id, proposal.id, started.red)
    assert (answered.status, answered.reason) == ("declined", "r5 wears no helmet")
    assert kinds(started) == ["start"]


def test_if_the_match_has_moved_on_it_is_not_accepted_and_the_captain_is_told(started: Kept) -> None:
    proposal = propose(started.store, started.id, 1, "red", [HURT, REPLACED], started.red)
    append(started.store, started.id, 1, [goal("blue")], started.keeper)
    with pytest.raises(MatchMovedOn) as moved:
        accept(started.store, started.id, 2, proposal.id, started.keeper)
    assert [added.number for added in moved.value.added] == [1]
    assert kinds(started) == ["start", "goal"]
    (told,) = list_proposals(started.store, started.id, started.red, waiting_only=True)
    assert told.moved_on
    fresh = renew(started.store, started.id, 2, proposal.id, started.red)
    assert not fresh.moved_on
    assert look_at(started.store, started.id, proposal.id, started.red).status == "withdrawn"
    accept(started.store, started.id, 2, fresh.id, started.keeper)
    assert kinds(started) == ["start", "goal", "unable", "substitute"]


def test_what_is_not_possible_any_more_is_not_renewed(started: Kept) -> None:
    proposal = propose(started.store, started.id, 1, "red", [STOP, HURT, REPLACED], started.red)
    append(started.store, started.id, 1, [STOP], started.keeper)
    with pytest.raises(InputError):
        renew(started.store, started.id, 2, proposal.id, started.red)
    assert look_at(started.store, started.id, proposal.id, started.red).status == "waiting"
    renew(started.store, started.id, 2, proposal.id, started.red, [HURT, REPLACED])


def test_who_proposes_on_what_he_has_not_seen_is_told(started: Kept) -> None:
    append(started.store, started.id, 1, [goal()], started.keeper)
    with pytest.raises(MatchMovedOn):
        propose(started.store, started.id, 1, "red", [HURT, REPLACED], started.red)


def test_a_proposal_is_answered_once(started: Kept) -> None:
    proposal = propose(started.store, started.id, 1, "red", [HURT, REPLACED], started.red)
    accept(started.store, started.id, 1, proposal.id, started.keeper)
    for call in (
        lambda: accept(started.store, started.id, 3, proposal.id, started.keeper),
        lambda: decline(started.store, started.id, proposal.id, "late", started.keeper),
        lambda: withdraw(started.store, started.id, proposal.id, started.red),
        lambda: accept(started.store, started.id, 3, 99, started.keeper),
    ):
        with pytest.raises(InputError):
            call()
    assert kinds(started) == ["start", "unable", "substitute"]


def test_a_proposal_and_its_answer_are_seen_by_polling(started: Kept) -> None:
    seen = load(started.store, started.id, started.keeper).seen
    proposal = propose(started.store, started.id, 1, "red", [END, REPLACED], started.red)
    changes = changes_since(started.store, started.id, seen, started.keeper)
    assert changes.others
    assert not changes.added
    withdraw(started.store, started.id, proposal.id, started.red)
    assert changes_since(started.store, started.id, changes.seen, started.keeper).others


def test_only_so_many_wait(started: Kept) -> None:
    for _ in range(MOST_WAITING):
        propose(started.store, started.id, 1, "red", [HURT, REPLACED], started.red)
    with pytest.raises(InputError, match="wait already"):
        propose(started.store, started.id, 1, "red", [HURT, REPLACED], started.red)
