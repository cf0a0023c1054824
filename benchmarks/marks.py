"""Whether marks hold: what a review marks, followed through worlds to the end of the round.

    python benchmarks/marks.py [--decisions 25] [--worlds 1000] [--depth full] [--seed 1] [--levels peddler haggler]

Rounds are played by two levels of the computer and reviewed at a depth. For each marked decision the best action and
the one that was played then meet the same fresh worlds, in which both seats go on by the network until the round is
over: nothing is judged by the network's value any more. The mark holds where the played action still loses; it is the
same where the loss of the rollouts is that of its class or within two of their standard errors of it.
"""

from __future__ import annotations

import argparse
import time

from saudagar.analysis.depth import DEPTHS
from saudagar.analysis.judge import Judge
from saudagar.analysis.marks import MARKS, mark_of
from saudagar.dealers import FairDealer, Stream, rng
from saudagar.kernel.outlook import Outlook
from saudagar.kernel.search import Plan, Searcher
from saudagar.kernel.tables import code_of
from saudagar.players import Limit, player
from saudagar.players.network import kernel, network, state_of
from saudagar.rules import STANDARD, Match, Seat
from saudagar.table import Phase, Table

TO_THE_END = 400
"""Plies: no round is that long."""


def held(loss: float, error: float, mark: str) -> tuple[bool, bool]:
    """Return whether a loss says that the played action is worse, and whether it may bear this mark."""
    low = next(limit for limit, name in MARKS if name == mark)
    above = [limit for limit, _ in MARKS if limit > low]
    high = min(above, default=1.0)
    return loss > 0, low - 2 * error <= loss <= high + 2 * error


def main() -> None:
    """Play, review, roll out, and print how many marks hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--decisions", type=int, default=25)
    parser.add_argument("--worlds", type=int, default=1000)
    parser.add_argument("--depth", choices=list(DEPTHS), default="full")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--levels", nargs=2, default=["peddler", "haggler"])
    wish = parser.parse_args()
    judge, numbers, began = Judge(STANDARD, DEPTHS[wish.depth]), rng(wish.seed), time.monotonic()
    far = Outlook(Searcher(kernel(STANDARD), network(), Plan(depth=TO_THE_END)))
    seats = dict(zip(Seat, (player(f"champion-1:{level}") for level in wish.levels), strict=True))
    looked = marked = worse = same = 0
    while marked < wish.decisions:
        key = bytes(numbers.below(256) for _ in range(32))
        table, thoughts = Table(Match(STANDARD, 1), dealer=FairDealer(key)), Stream(key, "thoughts")
        while table.phase is Phase.PLAY and marked < wish.decisions:
            seat = table.to_act
            assert seat is not None
            view = table.view(seat)
            played = seats[seat].choose(view, Limit(), thoughts).action
            verdict = judge.weigh(view, [played])
            best, done = verdict.best, verdict.of(played)
            mark = mark_of(best.win - done.win, max(best.error, done.error))
            looked += 1
            if mark:
                codes = [code_of(each.action, STANDARD) for each in (best, done)]
                found = far.sample(state_of(view), codes, wish.worlds, numbers.below(1 << 31))
                loss = found.values[0] - found.values[1]
                holds, fits = held(loss, found.errors[1], mark)
                marked, worse, same = marked + 1, worse + holds, same + fits
                line = (
                    f"{mark:2} {best.win - done.win:.3f} by the review, {loss:.3f} ± {found.errors[1]:.3f} to the end"
                )
                print(f"{line}  {best.action} before {played}  {view}", flush=True)
            table.act(seat, played)
    print(
        f"{marked} marks in {looked} decisions: {worse} lose to the end as well ({worse / marked:.0%}), "
        f"{same} bear the same mark ({same / marked:.0%}); {time.monotonic() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
