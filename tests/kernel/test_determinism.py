"""One seed, one history: single, side by side, by any number of threads, compiled and interpreted, on every platform."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.conformance.files import FOLDER, load
from tests.conformance.generate import text_of
from tests.kernel.naive_play import derived

import saudagar
from saudagar.kernel import Kernel, SplitMix, compiled
from saudagar.rules import MINI, RULESETS, STANDARD

FILE = load("kernel")
KERNELS = {name: Kernel(rules) for name, rules in RULESETS.items()}


def named(case):
    return case["id"]


@pytest.mark.parametrize("case", FILE["numbers"], ids=named)
def test_the_random_numbers_of_the_file(case):
    """conformance/kernel.json: 64 bits at a time, and below several numbers in a row."""
    seed = int(case["seed"], 16)
    stream = SplitMix(seed)
    assert [f"{stream.bits():016x}" for _ in case["outputs"]] == case["outputs"]
    stream = SplitMix(seed)
    assert [stream.below(n) for n in case["n"]] == case["below"]


@pytest.mark.parametrize("case", FILE["rounds"], ids=named)
def test_the_plies_of_the_rounds_of_the_file(case):
    """The same on every platform; the file was written by the naive rules."""
    assert KERNELS[case["ruleset"]].random_rounds(case["rounds"], case["seed"]) == case["plies"]


@pytest.mark.parametrize("case", FILE["games"], ids=named)
def test_the_last_lines_of_the_games_of_the_file(case):
    """Side by side, and each by itself from the numbers of the seed's stream."""
    kernel = KERNELS[case["ruleset"]]
    games, root = kernel.games(case["games"], case["seed"]), SplitMix(case["seed"])
    assert games.playout().tolist() == [end["plies"] for end in case["ends"]]
    assert [str(games[place]) for place in range(games.count)] == [end["line"] for end in case["ends"]]
    assert games.over.all()
    for place, end in enumerate(case["ends"]):
        seed = root.bits()
        if place % 2 == 0:  # a game by itself is begun by a
            game = kernel.game(seed)
            assert game.playout() == end["plies"]
            assert str(kernel.decode(np.array(game.words(), np.uint64))) == end["line"]


def test_the_file_is_what_the_naive_rules_say():
    """Deriving it again changes nothing: random numbers, deals, lists and answers are told there a second time."""
    assert text_of(derived(load("kernel"))) == (FOLDER / "kernel.json").read_text(encoding="utf-8")


def test_the_readme_describes_the_file():
    """Each part and each field is explained under its heading."""
    readme = (FOLDER / "README.md").read_text(encoding="utf-8")
    section = readme.split("## kernel.json")[1].split("\n## ")[0] + readme.split("\n## ")[0]
    fields = {field for part in FILE.values() for case in part for field in case}
    fields |= {field for case in FILE["games"] for end in case["ends"] for field in end} | FILE.keys()
    assert {field for field in fields if f"`{field}`" not in section} == set()


ROUNDS = 400 if compiled() else 12


def test_threads_share_the_rounds():
    """By two threads the sum is that of the two halves, whoever is faster; by three, of the three shares."""
    kernel = KERNELS["standard"]
    for threads in (1, 2, 3, 7):
        first = kernel.random_rounds(ROUNDS, seed=3, threads=threads)
        assert kernel.random_rounds(ROUNDS, seed=3, threads=threads) == first
        root, shares = SplitMix(3), []
        for part in range(threads):
            share = ROUNDS * (part + 1) // threads - ROUNDS * part // threads
            shares.append(kernel._rounds(share, root.bits()))
        assert sum(shares) == first
    assert kernel.random_rounds(0, seed=3, threads=2) == 0
    assert kernel.random_rounds(1, seed=3, threads=5) > 0


