"""Room for another edition: a federation of the tests' own is one data file and one rule class, and nothing else.

Two a side, no left-handed players (a name that ends in "(L)" says so), no Penalty 7 in its book.
"""

from __future__ import annotations

import ast
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

import advisor
from advisor import editions
from advisor.answers import advise, verify
from advisor.audit import audit
from advisor.batch import answer_lines
from advisor.cli import main
from advisor.editions import DATA, add_folder, edition_ids, find_edition
from advisor.errors import InputErrors
from advisor.match import Match
from advisor.matchfile import match_schema, read_match
from advisor.rulebook import PersonalRule, Rule, find_rulebook
from advisor.situation import PlayerState, Situation

TOY = "toy-2031"
CLAUSE = "left-handed"


def toy_edition() -> dict[str, Any]:
    """The data file of the toy edition: its own figures, fewer clauses, and one of its own."""
    data = yaml.safe_load((DATA / "rulebooks" / "uspa-arena-2026.yaml").read_text("utf-8"))
    data.update(id=TOY, name={"en": "Toy polo, 2031", "es": "Polo de juguete, 2031"}, edition="2031")
    for name, value in (("places", 2), ("full_periods", 4), ("period_seconds", 600)):
        data["figures"][name]["value"] = value
    for clause in [*data["clauses"]]:
        if clause.startswith("p7-") or clause in ("arena-short", "minus-rated", "player-limit"):
            del data["clauses"][clause], data["messages"][clause]
    data["clauses"][CLAUSE] = {
        "citation": {"en": "Toy Rule 7", "es": "Juguete, Regla 7"},
        "title": {"en": "Right hands only", "es": "Solo con la derecha"},
        "text": {"en": "Nobody plays left-handed.", "es": "Nadie juega con la izquierda."},
        "readings": [],
    }
    data["messages"][CLAUSE] = {
        "default": {"en": "{player} is left-handed.", "es": "{player} juega con la izquierda."},
    }
    return data  # type: ignore[no-any-return]


def forget_caches() -> None:
    """Have every edition found and read anew."""
    for cached in (edition_ids, find_edition, find_rulebook):
        cached.cache_clear()


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The toy federation, for one test: the data file, and the one rule class."""
    (tmp_path / f"{TOY}.yaml").write_text(yaml.safe_dump(toy_edition(), sort_keys=False), "utf-8")

    class LeftHanded(PersonalRule):
        """No left-handed player. Legal: Ana. Illegal: Ben (L)."""

        clause = CLAUSE
        forfeits = True

        def bars(self, situation: Situation, player: PlayerState) -> bool:
            return (player.name or "").endswith("(L)")

    monkeypatch.setattr(editions, "_folders", [*editions._folders])
    add_folder(tmp_path)
    yield
    monkeypatch.undo()
    Rule.registry.pop(CLAUSE)
    forget_caches()


def toy_match(*journal: dict[str, Any], rules: str = TOY) -> dict[str, Any]:
    """Ana and Eva with a bench of Ben, left-handed, and Leo, against two of blue's."""
    red = [("r1", "Ana", 2), ("r2", "Eva", 1), ("r3", "Ben (L)", 1), ("r4", "Leo", 0)]
    return {
        "rules": rules,
        "event": {"upper_limit": 3},
        "teams": {
            "red": {"players": [{"id": id, "name": name, "handicap": handicap} for id, name, handicap in red]},
            "blue": {"players": [{"id": "b1", "handicap": 1}, {"id": "b2", "handicap": 1}]},
        },
        "journal": list(journal),
    }


def started(*red: str) -> dict[str, Any]:
    """The entry by which these start."""
    return {"entry": "start", "lineups": {"red": list(red), "blue": ["b1", "b2"]}, "at": "2031-05-02T15:00:00Z"}


HURT = ({"entry": "stop"}, {"entry": "unable", "team": "red", "player": "r2", "reason": "injury"})


