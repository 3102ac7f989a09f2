"""The captain's page in each of its states: what happened, who, the answer, the minutes that run, and a Penalty 7."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from advisor.matchfile import read_match
from advisor.store.drafts import find_what_if
from advisor.store.proposals import accept, list_proposals
from advisor.ui.parts import countdown
from advisor.ui.parts.chooser import shelf
from tests.store.build import END, HURT, NEXT, RESUME, START, STOP, a_match
from tests.ui.holding import Kept, choose, keys, tap

Opens = Callable[..., Any]
Says = Callable[[Any], str]

AWARD = {"entry": "penalty_7", "against": "blue", "disabled": "r4"}
SINCE = datetime(2026, 5, 3, 15, 4, tzinfo=UTC)


def a_file(*journal: Any, **more: Any) -> str:
    """The name on the shelf of a small match with this journal."""
    data = a_match(journal=list(journal), **more).as_data()
    return shelf().put(read_match(json.dumps(data)))


def teams(red: list[float], blue: list[float], **more: Any) -> dict[str, Any]:
    """Both teams by handicaps, and the event."""
    sides = {"red": red, "blue": blue}
    players = {
        key: {"players": [{"id": f"{key[0]}{n}", "handicap": handicap} for n, handicap in enumerate(found, 1)]}
        for key, found in sides.items()
    }
    return {"teams": players, "event": {"upper_limit": 8, **more}}


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the clock that the minutes run by to so many seconds after ``SINCE``."""

    def put(seconds: float) -> None:
        monkeypatch.setattr(countdown, "now", lambda: SINCE + timedelta(seconds=seconds))

    return put


# -- what happened, who, the answer ----------------------------------------------------------------------------------


def test_three_taps_at_most_to_the_best_legal_lineup(opens: Opens, says: Says) -> None:
    app = opens("match", match="demo", team="red")
    taps = 0
    for key in ("what-unable", "who-r1"):
        tap(app, key)
        taps += 1
    said = says(app)
    assert taps <= 3
    assert "You suppose Only you see this. Ana Torres (1): Injured" in said
    assert "6 legal lineups now" in said
    assert "Legal now double substitution In" not in said.split("6 legal lineups now")[0]
    first = said.split("6 legal lineups now")[1]
    assert first.index("In ") < first.index("on the field") < first.index("net goals")
    assert app.query_params["if"] == "unable~red~r1~injury"
    assert "6 legal lineups now" in says(opens("match", **{k: app.query_params[k] for k in ("match", "team", "if")}))


def test_before_the_start_and_when_nothing_has_happened(opens: Opens, says: Says) -> None:
    app = opens("match", file=a_file(), team="red")
    assert {"what-unable", "what-left"} <= keys(app)
    assert not {"what-card", "what-end_period", "what-penalty_7", "what-arrived"} & keys(app)
    assert "15 legal lineups now" in says(app)
    app = opens("match", file=a_file(START), team="red")
    said = says(app)
    assert "What happened?" in said
    assert "Nobody may come in now At the end of the period the team may change." in said
    assert "To find a substitute" not in said
    tap(app, "what-end_period")
    assert "You suppose Only you see this. The period ends" in says(app)
    assert "14 legal lineups now" in says(app)


def test_how_he_is_unable_is_changed_above_the_answer(opens: Opens, says: Says) -> None:
    app = opens("match", match="demo", team="red")
    tap(app, "what-unable")
    tap(app, "who-r1")
    assert "double substitution" in says(app)
    choose(app, "change-reason", "illness")
    assert app.query_params["if"] == "unable~red~r1~illness"
    choose(app, "change-concussion", ["Concussion"])
    assert app.query_params["if"] == "unable~red~r1~illness~concussion"
    assert "Ana Torres (1): Ill, concussion" in says(app)
    choose(app, "change-concussion", [])
    assert app.query_params["if"] == "unable~red~r1~illness"


def test_more_may_be_supposed_and_taken_back(opens: Opens, says: Says) -> None:
    app = opens("match", file=a_file(START), team="red")
    tap(app, "what-unable")
    tap(app, "what-back")
    assert "What happened?" in says(app)
    tap(app, "what-unable")
    tap(app, "who-r4")
    tap(app, "suppose-more")
    assert "What happened besides?" in says(app)
    tap(app, "what-left")
    tap(app, "who-r5")
    assert "r4 (2): Injured" in says(app)
    assert "r5 (2) has left" in says(app)
    tap(app, "suppose-more")
    tap(app, "what-other")
    tap(app, "what-recovered")
    tap(app, "who-r4")
    assert app.query_params["if"] == "unable~red~r4~injury~~left~red~r5~~recovered~red~r4"
    tap(app, "suppose-less")
    tap(app, "suppose-nothing")
    assert not {"if", "since"} & set(app.query_params)


