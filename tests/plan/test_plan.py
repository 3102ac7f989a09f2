"""The plan: every answer is the one that the match itself would give if the loss were recorded."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import pytest
import yaml

from advisor.errors import InputError
from advisor.match import Match
from advisor.plan.plan import Loss, Plan, make_plan
from tests import oracle
from tests.commands import MATCHES
from tests.generate import Seeded
from tests.plan import brute
from tests.plan.drawn import random_squads, rules_of

Json = dict[str, Any]


def demo(name: str = "demo", entries: int | None = None) -> Json:
    """A demo match, its journal cut off after so many entries."""
    data: Json = yaml.safe_load((MATCHES / f"{name}.yaml").read_text("utf-8"))
    data["journal"] = data["journal"][:entries]
    return data


def plan_of(data: Json, **options: Any) -> Plan:
    return make_plan(Match.model_validate(data), "red", **options)


def found(plan: Plan, player: str, kind: str) -> Loss:
    return next(loss for loss in plan.losses if (loss.player, loss.kind) == (player, kind))


def at_period(data: Json, period: int) -> Json:
    return brute.with_entries(data, *[{"entry": "end_period"}, {"entry": "start_period"}] * (period - 1))


def lost(data: Json, kind: str, player: str) -> Json:
    if kind == "sent_off":
        card = {"entry": "card", "team": "red", "player": player, "kind": "red"}
        return brute.with_entries(data, card, {"entry": "sit_out_over", "team": "red", "player": player})
    return brute.with_entries(data, brute.hurt("red", player))


def plain(option: Any) -> Json:
    shown: Json = option.model_dump(mode="json", by_alias=True)
    del shown["alternatives"]
    return shown


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_options_and_newcomers_are_those_of_the_oracle_after_the_loss(seed: int) -> None:
    squads = random_squads(Seeded(seed), rules_of(seed))
    started = brute.started(squads)
    if started is None:
        with pytest.raises(InputError):
            plan_of({**squads, "teams": {**squads["teams"], "red": {"players": []}}})
        return
    plan = plan_of(squads)
    assert plan.lineup_from == "strongest"
    assert plan.lineups == {team: sorted(ids) for team, ids in started["journal"][0]["lineups"].items()}
    for loss in plan.losses:
        if loss.kind == "penalty_7":
            continue
        theirs = oracle.advise(lost(started, loss.kind, loss.player), "red", 3)
        now = [option for option in theirs["options"] if option["when"] != "period_end"]
        assert [plain(option) for option in loss.options] == now
        legal = [row for row in theirs["wanted"] if row["lineup"] is not None]
        assert (loss.newcomer and loss.newcomer.handicap) == (legal[-1]["handicap"] if legal else None)
        free = [row for row in legal if row["score_change"]["red"] >= 0 >= row["score_change"]["blue"]]
        assert (loss.free_newcomer and loss.free_newcomer.handicap) == (free[-1]["handicap"] if free else None)


def test_a_later_period_is_told_only_where_the_order_is_another_there() -> None:
    met: Counter[str] = Counter()
    started = demo(entries=1)
    plan = plan_of(started)
    assert plan.periods == [1, 4, 6]
    for loss in plan.losses:
        if loss.kind == "penalty_7" or loss.player not in ("r1", "r2"):
            continue
        shown = [option.lineup for option in loss.options]
        turns = {turn.period: [option.lineup for option in turn.options] for turn in loss.turns}
        for period in plan.periods[1:]:
            theirs = oracle.advise(lost(at_period(started, period), loss.kind, loss.player), "red", 3)
            there = [option["lineup"] for option in theirs["options"] if option["when"] != "period_end"]
            assert turns.get(period, shown) == there
            met["turn" if period in turns else "no turn"] += 1
            shown = there
    assert met["turn"]
    assert met["no turn"]


def test_the_planned_lineup_is_taken_and_must_be_legal() -> None:
    plan = plan_of(demo(entries=0), lineup=["r1", "r2", "r3", "r4"])
    assert (plan.lineup_from, plan.lineups["red"]) == ("planned", ["r1", "r2", "r3", "r4"])
    with pytest.raises(InputError, match=r"this lineup may not start: .*; name another one"):
        plan_of(demo(entries=0), lineup=["r1", "r2", "r3", "r6"])
    with pytest.raises(InputError, match="the match has started already"):
        plan_of(demo(), lineup=["r1", "r2", "r3", "r4"])


def test_a_match_under_way_is_planned_from_its_lineup_and_period() -> None:
    plan = plan_of(demo(entries=9))
    assert (plan.lineup_from, plan.periods, plan.trade_off) == ("journal", [2, 4, 6], None)
    assert {loss.player for loss in plan.losses} == {"r1", "r2", "r3", "r4"}


def test_where_somebody_must_leave_the_stoppage_is_taken_as_it_is() -> None:
    plan = plan_of(demo())
    assert plan.periods == [3]
    assert {loss.player for loss in plan.losses} == {"r1", "r3", "r4"}
    theirs = oracle.advise(lost(demo(), "hurt", "r1"), "red", 3)
    now = [option for option in theirs["options"] if option["when"] != "period_end"]
    assert [plain(option) for option in found(plan, "r1", "hurt").options] == now


def test_under_a_penalty_7_the_removals_are_those_that_advise_lists() -> None:
    data = demo(entries=1)
    plan = plan_of(data)
    for player in plan.lineups["red"]:
        pending = brute.with_entries(
            data, brute.hurt("red", player), {"entry": "penalty_7", "against": "blue", "disabled": player}
        )
        named = {row["player"] for row in oracle.advise(pending, "red")["removals"]}
        seven = found(plan, player, "penalty_7").penalty_7
        assert seven is not None
        assert {choice.player for choice in seven.choices if choice.kind == "removal"} == named


def test_a_penalty_7_that_is_pending_already_comes_first() -> None:
    data = demo("penalty-7")
    plan = plan_of(data)
    first = plan.losses[0]
    assert (first.player, first.kind) == (oracle.Fold(data).state.pending.disabled, "penalty_7")
    assert first.player not in plan.state.field
    assert first.penalty_7 is not None
    balances = {(choice.kind, choice.player): choice.balance for choice in first.penalty_7.choices}
    assert balances == {choice: float(round(balance, 2)) for choice, balance in brute.choices(data).items()}


def test_a_team_that_nobody_can_play_for_is_an_input_error() -> None:
    data = demo(entries=0)
    for player in data["teams"]["blue"]["players"]:
        player["present"] = False
    with pytest.raises(InputError, match="nobody of blue can start; list its players"):
        plan_of(data)
    with pytest.raises(InputError, match="no team green"):
        make_plan(Match.model_validate(demo()), "green")


def test_progress_comes_to_its_end() -> None:
    steps: list[tuple[int, int]] = []
    plan_of(demo(entries=1), progress=lambda done, of: steps.append((done, of)))
    assert steps == [(done, 13) for done in range(14)]


# -- who starts ------------------------------------------------------------------------------------------------------


def brute_worth(data: Json, lineup: list[str]) -> tuple[int, float, float]:
    """Losses not covered, the worst and the average, with these starters and the rest of the list on the bench."""
    other = brute.strongest_start(data, "blue")
    match = brute.with_entries(data, {"entry": "start", "lineups": {"red": lineup, "blue": other}})
    outcomes = [brute.outcome(brute.with_entries(match, brute.hurt("red", player)), "red") for player in lineup]
    values = [one.value for one in outcomes]
    uncovered = sum(not one.covered for one in outcomes)
    return uncovered, brute_round(min(values)), brute_round(sum(values) / len(values))


def brute_round(halves: Any) -> float:
    return float(round(halves / 2, 2))


@pytest.mark.parametrize("seed", [1, 4])
def test_starters_are_worth_what_brute_force_says_and_the_best_are_marked(seed: int) -> None:
    squads = random_squads(Seeded(seed), rules_of(seed))
    for number in range(2):
        squads["teams"]["red"]["players"].append({"id": f"x{number}", "handicap": number + 1})
    if brute.started(squads) is None:
        pytest.skip("nobody may start")
    trade_off = plan_of(squads).trade_off
    assert trade_off is not None
    assert trade_off.left_out == 0
    rows = []
    for row in trade_off.starters:
        use = row.usefulness
        worth = (use.losses - use.covered, float(use.worst), float(use.average))
        assert worth == brute_worth(squads, row.lineup)
        rows.append((row.field_handicap, (-worth[0], worth[1], worth[2]), row.is_best))
    for strength, worth, is_best in rows:
        better = any(
            (other >= strength and use > worth) or (other > strength and use >= worth) for other, use, _ in rows
        )
        assert not (is_best and better)
        assert is_best or better or any(best and (other, use) == (strength, worth) for other, use, best in rows)
    sums = {oracle.shown(brute.Answers(squads, None).now.sum("red", one)) for one in legal_starts(squads)}
    assert {row.field_handicap for row in trade_off.starters} == sums


def legal_starts(data: Json) -> list[frozenset[str]]:
    answers = brute.Answers(copy.deepcopy(data), None)
    return brute.legal_options("red", answers.now)
