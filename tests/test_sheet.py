"""The printed sheet, read back from its PDF: what stands on it, in both languages, on how many pages."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from advisor.audit import audit
from advisor.match import EventPatch, Match
from advisor.matchfile import load_match
from advisor.pdf import Paper, printable
from advisor.rulebook import Language, find_rulebook
from advisor.sheet import match_sheet, ruling_sheet
from advisor.store import Actor, create_match, open_store
from advisor.store.journal import append
from advisor.store.transfer import export_match
from advisor.telling import CONDITIONS, Names, say_by, say_entry
from tests.commands import DEMO, MATCHES, refused, run
from tests.store.build import START, STOP, a_match, goal

LANGUAGES: tuple[Language, ...] = ("en", "es")
LINK = "http://192.168.1.20:8501/show?match=demo&on=red~r1"
LONG = "Ñandú-Güiraldes de la Constitución y Montañés " * 4


@cache
def demo(name: str = "demo") -> Match:
    return load_match(MATCHES / f"{name}.yaml").match


def pages(pdf: bytes) -> list[str]:
    """The text of each page, blanks and line ends as single blanks."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(pdf)).pages]


def text(pdf: bytes) -> str:
    return " ".join(pages(pdf))


def changed(match: Match, **changes: Any) -> Match:
    return Match.model_validate(match.as_data() | changes)


def with_long_names(match: Match) -> Match:
    data = match.as_data()
    data["event"]["name"] = LONG
    for team in data["teams"].values():
        team["name"] = LONG
        for player in team["players"]:
            player["name"] = f"{player['id']} {LONG}"
    return Match.model_validate(data)


# -- a ruling --------------------------------------------------------------------------------------------------------


def test_a_legal_lineup_is_ruled_on_one_page_with_its_figures() -> None:
    sheet = ruling_sheet(demo(), "red", ["r1", "r3", "r4", "r5"], link=LINK)
    (page,) = pages(sheet)
    for said in (
        "Ruling on a lineup", "Autumn Cup, 8 goals", "LEGAL NOW", "Eva Lund (1½)", "In Eva Lund", "Out Ben Clarke (3)",
        "Red Oaks 3, Blue Hills 2", "play is stopped; period 3 of 6; clock 4:20; after entry 15",
        "5 (upper limit 8)", "USPA Outdoor Rule 3, edition 2026", "1 x 6 / 6 = 1 (USPA Outdoor Rule 19, 2019 edition)",
        "Readings in force", "Playing short by choice", "Not checked", "The same question, answered afresh",
        "page 1 of 1",
    ):  # fmt: skip
        assert said in page, said


def test_a_broken_lineup_names_every_rule_with_its_number_and_the_nearest_legal_one() -> None:
    found = text(ruling_sheet(demo(), "red", ["r1", "r2", "r3", "r6"]))
    book = find_rulebook("uspa-outdoor-2026")
    assert "NOT LEGAL" in found
    assert "Rules broken now" in found
    assert f"USPA Outdoor Rule 3, edition 2026: {book.clauses['unable-player'].title['en']}" in found
    assert "Nearest legal lineups" in found


def test_a_lineup_for_the_end_of_the_period_says_so() -> None:
    assert "Legal at the end of the period" in text(ruling_sheet(demo(), "red", ["r3", "r5", "r6"]))


def test_caps_of_a_penalty_7_stand_on_the_ruling_with_their_workings() -> None:
    data = demo("penalty-7").as_data()
    data["journal"].append({"entry": "designate", "player": "b2"})
    found = text(ruling_sheet(Match.model_validate(data), "red", ["r1", "r2", "r4"]))
    assert "upper limit 12, cap 8 (USPA Outdoor Rules 3 and 37)" in found.replace("Rule 3)", "Rules 3 and 37)")
    assert "right after the removal" in found


def test_what_the_umpire_decides_is_named() -> None:
    data = demo().as_data()
    data["journal"][-1]["reason"] = "illness"
    book = find_rulebook("uspa-outdoor-2026")
    found = text(ruling_sheet(Match.model_validate(data), "red", ["r1", "r3", "r5", "r6"]))
    assert f"Umpire decides: {book.readings['double-substitution']['title']['en']}" in found


def test_readings_that_the_event_chose_come_first_and_are_marked() -> None:
    data = demo().as_data()
    data["event"]["readings"] = {"double-substitution": "any"}
    found = text(ruling_sheet(Match.model_validate(data), "red", ["r1", "r3", "r4", "r5"]))
    readings = found[found.index("Readings in force") :]
    assert readings.index("Illness and exhaustion allow it too. (chosen for this event)") < readings.index("Playing")


def test_before_the_start_a_ruling_has_neither_score_nor_counted_goals() -> None:
    match = changed(demo(), journal=[])
    (page,) = pages(ruling_sheet(match, "red", ["r1", "r2", "r3", "r4"]))
    assert "before the start" in page
    assert "Goals by handicap" not in page


# -- a whole match ---------------------------------------------------------------------------------------------------


