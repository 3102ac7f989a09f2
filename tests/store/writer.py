"""A process that records in a match until it is killed, and what must hold after its death."""

from __future__ import annotations

import multiprocessing
import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from advisor.fold import Fold
from advisor.store import Actor, Store, create_match, open_store, verify_journal
from advisor.store.journal import Recorded, append, go_back_to, load, strike, undo
from advisor.store.proposals import accept, list_proposals, propose
from tests.store.build import END, NEXT, RESUME, START, STOP, a_match, goal

LONGEST = 150
"""Entries after which a match is left for a new one."""

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["tests.store.writer"])


@dataclass
class Deaths:
    """What was counted over all kills. ``while_opening``: before the process had opened the database."""

    kills: int = 0
    while_opening: int = 0
    acknowledged: int = 0
    entries: int = 0
    unacknowledged: int = 0


def write(address: str, match_id: str, keeper: str, captain: str, acknowledge: Connection) -> None:
    """Records without end; sends number and hash of an entry as soon as its call has returned."""
    with open_store(address) as store:
        acknowledge.send("open")
        for added in _record_on(store, match_id, Actor(keeper, "Ana"), Actor(captain, "Ben")):
            acknowledge.send([(one.number, one.entry.hash) for one in added])


def _record_on(store: Store, match_id: str, keeper: Actor, captain: Actor) -> Iterator[tuple[Recorded, ...]]:
    stored = load(store, match_id, keeper)
    count = stored.count
    if not count:
        yield append(store, match_id, 0, [START], keeper)
        count = 1
    elif Fold(stored.match).run().moment == "between_periods":
        yield append(store, match_id, count, [NEXT], keeper)
        count += 1
    while True:
        for step in (_play, _undo, _strike, _change, _go_back):
            for added in step(store, match_id, count, keeper, captain):
                yield added
                count = added[-1].number + 1


def _play(store: Store, match_id: str, count: int, keeper: Actor, _: Actor) -> Iterator[tuple[Recorded, ...]]:
    yield append(store, match_id, count, [goal("red")], keeper)
    yield append(store, match_id, count + 1, [STOP, RESUME], keeper)


def _undo(store: Store, match_id: str, count: int, keeper: Actor, _: Actor) -> Iterator[tuple[Recorded, ...]]:
    yield append(store, match_id, count, [goal("blue")], keeper)
    yield undo(store, match_id, count + 1, keeper)


def _strike(store: Store, match_id: str, count: int, keeper: Actor, _: Actor) -> Iterator[tuple[Recorded, ...]]:
    yield append(store, match_id, count, [goal("blue")], keeper)
    yield strike(store, match_id, count + 1, count, "no goal", keeper)


def _change(store: Store, match_id: str, count: int, keeper: Actor, captain: Actor) -> Iterator[tuple[Recorded, ...]]:
    state = Fold(load(store, match_id, keeper).match).run()
    out, in_ = ("r4", "r5") if "r4" in state.sides["red"].field else ("r5", "r4")
    change = {"entry": "substitute", "team": "red", "out": [out], "in": [in_]}
    proposal = propose(store, match_id, count, "red", [END, change], captain)
    yield accept(store, match_id, count, proposal.id, keeper)
    yield append(store, match_id, count + 2, [NEXT], keeper)


def _go_back(store: Store, match_id: str, count: int, keeper: Actor, _: Actor) -> Iterator[tuple[Recorded, ...]]:
    yield append(store, match_id, count, [goal("red"), goal("red")], keeper)
    yield go_back_to(store, match_id, count + 2, count, "not red", [goal("blue"), goal("blue")], keeper)


def kill_writers(make_address: Any, times: int, seed: int) -> Deaths:
    """Kills a writer so many times, at random points, and checks after each. ``make_address()`` gives a new database.

    Each tenth time the database is new too, and the writer may die while it makes the tables.
    """
    chance, deaths = random.Random(seed), Deaths()
    address, match_id, keeper, captain = "", "", "", ""
    for turn in range(times):
        if turn % 10 == 0:
            address = make_address()
            _die_while_opening(address, chance)
            deaths.while_opening += 1
            match_id, keeper, captain = _new_match(address)
        else:
            acknowledged = _die_while_recording(address, match_id, keeper, captain, chance)
            deaths.acknowledged += len(acknowledged)
            with open_store(address) as store:
                match = load(store, match_id, Actor(keeper)).match
                _check(store, match_id, keeper, acknowledged)
            new = len(match.journal) - (acknowledged[0][0] if acknowledged else len(match.journal))
            deaths.entries += new
            deaths.unacknowledged += new - len(acknowledged)
            if len(match.journal) > LONGEST:
                match_id, keeper, captain = _new_match(address)
        deaths.kills += 1
    return deaths


def _new_match(address: str) -> tuple[str, str, str]:
    with open_store(address) as store:
        made = create_match(store, a_match())
    return made.match_id, made.keeper.secret, made.captains["red"].secret


def _die_while_opening(address: str, chance: random.Random) -> None:
    receiver, sender = _processes.Pipe(duplex=False)
    process = _processes.Process(target=write, args=(address, "none", "none", "none", sender))
    process.start()
    sender.close()
    time.sleep(chance.uniform(0, 0.6))
    process.kill()
    process.join()
    receiver.close()


def _die_while_recording(
    address: str, match_id: str, keeper: str, captain: str, chance: random.Random
) -> list[tuple[int, str]]:
    """What the writer acknowledged before it was killed."""
    receiver, sender = _processes.Pipe(duplex=False)
    process = _processes.Process(target=write, args=(address, match_id, keeper, captain, sender))
    process.start()
    sender.close()
    acknowledged: list[tuple[int, str]] = []
    try:
        assert receiver.recv() == "open"
        time.sleep(chance.uniform(0, 0.5))
        process.kill()
        while True:
            acknowledged += receiver.recv()
    except (EOFError, OSError):
        pass
    process.join()
    receiver.close()
    assert process.exitcode == -9, "the writer ended by itself"
    return acknowledged


def _check(store: Store, match_id: str, keeper: str, acknowledged: list[tuple[int, str]]) -> None:
    match = load(store, match_id, Actor(keeper)).match
    journal = match.journal
    assert verify_journal(match).holds
    for number, hash in acknowledged:
        assert journal[number].hash == hash, f"acknowledged entry {number} is not there"
    kinds = [entry.entry for entry in journal]
    assert kinds.count("stop") == kinds.count("resume"), "half of a pair"
    assert kinds.count("end_period") == kinds.count("substitute"), "half of an accepted proposal"
    for proposal in list_proposals(store, match_id, Actor(keeper)):
        recorded = proposal.number is not None and kinds[proposal.number : proposal.number + 2]
        assert recorded == (["end_period", "substitute"] if proposal.status == "accepted" else False)
    if store.file is not None:
        _check_file(store.file)


def _check_file(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
