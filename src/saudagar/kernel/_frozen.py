"""A linear evaluation, and PUCT over worlds whose deck is frozen.

The linear evaluation adds up one weight for the value of each slot of slots.py: a logit in units of 2^-16. It is the
prior, the policy of the rollouts and what stands where a rollout is cut off. Each of up to eight worlds keeps its cards
in one order for ever and has a tree of its own, in which nothing is hidden; visits are summed over the trees. Values
are in units of 2^-16. This is a yardstick: that such a tree knows what comes next is its known weakness.
"""

import cython


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _linear(core: Core, rival: Rival, s: cython.p_ulonglong, seat: cython.int) -> cython.int:
    """The logit of a seat's chances right after its action; at the end by the expected lead alone."""
    i: cython.Py_ssize_t
    sum_: cython.int = 0
    _fill(core, s, seat, rival.here)
    if _ends(core, s):
        return 60000 * (cython.cast(cython.int, rival.here[45]) - 40)
    for i in range(rival.slots):
        sum_ += rival.weights[rival.starts[i] + rival.here[i]]
    return sum_


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _odds(rival: Rival, logit: cython.int) -> cython.int:
    """The probability of a logit (2^-16)."""
    at: cython.int = (logit + (10 << 16)) >> 10
    return rival.curve[0 if at < 0 else (1280 if at > 1280 else at)]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _greedy(core: Core, rival: Rival, s: cython.p_ulonglong, count: cython.int) -> cython.int:
    """Write the logit of each of the listed `codes` for the seat to act into `scores`; return the place of the best."""
    seat: cython.int = cython.cast(cython.int, s[12] & 1)
    after: cython.p_ulonglong = rival.world
    best: cython.int = 0
    i: cython.int
    j: cython.int
    for i in range(count):
        for j in range(13):
            after[j] = s[j]
        core._apply(after, rival.codes[i])
        rival.scores[i] = _linear(core, rival, after, seat)
        if rival.scores[i] > rival.scores[best]:
            best = i
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _freeze(core: Core, rival: Rival, number: cython.int, rng: cython.p_ulonglong) -> cython.void:
    """Put the world in `world` into a place of its own, with its cards and bonus tokens in an order.

    Of the 256 bytes of a deck the first 128 are the cards, then 16 for each pile, how many each holds, and at the end
    how many cards there are.
    """
    base: cython.Py_ssize_t = 256 * number
    stock: cython.ulonglong = rival.world[1]
    piles: cython.ulonglong = rival.world[7]
    card: cython.ulonglong
    pick: cython.ulonglong
    left: cython.int = cython.cast(cython.int, _total(stock))
    place: cython.uint
    i: cython.int
    k: cython.int
    tier: cython.int
    for i in range(13):
        rival.worlds[13 * number + i] = rival.world[i]
    rival.decks[base + 255] = left
    for i in range(left):
        card = _draw(stock, rng)
        stock -= card
        k = 0
        while card > 1:
            card >>= 8
            k += 1
        rival.decks[base + i] = k
    for tier in range(core.tiers):
        left = cython.cast(cython.int, core._left(piles, tier))
        rival.decks[base + 240 + tier] = left
        for i in range(left):
            pick = _below(rng, core._left(piles, tier))
            place = core.tier_first[tier]
            while pick >= ((piles >> (4 * place)) & 15):
                pick -= (piles >> (4 * place)) & 15
                place += 1
            piles -= cython.cast(cython.ulonglong, 1) << (4 * place)
            rival.decks[base + 128 + 16 * tier + i] = place


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _answer(core: Core, rival: Rival, number: cython.int, s: cython.p_ulonglong) -> cython.void:
    """Answer what is owed as the frozen world has it."""
    owed: cython.int = cython.cast(cython.int, (s[12] >> 16) & 0xFFFF)
    base: cython.Py_ssize_t = 256 * number
    cards: cython.ulonglong = 0
    at: cython.int
    if owed == 0:
        return
    if owed < 256:
        at = rival.decks[base + 255] - cython.cast(cython.int, _total(s[1]))
        while owed:
            cards += cython.cast(cython.ulonglong, 1) << (8 * rival.decks[base + at])
            at += 1
            owed -= 1
        core._lay(s, cards)
        return
    owed = (owed >> 8) - 1
    at = rival.decks[base + 240 + owed] - cython.cast(cython.int, core._left(s[7], owed))
    core._token(s, rival.decks[base + 128 + 16 * owed + at])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _result(core: Core, s: cython.p_ulonglong) -> cython.int:
    """Seat A's value of a round that is over."""
    won: cython.int = core._winner(s) & 3
    return 32768 if won == 0 else (65536 if won == 1 else 0)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _drive(
    core: Core, rival: Rival, number: cython.int, s: cython.p_ulonglong, code: cython.uint, plies: cython.int
) -> cython.int:
    """Play on greedily from this action for so many plies; return seat A's value of where that leads."""
    count: cython.int
    best: cython.int
    value: cython.int
    while True:
        core._apply(s, code)
        _answer(core, rival, number, s)
        count = core._legal(s, rival.codes)
        if count == 0:
            return _result(core, s)
        best = _greedy(core, rival, s, count)
        plies -= 1
        if plies <= 0:
            value = _odds(rival, rival.scores[best])
            return 65536 - value if s[12] & 1 else value
        code = rival.codes[best]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _expand(core: Core, rival: Rival, node: cython.int, s: cython.p_ulonglong, width: cython.int) -> cython.int:
    """Give a node its edges, with priors; return how many, 0 where there is no room."""
    count: cython.int = core._legal(s, rival.codes)
    first: cython.int = rival.edges
    sum_: cython.longlong = 0
    n: cython.int
    i: cython.int
    far: cython.int
    _greedy(core, rival, s, count)
    n = _top(rival, count, width)
    if first + n > rival.edge_room:
        return 0
    for i in range(n):
        far = (rival.scores[rival.picked[0]] - rival.scores[rival.picked[i]]) >> 10
        far = rival.decay[far if far < 1023 else 1023]
        rival.edge_code[first + i] = rival.codes[rival.picked[i]]
        rival.edge_other[first + i] = far
        rival.edge_visits[first + i] = 0
        rival.edge_total[first + i] = 0
        rival.edge_child[first + i] = -1
        sum_ += far
    for i in range(n):
        rival.edge_other[first + i] = cython.cast(
            cython.int, (cython.cast(cython.longlong, rival.edge_other[first + i]) << 16) // sum_
        )
    rival.edges = first + n
    rival.node_first[node] = first
    rival.node_count[node] = n
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _promising(rival: Rival, node: cython.int) -> cython.int:
    """The edge below a node with the highest value plus its share of what is left to explore."""
    first: cython.int = rival.node_first[node]
    end: cython.int = first + rival.node_count[node]
    edge: cython.int
    visits: cython.int = 0
    total: cython.longlong = 0
    for edge in range(first, end):
        visits += rival.edge_visits[edge]
        total += rival.edge_total[edge]
    start: cython.longlong = total // visits if visits else 32768
    spread: cython.longlong = rival.root[visits if visits < 65535 else 65535]
    value: cython.longlong
    top: cython.longlong = -1
    best: cython.int = first
    for edge in range(first, end):
        visits = rival.edge_visits[edge]
        value = rival.edge_total[edge] // visits if visits else start
        value += ((spread * rival.edge_other[edge]) >> 8) // (1 + visits)
        if value > top:
            top = value
            best = edge
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _descend(core: Core, rival: Rival, number: cython.int, width: cython.int, plies: cython.int) -> cython.void:
    """Do one iteration in a frozen world: down its tree, one new node, a rollout, and back up."""
    s: cython.p_ulonglong = rival.line
    node: cython.int = number
    depth: cython.int = 0
    value: cython.int
    edge: cython.int
    i: cython.int
    for i in range(13):
        s[i] = rival.worlds[13 * number + i]
    while True:
        if (s[12] >> 32) & 0xFF:
            value = _result(core, s)
            break
        if node < 0 or depth >= 500 or rival.node_count[node] < 0:
            if node >= 0 and depth < 500 and _expand(core, rival, node, s, width):
                value = _drive(core, rival, number, s, cython.cast(cython.uint, rival.codes[rival.picked[0]]), plies)
            else:
                i = _greedy(core, rival, s, core._legal(s, rival.codes))
                value = _drive(core, rival, number, s, rival.codes[i], plies)
            break
        edge = _promising(rival, node)
        rival.path[depth] = edge
        rival.movers[depth] = cython.cast(cython.int, s[12] & 1)
        depth += 1
        core._apply(s, cython.cast(cython.uint, rival.edge_code[edge]))
        _answer(core, rival, number, s)
        node = rival.edge_child[edge]
        if node < 0 and rival.nodes < rival.node_room:
            node = _new_node(rival, 0, -1)
            rival.edge_child[edge] = node
    for i in range(depth):
        edge = rival.path[i]
        rival.edge_visits[edge] += 1
        rival.edge_total[edge] += 65536 - value if rival.movers[i] else value


