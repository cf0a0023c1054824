"""A match's two clients: they send moves, and check everything that they are told against what must be so."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from ...dealers import rng
from .wire import Pool, Socket, connect

State = dict[str, Any]


class Wrong(Exception):
    """A client was told what cannot be."""


class Seat:
    """What one seat has been told last."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.state: State = {}
        self.socket: Socket | None = None
        self.frames = 0

    @property
    def ply(self) -> int:
        """The ply of what it was told last; 0 before."""
        return int(self.state["ply"]) if self.state else 0


class Client:
    """One match of two people on one device, each with a socket, as a server's smallest table of two."""

    def __init__(self, pool: Pool, number: int, news: Callable[[Client, Seat], None]) -> None:
        self.pool = pool
        self.chance = rng(number)
        self.seats = {"a": Seat("a"), "b": Seat("b")}
        self.busy = False
        self.over = False
        self.acknowledged = 0
        self.id = self.cookie = ""
        self.cut = 0
        self._news = news
        self._keys = 0

    async def open(self) -> None:
        """Open the match and both sockets."""
        body = msgspec.json.encode({"names": {"a": "Anna", "b": "Meera"}, "seals": 3})
        status, head, told = await self.pool.ask("POST", "/api/matches", body, self.cookie)
        if status != 201:
            raise Wrong(f"no match was opened: {status} {told[:200]!r}")
        for line in head.decode("latin-1").split("\r\n"):
            if line.lower().startswith("set-cookie:"):
                self.cookie = line.partition(":")[2].partition(";")[0].strip()
        state = msgspec.json.decode(told)
        self.id, self.acknowledged = state["id"], state["ply"]
        for seat in self.seats.values():
            await self.listen(seat)

    async def listen(self, seat: Seat) -> None:
        """Open, or open again, the socket of a seat."""
        path = f"/api/matches/{self.id}/live?seat={seat.name}"
        seat.socket = await connect(
            (self.pool.host, self.pool.port), path, self.cookie, lambda text: self._told(seat, text), self._lost
        )

    def _lost(self) -> None:
        self.cut += 1

    def _told(self, seat: Seat, text: bytes) -> None:
        message = msgspec.json.decode(text)
        if message["type"] != "state":
            return
        before, state = seat.state, message["state"]
        check(state, seat.name)
        if before and state["ply"] < before["ply"]:
            raise Wrong(f"seat {seat.name} of {self.id} went back from ply {before['ply']} to {state['ply']}")
        seat.state = state
        seat.frames += 1
        other = self.seats["b" if seat.name == "a" else "a"]
        if other.state and other.state["ply"] == state["ply"]:
            agree(self.seats["a"].state, self.seats["b"].state)
        self._news(self, seat)

    async def move(self) -> str:
        """Do what comes next: an action, or the next round; return what was done. Wrong when the answer is."""
        state = max((seat.state for seat in self.seats.values()), key=lambda state: state["ply"] if state else 0)
        if state["phase"] == "match_over":
            self.over = True
            return "over"
        self._keys += 1
        turn = state["view"]["turn"] or "a"
        body: dict[str, Any] = {"seat": turn, "ply": state["ply"], "key": f"load-{self._keys:08}"}
        verb = "next-round"
        if state["phase"] == "play":
            verb = "act"
            body["action"] = self._choose(self.seats[turn].state)
        status, _, told = await self.pool.ask(
            "POST", f"/api/matches/{self.id}/{verb}", msgspec.json.encode(body), self.cookie
        )
        if status != 200:
            raise Wrong(f"{verb} {body} in {self.id} was answered {status} {told[:300]!r}")
        after = msgspec.json.decode(told)
        check(after, turn)
        if after["ply"] != state["ply"] + 1:
            raise Wrong(f"after ply {state['ply']} of {self.id} came {after['ply']}")
        if verb == "act" and after["phase"] == "play":
            follow(
                self.seats[turn].state if self.seats[turn].ply == state["ply"] else None, after, body["action"], turn
            )
        self.acknowledged = after["ply"]
        return verb

    def _choose(self, state: State) -> str:
        legal = state["view"]["legal"]
        if not legal:
            raise Wrong(f"seat {state['audience']} of {self.id} is to act and can do nothing")
        return str(legal[self.chance.below(len(legal))])

    def close(self) -> None:
        """Cut both sockets."""
        for seat in self.seats.values():
            if seat.socket:
                seat.socket.cut()


def check(state: State, seat: str) -> None:
    """Raise Wrong unless a State fits together and hides what its seat may not see."""
    view, other = state["view"], "b" if seat == "a" else "a"
    if state["audience"] != seat:
        raise Wrong(f"seat {seat} was told what {state['audience']} sees")
    if view["hands"][other]["cards"] is not None or (state["phase"] == "play" and view["purses"][other]["bonuses"]):
        raise Wrong(f"seat {seat} was shown a secret of {other}: {view['position']}")
    mine = view["hands"][seat]
    if len(mine["cards"]) != mine["size"] or Counter(mine["known"]) - Counter(mine["cards"]):
        raise Wrong(f"the hand of {seat} does not fit: {view['position']}")
    if len(view["market"]) != state["ruleset"]["market_size"] and view["stock"]:
        raise Wrong(f"the market was not refilled: {view['position']}")
    if state["phase"] == "play" and (view["turn"] == seat) != bool(view["legal"]):
        raise Wrong(f"the turn and what is legal do not fit: {view['position']}")
    if state["log"][-1]["ply"] != state["ply"] or [entry["ply"] for entry in state["log"]] != list(
        range(1, state["ply"] + 1)
    ):
        raise Wrong(f"the log of {state['id']} has a gap")


PUBLIC = ("market", "stock", "herds", "piles", "bonuses", "turn", "exchanges")


def agree(one: State, two: State) -> None:
    """Raise Wrong unless two States of one ply tell the same of what is public."""
    for field in PUBLIC:
        if one["view"][field] != two["view"][field]:
            raise Wrong(f"both seats see another {field}: {one['view']['position']} and {two['view']['position']}")
    for seat in "ab":
        if one["view"]["hands"][seat]["known"] != two["view"]["hands"][seat]["known"]:
            raise Wrong(f"both seats know something else: {one['view']['position']} and {two['view']['position']}")


def follow(before: State | None, after: State, action: str, seat: str) -> None:
    """Raise Wrong unless a hand and a herd are what an action makes of them."""
    if before is None:
        return
    hand, herd = Counter(before["view"]["hands"][seat]["cards"]), before["view"]["herds"][seat]
    gained, _, given = action[1:].partition("-") if action[0] == "+" else ("", "", action[1:])
    if gained == "K":
        gained, herd = "", herd + before["view"]["market"].count("K")
    hand = hand + Counter(gained)
    herd -= given.count("K")
    hand -= Counter(given.replace("K", ""))
    told = after["view"]
    if hand != Counter(told["hands"][seat]["cards"]) or herd != told["herds"][seat]:
        raise Wrong(f"{action} made {told['position']} out of {before['view']['position']}")


async def opened(pool: Pool, count: int, news: Callable[[Client, Seat], None], at_once: int = 50) -> list[Client]:
    """Open so many matches with their sockets, some at a time."""
    clients = [Client(pool, number, news) for number in range(count)]
    waiting = iter(clients)

    async def work() -> None:
        for client in waiting:
            await client.open()

    await asyncio.gather(*(work() for _ in range(min(at_once, count))))
    return clients
