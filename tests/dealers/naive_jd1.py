"""JD1 told again with nothing but hashlib, hmac and json; run as a program it writes conformance/jd1.json."""

import hashlib
import hmac
import json
from pathlib import Path

from tests.conformance import jd1

FILE = Path(__file__).parents[2] / "conformance" / "jd1.json"


def H(tag, *parts):  # noqa: N802
    return hashlib.sha256(b"\0".join([tag, *parts])).digest()


def M(key, tag, *parts):  # noqa: N802
    return hmac.new(key, b"\0".join([tag, *parts]), hashlib.sha256).digest()


def text(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def tree(key, things):
    """All levels, the leaves first."""
    places = [place.to_bytes(4, "big") for place in range(len(things))]
    levels = [
        [H(b"JD1/leaf", at, M(key, b"JD1/salt", at), thing.encode()) for at, thing in zip(places, things, strict=True)]
    ]
    while len(levels[-1]) > 1:
        below, above = levels[-1], []
        for left in range(0, len(below) - 1, 2):
            above.append(H(b"JD1/node", below[left], below[left + 1]))
        levels.append(above + below[len(below) // 2 * 2 :])
    return levels


def path(levels, place):
    found = []
    for level in levels[:-1]:
        if place ^ 1 < len(level):
            found.append(level[place ^ 1].hex())
        place //= 2
    return found


def case(name, situation, terms, secret, nonces):
    written = text({"protocol": "JD1", **terms})
    h = H(b"JD1/terms", written.encode())
    server = H(b"JD1/server", h, secret)
    clients = [H(b"JD1/client", h, server, bytes([seat]), nonce) for seat, nonce in enumerate(nonces)]
    key = M(secret, b"JD1/deal", h, server, *clients, *nonces)
    order = jd1.deal(key)
    things = [*order["deck"], *(str(value) for pile in order["bonuses"].values() for value in pile)]
    levels = tree(key, things)
    attempt = {
        "protocol": "JD1",
        "terms": written,
        "server": server.hex(),
        "clients": [each.hex() for each in clients],
        "nonces": [each.hex() for each in nonces],
        "absent": "".join(seat for seat, nonce in zip("ab", nonces, strict=True) if nonce == bytes(32)),
        "secret": secret.hex(),
        "root": levels[-1][0].hex(),
        "void": "",
    }
    return {
        "id": name,
        "situation": situation,
        "attempt": attempt,
        "terms_hash": h.hex(),
        "key": key.hex(),
        **order,
        "hash": H(b"JD1/previous", text(attempt).encode()).hex(),
        "leaves": [
            {
                "place": place,
                "thing": things[place],
                "salt": M(key, b"JD1/salt", place.to_bytes(4, "big")).hex(),
                "path": path(levels, place),
                "count": len(things),
            }
            for place in (0, 51, 52, 68, 69)
        ],
    }


def cases():
    terms = {"match": "m1", "round": 1, "attempt": 1, "seats": ["A", "B"], "rules": "standard-12eb2002"}
    terms["previous"] = "0" * 64
    secret, one, two = bytes(range(32)), b"\x11" * 32, b"\x22" * 32
    plain = case("J01", "two plain names", terms, secret, (one, two))
    names = {**terms, "seats": ["Zoë 🐪", "मीरा"]}
    control = {**terms, "seats": ['"\\/\b\f\n\r\t\x01\x1f\x7f', "\u2028\u2029\ufeff\0"]}
    again = {**terms, "attempt": 2, "previous": plain["hash"]}
    later = {**terms, "round": 3, "previous": "ab" * 32}
    return [
        plain,
        case("J02", "names beyond ASCII and beyond 16 bits", names, secret, (one, two)),
        case("J03", "names of control characters and quotes", control, secret, (one, two)),
        case("J04", "seat b did not commit in time", terms, secret, (one, bytes(32))),
        case("J05", "neither seat committed in time", terms, secret, (bytes(32), bytes(32))),
        case("J06", "the second attempt", again, bytes(range(32))[::-1], (two, one)),
        case("J07", "a third round", later, b"\xff" * 32, (b"\xff" * 32, b"\x01" * 32)),
    ]


def written():
    rows = ",\n".join(json.dumps(each, ensure_ascii=False) for each in cases())
    return f'{{\n"deals": [\n{rows}\n]\n}}\n'


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
