"""Bots: programs in any language that play over lines of JSON, shut in and timed, and the players of the house so."""

from .confinement import Allowance, Command, Isolation, NoProgram, isolation
from .forfeit import Fault, Forfeit
from .messages import PROTOCOL, NoLine, line, read_bot_line, read_host_line
from .program import Program

__all__ = [
    "PROTOCOL",
    "Allowance",
    "Command",
    "Fault",
    "Forfeit",
    "Isolation",
    "NoLine",
    "NoProgram",
    "Program",
    "isolation",
    "line",
    "read_bot_line",
    "read_host_line",
]
