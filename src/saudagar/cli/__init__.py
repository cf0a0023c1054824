"""The command line: `saudagar <command>`, one file a command."""

from __future__ import annotations

import sys

from cyclopts import App, CycloptsError

from ..errors import SaudagarError
from ..version import __version__
from .bench import bench
from .perft import perft
from .play import play
from .replay import replay

app = App(
    name="saudagar",
    help="The card game Jaipur, unofficially: play it, replay it, count it. Each command has its own --help.",
    version=__version__,
    version_flags=["--version"],
)
for command in (play, replay, perft):
    app.command(command)
app.command(bench)


def main(arguments: list[str] | None = None) -> None:
    """Run a command and exit: 0 when all is well, 1 for a finding (a refused record, an error), 2 for wrong usage."""
    try:
        found = app(arguments, exit_on_error=False, print_error=True)
    except CycloptsError:
        sys.exit(2)
    except SaudagarError as wrong:
        print(f"saudagar: {wrong}", file=sys.stderr)
        sys.exit(1)
    except OSError as wrong:
        print(f"saudagar: {wrong.strerror or wrong}{f': {wrong.filename}' if wrong.filename else ''}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    sys.exit(found if isinstance(found, int) else 0)
