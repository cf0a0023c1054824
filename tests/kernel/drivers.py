"""Ways to play that lead into different corners of the rules; each leaves the door open to every action."""

from saudagar.rules import CAMEL, Exchange, Sell, Take, TakeCamels


def steered(score, whim=8):
    """A driver that takes the action with the highest score, and once in `whim` plies any."""

    def drive(position, source):
        actions = list(position.seen_by(position.turn).legal_actions)
        if source.below(whim):
            best = max(score(position, action) for action in actions)
            actions = [action for action in actions if score(position, action) == best]
        return actions[source.below(len(actions))]

    return drive


def _seller(position, action):
    """Sells as many as it can as soon as it can."""
    return action.count if isinstance(action, Sell) else 0.5 if isinstance(action, Take) else 0


def _exchanger(_, action):
    """Exchanges until the cap stops it."""
    return isinstance(action, Exchange)


def _camels(_, action):
    """Loves camels, and never gives one away."""
    return 2 if isinstance(action, TakeCamels) else 0 if isinstance(action, Exchange) and action.give[CAMEL] else 1


def _hoarder(position, action):
    """Gathers five to seven of a kind before it sells."""
    hand = position.hands[position.turn]
    match action:
        case Sell(_, count):
            return 50 + count if count > 4 + (position.stock.size & 1) * 2 else -count
        case Take(card):
            return 2 * (hand[card] + 1)
        case Exchange(take, give):
            return 2 * max((hand + take - give.goods).counts) - give[CAMEL] / 8
    return 3


def _emptier(position, action):
    """Runs three goods piles out, and goes on selling those that have nothing left."""
    if isinstance(action, Sell):
        return 5 + action.count + 2 * position.sold[action.card]
    if isinstance(action, Take):
        return 1 + position.sold[action.card] + position.hands[position.turn][action.card]
    return 0


def _hurrier(_, action):
    """Takes and takes, until the stock is gone."""
    return 2 if isinstance(action, Take | TakeCamels) else 1 if isinstance(action, Sell) else 0


DRIVERS = {
    "random": steered(lambda *_: 0),
    "seller": steered(_seller),
    "exchanger": steered(_exchanger, whim=20),
    "camels": steered(_camels),
    "hoarder": steered(_hoarder, whim=25),
    "emptier": steered(_emptier),
    "hurrier": steered(_hurrier),
}
