"""The journal: what each entry does, which entries are impossible, and the fine points on what then is so."""

from __future__ import annotations

import pytest

from advisor.answers import verify
from advisor.audit import audit
from advisor.errors import InputError
from advisor.matchfile import read_match
from tests.rules.build import Game, arena, assert_breaks, assert_legal, outdoor

GAME = outdoor(12, red="3 3 3 3 + 3 0", blue="3 3 3 3 + 3")
BEFORE = outdoor(12, red="3 3 3 3 + 3 0", blue="3 3 3 3 + 3", started=False)
STOPPED = GAME.stop()
INTERVAL = GAME.end()
HURT = GAME.unable("r1")
AWARDED = HURT.p7("r1")


def refused(game: Game) -> InputError:
    """The error at the match's impossible entry; it is the same for each way to ask."""
    with pytest.raises(InputError) as caught:
        audit(game.match)
    with pytest.raises(InputError) as again:
        verify(game.match, "blue", ["b1"])
    assert (again.value.path, again.value.message) == (caught.value.path, caught.value.message)
    assert "\n" not in caught.value.message
    return caught.value


def assert_refused(game: Game, *field: str | int, entry: int | None = None) -> None:
    """The entry, the last one if none is named, is impossible, and the error names it and its field."""
    number = game.last if entry is None else entry
    path = refused(game).path
    assert path[:2] == ("journal", number)
    assert path[2:] == field


def state(game: Game, team: str = "red") -> tuple[str, list[str], list[str]]:
    """Moment, field and must_leave."""
    advice = game.advise(team)
    return advice.moment, advice.field, advice.must_leave


ALL = ["r1", "r2", "r3", "r4"]

# -- start ----------------------------------------------------------------------------------------------------------


def test_before_the_start_nobody_is_on_the_field() -> None:
    assert state(BEFORE) == ("before_start", [], [])


def test_the_start_puts_both_lineups_on_the_field_in_play() -> None:
    assert state(GAME) == ("in_play", ALL, [])
    assert state(GAME, "blue") == ("in_play", ["b1", "b2", "b3", "b4"], [])


@pytest.mark.parametrize(
    ("red", "blue", "field"),
    [
        ("", "b1 b2 b3 b4", ("lineups", "red")),
        ("r1 r2 r3 r4 r5", "b1 b2 b3 b4", ("lineups", "red")),
        ("r1 r2 r3 r3", "b1 b2 b3 b4", ("lineups", "red")),
        ("r1 r2 r3 r4", "b1 b2 b3 b9", ("lineups", "blue")),
        ("r1 r2 r3 r4", "b1 b2 b3 r5", ("lineups", "blue")),
    ],
    ids=["nobody", "five", "one twice", "unknown", "of the other team"],
)
def test_an_impossible_start(red: str, blue: str, field: tuple[str, str]) -> None:
    assert refused(BEFORE.start(red, blue)).path[:4] == ("journal", 0, *field)


def test_a_start_of_four_in_the_arena_is_impossible() -> None:
    game = arena(12, red="3 3 3 + 0", started=False)
    assert refused(game.start("r1 r2 r3 r4", "b1 b2 b3")).path[:4] == ("journal", 0, "lineups", "red")


def test_a_start_names_both_teams_and_no_third() -> None:
    assert refused(BEFORE.entry("start", lineups={"red": ALL})).path[:3] == ("journal", 0, "lineups")
    third = {"red": ALL, "blue": ["b1"], "green": ["g1"]}
    assert refused(BEFORE.entry("start", lineups=third)).path[:3] == ("journal", 0, "lineups")


def test_a_second_start_is_impossible_at_every_moment() -> None:
    for game in (GAME, STOPPED, INTERVAL):
        assert_refused(game.start(), "entry")


def test_a_start_that_breaks_a_rule_is_kept() -> None:
    game = BEFORE.start("r1 r2 r3", "b1 b2 b3 b5")
    assert game.breaches() == [(0, "red", ["team-size"])]
    assert state(game) == ("in_play", ["r1", "r2", "r3"], [])


# -- stop, resume, end_period, start_period -------------------------------------------------------------------------


def test_stop_and_resume() -> None:
    assert state(STOPPED)[0] == "stopped"
    assert state(STOPPED.resume())[0] == "in_play"


def test_a_period_ends_from_play_and_from_a_stoppage() -> None:
    assert state(GAME.end())[0] == state(STOPPED.end())[0] == "between_periods"
    assert state(GAME.end().begin())[0] == "in_play"


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ("stop", [BEFORE, STOPPED, INTERVAL]),
        ("resume", [BEFORE, GAME, INTERVAL]),
        ("end_period", [BEFORE, INTERVAL]),
        ("start_period", [BEFORE, GAME, STOPPED]),
    ],
)
def test_at_the_wrong_moment_these_entries_are_impossible(entry: str, wrong: list[Game]) -> None:
    for game in wrong:
        assert_refused(game.entry(entry), "entry")


def test_after_the_last_regulation_period_overtime_may_follow() -> None:
    game = GAME.periods(6).begin()
    assert state(game)[0] == "in_play"
    assert state(game.end().begin())[0] == "in_play"


