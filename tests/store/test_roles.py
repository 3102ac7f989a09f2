from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

import pytest
from sqlalchemy import select, text

from advisor.errors import InputError
from advisor.store import Actor, NotPermitted, Store, UnknownLink, create_match, open_link
from advisor.store.drafts import find_kept, find_what_if, keep, keep_what_if
from advisor.store.guesses import MOST
from advisor.store.journal import append, changes_since, go_back_to, load, plan_going_back, strike, undo
from advisor.store.matches import list_matches
from advisor.store.proposals import accept, decline, propose
from advisor.store.roles import (
    CODE_MINUTES,
    add_link,
    list_links,
    new_code,
    public_secret,
    recover_keeper,
    redeem_code,
    replace_secret,
    withdraw_link,
)
from advisor.store.tables import codes, keys, links
from tests.store.build import HURT, REPLACED, START, a_match, goal
from tests.store.conftest import Clock, Kept

KEEPERS_CALLS: list[Callable[[Kept, Actor], object]] = [
    lambda kept, who: append(kept.store, kept.id, 0, [START], who),
    lambda kept, who: strike(kept.store, kept.id, 0, 0, "no", who),
    lambda kept, who: undo(kept.store, kept.id, 0, who),
    lambda kept, who: plan_going_back(kept.store, kept.id, 0, who),
    lambda kept, who: go_back_to(kept.store, kept.id, 0, 0, "no", [], who),
    lambda kept, who: accept(kept.store, kept.id, 0, 1, who),
    lambda kept, who: decline(kept.store, kept.id, 1, "no", who),
    lambda kept, who: list_links(kept.store, kept.id, who),
    lambda kept, who: add_link(kept.store, kept.id, "keeper", who),
    lambda kept, who: withdraw_link(kept.store, kept.id, 1, who),
]


@pytest.mark.parametrize("call", KEEPERS_CALLS)
@pytest.mark.parametrize("who", ["red", "blue", "public"])
def test_neither_a_captains_nor_the_public_link_records(
    kept: Kept, who: str, call: Callable[[Kept, Actor], object]
) -> None:
    with pytest.raises(NotPermitted):
        call(kept, getattr(kept, who))
    assert load(kept.store, kept.id, kept.keeper).count == 0


@pytest.mark.parametrize("call", KEEPERS_CALLS)
def test_a_link_opens_only_its_own_match(kept: Kept, call: Callable[[Kept, Actor], object]) -> None:
    other = create_match(kept.store, a_match())
    with pytest.raises(UnknownLink):
        call(kept, Actor(other.keeper.secret))


def test_everybody_reads(kept: Kept) -> None:
    append(kept.store, kept.id, 0, [START], kept.keeper)
    for actor in (kept.keeper, kept.red, kept.blue, kept.public):
        assert load(kept.store, kept.id, actor).count == 1


@pytest.mark.parametrize("guess", ["", "keeper", "0", "a" * 32, "' OR 1=1 --", "\ud800"])
def test_a_guessed_link_opens_nothing(kept: Kept, guess: str) -> None:
    for call in (open_link, replace_secret, new_code):
        with pytest.raises(UnknownLink):
            call(kept.store, Actor(guess))
    with pytest.raises(UnknownLink):
        load(kept.store, kept.id, Actor(guess))


def test_the_hash_of_a_secret_is_not_the_secret(kept: Kept) -> None:
    with kept.store.read() as connection:
        stored = connection.execute(select(keys.c.hash)).scalars().all()
    for found in stored:
        with pytest.raises(UnknownLink):
            open_link(kept.store, Actor(found))


def test_secrets_are_random_and_not_in_the_database(kept: Kept) -> None:
    made = [kept.made.keeper, *kept.made.captains.values()]
    assert all(len(link.secret) * 6 >= 128 for link in made)
    assert len({link.secret for link in made}) == 3
    with kept.store.read() as connection:
        for table in ("keys", "links", "entries", "matches"):
            rows = str(connection.execute(text(f"SELECT * FROM {table}")).all())
            assert not any(link.secret in rows for link in made)


def test_a_secret_is_not_in_a_representation(kept: Kept) -> None:
    assert kept.keeper.secret not in repr((kept.keeper, kept.made))


