"""Findings as arguments: because and because, so; with names, figures and rule numbers, alike in both languages."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from advisor.answers import Inquiry, verify
from advisor.errors import InputError
from advisor.match import Match
from advisor.narrate import say_argument, say_goals, say_goals_noun
from advisor.rulebook import Finding, Language, find_rulebook
from advisor.situation import PlayerState
from advisor.witness import find_witnesses
from tests.bilingual import assert_same_facts, facts
from tests.generate import Seeded, random_match, random_question
from tests.rules.build import Game, outdoor

RULES = ("uspa-outdoor-2026", "uspa-arena-2026")
OUTDOOR = find_rulebook("uspa-outdoor-2026")
PLAYERS = {
    player: PlayerState(player, name, 2 * handicap, 2 * handicap, True, None, False, False)
    for player, name, handicap in (("r1", "Ana", 1), ("r2", "Ben", 3), ("r3", None, -1))
}


def argue(*findings: Finding, language: Language = "en", conclusion: str = "that is that") -> str:
    return say_argument(findings, OUTDOOR, PLAYERS, language, conclusion)


def argument(game: Game, lineup: str, language: Language = "en") -> str:
    """What a verdict argues on a lineup of Red's."""
    return verify(game.match, "red", lineup.split(), language=language).argument


# -- the sentence ----------------------------------------------------------------------------------------------------


def test_one_reason_has_its_rule_and_its_consequence() -> None:
    finding = Finding("upper-limit", "default", {"sum": 18, "limit": 16, "excess": 2})
    assert argue(finding) == (
        "Not legal now, because 9 on the field is 1 over the event's upper limit of 8 (USPA Outdoor Rule 3), "
        "so that is that."
    )


def test_several_reasons_are_joined_and_a_rule_is_named_once_for_those_in_a_row() -> None:
    away = Finding("available", "default", {"player": "r1", "players": ("r1",)})
    over = Finding("upper-limit", "default", {"sum": 18, "limit": 16, "excess": 2})
    sent = Finding("disqualified", "default", {"player": "r2", "players": ("r2",)})
    assert argue(away, sent, over) == (
        "Not legal now, because Ana (1) is not here (USPA Outdoor Rule 3), "
        "and because Ben (3) has a red card and is out for the match (USPA Outdoor Rule 33, 2018 edition), "
        "and because 9 on the field is 1 over the event's upper limit of 8 (USPA Outdoor Rule 3), so that is that."
    )
    assert argue(away, over).count("USPA Outdoor Rule 3") == 1


def test_in_spanish_the_same() -> None:
    away = Finding("available", "default", {"player": "r1", "players": ("r1", "r2")})
    over = Finding("upper-limit", "default", {"sum": 18, "limit": 16, "excess": 2})
    said = argue(away, over, language="es", conclusion="así es")
    assert said.startswith("No es legal ahora, porque Ana (1), Ben (3) no están presentes, y porque 9 en cancha supera")
    assert said.endswith("(USPA Cancha, Regla 3); por eso así es.")


