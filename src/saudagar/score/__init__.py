"""The ledger of the physical game: what was written down, and what it adds up to.

A `Ledger` is a set of immutable entries; `tally` folds it into matches, rounds, seals and starters. Merging two ledgers
is the union of their entries, so taking a file over twice changes nothing. The browser's score keeper (web/src/score)
is a second implementation of the same; both are held to conformance/ledger.json.

    >>> import saudagar as sg
    >>> ledger = sg.score.Ledger().start(("Anna", "Meera"), first="a", match="m1aaaaaaaaaa")
    >>> ledger = ledger.settle("m1aaaaaaaaaa", sg.score.Count.of_total(68), sg.score.Count.of_total(71))
    >>> match, = sg.score.tally(ledger)
    >>> match.seals, match.next_starter
    ((0, 1), 'a')
"""

from .checks import Doubt, checks
from .count import Count
from .entry import Entry
from .export import to_bgstats, to_bgstats_link, to_csv
from .file import from_text, to_text
from .journal import Journal
from .ledger import Ledger, new_id
from .settle import RoundEntry, Settled, settle
from .statistics import Statistics, statistics
from .tally import MatchTally, RoundTally, tally

__all__ = [
    "Count",
    "Doubt",
    "Entry",
    "Journal",
    "Ledger",
    "MatchTally",
    "RoundEntry",
    "RoundTally",
    "Settled",
    "Statistics",
    "checks",
    "from_text",
    "new_id",
    "settle",
    "statistics",
    "tally",
    "to_bgstats",
    "to_bgstats_link",
    "to_csv",
    "to_text",
]
