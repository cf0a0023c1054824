"""`saudagar advise`: the best actions in a position, with what they are worth."""

from __future__ import annotations

from typing import Annotated, Literal

from cyclopts import Parameter
from rich.console import Console
from rich.table import Table

from ..notation import parse_position
from ..rules import RULESETS, BySeat, Round, Seat
from .out import between, complain, say, say_json


def advise(
    position: str,
    /,
    *,
    depth: Literal["quick", "middle", "full"] = "middle",
    top: Annotated[int, between(1, 200)] = 5,
    ruleset: Literal["standard", "six-each", "mini"] = "standard",
    lang: Literal["en", "fr", "es", "hu"] | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Tell the best actions in a position: the chance of winning the round, its error, and the margin in rupees.

    Parameters
    ----------
    position
        The position line of the seat to act, in quotes, with ? for what it cannot see (docs/notation.md). A line
        without ? is read as the seat to act would see it.
    depth
        quick is the network alone, middle takes some 0.2 seconds, full half a second and more.
    top
        How many actions are told.
    ruleset
        The set of rules that the position belongs to.
    lang
        The language of the sentences; by default that of your system.
    json
        Print everything as one JSON document.
    """
    from ..analysis.depth import DEPTHS
    from ..analysis.judge import Judge
    from ..analysis.plain import verdict_plain
    from ..analysis.words import Words, percent
    from ..kernel import Unsuitable
    from .play import system_language

    rules = next(rules for rules in RULESETS.values() if rules.name == ruleset)
    found = parse_position(position, rules)
    view = found.seen_by(found.turn) if isinstance(found, Round) else found
    if view.to_act is None:
        complain(f"nobody is to act here [{view}]")
        return 1
    if view.audience is not view.to_act:
        complain(f"this is what the other seat sees; advice goes to the seat to act, {view.to_act} [{view}]")
        return 1
    try:
        judge = Judge(rules, DEPTHS[depth])
    except Unsuitable as wrong:
        complain(str(wrong))
        return 1
    verdict = judge.weigh(view)
    if json:
        said = verdict_plain(verdict, judge.name)
        options = said["options"]
        say_json({**said, "options": options[:top] if isinstance(options, list) else options})
        return 0
    words = Words(lang or system_language(), BySeat(*(seat.value.upper() for seat in Seat)))
    table = Table()
    for key in ("best", "win", "margin"):
        table.add_column(words.say(key), justify="left" if key == "best" else "right")
    table.add_column("±", justify="right")
    for option in verdict.options[:top]:
        table.add_row(
            f"{words.action(option.action)}  [dim]{option.action}[/dim]",
            f"{percent(option.win, 1)} %",
            f"{option.margin:+.1f}",
            f"{percent(2 * option.error, 1)}" if option.worlds else words.say("network"),
        )
    Console(highlight=False).print(table)
    say(words.say("by", judge=judge.name))
    return 0
