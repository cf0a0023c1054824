"""A second telling of how a ledger adds up, on plain JSON and written without the package: what both are held to.

Counts have a short text: `70` a total, `70/3` with bonus tokens, `70/3/14` with goods tokens too; or the tokens held,
`D75.G6.L431+3+5K`: goods by kind and value, bonus values after each +, K for the camel token.
"""

from collections import Counter

PILES = {"D": "77555", "G": "66555", "S": "55555", "C": "5332211", "P": "5332211", "L": "432111111"}
BONUS = {
    "standard": {3: [1, 1, 2, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 10, 10]},
    "six-each": {3: [1, 1, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 9, 10, 10]},
}
GOODS_CARDS = 6 + 6 + 6 + 8 + 8 + 10
OTHER = {"a": "b", "b": "a"}


def count(text):
    """The JSON value of a count's short text."""
    if text[0].isdigit():
        total, bonus, goods = [*map(int, text.split("/")), None, None][:3]
        return {"total": total, "bonus_tokens": bonus, "goods_tokens": goods}
    camel = text.endswith("K")
    goods, *bonuses = text.removesuffix("K").split("+")
    tokens = {good: [] for good in "DGSCPL"}
    for pile in filter(None, goods.strip("-").split(".")):
        tokens[pile[0]] = sorted(map(int, pile[1:]), reverse=True)
    return {"tokens": tokens, "bonuses": sorted(map(int, bonuses), reverse=True), "camel": camel}


def round_value(text):
    """The JSON value of a round's short text: both counts, then as given an ending, `first=a`, `12s`."""
    a, b, *more = text.split(" ")
    value = {"a": count(a), "b": count(b), "ending": None, "first": None, "seconds": None}
    for word in more:
        if word.startswith("first="):
            value["first"] = word[6:]
        elif word in ("sold_out", "stock_empty"):
            value["ending"] = word
        else:
            value["seconds"] = int(word.removesuffix("s"))
    return value


def facts(side):
    """Rupees, bonus tokens, goods tokens of a count; None where nobody said."""
    if "total" in side:
        return [side["total"], side["bonus_tokens"], side["goods_tokens"]]
    goods = [value for pile in side["tokens"].values() for value in pile]
    return [sum(goods) + sum(side["bonuses"]) + 5 * side["camel"], len(side["bonuses"]), len(goods)]


def settle(value):
    """Totals, winner, what decided, and the count that a tie still asks for."""
    a, b = facts(value["a"]), facts(value["b"])
    for name, mine, theirs in zip(("rupees", "bonus_tokens", "goods_tokens"), a, b, strict=True):
        if mine is None or theirs is None:
            return [a[0], b[0]], None, None, name
        if mine != theirs:
            return [a[0], b[0]], "a" if mine > theirs else "b", name, None
    return [a[0], b[0]], None, "nothing", None


def doubts(value, rules="standard"):
    """What cannot be, in the fixed order."""
    a, b = value["a"], value["b"]
    both = "tokens" in a and "tokens" in b
    printed = [bonus for pile in BONUS[rules].values() for bonus in pile]
    found = goods_doubts(a, b, both) + bonus_doubts(a, b, rules) + sum_doubts(a, b, printed)
    if both and value["ending"] != "stock_empty":
        empty = sum(len(a["tokens"][good]) + len(b["tokens"][good]) >= len(pile) for good, pile in PILES.items())
        if empty < 3:
            found.append({"name": "not_ended", "count": empty, "needed": 3})
    return found


def goods_doubts(a, b, both):
    found = []
    both = "tokens" in a and "tokens" in b
    for good, pile in PILES.items():
        pile = [int(sign) for sign in pile]
        held = [value for side in (a, b) for value in side.get("tokens", {}).get(good, [])]
        over = [value for value in sorted(set(held), reverse=True) if held.count(value) > pile.count(value)]
        if sum(held) > sum(pile):
            found.append({"name": "goods_total", "good": good, "total": sum(held), "most": sum(pile)})
        elif over:
            value_ = over[0]
            counts = {"count": held.count(value_), "most": pile.count(value_)}
            found.append({"name": "goods_value", "good": good, "value": value_, **counts})
        elif both:
            should = pile[: len(held)]
            for token in sorted(set(pile), reverse=True):
                if held.count(token) < should.count(token):
                    found.append({"name": "goods_skipped", "good": good, "value": token})
                    break
    return found


def bonus_doubts(a, b, rules):
    found = []
    drawn = a.get("bonuses", []) + b.get("bonuses", [])
    printed = [bonus for pile in BONUS[rules].values() for bonus in pile]
    for bonus, many in sorted(Counter(drawn).items()):
        if many > printed.count(bonus):
            found.append({"name": "bonus_value", "value": bonus, "count": many, "most": printed.count(bonus)})
    cards = sum(tier for tier, pile in BONUS[rules].items() for bonus in drawn if bonus in pile)
    if cards > GOODS_CARDS:
        found.append({"name": "bonus_cards", "cards": cards, "most": GOODS_CARDS})
    if a.get("camel") and b.get("camel"):
        found.append({"name": "camel_twice"})
    return found


