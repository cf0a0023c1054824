"""The kernel beside the rules, step by step: what one position must show, and what a whole run must have met.

Everything is asked through the kernel's own doors, so that the same checks run over any core: compiled, interpreted,
or with a bug planted in it.
"""

from collections import Counter

from tests.kernel.drivers import DRIVERS

from saudagar.kernel import KernelSimulator, ReferenceSimulator, SplitMix, features
from saudagar.kernel.tables import bundles
from saudagar.rules import (
    CAMEL,
    GOODS,
    Bonus,
    Card,
    Exchange,
    Reason,
    Refill,
    Seat,
    Sell,
    Take,
    TakeCamels,
)
from saudagar.rules.cards import some

DECISIONS = {None: 0, "rupees": 4, "bonus_tokens": 8, "goods_tokens": 12}
SAYABLE = {
    Reason.ROUND_OVER,
    Reason.CHANCE_OWED,
    Reason.TAKE_NOT_IN_MARKET,
    Reason.TAKE_HAND_FULL,
    Reason.CAMELS_NONE_THERE,
    Reason.EXCHANGE_UNEQUAL,
    Reason.EXCHANGE_SAME_KIND,
    Reason.EXCHANGE_NOT_IN_MARKET,
    Reason.EXCHANGE_NOT_IN_HAND,
    Reason.EXCHANGE_NOT_IN_HERD,
    Reason.EXCHANGE_HAND_LIMIT,
    Reason.EXCHANGE_CAP,
    Reason.SELL_NOT_IN_HAND,
    Reason.SELL_TOO_FEW,
}
"""The reasons that forbid something a code can say; the others forbid wishes that have no code."""


class Lockstep:
    """One ruleset in both tellings, and everything that has occurred so far."""

    def __init__(self, ruleset):
        self.ruleset = ruleset
        self.kernel_side = KernelSimulator(ruleset)
        self.kernel = self.kernel_side.kernel
        self.rules_side = ReferenceSimulator(ruleset)
        self.probe = self.kernel.game(0)
        self.takes, self.gives = bundles(ruleset)
        self.seen = Counter()

    # ------------------------------------------------------------------------------------------------- whole rounds

    def round(self, seed, driver="random", actions=2, codes=6):
        """Play one round in both from one stream of random numbers; every position on the way is checked."""
        stream, source, first = SplitMix(seed), SplitMix(~seed), Seat.B if seed & 1 else Seat.A
        game = self.kernel.game(seed)
        if first is Seat.B:
            self.rules_side.start(Seat.A, stream)  # the round that the game was made with
            game.start(1)
        position = self.rules_side.start(first, stream)
        self.same(game.words(), position, "the set-up")
        while not position.over:
            self.position(position, source, actions, codes)
            action = DRIVERS[driver](position, source)
            game.apply(self.kernel.code(action))
            after = position.play(action)
            self.same(game.words(), after, f"{position} {action}")
            if after.owed:
                self.position(after, source, actions, codes)
            game.chance()
            position = self.rules_side.chance(after, stream)
            self.same(game.words(), position, f"chance after {position} {action}")
        self.position(position, source, actions, codes)
        return position

    def same(self, words, position, what):
        """The words are those of the round."""
        assert list(words) == self.kernel.encode(position).tolist(), what

    # ----------------------------------------------------------------------------------------------- single positions

    def position(self, position, source, actions=10**9, codes=200):
        """Everything about one position, with so many of its actions and answers, and so many codes, drawn at random."""
        words = self.kernel.encode(position)
        state = tuple(words.tolist())
        assert self.kernel.layout.decode(words) == position, position
        self.load(state)
        assert (self.probe.turn, self.probe.over) == (int(position.turn is Seat.B), position.over), position
        assert self.kernel_side.to_act(state) is position.to_act, position
        for seat in Seat:
            expected, found = features(position.seen_by(seat)), self.kernel_side.observe(state, seat)
            assert (expected == found).all(), f"{position} {seat} {expected} {found}"
        allowed = list(position.seen_by(position.turn).legal_actions)
        listed = self.probe.legal()
        assert sorted(listed) == sorted(map(self.kernel.code, allowed)), position
        for action in some_of(allowed, actions, source):
            self.action(position, state, action)
        for answer, _ in some_of(position.outcomes(), actions, source):
            after = self.kernel_side.resolve(state, answer)
            self.same(after, position.resolve(answer), f"{position} {answer}")
        for code in self.tempting(position, listed, codes, source):
            self.code(position, state, code)
        self.ended(position)
        self.note_position(position)

    def load(self, state):
        self.probe.load_unchecked(list(state))

    def action(self, position, state, action):
        """A legal action leads to the same place."""
        self.load(state)
        self.probe.apply(self.kernel.code(action))
        after = position.play_unchecked(action)
        self.same(self.probe.words(), after, f"{position} {action}")
        self.note_action(position, action, after)

    def code(self, position, state, code):
        """A code, whatever it is, is taken or refused as the rules say; refused, it changes nothing."""
        action = self.said(code)
        reason = position.seen_by(position.turn).why_not(action) if action else "nothing said"
        self.load(state)
        try:
            self.probe.apply(code)
        except ValueError:
            assert reason is not None, f"{position} {action} refused"
            assert tuple(self.probe.words()) == state, f"{position} {action} changed it"
            self.seen["reason", reason] += 1
        else:
            assert reason is None, f"{position} {action or code} taken, though {reason}"
            self.action(position, state, action)

    def ended(self, position):
        """Who has won, and by what."""
        result = position.result
        if result:
            self.load(self.kernel.encode(position).tolist())
            by = DECISIONS.get(result.decided_by.value, 0)
            expected = by + (1 if result.winner is Seat.A else 2 if result.winner else 0)
            assert self.probe.winner() == expected, position

    # ------------------------------------------------------------------------------------------------------- codes

    def said(self, code):
        """The action that a code says by docs in tables.py; None where it says none."""
        take, give = code >> 10, code & 1023
        if 1 <= take <= len(self.takes) and give < len(self.gives):
            return Exchange(self.takes[take - 1], self.gives[give])
        if code == 0:
            return TakeCamels()
        if 1 <= code <= 6:
            return Take(Card(code - 1))
        good, count = divmod(code - 8, 8)
        return Sell(Card(good), count) if 0 <= good < len(GOODS) and count and not take else None

    def tempting(self, position, listed, wanted, source):
        """Codes that are just legal, just not, or nothing at all."""
        found = [source.below(64) for _ in range(wanted)]
        own = position.hands[position.turn] + some(CAMEL, position.herds[position.turn])
        offer = position.market.goods
        for _ in range(wanted if offer.size > 1 else 0):
            size = 2 + source.below(offer.size - 1)
            take = pick(offer.parts(size), source)
            pool = own + some(Card(source.below(7)))
            parts = pool.without(take.kinds if source.below(4) else ()).parts(size + (not source.below(5)))
            if parts:
                found.append(self.exchange(take, pick(parts, source)))
        for code in some_of(listed, 2, source):
            found += [code ^ 1 << source.below(20), code + 1]
        loose = (1 + source.below(len(self.takes))) << 10 | source.below(len(self.gives))
        return [*filter(None, found), 0, loose, (len(self.takes) + 1) << 10, 1 << 10 | 1023, (1 << 32) - 1]

    def exchange(self, take, give):
        if take in self.takes and give in self.gives:
            return (self.takes.index(take) + 1) << 10 | self.gives.index(give)
        return None

    # ------------------------------------------------------------------------------------------ what has occurred

    def note_action(self, position, action, after):
        seat, rules, note = position.turn, self.ruleset, self.seen
        note["kind", type(action).__name__] += 1
        if isinstance(action, Exchange):
            note["exchange", action.take.size] += 1
            note["camels given", min(action.give[CAMEL], 1)] += 1
            note["row", "cap reached" if after.exchanges == rules.exchange_cap else "below"] += 1
        if isinstance(action, Sell):
            tokens = len(position.tokens_for(action))
            note["sale", action.count] += 1
            note["tokens", "all" if tokens == action.count else "short" if tokens else "none"] += 1
            tier = rules.tier_of_sale(action.count)
            if tier:
                left, whole = len(position.bonuses[rules.tiers.index(tier)]), len(rules.bonus_pile(tier))
                note["tier", tier, "full" if left == whole else "short" if left else "empty"] += 1
        gone = (
            action.give
            if isinstance(action, Exchange)
            else some(action.card, action.count)
            if isinstance(action, Sell)
            else ()
        )
        if any(0 < position.known[seat][good] < gone[good] for good in GOODS if gone):
            note["known", "floored"] += 1
        if isinstance(action, Take | TakeCamels):
            gap = rules.market_size - after.market.size
            note["refill", "whole" if gap <= position.stock.size else "short" if position.stock.size else "none"] += 1
        if isinstance(action, TakeCamels):
            note["camels taken", min(position.market[CAMEL], 3)] += 1

    def note_position(self, position):
        note = self.seen
        owed = position.owed
        note["owed", type(owed).__name__] += 1
        if position.to_act:
            note["cap", position.exchanges == self.ruleset.exchange_cap] += 1
            note["stock", bool(position.stock)] += 1
            note["hand full", position.hands[position.turn].size == self.ruleset.hand_limit] += 1
        if position.result:
            result, (a, b) = position.result, position.herds
            note["ending", result.ending.value] += 1
            note["decided", result.decided_by.value, str(result.winner)] += 1
            note["herds", (a > b) - (a < b)] += 1


