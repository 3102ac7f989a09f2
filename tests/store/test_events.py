from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

import pytest

from advisor.errors import InputError
from advisor.match import Event, Player, Team
from advisor.store import Actor, Store, UnknownLink, create_match
from advisor.store.events import (
    EventMovedOn,
    StoredEvent,
    create_event,
    create_match_in_event,
    lift_suspension,
    load_event,
    pick_teams,
    set_conditions,
    set_eliminated,
    set_team,
    suspend,
)
from advisor.store.journal import load
from advisor.store.overview import list_event_matches, list_events, recover_organiser
from tests.store.build import a_match
from tests.store.conftest import Clock

DAY = date(2026, 5, 2)


def players(letter: str, *more: Player) -> tuple[Player, ...]:
    return (*(Player(id=f"{letter}{n}", handicap=2) for n in range(1, 5)), *more)


def guest(id: str, person: str) -> Player:
    return Player(id=id, handicap=1, person=person)


@dataclass
class Organised:
    store: Store
    id: str
    organiser: Actor

    def load(self) -> StoredEvent:
        return load_event(self.store, self.id, self.organiser)

    @property
    def revision(self) -> int:
        return self.load().revision

    def enter(self, key: str, team: Team, guests: tuple[str, ...] = ()) -> None:
        set_team(self.store, self.id, self.revision, key, team, self.organiser, guests=guests)


@pytest.fixture
def event(store: Store) -> Organised:
    conditions = Event(name="Copa", upper_limit=8, lower_limit=2, readings={"injured-return": "never"})
    event_id, link = create_event(store, "uspa-outdoor-2026", conditions)
    organised = Organised(store, event_id, Actor(link.secret))
    organised.enter("ash", Team(name="Ash", captain="a1", players=players("a", guest("a9", "eva"))))
    organised.enter("oak", Team(players=players("o")))
    return organised


def test_a_match_picks_two_teams_with_everything_entered_once(event: Organised) -> None:
    made = create_match_in_event(event.store, event.id, "oak", "ash", event.organiser)
    match = load(event.store, made.match_id, Actor(made.public.secret)).match
    assert list(match.teams) == ["oak", "ash"]
    assert match.teams["ash"].captain == "a1"
    assert (match.event.lower_limit, match.event.readings) == (2, {"injured-return": "never"})
    assert event.load().matches == (made.match_id,)


def test_one_player_has_one_team(event: Organised) -> None:
    with pytest.raises(InputError, match="'eva' plays for Ash; mark a guest with"):
        event.enter("elm", Team(players=players("e", guest("e9", "eva"))))
    with pytest.raises(InputError, match="in the team already, as e8"):
        event.enter("elm", Team(players=(guest("e8", "ann"), guest("e9", "ann"))))
    assert "elm" not in event.load().teams
    event.enter("elm", Team(players=players("e", guest("e9", "eva"))), guests=("e9",))


def test_the_same_id_in_two_teams_is_two_people(event: Organised) -> None:
    event.enter("elm", Team(players=players("a")))
    assert {p.ineligible for p in pick_teams(event.load(), "ash", "elm", DAY).teams["elm"].players} == {None}


def test_a_guest_is_on_another_team_until_that_is_eliminated(event: Organised) -> None:
    event.enter("elm", Team(players=players("e", guest("e9", "eva"), guest("e8", "zoe"))), guests=("e9", "e8"))

    def picked(key: str, other: str) -> dict[str, Player]:
        return {p.id: p for p in pick_teams(event.load(), key, other, DAY).teams[key].players}

    assert picked("elm", "oak")["e9"].ineligible == "other-team"
    assert picked("elm", "oak")["e8"].ineligible is None
    set_eliminated(event.store, event.id, event.revision, "ash", True, event.organiser)
    assert picked("elm", "oak")["e9"].ineligible is None
    assert picked("elm", "oak")["e9"].eliminated_from_event
    assert not picked("elm", "oak")["e8"].eliminated_from_event
    assert not picked("ash", "oak")["a9"].eliminated_from_event


def test_a_suspended_player_is_ineligible_wherever_he_is_listed_until_the_day(event: Organised) -> None:
    event.enter("elm", Team(players=players("e", guest("e9", "eva"))), guests=("e9",))
    suspend(event.store, event.id, event.revision, "ash", "a9", "fight", event.organiser, until=DAY)
    suspend(event.store, event.id, event.revision, "oak", "o1", "fee", event.organiser)

    def ineligible(on: date) -> dict[str, str]:
        match = pick_teams(event.load(), "ash", "elm", on)
        return {p.id: p.ineligible for team in match.teams.values() for p in team.players if p.ineligible}

    assert ineligible(DAY) == {"a9": "suspended", "e9": "suspended"}
    assert ineligible(date(2026, 5, 3)) == {"e9": "other-team"}
    assert pick_teams(event.load(), "oak", "ash", date(2030, 1, 1)).teams["oak"].players[0].ineligible == "suspended"
    lift_suspension(event.store, event.id, event.revision, "oak", "o1", event.organiser)
    assert pick_teams(event.load(), "oak", "ash", DAY).teams["oak"].players[0].ineligible is None


