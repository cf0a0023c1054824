"""A second telling of the rules over strings and dicts: slow, plain, and without a line of the package in it.

Tests and the generator of `conformance/` play it next to the package and require the same texts from both. Cards are
strings of letters in the order DGSCPLK, a state is a dict, actions and answers are the texts of the notation.
"""

from itertools import combinations_with_replacement as multisets
from math import comb, prod

LETTERS = "DGSCPLK"
GOODS = "DGSCPL"

STANDARD = {
    "pack": "DDDDDDGGGGGGSSSSSSCCCCCCCCPPPPPPPPLLLLLLLLLLKKKKKKKKKKK",
    "tokens": {
        "D": [7, 7, 5, 5, 5],
        "G": [6, 6, 5, 5, 5],
        "S": [5, 5, 5, 5, 5],
        "C": [5, 3, 3, 2, 2, 1, 1],
        "P": [5, 3, 3, 2, 2, 1, 1],
        "L": [4, 3, 2, 1, 1, 1, 1, 1, 1],
    },
    "bonuses": {3: [1, 1, 2, 2, 2, 3, 3], 4: [4, 4, 5, 5, 6, 6], 5: [8, 8, 9, 10, 10]},
    "least": {"D": 2, "G": 2, "S": 2, "C": 1, "P": 1, "L": 1},
    "market": 5,
    "open": 3,
    "deal": 5,
    "hand": 7,
    "cap": 12,
    "camel": 5,
    "piles": 3,
}
MINI = {
    "pack": "DDDCCCCKKK",
    "tokens": {"D": [5, 4], "C": [3, 2, 1]},
    "bonuses": {2: [1, 2], 3: [4]},
    "least": {"D": 2, "C": 1},
    "market": 3,
    "open": 2,
    "deal": 2,
    "hand": 3,
    "cap": 2,
    "camel": 2,
    "piles": 2,
}


def join(*parts):
    return "".join(letter * sum(part.count(letter) for part in parts) for letter in LETTERS)


def minus(cards, gone):
    for letter in gone:
        assert letter in cards, (cards, gone)
        cards = cards.replace(letter, "", 1)
    return cards


def within(part, whole):
    return all(part.count(letter) <= whole.count(letter) for letter in part)


def other(seat):
    return "b" if seat == "a" else "a"


def deals(rules):
    """Every set-up as market, hand a, hand b (camels still in them), each once."""
    shuffled = minus(rules["pack"], "K" * rules["open"])
    for opened in multisets(LETTERS, rules["market"] - rules["open"]):
        for hand_a in multisets(LETTERS, rules["deal"]):
            for hand_b in multisets(LETTERS, rules["deal"]):
                if within(join(opened, hand_a, hand_b), shuffled):
                    yield join("K" * rules["open"], opened), join(hand_a), join(hand_b)


def start(rules, first, market, hand_a, hand_b):
    hands = {"a": hand_a, "b": hand_b}
    return {
        "rules": rules,
        "market": market,
        "stock": minus(rules["pack"], market + hand_a + hand_b),
        "hand": {seat: hands[seat].replace("K", "") for seat in hands},
        "known": {"a": "", "b": ""},
        "herd": {seat: hands[seat].count("K") for seat in hands},
        "sold": "",
        "bonuses": {tier: list(pile) for tier, pile in rules["bonuses"].items()},
        "tokens": {"a": [], "b": []},
        "won": {"a": [], "b": []},
        "turn": first,
        "row": 0,
        "due": None,
    }


def owed(state):
    if state["due"]:
        return "bonus", state["due"]
    gap = min(state["rules"]["market"] - len(state["market"]), len(state["stock"]))
    return ("refill", gap) if gap else None


def ending(state):
    if owed(state):
        return None
    empty = [good for good, pile in state["rules"]["tokens"].items() if state["sold"].count(good) >= len(pile)]
    if len(empty) >= state["rules"]["piles"]:
        return "sold_out"
    return "stock_empty" if len(state["market"]) < state["rules"]["market"] else None


