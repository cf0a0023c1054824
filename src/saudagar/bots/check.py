"""The conformance suite for bots of other people: what the protocol promises, tried one by one, with a verdict each."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, Literal

from ..kernel import SplitMix
from ..notation import parse_position
from ..players import Limit
from ..rules import STANDARD, Ruleset, Seat, View
from .confinement import Command
from .examiner import Examiner, Warned
from .forfeit import Fault, Forfeit
from .messages import Quit, Stop, line
from .program import Program

CROWDED = "DDGGS ?33 CCPPLL|???? 6|1 0.0.0.0.0.0 ?7/?6/?5 0x0|0x0 a"
"""A position with 167 allowed actions: no other has more (tests/rules/test_most_actions.py)."""
MOVETIME = 150
"""Milliseconds that are given where time is tried."""
Verdict = Literal["passed", "failed", "warned"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What came of one trial: `name` for machines, `title` for people, and the story where there is one to tell."""

    name: str
    title: str
    verdict: Verdict
    story: str = ""
    seconds: float = 0.0


@dataclass
class Suite:
    """The trials of one program, in their order. Iterating runs them; what is known at the end stands in `facts`."""

    command: Command
    rounds: int = 4
    seed: int = 1
    ruleset: Ruleset = STANDARD
    facts: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._examiner = Examiner(self.ruleset, self.seed)

    @property
    def trials(self) -> tuple[tuple[str, str, Callable[[Program], str]], ...]:
        """The trials: name, title, and what is done with a program that runs."""
        return (
            ("hello", "starts and says hello", self.hello),
            ("rounds", f"plays {self.rounds} rounds, both seats, by the rules", self.whole_rounds),
            ("stateless", "answers positions out of the blue", self.stateless),
            ("longest", "reads the longest lines", self.longest),
            ("unknown", "passes over what it does not know", self.unknown),
            ("seed", "gives the same answer to the same question", self.same),
            ("movetime", f"answers within {MOVETIME} ms when asked to", self.in_time),
            ("stop", "answers at once when told to stop", self.stop),
            ("late-stop", "is not confused by a stop after its answer", self.late_stop),
            ("silence", "says nothing when not asked", self.silence),
            ("quit", "leaves when told to quit", self.leaves),
            ("end", "leaves when its input ends", self.input_ends),
        )

    def __iter__(self) -> Generator[Finding, None, None]:
        program = Program(self.command)
        try:
            for name, title, trial in self.trials:
                finding = self._tried(program, name, title, trial)
                yield finding
                if name == "hello" and finding.verdict == "failed":
                    return
        finally:
            program.close()

    def _tried(self, program: Program, name: str, title: str, trial: Callable[[Program], str]) -> Finding:
        began = time.monotonic()
        verdict: Verdict = "passed"
        try:
            story = trial(program)
        except Warned as known:
            verdict, story = "warned", str(known)
        except Forfeit as wrong:
            verdict = "failed"
            story = str(wrong).partition(": ")[2]
            program.close()
        return Finding(name, title, verdict, story, round(time.monotonic() - began, 3))

    # ---------------------------------------------------------------------------------------------------- the trials

    def hello(self, program: Program) -> str:
        """It starts, and says who it is."""
        program.start()
        hello = program.hello
        assert hello is not None  # noqa: S101 - it has started
        isolation = program.isolation
        self.facts |= {"name": hello.name, "version": hello.version, "author": hello.author}
        self.facts |= {"rulesets": list(hello.rulesets), "isolation": isolation.value, "isolated": isolation.story}
        if self.ruleset.name not in hello.rulesets:
            raise Forfeit(program.label, Fault.OTHER_RULESET, f"it does not play {self.ruleset.name}")
        return program.name

    def whole_rounds(self, program: Program) -> str:
        """It plays rounds against a player at random, with all events told, and its time is taken."""
        times: list[float] = []
        won = 0.0
        began = program.seconds()
        for number in range(self.rounds):
            won += self._examiner.round(program, number, Seat.A if number % 2 == 0 else Seat.B, times)
        times.sort()
        self.facts["moves"] = len(times)
        self.facts["median_ms"] = round(times[len(times) // 2] * 1000, 2)
        self.facts["slowest_ms"] = round(times[-1] * 1000, 2)
        self.facts["cpu_ms_per_move"] = round((program.seconds() - began) / len(times) * 1000, 2)
        return (
            f"{len(times)} moves, half of them within {self.facts['median_ms']} ms; "
            f"won {won:g} of {self.rounds} against random and greedy"
        )

    def stateless(self, program: Program) -> str:
        """It is asked about positions of many rounds in no order, without a word about how they came about."""
        order = sorted(range(len(self._examiner.positions)), key=lambda at: (at * 7919) % 1009)
        asked = [self._examiner.positions[at] for at in order[:24]]
        for view in asked:
            self._examiner.ask(program, view)
        return f"{len(asked)} positions"

    def longest(self, program: Program) -> str:
        """It is asked about a position with as many allowed actions as there can be."""
        found = parse_position(CROWDED) if self.ruleset.name == "standard" else self._examiner.positions[0]
        assert isinstance(found, View)  # noqa: S101 - its stock is hidden
        view = max((found, *self._examiner.positions), key=lambda each: len(each.legal_actions))
        self._examiner.ask(program, view)
        return f"{len(view.legal_actions):,} allowed actions"

    def unknown(self, program: Program) -> str:
        """It is told what no host of today says: an unknown message, unknown fields, an unknown kind of event."""
        view = self._examiner.positions[0]
        self._examiner.ask(program, view)
        program.process.send(
            b'{"type":"weather","sky":"clear"}\n{"type":"event","match":"m0","kind":"applause","loud":true}\n'
        )
        go = json.loads(line(self._examiner.go(view, 900_000)))
        go["mood"] = {"curious": [1, 2.5, None]}
        self._examiner.say(program, json.dumps(go).encode() + b"\n", 900_000)
        return ""

    def same(self, program: Program) -> str:
        """It is asked twice, with the same seed."""
        for view in self._examiner.positions[:6]:
            one, two = (program.choose(view, Limit(samples=20), SplitMix(self.seed)).action for _ in range(2))
            if one != two:
                raise Warned(f"{one} and then {two} [{view}]: measurements with it cannot be repeated")
        return ""

    def in_time(self, program: Program) -> str:
        """It is given little time."""
        slowest = 0.0
        for view in self._examiner.positions[:6]:
            began = time.monotonic()
            program.choose(view, Limit(seconds=MOVETIME / 1000), SplitMix(self.seed))
            slowest = max(slowest, time.monotonic() - began)
        if slowest * 1000 > MOVETIME:
            raise Warned(f"the slowest answer took {slowest * 1000:.0f} ms: only the grace has saved it")
        return f"the slowest answer took {slowest * 1000:.0f} ms"

    def stop(self, program: Program) -> str:
        """It is given a minute, and told to stop after a moment."""
        view = self._examiner.positions[len(self._examiner.positions) // 2]
        self._examiner.ask(program, view)
        process = program.process
        go = self._examiner.go(view, 910_000, movetime=20_000)
        process.allow(1 << 20)
        process.send(line(go))
        answered = self._examiner.answered(program, 910_000, time.monotonic() + 0.2)
        if answered:
            return "it had answered before"
        process.send(line(Stop(id=910_000)))
        began = time.monotonic()
        if not self._examiner.answered(program, 910_000, began + 2):
            raise Forfeit(program.label, Fault.LATE, "no answer within 2 s after stop")
        return f"{(time.monotonic() - began) * 1000:.0f} ms after it"

    def late_stop(self, program: Program) -> str:
        """It is told to stop what it has answered, and asked on."""
        view = self._examiner.positions[0]
        self._examiner.ask(program, view)
        process = program.process
        self._examiner.say(program, line(self._examiner.go(view, 920_000)), 920_000)
        process.send(line(Stop(id=920_000)))
        self._examiner.say(program, line(self._examiner.go(view, 920_001)), 920_001)
        return ""

    def silence(self, program: Program) -> str:
        """It is left alone for a moment after an answer."""
        self._examiner.ask(program, self._examiner.positions[0])
        process = program.process
        process.allow(1 << 16)
        said = process.line(time.monotonic() + 0.4)
        if said is not None:
            text = said[:80].decode(errors="replace")
            raise Forfeit(program.label, Fault.TWICE, f"it wrote {text!r} after its answer")
        return ""

    def leaves(self, program: Program) -> str:
        """It is told to quit."""
        self._examiner.ask(program, self._examiner.positions[0])
        process = program.process
        process.send(line(Quit()))
        return self._examiner.gone(program, process)

    def input_ends(self, program: Program) -> str:
        """Its input is closed, as when the host has died."""
        self._examiner.ask(program, self._examiner.positions[0])
        process = program.process
        process.end_input()
        return self._examiner.gone(program, process)
