"""The plan and the bench as people get them: text, JSON, the file for a phone, paper, and the print of a day."""

from __future__ import annotations

import io
import json
import random
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from pypdf import PdfReader

from advisor.cli_plan import Progress
from advisor.errors import InputError, StoreError
from advisor.match import Event, Match, Player, Team
from advisor.plan.bench import Aim, choose_bench
from advisor.plan.clublist import admit, load_club_list, read_club_list
from advisor.plan.day import load_day, print_day
from advisor.plan.html import MOST_BYTES, plan_html
from advisor.plan.plan import Plan, make_plan
from advisor.plan.said import Said, say_plan
from advisor.rulebook import Language
from advisor.store import Actor, open_store
from advisor.store.events import create_event, create_match_in_event, load_event, set_team
from advisor.store.roles import list_links, withdraw_link
from tests.commands import DEMO, MATCHES, refused, run

Json = dict[str, Any]
LANGUAGES: tuple[Language, ...] = ("en", "es")
PLANS: dict[Any, Plan] = {}


def demo(name: str = "demo") -> Json:
    data: Json = yaml.safe_load((MATCHES / f"{name}.yaml").read_text("utf-8"))
    data["journal"] = []
    return data


@pytest.fixture
def planned(tmp_path: Path) -> Path:
    """The demo as a file, before its start."""
    path = tmp_path / "final.yaml"
    path.write_text(yaml.safe_dump(demo(), sort_keys=False), "utf-8")
    return path


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A club's list as text."""
    path = tmp_path / "club.txt"
    path.write_text("Zoe 2\nNil 0\nTop 9\nAna Torres 1\n", "utf-8")
    return path


def said_of(data: Json, language: Language = "en") -> Said:
    match = Match.model_validate(data)
    return say_plan(match, plan_once(match, "red", language=language), language)


@pytest.fixture(autouse=True)
def worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same plan is asked for in many tests of what is made of it."""
    monkeypatch.setattr("advisor.cli_plan.make_plan", plan_once)
    monkeypatch.setattr("advisor.plan.day.make_plan", plan_once)


def plan_once(match: Match, team: str, lineup: Any = None, *, language: Language = "en", progress: Any = None) -> Plan:
    key = match.model_dump_json(), team, repr(lineup), language
    if key not in PLANS:
        PLANS[key] = make_plan(match, team, lineup, language=language)
    return PLANS[key]


def pages_of(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


# -- the file for a phone --------------------------------------------------------------------------------------------


class _Refers(HTMLParser):
    """Collects what a page would ask a network for."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.found += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "action", "data")]


def test_the_file_for_a_phone_asks_nothing_of_any_network_and_has_both_languages(planned: Path, tmp_path: Path) -> None:
    out = tmp_path / "plan.html"
    assert run("plan", str(planned), "--team", "red", "--html", str(out)).status == 0
    html = out.read_text("utf-8")
    page = _Refers()
    page.feed(html)
    assert page.found == []
    assert not page.tags & {"script", "link", "img", "iframe", "object"}
    assert "url(" not in html
    assert "@import" not in html
    assert len(html.encode()) < MOST_BYTES / 4
    for said in map(said_of, [demo(), demo()], LANGUAGES):
        main = re.search(rf'<main lang="{said.language}">(.*?)</main>', html, re.DOTALL)
        assert main is not None
        for card in said.cards:
            for block in card.blocks:
                assert all(text_in(main[1], line) for line in (*block.answers, *block.remarks))


def text_in(html: str, line: str) -> bool:
    from html import escape

    return escape(line) in html


def test_the_longest_names_and_the_most_players_still_fit_the_file() -> None:
    data = demo()
    for team in data["teams"].values():
        team["name"] = "Ñandú & <Co> " * 15
        for number, player in enumerate(team["players"]):
            player["name"] = f"{number}<b>" + "Maximiliana " * 15
            player.pop("present", None)
    data["event"]["name"] = "&" * 200
    html = plan_html([said_of(data, language) for language in LANGUAGES])
    assert len(html.encode()) < MOST_BYTES
    assert "<b>" not in html
    assert "<Co>" not in html


