"""The file that ledgers travel in: readable JSON with a checksum, refused whole or taken whole."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from ..errors import LedgerError
from .entry import Entry
from .ledger import Ledger

FORMAT = "saudagar ledger 1"
LARGEST = 64_000_000
"""Bytes of the largest file that is read: some hundred thousand rounds."""


def canonical(value: Any) -> str:
    """Return JSON with sorted keys and no spaces, the same text in every language."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def to_text(ledger: Ledger) -> str:
    """Return the content of a file: one entry a line, with the checksum of them all."""
    entries = [entry.to_json() for entry in ledger]
    digest = hashlib.sha256(canonical(entries).encode()).hexdigest()
    lines = ",\n".join(canonical(entry) for entry in entries)
    return f'{{"format":"{FORMAT}","sha256":"{digest}","entries":[\n{lines}\n]}}\n'


def from_text(text: str) -> Ledger:
    """Return the ledger of a file's content. LedgerError, with the reason, if anything in it is not as it was."""
    if len(text) > LARGEST:
        raise LedgerError(f"the file is larger than {LARGEST // 1_000_000} MB")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as wrong:
        raise LedgerError(f"the file is damaged, or no ledger: {wrong}") from None
    if not isinstance(found, dict) or not str(found.get("format", "")).startswith("saudagar ledger "):
        raise LedgerError("the file is no ledger of saudagar")
    if found["format"] != FORMAT:
        raise LedgerError(f"the file is of a later version ({str(found['format'])[:40]}): this program reads {FORMAT}")
    if set(found) != {"format", "sha256", "entries"} or not isinstance(found["entries"], list):
        raise LedgerError("the file is damaged: it has format, sha256 and entries")
    if hashlib.sha256(canonical(found["entries"]).encode(errors="surrogatepass")).hexdigest() != found["sha256"]:
        raise LedgerError("the file is damaged: its checksum does not fit what is in it")
    return Ledger(Entry.from_json(each) for each in found["entries"])
