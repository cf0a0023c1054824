"""Quick phrases: all that players can say to each other online. Clients have the words, in the reader's language."""

from __future__ import annotations

PHRASES = ("hello", "good_luck", "well_played", "thanks", "good_game", "oops", "thinking", "sorry")
