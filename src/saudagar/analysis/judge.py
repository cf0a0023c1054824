"""The judge of single decisions: what each action is worth to the seat to act, from its own knowledge only."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from ..kernel.outlook import Outlook
from ..kernel.search import Plan, Searcher
from ..kernel.tables import action_of, code_of
from ..players.network import kernel, network, state_of
from ..rules import Action, Ruleset, Seat, View
from .depth import FULL, Depth

WITHIN = 0.25
"""Actions that the network finds this much worse than its best are not followed, unless one of them was played."""


@dataclass(frozen=True, slots=True)
class Option:
    """One action and what it is worth to the seat that could play it."""

    action: Action
    win: float
    """The chance of winning the round; a full tie counts one half."""
    error: float
    """Standard error of its difference to the favourite; 0 where the network alone tells."""
    worlds: int
    """Sampled worlds behind `win`; 0 where the network alone tells."""
    margin: float
    """Rupees ahead at the end of the round, to be expected."""
    camel: float
    """The chance of the larger herd at the end."""
    plies: float
    """Plies left in the round, to be expected."""
    closes: float
    """The chance that the other seat's next action ends the round."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge says of one decision: options best first, all legal actions among them."""

    view: View
    options: tuple[Option, ...]
    favourite: Option
    """What the first look preferred. Its value comes from worlds that had no part in choosing it, so that losses
    measured against it have no bias; of several equal options the best seems always a little better than it is."""
    depth: str

    @property
    def best(self) -> Option:
        """The best option."""
        return self.options[0]

    def of(self, action: Action) -> Option:
        """Return the option of an action. KeyError for an illegal one."""
        for option in self.options:
            if option.action == action:
                return option
        raise KeyError(str(action))


class Judge:
    """Weighs decisions with the champion's network and its way of looking ahead. Unsuitable for other rulesets' slots.

    The same view, depth and version give the same verdict on every device. One thread at a time.
    """

    def __init__(self, ruleset: Ruleset, depth: Depth = FULL, threads: int = 0) -> None:
        """`threads` 0 means all processor cores of this process."""
        self.ruleset = ruleset
        self.depth = depth
        self.outlook = Outlook(Searcher(kernel(ruleset), network(), Plan(), threads))

    @property
    def name(self) -> str:
        """What judged: the network and its hash, and the depth; it is stored with every evaluation."""
        return f"network {network().digest[:12]} {self.depth.name}"

    def weigh(self, view: View, played: Sequence[Action] = ()) -> Verdict:
        """Return the verdict on a view whose audience is to act; `played` are looked at closely, good or bad.

        ValueError when the audience is not to act. Takes `depth.first` worlds for some twelve candidates and
        `depth.second` for the best few of them: half a second in full depth on two cores of 2026.
        """
        if not isinstance(view.audience, Seat) or view.to_act is not view.audience:
            raise ValueError("this audience is not to act")
        state = state_of(view)
        codes = self.outlook.searcher.weigh(state)[0]
        every = [int(code) for code in codes]
        told = dict(zip(every, self.outlook.told(state, every), strict=True))
        wins = {code: (told[code].win, 0.0, 0) for code in every}
        wanted = [code_of(action, self.ruleset) for action in played]
        order = sorted(every, key=lambda code: -told[code].win)
        favourite = order[0]
        if self.depth.second and len(every) > 1:
            favourite, order = self._look(view, order, wanted, wins)
        options = []
        for code in order:
            win, error, worlds = wins[code]
            of = told[code]
            action = action_of(code, self.ruleset)
            options.append(Option(action, win, error, worlds, of.margin, of.camel, of.plies, of.closes))
        return Verdict(view, tuple(options), options[order.index(favourite)], self.depth.name)

    def _look(
        self, view: View, order: list[int], wanted: list[int], wins: dict[int, tuple[float, float, int]]
    ) -> tuple[int, list[int]]:
        """Follow the likely candidates through sampled worlds, the best few through fresh ones.

        Returns the favourite of the first look, and all codes in their new order.
        """
        state, seed, depth = state_of(view), self._seed(view), self.depth
        top = wins[order[0]][0]
        near = [code for code in order if wins[code][0] >= top - WITHIN][:12]
        near += [code for code in wanted if code not in near]
        if len(near) == 1:
            return order[0], order
        first = self.outlook.sample(state, near, depth.first, seed)
        ranked = sorted(zip(first.values, near, strict=True), key=lambda pair: -pair[0])
        few = [code for _, code in ranked][: depth.few]
        few += [code for code in wanted if code not in few]
        second = self.outlook.sample(state, few, depth.second, seed, first=depth.first)
        for place, code in enumerate(few):
            wins[code] = (second.values[place], second.errors[place], depth.second)
        for value, code in ranked:
            if code not in few:
                wins[code] = (value, 0.0, depth.first)
        close = sorted(few, key=lambda code: -wins[code][0])
        rest = [code for _, code in ranked if code not in few]
        return few[0], [*close, *rest, *(code for code in order if code not in near)]

    def _seed(self, view: View) -> int:
        return int.from_bytes(hashlib.sha256(f"saudagar review {view}".encode()).digest()[:8], "big")
