"""Load on a server: clients that send moves at a given rate, whatever the server does, and check all they are told."""

from .run import Plan, Report, measure

__all__ = ["Plan", "Report", "measure"]
