"""`saudagar bot`: players of the house over the bot protocol, and the examination of other people's programs."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

from ..players import player
from ..rules import RULESETS
from .out import Seed, between, complain, say, say_json

if TYPE_CHECKING:
    from ..bots.check import Finding

bot = App(name="bot", help="Programs in any language that play: docs/bots.md tells how to write one.")


@bot.command
def run(name: str, /) -> int:
    """Let a player of the house speak the bot protocol on its input and output, one line of JSON after the other.

    It may be seated wherever a program may be: saudagar arena "cmd:saudagar bot run heuristic" greedy

    Parameters
    ----------
    name
        The player: heuristic, champion, master, haggler/collector, … (docs/players.md).
    """
    from ..bots.talk import Talk

    found = player(name)
    output = sys.stdout.buffer

    def out(line: bytes) -> None:
        output.write(line)
        output.flush()

    talk = Talk(found, out, complain)
    code = talk.run(sys.stdin.buffer)
    if talk.busy:  # a search cannot be broken off, and the interpreter would wait for its threads
        os._exit(code)
    return code


@bot.command
def check(
    *command: Annotated[str, Parameter(allow_leading_hyphen=True)],
    rounds: Annotated[int, between(1, 1_000)] = 4,
    seed: Seed = 1,
    ruleset: Literal["standard", "six-each", "mini"] = "standard",
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Examine a bot: start COMMAND shut in as at the table, and try what the protocol promises, with a verdict each.

    The exit code is 0 when nothing failed, 1 when something did. Options of the bot itself go after --:
    saudagar bot check -- ./mybot.py --fast

    Parameters
    ----------
    command
        The program and its arguments, as words or as one text: ./mybot.py, "node mybot.js", python3 bots/mine.py
    rounds
        How many whole rounds it plays.
    seed
        The same number deals the same cards.
    ruleset
        The set of rules that it shall play.
    json
        Print one JSON document.
    """
    from rich.console import Console
    from rich.text import Text

    from ..bots import Command
    from ..bots.check import Suite

    if not command:
        complain("name the program: saudagar bot check ./mybot.py")
        return 2
    found = Command.parse(command[0]) if len(command) == 1 else Command.of(list(command))
    suite = Suite(found, rounds, seed, RULESETS[ruleset])
    console = Console(highlight=False, stderr=json, soft_wrap=True)
    findings: list[Finding] = []
    with console.status("starting it") as status:
        for finding in suite:
            findings.append(finding)
            if not json:
                sign, style = _SIGNS[finding.verdict]
                told = f": {finding.story}" if finding.story else ""
                console.print(Text.assemble((f"{sign} {finding.title}", style), (told, "dim")))
            if len(findings) < len(suite.trials):
                status.update(suite.trials[len(findings)][1])
    failed = sum(finding.verdict == "failed" for finding in findings)
    left = len(suite.trials) - len(findings)
    if json:
        say_json({"command": found.words, **suite.facts, "passed": not failed, "not_tried": left, "trials": findings})
        return int(bool(failed))
    if "isolation" in suite.facts:
        say(f"isolation: {suite.facts['isolation']}: {suite.facts['isolated']}")
    if failed:
        say(f"{failed} of {len(findings)} trials failed" + (f"; {left} were not tried" if left else ""))
        return 1
    warned = sum(finding.verdict == "warned" for finding in findings)
    say(f"{suite.facts['name']} passed all {len(findings)} trials" + (f", {warned} with a warning" if warned else ""))
    return 0


@bot.command
def token(
    name: str,
    /,
    *,
    server: str,
    scopes: list[Literal["read", "play"]] = ["read", "play"],  # noqa: B006 - shown by --help, and not changed
    days: Annotated[int, between(1, 366)] = 90,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Make a token with which a program plays on a server; it is shown once. Whoever has it is the bot.

    Parameters
    ----------
    name
        What the bot is called; people read "(bot)" behind it.
    server
        The address of the server: https://play.example.org
    scopes
        What it may do: read (matches and their events), play (open and accept matches, move, resign).
    days
        For how many days it is good.
    json
        Print one JSON document.
    """
    from ..bots.bridge import Server

    told = Server(server).post("tokens", name=name, scopes=scopes, days=days)
    if json:
        say_json(told)
    else:
        say(told["token"])
    return 0


@bot.command
def bridge(
    *command: Annotated[str, Parameter(allow_leading_hyphen=True)],
    server: str,
    token: Annotated[str, Parameter(env_var="SAUDAGAR_BOT_TOKEN")],
    invite: Annotated[bool, Parameter(negative="")] = False,
    accept: str | None = None,
    seals: Literal[1, 2, 3] = 2,
    ruleset: Literal["standard", "six-each", "mini"] = "standard",
    matches: Annotated[int | None, between(1, 1_000_000)] = None,
) -> int:
    """Let a program play on a server: COMMAND runs here, shut in, and is asked whenever its token's seat is to act.

    It goes on with all matches of its token, those that are running already too, until Ctrl-C. What the program does
    wrong costs the match.

    Parameters
    ----------
    command
        The program and its arguments, as for saudagar bot check.
    server
        The address of the server: https://play.example.org
    token
        What saudagar bot token has made; better in the environment, as SAUDAGAR_BOT_TOKEN.
    invite
        Open a match first, and print the link for whoever shall play against it.
    accept
        Accept an invitation first: its link.
    seals
        With --invite: the seals that win the match.
    ruleset
        With --invite: the set of rules.
    matches
        End after so many matches.
    """
    from ..bots import Command
    from ..bots.bridge import Bridge, Server, invitation_of

    if not command:
        complain("name the program: saudagar bot bridge --server URL ./mybot.py")
        return 2
    found = Command.parse(command[0]) if len(command) == 1 else Command.of(list(command))
    there = Server(server, token)
    say(f"playing as {there.get('account')['name']} at {there.address}")
    if accept:
        there.post("accept", invitation=invitation_of(accept))
    if invite:
        made = there.post("matches", seals=seals, ruleset=ruleset)
        say(f"{there.address}/#/i/{made['invitation']}")
    sys.stdout.flush()
    Bridge(there, found, complain).run(matches)
    return 0


_SIGNS = {"passed": ("✓", "green"), "warned": ("!", "yellow"), "failed": ("✗", "bold red")}
