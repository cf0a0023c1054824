"""Reading position lines: the truth (`Round`), or what one audience knows of it (`View`) (docs/notation.md)."""

from __future__ import annotations

import re

from ..errors import ImpossiblePosition, NotationError
from ..rules import (
    AUDIENCES,
    EMPTY,
    SPECTATOR,
    STANDARD,
    Audience,
    Bonus,
    Bundle,
    BySeat,
    Card,
    Purse,
    Refill,
    Round,
    Ruleset,
    Seat,
    View,
    bundle,
    problems,
    sample_world,
)
from ..rules.text import possible_audiences

_PURSE = re.compile(r"(\d{1,3})x(\d{1,2})((?:\+\d{1,2})*)((?:\+\?\d)*)", re.ASCII)
_FIELDS = "market stock hands herds sold bonuses purses turn"


def parse_position(line: str, ruleset: Ruleset = STANDARD) -> Round | View:
    """Return the `Round` that a position line describes, or the `View` when its stock is hidden (`?32`).

    NotationError where the line cannot be read, ImpossiblePosition (with `.problems`) where it contradicts the
    ruleset or itself. `parse_position(str(x), x.ruleset) == x` for every round and view.
    """
    return _Reader(line, ruleset).read()


class _First:
    """Always the first choice: enough to find one world, for checking that there is one."""

    def below(self, n: int) -> int:
        return 0


