"""Whole rounds for conformance/playthroughs: chosen here, told by the naive rules, the table tells the messages.

`python -m tests.table.playthroughs` writes the files anew from `PLAYS`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.rules import naive, naive_text

from saudagar.dealers import ScriptedDealer
from saudagar.notation import messages, parse_action, parse_chance
from saudagar.rules import RULESETS, BySeat, Dealt, Match, Seat, bundle
from saudagar.table import Table

FOLDER = Path(__file__).parents[2] / "conformance" / "playthroughs"
NAIVE = {
    "standard": naive.STANDARD,
    "six-each": {
        **naive.STANDARD,
        "bonuses": {3: [1, 1, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 9, 10, 10]},
    },
    "mini": naive.MINI,
}


def play(
    ruleset: str, first: str, market: str, hands: tuple[str, str], *, moves: list[str], says: str
) -> dict[str, Any]:
    """Return a round as a playthrough tells it; every number in it comes from the naive rules."""
    state = naive.start(NAIVE[ruleset], first, market, *hands)
    plies = []
    for move in moves:
        action, slash, chance = move.partition("/")
        ply = {"position": naive_text.line(state), "legal": len(naive.actions(state)), "seat": state["turn"]}
        assert action in naive.actions(state), (move, naive_text.line(state))
        state = naive.play(state, action)
        if naive.owed(state):
            state = naive.answer(state, chance)
        plies.append({**ply, "action": action, "chance": chance if slash else None})
    winner, decided_by, rupees = naive.result(state)
    return {
        "says": says,
        "ruleset": ruleset,
        "first": first,
        "market": market,
        "deal": list(hands),
        "plies": plies,
        "end": {
            "position": naive_text.line(state),
            "ending": naive.ending(state),
            "winner": winner,
            "decided_by": decided_by,
            "rupees": [rupees["a"], rupees["b"]],
            "herds": [state["herd"]["a"], state["herd"]["b"]],
        },
    }


def table_of(told: dict[str, Any]) -> Table:
    """Return a table that has played the round of a playthrough."""
    dealt = Dealt(bundle(told["market"]), BySeat(*map(bundle, told["deal"])))
    given = [parse_chance(ply["chance"]) for ply in told["plies"] if ply["chance"]]
    match = Match(RULESETS[told["ruleset"]], 1, Seat(told["first"]))
    table = Table(match, dealer=ScriptedDealer([dealt], [each for each in given if each is not None]))
    for ply in told["plies"]:
        table.act(Seat(ply["seat"]), parse_action(ply["action"]))
    return table


def told_by(table: Table) -> list[list[dict[str, Any]]]:
    """Return the messages of every log entry of a table, the whole truth in them."""
    return [
        [
            {"key": message.key, "params": {name: _plain(value) for name, value in message.params.items()}}
            for event in entry.events
            for message in messages(event, table.match.ruleset, entry.round)
        ]
        for entry in table.log
    ]


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def plan(ruleset: str, first: str, deck: str, prefer: str) -> tuple[str, tuple[str, str], list[str]]:
    """Choose a round by a rule of thumb, from a deck laid out in order: its market, hands, and moves.

    `prefer` says what is liked best: s to sell, t to take, x to exchange, k camels; later letters count less.
    """
    rules = NAIVE[ruleset]
    n, opened = rules["deal"], rules["market"] - rules["open"]
    market = naive.join("K" * rules["open"], deck[2 * n : 2 * n + opened])
    hands = naive.join(deck[:n]), naive.join(deck[n : 2 * n])
    stock = deck[2 * n + opened :]
    state, moves = naive.start(rules, first, market, *hands), list[str]()
    piles = {tier: list(pile) for tier, pile in rules["bonuses"].items()}

    def liking(action: str) -> tuple[int, int, str]:
        kind = "s" if action[0] == "-" else "k" if action == "+K" else "x" if "-" in action else "t"
        weight = len(action) if kind in "sx" else 0
        return -prefer.index(kind), weight, action

    while not naive.ending(state):
        action = max(naive.actions(state), key=liking)
        state = naive.play(state, action)
        due = naive.owed(state)
        if due is None:
            empty = "/" if action[0] == "+" and "-" not in action else ""
            moves.append(action + empty)
            continue
        kind, number = due
        chance = str(piles[number].pop(len(piles[number]) // 2)) if kind == "bonus" else naive.join(stock[:number])
        stock = stock if kind == "bonus" else stock[number:]
        state = naive.answer(state, chance)
        moves.append(f"{action}/{chance}")
    return market, hands, moves


def spread(ruleset: str, step: int) -> str:
    """Return the deck without the open camels, every `step`-th card of it in turn: a mixture without any chance."""
    rules = NAIVE[ruleset]
    deck = naive.minus(rules["pack"], "K" * rules["open"])
    return "".join(deck[place * step % len(deck)] for place in range(len(deck)))


PLAYS: dict[str, tuple[str, str, int, str, str]] = {
    # name: ruleset, first, step of the spread, what is preferred, what it shows
    "standard-sell-early": ("standard", "a", 11, "sktx", "both sell as soon as they can: the goods sell out"),
    "standard-take-on": ("standard", "b", 15, "tksx", "both take while the hand has room: the stock runs out"),
    "standard-exchange": ("standard", "a", 23, "xskt", "both exchange whenever an exchange is possible"),
    "six-each-sets": ("six-each", "b", 19, "ktsx", "camels first, then goods, sales when the hand is full"),
    "mini-sell-early": ("mini", "a", 3, "stkx", "the small game, selling early"),
    "mini-exchange": ("mini", "b", 5, "xkts", "the small game, exchanging whenever possible"),
}
BY_HAND = {
    "mini-sold-out": play(
        "mini",
        "a",
        "CKK",
        ("DD", "CC"),
        moves=["-DD/2", "-CC/1", "+C/D", "+K/CK", "-C"],
        says="two piles of the small game sell out",
    ),
    "mini-stock-empty": play(
        "mini",
        "b",
        "DKK",
        ("CC", "CK"),
        moves=["+K/DD", "-CC/1", "+D/C", "+D/"],
        says="the market of the small game stays open",
    ),
}


def everything() -> dict[str, dict[str, Any]]:
    """Return all playthroughs by name, with what is said of each ply."""
    found = dict(BY_HAND)
    for name, (ruleset, first, step, prefer, says) in PLAYS.items():
        market, hands, moves = plan(ruleset, first, spread(ruleset, step), prefer)
        found[name] = play(ruleset, first, market, hands, moves=moves, says=says)
    for told in found.values():
        began, *said = told_by(table_of(told))
        told["messages"] = began
        for ply, each in zip(told["plies"], said, strict=True):
            ply["messages"] = each
    return found


def main() -> None:
    """Write every file anew."""
    for name, told in everything().items():
        plies = ",\n  ".join(json.dumps(ply, ensure_ascii=False) for ply in told["plies"])
        head = json.dumps(
            {key: value for key, value in told.items() if key not in ("plies", "end")}, ensure_ascii=False
        )
        end = json.dumps(told["end"], ensure_ascii=False)
        text = f'{head[:-1]},\n "plies": [\n  {plies}\n ],\n "end": {end}}}\n'
        assert json.loads(text) == told
        (FOLDER / f"{name}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
