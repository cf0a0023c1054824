"""Scoring a match line by line: what `saudagar score` asks and says."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any

from ..errors import LedgerError
from ..notation import catalogue
from ..notation.prose import plural_category
from ..rules import RULESETS
from ..score import Count, Journal, Ledger, MatchTally, RoundEntry, checks, new_id, settle, tally


def standing(match: MatchTally) -> str:
    """Return a match in a line: names, seals, and a mark where it is over."""
    return f"{match.names[0]} {match.seals[0]}:{match.seals[1]} {match.names[1]}{' ✓' if match.over else ''}"


class Stopped(Exception):
    """The user wants to stop; everything is kept."""


class Keeper:
    """Asks for names and rounds until the match is over; writes every answer to the journal before it goes on."""

    def __init__(
        self, journal: Journal, texts: Mapping[str, str], ask: Callable[[str], str], say: Callable[[str], None]
    ) -> None:
        self.journal = journal
        self.texts = texts
        self.language = next((lang for lang in ("fr", "es", "hu") if catalogue(lang, "score") == texts), "en")
        self._ask = ask
        self.say = say
        self.ledger = journal.read()
        self.match = ""

    def text(self, key: str, **values: Any) -> str:
        """Return a text with its places filled in; with a `count`, in its plural form where it has one."""
        forms = (
            [f"{key}_{plural_category(self.language, values['count'])}", f"{key}_other"] if "count" in values else []
        )
        return next(self.texts[each] for each in (*forms, key) if each in self.texts).format(**values)

    def ask(self, prompt: str) -> str:
        """Return an answer. Stopped at the end of the input or for `quit`."""
        try:
            told = self._ask(f"{prompt}\n> ").strip()
        except EOFError:
            raise Stopped from None
        if told == "quit":
            raise Stopped
        return told

    def keep(self, *, new: bool) -> None:
        """Score one match, the unfinished one if there is one."""
        try:
            running = [] if new else [match for match in tally(self.ledger) if not match.over]
            self.match = running[0].id if running else self.begin()
            while not self.told().over:
                self.turn()
            self.say(
                self.text("score.wins", name=self.name(self.told().winner))
                if self.told().winner
                else self.text("score.no_winner")
            )
        except Stopped:
            self.say("")
        if len(self.ledger):
            self.say(self.text("term.kept", path=self.journal.path))

    def write(self, ledger: Ledger) -> None:
        """Take over a ledger with something new in it, once the new is on disk."""
        self.journal.add(ledger)
        self.ledger = ledger

    def told(self) -> MatchTally:
        """Return the match as it stands. Stopped where it was taken back."""
        found = [match for match in tally(self.ledger) if match.id == self.match]
        if not found:
            raise Stopped
        return found[0]

    def name(self, seat: str | None) -> str:
        """Return the name of a seat."""
        return self.told().names["ab".index(seat or "a")]

    def begin(self) -> str:
        """Ask for a new match; returns its id."""
        a, b = "", ""
        while not a or not b or a.lower() == b.lower():
            self.say(self.text("term.names"))
            a, b = self.ask(self.text("score.name_a"))[:40].strip(), self.ask(self.text("score.name_b"))[:40].strip()
        seals = ""
        while seals not in ("1", "2", "3"):
            seals = self.ask(self.text("term.seals")) or "2"
        first = "?"
        while first not in ("a", "b", ""):
            first = self.ask(self.text("term.first", a=a, b=b)).lower()
        drawn = not first
        match = new_id()
        begins = first or secrets.choice("ab")
        self.write(
            self.ledger.start((a, b), first="a" if begins == "a" else "b", seals=int(seals), drawn=drawn, match=match)
        )
        return match

    def turn(self) -> None:
        """Ask for the next round, or for a command."""
        match = self.told()
        if match.next_starter is None:  # a round from elsewhere whose tie is not settled yet
            self.enter(match.rounds[-1].entry, match.rounds[-1].id)
            return
        a, b = match.names
        asked = self.text("term.ask", round=len(match.rounds) + 1, name=self.name(match.next_starter), a=a, b=b)
        words = self.ask(asked).split()
        try:
            self.obey(words, match)
        except LedgerError:
            self.say(self.text("term.understood"))

    def obey(self, words: list[str], match: MatchTally) -> None:
        """Do what a line says. LedgerError for one that says nothing."""
        if words == ["help"]:
            self.say(self.text("term.help"))
        elif words == ["undo"]:
            self.write(self.ledger.undo(match.id))
        elif words == ["finish"]:
            self.write(self.ledger.write(match.id, "finish", value=True))
        elif len(words) == 4 and words[0] == "edit" and words[1].isdecimal() and 0 < int(words[1]) <= len(match.rounds):
            old = match.rounds[int(words[1]) - 1]
            told = RoundEntry(Count.parse(words[2]), Count.parse(words[3]), old.entry.ending, old.entry.first)
            self.enter(told, old.id)
        elif len(words) == 2:
            self.enter(RoundEntry(Count.parse(words[0]), Count.parse(words[1])), new_id())
        else:
            raise LedgerError("no such line")

    def enter(self, entry: RoundEntry, round_id: str) -> None:
        """Settle a round, asking for what a tie needs and for what cannot be."""
        match = self.told()
        ruleset = RULESETS[match.ruleset]
        while needs := settle(entry, ruleset).needs:
            self.say(self.text(f"decide.needs.{needs}"))
            counts = self.ask(self.text("term.tie", a=match.names[0], b=match.names[1])).split()
            if len(counts) == 2 and all(each.isdecimal() and len(each) < 3 for each in counts):
                entry = _with(entry, needs, int(counts[0]), int(counts[1]))
        doubts = checks(entry, ruleset)
        if doubts:
            self.say(self.text("check.ask"))
            for doubt in doubts:
                self.say(f"  - {self.doubt(dict(doubt.params), doubt.name)}")
            if self.ask(self.text("term.sure")).lower() != "y":
                return
        self.write(self.ledger.write(match.id, "round", entry.to_json(), round=round_id))
        told = self.told()
        rnd = next(each for each in told.rounds if each.id == round_id)
        by = rnd.settled.decided_by.value if rnd.settled.decided_by else ""
        key = f"decide.nothing.{told.full_tie.value}" if by == "nothing" else f"decide.{by}"
        self.say(self.text(key, name=self.name(rnd.settled.winner)))
        if by in ("bonus_tokens", "goods_tokens", "nothing"):
            self.say(self.text(f"rule.{by}"))
        self.say(standing(told))

    def doubt(self, params: dict[str, Any], name: str) -> str:
        """Return a doubt as a sentence."""
        if "good" in params:
            params["good"] = catalogue(self.language)[f"card.{params['good']}_other"]
        if "seat" in params:
            params["player"] = self.name(params["seat"])
        return self.text(f"check.{name}", **params)


def _with(entry: RoundEntry, needs: str, a: int, b: int) -> RoundEntry:
    """Return the round with a count that a tie asked for; a count by tokens knows its own."""

    def told(count: Count, value: int) -> Count:
        if count.by_tokens:
            return count
        bonus, goods = count.bonus_tokens, count.goods_tokens
        return Count(count.total, value, goods) if needs == "bonus_tokens" else Count(count.total, bonus, value)

    return RoundEntry(told(entry.a, a), told(entry.b, b), entry.ending, entry.first, entry.seconds)
