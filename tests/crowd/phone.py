"""A phone without a browser: it speaks to the app as Streamlit's page does, taps, and keeps the clock.

What the app sends is kept as far as it can be tapped; fragments that ask to be run anew are, each in its time.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
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
                for one in self._repeating.values():
                    one.cancel()

    def _start(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._hash = ""
        self._states: dict[str, Any] = {}
        self._targets: dict[str, list[Target]] = {}
        self._repeating: dict[str, asyncio.Task[None]] = {}
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
                self._begun, self._targets = True, {}
                for one in self._repeating.values():
                    one.cancel()
                self._repeating = {}
        elif kind == "navigation":
            self._hash = message.navigation.page_script_hash
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "auto_rerun":
            name = message.auto_rerun.fragment_id
            if name not in self._repeating:
                self._repeating[name] = asyncio.create_task(self._repeat(name, message.auto_rerun.interval))
        elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
            place = ".".join(map(str, message.metadata.delta_path))
            self._targets[place] = list(self._found_in(message.delta.new_element))
        elif kind == "script_finished":
            if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
                self.problems.append("the page does not compile")
            # A part that follows at once may tell of the end of the whole with its own.
            ended = (ForwardMsg.FINISHED_SUCCESSFULLY, ForwardMsg.FINISHED_FRAGMENT_RUN_SUCCESSFULLY)
            if self._begun and message.script_finished in ended:
                self._finished.set()

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
                await self._send(fragment=fragment)


def _name(widget: str) -> str:
    """The name that the page gave a widget: what follows its hash."""
    return widget.split("-", 2)[-1]
