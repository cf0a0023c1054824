"""Jobs: reviews that were asked for, and the files that let them survive a restart."""

from __future__ import annotations

import json
import logging
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

log = logging.getLogger("saudagar.server")

Standing = Literal["waiting", "running", "done", "cancelled", "failed"]
STAGES = ("quick", "middle", "full")


@dataclass
class Job:
    """One review: of which record, for whom, how far it is, and what it says so far."""

    id: str
    key: str
    """The hash of the record and the depth: the same wish of two people is one job."""
    record: str
    depth: str
    """The deepest stage that is wanted."""
    guests: set[str]
    """The hashes (hex) of those who asked for it, and may look."""
    created: float
    state: Standing = "waiting"
    reached: str | None = None
    """The depth of the result that is there."""
    result: str | None = None
    """JSON, as `saudagar analyse --json` prints it."""
    stage: str | None = None
    done: int = 0
    of: int = 0
    wrong: str | None = None
    files: dict[str, dict[str, str]] = field(default_factory=dict)
    """By language: the page and the annotated record, packed."""
    tries: int = 0

    @property
    def active(self) -> bool:
        """Whether it is still to be worked on."""
        return self.state in ("waiting", "running")

    @property
    def left(self) -> list[str]:
        """The stages that are still to come."""
        stages = STAGES[: STAGES.index(self.depth) + 1]
        return [stage for stage in stages if self.reached is None or STAGES.index(stage) > STAGES.index(self.reached)]

    def hear(self, said: dict[str, Any]) -> bool:
        """Note what the process for reviews says of it; say whether that is more than how far it is."""
        if "stage" in said:
            self.state, self.stage, self.done, self.of = "running", said["stage"], said["done"], said["of"]
            return False
        if "wrong" in said:
            self.state, self.wrong = "failed", said["wrong"]
        else:
            self.result, self.reached, self.files = said["result"], said["depth"], said.get("files", {})
            self.state = "running" if self.left else "done"
            self.stage, self.done = (self.left[0] if self.left else None), 0
        return True

    def told(self, have: str | None) -> dict[str, Any]:
        """Return what its askers are told; the result is left out where they `have` that depth already."""
        told: dict[str, Any] = {name: getattr(self, name) for name in ("id", "state", "stage", "done", "of", "wrong")}
        told |= {"depth": self.depth, "reached": self.reached}
        return told if self.result is None or have == self.reached else {**told, "result": json.loads(self.result)}


class Shelf:
    """Jobs as files of a folder, one each; without a folder nothing outlives the process."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def keep(self, job: Job) -> None:
        """Write a job down. A disk that refuses costs only the restart's memory, and is logged."""
        if self.folder is None:
            return
        kept = {name: value for name, value in vars(job).items() if name != "guests"}
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            new = self.folder / f"{job.id}.new"
            new.write_text(json.dumps({**kept, "guests": sorted(job.guests)}), encoding="utf-8")
            new.replace(self.folder / f"{job.id}.json")
        except OSError as wrong:
            log.warning("review %s could not be written down: %s", job.id, wrong)

    def drop(self, job: Job) -> None:
        """Forget a job."""
        if self.folder is not None:
            (self.folder / f"{job.id}.json").unlink(missing_ok=True)

    def jobs(self) -> list[Job]:
        """Return all that were written down, the oldest first. What cannot be read is left alone, and logged."""
        found = list[Job]()
        for file in sorted(self.folder.glob("*.json")) if self.folder and self.folder.is_dir() else []:
            try:
                told = json.loads(file.read_text(encoding="utf-8"))
                job = Job(**{**told, "guests": set(told["guests"])})
            except (OSError, ValueError, TypeError, KeyError) as wrong:
                log.warning("what was written down of review %s cannot be read: %s", file.stem, wrong)
                continue
            if re.fullmatch(r"[A-Za-z0-9_-]+", job.id) and job.id == file.stem:
                found.append(job)
        return sorted(found, key=lambda job: job.created)
