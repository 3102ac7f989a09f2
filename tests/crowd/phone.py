"""A phone without a browser: it speaks to the app as Streamlit's page does, taps, and keeps the clock.

What the app sends is kept as far as it can be tapped; fragments that ask to be run anew are, each in its time.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

ANSWERED_WITHIN = 60.0
"""Seconds after which a tap has failed."""


@dataclass(frozen=True)
class Target:
    """Something to tap: a button, or (``option``) one of several beside each other."""

    id: str
    name: str
    option: str | None = None


@dataclass
class Phone:
    """One session. ``may_tap``: beginnings of the names of what this person taps."""

    port: int
    query: str
    page: str
    may_tap: tuple[str, ...]
    chance: random.Random
    taps: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    messages: int = 0
    shown: dict[str, str] = field(default_factory=dict)
    """The page's own HTML by its place."""
    ticks: int = 0
    """How many fragments were run anew because it was time."""

    async def use(self, until: float, every: float) -> None:
        """Open the page, then tap ``every`` so many seconds on average, until this time of the monotonic clock."""
        address = f"ws://127.0.0.1:{self.port}/_stcore/stream"
        async with connect(address, subprotocols=["streamlit"], max_size=None, compression=None) as socket:  # type: ignore[list-item]
            self._start(socket)
            listening = asyncio.create_task(self._listen())
            try:
                await self._run()
                while (left := until - time.monotonic()) > 0:
                    await asyncio.sleep(min(left, self.chance.uniform(0.5, 1.5) * every))
                    if time.monotonic() < until and not self.problems:
                        start = time.perf_counter()
                        await self._tap()
                        self.taps.append(time.perf_counter() - start)
            finally:
                listening.cancel()
                self._stop(list(self._repeating))

    def _stop(self, fragments: Iterable[str]) -> None:
        """Run these fragments anew no more."""
        for name in fragments:
            if name in self._repeating:
                self._repeating.pop(name)[1].cancel()

    def _start(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._hash = ""
        self._states: dict[str, Any] = {}
        self._targets: dict[str, list[Target]] = {}
        self._repeating: dict[str, tuple[float, asyncio.Task[None]]] = {}
        self._begun, self._finished = False, asyncio.Event()

    async def _tap(self) -> None:
        targets = [target for several in self._targets.values() for target in several]
        usual = [target for target in targets if target.name.startswith(self.may_tap)]
        if not usual:
            await self._run()  # a page where this person has nothing to tap: look again
            return
        target = self.chance.choice(usual)
        if target.option is None:
            await self._run(target.id)
        else:
            self._states[target.id] = [target.option]
            await self._run()

    async def _run(self, trigger: str = "") -> None:
        self._begun = False
        self._finished.clear()
        await self._send(trigger)
        try:
            await asyncio.wait_for(self._finished.wait(), ANSWERED_WITHIN)
        except TimeoutError:
            self.problems.append(f"no answer within {ANSWERED_WITHIN:.0f} s")

    async def _send(self, trigger: str = "", fragment: str = "") -> None:
        message = BackMsg()
        run = message.rerun_script
        run.query_string, run.page_script_hash = self.query, self._hash
        if not self._hash:
            run.page_name = self.page
        run.fragment_id, run.is_auto_rerun = fragment, bool(fragment)
        if trigger:
            run.widget_states.widgets.add(id=trigger, trigger_value=True)
        for name, chosen in self._states.items():
            run.widget_states.widgets.add(id=name).string_array_value.data.extend(chosen)
        await self._socket.send(message.SerializeToString())

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):
            async for received in self._socket:
                self.messages += 1
                self._take(ForwardMsg.FromString(received if isinstance(received, bytes) else received.encode()))
            self.problems.append("the app closed the connection")

    def _take(self, message: ForwardMsg) -> None:
        kind = message.WhichOneof("type")
        if kind == "new_session":
            if not message.metadata.run.fragment_ids:  # the whole page, not a part of it
                self._begun, self._targets, self.shown = True, {}, {}
                self._stop(list(self._repeating))
        elif kind == "navigation":
            self._hash = message.navigation.page_script_hash
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "auto_rerun":
            name, interval = message.auto_rerun.fragment_id, message.auto_rerun.interval
            if name not in self._repeating or self._repeating[name][0] != interval:
                self._stop([name])
                self._repeating[name] = interval, asyncio.create_task(self._repeat(name, interval))
        elif kind == "stop_auto_rerun":
            self._stop(message.stop_auto_rerun.fragment_ids)
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            place = ".".join(map(str, message.metadata.delta_path))
            element = message.delta.new_element
            self._targets[place] = list(self._found_in(element))
            self.shown[place] = element.html.body if element.WhichOneof("type") == "html" else ""
        elif kind == "script_finished":
            if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                self.problems.append("the page does not compile")
            # A part that follows at once may tell of the end of the whole with its own.
            ended = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
            if self._begun and message.script_finished in ended:
                self._finished.set()

    @property
    def offered(self) -> set[str]:
        """The names of all that can be tapped."""
        return {target.name for several in self._targets.values() for target in several}

    async def tap(self, name: str) -> None:
        """Tap the button of this name, and wait until the page is there."""
        (found,) = [
            target
            for several in self._targets.values()
            for target in several
            if (target.name, target.option) == (name, None)
        ]
        await self._run(found.id)

    def _found_in(self, element: Any) -> Iterator[Target]:
        kind = element.WhichOneof("type")
        if kind == "exception":
            self.problems.append(f"{element.exception.type}: {element.exception.message}")
        elif kind == "button" and not element.button.disabled:
            yield Target(element.button.id, _name(element.button.id))
        elif kind == "button_group" and not element.button_group.disabled:
            group = element.button_group
            for option in group.options:
                yield Target(group.id, _name(group.id), option.content)

    async def _repeat(self, fragment: str, interval: float) -> None:
        with suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(interval)
                self.ticks += 1
                await self._send(fragment=fragment)


def _name(widget: str) -> str:
    """The name that the page gave a widget: what follows its hash."""
    return widget.split("-", 2)[-1]
