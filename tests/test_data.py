"""The data files are complete: every clause, both languages, the same placeholders, closed sets of keys."""

# ruff: noqa: SIM905  (lists of words are easier to read and to extend)

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

DATA = Path(__file__).resolve().parent.parent / "data"

CLAUSES = """
available eligible eliminated-player player-limit minus-rated disqualified p7-injured-out unable-player
sit-out injured-return team-size able-player-stays double-substitution upper-limit lower-limit
rostered-limits p7-cap p7-fouling-cap play-short arena-short p7-timing p7-nearest-above
""".split()
"""Every clause id, in the order of the answers."""

LEFT_OUT = {"uspa-outdoor-2026": {"arena-short"}, "uspa-arena-2026": {"p7-fouling-cap"}}

READINGS = {
    "play-short": ["no-gain", "none-available"],
    "short-swap": ["on-field", "frozen"],
    "double-substitution": ["injury", "any"],
    "p7-fouling-cap": ["both", "rule-3-only"],
    "p7-received": ["goals", "difference"],
    "p7-again": ["same-steps"],
    "injured-return": ["allowed", "never"],
    "overtime-highest": ["counts", "frozen"],
    "arena-short": ["counted", "on-field"],
    "arena-short-time": ["start-only", "always"],
    "whistle-after-horn": ["foul", "any"],
}
"""Each reading's values, the default first."""

ELSEWHERE = {
    "uspa-outdoor-2026": {"arena-short", "arena-short-time"},
    "uspa-arena-2026": {"p7-fouling-cap", "whistle-after-horn"},
}
"""Readings that mean nothing in that rulebook."""

MESSAGES: dict[str, dict[str, str]] = {
    "available": {"default": "player"},
    "eligible": {
        "suspended": "player",
        "not-registered": "player",
        "fee-unpaid": "player",
        "other-team": "player",
        "equipment": "player",
        "at-start": "player",
        "forfeit": "",
        "forfeit-equipment": "",
    },
    "eliminated-player": {"default": "player"},
    "player-limit": {"default": "player handicap limit"},
    "minus-rated": {"default": "count limit"},
    "disqualified": {"default": "player"},
    "p7-injured-out": {"default": "player"},
    "unable-player": {"unable": "player", "must-leave": "player"},
    "sit-out": {"player": "player", "place": "count room"},
    "injured-return": {"concussed": "player", "never": "player"},
    "team-size": {"too-many": "count places", "unreplaced": "out in", "start": "count places"},
    "able-player-stays": {"default": "players"},
    "double-substitution": {"too-many": "count", "two-in": "in", "no-injury": ""},
    "upper-limit": {"default": "sum limit excess"},
    "lower-limit": {"default": "sum limit"},
    "rostered-limits": {"default": "sum lower upper", "upper": "sum upper"},
    "p7-cap": {"default": "sum cap received limit"},
    "p7-fouling-cap": {"default": "sum cap"},
    "play-short": {"no-gain": "sum counted player", "none-available": "player"},
    "arena-short": {"limits": "sum lower upper", "upper": "sum upper", "time": "half periods"},
    "p7-timing": {"injury": "player", "resumed": "player"},
    "p7-nearest-above": {"default": "player handicap nearest"},
}
"""The variants of each clause's message with their placeholders."""

MESSAGES_OF_THE_ARENA = {"minus-rated": {"arena": "player"}}

FIGURES = """
places places_after_penalty_7 regulation_periods full_periods period_seconds handicap_lowest handicap_highest
halves_count_up_to minus_rated player_ceiling minutes_to_find_a_substitute minutes_with_a_penalty_7
minutes_to_recover sit_out_seconds forfeit_hours
""".split()
FIGURES_BESIDES = {
    "uspa-outdoor-2026": {"extra_seconds", "least_seconds_for_a_restart"},
    "uspa-arena-2026": {"short_share_of_game", "periods_to_comply"},
}

