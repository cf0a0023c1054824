"""What the kernel plays at random, told by the naive rules and the second telling of the random numbers.

    python -m tests.kernel.naive_play

derives conformance/kernel.json anew, without a line of the package.
"""

from itertools import islice

from tests.conformance.generate import FOLDER, RULES, load, text_of
from tests.kernel.streams import below, outputs
from tests.rules import naive, naive_text
from tests.rules.naive import GOODS, LETTERS


def deal(rules, first, stream):
    """A set-up at random: cards to the market, then to a and b in turn, each a place in what is left, kinds in order."""
    left = naive.minus(rules["pack"], "K" * rules["open"])
    market, hands = "K" * rules["open"], ["", ""]
    for turn in range(-(rules["market"] - rules["open"]), 2 * rules["deal"]):
        place = below(stream, len(left))
        card, left = left[place], left[:place] + left[place + 1 :]
        if turn < 0:
            market += card
        else:
            hands[turn % 2] += card
    return naive.start(rules, first, naive.join(market), naive.join(hands[0]), naive.join(hands[1]))


def order(text):
    """Where an action stands in the kernel's list: camels, takes, sales, exchanges by size, take, camels given, give."""
    if text == "+K":
        return (0,)
    if text[0] == "-":
        return 2, GOODS.index(text[1]), len(text)
    take, _, give = text[1:].partition("-")
    if not give:
        return 1, GOODS.index(take)
    goods = give.replace("K", "")
    return 3, len(take), places(take), len(give) - len(goods), places(goods)


def places(cards):
    return [LETTERS.index(letter) for letter in cards]


def answer(state, stream):
    """The owed chance answered at random: card by card from the stock, or a place in the pile in rising order."""
    kind, number = naive.owed(state)
    if kind == "bonus":
        pile = sorted(state["bonuses"][number])
        return naive.answer(state, str(pile[below(stream, len(pile))]))
    stock, laid = naive.join(state["stock"]), ""
    for _ in range(number):
        place = below(stream, len(stock))
        laid, stock = laid + stock[place], stock[:place] + stock[place + 1 :]
    return naive.answer(state, naive.join(laid))


def play_out(state, stream):
    """A round played at random to its end: the number of plies, and the last state."""
    plies = 0
    while not naive.ending(state):
        actions = sorted(naive.actions(state), key=order)
        state = naive.play(state, actions[below(stream, len(actions))])
        state = answer(state, stream) if naive.owed(state) else state
        plies += 1
    return plies, state


def rounds(rules, number, seed):
    """The plies of so many rounds from one stream, which starts at the first number of the seed's; a, b, a, … start."""
    stream = outputs(next(outputs(seed)))
    return sum(play_out(deal(rules, "ab"[each % 2], stream), stream)[0] for each in range(number))


def games(rules, number, seed):
    """The plies and last lines of so many rounds, each from a stream of its own; a, b, a, … start."""
    for each, start in enumerate(islice(outputs(seed), number)):
        stream = outputs(start)
        plies, state = play_out(deal(rules, "ab"[each % 2], stream), stream)
        yield {"plies": plies, "line": naive_text.line(state)}


def derived(content):
    """The file with every field that follows from the others worked out again."""
    for case in content["numbers"]:
        seed = int(case["seed"], 16)
        case["outputs"] = [f"{number:016x}" for number in islice(outputs(seed), len(case["outputs"]))]
        stream = outputs(seed)
        case["below"] = [below(stream, n) for n in case["n"]]
    for case in content["rounds"]:
        case["plies"] = rounds(RULES[case["ruleset"]], case["rounds"], case["seed"])
    for case in content["games"]:
        case["ends"] = list(games(RULES[case["ruleset"]], case["games"], case["seed"]))
    return content


if __name__ == "__main__":
    (FOLDER / "kernel.json").write_text(text_of(derived(load("kernel"))), encoding="utf-8")
