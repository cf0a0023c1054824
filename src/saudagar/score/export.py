"""What others read: CSV for spreadsheets, and plays for BG Stats.

The form of a play is the one that BG Stats documents for other apps ("Push plays to BG Stats from other apps or
websites", bgstatsapp.com): JSON in the address of a link that opens the app.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from .file import canonical
from .statistics import key_of
from .tally import MatchTally

BGG_ID = 54043
"""The game's number at BoardGameGeek."""
BGSTATS = "https://app.bgstatsapp.com/createPlay.html?data="

COLUMNS = (
    "match,date,name_a,name_b,seals_to_win,round,starter,total_a,total_b,bonus_tokens_a,bonus_tokens_b,"
    "goods_tokens_a,goods_tokens_b,winner,decided_by,seal,seals_a,seals_b,seconds"
)


def to_csv(matches: Iterable[MatchTally]) -> str:
    """Return one line a round, oldest match first, as RFC 4180 has it; names cannot become formulas."""
    lines = [COLUMNS]
    for match in sorted(matches, key=lambda told: (told.began, told.id)):
        for rnd in match.rounds:
            if rnd.surplus:
                continue
            by = rnd.settled.decided_by
            entry = rnd.entry
            cells = [match.id, match.day, *match.names, match.seals_to_win, rnd.number, rnd.starter]
            cells += [*rnd.settled.totals, entry.a.bonus_count, entry.b.bonus_count]
            cells += [entry.a.goods_count, entry.b.goods_count, rnd.settled.winner, by.value if by else None]
            cells += [rnd.seal, *rnd.seals, entry.seconds]
            lines.append(",".join(map(_cell, cells)))
    return "".join(f"{line}\r\n" for line in lines)


def _cell(value: object) -> str:
    text = "" if value is None else str(value)
    if text.startswith(("=", "+", "-", "@", "\t", "\r")):
        text = f"'{text}"
    return '"' + text.replace('"', '""') + '"' if any(sign in text for sign in ',"\r\n') else text


def to_bgstats(match: MatchTally) -> dict[str, Any]:
    """Return a match as a play for BG Stats: the score of a player is their seals, the rounds stand in the comment."""
    rounds = [rnd for rnd in match.rounds if not rnd.surplus]
    starter = rounds[0].starter if rounds else match.first
    seconds = match.seconds
    players = []
    for index, seat in enumerate("ab"):
        won = match.winner == seat
        players.append(
            {
                "name": match.names[index],
                "sourcePlayerId": key_of(match.names[index]),
                "startPlayer": starter == seat,
                "score": match.seals[index],
                "rank": 1 if won or match.winner is None else 2,
                "winner": won,
            }
        )
    play: dict[str, Any] = {
        "sourceName": "saudagar",
        "sourcePlayId": match.id,
        "playDate": match.began[:19].replace("T", " "),
        "comments": ", ".join(f"{rnd.settled.totals[0]}:{rnd.settled.totals[1]}" for rnd in rounds),
        "game": {
            "name": "Jaipur",
            "sourceGameId": str(BGG_ID),
            "bggId": BGG_ID,
            "highestWins": True,
            "noPoints": False,
        },
        "players": players,
    }
    if seconds is not None:
        play["durationMin"] = max(1, (seconds + 30) // 60)
    return play


def to_bgstats_link(match: MatchTally) -> str:
    """Return the link that opens BG Stats with this match."""
    return BGSTATS + quote(canonical(to_bgstats(match)), safe="")
