"""A player with judgement but no search: plans sets, races for tokens, minds what it leaves to the other seat."""

from __future__ import annotations

from math import tanh

from ..rules import CAMEL, Action, Bundle, Card, Exchange, Rng, Seat, Sell, Take, TakeCamels, View
from ..rules.actions import given, taken
from .protocol import Decision, Limit, best
from .worth import camels_gained, cash, mean_bonus


class HeuristicPlayer:
    """Weighs, for every action: rupees now, what the hand will bring, the herd, the market left behind, and the end.

    The weights were set by hand and by matches against `greedy-1` (docs/design/players.md says how well it does).
    """

    name = "heuristic-1"

    def choose(self, view: View, limit: Limit, rng: Rng) -> Decision:
        """Return the action it values most, in rupees. ValueError when the audience is not to act."""
        if not isinstance(view.audience, Seat):
            raise ValueError("this audience is not to act")
        judge = _Judge(view, view.audience)
        return best([(action, judge.value(action)) for action in view.legal_actions], rng)


class _Judge:
    """Judges the actions of one view."""

    def __init__(self, view: View, me: Seat) -> None:
        self.view = view
        self.rules = view.ruleset
        self.me = me
        self.theirs = view.known[me.other]
        self.herds = view.herds[me], view.herds[me.other]
        self.unseen = view.unseen
        # How much of the round is still to come, from 1 down to 0: by the stock, and by the piles near their end.
        self.time = min(view.stock / max(1, self.rules.first_stock), 1.0)
        self.tokens = [self.rules.tokens_left(good, view.sold[good]) for good in Card if good is not CAMEL]
        self.bonus = [mean_bonus(view, count) for count in range(self.rules.hand_limit + 1)]
        self.hand_now = self.hand_value(view.hand)

    def value(self, action: Action) -> float:
        """Return the worth of an action in rupees."""
        hand = self.view.hand - given(action).goods + taken(action)
        value = cash(self.view, action) + self.hand_value(hand, action) - self.hand_now
        value += self.herd_value(camels_gained(self.view, action))
        value -= self.left_behind(action)
        return value + self.ending(action)

    def hand_value(self, hand: Bundle, sale: Action | None = None) -> float:
        """Return what a hand will bring: each set at its price now, less the cost of waiting, plus hope of growth."""
        total = 0.0
        for good in self.rules.goods:
            if hand[good]:
                total += self.set_value(
                    good, hand[good], sold=sale.count if isinstance(sale, Sell) and sale.card is good else 0
                )
        # A full hand can neither take nor grow: the last free places are worth more than the first.
        return total - 0.5 * max(0, hand.size - self.rules.hand_limit + 2)

    def set_value(self, good: Card, count: int, sold: int = 0) -> float:
        """Return what `count` cards of a good in hand are worth after `sold` more of it went to the pile."""
        tokens = self.tokens[good][sold:]
        price = sum(tokens[:count])
        minimum = self.rules.smallest_sale[good]
        coming = self.unseen[good] + self.view.market[good]
        hope = min(1.0, coming / 4) * (0.35 + 0.65 * self.time)
        if count < minimum:
            return 0.55 * hope * sum(tokens[:minimum]) * count / minimum
        # The tokens fall when the other seat sells first: known cards of this good over there make waiting dear.
        risk = 0.06 + 0.05 * self.theirs[good]
        bonus, more = self.bonus[min(count, len(self.bonus) - 1)], self.bonus[min(count + 1, len(self.bonus) - 1)]
        growth = 0.42 * hope * max(0.0, more - bonus)
        return (1 - risk) * (price + bonus) * (0.62 + 0.33 * self.time) + growth

    def herd_value(self, gained: int) -> float:
        """Return the worth of gaining (or giving) camels: the token of the larger herd, and their use in exchanges."""
        mine, other = self.herds
        token = self.rules.camel_token
        spread = 2.0 + 4.0 * self.time
        lead = tanh((mine + gained - other) / spread) - tanh((mine - other) / spread)
        return token * lead / 2 + 0.75 * self.time * gained

    def left_behind(self, action: Action) -> float:
        """Return what the market after the action offers the other seat: its best single good, and easy sets."""
        market = self.view.market - _out_of_market(action, self.view)
        if isinstance(action, Exchange):
            market += action.give
        offers = sorted((self.offer(good, market[good]) for good in market.goods.kinds), reverse=True)
        best_offer = offers[0] if offers else 0.0
        second = offers[1] if len(offers) > 1 else 0.0
        blind = self.rules.market_size - market.size if not isinstance(action, Exchange | Sell) else 0
        return 0.5 * best_offer + 0.2 * second + 0.45 * min(blind, 3) * (self.view.stock > 0)

    def offer(self, good: Card, count: int) -> float:
        """Return how much the other seat would like the market's goods of a kind, by what it is known to hold."""
        tokens, held = self.tokens[good], self.theirs[good]
        gain = sum(tokens[:count]) if count > 1 else (tokens[0] if tokens else 0)
        size = min(held + count, len(self.bonus) - 1)
        lift = self.bonus[size] - self.bonus[min(held, len(self.bonus) - 1)]
        return 0.5 * gain + 0.5 * max(0.0, lift)

    def ending(self, action: Action) -> float:
        """Return the worth of ending the round with this action: the win or loss it means, as far as one can tell."""
        if not self.ends(action):
            return 0.0
        mine, other = (self.rupees(seat) for seat in (self.me, self.me.other))
        herd = self.herds[0] + camels_gained(self.view, action)
        camel = (herd > self.herds[1]) - (herd < self.herds[1])
        margin = mine + cash(self.view, action) + camel * self.rules.camel_token - other
        return 60.0 * tanh(margin / 4)

    def ends(self, action: Action) -> bool:
        """Say whether the round is over after the action."""
        if isinstance(action, Take | TakeCamels):
            need = 1 if isinstance(action, Take) else self.view.market[CAMEL]
            return need > self.view.stock
        if not isinstance(action, Sell):
            return False
        empty = sum(not self.tokens[good] for good in self.rules.goods)
        emptied = bool(self.tokens[action.card]) and action.count >= len(self.tokens[action.card])
        return empty + emptied >= self.rules.piles_to_end

    def rupees(self, seat: Seat) -> float:
        """Return a seat's rupees without the camel token, unknown bonus tokens at their mean."""
        purse = self.view.purses[seat]
        return purse.rupees + sum(purse.bonuses) + sum(mean_bonus(self.view, tier) or tier for tier in purse.hidden)


def _out_of_market(action: Action, view: View) -> Bundle:
    """Return the cards that an action takes out of the market."""
    if isinstance(action, TakeCamels):
        return view.market - view.market.goods
    return taken(action)
