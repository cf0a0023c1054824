"""SEC-1 over many states: what an audience cannot know is dealt anew, and every byte that it could be told stays the same."""

from __future__ import annotations

import multiprocessing
import os
import time
from dataclasses import replace

import msgspec
import pytest
from tests.conftest import Figures
from tests.server.test_secrets import redealt
from tests.table.matches import seed

from saudagar.dealers import FairDealer, rng
from saudagar.notation import parse_action
from saudagar.rules import AUDIENCES, RULESETS, SPECTATOR, STANDARD, Audience, BySeat, Match, Seat
from saudagar.server.cache import Cache
from saudagar.server.handshake import Handshake
from saudagar.server.keeper import Ground
from saudagar.server.room import Room
from saudagar.server.sitting import Sitting
from saudagar.server.state import told as state
from saudagar.server.store import StoredMatch, open_store
from saudagar.server.uptime import Uptime
from saudagar.table import Table

ASKED = [parse_action(text) for text in ("+K", "+D", "-DD", "-LLLLL", "+DD-KK", "+GS-CP")]
"""Actions about which an audience asks why not: some are legal, some not."""


def told(room: Room, audience: Audience) -> bytes:
    """All that an audience can be told of a room: its State, its line, and what is said of actions and to lists."""
    room.cache = Cache()
    view = room.table.view(audience)
    words = [str(view), *(str(view.why_not(action)) for action in ASKED), str(room.now.standing(0.0))]
    return msgspec.json.encode([state(room, audience, []), words])


def compare(share: tuple[int, int, int]) -> tuple[int, int, int]:
    """Play by chance until so many states are compared, beginning with a match of this number: states, differences, others.

    The third number counts the states in which the two worlds did differ: many have to, or nothing is compared.
    """
    number, step, wanted = share
    store = open_store("sqlite://")
    ground = Ground(store, lambda: 0.0, Uptime(store, lambda: 0.0))
    states = wrong = others = 0
    while states < wanted:
        chance, ruleset = rng(number), list(RULESETS.values())[number % 7 == 0]
        stored = StoredMatch(
            f"m{number}", 0.0, ruleset.name, 2, None, BySeat("A", "B"), BySeat(None, None), BySeat(b"a", b"b")
        )
        table = Table(Match(ruleset, 2), dealer=FairDealer(seed(number)))
        room = Room(Sitting(stored, 1, table, "act", Handshake(), (), None), set(), ground)
        while table.to_act is not None:
            for audience in AUDIENCES:
                room.now = replace(room.now, table=table)
                before = told(room, audience)
                world = table.branch()
                redealt(world, (Seat.A, Seat.B)[states % 2] if audience is SPECTATOR else audience, states)
                room.now = replace(room.now, table=world)
                wrong += told(room, audience) != before
                others += str(world._round) != str(table._round)
                states += 1
            actions = list(table.view(table.to_act).legal_actions)
            table.act(table.to_act, actions[chance.below(len(actions))])
        number += step
    store.close()
    return states, wrong, others


@pytest.mark.parametrize("states", [300, pytest.param(1_000_000, marks=pytest.mark.long)], ids=["short", "long"])
def test_sec_1_no_state_tells_its_audience_what_it_cannot_know(states: int, figures: Figures) -> None:
    """SEC-1: random states of random matches, seats and a spectator; State, position line, reasons and list rows to the byte.

    The long form runs in as many processes as there are cores, for SAUDAGAR_STATES states if that is set.
    """
    wanted, began = int(os.environ.get("SAUDAGAR_STATES", states)) if states > 300 else states, time.monotonic()
    cores = 1 if states == 300 else os.cpu_count() or 1
    shares = [(number + 1, cores, wanted // cores) for number in range(cores)]
    if cores == 1:
        found = [compare(shares[0])]
    else:
        with multiprocessing.get_context("spawn").Pool(cores) as pool:
            found = pool.map(compare, shares)
    compared, wrong, others = (sum(each) for each in zip(*found, strict=True))
    assert wrong == 0
    assert compared >= 0.99 * wanted
    assert others > 0.25 * compared  # late in a round nearly every card has been taken in the open
    seconds = time.monotonic() - began
    figures(
        "SEC-1", f"{compared} random states in {seconds:.0f} s, {others} of them with another world: 0 bytes differ"
    )


def test_sec_1_a_change_that_can_be_seen_is_seen() -> None:
    """The control: the same exchange of worlds changes what the other seat is told."""
    store = open_store("sqlite://")
    ground = Ground(store, lambda: 0.0, Uptime(store, lambda: 0.0))
    stored = StoredMatch("m", 0.0, STANDARD.name, 2, None, BySeat("A", "B"), BySeat(None, None), BySeat(b"a", b"b"))
    table = Table(Match(STANDARD, 2), dealer=FairDealer(seed(1)))
    room = Room(Sitting(stored, 1, table, "deal", Handshake(), (), None), set(), ground)
    before = told(room, Seat.B)
    world = table.branch()
    redealt(world, Seat.A, 1)
    room.now = replace(room.now, table=world)
    assert told(room, Seat.B) != before
    store.close()
