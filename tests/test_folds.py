"""What is kept of the last matches comes to what working it out anew would, however it was come by."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from advisor.errors import InputError
from advisor.fold import Fold
from advisor.folds import MOST_ENTRIES, OfMatches, fold_of
from advisor.latest import Latest
from advisor.match import Match
from advisor.play.following import follow
from tests.rules.build import outdoor
from tests.solver.situations import random_game
from tests.test_going_on import state


def made_anew(match: Match) -> Match:
    """The same match as another object, of which nothing is kept."""
    return Match.model_validate(match.as_data())


def cut(match: Match, count: int) -> Match:
    return match.model_copy(update={"journal": match.journal[:count]})


def without_match(play: Any) -> dict[str, Any]:
    return {name: value for name, value in vars(play).items() if name != "match"}


@pytest.mark.parametrize("seed", range(3000, 3030))
def test_folding_and_following_go_on_from_what_is_kept_and_come_to_the_same(seed: int) -> None:
    match = random_game(seed).match
    for count in range(len(match.journal) + 1):
        begun, anew = cut(match, count), made_anew(cut(match, count))
        fold = fold_of(begun)
        assert fold.match is begun
        assert {**state(fold), "match": None} == {**state(Fold(anew).run()), "match": None}
        assert without_match(follow(begun)) == without_match(follow(anew))


def test_going_on_folds_only_what_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    longer = outdoor(8, red="3 2 2 1 + 1", blue="2 2 2 2").unable("r1").match
    count = len(longer.journal) - 1
    fold_of(cut(longer, count))
    applied: list[int] = []
    apply = Fold.apply

    def note(fold: Fold, number: int, entry: Any) -> None:
        applied.append(number)
        apply(fold, number, entry)

    monkeypatch.setattr(Fold, "apply", note)
    assert fold_of(longer).sides["red"].must_leave == ["r1"]
    assert fold_of(longer).sides["red"].must_leave == ["r1"]
    assert applied == [count]


def test_a_strike_undoes_what_was_kept_of_the_entry() -> None:
    game = outdoor(8, red="3 2 2 1 + 1", blue="2 2 2 2").unable("r1")
    struck = game.strike(len(game.match.journal) - 1).match
    before = cut(struck, len(struck.journal) - 1)
    assert fold_of(before).sides["red"].must_leave == ["r1"]
    assert follow(before).fields["red"] == {"r2", "r3", "r4"}
    assert fold_of(struck).sides["red"].must_leave == []
    assert follow(struck).fields["red"] == {"r1", "r2", "r3", "r4"}
    assert follow(struck).struck == {len(game.match.journal) - 1}


def test_an_impossible_entry_is_refused_each_time_and_as_when_folding_anew() -> None:
    wrong = outdoor(8, red="3 2 2 1 + 1", blue="2 2 2 2").sub("r1", "r2").match
    fold_of(cut(wrong, len(wrong.journal) - 1))
    with pytest.raises(InputError) as anew:
        Fold(made_anew(wrong)).run()
    for ask in (fold_of, follow, fold_of, follow):
        with pytest.raises(InputError) as found:
            ask(wrong)
        assert (found.value.path, found.value.message) == (anew.value.path, anew.value.message)


def test_who_changes_his_fold_changes_nobody_elses() -> None:
    match = outdoor(8, red="3 2 2 1 + 1", blue="2 2 2 2").match
    mine = fold_of(match)
    mine.sides["red"].field.clear()
    mine.goals["red"] = 9
    assert len(fold_of(match).sides["red"].field) == 4
    assert fold_of(match).goals["red"] == 0


def test_a_match_of_the_same_ids_is_not_taken_for_another() -> None:
    red = outdoor(8, red="3 2 2 1 + 1", blue="2 2 2 2").match
    assert fold_of(red).sides["red"].players["r1"].rated == 6
    other = outdoor(8, red="0 2 2 1 + 1", blue="2 2 2 2").match
    assert fold_of(other).sides["red"].players["r1"].rated == 0


def test_no_more_is_kept_than_there_is_room_for() -> None:
    kept: Latest[int, str] = Latest(5, len)
    for number in range(10):
        kept.put(number, "ab")
    assert kept.values() == ["ab", "ab"]
    assert kept.find(8) == "ab"
    kept.put(10, "c")
    assert (kept.find(9), kept.find(8), kept.find(7)) == ("ab", "ab", None)
    kept.put(11, "far too large")
    assert kept.values() == ["far too large"]
    kept.put(11, "a")
    kept.put(12, "abcd")
    assert kept.values() == ["abcd", "a"]
    kept.forget(12)
    kept.forget(12)
    kept.put(13, "bcde")
    assert kept.values() == ["bcde", "a"]


def test_matches_without_a_journal_do_not_pile_up() -> None:
    kept: OfMatches[int] = OfMatches()
    match = outdoor(8, red="3 2 2 1 + 1", blue="2 2 2 2").match
    anew: list[int] = []
    matches = [made_anew(cut(match, 0)) for _ in range(300)]
    for number, one in enumerate(matches):
        assert kept.of(one, lambda number=number: anew.append(number) or number, lambda *_: -1) == number  # type: ignore[misc, func-returns-value]
    assert kept.of(matches[-1], lambda: -2, lambda *_: -3) == 299
    assert kept.of(matches[0], lambda: -2, lambda *_: -3) == -2
    assert MOST_ENTRIES // 100 > 0


def test_threads_share_it() -> None:
    match = random_game(3001).match
    expected = state(Fold(match).run())
    wrong: list[object] = []

    def look() -> None:
        for _ in range(20):
            for count in range(len(match.journal) + 1):
                fold_of(cut(match, count)).situation("red")
            if state(fold_of(match)) != expected:
                wrong.append(match)

    threads = [threading.Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
