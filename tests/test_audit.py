"""What the audit says beside the clauses: what a fielding may forfeit and until when, and what was legal then."""

from __future__ import annotations

from copy import deepcopy

import pytest

from advisor.answer_types import AuditBreach, Forfeit
from advisor.answers import verify
from advisor.audit import audit
from tests.rules.build import Game, arena, outdoor

SUSPENDED = outdoor(12, red="3 3 3 3 + 3 2", blue="3 3 3 3").but("r5", ineligible="suspended")


def the_breach(game: Game) -> AuditBreach:
    """The one breach of a game."""
    (breach,) = game.audit().breaches
    return breach


def the_forfeit(game: Game) -> Forfeit:
    """What its one breach may forfeit."""
    forfeit = the_breach(game).forfeit
    assert forfeit is not None
    return forfeit


def at(game: Game, time: str, entry: int = -1) -> Game:
    """The game with the time of an entry, the last one if none is named."""
    data = deepcopy(game.data)
    data["journal"][entry]["at"] = time
    return Game(data)


# -- what forfeits -----------------------------------------------------------------------------------------------------

FIELDINGS = {
    "ineligible at the start": outdoor(12, red="3 3 3 3").but("r1", ineligible="fee-unpaid"),
    "ineligible later": SUSPENDED.end().sub("r1", "r5"),
    "put right too late": SUSPENDED.player("r5", ineligible=None).end().sub("r1", "r5"),
    "over the limit at the start": outdoor(12, red="3 3 3 3.5 + 0").but("r4", handicap=4),
    "over the limit later": outdoor(12, red="3 3 3 3 + 4").end().sub("r1", "r5"),
    "above the ceiling for one player": arena(6, red="6.5 -0.5 0"),
    "below 0 above 9 goals": arena(10, red="-1 5 5"),
    "minus-rated, one too many": outdoor(12, red="-1 -1 6 6"),
    "an eliminated player": outdoor(12, red="3 3 3 3").but("r4", eliminated_from_event=True),
    "for both teams": outdoor(12, red="3 3 3 3", blue="3 3 3 3 + 3")
    .but("r1", person="ana")
    .but("b5", person="ana")
    .end()
    .sub("b1", "b5"),
}


@pytest.mark.parametrize("game", FIELDINGS.values(), ids=FIELDINGS.keys())
def test_fielding_an_ineligible_player_or_an_over_limit_lineup_may_forfeit_whatever_the_intent(game: Game) -> None:
    message = the_forfeit(game).message
    assert "24 hours" in message
    assert "intent" in message
    spanish = audit(game.match, language="es").breaches[0].forfeit
    assert spanish is not None
    assert "24 horas" in spanish.message


NO_FIELDINGS = {
    "able player changed": outdoor(12, red="3 3 3 3 + 2").sub("r1", "r5"),
    "under the lower limit at the start": outdoor(12, lower_limit=10, red="3 3 3 0", blue="3 3 3 3"),
    "short by choice": outdoor(8, red="3 3 3 -1 + -1").left("r4").stop().resume(),
    "unable player": outdoor(12, red="3 3 3 3 + 3").unable("r5", "illness").end().sub("r1", "r5"),
}


@pytest.mark.parametrize("game", NO_FIELDINGS.values(), ids=NO_FIELDINGS.keys())
def test_other_breaches_forfeit_nothing(game: Game) -> None:
    breach = the_breach(game)
    assert (breach.forfeit, breach.legal_then) == (None, [])


def test_a_player_who_turns_out_ineligible_on_the_field_is_no_fielding() -> None:
    assert SUSPENDED.player("r1", ineligible="suspended").sub("r1", "r6").breaches() == []


def test_turnout_forfeits_only_by_evidence_after_the_match() -> None:
    game = at(outdoor(12, red="3 3 3 3").but("r1", ineligible="equipment"), "2026-05-02T15:00:00Z")
    forfeit = the_forfeit(game)
    assert "evidence" in forfeit.message
    assert "24 hours after the match" in forfeit.message
    assert forfeit.until is None
    assert forfeit.message in the_breach(game).clauses[0].message


def test_turnout_beside_something_graver_is_not_spoken_of() -> None:
    game = at(outdoor(12, red="3 3 3 4").but("r1", ineligible="equipment"), "2026-05-02T15:00:00Z")
    assert [clause.clause for clause in the_breach(game).clauses] == ["eligible", "upper-limit"]
    assert "intent" in the_forfeit(game).message
    assert the_forfeit(game).until == "2026-05-03T15:00:00+00:00"


def test_it_is_a_warning_that_names_the_forfeit() -> None:
    played = SUSPENDED.end().sub("r1", "r6").begin()
    assert played.audit().warnings == []
    for game in (played.player("r1", ineligible="not-registered"), played.player("r6", ineligible="not-registered")):
        (warning,) = game.audit().warnings
        assert warning.startswith("red: r")
        assert "is not registered. Fielding an ineligible player forfeits the match" in warning
        assert game.advise("blue").warnings == [warning]
        (spanish,) = audit(game.match, language="es").warnings
        assert "24 horas" in spanish