def freeze(core: Core, rival: Rival, state: cython.ulonglong[::1], worlds: cython.int, stream: cython.ulonglong[::1]):
    """Make the worlds, at most eight, and the roots of their trees."""
    i: cython.int
    for i in range(worlds if worlds < 8 else 8):
        if cython.compiled:
            _redeal(
                core,
                cython.address(state[0]),
                cython.cast(cython.int, state[12] & 1),
                cython.address(stream[0]),
                rival.world,
            )
            _freeze(core, rival, i, cython.address(stream[0]))
        else:
            _redeal(core, state, int(state[12]) & 1, stream, rival.world)
            _freeze(core, rival, i, stream)
        _new_node(rival, 0, -1)


def descend(
    core: Core,
    rival: Rival,
    start: cython.longlong,
    iterations: cython.longlong,
    worlds: cython.int,
    width: cython.int,
    plies: cython.int,
):
    """Do so many more iterations, the worlds in turn; `start` says how many there were."""
    i: cython.longlong
    if cython.compiled:
        with cython.nogil:
            for i in range(start, start + iterations):
                _descend(core, rival, cython.cast(cython.int, i % worlds), width, plies)
    else:
        for i in range(start, start + iterations):
            _descend(core, rival, i % worlds, width, plies)


def branches(rival: Rival, node: cython.int) -> list:
    """Return (code, visits, total) of every edge below a node whose edges lie side by side."""
    first: cython.int = rival.node_first[node]
    edge: cython.int
    return [
        (rival.edge_code[edge], rival.edge_visits[edge], rival.edge_total[edge])
        for edge in range(first, first + rival.node_count[node])
    ]