@pytest.mark.parametrize(
    ("finding", "said"),
    [
        (Finding("available", "default", {"player": "r1", "players": ("r1", "r2")}), "Ana (1), Ben (3) are not here"),
        (Finding("unable-player", "unable", {"player": "r1", "players": ("r1",)}), "Ana (1) is unable to play"),
        (Finding("team-size", "too-many", {"count": 5, "places": 4}), "5 players are too many for 4 places"),
        (Finding("team-size", "unreplaced", {"out": 1, "in": 0}), "1 able player would go out and 0 would come in"),
        (Finding("team-size", "unreplaced", {"out": 2, "in": 1}), "2 able players would go out and 1 would come in"),
        (
            Finding("team-size", "start", {"count": 3, "places": 4}),
            "the match starts with 4 a side and this lineup has 3",
        ),
        (
            Finding("able-player-stays", "default", {"players": ("r1",)}),
            "Ana (1) is able to go on and is replaced only at the end of the period",
        ),
        (
            Finding("able-player-stays", "default", {"players": ("r1", "r3")}),
            "Ana (1), r3 (-1) are able to go on and are replaced only at the end of the period",
        ),
        (
            Finding("minus-rated", "default", {"players": ("r3",), "count": 2, "limit": 1}),
            "the lineup has 2 minus-rated players and this event allows 1 player",
        ),
        (
            Finding("double-substitution", "two-in", {"in": 1}),
            "in a double substitution at least two come in and here 1 comes in",
        ),
        (
            Finding("eligible", "suspended", {"player": "r1", "players": ("r1", "r2", "r3")}),
            "Ana (1) is suspended (the same rule bars Ben (3), r3 (-1))",
        ),
        (
            Finding("player-limit", "default", {"player": "r2", "players": ("r2",), "handicap": 6, "limit": 4}),
            "Ben (3) is rated 3 and in this event nobody may be above 2",
        ),
        (
            Finding("play-short", "none-available", {"sum": 6, "counted": 8, "player": "r1"}),
            "the team may not play short while Ana (1) could fill the open place",
        ),
    ],
    ids=lambda value: f"{value.clause}-{value.variant}" if isinstance(value, Finding) else "",
)
def test_a_reason_is_a_clause_in_the_right_number(finding: Finding, said: str) -> None:
    assert f"because {said} (USPA" in argue(finding)


@pytest.mark.parametrize("rules", RULES)
def test_every_sentence_of_the_rulebooks_can_be_a_reason_with_the_same_facts_in_both_languages(rules: str) -> None:
    book = find_rulebook(rules)
    for clause, words in book.clauses.items():
        for variant, by_language in words.messages.items():
            names = set(re.findall(r"{(\w+)}", by_language["en"]))
            given: dict[str, int | str | tuple[str, ...]] = dict.fromkeys(names, 6)
            if names & {"player", "players"}:
                given |= {"players": ("r2", "r3")} | ({"player": "r2"} if "player" in names else {})
            finding = Finding(clause, variant, given)
            both = [say_argument([finding], book, PLAYERS, language, "x") for language in ("en", "es")]  # type: ignore[arg-type]
            assert_same_facts(both[:1], both[1:])
            reason = both[0].removeprefix("Not legal now, because ")
            assert reason[0].islower() or reason.startswith(("Ben", "3", "6")), reason


def test_goals_have_their_noun() -> None:
    assert [say_goals_noun(half, "en") for half in (0, 1, 2, -2, 3, 4)] == [
        "0 goals",
        "½ goal",
        "1 goal",
        "-1 goal",
        "1½ goals",
        "2 goals",
    ]
    assert [say_goals_noun(half, "es") for half in (1, 2, 3)] == ["½ gol", "1 gol", "1½ goles"]
    assert say_goals(-1) == "-½"


# -- the rules' own cases --------------------------------------------------------------------------------------------


def test_the_5_for_the_4_in_a_full_team_is_answered_with_the_limit_and_the_nearest_lineup() -> None:
    game = outdoor(8, red="4 2 1 1 + 5 3", blue="2 2 2 2").but("r5", name="Eva").unable("r1")
    assert argument(game, "r2 r3 r4 r5") == (
        "Not legal now, because 9 on the field is 1 over the event's upper limit of 8 (USPA Outdoor Rule 3), "
        "so the nearest legal lineup is r2 (2), r3 (1), r4 (1)."
    )


def test_who_recovered_within_the_period_waits_for_its_end_and_it_is_said_why() -> None:
    game = outdoor(12, red="4 3 3 2 + 2", blue="3 3 3 3").unable("r1", "exhaustion").sub("r1", "r5").resume()
    game = game.but("r5", name="Eva").recovered("r1")
    assert argument(game, "r1 r2 r3 r4") == (
        "Not legal now, because Eva (2) is able to go on and is replaced only at the end of the period "
        "(USPA Outdoor Rule 3), so this lineup has to wait for the end of the period."
    )
    (row,) = game.advise().unusable
    assert (row.player, row.later) == ("r1", True)
    assert row.message.endswith(", so r1 (4) has to wait for the end of the period.")