def test_a_link_tells_its_match_and_role(kept: Kept) -> None:
    access = open_link(kept.store, kept.red)
    assert (access.match_id, access.role, access.team, access.by) == (kept.id, "captain", "red", "captain red (Ben)")
    assert open_link(kept.store, kept.keeper).may_record
    assert open_link(kept.store, kept.public).role == "reader"
    assert not open_link(kept.store, kept.public).may_keep


def test_several_hold_a_link_each_by_his_name(kept: Kept) -> None:
    append(kept.store, kept.id, 0, [START], replace(kept.keeper, name="Eva"))
    append(kept.store, kept.id, 1, [goal()], replace(kept.keeper, name=""))
    journal = load(kept.store, kept.id, kept.public).match.journal
    assert [entry.by for entry in journal] == ["keeper (Eva)", "keeper"]


@pytest.mark.parametrize("name", ["x" * 41, "a\x00b", "a\u202eb"])
def test_a_name_is_short_and_on_one_line(kept: Kept, name: str) -> None:
    with pytest.raises(InputError):
        load(kept.store, kept.id, replace(kept.keeper, name=name))


def test_one_person_alone_holds_every_role(store: Store) -> None:
    made = create_match(store, a_match(), alone=True)
    me = Actor(made.keeper.secret)
    append(store, made.match_id, 0, [START], me)
    keep_what_if(store, made.match_id, 1, [HURT], me)
    proposal = propose(store, made.match_id, 1, "red", [HURT, REPLACED], me)
    accept(store, made.match_id, 1, proposal.id, me)
    assert load(store, made.match_id, me).count == 3


def test_one_captain_reads_nothing_that_the_other_or_anybody_keeps(kept: Kept) -> None:
    append(kept.store, kept.id, 0, [START], kept.keeper)
    keep_what_if(kept.store, kept.id, 1, [HURT], kept.red)
    keep(kept.store, kept.id, "draft", "form", {"in": ["r5"]}, kept.red)
    keep(kept.store, kept.id, "note", "tactics", "watch b1", kept.red)
    for other in (kept.blue, kept.keeper):
        assert find_what_if(kept.store, kept.id, other) is None
        assert find_kept(kept.store, kept.id, "draft", other) == {}
        assert find_kept(kept.store, kept.id, "note", other) == {}
    for call in (
        lambda: find_what_if(kept.store, kept.id, kept.public),
        lambda: find_kept(kept.store, kept.id, "note", kept.public),
        lambda: keep(kept.store, kept.id, "note", "x", "y", kept.public),
    ):
        with pytest.raises(NotPermitted):
            call()
    assert find_kept(kept.store, kept.id, "note", kept.red) == {"tactics": "watch b1"}


def test_a_second_link_for_the_same_team_does_not_read_the_firsts_notes(kept: Kept) -> None:
    keep(kept.store, kept.id, "note", "tactics", "watch b1", kept.red)
    second = add_link(kept.store, kept.id, "captain", kept.keeper, team="red", label="coach")
    assert find_kept(kept.store, kept.id, "note", Actor(second.secret)) == {}


def test_a_withdrawn_link_opens_nothing_from_then_on(kept: Kept) -> None:
    withdraw_link(kept.store, kept.id, kept.made.captains["red"].link_id, kept.keeper)
    with pytest.raises(UnknownLink, match="withdrawn"):
        load(kept.store, kept.id, kept.red)
    with pytest.raises(UnknownLink):
        changes_since(kept.store, kept.id, open_link(kept.store, kept.blue).seen, kept.red)
    shown = {link.link_id: link.withdrawn for link in list_links(kept.store, kept.id, kept.keeper)}
    assert shown[kept.made.captains["red"].link_id]


def test_ones_own_link_is_not_withdrawn_so_a_keeper_is_left(kept: Kept) -> None:
    with pytest.raises(InputError, match="your own"):
        withdraw_link(kept.store, kept.id, kept.made.keeper.link_id, kept.keeper)
    with pytest.raises(InputError, match="no such link"):
        withdraw_link(kept.store, kept.id, 999, kept.keeper)


