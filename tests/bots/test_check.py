"""`saudagar bot`: the examples pass the examination and play in the arena; programs with faults do not pass."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.bots.conftest import EXAMPLES, programs

from saudagar.arena import Contestant, Here, play_pair
from saudagar.bots import Command
from saudagar.bots.check import Suite
from saudagar.cli import main

pytestmark = pytest.mark.usefixtures("nothing_left")

FAULTY = """
import json, sys, time, random
fault = sys.argv[1]
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] not in ("hello", "newmatch", "event", "go", "stop", "error", "quit"):
        if fault == "unknown": raise SystemExit(3)
    if said["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1, "name": fault}), flush=True)
    elif said["type"] == "go":
        legal = said["legal"]
        pick = random.choice(legal) if fault == "seed" else legal[0]
        if fault == "stateless" and moves is None: pick = "+"
        if fault == "movetime" and "movetime" in said: time.sleep(30)
        answer = {"type": "action", "id": said["id"], "action": pick}
        print(json.dumps(answer), flush=True)
        if fault == "silence": print(json.dumps({"type": "info", "id": said["id"]}), flush=True)
        moves = None if fault == "stateless" else 0
    elif said["type"] == "event":
        moves = 1
    elif said["type"] == "stop":
        if fault == "late-stop": print(json.dumps({"type": "action", "id": said["id"], "action": "+K"}), flush=True)
    elif said["type"] == "quit":
        if fault != "quit": break
if fault in ("quit", "end"):
    time.sleep(30)
"""


def examined(words: list[str]) -> dict[str, str]:
    """The verdict of each trial."""
    return {finding.name: finding.verdict for finding in Suite(Command.of(words), rounds=2)}


@pytest.mark.parametrize("program", programs(), ids=lambda words: Path(words[-1]).name)
def test_the_examples_pass(program: list[str]) -> None:
    """Every trial, without a warning but that of a machine which is busy: how fast an answer came."""
    verdicts = examined(program)
    assert verdicts.pop("movetime") in {"passed", "warned"}
    assert set(verdicts.values()) == {"passed"}


@pytest.mark.parametrize(
    ("fault", "verdict"),
    [
        pytest.param("stateless", "failed", marks=pytest.mark.long),
        ("unknown", "failed"),
        pytest.param("seed", "warned", marks=pytest.mark.long),
        ("movetime", "failed"),
        pytest.param("late-stop", "failed", marks=pytest.mark.long),
        ("silence", "failed"),
        ("quit", "failed"),
        pytest.param("end", "failed", marks=pytest.mark.long),
    ],
)
def test_a_fault_is_found(fault: str, verdict: str, tmp_path: Path) -> None:
    """By the trial that looks for it."""
    program = tmp_path / "faulty.py"
    program.write_text(FAULTY, encoding="utf-8")
    suite = Suite(Command.of([sys.executable, str(program), fault]), rounds=1)
    with closing(iter(suite)) as findings:
        assert next(finding.verdict for finding in findings if finding.name == fault) == verdict


def test_the_command_tells_verdicts(capsys: pytest.CaptureFixture[str]) -> None:
    """As one document, with what keeps the program from the rest of the machine; the exit code is 0."""
    example = [sys.executable, str(EXAMPLES / "greedy.py")]
    with pytest.raises(SystemExit) as left:
        main(["bot", "check", shlex.join(example), "--rounds", "1", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert left.value.code == 0
    assert told["passed"]
    assert told["name"] == "thirty"
    assert told["isolation"] in ("bubblewrap", "landlock", "limits")
    assert len(told["trials"]) == 12


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["bot", "check"], 2, "name the program"),
        (["bot", "check", "no-such-program"], 1, "'no-such-program' is not found"),
        (["bot", "check", "cat"], 1, "trials failed"),
        (["bot", "run", "nobody"], 1, "no player is called 'nobody'"),
        (["arena", "cmd:no-such-program", "random"], 1, "'no-such-program' is not found"),
    ],
)
def test_commands_that_cannot_be_followed(
    words: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each with a line that says why."""
    with pytest.raises(SystemExit) as left:
        main(words)
    assert left.value.code == code
    said = capsys.readouterr()
    assert told in said.out + said.err


@pytest.mark.parametrize("program", programs(), ids=lambda words: Path(words[-1]).name)
def test_the_examples_play_in_the_arena(program: list[str]) -> None:
    """Beside the players of the house; a pair is the same again, whoever has played before."""
    with Here():
        example = Contestant.parse(f"mine=cmd:{shlex.join(program)}@20")
        pairs = [play_pair(example, Contestant.parse("random"), number, seed=1) for number in (0, 1, 0)]
    assert pairs[0] == pairs[2] != pairs[1]
    assert sum(pair.points for pair in pairs) > 4.0
    assert not any(pair.forfeits for pair in pairs)
    assert pairs[0].one.moves > 10


def test_a_player_of_the_house_plays_the_same_over_the_protocol() -> None:
    """One that uses no chance: the round is the same to the last ply, with and without the lines between."""
    with Here():
        house = Contestant.parse(f"cmd:{sys.executable} -m saudagar bot run heuristic")
        over, here = (
            play_pair(each, Contestant.parse("greedy"), 0, seed=2) for each in (house, Contestant.parse("heuristic"))
        )
    assert over.rounds == here.rounds


def test_contestants_are_read() -> None:
    """A name, a command, a limit; a command may hold an @ of its own."""
    plain = Contestant.parse("cmd:./my bot.py --at me@home")
    assert (plain.label, plain.name, plain.limit.samples) == (plain.label, "cmd:./my bot.py --at me@home", None)
    named = Contestant.parse("mine=cmd:./bot.py@50ms")
    assert (named.label, named.name, named.limit.seconds) == ("mine", "cmd:./bot.py", 0.05)
