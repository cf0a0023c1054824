"""`saudagar play --text`: a whole match through a pipe, and everything that can be said on the way."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

from saudagar.dealers import FairDealer, rng
from saudagar.dealers.stream import mac
from saudagar.notation import LANGUAGES, Record
from saudagar.players import player
from saudagar.rules import BySeat, Match, Seat
from saudagar.table import Phase, Table
from saudagar.terminal import PlainGame

from .conftest import Run

OPENING = ("play", "--text", "--seed", "7", "--opponent", "greedy")


def script(seed: int, seals: int) -> list[str]:
    """Return what a person who always takes the first of the legal actions types in a match against greedy."""
    key, typed = hashlib.sha256(f"saudagar play {seed}".encode()).digest(), list[str]()
    table = Table(Match(seals_to_win=seals), dealer=FairDealer(key), names=BySeat("You", "Greedy"))

    def ask(_: str) -> str:
        view = table.view(Seat.A)
        between = table.phase is Phase.ROUND_OVER
        typed.append(
            "" if between else max(map(str, view.legal_actions), key=lambda text: (text[0] == "-", -len(text)))
        )
        return typed[-1]

    numbers = rng(int.from_bytes(mac(key, "saudagar/player"), "big"))
    game = PlainGame(table, player("greedy-1"), numbers, language="en", ask=ask, say=lambda _: None)
    assert game.play()
    return typed


@pytest.mark.parametrize("seals", [1, 2])
def test_a_whole_match_through_a_pipe(tmp_path: Path, seals: int) -> None:
    """A scripted match ends with a winner, exit code 0, and a record that the rules accept and that tells the same."""
    path = tmp_path / "match.tgn"
    words = [*OPENING, "--seals", str(seals), "--record", str(path), "--lang", "en"]
    typed = script(7, seals)
    ran = subprocess.run(
        [sys.executable, "-m", "saudagar", *words],
        input="\n".join(typed) + "\n",
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    won = re.findall(r"(You|Greedy) wins? the match\.", ran.stdout)
    assert len(won) == 1
    record = Record.load(path)
    assert record.winner is (Seat.A if won == ["You"] else Seat.B)
    assert list(record.players) == ["You", "Greedy"]
    mine = [str(move.action) for rnd in record.rounds for move in rnd.moves if move.seat is Seat.A]
    assert mine == [line for line in typed if line]
    assert len(re.findall(r"wins? a Seal of Excellence", ran.stdout)) == len(record.rounds)


def test_the_same_seed_and_words_give_the_same_match(run: Run) -> None:
    """A seed repeats deals and opponent to the last sign; another seed does not."""
    words = "+K\nactions\nlog\n"
    one, same, other = (run("play", "--text", "--seed", seed, stdin=words) for seed in ("7", "7", "8"))
    assert one == same
    assert one.out != other.out


def test_the_end_of_input_is_a_goodbye(run: Run) -> None:
    """End of input at any point leaves politely, with 0."""
    for stdin in ("", "look", "look\n", "resign\n"):
        ran = run(*OPENING, stdin=stdin)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.rstrip().endswith("Goodbye. The match is not kept.")


def test_what_can_be_said_on_the_way(run: Run) -> None:
    """help, look, actions, log and quit answer and change nothing; capitals and spaces do not matter."""
    ran = run(*OPENING, stdin="?\nHELP\nlook\n\nActions\nlog\n+ x\nquit\n")
    assert ran.out.count("Letters: D diamonds") == 2
    assert ran.out.count("Market: ") == 3
    assert re.search(r"\d+ actions: ", ran.out)
    assert "Not understood: + x" in ran.out
    assert "Goodbye" in ran.out


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("nonsense", "Not understood: nonsense. Type ? for help."),
        ("-CP", "Sell cards of one single kind."),
        ("+KK", "Camels are taken all together or not at all."),
        ("-K", "Camels are never sold."),
        ("+D-G", "An exchange needs at least 2 cards on each side."),
        ("\x00\x1b[31m", "Not understood"),
        ("{name}{cards}", "Not understood: {name}{cards}."),
        ("+" + "D" * 5000, "You may take one single good"),
    ],
)
def test_bad_words_are_answered_with_a_reason(run: Run, word: str, told: str) -> None:
    """What is no action or not allowed is told in a sentence, and the person is asked again."""
    ran = run(*OPENING, stdin=f"{word}\nquit\n")
    assert told in ran.out
    assert ran.code == 0


def test_input_that_is_no_text_is_not_understood(run: Run) -> None:
    """Bytes that are not UTF-8 are nonsense like any other, not an end of the program."""
    ran = run(*OPENING, stdin=b"\xff\xfe\x80\n\xc3\nquit\n")
    assert ran.out.count("Not understood") == 2
    assert ran.code == 0


def test_resigning_is_asked_twice(run: Run) -> None:
    """Without the word of confirmation the match goes on; with it, it is lost and recorded so."""
    ran = run(*OPENING, stdin="resign\nno\nresign\nYES\n")
    assert ran.out.count("Resign the match?") == 2
    assert "You resigned." in ran.out
    assert "Greedy wins the match." in ran.out


def test_a_broken_off_match_can_be_recorded(run: Run, tmp_path: Path) -> None:
    """With --record even a match left early is written, and is a good record."""
    path = tmp_path / "broken off.tgn"
    assert run(*OPENING, "--record", str(path), stdin="quit\n").code == 0
    assert Record.load(path).winner is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_plays(run: Run, language: str) -> None:
    """A round in each language leaves no hole of a template unfilled and no text untranslated."""
    ran = run(*OPENING, "--lang", language, "--seals", "1", stdin="\n".join(["?", "actions", *script(7, 1)]))
    assert ran.code == 0
    assert "{" not in ran.out
    assert not re.search(r"\b(event|plain|reason|decided|card|good)\.[a-z]", ran.out)


@pytest.mark.parametrize(
    ("variable", "start"), [("fr_FR.UTF-8", "Une partie"), ("hu_HU", "Játék"), ("C", "A match"), ("de_DE", "A match")]
)
def test_the_language_is_the_system_s(run: Run, monkeypatch: pytest.MonkeyPatch, variable: str, start: str) -> None:
    """LC_ALL chooses among the four languages; English speaks for all others."""
    monkeypatch.setenv("LC_ALL", variable)
    told = run(*OPENING, stdin="").out
    french, hungarian = "sceau" in told.lower(), "pecsét" in told.lower()
    assert (french, hungarian) == (start == "Une partie", start == "Játék")


@pytest.mark.parametrize("ruleset", ["standard", "six-each", "mini"])
@pytest.mark.parametrize("opponent", ["random", "greedy-1", "heuristic"])
def test_every_opponent_and_ruleset(run: Run, opponent: str, ruleset: str) -> None:
    """Each opponent of the house answers a first move in each ruleset."""
    ran = run("play", "--text", "--seed", "3", "--opponent", opponent, "--ruleset", ruleset, stdin="+K\nquit\n")
    assert ran.code == 0
    assert opponent.partition("-")[0].capitalize() in ran.out