def test_who_never_played_wears_something_wrong_or_was_entered_wrongly_is_none() -> None:
    for game in (
        SUSPENDED.player("r6", ineligible="suspended"),
        SUSPENDED.player("r1", ineligible="equipment"),
        SUSPENDED.player("r1", ineligible="suspended").player("r1", ineligible=None),
        SUSPENDED.player("r1", ineligible="suspended").strike(1),
    ):
        assert game.audit().warnings == []


# -- until when --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time", "until"),
    [
        ("2026-05-02T15:04:05Z", "2026-05-03T15:04:05+00:00"),
        ("2026-05-02T15:04:05-03:00", "2026-05-03T15:04:05-03:00"),
        ("2026-05-02T15:04", "2026-05-03T15:04:00"),
        ("2026-05-02 15:04", "2026-05-03T15:04:00"),
        ("2026-12-31T20:00:00Z", "2027-01-01T20:00:00+00:00"),
        ("15:04", None),
        ("T15:04:05", None),
        ("9999-12-31T20:00:00", None),
    ],
)
def test_the_24_hours_run_from_the_time_of_the_entry_where_it_has_a_date(time: str, until: str | None) -> None:
    assert the_forfeit(at(SUSPENDED.end().sub("r1", "r5"), time)).until == until


def test_without_a_time_no_end_is_named() -> None:
    game = at(SUSPENDED.end().sub("r1", "r5"), "2026-05-02T15:00:00Z", 0)
    assert the_forfeit(game).until is None


# -- what would have been legal ----------------------------------------------------------------------------------------


def test_the_nearest_lineups_that_were_legal_at_that_moment_are_named() -> None:
    breach = the_breach(outdoor(12, red="3 3 3 3 + 4 2").end().sub("r1", "r5"))
    # 4 3 3 and the 2 are 12; the 4 with three 3s was 13.
    assert [" ".join(repair.lineup) for repair in breach.legal_then] == ["r2 r3 r5 r6", "r2 r4 r5 r6", "r3 r4 r5 r6"]
    assert [(repair.add, repair.drop) for repair in breach.legal_then] == [
        (["r6"], ["r4"]),
        (["r6"], ["r3"]),
        (["r6"], ["r2"]),
    ]


@pytest.mark.parametrize("game", FIELDINGS.values(), ids=FIELDINGS.keys())
def test_what_was_legal_then_is_legal_when_asked_before_that_entry(game: Game) -> None:
    breach = the_breach(game)
    before = Game({**game.data, "journal": game.data["journal"][: breach.entry]})
    for repair in breach.legal_then:
        verdict = verify(before.match, breach.team, repair.lineup, repairs=0)
        assert (verdict.status, verdict.when) == ("legal", repair.when)


def test_where_nothing_was_legal_there_is_none() -> None:
    assert the_breach(outdoor(12, red="3 3 3 3").but("r1", ineligible="suspended")).legal_then == []


def test_what_happened_later_and_what_was_struck_is_left_aside() -> None:
    game = outdoor(12, red="3 3 3 3 + 4 2 1").but("r7", present=False)
    wrong = game.stop().left("r6").strike(2).resume().end().sub("r1", "r5")
    later = wrong.begin().arrived("r7").left("r6")
    for one in (wrong, later):
        (breach,) = (breach for breach in one.audit().breaches if breach.entry == 6)
        assert breach.legal_then[0].lineup == ["r2", "r3", "r5", "r6"]
        assert all("r7" not in repair.lineup for repair in breach.legal_then)


# -- warnings ----------------------------------------------------------------------------------------------------------


def test_an_entry_outside_the_editions_year_is_a_warning_in_every_answer() -> None:
    game = at(at(outdoor(12, red="3 3 3 3").stop().resume(), "2025-12-31T23:00:00Z", 0), "2027-01-01 10:00", 2)
    expected = [
        "Entry 0 is dated 2025-12-31T23:00:00Z, outside the year of the rulebook, 2026.",
        "Entry 2 is dated 2027-01-01 10:00, outside the year of the rulebook, 2026.",
    ]
    assert game.audit().warnings == expected
    assert game.advise().warnings == expected
    assert game.verify("r1 r2 r3 r4").warnings == expected
    assert game.audit().breaches == []


@pytest.mark.parametrize("time", ["2026-01-01T00:00:00Z", "2026-12-31 23:59", "15:04", "T10:30"])
def test_within_the_year_or_without_a_date_there_is_none(time: str) -> None:
    assert at(outdoor(12, red="3 3 3 3"), time).audit().warnings == []