def test_a_clock_counts_only_within_a_period() -> None:
    assert state(INTERVAL.unable("r1").sub("r1", "r5", clock=420).sub("r5", "r6", clock=0).begin().stop(clock=5))[
        0
    ] == ("stopped")
    again = BEFORE.entry("goal", team="red", clock=50).entry("strike", number=0, clock=9).start().stop(clock=5)
    assert state(again)[0] == "stopped"


def test_a_clock_does_not_go_back_within_a_period() -> None:
    assert_refused(GAME.stop(clock=100).resume(clock=99), "clock")
    assert state(GAME.stop(clock=100).resume(clock=100))[0] == "in_play"
    assert state(GAME.stop(clock=100).end(clock=420).begin().stop(clock=5))[0] == "stopped"


# -- goal -----------------------------------------------------------------------------------------------------------


def test_a_goal_is_possible_at_any_time_after_the_start() -> None:
    for game in (GAME, STOPPED, INTERVAL):
        assert game.entry("goal", team="red").breaches() == []


def test_an_impossible_goal() -> None:
    assert_refused(BEFORE.entry("goal", team="red"), "entry")
    assert_refused(GAME.entry("goal", team="green"), "team")


# -- unable, recovered ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reason", ["injury", "illness", "exhaustion"])
def test_unable_of_a_player_on_the_field_stops_play_and_he_must_leave(reason: str) -> None:
    assert state(GAME.unable("r1", reason)) == ("stopped", ["r2", "r3", "r4"], ["r1"])
    assert state(STOPPED.unable("r1", reason)) == ("stopped", ["r2", "r3", "r4"], ["r1"])


def test_unable_between_periods_stops_nothing_and_he_must_leave_before_the_next() -> None:
    assert state(INTERVAL.unable("r1")) == ("between_periods", ["r2", "r3", "r4"], ["r1"])
    assert state(INTERVAL.unable("r1").begin()) == ("in_play", ["r2", "r3", "r4"], [])


def test_when_play_goes_on_without_a_substitute_the_place_is_open() -> None:
    assert state(HURT.resume()) == ("in_play", ["r2", "r3", "r4"], [])
    assert_legal(HURT.resume(), "r2 r3 r4 r5", "any_time")


def test_unable_off_the_field_only_marks() -> None:
    assert state(GAME.unable("r5")) == ("in_play", ALL, [])
    assert state(BEFORE.unable("r5")) == ("before_start", [], [])
    assert_breaks(GAME.unable("r5").end(), "r2 r3 r4 r5", "unable-player")


def test_a_second_unable_is_no_error() -> None:
    assert state(HURT.unable("r1", "illness")) == ("stopped", ["r2", "r3", "r4"], ["r1"])
    assert GAME.unable("r5").unable("r5").breaches() == []


def test_quit_opens_the_place_at_once_and_stops_nothing() -> None:
    assert state(GAME.unable("r1", "quit")) == ("in_play", ["r2", "r3", "r4"], [])
    assert state(STOPPED.unable("r1", "quit")) == ("stopped", ["r2", "r3", "r4"], [])
    assert_legal(GAME.unable("r1", "quit"), "r2 r3 r4 r5", "any_time")


def test_only_a_player_on_the_field_can_quit() -> None:
    assert_refused(GAME.unable("r5", "quit"), "player")
    assert state(HURT.unable("r1", "quit")) == ("stopped", ["r2", "r3", "r4"], [])


@pytest.mark.parametrize("entry", ["unable", "recovered", "card", "sit_out_over", "arrived", "left"])
def test_an_unknown_player_or_one_of_the_other_team_is_refused(entry: str) -> None:
    keys = {"unable": {"reason": "injury"}, "card": {"kind": "red"}}.get(entry, {})
    assert_refused(GAME.entry(entry, team="red", player="r9", **keys), "player")
    assert_refused(GAME.entry(entry, team="red", player="b1", **keys), "player")
    assert_refused(GAME.entry(entry, team="green", player="r1", **keys), "team")


def test_recovered_in_the_same_stoppage_undoes_it() -> None:
    assert state(HURT.recovered("r1")) == ("stopped", ALL, [])
    assert state(INTERVAL.unable("r1").recovered("r1")) == ("between_periods", ALL, [])


def test_one_who_is_hurt_and_then_quits_gives_no_right_to_a_double_substitution() -> None:
    assert_breaks(HURT.unable("r1", "quit"), "r2 r3 r5 r6", "able-player-stays")


def test_recovered_after_play_went_on_does_not_put_him_back() -> None:
    assert state(HURT.resume().recovered("r1")) == ("in_play", ["r2", "r3", "r4"], [])


def test_only_who_is_unable_can_recover() -> None:
    assert_refused(GAME.recovered("r1"), "player")
    assert_refused(HURT.recovered("r1").recovered("r1"), "player")


# -- card, sit_out_over ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["red", "second_yellow"])
def test_a_card_opens_the_place_at_once_and_stops_nothing(kind: str) -> None:
    assert state(GAME.card("r1", kind)) == ("in_play", ["r2", "r3", "r4"], [])
    assert state(STOPPED.card("r1", kind)) == ("stopped", ["r2", "r3", "r4"], [])
    assert state(HURT.card("r1", kind)) == ("stopped", ["r2", "r3", "r4"], [])