def needed(ruleset):
    """Everything that must have occurred for a run over this ruleset to be complete."""
    most = min(ruleset.hand_limit, max(ruleset.pack[good] for good in GOODS))
    wanted = {("reason", reason) for reason in SAYABLE} | {("reason", "nothing said")}
    wanted |= {("kind", kind.__name__) for kind in (Take, TakeCamels, Exchange, Sell)}
    wanted |= {("exchange", size) for size in range(ruleset.smallest_exchange, ruleset.market_size + 1)}
    wanted |= {("sale", size) for size in range(1, most + 1)}
    wanted |= {
        ("tier", tier, left)
        for tier, pile in ruleset.bonuses
        for left in ("full", "short", "empty")[:: 1 + (len(pile) == 1)]
    }
    wanted |= {("tokens", how) for how in ("all", "short", "none")}
    wanted |= {("ending", how) for how in ("sold_out", "stock_empty")} | {("herds", sign) for sign in (-1, 0, 1)}
    wanted |= {("decided", by, seat) for by in ("rupees", "bonus_tokens", "goods_tokens") for seat in "ab"}
    wanted |= {("decided", "nothing", "None")}
    wanted |= {("row", "cap reached"), ("known", "floored")} | {("camels given", n) for n in (0, 1)}
    wanted |= {(name, truth) for name in ("cap", "stock", "hand full") for truth in (False, True)}
    wanted |= {("refill", how) for how in ("whole", "short", "none")} | {("camels taken", n) for n in (1, 2, 3)}
    return wanted | {("owed", name) for name in (Refill.__name__, Bonus.__name__, "NoneType")}


def pick(many, source):
    return many[source.below(len(many))]


def some_of(many, wanted, source):
    """All of them, or so many drawn at random."""
    return list(many) if len(many) <= wanted else [pick(many, source) for _ in range(wanted)]
