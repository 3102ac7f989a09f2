"""The page of a match: what it shows of demos, worked examples and files, and the verdict on a lineup."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from advisor.answers import Inquiry
from advisor.ui import sources
from advisor.ui.parts import ask

MATCH = (sources.DATA / "matches" / "demo.yaml").read_text("utf-8")


def test_without_a_match_it_offers_demos_a_file_and_worked_examples(
    opens: Callable[..., Any], says: Callable[[Any], str]
) -> None:
    app = opens("match")
    said = says(app)
    assert "Demo matches" in said
    assert "Your own match file" in said
    assert f"{len(sources.list_cases())} of {len(sources.list_cases())} worked examples" in said
    app.button(key="demo-demo").click().run()
    assert app.query_params["match"] == "demo"
    assert "Autumn Cup, 8 goals" in says(app)


def test_the_legal_lineups_of_the_demo(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    said = says(opens("match", match="demo"))
    assert "Period 3 of 6 · play stopped · 4:20" in said
    assert "limit 8 field 7 · counted 7" in said
    assert "6 legal lineups now" in said
    assert "In Felix Moore (4) Out Ben Clarke (3)" in said
    assert "1 goal off the board Change of the score: -1" in said
    assert "Somebody not on the list who is eligible: at most a 4." in said
    assert "Gabi Sosa (3)" in said
    assert "USPA Outdoor Rule 3 Individually eligible" in said


def test_the_other_team_has_its_own_answer(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens("match", match="demo")
    app.button_group(key="choose-team").set_value("blue").run()
    assert app.query_params["team"] == "blue"
    assert "Nobody may come in now" in says(app)


@pytest.mark.parametrize(
    ("lineup", "word"),
    [
        ("r1~r3~r4~r5", "Legal"),
        ("r1~r3~r5~r6~r2", "Not legal"),
        ("r3~r4", "Not legal"),
    ],
)
def test_the_verdict_in_one_word(opens: Callable[..., Any], says: Callable[[Any], str], lineup: str, word: str) -> None:
    app = opens("match", match="demo", view="check", team="red", lineup=lineup)
    assert f" {word} " in says(app)


def test_a_lineup_for_the_end_of_the_period(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    said = says(opens("match", case="o3-01", view="check", team="red", lineup="r1~r2~r3~r4"))
    assert "At the end of the period" in said
    assert "Why not now" in said


def test_a_verdict_names_rules_repairs_and_readings(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens("match", match="demo", view="check", team="red", lineup="r1~r3~r6~r8")
    said = says(app)
    assert "Rules broken" in said
    assert "Hugo Paz (2) is suspended." in said
    assert "USPA Outdoor Rule 3" in said
    assert "Nearest legal lineup" in said
    app.button(key="repair-0").click().run()
    assert app.query_params["lineup"] == "r1~r3~r4~r6"
    assert "Rules broken" not in says(app)
    short = says(opens("match", match="demo", view="check", team="red", lineup="r1~r3~r4"))
    assert "Umpire decides Playing short by choice" in short
    assert "By the reading of this event: A place that could be filled may stay open" in short
    assert "Then it is legal. It counts 7" in short
    assert "By the other reading: A team never plays short" in short
    assert "Then it is not legal. Playing short" in short, "the clause behind the other answer"
    assert "Net goals over the rest of the match" in short
    assert "The three-quarters rule" in short


def test_the_order_is_changed_by_a_tap(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens("match", match="demo")
    app.session_state["all-lineups"] = True
    app.run()
    assert "In Eva Lund (1½), Felix Moore (4) Out Ben Clarke (3), Carla Ruiz (2)" in says(app).split("Legal now")[1]
    app.button_group(key="choose-order").set_value("strongest").run()
    assert app.query_params["order"] == "strongest"
    assert "8 on the field" in says(app).split("Legal now")[1]


@pytest.mark.parametrize(
    ("language", "turn", "title"),
    [
        ("en", "If the change is made only from period 5 on, another lineup is best:", "Why nobody can come in"),
        (
            "es",
            "Si el cambio se hace recién desde el período 5, conviene otra formación:",
            "Por qué nadie puede entrar",
        ),
    ],
)
def test_it_says_when_the_order_turns_and_why_nobody_can_come_in(
    opens: Callable[..., Any], says: Callable[[Any], str], language: str, turn: str, title: str
) -> None:
    said = says(opens("match", match="penalty-7", team="red", lang=language))
    assert turn in said
    assert title not in said
    assert turn not in says(opens("match", match="penalty-7", team="red", lang=language, order="strongest"))
    said = says(opens("match", match="demo", team="blue", lang=language))
    assert title in said
    citation = {"en": "USPA Outdoor Rule 3 Able players stay", "es": "USPA Cancha, Regla 3 Quien puede seguir, sigue"}
    assert citation[language] in said.split(title)[1]


@pytest.mark.parametrize(
    ("language", "comply", "warning"),
    [
        ("en", "periods are left to put that right", "it must now be complete"),
        ("es", "períodos para ponerse en regla", "debe completarse ahora"),
    ],
)
def test_warnings_and_who_has_to_comply_are_said(
    opens: Callable[..., Any], says: Callable[[Any], str], language: str, comply: str, warning: str
) -> None:
    for view in ("options", "check"):
        said = says(opens("match", case="x6-time-up", team="red", view=view, lang=language))
        assert comply in said
        assert warning in said


@pytest.mark.parametrize(
    ("language", "heading", "more"),
    [("en", "A and B compared", "B is 1 goal stronger."), ("es", "Comparación de A y B", "B suma 1 gol más.")],
)
def test_two_lineups_side_by_side(
    opens: Callable[..., Any], says: Callable[[Any], str], language: str, heading: str, more: str
) -> None:
    app = opens("match", match="demo", team="red", lang=language)
    app.button(key="compare-now-1").click().run()
    assert app.query_params["a"] == "r1~r4~r5~r6"
    app.button(key="compare-now-1").click().run()
    assert "a" not in app.query_params, "the same again lets it go"
    app.button(key="compare-now-1").click().run()
    app.button(key="compare-now-2").click().run()
    assert app.query_params["view"] == "compare"
    said = says(app)
    assert heading in said
    assert more in said
    app.button_group(key="names-b-red").set_value(["r1", "r3", "r4", "r8"]).run()
    assert app.query_params["b"] == "r1~r3~r4~r8"
    assert {"en": "is suspended", "es": "suspensión"}[language] in says(app)
    app.button_group(key="names-b-red").set_value([]).run()
    assert {"en": "Tap two lineups", "es": "dos formaciones"}[language] in says(app)


def test_the_audit_of_a_match(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    said = says(opens("match", match="demo", view="audit"))
    assert "No breach Everything that was recorded so far keeps the rules." in said
    said = says(opens("match", match="demo", view="audit", lang="es"))
    assert "Sin infracciones" in said
    said = says(opens("match", case="x7-ineligible", view="audit"))
    assert "1 entry broke a rule Red · entry 0 · the start" in said
    assert "r1 (4) is suspended. Fielding an ineligible player forfeits the match" in said
    assert "Only if an official learns of it by 2026-03-08 15:00 UTC." in said
    assert "What would have been legal then r2 (4), r3 (4), r4 (4)" in said
    assert "Individually eligible" in said
    said = says(opens("match", case="x7-ineligible", view="audit", lang="es"))
    assert "1 anotación incumplió una regla" in said
    assert "Qué habría sido legal entonces" in said


def test_names_are_tapped_in_and_out(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens("match", match="demo", view="check", team="red")
    app.button_group(key="lineup-red").set_value(["r1", "r3", "r4", "r5"]).run()
    assert app.query_params["lineup"] == "r1~r3~r4~r5"
    app.button_group(key="lineup-red").set_value([]).run()
    assert app.query_params["lineup"] == "none"
    assert "Nobody is chosen yet." in says(app)


def test_both_teams_with_everybodys_standing(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    said = says(opens("match", match="demo", view="teams"))
    for standing in ("on the field", "must leave", "at hand", "not here", "suspended", "on another team"):
        assert standing in said


@pytest.mark.parametrize(
    ("name", "language"), [(name, ("en", "es")[number % 2]) for number, name in enumerate(sources.list_cases())]
)
def test_every_worked_example_opens(
    opens: Callable[..., Any], says: Callable[[Any], str], name: str, language: str
) -> None:
    case = sources.list_cases()[name]
    said = says(opens("match", case=name, lang=language))
    assert {"en": "Expected ruling", "es": "Decisión esperada"}[language] in said
    assert case.title[language] in said
    assert case.source in said


def test_the_search_looks_past_accents_and_capitals(opens: Callable[..., Any]) -> None:
    app = opens("match", lang="es")
    app.text_input(key="case-search").set_value("EQUITACION peligrosa").run()
    found = [button.key for button in app.button if button.key.startswith("case-")]
    assert found == ["case-o37-01a"]
    app.button(key="case-o37-01a").click().run()
    assert app.query_params["case"] == "o37-01a"


def test_a_pasted_file_is_opened_and_kept(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens("match")
    app.text_area(key="pasted").set_value(MATCH)
    app.button(key="open-pasted").click().run()
    assert "6 legal lineups now" in says(app)
    assert "6 legal lineups now" in says(opens("match", file=app.query_params["file"]))


def test_an_uploaded_file_is_opened(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens("match")
    app.file_uploader(key="upload").set_value(("mine.yaml", MATCH.encode(), "application/yaml")).run()
    assert "6 legal lineups now" in says(app)
    app.button(key="other-match").click().run()
    assert "Open a match" in says(app)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (MATCH.replace("upper_limit: 8", "upper_limit: high"), "line 7, event.upper_limit", "high"),
        (MATCH.replace("player: r2, reason", "player: r9, reason"), "line 52, journal[15].player", "r9"),
        ("", "pasted text", "empty"),
        ("{", "line 2, pasted text", "not YAML"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(
    opens: Callable[..., Any], says: Callable[[Any], str], text: str, line: str, said: str
) -> None:
    app = opens("match")
    app.text_area(key="pasted").set_value(text)
    app.button(key="open-pasted").click().run()
    words = says(app)
    assert "This match cannot be read" in words
    assert line in words
    assert said in words
    assert "file" not in app.query_params


def test_a_match_that_is_gone_says_so(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    assert "This match is no longer here." in says(opens("match", file="0000"))


def test_names_from_a_file_are_shown_as_they_are(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    app = opens("match")
    evil = "<img src=x onerror=alert(1)> **_Ana_** :material/home: [x](y)"
    app.text_area(key="pasted").set_value(MATCH.replace("name: Ana Torres", f"name: '{evil}'"))
    app.button(key="open-pasted").click().run()
    assert not any("<img" in block.value for block in app.html)
    assert evil in says(app)


def test_a_failure_is_said_kindly_and_keeps_the_match(
    opens: Callable[..., Any], says: Callable[[Any], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise RuntimeError("a defect")

    monkeypatch.setattr(Inquiry, "advise", fail)
    ask.advice.clear()
    app = opens("match", match="demo")
    assert "Something went wrong here. The match is kept" in says(app)
    assert "a defect" not in says(app)
    assert app.query_params["match"] == "demo"
    monkeypatch.undo()
    app.button(key="try-again").click().run()
    assert "6 legal lineups now" in says(app)


def test_it_speaks_spanish(opens: Callable[..., Any], says: Callable[[Any], str]) -> None:
    said = says(opens("match", match="demo", lang="es"))
    assert "6 formaciones legales ahora" in said
    assert "no está presente" in said
    said = says(opens("match", match="demo", lang="es", view="check", team="red", lineup="r1~r3~r4"))
    assert "Decide el umpire" in said
    said = says(opens("match", match="demo", lang="es", view="check", team="red", lineup="r1~r3~r6~r8"))
    assert "No legal" in said
    assert "USPA Cancha, Regla 3" in said


def test_every_link_keeps_the_whole_address(opens: Callable[..., Any]) -> None:
    app = opens("match", match="demo", team="blue", view="teams", lang="es", q="x")
    links = [link.proto for link in app.get("page_link")]
    assert len(links) >= 4
    for link in links:
        assert "match=demo" in link.query_string
        assert "team=blue" in link.query_string
        assert "lang=es" in link.query_string
