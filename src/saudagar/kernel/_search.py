"""Sampled futures, with the network to judge them: a part of the core (see core.py).

A sample is a world that the seat cannot tell from the true one: hidden cards and bonus tokens are drawn anew from what
it has not seen, so that nothing hidden can reach a decision. Each later decision in a sample is made by its seat from
what that seat would know there. All sums are whole numbers: threads may add up in any order.
"""

import cython


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _redeal(
    core: Core, s: cython.p_ulonglong, seat: cython.int, rng: cython.p_ulonglong, out: cython.p_ulonglong
) -> cython.void:
    """Write a world that the seat cannot tell from this one, each equally likely."""
    hand: cython.ulonglong = 0x0000FFFFFFFFFFFF
    other: cython.int = 1 - seat
    i: cython.int
    for i in range(13):
        out[i] = s[i]
    theirs: cython.ulonglong = s[2 + other] & hand
    hidden: cython.int = cython.cast(cython.int, _total(theirs) - _total(s[4 + other]))
    pool: cython.ulonglong = s[1] + theirs - s[4 + other]
    card: cython.ulonglong
    if hidden > 0:
        theirs = s[4 + other]
        out[1] = pool & hand
        for i in range(hidden):
            card = _draw(out[1], rng)
            out[1] -= card
            theirs += card
        out[1] += pool - (pool & hand)
        out[2 + other] = theirs | (s[2 + other] & ~hand)
    _redraw(core, s, seat, rng, out)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _redraw(
    core: Core, s: cython.p_ulonglong, seat: cython.int, rng: cython.p_ulonglong, out: cython.p_ulonglong
) -> cython.void:
    """Draw the bonus tokens of the other seat anew from what this one has not seen, into a copy of the state."""
    low: cython.ulonglong = 0xFFFFFFFF
    other: cython.int = 1 - seat
    if s[10 + other] == 0:
        return
    tier: cython.int
    place: cython.uint
    taken: cython.ulonglong
    pick: cython.ulonglong
    sum_: cython.ulonglong = 0
    one: cython.ulonglong
    for tier in range(core.tiers):
        taken = core._left(s[10 + other], tier)
        if taken == 0:
            continue
        place = core.tier_first[tier]
        while place < core.tier_end[tier]:  # all back on the pile
            one = (out[10 + other] >> (4 * place)) & 15
            out[7] += one << (4 * place)
            out[10 + other] -= one << (4 * place)
            place += 1
        while taken:
            taken -= 1
            pick = _below(rng, core._left(out[7], tier))
            place = core.tier_first[tier]
            while pick >= ((out[7] >> (4 * place)) & 15):
                pick -= (out[7] >> (4 * place)) & 15
                place += 1
            one = cython.cast(cython.ulonglong, 1) << (4 * place)
            out[7] -= one
            out[10 + other] += one
            sum_ += core.bonus_value[place]
    out[8 + other] = (s[8 + other] & low) | (sum_ << 32)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _kind_at(cards: cython.ulonglong, pick: cython.ulonglong) -> cython.uint:
    """The kind of the card with this number, from 0, when the cards lie in the order of their kinds."""
    kind: cython.uint = 0
    while pick >= ((cards >> (8 * kind)) & 0xFF):
        pick -= (cards >> (8 * kind)) & 0xFF
        kind += 1
    return kind


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _signs(core: Core, mind: Mind, s: cython.p_ulonglong, seat: cython.int, hidden: cython.int) -> cython.void:
    """Add up into `base_of` what speaks for each good in the other hand, as far as it is the same for each card."""
    # The tables are those of `SIGNS`, one after the other: six goods each, ten numbers a good.
    stock: cython.int = _most(cython.cast(cython.int, _total(s[1])) // 5, 9)
    i: cython.int
    n: cython.int
    sold: cython.uint
    total: cython.int
    for i in range(6):
        total = mind.hands[i * 10 + stock] + mind.hands[(6 + i) * 10 + _most(hidden, 9)]
        sold = cython.cast(cython.uint, (s[6] >> (8 * i)) & 0xFF)
        n = core.token_count[i * core.stride + core.stride - 1] - core.token_count[i * core.stride + sold]
        total += mind.hands[(18 + i) * 10 + _most(n, 9)]
        n = cython.cast(cython.int, (s[2 + seat] >> (8 * i)) & 0xFF)
        total += mind.hands[(24 + i) * 10 + _most(n, 9)]
        n = cython.cast(cython.int, (s[0] >> (8 * i)) & 0xFF)
        mind.base_of[i] = total + mind.hands[(30 + i) * 10 + _most(n, 9)]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hidden_kind(mind: Mind, pool: cython.ulonglong, held: cython.ulonglong, bits: cython.ulonglong) -> cython.uint:
    """Draw the kind of a hidden card by how likely it is; `bits`: 32 random ones."""
    all_: cython.ulonglong = 0
    i: cython.int
    n: cython.int
    sum_: cython.int
    for i in range(6):
        n = cython.cast(cython.int, (pool >> (8 * i)) & 0xFF)
        mind.weight[i] = 0
        if n:
            sum_ = mind.base_of[i] + mind.hands[(36 + i) * 10 + _most(n, 9)]
            sum_ += mind.hands[(12 + i) * 10 + _most(cython.cast(cython.int, (held >> (8 * i)) & 0xFF), 9)]
            sum_ = -256 if sum_ < -256 else (256 if sum_ > 256 else sum_)
            mind.weight[i] = cython.cast(cython.ulonglong, n) * cython.cast(cython.ulonglong, mind.odds[256 + sum_])
            all_ += mind.weight[i]
    bits = (bits * all_) >> 32
    kind: cython.uint = 0
    while bits >= mind.weight[kind]:
        bits -= mind.weight[kind]
        kind += 1
    return kind


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _most(number: cython.int, most: cython.int) -> cython.int:
    """The number, or the most there may be."""
    return number if number < most else most


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ways_to_lie(s: cython.p_ulonglong, seat: cython.int) -> cython.ulonglong:
    """In how many ways the unseen cards may lie, card by card; 0 for more than 1,024, or if some are likelier."""
    hand: cython.ulonglong = 0x0000FFFFFFFFFFFF
    theirs: cython.ulonglong = s[3 - seat] & hand
    hidden: cython.ulonglong = _total(theirs) - _total(s[5 - seat])
    cards: cython.ulonglong = _total(s[1])
    ways: cython.ulonglong = 1
    if hidden:
        return 0
    while cards > 1:
        ways *= cards
        cards -= 1
        if ways > 1024:
            return 0
    return ways


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _world(
    core: Core,
    mind: Mind,
    s: cython.p_ulonglong,
    number: cython.ulonglong,
    seed: cython.ulonglong,
    rng: cython.p_ulonglong,
) -> cython.void:
    """Write into `world` and `order` a world that the seat to act cannot tell from this one, and the stock's order.

    Hidden cards of the other hand are as likely as the network finds them (`SIGNS` in network.py), and the rest of the
    unseen lies anyhow. The worlds of one seed lie evenly: where all that is unseen is a stock that can lie in few ways,
    so many worlds in a row hold each way once; else the first cards are spread by an additive sequence.
    `rng` is left where the chance that follows in this world starts.
    """
    low: cython.ulonglong = 0xFFFFFFFF
    full: cython.ulonglong = (low << 32) | low
    hand: cython.ulonglong = 0x0000FFFFFFFFFFFF
    gamma: cython.ulonglong = 0xD1342543
    seat: cython.int = cython.cast(cython.int, s[12] & 1)
    other: cython.int = 1 - seat
    place: cython.ulonglong[4]
    i: cython.int
    n: cython.ulonglong
    step: cython.ulonglong
    pick: cython.ulonglong
    kind: cython.uint
    if not cython.compiled:
        place = [0] * 4
    for i in range(13):
        mind.world[i] = s[i]
    # Even steps of 1/g, 1/g^2 ... of a turn, g^5 = g + 1: the additive sequence of four dimensions by Roberts.
    rng[0] = seed
    n = _next(rng)
    place[0] = ((n >> 32) + number * 0x6DA785C9 * 2) & low
    place[1] = ((n & low) + number * 0x5DF02B1A * 2) & low
    n = _next(rng)
    place[2] = ((n >> 32) + number * 0x5079763B * 2) & low
    place[3] = ((n & low) + number * 0x44F0C143 * 2) & low
    ways: cython.ulonglong = _ways_to_lie(s, seat)
    index: cython.ulonglong = 0
    if ways > 1:
        step = (ways * 618 + 500) // 1000 | 1
        while step % 3 == 0 or step % 5 == 0 or step % 7 == 0:
            step += 2
        index = ((n % ways) + (number % ways) * step) % ways
    rng[0] = (seed ^ (((number + 1) * gamma << 17) & full)) & full
    _next(rng)
    rng[0] = _next(rng)
    theirs: cython.ulonglong = s[2 + other] & hand
    hidden: cython.int = cython.cast(cython.int, _total(theirs) - _total(s[4 + other]))
    pool: cython.ulonglong = s[1] + theirs - s[4 + other]
    theirs = s[4 + other]
    if hidden > 0:
        _signs(core, mind, s, seat, hidden)
    for i in range(hidden):
        kind = _hidden_kind(mind, pool, theirs, place[2 + i] if i < 2 else _next(rng) >> 32)
        pool -= cython.cast(cython.ulonglong, 1) << (8 * kind)
        theirs += cython.cast(cython.ulonglong, 1) << (8 * kind)
    mind.world[1] = pool
    mind.world[2 + other] = theirs | (s[2 + other] & ~hand)
    n = _total(pool)
    i = 0
    while n > 0:
        if ways:
            pick = index % n
            index //= n
        elif i < 2:
            pick = (place[i] * n) >> 32
        else:
            pick = _below(rng, n)
        kind = _kind_at(pool, pick)
        pool -= cython.cast(cython.ulonglong, 1) << (8 * kind)
        mind.order[i] = kind
        i += 1
        n -= 1
    _redraw(core, s, seat, rng, mind.world)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _turn_up(core: Core, mind: Mind, s: cython.p_ulonglong, at: cython.int, rng: cython.p_ulonglong) -> cython.int:
    """Answer what is owed, cards in the order of the world from place `at` on; return the place of the next."""
    owed: cython.int = cython.cast(cython.int, (s[12] >> 16) & 0xFF)
    i: cython.int
    cards: cython.ulonglong = 0
    if owed == 0:
        core._chance(s, rng)
        return at
    for i in range(owed):
        cards += cython.cast(cython.ulonglong, 1) << (8 * mind.order[at + i])
    core._lay(s, cards)
    return at + owed


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _ahead(mind: Mind, chance: cython.int) -> cython.int:
    """What a chance that the network tells is worth when both seats go on looking ahead (`Network.ahead`)."""
    at: cython.int = chance >> 12
    if at >= 256:
        return mind.ahead[256]
    return mind.ahead[at] + (((mind.ahead[at + 1] - mind.ahead[at]) * (chance & 4095)) >> 12)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _follow(core: Core, mind: Mind, code: cython.uint, depth: cython.int, rng: cython.p_ulonglong) -> cython.int:
    """Play on from `line` with this action for so many plies, each seat by its own best value; return the first's.

    The value of the last ply is its mover's best one; where the round ends on the way, or with it, it is exact. `told`
    of the mind becomes the same as those who look ahead would fare with it (`Network.ahead`): what people are told.
    """
    one: cython.int = 1 << 20
    s: cython.p_ulonglong = mind.line
    seat: cython.int = cython.cast(cython.int, s[12] & 1)
    ply: cython.int = 1
    at: cython.int = 0
    count: cython.int
    best: cython.int
    mover: cython.int
    value: cython.int
    while True:
        core._apply(s, code)
        if _ends(core, s):
            mind.told = _final(core, mind, s, seat)
            return mind.told
        at = _turn_up(core, mind, s, at, rng)
        mover = cython.cast(cython.int, s[12] & 1)
        count = core._legal(s, mind.codes)
        best = _weigh(core, mind, s, count)
        ply += 1
        if ply >= depth:
            value = mind.values[best]
            core._apply(s, mind.codes[best])
            mind.told = value if _ends(core, s) else _ahead(mind, value)
            if mover != seat:
                mind.told = one - mind.told
                value = one - value
            return value
        code = mind.codes[best]


def sample(
    core: Core,
    mind: Mind,
    state: cython.ulonglong[::1],
    codes: cython.uint[::1],
    sums: cython.longlong[::1],
    squares: cython.longlong[::1],
    told: cython.longlong[::1],
    first: cython.longlong,
    count: cython.longlong,
    depth: cython.int,
    seed: cython.ulonglong,
):
    """Add to `sums` what the codes are worth in the worlds number `first` and on, and to `told` what is said of it.

    A world and the chance that follows it are the same for every code. `squares` gets the spread of `told`, in units
    of 2^-40, of the difference to the first code.
    """
    number: cython.longlong
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    n: cython.Py_ssize_t = len(codes)
    value: cython.longlong
    ahead: cython.longlong = 0
    if cython.compiled:
        rng: cython.ulonglong[1]
        after: cython.ulonglong
        with cython.nogil:
            for number in range(first, first + count):
                _world(core, mind, cython.address(state[0]), number, seed, rng)
                after = rng[0]
                for i in range(n):
                    for j in range(13):
                        mind.line[j] = mind.world[j]
                    rng[0] = after
                    sums[i] += _follow(core, mind, codes[i], depth, rng)
                    value = mind.told
                    if i == 0:
                        ahead = value
                    told[i] += value
                    squares[i] += (value - ahead) * (value - ahead)
    else:
        stream = [0]
        for number in range(first, first + count):
            _world(core, mind, state, number, seed, stream)
            then = stream[0]
            for i in range(n):
                mind.line[:] = mind.world
                stream[0] = then
                sums[i] += _follow(core, mind, codes[i], depth, stream)
                value = mind.told
                ahead = value if i == 0 else ahead
                told[i] += value
                squares[i] += (value - ahead) * (value - ahead)


def ways_to_lie(state: cython.ulonglong[::1]) -> int:
    """Return in how many ways the cards that the seat to act has not seen may lie; 0 for more than 1,024."""
    if cython.compiled:
        return _ways_to_lie(cython.address(state[0]), cython.cast(cython.int, state[12] & 1))
    return _ways_to_lie(state, int(state[12]) & 1)


def world(
    core: Core,
    mind: Mind,
    state: cython.ulonglong[::1],
    number: cython.ulonglong,
    seed: cython.ulonglong,
    out: cython.ulonglong[::1],
) -> list:
    """Write the words of a sampled world and return the kinds of its stock in their order, for tests."""
    i: cython.int
    n: cython.int
    if cython.compiled:
        rng: cython.ulonglong[1]
        _world(core, mind, cython.address(state[0]), number, seed, rng)
        n = cython.cast(cython.int, _total(mind.world[1]))
    else:
        _world(core, mind, state, number, seed, [0])
        n = _total(mind.world[1])
    for i in range(13):
        out[i] = mind.world[i]
    return [mind.order[i] for i in range(n)]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look(
    core: Core,
    mind: Mind,
    s: cython.p_ulonglong,
    count: cython.int,
    best: cython.int,
    width: cython.int,
    worlds: cython.int,
    fresh: cython.int,
    depth: cython.int,
    rng: cython.p_ulonglong,
) -> cython.int:
    """Follow the best of the weighed codes through sampled worlds; return how many were, and put the choice first.

    For self-play: few worlds, the same for all. `picks` holds their codes, `gains` what they were worth in the mean of
    the worlds, which is right for each of them whatever is chosen. What the network said counts as four worlds more in
    the choice and not in the gains. What the choice is worth to the decisions before it, `back`, is told by `fresh`
    worlds that had no part in choosing it: the best of several means is flattered by its luck. Where there was no
    choice, or no fresh worlds are wanted, it is the gain.
    """
    within: cython.int = 83886
    n: cython.int = 0
    i: cython.int
    j: cython.int
    k: cython.int
    number: cython.int
    chosen: cython.int = 0
    value: cython.longlong
    top: cython.longlong = 0
    seed: cython.ulonglong = _next(rng)
    after: cython.ulonglong
    for i in range(count):
        if mind.wishes[i] < mind.wishes[best] - within:
            continue
        if n == width and mind.wishes[i] <= mind.priors[n - 1] - mind.waits[n - 1]:
            continue
        j = n if n < width else width - 1
        while j > 0 and mind.priors[j - 1] - mind.waits[j - 1] < mind.wishes[i]:
            mind.picks[j] = mind.picks[j - 1]
            mind.priors[j] = mind.priors[j - 1]
            mind.waits[j] = mind.waits[j - 1]
            j -= 1
        mind.picks[j] = mind.codes[i]
        mind.priors[j] = mind.values[i]
        mind.waits[j] = mind.values[i] - mind.wishes[i]
        if n < width:
            n += 1
    for i in range(n):
        mind.gains[i] = 0
    # One alone needs no choosing, only its word; and not even that where nobody learns from it.
    for number in range(worlds if n > 1 or fresh > 0 else 0):
        _world(core, mind, s, number, seed, rng)
        after = rng[0]
        for i in range(n):
            for j in range(13):
                mind.line[j] = mind.world[j]
            rng[0] = after
            mind.gains[i] += _follow(core, mind, mind.picks[i], depth, rng)
    for i in range(n):
        value = (4 * mind.priors[i] + mind.gains[i]) // (4 + worlds) - mind.waits[i]
        if i == 0 or value > top:
            top = value
            chosen = i
        mind.gains[i] = mind.gains[i] // worlds
    k = mind.picks[chosen]
    mind.picks[chosen] = mind.picks[0]
    mind.picks[0] = k
    value = mind.gains[chosen]
    mind.gains[chosen] = mind.gains[0]
    mind.gains[0] = value
    mind.back = value
    if n > 1 and fresh > 0:
        value = 0
        for number in range(worlds, worlds + fresh):
            _world(core, mind, s, number, seed, rng)
            for j in range(13):
                mind.line[j] = mind.world[j]
            value += _follow(core, mind, mind.picks[0], depth, rng)
        mind.back = value // fresh
    rng[0] = seed
    return n


def look(
    core: Core,
    mind: Mind,
    state: cython.ulonglong[::1],
    stream: cython.ulonglong[::1],
    width: cython.int,
    worlds: cython.int,
    depth: cython.int,
) -> list:
    """Return what `_look` finds for the seat to act: `back`, then codes and gains, the choice first; for tests."""
    count: cython.int
    best: cython.int
    i: cython.int
    if cython.compiled:
        count = core._legal(cython.address(state[0]), mind.codes)
        best = _weigh(core, mind, cython.address(state[0]), count)
        count = _look(
            core, mind, cython.address(state[0]), count, best, width, worlds, worlds, depth, cython.address(stream[0])
        )
    else:
        count = core._legal(state, mind.codes)
        best = _weigh(core, mind, state, count)
        count = _look(core, mind, state, count, best, width, worlds, worlds, depth, stream)
    return [mind.back, *[(mind.picks[i], mind.gains[i]) for i in range(count)]]