@pytest.mark.usefixtures("toy")
class TestToy:
    def test_it_is_found_and_has_its_figures_and_shares_the_other_clauses(self) -> None:
        toy, arena = find_rulebook(TOY), find_rulebook("uspa-arena-2026")
        assert TOY in edition_ids()
        assert (toy.figures.places, toy.edition) == (2, "2031")
        assert [rule.clause for rule in toy.rules][-1] == CLAUSE
        shared = {rule.clause: rule for rule in arena.rules}
        assert all(rule is shared[rule.clause] for rule in toy.rules if rule.clause != CLAUSE)

    def test_advice_leaves_the_left_handed_out_and_says_why(self) -> None:
        advice = advise(Match.model_validate(toy_match(started("r1", "r2"), *HURT)), "red", limit=None)
        assert advice.places == 2
        assert [option.lineup for option in advice.options if option.when == "now"] == [["r1"], ["r1", "r4"]]
        (row,) = advice.unusable
        assert (row.player, row.clauses) == ("r3", [CLAUSE])
        assert "left-handed" in row.message
        assert "Toy Rule 7" in row.message

    def test_before_the_start_it_holds_too(self) -> None:
        advice = advise(Match.model_validate(toy_match()), "red", limit=None)
        assert [option.lineup for option in advice.options] == [["r1", "r2"], ["r1", "r4"], ["r2", "r4"]]

    def test_a_verdict_names_its_clause_in_both_languages(self) -> None:
        match = Match.model_validate(toy_match(started("r1", "r2"), *HURT))
        verdict = verify(match, "red", ["r1", "r3"])
        assert verdict.status == "illegal"
        (broken,) = verdict.broken
        assert (broken.clause, broken.citation) == (CLAUSE, "Toy Rule 7")
        assert broken.message == "Ben (L) (1) is left-handed."
        assert [repair.lineup for repair in verdict.repairs] == [["r1"], ["r1", "r4"]]
        (broken,) = verify(match, "red", ["r1", "r3"], language="es").broken
        assert (broken.citation, broken.message) == ("Juguete, Regla 7", "Ben (L) (1) juega con la izquierda.")
        assert "Toy Rule 7" in verdict.argument

    def test_it_comes_after_the_shared_clauses_of_the_same_verdict(self) -> None:
        match = Match.model_validate(toy_match(started("r1", "r2")))
        verdict = verify(match, "red", ["r1", "r3", "r4"])
        assert [broken.clause for broken in verdict.broken] == ["team-size", "able-player-stays", CLAUSE]

    def test_audit_reports_it_and_what_it_may_forfeit_and_what_was_legal(self) -> None:
        answer = audit(Match.model_validate(toy_match(started("r1", "r3"))))
        (breach,) = answer.breaches
        assert [(clause.clause, clause.citation) for clause in breach.clauses] == [(CLAUSE, "Toy Rule 7")]
        assert breach.forfeit is not None
        assert breach.forfeit.until == "2031-05-03T15:00:00+00:00"
        assert [repair.lineup for repair in breach.legal_then] == [["r1", "r2"], ["r1", "r4"], ["r2", "r4"]]
        assert answer.final["red"].field == ["r1", "r3"]
        assert answer.warnings == []

    def test_a_year_that_is_not_the_editions_is_a_warning(self) -> None:
        match = toy_match({**started("r1", "r2"), "at": "2026-05-02T15:00:00Z"})
        assert audit(Match.model_validate(match)).warnings == [
            "Entry 0 is dated 2026-05-02T15:00:00Z, outside the year of the rulebook, 2031."
        ]

    def test_it_may_leave_out_clauses_that_the_journal_can_still_touch(self) -> None:
        """A Penalty 7 is an entry like any other: where the book has no clause on it, nothing is broken or capped."""
        entries = (*HURT, {"entry": "penalty_7", "against": "blue", "disabled": "r2"})
        late = (started("r1", "r2"), *HURT, {"entry": "resume"}, entries[-1])
        assert audit(Match.model_validate(toy_match(*late))).breaches == []
        advice = advise(Match.model_validate(toy_match(started("r1", "r2"), *entries)), "red")
        assert {row.player: row.caps for row in advice.removals} == {
            "b1": {"red": 3, "blue": 3},
            "b2": {"red": 3, "blue": 3},
        }
        named = toy_match(started("r1", "r2"), *entries, {"entry": "designate", "player": "b1"})
        assert advise(Match.model_validate(named), "blue").limits.caps == []

    def test_the_schema_and_the_errors_name_it(self) -> None:
        schema = match_schema()
        validator = Draft202012Validator(schema)
        assert validator.is_valid(toy_match(started("r1", "r2")))
        assert not validator.is_valid(toy_match(rules="toy-2032"))
        with pytest.raises(InputErrors) as found:
            read_match(json.dumps(toy_match(rules="toy-2032")))
        assert TOY in found.value.message

    def test_the_command_line_works_with_it(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = str(tmp_path / "match.json")
        Path(path).write_text(json.dumps(toy_match(started("r1", "r2"), *HURT)), "utf-8")
        assert main(["verify", path, "--team", "red", "--lineup", "r1,r3", "--json", "--lang", "es"]) == 1
        answer = json.loads(capsys.readouterr().out)
        assert answer["broken"] == [
            {
                "clause": CLAUSE,
                "citation": "Juguete, Regla 7",
                "message": "Ben (L) (1) juega con la izquierda.",
            }
        ]
        assert main(["verify", path, "--team", "red", "--lineup", "r1,r3"]) == 1
        assert "Toy Rule 7 (Right hands only): Ben (L) (1) is left-handed." in capsys.readouterr().out
        assert main(["advise", path, "--team", "red"]) == 0
        assert "Ben (L) (1)" in capsys.readouterr().out
        assert main(["audit", path]) == 0
        assert main(["schema"]) == 0
        assert TOY in capsys.readouterr().out

    def test_batch_works_with_it(self) -> None:
        request = {
            "do": "verify",
            "match": toy_match(started("r1", "r2"), *HURT),
            "team": "red",
            "lineup": ["r1", "r3"],
        }
        target = io.BytesIO()
        answer_lines(io.BytesIO(json.dumps(request).encode() + b"\n"), target, "en")
        assert [broken["clause"] for broken in json.loads(target.getvalue())["broken"]] == [CLAUSE]


def test_afterwards_it_is_gone() -> None:
    assert TOY not in edition_ids()
    assert CLAUSE not in Rule.registry
    with pytest.raises(KeyError):
        find_rulebook(TOY)
    with pytest.raises(InputErrors):
        read_match(json.dumps(toy_match()))


def test_a_file_that_names_a_clause_without_a_rule_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / f"{TOY}.yaml").write_text(yaml.safe_dump(toy_edition(), sort_keys=False), "utf-8")
    monkeypatch.setattr(editions, "_folders", [*editions._folders])
    add_folder(tmp_path)
    try:
        with pytest.raises(KeyError, match=CLAUSE):
            find_rulebook(TOY)
    finally:
        monkeypatch.undo()
        forget_caches()


def test_no_edition_is_named_in_the_engine() -> None:
    package = Path(advisor.__file__).parent
    for path in package.glob("**/*.py"):
        if "ui" in path.relative_to(package).parts:  # which games the quick match offers
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert "uspa-" not in node.value, path.name
