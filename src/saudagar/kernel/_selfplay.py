"""Rounds of self-play as rows to learn from: a part of the core (see core.py), the last. Compiled only.

A share of the decisions can be looked at by search (`_look`), whose judgement is then what is learnt. The other seat
may be another network, looking ahead or not, or the rule of thumb of `_rivals.py`.
"""

import cython


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
    rival: Rival,
    stream: cython.ulonglong[::1],
    slots: cython.uchar[:, ::1],
    facts: cython.int[:, ::1],
    plan: cython.longlong[::1],
    counted: cython.longlong[::1],
) -> int:
    """Play rounds until the rows are full, return how many rows were written; compiled only.

    Each row is a seat's knowledge after its action. `facts`: target (2^-20), margin in rupees, camel token (0 lost,
    1 nobody's, 2 won), plies left, whether the other seat's next action ends the round, result (0, 1, 2; 3 for an
    action that was looked at and not played, of which the target alone is known), and two for the work. With two
    different minds, or the rule of thumb, one plays each seat in turn and only the first mind's rows are kept.

    `plan`: noise (2^-20), how often any action at all is tried (of 2^32), lambda (of 1,024), how often a decision of
    the first mind is looked at (of 2^32), how often one of the second is, how many candidates are (at most 16), in how
    many worlds, how many plies deep, and 1 + (of 2^32) how often the rule of thumb acts at random if it is to play, or
    0. A decision worse than the best by more than the noise cuts the trace of both seats. `counted`: rounds, plies,
    rounds that did not end (dropped), twice the score of the first mind, decisions looked at, and those among them that
    were changed.
    """
    room: cython.Py_ssize_t = len(slots)
    n: cython.Py_ssize_t = 0
    if not cython.compiled:
        raise RuntimeError("self-play needs the compiled kernel")
    else:  # noqa: RET506
        with cython.nogil:
            while n + 200 <= room:
                n = _round(
                    core, one_mind, other_mind, rival, cython.address(stream[0]), slots, facts, plan, counted, n, room
                )
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _odds_of(rng: cython.p_ulonglong, share: cython.longlong) -> cython.bint:
    """Say yes so often (of 2^32); no number is drawn for never."""
    return share > 0 and cython.cast(cython.longlong, _next(rng) >> 32) < share


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _round(
    core: Core,
    one_mind: Mind,
    other_mind: Mind,
    rival: Rival,
    rng: cython.p_ulonglong,
    slots: cython.uchar[:, ::1],
    facts: cython.int[:, ::1],
    plan: cython.longlong[::1],
    counted: cython.longlong[::1],
    start: cython.Py_ssize_t,
    room: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Play one round of self-play and write its rows from `start` on; return where the next round may start."""
    s: cython.ulonglong[13]
    mine: cython.int = cython.cast(cython.int, _next(rng) >> 63)
    noise: cython.int = cython.cast(cython.int, plan[0])
    width: cython.int = cython.cast(cython.int, plan[5])
    worlds: cython.int = cython.cast(cython.int, plan[6])
    depth: cython.int = cython.cast(cython.int, plan[7])
    n: cython.Py_ssize_t = start
    ply: cython.int = 0
    seat: cython.int
    count: cython.int
    best: cython.int
    chosen: cython.int
    code: cython.uint
    won: cython.int
    both: cython.bint = one_mind is other_mind and plan[8] == 0
    core._start(s, rng, _next(rng) >> 63)
    while True:
        seat = cython.cast(cython.int, s[12] & 1)
        if both or seat == mine:
            count = core._legal(s, one_mind.codes)
        elif plan[8]:
            count = core._legal(s, rival.codes)
        else:
            count = core._legal(s, other_mind.codes)
        if count == 0:
            break
        if ply >= 200:
            counted[2] += 1
            return start
        if both or seat == mine:
            best = _weigh(core, one_mind, s, count)
            if _odds_of(rng, plan[3]):
                code = one_mind.codes[best]
                count = _look(core, one_mind, s, count, best, width, worlds, worlds, depth, rng)
                counted[4] += 1
                counted[5] += 1 if one_mind.picks[0] != code else 0
                n = _told(core, one_mind, s, slots, facts, n, count, room - 200 + ply)
                code = one_mind.picks[0]
                facts[n, 0] = cython.cast(cython.int, one_mind.gains[0])
                facts[n, 6] = cython.cast(cython.int, one_mind.back)
                facts[n, 7] = 8 + seat
            else:
                chosen = _pick(one_mind, count, best, rng, noise, plan[1])
                code = one_mind.codes[chosen]
                facts[n, 6] = one_mind.values[best]
                # Within the noise an action is as good as the best; a worse one is an experiment.
                facts[n, 7] = (2 if one_mind.wishes[chosen] < one_mind.wishes[best] - 2 * noise else 0) + seat
            facts[n, 3] = ply
            core._apply(s, code)
            if _ends(core, s):
                facts[n, 5] = -1  # what this action is worth is known, and not for the network to learn
            else:
                facts[n, 5] = 0
                _fill(core, s, seat, cython.address(slots[n, 0]))
            n += 1
        elif plan[8]:
            if _odds_of(rng, plan[8] - 1):
                code = rival.codes[_below(rng, count)]
            else:
                code = rival.codes[_thumb(core, rival, s, count)]
            core._apply(s, code)
        else:
            best = _weigh(core, other_mind, s, count)
            code = other_mind.codes[best]
            if _odds_of(rng, plan[4]):
                _look(core, other_mind, s, count, best, width, worlds, 0, depth, rng)
                code = other_mind.picks[0]
            core._apply(s, code)
        ply += 1
        core._chance(s, rng)
    won = core._winner(s) & 3
    counted[0] += 1
    counted[1] += ply
    counted[3] += 1 if won == 0 else (2 if won == 1 + mine else 0)
    return _settle(core, s, facts, start, n, ply, plan[2], won)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _told(
    core: Core,
    mind: Mind,
    s: cython.p_ulonglong,
    slots: cython.uchar[:, ::1],
    facts: cython.int[:, ::1],
    start: cython.Py_ssize_t,
    count: cython.int,
    end: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Write rows of the actions that were looked at and not chosen, before `end`; return where the next row goes."""
    n: cython.Py_ssize_t = start
    i: cython.int
    j: cython.int
    seat: cython.int = cython.cast(cython.int, s[12] & 1)
    for i in range(1, count):
        for j in range(13):
            mind.line[j] = s[j]
        core._apply(mind.line, mind.picks[i])
        if n >= end or _ends(core, mind.line):
            continue
        _fill(core, mind.line, seat, cython.address(slots[n, 0]))
        facts[n, 0] = cython.cast(cython.int, mind.gains[i])
        facts[n, 5] = 3
        facts[n, 7] = 4 + seat
        n += 1
    return n


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
        if facts[n, 7] & 4:
            facts[n, 1] = 0
            facts[n, 2] = 0
            facts[n, 3] = 0
            facts[n, 4] = 0
            continue
        seat = facts[n, 7] & 1
        best = facts[n, 6]
        if not facts[n, 7] & 8:  # what search has said of its choice stands already
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
