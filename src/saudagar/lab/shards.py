"""A folder of self-play in shards: each appears whole or not at all, so that a run can go on."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import shutil
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ..arena import Contestant
from ..arena.contestant import COMMAND
from ..arena.workers import allowed_cores, begin
from ..rules import RULESETS
from ..version import __version__
from . import tables
from .card import card
from .selfplay import DataError, play_round


@dataclass(frozen=True)
class Plan:
    """All that the data follow from. Each shard holds `size` rounds, the last one what is left."""

    players: tuple[Contestant, Contestant]
    rounds: int
    seed: int = 1
    format: str = "parquet"
    """`parquet` or `records`."""
    size: int = 500
    ruleset: str = "standard"

    @property
    def shards(self) -> int:
        """How many shards there are."""
        return -(-self.rounds // self.size)

    def name(self, shard: int) -> str:
        """Return the name of a shard: a Parquet file, or a folder of records."""
        return f"shard-{shard:05}" + (".parquet" if self.format == "parquet" else "")

    def settings(self) -> dict[str, Any]:
        """Return the plan as plain values."""
        players = [
            {"name": each.player().name, "samples": each.limit.samples, "seconds": each.limit.seconds}
            for each in self.players
        ]
        rest = {name: value for name, value in asdict(self).items() if name not in {"players", "ruleset"}}
        return {
            "data": tables.VERSION,
            "saudagar": __version__,
            "players": players,
            **rest,
            "ruleset": RULESETS[self.ruleset].id,
        }


class Folder:
    """Where the data of a plan are, or are to be: shards, manifest.json, and README.md (the data card) at the end."""

    def __init__(self, path: Path, plan: Plan) -> None:
        """Begin a folder, or take up one of the same plan. More rounds than before are added to those that are there.

        DataError where it holds other data, or pyarrow is missing.
        """
        self.path, self.plan = path, plan
        if plan.format == "parquet":
            tables.arrow()
        wanted, manifest = plan.settings(), path / "manifest.json"
        path.mkdir(parents=True, exist_ok=True)
        found = _manifest(manifest) if manifest.exists() else None
        if found is None and any(each.name.startswith("shard-") for each in path.iterdir()):
            raise DataError(f"{path} holds shards without their manifest.json: name another folder")
        for name in wanted if found else ():
            if name != "rounds" and found and found.get(name) != wanted[name]:
                raise DataError(f"{path} holds data with {name} = {found.get(name)}, not {wanted[name]}")
        before = found["rounds"] if found else plan.rounds
        if before > plan.rounds:
            raise DataError(f"{path} is to hold {before:,} rounds already: name as many or more")
        if before < plan.rounds and before % plan.size:
            _remove(path / plan.name(before // plan.size))  # the last shard was not full; it is played anew
        for old in path.glob(".part-*"):
            _remove(old)  # what a program that was killed left behind
        _settle(manifest, json.dumps(wanted, indent=2) + "\n")

    def missing(self) -> list[int]:
        """Return the shards that have not been played."""
        return [shard for shard in range(self.plan.shards) if not (self.path / self.plan.name(shard)).exists()]

    def play(self, jobs: int | None = None) -> Iterator[int]:
        """Play what is missing on so many processes (by default one a core); give the rounds of each shard when done.

        DataError where a player fails.
        """
        missing = self.missing()
        if jobs == 1:
            for shard in missing:
                yield play_shard(self.path, self.plan, shard)
        elif missing:
            yield from self._side_by_side(missing, jobs or allowed_cores())
        self.finish()

    def _side_by_side(self, missing: list[int], jobs: int) -> Iterator[int]:
        spawn = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(min(jobs, len(missing)), mp_context=spawn, initializer=begin)
        try:
            running, left = set[Future[int]](), iter(missing)
            while True:
                while len(running) < 2 * jobs and (shard := next(left, None)) is not None:
                    running.add(pool.submit(play_shard, self.path, self.plan, shard))
                if not running:
                    return
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for each in done:
                    yield each.result()
        finally:
            others = multiprocessing.active_children()
            pool.shutdown(wait=False, cancel_futures=True)
            for process in others:
                process.terminate()
            pool.shutdown(wait=True)

    def finish(self) -> None:
        """Write the data card, with the hash of every shard."""
        hashes = {
            name: _hash(self.path / name) for name in (self.plan.name(shard) for shard in range(self.plan.shards))
        }
        _settle(self.path / "README.md", card(self.plan.settings(), hashes))


def play_shard(path: Path, plan: Plan, shard: int) -> int:
    """Play the rounds of a shard and put it into the folder, whole; return how many rounds it has."""
    numbers = range(shard * plan.size, min(plan.rounds, (shard + 1) * plan.size))
    rounds = (play_round(plan.players, number, plan.seed, plan.ruleset) for number in numbers)
    part = path / f".part-{shard:05}-{os.getpid()}"
    if plan.format == "parquet":
        tables.write(tables.table(list(rounds), plan.ruleset), part)
        _sync(part)
    else:
        part.mkdir()
        for told in rounds:
            told.record.save(part / f"{told.number:08}.tgn")
            _sync(part / f"{told.number:08}.tgn")
    target = path / plan.name(shard)
    if target.exists():
        _remove(part)  # another program was faster; its shard is the same
    else:
        part.replace(target)
    return len(numbers)


def plan_of(players: tuple[str, ...], **options: Any) -> Plan:
    """Return the plan for one player (who plays itself) or two. ValueError, UnknownPlayer."""
    if len(players) not in {1, 2}:
        raise ValueError("name one player, who plays itself, or two")
    for name in players:
        if COMMAND in name:
            raise ValueError(f"{name!r}: programs play in the arena; self-play is between players by name")
    one, two = (Contestant.parse(name, options.get("limit")) for name in (players[0], players[-1]))
    return replace(Plan((one, two), 1), **{name: value for name, value in options.items() if name != "limit"})


def _manifest(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return {**found, "rounds": int(found["rounds"])}
    except (ValueError, KeyError, TypeError):
        raise DataError(f"{path} is no manifest of self-play") from None


def _hash(path: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(path.iterdir()) if path.is_dir() else [path]:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _settle(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    part = path.with_name(f".part-{path.name}-{os.getpid()}")
    part.write_text(text, encoding="utf-8")
    _sync(part)
    part.replace(path)


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
