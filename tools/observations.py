#!/usr/bin/env python3
"""Write docs/observations.md: every encoder of saudagar.lab, number by number.

python tools/observations.py            # writes the page
python tools/observations.py --check    # says whether it is up to date
"""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path

from saudagar.lab.encoders import ENCODERS, encoder

PAGE = Path(__file__).resolve().parents[1] / "docs" / "observations.md"

HEAD = """# Observations

What a seat may know, written as numbers, for learning. Each encoder has a name and a version: what stands here for a
version never changes; something new gets a new version. All are computed from a seat's view alone; tests draw worlds
that a seat cannot tell apart and find them written alike. `other` is the seat across the table, and letters are the
cards (`D`iamond, `G`old, `S`ilver, `C`loth, s`P`ice, `L`eather, `K` camel; `own.K` is the herd). This page is made by
`python tools/observations.py`; the limits are those of the standard rules.

```python
import saudagar as sg
from saudagar.lab import encoder

view = sg.Table(sg.Match(), dealer=sg.FairDealer(bytes(32))).view(sg.Seat.A)
encoder("counts-1").encode(view)  # a row of numbers
encoder("counts-1").fields  # their names
```
"""

WORDS = {
    "counts-1": "Counts as they are, whole numbers.",
    "scaled-1": "The fields of `counts-1`, each divided by the greatest that it can be.",
    "thermometer-1": "Bits: a count of k sets the first k bits of its field. Rupees go in steps of four, exchanges in "
    "a row end at the cap. The fields are those of `counts-1`, in their order.",
}


def page() -> str:
    """Return the page."""
    parts = [HEAD]
    for name in ENCODERS:
        made = encoder(name)
        parts.append(f"## {name}\n\n{WORDS[name]} {made.size} numbers, {made.dtype}.\n")
        parts.append("| from | field | least | greatest |\n| --- | --- | --- | --- |")
        rows = []
        at = 0
        for field, group in groupby(made.fields, lambda field: field.partition(">=")[0]):
            size = len(list(group))
            high = size if name == "thermometer-1" else f"{made.high[at]:g}"
            rows.append(f"| {at} | `{field}` | 0 | {high}{' bits' if name == 'thermometer-1' else ''} |")
            at += size
        parts.append("\n".join(rows) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == page() else f"{PAGE.name} is out of date: run {sys.argv[0]}")
    PAGE.write_text(page(), encoding="utf-8")