def test_only_a_player_on_the_field_is_sent_off() -> None:
    assert_refused(GAME.card("r5"), "player")
    assert_refused(GAME.card("r1").card("r1"), "player")
    assert_refused(BEFORE.card("r1"), "player")


def test_sit_out_over_of_one_who_sits_out_nothing_is_impossible() -> None:
    assert_refused(GAME.sit_out_over("r1"), "player")
    assert_refused(GAME.card("r1").sit_out_over("r1").sit_out_over("r1"), "player")


def test_sit_out_over_when_the_clock_has_ended_it_is_accepted() -> None:
    game = GAME.card("r1", clock=60)
    assert state(game.sit_out_over("r1", clock=180))[0] == "in_play"
    assert state(game.sit_out_over("r1", clock=300))[0] == "in_play"
    assert_legal(game.sit_out_over("r1", clock=300), "r2 r3 r4 r5", "any_time")


# -- arrived, left --------------------------------------------------------------------------------------------------


def test_arrived_and_left() -> None:
    game = GAME.but("r5", present=False)
    assert_breaks(game.end(), "r2 r3 r4 r5", "available")
    assert_legal(game.arrived("r5").end(), "r2 r3 r4 r5")
    assert_breaks(game.arrived("r5").left("r5").end(), "r2 r3 r4 r5", "available")
    assert state(GAME.left("r1")) == ("in_play", ["r2", "r3", "r4"], [])


def test_arrived_of_one_who_is_present_is_impossible() -> None:
    assert_refused(GAME.arrived("r5"), "player")
    assert_refused(GAME.left("r5").arrived("r5").arrived("r5"), "player")


def test_left_of_one_who_is_absent_is_no_error() -> None:
    assert GAME.left("r5").left("r5").breaches() == []
    assert BEFORE.left("r5").breaches() == []


# -- penalty_7, designate -------------------------------------------------------------------------------------------


def test_a_penalty_7_waits_for_the_fouled_captain() -> None:
    assert state(AWARDED) == ("stopped", ["r2", "r3", "r4"], ["r1"])
    assert AWARDED.advise().places == 4
    assert [row.player for row in AWARDED.advise().removals] == ["b1", "b2", "b3", "b4"]


def test_designate_removes_both_and_takes_a_place_from_each_team() -> None:
    game = AWARDED.name("b2")
    assert state(game) == ("stopped", ["r2", "r3", "r4"], [])
    assert state(game, "blue") == ("stopped", ["b1", "b3", "b4"], [])
    assert (game.advise().places, game.advise("blue").places) == (3, 3)


@pytest.mark.parametrize(
    ("game", "field"),
    [
        (GAME.p7("r1"), "disabled"),
        (HURT.p7("r9"), "disabled"),
        (HURT.p7("r1", against="red"), "disabled"),
        (HURT.p7("r1", against="green"), "against"),
        (HURT.sub("r1", "r5").p7("r1"), "disabled"),
        (HURT.sub("r1", "r5").unable("r5").p7("r1"), "disabled"),
        (HURT.resume().sub("", "r5").p7("r1"), "disabled"),
        (HURT.recovered("r1").p7("r1"), "disabled"),
        (GAME.unable("r5").p7("r5"), "disabled"),
        (BEFORE.unable("r1").p7("r1"), "entry"),
    ],
    ids=[
        *("able", "unknown", "own team", "no team", "replaced", "replaced by one hurt", "place filled"),
        *("recovered", "off the field", "early"),
    ],
)
def test_an_impossible_penalty_7(game: Game, field: str) -> None:
    assert_refused(game, field)


@pytest.mark.parametrize(
    ("game", "field"),
    [
        (HURT.name("b1"), "entry"),
        (AWARDED.name("b1").name("b2"), "entry"),
        (AWARDED.sub("r1", "r5").name("b1"), "entry"),
        (AWARDED.recovered("r1").name("b1"), "entry"),
        (AWARDED.name("b5"), "player"),
        (AWARDED.name("b9"), "player"),
        (AWARDED.name("r2"), "player"),
        (AWARDED.left("b1").name("b1"), "player"),
    ],
    ids=["none", "used", "replaced", "recovered", "bench", "unknown", "own team", "gone"],
)
def test_an_impossible_designate(game: Game, field: str) -> None:
    assert_refused(game, field)


def test_a_substitution_elsewhere_leaves_the_penalty_pending() -> None:
    game = GAME.unable("r1").unable("r2").p7("r1").sub("r2", "r5")
    assert [row.player for row in game.advise().removals] == ["b1", "b2", "b3", "b4"]


def test_a_recovery_after_play_went_on_leaves_the_penalty_pending() -> None:
    game = AWARDED.resume().recovered("r1")
    assert [row.player for row in game.advise().removals] == ["b1", "b2", "b3", "b4"]
    (breach,) = game.name("b1").audit().breaches
    assert [clause.clause for clause in breach.clauses] == ["p7-timing"]
    back = game.sub("", "r1")
    assert back.advise().removals == []


def test_a_newcomer_who_has_the_disabled_players_place_when_play_goes_on_ends_the_penalty() -> None:
    game = GAME.left("r2").unable("r1").p7("r1").sub("", "r5")
    assert len(game.advise().removals) == 4
    assert_refused(game.resume().name("b1"), "entry")


