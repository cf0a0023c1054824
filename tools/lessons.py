"""Write web/src/learn/lessons.json: the tutorial's positions, what each accepts and what then happens, by the rules.

    .venv/bin/python tools/lessons.py            write the file
    .venv/bin/python tools/lessons.py --check    say whether it is as this would write it

The texts are in locale/<language>/tutorial.json, under the names of the lessons.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import saudagar as sg
from saudagar.notation import messages
from saudagar.rules import CAMEL, STANDARD, Answer, BonusDrawn, Event, Refilled, Round, Seat, bundle
from saudagar.rules.cards import EMPTY, some
from saudagar.rules.events import of_action, of_answer
from saudagar.server.state import ruleset_facts, view_facts

TARGET = Path(__file__).parents[1] / "web" / "src" / "learn" / "lessons.json"


@dataclass(frozen=True)
class Stage:
    """One task: what is accepted (`+DD-*` is every exchange that takes two diamonds), chance's answer, and replies."""

    accept: str
    chance: str = ""
    replies: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Lesson:
    """A position by its hands, herds and cards sold, and the tasks in it; the learner is seat A."""

    name: str
    market: str
    hands: str
    herds: tuple[int, int]
    stages: tuple[Stage, ...]
    sold: str = "0.0.0.0.0.0"
    purses: str = "0x0|0x0"
    tactic: bool = field(default=False)

    @property
    def position(self) -> Round:
        """The position, its stock being whatever of the pack lies nowhere else."""
        cards = bundle(self.market) + bundle(self.hands.replace(".", "").replace("|", "").replace("-", ""))
        gone = sum((some(good, int(n)) for good, n in zip(STANDARD.goods, self.sold.split("."), strict=True)), EMPTY)
        stock = STANDARD.pack - cards - some(CAMEL, sum(self.herds)) - gone
        bonuses = "1.1.2.2.2.3.3/4.4.5.5.6.6/8.8.9.10.10"
        herds = f"{self.herds[0]}|{self.herds[1]}"
        found = sg.parse_position(f"{self.market} {stock} {self.hands} {herds} {self.sold} {bonuses} {self.purses} a")
        if not isinstance(found, Round):
            raise TypeError(f"lesson {self.name} hides something")
        return found


LESSONS = (
    Lesson("take", "GSLKK", "CGLP.|DDSCP", (1, 0), (Stage("+G", "C"),)),
    Lesson("camels", "PLKKK", "GGS.|DCCPL", (0, 1), (Stage("+K", "DSC"),)),
    Lesson("exchange", "DDCLK", "CPL.|GGPSL", (3, 1), (Stage("+DD-*"),)),
    Lesson("sell", "GPCKK", "CLLLS.|DDPG", (2, 2), (Stage("-LLL", "2"),)),
    Lesson("precious", "SPLKK", "CDDP.|GGSL", (2, 2), (Stage("-DD"),)),
    Lesson("full", "CGKKK", "DGSCPLL.|DGP", (1, 3), (Stage("+K", "LSP"),)),
    Lesson(
        "last",
        "GSLLK",
        "CCG.|GSLLP",
        (3, 1),
        (Stage("-CC"),),
        sold="5.0.0.5.7.0",
        purses="32x12|29x5",
    ),
    Lesson("flood", "GGLLK", "GL.|DSCCP", (4, 1), (Stage("+GGLL-KKKK", "", (("+K", "DDSCP"),)),), tactic=True),
    Lesson("many", "DKKKK", "CCG.|CPPPLLS.", (0, 2), (Stage("+K", "GSPL"),), tactic=True),
    Lesson("deny", "DLPKK", "CCP.|DD.SLL", (2, 2), (Stage("+D", "K", (("+P", "L"),)),), tactic=True),
    Lesson("top", "SLPKK", "GGLP.|GG.CDS", (2, 2), (Stage("-GG", "", (("-GG", ""),)),), tactic=True),
    Lesson(
        "bonus",
        "LCSKK",
        "PLLLL.|DGSCC",
        (2, 2),
        (Stage("+L", "P", (("+C", "G"),)), Stage("-LLLLL", "9")),
        tactic=True,
    ),
)


def answer(text: str) -> Answer:
    """Read chance's answer: a bonus value or the cards laid."""
    return BonusDrawn(int(text)) if text.isdigit() else Refilled(bundle(text))


def move(before: Round, seat: Seat, action_text: str, chance: str) -> tuple[Round, dict[str, Any]]:
    """Play a move and return the position after it, and how the learner is told of it."""
    action = sg.parse_action(action_text)
    played = before.play(action)
    events: tuple[Event, ...] = of_action(before, action, played)
    after = played
    if played.owed:
        after = played.resolve(answer(chance))
        events += of_answer(played, answer(chance), after)
    return after, {
        "seat": seat.value,
        "messages": [
            {"key": message.key, "params": message.params}
            for event in events
            for message in messages(event.seen_by(Seat.A), STANDARD, 1)
        ],
        "view": facts(after),
    }


def facts(position: Round) -> dict[str, Any]:
    """Return what the learner sees."""
    return view_facts(position.seen_by(Seat.A), running=not position.over)


def accepted(position: Round, wanted: str) -> list[str]:
    """Return the actions that a task accepts; the first, which gives the most camels, leads on to the next task."""
    legal = [str(action) for action in position.seen_by(Seat.A).legal_actions]
    found = [text for text in legal if text == wanted or (wanted.endswith("*") and text.startswith(wanted[:-1]))]
    if not found:
        raise ValueError(f"{wanted} is not allowed in {position}")
    return sorted(found, key=lambda text: (-text.count("K"), text))


def told(lesson: Lesson) -> dict[str, Any]:
    """Return a lesson as the page reads it."""
    position = lesson.position
    first, stages = facts(position), []
    for stage in lesson.stages:
        ways: dict[str, list[dict[str, Any]]] = {}
        nexts = position
        for way in accepted(position, stage.accept):
            after, step = move(position, Seat.A, way, stage.chance)
            steps = [step]
            for reply, chance in stage.replies:
                after, step = move(after, Seat.B, reply, chance)
                steps.append(step)
            if not ways:
                nexts = after
            ways[way] = steps
        stages.append(ways)
        position = nexts
    return {"name": lesson.name, "tactic": lesson.tactic, "view": first, "stages": stages}


def text() -> str:
    """Return the file."""
    whole = {"ruleset": ruleset_facts(STANDARD), "lessons": [told(lesson) for lesson in LESSONS]}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(
            0 if TARGET.read_text(encoding="utf-8") == text() else "lessons.json is not what tools/lessons.py writes"
        )
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(text(), encoding="utf-8")