def test_the_supposition_is_that_of_every_view_and_of_the_other_team(opens: Opens, says: Says) -> None:
    app = opens("match", match="demo", team="red", **{"if": "unable~red~r1~injury~~left~red~r6"})
    choose(app, "choose-view", "teams")
    assert "Felix Moore 4 not here" in says(app)
    choose(app, "choose-view", "check")
    choose(app, "lineup-red", ["r3", "r4", "r6"])
    assert "Not legal" in says(app)
    choose(app, "choose-team", "blue")
    assert "You suppose" in says(app)


def test_two_have_to_come_in_for_one(opens: Opens, says: Says) -> None:
    said = says(opens("match", case="o3-05"))
    assert "double substitution" in said
    assert "Why nobody can come in" not in said


def test_sent_off_by_either_card(opens: Opens, says: Says) -> None:
    app = opens("match", file=a_file(START), team="red")
    tap(app, "what-card")
    tap(app, "who-r2")
    assert "r2 (2): Red card" in says(app)
    assert "has a red card and is out for the match" in says(app)
    choose(app, "change-kind", "second_yellow")
    assert app.query_params["if"] == "card~red~r2~second_yellow"
    assert "is still sitting out two minutes of play" in says(app)


def test_going_on_short_is_said_when_it_is_what_remains(opens: Opens, says: Says) -> None:
    file = a_file(START, HURT, **teams([2, 2, 2, 2, 9], [2, 2, 2, 2]))
    app = opens("match", file=file, team="red")
    said = says(app)
    assert "Nobody can come in: go on short, with 3" in said
    assert "Nobody comes in" in said
    assert "Why nobody can come in" in said
    assert "r5 (9)" in said.split("Who cannot come in now")[1]


def test_nothing_is_legal_and_why(opens: Opens, says: Says) -> None:
    said = says(opens("match", file=a_file(START, STOP), team="red"))
    assert "Nobody may come in now" in said
    assert "Why nobody can come in" in said
    assert "Able players stay" in said.split("Why nobody can come in")[1]


def test_the_arena(opens: Opens, says: Says) -> None:
    app = opens("match", match="arena", team="blue")
    said = says(app)
    assert "To find a substitute for Ines Vidal (4) 15 minutes" in said
    assert "USPA Arena Rule 3" in said
    tap(app, "what-penalty_7")
    tap(app, "who-b1")
    assert "Penalty 7: a substitute or a removal?" in says(app)


def test_it_speaks_spanish(opens: Opens, says: Says) -> None:
    app = opens("match", match="penalty-7", team="red", lang="es", p7="b2")
    said = says(app)
    for words in ("¿Qué pasó?", "Penal 7: ¿suplente o retiro?", "Lo que vale cada opción", "tope 8", "Después, para"):
        assert words in said
    app = opens("match", file=a_file(START), team="red", lang="es")
    tap(app, "what-unable")
    assert "¿Quién se lesionó?" in says(app)
    tap(app, "who-r4")
    assert "Suposición Esto se ve solo acá. r4 (2): Lesión" in says(app)


@pytest.mark.parametrize("written", ["nonsense", "unable~red~r9~injury", "penalty_7~blue~r1", "resume"])
def test_what_cannot_be_supposed_is_said_and_forgotten_by_a_tap(opens: Opens, says: Says, written: str) -> None:
    app = opens("match", file=a_file(START), team="red", **{"if": written})
    assert "As the match is now this is not possible:" in says(app)
    assert "legal lineups" not in says(app)
    tap(app, "suppose-nothing")
    assert "What happened?" in says(app)
    assert "if" not in app.query_params


def test_a_supposition_that_breaks_a_rule_says_so(opens: Opens, says: Says) -> None:
    app = opens("match", file=a_file(START, {**HURT}, RESUME), team="red")
    tap(app, "what-penalty_7")
    tap(app, "who-r4")
    assert "Penalty 7" in says(app)
    assert "play has resumed" in says(app).split("Only you see this.")[1].split("Forget")[0].lower()


# -- the answer ------------------------------------------------------------------------------------------------------


