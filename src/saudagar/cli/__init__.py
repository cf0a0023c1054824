"""The command line: `saudagar <command>`, one file a command."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

from cyclopts import App, CycloptsError

from ..errors import SaudagarError
from ..version import __version__
from .advise import advise
from .analyse import analyse
from .arena import arena
from .backup import backup
from .bench import bench
from .bench_network import network
from .bench_review import review
from .bot import bot
from .out import complain
from .perft import perft
from .play import play
from .puzzle import puzzle
from .puzzles import puzzles
from .replay import replay
from .restore import restore
from .score import score
from .selfplay import selfplay
from .serve import serve
from .train import train
from .verify import verify

app = App(
    name="saudagar",
    help="The card game Jaipur, unofficially: play it, replay it, count it. Each command has its own --help.",
    version=__version__,
    version_flags=["--version"],
)
for command in (
    play,
    serve,
    replay,
    verify,
    analyse,
    advise,
    puzzle,
    puzzles,
    arena,
    perft,
    selfplay,
    train,
    backup,
    restore,
):
    app.command(command)
app.command(bench)
bench.command(network)
bench.command(review)
app.command(score)
app.command(bot)


def main(arguments: list[str] | None = None) -> None:
    """Run a command and exit: 0 when all is well, 1 for a finding (a refused record, an error), 2 for wrong usage."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a sign shows another in its place
    try:
        try:
            status = _run(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the output has gone (`| head`): nothing more can be said, not even by the flush at the very end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)


def _run(arguments: list[str] | None) -> int:
    try:
        found = app(arguments, exit_on_error=False, print_error=True)
    except CycloptsError:
        return 2
    except SaudagarError as wrong:
        complain(str(wrong))
        return 1
    except BrokenPipeError:
        raise
    except OSError as wrong:
        complain(f"{wrong.strerror or wrong}{f': {wrong.filename}' if wrong.filename else ''}")
        return 1
    except KeyboardInterrupt:
        return 130
    return found if isinstance(found, int) else 0
