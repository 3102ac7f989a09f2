"""Kept matches in the test's own process: captains, who looks on, failures of the store."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from advisor.errors import StoreError
from advisor.match import Match
from advisor.matchfile import read_match
from advisor.store import NotPermitted
from advisor.store.drafts import find_what_if
from advisor.store.journal import append, load
from advisor.store.proposals import accept, list_proposals, propose
from advisor.store.transfer import export_match, match_text
from advisor.ui import keeping
from advisor.ui.parts.printing import file_name
from tests.store.build import END, HURT, NEXT, REPLACED, START, goal
from tests.ui.holding import Kept, choose, keys, tap

Opens = Callable[..., Any]
Says = Callable[[Any], str]


# -- a captain -------------------------------------------------------------------------------------------------------


def suppose(app: Any) -> None:
    tap(app, "what-unable")
    tap(app, "who-r4")


def test_a_captain_supposes_chooses_and_proposes(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START)
    app = opens("kept", link=kept.red.secret, by="Ben")
    assert "You are captain of Red." in says(app)
    suppose(app)
    assert kept.journal() == ["start"]
    said = says(app)
    assert "You suppose Only you see this. r4 (2): Injured" in said
    assert "6 legal lineups now" in said
    tap(app, "choose-now-1")
    again = opens("kept", link=kept.red.secret, by="Ben")
    assert "You propose" in says(again)
    tap(again, "propose")
    (proposal,) = list_proposals(kept.store, kept.made.match_id, kept.keeper)
    assert [entry.entry for entry in proposal.entries] == ["unable", "substitute"]
    assert find_what_if(kept.store, kept.made.match_id, kept.red) is None
    assert "Waits for the keeper" in says(again)
    accept(kept.store, kept.made.match_id, 1, proposal.id, kept.keeper)
    again.run()
    assert "Accepted and recorded" in says(again)


def test_what_a_captain_supposes_nobody_else_sees(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START)
    suppose(opens("kept", link=kept.red.secret))
    for secret in (kept.keeper.secret, kept.blue.secret, kept.made.public.secret):
        app = opens("kept", link=secret, view="lineups", team="red")
        assert "suppose r4" not in says(app)


def test_a_captain_has_no_way_to_record(kept: Kept, opens: Opens) -> None:
    kept.record(START, HURT)
    for view in ("record", "lineups", "journal", "more"):
        app = opens("kept", link=kept.red.secret, view=view)
        assert not {"record", "undo", "strike", "go-back", "record-choice"} & keys(app)
        assert not any(str(key).startswith(("at-once", "accept")) for key in keys(app))
    with pytest.raises(NotPermitted):
        append(kept.store, kept.made.match_id, 2, [goal()], kept.red)


def test_a_captain_names_the_removal_under_his_own_penalty_7(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, HURT, {"entry": "penalty_7", "against": "blue", "disabled": "r4"})
    app = opens("kept", link=kept.red.secret)
    assert "Whom the captain may name" not in says(app), "a substitution is looked at first where there is one"
    choose(app, "penalty-7-way", "b1")
    assert "Whom the captain may name" in says(app)
    tap(app, "name-b1")
    tap(app, "propose")
    (proposal,) = list_proposals(kept.store, kept.made.match_id, kept.keeper)
    assert [entry.entry for entry in proposal.entries] == ["designate"]


def test_when_the_match_has_moved_on_both_are_told_and_it_is_answered_afresh(
    kept: Kept, opens: Opens, says: Says
) -> None:
    kept.record(START, HURT)
    proposal = propose(kept.store, kept.made.match_id, 2, "red", [REPLACED], kept.red)
    kept.record(goal("blue"))
    keeper = opens("kept", link=kept.keeper.secret)
    assert "The match has moved on since: it cannot be accepted as it is." in says(keeper)
    assert keeper.button(key=f"accept-{proposal.id}").disabled
    captain = opens("kept", link=kept.red.secret)
    assert "The match has moved on since you proposed this. As it is now: Legal" in says(captain)
    tap(captain, f"renew-{proposal.id}")
    keeper.run()
    tap(keeper, f"accept-{proposal.id + 1}")
    assert kept.journal() == ["start", "unable", "goal", "substitute"]


def test_declining_gives_the_reason(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, HURT)
    proposal = propose(kept.store, kept.made.match_id, 2, "red", [REPLACED], kept.red)
    keeper = opens("kept", link=kept.keeper.secret)
    assert "Red proposes" in says(keeper)
    tap(keeper, f"declining-{proposal.id}")
    assert keeper.button(key=f"decline-{proposal.id}").disabled
    keeper.text_input(key=f"answer-{proposal.id}-reason").set_value("he is up again").run()
    assert "You proposed: Waits for the keeper" in says(opens("kept", link=kept.red.secret))
    tap(keeper, f"decline-{proposal.id}")
    said = says(opens("kept", link=kept.red.secret))
    assert "Reason: he is up again" in said
    assert "You proposed: Declined" in said
    kept.record(goal("blue"))
    assert "You proposed" not in says(opens("kept", link=kept.red.secret))
    assert list_proposals(kept.store, kept.made.match_id, kept.blue) == ()


# -- who looks on, and who has no link -------------------------------------------------------------------------------


def test_who_looks_on_reads(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, goal())
    app = opens("kept", link=kept.made.public.secret)
    said = says(app)
    assert "You look on." in said
    assert "Goal for Red" in said
    assert not any(str(key).startswith(("record", "at-once", "choose-1", "suppose")) for key in keys(app))


@pytest.mark.parametrize("secret", ["guessed", "ü" * 40])
def test_a_guessed_link_opens_nothing(kept: Kept, opens: Opens, says: Says, secret: str) -> None:
    said = says(opens("kept", link=secret))
    assert "This link is not known" in said
    assert "Copa" not in said


def test_every_link_keeps_the_role(kept: Kept, opens: Opens) -> None:
    for page in ("kept", "matches"):
        app = opens(page, link=kept.red.secret, by="Ben", lang="en")
        links = [link.proto for link in app.get("page_link")]
        assert len(links) >= 4
        for link in links:
            assert f"link={kept.red.secret}" in link.query_string


def test_it_speaks_spanish(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START)
    assert "Aquí se lleva el partido." in says(opens("kept", link=kept.keeper.secret, lang="es"))
    assert "Este enlace no se conoce" in says(opens("kept", link="x", lang="es"))


# -- failures --------------------------------------------------------------------------------------------------------


def test_when_the_store_does_not_answer_the_last_state_is_shown_with_its_time(
    kept: Kept, opens: Opens, says: Says, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.record(START, goal())
    opens("kept", link=kept.made.public.secret)

    def fail(*args: object, **more: object) -> None:
        raise StoreError("the disk is full; nothing was saved")

    for name in ("changes_since", "load", "open_link"):
        monkeypatch.setattr(keeping, name, fail)
    app = opens("kept", link=kept.made.public.secret, lang="en")
    said = says(app)
    assert "The disk is full; nothing was saved. Shown is the state of " in said
    assert "Goal for Red" in said


def test_a_database_that_is_gone_is_one_clear_message(kept: Kept, opens: Opens, says: Says) -> None:
    app = opens("kept", link=kept.keeper.secret)
    assert kept.store.file is not None
    kept.store.close()
    kept.store.file.unlink()
    app.run()
    said = says(app)
    assert "The database is gone from its place" in said
    assert "Something went wrong" not in said


# -- taking it along ---------------------------------------------------------------------------------------------------


def test_the_export_can_be_read(kept: Kept) -> None:
    kept.record(START, END, NEXT)
    text = match_text(export_match(kept.store, kept.made.match_id, kept.keeper))
    assert len(read_match(text).match.journal) == 3


def test_the_files_of_two_matches_of_an_event_have_names_of_their_own() -> None:
    def match(event: dict[str, Any], *names: str) -> Match:
        teams = {key: {"name": name, "players": []} for key, name in zip(("red", "blue"), names, strict=True)}
        return Match.model_validate({"rules": "uspa-outdoor-2026", "event": {"upper_limit": 8} | event, "teams": teams})

    assert file_name(match({"name": "Copa / Otoño"}, "La Aguada", "Pilar")) == "Copa-Otoño-La-Aguada-Pilar"
    assert file_name(match({"name": "Copa / Otoño"}, "Pilar", "A" * 90)) == f"Copa-Otoño-Pilar-{'A' * 40}"
    assert file_name(match({}, "/", "?")) == "match"


def test_the_seal_of_the_journal_is_said_with_what_it_is_for(kept: Kept, opens: Opens, says: Says) -> None:
    kept.record(START, goal())
    said = says(opens("kept", link=kept.keeper.secret, view="more"))
    last = load(kept.store, kept.made.match_id, kept.keeper).match.journal[-1].hash
    assert f"whether the journal was changed. Last hash: {last}" in said
