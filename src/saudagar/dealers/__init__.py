"""Who answers chance: a fair shuffle, a proven one, a script, or a person's fingers."""

from .fair import FairDealer
from .jd1 import Dealing, ProvenDealer, Terms, Transcript
from .manual import ManualDealer
from .onward import OnwardDealer
from .protocol import Dealer, settle
from .scripted import ScriptedDealer
from .shuffle import Shuffle, shuffle
from .stream import Stream, rng

__all__ = [
    "Dealer",
    "Dealing",
    "FairDealer",
    "ManualDealer",
    "OnwardDealer",
    "ProvenDealer",
    "ScriptedDealer",
    "Shuffle",
    "Stream",
    "Terms",
    "Transcript",
    "rng",
    "settle",
    "shuffle",
]
