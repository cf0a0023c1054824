"""The exact ending: when an action ends the round, and the chance to have won it, hidden bonus values counted out.

A part of the core (see core.py), compiled together with the others: `_value.py` asks it before the network.
Whole numbers throughout; probabilities are in units of 2^-20, and a full tie counts one half.
"""

import cython


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ends(core: Core, s: cython.p_ulonglong) -> cython.bint:
    """Say whether the round is over after an action, whatever chance will answer (§18)."""
    meta: cython.ulonglong = s[12]
    if (meta >> 32) & 0xFF:
        return True
    if cython.cast(cython.int, (meta >> 40) & 0xFF) >= core.piles_to_end:
        return True
    refill: cython.int = cython.cast(cython.int, (meta >> 16) & 0xFF)
    return refill > 0 and cython.cast(cython.int, _total(s[0])) + refill < core.market_size


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _final(core: Core, mind: Mind, s: cython.p_ulonglong, seat: cython.int) -> cython.int:
    """The chance that a seat has won a round that ends, as far as it knows: every hidden bonus value is counted out.

    The tokens of the other seat, and one that this seat is still owed, are equally likely to be any that it has not
    seen. Works for the piles of the standard game: sums below 256, at most seven tokens a pile.
    """
    one: cython.int = 1 << 20
    other: cython.int = 1 - seat
    rupees: cython.int = cython.cast(cython.int, (s[8 + seat] & 0xFFFF) + (s[8 + seat] >> 32))
    rupees -= cython.cast(cython.int, s[8 + other] & 0xFFFF)
    if (s[2 + seat] >> 48) > (s[2 + other] >> 48):
        rupees += core.camel_token
    elif (s[2 + seat] >> 48) < (s[2 + other] >> 48):
        rupees -= core.camel_token
    owed: cython.int = cython.cast(cython.int, (s[12] >> 24) & 0xFF)
    bonuses: cython.int = cython.cast(cython.int, (s[8 + seat] >> 24) & 0xFF)
    bonuses -= cython.cast(cython.int, (s[8 + other] >> 24) & 0xFF)
    if owed:
        bonuses += 1 if cython.cast(cython.int, s[12] & 1) == seat else -1
    tie: cython.int = bonuses
    if tie == 0:
        tie = cython.cast(cython.int, (s[8 + seat] >> 16) & 0xFF) - cython.cast(cython.int, (s[8 + other] >> 16) & 0xFF)
    # spread[k]: in how many ways the hidden values add up to k against this seat, 32 standing for none.
    spread: cython.p_ulonglong = mind.spread
    mixed: cython.p_ulonglong = mind.mixed
    ways: cython.p_ulonglong = mind.ways
    i: cython.int
    j: cython.int
    k: cython.int
    n: cython.int
    tier: cython.int
    hidden: cython.int
    mine: cython.int
    place: cython.uint
    first: cython.uint
    value: cython.int
    count: cython.int
    swap: cython.p_ulonglong
    choose: cython.ulonglong
    low: cython.int = 32
    high: cython.int = 32
    for i in range(256):
        spread[i] = 0
    spread[32] = 1
    for tier in range(core.tiers):
        hidden = 0
        first = core.tier_first[tier]
        place = first
        while place < core.tier_end[tier]:
            hidden += cython.cast(cython.int, (s[10 + other] >> (4 * place)) & 15)
            place += 1
        mine = 0
        if owed == tier + 1:
            if cython.cast(cython.int, s[12] & 1) == seat:
                mine = 1
            else:
                hidden += 1
        if hidden == 0 and mine == 0:
            continue
        for i in range(256):
            mixed[i] = 0
        # The own draw comes first, in turn each value there is; then the other seat's out of what is left.
        place = first
        while place < core.tier_end[tier]:
            count = 1
            if mine:
                count = _unseen_tokens(s, other, place)
            if count:
                _ways_to_hold(core, s, other, tier, hidden, place if mine else 99, ways)
                value = core.bonus_value[place] if mine else 0
                for k in range(80):
                    choose = ways[hidden * 80 + k]
                    if choose:
                        for j in range(low, high + 1):
                            n = j + k - value
                            if spread[j] and n >= 0 and n < 256:
                                mixed[n] += spread[j] * choose * count
            if not mine:
                break
            place += 1
        swap = spread
        spread = mixed
        mixed = swap
        low = 0 if low < 16 else low - 16
        high = 255 if high + 80 > 255 else high + 80
    won: cython.ulonglong = 0
    all_: cython.ulonglong = 0
    for i in range(256):
        if spread[i]:
            all_ += 2 * spread[i]
            n = rupees - (i - 32)
            if n > 0 or (n == 0 and tie > 0):
                won += 2 * spread[i]
            elif n == 0 and tie == 0:
                won += spread[i]
    return cython.cast(cython.int, (won * one) // all_) if all_ else one // 2


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _unseen_tokens(s: cython.p_ulonglong, other: cython.int, place: cython.uint) -> cython.int:
    """How many bonus tokens of a value a seat has not seen: those on the pile, and those the other seat holds."""
    return cython.cast(cython.int, ((s[7] >> (4 * place)) & 15) + ((s[10 + other] >> (4 * place)) & 15))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ways_to_hold(
    core: Core,
    s: cython.p_ulonglong,
    other: cython.int,
    tier: cython.int,
    hidden: cython.int,
    without: cython.uint,
    ways: cython.p_ulonglong,
) -> cython.void:
    """Fill `ways[h * 80 + sum]`: in how many ways h unseen tokens of a pile have a sum, one of a value set aside."""
    i: cython.int
    k: cython.int
    h: cython.int
    count: cython.int
    value: cython.int
    place: cython.uint = core.tier_first[tier]
    for i in range((hidden + 1) * 80):
        ways[i] = 0
    ways[0] = 1
    while place < core.tier_end[tier]:
        count = _unseen_tokens(s, other, place) - (1 if place == without else 0)
        value = core.bonus_value[place]
        for i in range(count):  # one token after the other: each is held or not
            h = hidden
            while h > 0:
                for k in range(80 - value):
                    ways[h * 80 + k + value] += ways[(h - 1) * 80 + k]
                h -= 1
        place += 1


def final(core: Core, mind: Mind, state: cython.ulonglong[::1], seat: cython.int) -> int:
    """Return what `_final` says; -1 where the round does not end here."""
    if cython.compiled:
        return _final(core, mind, cython.address(state[0]), seat) if _ends(core, cython.address(state[0])) else -1
    return _final(core, mind, state, seat) if _ends(core, state) else -1
