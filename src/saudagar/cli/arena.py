"""`saudagar arena`: players against players, with honest figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from ..errors import SaudagarError
from .out import Seed, between, complain, say_json

if TYPE_CHECKING:
    from ..arena import Contestant, Journal, Sprt, Tournament, Workers
    from .arena_out import Report


def arena(
    *players: str,
    file: Path | None = None,
    pairs: Annotated[int | None, between(1, 10_000_000)] = None,
    seed: Seed | None = None,
    samples: Annotated[int | None, between(1, 100_000_000)] = None,
    movetime: Annotated[int | None, between(1, 3_600_000)] = None,
    sprt: str | None = None,
    round_robin: Annotated[bool, Parameter(negative="")] = False,
    jobs: Annotated[int | None, between(1, 1_024)] = None,
    cluster: str | None = None,
    journal: Path | None = None,
    html: Path | None = None,
    ruleset: Literal["standard", "six-each", "mini"] | None = None,
    ply_cap: Annotated[int | None, between(1, 100_000)] = None,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Let PLAYERS play each other in mirrored pairs: every deal twice, with the seats exchanged.

    Two players play a duel; three or more a round robin, everybody against everybody. Ctrl-C ends early and tells what
    was found so far. With a file or a journal, the same command goes on where it was stopped, however it was.

    Parameters
    ----------
    players
        Names of players, each with a limit of its own if you like: champion@200 (samples), champion@50ms. A program of
        your own is "cmd:./mybot.py", or "mine=cmd:./mybot.py" to be called so (docs/bots.md).
    file
        A tournament in TOML (docs/arena.md): players, pairs, seed, samples or movetime, sprt, ruleset. What was played
        is kept beside it, in a journal of the same name.
    pairs
        The deals of each two players; each is played twice. By default 300, with --sprt at most 20,000.
    seed
        The same number plays the same deals with the same random numbers, on any number of workers; by default 1.
    samples
        How many samples a player may take for a decision. Results can be repeated.
    movetime
        How many milliseconds a player may think about a decision. Results cannot be repeated.
    sprt
        Two Elo differences, like 0,10: play until the test accepts one of them with 5 % chance of error.
    round_robin
        Everybody against everybody, with ratings; so it is for three players or more in any case.
    jobs
        The worker processes; by default one for each core that may be used.
    cluster
        Play on all machines of a Ray cluster: its address, `auto` for the one that runs here, `local` for a new one of
        this machine's cores. Needs the extra saudagar[cluster].
    journal
        Keep every pair in this file, and go on from those that are in it.
    html
        Write a report to this file: one page, with ratings, everybody against everybody, and costs.
    ruleset
        The set of rules; by default `standard`.
    ply_cap
        A round with so many plies (by default 1,000) ends unfinished and counts half for each.
    json
        Print one JSON document.
    """
    own = {"pairs": pairs, "seed": seed, "samples": samples, "movetime": movetime, "sprt": sprt}
    own |= {"ruleset": ruleset, "ply-cap": ply_cap, "round-robin": round_robin or None}
    try:
        found = _tournament(players, file, {name: value for name, value in own.items() if value is not None})
    except ValueError as wrong:
        complain(str(wrong))
        return 2
    from ..arena.journal import conditions

    settings = conditions(list(found.contestants), found.seed, found.ruleset, found.ply_cap)
    isolated = _isolation(found)
    report = _report(found, alone=not round_robin and file is None)
    where = journal or (file.with_suffix(".journal") if file else None)
    code = _run(report, _workers(jobs, cluster), found, where, settings)
    if report.empty:
        return code
    if html:
        from ..arena.page import page

        html.write_text(page(report.table, settings, title=found.title, test=found.test), encoding="utf-8")
        complain(f"the report is in {html}")
    if json:
        say_json({**report.figures(), **_settings(found, settings, samples, movetime), **isolated, **report.ended()})
    else:
        report.show(timed=any(each.limit.seconds for each in found.contestants))
    return code


