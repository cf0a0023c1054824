"""Write matches that the browser's twin of the rules is checked by, every ply of them condensed to a number.

`python -m tests.twin.rounds --rounds 5000 --out FILE`; without arguments it writes the small sample that is committed.
One match a line, as JSON: `ruleset`, `seals`, `first` (null: drawn), `starter`, `names`; `log`, a text an entry: a deal
`market a|b`, a move `+D/S`, a resignation `!a`, a takeback `~a`; `crc`, the CRC-32 of what `told` says after each entry, eight hexadecimal digits
each; `record` and `replay`, those of the record's text and of its moments as the server tells them.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import msgspec

from saudagar.dealers import FairDealer
from saudagar.kernel import SplitMix
from saudagar.notation.action import chance_text
from saudagar.players import Limit, player
from saudagar.rules import AUDIENCES, MINI, SIX_EACH, STANDARD, BySeat, Dealt, Match, Rng, Ruleset, Seat
from saudagar.server.cache import Cache
from saudagar.server.replays import replay_facts
from saudagar.server.room import Room
from saudagar.server.state import _told, state
from saudagar.table import Entry, Phase, Table, TakenBack

SAMPLE = Path(__file__).parents[2] / "web" / "src" / "twin" / "tests" / "samples" / "rounds.jsonl"
DAY = date(2026, 11, 30)
SPARSE = 5
"""The whole State, which is long, is looked at after every so many entries, and at the end of every round."""


def told(table: Table) -> str:
    """Return everything there is to say of a table after its last entry, as one text."""
    rnd, last = table._round, table.log[-1]
    views = [table.view(audience) for audience in AUDIENCES]
    acting = table.view(rnd.turn)
    lines = [str(rnd), *map(str, views), " ".join(map(str, acting.legal_actions))]
    lines += [
        canonical([[m["key"], m["params"]] for m in _told(last, audience, rnd.ruleset)]) for audience in AUDIENCES
    ]
    if table.ply % SPARSE == 0 or table.phase is not Phase.PLAY:
        for seat in Seat:
            whole = told_by_the_server(table, seat)
            whole["log"] = whole["log"][-1:]
            lines.append(canonical(whole))
    return "\n".join(lines)


def told_by_the_server(table: Table, seat: Seat) -> dict[str, Any]:
    """Return the State of a match against the computer, as the server tells it."""
    over, phase = table.match.winner is not None, table.phase.value
    match = SimpleNamespace(
        id="id",
        online=False,
        names=table.names,
        players=BySeat(None, "greedy-1"),
        guests=BySeat(None, None),
        rematch=None,
    )
    now = SimpleNamespace(
        table=table, match=match, phase=phase, ply=table.ply, step=table.ply, to_act=table.to_act, may_abort=False,
        ended=("resigned" if table.match.resigned else "seals") if over else None, offered=[], notes=[],
        handshake=SimpleNamespace(voids=0, last=None), clock=None,
    )  # fmt: skip
    room = SimpleNamespace(
        now=now, match=match, cache=Cache(), news=SimpleNamespace(watchers=0), dealings=SimpleNamespace(terms=None)
    )
    facts: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state(cast("Room", room), seat, [seat])))
    return facts


def canonical(value: Any) -> str:
    """Return JSON without spaces, keys in order."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def text(entry: Entry) -> str:
    """Return one entry as it is written."""
    if isinstance(entry.cause, Dealt):
        return f"{entry.cause.market} {entry.cause.hands.a}|{entry.cause.hands.b}"
    if entry.cause is None or isinstance(entry.cause, TakenBack):
        return f"{'~' if entry.cause else '!'}{entry.seat}"
    return f"{entry.cause}/{chance_text(entry.chance)}" if entry.chance else str(entry.cause)


def played(number: int, ruleset: Ruleset, rng: Rng) -> tuple[dict[str, Any], int]:
    """Play one match, each seat by a simple player; return its line, and how many rounds of it ended."""
    seals, first = 1 + rng.below(3), (None, Seat.A, Seat.B)[rng.below(3)]
    names = BySeat(*('Anna "the camel"', "Zsófi \\ é", "B")[rng.below(2) :][:2])
    table = Table(Match(ruleset, seals, first), dealer=FairDealer(number.to_bytes(32, "big")), names=names)
    kinds = ["random-1", "random-1", "greedy-1", "heuristic-1"]
    players = BySeat(player(kinds[rng.below(4)]), player(kinds[rng.below(4)]))
    crc = [zlib.crc32(told(table).encode())]
    starter = table.first
    while table.phase is not Phase.MATCH_OVER:
        seat = table.to_act
        if table.can_take_back and rng.below(6) == 0:
            table.take_back(table.can_take_back)
        elif rng.below(700) == 0:
            table.resign(Seat.A if rng.below(2) else Seat.B)
        elif seat is None:
            table.next_round(Seat.A)
        else:
            table.act(seat, players[seat].choose(table.view(seat), Limit(), rng).action)
        crc.append(zlib.crc32(told(table).encode()))
    line = {
        "ruleset": ruleset.name,
        "seals": seals,
        "first": first and first.value,
        "starter": starter.value,
        "names": [*names],
        "log": [text(entry) for entry in table.log],
        "crc": "".join(f"{each:08x}" for each in crc),
        "record": zlib.crc32(str(table.record(day=DAY)).encode()),
        "replay": zlib.crc32(canonical(replay_facts(table.record(day=DAY), BySeat(None, "greedy-1"))).encode()),
    }
    return line, len(table.match.rounds)


def matches(rounds: int, seed: int) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield matches, and how many rounds of them ended, until there are enough; most of the standard game."""
    rng, done, number = SplitMix(seed), 0, 0
    while done < rounds:
        number += 1
        ruleset = (SIX_EACH, MINI, STANDARD, STANDARD, STANDARD, STANDARD)[number % 6]
        match, here = played(seed * 1_000_000 + number, ruleset, rng)
        done += here
        yield match, here


def main() -> None:
    """Write the matches."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=110)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out", type=Path, default=SAMPLE)
    wanted = options.parse_args()
    wanted.out.parent.mkdir(parents=True, exist_ok=True)
    total = 0
    with wanted.out.open("w", encoding="utf-8") as file:
        for match, rounds in matches(wanted.rounds, wanted.seed):
            file.write(canonical(match) + "\n")
            total += rounds
    sys.stdout.write(f"{total} rounds in {wanted.out}\n")


if __name__ == "__main__":
    main()