def test_a_newcomer_hurt_in_the_stoppage_in_which_he_came_has_no_place_of_his_own_to_leave() -> None:
    game = HURT.sub("r1", "r5").unable("r5").p7("r5")
    assert len(game.advise().removals) == 4
    assert_refused(game.unable("r5", "quit").name("b1"), "entry")


def test_in_an_interval_the_period_that_was_played_short_counts_once() -> None:
    game = arena(14, red="5 5 4", blue="2 6 3", started=False, periods=3)
    game = game.start("r1 r2 r3", "b1 b2").end().unable("r1").p7("r1")
    (row,) = game.advise().removals
    # Blue may still play short, with b2 in for b1; half of three periods is not over after one.
    assert (row.player, row.best_reachable["blue"]) == ("b2", 6)


# -- substitute -----------------------------------------------------------------------------------------------------


def test_a_substitution_is_field_minus_out_plus_in() -> None:
    assert state(HURT.sub("r1", "r5")) == ("stopped", ["r2", "r3", "r4", "r5"], [])
    assert state(GAME.left("r1").sub("", "r5")) == ("in_play", ["r2", "r3", "r4", "r5"], [])
    assert state(INTERVAL.sub("r1 r2", "r5 r6")) == ("between_periods", ["r3", "r4", "r5", "r6"], [])


def test_a_substitution_that_names_nobody_is_no_error() -> None:
    assert GAME.entry("substitute", team="red").breaches() == []
    assert state(GAME.entry("substitute", team="red", out=[], in_=[])) == ("in_play", ALL, [])


@pytest.mark.parametrize(
    ("game", "field"),
    [
        (INTERVAL.sub("r1", "r2"), "in"),
        (INTERVAL.sub("r1", "b5", team="red"), "in"),
        (INTERVAL.sub("r1", "r9"), "in"),
        (INTERVAL.sub("r5", "r6"), "out"),
        (INTERVAL.sub("b1", "r5", team="red"), "out"),
        (INTERVAL.sub("r1", "r5", team="green"), "team"),
        (INTERVAL.sub("", "r5"), "in"),
        (HURT.sub("", "r5"), "in"),
        (HURT.sub("r1", "r1"), "in"),
        (INTERVAL.sub("r1 r2", "r5 r5"), "in"),
        (INTERVAL.sub("r1 r1", "r5"), "out"),
        (HURT.resume().sub("r1", "r5"), "out"),
        (AWARDED.name("b1").sub("", "r5"), "in"),
    ],
    ids=["in on the field", "in of the others", "in unknown", "out on the bench", "out of the others", "no team",
         "five", "five with the one who must leave", "in must leave", "in twice", "out twice", "out is off",
         "four of three places"],
)  # fmt: skip
def test_an_impossible_substitution(game: Game, field: str) -> None:
    assert_refused(game, field)


def test_a_substitution_before_the_start_is_impossible() -> None:
    assert refused(BEFORE.sub("", "r1")).path[:2] == ("journal", 0)


def test_what_breaks_a_rule_is_kept_applied_and_reported() -> None:
    game = GAME.sub("r1", "r5")
    assert state(game) == ("in_play", ["r2", "r3", "r4", "r5"], [])
    assert game.breaches() == [(1, "red", ["able-player-stays"])]


# -- player, event, strike ------------------------------------------------------------------------------------------


def test_a_player_entry_adds_a_teammate_from_its_place_on() -> None:
    assert_legal(INTERVAL.player("r9", handicap=2), "r2 r3 r4 r9")
    assert_refused(INTERVAL.sub("r1", "r9").player("r9", handicap=2), "in", entry=2)


def test_a_new_player_needs_a_handicap() -> None:
    assert_refused(GAME.player("r9"), "player", "handicap")


def test_a_player_entry_corrects_only_the_keys_that_it_gives() -> None:
    game = GAME.but("r5", ineligible="equipment", present=False).player("r5", handicap=2).end()
    assert_breaks(game, "r2 r3 r4 r5", "available", "eligible")
    assert game.verify("r2 r3 r4 r5").field_handicap == 11


def test_an_event_entry_corrects_only_the_keys_that_it_gives_and_from_its_place_on() -> None:
    game = INTERVAL.player("r9", handicap=4)
    assert_breaks(game, "r2 r3 r4 r9", "upper-limit")
    assert_legal(game.event(upper_limit=13), "r2 r3 r4 r9")
    advice = outdoor(12, red="3 3 3 3", blue="2 2 2 2").event(periods=4).advise()
    assert (advice.limits.upper, advice.handicap_goals) == (12, {"red": 0, "blue": 2.5})
    assert INTERVAL.event(handicap_game=False).advise().handicap_goals == {"red": 0, "blue": 0}


def test_an_event_entry_adds_readings_to_those_that_are_chosen() -> None:
    game = GAME.reading(short_swap="frozen").event(readings={"play-short": "none-available"}).left("r1")
    assert_breaks(game, "r2 r3 r4", "play-short")
    swap = outdoor(8, red="2 2 2 2 + 4").reading(short_swap="frozen").event(readings={"p7-again": "same-steps"})
    assert_breaks(swap.left("r1").end(), "r3 r4 r5", "upper-limit")


