"""Who plays the rounds of a run: threads of this machine, or a cluster. What comes out does not depend on who did."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import Protocol, Self

from ..kernel import Kernel
from .selfplay import Rows, Share


class Workers(Protocol):
    """Plays shares of rounds while its `with` block lasts."""

    def play(self, shares: Sequence[Share]) -> list[Future[Rows]]:
        """Have every share played; the answers come in the order of the shares."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None: ...


class Threads:
    """Threads of this process: the kernel lets go of the interpreter's lock while it plays."""

    def __init__(self, count: int) -> None:
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="selfplay")
        self._kernel = Kernel()

    def play(self, shares: Sequence[Share]) -> list[Future[Rows]]:
        """Have every share played by the next free thread."""
        return [self._pool.submit(share.play, self._kernel) for share in shares]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Wait for what is being played, and drop what is not begun."""
        self._pool.shutdown(wait=True, cancel_futures=True)
