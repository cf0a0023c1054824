"""A State as it is sent, put together out of kept parts, says what the State worked out anew says."""

from __future__ import annotations

import msgspec
from tests.table.matches import seed

from saudagar.dealers import FairDealer, rng
from saudagar.rules import AUDIENCES, MINI, STANDARD, BySeat, Match, Ruleset, Seat
from saudagar.server.cache import Cache
from saudagar.server.handshake import Handshake
from saudagar.server.keeper import Ground
from saudagar.server.room import Room
from saudagar.server.sitting import Sitting
from saudagar.server.state import state, told
from saudagar.server.store import StoredMatch, open_store
from saudagar.server.uptime import Uptime
from saudagar.table import Table


def test_what_is_sent_says_what_the_state_says() -> None:
    """Whole matches, all audiences, in changing order; one asks twice, one only now and then."""
    store = open_store("sqlite://")
    ground = Ground(store, lambda: 0.0, Uptime(store, lambda: 0.0))
    compared = sum(_match(ground, ruleset, number) for number, ruleset in enumerate([STANDARD, STANDARD, MINI]))
    assert compared > 300
    store.close()


def _match(ground: Ground, ruleset: Ruleset, number: int) -> int:
    names: BySeat[str] = BySeat("Anna", 'M"e\\era')
    stored = StoredMatch(f"m{number}", 0.0, ruleset.name, 2, None, names, BySeat(None, None), BySeat(b"a", b"b"))
    chance, table = rng(number), Table(Match(ruleset, 2), dealer=FairDealer(seed(number)), names=names)
    room = Room(Sitting(stored, 1, table, "deal", Handshake(), (), None), set(), ground)
    compared = 0
    while True:
        for turn, audience in enumerate(AUDIENCES[:: 1 if table.ply % 2 else -1]):
            if turn == 1 and table.ply % 3:
                continue
            mine = [audience] if isinstance(audience, Seat) else []
            sent = msgspec.json.decode(bytes(told(room, audience, mine)))
            assert bytes(told(room, audience, mine)) == bytes(told(room, audience, mine))
            kept, room.cache = room.cache, Cache()
            assert sent == msgspec.json.decode(msgspec.json.encode(state(room, audience, mine)))
            room.cache = kept
            compared += 1
        table = table.branch()
        if table.match.over:
            return compared
        if table.to_act is None:
            table.next_round(Seat.A)
        else:
            actions = list(table.view(table.to_act).legal_actions)
            table.act(table.to_act, actions[chance.below(len(actions))])
        room.now = Sitting(stored, table.ply, table, "act", Handshake(), (), None)