@pytest.mark.parametrize(
    ("game", "field"),
    [
        (outdoor(12, lower_limit=4).event(upper_limit=3), "lower_limit"),
        (outdoor(12).event(lower_limit=13), "lower_limit"),
        (arena(12).event(periods=5), "periods"),
    ],
)
def test_an_impossible_correction_of_the_event(game: Game, field: str) -> None:
    assert_refused(game, "set", field)


def test_a_struck_entry_keeps_its_number_and_did_not_happen() -> None:
    game = GAME.stop().unable("r1").strike(2).resume().sub("r1", "r5")
    assert state(game) == ("in_play", ["r2", "r3", "r4", "r5"], [])
    assert game.breaches() == [(5, "red", ["able-player-stays"])]


def test_a_struck_breach_is_no_breach() -> None:
    assert GAME.sub("r1", "r5").strike(1).breaches() == []
    assert state(GAME.sub("r1", "r5").strike(1)) == ("in_play", ALL, [])


def test_a_struck_correction_of_the_list_or_the_event_did_not_happen() -> None:
    assert INTERVAL.event(upper_limit=8).strike(2).advise().limits.upper == 12
    with pytest.raises(InputError):
        INTERVAL.player("r9", handicap=2).strike(2).verify("r2 r3 r4 r9")


def test_a_strike_that_is_struck_itself_strikes_nothing() -> None:
    assert state(HURT.strike(1).strike(2)) == ("stopped", ["r2", "r3", "r4"], ["r1"])


@pytest.mark.parametrize("number", [2, 3, 99])
def test_only_an_earlier_entry_can_be_struck(number: int) -> None:
    assert_refused(STOPPED.strike(number), "number")


def test_a_strike_that_makes_a_later_entry_impossible_names_it() -> None:
    game = HURT.resume().strike(1)
    error = refused(game)
    assert error.path == ("journal", 3, "number")
    assert "2" in error.message


def test_a_strike_of_the_start_makes_what_follows_impossible() -> None:
    assert refused(STOPPED.strike(0)).path == ("journal", 2, "number")
    assert state(GAME.strike(0))[0] == "before_start"


# -- unknown keys ---------------------------------------------------------------------------------------------------


def test_every_entry_may_carry_when_and_who() -> None:
    game = GAME.stop(at="2026-05-02T15:04:05Z", clock=100, by="Eva", hash="abc")
    assert state(game)[0] == "stopped"


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        ("{entry: stop, who: eva}", ("journal", 0, "who")),
        ("{entry: substitute, team: red, outs: [r1]}", ("journal", 0, "outs")),
        ("{entry: player, team: red, player: {id: r1, goals: 3}}", ("journal", 0, "player", "goals")),
        ("{entry: event, set: {upper: 3}}", ("journal", 0, "set", "upper")),
        ("{entry: restart}", ("journal", 0, "entry")),
        ("{entry: card, team: red, player: r1, kind: blue}", ("journal", 0, "kind")),
        ("{entry: unable, team: red, player: r1, reason: tired}", ("journal", 0, "reason")),
        ("{entry: goal}", ("journal", 0, "team")),
    ],
)
def test_unknown_keys_and_words_are_refused_with_their_place(entry: str, path: tuple[str | int, ...]) -> None:
    text = (
        "{rules: uspa-outdoor-2026, event: {upper_limit: 8}, "
        f"teams: {{red: {{players: [{{id: r1, handicap: 1}}]}}, blue: {{players: []}}}}, journal: [{entry}]}}"
    )
    with pytest.raises(InputError) as caught:
        read_match(text)
    assert caught.value.path == path


# -- the counted handicap, and fine point 1 -------------------------------------------------------------------------


def counted(game: Game) -> float:
    """Red's counted handicap as it is shown."""
    figures = game.advise().counted_handicap
    assert figures is not None
    return figures["red"]


def test_the_counted_handicap_is_the_highest_that_was_on_the_field() -> None:
    game = outdoor(12, red="3 3 3 1 + 3 0")
    assert counted(game) == 10
    higher = game.end().sub("r4", "r5").begin()
    assert counted(higher) == 12
    assert counted(higher.end().sub("r5", "r6").begin()) == 12


def test_a_loss_never_changes_it() -> None:
    game = outdoor(12, red="4 4 4 -1")
    for lost in (game.unable("r4").resume(), game.left("r4"), game.card("r4"), game.unable("r4", "quit")):
        assert counted(lost) == 11


def test_in_a_stoppage_the_figure_shown_follows_the_lineup_as_it_now_is() -> None:
    game = outdoor(12, red="3 3 3 1 + 3 2").unable("r4")
    assert counted(game) == 10
    assert counted(game.sub("r4", "r5")) == 12
    assert counted(game.sub("r4", "r5").sub("r5", "r6")) == 11


def test_what_was_changed_again_before_play_went_on_never_was_on_the_field() -> None:
    game = outdoor(12, red="3 3 3 1 + 3 2").unable("r4").sub("r4", "r5").sub("r5", "r6").resume()
    assert counted(game) == 11
    assert counted(outdoor(12, red="3 3 3 1 + 3").end().sub("r4", "r5").sub("r5", "r4").begin()) == 10


