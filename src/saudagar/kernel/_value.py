"""The value of a position as one seat knows it: slots, and the network on whole numbers.

The second part of the core (see core.py): it goes on where `_core.py` stops and is compiled together with it. All
arithmetic is on whole numbers, so that every machine, compiled or not, says the same. Probabilities are in units of
2^-20; a full tie counts one half.
"""

import cython


@cython.final
@cython.auto_pickle(False)
@cython.cclass
class Mind:
    """A network, and the memory that one thread needs to think with it."""

    rows: cython.p_short
    starts: cython.p_int
    bias1: cython.p_short
    weights2: cython.p_short
    bias2: cython.p_int
    weights3: cython.p_short
    bias3: cython.p_int
    curve: cython.p_int
    ahead: cython.p_int
    told: cython.int
    hands: cython.p_int
    odds: cython.p_int
    slots: cython.int
    kept: object
    held: object
    here: cython.uchar[96]
    base: cython.uchar[96]
    stem: cython.short[256]
    sums: cython.short[256]
    out: cython.int[8]
    after: cython.ulonglong[13]
    world: cython.ulonglong[13]
    line: cython.ulonglong[13]
    codes: cython.uint[2600]
    values: cython.int[2600]
    wishes: cython.int[2600]
    order: cython.uchar[64]
    picks: cython.uint[16]
    priors: cython.int[16]
    waits: cython.int[16]
    gains: cython.longlong[16]
    back: cython.longlong
    base_of: cython.int[6]
    weight: cython.ulonglong[6]
    ways: cython.ulonglong[1024]
    spread: cython.ulonglong[512]
    mixed: cython.ulonglong[512]

    def __init__(self, network: object, hands: object = None):
        """`hands`: other tables than the network's own for the cards that the other hand hides."""
        hands = network.hands if hands is None else hands
        self.kept, self.held = network, hands
        self.slots = len(network.starts)
        if cython.compiled:
            self._point(network, hands)
        else:
            for name in ("here", "base"):
                setattr(self, name, [0] * 96)
            self.sums, self.stem, self.out = [0] * 256, [0] * 256, [0] * 8
            self.after, self.world, self.line = [0] * 13, [0] * 13, [0] * 13
            self.codes, self.values, self.wishes = [0] * 2600, [0] * 2600, [0] * 2600
            self.ways, self.spread, self.mixed = [0] * 1024, [0] * 512, [0] * 512
            self.order = [0] * 64
            self.picks, self.priors, self.waits, self.gains = [0] * 16, [0] * 16, [0] * 16, [0] * 16
            self.back = 0
            self.curve = network.curve.tolist()
            self.ahead, self.told = network.ahead.tolist(), 0
            self.hands, self.odds = hands.reshape(-1).tolist(), network.odds.tolist()
            self.base_of, self.weight = [0] * 6, [0] * 6

    @cython.cfunc
    def _point(self, network: object, hands: object):
        """Point at the numbers of the network and the tables; `kept` and `held` keep them alive."""
        shorts: cython.short[::1]
        ints: cython.int[::1]
        shorts = network.rows.reshape(-1)
        self.rows = cython.address(shorts[0])
        ints = network.starts
        self.starts = cython.address(ints[0])
        shorts = network.bias1
        self.bias1 = cython.address(shorts[0])
        shorts = network.weights2.reshape(-1)
        self.weights2 = cython.address(shorts[0])
        ints = network.bias2
        self.bias2 = cython.address(ints[0])
        shorts = network.weights3.reshape(-1)
        self.weights3 = cython.address(shorts[0])
        ints = network.bias3
        self.bias3 = cython.address(ints[0])
        ints = network.curve
        self.curve = cython.address(ints[0])
        ints = network.ahead
        self.ahead = cython.address(ints[0])
        ints = hands.reshape(-1)
        self.hands = cython.address(ints[0])
        ints = network.odds
        self.odds = cython.address(ints[0])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _sale(
    core: Core,
    sold: cython.uint,
    good: cython.uint,
    count: cython.uint,
    piles: cython.ulonglong,
    means: cython.ulonglong,
) -> cython.uint:
    """The rupees that a sale would bring, its bonus token at the mean; 0 where so few may not be sold."""
    if count < core.smallest_sale[good]:
        return 0
    at: cython.uint = good * core.stride + sold
    worth: cython.uint = core.token_sum[at + count] - core.token_sum[at]
    tier: cython.uint = core.tier_of_count[count]
    if tier and core._left(piles, tier - 1):
        worth += cython.cast(cython.uint, (means >> (8 * (tier - 1))) & 0xFF) >> 1
    return worth


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _fill(core: Core, s: cython.p_ulonglong, seat: cython.int, out: cython.p_uchar) -> cython.void:
    """Fill the slots of slots.py with what a seat knows, in that order; nothing hidden from it is read but as a sum."""
    hand: cython.ulonglong = 0x0000FFFFFFFFFFFF
    other: cython.int = 1 - seat
    market: cython.ulonglong = s[0]
    own: cython.ulonglong = s[2 + seat]
    known: cython.ulonglong = s[4 + other]
    shown: cython.ulonglong = s[4 + seat]
    # Cards this seat cannot place: the stock, and what the other hand holds beyond what is known of it.
    unseen: cython.ulonglong = s[1] + (s[2 + other] & hand) - known
    meta: cython.ulonglong = s[12]
    held: cython.int = cython.cast(cython.int, _total(own & hand))
    theirs: cython.int = cython.cast(cython.int, _total(s[2 + other] & hand))
    herd: cython.int = cython.cast(cython.int, own >> 48)
    their_herd: cython.int = cython.cast(cython.int, s[2 + other] >> 48)
    means: cython.ulonglong = 0
    mine2: cython.int = cython.cast(cython.int, 2 * ((s[8 + seat] & 0xFFFF) + (s[8 + seat] >> 32)))
    other2: cython.int = cython.cast(cython.int, 2 * (s[8 + other] & 0xFFFF))
    owed: cython.int = cython.cast(cython.int, (meta >> 24) & 0xFF)
    last: cython.int = cython.cast(cython.int, (meta >> 40) & 0xFF) + 1 == core.piles_to_end
    own_closes: cython.int = 0
    other_closes: cython.int = 0
    i: cython.int
    place: cython.uint
    count: cython.uint
    tokens: cython.uint
    worth: cython.int
    mean2: cython.uint
    pool: cython.uint
    hidden: cython.uint
    here: cython.uint
    for i in range(core.tiers):
        place = core.tier_first[i]
        worth = 0
        pool = 0
        hidden = 0
        while place < core.tier_end[i]:
            here = cython.cast(cython.uint, (s[10 + other] >> (4 * place)) & 15)
            hidden += here
            here += cython.cast(cython.uint, (s[7] >> (4 * place)) & 15)
            pool += here
            worth += here * core.bonus_value[place]
            place += 1
        mean2 = 2 * worth // pool if pool else 0
        means |= cython.cast(cython.ulonglong, mean2) << (8 * i)
        other2 += hidden * mean2
        out[38 + i] = pool - hidden
        out[41 + i] = hidden
    if owed:
        mine2 += cython.cast(cython.int, (means >> (8 * (owed - 1))) & 0xFF)
    for i in range(6):
        count = cython.cast(cython.uint, (own >> (8 * i)) & 0xFF)
        place = cython.cast(cython.uint, (s[6] >> (8 * i)) & 0xFF)
        tokens = core.token_count[i * core.stride + core.stride - 1] - core.token_count[i * core.stride + place]
        out[i] = count
        out[7 + i] = (market >> (8 * i)) & 0xFF
        out[14 + i] = tokens
        out[30 + i] = (unseen >> (8 * i)) & 0xFF
        out[46 + i] = (shown >> (8 * i)) & 0xFF
        worth = (_sale(core, place, i, count, s[7], means) + 1) >> 1
        out[54 + i] = worth if worth < 19 else 19
        if last and tokens and count >= tokens and worth:
            own_closes = 1
        count = cython.cast(cython.uint, (known >> (8 * i)) & 0xFF)
        out[20 + i] = count
        worth = (_sale(core, place, i, count, s[7], means) + 1) >> 1
        out[60 + i] = worth if worth < 19 else 19
        if last and tokens and count >= tokens and worth:
            other_closes = 1
    out[6] = herd
    out[13] = market >> 48
    out[26] = theirs - cython.cast(cython.int, _total(known))
    out[27] = theirs
    out[28] = their_herd
    worth = herd - their_herd
    out[29] = worth + 11
    out[36] = unseen >> 48
    out[37] = _total(s[1])
    _lead(core, out, mine2 - other2, worth)
    out[52] = held
    out[53] = (meta >> 40) & 0xFF
    out[66] = (meta >> 16) & 0xFF
    out[67] = own_closes
    out[68] = other_closes
    worth = cython.cast(cython.int, (meta >> 8) & 0xFF)
    out[69] = worth if worth < 12 else 12


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _lead(core: Core, out: cython.p_uchar, lead2: cython.int, herds: cython.int) -> cython.void:
    """Fill the two slots of the lead in rupees, from half rupees, without and with the camel token."""
    lead: cython.int = ((lead2 + 4096) >> 1) - 2048
    with_herd: cython.int = lead
    if herds > 0:
        with_herd += core.camel_token
    elif herds < 0:
        with_herd -= core.camel_token
    lead = -40 if lead < -40 else (40 if lead > 40 else lead)
    with_herd = -40 if with_herd < -40 else (40 if with_herd > 40 else with_herd)
    out[44] = lead + 40
    out[45] = with_herd + 40


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _stem(mind: Mind) -> cython.void:
    """Add up the first layer for the slots in `base`."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    sums: cython.p_short = mind.stem
    row: cython.p_short
    for j in range(256):
        sums[j] = mind.bias1[j]
    for i in range(mind.slots):
        row = mind.rows + (mind.starts[i] + mind.base[i]) * 256
        for j in range(256):
            sums[j] = sums[j] + row[j]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _branch(mind: Mind) -> cython.void:
    """Add up the first layer for the slots in `here`: the stem, and a step for each slot that differs."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    sums: cython.p_short = mind.sums
    stem: cython.p_short = mind.stem
    new: cython.p_short
    old: cython.p_short
    for j in range(256):
        sums[j] = stem[j]
    for i in range(mind.slots):
        if mind.here[i] != mind.base[i]:
            new = mind.rows + (mind.starts[i] + mind.here[i]) * 256
            old = mind.rows + (mind.starts[i] + mind.base[i]) * 256
            for j in range(256):
                sums[j] = sums[j] + new[j] - old[j]
    for j in range(256):
        sums[j] = 0 if sums[j] < 0 else (1023 if sums[j] > 1023 else sums[j])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _crown(mind: Mind, heads: cython.int) -> cython.void:
    """Carry the first layer's sums through the second and third; `out` holds as many heads as asked for."""
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    # Four sums at a time, so that what the first layer says is read once for all of them.
    four: cython.int[4]
    a: cython.int
    b: cython.int
    c: cython.int
    d: cython.int
    sums: cython.p_short = mind.sums
    one: cython.p_short
    two: cython.p_short
    three: cython.p_short
    last: cython.p_short
    for i in range(heads):
        mind.out[i] = mind.bias3[i]
    for i in range(0, 32, 4):
        one = mind.weights2 + 256 * i
        two = one + 256
        three = two + 256
        last = three + 256
        a = mind.bias2[i]
        b = mind.bias2[i + 1]
        c = mind.bias2[i + 2]
        d = mind.bias2[i + 3]
        for j in range(256):
            a += cython.cast(cython.int, sums[j]) * cython.cast(cython.int, one[j])
            b += cython.cast(cython.int, sums[j]) * cython.cast(cython.int, two[j])
            c += cython.cast(cython.int, sums[j]) * cython.cast(cython.int, three[j])
            d += cython.cast(cython.int, sums[j]) * cython.cast(cython.int, last[j])
        four[0] = a
        four[1] = b
        four[2] = c
        four[3] = d
        for k in range(4):
            a = four[k] >> 9
            if a > 0:
                if a > 2047:
                    a = 2047
                for j in range(heads):
                    mind.out[j] += a * mind.weights3[32 * j + i + k]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _chance_of(mind: Mind, logit: cython.int) -> cython.int:
    """The probability of a logit in units of 2^-20: a line between two points of the curve, 64 to a unit."""
    limit: cython.int = 10 << 20
    if logit <= -limit:
        return mind.curve[0]
    if logit >= limit:
        return mind.curve[1280]
    at: cython.int = (logit + limit) >> 14
    part: cython.int = (logit + limit) & 16383
    return mind.curve[at] + (((mind.curve[at + 1] - mind.curve[at]) * part) >> 14)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _worth(core: Core, mind: Mind, s: cython.p_ulonglong, seat: cython.int) -> cython.int:
    """The chance that a seat wins, told right after its action, chance not yet answered; needs the stem."""
    if _ends(core, s):
        return _final(core, mind, s, seat)
    _fill(core, s, seat, mind.here)
    if cython.compiled:
        _branch(mind)
        _crown(mind, 1)
        return _chance_of(mind, mind.out[0])
    else:  # noqa: RET505 - the other branch would not compile without the interpreter's lock
        return _chance_of(mind, mind.kept.heads(mind.here[: mind.slots])[0])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weigh(core: Core, mind: Mind, s: cython.p_ulonglong, count: cython.int) -> cython.int:
    """Write into `values` what each of the listed `codes` is worth to the seat to act; return the place of the best.

    The best is told with `_haste`, the values are without.
    """
    seat: cython.int = cython.cast(cython.int, s[12] & 1)
    best: cython.int = 0
    i: cython.int
    j: cython.int
    if cython.compiled:
        _fill(core, s, seat, mind.base)
        _stem(mind)
    for i in range(count):
        for j in range(13):
            mind.after[j] = s[j]
        core._apply(mind.after, mind.codes[i])
        mind.values[i] = _worth(core, mind, mind.after, seat)
        mind.wishes[i] = mind.values[i] - _haste(s, mind.codes[i])
        if mind.wishes[i] > mind.wishes[best]:
            best = i
    return best


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _haste(s: cython.p_ulonglong, code: cython.uint) -> cython.int:
    """How much better an exchange must be: a thousandth, and one more for each exchange in a row before it.

    Exchanges show no new card, and two players who are glad to wait would trade to and fro up to the cap.
    """
    if code >> 10 == 0:
        return 0
    return 1049 * (1 + cython.cast(cython.int, (s[12] >> 8) & 0xFF))


def weigh(
    core: Core, mind: Mind, state: cython.ulonglong[::1], codes: cython.uint[::1], values: cython.int[::1]
) -> int:
    """Write the legal codes of a state and what the network says of each; return how many there are."""
    i: cython.int
    count: cython.int
    if cython.compiled:
        count = core._legal(cython.address(state[0]), mind.codes)
        _weigh(core, mind, cython.address(state[0]), count)
    else:
        count = core._legal(state, mind.codes)
        _weigh(core, mind, state, count)
    for i in range(count):
        codes[i] = mind.codes[i]
        values[i] = mind.values[i]
    return count


def fill(core: Core, state: cython.ulonglong[::1], seat: cython.int, out: cython.uchar[::1]):
    """Write the slots of a state for a seat that has just acted."""
    if cython.compiled:
        _fill(core, cython.address(state[0]), seat, cython.address(out[0]))
    else:
        _fill(core, state, seat, out)
