# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The rules on machine words. Compiled by Cython this is C; where nothing was compiled the same file runs as Python.

Words and codes are described in layout.py and tables.py. Only `engine.py` and `simulator.py` may call in here, after
they have checked every shape, type and code; only `Game` checks for itself. Interpreted, tables and states are lists of
plain integers, compiled they are pointers, and no line may depend on which: numbers stay below 2^64 without wrapping,
except in `_next`, which masks. Constants above 31 bits stand in typed local variables: module-level annotations do not
bind, and Cython would make a larger literal in an expression a Python object.
"""

import cython

COMPILED = cython.compiled

# Words of a state, as in layout.py (a test holds the two together):
# market 0, stock 1, own 2 3, known 4 5, sold 6, bonus 7, purse 8 9, drawn 10 11, meta 12


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _next(rng: cython.p_ulonglong) -> cython.ulonglong:
    """SplitMix64: 64 random bits; the stream is its counter, so any number can start one."""
    low: cython.ulonglong = 0xFFFFFFFF
    full: cython.ulonglong = (low << 32) | low
    gamma_high: cython.ulonglong = 0x9E3779B9
    gamma_low: cython.ulonglong = 0x7F4A7C15
    one_high: cython.ulonglong = 0xBF58476D
    one_low: cython.ulonglong = 0x1CE4E5B9
    two_high: cython.ulonglong = 0x94D049BB
    two_low: cython.ulonglong = 0x133111EB
    z: cython.ulonglong = (rng[0] + ((gamma_high << 32) | gamma_low)) & full
    rng[0] = z
    z = ((z ^ (z >> 30)) * ((one_high << 32) | one_low)) & full
    z = ((z ^ (z >> 27)) * ((two_high << 32) | two_low)) & full
    return z ^ (z >> 31)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _below(rng: cython.p_ulonglong, n: cython.ulonglong) -> cython.ulonglong:
    """A number from 0 to n - 1 (n below 2^32), each exactly equally likely."""
    low: cython.ulonglong = 0xFFFFFFFF
    product: cython.ulonglong = (_next(rng) >> 32) * n
    if (product & low) < n:
        rejected: cython.ulonglong = (low + 1 - n) % n
        while (product & low) < rejected:
            product = (_next(rng) >> 32) * n
    return product >> 32


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _total(cards: cython.ulonglong) -> cython.ulonglong:
    """The number of cards in a word of seven kinds."""
    ones: cython.ulonglong = 0x0001010101010101
    return ((cards * ones) >> 48) & 0xFF


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _less(cards: cython.ulonglong, gone: cython.ulonglong) -> cython.ulonglong:
    """What is left of each kind when so many are taken away, never below zero."""
    high: cython.ulonglong = 0x0080808080808080
    rest: cython.ulonglong = 0x007F7F7F7F7F7F7F
    left: cython.ulonglong = (cards | high) - gone
    enough: cython.ulonglong = left & high
    return left & ((enough - (enough >> 7)) | enough) & rest


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _draw(stock: cython.ulonglong, rng: cython.p_ulonglong) -> cython.ulonglong:
    """One card of a stock that is not empty, as a word with a single one in it."""
    ones: cython.ulonglong = 0x0001010101010101
    high: cython.ulonglong = 0x0080808080808080
    seven: cython.ulonglong = 0x00FFFFFFFFFFFFFF
    sums: cython.ulonglong = (stock * ones) & seven
    pick: cython.ulonglong = _below(rng, sums >> 48) + 1
    beyond: cython.ulonglong = ((sums | high) - pick * ones) & high
    kind: cython.ulonglong = ((((beyond ^ high) >> 7) * ones) >> 48) & 0xFF
    return cython.cast(cython.ulonglong, 1) << (8 * kind)


@cython.final
@cython.auto_pickle(False)
@cython.cclass
class Core:
    """The tables of one ruleset and everything that is done with them."""

    rank_high: cython.p_ushort
    rank_low: cython.p_ushort
    singles_at: cython.p_uint
    singles_n: cython.p_uchar
    singles: cython.p_ushort
    sales_at: cython.p_uint
    sales_n: cython.p_uchar
    sales: cython.p_ushort
    takes_at: cython.p_uint
    takes_n: cython.p_uchar
    takes: cython.p_ushort
    take_word: cython.p_ulonglong
    take_rest: cython.p_ulonglong
    take_size: cython.p_uchar
    gives_at: cython.p_uint
    gives_n: cython.p_uchar
    gives: cython.p_ushort
    give_word: cython.p_ulonglong
    token_sum: cython.p_ushort
    token_count: cython.p_uchar
    smallest_sale: cython.p_uchar
    bonus_value: cython.p_uchar
    bonus_total: cython.p_uchar
    tier_first: cython.p_uchar
    tier_end: cython.p_uchar
    tier_of_count: cython.p_uchar
    pack: cython.ulonglong
    open_camels: cython.int
    market_size: cython.int
    deal: cython.int
    hand_limit: cython.int
    cap: cython.int
    camel_token: cython.int
    piles_to_end: cython.int
    stride: cython.int
    sizes: cython.int
    camels: cython.int
    tiers: cython.int
    take_count: cython.uint
    give_count: cython.uint
    kept: object

    def __init__(self, tables: object):
        self.kept = tables
        numbers = tables.numbers
        if cython.compiled:
            self._point(tables)
        else:
            for name in tables.__dataclass_fields__:
                if name != "numbers":
                    setattr(self, name, getattr(tables, name).tolist())
        self.pack = numbers["pack"]
        self.open_camels = numbers["open_camels"]
        self.market_size = numbers["market_size"]
        self.deal = numbers["deal"]
        self.hand_limit = numbers["hand_limit"]
        self.cap = numbers["exchange_cap"]
        self.camel_token = numbers["camel_token"]
        self.piles_to_end = numbers["piles_to_end"]
        self.stride = numbers["stride"]
        self.sizes = numbers["sizes"]
        self.camels = numbers["camels"]
        self.tiers = numbers["tiers"]
        self.take_count = numbers["take_count"]
        self.give_count = numbers["give_count"]

    @cython.cfunc
    def _point(self, tables: object):
        """Point at the numbers of the tables; `kept` keeps them alive."""
        bytes_: cython.uchar[::1]
        shorts: cython.ushort[::1]
        ints: cython.uint[::1]
        words: cython.ulonglong[::1]
        shorts = tables.rank_high
        self.rank_high = cython.address(shorts[0])
        shorts = tables.rank_low
        self.rank_low = cython.address(shorts[0])
        ints = tables.singles_at
        self.singles_at = cython.address(ints[0])
        bytes_ = tables.singles_n
        self.singles_n = cython.address(bytes_[0])
        shorts = tables.singles
        self.singles = cython.address(shorts[0])
        ints = tables.sales_at
        self.sales_at = cython.address(ints[0])
        bytes_ = tables.sales_n
        self.sales_n = cython.address(bytes_[0])
        shorts = tables.sales
        self.sales = cython.address(shorts[0])
        ints = tables.takes_at
        self.takes_at = cython.address(ints[0])
        bytes_ = tables.takes_n
        self.takes_n = cython.address(bytes_[0])
        shorts = tables.takes
        self.takes = cython.address(shorts[0])
        words = tables.take_word
        self.take_word = cython.address(words[0])
        words = tables.take_rest
        self.take_rest = cython.address(words[0])
        bytes_ = tables.take_size
        self.take_size = cython.address(bytes_[0])
        ints = tables.gives_at
        self.gives_at = cython.address(ints[0])
        bytes_ = tables.gives_n
        self.gives_n = cython.address(bytes_[0])
        shorts = tables.gives
        self.gives = cython.address(shorts[0])
        words = tables.give_word
        self.give_word = cython.address(words[0])
        shorts = tables.token_sum
        self.token_sum = cython.address(shorts[0])
        bytes_ = tables.token_count
        self.token_count = cython.address(bytes_[0])
        bytes_ = tables.smallest_sale
        self.smallest_sale = cython.address(bytes_[0])
        bytes_ = tables.bonus_value
        self.bonus_value = cython.address(bytes_[0])
        bytes_ = tables.bonus_total
        self.bonus_total = cython.address(bytes_[0])
        bytes_ = tables.tier_first
        self.tier_first = cython.address(bytes_[0])
        bytes_ = tables.tier_end
        self.tier_end = cython.address(bytes_[0])
        bytes_ = tables.tier_of_count
        self.tier_of_count = cython.address(bytes_[0])

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _rank(self, goods: cython.ulonglong) -> cython.uint:
        """The rank of at most seven goods: two look-ups, three goods each."""
        high: cython.ulonglong = ((goods >> 24) & 7) | ((goods >> 29) & 0x38) | ((goods >> 34) & 0x1C0)
        low: cython.ulonglong = (goods & 7) | ((goods >> 5) & 0x38) | ((goods >> 10) & 0x1C0)
        return self.rank_high[high] + self.rank_low[low]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _legal(self, s: cython.p_ulonglong, out: cython.p_uint) -> cython.int:
        """Write the codes of all legal actions, return how many; up to seven more entries are scribbled on."""
        meta: cython.ulonglong = s[12]
        if (meta >> 16) & 0xFFFFFF:  # chance is owed, or the round is over
            return 0
        hand: cython.ulonglong = 0x0000FFFFFFFFFFFF
        market: cython.ulonglong = s[0]
        own: cython.ulonglong = s[2 + (meta & 1)]
        goods: cython.ulonglong = own & hand
        room: cython.int = self.hand_limit - cython.cast(cython.int, _total(goods))
        row: cython.uint = self._rank(market & hand)
        rank: cython.uint = self._rank(goods)
        # Places are as wide as pointers, so that the C compiler may copy a row of eight at once.
        n: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        j: cython.Py_ssize_t
        at: cython.Py_ssize_t
        count: cython.Py_ssize_t
        if market >> 48:
            out[0] = 0
            n = 1
        if room > 0:
            at = self.singles_at[row]
            for j in range(8):
                out[n + j] = self.singles[at + j]
            n += self.singles_n[row]
        at = self.sales_at[rank]
        count = self.sales_n[rank]
        for j in range(8):
            out[n + j] = self.sales[at + j]
        i = 8
        while i < count:
            for j in range(8):
                out[n + i + j] = self.sales[at + i + j]
            i += 8
        n += count
        if cython.cast(cython.int, (meta >> 8) & 0xFF) >= self.cap:
            return n
        camels: cython.int = cython.cast(cython.int, own >> 48)
        if camels > room:
            camels = room
        if camels > self.camels:
            camels = self.camels
        if camels < 0:  # no hand is that full; words that are no round shall not read before a table
            camels = 0
        # Local copies: a store to `out` might change the fields of `self`, for all that the C compiler knows.
        high: cython.p_ushort = self.rank_high
        low: cython.p_ushort = self.rank_low
        gives: cython.p_ushort = self.gives
        columns: cython.Py_ssize_t = self.camels + 1
        sizes: cython.Py_ssize_t = self.sizes
        rest: cython.ulonglong
        take: cython.uint
        cell: cython.Py_ssize_t
        base: cython.uint
        t: cython.Py_ssize_t = self.takes_at[row]
        end: cython.Py_ssize_t = t + self.takes_n[row]
        while t < end:
            take = self.takes[t]
            rest = goods & self.take_rest[take]
            cell = high[((rest >> 24) & 7) | ((rest >> 29) & 0x38) | ((rest >> 34) & 0x1C0)]
            cell += low[(rest & 7) | ((rest >> 5) & 0x38) | ((rest >> 10) & 0x1C0)]
            cell = cell * sizes + self.take_size[take]
            count = self.gives_n[cell * columns + camels]
            at = self.gives_at[cell]
            base = (take + 1) << 10
            # The first row is copied whether or not anything in it counts: cheaper than a branch nobody can foresee.
            for j in range(8):
                out[n + j] = base | gives[at + j]
            i = 8
            while i < count:
                for j in range(8):
                    out[n + i + j] = base | gives[at + i + j]
                i += 8
            n += count
            t += 1
        return n

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _apply(self, s: cython.p_ulonglong, code: cython.uint) -> cython.void:
        """Carry out a legal code; what it owes stands in the last word, and the turn passes when nothing is owed."""
        meta: cython.ulonglong = s[12]
        seat: cython.int = cython.cast(cython.int, meta & 1)
        own: cython.ulonglong = s[2 + seat]
        take: cython.ulonglong
        give: cython.ulonglong
        if code >> 10:
            take = self.take_word[(code >> 10) - 1]
            give = self.give_word[code & 0x3FF]
            s[0] = s[0] + give - take
            s[2 + seat] = own + take - give
            s[4 + seat] = _less(s[4 + seat], give) + take
            # Nobody counts beyond 255: no cap is higher, and without one the number means nothing.
            if (meta >> 8) & 0xFF < 255:
                meta += 1 << 8
            s[12] = meta ^ 1
            return
        meta -= meta & 0xFF00
        if code < 8:
            if code == 0:
                take = (s[0] >> 48) << 48
            else:
                take = cython.cast(cython.ulonglong, 1) << (8 * (code - 1))
                s[4 + seat] += take
            s[0] -= take
            s[2 + seat] = own + take
            gap: cython.ulonglong = self.market_size - _total(s[0])
            left: cython.ulonglong = _total(s[1])
            if gap > left:
                gap = left
            s[12] = meta | (gap << 16)
            if gap == 0:
                self._pass(s)
            return
        self._sell(s, meta, (code - 8) >> 3, (code - 8) & 7)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sell(
        self, s: cython.p_ulonglong, meta: cython.ulonglong, good: cython.uint, count: cython.uint
    ) -> cython.void:
        seat: cython.int = cython.cast(cython.int, meta & 1)
        shift: cython.uint = 8 * good
        gone: cython.ulonglong = cython.cast(cython.ulonglong, count) << shift
        before: cython.uint = good * self.stride + cython.cast(cython.uint, (s[6] >> shift) & 0xFF)
        after: cython.uint = before + count
        tokens: cython.ulonglong = self.token_count[after] - self.token_count[before]
        rupees: cython.ulonglong = self.token_sum[after] - self.token_sum[before]
        full: cython.uint = self.token_count[good * self.stride + self.stride - 1]
        s[2 + seat] -= gone
        s[4 + seat] = _less(s[4 + seat], gone)
        s[6] += gone
        s[8 + seat] += rupees + (tokens << 16)
        if tokens and self.token_count[after] == full:
            meta += cython.cast(cython.ulonglong, 1) << 40
        tier: cython.ulonglong = self.tier_of_count[count]
        if tier and self._left(s[7], tier - 1):
            s[12] = meta | (tier << 24)
        else:
            s[12] = meta
            self._pass(s)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _left(self, piles: cython.ulonglong, tier: cython.ulonglong) -> cython.ulonglong:
        """The tokens left on a bonus pile (its nibbles, added up)."""
        place: cython.uint = self.tier_first[tier]
        end: cython.uint = self.tier_end[tier]
        total: cython.ulonglong = 0
        while place < end:
            total += (piles >> (4 * place)) & 15
            place += 1
        return total

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _pass(self, s: cython.p_ulonglong) -> cython.void:
        """The action is complete: the turn passes, or the round ends."""
        meta: cython.ulonglong = s[12] ^ 1
        if cython.cast(cython.int, meta >> 40) >= self.piles_to_end:
            meta |= cython.cast(cython.ulonglong, 1) << 32
        elif cython.cast(cython.int, _total(s[0])) < self.market_size:
            meta |= cython.cast(cython.ulonglong, 2) << 32
        s[12] = meta

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _lay(self, s: cython.p_ulonglong, cards: cython.ulonglong) -> cython.void:
        """Answer an owed refill with these cards."""
        s[0] += cards
        s[1] -= cards
        s[12] -= s[12] & 0xFF0000
        self._pass(s)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _token(self, s: cython.p_ulonglong, place: cython.uint) -> cython.void:
        """Answer an owed bonus token with the value of this nibble."""
        seat: cython.int = cython.cast(cython.int, s[12] & 1)
        one: cython.ulonglong = cython.cast(cython.ulonglong, 1) << (4 * place)
        value: cython.ulonglong = self.bonus_value[place]
        s[7] -= one
        s[10 + seat] += one
        s[8 + seat] += (cython.cast(cython.ulonglong, 1) << 24) + (value << 32)
        s[12] -= ((s[12] >> 24) & 0xFF) << 24
        self._pass(s)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _chance(self, s: cython.p_ulonglong, rng: cython.p_ulonglong) -> cython.void:
        """Answer what is owed at random; nothing happens when nothing is."""
        owed: cython.ulonglong = (s[12] >> 16) & 0xFFFF
        if owed == 0:
            return
        if owed < 256:
            stock: cython.ulonglong = s[1]
            cards: cython.ulonglong = 0
            card: cython.ulonglong
            while owed:
                card = _draw(stock, rng)
                stock -= card
                cards += card
                owed -= 1
            self._lay(s, cards)
            return
        tier: cython.ulonglong = (owed >> 8) - 1
        pick: cython.ulonglong = _below(rng, self._left(s[7], tier))
        place: cython.uint = self.tier_first[tier]
        here: cython.ulonglong = (s[7] >> (4 * place)) & 15
        while pick >= here and place + 1 < self.tier_end[tier]:
            pick -= here
            place += 1
            here = (s[7] >> (4 * place)) & 15
        self._token(s, place)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _start(self, s: cython.p_ulonglong, rng: cython.p_ulonglong, first: cython.ulonglong) -> cython.void:
        """Set up a round at random."""
        camel: cython.ulonglong = cython.cast(cython.ulonglong, self.open_camels) << 48
        stock: cython.ulonglong = self.pack - camel
        card: cython.ulonglong
        i: cython.int
        place: cython.uint
        for i in range(13):
            s[i] = 0
        s[0] = camel
        for i in range(self.market_size - self.open_camels):
            card = _draw(stock, rng)
            stock -= card
            s[0] += card
        for i in range(2 * self.deal):
            card = _draw(stock, rng)
            stock -= card
            s[2 + (i & 1)] += card
        s[1] = stock
        place = 0
        while self.bonus_value[place]:
            s[7] |= cython.cast(cython.ulonglong, self.bonus_total[place]) << (4 * place)
            place += 1
        s[12] = first & 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _allowed(self, s: cython.p_ulonglong, code: cython.uint) -> cython.bint:
        """Say whether a code, whatever it is, is legal: asked of the words, not of the lists of `_legal`."""
        meta: cython.ulonglong = s[12]
        high: cython.ulonglong = 0x0080808080808080
        hand: cython.ulonglong = 0x0000FFFFFFFFFFFF
        market: cython.ulonglong = s[0]
        own: cython.ulonglong = s[2 + (meta & 1)]
        held: cython.int = cython.cast(cython.int, _total(own & hand))
        if (meta >> 16) & 0xFFFFFF:
            return False
        if code == 0:
            return (market >> 48) > 0
        if code < 7:
            return held < self.hand_limit and ((market >> (8 * (code - 1))) & 0xFF) > 0
        if code >> 10 == 0:
            good: cython.uint = (code - 8) >> 3
            count: cython.uint = (code - 8) & 7
            if code < 9 or good > 5 or count < self.smallest_sale[good]:
                return False
            return ((own >> (8 * good)) & 0xFF) >= count
        if (code >> 10) > self.take_count or (code & 0x3FF) >= self.give_count:
            return False
        take: cython.ulonglong = self.take_word[(code >> 10) - 1]
        give: cython.ulonglong = self.give_word[code & 0x3FF]
        rest: cython.ulonglong = self.take_rest[(code >> 10) - 1]
        if _total(take) != _total(give) or cython.cast(cython.int, (meta >> 8) & 0xFF) >= self.cap:
            return False
        if (give & hand & rest) != (give & hand):
            return False
        if (((market | high) - take) & high) != high or (((own | high) - give) & high) != high:
            return False
        return held + cython.cast(cython.int, give >> 48) <= self.hand_limit

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _observe(self, s: cython.p_ulonglong, seat: cython.int, out: cython.p_short) -> cython.void:
        """Write what a seat may know, in the order of features.py."""
        other: cython.int = 1 - seat
        hand: cython.ulonglong = 0x0000FFFFFFFFFFFF
        over: cython.bint = (s[12] >> 32) & 0xFF
        i: cython.int
        at: cython.int = 0
        for i in range(7):
            out[at] = (s[0] >> (8 * i)) & 0xFF
            out[at + 7] = (s[2 + seat] >> (8 * i)) & 0xFF
            at += 1
        at = 14
        for i in range(6):
            out[at + i] = (s[4 + seat] >> (8 * i)) & 0xFF
            out[at + 6 + i] = (s[4 + other] >> (8 * i)) & 0xFF
            out[at + 12 + i] = (s[6] >> (8 * i)) & 0xFF
        at = 32
        out[at] = _total(s[2 + other] & hand)
        out[at + 1] = s[2 + other] >> 48
        out[at + 2] = _total(s[1])
        out[at + 3] = s[8 + seat] & 0xFFFF
        out[at + 4] = (s[8 + seat] >> 16) & 0xFF
        out[at + 5] = s[8 + other] & 0xFFFF
        out[at + 6] = (s[8 + other] >> 16) & 0xFF
        out[at + 7] = (s[12] >> 8) & 0xFF
        out[at + 8] = 1 if (s[12] & 1) == cython.cast(cython.ulonglong, seat) else 0
        out[at + 9] = (s[12] >> 16) & 0xFF
        out[at + 10] = (s[12] >> 24) & 0xFF
        out[at + 11] = (s[12] >> 32) & 0xFF
        at = 44
        for i in range(self.tiers):
            out[at] = self._left(s[7], i)
            out[at + 1] = self._left(s[10 + other], i)
            at += 2
        i = 0
        while self.bonus_value[i]:
            out[at] = (s[10 + seat] >> (4 * i)) & 15
            # After the end the other seat's bonus tokens are open too.
            out[at + 1] = (s[10 + other] >> (4 * i)) & 15 if over else 0
            at += 2
            i += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _winner(self, s: cython.p_ulonglong) -> cython.int:
        """Who has won: 0 nobody, 1 seat A, 2 seat B, plus 4 times what decided (1 rupees, 2 bonus, 3 goods tokens)."""
        a: cython.ulonglong = s[8]
        b: cython.ulonglong = s[9]
        herd_a: cython.ulonglong = s[2] >> 48
        herd_b: cython.ulonglong = s[3] >> 48
        rupees_a: cython.int = cython.cast(cython.int, (a & 0xFFFF) + (a >> 32))
        rupees_b: cython.int = cython.cast(cython.int, (b & 0xFFFF) + (b >> 32))
        if herd_a > herd_b:
            rupees_a += self.camel_token
        elif herd_b > herd_a:
            rupees_b += self.camel_token
        if rupees_a != rupees_b:
            return 4 + (1 if rupees_a > rupees_b else 2)
        if ((a >> 24) & 0xFF) != ((b >> 24) & 0xFF):
            return 8 + (1 if ((a >> 24) & 0xFF) > ((b >> 24) & 0xFF) else 2)
        if ((a >> 16) & 0xFF) != ((b >> 16) & 0xFF):
            return 12 + (1 if ((a >> 16) & 0xFF) > ((b >> 16) & 0xFF) else 2)
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _playout(
        self, s: cython.p_ulonglong, rng: cython.p_ulonglong, codes: cython.p_uint, limit: cython.longlong
    ) -> cython.longlong:
        """Play at random, all legal actions listed at every ply, to the end or for so many plies; return the plies."""
        plies: cython.longlong = 0
        count: cython.int
        if (s[12] >> 16) & 0xFFFF:
            self._chance(s, rng)
        while plies < limit:
            count = self._legal(s, codes)
            if count == 0:
                break
            self._apply(s, codes[_below(rng, count)])
            self._chance(s, rng)
            plies += 1
        return plies


def legal_batch(core: Core, states: cython.ulonglong[:, ::1], codes: cython.uint[:, ::1], counts: cython.int[::1]):
    """Write the legal codes of every state and how many they are."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = len(counts)
    if cython.compiled:
        with cython.nogil:
            for i in range(n):
                counts[i] = core._legal(cython.address(states[i, 0]), cython.address(codes[i, 0]))
    else:
        for i in range(n):
            counts[i] = core._legal(states[i], codes[i])


