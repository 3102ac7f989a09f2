"""The clock of Rule 14: what ends a period, what does not, and what may come next."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.errors import InputError
from advisor.play.clock import Clock, at_seconds, next_entries
from advisor.play.following import follow
from advisor.play.saying import ruling_codes, say_clock, say_notes, say_period, say_phase
from tests.play.playing import ARENA, LAST, OVER, match_of, play


def clock_of(*journal: str, **keys: object) -> Clock:
    return play(*journal, **keys).clock


def stands(*journal: str, **keys: object) -> tuple[str, str]:
    clock = clock_of(*journal, **keys)
    return clock.phase, clock.why


def noted(*journal: str, **keys: object) -> list[str]:
    return [note.code for note in clock_of(*journal, **keys).notes]


# -- an ordinary period ----------------------------------------------------------------------------------------------


def test_the_clock_starts_with_the_match_and_stands_while_play_is_stopped() -> None:
    assert play(starts=False).clock.phase == "not_started"
    assert stands() == ("running", "")
    assert stands("stop 100") == ("stopped", "")
    clock = clock_of("stop 100", "resume")
    assert (clock.phase, clock.seconds, clock.since) == ("running", 100, 2)


def test_a_hurt_player_and_a_foul_stop_the_clock() -> None:
    assert stands("hurt red 90") == ("stopped", "")
    assert stands("penalty p4 red 90") == ("stopped", "")


@pytest.mark.parametrize(
    ("journal", "why"),
    [
        (("first", "out 425"), "ball-out"),
        (("first", "behind 425"), "ball-out"),
        (("first", "goal red 425"), "goal"),
        (("first", "penalty p2 red 425"), "foul"),
        (("first", "second"), "time"),
        (("out 425",), "ball-out"),  # the horn not on record: the official clock says it
    ],
)
def test_after_the_first_horn_an_ordinary_period_ends_by(journal: tuple[str, ...], why: str) -> None:
    assert stands(*journal) == ("over", why)
    assert next_entries(clock_of(*journal))[0] == "end_period"
    assert stands(*journal, "end") == ("interval", why)


@pytest.mark.parametrize("journal", [("out 400",), ("goal red 400",), ("goal red 419", "in")])
def test_before_the_first_horn_nothing_of_that_ends_it(journal: tuple[str, ...]) -> None:
    assert stands(*journal) == ("running", "")


def test_the_first_horn_ends_the_period_while_the_ball_is_out_of_play() -> None:
    for journal in (("out 415", "first"), ("goal red 415", "first 420"), ("stop 415", "first"), ("out 415", "in 424")):
        assert clock_of(*journal).why in ("ball-out", ""), journal
    assert stands("out 415", "first") == ("over", "ball-out")
    assert stands("goal red 415", "first") == ("over", "ball-out")
    assert stands("stop 415", "first") == ("over", "ball-out")
    assert stands("out 415", "in 418", "first") == ("running", "")


def test_a_ball_put_in_after_the_horn_was_due_came_too_late() -> None:
    assert noted("out 415", "in 424") == ["goes-on"]


def test_a_stoppage_without_a_foul_goes_on_in_the_same_period_and_is_contested() -> None:
    clock = clock_of("first", "stop 425")
    assert (clock.phase, clock.contested) == ("stopped", True)
    assert ruling_codes(clock) == ("stopped-after-horn",)
    assert "end_period" in next_entries(clock)
    assert noted("first", "stop 425", "end") == []
    assert stands("first", "stop 425", "resume", "second") == ("over", "time")


def test_by_the_other_reading_any_whistle_ends_it() -> None:
    any_whistle = {"readings": {"whistle-after-horn": "any"}}
    assert stands("first", "stop 425", **any_whistle) == ("over", "whistle")
    assert stands("first", "hurt red 425", **any_whistle) == ("over", "whistle")
    assert stands("stop 405", **any_whistle) == ("stopped", "")
    assert stands(*LAST, "first", "stop 425", **any_whistle) == ("stopped", "")


def test_a_foul_found_in_that_stoppage_ends_it() -> None:
    assert stands("first", "stop 425", "penalty p2 red") == ("over", "foul")


# -- time ------------------------------------------------------------------------------------------------------------


def test_time_passes_by_itself() -> None:
    clock = clock_of()
    assert (at_seconds(clock, 419).horn, at_seconds(clock, 420).horn) == (False, True)
    assert (at_seconds(clock, 449).phase, at_seconds(clock, 450).phase) == ("running", "over")
    assert at_seconds(clock_of("stop 100"), 300).seconds == 100


@pytest.mark.parametrize("horn", [("first", "unheard 450"), ("first", "second 458"), ("first",)])
def test_a_goal_after_time_does_not_count_whatever_the_horn_did(horn: tuple[str, ...]) -> None:
    found = play(*horn, "goal red 459")
    assert found.score == {"red": 0, "blue": 0}
    assert "goal-after-time" in [note.code for note in found.clock.notes]
    assert found.clock.phase == "over"


def test_a_goal_in_time_counts() -> None:
    assert play("first", "goal red 449").score == {"red": 2, "blue": 0}


def test_a_late_or_unheard_second_horn_is_noted_and_an_early_one_ends_nothing() -> None:
    assert noted("first", "second 458") == ["late-horn"]
    assert noted("first", "unheard 450") == ["late-horn"]
    assert stands("first", "second 440") == ("running", "")
    assert noted("first", "second 440") == ["untimely-horn"]
    assert noted("first 400") == ["untimely-horn"]


def test_a_goal_once_the_period_is_over_does_not_count() -> None:
    found = play("first", "out 425", "goal red 430")
    assert (found.score["red"], [note.code for note in found.clock.notes]) == (0, ["goal-when-over"])


def test_the_umpire_corrects_the_clock_both_ways() -> None:
    assert clock_of("stop 430", "correct 415").horn is False
    assert stands("first", "second", "correct 440") == ("running", "")
    assert stands("first", "out 425", "correct 410") == ("running", "")
    assert stands("first", "out 425", "correct 423") == ("over", "ball-out")
    assert clock_of("correct 425").horn is True
    assert stands("correct 450") == ("over", "time")
    assert stands("end", "begin 450") == ("over", "time")


def test_an_end_that_nothing_brought_on_is_noted_where_the_clock_is_known() -> None:
    assert noted("end") == []
    assert noted("end 400") == ["early-end"]
    assert noted("first", "end") == []  # without a clock the period's length is played
    assert noted("goal red 120", "end") == []
    assert noted("first", "end 440") == ["early-end"]
    assert noted("stop 300", "end") == ["early-end"]


def test_a_ball_whose_return_is_not_on_record_was_in_play_again_when_something_happened_to_it() -> None:
    assert play("goal red 120", "goal red 425").score["red"] == 4
    assert stands("goal red 120", "goal red 425") == ("over", "goal")
    assert stands("goal red 120", "penalty p2 red 425") == ("over", "foul")
    assert clock_of("goal red 120", "hurt red 425").contested
    assert stands("goal red 120", "first", "goal red 425") == ("over", "ball-out")  # the horn on record ended it


def test_a_horse_sent_off_after_the_horn_is_no_foul_that_is_hit() -> None:
    clock = clock_of("first", "penalty p8 red 425")
    assert (clock.phase, clock.contested) == ("stopped", True)
    assert stands("first", "penalty p8 red 425", readings={"whistle-after-horn": "any"}) == ("over", "whistle")


def test_the_horn_was_due_also_where_the_clock_ran_on_in_a_stoppage() -> None:
    assert clock_of("stop 415", "resume 425").horn
    assert stands("stop 440", "correct 455") == ("over", "time")
    assert stands(*LAST, "stop 440", "correct 455") == ("stopped", "")


def test_a_goal_counts_after_all_where_the_clock_is_put_back_behind_its_end() -> None:
    found = play("first", "second 450", "goal red 451", "correct 430")
    assert (found.clock.phase, found.clock.why, found.score["red"], found.clock.notes) == ("over", "goal", 2, ())
    assert play("first", "out 425", "goal red 430", "correct 410").score["red"] == 2
    assert stands(*LAST, "first", "second 450", "goal red 451", "correct 430") == ("over", "goal")
    tied = play("goal blue", *LAST, "first", "second 450", "goal red 451", "correct 430")
    assert (tied.clock.phase, tied.clock.level) == ("running", True)
    # A goal of an earlier period stays void.
    assert play("first", "second", "goal red 459", "end", "begin", "second 450", "correct 430").score["red"] == 0


def test_goals_recorded_between_periods_and_beside_a_shootout_are_pointed_out() -> None:
    assert noted("end", "goal red") == ["goal-between"]
    assert noted("goal red", *OVER, "goal red") == ["goal-between"]
    assert noted(*OVER, "shootout", "goal red") == ["shootout-goal"]
    assert noted(*OVER, "shootout", "shot red goal", "shot blue miss", "goal blue") == ["shootout-goal"]
    assert noted(*OVER, "shootout", "shot red goal", "shot blue miss", "goal red") == []


# -- the last regulation period --------------------------------------------------------------------------------------


def test_in_the_last_period_play_goes_on_after_a_ball_out() -> None:
    assert stands(*LAST, "first", "out 425") == ("running", "")
    assert stands(*LAST, "out 410", "first") == ("running", "")


def test_a_goal_ends_the_last_period_unless_it_ties() -> None:
    assert stands(*LAST, "first", "goal red 425") == ("over", "goal")
    assert stands("goal red", *LAST, "first", "goal blue 425") == ("running", "")
    assert stands("goal red", *LAST, "first", "goal blue 425", "in", "goal blue 440") == ("over", "goal")
    assert stands(*LAST, "first", "goal red 425", "end") == ("ended", "goal")


def test_a_half_goal_by_handicap_is_no_tie() -> None:
    # Four periods, a difference of one: half a goal for blue.
    journal = ("end", "begin", "end", "begin", "end", "begin", "first", "goal red 425")
    low = {"periods": 4, "blue": 2}
    assert stands(*journal, **low)[0] == "over"
    players = [{"id": str(n), "handicap": 2 if n < 4 else 1} for n in range(1, 6)]
    match = match_of("goal red", *journal[:-1], "goal blue 425", periods=4)
    data = match.as_data()
    data["teams"]["blue"]["players"] = players
    assert follow(type(match).model_validate(data)).clock.phase == "over"


def test_a_stoppage_leaves_at_least_five_seconds() -> None:
    clock = clock_of(*LAST, "first", "stop 448")
    assert (clock.phase, clock.put_back_to, clock.contested) == ("stopped", 445, False)
    assert ruling_codes(clock) == ("stopped", "least")
    assert clock_of(*LAST, "first", "stop 448", "resume").ends_at == 453
    assert clock_of(*LAST, "first", "stop 430", "resume").ends_at == 450
    assert clock_of(*LAST, "first", "stop 448", "correct 445", "resume").ends_at == 450
    assert stands(*LAST, "first", "penalty p4 red 448") == ("stopped", "")


def test_a_penalty_1_puts_its_goal_on_the_board_and_the_last_period_goes_on() -> None:
    found = play(*LAST, "first", "penalty p1 red 448")
    assert (found.clock.phase, found.score["blue"], found.clock.put_back_to) == ("stopped", 2, 445)


def test_fouled_as_he_scored_the_last_period_goes_on() -> None:
    found = play(*LAST, "first", "goal blue 448", "penalty p1 red 448")
    assert (found.clock.phase, found.clock.put_back_to) == ("stopped", 445)
    assert stands("first", "goal blue 448", "penalty p1 red 448") == ("over", "goal")


# -- after it --------------------------------------------------------------------------------------------------------


def test_the_match_ends_with_the_last_period_unless_it_is_level() -> None:
    assert stands("goal red", *OVER) == ("ended", "")
    clock = clock_of(*OVER)
    assert (clock.phase, clock.level) == ("interval", True)
    assert {"start_period", "shootout"} <= set(next_entries(clock))
    assert noted("goal red", *OVER, "begin") == ["match-over"]


def test_overtime_is_decided_by_a_goal_at_any_time() -> None:
    assert clock_of(*OVER, "begin").is_overtime
    assert stands(*OVER, "begin", "goal red 20") == ("over", "deciding")
    assert stands(*OVER, "begin", "goal red 20", "end") == ("ended", "deciding")
    assert stands(*OVER, "begin", "penalty p1 red 20") == ("over", "deciding")


def test_overtime_ends_like_any_period_and_leaves_five_seconds() -> None:
    assert stands(*OVER, "begin", "first", "out 425") == ("over", "ball-out")
    assert stands(*OVER, "begin", "first", "penalty p2 red 425") == ("over", "foul")
    assert clock_of(*OVER, "begin", "first", "stop 449").put_back_to == 445
    assert stands(*OVER, "begin", "first", "second", "end") == ("interval", "time")


def test_a_shootout_ends_with_the_goal_of_its_winner() -> None:
    clock = clock_of(*OVER, "shootout")
    assert (clock.phase, next_entries(clock)) == ("shootout", ("shot",))
    decided = (*OVER, "shootout", "shot red goal", "shot blue miss")
    assert next_entries(clock_of(*decided)) == ("goal",)
    assert stands(*decided, "goal red")[0] == "ended"
    assert noted("goal red", *OVER, "shootout") == ["not-level"]


def test_in_overtime_the_umpire_may_have_a_foul_after_the_horn_hit_in_it() -> None:
    foul = (*OVER, "begin", "first", "penalty p2 red 448")
    clock = clock_of(*foul)
    assert (clock.phase, ruling_codes(clock)) == ("over", ("over-foul", "overtime-foul"))
    assert next_entries(clock)[:2] == ("end_period", "resume")
    again = clock_of(*foul, "resume")
    assert (again.phase, again.ends_at, again.notes) == ("running", 453, ())
    assert noted("first", "penalty p2 red 448", "resume") == ["goes-on"]


def test_who_forfeits_is_said_whichever_came_first() -> None:
    both = play("penalty p9 blue", "penalty p9 red")
    assert both.forfeits == ("blue", "red")
    assert say_clock(both, "en")[0].text == "Forfeited (Penalty 9) by: blue, red."
    assert play("penalty p9 red", {"entry": "strike", "number": 1}).clock.phase == "running"


def test_a_forfeit_ends_the_match() -> None:
    assert stands("penalty p9 red") == ("ended", "forfeit")
    assert next_entries(clock_of("penalty p9 red")) == ()


# -- intervals and the arena -----------------------------------------------------------------------------------------


def test_intervals_are_as_the_event_sets_them() -> None:
    half = ("end", "begin", "end", "begin", "end")
    assert [play("end").interval, play(*half).interval, play(*OVER).interval] == [180, 300, 180]
    given_ = {"intervals": {"period": 4, "half_time": 10}}
    assert [play("end", **given_).interval, play(*half, **given_).interval] == [240, 600]
    corrected = {"entry": "event", "set": {"intervals": {"period": 2}}}
    assert play(corrected, "end", **given_).interval == 120


def test_a_warning_comes_before_each_period() -> None:
    assert next_entries(clock_of("end"))[0] == "warning"
    assert next_entries(clock_of("end", "warning"))[0] == "start_period"
    assert next_entries(play(starts=False).clock) == ("warning", "start")


def test_arena_periods_have_their_own_length_and_no_first_horn() -> None:
    clock = clock_of(rules=ARENA)
    assert (clock.lengths.first, clock.ends_at) == (None, 450)
    assert clock_of(rules=ARENA, periods=6).ends_at == 300
    assert "horn_first" not in next_entries(clock)
    assert stands("out 445", rules=ARENA) == ("running", "")
    assert stands("out 451", rules=ARENA) == ("over", "time")
    assert at_seconds(clock, 450).why == "time"


# -- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("rules", ["uspa-outdoor-2026", ARENA])
def test_every_state_and_note_is_said_in_both_languages(language: str, rules: str) -> None:
    over = OVER if rules != ARENA else (*("end", "begin") * 3, "end")
    for journal in (
        (),
        ("first", "stop 425"),
        ("first", "out 425"),
        ("first", "second 458"),
        ("first", "second", "goal red 459"),
        ("end 300",),
        ("end", "goal red"),
        (*over, "shootout", "goal red"),
        (*over, "begin", "first", "penalty p2 red 425"),
        over,
        (*over, "begin"),
        (*over, "shootout"),
        ("goal red", *over),
        ("penalty p9 red",),
    ):
        found = play(*journal, rules=rules)
        for statement in (*say_clock(found, language), *say_notes(found, language)):
            assert statement.text
            assert "{" not in statement.text + statement.citation
        assert say_phase(found.clock, language)
        assert say_period(found.clock, language)


# -- any sequence ----------------------------------------------------------------------------------------------------

_KINDS = (
    *("first", "second", "unheard", "warning", "out", "behind", "in", "stop", "resume", "end", "begin", "hurt red"),
    *("goal red", "goal blue", "penalty p1 red", "penalty p2 blue", "penalty p5a red", "penalty p8 blue"),
    *("shootout", "shot red goal", "shot blue goal", "shot red miss", "shot blue miss", "correct"),
)
_RULINGS = {
    *("before", "play", "after-horn", "after-horn-last", "overtime", "ball-out", "stopped", "stopped-after-horn"),
    *("least", "interval", "level", "shootout", "ended", "over-ball-out", "over-goal", "over-deciding", "over-foul"),
    *("over-time", "final-horn", "overtime-foul"),
}


@given(
    st.lists(st.tuples(st.sampled_from(_KINDS), st.none() | st.integers(0, 470)), max_size=25),
    st.sampled_from([(), LAST, OVER]),
)
def test_no_sequence_leaves_the_clock_in_a_state_that_the_rule_does_not_know(
    drawn: list[tuple[str, int | None]], before: tuple[str, ...]
) -> None:
    journal: list[str] = [*before]
    for word, seconds in drawn:
        if word == "correct" and seconds is None:
            continue
        entry = word if seconds is None else f"{word} {seconds}"
        try:
            found = follow(match_of(*journal, entry))
        except InputError:
            continue  # not possible at all
        journal.append(entry)
        clock = found.clock
        assert set(ruling_codes(clock)) <= _RULINGS
        assert bool(next_entries(clock)) == (clock.phase != "ended")
        if clock.phase != "ended":
            assert (clock.since is not None) == (clock.phase in ("running", "interval", "shootout"))
        assert clock.phase != "running" or clock.seconds < clock.ends_at
        assert 450 <= clock.ends_at <= max(450, clock.seconds + 5) or clock.period == 0
        assert clock.why or clock.phase != "over"
        if clock.horn and clock.phase == "running" and not clock.is_last:
            assert clock.ball_in  # else the period would be over
        if clock.phase == "interval" and clock.regulation_played:
            assert clock.level
        if clock.phase == "ended":
            assert not clock.level
        assert all(goals >= 0 for goals in found.score.values())