def test_the_board_shows_the_goals_of_the_counted_handicaps_shown() -> None:
    game = outdoor(12, red="3 3 3 1 + 3", blue="3 3 3 3").unable("r4")
    assert game.advise().handicap_goals == {"red": 2, "blue": 0}
    assert game.sub("r4", "r5").advise().handicap_goals == {"red": 0, "blue": 0}
    assert game.sub("r4", "r5").advise("blue").handicap_goals == {"red": 0, "blue": 0}


def test_several_entries_of_a_stoppage_are_judged_against_the_last_moment_of_play() -> None:
    game = GAME.unable("r1").sub("r1", "r5").sub("r2", "r6")
    assert game.breaches() == []
    assert GAME.end().sub("r1", "r5").sub("r5", "r1").breaches() == []


def test_entries_of_an_interval_are_judged_against_the_lineup_when_the_period_ended() -> None:
    game = outdoor(12, red="3 3 3 3 + 3 3").unable("r1").sub("r1", "r5").end().sub("r2 r3", "r6 r1")
    assert game.breaches() == [(4, "red", ["unable-player"])]


def test_an_injury_replaced_and_then_recovered_in_the_stoppage_may_be_taken_back() -> None:
    game = HURT.sub("r1", "r5").recovered("r1")
    assert_legal(game, "r1 r2 r3 r4", "now")
    assert game.sub("r5", "r1").resume().breaches() == []


def test_a_place_lost_in_the_stoppage_after_somebody_came_in_is_open() -> None:
    game = HURT.sub("r1", "r5").left("r5")
    assert state(game) == ("stopped", ["r2", "r3", "r4"], [])
    assert_legal(game, "r2 r3 r4 r6")
    assert_breaks(game, "r2 r3 r4 r5", "available")


# -- fine point 4 ---------------------------------------------------------------------------------------------------


def test_a_barred_player_stays_in_the_field_and_counts_as_an_open_place() -> None:
    game = GAME.player("r1", ineligible="other-team")
    assert state(game) == ("in_play", ALL, [])
    assert_breaks(game, "r1 r2 r3 r4", "eligible")
    assert_legal(game, "r2 r3 r4", "any_time")
    assert game.sub("r1", "").breaches() == []
    assert game.sub("r1", "r5").breaches() == []


def test_his_handicap_counts_while_he_is_there() -> None:
    game = outdoor(12, red="4 3 3 2 + 2").player("r1", ineligible="other-team")
    assert counted(game) == 12
    assert assert_legal(game, "r2 r3 r4 r5", "any_time").counted_handicap == 12


# -- fine point 5 ---------------------------------------------------------------------------------------------------


def test_the_lineup_as_it_stands_keeps_what_the_last_change_broke_and_not_what_an_earlier_one_did() -> None:
    game = outdoor(12, red="3 3 3 3 + 4 3").end().sub("r1", "r5")
    assert_breaks(game, "r2 r3 r4 r5", "upper-limit")
    assert_legal(game.sub("r5", "r6"), "r2 r3 r4 r6")


def test_a_breach_by_a_figure_outlives_the_period_and_one_by_the_moment_does_not() -> None:
    game = outdoor(12, red="3 3 3 3 + 4").sub("r1", "r5")
    assert_breaks(game, "r2 r3 r4 r5", "able-player-stays", "upper-limit", later=False)
    assert_breaks(game.end(), "r2 r3 r4 r5", "upper-limit")
    assert_breaks(game.end().begin(), "r2 r3 r4 r5", "upper-limit")


# -- fine points 6 and 9 --------------------------------------------------------------------------------------------


def test_a_sit_out_runs_only_if_the_card_has_a_clock() -> None:
    assert_breaks(GAME.card("r1").stop(clock=400), "r2 r3 r4 r5", "sit-out")
    assert_legal(GAME.card("r1", clock=0).stop(clock=400), "r2 r3 r4 r5")


def test_under_frozen_a_player_who_comes_back_takes_his_own_place_first() -> None:
    game = outdoor(20, red="5 4 2 1 + 3").left("r1").left("r2").reading(short_swap="frozen")
    # r2 back in his own place: r1's 5 stays in the sum.
    assert assert_legal(game.arrived("r2"), "r2 r3 r4").counted_handicap == 12
    # Somebody else takes the oldest open place, r1's: r2's 4 stays in the sum.
    assert assert_legal(game.player("r6", handicap=7), "r3 r4 r6").counted_handicap == 14


def test_under_frozen_newcomers_take_able_leavers_places_before_open_ones() -> None:
    game = outdoor(20, red="5 4 2 1 + 3 6").left("r1").end().reading(short_swap="frozen")
    # r6 takes the place of r2, who goes out; r1's 5 stays in the sum: 6 + 2 + 1 + 5.
    assert assert_legal(game, "r3 r4 r6").counted_handicap == 14


def test_under_frozen_those_who_must_leave_come_before_the_oldest_open_place() -> None:
    game = outdoor(20, red="5 4 2 1 + 7").left("r1").unable("r3").reading(short_swap="frozen")
    # r5 takes r3's place; r1's 5 stays in the sum: 4 + 1 + 7 + 5.
    assert assert_legal(game, "r2 r4 r5").counted_handicap == 17


def test_under_frozen_the_must_leave_come_in_the_order_of_the_journal() -> None:
    game = outdoor(20, red="5 4 2 1 + 7").unable("r3").unable("r1").reading(short_swap="frozen")
    # r5 takes r3's place first; r1's 5 stays in the sum: 4 + 1 + 7 + 5.
    assert assert_legal(game, "r2 r4 r5").counted_handicap == 17