def actions(state):
    """The texts of everything the seat to act may do."""
    if owed(state) or ending(state):
        return set()
    rules, market, hand = state["rules"], state["market"], state["hand"][state["turn"]]
    own = join(hand, "K" * state["herd"][state["turn"]])
    found = {"+K"} if "K" in market else set()
    if len(hand) < rules["hand"]:
        found |= {"+" + good for good in market if good != "K"}
    for good, least in rules["least"].items():
        found |= {"-" + good * count for count in range(least, hand.count(good) + 1)}
    if rules["cap"] and state["row"] >= rules["cap"]:
        return found
    for size in range(2, len(market) + 1):
        for take in multisets([good for good in GOODS if good in market], size):
            if not within(take, market):
                continue
            for give in multisets([letter for letter in LETTERS if letter in own and letter not in take], size):
                if within(give, own) and len(hand) + give.count("K") <= rules["hand"]:
                    found.add("+" + "".join(take) + "-" + "".join(give))
    return found


def play(state, text):
    """The state after a legal action, chance still owed."""
    rules, seat = state["rules"], state["turn"]
    after = {**state, "row": 0, **{key: dict(state[key]) for key in ("hand", "known", "herd", "tokens", "won")}}
    take, _, give = text[1:].partition("-") if text[0] == "+" else ("", "", text[1:])
    if take == "K":
        after["herd"][seat] += state["market"].count("K")
        after["market"] = state["market"].replace("K", "")
    else:
        after["market"] = minus(state["market"], take)
        after["hand"][seat] = join(minus(state["hand"][seat], give.replace("K", "")), take)
        after["known"][seat] = join(
            *(letter * max(0, state["known"][seat].count(letter) - give.count(letter)) for letter in GOODS), take
        )
    if take and give:
        after["market"] = join(after["market"], give)
        after["herd"][seat] -= give.count("K")
        after["row"] = state["row"] + 1
    elif give:
        before = state["sold"].count(give[0])
        after["tokens"][seat] = state["tokens"][seat] + rules["tokens"][give[0]][before : before + len(give)]
        after["sold"] = join(state["sold"], give)
        tiers = [tier for tier in rules["bonuses"] if tier <= len(give)]
        after["due"] = max(tiers) if tiers and state["bonuses"][max(tiers)] else None
    if not owed(after):
        after["turn"] = other(seat)
    return after


def answers(state):
    """The texts of every answer to the owed chance, each with the number of ways it can come."""
    kind, number = owed(state)
    if kind == "bonus":
        pile = state["bonuses"][number]
        return {str(value): pile.count(value) for value in pile}
    stock = state["stock"]
    kinds = [letter for letter in LETTERS if letter in stock]
    return {
        "".join(cards): prod(comb(stock.count(letter), cards.count(letter)) for letter in kinds)
        for cards in multisets(kinds, number)
        if within(cards, stock)
    }


def answer(state, text):
    after = {**state, "turn": other(state["turn"]), "due": None}
    if state["due"]:
        pile = list(state["bonuses"][state["due"]])
        pile.remove(int(text))
        after["bonuses"] = {**state["bonuses"], state["due"]: pile}
        after["won"] = {**state["won"], state["turn"]: state["won"][state["turn"]] + [int(text)]}
    else:
        after["market"] = join(state["market"], text)
        after["stock"] = minus(state["stock"], text)
    return after


def result(state):
    """Winner (a, b or None), what decided, and the rupees of both."""
    herd, points = state["herd"], {}
    for seat in "ab":
        camel = state["rules"]["camel"] if herd[seat] > herd[other(seat)] else 0
        total = sum(state["tokens"][seat]) + sum(state["won"][seat]) + camel
        points[seat] = (total, len(state["won"][seat]), len(state["tokens"][seat]))
    rupees = {seat: points[seat][0] for seat in "ab"}
    for place, by in enumerate(("rupees", "bonus_tokens", "goods_tokens")):
        if points["a"][place] != points["b"][place]:
            return ("a" if points["a"][place] > points["b"][place] else "b"), by, rupees
    return None, "nothing", rupees


def perft(state, depth):
    if owed(state):
        return sum(perft(answer(state, text), depth) for text in answers(state))
    return sum(perft(play(state, text), depth - 1) for text in actions(state)) if depth else 1