def _tournament(players: tuple[str, ...], file: Path | None, own: dict[str, Any]) -> Tournament:
    """Return what is to be played. ValueError says what does not fit together, TournamentError what the file lacks."""
    from ..arena import Contestant, Sprt, Tournament
    from ..arena.tournament import MOST_SPRT_PAIRS, PAIRS
    from ..players import Limit

    if file:
        if players or own:
            asked = ", ".join(("players",) * bool(players) + tuple(f"--{name}" for name in own))
            raise ValueError(f"{asked}: what is played stands in the file, not beside it")
        return Tournament.load(file)
    samples, movetime = own.get("samples"), own.get("movetime")
    limit = Limit(samples=samples, seconds=movetime / 1000 if movetime else None)
    contestants = [Contestant.parse(name, limit) for name in players]
    test = Sprt.parse(own["sprt"]) if "sprt" in own else None
    _check(contestants, test, "round-robin" in own, both=bool(samples and movetime))
    for each in contestants:
        each.player()  # UnknownPlayer or NoProgram before anything begins
    return Tournament(
        tuple(contestants),
        own.get("pairs") or (MOST_SPRT_PAIRS if test else PAIRS),
        own.get("seed", 1),
        test,
        own.get("ruleset", "standard"),
        own.get("ply-cap", 1_000),
    )


def _check(contestants: list[Contestant], test: Sprt | None, round_robin: bool, *, both: bool) -> None:
    """Refuse what does not fit together. ValueError says what."""
    if len(contestants) < 2:
        raise ValueError("name the players that shall play each other, two at least")
    if test and (round_robin or len(contestants) > 2):
        raise ValueError("--sprt is a test of two players; a round robin has no single question to answer")
    if both:
        raise ValueError("--samples and --movetime are two limits of the same thing; give one")
    if len(contestants) > 2 or round_robin:
        labels = [each.label for each in contestants]
        if len(set(labels)) < len(labels):
            raise ValueError("a round robin names each player once")


def _report(found: Tournament, *, alone: bool) -> Report:
    from .arena_out import DuelReport, RoundRobinReport

    if len(found.contestants) > 2 or not (alone or found.test):
        return RoundRobinReport(found.contestants, found.pairs)
    return DuelReport(found.contestants[0], found.contestants[1], found.pairs, found.test)


def _settings(
    found: Tournament, settings: dict[str, Any], samples: int | None, movetime: int | None
) -> dict[str, object]:
    """Return what it takes to repeat it, for JSON."""
    return {
        "seed": found.seed,
        "samples": samples,
        "movetime": movetime,
        "ruleset": found.ruleset,
        "ply_cap": found.ply_cap,
        "names": {label: told["name"] for label, told in settings["players"].items()},
        "limits": {
            each.label: {"samples": each.limit.samples, "seconds": each.limit.seconds} for each in found.contestants
        },
    }


def _isolation(found: Tournament) -> dict[str, str]:
    """Tell how programs are shut in, if any play; return it for JSON."""
    if not any(each.name.startswith("cmd:") for each in found.contestants):
        return {}
    from ..bots import isolation

    shut_in = isolation()
    complain(f"programs play under {shut_in}: {shut_in.story}")
    return {"isolation": shut_in.value}


def _workers(jobs: int | None, cluster: str | None) -> Workers:
    if cluster is not None:
        from ..arena.cluster import Cluster

        return Cluster(jobs, address=cluster)
    from ..arena import Processes

    return Processes(jobs)


def _run(report: Report, workers: Workers, found: Tournament, where: Path | None, settings: dict[str, object]) -> int:
    """Play until the report has all it wants, or until it is stopped; return the exit code."""
    report.seed = found.seed
    try:
        if where is None:
            _play(report, workers, found, None)
        else:
            from ..arena import Journal

            with Journal(where, settings) as journal:
                if journal:
                    complain(f"goes on: {len(journal):,} pairs are in {where}")
                _play(report, workers, found, journal)
    except KeyboardInterrupt:
        report.stopped = "interrupted"
        if report.empty:
            complain("interrupted before the first pairs were done")
        if where is not None:
            complain("the same command goes on from here")
        return 130
    except (SaudagarError, ValueError) as wrong:
        report.stopped = str(wrong)
        complain(f"{wrong}{'' if report.empty else '; this is what was done until then'}")
        return 1
    return 0


def _play(report: Report, workers: Workers, found: Tournament, journal: Journal | None) -> None:
    from ..arena import play_all
    from .arena_out import progress

    with workers, progress(report) as advance:
        for place, played in play_all(
            workers,
            report.pairings,
            report.pairs,
            found.seed,
            ruleset=found.ruleset,
            ply_cap=found.ply_cap,
            journal=journal,
        ):
            report.note(played)
            if report.add(place, played):
                break
            advance()
