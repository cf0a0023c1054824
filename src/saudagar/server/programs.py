"""The programs that a server seats: bots of its keeper, shut in, chosen by people like the players of the house."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from ..bots import Command, Forfeit, NoProgram, Program
from ..players import Decision, Limit
from ..players.registry import full_name
from ..rules import Rng, View

PREFIX = "bot:"
"""What the id of a program begins with; the rest is its name."""
THINKS = 2.0
"""Seconds for a decision: a person waits."""
AT_ONCE = 2
"""Processes of one program; further matches wait their turn."""
_NAME = re.compile(r"[^\W_][\w .-]{0,29}")


class Programs:
    """Programs by name. Each serves any number of matches with a few processes, since a view is all that it needs."""

    def __init__(self, seats: Iterable[str] = ()) -> None:
        """`seats` are like `mine=./mybot.py`. NoProgram for what is none; nothing is started yet."""
        self._commands: dict[str, Command] = {}
        self._idle: dict[str, list[Program]] = {}
        self._threads: dict[str, ThreadPoolExecutor] = {}
        self._rulesets: dict[str, tuple[str, ...]] = {}
        self._closed = False
        for seat in seats:
            name, is_, command = seat.partition("=")
            name = name.strip()
            if not is_ or not _NAME.fullmatch(name):
                raise NoProgram(f"{seat!r} is no program: NAME=COMMAND is wanted, such as mine=./mybot.py")
            if full_name(name.lower()) or name in self._commands or name.lower() == "friend":
                raise NoProgram(f"another player is called {name!r} already")
            self._commands[name] = Command.parse(command)
            self._idle[name] = []
            self._threads[name] = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="program")

    @property
    def ids(self) -> list[str]:
        """The ids of all, in the order in which they were named."""
        return [PREFIX + name for name in self._commands]

    def plays(self, id_: str, ruleset: str) -> bool:
        """Say whether there is a program of this id, and whether it plays by a ruleset."""
        return ruleset in self._rulesets.get(id_.removeprefix(PREFIX), ()) and id_.startswith(PREFIX)

    def start(self) -> list[str]:
        """Start each once, to see that it works; return a sentence about each. Forfeit where one does not."""
        told = []
        for name in self._commands:
            with self._borrowed(name) as program:
                program.start()
                assert program.hello is not None  # noqa: S101 - it has started
                self._rulesets[name] = program.hello.rulesets
                isolation = program.isolation
                told.append(f"{name} is {program.name}, under {isolation}: {isolation.story}")
        return told

    async def choose(self, id_: str, view: View, rng: Rng) -> Decision:
        """Return what a program decides. Forfeit when it does wrong; NoProgram when there is none of this id."""
        name = id_.removeprefix(PREFIX)
        if name not in self._commands:
            raise NoProgram(f"the server was started without the program {name!r} [{view}]")
        # Threads of its own: those that the server shares must not be taken up by waiting for a program.
        return await asyncio.get_running_loop().run_in_executor(self._threads[name], self._ask, name, view, rng)

    def close(self) -> None:
        """End all that wait; those that think are ended when they are done."""
        self._closed = True
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)
        for idle in self._idle.values():
            while idle:
                idle.pop().close()

    def _ask(self, name: str, view: View, rng: Rng) -> Decision:
        with self._borrowed(name) as program:
            program.forget()
            return program.choose(view, Limit(seconds=THINKS), rng)

    @contextmanager
    def _borrowed(self, name: str) -> Iterator[Program]:
        idle = self._idle[name]
        program = idle.pop() if idle else Program(self._commands[name], name)
        try:
            yield program
        finally:
            if self._closed:
                program.close()
            else:
                idle.append(program)


__all__ = ["PREFIX", "Forfeit", "Programs"]
