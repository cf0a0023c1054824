"""BOT-1: whatever a program does, the others play on, it loses with a clear story, and nothing of it is left."""

from __future__ import annotations

import os
import re
import secrets
import socket
import sys
from pathlib import Path

import pytest
from tests.bots.conftest import THERE, marked
from tests.conftest import Figures

from saudagar.arena import Contestant, Here, Pair, play_pair
from saudagar.bots import Allowance, Command, Fault, Forfeit, Isolation, Program
from saudagar.dealers import FairDealer, rng
from saudagar.players import Limit
from saudagar.rules import MINI, STANDARD, Round, Ruleset

HOSTILE = Path(__file__).with_name("hostile.py")
pytestmark = pytest.mark.usefixtures("nothing_left")

WRONG = {
    "hang": (Fault.LATE,),
    "spin": (Fault.LATE,),
    "fork": (Fault.LATE, Fault.ENDED),
    "flood": (Fault.FLOOD,),
    "flood_errors": (Fault.FLOOD,),
    "long_line": (Fault.LONG_LINE,),
    "memory": (Fault.ENDED,),
    "crash": (Fault.ENDED,),
    "close": (Fault.ENDED, Fault.LATE),  # bubblewrap keeps its own end of the pipe open
    "exit": (Fault.ENDED,),
    "late": (Fault.LATE,),
    "seat": (Fault.WRONG_SEAT,),
    "twice": (Fault.TWICE,),
    "ahead": (Fault.NOT_ASKED,),
    "illegal": (Fault.ILLEGAL,),
    "nonsense": (Fault.NO_ACTION,),
    "noise": (Fault.NO_LINE,),
    "deep": (Fault.NO_LINE,),
    "binary": (Fault.NO_LINE,),
}
"""What is done, and what it is called."""
NEED_MORE = list(WRONG)[: list(WRONG).index("exit")]
"""What it takes more than reading lines to end."""
TRIED = [(Isolation.LIMITS, what) for what in WRONG]
TRIED += [(Isolation.BUBBLEWRAP, what) for what in ("hang", "fork", "flood", "memory") if Isolation.BUBBLEWRAP in THERE]
TRIED += [(Isolation.LANDLOCK, "fork")] if Isolation.LANDLOCK in THERE else []
MORE = [(each, what) for each in THERE for what in NEED_MORE if (each, what) not in TRIED]
"""Those that the isolation should make no difference to, in the long form."""


def command(what: str, mark: str, *more: str) -> str:
    return " ".join([sys.executable, str(HOSTILE), what, mark, *more])


def played(what: str, mark: str, *more: str) -> Pair:
    """Play a pair of small rounds: the hostile program, with 100 ms a move, against a player at random."""
    with Here():
        hostile = Contestant.parse(f"hostile=cmd:{command(what, mark, *more)}@100ms")
        return play_pair(hostile, Contestant.parse("random"), 0, seed=3)


def ask(program: Program, ruleset: Ruleset = STANDARD, seconds: float | None = None) -> None:
    """Ask a program twice about the first move of a round, and let it go."""
    dealer = FairDealer(bytes(32))
    rnd = Round.start(ruleset, dealer.first(), dealer.deal(ruleset))
    for _ in range(2):
        program.choose(rnd.seen_by(rnd.turn), Limit(seconds=seconds), rng(1))
    program.close()


@pytest.fixture
def mark() -> str:
    return f"mark-{secrets.token_hex(8)}"


@pytest.mark.parametrize(
    ("shut_in", "what"), [*TRIED, *(pytest.param(*each, marks=pytest.mark.long) for each in MORE)], indirect=["shut_in"]
)
def test_who_does_wrong_is_told_so_and_leaves_nothing(
    shut_in: Isolation, what: str, mark: str, figures: Figures
) -> None:
    """It forfeits by the fault that it is; the story names it, ends with the position, and shows no control signs."""
    with pytest.raises(Forfeit) as caught:
        ask(Program(Command.parse(command(what, mark)), "hostile"), seconds=0.1)
    assert caught.value.fault in WRONG[what]
    story = str(caught.value)
    assert story.startswith(f"hostile forfeits ({caught.value.fault}): ")
    assert re.search(r"\[[DGSCPLK]+ \?\d+ .*\]$", story)
    assert story.isprintable()
    assert not marked(mark)
    figures("BOT-1", f"{shut_in}: {what}: {caught.value.fault}, nothing left")


@pytest.mark.parametrize("what", ["hang", "illegal"])
def test_the_arena_goes_on(what: str, mark: str) -> None:
    """Both rounds of the pair are lost, the story is kept, and the other player has its points."""
    pair = played(what, mark)
    assert pair.points == 0.0
    assert [each.finished for each in pair.rounds] == [True, True]
    assert [f"hostile forfeits ({WRONG[what][0]})" in story for story in pair.forfeits] == [True, True]


