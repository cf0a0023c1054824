"""Hints: what the strongest player would do, and why, in reasons a person can check on the table."""

from __future__ import annotations

from typing import Any

from ..kernel import compiled
from ..kernel.outlook import Outlook
from ..kernel.search import Plan, Searcher
from ..kernel.tables import code_of
from ..players import Limit, player
from ..players.network import kernel, network, state_of
from ..players.worth import camels_gained, cash, mean_bonus
from ..rules import CAMEL, Action, Bundle, Card, Exchange, Rng, Seat, Sell, Take, TakeCamels, View
from ..rules.actions import given, taken
from ..rules.cards import some

ADVISER, SAMPLES = "champion-1", 800
"""Who is asked, and how many samples it may look at: some 30 ms where the kernel is compiled."""
COMPARED = 400
"""Fresh worlds through which an action is compared with the best: as many samples again."""
PATIENT = 20
"""So many times fewer of both where the kernel is not compiled."""
SHOWN = 3


def hint(view: View, rng: Rng, chosen: Action | None = None) -> dict[str, Any]:
    """Return the best actions of a view with their chances of winning the round, and reasons for the first.

    With a `chosen` action its chance is told too, and what it loses against the best, both in the same fresh worlds,
    with the standard error of that. ValueError when the audience is not to act, or `chosen` is not legal; Unsuitable
    for a ruleset that the adviser has not learnt.
    """
    share = 1 if compiled() else PATIENT
    decision = player(ADVISER).choose(view, Limit(samples=SAMPLES // share), rng)
    ranking = [{"action": str(action), "chance": round(value, 3)} for action, value in decision.ranking[:SHOWN]]
    told = {"action": str(decision.action), "ranking": ranking, "reasons": reasons(view, decision.action)}
    if chosen is None:
        return told
    if chosen not in dict(decision.ranking):
        raise ValueError(f"{chosen} is not allowed here")
    return {**told, "chosen": _against(view, decision.action, chosen, COMPARED // share, rng)}


def _against(view: View, best: Action, chosen: Action, worlds: int, rng: Rng) -> dict[str, Any]:
    """Return what an action is worth beside the best one. Both meet the same worlds, none of which chose the best."""
    codes = [code_of(action, view.ruleset) for action in (best, chosen)]
    outlook = Outlook(Searcher(kernel(view.ruleset), network(), Plan()))
    found = outlook.sample(state_of(view), codes, worlds, rng.below(1 << 31) << 31 | rng.below(1 << 31))
    loss = max(0.0, found.values[0] - found.values[1])
    told = {"chance": found.values[1], "loss": loss, "error": found.errors[1]}
    return {"action": str(chosen), **{name: round(value, 3) for name, value in told.items()}}


def reasons(view: View, action: Action) -> list[dict[str, Any]]:
    """Return why an action may be good, the weightiest reasons first, at most two: keys and parameters of the texts."""
    if isinstance(action, Sell):
        found = _of_sale(view, action)
    elif isinstance(action, TakeCamels):
        found = _of_camels(view)
    else:
        found = _of_goods(view, action)
    return found[:2] or [{"key": "hint.best", "params": {}}]


def _of_sale(view: View, sale: Sell) -> list[dict[str, Any]]:
    left = view.ruleset.tokens_left(sale.card, view.sold[sale.card])
    found = []
    if sale.count >= len(left) > 0 and _empty(view) + 1 >= view.ruleset.piles_to_end:
        found.append({"key": "hint.ends_round", "params": {}})
    if bonus := mean_bonus(view, sale.count):
        found.append({"key": "hint.bonus", "params": {"count": sale.count, "value": round(bonus)}})
    if left and left[0] > left[-1]:
        found.append({"key": "hint.top", "params": {"value": left[0], "card": sale.card.letter}})
    if view.hand.size >= view.ruleset.hand_limit:
        found.append({"key": "hint.room", "params": {}})
    if cash(view, sale):
        found.append({"key": "hint.cash", "params": {"value": round(cash(view, sale))}})
    return found


def _of_camels(view: View) -> list[dict[str, Any]]:
    found = []
    count = view.market[CAMEL]
    if _other_full(view):
        found.append({"key": "hint.other_full", "params": {}})
    if count >= 3:
        found.append({"key": "hint.many_camels", "params": {"count": count}})
    if view.herd <= _other_herd(view) < view.herd + count:
        found.append({"key": "hint.larger_herd", "params": {}})
    if view.hand.size >= view.ruleset.hand_limit:
        found.append({"key": "hint.camels_fit", "params": {}})
    found.append({"key": "hint.camels_later", "params": {}})
    return found


def _of_goods(view: View, action: Take | Exchange) -> list[dict[str, Any]]:
    goods, after = taken(action), view.hand + taken(action) - _goods(action)
    found = []
    best = max((card for card in view.ruleset.goods if goods[card]), key=lambda card: after[card])
    if after[best] >= 3:
        found.append({"key": "hint.set", "params": {"count": after[best], "card": best.letter}})
    if _precious(view, goods):
        found.append({"key": "hint.precious", "params": {}})
    wanted = next((card for card in view.ruleset.goods if goods[card] and _other_known(view)[card]), None)
    if wanted is not None:
        found.append({"key": "hint.deny", "params": {"card": wanted.letter}})
    if camels_gained(view, action) <= -2 and isinstance(action, Exchange):
        left = view.market[CAMEL] - camels_gained(view, action)
        found.append({"key": "hint.flood", "params": {"count": left}})
    if isinstance(action, Take) and after[best] == 2:
        found.append({"key": "hint.pair", "params": {"card": best.letter}})
    return found


def _goods(action: Action) -> Bundle:
    gone = given(action)
    return gone - some(CAMEL, gone[CAMEL])


def _precious(view: View, goods: Bundle) -> bool:
    return any(goods[card] for card in view.ruleset.goods if view.ruleset.smallest_sale[card] > 1)


def _empty(view: View) -> int:
    return sum(not view.ruleset.tokens_left(good, view.sold[good]) for good in view.ruleset.goods)


def _seat(view: View) -> Seat:
    if not isinstance(view.audience, Seat):
        raise ValueError("only a seat is given hints")
    return view.audience


def _other_full(view: View) -> bool:
    return view.hand_sizes[_seat(view).other] >= view.ruleset.hand_limit


def _other_herd(view: View) -> int:
    return view.herds[_seat(view).other]


def _other_known(view: View) -> dict[Card, int]:
    known = view.known[_seat(view).other]
    return {card: known[card] for card in view.ruleset.goods}