def test_three_cards_and_all_in_a_list_that_is_narrowed_down(opens: Opens, says: Says) -> None:
    app = opens("match", match="demo", team="red")
    assert {"compare-now-1", "compare-now-3"} <= keys(app)
    assert "compare-now-4" not in keys(app)
    app.session_state["all-lineups"] = True
    app.run()
    assert "21 of 21 lineups" in says(app)
    choose(app, "filter-when", "now")
    assert "6 of 21 lineups" in says(app)
    choose(app, "filter-cost", "0~0")
    assert app.query_params["cost"] == "0~0"
    choose(app, "filter-who", ["r5"])
    assert app.query_params["who"] == "r5"
    assert "2 of 21 lineups" in says(app)
    row = next(key for key in sorted(map(str, keys(app))) if key.startswith("row-now"))
    tap(app, row)
    assert f"compare-listed-{row[-1]}" in keys(app)
    tap(app, row)
    assert f"compare-listed-{row[-1]}" not in keys(app)


def test_each_figure_opens_to_how_it_was_worked_out(opens: Opens) -> None:
    app = opens("match", match="demo", team="red")
    card = next(block.value for block in app.html if '<article class="card' in block.value)
    opened = re.findall(r"<details class=.more.><summary>(.*?)</summary>", card.split('class="figures"')[1])
    shown = [re.sub(r"<[^>]+>", "", summary) for summary in opened]
    assert shown[:4] == ["7 on the field", "counts 7", "no change on the board", "net goals 0.00"]
    for step in ("Eva Lund (1) + Felix Moore (4)", "At the last moment of play it was 7.", "Change of the score"):
        assert step in card


@pytest.mark.parametrize(
    ("language", "note", "chip"),
    [
        ("en", "This is the last regulation period: its end comes only with overtime", "Only if overtime follows"),
        ("es", "Es el último período reglamentario", "Solo si hay suplementario"),
    ],
)
def test_in_the_last_period_later_means_only_with_overtime(
    opens: Opens, says: Says, language: str, note: str, chip: str
) -> None:
    journal = [START, END, NEXT]
    event = {"event": {"upper_limit": 8, "periods": 2}}
    said = says(opens("match", file=a_file(*journal, **event), team="red", lang=language))
    assert note in said
    assert chip in said
    check = {"view": "check", "lineup": "r1~r2~r3~r5"}
    said = says(opens("match", file=a_file(*journal, **event), team="red", lang=language, **check))
    assert note in said
    before = says(opens("match", file=a_file(START, **event), team="red", lang=language))
    assert note not in before
    assert chip not in before
    overtime = says(opens("match", file=a_file(*journal, END, NEXT, **event), team="red", lang=language))
    assert {"en": "This is overtime", "es": "Es el suplementario"}[language] in overtime


def test_the_figures_of_the_header_and_of_a_comparison_open_too(opens: Opens, says: Says) -> None:
    app = opens("match", match="demo", team="red", view="compare")
    (header,) = (block.value for block in app.html if '<div class="bars">' in block.value)
    assert header.count("<summary>") == 2
    for step in (
        "Counted handicap of Red Oaks: 7",
        "Goals by handicap of Red Oaks: 1",
        "The event's upper limit is 8.",
    ):
        assert step in header.replace("&#x27;", "'")
    said = says(app)
    assert "How the figures of A are worked out" in said
    assert "How the figures of B are worked out" in said


# -- somebody is found -----------------------------------------------------------------------------------------------


def test_somebody_found_on_the_rail_comes_on_the_list_and_is_proposed(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, HURT)
    app = opens("kept", link=kept.red.secret)
    assert app.button(key="found").disabled
    app.text_input(key="found-line").set_value("Eva").run()
    assert "has no handicap" in says(app)
    assert app.button(key="found").disabled
    app.text_input(key="found-line").set_value("Eva 2").run()
    tap(app, "found")
    said = says(app)
    assert "Eva (2)" in said.split("You suppose")[1].split("legal lineups now")[0]
    card = next(block.value for block in app.html if "Eva (2)" in block.value and "<article" in block.value)
    number = re.search(r'class="rank" aria-hidden="true">(\d)', card)
    assert number is not None
    tap(app, f"choose-now-{number[1]}")
    tap(app, "propose")
    (proposal,) = list_proposals(kept.store, kept.made.match_id, kept.keeper)
    assert [entry.entry for entry in proposal.entries] == ["player", "substitute"]


