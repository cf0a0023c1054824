"""Derives every field of `conformance/` that follows from others, by the naive rules, and writes the files anew.

    python -m tests.conformance.generate

What a person decided stays: situations, positions, actions, reasons, answers of chance. What follows is derived: the
line after an action, tokens, chance owed, endings, counts. The package is not used, so that the tests can compare it.
"""

import hashlib
import json
from pathlib import Path

from tests.conformance import jd1
from tests.rules import naive, naive_text
from tests.rules.mini import counts, graph

FOLDER = Path(__file__).parents[2] / "conformance"
RULES = {
    "standard": naive.STANDARD,
    "six-each": {
        **naive.STANDARD,
        "bonuses": {3: [1, 1, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 9, 10, 10]},
    },
    "mini": naive.MINI,
}
CHANGES = {"exchange_cap": "cap"}
"""Names of numbers in a case's `changes`, and in the naive rules."""


def load(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


def rules_of(case):
    changed = {CHANGES[name]: number for name, number in case.get("changes", {}).items()}
    return {**RULES[case.get("ruleset", "standard")], **changed}


def all_actions(rules):
    """Every action's text: all camels, takes, sales, exchanges by size; cards always in the order DGSCPLK."""
    goods = [good for good in naive.GOODS if good in rules["pack"]]
    yield "+K"
    yield from ("+" + good for good in goods)
    for good in goods:
        most = min(rules["pack"].count(good), rules["hand"])
        yield from ("-" + good * count for count in range(rules["least"][good], most + 1))
    for size in range(2, rules["market"] + 1):
        sides = ["".join(cards) for cards in naive.multisets(naive.LETTERS, size) if naive.within(cards, rules["pack"])]
        for take in sides:
            yield from (f"+{take}-{give}" for give in sides if "K" not in take and not set(take) & set(give))


def actions(old):
    found = []
    for case in old:
        texts = list(all_actions(rules_of(case)))
        trades = [text for text in texts if text[0] == "+" and "-" in text]
        count = {
            "camels": texts.count("+K"),
            "takes": sum(len(text) == 2 and text[0] == "+" and text != "+K" for text in texts),
            "sales": sum(text[0] == "-" for text in texts),
            "exchanges": {
                str(size): sum(len(text) == 2 * size + 2 for text in trades) for size in range(2, 6) if trades
            },
            "total": len(texts),
        }
        count["exchanges"] = {size: number for size, number in count["exchanges"].items() if number}
        digest = hashlib.sha256("".join(text + "\n" for text in texts).encode()).hexdigest()
        found.append({**case, "count": count, "sha256": digest})
    return found


def perft(old):
    for case in old:
        state = naive_text.read(case["position"], rules_of(case))
        case["perft"] = {depth: naive.perft(state, int(depth)) for depth in case["perft"]}
        if "split" in case:
            depth = case["split"]["depth"]
            each = {text: naive.perft(naive.play(state, text), depth - 1) for text in naive.actions(state)}
            case["split"] = {"depth": depth, "actions": dict(sorted(each.items()))}
    return old


def mini(old):
    return {**old, "a": counts("a"), "b": counts("b"), "together": len(graph("a").keys() | graph("b").keys())}


def positions(old):
    return [_position(case) for case in old]


def _position(case):
    kept = ("id", "paragraph", "situation", "ruleset", "changes", "seat", "position", "action", "reason")
    found = {name: case[name] for name in kept if name in case}
    if "?" in case["position"]:
        return found
    state = naive_text.read(case["position"], rules_of(case))
    if "count" in case:
        found["count"] = len(naive.actions(state))
    if case["reason"]:
        return found
    after = naive.play(state, case["action"])
    if case["action"][0] == "-":
        found["tokens"] = after["tokens"][state["turn"]][len(state["tokens"][state["turn"]]) :]
    due = naive.owed(after)
    found |= {"after": naive_text.line(after), "owes": {due[0]: due[1]} if due else None}
    if "chance" in case:
        after = naive.answer(after, case["chance"])
        found |= {"chance": case["chance"], "then": naive_text.line(after)}
    return {**found, "ending": naive.ending(after)}


def views(old):
    found = []
    for case in old:
        state = naive_text.read(case["position"], rules_of(case))
        found.append({**case, **{audience: naive_text.seen(state, audience) for audience in naive_text.AUDIENCES}})
    return found


def deals(old):
    for case in old["shuffles"]:
        rules = rules_of(case)
        case.update(jd1.deal(bytes.fromhex(case["key"]), rules))
        case["position"] = naive_text.line(dealt(rules, case["deck"], case["first"]))
    for case in old["set_ups"]:
        start = naive.start(rules_of(case), case["first"], case["market"], case["a"], case["b"])
        case["position"] = naive_text.line(start)
    for case in old["matches"]:
        keys = [jd1.round_key(bytes.fromhex(case["seed"]), number) for number in (1, 2, 3)]
        case["keys"] = [key.hex() for key in keys]
        case["first"] = jd1.deal(keys[0])["first"]
        case["positions"] = [
            naive_text.line(dealt(naive.STANDARD, jd1.deal(key)["deck"], first))
            for key, first in zip(keys, case["starters"], strict=True)
        ]
    return old


def dealt(rules, deck, first):
    """The first position of a round from its deck."""
    size = rules["deal"]
    opened = deck[2 * size :][: rules["market"] - rules["open"]]
    market = naive.join("K" * rules["open"], opened)
    return naive.start(rules, first, market, naive.join(deck[:size]), naive.join(deck[size : 2 * size]))


DERIVED = {
    "actions": actions,
    "deals": deals,
    "mini": mini,
    "perft": perft,
    "positions": positions,
    "variants": positions,
    "views": views,
}


def text_of(value):
    """JSON with one case per line."""

    def line(item):
        return json.dumps(item, ensure_ascii=False)

    if isinstance(value, list):
        return "[\n" + ",\n".join(map(line, value)) + "\n]\n"
    parts = []
    for name, part in value.items():
        cases = isinstance(part, list) and part and isinstance(part[0], dict)
        parts.append(f"{line(name)}: " + ("[\n" + ",\n".join(map(line, part)) + "\n]" if cases else line(part)))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def main():
    for name, derive in DERIVED.items():
        (FOLDER / f"{name}.json").write_text(text_of(derive(load(name))), encoding="utf-8")


if __name__ == "__main__":
    main()
