"""The yardstick players' common ground: a fast rule of thumb, rollouts by it, and flat Monte Carlo.

The rule of thumb is `heuristic-1` (players/heuristic.py) told again on words and whole numbers, from nothing but what
the seat to act may know: rupees now, what the hand will bring, the herd, the market left behind, the end. Rupees are in
units of 1/256. All sums are whole numbers, so that every machine, compiled or not, decides alike.
"""

import cython


@cython.final
@cython.auto_pickle(False)
@cython.cclass
class Rival:
    """The memory of one deliberation: tables of curves, the policy's own tables, and the trees."""

    tanh: cython.p_int
    spread: cython.p_int
    inverse: cython.p_int
    root: cython.p_int
    decay: cython.p_int
    curve: cython.p_int
    weights: cython.p_int
    starts: cython.p_int
    edge_code: cython.p_int
    edge_next: cython.p_int
    edge_visits: cython.p_int
    edge_other: cython.p_int
    edge_total: cython.p_longlong
    edge_child: cython.p_int
    node_first: cython.p_int
    node_next: cython.p_int
    node_count: cython.p_int
    node_word: cython.p_ulonglong
    edge_room: cython.int
    node_room: cython.int
    edges: cython.int
    nodes: cython.int
    slots: cython.int
    kept: object
    line: cython.ulonglong[13]
    world: cython.ulonglong[13]
    worlds: cython.ulonglong[104]
    decks: cython.uchar[2048]
    here: cython.uchar[96]
    codes: cython.uint[2600]
    scores: cython.int[2600]
    picked: cython.int[64]
    path: cython.int[512]
    movers: cython.int[512]
    hold: cython.int[64]
    offer: cython.int[64]
    bonus: cython.int[8]
    mean: cython.int[8]
    held: cython.int[8]
    shown: cython.int[8]
    gone: cython.int[8]
    hope: cython.int[8]
    time: cython.int
    rupees: cython.int

    def __init__(self, kept: object):
        self.kept = kept
        self.slots = len(kept.starts)
        self.edge_room = len(kept.edge_code)
        self.node_room = len(kept.node_first)
        if cython.compiled:
            self._point(kept)
        else:
            for name in kept.names:
                setattr(self, name, getattr(kept, name).tolist())
            self.line, self.world, self.worlds = [0] * 13, [0] * 13, [0] * 104
            self.decks, self.here = [0] * 2048, [0] * 96
            self.codes, self.scores, self.picked = [0] * 2600, [0] * 2600, [0] * 64
            self.path, self.movers, self.hold, self.offer = [0] * 512, [0] * 512, [0] * 64, [0] * 64
            self.bonus, self.mean, self.held, self.shown = [0] * 8, [0] * 8, [0] * 8, [0] * 8
            self.gone, self.hope = [0] * 8, [0] * 8
        self.edges = 0
        self.nodes = 0

    @cython.cfunc
    def _point(self, kept: object):
        """Point at the tables and the room for trees; `kept` keeps them alive."""
        ints: cython.int[::1]
        longs: cython.longlong[::1]
        words: cython.ulonglong[::1]
        ints = kept.tanh
        self.tanh = cython.address(ints[0])
        ints = kept.spread
        self.spread = cython.address(ints[0])
        ints = kept.inverse
        self.inverse = cython.address(ints[0])
        ints = kept.root
        self.root = cython.address(ints[0])
        ints = kept.decay
        self.decay = cython.address(ints[0])
        ints = kept.curve
        self.curve = cython.address(ints[0])
        ints = kept.weights
        self.weights = cython.address(ints[0])
        ints = kept.starts
        self.starts = cython.address(ints[0])
        ints = kept.edge_code
        self.edge_code = cython.address(ints[0])
        ints = kept.edge_next
        self.edge_next = cython.address(ints[0])
        ints = kept.edge_visits
        self.edge_visits = cython.address(ints[0])
        ints = kept.edge_other
        self.edge_other = cython.address(ints[0])
        longs = kept.edge_total
        self.edge_total = cython.address(longs[0])
        ints = kept.edge_child
        self.edge_child = cython.address(ints[0])
        ints = kept.node_first
        self.node_first = cython.address(ints[0])
        ints = kept.node_next
        self.node_next = cython.address(ints[0])
        ints = kept.node_count
        self.node_count = cython.address(ints[0])
        words = kept.node_word
        self.node_word = cython.address(words[0])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _tokens(core: Core, good: cython.uint, sold: cython.int, count: cython.int) -> cython.int:
    """The rupees of the next `count` tokens of a good."""
    end: cython.int = sold + count
    if end > core.stride - 1:
        end = core.stride - 1
    if sold > end:
        return 0
    at: cython.Py_ssize_t = good * core.stride
    return cython.cast(cython.int, core.token_sum[at + end]) - cython.cast(cython.int, core.token_sum[at + sold])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bent(rival: Rival, x: cython.int, scale: cython.int) -> cython.int:
    """256 * tanh(x / scale)."""
    at: cython.int
    if x < 0:
        at = (-x * 16) // scale
        return -rival.tanh[at if at < 64 else 64]
    at = (x * 16) // scale
    return rival.tanh[at if at < 64 else 64]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _set(core: Core, rival: Rival, good: cython.int, count: cython.int, more: cython.int) -> cython.int:
    """What `count` cards of a good in hand are worth after `more` of it went to the pile."""
    if count <= 0:
        return 0
    sold: cython.int = rival.gone[good] + more
    least: cython.int = core.smallest_sale[good]
    if count < least:
        return (141 * (rival.hope[good] * _tokens(core, good, sold, least) * count // least)) >> 8
    price: cython.int = 256 * _tokens(core, good, sold, count) + rival.bonus[count if count < 7 else 7]
    growth: cython.int = rival.bonus[count + 1 if count < 7 else 7] - rival.bonus[count if count < 7 else 7]
    value: cython.int = (price * (241 - 13 * rival.shown[good])) >> 8
    value = (value * (159 + ((84 * rival.time) >> 8))) >> 8
    if growth > 0:
        value += (((growth * rival.hope[good]) >> 8) * 108) >> 8
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ready(core: Core, rival: Rival, s: cython.p_ulonglong) -> cython.void:
    """Make the policy's tables for the seat to act, from what it may know."""
    hand: cython.ulonglong = 0x0000FFFFFFFFFFFF
    seat: cython.int = cython.cast(cython.int, s[12] & 1)
    other: cython.int = 1 - seat
    unseen: cython.ulonglong = s[1] + (s[2 + other] & hand) - s[4 + other]
    first: cython.int = cython.cast(cython.int, _total(core.pack)) - core.market_size - 2 * core.deal
    stock: cython.int = cython.cast(cython.int, _total(s[1]))
    i: cython.int
    j: cython.int
    k: cython.int
    place: cython.uint
    pool: cython.int
    pile: cython.int
    here: cython.int
    worth: cython.int
    coming: cython.int
    hidden: cython.int = 0
    rival.time = stock * 256 // first if stock < first else 256
    for i in range(core.tiers):
        place = core.tier_first[i]
        pool = 0
        pile = 0
        worth = 0
        while place < core.tier_end[i]:
            here = cython.cast(cython.int, (s[10 + other] >> (4 * place)) & 15)
            k = cython.cast(cython.int, (s[7] >> (4 * place)) & 15)
            pile += k
            pool += k + here
            worth += (k + here) * core.bonus_value[place]
            place += 1
        rival.mean[i] = 256 * worth // pool if pool else 0
        hidden += (pool - pile) * rival.mean[i]
        if i < 7:
            rival.held[i] = rival.mean[i] if pile else 0
    for i in range(8):
        j = core.tier_of_count[i]
        rival.bonus[i] = rival.held[j - 1] if j else 0
    rival.rupees = 256 * cython.cast(cython.int, (s[8 + seat] & 0xFFFF) + (s[8 + seat] >> 32))
    rival.rupees -= 256 * cython.cast(cython.int, s[8 + other] & 0xFFFF) + hidden
    for i in range(6):
        rival.gone[i] = (s[6] >> (8 * i)) & 0xFF
        rival.shown[i] = (s[4 + other] >> (8 * i)) & 0xFF
        rival.held[i] = (s[2 + seat] >> (8 * i)) & 0xFF
        coming = cython.cast(cython.int, ((unseen >> (8 * i)) & 0xFF) + ((s[0] >> (8 * i)) & 0xFF))
        rival.hope[i] = ((64 * coming if coming < 4 else 256) * (90 + ((166 * rival.time) >> 8))) >> 8
    for i in range(6):
        for j in range(8):
            rival.hold[8 * i + j] = _set(core, rival, i, j, 0)
        rival.offer[8 * i] = 0
        for j in range(1, 8):
            k = rival.shown[i]
            here = rival.bonus[k + j if k + j < 7 else 7] - rival.bonus[k if k < 7 else 7]
            if here < 0:
                here = 0
            rival.offer[8 * i + j] = 128 * _tokens(core, i, rival.gone[i], j) + (here >> 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _crowded(core: Core, cards: cython.int) -> cython.int:
    """What a hand so full costs: the last free places are worth more than the first."""
    over: cython.int = cards - core.hand_limit + 2
    return 128 * over if over > 0 else 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _closing(core: Core, rival: Rival, s: cython.p_ulonglong, cash: cython.int, camels: cython.int) -> cython.int:
    """What ending the round is worth with so much more in the purse and so many more camels."""
    seat: cython.int = cython.cast(cython.int, s[12] & 1)
    margin: cython.int = rival.rupees + cash
    lead: cython.int = camels + cython.cast(cython.int, s[2 + seat] >> 48) - cython.cast(cython.int, s[3 - seat] >> 48)
    if lead > 0:
        margin += 256 * core.camel_token
    elif lead < 0:
        margin -= 256 * core.camel_token
    return 60 * _bent(rival, margin, 1024)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _thumb(core: Core, rival: Rival, s: cython.p_ulonglong, count: cython.int) -> cython.int:
    """Write what the rule of thumb says of each of the listed `codes` into `scores`; return the place of the best."""
    _ready(core, rival, s)
    hand: cython.ulonglong = 0x0000FFFFFFFFFFFF
    seat: cython.int = cython.cast(cython.int, s[12] & 1)
    cards: cython.int = cython.cast(cython.int, _total(s[2 + seat] & hand))
    lead: cython.int = cython.cast(cython.int, s[2 + seat] >> 48) - cython.cast(cython.int, s[3 - seat] >> 48)
    stock: cython.int = cython.cast(cython.int, _total(s[1]))
    empty: cython.int = cython.cast(cython.int, (s[12] >> 40) & 0xFF)
    herd_scale: cython.int = 512 + 4 * rival.time
    lead_now: cython.int = _bent(rival, 256 * lead, herd_scale)
    take: cython.ulonglong
    give: cython.ulonglong
    market: cython.ulonglong
    code: cython.uint
    value: cython.int
    camels: cython.int
    opened: cython.int
    size: cython.int
    first: cython.int
    second: cython.int
    here: cython.int
    best: cython.int = 0
    i: cython.int
    j: cython.int
    k: cython.int
    n: cython.int
    good: cython.int
    for i in range(count):
        code = rival.codes[i]
        market = s[0]
        value = 0
        camels = 0
        opened = 0
        size = cards
        if code >> 10:
            take = core.take_word[(code >> 10) - 1]
            give = core.give_word[code & 0x3FF]
            market = market + give - take
            camels = -cython.cast(cython.int, give >> 48)
            size -= camels
            for j in range(6):
                k = cython.cast(cython.int, (take >> (8 * j)) & 0xFF) - cython.cast(
                    cython.int, (give >> (8 * j)) & 0xFF
                )
                if k:
                    k += rival.held[j]
                    value += rival.hold[8 * j + (k if k < 7 else 7)] - rival.hold[8 * j + rival.held[j]]
        elif code == 0:
            opened = cython.cast(cython.int, market >> 48)
            camels = opened
            market &= hand
            if opened > stock:
                value = _closing(core, rival, s, 0, camels)
        elif code < 8:
            good = code - 1
            opened = 1
            size += 1
            market -= cython.cast(cython.ulonglong, 1) << (8 * good)
            value = rival.hold[8 * good + rival.held[good] + 1] - rival.hold[8 * good + rival.held[good]]
            if stock < 1:
                value += _closing(core, rival, s, 0, 0)
        else:
            good = (code - 8) >> 3
            n = (code - 8) & 7
            size -= n
            value = 256 * _tokens(core, good, rival.gone[good], n) + rival.bonus[n]
            k = core.token_count[good * core.stride + core.stride - 1]
            k -= core.token_count[good * core.stride + rival.gone[good]]
            here = value
            value += _set(core, rival, good, rival.held[good] - n, n) - rival.hold[8 * good + rival.held[good]]
            if empty + (1 if k and n >= k else 0) >= core.piles_to_end:
                value += _closing(core, rival, s, here, 0)
        value += _crowded(core, cards) - _crowded(core, size)
        if camels:
            value += (core.camel_token * (_bent(rival, 256 * (lead + camels), herd_scale) - lead_now)) >> 1
            value += (192 * rival.time * camels) >> 8
        first = 0
        second = 0
        for j in range(6):
            here = rival.offer[8 * j + cython.cast(cython.int, (market >> (8 * j)) & 7)]
            if here > first:
                second = first
                first = here
            elif here > second:
                second = here
        value -= (first >> 1) + ((51 * second) >> 8)
        if stock:
            value -= 115 * (opened if opened < 3 else 3)
        rival.scores[i] = value
        if value > rival.scores[best]:
            best = i
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _top(rival: Rival, count: cython.int, most: cython.int) -> cython.int:
    """Write the places of the best scores, best first, into `picked`; return how many they are."""
    n: cython.int = 0
    i: cython.int
    j: cython.int
    for i in range(count):
        if n == most and rival.scores[i] <= rival.scores[rival.picked[n - 1]]:
            continue
        j = n if n < most else most - 1
        while j > 0 and rival.scores[rival.picked[j - 1]] < rival.scores[i]:
            rival.picked[j] = rival.picked[j - 1]
            j -= 1
        rival.picked[j] = i
        if n < most:
            n += 1
    return n


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _rollout(core: Core, rival: Rival, s: cython.p_ulonglong, rng: cython.p_ulonglong) -> cython.int:
    """Play a round to its end by the rule of thumb, one action in ten at random; return seat A's points (0, 1, 2)."""
    plies: cython.int = 0
    count: cython.int
    won: cython.int
    while plies < 300:
        count = core._legal(s, rival.codes)
        if count == 0:
            break
        if _below(rng, 10) == 0:
            core._apply(s, rival.codes[_below(rng, count)])
        else:
            core._apply(s, rival.codes[_thumb(core, rival, s, count)])
        core._chance(s, rng)
        plies += 1
    won = core._winner(s) & 3
    return 1 if won == 0 else (2 if won == 1 else 0)


def thumb(
    core: Core, rival: Rival, state: cython.ulonglong[::1], codes: cython.uint[::1], scores: cython.int[::1]
) -> int:
    """Write the legal codes of a state, best first by the rule of thumb, and their scores; return how many."""
    count: cython.int
    i: cython.int
    if cython.compiled:
        count = core._legal(cython.address(state[0]), rival.codes)
        _thumb(core, rival, cython.address(state[0]), count)
    else:
        count = core._legal(state, rival.codes)
        _thumb(core, rival, state, count)
    count = _top(rival, count, len(codes))
    for i in range(count):
        codes[i] = rival.codes[rival.picked[i]]
        scores[i] = rival.scores[rival.picked[i]]
    return count


def flat(
    core: Core,
    rival: Rival,
    state: cython.ulonglong[::1],
    codes: cython.uint[::1],
    sums: cython.longlong[::1],
    worlds: cython.longlong,
    stream: cython.ulonglong[::1],
):
    """Add to `sums` the points (2 a win, 1 a tie) that each code brings in so many more worlds, the same for all."""
    number: cython.longlong
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    n: cython.Py_ssize_t = len(codes)
    points: cython.int
    if cython.compiled:
        rng: cython.ulonglong[1]
        after: cython.ulonglong
        with cython.nogil:
            for number in range(worlds):
                rng[0] = _next(cython.address(stream[0]))
                _redeal(core, cython.address(state[0]), cython.cast(cython.int, state[12] & 1), rng, rival.world)
                after = rng[0]
                for i in range(n):
                    for j in range(13):
                        rival.line[j] = rival.world[j]
                    rng[0] = after
                    core._apply(rival.line, codes[i])
                    core._chance(rival.line, rng)
                    points = _rollout(core, rival, rival.line, rng)
                    sums[i] += 2 - points if state[12] & 1 else points
    else:
        for number in range(worlds):
            numbers = [_next(stream)]
            _redeal(core, state, int(state[12]) & 1, numbers, rival.world)
            then = numbers[0]
            for i in range(n):
                rival.line[:] = rival.world
                numbers[0] = then
                core._apply(rival.line, codes[i])
                core._chance(rival.line, numbers)
                points = _rollout(core, rival, rival.line, numbers)
                sums[i] += 2 - points if state[12] & 1 else points
