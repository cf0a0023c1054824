"""Protocol JD1: a deal that both players can check (docs/design/dealing.md)."""

from .commitment import ZERO, client_commitment, round_key, server_commitment
from .dealer import ProvenDealer
from .dealing import Dealing, Phase, Void
from .refusal import DealingRefused
from .terms import Terms
from .transcript import Transcript, check_attempts, check_drawn
from .tree import Leaf, Tree

__all__ = [
    "ZERO",
    "Dealing",
    "DealingRefused",
    "Leaf",
    "Phase",
    "ProvenDealer",
    "Terms",
    "Transcript",
    "Tree",
    "Void",
    "check_attempts",
    "check_drawn",
    "client_commitment",
    "round_key",
    "server_commitment",
]
