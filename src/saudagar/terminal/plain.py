"""A game in plain lines, without colours or cursor movements: for any terminal, any screen reader, and pipes."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from ..errors import IllegalAction, NotationError
from ..notation import Narrator, catalogue, messages, parse_action, reason_message
from ..players import Limit, Player
from ..rules import Event, Reason, Rng, Seat
from ..table import Phase, Table

Ask = Callable[[str], str]
Say = Callable[[str], None]
YOU = Seat.A


class PlainGame:
    """One match of a person (seat A) against a player, spoken through two functions.

    `ask` shows a prompt and returns a line, raising EOFError at the end of input; `say` shows a line.
    """

    def __init__(self, table: Table, opponent: Player, rng: Rng, *, language: str, ask: Ask, say: Say) -> None:
        self.table = table
        self.opponent = opponent
        self.rng = rng
        self.ask = ask
        self.say = say
        self.texts = {**catalogue(language), **catalogue(language, "terminal")}
        self.narrator = Narrator(self.texts, language, table.names, YOU)
        self.told = 0

    def play(self) -> bool:
        """Play the match to its end; False when the person left before."""
        self.say(self.text("plain.welcome", player=self.table.names.b, seals=self.table.match.seals_to_win))
        try:
            while self.table.phase is not Phase.MATCH_OVER:
                self.tell_news()
                if self.table.phase is Phase.ROUND_OVER:
                    seals = self.table.match.seals
                    self.ask(self.text("plain.next_round", a=seals.a, b=seals.b))
                    self.table.next_round(YOU)
                elif self.table.to_act is YOU:
                    self.turn()
                else:
                    view = self.table.view(YOU.other)
                    self.table.act(YOU.other, self.opponent.choose(view, Limit(), self.rng).action)
        except EOFError:
            self.say(self.text("plain.bye"))
            return False
        self.tell_news()
        return True

    def turn(self) -> None:
        """Ask until the person has acted."""
        self.look()
        while True:
            line = self.ask(self.text("plain.prompt")).strip()
            match line.lower():
                case "?" | "help":
                    self.say(self.text("plain.help"))
                case "look" | "":
                    self.look()
                case "log":
                    self.told = 0
                    self.tell_news()
                case "actions":
                    actions = list(map(str, self.table.view(YOU).legal_actions))
                    self.say(self.text("plain.actions", count=len(actions), list=" ".join(actions)))
                case "quit":
                    raise EOFError
                case "resign":
                    if _plain(self.ask(self.text("plain.sure"))) == _plain(self.texts["plain.yes"]):
                        self.table.resign(YOU)
                        return
                case _ if self.acted(line):
                    return

    def acted(self, line: str) -> bool:
        """Carry out what a line says; False, with the reason said, when that cannot be."""
        try:
            self.table.act(YOU, parse_action(line.upper().replace(" ", "")))
        except NotationError as wrong:
            known = wrong.reason and Reason[wrong.reason]
            self.say(self.reason(known) if known else self.text("plain.not_understood", text=line[:40]))
        except IllegalAction as wrong:
            self.say(self.reason(wrong.reason) if isinstance(wrong.reason, Reason) else str(wrong))
        else:
            return True
        return False

    def look(self) -> None:
        """Say everything that can be seen from the person's seat."""
        view, tell = self.table.view(YOU), self.narrator
        theirs, mine = view.purses[YOU.other], view.purses[YOU]
        seals, other = self.table.match.seals, YOU.other
        self.say(self.text("plain.market", cards=tell.cards(view.market), count=view.stock))
        piles = [
            " ".join([self.texts[f"good.{good.letter}"], *map(str, view.ruleset.tokens_left(good, view.sold[good]))])
            for good in view.ruleset.goods
        ]
        self.say(self.text("plain.piles", list="; ".join(piles)))
        bonuses = [f"{tier}: {left}" for tier, left in zip(view.ruleset.tiers, view.bonuses, strict=True)]
        self.say(self.text("plain.bonus_piles", list=", ".join(bonuses)))
        self.say(
            self.text(
                "plain.opponent",
                name=self.table.names[other],
                count=view.hand_sizes[other],
                herd=view.herds[other],
                rupees=theirs.rupees,
                bonuses=len(theirs.hidden) + len(theirs.bonuses),
                seals=seals[other],
            )
        )
        self.say(self.text("plain.purse", rupees=mine.rupees, bonuses=len(mine.bonuses), seals=seals[YOU]))
        self.say(self.text("plain.hand", cards=tell.cards(view.hand), count=view.herd))

    def tell_news(self) -> None:
        """Say everything that happened since the last time."""
        log = self.table.log
        for entry in log[self.told :]:
            self.say(" ".join(self.sentences(entry.seen_by(YOU), entry.round)))
        self.told = len(log)

    def sentences(self, events: tuple[Event, ...], number: int) -> list[str]:
        """Return events as sentences."""
        rules = self.table.match.ruleset
        return [self.narrator.tell(message) for event in events for message in messages(event, rules, number)]

    def reason(self, reason: Reason) -> str:
        """Return why something is not allowed."""
        return self.narrator.tell(reason_message(reason, self.table.match.ruleset))

    def text(self, key: str, **params: str | int) -> str:
        """Return a text of the terminal with its parameters filled in."""
        text = self.texts[key]
        for name, value in params.items():
            text = text.replace(f"{{{name}}}", str(value))
        return text


def _plain(word: str) -> str:
    """Return a word without accents, capitals and outer spaces: people type "si" for "sí"."""
    signs = unicodedata.normalize("NFD", word.strip().casefold())
    return "".join(sign for sign in signs if not unicodedata.combining(sign))
