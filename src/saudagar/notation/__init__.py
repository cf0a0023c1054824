"""Text to values and back: actions, positions, records, annotations, and the narrator's sentences."""

from .action import parse_action, parse_chance
from .annotation import Annotation, parse_annotation
from .catalogue import LANGUAGES, catalogue
from .completion import complete
from .position import parse_position
from .proof import Proof
from .prose import Message, Narrator, messages, reason_message
from .record import DealtHand, Move, Points, Record, RoundRecord, Step, Unknown

__all__ = [
    "LANGUAGES",
    "Annotation",
    "DealtHand",
    "Message",
    "Move",
    "Narrator",
    "Points",
    "Proof",
    "Record",
    "RoundRecord",
    "Step",
    "Unknown",
    "catalogue",
    "complete",
    "messages",
    "parse_action",
    "parse_annotation",
    "parse_chance",
    "parse_position",
    "reason_message",
]