def test_what_it_leaves_running_ends_with_it(mark: str, shut_in: Isolation) -> None:
    """A program that plays well, and starts others in sessions of their own that ignore every signal they can."""
    ask(Program(Command.parse(command("detached", mark))))
    assert not marked(mark)


def test_a_host_that_is_killed_leaves_no_program(mark: str, shut_in: Isolation) -> None:
    """The pipe to the guardian breaks, and it ends everything."""
    program = Program(Command.parse(command("hang", mark)))
    program.start()
    assert marked(mark)
    process = program.process
    os.close(process._control)  # as the system does it for a process that has died
    process._guardian.wait(10)
    assert not marked(mark)
    process._control = os.open(os.devnull, os.O_RDONLY)
    program.close()


def harmed(what: str, mark: str, *more: str) -> str:
    """Return what harm a program could do, empty for none."""
    try:
        ask(Program(Command.parse(command(what, mark, *more))))
    except Forfeit as forfeit:
        return forfeit.story
    return ""


def test_it_reads_nothing_but_itself_and_the_system(mark: str, shut_in: Isolation, tmp_path: Path) -> None:
    """A file of the user's is read by nobody that is shut in; with limits alone it is, and is said to be."""
    (tmp_path / "secret").write_text("s3cret")
    told = harmed("read", mark, str(tmp_path / "secret").encode().hex())
    assert ("s3cret" in told) == (shut_in is Isolation.LIMITS)
    assert bool(told) == ("may read your files" in shut_in.story)


def test_it_writes_nothing_that_stays(mark: str, shut_in: Isolation) -> None:
    """Not beside itself, not in the system; in a temporary folder of its own it may, and that goes with it."""
    told = harmed("scribble", mark)
    assert not told or shut_in is Isolation.LIMITS
    places = [HOSTILE.with_name(f"{mark}.txt"), Path("/usr", mark), Path("/var/tmp", mark), HOSTILE.parent / mark]
    written = [place for place in places if place.exists() and place.stat().st_size]
    for place in places:
        place.unlink(missing_ok=True)
    assert not written


def test_it_cannot_fill_the_disk(mark: str, shut_in: Isolation) -> None:
    """A file has a largest size, and so has the temporary folder; it ends by it."""
    with pytest.raises(Forfeit) as caught:
        ask(Program(Command.parse(command("fill", mark)), patience=20))
    assert caught.value.fault is Fault.ENDED


def test_it_reaches_no_network(mark: str, shut_in: Isolation) -> None:
    """Not even this machine's own; with limits alone it does, and is said to."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        told = harmed("network", mark, str(server.getsockname()[1]))
    assert ("connected" in told) == (shut_in is Isolation.LIMITS) == ("use the network" in shut_in.story)


def test_it_cannot_kill_its_guardian_or_its_host(mark: str, shut_in: Isolation) -> None:
    """Signals reach nobody outside. With limits alone nothing can keep a program of the same user from it."""
    if shut_in is not Isolation.LIMITS:
        assert not harmed("kill", mark, str(os.getpid()))
    assert not marked(mark)


def test_memory_is_counted_for_all_its_processes_together(mark: str, shut_in: Isolation) -> None:
    """Three processes with 100 MiB each, where 150 are allowed."""
    allowance = Allowance(memory_together=150 << 20)
    program = Program(Command.parse(command("eat", mark)), allowance=allowance, patience=6)
    with pytest.raises(Forfeit) as caught:
        ask(program)
    assert caught.value.fault in (Fault.ENDED, Fault.LATE)
    assert not marked(mark)


def test_what_cannot_start_is_told_at_once(shut_in: Isolation) -> None:
    """With the exit code, and what it said."""
    program = Program(Command.parse(f"{sys.executable} -c \"import sys; sys.exit('no model found')\""))
    with pytest.raises(Forfeit) as caught:
        program.start()
    assert caught.value.fault is Fault.NOT_STARTED
    assert "exit code 1" in str(caught.value)
    assert "no model found" in str(caught.value)


def test_it_plays_again_after_a_forfeit(mark: str) -> None:
    """The next question starts it anew; a ruleset that it does not know is no reason to ask."""
    program = Program(Command.parse(command("illegal", mark)))
    for _ in range(2):
        with pytest.raises(Forfeit, match="SELL"):
            ask(program)
    with pytest.raises(Forfeit) as caught:
        ask(program, MINI)
    assert caught.value.fault is Fault.OTHER_RULESET
