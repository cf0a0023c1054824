"""Positions for tests: laid out by hand from what matters, or met in seeded play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count

from saudagar.dealers import FairDealer, Stream, rng, settle
from saudagar.rules import (
    CAMEL,
    STANDARD,
    Action,
    Bonus,
    Bundle,
    BySeat,
    Exchange,
    Purse,
    Refilled,
    Round,
    Ruleset,
    Seat,
    Sell,
    Take,
    TakeCamels,
    bundle,
    problems,
)

A, B = Seat


def board(
    market: str,
    a: str = "",
    b: str = "",
    *,
    herds: tuple[int, int] = (0, 0),
    sold: str = "",
    stock: str | None = None,
    known: tuple[str, str] = ("", ""),
    turn: Seat = A,
    rules: Ruleset = STANDARD,
    exchanges: int = 0,
    bonuses_left: tuple[tuple[int, ...], ...] | None = None,
) -> Round:
    """A round with these cards; whatever is not named is in the stock, or, where `stock` is given, already used up:

    camels stand in B's herd, goods are sold. The goods tokens sold, and the bonus tokens not left, belong to B.
    """
    gone = bundle(sold)
    rest = rules.pack - bundle(market) - bundle(a) - bundle(b) - gone - bundle("K" * sum(herds))
    if stock is not None:
        used = rest - bundle(stock)
        herds = (herds[0], herds[1] + used[CAMEL])
        gone, rest = gone + used.goods, bundle(stock)
    tokens = [token for good in rules.goods for token in rules.tokens[good][: gone[good]]]
    left = tuple(pile for _, pile in rules.bonuses) if bonuses_left is None else bonuses_left
    drawn = Counter(v for _, pile in rules.bonuses for v in pile) - Counter(v for pile in left for v in pile)
    found = Round(
        rules,
        market=bundle(market),
        stock=rest,
        hands=BySeat(bundle(a), bundle(b)),
        known=BySeat(*map(bundle, known)),
        herds=BySeat(*herds),
        sold=gone,
        bonuses=left,
        purses=BySeat(Purse(), Purse(sum(tokens), len(tokens), tuple(sorted(drawn.elements())))),
        turn=turn,
        exchanges=exchanges,
    )
    assert problems(found) == [], found
    return found


def why_not(position: Round, action: Action) -> str | None:
    """The name of the reason why the seat to act may not do this; None when it may."""
    reason = position.seen_by(position.turn).why_not(action)
    return reason.name if reason else None


def trade(take: str, give: str) -> Exchange:
    return Exchange(bundle(take), bundle(give))


def complete(position: Round, action: Action, cards: str | None = None, *, rng_seed: int = 0) -> Round:
    """The round after an action with its chance: these cards, or whatever the seed draws."""
    after = position.play(action)
    if not after.owed:
        return after
    if cards is not None:
        return after.resolve(Refilled(bundle(cards)))
    return after.resolve(pick(after, rng(rng_seed)))


def pick(position: Round, source: Stream) -> object:
    """An answer to the owed chance, as a shuffle would give it."""
    if isinstance(position.owed, Bonus):
        pile = position.bonuses[position.ruleset.tiers.index(position.owed.tier)]
        return next(answer for answer, _ in position.outcomes() if answer.value == pile[source.below(len(pile))])
    cards = source.shuffle(position.stock)
    return Refilled(bundle(cards[: position.owed.count]))


STYLES = ("any", "kinds", "hoard", "sell", "camels", "stall", "drain")
_FIRST: dict[str, tuple[type, ...]] = {
    "hoard": (Exchange, Take, TakeCamels, Sell),
    "sell": (Sell, Take, TakeCamels, Exchange),
    "camels": (TakeCamels, Sell, Take, Exchange),
    "stall": (Exchange, Sell, TakeCamels, Take),
    "drain": (Take, TakeCamels, Sell, Exchange),
}


def choose(position: Round, style: str, source: Stream) -> Action:
    """An action in a style of play; every style leaves the door open to every action."""
    actions = list(position.seen_by(position.turn).legal_actions)
    kinds = sorted({type(action) for action in actions}, key=lambda kind: kind.__name__)
    if style != "any" and kinds:
        wanted = kinds[source.below(len(kinds))]
        if style in _FIRST and source.below(10):
            wanted = next(kind for kind in _FIRST[style] if kind in kinds)
        actions = [action for action in actions if isinstance(action, wanted)]
    return actions[source.below(len(actions))]


def walk(seed: int, style: str = "any", rules: Ruleset = STANDARD) -> Iterator[Round]:
    """Every position of one round of seeded play: owed chance and the end included."""
    source = rng(seed)
    dealer = FairDealer(bytes([source.below(256) for _ in range(32)]))
    position = Round.start(rules, dealer.first(), dealer.deal(rules))
    yield position
    while not position.over:
        position = settle(position, dealer) if position.owed else position.play(choose(position, style, source))
        yield position


def met(*, styles: tuple[str, ...] = STYLES, seed: int = 0, rules: Ruleset = STANDARD) -> Iterator[Round]:
    """Positions of one seeded round after the other, without end, in changing styles."""
    for number in count(seed):
        yield from walk(number, styles[number % len(styles)], rules)


def features(position: Round) -> tuple[object, ...]:
    """What makes two positions different in kind: how full, how near to a limit, how near to the end."""
    hand, herd = position.hands[position.turn], position.herds[position.turn]
    cap = position.ruleset.exchange_cap
    return (
        hand.size,
        min(herd, 3),
        max(position.exchanges - cap + 2, 0),
        min(position.stock.size, 1),
        min(position.market[CAMEL], 2),
        position.empty_piles,
    )


def diverse(wanted: int, seed: int = 0) -> list[Round]:
    """`wanted` positions to act in, first one of each kind, then further ones as they come; the same for each seed."""
    firsts: dict[tuple[object, ...], Round] = {}
    more: list[Round] = []
    for position in met(seed=seed):
        if position.to_act:
            if features(position) not in firsts:
                firsts[features(position)] = position
            elif position.hands[position.turn].size + position.herds[position.turn] > 6:
                more.append(position)
        if len(firsts) >= wanted or len(firsts) + len(more) >= 8 * wanted:
            return [*firsts.values(), *more][:wanted]
    raise AssertionError("met() never ends")


def letters(cards: Bundle) -> str:
    """The letters of a bundle, nothing for an empty one."""
    return str(cards) if cards else ""
