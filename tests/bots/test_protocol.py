"""The protocol: the lines of conformance/bots.json, from both sides, and conversations that have one answer only."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.bots.conftest import EXAMPLES, programs
from tests.conformance.files import by_id, load

from saudagar.bots import Command, Fault, Forfeit, NoLine, Program, line, read_bot_line, read_host_line
from saudagar.bots.messages import LONGEST, PROTOCOL
from saudagar.bots.talk import Talk
from saudagar.dealers import rng
from saudagar.notation import parse_action, parse_position
from saudagar.players import Decision, Limit, Player, player
from saudagar.rules import Rng, View

FILE = load("bots")
FREE = Limit()
ASKED = "CKKKK ?32 C|?? 2|2 2.2.3.1.1.2 ?6/?6/?5 27x6+2|31x5 a"


def test_the_file_is_of_this_version() -> None:
    """And so is the longest line."""
    assert (FILE["protocol"], FILE["longest_bot_line"]) == (PROTOCOL, LONGEST)


@pytest.mark.parametrize("case", FILE["host"], ids=by_id)
def test_what_a_host_says_is_read_and_written(case: dict[str, Any]) -> None:
    """To the byte: these are the lines that saudagar writes."""
    read = read_host_line(case["line"])
    assert msgspec.to_builtins(read) == case["value"]
    assert line(read) == case["line"].encode() + b"\n"
    if position := case["value"].get("position"):
        assert str(parse_position(position)) == position
    for action in case["value"].get("legal", []):
        assert parse_action(action) in parse_position(position).legal_actions  # type: ignore[union-attr]


@pytest.mark.parametrize("case", FILE["bot"], ids=by_id)
def test_what_a_bot_says_is_read(case: dict[str, Any]) -> None:
    """With what it may leave out."""
    read = read_bot_line(case["line"])
    assert json.loads(json.dumps(msgspec.to_builtins(read))) == case["value"]
    assert read_bot_line(line(read)) == read


class Scripted:
    """A process that says these lines."""

    errors = ""

    def __init__(self, *lines: str) -> None:
        self.lines = [each.encode() for each in lines]
        self.told: list[dict[str, Any]] = []

    def send(self, text: bytes) -> None:
        self.told += [json.loads(each) for each in text.splitlines()]

    def allow(self, most: int) -> None:
        """Anything."""

    def line(self, until: float) -> bytes | None:
        return self.lines.pop(0) if self.lines else None

    def seconds(self) -> float:
        return 0.0

    def close(self) -> None:
        """It has not begun."""


def asked(*lines: str) -> tuple[Program, Scripted]:
    """A program that is about to be asked question 7, and will say these lines."""
    program, process = Program(Command.of(["python3"]), "bot"), Scripted(*lines)
    program.hello = read_bot_line('{"type":"hello","protocol":1,"name":"m"}')  # type: ignore[assignment]
    program._process, program._asked = process, 6  # type: ignore[assignment]
    return program, process


def choose(program: Program, limit: Limit = FREE) -> Decision:
    view = parse_position(ASKED)
    assert isinstance(view, View)
    return program.choose(view, limit, rng(1))


@pytest.mark.parametrize("case", FILE["not_bot"], ids=by_id)
def test_what_a_bot_must_not_say(case: dict[str, Any]) -> None:
    """It forfeits by the fault, is told so, and told to quit."""
    if case["fault"] == "no_line":
        with pytest.raises(NoLine):
            read_bot_line(case["line"])
    program, process = asked(case["line"])
    with pytest.raises(Forfeit) as caught:
        choose(program)
    assert caught.value.fault.value == case["fault"]
    assert [each["type"] for each in process.told] == ["newmatch", "go", "error", "quit"]
    assert process.told[2]["code"] == case["fault"]


def test_a_question_is_complete() -> None:
    """The view's line, all that is allowed, a seed that a JavaScript number holds, and the limit."""
    program, process = asked('{"type":"action","id":7,"action":"+K"}')
    assert choose(program, Limit(samples=50)).action == parse_action("+K")
    newmatch, go = process.told
    assert newmatch == {"type": "newmatch", "match": "m1", "seat": "a", "ruleset": "standard", "seals": 1}
    assert (go["id"], go["position"], go["samples"]) == (7, ASKED, 50)
    assert sorted(go["legal"]) == ["+C", "+K", "-C"]
    assert 0 <= go["seed"] < 2**53
    assert "movetime" not in go


def test_a_stop_is_said_when_the_time_is_up() -> None:
    """Then there is a little grace, and then it is late."""
    program, process = asked()
    with pytest.raises(Forfeit) as caught:
        choose(program, Limit(seconds=0.25))
    assert caught.value.fault is Fault.LATE
    assert [each["type"] for each in process.told] == ["newmatch", "go", "stop", "error", "quit"]
    assert process.told[1]["movetime"] == 250


def test_what_it_thinks_is_a_ranking_of_what_is_allowed() -> None:
    """Best first; what is not allowed, or no action, or told of another question, is left out."""
    program, _ = asked(
        '{"type":"info","id":6,"ranking":[["-C",0.9]]}',
        '{"type":"info","id":7,"ranking":[["+C",0.4],["+K",0.6],["+D",0.9],["nonsense",1]]}',
        '{"type":"action","id":7,"action":"+C"}',
    )
    assert choose(program).ranking == ((parse_action("+K"), 0.6), (parse_action("+C"), 0.4))


