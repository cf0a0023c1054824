"""Positions that play seldom meets: those of conformance/, and boards laid out for the rare rules."""

from collections import Counter
from dataclasses import replace
from itertools import product

from tests.conformance.files import cases, ruleset
from tests.rules.boards import A, B, board

from saudagar.notation import parse_position
from saudagar.rules import MINI, BySeat, Purse, problems

EMPTY_PILES = ((), (), ())
FILES = (("positions", None), ("variants", None), ("scoring", "positions"))


def from_files():
    """Every full position of the files, as (ruleset, round)."""
    for name, part in FILES:
        for case in cases(name, part=part):
            rules = ruleset(case)
            for field in ("position", "after", "then"):
                if field in case and "?" not in case[field]:
                    yield rules, parse_position(case[field], rules)


def boards(rules):
    """Boards for what even steered play may miss; the cap of MINI comes by no play at all."""
    found = [*mini()] if rules is MINI else [*large(rules)]
    assert [wrong for position in found for wrong in problems(position)] == []
    return found


def large(rules):
    """Of the standard pack: sevens of a kind, short and empty piles of both sorts, a full hand, every way to tie."""
    for turn in (A, B):
        for left in (EMPTY_PILES, ((1,), (4,), (8,)), None):
            more = {"rules": rules, "turn": turn, "bonuses_left": left}
            for hand in ("LLLLLLL", "PPPPPPP", "DDDDDDD"[:6], "CCCLLLL", "CCCCLLL"):
                cards = (hand, "") if turn is A else ("", hand)
                yield board("DGSCK".replace(hand[0], "K"), *cards, herds=(3, 3), **more)
            sold = "DDDDDGGGGGLLLLLLLL"
            cards = ("DLLSSSS", "") if turn is A else ("", "DLLSSSS")
            yield board("CCPPK", *cards, sold=sold, herds=(2, 1), **more)
        cards = ("SSCCPPL", "DGL") if turn is A else ("DGL", "SSCCPPL")
        full = {"herds": (4, 4), "rules": rules, "turn": turn}
        yield board("DDGGK", *cards, exchanges=rules.exchange_cap, **full)
        yield board("DDGGK", *cards, exchanges=rules.exchange_cap - 1, known=(cards[0][:1], cards[1][:1]), **full)
        yield board("KKKKK", *cards, stock="", rules=rules, turn=turn, herds=(1, 0))
        yield board("DKKKK", *cards, stock="LL", rules=rules, turn=turn, herds=(1, 0))
    yield from ties(rules)


def mini():
    """Of MINI: both bonus piles empty, no decision, and more exchanges to make than the cap allows."""
    for line in MINI_LINES:
        yield parse_position(line, MINI)
    yield board("DDK", "CCC", "D", rules=MINI, exchanges=MINI.exchange_cap, herds=(1, 0))
    yield board("CCK", "D", "DDC", rules=MINI, exchanges=MINI.exchange_cap, herds=(1, 0), turn=B)


MINI_LINES = (
    "KKK - DDD.|- 0|0 0.0.0.4.0.0 -/4 5x2+2|1x1+1 a",
    "KKK - CCC.|- 0|0 3.0.0.1.0.0 1.2/- 3x1|9x2+4 a",
    "DK - DDC.|CC.C 1|1 0.0.0.0.0.0 1.2/4 0x0|0x0 b",
)


def ties(rules):
    """Rounds that ended with the stock gone, equal in rupees or nearly, over all signs of what decides."""
    over = board("DGSK", "DDGGLLL", "SSPPPLL", stock="", rules=rules, herds=(5, 5))
    gone = [token for good in rules.goods for token in rules.tokens[good][: over.sold[good]]]
    ways = parts_of(gone)
    for herds in ((6, 4), (5, 5), (4, 6)):
        camel = ((herds[0] > herds[1]) - (herds[0] < herds[1])) * rules.camel_token
        for mine, theirs in product(DRAWN, DRAWN):
            ahead = sum(mine) - sum(theirs) + camel
            for tokens, by in product((len(gone) // 2 - 1, len(gone) // 2, len(gone) // 2 + 1), (0, 1, 2)):
                rupees = (sum(gone) - ahead + by) // 2
                left, drawn = Counter(rules.bonus_pile(3)), Counter(mine + theirs)
                if (tokens, rupees) in ways and drawn <= left:
                    left -= drawn
                    yield replace(
                        over,
                        herds=BySeat(*herds),
                        bonuses=(tuple(sorted(left.elements())), *over.bonuses[1:]),
                        purses=BySeat(
                            Purse(rupees, tokens, mine), Purse(sum(gone) - rupees, len(gone) - tokens, theirs)
                        ),
                    )


DRAWN = ((), (1, 1), (2,), (3,))


def parts_of(tokens):
    """How many tokens, worth how much, one seat can have of these."""
    found = {(0, 0)}
    for value in tokens:
        found |= {(count + 1, total + value) for count, total in found}
    return found
