"""Every block of code in the documents runs, in the form that it has or in a smaller one, or says why it does not."""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
import sys
import tomllib
from pathlib import Path

import pytest
from cyclopts import CycloptsError, MissingArgumentError
from tests.dealers.proven import proven_record

import saudagar as sg
from saudagar.arena import Here
from saudagar.cli import app

from .blocks import ALL, DOCUMENTS, READ, ROOT, RUN, SHOWN, Block, marks, without_blocks
from .stage import commands_of, lay_out, run_shell

BLOCKS = [block for found in ALL.values() for block in found]
WITH_CODE = [document for document in DOCUMENTS if any(b.info in RUN and not b.reason for b in ALL[document])]
PROVED = "docs/fair-dealing.md"
"""The document whose `match.tgn` carries proofs; the match of the others was played against the computer."""


def name(document: Path) -> str:
    return document.relative_to(ROOT).as_posix()


@pytest.fixture(scope="module")
def played() -> sg.Record:
    """A short match between two quick players, as a reader has played one."""
    table = sg.Table(sg.Match(seals_to_win=1), names=sg.BySeat("Anna", "Meera"), dealer=sg.FairDealer(bytes([7] * 32)))
    players, numbers = sg.BySeat(sg.player("heuristic"), sg.player("greedy")), sg.rng(7)
    while seat := table.to_act:
        table.act(seat, players[seat].choose(table.view(seat), sg.Limit(), numbers).action)
    return table.record()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to run in, and a home of its own."""
    lay_out(tmp_path)
    monkeypatch.chdir(tmp_path)
    for variable in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "home"))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    monkeypatch.setenv("COLUMNS", "200")
    # A worker process a command would cost a second each, and what they play is the same.
    monkeypatch.setattr(sys.modules["saudagar.cli.arena"], "_workers", lambda *_how, **_where: Here())
    return tmp_path


@pytest.mark.parametrize("document", WITH_CODE, ids=name)
def test_what_a_document_shows_runs(document: Path, folder: Path, played: sg.Record) -> None:
    """From top to bottom: commands say what is shown, Python runs as one program, sessions print what they show."""
    (proven_record(0, sg.STANDARD, sg.BySeat("Anna", "Meera")) if name(document) == PROVED else played).save(
        folder / "match.tgn"
    )
    program: dict[str, object] = {"__name__": "__main__"}
    sessions = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    for block in ALL[document]:
        if block.reason or block.info not in RUN:
            continue
        if block.file:
            (folder / block.file).write_text(block.small_text, encoding="utf-8")
            (folder / block.file).chmod(0o755)
        elif block.info in {"sh", "console"}:
            assert run_shell(block) > 0
        elif ">>> " in block.text:
            said: list[str] = []
            test = doctest.DocTestParser().get_doctest(block.small_text, program, block.place, block.place, block.line)
            assert test.examples, f"{block.place}: a session without a line to enter"
            sessions.run(test, out=said.append, clear_globs=False)
            program = test.globs
            assert not said, "".join(said)
        else:
            exec(compile(block.small_text, block.place, "exec"), program)


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.info in READ], ids=lambda block: block.place)
def test_data_can_be_read(block: Block) -> None:
    """JSON is one document or several after each other, TOML is one."""
    if block.info == "toml":
        assert tomllib.loads(block.text)
        return
    text, found = block.text.strip(), 0
    while text:
        _, end = json.JSONDecoder().raw_decode(text)
        text, found = text[end:].strip(), found + 1
    assert found


def test_every_block_says_what_it_is() -> None:
    """A word behind the fence, of those that the tests know what to do with."""
    assert [block.place for block in BLOCKS if block.info not in RUN | READ | SHOWN] == []


def test_what_is_not_run_has_a_reason() -> None:
    """A reason is a sentence; each mark belongs to a block below it; most blocks need none."""
    excused = [block for block in BLOCKS if block.reason]
    assert [block.place for block in excused if len(block.reason.split()) < 4 or block.info not in RUN] == []
    for document, found in ALL.items():
        assert marks(document) == sum(bool(block.reason or block.file or block.small) for block in found), name(
            document
        )
    assert {"README.md", "docs/notation.md", "docs/design/dealing.md", "docs/tour.md"} <= {name(d) for d in WITH_CODE}
    assert len(excused) * 3 < sum(block.info in RUN for block in BLOCKS)


def commands_shown() -> list[tuple[str, str]]:
    """Every `saudagar` command of the documents: in blocks, run or not, and in running text."""
    found = []
    for block in BLOCKS:
        if block.info in {"sh", "console"}:
            found += [(block.place, command) for command, _ in commands_of(block)]
    for document in DOCUMENTS:
        spans = re.findall(r"`(saudagar [^`\n]+)`", without_blocks(document))
        found += [(name(document), code) for code in spans]
    return [(place, command) for place, command in found if command.lstrip().startswith("saudagar ")]


SHORTENED = re.compile(r"…|\.\.\.|[|\[\]]|saudagar COMMAND|saudagar <")


def test_every_command_that_is_shown_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands and options, also where they are not run; those that are shortened in the text are left out."""
    monkeypatch.setenv("SAUDAGAR_BOT_TOKEN", "as the command before it has set it")
    wrong, tried = [], 0
    for place, command in commands_shown():
        if SHORTENED.search(command):
            continue
        words = shlex.split(command.partition(" > ")[0], comments=True)
        numbers = ["1" if word == "N" else word for word in words[1:]]
        tried += 1
        try:
            app.parse_args(numbers, exit_on_error=False, print_error=False)
        except MissingArgumentError:
            if ":" in place:  # running text may name a command by what matters there: `saudagar backup`
                wrong.append(f"{place}: {command} lacks an argument")
        except CycloptsError as problem:
            wrong.append(f"{place}: {command}: {problem}")
    assert wrong == []
    assert tried > 60


def test_every_program_that_is_shown_exists() -> None:
    """`python benchmarks/….py`, `python -m tests.…` and `make TARGET` name what is there."""
    targets = re.search(r"^TARGETS := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert targets
    wrong = []
    for document in DOCUMENTS:
        text = document.read_text(encoding="utf-8")
        for path in re.findall(r"python3? ((?:[a-z_]+/)+[a-z_]+\.py)", text):
            if not (ROOT / path).is_file():
                wrong.append(f"{name(document)}: {path}")
        for module in re.findall(r"python -m (tests[a-z_.]+)", text):
            path = module.replace(".", os.sep)
            if not (ROOT / f"{path}.py").is_file() and not (ROOT / path).is_dir():
                wrong.append(f"{name(document)}: python -m {module}")
        wrong += [
            f"{name(document)}: make {t}" for t in re.findall(r"`make ([a-z]+)", text) if t not in targets[1].split()
        ]
    assert wrong == []
