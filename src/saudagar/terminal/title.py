"""What a player is called in the reader's language."""

from __future__ import annotations

from ..notation import catalogue


def player_title(name: str, language: str) -> str:
    """Return the title of a player's whole name: `champion-1:master/closer` is a master with the style of a closer.

    One that has no title in the catalogue is called by its name without the version, a program (`bot:mine`) by its own.
    """
    if name.startswith("bot:"):
        return name.removeprefix("bot:")
    texts = catalogue(language, "players")
    who, _, style = name.partition("/")
    kind, _, level = who.partition(":")
    kind = kind.rpartition("-")[0] or kind
    title = texts.get(f"level.{level or kind}", (level or kind).capitalize())
    if not style:
        return title
    liking = texts.get(f"style.{style}", style)
    return texts["level.with_style"].replace("{level}", title).replace("{style}", liking)