def test_under_frozen_caps_look_at_the_sum_on_the_field() -> None:
    game = outdoor(12, red="6 4 1 1 + 2", blue="5 4 2 1").unable("r1").p7("r1").name("b1").resume().left("r2").end()
    assert_legal(game.reading(short_swap="frozen"), "r3 r5", "now")


def test_two_open_places_filled_one_by_one_count_differently_and_that_is_said() -> None:
    game = outdoor(10, red="2 2 2 2 + 4 0").left("r1").left("r2").sub("", "r5").sub("", "r6")
    verdict = assert_legal(game, "r3 r4 r5 r6")
    assert (verdict.counted_handicap, verdict.contested_by) == (8, ["short-swap"])
    assert assert_legal(game.reading(short_swap="frozen"), "r3 r4 r5 r6").counted_handicap == 10


# -- fine point 11 --------------------------------------------------------------------------------------------------


def p7_again(game: Game) -> bool:
    """Whether a second Penalty 7 contests the answers; the same for both teams and for each question."""
    found = {
        "p7-again" in verdict.contested_by
        for verdict in (game.verify("r2 r3 r4"), game.verify("b2 b3 b4"), game.verify("r2 r3 r4 r5"))
    }
    for team in ("red", "blue"):
        found |= {"p7-again" in option.contested_by for option in game.advise(team).options}
    (contested,) = found
    return contested


def test_a_single_penalty_7_contests_nothing() -> None:
    assert not p7_again(AWARDED)
    assert not p7_again(AWARDED.name("b1"))
    assert not p7_again(AWARDED.name("b1").resume().end())


def test_a_second_penalty_7_contests_every_answer_from_its_entry_on() -> None:
    second = AWARDED.name("b1").resume().unable("r2").p7("r2")
    assert p7_again(second)
    assert p7_again(second.name("b2"))
    assert p7_again(second.name("b2").resume().end())


def test_the_second_entry_counts_whatever_came_of_the_first() -> None:
    second = AWARDED.sub("r1", "r5").resume().unable("b1").p7("b1")
    assert p7_again(second)


@pytest.mark.parametrize("lost", ["r4", "b4"])
def test_the_first_one_contests_where_a_team_is_short_already(lost: str) -> None:
    game = GAME.left(lost).unable("r1").p7("r1")
    assert p7_again(game)
    assert p7_again(game.name("b1").resume())


def test_one_that_ended_by_a_substitution_or_a_recovery_contests_nothing() -> None:
    second = AWARDED.sub("r1", "r5").resume().unable("r2").p7("r2")
    assert not p7_again(second.recovered("r2"))
    assert not p7_again(second.sub("r2", "r6"))


def test_a_later_penalty_7_replaces_a_pending_one() -> None:
    game = GAME.unable("r1").unable("b1").p7("r1").p7("b1")
    assert game.advise().removals == []
    assert [row.player for row in game.advise("blue").removals] == ["r2", "r3", "r4"]
    removed = game.name("r2")
    assert removed.advise().field == ["r3", "r4"]
    assert removed.advise("blue").field == ["b2", "b3", "b4"]


def test_breaches_of_the_second_are_the_fouled_teams_and_contested() -> None:
    game = AWARDED.name("b1").resume().unable("r2").resume().p7("r2")
    (breach,) = game.audit().breaches
    assert (breach.team, breach.contested_by) == ("red", ["p7-again"])


# -- fine point 12 --------------------------------------------------------------------------------------------------


def test_goals_by_handicap_are_those_of_when_play_stopped_for_the_foul() -> None:
    game = outdoor(12, red="6 2 1 1 + 3", blue="5 4 2 1").unable("r4").unable("r3").p7("r4").sub("r3", "r5")
    # Red had 10 against 12 when play stopped; 6, 2 and 3 are 11 now.
    assert game.advise().handicap_goals == {"red": 1, "blue": 0}
    removed = game.name("b3")
    assert removed.advise().handicap_goals == {"red": 2, "blue": 0}
    assert removed.resume().end().begin().advise().handicap_goals == {"red": 2, "blue": 0}


def test_they_are_those_of_then_also_where_the_removal_comes_too_late() -> None:
    game = outdoor(12, red="6 2 1 1 + 3", blue="5 4 2 1").unable("r4").unable("r3").sub("r3", "r5").resume()
    assert game.advise().handicap_goals == {"red": 1, "blue": 0}
    late = game.p7("r4").name("b3")
    assert (5, "red", ["p7-timing"]) in late.breaches()
    assert late.advise().handicap_goals == {"red": 2, "blue": 0}


def test_they_stay_although_the_counted_handicap_rises_later() -> None:
    game = outdoor(12, red="4 4 1 -1 + 1 0", blue="4 3 1 0").unable("r4").p7("r4").name("b4").resume().end()
    after = game.sub("r3", "r5").begin().advise()
    assert (after.counted_handicap, after.handicap_goals) == ({"red": 9, "blue": 8}, {"red": 0, "blue": 0})


# -- fine points 17 and 18 ------------------------------------------------------------------------------------------