def conversation(case: dict[str, Any], said: list[bytes]) -> None:
    """Compare what a bot said with what it had to say."""
    told = [each for each in map(json.loads, said) if each["type"] != "info"]
    wanted = [message for who, message in case["talk"] if who == "bot"]
    assert [{key: each.get(key) for key in want} for each, want in zip(told, wanted, strict=True)] == wanted


def lines(case: dict[str, Any]) -> list[bytes]:
    return [json.dumps(message).encode() + b"\n" for who, message in case["talk"] if who == "host"]


@pytest.mark.parametrize("case", FILE["forced"], ids=by_id)
@pytest.mark.parametrize("name", ["random", "heuristic"])
def test_the_players_of_the_house_say_what_they_must(case: dict[str, Any], name: str) -> None:
    """And pass over what they do not know."""
    said: list[bytes] = []
    complaints: list[str] = []

    def turns() -> Iterator[bytes]:
        wanted = 0
        for who, message in case["talk"]:
            if who == "bot":
                wanted += 1
                until = time.monotonic() + 10
                while sum(b'"info"' not in each for each in said) < wanted and time.monotonic() < until:
                    time.sleep(0.002)
            else:
                yield json.dumps(message).encode()

    assert Talk(player(name), said.append, complaints.append).run(turns()) == 0
    conversation(case, said)
    assert len(complaints) == 2, "the unknown message and the unknown kind of event"


@pytest.mark.parametrize("case", FILE["forced"], ids=by_id)
@pytest.mark.parametrize("program", programs(), ids=lambda words: words[-1].rpartition("/")[2])
def test_the_examples_say_what_they_must(case: dict[str, Any], program: list[str]) -> None:
    """Each as a program of its own."""
    done = subprocess.run(program, input=b"".join(lines(case)), capture_output=True, timeout=60, check=True)
    conversation(case, done.stdout.splitlines())
    assert not done.stderr


def test_the_bot_of_the_tutorial_works(tmp_path: Path) -> None:
    """docs/bots.md shows it whole, and every line of the protocol as it is in the conformance data."""
    page = (EXAMPLES.parents[1] / "docs" / "bots.md").read_text(encoding="utf-8")
    program = tmp_path / "mybot.py"
    program.write_text(page.split("```python\n")[1].split("```")[0], encoding="utf-8")
    case = FILE["forced"][0]
    done = subprocess.run([sys.executable, program], input=b"".join(lines(case)), capture_output=True, check=True)
    conversation(case, done.stdout.splitlines())
    for case in [
        *FILE["host"][:2],
        FILE["host"][3],
        *FILE["host"][8:10],
        FILE["host"][11],
        FILE["bot"][0],
        FILE["bot"][3],
    ]:
        assert f"`{case['line']}`" in page
    assert {str(fault) for fault in Fault} <= set(re.findall(r"`([a-z_]+)`", page))


def test_the_python_example_is_as_short_as_it_says() -> None:
    """Thirty lines, the standard library only."""
    text = (EXAMPLES / "greedy.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 30
    assert [each for each in text.splitlines() if "import" in each] == ["import json", "import sys"]


def test_stop_is_answered_while_it_thinks() -> None:
    """At once, by what is seen without looking ahead; what was thought comes too late, and is not said."""
    thinking, go_on = threading.Event(), threading.Event()

    class Slow:
        name = "slow-1"

        def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
            if limit.samples != 1:
                thinking.set()
                assert go_on.wait(10)
                return Decision(parse_action("+C"))
            return Decision(parse_action("-C"))

    slow: Player = Slow()
    said: list[bytes] = []
    complaints: list[str] = []
    go = FILE["host"][6]["line"].encode()

    def host() -> Iterator[bytes]:
        yield go
        assert thinking.wait(10)
        yield b'{"type":"stop","id":7}'  # of another question
        assert not said
        yield b'{"type":"stop","id":8}'
        until = time.monotonic() + 10
        while not said and time.monotonic() < until:
            time.sleep(0.005)
        go_on.set()
        yield b'{"type":"quit"}'

    assert Talk(slow, said.append, complaints.append).run(host()) == 0
    assert [json.loads(each) for each in said] == [{"type": "action", "id": 8, "action": "-C"}]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b"{'type': 'hello', 'protocol': 1, 'name': 'x'}", "double quotes"),
        (b"Loading my bot ...", "print for yourself to the error output"),
        (b'{"type":"action","id":1,"action":0}', "action has to be text, not a whole number"),
        (b'{"type":"action","id":1}', "the field action is missing"),
        (b'{"type":"move","id":1}', "there is no line of the type 'move'"),
        (b'{"type":"action","id":1,"act', "the JSON breaks off"),
    ],
)
def test_what_is_wrong_with_a_line_is_told_in_plain_words(text: bytes, told: str) -> None:
    """The mistakes that newcomers make: each is named so that they can mend it."""
    with pytest.raises(NoLine, match=told):
        read_bot_line(text)