CASES_WITH_A_FILE = """
O3-1 O3-2 O3-3 O3-4 O3-5 O3-6a O3-6b O3-7a O3-7b O3-8a O3-8b O3-9 O3-10 O3-11 O3-11-resumed O3-12a O3-12b
O3-13a O3-13b O37-1a O37-1b O37-2a O37-2a-late O37-2b X1 X2 X3
O14-1a O14-1b O14-2a O14-2b O14-3 O14-3-last X4-foul X4-other
last-goal-ties last-goal-decides overtime-goal
shootout-four shootout-three shootout-unequal shootout-thirty shootout-sixty
O20-1 O20-2 O20-3 O20-4 O20-5a O20-5b O20-6 O20-7 O20-8a O20-8b
placed-penalty-2 placed-penalty-3 placed-penalty-5a placed-penalty-6
beluga goose-creek bbj platinum ojo-caliente halves-round-down-8 halves-round-down-6 faraway low-goal-ceiling
two-minus-6 two-minus-8 misconception lechuza red-card-shut red-card-clock red-card-over second-yellow
second-yellow-over fouling-lower fouling-lower-after fouling-lower-wrong tie-of-ratings
A3-1 A3-2 A3-3 A3-4a A3-4b A3-5 A3-6 A3-7 A3-8 A3-9 A3-10
X5-start X5-at-hand X5-full X5-limits X5-first-half X5-half-time X5-second-half X6-kept-out X6-in-order X6-time-up
X7-ineligible X7-helmet X7-helmet-again X8-over X8-under X8-flat X8-flat-both X8-substitute
arena-matrix-4 arena-matrix-6 arena-matrix-2 arena-matrix-3 airstream roster-2022 roster-2022-substitute
eliminated eliminated-at-hand eliminated-bound known-injury known-injury-teammate person-both-benches person-for-both
""".split()

MOMENTS = {"before_start", "in_play", "stopped", "between_periods"}
ENTRY_KEYS = {
    "start": {"lineups"},
    "stop": set(),
    "resume": set(),
    "end_period": set(),
    "start_period": set(),
    "goal": {"team"},
    "unable": {"team", "player", "reason", "concussion"},
    "recovered": {"team", "player"},
    "card": {"team", "player", "kind"},
    "sit_out_over": {"team", "player"},
    "arrived": {"team", "player"},
    "left": {"team", "player"},
    "penalty_7": {"against", "disabled"},
    "designate": {"player"},
    "substitute": {"team", "out", "in"},
    "player": {"team", "player", "reason"},
    "event": {"set", "reason"},
    "strike": {"number", "reason"},
    "horn": {"which", "heard"},
    "ball_out": {"over", "team", "spot"},
    "ball_in": set(),
    "penalty": {"number", "against", "player", "spot", "from_spot", "horse"},
    "clock_correction": {"reason"},
    "shootout": {"hitters", "first", "order"},
    "shot": {"team", "player", "goal"},
}
PLAYER_KEYS = {
    "id", "name", "handicap", "present", "ineligible", "eliminated_from_event", "known_injury", "person", "rostered",
    "handicap_at_draw",
}  # fmt: skip
ASK_KEYS = {
    "verify": {"do", "team", "lineup", "expect"},
    "advise": {"do", "team", "expect", "has", "lacks", "removals"},
    "audit": {"do", "expect", "has_breaches"},
    "penalty": {"do", "penalty", "way", "foul", "expect"},
    "placement": {"do", "placement", "expect"},
    "throw_in": {
        "do", "what", "nearest", "why", "behind_teammate", "travelled", "past_midfield", "played", "team_took_part",
        "scorer", "goal_of", "wrong_way", "period_over", "expect",
    },
    "clock": {"do", "expect"},
    "restart": {"do", "expect"},
    "shootout": {"do", "expect"},
}  # fmt: skip
EXPECT_KEYS = {
    "verify": {
        "status",
        "when",
        "broken",
        "contested_by",
        "field_handicap",
        "counted_handicap",
        "handicap_goals",
        "score_change",
    },
    "advise": {
        "moment",
        "places",
        "field",
        "must_leave",
        "limits",
        "counted_handicap",
        "handicap_goals",
        "totals",
        "comply",
    },
    "audit": {"breaches"},
    "penalty": {"way", "spot", "goals", "then", "ends_change", "entries", "forfeits"},
    "placement": {"right", "way", "spot", "ball", "players"},
    "throw_in": {"ruling", "does", "counts_for", "ends_change"},
    "clock": {"phase", "period", "overtime", "clock", "why", "put_back_to", "contested_by", "score", "notes", "next"},
    "restart": {"restart", "kind", "penalty", "team", "spot", "ends_change", "next_period", "clock", "least"},
    "shootout": {"round", "lines", "points", "next", "winner", "remarks"},
}
OPTION_KEYS = {
    "lineup",
    "when",
    "kind",
    "out",
    "in",
    "field_handicap",
    "counted_handicap",
    "handicap_goals",
    "score_change",
    "net_goals",
    "contested_by",
}


