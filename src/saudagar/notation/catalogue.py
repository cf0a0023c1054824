"""The catalogues of texts in locale/: one folder a language, one JSON file a room."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

LANGUAGES = ("en", "fr", "es", "hu")
"""The languages that every text exists in; English is what the others fall back to."""


@cache
def catalogue(language: str, room: str = "game") -> dict[str, str]:
    """Return a language's texts by key, in English where one is missing. KeyError for an unknown language."""
    if language not in LANGUAGES:
        raise KeyError(language)
    texts = {} if language == "en" else catalogue("en", room)
    file = resources.files("saudagar") / "locale" / language / f"{room}.json"
    return {**texts, **json.loads(file.read_text(encoding="utf-8"))} if file.is_file() else texts