def test_the_match_sheet_has_teams_journal_figures_and_what_broke_a_rule() -> None:
    match = demo("penalty-7")
    found = text(match_sheet(match, link=LINK))
    for said in (
        "Match sheet", "River Trophy, 12 goals", "Gabi Sosa 4 not here", "Olga Prieto 0 not registered",
        "Counted handicap 10 12", "Score 3 2", "Entries that broke a rule None.", "3 1 The period ends",
        "5 2 3:20 Goal for Red Oaks 3 : 2", "8 2 5:30 Penalty 7 against Blue Hills; out by it: Carla Ruiz (2)",
        "No last hash", "To look on at this match",
    ):  # fmt: skip
        assert said in found, said


FOUL = {"entry": "penalty", "number": "5a", "against": "red", "spot": {"to_back_line": 90, "across": -78}}


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_penalty_that_is_due_is_drawn_on_the_match_sheet(language: Language) -> None:
    made = pages(match_sheet(a_match(journal=[START, FOUL]), language=language))
    said = {
        "en": "How play starts again: Penalty 5a • 90 yards from the back line of Red, 75 yards left of the middle",
        "es": "Cómo se reanuda: Penal 5a",
    }
    assert said[language] in made[-1]
    assert "30 yd" in made[-1], "the scale of the diagram"


@pytest.mark.parametrize(
    "journal",
    [[START], [START, FOUL, {"entry": "resume"}], [START, {**FOUL, "spot": None}], [START, {**FOUL, "number": "9"}]],
)
def test_no_penalty_due_or_no_spot_known_draws_nothing(journal: list[Any]) -> None:
    entries = [{key: value for key, value in entry.items() if value is not None} for entry in journal]
    assert "How play starts again" not in " ".join(pages(match_sheet(a_match(journal=entries))))


def test_both_teams_that_forfeit_stand_on_the_match_sheet() -> None:
    forfeit = {"entry": "penalty", "number": "9"}
    match = a_match(journal=[START, {**forfeit, "against": "red"}, {**forfeit, "against": "blue"}])
    assert "Forfeited by Blue, Red" in " ".join(pages(match_sheet(match)))


def test_a_goal_that_does_not_count_is_pointed_out_on_the_match_sheet() -> None:
    journal = [START, {"entry": "horn", "which": "second", "clock": 450}, goal(clock=455)]
    said = " ".join(pages(match_sheet(a_match(journal=journal))))
    assert "Entry 2: a goal after time on the official clock does not count" in said


def test_breaches_are_listed_with_their_rules() -> None:
    data = demo().as_data()
    data["journal"] += [
        {"entry": "substitute", "team": "red", "out": ["r1"], "in": ["r5"]},
        {"entry": "strike", "number": 2},
    ]
    match = Match.model_validate(data)
    (breach,) = audit(match).breaches
    found = text(match_sheet(match))
    assert "Entry 16, Red Oaks: Red Oaks: in Eva Lund (1½), out Ana Torres (1)" in found
    assert breach.clauses[0].message in found
    assert "Did not happen: Goal for Red Oaks" in found


def test_a_kept_match_prints_its_last_hash(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "polo.db")) as store:
        made = create_match(store, a_match())
        keeper = Actor(made.keeper.secret, "Ana")
        append(store, made.match_id, 0, [START, goal(), STOP], keeper)
        match = export_match(store, made.match_id, keeper)
    assert f"Last hash of the journal: {match.journal[-1].hash}" in text(match_sheet(match))


def test_a_long_journal_goes_on_to_further_pages_with_its_head_and_their_numbers() -> None:
    data = demo().as_data()
    data["journal"] = data["journal"][:1] + [{"entry": "goal", "team": "red"} for _ in range(150)]
    found = pages(match_sheet(Match.model_validate(data)))
    assert len(found) > 2
    for number, page in enumerate(found, 1):
        assert f"page {number} of {len(found)}" in page
        assert ("Match sheet: Autumn Cup, 8 goals" in page) == (number > 1)
    assert sum("No. Period Clock Entry Score Recorded" in page for page in found) > 1
    numbers = [int(number) for page in found for number in re.findall(r"(\d+) 1 Goal for Red Oaks", page)]
    assert numbers == list(range(1, 151))


# -- both --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["demo", "penalty-7", "arena"])
def test_sheets_are_in_the_readers_language(name: str) -> None:
    match = demo(name)
    team, side = next(iter(match.teams.items()))
    lineup = [player.id for player in side.players[:3]]
    english, spanish = (text(match_sheet(match, language=language)) for language in LANGUAGES)
    assert "Planilla del partido" in spanish
    assert "página 1 de" in spanish
    ruling = text(ruling_sheet(match, team, lineup, language="es"))
    assert "Fallo sobre una formación" in ruling
    assert "Lecturas vigentes" in ruling
    for words in ("Match sheet", "Readings", "Journal", "handicap", "Ruling", "Umpire:  "):
        assert words not in spanish + ruling, words
    assert "Partido" not in english


def test_signs_and_names_of_any_length_come_out_whole() -> None:
    match = with_long_names(demo())
    found = text(match_sheet(match, language="es"))
    flat = re.sub(r"\s", "", found)
    assert re.sub(r"\s", "", LONG) in flat
    assert "1½" in found
    ruling = re.sub(r"\s", "", text(ruling_sheet(match, "red", ["r1", "r3", "r4", "r5"])))
    assert re.sub(r"\s", "", f"r5 {LONG}") in ruling


