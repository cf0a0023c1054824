"""`saudagar arena`: players against players, with honest figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from ..errors import SaudagarError
from .out import Seed, between, complain, say_json

if TYPE_CHECKING:
    from ..arena import Contestant, Sprt, Workers
    from .arena_out import Report


def arena(
    *players: str,
    pairs: Annotated[int | None, between(1, 10_000_000)] = None,
    seed: Seed = 1,
    samples: Annotated[int | None, between(1, 100_000_000)] = None,
    movetime: Annotated[int | None, between(1, 3_600_000)] = None,
    sprt: str | None = None,
    round_robin: Annotated[bool, Parameter(negative="")] = False,
    jobs: Annotated[int | None, between(1, 1_024)] = None,
    cluster: Annotated[bool, Parameter(negative="")] = False,
    ruleset: Literal["standard", "six-each", "mini"] = "standard",
    ply_cap: Annotated[int, between(1, 100_000)] = 1_000,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> int:
    """Let PLAYERS play each other in mirrored pairs: every deal twice, with the seats exchanged.

    Two players play a duel; three or more a round robin, everybody against everybody. Ctrl-C ends early and tells what
    was found so far.

    Parameters
    ----------
    players
        Names of players, each with a limit of its own if you like: champion@200 (samples), champion@50ms.
    pairs
        The deals of each two players; each is played twice. By default 300, with --sprt at most 20,000.
    seed
        The same number plays the same deals with the same random numbers, on any number of workers.
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
        Play on all machines of a Ray cluster, the one that RAY_ADDRESS names; needs the extra saudagar[cluster].
    ruleset
        The set of rules.
    ply_cap
        A round with so many plies ends unfinished and counts half for each.
    json
        Print one JSON document.
    """
    from ..arena import Contestant, Sprt
    from ..players import Limit

    limit = Limit(samples=samples, seconds=movetime / 1000 if movetime else None)
    try:
        contestants = [Contestant.parse(name, limit) for name in players]
        test = Sprt.parse(sprt) if sprt is not None else None
        _check(contestants, test, round_robin, both=bool(samples and movetime))
    except ValueError as wrong:
        complain(str(wrong))
        return 2
    names = {each.label: each.player().name for each in contestants}
    report = _report(contestants, test, pairs or (20_000 if test else 300), round_robin)
    code = _run(report, _workers(jobs, cluster=cluster), seed, ruleset, ply_cap)
    if report.empty:
        return code
    settings = {
        "seed": seed,
        "samples": samples,
        "movetime": movetime,
        "ruleset": ruleset,
        "ply_cap": ply_cap,
        "names": names,
        "limits": {each.label: {"samples": each.limit.samples, "seconds": each.limit.seconds} for each in contestants},
    }
    if json:
        say_json({**report.figures(), **settings, **report.ended()})
    else:
        report.show(timed=any(each.limit.seconds for each in contestants))
    return code


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


def _report(contestants: list[Contestant], test: Sprt | None, pairs: int, round_robin: bool) -> Report:
    from .arena_out import DuelReport, RoundRobinReport

    if round_robin or len(contestants) > 2:
        return RoundRobinReport(contestants, pairs)
    return DuelReport(contestants[0], contestants[1], pairs, test)


def _workers(jobs: int | None, *, cluster: bool) -> Workers:
    if cluster:
        from ..arena.cluster import Cluster

        return Cluster(jobs)
    from ..arena import Processes

    return Processes(jobs)


def _run(report: Report, workers: Workers, seed: int, ruleset: str, ply_cap: int) -> int:
    """Play until the report has all it wants, or until it is stopped; return the exit code."""
    from ..arena import play_all
    from .arena_out import progress

    report.seed = seed
    try:
        with workers, progress(report) as advance:
            for place, played in play_all(
                workers, report.pairings, report.pairs, seed, ruleset=ruleset, ply_cap=ply_cap
            ):
                if report.add(place, played):
                    break
                advance()
    except KeyboardInterrupt:
        report.stopped = "interrupted"
        if report.empty:
            complain("interrupted before the first pairs were done")
        return 130
    except (SaudagarError, ValueError) as wrong:
        report.stopped = str(wrong)
        complain(f"{wrong}{'' if report.empty else '; this is what was done until then'}")
        return 1
    return 0