def apply_batch(core: Core, states: cython.ulonglong[:, ::1], codes: cython.uint[::1]):
    """Carry out one legal code in every state; chance stays owed."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = len(codes)
    nothing: cython.uint = 0xFFFFFFFF
    if cython.compiled:
        with cython.nogil:
            for i in range(n):
                if codes[i] != nothing:
                    core._apply(cython.address(states[i, 0]), codes[i])
    else:
        for i in range(n):
            if codes[i] != nothing:
                core._apply(states[i], codes[i])


def chance_batch(core: Core, states: cython.ulonglong[:, ::1], rngs: cython.ulonglong[:, ::1]):
    """Answer what each state owes, from its own stream."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = len(states)
    if cython.compiled:
        with cython.nogil:
            for i in range(n):
                core._chance(cython.address(states[i, 0]), cython.address(rngs[i, 0]))
    else:
        for i in range(n):
            core._chance(states[i], rngs[i])


def start_batch(
    core: Core, states: cython.ulonglong[:, ::1], rngs: cython.ulonglong[:, ::1], firsts: cython.uchar[::1]
):
    """Set up a round in every state."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = len(states)
    if cython.compiled:
        with cython.nogil:
            for i in range(n):
                core._start(cython.address(states[i, 0]), cython.address(rngs[i, 0]), firsts[i])
    else:
        for i in range(n):
            core._start(states[i], rngs[i], firsts[i])


def step_batch(
    core: Core,
    states: cython.ulonglong[:, ::1],
    rngs: cython.ulonglong[:, ::1],
    codes: cython.uint[:, ::1],
    counts: cython.int[::1],
    chosen: cython.uint[::1],
    restart: cython.bint,
) -> int:
    """Carry out a chosen legal code in every state, answer chance, and list what is legal then; return rounds ended.

    With `restart`, a round that has ended is followed by a new one whose starter is drawn. `codes[i, 0]` onwards.
    """
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = len(counts)
    ended: cython.longlong = 0
    if cython.compiled:
        s: cython.p_ulonglong
        rng: cython.p_ulonglong
        with cython.nogil:
            for i in range(n):
                s = cython.address(states[i, 0])
                rng = cython.address(rngs[i, 0])
                ended += _one_step(core, s, rng, chosen[i], restart)
                counts[i] = core._legal(s, cython.address(codes[i, 0]))
    else:
        for i in range(n):
            ended += _one_step(core, states[i], rngs[i], chosen[i], restart)
            counts[i] = core._legal(states[i], codes[i])
    return ended


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _one_step(
    core: Core, s: cython.p_ulonglong, rng: cython.p_ulonglong, code: cython.uint, restart: cython.bint
) -> cython.longlong:
    nothing: cython.uint = 0xFFFFFFFF
    if code == nothing:
        return 0
    core._apply(s, code)
    core._chance(s, rng)
    if (s[12] >> 32) & 0xFF:
        if restart:
            core._start(s, rng, _below(rng, 2))
        return 1
    return 0


def choose_batch(
    rngs: cython.ulonglong[:, ::1], codes: cython.uint[:, ::1], counts: cython.int[::1], chosen: cython.uint[::1]
):
    """Choose one of the listed codes of every state at random; "nothing" where none is listed."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = len(counts)
    nothing: cython.uint = 0xFFFFFFFF
    if cython.compiled:
        with cython.nogil:
            for i in range(n):
                chosen[i] = codes[i, _below(cython.address(rngs[i, 0]), counts[i])] if counts[i] else nothing
    else:
        for i in range(n):
            chosen[i] = codes[i][_below(rngs[i], counts[i])] if counts[i] else nothing


