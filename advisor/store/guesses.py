"""A brake on guessing: short codes can be tried only so often."""

from __future__ import annotations

import threading
import time
from collections import deque

MOST = 30
"""Wrong guesses that are taken in a minute, by everybody together."""


class Guesses:
    """Counts the wrong guesses of the last 60 seconds in this process."""

    def __init__(self) -> None:
        self._times: deque[float] = deque()
        self._lock = threading.Lock()

    def are_too_many(self) -> bool:
        """Whether no further guess is taken now."""
        with self._lock:
            while self._times and self._times[0] < time.monotonic() - 60:
                self._times.popleft()
            return len(self._times) >= MOST

    def add(self) -> None:
        """Note a wrong one."""
        with self._lock:
            self._times.append(time.monotonic())