def test_a_file_that_would_be_too_large_is_refused_with_a_way_out(
    planned: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("advisor.cli_plan.MOST_BYTES", 10_000)
    out = tmp_path / "x.html"
    line = refused(run("plan", str(planned), "--team", "red", "--html", str(out)))
    assert "more than 10; name one --team, or fewer matches" in line
    assert not out.exists()


# -- paper -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_plan_is_one_page_of_paper_with_every_line_of_it(planned: Path, tmp_path: Path, language: str) -> None:
    out = tmp_path / "plan.pdf"
    link = "https://polo.example/match?match={name}"
    args = ("plan", str(planned), "--team", "red", "--lang", language, "--pdf", str(out), "--link", link)
    assert run(*args).status == 0
    pages = pages_of(out.read_bytes())
    assert len(pages) == 1
    words = " ".join(pages[0].split())
    for card in said_of(demo(), language).cards:
        for block in card.blocks:
            for line in (block.title, *block.answers, *block.remarks):
                assert " ".join(line.split()) in words
    annotations = PdfReader(out).pages[0]["/Annots"]
    assert "https://polo.example/match?match=final" in str([one.get_object() for one in annotations])


def test_a_long_plan_is_made_small_until_it_fits_its_page() -> None:
    from advisor.plan.pdf import plan_pdf

    data = demo()
    for team in data["teams"].values():
        for number, player in enumerate(team["players"]):
            player["name"] = f"{number} " + "Maximiliana " * 4
    assert len(pages_of(plan_pdf(said_of(data, "es"), "https://polo.example/x"))) == 1


def test_the_same_plan_is_the_same_file(planned: Path, tmp_path: Path) -> None:
    files = [tmp_path / "a.pdf", tmp_path / "b.pdf"]
    for file in files:
        run("plan", str(planned), "--team", "blue", "--pdf", str(file))
    assert files[0].read_bytes() == files[1].read_bytes()


def test_several_matches_are_the_print_of_a_day(planned: Path, tmp_path: Path) -> None:
    out = tmp_path / "day.pdf"
    arena = str(MATCHES / "arena.yaml")
    assert run("plan", str(planned), arena, "--pdf", str(out), "--link", "http://10.0.0.2:8501/{name}").status == 0
    pages = pages_of(out.read_bytes())
    assert "The day's matches" in pages[0]
    assert sum("Entries that broke a rule" in page for page in pages) == 2
    assert sum("if a player is lost" in page for page in pages) == 4
    links = [str(one.get_object()) for one in PdfReader(out).pages[0]["/Annots"]]
    assert ["final" in links[0], "arena" in links[1]] == [True, True]


# -- text and JSON ---------------------------------------------------------------------------------------------------


def test_the_plan_as_text_says_the_lineup_every_player_and_what_is_not_checked(planned: Path) -> None:
    found = run("plan", str(planned), "--team", "red")
    assert found.status == 0
    assert "The strongest legal lineup: Ana Torres (1), Carla Ruiz (2), Dan Reyes (1), Felix Moore (4)" in found.out
    assert "    1. Eva Lund (1½) in: 8 on the field, no change on the board; net goals 0" in found.out
    assert "    1. Name Ines Vidal (2): balance +1; 7 against 6 now, 7 against 6 later" in found.out
    assert "Not checked" in found.out


def test_a_name_or_id_that_begins_a_line_is_written_as_it_is(tmp_path: Path) -> None:
    data = demo()
    for team in data["teams"].values():
        for player in team["players"]:
            del player["name"]
    path = tmp_path / "ids.yaml"
    path.write_text(yaml.safe_dump(data, sort_keys=False), "utf-8")
    said = run("plan", str(path), "--team", "red").out
    assert re.search(r"^ +1\. r\d \([^)]+\)", said, re.M)
    assert not re.search(r"\bR\d\b", said)


def test_the_plan_as_json_is_the_answer_or_a_list_of_them(planned: Path) -> None:
    one = run("plan", str(planned), "--team", "red", "--json").json
    assert (one["team"], one["lineup_from"], len(one["losses"])) == ("red", "strongest", 12)
    assert {choice["kind"] for loss in one["losses"] for choice in (loss["penalty_7"] or {"choices": []})["choices"]}
    both = run("plan", str(planned), "--json").json
    assert [(Path(row["file"]).name, row["plan"]["team"]) for row in both] == [
        ("final.yaml", "red"),
        ("final.yaml", "blue"),
    ]


def test_a_planned_lineup_is_named_and_a_wrong_one_is_refused_in_one_line(planned: Path) -> None:
    args = ("plan", str(planned), "--team", "red", "--lineup")
    assert "The planned lineup: Ana Torres (1), Ben Clarke (3)" in run(*args, "r1,r2,r3,r4").out
    assert "this lineup may not start" in refused(run(*args, "r1,r2,r3,r6"))
    assert "r9" in refused(run(*args, "r1,r2,r3,r9"))
    assert "no team green" in refused(run("plan", str(planned), "--team", "green"))
    assert "MATCH is missing" in refused(run("plan"))
    assert "cannot be written" in refused(run("plan", str(planned), "--team", "red", "--pdf", "/no/such/folder/x.pdf"))


def test_the_bench_as_text_and_json(planned: Path, club: Path) -> None:
    args = ("bench", str(planned), "--team", "red", "--from", str(club), "--size", "1")
    found = run(*args)
    assert found.status == 0
    assert "Bring Zoe (2)" in found.out
    assert "10 of 10 single losses have a full legal lineup: proved, nobody does better" in found.out
    assert "On the team already, or twice on the list: ana-torres" in found.out
    answer = run(*args, "--json").json
    assert [player["name"] for player in answer["brought"]] == ["Zoe"]
    assert (answer["listed"], answer["uncovered"]) == (3, {"reached": 0, "bound": 0, "is_proved": True})
    assert "Llevar a Zoe (2)" in run(*args, "--lang", "es").out


def test_a_row_of_the_bench_says_where_its_best_lineup_plays_short(tmp_path: Path) -> None:
    match, club = tmp_path / "match.yaml", tmp_path / "club.txt"
    match.write_text((MATCHES / "demo.yaml").read_text("utf-8"), "utf-8")
    club.write_text("Luis 0\n", "utf-8")
    args = ("bench", str(match), "--team", "red", "--from", str(club), "--size", "1")
    rows = {line.partition(":")[0].strip("- "): line for line in run(*args).out.splitlines() if " hurt: " in line}
    losses = {row["player"]: row for row in run(*args, "--json").json["losses"] if row["named"] is None}
    assert (len(losses["r1"]["lineup"]), losses["r1"]["is_covered"]) == (3, True)
    assert "Felix Moore (4), playing short; net goals" in rows["Ana Torres (1) hurt"]
    assert len(losses["r3"]["lineup"]) == 4
    assert "short" not in rows["Carla Ruiz (2) hurt"]
    assert "jugando con menos" in run(*args, "--lang", "es").out


def test_what_stays_uncovered_names_whom_it_would_take_and_why_the_others_cannot(tmp_path: Path) -> None:
    data = demo()
    data["teams"]["red"]["players"] = data["teams"]["red"]["players"][:4]
    match, club = tmp_path / "m.yaml", tmp_path / "c.csv"
    match.write_text(yaml.safe_dump(data), "utf-8")
    club.write_text("name,handicap\nTop,9\nHigh,8\nLow,0\n", "utf-8")
    args = ("bench", str(match), "--team", "red", "--from", str(club), "--size", "1")
    answer = run(*args, "--json").json
    assert answer["uncovered"]["reached"] == 0
    club.write_text("name,handicap\nTop,9\nHigh,8\n", "utf-8")
    answer = run(*args, "--json").json
    assert answer["uncovered"]["reached"] == 4
    remedy = answer["losses"][0]["remedy"]
    assert remedy["player"] is None
    assert remedy["handicaps"][0] == -2
    assert max(remedy["handicaps"]) < 8
    assert [clauses for row in remedy["kept_out"] for clauses in row["clauses"]].count("upper-limit") == 2
    said = run(*args).out
    assert "not covered" in said
    assert "Nobody on the list covers it. Somebody of one of these handicaps would: -2–" in said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "--team is missing"),
        (["--team", "red"], "--from is missing"),
        (["--team", "red", "--from", "/no/such/file"], "give the path of a club's list"),
        (["--team", "red", "--from", DEMO], "no list found"),
        (["--team", "red", "--from", "CLUB", "--size", "0"], "size must be a whole number from 1 to 12"),
        (["--team", "red", "--from", "CLUB", "--size", "many"], "size must be a whole number from 1 to 12"),
    ],
)
def test_a_wrong_question_about_the_bench_is_refused_in_one_line(
    planned: Path, club: Path, options: list[str], said: str
) -> None:
    given = [str(club) if one == "CLUB" else one for one in options]
    line = refused(run("bench", str(planned), *given))
    assert said.removeprefix("--") in line


