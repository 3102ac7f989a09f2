"""Many sessions on one match at once: keepers, captains and onlookers, each with its own view of the journal."""

from __future__ import annotations

import random
import resource
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from dataclasses import dataclass, field
from statistics import median, quantiles

from advisor.errors import InputError
from advisor.fold import Fold
from advisor.store import Actor, NotPermitted, Store, create_match, verify_journal
from advisor.store.drafts import find_what_if, keep_what_if
from advisor.store.journal import MatchMovedOn, Recorded, append, changes_since, load, undo
from advisor.store.proposals import accept, decline, list_proposals, propose
from tests.store.build import HURT, RESUME, START, STOP, a_match, goal

POLL_SECONDS = 1.0


@dataclass
class Figures:
    """``delays``: seconds from the return of a call to when a poll of another session showed its entry."""

    entries: int = 0
    accepted: int = 0
    declined: int = 0
    moved_on: int = 0
    polls: int = 0
    delays: list[float] = field(default_factory=list)
    megabytes_before: float = 0
    megabytes_after: float = 0

    @property
    def usual_delay(self) -> float:
        """Seconds within which 95 of 100 entries appeared."""
        return quantiles(self.delays, n=20)[-1]

    def __str__(self) -> str:
        shown = f"median {median(self.delays):.2f} s, 95 % {self.usual_delay:.2f} s, "
        return (
            f"{self.entries} entries, {self.accepted} proposals accepted, {self.declined} declined, "
            f"{self.moved_on} times moved on, {self.polls} polls; to appear: {shown}longest {max(self.delays):.2f} s; "
            f"memory {self.megabytes_before:.0f} -> {self.megabytes_after:.0f} MB"
        )


class Session:
    """A phone: it polls, and has what it saw in ``hashes``."""

    def __init__(self, match: SharedMatch, actor: Actor, seed: int) -> None:
        self.match = match
        self.actor = actor
        self.chance = random.Random(seed)
        self.seen = load(match.store, match.id, actor).seen
        self.hashes = [entry.hash for entry in load(match.store, match.id, actor).match.journal]
        self.recorded: list[tuple[int, str | None]] = []

    def poll(self) -> None:
        changes = changes_since(self.match.store, self.match.id, self.seen, self.actor)
        now = time.monotonic()
        self.match.count(polls=1)
        self.seen = changes.seen
        for added in changes.added:
            assert added.number == len(self.hashes)
            self.hashes.append(added.entry.hash)
            self.match.shown(added.number, now, self)

    def record(self, act: Callable[[int], tuple[Recorded, ...]]) -> bool:
        """What is done on what was seen; who is told that the match moved on looks again."""
        try:
            added = act(self.seen.entries)
        except (MatchMovedOn, NotPermitted):  # the last entry is another's by now
            self.match.count(moved_on=1)
            self.poll()
            return False
        now = time.monotonic()
        for one in added:
            self.match.written_at[one.number] = (now, self)
            self.recorded.append((one.number, one.entry.hash))
        self.match.count(entries=len(added))
        return True


class SharedMatch:
    """The match, and what the sessions count together."""

    def __init__(self, store: Store) -> None:
        self.store = store
        made = create_match(store, a_match())
        self.id = made.match_id
        self.keeper = Actor(made.keeper.secret, "Ana")
        self.captains = {team: Actor(link.secret) for team, link in made.captains.items()}
        self.public = Actor(made.public.secret)
        append(store, self.id, 0, [START], self.keeper)
        self.figures = Figures()
        self.written_at: dict[int, tuple[float, Session]] = {}
        self._lock = threading.Lock()

    def count(self, **more: int) -> None:
        with self._lock:
            for name, value in more.items():
                setattr(self.figures, name, getattr(self.figures, name) + value)

    def shown(self, number: int, now: float, session: Session) -> None:
        written = self.written_at.get(number)
        if written is not None and written[1] is not session:
            with self._lock:
                self.figures.delays.append(max(0.0, now - written[0]))


def keep_recording(session: Session) -> None:
    """A keeper's turn: answers what waits, or records what happened."""
    match, actor = session.match, session.actor
    for proposal in list_proposals(match.store, match.id, actor, waiting_only=True):
        with suppress(InputError):  # another keeper answered it first
            if proposal.moved_on or session.chance.random() < 0.3:
                decline(match.store, match.id, proposal.id, "look again", actor)
                match.count(declined=1)
            elif session.record(lambda count, id=proposal.id: accept(match.store, match.id, count, id, actor)):
                match.count(accepted=1)
        return
    if Fold(load(match.store, match.id, actor).match).run().moment == "stopped":
        new = [RESUME]
    elif session.chance.random() < 0.5:
        new = [goal("red")]
    else:
        new = [goal("blue"), STOP, RESUME]
    if session.record(lambda count: append(match.store, match.id, count, new, actor)) and session.chance.random() < 0.2:
        session.poll()
        session.record(lambda count: undo(match.store, match.id, count, actor))


def ask_as_captain(session: Session) -> None:
    """A captain's turn: what if, then a proposal."""
    match, actor, team = session.match, session.actor, session.actor.name
    count = session.seen.entries
    try:
        keep_what_if(match.store, match.id, count, [{**HURT, "team": team, "player": f"{team[0]}1"}], actor)
        change = {"entry": "substitute", "team": team, "out": [], "in": []}
        propose(match.store, match.id, count, team, [{"entry": "stop"}, change], actor)
    except MatchMovedOn:
        match.count(moved_on=1)
    except InputError:  # play is stopped already
        pass
    what_if = find_what_if(match.store, match.id, actor)
    assert what_if is None or what_if.entries[0].team == team  # type: ignore[union-attr]


def run_sessions(store: Store, seconds: float, sessions: int = 20) -> Figures:
    """Sessions of three roles on one match for so long; afterwards all have the same journal, every entry once."""
    match = SharedMatch(store)
    keepers = [Session(match, Actor(match.keeper.secret, f"keeper {n}"), n) for n in range(3)]
    captains = [
        Session(match, Actor(match.captains[team].secret, team), n) for n, team in enumerate(("red", "blue"), 10)
    ]
    onlookers = [Session(match, match.public, n) for n in range(sessions - len(keepers) - len(captains))]
    ends = time.monotonic() + seconds
    failed: list[BaseException] = []
    match.figures.megabytes_before = _megabytes()

    def live(session: Session, act: Callable[[Session], None] | None, every: float) -> None:
        try:
            while time.monotonic() < ends:
                session.poll()
                if act is not None and session.chance.random() < 1 / every:
                    act(session)
                time.sleep(POLL_SECONDS * session.chance.uniform(0.9, 1.1))
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=live, args=(session, keep_recording, 1.5)) for session in keepers]
    threads += [threading.Thread(target=live, args=(session, ask_as_captain, 5)) for session in captains]
    threads += [threading.Thread(target=live, args=(session, None, 1)) for session in onlookers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]
    match.figures.megabytes_after = _megabytes()
    figures = copy(match.figures)
    figures.delays = list(match.figures.delays)
    _check(match, [*keepers, *captains, *onlookers])
    return figures


def _check(match: SharedMatch, everybody: list[Session]) -> None:
    stored = load(match.store, match.id, match.public).match
    hashes = [entry.hash for entry in stored.journal]
    assert verify_journal(stored).holds
    for session in everybody:
        session.poll()
        assert session.hashes == hashes, "a session saw another journal"
    recorded = sorted(one for session in everybody for one in session.recorded)
    assert recorded == list(enumerate(hashes))[1:], "an entry was lost or doubled"


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
