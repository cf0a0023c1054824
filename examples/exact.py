"""Small games exactly: the whole tree in arrays, CFR+ on it, and what a best answer gains against any policy.

The tree is walked once, as OpenSpiel has it: every card and token a chance node, perfect recall.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from learning import Array

from saudagar.lab import open_spiel
from saudagar.rules import MINI, Ruleset


@dataclass
class Tree:
    """A game as arrays: nodes level by level, each node's edges in a row; edge e leads to node e + 1."""

    player: Array
    """int[nodes]: 0 or 1, −1 chance, −2 the end."""
    payoff: Array
    """float[nodes]: to player 0, at the ends."""
    first: Array
    """int[nodes]: the first edge; `count` follow."""
    count: Array
    parent: Array
    """int[edges]: the node that an edge leaves."""
    slot: Array
    """int[edges]: the place of (information state, action); −1 for chance."""
    chance: Array
    """float[edges]: of chance's edges, else 1."""
    levels: list[tuple[int, int]]
    slots: Array
    """int[information states + 1]: where each one's slots begin."""
    states: list[tuple[Any, list[int]]]
    """For each information state: a state of the game in it, and its legal actions."""


def build(game: Any, key: Callable[[Any], Any] = lambda state: tuple(state.history())) -> Tree:
    """Lay out a two-player OpenSpiel game; states of the same `key` go on alike, and are walked only once."""
    numbers: dict[Any, int] = {}
    known: list[tuple[Any, int, float, list[tuple[float, int, str, str, int]]]] = []

    def walk(state: Any) -> int:
        found = key(state)
        if found in numbers:
            return numbers[found]
        number = numbers[found] = len(known)
        known.append((state, -2, state.returns()[0] if state.is_terminal() else 0.0, []))
        if state.is_terminal():
            return number
        who = -1 if state.is_chance_node() else state.current_player()
        options = state.chance_outcomes() if who < 0 else [(action, 1.0) for action in state.legal_actions()]
        before, edges = [_told(state, p) for p in (0, 1)], []
        for action, chance in options:
            child = state.child(action)
            told = [_told(child, p).removeprefix(before[p]) for p in (0, 1)]
            edges.append((chance, action, told[0], told[1], walk(child)))
        known[number] = (state, who, 0.0, edges)
        return number

    root = walk(game.new_initial_state())
    infos: dict[tuple[int, int, str], int] = {}
    sets: dict[int, int] = {}
    states, sizes, at = [], [], 0
    nodes, edges, levels = [(root, 0, 1)], [], []
    while at < len(nodes):
        levels.append((at, len(nodes)))
        for node in range(at, len(nodes)):
            dag, *memory = nodes[node]
            state, who, _, options = known[dag]
            place = -1
            if who >= 0:
                place = sets.setdefault(memory[who], len(sets))
                if place == len(states):
                    states.append((state, [each[1] for each in options]))
                    sizes.append(len(options))
            for k, (chance, _, *told, child) in enumerate(options):
                edges.append((node, place, k, chance))
                own = [
                    infos.setdefault((p, memory[p], told[p]), len(infos) + 2) if told[p] else memory[p] for p in (0, 1)
                ]
                nodes.append((child, *own))
        at = levels[-1][1]
    slots = np.concatenate([[0], np.cumsum(sizes, dtype=int)]).astype(int)
    parent, place, k, chance = (np.array(each) for each in zip(*edges, strict=True))
    dags = np.array([node[0] for node in nodes])
    count = np.bincount(parent, minlength=len(nodes))
    return Tree(
        np.array([each[1] for each in known])[dags],
        np.array([each[2] for each in known])[dags],
        np.cumsum(count) - count,
        count,
        parent,
        np.where(place < 0, -1, slots[place] + k),
        chance,
        levels,
        slots,
        states,
    )


def _told(state: Any, player: int) -> str:
    return "" if state.is_terminal() else str(state.information_state_string(player))


