"""The players that learnt the game: the network by itself, and the champion, who looks ahead with it."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from pathlib import Path

from ..kernel import Kernel, SplitMix, compiled
from ..kernel.layout import State
from ..kernel.network import Network
from ..kernel.search import Plan, Searcher
from ..kernel.tables import action_of
from ..rules import Rng, Ruleset, Seat, View, sample_world
from .protocol import Decision, Limit

WEIGHTS = Path(__file__).with_name("weights") / "network-1.npz"


@cache
def network() -> Network:
    """Return the network of this package, read once. UnsuitableWeights where the file is damaged."""
    return Network.load(WEIGHTS)


@cache
def kernel(ruleset: Ruleset) -> Kernel:
    """Return the kernel of a ruleset, made once a process."""
    return Kernel(ruleset)


def state_of(view: View) -> State:
    """Return a state that looks like the view to its audience; what is hidden in it is any of what may be.

    It is always the same for the same view, and nothing that decides may depend on what is hidden in it.
    """
    return kernel(view.ruleset).layout.encode(sample_world(view, SplitMix(0)))


class NetworkPlayer:
    """Plays what the value network finds best, without looking ahead: some 50 microseconds an action."""

    name = "network-1"
    samples = 0
    plan = Plan()

    def __init__(self, network_: Network | None = None, plan: Plan | None = None, threads: int = 0) -> None:
        """Other weights, another plan of search or fewer threads than cores are for those who measure."""
        self._network = network_
        self._plan = plan or self.plan
        self._threads = threads

    def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
        """Return the action that most likely wins the round; the ranking is in chances of winning.

        ValueError when the audience is not to act; Unsuitable for rulesets beyond the network's slots.
        """
        if not isinstance(view.audience, Seat) or view.to_act is not view.audience:
            raise ValueError("this audience is not to act")
        searcher = Searcher(kernel(view.ruleset), self._network or network(), self._plan, self._threads)
        seed = rng.below(1 << 31) << 31 | rng.below(1 << 31)
        samples, seconds = self._budget(limit)
        found = searcher.search(state_of(view), seed, samples, seconds)
        # An action that fell out early, or waits, may seem better than one before it: not said.
        values = accumulate((each.value for each in found), min)
        ranked = tuple((action_of(each.code, view.ruleset), value) for each, value in zip(found, values, strict=True))
        return Decision(ranked[0][0], ranked)

    def _budget(self, limit: Limit) -> tuple[int | None, float | None]:
        return self.samples, None


class ChampionPlayer(NetworkPlayer):
    """Follows the network's best candidates through sampled worlds, five plies deep, and plays the best of them.

    Without a limit it takes 16,000 samples: as strong on every device, some half a second on two cores of 2026. Where
    the kernel is not compiled it takes 40, which is about as long.
    """

    name = "champion-1"
    samples = 16_000

    def _budget(self, limit: Limit) -> tuple[int | None, float | None]:
        if limit.samples is None and limit.seconds is None:
            return (self.samples if compiled() else 40), None
        return limit.samples, limit.seconds
