"""What was worked out last, kept while there is room: immutable things by their keys, the longest unused forgotten."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Latest(Generic[Key, Value]):
    """Values by their keys, together no larger than ``most``; the last one stays however large it is.

    ``size_of`` says how large one is, in whatever unit ``most`` has. Threads may share it.
    """

    def __init__(self, most: int, size_of: Callable[[Value], int]) -> None:
        self._most, self._size_of = most, size_of
        self._kept: OrderedDict[Key, Value] = OrderedDict()
        self._size = 0
        self._lock = threading.Lock()

    def find(self, key: Key) -> Value | None:
        """The value of a key, which is used thereby; None where it is not kept."""
        with self._lock:
            value = self._kept.get(key)
            if value is not None:
                self._kept.move_to_end(key)
            return value

    def put(self, key: Key, value: Value) -> None:
        """Keep a value, in place of the one before."""
        with self._lock:
            before = self._kept.pop(key, None)
            self._size += self._size_of(value) - (0 if before is None else self._size_of(before))
            self._kept[key] = value
            while self._size > self._most and len(self._kept) > 1:
                _, oldest = self._kept.popitem(last=False)
                self._size -= self._size_of(oldest)

    def forget(self, key: Key) -> None:
        """Keep it no longer, if it is kept."""
        with self._lock:
            value = self._kept.pop(key, None)
            if value is not None:
                self._size -= self._size_of(value)

    def values(self) -> list[Value]:
        """All that is kept, the last used first."""
        with self._lock:
            return list(reversed(self._kept.values()))
