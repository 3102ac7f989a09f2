"""Random valid matches and questions, mostly sensible stories, for comparing the engine with the oracle.

A journal is kept possible by folding it with the oracle: a drawn entry that could not have happened is dropped.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from tests.oracle import OUTDOOR, READINGS, Fold, Impossible, Situation, State, Team, legal_options

Json = dict[str, Any]
T = TypeVar("T")

READING_VALUES = {name: values for name, values in READINGS.items() if len(values) > 1 and name != "whistle-after-horn"}
REASONS = ("suspended", "not-registered", "fee-unpaid", "other-team", "equipment")
UNABLE = ("injury", "injury", "injury", "injury", "injury", "injury", "illness", "illness", "exhaustion")


class Choose(Protocol):
    """What the generator asks of a source of chance."""

    def integer(self, a: int, b: int) -> int: ...

    def element(self, sequence: Sequence[T]) -> T: ...

    def chance(self, percent: int) -> bool: ...


class Seeded:
    """Choices out of `random.Random`."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def integer(self, a: int, b: int) -> int:
        return self.random.randint(a, b)

    def element(self, sequence: Sequence[T]) -> T:
        return sequence[self.random.randrange(len(sequence))]

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent


class Drawn:
    """Choices out of hypothesis: `draw` is what `st.composite` or `st.data()` gives."""

    def __init__(self, draw: Callable[..., Any]) -> None:
        from hypothesis import strategies

        self.draw, self.strategies = draw, strategies

    def integer(self, a: int, b: int) -> int:
        return self.draw(self.strategies.integers(a, b))

    def element(self, sequence: Sequence[T]) -> T:
        return sequence[self.integer(0, len(sequence) - 1)]

    def chance(self, percent: int) -> bool:
        # The high end is the rare case, so that examples shrink towards plain matches.
        return self.integer(0, 99) >= 100 - percent


def random_match(
    choose: Choose, rules: str = OUTDOOR, readings: bool = True, rosters: bool = False, umpire: bool = False
) -> Json:
    """Draw a match that the contract allows.

    ``rosters``: mostly with rosters declared by the draw, players re-rated since and persons on both benches.
    ``umpire``: with horns, balls out, penalties and corrections of the clock.
    """
    match: Json = {"rules": rules, "event": random_event(choose, rules, readings), "teams": {}, "journal": []}
    for key, letter in (("red", "r"), ("blue", "b")):
        match["teams"][key] = {"players": random_players(choose, match, letter)}
    if rosters:
        for team in match["teams"].values():
            declare_roster(choose, match, team["players"])
        share_persons(choose, match)
    if umpire and choose.chance(30):
        match["event"].setdefault("readings", {})["whistle-after-horn"] = choose.element(("foul", "any"))
    Story(choose, match, rosters, umpire).tell()
    return match


def random_question(choose: Choose, match: Json) -> Json:
    """Draw a team, a lineup to verify and a clock or None."""
    fold = Fold(match)
    state = fold.state
    key = choose.element(sorted(state.teams))
    if state.pending is not None and choose.chance(70):
        key = state.pending.fouled
    team = state.teams[key]
    situation = fold.situation()
    everybody = sorted(team.players)
    standing = sorted(situation.standing(key)) or everybody[: len(team.places)]
    kind = choose.integer(0, 9)
    lineup: list[str] = []
    if kind <= 2:
        options = legal_options(key, situation)
        if state.in_period and choose.chance(40):
            later = fold.copy_at(state)
            later.apply_end_period({})
            options = legal_options(key, later.situation())
        if options:
            lineup = sorted(choose.element(options))
    elif kind <= 3:
        lineup = standing
    elif kind <= 7:
        lineup = list(standing)
        for _ in range(choose.integer(1, 2)):
            if lineup and choose.chance(80):
                lineup.remove(choose.element(lineup))
            bench = [player for player in everybody if player not in lineup]
            if bench and (not lineup or choose.chance(80)):
                lineup.append(choose.element(bench))
    if not lineup:
        rest = list(everybody)
        for _ in range(min(len(rest), choose.integer(1, len(team.places) + 1))):
            lineup.append(choose.element(rest))
            rest.remove(lineup[-1])
    clock = None
    if choose.chance(30):
        clock = min(450, int(state.clock or 0) + choose.integer(0, 150))
    return {"team": key, "lineup": sorted(lineup), "clock": clock}