@pytest.mark.parametrize("name", RULESETS)
def test_games_side_by_side_are_games_by_themselves(name):
    """Step by step: `legal`, `choose`, `apply`, `chance` of a batch are those of `Game` from the same streams."""
    kernel, count = KERNELS[name], 6
    games, root = kernel.games(count, seed=40), SplitMix(40)
    single = []
    for place in range(count):
        game = kernel.game(root.bits())
        assert place % 2 or games.states[place].tolist() == game.words()  # a game by itself is begun by a
        game.load_unchecked(games.states[place].tolist())
        single.append((game, SplitMix(int(games._streams[place, 0]))))
    codes, counts = np.zeros((count, kernel.width), np.uint32), np.zeros(count, np.int32)
    chosen = np.zeros(count, np.uint32)
    for _ in range(30):
        games.legal(codes, counts)
        games.choose(codes, counts, chosen)
        games.apply(chosen)
        for place, (game, stream) in enumerate(single):
            legal = game.legal()
            assert codes[place, : counts[place]].tolist() == legal
            if legal:
                code = legal[stream.below(len(legal))]
                assert chosen[place] == code
                game.apply(code)
            assert games.states[place].tolist() == game.words()
        games.chance()
        for place, (game, stream) in enumerate(single):
            stream.state = int(games._streams[place, 0])
            game.load_unchecked(games.states[place].tolist())
            assert (int(games.turns[place]), bool(games.over[place])) == (game.turn, game.over)
            if game.over:
                assert games.winners()[place] == game.winner()


@pytest.mark.parametrize("rules", [STANDARD, MINI], ids=lambda rules: rules.name)
def test_step_is_apply_and_chance_and_legal(rules):
    """With and without new rounds; the number of rounds that ended is counted."""
    kernel, count = KERNELS[rules.name], 5
    one, two = kernel.games(count, seed=6), kernel.games(count, seed=6)
    lists = [np.zeros((count, kernel.width), np.uint32) for _ in range(2)]
    counts = [np.zeros(count, np.int32) for _ in range(2)]
    chosen, ended = np.zeros(count, np.uint32), 0
    one.legal(lists[0], counts[0])
    for _ in range(120):
        one.choose(lists[0], counts[0], chosen)
        two._streams[:] = one._streams
        over = int(one.over.sum())
        ended += one.step(chosen, lists[0], counts[0], restart=False)
        two.apply(chosen)
        two.chance()
        two.legal(lists[1], counts[1])
        assert (one.states == two.states).all()
        assert (one._streams == two._streams).all()
        assert counts[0].tolist() == counts[1].tolist()
        for place in range(count):
            assert (lists[0][place, : counts[0][place]] == lists[1][place, : counts[1][place]]).all()
        assert ended == one.over.sum() >= over
    assert ended == count


def test_the_same_seed_the_same_states_another_seed_others():
    """Over playouts with a limit, in one go or in pieces."""
    kernel = KERNELS["standard"]
    one, two, other = (kernel.games(8, seed=seed) for seed in (9, 9, 10))
    plies = one.playout(20)
    assert plies.max() <= 20
    pieces = two.playout(7) + two.playout(13)
    assert (plies == pieces).all()
    assert (one.states == two.states).all()
    other.playout(20)
    assert (one.states != other.states).any(axis=1).all()
    one.playout()
    two.playout()
    assert (one.states == two.states).all()


PROGRAM = """
import json
from saudagar.kernel import Kernel, compiled
from saudagar.kernel.tables import checksum
from saudagar.rules import RULESETS
found = {}
for name, rules in RULESETS.items():
    kernel = Kernel(rules)
    games = kernel.games(3, seed=12)
    plies = games.playout().tolist()
    game = kernel.game(99)
    game.playout(11)
    found[name] = [kernel.random_rounds(4, 5), plies, games.states.tolist(), game.words(), game.legal(),
                   kernel.random_rounds(5, 5, 2), games.winners().tolist(), checksum(kernel.tables)]
print(json.dumps({"compiled": compiled(), "found": found}))
"""


def told(**environment):
    """What the program prints in a process of its own."""
    path = os.pathsep.join([str(Path(saudagar.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    variables = {**os.environ, "PYTHONPATH": path, **environment}
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=variables, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_another_process_finds_the_same_interpreted_or_not():
    """States, lists, plies and the checksum of the tables, with `SAUDAGAR_PURE`, without it, and with another hash seed."""
    pure = told(SAUDAGAR_PURE="1", PYTHONHASHSEED="1")
    assert pure["compiled"] is False
    assert told(SAUDAGAR_PURE="", PYTHONHASHSEED="2")["found"] == pure["found"]
