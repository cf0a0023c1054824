"""Why an action is not allowed: one member per sentence of the rules."""

from __future__ import annotations

from enum import Enum


class Reason(Enum):
    """A sentence of the rules that forbids an action; `.paragraph` is its § in docs/rules.md.

    Every member has a test named after it, a conformance position and a message in every language
    (`reason.<NAME>` in locale/). The checker names the first that applies, in the order of its questions.
    """

    def __init__(self, paragraph: int, sentence: str) -> None:
        self.paragraph = paragraph
        self.sentence = sentence

    ROUND_OVER = (16, "the round is over")
    CHANCE_OWED = (16, "the last action is not complete: a card or a bonus token is still to be turned over")
    NOT_YOUR_TURN = (7, "it is not this seat's turn")
    NOTHING_CHOSEN = (8, "there is no passing: a turn takes, exchanges or sells")

    TAKE_ONE_GOOD = (8, "one single good is taken; whoever takes more gives as many cards back")
    TAKE_NOT_IN_MARKET = (8, "the good is not in the market")
    TAKE_HAND_FULL = (13, "the hand would pass its limit, and nothing can be discarded")
    TAKE_GOODS_AND_CAMELS = (9, "goods and camels are not taken in one turn")
    CAMELS_ALL_TOGETHER = (9, "camels are taken all together, never some of them")
    CAMELS_NONE_THERE = (9, "there are no camels in the market")

    EXCHANGE_TAKES_NO_CAMELS = (10, "an exchange takes goods, never camels")
    EXCHANGE_UNEQUAL = (10, "exactly as many cards are given as taken")
    EXCHANGE_TOO_FEW = (10, "an exchange is of two cards or more")
    EXCHANGE_SAME_KIND = (10, "no good is both taken and given")
    EXCHANGE_NOT_IN_MARKET = (10, "the goods are not all in the market")
    EXCHANGE_NOT_IN_HAND = (10, "the goods to be given are not all in the hand")
    EXCHANGE_NOT_IN_HERD = (10, "the herd has fewer camels than are to be given")
    EXCHANGE_HAND_LIMIT = (13, "the hand would pass its limit; camels given make it grow")
    EXCHANGE_CAP = (15, "after so many exchanges in a row somebody must take or sell")

    SELL_ONE_KIND = (11, "a sale is of one kind of good")
    SELL_NO_CAMELS = (11, "camels are never sold")
    SELL_NOT_IN_HAND = (11, "the hand has fewer cards of this good")
    SELL_TOO_FEW = (11, "precious goods are sold two at a time or more")
