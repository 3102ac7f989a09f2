"""Random situations for the solver's tests, the same each time: possible journals, folded."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

from advisor.errors import InputError
from advisor.fold import Fold
from advisor.match import READINGS
from advisor.rulebook import Rule, find_rulebook
from advisor.situation import Situation
from tests.rules.build import Game, arena, outdoor, team_of

BOOKS = ("uspa-outdoor-2026", "uspa-arena-2026")
ENTRY_CLAUSES = ("p7-timing", "p7-nearest-above")
"""Clauses about an entry, never about a lineup."""


def lineup_rules() -> list[Rule]:
    """Every rule about lineups, each once, in the order of the contract."""
    by_clause: dict[str, Rule] = {}
    for book in BOOKS:
        by_clause.update({rule.clause: rule for rule in find_rulebook(book).rules})
    return [rule for clause, rule in by_clause.items() if clause not in ENTRY_CLAUSES]


def random_game(seed: int, steps: int = 9) -> Game:
    """A match with a journal of about so many entries; whatever would be impossible is left out."""
    chance = random.Random(seed)
    indoors = chance.random() < 0.4
    upper = chance.choice([2, 3, 6, 8, 8, 9, 10, 12])
    places = 3 if indoors else 4
    ratings = [-2, -1, -1, -0.5, 0, 0, 0.5, 1, 1, 1.5, 2, 2, 2.5, 3, 3, 4, 5, 7]

    def squad() -> str:
        starters = [chance.choice(ratings) for _ in range(places)]
        for _ in range(30):
            if sum(starters) <= upper:
                break
            starters[chance.randrange(places)] = chance.choice(ratings)
        bench = [chance.choice(ratings) for _ in range(chance.randint(1, 4))]
        started = starters if chance.random() < 0.85 or not indoors else starters[:-1]
        return " + ".join(" ".join(map(str, part)) for part in (started, bench))

    build = arena if indoors else outdoor
    started = chance.random() < 0.9
    game = build(upper, red=squad(), blue=squad(), started=False, periods=chance.choice([2, 4, 6]))
    if chance.random() < 0.6:
        game.data["event"]["lower_limit"] = upper - chance.choice([0, 1, 2.5, 4])
    about_lineups = {name: values for name, values in READINGS.items() if name != "whistle-after-horn"}
    readings = {name: chance.choice(values) for name, values in about_lineups.items() if chance.random() < 0.35}
    game.data["event"]["readings"] = {name: value for name, value in readings.items() if value}
    lineups = {}
    for key in ("red", "blue"):
        players = game.data["teams"][key]["players"]
        lineups[key] = [player["id"] for player in players[:places]]
        for player in players:
            bench = player["id"] not in lineups[key]
            if chance.random() < (0.15 if bench else 0.02):
                player["present"] = False
            if chance.random() < (0.12 if bench else 0.02):
                player["ineligible"] = chance.choice(["suspended", "equipment", "fee-unpaid"])
            if chance.random() < (0.25 if bench else 0.02):
                player["eliminated_from_event"] = True
            if chance.random() < 0.08:
                player["known_injury"] = True
        if indoors and chance.random() < 0.2:
            lineups[key].pop()
    if not started:
        return game
    game = game.entry("start", lineups=lineups)
    for _ in range(steps):
        further = _one_more(game, chance)
        try:
            Fold(further.match).run()
        except InputError:
            continue
        game = further
    return game


def _one_more(game: Game, chance: random.Random) -> Game:
    """The game with one or a few entries more, possible or not."""
    everybody = [player["id"] for team in game.data["teams"].values() for player in team["players"]]
    one, other = chance.choice(everybody), chance.choice(everybody)
    mates = [player for player in everybody if team_of(player) == team_of(one)]

    def substitution() -> Game:
        count = chance.choice([1, 1, 1, 2])
        out, coming = chance.sample(mates, count), chance.sample(mates, count)
        return game.sub(" ".join(out[: chance.choice([0, count, count])]), " ".join(coming), team=team_of(one))

    def corrected() -> Game:
        facts = chance.choice([{"handicap": chance.choice([-1, 0, 2, 5])}, {"ineligible": "suspended"}])
        return game.player(one, **facts)

    def penalty_7() -> Game:
        return game.unable(one).p7(one).name(other)

    choices: list[tuple[int, Callable[[], Game]]] = [
        (3, game.stop),
        (3, game.resume),
        (3, game.end),
        (4, game.begin),
        (5, lambda: game.unable(one, chance.choice(["injury", "injury", "illness", "exhaustion", "quit"]))),
        (1, lambda: game.unable(one, concussion=True)),
        (2, lambda: game.recovered(one)),
        (2, lambda: game.card(one, chance.choice(["red", "second_yellow"]))),
        (1, lambda: game.card(one, chance.choice(["red", "second_yellow"])).sit_out_over(one)),
        (1, lambda: game.left(one)),
        (1, lambda: game.arrived(one)),
        (8, substitution),
        (3, penalty_7),
        (2, corrected),
    ]
    weights, steps = zip(*choices, strict=True)
    return chance.choices(steps, weights)[0]()


def situations_of(game: Game) -> Iterator[Situation]:
    """Both teams' situations now, and at the end of the period where one is under way."""
    fold = Fold(game.match).run()
    for team in fold.sides:
        situation = fold.situation(team)
        yield situation
        if situation.within_period:
            yield fold.situation(team, at_period_end=True)


@cache
def random_situations(count: int = 120, first: int = 0) -> tuple[Situation, ...]:
    """The situations of so many random games."""
    return tuple(situation for seed in range(first, first + count) for situation in situations_of(random_game(seed)))


@cache
def all_lineups(situation_players: frozenset[str], most: int) -> tuple[frozenset[str], ...]:
    """Every lineup of 1 to so many of these players."""
    ids = sorted(situation_players)
    return tuple(frozenset(chosen) for size in range(1, most + 1) for chosen in combinations(ids, size))


def lineups_of(situation: Situation) -> tuple[frozenset[str], ...]:
    """Every lineup that the solver looks at: 1 to one more than the places."""
    return all_lineups(frozenset(situation.players), situation.places + 1)


def with_rules(situation: Situation, *rules: Rule) -> Situation:
    """The situation with only these clauses, those left out that cannot be broken there."""
    if any(rule.clause == "rostered-limits" for rule in rules):
        situation = replace(situation, sheltered=True)
    return replace(situation, rules=tuple(rule for rule in rules if rule.applies(situation)))