def sum_doubts(a, b, printed):
    found = []
    fa, fb = facts(a), facts(b)
    for name, place, most in (("goods_tokens", 2, 38), ("bonus_tokens", 1, 18)):
        many = (fa[place] or 0) + (fb[place] or 0)
        if many > most:
            found.append({"name": name, "count": many, "most": most})
    everything = 130 + sum(printed) + 5
    if fa[0] + fb[0] > everything:
        found.append({"name": "rupees", "total": fa[0] + fb[0], "most": everything})
    tokens = sorted((int(sign) for pile in PILES.values() for sign in pile), reverse=True)
    printed.sort(reverse=True)
    for seat, side in (("a", a), ("b", b)):
        if "total" not in side or (side["bonus_tokens"] is None and side["goods_tokens"] is None):
            continue
        goods, bonus = side["goods_tokens"], side["bonus_tokens"]
        most = sum(tokens if goods is None else tokens[:goods]) + sum(printed if bonus is None else printed[:bonus]) + 5
        least = sum(tokens[::-1][: goods or 0]) + sum(printed[::-1][: bonus or 0])
        if side["total"] > most:
            found.append({"name": "total_above", "seat": seat, "total": side["total"], "most": most})
        elif side["total"] < least:
            found.append({"name": "total_below", "seat": seat, "total": side["total"], "least": least})
    return found


def standing(entries, match):
    """The standing of one match from its entries, or None where it is removed or has not begun."""
    entries = sorted((each for each in entries if each["match"] == match), key=lambda each: (each["n"], each["id"]))
    places = {}
    for each in entries:
        places.setdefault((each["what"], each["round"]), []).append(each)
    counted = {}
    for place, written in places.items():
        gone = {old for each in written for old in each["replaces"]}
        left = [each for each in written if each["id"] not in gone]
        if left:
            counted[place] = left

    def last(what, otherwise=None):
        return counted[what, None][-1]["value"] if (what, None) in counted else otherwise

    begun = last("match")
    if begun is None or last("delete"):
        return None
    seals, starter, over, rounds = {"a": 0, "b": 0}, begun["first"], False, []
    waiting = False
    for what, name in places:  # in the order of their first entry
        if what != "round" or (what, name) not in counted or counted[what, name][-1]["value"] is None:
            continue
        versions = [each["value"] for each in counted[what, name]]
        value = versions[-1]
        totals, winner, by, needs = settle(value)
        begins = value["first"] or starter
        seal = winner
        if by == "nothing" and begun["full_tie"] == "non_starter":
            seal = OTHER[begins]
        surplus = over
        if over:
            seal = None
        if seal:
            seals[seal] += 1
        rounds.append(
            {
                "round": name,
                "starter": begins,
                "totals": totals,
                "winner": winner,
                "decided_by": by,
                "needs": needs,
                "seal": seal,
                "seals": [seals["a"], seals["b"]],
                "surplus": surplus,
                "conflict": sum(version != value for version in versions[:-1]),
                "doubts": doubts(value, begun["ruleset"]),
            }
        )
        waiting = needs is not None
        if not waiting:
            starter = OTHER[seal or begins]
        over = over or begun["seals"] in seals.values()
    early = not over and bool(last("finish", otherwise=False))
    ended = over or early
    ahead = None if seals["a"] == seals["b"] else max(seals, key=lambda seat: seals[seat])
    return {
        "id": match,
        "names": begun["names"],
        "seals_to_win": begun["seals"],
        "rounds": rounds,
        "seals": [seals["a"], seals["b"]],
        "next_starter": None if ended or waiting else starter,
        "over": ended,
        "finished_early": early,
        "winner": ahead if ended else None,
        "conflict": any(each["value"] != left[-1]["value"] for left in counted.values() for each in left[:-1]),
        "day": entries[0]["day"],
    }


def outcome(told):
    """A standing in one line: what `ledger-many.json` expects."""
    if told is None:
        return "none"
    words = []
    for rnd in told["rounds"]:
        marks = ("!" if rnd["surplus"] else "") + "?" * rnd["conflict"]
        names = ",".join(doubt["name"] for doubt in rnd["doubts"])
        totals, seals = ":".join(map(str, rnd["totals"])), "-".join(map(str, rnd["seals"]))
        why = rnd["decided_by"] or f"needs_{rnd['needs']}"
        words.append(
            f"{rnd['starter']} {totals} {rnd['winner'] or '-'} {why} {rnd['seal'] or '-'} {seals}{marks} {names}".rstrip()
        )
    ended = "early" if told["finished_early"] else "over" if told["over"] else f"next {told['next_starter'] or '-'}"
    conflict = " conflict" if told["conflict"] else ""
    return "; ".join([*words, f"{'-'.join(map(str, told['seals']))} {ended} {told['winner'] or '-'}{conflict}"])