# -- the club's list -------------------------------------------------------------------------------------------------


def test_a_list_is_read_from_yaml_json_csv_and_lines() -> None:
    players = [{"id": "zoe", "name": "Zoe", "handicap": 2}, {"id": "nil", "name": "Nil", "handicap": -0.5}]
    texts = {
        "a.yaml": yaml.safe_dump(players),
        "b.yml": yaml.safe_dump({"players": players}),
        "c.json": json.dumps(players),
        "d.csv": "player;hcp\nZoe;2\nNil;-½\n",
        "e.txt": "Zoe 2\nNil -½\n",
    }
    for name, text in texts.items():
        found = read_club_list(text.encode(), name)
        assert [(player.id, player.name, player.handicap) for player in found] == [
            ("zoe", "Zoe", 2),
            ("nil", "Nil", -0.5),
        ]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.yaml", "- {id: a, handicap: 1}\n- {id: b, handicap: 99}\n", "line 2"),
        ("a.yaml", "- {id: a}\n", "handicap is missing"),
        ("a.yaml", "rules: x\n", "no list found"),
        ("a.json", "[", "expecting value"),
        ("a.txt", "Ana\n", "has no handicap"),
        ("a.txt", "", "nobody found"),
        ("a.csv", "name,handicap\nAna,many\n", "is no handicap"),
    ],
)
def test_a_wrong_list_says_where_and_what(name: str, text: str, said: str) -> None:
    with pytest.raises(InputError) as refusal:
        read_club_list(text.encode(), name)
    assert said in str(refusal.value)