def test_in_overtime_a_substitution_counts_by_default() -> None:
    game = outdoor(12, red="3 3 3 1 + 3", blue="3 3 3 3").periods(6)
    verdict = assert_legal(game, "r1 r2 r3 r5")
    assert (verdict.counted_handicap, verdict.score_change) == (12, {"red": -2, "blue": 0})
    assert verdict.contested_by == ["overtime-highest"]
    assert counted(game.sub("r4", "r5").begin()) == 12


def test_under_frozen_overtime_it_does_not_rise_in_overtime_nor_in_the_interval_before() -> None:
    game = outdoor(12, red="3 3 3 1 + 3", blue="3 3 3 3").reading(overtime_highest="frozen")
    interval = game.periods(6)
    assert assert_legal(interval, "r1 r2 r3 r5").counted_handicap == 10
    assert counted(interval.sub("r4", "r5").begin()) == 10
    assert counted(interval.begin().unable("r4").sub("r4", "r5").resume()) == 10
    assert assert_legal(game.periods(5), "r1 r2 r3 r5").counted_handicap == 12


def test_at_the_end_of_the_last_regulation_period_it_is_overtime_already() -> None:
    game = outdoor(12, red="3 3 3 1 + 3", blue="3 3 3 3").periods(5).begin()
    verdict = assert_breaks(game, "r1 r2 r3 r5", "able-player-stays", later=True)
    assert (verdict.counted_handicap, verdict.contested_by) == (12, ["overtime-highest"])
    before = outdoor(12, red="3 3 3 1 + 3", blue="3 3 3 3").periods(4).begin()
    assert assert_breaks(before, "r1 r2 r3 r5", "able-player-stays", later=True).contested_by == []


def test_a_corrected_handicap_leaves_the_counted_handicap_until_the_next_substitution() -> None:
    game = outdoor(12, red="3 3 3 1 + 0").player("r1", handicap=4)
    assert counted(game) == 10
    assert counted(game.stop().resume()) == 10
    assert counted(game.end().begin()) == 10
    swapped = game.player("r5", handicap=1).end().sub("r4", "r5")
    assert counted(swapped) == 11
    assert counted(outdoor(12, red="3 3 3 1 + 1").player("r1", handicap=2).end().sub("r4", "r5").begin()) == 10


def test_limits_and_periods_out_of_bounds_are_refused() -> None:
    teams = "{red: {players: []}, blue: {players: []}}"
    for event in ("upper_limit: 100.5", "upper_limit: 8, lower_limit: 9", "upper_limit: 8, lower_limit: -101"):
        with pytest.raises(InputError):
            read_match(f"{{rules: uspa-outdoor-2026, event: {{{event}}}, teams: {teams}}}")


def test_the_same_journal_gives_the_same_answers() -> None:
    game = AWARDED.name("b1").resume().end()
    assert game.advise() == game.advise()
    assert game.audit() == game.audit()


def test_a_place_never_filled_stays_one_place_when_a_newcomer_loses_it_again() -> None:
    game = (
        arena(12, red="3 3 3 + 2 1", blue="3 3 3", started=False)
        .reading(short_swap="frozen")
        .start("r1 r2", "b1 b2 b3")
    )
    game = game.stop().sub("", "r3").left("r3").resume().unable("r1").resume()
    full = next(option for option in game.advise().options if option.lineup == ["r2", "r4", "r5"])
    assert full.counted_handicap == 6  # 3, 2 and 1; no place is open, so r1's 3 is not in the sum


def test_goals_frozen_are_those_of_the_award_though_the_disabled_player_recovers_before_the_late_removal() -> None:
    game = outdoor(12, red="3 3 3 3", blue="3 3 3 2 + 3").unable("r4").p7("r4").resume().end().sub("b4", "b5").begin()
    assert game.advise().handicap_goals == {"red": 0, "blue": 0}
    assert game.recovered("r4").name("b1").advise().handicap_goals == {"red": 0, "blue": 1}


def test_whether_an_entry_is_possible_does_not_hang_on_another_reading() -> None:
    # Under `never` r2 may not come back, and r5 would have r1's place.
    game = GAME.unable("r1").unable("r2").sub("r1 r2", "r5").recovered("r2").p7("r1")
    assert len(game.advise().removals) == 4
    assert game.name("b1").advise().places == 3


def test_of_two_places_never_filled_a_card_shuts_one() -> None:
    game = arena(12, red="3 3 3 + 3", blue="3 3 3", started=False).start("r1", "b1 b2 b3").stop()
    game = game.sub("", "r2 r3").card("r2", "second_yellow").unable("r3")
    assert_legal(game, "r1 r4", "now")
    assert_breaks(game.recovered("r3"), "r1 r3 r4", "sit-out", later=False)


def test_a_team_made_full_by_a_removal_has_not_played_short_all_the_period() -> None:
    game = arena(12, red="3 3 3 + 3", blue="3 3 3", periods=2).reading(arena_short_time="always")
    game = game.unable("r3").p7("r3").end().begin().name("b3").end().unable("r1")
    assert_legal(game, "r2", "now")


def test_in_an_interval_a_sit_out_runs_on_in_what_a_removal_leaves_within_reach() -> None:
    game = GAME.card("r2", "second_yellow", clock=320).unable("r1").p7("r1").end()
    assert {row.best_reachable["red"] for row in game.advise().removals} == {6}
