"""The keeper's page in the test's own process: every kind of entry, the clock, undoing, and answering proposals."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import pytest

from advisor.fold import Fold
from advisor.match import Entry, Match
from advisor.play.following import follow
from advisor.store import Actor, Store, create_match
from advisor.store.drafts import find_kept
from advisor.store.journal import append, load
from advisor.store.proposals import list_proposals, propose
from advisor.ui import sources
from advisor.ui.parts.clock import read_clock
from advisor.ui.parts.happening import KINDS
from advisor.ui.possible import find_possible, is_possible
from advisor.ui.ticking import seconds_shown
from tests.store.build import END, HURT, NEXT, REPLACED, RESUME, START, STOP, a_match, goal
from tests.ui.holding import Kept, asked, choose, keys, offered, tap

Opens = Callable[..., Any]
Says = Callable[[Any], str]

PENALTY_7 = {"entry": "penalty_7", "against": "blue", "disabled": "r4"}
LAST_PERIOD = [START, *[END, NEXT] * 5, END]
SHOOTOUT = {"entry": "shootout", "first": "red", "order": {"red": ["r1", "r2"], "blue": ["b2", "b1"]}}


# -- by one tap ------------------------------------------------------------------------------------------------------


def test_the_keeper_starts_and_records_by_single_taps(kept: Kept, opens: Opens, says: Says) -> None:
    app = opens("kept", link=kept.keeper.secret, by="Ana")
    assert "You keep this match." in says(app)
    choose(app, "record-start-red", ["r1", "r2", "r3", "r4"])
    choose(app, "record-start-blue", ["b1", "b2", "b3", "b4"])
    tap(app, "record")
    assert kept.journal() == ["start"]
    for key in ("at-once-goal-red", "at-once-stop-", "at-once-resume-", "at-once-end_period-", "at-once-start_period-"):
        tap(app, key)
    assert kept.journal() == ["start", "goal", "stop", "resume", "end_period", "start_period"]
    assert "Period 2 of 6" in says(app)
    assert load(kept.store, kept.made.match_id, kept.keeper).match.journal[1].by == "keeper (Ana)"


def test_what_was_recorded_does_not_fill_the_form_again_by_a_late_tick(kept: Kept, opens: Opens) -> None:
    kept.record(START)
    app = opens("kept", link=kept.keeper.secret)
    choose(app, "record-what", "left")
    choose(app, "record-who-red", "red/r5")
    late = app._tree.get_widget_states()
    tap(app, "record")
    # A browser that has not heard of it yet sends what it still shows.
    app._run(late)
    assert asked(app, "record-what").value is None
    assert kept.journal() == ["start", "left"]
    # A tap on the fresh form counts, also one on the same.
    choose(app, "record-what", "left")
    assert asked(app, "record-what").value == "left"
    assert asked(app, "record-who-red").value is None


def test_a_default_that_was_recorded_does_not_come_back_by_a_late_tick(kept: Kept, opens: Opens) -> None:
    app = opens("kept", link=kept.keeper.secret)
    choose(app, "record-start-red", ["r1", "r2", "r3", "r4"])
    choose(app, "record-start-blue", ["b1", "b2", "b3", "b4"])
    late = app._tree.get_widget_states()
    tap(app, "record")
    app._run(late)
    assert asked(app, "record-what").value is None


def test_a_late_tick_does_not_bring_back_whom_another_tap_replaced(kept: Kept, opens: Opens) -> None:
    kept.record(START)
    app = opens("kept", link=kept.keeper.secret)
    choose(app, "record-what", "left")
    choose(app, "record-who-red", "red/r5")
    late = app._tree.get_widget_states()
    choose(app, "record-who-blue", "blue/b5")
    # The browser knows of its own tap, not yet of what that did to the other team's names.
    now = app._tree.get_widget_states()
    known = {state.id for state in now.widgets}
    now.widgets.extend(state for state in late.widgets if state.id not in known)
    app._run(now)
    assert asked(app, "record-who-red").value is None
    assert asked(app, "record-who-blue").value == "blue/b5"


def test_who_taps_another_name_and_at_once_records_has_that_one_recorded(kept: Kept, opens: Opens) -> None:
    app = opens("kept", link=kept.keeper.secret)
    choose(app, "record-start-red", ["r1", "r2", "r3", "r4"])
    choose(app, "record-start-blue", ["b1", "b2", "b3"])
    # Both taps come before the page has been written for the first of them.
    asked(app, "record-start-blue").set_value(["b1", "b2", "b3", "b4"])
    tap(app, "record")
    assert kept.last()["lineups"]["blue"] == ["b1", "b2", "b3", "b4"]
    choose(app, "record-what", "left")
    choose(app, "record-who-red", "red/r5")
    asked(app, "record-who-red").set_value("red/r6")
    tap(app, "record")
    assert (kept.journal(), kept.last()["player"]) == (["start", "left"], "r6")
    assert asked(app, "record-what").value is None


def test_what_is_not_whole_any_more_is_not_recorded_and_not_later_by_itself(kept: Kept, opens: Opens) -> None:
    kept.record(START)
    app = opens("kept", link=kept.keeper.secret)
    choose(app, "record-what", "left")
    choose(app, "record-who-red", "red/r5")
    asked(app, "record-who-red").set_value(None)
    tap(app, "record")
    choose(app, "record-who-red", "red/r5")
    app.run()
    assert kept.journal() == ["start"]
    tap(app, "record")
    assert kept.journal() == ["start", "left"]


def test_the_most_likely_is_asked_first(kept: Kept, opens: Opens) -> None:
    app = opens("kept", link=kept.keeper.secret)
    assert asked(app, "record-what").value == "start"
    kept.record(START, HURT)
    app.run()
    assert asked(app, "record-what").value == "substitute"
    assert asked(app, "record-team").value == "red"
    assert asked(app, "record-out").value == ["r4"]
    choose(app, "record-in", ["r5"])
    tap(app, "record")
    assert kept.last()["in"] == ["r5"]
    kept.record(RESUME, STOP, {**HURT, "player": "r3"}, {**PENALTY_7, "disabled": "r3"})
    app.run()
    assert asked(app, "record-what").value == "designate"


def test_only_what_is_possible_is_offered(kept: Kept, opens: Opens) -> None:
    app = opens("kept", link=kept.keeper.secret)
    assert not any(str(key).startswith("at-once") for key in keys(app))
    choose(app, "record-what", "else")
    kinds = set(offered(app, "record-what"))
    assert not {"Substitution", "Sent off", "Penalty", "Penalty 7", "Shootout", "Clock put right"} & kinds
    kept.record(START, STOP)
    app.run()
    assert "at-once-resume-" in keys(app)
    assert not {"at-once-stop-", "at-once-start_period-"} & keys(app)
    assert "Start" not in offered(app, "record-what")


def test_a_shootout_is_elected_on_the_clock_s_page(kept: Kept, opens: Opens) -> None:
    kept.record(START)
    app = opens("kept", link=kept.keeper.secret)
    assert "Clock and restarts" in [link.proto.label for link in app.get("page_link")]
    kept.record(*LAST_PERIOD[1:])
    app.run()
    assert "Clock, restarts and shootout" in [link.proto.label for link in app.get("page_link")]
    choose(app, "record-what", "else")
    assert "Shootout" not in offered(app, "record-what")


def test_who_forfeits_is_said(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, {"entry": "penalty", "number": "9", "against": "red"})
    assert "Forfeited (Penalty 9) by: Red." in says(opens("kept", link=kept.keeper.secret))


def test_a_goal_that_does_not_count_is_struck_where_the_score_still_has_it(
    kept: Kept, opens: Opens, says: Says
) -> None:
    kept.record(START, {"entry": "horn", "which": "second", "clock": 450}, goal(clock=455))
    app = opens("kept", link=kept.keeper.secret)
    assert "do not count by Rule 14 (entries: 2). Without them it is 0 : 0" in says(app)
    tap(app, "void-2")
    assert kept.journal()[-1] == "strike"
    assert "do not count by Rule 14" not in says(app)


# -- every kind of entry ---------------------------------------------------------------------------------------------

TAPPED = [
    ([START], {"what": "unable", "who-red": "red/r4", "reason": "illness"}, {**HURT, "reason": "illness"}),
    ([START, HURT], {"in": ["r5"]}, REPLACED),
    ([START, HURT], {"what": "recovered", "who-red": "red/r4"}, {"entry": "recovered", "team": "red"}),
    ([START], {"what": "card", "who-blue": "blue/b2", "card": "red"}, {"entry": "card", "kind": "red"}),
    (
        [START, {"entry": "card", "team": "red", "player": "r1", "kind": "second_yellow"}],
        {"what": "sit_out_over", "who-red": "red/r1"},
        {"entry": "sit_out_over", "player": "r1"},
    ),
    ([START, HURT], {"what": "penalty_7", "who-red": "red/r4"}, PENALTY_7),
    ([START, HURT, PENALTY_7], {"who-blue": "blue/b1"}, {"entry": "designate", "player": "b1"}),
    ([START], {"what": "left", "who-blue": "blue/b6"}, {"entry": "left", "player": "b6"}),
    (
        [START, {"entry": "left", "team": "blue", "player": "b6"}],
        {"what": "arrived", "who-blue": "blue/b6"},
        {"entry": "arrived", "player": "b6"},
    ),
    ([START], {"what": "horn", "pick": "0"}, {"entry": "horn", "which": "first", "heard": True}),
    ([START], {"what": "ball_out", "pick": "1"}, {"entry": "ball_out", "over": "back_line", "team": "red"}),
    (
        [START],
        {"what": "penalty", "number": "5a", "team": "blue", "who": "b2"},
        {"entry": "penalty", "number": "5a", "against": "blue", "player": "b2"},
    ),
    ([START], {"what": "clock_correction", "text-shown": "3:00"}, {"entry": "clock_correction", "clock": 180}),
    (
        [*LAST_PERIOD, SHOOTOUT],
        {"what": "shot", "who-red": "red/r1", "goal": "miss"},
        {"entry": "shot", "team": "red", "player": "r1", "goal": False},
    ),
    ([START], {"what": "event", "term": "upper_limit", "text-goals": "12"}, {"set": {"upper_limit": 12}}),
    ([START], {"what": "event", "term": "handicap_game", "goals": "no"}, {"set": {"handicap_game": False}}),
    ([START], {"what": "event", "term": "periods", "goals": "4"}, {"set": {"periods": 4}}),
    ([START], {"what": "event", "term": "name", "text-goals": "Copa"}, {"set": {"name": "Copa"}}),
    (
        [START],
        {"what": "event", "term": "player_above_limit_allowed", "goals": "yes"},
        {"set": {"player_above_limit_allowed": True}},
    ),
    (
        [START],
        {"what": "event", "term": "readings", "reading": "short-swap", "goals": "frozen"},
        {"set": {"readings": {"short-swap": "frozen"}}},
    ),
    (
        [START],
        {"what": "event", "term": "intervals", "pause": "half_time", "text-goals": "7"},
        {"set": {"intervals": {"period": None, "half_time": 7, "overtime": None}}},
    ),
    (
        [START],
        {"what": "player", "team": "red", "text-line": "Eva 1½"},
        {"entry": "player", "player": {"id": "eva", "handicap": 1.5, "name": "Eva"}},
    ),
    (
        [START],
        {"what": "player", "team": "red", "who": "r6", "may": "suspended"},
        {"player": {"id": "r6", "ineligible": "suspended"}},
    ),
]


@pytest.mark.parametrize(("before", "taps", "recorded"), TAPPED)
def test_every_kind_of_entry_is_tapped_in(
    kept: Kept, opens: Opens, before: list[Any], taps: dict[str, Any], recorded: dict[str, Any]
) -> None:
    kept.record(*before)
    app = opens("kept", link=kept.keeper.secret)
    if "what" in taps and "Something else" in offered(app, "record-what"):
        choose(app, "record-what", "else")
    for field, value in taps.items():
        if field.startswith("text-"):
            asked(app, f"record-{field.removeprefix('text-')}").set_value(value).run()
        else:
            choose(app, f"record-{field}", value)
    tap(app, "record")
    assert len(kept.journal()) == len(before) + 1
    last = kept.last()
    for key, value in recorded.items():
        if isinstance(value, dict):
            assert value.items() <= last[key].items()
        else:
            assert last[key] == value


def test_every_kind_of_the_match_file_can_be_recorded() -> None:
    """By one tap, by a form, or from the journal: none is missing when a new kind comes."""
    kinds = {get_args(kind.model_fields["entry"].annotation)[0] for kind in get_args(get_args(Entry)[0])}
    at_once = {"stop", "resume", "end_period", "start_period", "goal", "ball_in"}
    assert kinds - set(KINDS) - at_once == {"strike", "shootout"}  # struck in the journal, elected on the clock's page


def _every(kind: str, match: Match) -> list[dict[str, Any]]:
    """Each entry of a kind about one player that could be thought of."""
    rest: dict[str, Any] = {"unable": {"reason": "illness"}, "card": {"kind": "red"}, "shot": {"goal": True}}
    more = rest.get(kind, {})
    found: list[dict[str, Any]] = []
    for team, side in match.teams.items():
        other = next(key for key in match.teams if key != team)
        for player in side.players:
            if kind == "designate":
                found.append({"entry": kind, "player": player.id})
            elif kind == "penalty_7":
                found.append({"entry": kind, "against": other, "disabled": player.id})
            else:
                found.append({"entry": kind, "team": team, "player": player.id, **more})
    return found


ABOUT_A_PLAYER = ("unable", "recovered", "card", "sit_out_over", "arrived", "left", "penalty_7", "designate", "shot")
SITUATIONS = [*(demo.match for demo in sources.list_demos().values()), a_match()]
SITUATIONS += [a_match(journal=[*LAST_PERIOD, SHOOTOUT]), a_match(journal=[START, HURT, PENALTY_7])]


@pytest.mark.parametrize("match", SITUATIONS)
@pytest.mark.parametrize("kind", ABOUT_A_PLAYER)
def test_exactly_the_possible_players_are_offered(match: Match, kind: str) -> None:
    fold = Fold(match).run()
    possible = {entry.get("player") or entry["disabled"] for entry in _every(kind, match) if is_possible(fold, entry)}
    found = {player for ids in find_possible(match).who.get(kind, {}).values() for player in ids}
    if kind in ("unable", "left"):
        # Once more would be no error, but says nothing.
        assert found <= possible
    else:
        assert found == possible


@pytest.mark.parametrize("match", SITUATIONS)
def test_what_is_offered_at_once_can_be_recorded(match: Match) -> None:
    found = find_possible(match)
    ready = [entry for entries in found.ready.values() for entry in entries]
    assert all(is_possible(Fold(match).run(), entry) for entry in (*found.at_once, *ready))
    kinds = {entry["entry"] for entry in found.at_once}
    for kind in {"stop", "resume", "end_period", "start_period"} - kinds:
        assert not is_possible(Fold(match).run(), {"entry": kind})


def test_a_half_made_form_is_found_again(kept: Kept, opens: Opens) -> None:
    kept.record(START)
    app = opens("kept", link=kept.keeper.secret)
    choose(app, "record-what", "unable")
    choose(app, "record-who-red", "red/r4")
    again = opens("kept", link=kept.keeper.secret)
    assert asked(again, "record-who-red").value == "red/r4"
    choose(again, "record-who-blue", "blue/b1")
    assert asked(again, "record-who-red").value is None
    tap(again, "record")
    assert find_kept(kept.store, kept.made.match_id, "draft", kept.keeper) == {}


# -- the clock -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "seconds"), [("4:20", 260), ("0:05", 5), ("7", 7), (" 6:30 ", 390), ("four", None), ("4:x", None)]
)
def test_a_clock_is_read(written: str, seconds: int | None) -> None:
    assert read_clock(written) == seconds


def test_the_clock_goes_onto_the_entry_and_is_moved_by_seconds(kept: Kept, opens: Opens) -> None:
    kept.record(START)
    app = opens("kept", link=kept.keeper.secret)
    asked(app, "clock-written").set_value("4:20").run()
    tap(app, "clock-10")
    tap(app, "clock--1")
    assert asked(app, "clock-written").value == "4:29"
    tap(app, "at-once-goal-red")
    assert kept.last()["clock"] == 269
    # The clock of the period never goes back.
    tap(app, "clock--10")
    tap(app, "at-once-goal-blue")
    assert kept.last()["clock"] == 269


def test_the_clock_runs_along_once_it_is_let(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START)
    app = opens("kept", link=kept.keeper.secret)
    tap(app, "at-once-goal-red")
    assert kept.last()["clock"] is None
    tap(app, "clock-run")
    assert "runs along" in says(app)
    tap(app, "clock-10")
    tap(app, "at-once-goal-red")
    assert 10 <= kept.last()["clock"] <= 60
    tap(app, "clock-run")
    tap(app, "at-once-goal-red")
    assert kept.last()["clock"] is None


@pytest.mark.parametrize(
    ("journal", "passed", "shown"),
    [
        ([START], 65, 65),
        ([START, goal(clock=100)], 20, 120),
        ([START, {**STOP, "clock": 50}], 600, 50),
        ([START, {**STOP, "clock": 50}, RESUME], 10, 60),
        ([START], 10_000, 450),
        ([START, END], 10, None),
        ([], 10, None),
    ],
)
def test_a_running_clock_is_that_of_the_last_entry_that_tells_it(
    journal: list[Any], passed: int, shown: int | None
) -> None:
    at = datetime(2026, 5, 3, 15, 0, tzinfo=UTC)
    match = a_match(journal=[{**entry, "at": at.isoformat()} for entry in journal])
    assert seconds_shown(follow(match), at + timedelta(seconds=passed)) == shown


def test_without_the_time_of_an_entry_no_clock_runs() -> None:
    assert seconds_shown(follow(a_match(journal=[START])), datetime.now(UTC)) is None


# -- undoing, and somebody else was first ----------------------------------------------------------------------------


def test_the_last_entry_is_undone_without_a_reason(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START)
    app = opens("kept", link=kept.keeper.secret, by="Ana")
    tap(app, "at-once-goal-red")
    tap(app, "undo")
    assert kept.journal() == ["start", "goal", "strike"]
    assert "The last entry is undone." in says(app)


def test_somebody_else_was_first_and_nothing_is_overwritten(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START)
    app = opens("kept", link=kept.keeper.secret)
    kept.record(goal("blue"))
    # The page was drawn before: what is tapped was decided on without the goal.
    tap(app, "at-once-stop-")
    assert kept.journal() == ["start", "goal"]
    said = says(app)
    assert "The match has moved on to 2 entries" in said
    assert "Goal for Blue" in said
    tap(app, "at-once-stop-")
    assert kept.journal() == ["start", "goal", "stop"]


# -- the captains' proposals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("view", ["check", "lineups", "journal", "timeline", "players", "audit", "more"])
def test_proposals_are_seen_from_every_view_and_a_tap_leads_to_them(kept: Kept, opens: Opens, view: str) -> None:
    kept.record(START, HURT)
    app = opens("kept", link=kept.keeper.secret, view=view, team="red")
    assert "waiting" not in keys(app)
    proposal = propose(kept.store, kept.made.match_id, 2, "red", [REPLACED], kept.red)
    app.run()
    assert app.button(key="waiting").label == r"1 proposal waits\: Red"
    tap(app, "waiting")
    tap(app, f"accept-{proposal.id}")
    assert kept.journal()[-1] == "substitute"
    assert "waiting" not in keys(app)


def test_a_reason_to_decline_is_one_tap(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, HURT)
    proposal = propose(kept.store, kept.made.match_id, 2, "red", [REPLACED], kept.red)
    app = opens("kept", link=kept.keeper.secret)
    tap(app, f"declining-{proposal.id}")
    tap(app, f"undecided-{proposal.id}")
    tap(app, f"declining-{proposal.id}")
    choose(app, f"answer-{proposal.id}-quick", "Too late")
    tap(app, f"decline-{proposal.id}")
    assert "Declined." in says(app)
    (answered,) = list_proposals(kept.store, kept.made.match_id, kept.red)
    assert (answered.status, answered.reason) == ("declined", "Too late")


# -- what is played otherwise ----------------------------------------------------------------------------------------


def test_what_deviates_from_the_rulebook_is_seen_in_every_view(store: Store, opens: Opens, says: Says) -> None:
    event = {"upper_limit": 8, "handicap_game": False, "periods": 4, "readings": {"short-swap": "frozen"}}
    made = create_match(store, a_match(event=event, journal=[]))
    for view in ("record", "check", "journal", "audit"):
        said = says(opens("kept", link=made.keeper.secret, view=view, team="red", lang="en"))
        assert "Played with: on the flat; 4 periods; The missing player's handicap" in said
        assert "The rulebook has 6." in said
    append(store, made.match_id, 0, [{"entry": "event", "set": {"handicap_game": True}}], Actor(made.keeper.secret))
    assert "on the flat" not in says(opens("kept", link=made.keeper.secret, lang="en")).partition("What happened?")[0]


def test_by_the_rulebook_there_is_nothing_to_say(kept: Kept, opens: Opens, says: Says) -> None:
    assert "Played with" not in says(opens("kept", link=kept.keeper.secret))


def test_the_page_of_a_worked_example_says_what_deviates_too(opens: Opens, says: Says) -> None:
    flat = next(name for name, case in sources.list_cases().items() if not case.match.event.handicap_game)
    assert "Played with: on the flat" in says(opens("match", case=flat, lang="en"))


def test_proposals_are_seen_beside_the_clock_too(kept: Kept, opens: Opens) -> None:
    kept.record(START, HURT)
    proposal = propose(kept.store, kept.made.match_id, 2, "red", [REPLACED], kept.red)
    app = opens("clock", link=kept.keeper.secret, lang="en")
    tap(app, "waiting")
    assert f"accept-{proposal.id}" in keys(app)