class Solver:
    """CFR+ on a tree, and exact values of any policy (float[slots])."""

    def __init__(self, tree: Tree) -> None:
        self.tree, size = tree, int(tree.slots[-1])
        self.regrets, self.average, self.steps = np.zeros(size), np.zeros(size), 0
        self.mover = tree.player[tree.parent]
        self.owner = np.zeros(size, int)
        acts = tree.slot >= 0
        self.owner[tree.slot[acts]] = self.mover[acts]

    def normal(self, weights: Array) -> Array:
        """Return the policy in proportion to weights, even where there are none."""
        starts = self.tree.slots[:-1]
        sums, sizes = np.add.reduceat(weights, starts), np.diff(self.tree.slots)
        found: Array = np.where(
            np.repeat(sums > 0, sizes),
            weights / np.repeat(np.maximum(sums, 1e-300), sizes),
            1 / np.repeat(sizes, sizes),
        )
        return found

    def reach(self, policy: Array) -> tuple[Array, Array, Array]:
        """Return the parts of chance, player 0 and player 1 in the chance of each node."""
        tree, n = self.tree, len(self.tree.player)
        parts = np.ones((3, n))
        own = np.where(tree.slot >= 0, policy[tree.slot], tree.chance)
        for start, stop in tree.levels[1:]:
            edges = slice(start - 1, stop - 1)
            parts[:, start:stop] = parts[:, tree.parent[edges]]
            parts[self.mover[edges] + 1, np.arange(start, stop)] *= own[edges]
        return parts[0], parts[1], parts[2]

    def values(self, policy: Array, best: int | None = None) -> Array:
        """Return each node's value to player 0; with `best`, that player answers as well as it can."""
        tree, found = self.tree, self.tree.payoff.copy()
        weights = np.where(tree.slot >= 0, policy[tree.slot], tree.chance)
        parts = self.reach(policy) if best is not None else None
        for start, stop in reversed(tree.levels):
            inner = np.arange(start, stop)[tree.count[start:stop] > 0]
            if not len(inner):
                continue
            edges = np.arange(tree.first[inner[0]], tree.first[inner[-1]] + tree.count[inner[-1]])
            use = weights[edges]
            if best is not None and parts is not None:
                mine = self.mover[edges] == best
                own = edges[mine]
                sign = 1 - 2 * best
                gains = np.bincount(
                    tree.slot[own],
                    sign * (parts[0] * parts[2 - best])[tree.parent[own]] * found[own + 1],
                    minlength=len(policy),
                )
                choice = np.zeros(len(policy))
                tops = np.maximum.reduceat(gains, tree.slots[:-1])
                at_top = np.flatnonzero(gains == np.repeat(tops, np.diff(tree.slots)))
                sets = np.searchsorted(tree.slots, at_top, "right") - 1
                choice[at_top[np.unique(sets, return_index=True)[1]]] = 1
                use = np.where(mine, choice[tree.slot[edges]], use)
            found[inner] = np.add.reduceat(use * found[edges + 1], tree.first[inner] - edges[0])
        return found

    def step(self) -> None:
        """One iteration of CFR+: both players' regrets, and the average weighted by the iteration."""
        tree, policy = self.tree, self.normal(self.regrets)
        self.steps += 1
        values, parts = self.values(policy), self.reach(policy)
        edges = np.flatnonzero(tree.slot >= 0)
        who, parent, slot = self.mover[edges], tree.parent[edges], tree.slot[edges]
        other = parts[0][parent] * np.where(who == 0, parts[2][parent], parts[1][parent])
        gain = other * (1 - 2 * who) * (values[edges + 1] - values[parent])
        size = len(policy)
        self.regrets = np.maximum(self.regrets + np.bincount(slot, gain, minlength=size), 0)
        own = np.where(who == 0, parts[1][parent], parts[2][parent])
        self.average += self.steps * np.bincount(slot, own * policy[slot], minlength=size)

    def judge(self, policy: Array) -> tuple[float, float]:
        """Return a policy's value to player 0, and its exploitability: half of what both best answers gain."""
        best = [float(self.values(policy, each)[0]) for each in (0, 1)]
        return float(self.values(policy)[0]), (best[0] - best[1]) / 2


def tree_of(ruleset: Ruleset = MINI) -> Tree:
    """Return the tree of a ruleset. MINI's has half a million positions, the standard one cannot be walked."""
    game = open_spiel.SaudagarGame(ruleset)
    return build(game, lambda state: tuple(state.history()) if state.view(0) is None else str(state))