def test_the_fouling_team_that_brings_the_removed_5_back_for_a_4_hears_of_both_caps() -> None:
    game = outdoor(12, red="5 4 2 1 + 3", blue="4 4 1 1", handicap_game=False)
    game = game.unable("b2").p7("b2").name("r1").resume().end()
    verdict = verify(game.match, "red", ["r1", "r3", "r4"])
    assert [broken.clause for broken in verdict.broken] == ["p7-cap", "p7-fouling-cap"]
    assert "the Penalty 7 cap of 7 less 0 received by handicap (USPA Outdoor Rule 3), and because " in verdict.argument
    assert "8 on the field is above 7, what the fouling team's unremoved players added up to" in verdict.argument
    assert "(USPA Outdoor Rule 37), so the nearest legal lineup is" in verdict.argument


def test_a_legal_lineup_needs_no_argument() -> None:
    assert argument(outdoor(12, red="3 3 3 3 + 3", blue="3 3 3 3").unable("r1"), "r2 r3 r4 r5") == ""


def test_a_conflict_is_argued_for_everybody() -> None:
    game = outdoor(8, red="3 3 1 1 + 1 9", blue="2 2 2 2").but("r5", ineligible="suspended").unable("r4")
    conflict = game.advise().conflict
    assert conflict is not None
    assert conflict.clauses == ["eligible", "upper-limit"]
    assert conflict.message == (
        "Not legal now, because r5 (1) is suspended, and because 16 on the field is 8 over the event's upper limit "
        "of 8 (USPA Outdoor Rule 3), so nobody can come in."
    )


# -- on random situations --------------------------------------------------------------------------------------------


def check_sentences(seed: int) -> Counter[str]:
    """One random match in both languages: the same facts, every clause of a conflict argued with its rule number."""
    choose = Seeded(seed)
    data = random_match(choose, choose.element(RULES))
    question = random_question(choose, data)
    team, ids, clock = question["team"], question["lineup"], question["clock"]
    try:
        match = Match.model_validate(data)
        english, spanish = Inquiry(match, clock, "en"), Inquiry(match, clock, "es")
    except InputError:
        return Counter()
    first, second = english.advise(team, 3), spanish.advise(team, 3)
    verdict, veredicto = english.verify(team, ids), spanish.verify(team, ids)
    assert_same_facts([row.message for row in first.unusable], [row.message for row in second.unusable])
    assert_same_facts([verdict.argument], [veredicto.argument])
    assert_same_facts([flip.message for flip in verdict.flips], [flip.message for flip in veredicto.flips])
    assert_same_facts([broken.message for broken in verdict.broken], [broken.message for broken in veredicto.broken])
    if first.conflict is not None:
        assert second.conflict is not None
        assert_same_facts([first.conflict.message], [second.conflict.message])
    situation, book = english.view(team).situation, english.fold.book
    for row in first.unusable:
        findings = find_witnesses(book, situation, [row.player], row.clauses)
        assert [finding.clause for finding in findings] == row.clauses
        for clause in row.clauses:
            assert set(facts(book.clauses[clause].citation["en"])) <= set(facts(row.message))
    return Counter(str(len(row.clauses)) for row in first.unusable)


def test_random_answers_have_the_same_facts_in_both_languages() -> None:
    found: Counter[str] = Counter()
    for seed in range(120):
        found += check_sentences(seed)
    assert found["1"] > 60
    assert found["2"] > 20


@pytest.mark.soak
def test_many_random_answers_have_the_same_facts_in_both_languages() -> None:
    for seed in range(1_000, 6_000):
        check_sentences(seed)
