"""The ledger: a set of entries that only grows, and the ways to write in it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from ..errors import LedgerError
from .count import Count
from .entry import Entry, What
from .settle import RoundEntry, SeatName

_SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"


def new_id() -> str:
    """Return a new id: 16 random signs, 82 bits."""
    return "".join(secrets.choice(_SIGNS) for _ in range(16))


class Ledger:
    """Entries by their id. Nothing in it changes; every way to write returns a ledger with one entry more.

    `Ledger(entries)` refuses (LedgerError) two entries that share an id and differ. Its order is that of writing: by
    `n`, then by id.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries: dict[str, Entry] = {}
        for entry in entries:
            if self._entries.setdefault(entry.id, entry) != entry:
                raise LedgerError(f"two different entries call themselves {entry.id}")
        self._ordered = sorted(self._entries.values(), key=lambda entry: (entry.match, entry.n, entry.id))

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._ordered)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, id_: object) -> bool:
        return id_ in self._entries

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ledger) and self._entries == other._entries

    def __hash__(self) -> int:
        return hash(frozenset(self._entries))

    def merge(self, other: Iterable[Entry]) -> Ledger:
        """Return the union: in any order, any number of times, the same. LedgerError where ids contradict."""
        return Ledger([*self._ordered, *other])

    def of(self, match: str) -> list[Entry]:
        """Return the entries of a match in the order of writing."""
        return [entry for entry in self._ordered if entry.match == match]

    def heads(self, match: str) -> dict[tuple[str, str], list[Entry]]:
        """Return for each register of a match the entries that nothing replaces, the one that counts last."""
        found: dict[tuple[str, str], list[Entry]] = {}
        entries = self.of(match)
        replaced = {(entry.register, old) for entry in entries for old in entry.replaces}
        for entry in entries:
            if (entry.register, entry.id) not in replaced:
                found.setdefault(entry.register, []).append(entry)
        return found

    def write(
        self,
        match: str,
        what: What,
        value: Any,
        *,
        round: str | None = None,
        undoes: str | None = None,
        when: datetime | None = None,
    ) -> Ledger:
        """Return the ledger with one entry more, which replaces what counted before in its place."""
        moment = (when or datetime.now(UTC)).astimezone()
        stamp = moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03}Z"
        heads = self.heads(match).get((what, round or ""), [])
        told = {
            "id": new_id(),
            "match": match,
            "n": max((entry.n for entry in self.of(match)), default=0) + 1,
            "at": stamp,
            "zone": moment.strftime("%z"),
            "day": moment.strftime("%Y-%m-%d"),
            "what": what,
            "round": round,
            "value": value,
            "replaces": [entry.id for entry in heads],
            "undoes": undoes,
        }
        return self.merge([Entry.from_json(told)])

    def start(
        self,
        names: tuple[str, str],
        *,
        first: SeatName,
        seals: int = 2,
        drawn: bool = False,
        full_tie: str = "replay",
        ruleset: str = "standard",
        match: str | None = None,
        when: datetime | None = None,
    ) -> Ledger:
        """Return the ledger with a new match, whose id is `match` or a new one."""
        rules: Mapping[str, Any] = {"full_tie": full_tie, "ruleset": ruleset}
        value = {"names": [*names], "seals": seals, "first": first, "drawn": drawn, **rules}
        return self.write(match or new_id(), "match", value, when=when)

    def settle(
        self,
        match: str,
        a: Count,
        b: Count,
        *,
        round: str | None = None,
        when: datetime | None = None,
        **more: Any,
    ) -> Ledger:
        """Return the ledger with a round entered, or, with the id of a `round`, entered anew."""
        value = RoundEntry(a, b, **more).to_json()
        return self.write(match, "round", value, round=round or new_id(), when=when)

    def undoable(self, match: str) -> Entry | None:
        """Return the last entry of a match that may be taken back: neither taken back yet nor itself a taking back."""
        undone = {entry.undoes for entry in self.of(match)}
        open_ = [entry for entry in self.of(match) if not entry.undoes and entry.id not in undone]
        return open_[-1] if open_ else None

    def undo(self, match: str, *, when: datetime | None = None) -> Ledger:
        """Return the ledger with the last entry of a match taken back. LedgerError when there is none."""
        entry = self.undoable(match)
        if entry is None:
            raise LedgerError("there is nothing to take back")
        before = [self._entries[old] for old in entry.replaces if old in self._entries]
        nothing: dict[str, Any] = {"round": None, "finish": False, "delete": False}
        if before:
            value = max(before, key=lambda old: (old.n, old.id)).value
        elif entry.what == "match":
            return self.write(match, "delete", True, undoes=entry.id, when=when)
        else:
            value = nothing[entry.what]
        return self.write(match, entry.what, value, round=entry.round, undoes=entry.id, when=when)
