"""`saudagar puzzle`: the puzzle of the day, asked and answered in the terminal."""

from __future__ import annotations

import sys
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from ..errors import NotationError
from ..notation import Message, catalogue, parse_action, parse_position, reason_message
from ..rules import Action, BySeat, Reason, View
from .out import complain, say, say_json

if TYPE_CHECKING:
    from ..analysis.words import Words


def puzzle(
    *,
    day: str | None = None,
    answer: Annotated[bool, Parameter(negative="")] = False,
    lang: Literal["en", "fr", "es", "hu"] | None = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Ask the puzzle of the day: a position in which one action is clearly the best. A line of text answers it.

    Parameters
    ----------
    day
        Another day, as in 2026-11-30.
    answer
        Tell the answer at once.
    lang
        The language of the sentences; by default that of your system.
    json
        Print the puzzle and its answer as one JSON document.
    """
    from ..analysis.puzzles import of_day, shipped
    from ..analysis.words import Words, percent
    from .play import system_language

    try:
        when = date.fromisoformat(day) if day else datetime.now(UTC).astimezone().date()
    except ValueError:
        complain(f"{day} is no day; days are written as in 2026-11-30")
        return 2
    found = shipped()[of_day(when)]
    if json:
        say_json({"day": when.isoformat(), **found.plain()})
        return 0
    language = lang or system_language()
    view = parse_position(found.line)
    assert isinstance(view, View)  # noqa: S101 - puzzles are written so
    texts = catalogue(language, "puzzle")
    words = Words(language, BySeat(texts["puzzle.you"], texts["puzzle.trader"]))
    if str(view.audience) == "b":
        words = Words(language, BySeat(texts["puzzle.trader"], texts["puzzle.you"]))
    say(f"{texts['puzzle.title']} · {when.isoformat()}\n")
    for line in _board(view, words):
        say(f"  {line}")
    say(f"  {view}\n")
    best, options = found.options[0], {option.action: option for option in found.options}
    right = not answer
    if not answer:
        say(f"{texts['puzzle.ask']} ", end="")
        for typed in sys.stdin:
            action = _read(typed, view, words)
            if action is None:
                continue
            chosen = options.get(str(action))
            right = str(action) == best.action
            loss = best.win - (chosen or found.options[-1]).win
            key = "puzzle.right" if right else "puzzle.loses" if chosen else "puzzle.loses_more"
            say(texts[key].replace("{percent}", percent(loss, 1)))
            break
        else:
            return 1
    say(texts["puzzle.best"].replace("{action}", f"{words.action(parse_action(best.action))} ({best.action})"))
    say(" ".join(_why(message, words) for message in found.why))
    for option in found.options:
        say(f"  {percent(option.win, 1):>5} %  {option.action:12} {words.action(parse_action(option.action))}")
    return 0 if right or answer else 1


def _read(typed: str, view: View, words: Words) -> Action | None:
    """Return the action that a line says; None, the reason told and asked for another, where it says none."""
    texts = catalogue(words.language, "terminal")
    line, why = typed.strip(), None
    if line.lower() == "actions":
        actions = list(map(str, view.legal_actions))
        told = texts["plain.actions"].replace("{count}", str(len(actions))).replace("{list}", " ".join(actions))
    elif line.lower() in {"", "?", "help"}:
        told = catalogue(words.language, "puzzle")["puzzle.help"]
    else:
        try:
            action = parse_action(line.upper().replace(" ", ""))
            why = view.why_not(action)
            if why is None:
                return action
        except NotationError as wrong:
            why = Reason[wrong.reason] if wrong.reason else None
        told = texts["plain.not_understood"].replace("{text}", line[:40])
        if isinstance(why, Reason):
            told = words.narrator.tell(reason_message(why, view.ruleset))
    say(f"{told}\n> ", end="")
    return None


def _why(message: Message, words: Words) -> str:
    """Return a reason in words. Nothing was played here: the best is compared with the next best."""
    if message.key != "why.ahead":
        return words.narrator.tell(message)
    told = catalogue(words.language, "puzzle")["puzzle.ahead"]
    for name, value in message.params.items():
        told = told.replace(f"{{{name}}}", str(value))
    return told


def _board(view: View, words: Words) -> list[str]:
    """Return what lies on the table, line by line."""
    texts = {
        name: text for part in ("game", "terminal", "puzzle") for name, text in catalogue(words.language, part).items()
    }
    tell, me = words.narrator, view.turn
    other, theirs, mine = me.other, view.purses[me.other], view.purses[me]

    def text(key: str, **params: str | int) -> str:
        said = texts[key]
        for name, value in params.items():
            said = said.replace(f"{{{name}}}", str(value))
        return said

    piles = [
        " ".join([texts[f"good.{good.letter}"], *map(str, view.ruleset.tokens_left(good, view.sold[good]))])
        for good in view.ruleset.goods
    ]
    bonuses = [f"{tier}: {left}" for tier, left in zip(view.ruleset.tiers, view.bonuses, strict=True)]
    return [
        text("plain.market", cards=tell.cards(view.market), count=view.stock),
        text("plain.piles", list="; ".join(piles)),
        text("plain.bonus_piles", list=", ".join(bonuses)),
        text(
            "puzzle.opponent",
            name=words.names[other],
            count=view.hand_sizes[other],
            herd=view.herds[other],
            rupees=theirs.rupees,
            bonuses=len(theirs.hidden) + len(theirs.bonuses),
        ),
        *([text("puzzle.holds", cards=tell.cards(known))] if (known := view.known[other]).size else []),
        text("puzzle.own", rupees=mine.rupees, bonuses=len(mine.bonuses), value=sum(mine.bonuses)),
        text("plain.hand", cards=tell.cards(view.hand), count=view.herd),
    ]
