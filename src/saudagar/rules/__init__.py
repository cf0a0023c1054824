"""The law of the game: small, pure and named after the rulebook.

Nothing here reads files, clocks, random numbers or text, and nothing is imported from outside the standard library.
Read it in this order: cards, seats, ruleset, reasons, actions, chance, scoring, view, legality, round, events, worlds,
match. The numbers in brackets (§8) are the paragraphs of docs/rules.md.
"""

from .actions import Action, Exchange, Sell, Take, TakeCamels, every_action, propose
from .cards import CAMEL, EMPTY, GOODS, Bundle, Card, bundle
from .chance import Answer, Bonus, BonusDrawn, Dealt, Owed, Refill, Refilled
from .events import (
    Began,
    DrewBonus,
    Ended,
    Event,
    Exchanged,
    Forfeited,
    Laid,
    NoBonus,
    Resigned,
    Sealed,
    Sold,
    Took,
    TookCamels,
    Won,
)
from .match import Match, PlayedRound
from .reasons import Reason
from .round import Round
from .ruleset import MINI, RULESETS, SIX_EACH, STANDARD, FullTie, Ruleset
from .scoring import DecidedBy, Ending, Purse, RoundResult, Score
from .seats import AUDIENCES, SEATS, SPECTATOR, Audience, BySeat, Seat
from .validity import problems
from .view import View
from .worlds import Rng, sample_world

__all__ = [
    "AUDIENCES",
    "CAMEL",
    "EMPTY",
    "GOODS",
    "MINI",
    "RULESETS",
    "SEATS",
    "SIX_EACH",
    "SPECTATOR",
    "STANDARD",
    "Action",
    "Answer",
    "Audience",
    "Began",
    "Bonus",
    "BonusDrawn",
    "Bundle",
    "BySeat",
    "Card",
    "Dealt",
    "DecidedBy",
    "DrewBonus",
    "Ended",
    "Ending",
    "Event",
    "Exchange",
    "Exchanged",
    "Forfeited",
    "FullTie",
    "Laid",
    "Match",
    "NoBonus",
    "Owed",
    "PlayedRound",
    "Purse",
    "Reason",
    "Refill",
    "Refilled",
    "Resigned",
    "Rng",
    "Round",
    "RoundResult",
    "Ruleset",
    "Score",
    "Sealed",
    "Seat",
    "Sell",
    "Sold",
    "Take",
    "TakeCamels",
    "Took",
    "TookCamels",
    "View",
    "Won",
    "bundle",
    "every_action",
    "problems",
    "propose",
    "sample_world",
]
