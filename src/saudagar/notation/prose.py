"""The narrator: what happened, as a message key with parameters, and messages as sentences in any language.

There is one narrator for all faces: the terminal renders its messages here, the browser with a twin of `render` that is
held to the same conformance file (conformance/messages.json).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..rules import (
    Began,
    Bundle,
    BySeat,
    Card,
    DrewBonus,
    Ended,
    Event,
    Exchanged,
    Forfeited,
    Laid,
    NoBonus,
    Reason,
    Resigned,
    Ruleset,
    Sealed,
    Seat,
    Sold,
    Took,
    TookCamels,
    Won,
    bundle,
)

Parameter = str | int | tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence in no language: a key of locale/<language>/game.json and its parameters.

    Parameters are letters of cards (`cards`, `take`, `give`), a seat (`seat`: "a" or "b"), numbers, or tuples of
    numbers.
    """

    key: str
    params: Mapping[str, Parameter] = field(default_factory=dict)


def messages(event: Event, ruleset: Ruleset, number: int = 1) -> tuple[Message, ...]:
    """Return the sentences that tell an event, as its audience may know it; `number` is the round's."""
    match event:
        case Began(first):
            return (Message("event.began", {"seat": first.value, "round": number}),)
        case Took(seat, card):
            return (Message("event.took", {"seat": seat.value, "cards": card.letter}),)
        case TookCamels(seat, count):
            return (Message("event.camels", {"seat": seat.value, "cards": "K" * count}),)
        case Exchanged(seat, take, give):
            return (Message("event.exchanged", {"seat": seat.value, "take": str(take), "give": str(give)}),)
        case Sold(seat, card, count, tokens):
            cards = {"seat": seat.value, "cards": card.letter * count}
            return (
                Message("event.sold", {**cards, "tokens": tokens})
                if tokens
                else Message("event.sold_for_nothing", cards),
            )
        case NoBonus(_, tier):
            return (Message("event.no_bonus", {"tier": tier}),)
        case DrewBonus(seat, tier, None):
            return (Message("event.bonus", {"seat": seat.value, "tier": tier}),)
        case DrewBonus(seat, tier, value):
            return (Message("event.bonus_value", {"seat": seat.value, "tier": tier, "value": value or 0}),)
        case Laid(cards):
            return (Message("event.laid", {"cards": str(cards)}) if cards else Message("event.not_refilled"),)
        case Ended():
            return _ended(event, ruleset)
        case _:
            return _match_messages(event)


def _match_messages(event: Event) -> tuple[Message, ...]:
    match event:
        case Sealed(None):
            return (Message("event.no_seal"),)
        case Sealed(seat) if seat:
            return (Message("event.seal", {"seat": seat.value}),)
        case Resigned(seat):
            return (Message("event.resigned", {"seat": seat.value}),)
        case Forfeited(seat):
            return (Message("event.forfeited", {"seat": seat.value}),)
        case Won(seat):
            return (Message("event.won", {"seat": seat.value}),)
    raise TypeError(f"not an event: {event!r}")


def reason_message(reason: Reason, ruleset: Ruleset) -> Message:
    """Return the sentence that explains a reason to the seat that asked."""
    numbers = {
        "hand_limit": ruleset.hand_limit,
        "exchange_cap": ruleset.exchange_cap,
        "smallest_exchange": ruleset.smallest_exchange,
    }
    return Message(f"reason.{reason.name}", numbers)


def _ended(event: Ended, ruleset: Ruleset) -> tuple[Message, ...]:
    result = event.result
    told = [Message(f"event.ended.{result.ending.value}", {"piles": ruleset.piles_to_end})]
    herder = next((seat for seat in Seat if result.scores[seat].camel), None)
    if herder:
        told.append(Message("event.camel_token", {"seat": herder.value, "value": result.scores[herder].camel}))
    else:
        told.append(Message("event.no_camel_token"))
    told += [Message("event.scored", {"seat": seat.value, "total": result.scores[seat].total}) for seat in Seat]
    told.append(Message(f"decided.{result.decided_by.value}"))
    return tuple(told)


_HOLE = re.compile(r"\{(\w+)(?::(\w+))?\}")


@dataclass(frozen=True, slots=True)
class Narrator:
    """Turns messages into sentences: one language, the players' names, perhaps a seat addressed as you."""

    texts: Mapping[str, str]
    language: str
    names: BySeat[str]
    you: Seat | None = None

    def tell(self, message: Message) -> str:
        """Return the message as a sentence; a key without text is returned as it is, so that nothing is ever silent."""
        seat = message.params.get("seat")
        key = message.key
        if self.you and seat == self.you.value and f"{key}.you" in self.texts:
            key = f"{key}.you"
        template = self.texts.get(key, key)
        return _HOLE.sub(lambda hole: self._fill(message, hole[1], hole[2]), template)

    def cards(self, cards: Bundle, form: str | None = None) -> str:
        """Return a bundle as a list in words: "2 camels and 1 spice"."""
        items = [self._item(card, cards[card], form) for card in cards.kinds]
        if not items:
            return "–"
        text = items[0]
        for place, item in enumerate(items[1:], 2):
            key = "list.and" if place == len(items) else "list.comma"
            text = self.texts[key].replace("{list}", text).replace("{last}", item)
        return text

    def _item(self, card: Card, count: int, form: str | None) -> str:
        plural = plural_category(self.language, count)
        keys = [f"card.{card.letter}.{form}_{plural}", f"card.{card.letter}.{form}_other"] if form else []
        keys += [f"card.{card.letter}_{plural}", f"card.{card.letter}_other"]
        word = next(self.texts[key] for key in keys if key in self.texts)
        return self.texts["list.item"].replace("{count}", str(count)).replace("{card}", word)

    def _fill(self, message: Message, hole: str, form: str | None) -> str:
        if hole == "name":
            return self.names[Seat(message.params["seat"])]
        value = message.params.get(hole)
        if hole in ("cards", "take", "give"):
            return self.cards(bundle(str(value)), form)
        if isinstance(value, tuple):
            return " + ".join(map(str, value))
        return f"{{{hole}}}" if value is None else str(value)


def plural_category(language: str, count: int) -> str:
    """Return the plural category ("one", "other") of a small whole number, as Unicode's CLDR has it."""
    return "one" if count == 1 or (language == "fr" and count == 0) else "other"