class _NoDuplicates(yaml.SafeLoader):
    """Plain YAML in which a key given twice is an error."""


def _mapping(loader: _NoDuplicates, node: yaml.MappingNode) -> dict[Any, Any]:
    keys = [loader.construct_object(key, deep=True) for key, _ in node.value]
    assert len(keys) == len(set(keys)), f"a key twice, line {node.start_mark.line + 1}"
    return loader.construct_mapping(node, deep=True)


_NoDuplicates.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def load(path: Path) -> Any:
    """Read one YAML file, refusing a key given twice."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=_NoDuplicates)


RULEBOOKS = {name: load(DATA / "rulebooks" / f"{name}.yaml") for name in LEFT_OUT}
CASE_FILES = sorted((DATA / "cases").glob("*.yaml"))
MATCH_FILES = sorted((DATA / "matches").glob("*.yaml"))


def placeholders(pattern: str) -> set[str]:
    """Names in braces of a str.format pattern."""
    return {name for _, name, _, _ in string.Formatter().parse(pattern) if name is not None}


def assert_in_both_languages(value: Any, where: str) -> None:
    """The value is a text in English and in Spanish, neither empty, with no double blank or stray one."""
    assert isinstance(value, dict), where
    assert set(value) == {"en", "es"}, where
    for text in value.values():
        assert isinstance(text, str), where
        assert text == " ".join(text.split()), where
        assert text, where
    assert placeholders(value["en"]) == placeholders(value["es"]), where


def texts(node: Any, where: str) -> Iterator[tuple[str, Any]]:
    """Every mapping below the node that has one of the languages as a key."""
    if isinstance(node, dict):
        if {"en", "es"} & set(node):
            yield where, node
        else:
            for key, value in node.items():
                yield from texts(value, f"{where}.{key}")
    elif isinstance(node, list):
        for place, value in enumerate(node):
            yield from texts(value, f"{where}[{place}]")


@pytest.fixture(params=sorted(RULEBOOKS))
def name(request: pytest.FixtureRequest) -> str:
    """The id of a rulebook."""
    return str(request.param)


@pytest.fixture
def book(name: str) -> Any:
    """The rulebook of that id."""
    return RULEBOOKS[name]


def test_a_rulebook_has_these_parts_and_no_others(book: Any, name: str) -> None:
    assert set(book) == {
        "id", "name", "edition", "source", "surface", "figures", "not_checked", "conditions", "turnout", "membership",
        "clauses", "messages", "readings",
    }  # fmt: skip
    assert book["id"] == name
    assert book["edition"] == "2026"


def test_every_clause_of_the_rulebook_is_there_in_order(book: Any, name: str) -> None:
    expected = [clause for clause in CLAUSES if clause not in LEFT_OUT[name]]
    assert list(book["clauses"]) == expected
    assert list(book["messages"]) == expected


def test_a_clause_has_citation_title_text_and_readings(book: Any) -> None:
    for clause, entry in book["clauses"].items():
        assert set(entry) == {"citation", "title", "text", "readings"}, clause
        for part in ("citation", "title", "text"):
            assert_in_both_languages(entry[part], f"{clause}.{part}")
        assert set(entry["readings"]) <= set(READINGS), clause
        assert len(entry["title"]["en"].split()) <= 8, clause
        for language in ("en", "es"):
            sentences = entry["text"][language].count(". ") + 1
            assert 2 <= sentences <= 4, (clause, language)


def test_every_text_is_in_both_languages_with_the_same_placeholders(book: Any, name: str) -> None:
    found = list(texts(book, name))
    assert len(found) > 150
    for where, text in found:
        assert_in_both_languages(text, where)


def test_messages_have_these_variants_and_placeholders(book: Any, name: str) -> None:
    special = MESSAGES_OF_THE_ARENA if name == "uspa-arena-2026" else {}
    for clause, variants in book["messages"].items():
        expected = special.get(clause, MESSAGES[clause])
        assert set(variants) == set(expected), clause
        for variant, pattern in variants.items():
            assert placeholders(pattern["en"]) == set(expected[variant].split()), (clause, variant)
            for language in ("en", "es"):
                values = {key: f"<{key}>" for key in placeholders(pattern[language])}
                sentence = pattern[language].format(**values)
                assert sentence.endswith((".", ">.")), (clause, variant)
                assert "\n" not in sentence


def test_readings_have_both_values_and_say_whether_they_apply(book: Any, name: str) -> None:
    assert list(book["readings"]) == list(READINGS)
    for reading, entry in book["readings"].items():
        assert set(entry) == {"title", "applies", "default", "values", "citation"}, reading
        assert list(entry["values"]) == READINGS[reading]
        assert entry["default"] == READINGS[reading][0]
        assert entry["applies"] == (reading not in ELSEWHERE[name])
    used = {reading for entry in book["clauses"].values() for reading in entry["readings"]}
    assert not used & ELSEWHERE[name]


def test_every_figure_names_its_source_and_edition(book: Any, name: str) -> None:
    assert set(book["figures"]) == set(FIGURES) | FIGURES_BESIDES[name]
    for figure, entry in book["figures"].items():
        assert set(entry) == {"value", "source", "edition"}, figure
        assert entry["edition"] in {"2018", "2019", "2020", "2021", "2022", "2026"}, figure


def test_conditions_and_what_is_not_checked_are_stated(book: Any) -> None:
    assert book["not_checked"]
    figures = book["figures"]
    conditions = book["conditions"]
    for condition, entry in conditions.items():
        assert set(entry) - {"text", "citation"} in ({"minutes"}, {"periods"}, {"share"}), condition
    assert conditions["find-substitute"]["minutes"] == figures["minutes_to_find_a_substitute"]["value"]
    assert conditions["penalty-7"]["minutes"] == figures["minutes_with_a_penalty_7"]["value"]
    assert conditions["recover"]["minutes"] == figures["minutes_to_recover"]["value"]
    assert conditions["sit-out"]["minutes"] * 60 == figures["sit_out_seconds"]["value"]
    if "periods_to_comply" in figures:
        assert conditions["non-compliant-player"]["periods"] == figures["periods_to_comply"]["value"]
        assert conditions["short-start"]["share"] == figures["short_share_of_game"]["value"]


@pytest.mark.parametrize(
    ("section", "items"),
    [
        (
            "turnout",
            "helmet helmet-of-helpers eye-protection boots white-breeches vest spurs-and-buckles team-colours".split(),
        ),
        ("membership", "member suspension beginner".split()),
    ],
)
def test_what_to_wear_and_who_is_a_member_is_told_with_its_consequence(
    book: Any, name: str, section: str, items: list[str]
) -> None:
    assert list(book[section]) == items
    for item, entry in book[section].items():
        assert set(entry) == {"text", "consequence", "citation"}, item
        for part in entry.values():
            assert_in_both_languages(part, f"{name}.{section}.{item}")
    # The supplied outdoor rules have neither: the arena's are shown there, marked.
    for language, mark in (("en", "applied outdoors"), ("es", "aplicada en cancha")):
        citations = [entry["citation"][language] for entry in book[section].values()]
        assert all((mark in citation) == (name == "uspa-outdoor-2026") for citation in citations)


def test_figures_of_both_rulebooks() -> None:
    outdoor = {key: entry["value"] for key, entry in RULEBOOKS["uspa-outdoor-2026"]["figures"].items()}
    arena = {key: entry["value"] for key, entry in RULEBOOKS["uspa-arena-2026"]["figures"].items()}
    assert (outdoor["places"], arena["places"]) == (4, 3)
    assert outdoor["period_seconds"] == 420
    assert arena["period_seconds"] == {4: 450, 2: 450, 6: 300, 3: 300}
    assert outdoor["full_periods"] == 6
    assert arena["full_periods"] == {4: 4, 2: 4, 6: 6, 3: 6}
    assert (outdoor["halves_count_up_to"], arena["halves_count_up_to"]) == (6, None)
    assert outdoor["minus_rated"] == {"events_up_to": 6, "up_to": 2, "above": 1}
    assert arena["minus_rated"] == {"events_up_to": 9, "up_to": None, "above": 0}
    assert outdoor["player_ceiling"] == {"events_up_to": 3, "above_limit_by": 1}
    assert arena["player_ceiling"] == {"events_up_to": None, "above_limit_by": 0}


def assert_is_a_match(match: Any, where: str) -> None:
    """The match has the keys of the format, and names only its own teams and players."""
    assert set(match) == {"rules", "event", "teams", "journal"}, where
    assert match["rules"] in RULEBOOKS, where
    assert set(match["event"]) <= {
        "name", "upper_limit", "lower_limit", "handicap_game", "periods", "player_above_limit_allowed",
        "readings", "field", "penalty_3_defended",
    }, where  # fmt: skip
    assert "upper_limit" in match["event"], where
    assert len(match["teams"]) == 2, where
    players: dict[str, set[str]] = {}
    for key, team in match["teams"].items():
        assert set(team) <= {"name", "captain", "players"}, where
        for player in team["players"]:
            assert set(player) <= PLAYER_KEYS, where
            assert player["handicap"] * 2 == int(player["handicap"] * 2)
        ids = [player["id"] for player in team["players"]]
        assert len(ids) == len(set(ids)), where
        assert "captain" not in team or team["captain"] in ids, where
        players[key] = set(ids)
    for number, entry in enumerate(match["journal"]):
        place = f"{where}: entry {number}"
        allowed = ENTRY_KEYS[entry["entry"]] | {"entry", "at", "clock", "by", "hash"}
        assert set(entry) <= allowed, place
        if entry["entry"] == "start":
            assert number == 0
            assert {key: set(ids) <= players[key] for key, ids in entry["lineups"].items()} == dict.fromkeys(
                players, True
            ), place
        elif entry["entry"] in {"penalty_7", "designate"}:
            named = entry.get("disabled") or entry["player"]
            assert any(named in ids for ids in players.values()), place
        elif "team" in entry:
            named_ids = entry.get("out", []) + entry.get("in", [])
            if entry["entry"] == "player":
                assert set(entry["player"]) <= PLAYER_KEYS, place
                named_ids.append(entry["player"]["id"])
            elif "player" in entry:
                named_ids.append(entry["player"])
            assert set(named_ids) <= players[entry["team"]], place


@pytest.mark.parametrize("path", CASE_FILES, ids=lambda path: path.stem)
def test_a_case_is_in_the_format(path: Path) -> None:
    case = load(path)
    assert set(case) == {"case", "title", "story", "source", "rule", "basis", "basis_note", "match", "asks"}
    assert case["basis"] in {"document", "public", "worked by hand"}
    assert case["basis_note"] in {"stated", "derived"}
    assert_in_both_languages(case["title"], "title")
    assert_in_both_languages(case["story"], "story")
    assert isinstance(case["rule"], str)
    assert_is_a_match(case["match"], path.name)
    players = {key: {p["id"] for p in team["players"]} for key, team in case["match"]["teams"].items()}
    assert case["asks"]
    for ask in case["asks"]:
        kind = ask["do"]
        assert set(ask) <= ASK_KEYS[kind]
        assert set(ask.get("expect", {})) <= EXPECT_KEYS[kind]
        assert "expect" in ask or "has_breaches" in ask
        lineups: list[list[str]] = [ask["lineup"]] if kind == "verify" else list(ask.get("lacks", []))
        for option in ask.get("has", []):
            if isinstance(option, dict):
                assert set(option) <= OPTION_KEYS
                assert set(option) > {"lineup"}
            lineups.append(option["lineup"] if isinstance(option, dict) else option)
        for lineup in lineups:
            assert lineup == sorted(lineup)
            assert set(lineup) <= players[ask["team"]]
        expect = ask.get("expect", {})
        assert expect.get("moment", "stopped") in MOMENTS
        assert expect.get("status", "legal") in {"legal", "later", "illegal"}
        assert set(expect.get("broken", [])) <= set(CLAUSES)
        assert expect.get("broken", []) == sorted(expect.get("broken", []), key=CLAUSES.index)
        assert set(expect.get("contested_by", [])) <= set(READINGS)
        if expect.get("status") == "legal":
            assert expect["broken"] == []
        for breach in ask.get("has_breaches", []):
            assert set(breach) - {"forfeit"} == {"entry", "team", "clauses"}
            assert 0 <= breach["entry"] < len(case["match"]["journal"])


def test_cases_are_unique_and_complete() -> None:
    found = [load(path)["case"] for path in CASE_FILES]
    assert len(found) == len(set(found))
    assert set(found) >= set(CASES_WITH_A_FILE)


@pytest.mark.parametrize("path", MATCH_FILES, ids=lambda path: path.stem)
def test_a_demo_match_is_in_the_format_and_names_everybody(path: Path) -> None:
    match = load(path)
    assert_is_a_match(match, path.name)
    for team in match["teams"].values():
        assert {"name", "captain", "players"} == set(team)
        assert all("name" in player for player in team["players"])
    clock = 0
    for entry in match["journal"]:
        if entry["entry"] in {"end_period", "start_period"}:
            clock = 0
        assert entry.get("clock", clock) >= clock
        clock = entry.get("clock", clock)


def test_the_demo_matches_are_there() -> None:
    assert {path.stem for path in MATCH_FILES} >= {"demo", "penalty-7", "arena"}
