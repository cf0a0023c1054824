"""The vectors of conformance/messages.json: messages chosen here, rendered by a second, naive narrator.

`python -m tests.notation.told` writes the file anew after a text of locale/ has changed; read what it changes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[2] / "conformance" / "messages.json"
LOCALE = Path(__file__).parents[2] / "src" / "saudagar" / "locale"
NAMES = {"a": "Meera", "b": "Bo"}
SAYS = (
    "What is told of events and reasons in each language: the key and parameters of a message, the seat that is "
    "addressed as you (or null), and the sentence. `names` are the players'."
)
OTHERS, A, B, ALL = [None], [None, "a"], [None, "b"], [None, "a", "b"]
MESSAGES: list[tuple[str, list[str | None], dict[str, Any]]] = [
    ("event.began", ALL, {"seat": "a", "round": 2}),
    ("event.began", B, {"seat": "b", "round": 1}),
    *[("event.took", A, {"seat": "a", "cards": letter}) for letter in "DGSCPL"],
    ("event.camels", ALL, {"seat": "b", "cards": "KKK"}),
    ("event.camels", OTHERS, {"seat": "a", "cards": "K"}),
    ("event.exchanged", ALL, {"seat": "a", "take": "DG", "give": "KK"}),
    ("event.exchanged", B, {"seat": "b", "take": "GSSL", "give": "CPPK"}),
    ("event.exchanged", OTHERS, {"seat": "b", "take": "DDCCC", "give": "GSPLK"}),
    ("event.sold", ALL, {"seat": "a", "cards": "LLL", "tokens": [4, 3, 2]}),
    ("event.sold", B, {"seat": "b", "cards": "C", "tokens": [1]}),
    ("event.sold", OTHERS, {"seat": "b", "cards": "PPPPPPP", "tokens": [5, 3, 3, 2, 2, 1, 1]}),
    ("event.sold", OTHERS, {"seat": "a", "cards": "DD", "tokens": [7, 7]}),
    ("event.sold", ["b"], {"seat": "b", "cards": "GG", "tokens": [6, 6]}),
    ("event.sold", OTHERS, {"seat": "a", "cards": "SS", "tokens": [5]}),
    ("event.sold_for_nothing", ALL, {"seat": "b", "cards": "CC"}),
    ("event.bonus", ALL, {"seat": "a", "tier": 3}),
    ("event.bonus_value", ALL, {"seat": "a", "tier": 5, "value": 9}),
    ("event.no_bonus", A, {"tier": 4}),
    ("event.laid", A, {"cards": "PKK"}),
    ("event.laid", OTHERS, {"cards": "D"}),
    ("event.laid", OTHERS, {"cards": "GSCPL"}),
    ("event.not_refilled", OTHERS, {}),
    ("event.ended.sold_out", OTHERS, {"piles": 3}),
    ("event.ended.stock_empty", OTHERS, {"piles": 3}),
    ("event.camel_token", ALL, {"seat": "b", "value": 5}),
    ("event.no_camel_token", OTHERS, {}),
    ("event.scored", ALL, {"seat": "a", "total": 62}),
    *[(f"decided.{by}", OTHERS, {}) for by in ("rupees", "bonus_tokens", "goods_tokens", "nothing")],
    ("event.seal", ALL, {"seat": "b"}),
    ("event.no_seal", OTHERS, {}),
    ("event.resigned", ALL, {"seat": "a"}),
    ("event.forfeited", ALL, {"seat": "b"}),
    ("event.won", ALL, {"seat": "b"}),
]
RULES = {"hand_limit": 7, "exchange_cap": 12, "smallest_exchange": 2}


def texts_of(language: str) -> dict[str, str]:
    """Return the texts of a language."""
    return dict(json.loads((LOCALE / language / "game.json").read_text(encoding="utf-8")))


def listed(texts: dict[str, str], language: str, cards: str, form: str) -> str:
    """Tell some cards as a list in words."""
    items = []
    for letter in "DGSCPLK":
        count = cards.count(letter)
        if not count:
            continue
        number = "one" if count == 1 or (count == 0 and language == "fr") else "other"
        word = texts.get(f"card.{letter}.{form}_{number}") or texts[f"card.{letter}_{number}"]
        items.append(texts["list.item"].replace("{count}", str(count)).replace("{card}", word))
    while len(items) > 1:
        first, second, *rest = items
        joint = texts["list.comma" if rest else "list.and"]
        items = [joint.replace("{list}", first).replace("{last}", second), *rest]
    return items[0]


def rendered(texts: dict[str, str], language: str, key: str, params: dict[str, Any], you: str | None) -> str:
    """Tell a message in a sentence, hole by hole from the left."""
    addressed = you is not None and params.get("seat") == you and f"{key}.you" in texts
    rest, said = texts[f"{key}.you" if addressed else key], ""
    while "{" in rest:
        before, _, rest = rest.partition("{")
        hole, _, rest = rest.partition("}")
        name, _, form = hole.partition(":")
        value = NAMES[params["seat"]] if name == "name" else params[name]
        if name in ("cards", "take", "give"):
            value = listed(texts, language, value, form)
        elif isinstance(value, list):
            value = " + ".join(map(str, value))
        said += f"{before}{value}"
    return said + rest


def cases() -> list[dict[str, Any]]:
    """Return all vectors: every message in every language, for everybody it may be told to."""
    found = []
    for language in ("en", "fr", "es", "hu"):
        texts = texts_of(language)
        reasons = [(key, OTHERS, RULES) for key in texts if key.startswith("reason.")]
        for key, readers, params in [*MESSAGES, *reasons]:
            for you in readers:
                said = rendered(texts, language, key, params, you)
                found.append({"language": language, "you": you, "key": key, "params": params, "text": said})
    return found


def main() -> None:
    """Write the file anew."""
    lines = ",\n  ".join(json.dumps(case, ensure_ascii=False) for case in cases())
    head = f'{{"says": {json.dumps(SAYS)},\n "names": {json.dumps(NAMES)},\n'
    FILE.write_text(f'{head} "cases": [\n  {lines}\n ]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
