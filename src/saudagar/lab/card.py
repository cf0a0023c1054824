"""The data card that lies beside self-play data: what they are, how they were made, and what they are good for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def card(settings: Mapping[str, Any], hashes: Mapping[str, str]) -> str:
    """Return the card as Markdown, from the settings of a plan and the SHA-256 of its shards."""
    words = [_asked(each) for each in settings["players"]]
    players = words[:1] if words[0] == words[1] else words
    command = f"saudagar selfplay {' '.join(players)} --rounds {settings['rounds']} --seed {settings['seed']}"
    command += f" --format {settings['format']} --shard {settings['size']}"
    ruleset = settings["ruleset"].rpartition("-")[0]
    command += f" --ruleset {ruleset}" if ruleset != "standard" else ""
    parquet = settings["format"] == "parquet"
    timed = any(each["seconds"] for each in settings["players"])
    repeated = (
        "Players were limited by time, so that the same command gives other rounds."
        if timed
        else "The same command gives the same rounds"
        + (", and with the same pyarrow the same files, byte by byte." if parquet else ", byte by byte.")
    )
    unit = (
        "One row a decision; columns and units are described in docs/data.md of saudagar (data version"
        f" {settings['data']})."
        if parquet
        else "One `.tgn` record a round (docs/notation.md of saudagar); `[%value …]` is the player's own valuation."
    )
    lines = "\n".join(f"| `{name}` | `{digest}` |" for name, digest in hashes.items())
    return f"""# Self-play of {" and ".join(dict.fromkeys(words))}

{settings["rounds"]:,} rounds of ruleset `{settings["ruleset"]}`, seed {settings["seed"]}, played by saudagar
{settings["saudagar"]}. {unit}

```sh
{command} --out FOLDER
```

{repeated}

**Made of.** Programs only; no person's game is in it, and nothing about anybody. Positions hold what the acting seat
may know and no more.

**Good for.** Learning and testing value functions and policies, statistics of the game between these players.

**Not good for.** How people play, or how strong play looks where these players are not: positions that they avoid are
missing, and decisions of one round depend on each other. Split by round, never by row.

**Licence.** Apache-2.0, as the program.

| shard | SHA-256{"" if parquet else " of its records, one after the other"} |
| --- | --- |
{lines}
"""


def _asked(player: Mapping[str, Any]) -> str:
    if player["samples"]:
        return f"{player['name']}@{player['samples']}"
    return f"{player['name']}@{1000 * player['seconds']:g}ms" if player["seconds"] else str(player["name"])
