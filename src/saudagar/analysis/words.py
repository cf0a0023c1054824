"""The review in words: one speaker for the terminal, the page and the annotated record."""

from __future__ import annotations

from ..notation import Message, Narrator, catalogue
from ..rules import Action, BySeat, Exchange, Sell, Take
from .review import Decision


class Words:
    """Speaks one language about one match."""

    def __init__(self, language: str, names: BySeat[str]) -> None:
        self.language = language
        self.names = names
        self.narrator = Narrator({**catalogue(language), **catalogue(language, "review")}, language, names)

    def say(self, key: str, **params: str | int) -> str:
        """Return a text by its key (`review.` goes before it); a seat as `seat` becomes `{name}`."""
        return self.narrator.tell(Message(f"review.{key}", params))

    def action(self, action: Action) -> str:
        """Return an action in words."""
        match action:
            case Take(card):
                return self.say("action.take", cards=card.letter)
            case Exchange(take, give):
                return self.say("action.exchange", take=str(take), give=str(give))
            case Sell(card, count):
                return self.say("action.sell", cards=card.letter * count)
        return self.say("action.camels")

    def why(self, decision: Decision) -> str:
        """Return why the best was better, empty where nothing is said."""
        return " ".join(self.narrator.tell(message) for message in decision.why)

    def chance(self, kind: str, answer: str) -> str:
        """Return what chance answered; answers as in records."""
        if kind == "refill":
            return self.say("chance.refill", cards=answer)
        return self.say("chance.bonus", value=answer) if kind == "bonus" else self.say("chance.deal")


def percent(chance: float, places: int = 0) -> str:
    """Return a chance in per cent, without its sign."""
    return f"{100 * chance:.{places}f}"
