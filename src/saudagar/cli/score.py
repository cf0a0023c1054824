"""`saudagar score`: the ledger of the physical game, in the terminal."""

from __future__ import annotations

import shutil
import sys
from importlib import resources
from io import TextIOWrapper
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from ..notation import catalogue
from ..score import (
    Journal,
    Ledger,
    MatchTally,
    from_text,
    statistics,
    tally,
    to_bgstats,
    to_bgstats_link,
    to_csv,
    to_text,
)
from .out import complain, say, say_json
from .play import Language, data_folder, system_language
from .scoring import Keeper, standing

Json = Annotated[bool, Parameter(negative="")]
Data = Path | None

score = App(name="score", help="Keep the score of the game that lies on your table. Alone: score a match here.")


def _journal(data: Data) -> Journal:
    return Journal((data or data_folder()) / "ledger.jsonl")


@score.default
def keep(
    *,
    lang: Language | None = None,
    data: Data = None,
    new: Annotated[bool, Parameter(negative="")] = False,
    page: Path | None = None,
) -> int:
    """Score a match in the terminal; one that was not finished goes on. Every line is safe on disk at once.

    Parameters
    ----------
    lang
        The language; by default that of your system.
    data
        The folder where the ledger is kept.
    new
        Start a new match although one is not finished.
    page
        Write the score keeper for the browser to this file instead: one page that works from the disk.
    """
    if page:
        return _page(page)
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    language = lang or system_language()
    journal = _journal(data)
    Keeper(journal, catalogue(language, "score"), ask=input, say=say).keep(new=new)
    return 0


def _page(path: Path) -> int:
    source = resources.files("saudagar") / "server" / "static" / "scorer.html"
    if not source.is_file():
        complain("the page is not built: run `make web` in the checkout, or install the wheel")
        return 1
    with resources.as_file(source) as file:
        shutil.copyfile(file, path)
    say(f"{path}")
    return 0


@score.command
def show(*, data: Data = None, lang: Language | None = None, json: Json = False) -> int:
    """List all matches, newest first, round by round.

    Parameters
    ----------
    data
        The folder where the ledger is kept.
    lang
        The language; by default that of your system.
    json
        Print them as one JSON document.
    """
    matches = tally(_journal(data).read())
    if json:
        say_json([match.to_json() for match in matches])
        return 0
    texts = catalogue(lang or system_language(), "score")
    for match in matches:
        say(f"{match.day}  {standing(match)}")
        for rnd in match.rounds:
            say(f"    {texts['score.round'].format(round=rnd.number)}: {rnd.settled.totals[0]}:{rnd.settled.totals[1]}")
    if not matches:
        say(texts["score.none"])
    return 0


@score.command(name="import")
def import_(file: Path, /, *, data: Data = None, json: Json = False) -> int:
    """Take a file over: what is new in it is added, what is known stays. A damaged file is refused whole (exit code 1).

    Parameters
    ----------
    file
        A file that the page or `saudagar score export` wrote.
    data
        The folder where the ledger is kept.
    json
        Print how many entries were new as one JSON document.
    """
    count = _journal(data).add(from_text(file.read_text(encoding="utf-8", errors="replace")))
    if json:
        say_json({"added": count})
    else:
        say(f"new entries: {count}")
    return 0


@score.command
def export(
    file: Path | None = None,
    /,
    *,
    form: Literal["json", "csv", "bgstats", "bgstats-link"] = "json",
    match: str | None = None,
    data: Data = None,
) -> int:
    """Write the ledger out, to a file or here.

    Parameters
    ----------
    file
        Where to; by default the output.
    form
        json: the file that import and the page read. csv: one line a round. bgstats: plays for BG Stats. bgstats-link:
        one link a match that opens BG Stats.
    match
        Only this match, by its id (saudagar score show --json).
    data
        The folder where the ledger is kept.
    """
    ledger = _journal(data).read()
    if match:
        if not ledger.of(match):
            complain(f"there is no match {match!r}")
            return 1
        ledger = Ledger(ledger.of(match))
    text = _exported(ledger, tally(ledger), form)
    if file:
        file.write_bytes(text.encode())
    else:
        say(text, end="")
    return 0


def _exported(ledger: Ledger, matches: list[MatchTally], form: str) -> str:
    if form == "csv":
        return to_csv(matches)
    if form == "bgstats-link":
        return "".join(f"{to_bgstats_link(match)}\n" for match in matches)
    if form == "bgstats":
        import json

        return json.dumps([to_bgstats(match) for match in matches], ensure_ascii=False, indent=2) + "\n"
    return to_text(ledger)


@score.command
def stats(*, data: Data = None, lang: Language | None = None, json: Json = False) -> int:
    """Tell the figures of every player, and of each against each other.

    Parameters
    ----------
    data
        The folder where the ledger is kept.
    lang
        The language; by default that of your system.
    json
        Print them as one JSON document; averages are in tenths of a rupee.
    """
    alone, pairs = statistics(tally(_journal(data).read()))
    if json:
        say_json({"players": [each.to_json() for each in alone], "pairs": [each.to_json() for each in pairs]})
        return 0
    texts = catalogue(lang or system_language(), "score")
    for each in [*alone, *pairs]:
        told = each.to_json()
        say(each.name if each.against is None else f"{each.name} – {each.against}")
        for name in ("matches", "won", "rounds", "seals", "average", "best", "average_margin", "streak", "longest"):
            value = told[name]
            tenths = name.startswith("average") and value is not None
            say(f"    {texts[f'stats.{name}']:<28} {value / 10 if tenths else '–' if value is None else value}")
    return 0