def test_whoever_stands_in_the_box_by_now_is_taken(opens: Opens, says: Says) -> None:
    app = opens("match", file=a_file(START, HURT), team="red")
    app.text_input(key="found-line").set_value("Eva 2").run()
    # The box is left by the tap on the button itself.
    app.text_input(key="found-line").set_value("Eva 3")
    tap(app, "found")
    assert "Eva (3)" in says(app)
    assert "Eva (2)" not in says(app)


def test_somebody_found_stands_in_the_address_of_an_opened_match(opens: Opens, says: Says) -> None:
    app = opens("match", file=a_file(START, HURT), team="red")
    app.text_input(key="found-line").set_value("Zoë ~Ñandú 1½").run()
    tap(app, "found")
    assert app.query_params["if"] == "player~red~zoe-nandu~1.5~Zoë Ñandú"
    assert "Zoë Ñandú (1½)" in says(app)


# -- the minutes that run --------------------------------------------------------------------------------------------


def test_the_minutes_run_from_the_entry_and_are_over_in_words(
    opens: Opens, says: Says, at: Callable[[float], None]
) -> None:
    file = a_file(START, {**HURT, "at": SINCE.isoformat()})
    at(61)
    app = opens("match", file=file, team="red")
    assert "To find a substitute for r4 (2) 8:59 left of 10 minutes USPA Outdoor Rule 3" in says(app)
    at(62.5)
    app.run()
    assert "8:58" in says(app), "rounded up: what is shown is still there"
    assert "8:58" in says(opens("match", file=file, team="red")), "a reload goes on where it was"
    at(600)
    app.run()
    said = says(app)
    assert "Time is over Play goes on short, with 3. Whoever is found later may come in at any time" in said
    at(600 + 3 * 3600)
    app.run()
    assert "10 minutes from the moment when play stopped for it" in says(app), "a file of another day"


def test_the_minutes_of_a_supposition_run_from_its_tap(opens: Opens, says: Says, at: Callable[[float], None]) -> None:
    at(0)
    app = opens("match", file=a_file(START), team="red")
    tap(app, "what-unable")
    tap(app, "who-r4")
    at(30)
    app.run()
    assert "9:30 left of 10 minutes" in says(app)
    choose(app, "change-reason", "illness")
    assert "9:30 left of 10 minutes" in says(app), "another reason does not begin them anew"


def test_the_minutes_of_a_kept_match_survive_a_reload(
    kept: Kept, opens: Opens, says: Says, at: Callable[[float], None]
) -> None:
    kept.record(START)
    at(0)
    app = opens("kept", link=kept.red.secret)
    tap(app, "what-unable")
    tap(app, "who-r4")
    at(100)
    choose(app, "change-reason", "exhaustion")
    again = opens("kept", link=kept.red.secret)
    assert "8:20 left of 10 minutes" in says(again)
    tap(again, "suppose-nothing")
    at(200)
    tap(again, "what-unable")
    tap(again, "who-r4")
    assert "10:00 left of 10 minutes" in says(again)


# -- Penalty 7 -------------------------------------------------------------------------------------------------------

NAMED = teams([4, 3, 2, 1, 1], [5, 3, 3, 1, 4], upper_limit=12)
DISABLED = [START, {**HURT, "player": "r3"}, {**AWARD, "disabled": "r3"}]


def test_a_penalty_7_is_supposed_by_two_taps(opens: Opens, says: Says, at: Callable[[float], None]) -> None:
    at(0)
    app = opens("match", file=a_file(START, **NAMED), team="red")
    tap(app, "what-penalty_7")
    assert "Only the umpire awards it" in says(app)
    tap(app, "who-r3")
    assert app.query_params["if"] == "unable~red~r3~injury~~penalty_7~blue~r3"
    said = says(app)
    assert "Penalty 7, r3 (2): to find a substitute or to name the removal 15:00" in said
    assert "What each choice is worth" in said
    assert "A substitution ends the Penalty 7" in said


def test_whom_one_may_name_why_nobody_else_and_what_it_does(opens: Opens, says: Says) -> None:
    app = opens("match", file=a_file(*DISABLED, **NAMED), team="red")
    choose(app, "penalty-7-way", "b2")
    said = says(app)
    assert {"look-b2", "look-b3"} <= keys(app)
    assert not {"look-b1", "look-b4", "name-b2"} & keys(app), "an opened match has nobody to propose to"
    assert "Why nobody else: 2" in said
    assert "before field 10 · counted 10 · limit 12 after field 8 · counted 10 · cap 8" in said
    assert "before field 12 · counted 12 · limit 12 after field 9 · counted 12 · cap 9" in said
    assert "On the field Red and Blue: before 10 – 12 (-2), after 8 – 9 (-1)" in said
    assert "Then, for Red Nobody may come in now" in said
    assert "The higher of the two is 10" in said, "how the caps were worked out"
    tap(app, "look-b3")
    assert app.query_params["p7"] == "b3"
    assert "If b3 (3) is named" in says(app)


