"""Entries and rounds of the conformance files as the package understands them."""

from tests.conformance import ledgers
from tests.score import naive

from saudagar.score import Entry, Ledger, RoundEntry


def entry(told):
    """An entry of ledger.json or ledger-many.json."""
    return Entry.from_json(ledgers.entry(told))


def ledger(told):
    return Ledger(map(entry, told))


def round_entry(text):
    """A round by its short text."""
    return RoundEntry.from_json(naive.round_value(text))


def whole(told):
    """An entry of the part `exports`: it replaces nothing."""
    id_, match, n, at, day, what, name, value = told
    value = naive.round_value(value) if what == "round" else value
    short = {"id": id_, "match": match, "n": n, "at": at, "zone": "Europe/Budapest", "day": day, "what": what}
    return Entry.from_json({**short, "round": name, "value": value, "replaces": [], "undoes": None})