def test_a_captain_makes_his_link_his_own_and_keeps_his_notes(kept: Kept) -> None:
    keep(kept.store, kept.id, "note", "tactics", "watch b1", kept.red)
    mine = Actor(replace_secret(kept.store, kept.red).secret)
    with pytest.raises(UnknownLink, match="withdrawn"):
        load(kept.store, kept.id, kept.red)
    assert find_kept(kept.store, kept.id, "note", mine) == {"tactics": "watch b1"}


def test_the_public_link_is_shared_by_everybody_and_replaced_by_the_keeper(kept: Kept) -> None:
    assert public_secret(kept.store, kept.id, kept.red) == kept.public.secret
    with pytest.raises(NotPermitted):
        replace_secret(kept.store, kept.public)
    withdraw_link(kept.store, kept.id, kept.made.public.link_id, kept.keeper)
    assert public_secret(kept.store, kept.id, kept.red) is None
    fresh = add_link(kept.store, kept.id, "reader", kept.keeper)
    assert public_secret(kept.store, kept.id, kept.red) == fresh.secret


@pytest.mark.parametrize(
    ("role", "team"),
    [("captain", None), ("captain", "green"), ("keeper", "red"), ("reader", "green"), ("organiser", None)],
)
def test_links_are_for_the_matchs_roles_and_teams(kept: Kept, role: str, team: str | None) -> None:
    with pytest.raises(InputError):
        add_link(kept.store, kept.id, role, kept.keeper, team=team)  # type: ignore[arg-type]


def test_a_short_code_opens_the_link_on_another_phone_for_some_minutes(kept: Kept, clock: Clock) -> None:
    keep(kept.store, kept.id, "note", "tactics", "watch b1", kept.red)
    code = new_code(kept.store, kept.red)
    assert len(code) == 9
    second = redeem_code(kept.store, f" {code.lower()} ")
    assert second.secret != kept.red.secret
    assert find_kept(kept.store, kept.id, "note", Actor(second.secret)) == {"tactics": "watch b1"}
    clock.pass_seconds(CODE_MINUTES * 60 + 1)
    with pytest.raises(UnknownLink):
        redeem_code(kept.store, code)


def test_a_short_code_of_the_public_link_gives_the_public_secret(kept: Kept) -> None:
    assert redeem_code(kept.store, new_code(kept.store, kept.public)).secret == kept.public.secret


def test_a_short_code_ends_with_its_link(kept: Kept) -> None:
    code = new_code(kept.store, kept.red)
    withdraw_link(kept.store, kept.id, kept.made.captains["red"].link_id, kept.keeper)
    with pytest.raises(UnknownLink):
        redeem_code(kept.store, code)


def test_short_codes_are_not_in_the_database_and_expired_ones_go(kept: Kept, clock: Clock) -> None:
    code = new_code(kept.store, kept.red).replace("-", "")
    clock.pass_seconds(CODE_MINUTES * 60 + 1)
    new_code(kept.store, kept.red)
    with kept.store.read() as connection:
        stored = connection.execute(select(codes)).all()
    assert len(stored) == 1
    assert code not in str(stored)


def test_guessing_codes_is_stopped(kept: Kept) -> None:
    code = new_code(kept.store, kept.red)
    for _ in range(MOST):
        with pytest.raises(UnknownLink, match="no such code"):
            redeem_code(kept.store, secrets.token_hex(4))
    with pytest.raises(UnknownLink, match="too many"):
        redeem_code(kept.store, code)


def test_the_machines_own_user_recovers_a_lost_keepers_link(kept: Kept) -> None:
    (listed,) = list_matches(kept.store)
    assert (listed.event, listed.teams, listed.count) == ("Copa Ñandú", ("red", "blue"), 0)
    again = recover_keeper(kept.store, listed.match_id)
    append(kept.store, kept.id, 0, [START], Actor(again.secret))
    with pytest.raises(UnknownLink):
        recover_keeper(kept.store, "nothing")


def test_a_link_has_room_for_a_label_only(kept: Kept) -> None:
    add_link(kept.store, kept.id, "keeper", kept.keeper, label="third man")
    assert list_links(kept.store, kept.id, kept.keeper)[-1].label == "third man"
    with kept.store.write() as connection:
        rows = [{"match_id": kept.id, "role": "keeper", "created_at": "x"}] * 100
        connection.execute(links.insert(), rows)
    with pytest.raises(InputError, match="more are not given"):
        add_link(kept.store, kept.id, "keeper", kept.keeper)
