"""`saudagar play`: a match in the browser, or in plain lines in the terminal."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import sys
import webbrowser
from collections.abc import Callable
from datetime import UTC, datetime
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from ..dealers import FairDealer, rng
from ..dealers.stream import mac
from ..players import player
from ..rules import RULESETS, BySeat, Match
from .out import Seed, between, complain, say

if TYPE_CHECKING:
    from ..server.programs import Programs

Language = Literal["en", "fr", "es", "hu"]


def play(
    *,
    text: Annotated[bool, Parameter(negative="")] = False,
    opponent: str = "trader",
    seals: Literal[1, 2, 3] = 2,
    ruleset: Literal["standard", "six-each", "mini"] = "standard",
    lang: Language | None = None,
    seed: Seed | None = None,
    host: str = "127.0.0.1",
    port: Annotated[int, between(0, 65535)] = 8337,
    browser: bool = True,
    data: Path | None = None,
    database: str | None = None,
    record: Path | None = None,
    bot: Annotated[list[str] | None, Parameter(negative="")] = None,
) -> int:
    """Play against the computer, or two people on one device, in the browser.

    Parameters
    ----------
    text
        Play here in plain lines instead: no colours, no cursor movements, fit for a screen reader.
    opponent
        With --text: who plays against you, from novice, beginner, apprentice, peddler, trader, haggler, caravaneer,
        expert, master and grandmaster to champion, with a style if you like: master/collector.
    seals
        With --text: the seals that win the match: 1, 2 or 3.
    ruleset
        With --text: the set of rules.
    lang
        With --text: the language; by default that of your system.
    seed
        Deal the same cards again for the same whole number. By default every deal is new.
    host
        The address to listen on. 127.0.0.1 is this computer alone; 0.0.0.0 lets others on your network in.
    port
        The port to listen on; when it is taken, a free one is used. 0 takes any free one.
    browser
        Open the browser. Without a screen nothing is opened in any case.
    data
        The folder where matches are kept.
    database
        Where matches are kept instead: sqlite:///FILE or postgresql://USER@HOST/NAME, which several servers may share.
    record
        With --text: write the record of the match to this file.
    bot
        Seat a program of your own in the browser, as NAME=COMMAND, such as "mine=./mybot.py" (docs/bots.md); may be
        given several times.
    """
    if text:
        return _play_text(opponent, seals, ruleset, lang=lang or system_language(), seed=seed, record=record)
    from ..server.programs import Programs

    programs = Programs(bot or ())
    start_programs(programs)
    try:
        return _serve(host, port, seed, data or data_folder(), database, programs=programs, browser=browser)
    finally:
        programs.close()


def _play_text(opponent: str, seals: int, ruleset: str, *, lang: str, seed: int | None, record: Path | None) -> int:
    from ..table import Table
    from ..terminal import PlainGame, player_title

    bot = player(opponent)
    key = hashlib.sha256(f"saudagar play {seed}".encode()).digest() if seed is not None else secrets.token_bytes(32)
    names = BySeat("You", player_title(bot.name, lang))
    table = Table(Match(RULESETS[ruleset], seals), dealer=FairDealer(key), names=names)
    numbers = rng(int.from_bytes(mac(key, "saudagar/player"), "big"))
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what is no text is not understood, as other nonsense is
    game = PlainGame(table, bot, numbers, language=lang, ask=input, say=say)
    game.play()
    if record:
        table.record(day=datetime.now(UTC).date()).save(record)
        say(game.text("plain.saved", path=str(record)))
    return 0


def start_programs(programs: Programs) -> None:
    """Start the programs that are seated once, and tell how each is shut in. Forfeit where one does not start."""
    for told in programs.start():
        complain(told)


def _serve(
    host: str, port: int, seed: int | None, data: Path, database: str | None, *, programs: Programs, browser: bool
) -> int:
    from ..server.rooms import Rooms
    from ..server.run import listen, run
    from ..server.store import SqliteStore, StoreBusy, StoreError, open_store

    data.mkdir(parents=True, exist_ok=True)
    note = data / "address"
    try:
        store = open_store(database) if database else SqliteStore(data / "matches.db")
    except StoreBusy as wrong:
        if database:
            complain(str(wrong))
            return 1
        return _join(note, browser=browser)
    except StoreError as wrong:
        complain(f"the matches in {without_password(database) or data / 'matches.db'} cannot be read: {wrong}")
        return 1
    try:
        sock = listen(host, port)
    except OSError as wrong:
        if not 0 < port < 65536:
            raise
        complain(f"port {port} is not free ({wrong.strerror}); taking another")
        sock = listen(host, 0)
    address = sock.getsockname()
    shown = f"[{host}]" if ":" in host else "127.0.0.1" if host == "0.0.0.0" else host  # noqa: S104 - shown, not bound
    url = f"http://{shown}:{address[1]}/"

    def ready() -> None:
        note.write_text(url, encoding="utf-8")
        say(f"Play at {url}")
        say("Press Ctrl+C to stop. Matches are kept and go on next time.")
        sys.stdout.flush()
        if browser and has_screen():
            webbrowser.open(url)

    try:
        run(Rooms(store, seeds=_seeds(seed), programs=programs), sock, host, ready)
    finally:
        store.close()
    return 0


def without_password(url: str | None) -> str:
    """Return an address without the password that may be in it."""
    return re.sub(r"(?<=:)[^:@/]*(?=@)", "…", url or "")


def _join(note: Path, *, browser: bool) -> int:
    """Lead to the server that has these matches open already."""
    if not note.is_file():
        complain(f"the matches in {note.parent} are open in another program; --data names another folder")
        return 1
    url = note.read_text(encoding="utf-8")
    say(f"saudagar is running already. Play at {url}")
    if browser and has_screen():
        webbrowser.open(url)
    return 0


def _seeds(seed: int | None) -> Callable[[], bytes] | None:
    """Return the source of seeds for new matches: the system's, or a row that follows from one number."""
    if seed is None:
        return None
    root = hashlib.sha256(f"saudagar play {seed}".encode()).digest()
    row = (mac(root, "saudagar/match", number.to_bytes(8, "big")) for number in range(2**63))
    return lambda: next(row)


def has_screen() -> bool:
    """Say whether there is a screen that a browser could open on."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def data_folder() -> Path:
    """Return the folder where this user's programs keep their data: by the customs of the system."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "saudagar"


def system_language() -> str:
    """Return the system's language if the texts exist in it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        found = os.environ.get(name, "")[:2].lower()
        if found:
            return found if found in ("en", "fr", "es", "hu") else "en"
    return "en"
