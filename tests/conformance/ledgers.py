"""Derives what `ledger.json` expects, and makes the thousands of cases of `ledger-many.json`, by the naive telling.

python -m tests.conformance.ledgers [--many 2000] [--seed 1]
"""

import argparse
import random

from tests.conformance.generate import FOLDER, load, text_of
from tests.score import naive

NAMES = ["Anna", "Bo"]
STAMP = {"at": "2026-11-30T18:00:00.000Z", "zone": "Europe/Budapest", "day": "2026-11-30"}


def entry(told):
    """The whole entry of a short one: [id, n, what, round, value, replaces], rounds in their short text."""
    id_, n, what, name, value, replaces = told
    if what == "round" and value is not None:
        value = naive.round_value(value)
    if what == "match":
        seals, first, tie = value.split(" ")
        value = {"names": NAMES, "seals": int(seals), "first": first, "drawn": False, "full_tie": tie}
        value["ruleset"] = "standard"
    short = {"id": id_, "match": "m0000001", "n": n, **STAMP, "what": what, "round": name, "value": value}
    return {**short, "replaces": replaces, "undoes": None}


def derived(content):
    """Fill in every derived field of ledger.json."""
    for case in content["rounds"]:
        value = naive.round_value(case["round"])
        totals, winner, by, needs = naive.settle(value)
        found = naive.doubts(value, case.get("ruleset", "standard"))
        case.update(totals=totals, winner=winner, decided_by=by, needs=needs, doubts=found)
    for case in content["ledgers"]:
        told = naive.standing([entry(each) for each in case["entries"]], "m0000001")
        case["standing"] = told and {name: told[name] for name in told if name not in ("id", "names", "day")}
    return content


def some_tokens(rng, piles, bonuses):
    """Two counts by tokens as a round may really leave them: from the top of each pile, each to one seat."""
    held = {"a": {}, "b": {}}
    for good, pile in piles.items():
        for value in pile[: rng.choice([0, len(pile) // 2, len(pile) - 1, len(pile), len(pile)])]:
            side = held[rng.choice("ab")]
            side[good] = side.get(good, "") + value
    left = [value for pile in bonuses.values() for value in pile]
    rng.shuffle(left)
    drawn = {"a": left[: rng.randrange(5)], "b": left[5 : 5 + rng.randrange(5)]}
    camel = rng.choice(["a", "b", ""])
    texts = []
    for seat in "ab":
        text = ".".join(good + values for good, values in held[seat].items()) or "-"
        texts.append(text + "".join(f"+{value}" for value in drawn[seat]) + "K" * (camel == seat))
    return texts


def some_round(rng):
    """The short text of a round: likely, tied, or with a slip in it."""
    kind = rng.randrange(6)
    if kind < 2:
        counts = some_tokens(rng, naive.PILES, naive.BONUS["standard"])
        if rng.random() < 0.3:  # a slip: a token too many
            good = rng.choice("DGSCPL")
            goods, *rest = counts[0].split("+")
            camel = "K" * goods.endswith("K")
            goods = ".".join(part for part in goods.removesuffix("K").strip("-").split(".") if part)
            goods = f"{goods}.{good}{rng.choice('123456789')}" if good not in goods else goods
            counts[0] = "+".join([goods + camel, *rest]) or "-"
    elif kind < 4:
        total = rng.randrange(20, 90)
        counts = [str(total), str(total if rng.random() < 0.4 else rng.randrange(20, 90))]
        if rng.random() < 0.6:
            counts = [f"{each}/{rng.randrange(5)}" for each in counts]
            if rng.random() < 0.6:
                counts = [f"{each}/{rng.randrange(8, 20)}" for each in counts]
    elif kind == 4:
        same = f"{rng.randrange(40, 80)}/{rng.randrange(4)}/{rng.randrange(9, 18)}"
        counts = [same, same]
    else:
        counts = [some_tokens(rng, naive.PILES, naive.BONUS["standard"])[0], str(rng.randrange(0, 240))]
        rng.shuffle(counts)
    more = rng.choice(["", "", " sold_out", " stock_empty"]) + rng.choice(["", "", "", " first=a", " first=b"])
    return " ".join(counts) + more


def some_ledger(rng):
    """Short entries that two devices wrote, now together and now apart, all merged and in any order."""
    made = []
    devices = [[], []]

    def write(device, what, name, value):
        mine = devices[device]
        ours = [each for each in mine if (each[2], each[3]) == (what, name)]
        gone = {old for each in ours for old in each[5]}
        n = max((each[1] for each in mine), default=0) + 1
        new = [f"e{len(made):07}", n, what, name, value, [each[0] for each in ours if each[0] not in gone]]
        made.append(new)
        mine.append(new)

    start = f"{rng.choice([1, 2, 2, 2, 3])} {rng.choice('ab')} {rng.choice(['replay', 'replay', 'non_starter'])}"
    write(0, "match", None, start)
    devices[1] = list(devices[0])
    for step in range(rng.randrange(1, 9)):
        device = rng.randrange(2)
        known = sorted({each[3] for each in devices[device] if each[2] == "round"})
        kind = rng.random()
        if kind < 0.55 or not known:
            write(device, "round", f"r{step:07}", some_round(rng))
        elif kind < 0.75:
            write(device, "round", rng.choice(known), some_round(rng))
        elif kind < 0.85:
            write(device, "round", rng.choice(known), None)
        elif kind < 0.92:
            write(device, "finish", None, rng.random() < 0.8)
        elif kind < 0.95:
            write(device, "match", None, start)
        else:
            write(device, "delete", None, rng.random() < 0.3)
        if rng.random() < 0.5:
            devices = [list(made), list(made)]
    rng.shuffle(made)
    return made


def many(count, seed):
    """The content of ledger-many.json."""
    rng = random.Random(seed)
    rounds = []
    for _ in range(count):
        text = some_round(rng)
        value = naive.round_value(text)
        totals, winner, by, needs = naive.settle(value)
        names = ",".join(doubt["name"] for doubt in naive.doubts(value))
        rounds.append([text, f"{totals[0]}:{totals[1]} {winner or '-'} {by or f'needs_{needs}'} {names}".rstrip()])
    ledgers = []
    for _ in range(count // 5):
        entries = some_ledger(rng)
        told = naive.standing([entry(each) for each in entries], "m0000001")
        ledgers.append([entries, naive.outcome(told)])
    return {"count": len(rounds) + len(ledgers), "seed": seed, "rounds": rounds, "ledgers": ledgers}


def main():
    """Write both files anew."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--many", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    (FOLDER / "ledger.json").write_text(text_of(derived(load("ledger"))), encoding="utf-8")
    rows = many(asked.many, asked.seed)
    lines = [
        f'"{name}": {text_of(part).rstrip()}' if isinstance(part, list) else f'"{name}": {part}'
        for name, part in rows.items()
    ]
    (FOLDER / "ledger-many.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
