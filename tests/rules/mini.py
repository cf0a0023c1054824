"""The whole graph of MINI as the naive rules walk it."""

from functools import cache

from tests.rules import naive, naive_text

FIRSTS = "ab"


def starts(first):
    """Every set-up with this seat to start, by its line."""
    states = (naive.start(naive.MINI, first, *dealt) for dealt in naive.deals(naive.MINI))
    return {naive_text.line(state): state for state in states}


def following(state):
    """Every state that an action, or an answer of chance, leads to: text → state."""
    if naive.owed(state):
        return {text: naive.answer(state, text) for text in naive.answers(state)}
    return {text: naive.play(state, text) for text in sorted(naive.actions(state))}


@cache
def graph(firsts=FIRSTS):
    """Every state that can come about, by its position line."""
    found = {line: state for first in firsts for line, state in starts(first).items()}
    waiting = list(found.values())
    while waiting:
        for state in following(waiting.pop()).values():
            line = naive_text.line(state)
            if line not in found:
                found[line] = state
                waiting.append(state)
    return found


def counts(first):
    """The numbers of conformance/mini.json for the rounds that one seat starts."""
    nodes = graph(first)
    states = list(nodes.values())
    over = [state for state in states if naive.ending(state)]
    chance = [state for state in states if naive.owed(state)]
    return {
        "deals": len(starts(first)),
        "nodes": len(states),
        "play": len(states) - len(over) - len(chance),
        "chance": {kind: sum(naive.owed(state)[0] == kind for state in chance) for kind in ("refill", "bonus")},
        "over": {name: sum(naive.ending(state) == name for state in over) for name in ("sold_out", "stock_empty")},
        "decided_by": {
            by: sum(naive.result(state)[1] == by for state in over)
            for by in ("rupees", "bonus_tokens", "goods_tokens", "nothing")
        },
        "won": {who: sum(naive.result(state)[0] == seat for state in over) for who, seat in WINNERS},
        "actions": sum(len(naive.actions(state)) for state in states),
    }


WINNERS = (("a", "a"), ("b", "b"), ("nobody", None))