class _Reader:
    """Reads one line, field by field; remembers where it is, so that errors can point there."""

    def __init__(self, line: str, ruleset: Ruleset) -> None:
        self.line = line
        self.ruleset = ruleset
        self.place = 0

    def fail(self, message: str) -> NotationError:
        return NotationError(message, text=self.line, position=self.place)

    def read(self) -> Round | View:
        words = self.line.split()
        if not 8 <= len(words) <= 11:
            raise self.fail(f"a position line has the fields {_FIELDS}, and perhaps xN, /N and @seat")
        names = _FIELDS.split()
        field = dict(zip(names, words, strict=False))
        extras = self.extras(words[len(names) :])
        self.place = 0
        market = self.cards(field["market"])
        hands = [self.hand(text) for text in self.pair(field["hands"])]
        herds = [self.number(text) for text in self.pair(field["herds"])]
        sold = [self.number(text) for text in field["sold"].split(".")]
        if len(sold) != len(Card) - 1:
            raise self.fail("the sold cards are six numbers with dots between them")
        piles = [self.pile(text) for text in field["bonuses"].split("/")]
        purses = BySeat(*(self.purse(text) for text in self.pair(field["purses"])))
        if field["turn"] not in ("a", "b"):
            raise self.fail(f"the turn is a or b, not {field['turn']!r}")
        common = {
            "market": market,
            "known": BySeat(hands[0][0], hands[1][0]),
            "herds": BySeat(*herds),
            "sold": Bundle((*sold, 0)),
            "purses": purses,
            "turn": Seat(field["turn"]),
            "exchanges": extras.get("x", 0),
        }
        secrets = BySeat(hands[0][1], hands[1][1])
        if field["stock"].startswith("?"):
            return self.view(self.number(field["stock"][1:]), secrets, piles, extras, common)
        return self.truth(self.cards(field["stock"]), secrets, piles, extras, common)

    def truth(self, stock: Bundle, secrets: BySeat, piles: list, extras: dict, common: dict) -> Round:  # type: ignore[type-arg]
        if any(isinstance(hidden, int) for hidden in (*secrets, *piles)) or any(p.hidden for p in common["purses"]):
            raise self.fail("the stock is open but something else is hidden")
        if "@" in extras:
            raise self.fail("the truth has no audience")
        known = common["known"]
        hands = BySeat(known.a + secrets.a, known.b + secrets.b)
        found = Round(self.ruleset, stock=stock, hands=hands, bonuses=tuple(piles), bonus_due=extras.get("/"), **common)
        self.refuse(problems(found))
        return found

    def view(self, stock: int, secrets: BySeat, piles: list, extras: dict, common: dict) -> View:  # type: ignore[type-arg]
        if not all(isinstance(pile, int) for pile in piles) or len(piles) != len(self.ruleset.bonuses):
            raise self.fail("the stock is hidden, so the bonus piles must be numbers like ?7")
        due, market = extras.get("/"), common["market"]
        if due is not None and due not in self.ruleset.tiers:
            self.refuse([f"there is no bonus pile for {due} cards"])
        gap = min(self.ruleset.market_size - market.size, stock)
        empty = sum(not self.ruleset.tokens_left(good, common["sold"][good]) for good in self.ruleset.goods)
        over = (
            due is None and gap <= 0 and (empty >= self.ruleset.piles_to_end or market.size < self.ruleset.market_size)
        )
        fits = possible_audiences(secrets, common["purses"], over=over)
        audience: Audience = extras.get("@", fits[0] if len(fits) == 1 else SPECTATOR)
        if audience not in fits or ("@" not in extras and len(fits) != 1):
            raise self.fail(
                "the question marks do not tell whose view this is; add @a, @b or @*"
                if fits
                else "nobody can see one seat's secrets and the other's too"
            )
        sizes = [common["known"][seat].size + _size(secrets[seat]) for seat in Seat]
        hands = [common["known"][seat] + secrets[seat] if seat is audience else None for seat in Seat]
        found = View(
            self.ruleset,
            audience,
            stock=stock,
            hands=BySeat(*hands),
            hand_sizes=BySeat(*sizes),
            bonuses=tuple(piles),
            owed=Bonus(common["turn"], due) if due else Refill(gap) if gap > 0 else None,
            over=over,
            **common,
        )
        try:
            world = sample_world(found, _First())
        except (ValueError, ImpossiblePosition) as wrong:
            raise ImpossiblePosition(getattr(wrong, "problems", ["more cards than the pack has"]), self.line) from None
        self.refuse(problems(world))
        if world.seen_by(audience) != found:
            self.refuse(["no full round looks like this"])
        return found

    def refuse(self, found: list[str]) -> None:
        if found:
            raise ImpossiblePosition(found, self.line)

    def extras(self, words: list[str]) -> dict:  # type: ignore[type-arg]
        found: dict[str, object] = {}
        order = ["x", "/", "@"]
        for word in words:
            kind = word[0]
            if kind not in order:
                raise self.fail(f"xN, /N and @seat may follow the turn in this order, not {word!r}")
            order = order[order.index(kind) + 1 :]
            if kind == "@":
                audiences = {str(audience): audience for audience in AUDIENCES}
                if word[1:] not in audiences:
                    raise self.fail(f"an audience is @a, @b or @*, not {word!r}")
                found[kind] = audiences[word[1:]]
            else:
                found[kind] = self.number(word[1:])
                if found[kind] == 0:
                    raise self.fail(f"{word!r} is left out when it is zero")
        return found

    def pair(self, text: str) -> list[str]:
        self.place = self.line.find(text)
        halves = text.split("|")
        if len(halves) != 2:
            raise self.fail(f"two seats have two parts with | between them, not {text!r}")
        return halves

    def number(self, text: str) -> int:
        if not re.fullmatch(r"\d{1,3}", text, re.ASCII):
            raise self.fail(f"not a number: {text!r}")
        return int(text)

    def cards(self, text: str) -> Bundle:
        try:
            return bundle("" if text == "-" else text)
        except ValueError as wrong:
            self.place = self.line.find(text)
            raise self.fail(str(wrong)) from None

    def hand(self, text: str) -> tuple[Bundle, Bundle | int]:
        known, dot, hidden = text.rpartition(".")
        if not dot and text == "-":
            return EMPTY, EMPTY
        if not text:
            raise self.fail("an empty hand is written -")
        if dot and known in ("", "-"):
            raise self.fail("nothing is known before the dot: leave it out")
        if hidden and set(hidden) == {"?"}:
            return self.cards(known), len(hidden)
        return self.cards(known), self.cards(hidden) if hidden != "-" else self.cards("?")

    def pile(self, text: str) -> tuple[int, ...] | int:
        if text.startswith("?"):
            return self.number(text[1:])
        return () if text == "-" else tuple(sorted(self.number(value) for value in text.split(".")))

    def purse(self, text: str) -> Purse:
        found = _PURSE.fullmatch(text)
        if not found:
            raise self.fail(f"a purse is written like 27x6+2 or 31x5+?3, not {text!r}")
        values = tuple(sorted(int(value) for value in found[3].split("+")[1:]))
        tiers = tuple(sorted(int(tier) for tier in found[4].replace("?", "").split("+")[1:]))
        return Purse(int(found[1]), int(found[2]), values, tiers)


def _size(secret: Bundle | int) -> int:
    return secret if isinstance(secret, int) else secret.size
