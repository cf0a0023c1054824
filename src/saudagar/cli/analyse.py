"""`saudagar analyse`: where a recorded match was won and lost."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from ..notation import Record
from ..rules import Seat
from .out import between, complain, say, say_json


def analyse(
    file: Path,
    /,
    *,
    depth: Literal["quick", "middle", "full"] = "full",
    html: Path | None = None,
    out: Path | None = None,
    lang: Literal["en", "fr", "es", "hu"] | None = None,
    threads: Annotated[int, between(0, 256)] = 0,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Review a recorded match: what each decision lost, what chance gave, and why.

    Each decision is judged from what its player knew. A record kept by one player is judged as far as it tells.

    Parameters
    ----------
    file
        The record, a .tgn file.
    depth
        quick takes a second or two (the network alone), middle a few, full some 20 seconds a round on two cores.
    html
        Write the review as one HTML page that needs nothing else.
    out
        Write the record with marks and sentences beside the moves.
    lang
        The language of the sentences; by default that of your system.
    threads
        How many threads think; without it one for each core.
    json
        Print everything as one JSON document.
    """
    from ..analysis.annotate import annotate
    from ..analysis.depth import DEPTHS
    from ..analysis.page import page
    from ..analysis.plain import review_plain
    from ..analysis.review import Review
    from ..analysis.reviewer import Progress as Done
    from ..analysis.reviewer import analyse as review_of
    from ..analysis.words import Words
    from ..kernel import Unsuitable
    from .play import system_language

    record = Record.load(file)
    for path in filter(None, (html, out)):
        if not path.absolute().parent.is_dir():
            complain(f"there is no folder {path.absolute().parent} for {path.name}")
            return 1
    shown = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty(),
    )  # fmt: skip
    with shown:
        task = shown.add_task("decisions", total=None)

        def told(done: Done) -> None:
            shown.update(task, completed=done.done, total=done.of)

        try:
            review: Review = review_of(record, depth=DEPTHS[depth], threads=threads, told=told)
        except Unsuitable as wrong:
            complain(str(wrong))
            return 1
    words = Words(lang or system_language(), record.players)
    # What was found comes first: a file that cannot be written loses nothing of it.
    if json:
        say_json(review_plain(review))
    else:
        _show(review, words)
    if html:
        html.write_text(page(review, words), encoding="utf-8")
    if out:
        annotate(record, review, words.narrator).save(out)
    if not json:
        say("".join(f"\n{path}" for path in filter(None, (html, out))))
    return 0


def _show(review: object, words: object) -> None:
    from ..analysis.review import Review
    from ..analysis.words import Words, percent

    assert isinstance(review, Review)  # noqa: S101 - types of a module that is loaded late
    assert isinstance(words, Words)  # noqa: S101
    console = Console(highlight=False)
    table = Table(title=f"{review.players.a} – {review.players.b}", title_justify="left")
    table.add_column("")
    for seat in Seat:
        table.add_column(review.players[seat], justify="right")
    sums = [review.summary(seat) for seat in Seat]
    judged = [each.seat in review.reviewed for each in sums]
    pairs = list(zip(sums, judged, strict=True))

    def row(key: str, cells: list[str]) -> None:
        table.add_row(words.say(key), *cells)

    row("seat.band", [words.say(f"band.{s.band}") if j and s.band else "–" for s, j in pairs])
    row("seat.rate", [f"{percent(s.rate, 2)} %" if j and s.rate is not None else "–" for s, j in pairs])
    row("seat.marks", ["  ".join(f"{m} {n}" for m, n in s.marks) if j else "–" for s, j in pairs])
    row("seat.counted", [f"{s.counted}/{s.decisions}" for s in sums])
    row("seat.luck", [f"{100 * s.luck:+.1f} %" for s in sums])
    row("seat.result", ["–" if s.result is None else f"{s.result:g}" for s in sums])
    row("seat.adjusted", ["–" if s.adjusted is None else f"{s.adjusted:.2f}" for s in sums])
    console.print(table)
    for one, is_judged in pairs:
        if is_judged and one.leaks:
            told = "; ".join(f"{words.say(f'leak.{leak.value}')} {percent(loss, 1)} %" for leak, _, loss in one.leaks)
            say(f"{words.say('leaks')} ({review.players[one.seat]}): {told}")
    if len(review.reviewed) < 2:
        say(words.say("only", seat=review.reviewed[0].value) if review.reviewed else words.say("nobody"))
    worst = review.worst(count=5)
    if worst:
        say(f"\n{words.say('worst')}")
    for each in worst:
        say(
            f"  {words.say('round', round=each.round)}, {each.ply}: {review.players[each.seat]} {each.mark} "
            f"{words.say('loses', percent=percent(each.loss, 1))}  ±{percent(2 * each.error, 1)}"
        )
        say(f"      {each.position}")
        say(f"      {words.say('played')}: {words.action(each.played.action)} ({percent(each.played.win, 1)} %)")
        say(f"      {words.say('best')}: {words.action(each.best.action)} ({percent(each.best.win, 1)} %)")
        say(f"      {words.why(each)}")
    say(f"\n{words.say('by', judge=review.judge)} {words.say('biased')}")