# ------------------------------------------------------------------------------------- event and teams


def random_event(choose: Choose, rules: str, readings: bool) -> Json:
    outdoors = rules == OUTDOOR
    limits = (2, 3, 4, 6, 6, 8, 8, 8, 10, 12, 12, 14, 16, 20) if outdoors else (3, 4, 6, 6, 8, 8, 9, 10, 12, 14)
    event: Json = {"upper_limit": choose.element(limits)}
    if choose.chance(50):
        event["lower_limit"] = event["upper_limit"] - choose.element((0, 1, 2, 3, 4, 4.5))
    if choose.chance(12):
        event["handicap_game"] = False
    if choose.chance(70):
        event["periods"] = choose.element((4, 6, 8, 2, 2, 3, 5, 7) if outdoors else (4, 2, 3, 6))
    if not outdoors and choose.chance(25):
        event["player_above_limit_allowed"] = True
    if readings and choose.chance(40):
        names = [*READING_VALUES, "double-substitution", "p7-received", "p7-fouling-cap", "injured-return"]
        chosen = {choose.element(names) for _ in range(choose.integer(1, 3))}
        event["readings"] = {name: choose.element(READING_VALUES[name]) for name in sorted(chosen)}
    return event


def random_players(choose: Choose, match: Json, letter: str) -> list[Json]:
    places = 4 if match["rules"] == OUTDOOR else 3
    upper = match["event"]["upper_limit"]
    count = choose.element((places, places + 1, places + 1, places + 2, places + 2, places + 3, places + 4))
    high = max(1, min(10, upper * 2 // 3)) if upper > 3 else upper + 2
    minus = 40 if choose.chance(20) else 3
    starters = [choose.integer(-2, -1) if choose.chance(minus) else choose.integer(0, high) for _ in range(places)]
    target = upper - choose.element((0, 0, 0, 0, 1, 1, 2, 3, 5))
    if not choose.chance(10):
        target = max(target, match["event"].get("lower_limit", target))
    for _ in range(60):  # mostly just within the limit
        apart = target - sum(starters)
        if apart == 0:
            break
        number = choose.integer(0, places - 1)
        if starters[number] < 0 and choose.chance(80):
            continue
        starters[number] = max(-2, min(10, starters[number] + (1 if apart > 0 else -1)))
    handicaps: list[float] = list(starters)
    for _ in range(count - places):
        near = choose.element(starters) + choose.element((-2, -1, -1, 0, 0, 0, 1, 1, 2, 3))
        handicaps.append(max(-2, min(10, near)))
    halves, too_few = choose.chance(30), places == 3 and choose.chance(12)
    players = []
    for number, handicap in enumerate(handicaps, 1):
        if halves and -1 < handicap < 2 and choose.chance(50):
            handicap += 0.5 if handicap < 1 or choose.chance(50) else -0.5
        player: Json = {"id": f"{letter}{number}", "handicap": handicap}
        bench = number > places
        if too_few and number >= places:
            player.update(choose.element(({"present": False}, {"present": False}, {"ineligible": "equipment"})))
        if choose.chance(18 if bench else 3):
            player["present"] = False
        if choose.chance(12 if bench else 3):
            player["ineligible"] = choose.element(REASONS)
        if choose.chance(22 if bench else 1):
            player["eliminated_from_event"] = True
        if choose.chance(4):
            player["known_injury"] = True
        players.append(player)
    return players


def declare_roster(choose: Choose, match: Json, players: list[Json]) -> None:
    """Put players on the roster, and re-rate some since the draw."""
    places = 4 if match["rules"] == OUTDOOR else 3
    if choose.chance(15):
        return
    count = places if choose.chance(90) else places + choose.element((-1, 1))
    for player in players[:count]:
        player["rostered"] = True
    for _ in range(choose.element((0, 1, 1, 1, 2))):
        player = choose.element(players[: places + 1])
        player.setdefault("handicap_at_draw", player["handicap"])
        player["handicap"] = max(-2, min(10, player["handicap"] + choose.element((-2, -1, -0.5, 0.5, 1, 1, 2))))


def share_persons(choose: Choose, match: Json) -> None:
    """Let somebody stand on both benches."""
    for number in range(choose.element((0, 0, 1, 1, 2))):
        for team in match["teams"].values():
            choose.element(team["players"])["person"] = f"person-{number}"


# -------------------------------------------------------------------------------------------- the journal


class Story:
    """Draws a journal, one possible entry after the other."""

    def __init__(self, choose: Choose, match: Json, rosters: bool = False, umpire: bool = False) -> None:
        self.choose, self.match, self.rosters, self.umpire = choose, match, rosters, umpire
        self.outdoors = match["rules"] == OUTDOOR
        self.clocked = choose.chance(50)
        self.theme = choose.element(
            (
                *("any", "any", "any", "injuries", "injuries", "penalty-7", "penalty-7", "penalty-7"),
                *("cards", "periods", "periods", "corrections"),
            )
        )
        self.added = 0

    def tell(self) -> None:
        length = self.choose.element((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 14, 14, 14))
        if self.theme == "penalty-7" and length < 8:
            length += self.choose.element((0, 3, 6))
        journal = self.match["journal"]
        self.fold = Fold(self.match)
        for _ in range(length):
            entry = self.next_entry()
            if entry is None:
                continue
            self.put_clock(entry)
            journal.append(entry)
            try:
                self.fold = Fold(self.match)
            except Impossible:
                journal.pop()

    # Helpers

    @property
    def state(self) -> State:
        return self.fold.state

    def situation(self) -> Situation:
        return self.fold.situation()

    def put_clock(self, entry: Json) -> None:
        state = self.state
        if entry["entry"] in ("start", "start_period") and self.clocked and self.choose.chance(15):
            entry["clock"] = 0
        wanted = state.in_period and entry["entry"] not in ("start_period", "clock_correction")
        if not (self.clocked and wanted and self.choose.chance(70)):
            return
        clock = int(state.clock or 0)
        if state.moment == "in_play":
            clock += self.choose.integer(0, 150)
        if entry["entry"] == "end_period" and self.choose.chance(60):
            clock = max(clock, state.length)
        entry["clock"] = min(clock, max(int(state.clock or 0), state.length + 30))

    def weighted(self, weights: dict[str, int]) -> str:
        number = self.choose.integer(1, sum(weights.values()))
        for name, weight in weights.items():
            number -= weight
            if number <= 0:
                return name
        raise AssertionError

    def some_team(self, wanted: Callable[[Team], bool] = lambda team: True) -> Team | None:
        teams = [team for team in self.state.teams.values() if wanted(team)]
        return self.choose.element(teams) if teams else None

    def some(self, wanted: Callable[[Team, str], bool]) -> tuple[Team, str] | None:
        """Draw one of the players of both teams that the test lets through."""
        found = [
            (team, player) for team in self.state.teams.values() for player in team.players if wanted(team, player)
        ]
        return self.choose.element(found) if found else None

    # Which entry

    def next_entry(self) -> Json | None:
        state, theme = self.state, self.theme
        weights = dict(self.weights())
        teams = state.teams.values()
        hurt_now = any("injury" in team.hurt_now.values() for team in teams)
        if state.pending is not None:
            weights["designate"] = 35 if not state.pending.resumed else 20
        if hurt_now and state.pending is None and state.moment != "in_play":
            weights["penalty_7"] = weights.get("penalty_7", 0) + (60 if theme == "penalty-7" else 8)
        if any(len(team.holders()) < len(team.places) for team in teams) and state.moment != "before_start":
            weights["substitute"] = weights.get("substitute", 0) + 8
        if any(team.must_leave for team in teams):
            weights["substitute"] = weights.get("substitute", 0) + 12
            weights["double"] = 4
        if any(player.hurt_and_left and player.unable for team in teams for player in team.players.values()):
            weights["recovered"] = weights["recovered"] + (20 if theme == "injuries" else 3)
        if any(player.sit and not player.sit.closed for team in teams for player in team.players.values()):
            weights["sit_out_over"] = 8
        if any(team.caps for team in teams):
            weights["stronger"] = 30 if state.moment == "between_periods" else 6
            weights["designate"] = weights.get("designate", 0) // 2
        if self.umpire and state.in_period:
            weights.update(horn=0 if state.horn else 25, penalty=4, clock_correction=4)
            if state.moment == "in_play":
                weights.update(ball_out=4, ball_in=2)
        name = self.weighted({name: weight for name, weight in weights.items() if weight})
        return getattr(self, "draw_" + name)()

    def weights(self) -> dict[str, int]:
        theme = self.theme
        corrections = 6 if theme == "corrections" else 2
        common = {
            "player": corrections,
            "event": corrections,
            "strike": corrections,
            "arrived": 4,
            "left": 2,
            "recovered": 5,
            "unable_bench": 2,
        }
        if self.state.moment == "before_start":
            return {**common, "start": 60}
        common["goal"] = 1
        common["absurd"] = 4
        if self.state.moment == "in_play":
            return {
                **common,
                "stop": 8,
                "unable": 40 if theme in ("injuries", "penalty-7") else 14,
                "quit": 3,
                "leave_field": 3,
                "card": 25 if theme == "cards" else 5,
                "end_period": 30 if theme == "periods" else 12,
                "penalty_7": 1,
            }
        if self.state.moment == "stopped":
            return {
                **common,
                "substitute": 4,
                "unable": 12 if theme == "injuries" else 5,
                "quit": 1,
                "leave_field": 1,
                "card": 4,
                "resume": 24,
                "end_period": 14 if theme == "periods" else 6,
                "penalty_7": 1,
            }
        return {
            **common,
            "substitute": 16,
            "unable": 3,
            "card": 1,
            "leave_field": 1,
            "start_period": 45 if theme == "periods" else 26,
            "penalty_7": 1,
        }

    # The entries

    def draw_start(self) -> Json:
        situation = self.situation()
        lineups = {}
        for key, team in self.state.teams.items():
            options = legal_options(key, situation)
            if options and not self.choose.chance(6):
                lineups[key] = self.shuffled(sorted(self.choose.element(options)))
            else:
                size = min(len(team.players), len(team.places) - (1 if self.choose.chance(30) else 0))
                lineups[key] = self.shuffled(sorted(team.players))[:size]
        return {"entry": "start", "lineups": lineups}

    def shuffled(self, players: list[str]) -> list[str]:
        if self.choose.chance(60):
            return players
        shift = self.choose.integer(0, len(players) - 1)
        return players[shift:] + players[:shift]

    def draw_stop(self) -> Json:
        return {"entry": "stop"}

    def draw_resume(self) -> Json:
        return {"entry": "resume"}

    def draw_end_period(self) -> Json:
        return {"entry": "end_period"}

    def draw_start_period(self) -> Json:
        return {"entry": "start_period"}

    def draw_goal(self) -> Json:
        return {"entry": "goal", "team": self.choose.element(sorted(self.state.teams))}

    def draw_unable(self) -> Json | None:
        found = self.some(lambda team, player: player in team.holders())
        return None if found is None else self.unable(*found, self.choose.element(UNABLE))

    def draw_unable_bench(self) -> Json | None:
        found = self.some(lambda team, player: player not in team.holders())
        return None if found is None else self.unable(*found, self.choose.element(UNABLE))

    def draw_quit(self) -> Json | None:
        found = self.some(lambda team, player: player in team.holders())
        return None if found is None else self.unable(*found, "quit")

    def unable(self, team: Team, player: str, reason: str) -> Json:
        entry = {"entry": "unable", "team": team.key, "player": player, "reason": reason}
        if reason == "injury" and self.choose.chance(12):
            entry["concussion"] = True
        return entry

    def draw_recovered(self) -> Json | None:
        found = self.some(lambda team, player: team.players[player].unable is not None)
        return None if found is None else {"entry": "recovered", "team": found[0].key, "player": found[1]}

    def draw_card(self) -> Json | None:
        found = self.some(lambda team, player: player in team.holders())
        if found is None:
            return None
        kind = self.choose.element(("second_yellow", "red"))
        return {"entry": "card", "team": found[0].key, "player": found[1], "kind": kind}

    def draw_sit_out_over(self) -> Json | None:
        def sits(team: Team, player: str) -> bool:
            sit = team.players[player].sit
            return sit is not None and not sit.closed and player not in team.holders()

        found = self.some(sits)
        return None if found is None else {"entry": "sit_out_over", "team": found[0].key, "player": found[1]}

    def draw_arrived(self) -> Json | None:
        found = self.some(lambda team, player: not team.players[player].present)
        return None if found is None else {"entry": "arrived", "team": found[0].key, "player": found[1]}

    def draw_left(self) -> Json | None:
        found = self.some(lambda team, player: player not in team.holders())
        return None if found is None else {"entry": "left", "team": found[0].key, "player": found[1]}

    def draw_leave_field(self) -> Json | None:
        found = self.some(lambda team, player: player in team.holders())
        return None if found is None else {"entry": "left", "team": found[0].key, "player": found[1]}

    def draw_penalty_7(self) -> Json | None:
        found = self.some(lambda team, player: team.hurt_now.get(player) == "injury")
        if found is None or self.choose.chance(5):
            found = self.some(lambda team, player: team.players[player].unable is not None) or found
        if found is None:
            return None
        return {"entry": "penalty_7", "against": self.state.other(found[0].key), "disabled": found[1]}

    def draw_designate(self) -> Json | None:
        pending = self.state.pending
        if pending is None:
            return None
        candidates = self.fold.situation_candidates()
        if not candidates or self.choose.chance(12):
            candidates = sorted(self.state.teams[pending.fouling].holders())
        return {"entry": "designate", "player": self.choose.element(candidates)} if candidates else None

    def draw_substitute(self) -> Json | None:
        """Draw a legal substitution, now and then only a part of it."""
        team = self.some_team(lambda team: bool(team.must_leave)) if self.choose.chance(70) else None
        if team is None and self.choose.chance(60):
            team = self.some_team(lambda team: len(team.holders()) < len(team.places))
        team = team or self.some_team()
        assert team is not None
        options = legal_options(team.key, self.situation())
        coming = [option for option in options if option - team.holders()]
        if not coming:
            return self.draw_absurd() if self.choose.chance(20) else None
        kind = self.situation().kind
        doubles = [option for option in coming if kind(team.key, option) == "double"]
        eliminated = [
            option for option in coming if any(team.players[player].eliminated for player in option - team.holders())
        ]
        returning = [
            option for option in coming if any(team.players[player].hurt_and_left for player in option - team.holders())
        ]
        for special in (doubles, eliminated, returning):
            if special and self.choose.chance(30):
                coming = special
        lineup = self.choose.element(coming)
        out, came = sorted(team.holders() - lineup), sorted(lineup - team.holders())
        if len(out) + len(came) > 2 and self.choose.chance(25):  # in more than one entry
            if out and self.choose.chance(70):
                out.remove(self.choose.element(out))
            while came and len(team.holders()) - len(out) + len(came) > len(team.places):
                came.remove(self.choose.element(came))
        return {"entry": "substitute", "team": team.key, "out": out, "in": came}

    def draw_double(self) -> Json | None:
        """Draw a hurt player and an able one out and two in, legal or not."""
        team = self.some_team(lambda team: bool(team.must_leave))
        assert team is not None
        able = sorted(team.holders() - set(team.must_leave))
        bench = sorted(
            player
            for player, person in team.players.items()
            if player not in team.holders() and person.present and not person.unable and not person.ineligible
        )
        if not able or len(bench) < 2:
            return None
        out = sorted([self.choose.element(team.must_leave), self.choose.element(able)])
        return {"entry": "substitute", "team": team.key, "out": out, "in": self.few(bench, 2)}

    def draw_stronger(self) -> Json | None:
        """Draw a better player for another, legal or not."""
        team = self.some_team(lambda team: bool(team.caps)) or self.some_team()
        assert team is not None

        def rating(player: str) -> int:
            return team.players[player].handicap

        bench = sorted(
            player
            for player, person in team.players.items()
            if player not in team.holders() and person.present and not person.unable and not person.ineligible
        )
        pairs = [(out, came) for out in sorted(team.holders()) for came in bench if rating(came) > rating(out)]
        if not pairs:
            return None
        out, came = self.choose.element(pairs)
        return {"entry": "substitute", "team": team.key, "out": [out], "in": [came]}

    def draw_absurd(self) -> Json | None:
        """Draw a substitution that is possible, legal or not."""
        team = self.some_team()
        assert team is not None
        if self.state.moment == "before_start":
            return None
        holders, bench = sorted(team.holders()), sorted(set(team.players) - team.holders())
        out = self.few(holders, self.choose.element((0, 1, 1, 1, 2)))
        room = len(team.places) - len(holders) + len(out)
        came = self.few(bench, min(room, self.choose.element((0, 1, 1, 1, 2))))
        return {"entry": "substitute", "team": team.key, "out": out, "in": came}

    def few(self, players: list[str], count: int) -> list[str]:
        rest, chosen = list(players), []
        for _ in range(min(count, len(players))):
            chosen.append(self.choose.element(rest))
            rest.remove(chosen[-1])
        return sorted(chosen)

    def draw_player(self) -> Json | None:
        team = self.some_team()
        assert team is not None
        if self.choose.chance(30):
            self.added += 1
            near = self.choose.element([player.handicap for player in team.players.values()]) / 2
            player: Json = {"id": f"{team.key[0]}x{self.added}", "handicap": max(-2, min(10, near))}
            if self.choose.chance(15):
                player["eliminated_from_event"] = True
        else:
            person = team.players[self.choose.element(sorted(team.players))]
            player = {"id": person.id}
            change = self.choose.element(("handicap", "handicap", "eligible", "eligible", "present", "else"))
            if self.rosters and self.choose.chance(40):
                player.update(
                    self.choose.element(
                        (
                            {"rostered": not person.rostered},
                            {"handicap_at_draw": person.handicap / 2},
                            {"person": None if person.person else "person-0"},
                        )
                    )
                )
            elif change == "handicap":
                apart = self.choose.element((-2, -1, -0.5, 0.5, 1, 1, 2))
                player["handicap"] = max(-2, min(10, person.handicap / 2 + apart))
            elif change == "eligible":
                player["ineligible"] = None if person.ineligible else self.choose.element(REASONS)
            elif change == "present":
                player["present"] = not person.present
            else:
                name = self.choose.element(("eliminated_from_event", "known_injury"))
                player[name] = self.choose.chance(50)
        return {"entry": "player", "team": team.key, "player": player, "reason": "put right"}

    def draw_event(self) -> Json:
        event = self.state.event
        upper, lower = event["upper_limit"] / 2, event["lower_limit"]
        change = self.choose.element(("periods", "upper", "upper", "lower", "flat", "above"))
        new: Json
        if change == "periods":
            new = {"periods": self.choose.element((4, 6, 8, 2) if self.outdoors else (2, 3, 4, 6))}
        elif change == "upper":
            new = {"upper_limit": max(upper + self.choose.element((-1, -1, 0.5, 1, 2)), (lower or 0) / 2)}
        elif change == "lower":
            new = {"lower_limit": upper - self.choose.integer(0, 4)}
        elif change == "flat" or self.outdoors:
            new = {"handicap_game": not event["handicap_game"]}
        else:
            new = {"player_above_limit_allowed": not event["player_above_limit_allowed"]}
        return {"entry": "event", "set": new, "reason": "entered wrongly"}

    # The umpire's

    def draw_horn(self) -> Json:
        return {"entry": "horn", "which": "first"}

    def draw_penalty(self) -> Json:
        number = self.choose.element(("1", "2", "5a"))
        return {"entry": "penalty", "number": number, "against": self.choose.element(sorted(self.state.teams))}

    def draw_clock_correction(self) -> Json:
        return {"entry": "clock_correction", "clock": self.choose.integer(0, 450)}

    def draw_ball_out(self) -> Json:
        return {"entry": "ball_out", "over": "back_line", "team": self.choose.element(sorted(self.state.teams))}

    def draw_ball_in(self) -> Json:
        return {"entry": "ball_in"}

    def draw_strike(self) -> Json | None:
        count = len(self.match["journal"])
        if count == 0:
            return None
        number = self.choose.integer(max(0, count - 5), count - 1)
        return {"entry": "strike", "number": number, "reason": "wrong"}
