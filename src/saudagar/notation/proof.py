"""A proof: what a record keeps so that anybody can check how a round was dealt (docs/fair-dealing.md).

The notation keeps the proof and its form; what it proves is the business of `saudagar.dealers.jd1`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_HEX = re.compile(r"[0-9a-f]{64}")
_TEXTS = ("protocol", "terms", "server", "absent", "secret", "root", "void")
_PAIRS = ("clients", "nonces")
FIELDS = ("protocol", "terms", "server", "clients", "nonces", "absent", "secret", "root", "void")
_MOST = 100


@dataclass(frozen=True, slots=True)
class Proof:
    """The attempts to deal one round, in order; all but the last are void. ValueError for another form.

    Each attempt is a table of texts with the names in `FIELDS`, as `Transcript.to_dict` of the dealers writes it.
    """

    attempts: tuple[Mapping[str, object], ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.attempts) <= _MOST:
            raise ValueError(f"a proof has from 1 to {_MOST} attempts")
        for each in self.attempts:
            _check(each)


def _check(attempt: Mapping[str, object]) -> None:
    if attempt.get("protocol") != "JD1":
        raise ValueError(f"the protocol {attempt.get('protocol')!r} is not known; known is JD1")
    for name in attempt:
        if name not in FIELDS:
            raise ValueError(f"no such field in a proof: {name}")
    for name in FIELDS:
        value = attempt.get(name)
        texts = value if name in _PAIRS else [value]
        if not isinstance(texts, list) or len(texts) != (2 if name in _PAIRS else 1):
            raise ValueError(f"{name}: two texts are wanted, seat a first")
        for text in texts:
            if not isinstance(text, str):
                raise ValueError(f"{name}: a text is wanted")
            if name in ("server", "secret", "root", *_PAIRS) and text and not _HEX.fullmatch(text):
                raise ValueError(f"{name}: 64 small hexadecimal digits are wanted, or nothing")
