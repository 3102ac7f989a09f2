"""The sentence of each clause tells the facts that break it, in both languages."""

from __future__ import annotations

import re

import pytest

from advisor.answers import verify
from tests.rules.build import Game, arena, outdoor, team_of

GAME = outdoor(12, red="3 3 3 3 + 3 4 0", blue="3 3 3 3")
PENALTY = outdoor(12, red="5 3 1 1 + 4", blue="7 2 2 1 + 6").unable("b1").p7("b1").name("r1").resume().end()

# Game, lineup, clause, what its sentence must say.
SENTENCES: list[tuple[Game, str, str, list[str]]] = [
    (GAME.left("r5").end(), "r2 r3 r4 r5", "available", ["r5 (3)"]),
    (GAME.but("r5", ineligible="suspended").end(), "r2 r3 r4 r5", "eligible", ["r5 (3)"]),
    (GAME.but("r5", eliminated_from_event=True).end(), "r2 r3 r4 r5", "eliminated-player", ["r5 (3)"]),
    (arena(6, red="2 2 2 + 6.5 -2").end(), "r1 r4 r5", "player-limit", ["r4 (6½)", "6"]),
    (outdoor(2, red="1 1 0 0 + 4 -2").end(), "r2 r3 r5 r6", "player-limit", ["r5 (4)", "3"]),
    (outdoor(8, red="3 3 1 -1 + -1").end(), "r1 r2 r4 r5", "minus-rated", ["2", "1"]),
    (outdoor(6, red="3 3 -1 -1 + -1").end(), "r1 r3 r4 r5", "minus-rated", ["3", "2"]),
    (arena(12, red="4 4 4 + -1").end(), "r1 r2 r4", "minus-rated", ["r4 (-1)"]),
    (GAME.card("r1").end(), "r1 r2 r3 r4", "disqualified", ["r1 (3)"]),
    (PENALTY, "b1 b2 b3", "p7-injured-out", ["b1 (7)"]),
    (GAME.unable("r1"), "r1 r2 r3 r4", "unable-player", ["r1 (3)"]),
    (GAME.unable("r5").end(), "r2 r3 r4 r5", "unable-player", ["r5 (3)"]),
    (GAME.card("r1", "second_yellow"), "r1 r2 r3 r4", "sit-out", ["r1 (3)"]),
    (GAME.card("r1"), "r2 r3 r4 r5", "sit-out", ["4", "3"]),
    (GAME.card("r1", "second_yellow", clock=0).stop(clock=200), "r2 r3 r4 r5", "sit-out", ["4", "3"]),
    (GAME.unable("r1", concussion=True), "r1 r2 r3 r4", "injured-return", ["r1 (3)"]),
    (GAME, "r1 r2 r3 r4 r5", "team-size", ["5", "4"]),
    (GAME.end(), "r3 r4 r5", "team-size", ["2", "1"]),
    (outdoor(12, started=False), "r1 r2 r3", "team-size", ["3", "4"]),
    (GAME, "r3 r4 r5 r7", "able-player-stays", ["r1 (3)", "r2 (3)"]),
    (GAME.unable("r1"), "r4 r5 r6 r7", "double-substitution", ["2"]),
    (GAME.unable("r1"), "r3 r4 r5", "double-substitution", ["1"]),
    (GAME.end(), "r2 r3 r4 r6", "upper-limit", ["13", "12", "1"]),
    (arena(8, red="3 3 2 + 2.5").end(), "r1 r2 r4", "upper-limit", ["8½", "8", "½"]),
    (outdoor(8, lower_limit=4, red="1 1 1 0", started=False), "r1 r2 r3 r4", "lower-limit", ["3", "4"]),
    (PENALTY, "b2 b3 b5", "p7-cap", ["10", "7"]),
    (PENALTY, "r3 r4 r5", "p7-cap", ["6", "7", "2", "5"]),
    (PENALTY, "r3 r4 r5", "p7-fouling-cap", ["6", "5"]),
    (outdoor(8, red="4 3 2 -1 + -1").unable("r4"), "r1 r2 r3", "play-short", ["9", "8", "r5 (-1)"]),
    (GAME.reading(play_short="none-available").unable("r1"), "r2 r3 r4", "play-short", ["r5 (3)"]),
    (arena(8, lower_limit=4, red="5 4 -1").unable("r3").reading(arena_short="on-field"), "r1 r2", "arena-short",
     ["9", "4", "8"]),
    (arena(12, red="6 4 + 2").but("r3", present=False).periods(2).arrived("r3"), "r1 r3", "arena-short", ["2"]),
]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    ("game", "lineup", "clause", "facts"), SENTENCES, ids=[f"{row[2]} {number}" for number, row in enumerate(SENTENCES)]
)
def test_the_sentence_tells_the_facts(game: Game, lineup: str, clause: str, facts: list[str], language: str) -> None:
    ids = lineup.split()
    verdict = verify(game.match, team_of(ids[0]), ids, repairs=0, language="es" if language == "es" else "en")
    (broken,) = (broken for broken in verdict.broken if broken.clause == clause)
    figures = re.findall(r"-?\d*½|-?\d+", broken.message)
    for fact in facts:
        assert fact in broken.message if " " in fact else fact in figures
    assert broken.citation


def test_the_reasons_of_a_clause_have_sentences_of_their_own() -> None:
    def sentence(game: Game, lineup: str, clause: str) -> str:
        (broken,) = (broken for broken in game.verify(lineup).broken if broken.clause == clause)
        return broken.message

    ill = GAME.unable("r1", "illness")
    assert len({
        sentence(GAME.unable("r1"), "r4 r5 r6 r7", "double-substitution"),
        sentence(GAME.unable("r1"), "r3 r4 r5", "double-substitution"),
        sentence(ill, "r3 r4 r5 r7", "double-substitution"),
    }) == 3  # fmt: skip
    reasons = ["suspended", "not-registered", "fee-unpaid", "other-team", "equipment"]
    bench = {sentence(GAME.but("r5", ineligible=reason).end(), "r2 r3 r4 r5", "eligible") for reason in reasons}
    righted = GAME.but("r5", ineligible="suspended").player("r5", ineligible=None).end()
    bench.add(sentence(righted, "r2 r3 r4 r5", "eligible"))
    assert len(bench) == 6
    never = GAME.reading(injured_return="never").unable("r1").resume().recovered("r1")
    concussed = GAME.unable("r1", concussion=True)
    assert sentence(never, "r1 r2 r3 r4", "injured-return") != sentence(concussed, "r1 r2 r3 r4", "injured-return")
