"""Position lines of the naive rules: written, read, and as an audience sees them; again without the package."""

from tests.rules.naive import GOODS, ending, join, minus, owed

AUDIENCES = "ab*"


def line(state):
    """The truth in one line."""
    hands = {seat: _hand(state["known"][seat], minus(state["hand"][seat], state["known"][seat])) for seat in "ab"}
    piles = [".".join(map(str, pile)) or "-" for pile in state["bonuses"].values()]
    purses = {seat: _purse(state, seat, opened=True) for seat in "ab"}
    return " ".join([*_fields(state, state["stock"] or "-", hands, "/".join(piles), purses), *_tail(state)])


def seen(state, audience):
    """The line of what a seat (a, b) or a spectator (*) knows."""
    over = ending(state) is not None
    secrets = {seat: minus(state["hand"][seat], state["known"][seat]) for seat in "ab"}
    shown = {seat: secrets[seat] if seat == audience else "?" * len(secrets[seat]) for seat in "ab"}
    hands = {seat: _hand(state["known"][seat], shown[seat]) for seat in "ab"}
    piles = "/".join(f"?{len(pile)}" for pile in state["bonuses"].values())
    purses = {seat: _purse(state, seat, opened=over or seat == audience) for seat in "ab"}
    words = [*_fields(state, f"?{len(state['stock'])}", hands, piles, purses), *_tail(state)]
    # Somebody else's eyes are ruled out by what they would see and do not, or could not see and do.
    eyes = [
        eye
        for eye in AUDIENCES
        if all(
            not ("?" in shown[seat] or "?" in purses[seat])
            if eye == seat
            else "?" in shown[seat] or (not shown[seat] and (over or "?" in purses[seat] or "+" not in purses[seat]))
            for seat in "ab"
        )
    ]
    return " ".join(words + ([] if eyes == [audience] else [f"@{audience}"]))


def read(text, rules):
    """The state of a line of truth; rupees of the goods tokens are kept as one number and ones of nothing."""
    market, stock, hands, herds, sold, bonuses, purses, turn, *rest = text.split()
    state = {
        "rules": rules,
        "market": market.strip("-"),
        "stock": stock.strip("-"),
        "turn": turn,
        "row": 0,
        "due": None,
    }
    state["hand"], state["known"], state["herd"], state["tokens"], state["won"] = {}, {}, {}, {}, {}
    for seat, hand, herd, purse in zip("ab", hands.split("|"), herds.split("|"), purses.split("|"), strict=True):
        state["known"][seat] = hand.partition(".")[0] if "." in hand else ""
        state["hand"][seat] = join(hand.replace(".", "").strip("-"))
        state["herd"][seat] = int(herd)
        goods, *won = purse.split("+")
        rupees, tokens = map(int, goods.split("x"))
        state["tokens"][seat] = [rupees, *[0] * (tokens - 1)] if tokens else []
        state["won"][seat] = [int(value) for value in won]
    state["sold"] = "".join(good * int(count) for good, count in zip(GOODS, sold.split("."), strict=True))
    piles = [[int(value) for value in pile.split(".")] if pile != "-" else [] for pile in bonuses.split("/")]
    state["bonuses"] = dict(zip(rules["bonuses"], piles, strict=True))
    for word in rest:
        state["row" if word[0] == "x" else "due"] = int(word[1:])
    return state


def mirrored(text):
    """The same line with the seats changed over."""
    words = text.split()
    for place in (2, 3, 6):
        words[place] = "|".join(reversed(words[place].split("|")))
    swap = {"a": "b", "b": "a", "@a": "@b", "@b": "@a"}
    return " ".join([*words[:7], *(swap.get(word, word) for word in words[7:])])


def _hand(known, secret):
    return (f"{known}.{secret}" if known else secret) or "-"


def _purse(state, seat, *, opened):
    tokens, won = state["tokens"][seat], sorted(state["won"][seat])
    tiers = [tier for tier, pile in state["rules"]["bonuses"].items() for value in won if value in pile]
    shown = [f"+{value}" for value in won] if opened else [f"+?{tier}" for tier in tiers]
    return f"{sum(tokens)}x{len(tokens)}{''.join(shown)}"


def _fields(state, stock, hands, piles, purses):
    sold = ".".join(str(state["sold"].count(good)) for good in GOODS)
    herds = "|".join(str(state["herd"][seat]) for seat in "ab")
    both = ["|".join(pair[seat] for seat in "ab") for pair in (hands, purses)]
    return [state["market"] or "-", stock, both[0], herds, sold, piles, both[1], state["turn"]]


def _tail(state):
    due = owed(state)
    row = [f"x{state['row']}"] if state["row"] else []
    return row + ([f"/{due[1]}"] if due and due[0] == "bonus" else [])
