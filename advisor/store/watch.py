"""What is new to those who look on through one process: the database is asked once for all of them.

Acts are never judged by this: they check the link in their own transaction.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from advisor.errors import StoreError
from advisor.store.engine import Store
from advisor.store.roles import Actor, KeyRow, Seen, access_by, check_match, find_keys, hashed

AGE = 0.3
"""Seconds for which an answer of the database serves everybody; what this process itself writes is seen at once."""

ASKED_FOR = 10.0
"""Seconds after which nobody looks any more who has not asked again."""


@dataclass(frozen=True)
class Look:
    """How far a match is, and when that was so."""

    seen: Seen
    at: datetime


class Watch:
    """Looks at the database for all who ask within :data:`AGE`, in one indexed statement. Threads share it.

    ``clock``: seconds that never go back.
    """

    def __init__(self, store: Store, clock: Callable[[], float] = time.monotonic) -> None:
        self._store, self._clock = store, clock
        self._lock = threading.Lock()
        self._asked: dict[str, float] = {}
        self._found: dict[str, KeyRow] = {}
        self._known: frozenset[str] = frozenset()
        self._problem: StoreError | None = None
        self._until, self._written, self._at = 0.0, -1, datetime.now(UTC)

    def look(self, match_id: str, actor: Actor) -> Look:
        """How far the actor's match was, no longer ago than :data:`AGE`. Raises UnknownLink, InputError, StoreError."""
        key = hashed(actor.secret)
        with self._lock:
            now = self._clock()
            self._asked[key] = now
            if now >= self._until or key not in self._known or self._written != self._store.written:
                self._ask(now)
            row, at, problem = self._found.get(key), self._at, self._problem
        if problem is not None:
            raise problem.with_traceback(None)
        return Look(check_match(access_by(row, actor), match_id).seen, at)

    def _ask(self, now: float) -> None:
        self._asked = {key: asked for key, asked in self._asked.items() if now - asked < ASKED_FOR}
        # Before the look: what is written during it may be missing from it.
        self._written, at = self._store.written, datetime.now(UTC)
        try:
            with self._store.read() as connection:
                self._found = find_keys(connection, self._asked)
            self._problem, self._at = None, at
        except StoreError as error:
            self._problem = error
        self._known = frozenset(self._asked)
        self._until = self._clock() + AGE
