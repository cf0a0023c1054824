"""The text of actions: signed bundles, as `str(action)` writes them (docs/notation.md)."""

from __future__ import annotations

import re
from functools import lru_cache

from ..errors import NotationError
from ..rules import EMPTY, Action, Answer, BonusDrawn, Reason, Refilled, bundle, propose

_SENTENCE = re.compile(r"(?P<first>[+-])(?P<one>[A-Z]*)(?:(?P<second>[+-])(?P<two>[A-Z]*))?", re.ASCII)


@lru_cache(1 << 12)
def parse_action(text: str) -> Action:
    """Return the action that a text says: `+D`, `+K`, `+DG-KP`, `-DDD`, letters in any order.

    NotationError where the text is no sentence; its `.reason` names the rule when it is a wish the rules know but no
    action expresses (`-CP` sells two kinds at once). Whether the action is allowed is the position's business.
    """
    found = _SENTENCE.fullmatch(text)
    if not found:
        wrong = next((place for place, letter in enumerate(text) if letter not in "+-DGSCPLK"), 0)
        raise NotationError("an action is written like +D, +K, +DG-KP or -DDD", text=text, position=wrong)
    sides = {"+": EMPTY, "-": EMPTY}
    for sign, letters in (("first", "one"), ("second", "two")):
        if found[sign] is None:
            continue
        if sides[found[sign]]:
            raise NotationError(f"{found[sign]} stands twice", text=text, position=found.start(sign))
        try:
            sides[found[sign]] = bundle(found[letters])
        except ValueError as wrong_letter:
            raise NotationError(str(wrong_letter), text=text, position=found.start(letters)) from None
        if not found[letters]:
            raise NotationError(f"no cards follow the {found[sign]}", text=text, position=found.end(sign))
    said = propose(sides["+"], sides["-"])
    if isinstance(said, Reason):
        raise NotationError(f"{said.name}: {said.sentence}", text=text, reason=said.name)
    return said


def parse_chance(text: str) -> Answer | None:
    """Return the answer of chance that follows the slash of a move; None for `?`, a value this side does not know.

    Letters are cards laid in the market, none of them means that the stock had run out, digits a bonus value.
    """
    if text == "?":
        return None
    if re.fullmatch(r"[1-9][0-9]?", text, re.ASCII):
        return BonusDrawn(int(text))
    try:
        return Refilled(bundle(text))
    except ValueError as wrong:
        raise NotationError(str(wrong), text=text) from None


def chance_text(answer: Answer | None) -> str:
    """Return what stands after the slash of a move for an answer of chance, `?` for one that is not known."""
    match answer:
        case Refilled(cards):
            return str(cards) if cards else ""
        case BonusDrawn(value):
            return str(value)
    return "?"
