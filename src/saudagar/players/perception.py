"""What somebody of a level takes in of a position: the network's slots, dimmed, and what a network says of them.

Slots hold what a seat may know and nothing else (kernel/slots.py), so that nothing here can see more than that.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ..kernel import Kernel
from ..kernel.core import core as _core
from ..kernel.layout import META, State
from ..kernel.network import FIRST, ONE, Network
from ..kernel.slots import NAMES, SLOTS, SPREAD
from ..rules import GOODS, Ruleset
from .levels import Level

Array = npt.NDArray[Any]


def _at(name: str) -> int:
    return NAMES.index(name)


KNOWN, UNSEEN, SALE = (_at(f"{of}.{GOODS[0].letter}") for of in ("other.known", "unseen", "other.sale"))
HIDDEN, CLOSES = _at("other.hidden"), _at("other.closes")
BONUS, THEIR_BONUS = _at("bonus.3"), _at("other.bonus.3")
HERD_LEAD, LEAD, LEAD_WITH_HERD = _at("herd.lead"), _at("lead"), _at("lead.with.herd")
EVEN = 11
"""The value of the slot `herd.lead` for herds of one size."""


def outlooks(kernel: Kernel, state: State, codes: Array) -> tuple[Array, Array]:
    """Return what the seat to act knows after each action (uint8[n, SLOTS]), and which actions end the round."""
    seat = int(state[META]) & 1
    after = np.repeat(state[None, :], len(codes), axis=0)
    slots = np.zeros((len(codes), SLOTS), np.uint8)
    ends = np.zeros(len(codes), bool)
    if _core.COMPILED:
        _core.apply_batch(kernel.core, after, codes)
        for number in range(len(codes)):
            _core.fill(kernel.core, after[number], seat, slots[number])
    else:
        rows = after.tolist()
        _core.apply_batch(kernel.core, rows, codes.tolist())
        for number, row in enumerate(rows):
            out = [0] * 96
            _core.fill(kernel.core, row, seat, out)
            slots[number] = out[:SLOTS]
        after = np.array(rows, np.uint64)
    meta = after[:, META].astype(np.int64)
    refill = meta >> 16 & 0xFF
    laid = sum((after[:, 0].astype(np.int64) >> 8 * kind & 0xFF for kind in range(7)), np.zeros(len(codes), np.int64))
    ends |= (meta >> 40 & 0xFF) >= kernel.ruleset.piles_to_end
    # Nothing is owed either where the stock is empty already.
    ends |= laid + refill < kernel.ruleset.market_size
    return slots, ends


def known_now(kernel: Kernel, state: State) -> Array:
    """Return what the seat to act knows before it acts (uint8[SLOTS])."""
    slots, seat = np.zeros(SLOTS, np.uint8), int(state[META]) & 1
    if _core.COMPILED:
        _core.fill(kernel.core, np.ascontiguousarray(state), seat, slots)
        return slots
    out = [0] * 96
    _core.fill(kernel.core, state.tolist(), seat, out)
    return np.array(out[:SLOTS], np.uint8)


def dimmed(slots: Array, level: Level, ruleset: Ruleset) -> Array:
    """Return the slots as somebody of a level takes them in."""
    seen = slots.copy()
    if level.memory < 7:
        _forget(seen, level.memory)
    if not level.counts_bonuses:
        _compare_what_lies_open(seen, ruleset)
    if not level.counts_camels:
        seen[:, HERD_LEAD] = EVEN
        seen[:, LEAD_WITH_HERD] = seen[:, LEAD]
    if not level.sees_end:
        seen[:, CLOSES] = 0
    return seen


def _compare_what_lies_open(seen: Array, ruleset: Ruleset) -> None:
    """Take the other seat's hidden bonus tokens out of the lead, and out of sight with those on the piles."""
    for place, (_, pile) in enumerate(ruleset.bonuses):
        worth = seen[:, THEIR_BONUS + place].astype(np.int64) * round(sum(pile) / len(pile))
        for lead in (LEAD, LEAD_WITH_HERD):
            seen[:, lead] = np.minimum(seen[:, lead] + worth, 2 * SPREAD)
    seen[:, THEIR_BONUS : THEIR_BONUS + 3] = 0
    seen[:, BONUS : BONUS + 3] = 4


def _forget(seen: Array, memory: int) -> None:
    """Move the other seat's known cards beyond `memory` (the dearest are kept) to those that were not seen."""
    room = np.full(len(seen), memory, np.int64)
    for kind in range(6):
        known = seen[:, KNOWN + kind].astype(np.int64)
        kept = np.minimum(known, room)
        room -= kept
        gone = known - kept
        seen[:, KNOWN + kind] = kept
        seen[:, UNSEEN + kind] = np.minimum(seen[:, UNSEEN + kind] + gone, 10)
        seen[:, HIDDEN] = np.minimum(seen[:, HIDDEN] + gone, 7)
        # What is not remembered whole is not thought of as a sale either.
        seen[:, SALE + kind] = np.where(gone > 0, 0, seen[:, SALE + kind])
    seen[:, CLOSES] = np.where(memory == 0, 0, seen[:, CLOSES])


def judged(network: Network, slots: Array) -> Array:
    """Return the chance of winning (int64, units of 2^-20) that a network sees in each row: as `Network.heads` says."""
    at = slots + network.starts
    rows, first = network.rows, at[0]
    sums = np.tile(network.bias1 + rows[first].sum(axis=0, dtype=np.int16), (len(slots), 1))
    where, slot = np.nonzero(at != first)
    if len(where):
        steps = rows[at[where, slot]] - rows[first[slot]]
        starts = np.flatnonzero(np.diff(where, prepend=-1))
        sums[where[starts]] += np.add.reduceat(steps, starts, axis=0, dtype=np.int16)
    # Whole numbers below 2^53 are exact in doubles, and a product of matrices is many times faster on those.
    layer = np.clip(sums, 0, 1023).astype(np.float64) @ network.weights2.T.astype(np.float64)
    neck = np.clip((layer.astype(np.int64) + network.bias2) >> FIRST, 0, 2047)
    logits = neck @ network.weights3[0].astype(np.int64) + int(network.bias3[0])
    return network.chances(logits)


def guessed_end(slots: Array) -> Array:
    """Return what somebody who does not reckon makes of an end of the round: the lead that it sees, taken roughly."""
    lead = slots[:, LEAD_WITH_HERD].astype(np.float64) - SPREAD
    return (ONE / (1 + np.exp(-lead / 4))).astype(np.int64)
