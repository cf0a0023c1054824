"""A training run: generations of self-play and learning in a folder that can be taken up again at any time."""

from __future__ import annotations

import io
import json
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from math import cos, pi
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ..errors import SaudagarError
from ..kernel import Kernel, SplitMix
from ..kernel.network import HEADS, Network, whole_numbers
from .learner import Learner, wanted
from .plot import draw
from .selfplay import Looking, Rows, Share, contest, gathered
from .settings import Settings
from .workers import Workers

Array = npt.NDArray[Any]


FINISH = (4e-4, 1e-5)
"""The learning rate with which a run that is stopped early is finished: at the start and at the end."""
SHARES = 4
"""Parts of a generation's rounds that different workers can play."""


class TrainingError(SaudagarError):
    """A folder that holds no run, or one with other settings."""


class Run:
    """One training run in its folder: settings.json, log.jsonl, state.npz, data/, and a network a checkpoint.

    A run that is stopped, however, goes on after its last complete generation and comes to the same result.
    """

    def __init__(
        self,
        folder: Path,
        settings: Settings | None = None,
        *,
        start: Network | None = None,
        against: Network | None = None,
    ) -> None:
        """Start a run, or take up the one in the folder. TrainingError where it has other settings.

        `start` is a network to go on from, `against` one that every round is played against; both are kept in the
        folder, and their hashes in the settings.
        """
        self.folder = folder
        if settings is not None:
            settings = msgspec.structs.replace(
                settings, start=start.digest if start else "", against=against.digest if against else ""
            )
        known = folder / "settings.json"
        if known.exists():
            found = msgspec.json.decode(known.read_bytes(), type=Settings)
            if settings is not None and settings != found:
                raise TrainingError(f"{folder} holds a run with other settings; name another folder, or none of them")
            self.settings = found
        else:
            self.settings = settings or Settings()
            (folder / "data").mkdir(parents=True, exist_ok=True)
            for name, network in (("start", start), ("against", against)):
                if network is not None:
                    network.save(folder / f"{name}.npz")
            known.write_bytes(msgspec.json.format(msgspec.json.encode(self.settings)))
        self.kernel = Kernel()
        self.learner = Learner(self.settings.seed)
        if self.settings.start:
            self.learner.adopt(Network.load(folder / "start.npz"))
        self.against = Network.load(folder / "against.npz") if self.settings.against else None
        self.generation = 0
        self.rounds = 0
        self.window: deque[tuple[Array, Array]] = deque(maxlen=self.settings.window)
        self.playing = dict(self.learner.parameters)
        """What the next generation is played by: the network before it learnt from the newest one."""
        self.resume()

    def resume(self) -> None:
        """Go back to the last complete generation, if there is one."""
        state = self.folder / "state.npz"
        if not state.exists():
            return
        with np.load(io.BytesIO(state.read_bytes())) as file:
            self.learner.restore(file)
            self.playing = {name: file[f"q.{name}"] for name in self.learner.parameters}
            self.generation, self.rounds = int(file["generation"]), int(file["rounds"])
        for number in range(max(0, self.generation - self.settings.window), self.generation):
            with np.load(self.folder / "data" / f"{number % self.settings.window}.npz") as file:
                self.window.append((file["slots"], file["facts"]))

    @property
    def network(self) -> Network:
        """The network as it is now, in whole numbers."""
        return self._whole(self.learner.parameters)

    def _whole(self, parameters: dict[str, Array]) -> Network:
        about = {"generation": self.generation, "rounds": self.rounds, "seed": self.settings.seed}
        return whole_numbers(parameters, about)

    def go(self, workers: Workers, told: Callable[[dict[str, Any]], None] = lambda _: None) -> None:
        """Go on to the last generation; `told` hears of each. Games of the next are played while one is learnt.

        The shares are the same whoever plays them, so that it does not matter for the result.
        """
        games = self._games(workers, self.generation)
        while self.generation < self.settings.generations:
            start = time.monotonic()
            rows = gathered([part.result() for part in games])
            waited = time.monotonic() - start
            self._add(rows)
            self.playing = {name: value.copy() for name, value in self.learner.parameters.items()}
            games = self._games(workers, self.generation + 1)
            losses = self._learn()
            told(self._end(rows, losses, waited, time.monotonic() - start))

    def finish(self, steps: int) -> Path:
        """Learn so many batches more from the rounds of the window, in steps that fade out; return the network's file.

        A run that is stopped early has a network that its last steps have shaken. The run itself stays as it is, and
        can go on.
        """
        learner = Learner(self.settings.seed)
        learner.restore(self.learner.state())
        rng = np.random.default_rng([self.settings.seed, self.generation, steps])
        high, low = FINISH
        for step in range(steps):
            slots, facts = self._batch(rng)
            learner.step(slots, wanted(facts), low + (high - low) * (1 + cos(pi * step / steps)) / 2)
        path = self.folder / f"network-{self.generation:05}-finished.npz"
        about = {"generation": self.generation, "rounds": self.rounds, "seed": self.settings.seed, "finished": steps}
        whole_numbers(learner.parameters, about).save(path)
        return path

    def _games(self, workers: Workers, generation: int) -> list[Future[Rows]]:
        if generation >= self.settings.generations:
            return []
        settings, network = self.settings, self._whole(self.playing)
        rival, thumb = self._rival(generation, network)
        shares = [
            Share(
                network,
                rival,
                SplitMix((settings.seed << 40) + (generation << 8) + part).bits(),
                settings.rows // SHARES,
                settings.fade(settings.noise, generation),
                settings.fade(settings.wild, generation),
                settings.fade(settings.trace, generation),
                settings.looked,
                settings.against_looked,
                thumb,
                Looking(settings.look_width, settings.look_worlds, settings.look_depth),
            )
            for part in range(SHARES)
        ]
        return workers.play(shares)

    def _rival(self, generation: int, network: Network) -> tuple[Network, float | None]:
        """Return who plays the other seat, and how often the rule of thumb errs if it is to."""
        settings = self.settings
        if self.against is not None:
            return self.against, None
        if settings.rules and generation % settings.rules == settings.rules // 2:
            return network, (0.0, 0.05, 0.2)[generation // settings.rules % 3]
        # A checkpoint of the generation before may or may not be there yet: it is no rival.
        older = [path for path in self._checkpoints() if int(path.stem.rpartition("-")[2]) < generation]
        if settings.rivals and older and generation % settings.rivals == settings.rivals - 1:
            pick = SplitMix(settings.seed * 1_000_003 + generation).below(len(older))
            return Network.load(older[pick]), None
        return network, None

    def _add(self, rows: Rows) -> None:
        self.window.append((rows.slots, rows.facts))
        self.rounds += rows.rounds
        target = self.folder / "data" / f"{self.generation % self.settings.window}.npz"
        _write(target, {"slots": rows.slots, "facts": rows.facts})

    def _learn(self) -> Array:
        settings = self.settings
        rng = np.random.default_rng([settings.seed, self.generation])
        losses = np.zeros(len(HEADS))
        rate = settings.learning_rate(self.generation)
        for _ in range(settings.steps):
            slots, facts = self._batch(rng)
            losses += self.learner.step(slots, wanted(facts), rate)
        found: Array = losses / settings.steps
        return found

    def _batch(self, rng: np.random.Generator) -> tuple[Array, Array]:
        """Return slots and facts of rows drawn from the window, each equally likely."""
        sizes = np.array([len(slots) for slots, _ in self.window])
        counts = rng.multinomial(self.settings.batch, sizes / sizes.sum())
        picks = [rng.integers(0, size, count) for size, count in zip(sizes, counts, strict=True)]
        slots = np.concatenate([part[0][pick] for part, pick in zip(self.window, picks, strict=True)])
        facts = np.concatenate([part[1][pick] for part, pick in zip(self.window, picks, strict=True)])
        return slots, facts

    def _end(self, rows: Rows, losses: Array, waited: float, seconds: float) -> dict[str, Any]:
        """Close a generation: log it and write the checkpoint, last of all the state."""
        number = self.generation
        self.generation += 1
        said = {
            "generation": number,
            "rounds": self.rounds,
            "plies_a_round": round(rows.plies / max(1, rows.rounds), 2),
            "endless": rows.endless,
            "loss": dict(zip(HEADS, [round(float(loss), 5) for loss in losses], strict=True)),
            **({"looked": rows.looked, "changed": rows.changed} if rows.looked else {}),
            **({"score_against_rival": round(rows.score, 4)} if self.against is not None else {}),
            "seconds": round(seconds, 2),
            "waited": round(waited, 2),
        }
        if number % self.settings.keep == self.settings.keep - 1 or self.generation == self.settings.generations:
            said |= self._checkpoint()
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(json.dumps(said) + "\n")
        if "kept" in said:
            draw(self.log(), self.folder / "strength.svg", f"Strength over rounds: {self.folder.name}")
        _write(
            self.folder / "state.npz",
            {
                **self.learner.state(),
                **{f"q.{name}": value for name, value in self.playing.items()},
                "generation": np.array(self.generation),
                "rounds": np.array(self.rounds),
            },
        )
        return said

    def log(self) -> list[dict[str, Any]]:
        """Return what was said of every complete generation; one that was played again after a stop counts once."""
        lines = (self.folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
        by_number = {said["generation"]: said for said in map(json.loads, filter(None, lines))}
        return [by_number[number] for number in sorted(by_number)]

    def _checkpoint(self) -> dict[str, Any]:
        """Keep the network, and say how it does against the one before and against the first that was kept."""
        network = self.network
        older = self._checkpoints()
        network.save(self.folder / f"network-{self.generation:05}.npz")
        scores = {"first": older[0], "last": older[-1]} if older else {}
        rows, said = self.settings.contest, {"kept": f"network-{self.generation:05}.npz"}
        return said | {
            f"score_against_{name}": round(contest(self.kernel, network, Network.load(path), rows, 7).score, 4)
            for name, path in scores.items()
        }

    def _checkpoints(self) -> list[Path]:
        return sorted(self.folder.glob("network-[0-9][0-9][0-9][0-9][0-9].npz"))


def _write(path: Path, arrays: dict[str, Array]) -> None:
    """Write arrays to a file that is complete or not there."""
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        np.savez(file, allow_pickle=False, **arrays)
    part.replace(path)