def test_signs_that_the_fonts_lack_are_marked_and_lines_stay_lines() -> None:
    assert printable("Ñ ½ − “á”\tx\n\x07漢") == "Ñ ½ − “á” x\n \ufffd"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_question_gives_the_same_bytes(language: Language) -> None:
    def both() -> tuple[bytes, bytes]:
        lineup = ["r1", "r3", "r4", "r5"]
        return match_sheet(demo(), language=language), ruling_sheet(demo(), "red", lineup, language=language, link=LINK)

    assert both() == both()


def test_the_qr_code_is_a_link_to_its_address() -> None:
    (page,) = PdfReader(io.BytesIO(ruling_sheet(demo(), "red", ["r1", "r3", "r4", "r5"], link=LINK))).pages
    assert [note.get_object()["/A"]["/URI"] for note in page["/Annots"]] == [LINK]  # type: ignore[attr-defined]


def test_a_paper_that_has_room_for_no_qr_code_begins_a_page() -> None:
    paper = Paper("Title")
    paper.bullets(["word"] * 60)
    paper.qr(LINK, "caption")
    paper.go_below_qr()
    paper.text("below")
    assert "Title" in pages(paper.to_bytes())[1]


# -- the command -----------------------------------------------------------------------------------------------------


def test_the_command_writes_the_match_and_the_ruling(tmp_path: Path) -> None:
    out = tmp_path / "sheet.pdf"
    assert run("sheet", DEMO, "--out", str(out)) == (0, "", "")
    assert out.read_bytes() == match_sheet(demo())
    arguments = ("sheet", DEMO, "--team", "red", "--lineup", "r1,r3,r4,r5", "--lang", "es", "--link", LINK)
    assert run(*arguments, "--out", str(out)).status == 0
    assert out.read_bytes() == ruling_sheet(demo(), "red", ["r1", "r3", "r4", "r5"], language="es", link=LINK)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--out: out is missing; sheet needs the path of the PDF to write, or -"),
        (["--out", "x.pdf", "--team", "red"], "--lineup: lineup is missing; sheet needs a list of player ids"),
        (["--out", "x.pdf", "--lineup", "r1"], "--team: team is missing; sheet needs the key of the team"),
        (["--out", "/nowhere/x.pdf"], "--out: '/nowhere/x.pdf' cannot be written: No such file"),
        (["--out", "x.pdf", "--team", "green", "--lineup", "r1"], "--team: no team green; the teams are red, blue"),
        (["--out", "x.pdf", "--team", "red", "--lineup", "x9"], "x9"),
        (["--out", "x.pdf", "--link", "x" * 501], "--link: the address is too long for a QR code"),
        (["--out", "x.pdf", "--clock", "soon"], "--clock: "),
    ],
)
def test_what_the_command_cannot_do_is_said_in_one_line(arguments: list[str], said: str) -> None:
    assert said in refused(run("sheet", DEMO, *arguments))
    assert not Path("x.pdf").exists()


# -- entries in words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_is_said_in_words(language: Language) -> None:
    match = load_match(Path(__file__).parent / "files" / "every-entry.yaml").match
    names = Names({"red": "Red", "blue": "Blue"}, {"red": {"r1": "Ana (1)"}, "blue": {}})
    said = [say_entry(entry, names, language) for entry in match.journal]
    assert len(set(said)) == len(said)
    assert all(("{" not in line and line[0].isupper()) or line.startswith(("r", "b")) for line in said), said


def test_what_is_put_right_of_an_event_is_said_in_words_not_keys() -> None:
    assert set(CONDITIONS) == set(EventPatch.model_fields)
    patch = {"upper_limit": 10, "intervals": {"half_time": 7}}
    data = load_match(DEMO).match.as_data()
    match = Match.model_validate({**data, "journal": [{"entry": "event", "set": patch}]})
    names = Names({}, {})
    assert say_entry(match.journal[0], names, "en") == "The event is put right: upper limit, pauses"
    assert say_entry(match.journal[0], names, "es") == "Se corrige el evento: límite superior, intervalos"


@pytest.mark.parametrize(
    ("by", "english", "spanish"),
    [
        ("keeper", "keeper", "quien lleva el partido"),
        ("captain red (Ben (2))", "captain of Red Oaks (Ben (2))", "capitanía de Red Oaks (Ben (2))"),
        (
            "captain red, accepted by keeper (Ana)",
            "captain of Red Oaks, accepted by keeper (Ana)",
            "capitanía de Red Oaks, con aceptación de quien lleva el partido (Ana)",
        ),
        ("the umpire", "the umpire", "the umpire"),
        ("", "", ""),
    ],
)
def test_who_recorded_is_said_in_the_readers_language_with_the_teams_name(by: str, english: str, spanish: str) -> None:
    names = Names({"red": "Red Oaks"}, {})
    assert say_by(by, names, "en") == english
    assert say_by(by, names, "es") == spanish
