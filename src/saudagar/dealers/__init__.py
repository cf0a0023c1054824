"""Who answers chance: a fair shuffle, a script, or a person's fingers."""

from .fair import FairDealer, Shuffle, shuffle
from .manual import ManualDealer
from .protocol import Dealer, settle
from .scripted import ScriptedDealer
from .stream import Stream, rng

__all__ = ["Dealer", "FairDealer", "ManualDealer", "ScriptedDealer", "Shuffle", "Stream", "rng", "settle", "shuffle"]