def playout_batch(
    core: Core,
    states: cython.ulonglong[:, ::1],
    rngs: cython.ulonglong[:, ::1],
    buffer: cython.uint[::1],
    plies: cython.longlong[::1],
    limit: cython.longlong,
):
    """Play every state at random to its end, or for at most so many plies each."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = len(plies)
    if cython.compiled:
        with cython.nogil:
            for i in range(n):
                plies[i] = core._playout(
                    cython.address(states[i, 0]), cython.address(rngs[i, 0]), cython.address(buffer[0]), limit
                )
    else:
        for i in range(n):
            plies[i] = core._playout(states[i], rngs[i], buffer, limit)


def winner_batch(core: Core, states: cython.ulonglong[:, ::1], winners: cython.int[::1]):
    """Write who has won each round: see `Core._winner`."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = len(winners)
    if cython.compiled:
        with cython.nogil:
            for i in range(n):
                winners[i] = core._winner(cython.address(states[i, 0]))
    else:
        for i in range(n):
            winners[i] = core._winner(states[i])


def lay(core: Core, state: cython.ulonglong[::1], cards: cython.ulonglong):
    """Answer an owed refill."""
    if cython.compiled:
        core._lay(cython.address(state[0]), cards)
    else:
        core._lay(state, cards)


def token(core: Core, state: cython.ulonglong[::1], place: cython.uint):
    """Answer an owed bonus token."""
    if cython.compiled:
        core._token(cython.address(state[0]), place)
    else:
        core._token(state, place)


