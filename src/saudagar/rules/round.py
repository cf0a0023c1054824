"""The true state of a round, in which the order of the stock does not exist (§5–§16)."""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace
from fractions import Fraction

from ..errors import IllegalAction, ImpossibleChance, NotYourTurn, RoundOver
from .actions import Action, Exchange, Sell, TakeCamels, given, taken
from .cards import CAMEL, EMPTY, Bundle, some
from .chance import Answer, Bonus, BonusDrawn, Dealt, Owed, Refill, Refilled, draws, refills
from .reasons import Reason
from .ruleset import Ruleset
from .scoring import Ending, Purse, RoundResult, settle_scores
from .seats import Audience, BySeat, Seat
from .text import position_line
from .view import View


@dataclass(frozen=True, slots=True)
class Round:
    """A round as it truly is. `play` and `resolve` return a new one; chance is owed and answered from outside.

    Stock and bonus piles are multisets. `known` is the part of each hand that both seats know (§24), `sold` the
    cards sold of each good, `exchanges` how many stood in a row, `bonus_due` the tier of a bonus token still to be
    drawn. `turn` is the seat whose action is next or not yet complete.
    """

    ruleset: Ruleset
    market: Bundle
    stock: Bundle
    hands: BySeat[Bundle]
    known: BySeat[Bundle]
    herds: BySeat[int]
    sold: Bundle
    bonuses: tuple[tuple[int, ...], ...]
    purses: BySeat[Purse]
    turn: Seat
    exchanges: int = 0
    bonus_due: int | None = None

    @staticmethod
    def start(ruleset: Ruleset, first: Seat, dealt: Dealt) -> Round:
        """Return a round at its first turn (§5–§7). ImpossibleChance where the deal is not one of this pack."""
        stock = ruleset.pack.less(dealt.market + dealt.hands.a + dealt.hands.b)
        sizes = (dealt.market.size, dealt.hands.a.size, dealt.hands.b.size, stock.size)
        if sizes != (ruleset.market_size, ruleset.deal, ruleset.deal, ruleset.first_stock):
            raise ImpossibleChance(f"a deal of {ruleset.name} cannot be {dealt.market} {dealt.hands.a}|{dealt.hands.b}")
        if dealt.market[CAMEL] < ruleset.open_camels:
            raise ImpossibleChance(f"the market starts with {ruleset.open_camels} camels or more, not {dealt.market}")
        return Round(
            ruleset,
            dealt.market,
            stock,
            hands=dealt.hands.map(lambda hand: hand.goods),
            known=BySeat(EMPTY, EMPTY),
            herds=dealt.hands.map(lambda hand: hand[CAMEL]),
            sold=EMPTY,
            bonuses=tuple(pile for _, pile in ruleset.bonuses),
            purses=BySeat(Purse(), Purse()),
            turn=first,
        )

    @property
    def owed(self) -> Owed | None:
        """The chance that the last action still owes; None when it is complete."""
        if self.bonus_due:
            return Bonus(self.turn, self.bonus_due)
        gap = self.ruleset.market_size - self.market.size
        gap = gap and min(gap, self.stock.size)
        return Refill(gap) if gap else None

    @property
    def empty_piles(self) -> int:
        """The number of goods piles without tokens."""
        return sum(map(operator.ge, self.sold.counts, self.ruleset.pile_sizes))

    @property
    def ending(self) -> Ending | None:
        """What has ended the round, None while it runs (§16)."""
        return None if self.owed else self._ended()

    def _ended(self) -> Ending | None:
        if self.empty_piles >= self.ruleset.piles_to_end:
            return Ending.SOLD_OUT
        return Ending.STOCK_EMPTY if self.market.size < self.ruleset.market_size else None

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.ending is not None

    @property
    def to_act(self) -> Seat | None:
        """The seat that must act now; None while chance is owed and after the end."""
        return None if self.owed or self._ended() else self.turn

    @property
    def result(self) -> RoundResult | None:
        """The result, None while the round runs (§17–§19)."""
        ending = self.ending
        return settle_scores(self.ruleset, self.purses, self.herds, ending) if ending else None

    def seen_by(self, audience: Audience) -> View:
        """Return all that an audience may know; the only door through which a round leaves the authority (§23–§26)."""
        hands, purses, owed = self.hands, self.purses, self.owed
        over = owed is None and self._ended() is not None
        return View(
            ruleset=self.ruleset,
            audience=audience,
            market=self.market,
            stock=self.stock.size,
            hands=BySeat(hands.a if audience is Seat.A else None, hands.b if audience is Seat.B else None),
            hand_sizes=BySeat(hands.a.size, hands.b.size),
            known=self.known,
            herds=self.herds,
            sold=self.sold,
            bonuses=tuple([len(pile) for pile in self.bonuses]),
            purses=BySeat(
                purses.a if over or audience is Seat.A else purses.a.closed(self.ruleset),
                purses.b if over or audience is Seat.B else purses.b.closed(self.ruleset),
            ),
            turn=self.turn,
            exchanges=self.exchanges,
            owed=owed,
            over=over,
        )

    def play(self, action: Action) -> Round:
        """Return the round after the seat to act takes an action. IllegalAction (with `.reason`) where it may not."""
        view = self.seen_by(self.turn)
        reason = view.why_not(action)
        if reason:
            kind = {Reason.ROUND_OVER: RoundOver, Reason.NOT_YOUR_TURN: NotYourTurn}.get(reason, IllegalAction)
            raise kind(action, reason, view)
        return self.play_unchecked(action)

    def play_unchecked(self, action: Action) -> Round:
        """Return the round after an action that is known to be legal; with any other the result means nothing."""
        seat, gives = self.turn, given(action)
        camels = self.market[CAMEL] if isinstance(action, TakeCamels) else 0
        takes, sold, purses, due = taken(action), self.sold, self.purses, self.bonus_due
        if isinstance(action, Sell):
            tier = self.ruleset.tier_of_sale(action.count)
            sold = sold + gives
            purses = purses.but(seat, purses[seat].with_goods(self.tokens_for(action)))
            due = tier if tier and self.bonuses[self.ruleset.tiers.index(tier)] else None
        after = Round(  # all fields at once: `replace` takes twice as long, and this is done for every move
            self.ruleset,
            market=self.market - takes - some(CAMEL, camels) + (gives if isinstance(action, Exchange) else EMPTY),
            stock=self.stock,
            hands=self.hands.but(seat, self.hands[seat] - gives.goods + takes),
            # Whether the known cards or others of the kind went cannot be told: the certain count falls by as many.
            known=self.known.but(seat, self.known[seat].less(gives) + takes),
            herds=self.herds.but(seat, self.herds[seat] + camels - gives[CAMEL]),
            sold=sold,
            bonuses=self.bonuses,
            purses=purses,
            turn=seat,
            exchanges=self.exchanges + 1 if isinstance(action, Exchange) else 0,
            bonus_due=due,
        )
        return after if after.owed else replace(after, turn=seat.other)

    def tokens_for(self, sale: Sell) -> tuple[int, ...]:
        """Return the goods tokens that a sale brings, top first: fewer than cards when the pile is short (§11, §12)."""
        return self.ruleset.tokens_left(sale.card, self.sold[sale.card])[: sale.count]

    def resolve(self, answer: Answer) -> Round:
        """Return the round with the owed chance answered. ImpossibleChance where it is not owed or cannot be."""
        owed = self.owed
        match owed, answer:
            case Refill(count), Refilled(cards) if cards.size == count and cards <= self.stock:
                market, stock, other = self.market + cards, self.stock - cards, self.turn.other
                return replace(self, market=market, stock=stock, turn=other)
            case Bonus(seat, tier), BonusDrawn(value) if value in self.bonuses[self.ruleset.tiers.index(tier)]:
                place = self.ruleset.tiers.index(tier)
                pile = list(self.bonuses[place])
                pile.remove(value)
                return replace(
                    self,
                    bonuses=(*self.bonuses[:place], tuple(pile), *self.bonuses[place + 1 :]),
                    purses=self.purses.but(seat, self.purses[seat].with_bonus(value)),
                    bonus_due=None,
                    turn=self.turn.other,
                )
            case _:
                raise ImpossibleChance(f"{owed or 'nothing'} is owed, and cannot be answered by {answer} [{self}]")

    def outcomes(self) -> tuple[tuple[Answer, Fraction], ...]:
        """Return every answer to the owed chance with its exact probability; empty when nothing is owed."""
        match self.owed:
            case Refill(count):
                return refills(self.stock, count)
            case Bonus(_, tier):
                return draws(self.bonuses[self.ruleset.tiers.index(tier)])
        return ()

    def __str__(self) -> str:
        return position_line(self)