def study(
    core: Core,
    rival: Rival,
    stream: cython.ulonglong[::1],
    slots: cython.uchar[:, ::1],
    facts: cython.int[:, ::1],
    wild: cython.ulonglong,
    trace: cython.longlong,
    counted: cython.longlong[::1],
) -> int:
    """Play rounds by the linear evaluation until the rows are full, as `selfplay` does; compiled only."""
    room: cython.Py_ssize_t = len(slots)
    n: cython.Py_ssize_t = 0
    if not cython.compiled:
        raise RuntimeError("self-play needs the compiled kernel")
    else:  # noqa: RET506
        with cython.nogil:
            while n + 200 <= room:
                n = _lesson(core, rival, cython.address(stream[0]), slots, facts, wild, trace, counted, n)
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lesson(
    core: Core,
    rival: Rival,
    rng: cython.p_ulonglong,
    slots: cython.uchar[:, ::1],
    facts: cython.int[:, ::1],
    wild: cython.ulonglong,
    trace: cython.longlong,
    counted: cython.longlong[::1],
    start: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Play one round of self-play and write its rows, as `_round` does, from `start` on; return where they end."""
    s: cython.ulonglong[13]
    low: cython.ulonglong = 0xFFFFFFFF
    n: cython.Py_ssize_t = start
    ply: cython.int = 0
    seat: cython.int
    count: cython.int
    best: cython.int
    chosen: cython.int
    core._start(s, rng, _next(rng) >> 63)
    while True:
        seat = cython.cast(cython.int, s[12] & 1)
        count = core._legal(s, rival.codes)
        if count == 0:
            break
        if ply >= 200:
            counted[2] += 1
            return start
        best = _greedy(core, rival, s, count)
        chosen = best
        if (_next(rng) & low) < wild:
            chosen = cython.cast(cython.int, _below(rng, count))
        facts[n, 6] = _odds(rival, rival.scores[best]) << 4
        facts[n, 7] = (2 if chosen != best else 0) + seat
        facts[n, 3] = ply
        core._apply(s, rival.codes[chosen])
        if _ends(core, s):
            facts[n, 5] = -1
        else:
            facts[n, 5] = 0
            _fill(core, s, seat, cython.address(slots[n, 0]))
        n += 1
        ply += 1
        core._chance(s, rng)
    counted[0] += 1
    counted[1] += ply
    return _settle(core, s, facts, start, n, ply, trace, core._winner(s) & 3)