def test_who_is_on_the_other_team_may_not_come_in_and_ids_stay_apart() -> None:
    match = Match.model_validate(demo())
    listed = (
        Player(id="r1", name="Somebody else", handicap=3),
        Player(id="x", name="Ines  VIDAL", handicap=2),
        Player(id="y", name="Ben Clarke", handicap=3),
        Player(id="z", handicap=1),
        Player(id="z", handicap=2),
    )
    found = admit(match, "red", listed)
    assert [(player.id, player.ineligible) for player in found.candidates] == [
        ("somebody-else", None),
        ("x", "other-team"),
        ("z", None),
    ]
    assert found.aside == ("y", "z")


def test_a_list_of_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "big.txt"
    path.write_bytes(b"Ana 2\n" * 400_000)
    with pytest.raises(InputError, match="a club's list must be smaller"):
        load_club_list(path)


# -- an event's day --------------------------------------------------------------------------------------------------


def test_an_events_day_has_every_match_with_its_code_and_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = str(tmp_path / "polo.db")
    monkeypatch.setenv("POLO_ADVISOR_DATABASE", database)
    teams = Match.model_validate(demo()).teams
    with open_store(database) as store:
        event_id, link = create_event(store, "uspa-outdoor-2026", Event(name="Copa Ñandú", upper_limit=8))
        organiser = Actor(link.secret)
        for key, team in (*teams.items(), ("white", Team(players=()))):
            revision = load_event(store, event_id, organiser).revision
            set_team(store, event_id, revision, key, team, organiser)
        made = [
            create_match_in_event(store, event_id, *pair, organiser)
            for pair in (("red", "blue"), ("red", "white"), ("blue", "red"))
        ]
        keeper = Actor(made[2].keeper.secret)
        public = next(one for one in list_links(store, made[2].match_id, keeper) if one.role == "reader")
        withdraw_link(store, made[2].match_id, public.link_id, keeper)
        day = load_day(store, organiser)
        assert (len(day.matches), day.withheld) == (2, 1)
        with pytest.raises(StoreError, match="no organiser's link"):
            load_day(store, keeper)
        pages = pages_of(print_day(day, "en", "http://10.0.0.2:8501"))
    assert "Copa Ñandú" in pages[0]
    assert "Matches left out, their public link being withdrawn: 1" in pages[0]
    assert "No plan of white: nobody of white can start; list its players" in pages[0]
    out = tmp_path / "day.pdf"
    address = f"http://10.0.0.2:8501/events?event={link.secret}"
    assert run("plan", "--event", address, "--link", "http://10.0.0.2:8501", "--pdf", str(out)).status == 0
    links = [str(one.get_object()) for one in PdfReader(out).pages[0]["/Annots"]]
    assert len(links) == 2
    assert all("http://10.0.0.2:8501/kept?link=" in one for one in links)
    assert "pdf is missing" in refused(run("plan", "--event", address))
    assert "event" in refused(run("plan", "--event", "nonsense", "--pdf", str(out)))


# -- large lists and progress ----------------------------------------------------------------------------------------


def test_a_club_of_300_is_chosen_from_with_progress_and_proof() -> None:
    chance = random.Random(7)
    grid = [number / 2 for number in range(-4, 19)]
    listed = [Player(id=f"c{number}", handicap=chance.choice(grid)) for number in range(300)]
    told: list[tuple[int, int]] = []
    found = choose_bench(
        Match.model_validate(demo()), "red", listed, 4, progress=lambda done, of: told.append((done, of))
    )
    assert (found.listed, len(found.brought) <= 4) == (300, True)
    assert found.kinds < 40
    assert found.uncovered == Aim(reached=0, bound=0, is_proved=True)
    assert (found.worst.is_proved, found.average.is_proved) == (True, True)
    shares = [done / of for done, of in told]
    assert shares == sorted(shares)
    assert len(shares) > 10
    assert shares[-1] == 1
    assert len(found.second) >= 12


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_is_shown_at_a_terminal_only_and_wiped_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, file = _Terminal(), io.StringIO()
    for stream in (terminal, file):
        monkeypatch.setattr("sys.stderr", stream)
        progress = Progress("en")
        for done in range(4):
            progress(done, 3)
    assert "\rstep 1 of 3\rstep 2 of 3\rstep 3 of 3" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r")
    assert file.getvalue() == ""