def test_the_day_is_the_store_clocks(event: Organised, clock: Clock) -> None:
    suspend(event.store, event.id, event.revision, "oak", "o1", "fight", event.organiser, until=DAY)
    clock.pass_seconds(3 * 86_400)
    made = create_match_in_event(event.store, event.id, "oak", "ash", event.organiser)
    match = load(event.store, made.match_id, Actor(made.keeper.secret)).match
    assert match.teams["oak"].players[0].ineligible is None


def test_what_changes_later_changes_no_match_that_has_begun(event: Organised) -> None:
    made = create_match_in_event(event.store, event.id, "oak", "ash", event.organiser)
    set_conditions(event.store, event.id, event.revision, Event(upper_limit=12), event.organiser)
    assert load(event.store, made.match_id, Actor(made.public.secret)).match.event.upper_limit == 8
    assert pick_teams(event.load(), "oak", "ash", DAY).event.upper_limit == 12


def test_a_team_is_put_in_place_of_what_it_was(event: Organised) -> None:
    event.enter("ash", Team(name="Ash II", players=players("x")))
    teams = event.load().teams
    assert list(teams) == ["ash", "oak"]
    assert teams["ash"].team == Team(name="Ash II", players=players("x"))
    event.enter("elm", Team(players=players("e", guest("e9", "eva"))))


def test_who_has_not_seen_the_last_change_overwrites_nothing(event: Organised) -> None:
    with pytest.raises(EventMovedOn):
        set_eliminated(event.store, event.id, 0, "ash", True, event.organiser)
    assert not event.load().teams["ash"].eliminated


def test_only_the_events_organiser_opens_it(event: Organised) -> None:
    other, link = create_event(event.store, "uspa-outdoor-2026", Event(upper_limit=8))
    made = create_match(event.store, a_match())
    for actor in (Actor("guessed"), Actor(link.secret), Actor(made.keeper.secret)):
        with pytest.raises(UnknownLink):
            load_event(event.store, event.id, actor)
        with pytest.raises(UnknownLink):
            create_match_in_event(event.store, event.id, "ash", "oak", actor)
    with pytest.raises(UnknownLink):
        load(event.store, made.match_id, event.organiser)
    assert replace(load_event(event.store, other, Actor(link.secret))).teams == {}


def test_what_cannot_be_is_refused(event: Organised) -> None:
    store, organiser = event.store, event.organiser
    with pytest.raises(InputError):
        create_event(store, "uspa-outdoor-2026", Event(upper_limit=4, lower_limit=8))
    with pytest.raises(InputError):
        set_conditions(store, event.id, event.revision, Event(upper_limit=4, lower_limit=8), organiser)
    with pytest.raises(InputError):
        event.enter("elm", Team(captain="nobody", players=players("e")))
    with pytest.raises(InputError):
        event.enter("elm", Team(players=(*players("e"), *players("e"))))
    with pytest.raises(InputError):
        event.enter("elm", Team(players=players("e")), guests=("nobody",))
    with pytest.raises(InputError):
        event.enter("not a key", Team(players=players("e")))
    for first, second in (("ash", "ash"), ("ash", "elm")):
        with pytest.raises(InputError):
            create_match_in_event(store, event.id, first, second, organiser)
    with pytest.raises(InputError):
        suspend(store, event.id, event.revision, "ash", "nobody", "x", organiser)
    with pytest.raises(InputError):
        suspend(store, event.id, event.revision, "ash", "a1", "", organiser)
    assert list(event.load().teams) == ["ash", "oak"]


def test_what_there_is_is_listed(event: Organised) -> None:
    create_event(event.store, "uspa-arena-2026", Event(upper_limit=6))
    made = create_match_in_event(event.store, event.id, "oak", "ash", event.organiser)
    other = create_match(event.store, a_match())
    assert {(e.name, e.rules, e.upper_limit, e.teams, e.matches) for e in list_events(event.store)} == {
        (None, "uspa-arena-2026", 6, 0, 0),
        ("Copa", "uspa-outdoor-2026", 8, 2, 1),
    }
    (listed,) = list_event_matches(event.store, event.id, event.organiser)
    assert (listed.match_id, listed.teams, listed.count) == (made.match_id, ("oak", "Ash"), 0)
    assert listed.public == made.public.secret
    for stranger in (Actor(other.keeper.secret), Actor("guessed")):
        with pytest.raises(UnknownLink):
            list_event_matches(event.store, event.id, stranger)


def test_whoever_owns_the_database_gets_an_organisers_link_again(event: Organised) -> None:
    again = recover_organiser(event.store, event.id)
    assert load_event(event.store, event.id, Actor(again.secret)).conditions.name == "Copa"
    with pytest.raises(UnknownLink, match="there is no such event"):
        recover_organiser(event.store, "nothing")
