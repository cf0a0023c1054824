"""What a training run is told before it starts; it is written beside its checkpoints and never changes afterwards."""

from __future__ import annotations

from math import cos, pi

import msgspec


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The numbers of a training run. The same numbers give the same network on the same build of NumPy."""

    seed: int = 1
    generations: int = 600
    rows: int = 200_000
    """Rows of self-play in each generation: some 45 to a round."""
    window: int = 15
    """Generations that are learnt from, the newest included."""
    batch: int = 8_192
    steps: int = 60
    """Batches learnt in each generation."""
    rate: tuple[float, float] = (1.5e-3, 5e-5)
    """The learning rate at the start and at the end; between them half a cosine, after a short rise."""
    noise: tuple[float, float] = (0.03, 0.0)
    """How far below the best a value may be (half of this, in chance of winning) and still be tried in self-play."""
    wild: tuple[float, float] = (0.03, 0.0)
    """How often self-play tries any action at all."""
    trace: tuple[float, float] = (1.0, 0.75)
    """Lambda of TD(lambda): 1 learns from how rounds end, less leans on the network's own later judgement."""
    rivals: int = 8
    """One generation in so many is played against an older network of the run; 0 for none."""
    rules: int = 0
    """One generation in so many is played against the rule of thumb, which errs now and then; 0 for none."""
    start: str = ""
    """The hash of the network that the run goes on from; empty for one that starts from nothing."""
    looked: float = 0.0
    """Expert iteration: the share of decisions in self-play that is looked at by search, whose judgement is learnt."""
    look_width: int = 5
    """Candidates of such a search at most."""
    look_worlds: int = 8
    """Worlds that they are followed through."""
    look_depth: int = 5
    """Plies that they are followed."""
    against: str = ""
    """The hash of a network that every round is played against: what is learnt is the best answer to it."""
    against_looked: float = 0.0
    """The share of decisions in which that network looks ahead, as in `look_width` and so on."""
    contest: int = 100_000
    """Rows of rounds, some fifty to a round, that each kept network plays against the first and the last before it."""
    keep: int = 25
    """One generation in so many stays as a checkpoint that is not overwritten."""

    def progress(self, generation: int) -> float:
        """Return how far the run is, from 0 to 1."""
        return min(1.0, generation / max(1, self.generations - 1))

    def learning_rate(self, generation: int) -> float:
        """Return the learning rate of a generation."""
        high, low = self.rate
        rise = min(1.0, (generation + 1) / 10)
        return rise * (low + (high - low) * (1 + cos(pi * self.progress(generation))) / 2)

    def fade(self, span: tuple[float, float], generation: int) -> float:
        """Return a number that goes from the first to the second over the first nine tenths of a run."""
        done = min(1.0, self.progress(generation) / 0.9)
        return span[0] + (span[1] - span[0]) * done
