"""Sampled futures and rounds of self-play, with the network to judge them: the third part of the core (see core.py).

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
    low: cython.ulonglong = 0xFFFFFFFF
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
@cython.nogil
@cython.exceptval(check=False)
def _follow(core: Core, mind: Mind, code: cython.uint, depth: cython.int, rng: cython.p_ulonglong) -> cython.int:
    """Play on from `line` with this action for so many plies, each seat by its own best value; return the first's.

    The value of the last ply is its mover's best one, and exact where the round ends before.
    """
    one: cython.int = 1 << 20
    s: cython.p_ulonglong = mind.line
    seat: cython.int = cython.cast(cython.int, s[12] & 1)
    ply: cython.int = 1
    count: cython.int
    best: cython.int
    mover: cython.int
    while True:
        core._apply(s, code)
        if _ends(core, s):
            return _final(core, mind, s, seat)
        core._chance(s, rng)
        mover = cython.cast(cython.int, s[12] & 1)
        count = core._legal(s, mind.codes)
        best = _weigh(core, mind, s, count)
        ply += 1
        if ply >= depth:
            return mind.values[best] if mover == seat else one - mind.values[best]
        code = mind.codes[best]


def sample(
    core: Core,
    mind: Mind,
    state: cython.ulonglong[::1],
    codes: cython.uint[::1],
    sums: cython.longlong[::1],
    squares: cython.longlong[::1],
    first: cython.longlong,
    count: cython.longlong,
    depth: cython.int,
    seed: cython.ulonglong,
):
    """Add to `sums` what the codes are worth in the worlds number `first` and on, and to `squares` their spread.

    A world and the chance that follows it are the same for every code. `squares` is in units of 2^-40, of the
    difference to the first code.
    """
    number: cython.longlong
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    n: cython.Py_ssize_t = len(codes)
    value: cython.longlong
    ahead: cython.longlong = 0
    gamma: cython.ulonglong = 0xD1342543
    if cython.compiled:
        rng: cython.ulonglong[1]
        after: cython.ulonglong
        with cython.nogil:
            for number in range(first, first + count):
                rng[0] = seed ^ (cython.cast(cython.ulonglong, number + 1) * gamma << 17)
                _next(rng)
                rng[0] = _next(rng)
                _redeal(core, cython.address(state[0]), cython.cast(cython.int, state[12] & 1), rng, mind.world)
                after = rng[0]
                for i in range(n):
                    for j in range(13):
                        mind.line[j] = mind.world[j]
                    rng[0] = after
                    value = _follow(core, mind, codes[i], depth, rng)
                    if i == 0:
                        ahead = value
                    sums[i] += value
                    squares[i] += (value - ahead) * (value - ahead)
    else:
        full = (1 << 64) - 1
        for number in range(first, first + count):
            stream = [(seed ^ (((number + 1) * gamma << 17) & full)) & full]
            _next(stream)
            stream[0] = _next(stream)
            _redeal(core, state, int(state[12]) & 1, stream, mind.world)
            then = stream[0]
            for i in range(n):
                mind.line[:] = mind.world
                stream[0] = then
                value = _follow(core, mind, codes[i], depth, stream)
                ahead = value if i == 0 else ahead
                sums[i] += value
                squares[i] += (value - ahead) * (value - ahead)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _pick(
    mind: Mind, count: cython.int, best: cython.int, rng: cython.p_ulonglong, noise: cython.int, wild: cython.ulonglong
) -> cython.int:
    """Choose the place of an action: mostly the best, near ones where noise tips them, a wild one now and then."""
    bits: cython.ulonglong = _next(rng)
    low: cython.ulonglong = 0xFFFFFFFF
    if (bits & low) < wild:
        return cython.cast(cython.int, _below(rng, count))
    if noise == 0:
        return best
    top: cython.int = -(1 << 30)
    found: cython.int = best
    value: cython.int
    i: cython.int
    for i in range(count):
        if mind.wishes[i] > mind.wishes[best] - 2 * noise:
            bits = _next(rng)
            value = mind.wishes[i]
            value += cython.cast(cython.int, ((bits & low) * cython.cast(cython.ulonglong, noise)) >> 32)
            value += cython.cast(cython.int, ((bits >> 32) * cython.cast(cython.ulonglong, noise)) >> 32)
            if value > top:
                top = value
                found = i
    return found


def selfplay(
    core: Core,
    one_mind: Mind,
    other_mind: Mind,
    stream: cython.ulonglong[::1],
    slots: cython.uchar[:, ::1],
    facts: cython.int[:, ::1],
    noise: cython.int,
    wild: cython.ulonglong,
    trace: cython.longlong,
    counted: cython.longlong[::1],
) -> int:
    """Play rounds until the rows are full, return how many rows were written; compiled only.

    Each row is a seat's knowledge after its action. `facts`: target (2^-20), margin in rupees, camel token (0 lost,
    1 nobody's, 2 won), plies left, whether the other seat's next action ends the round, result (0, 1, 2), and two
    for the work. With two different minds, one plays each seat in turn and only the first one's rows are kept.
    `trace` is lambda in 1/1024; a decision worse than the best by more than the noise cuts the trace of both seats.
    `counted`: rounds, plies, rounds that did not end (dropped), and twice the score of the first mind.
    """
    room: cython.Py_ssize_t = len(slots)
    n: cython.Py_ssize_t = 0
    if not cython.compiled:
        raise RuntimeError("self-play needs the compiled kernel")
    else:  # noqa: RET506
        with cython.nogil:
            while n + 200 <= room:
                n = _round(
                    core, one_mind, other_mind, cython.address(stream[0]), slots, facts, noise, wild, trace, counted, n
                )
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _round(
    core: Core,
    one_mind: Mind,
    other_mind: Mind,
    rng: cython.p_ulonglong,
    slots: cython.uchar[:, ::1],
    facts: cython.int[:, ::1],
    noise: cython.int,
    wild: cython.ulonglong,
    trace: cython.longlong,
    counted: cython.longlong[::1],
    start: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Play one round of self-play and write its rows from `start` on; return where the next round may start."""
    s: cython.ulonglong[13]
    mine: cython.int = cython.cast(cython.int, _next(rng) >> 63)
    n: cython.Py_ssize_t = start
    i: cython.Py_ssize_t
    ply: cython.int = 0
    seat: cython.int
    count: cython.int
    best: cython.int
    chosen: cython.int
    explored: cython.bint
    won: cython.int
    both: cython.bint = one_mind is other_mind
    core._start(s, rng, _next(rng) >> 63)
    while True:
        seat = cython.cast(cython.int, s[12] & 1)
        if both or seat == mine:
            count = core._legal(s, one_mind.codes)
        else:
            count = core._legal(s, other_mind.codes)
        if count == 0:
            break
        if ply >= 200:
            counted[2] += 1
            return start
        if both or seat == mine:
            best = _weigh(core, one_mind, s, count)
            chosen = _pick(one_mind, count, best, rng, noise, wild)
            facts[n, 6] = one_mind.values[best]
            # Within the noise an action is as good as the best; a worse one is an experiment.
            explored = one_mind.wishes[chosen] < one_mind.wishes[best] - 2 * noise
            facts[n, 7] = (2 if explored else 0) + seat
            facts[n, 3] = ply
            core._apply(s, one_mind.codes[chosen])
            if _ends(core, s):
                facts[n, 5] = -1  # what this action is worth is known, and not for the network to learn
            else:
                facts[n, 5] = 0
                _fill(core, s, seat, cython.address(slots[n, 0]))
            n += 1
        else:
            best = _weigh(core, other_mind, s, count)
            core._apply(s, other_mind.codes[best])
        ply += 1
        core._chance(s, rng)
    won = core._winner(s) & 3
    counted[0] += 1
    counted[1] += ply
    counted[3] += 1 if won == 0 else (2 if won == 1 + mine else 0)
    return _settle(core, s, facts, start, n, ply, trace, won)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _settle(
    core: Core,
    s: cython.p_ulonglong,
    facts: cython.int[:, ::1],
    start: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    plies: cython.int,
    trace: cython.longlong,
    won: cython.int,
) -> cython.Py_ssize_t:
    """Fill in what a finished round taught about its rows, and close the gap of the action that ended it."""
    one: cython.longlong = 1 << 20
    back: cython.longlong[2]
    back[0] = one // 2 if won == 0 else (one if won == 1 else 0)
    back[1] = one - back[0]
    herds: cython.int = cython.cast(cython.int, s[2] >> 48) - cython.cast(cython.int, s[3] >> 48)
    margin: cython.int = cython.cast(cython.int, (s[8] & 0xFFFF) + (s[8] >> 32))
    margin -= cython.cast(cython.int, (s[9] & 0xFFFF) + (s[9] >> 32))
    if herds > 0:
        margin += core.camel_token
    elif herds < 0:
        margin -= core.camel_token
    n: cython.Py_ssize_t = end
    seat: cython.int
    best: cython.longlong
    while n > start:
        n -= 1
        seat = facts[n, 7] & 1
        best = facts[n, 6]
        facts[n, 0] = cython.cast(cython.int, back[seat])
        facts[n, 1] = margin if seat == 0 else -margin
        facts[n, 2] = 1 if herds == 0 else (2 if (herds > 0) == (seat == 0) else 0)
        facts[n, 3] = plies - 1 - facts[n, 3]
        facts[n, 4] = 1 if facts[n, 3] == 1 else 0
        if facts[n, 5] >= 0:
            facts[n, 5] = 1 if won == 0 else (2 if won == 1 + seat else 0)
        if facts[n, 7] & 2:
            # What an experiment gives away is no merit of the other seat's: both are told what the best would be worth.
            back[seat] = best
            back[1 - seat] = one - best
        elif facts[n, 5] < 0:
            back[seat] = best
        else:
            back[seat] = (best * (1024 - trace) + back[seat] * trace) >> 10
    # The ending action has a row without slots: the last one, if this mind made it.
    if end > start and facts[end - 1, 5] < 0:
        return end - 1
    return end