def random_rounds(core: Core, rounds: cython.longlong, rng: cython.ulonglong[::1], buffer: cython.uint[::1]) -> int:
    """Play so many whole rounds at random, one after the other; return the plies of all."""
    done: cython.longlong = 0
    plies: cython.longlong = 0
    endless: cython.longlong = 1_000_000_000
    if cython.compiled:
        s: cython.ulonglong[13]
        with cython.nogil:
            while done < rounds:
                core._start(s, cython.address(rng[0]), done & 1)
                plies += core._playout(s, cython.address(rng[0]), cython.address(buffer[0]), endless)
                done += 1
    else:
        state = [0] * 13
        while done < rounds:
            core._start(state, rng, done & 1)
            plies += core._playout(state, rng, buffer, endless)
            done += 1
    return plies


def check_batch(core: Core, states: cython.ulonglong[:, ::1], codes: cython.uint[::1]) -> int:
    """Return the first place where the code is not legal in its state, -1 when all are."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = len(codes)
    wrong: cython.Py_ssize_t = -1
    nothing: cython.uint = 0xFFFFFFFF
    if cython.compiled:
        with cython.nogil:
            for i in range(n):
                if codes[i] != nothing and not core._allowed(cython.address(states[i, 0]), codes[i]):
                    wrong = i
                    break
    else:
        for i in range(n):
            if codes[i] != nothing and not core._allowed(states[i], codes[i]):
                wrong = i
                break
    return wrong


def observe_batch(core: Core, states: cython.ulonglong[:, ::1], seats: cython.uchar[::1], out: cython.short[:, ::1]):
    """Write what one seat of every state may know."""
    i: cython.Py_ssize_t
    n: cython.Py_ssize_t = len(seats)
    if cython.compiled:
        with cython.nogil:
            for i in range(n):
                core._observe(cython.address(states[i, 0]), seats[i], cython.address(out[i, 0]))
    else:
        for i in range(n):
            core._observe(states[i], seats[i], out[i])


@cython.final
@cython.auto_pickle(False)
@cython.nonecheck(True)
@cython.cclass
class Game:
    """One round in memory of its own, with its own stream of random numbers: the fastest way to step from Python.

    Nothing that is done through its methods can leave a state that no round could have.
    """

    core: Core
    state: cython.ulonglong[13]
    rng: cython.ulonglong[1]
    codes: cython.uint[2600]

    def __init__(self, core: Core, seed: cython.ulonglong):
        if core is None or core.kept is None:
            raise TypeError("a game needs the tables of a kernel")
        self.core = core
        if not cython.compiled:
            self.state, self.rng, self.codes = [0] * 13, [0], [0] * 2600
        self.rng[0] = seed
        self.start(0)

    def start(self, first: cython.int):
        """Set up a new round at random; `first` is 0 for seat A, 1 for seat B."""
        self.core._start(self.state, self.rng, first & 1)

    def legal(self) -> list:
        """Return the codes of all legal actions; none when chance is owed or the round is over."""
        n: cython.int = self.core._legal(self.state, self.codes)
        i: cython.int
        return [self.codes[i] for i in range(n)]

    def sample(self) -> int:
        """Return one of the legal codes, each equally likely. ValueError when there is none."""
        n: cython.int = self.core._legal(self.state, self.codes)
        if n == 0:
            raise ValueError("nobody is to act: chance is owed, or the round is over")
        return self.codes[_below(self.rng, n)]

    def apply(self, code: cython.uint):
        """Take an action; chance stays owed. ValueError when the code is not legal now."""
        if not self.core._allowed(self.state, code):
            raise ValueError(f"code {code} is not legal here")
        self.core._apply(self.state, code)

    def step(self, code: cython.uint):
        """Take an action and let chance answer at random. ValueError when the code is not legal now."""
        if not self.core._allowed(self.state, code):
            raise ValueError(f"code {code} is not legal here")
        self.core._apply(self.state, code)
        self.core._chance(self.state, self.rng)

    def chance(self):
        """Answer owed chance at random; nothing happens when none is owed."""
        self.core._chance(self.state, self.rng)

    def playout(self, limit: cython.longlong = 1_000_000_000) -> int:
        """Play on at random to the end, or for so many plies; return the plies."""
        return self.core._playout(self.state, self.rng, self.codes, limit)

    @property
    def turn(self) -> int:
        """0 or 1: the seat whose action is next or not yet complete."""
        return self.state[12] & 1

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return (self.state[12] >> 32) & 0xFF != 0

    def winner(self) -> int:
        """Return 0 for nobody, 1 for seat A, 2 for seat B, plus 4 times what decided (1 rupees, 2 bonus, 3 goods)."""
        return self.core._winner(self.state)

    def __copy__(self):
        """Return a game of its own in the same state, with a stream at the same place."""
        other = Game(self.core, 0)
        other.load_unchecked(self.words())
        other.seed_unchecked(self.rng[0])
        return other

    def seed_unchecked(self, state: cython.ulonglong):
        """Put the stream of random numbers to a place."""
        self.rng[0] = state

    def words(self) -> list:
        """Return the thirteen words of the state."""
        i: cython.int
        return [self.state[i] for i in range(13)]

    def load_unchecked(self, words: list):
        """Take over thirteen words; any that no round could have make everything after meaningless, though not unsafe.

        ValueError unless they are thirteen.
        """
        i: cython.int
        if words is None or len(words) != 13:
            raise ValueError("a state has thirteen words")
        for i in range(13):
            self.state[i] = words[i]