def test_who_must_leave_is_not_named_and_nobody_is_once_play_has_gone_on(opens: Opens, says: Says) -> None:
    hurt_too = {"entry": "unable", "team": "blue", "player": "b1", "reason": "injury"}
    app = opens("match", file=a_file(*DISABLED, hurt_too, **NAMED), team="red", p7="b2")
    said = says(app)
    assert "Why nobody else: 2" in said
    assert "B1 is not on the field, or must leave it" in said
    app = opens("match", file=a_file(*DISABLED, RESUME, **NAMED), team="red", p7="b2")
    said = says(app)
    assert "Why nobody may be named" in said
    assert not {"look-b2", "name-b2"} & keys(app)
    assert "Name b2" not in said


def test_what_a_team_may_have_is_the_limit_where_the_cap_is_above_it(opens: Opens, says: Says) -> None:
    sides = teams([2, 2, 2, 2, 1], [3, 1, 1, 1, 2], upper_limit=5)
    said = says(opens("match", file=a_file(START, HURT, AWARD, **sides), team="red", p7="b1"))
    row = said.split("Name b1 (3)")[1].split()[:3]
    assert row[1:] == ["5", "3"], row


def test_the_other_captain_sees_what_he_may_lose(opens: Opens, says: Says) -> None:
    said = says(opens("match", file=a_file(*DISABLED, **NAMED), team="blue"))
    assert "A Penalty 7 is pending: Red may name one of these If b2 (3) is named" in said


def test_after_the_removal_the_caps_bind_and_say_how_they_came_about(opens: Opens, says: Says) -> None:
    journal = [*DISABLED, {"entry": "designate", "player": "b2"}]
    app = opens("match", file=a_file(*journal, **NAMED), team="blue")
    said = says(app)
    assert "What happened?" in said
    assert "field 9 · counted 12" in said
    assert "cap 9" in said
    tap(app, "what-unable")
    tap(app, "who-b4")
    said = says(app)
    assert "b5 (4)" in said.split("Who cannot come in now")[1], "the later substitute is above the cap"
    assert "Penalty 7" in said.split("Who cannot come in now")[1]


def test_the_removal_is_chosen_and_proposed(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, HURT, AWARD)
    app = opens("kept", link=kept.red.secret)
    choose(app, "penalty-7-way", "b1")
    tap(app, "look-b2")
    tap(app, "name-b2")
    assert "You propose Penalty 7: b2 (2) is named and leaves Legal" in says(app)
    tap(app, "propose")
    (proposal,) = list_proposals(kept.store, kept.made.match_id, kept.keeper)
    assert proposal.entries[-1].model_dump()["player"] == "b2"


# -- proposing -------------------------------------------------------------------------------------------------------


def test_one_tap_on_a_card_one_to_confirm_and_the_answer_is_seen(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START)
    app = opens("kept", link=kept.red.secret)
    tap(app, "what-unable")
    tap(app, "who-r4")
    tap(app, "choose-now-1")
    assert "You propose r4 (2): Injured" in says(app)
    assert "Legal" in says(app).split("You propose")[1]
    tap(app, "choose-none")
    assert "You propose" not in says(app)
    tap(app, "choose-now-1")
    tap(app, "propose")
    said = says(app)
    assert "Waits for the keeper" in said
    assert "You suppose" not in said
    assert "You propose " not in said
    assert find_what_if(kept.store, kept.made.match_id, kept.red) is None
    (proposal,) = list_proposals(kept.store, kept.made.match_id, kept.keeper)
    accept(kept.store, kept.made.match_id, 1, proposal.id, kept.keeper)
    app.run()
    assert "Accepted and recorded" in says(app)


def test_before_the_start_and_for_later_nothing_is_proposed(kept: Kept, opens: Opens) -> None:
    app = opens("kept", link=kept.red.secret)
    assert not any(str(key).startswith("choose-") for key in keys(app))
    kept.record(START)
    app = opens("kept", link=kept.red.secret)
    assert not any(str(key).startswith("choose-later") for key in keys(app))
