"""A tournament as one page of HTML that needs nothing else: no script, no font, no picture from anywhere."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib import resources
from typing import Any

from ..version import __version__
from .contestant import Contestant
from .duel import Duel
from .round_robin import RoundRobin
from .sprt import Sprt

STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 250, 500, 1_000, 2_000)
"""Elo between two lines of the chart."""


def page(found: RoundRobin, conditions: Mapping[str, Any], *, title: str = "", test: Sprt | None = None) -> str:
    """Return the page. `conditions` is what the results follow from (journal.conditions); one deal is needed."""
    heading = title or "Arena: " + ", ".join(rating.contestant.label for rating in found.ratings)
    said = (
        f"{found.deals:,} mirrored pairs ({2 * found.deals:,} rounds) of each two players. Every deal is played twice,"
        " with the seats exchanged. Intervals are of 95 %, over pairs."
    )
    parts = (
        f"<h1>{escape(heading)}</h1><p class=quiet>{said}</p>",
        _ratings(found),
        _grid(found),
        _remarks(found, test),
        _pairings(found),
        _players(found),
        _conditions(conditions),
    )
    return (
        '<!doctype html>\n<html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(heading)}</title><style>{_style()}</style>\n<main>{''.join(parts)}</main></html>\n"
    )


@cache
def _style() -> str:
    return (resources.files(__package__) / "page.css").read_text(encoding="utf-8")


def _ratings(found: RoundRobin) -> str:
    ends = [end for rating in found.ratings for end in (*rating.interval, rating.elo)]
    low, high = min(ends), max(ends)
    step = next((step for step in STEPS if (high - low) / step <= 6), STEPS[-1])
    low, high = step * (low // step), step * -(-high // step)

    def at(elo: float) -> float:
        return round(1000 * (elo - low) / (high - low or 1), 1)

    marks = [low + step * number for number in range(round((high - low) / step) + 1)]
    grid = "".join(f'<path class={"grid" if mark else "zero"} d="M{at(mark)} 0V20"/>' for mark in marks)
    rows = []
    for rating in found.ratings:
        start, end = rating.interval
        told = f"{_end(rating.elo)} ({_end(start)} to {_end(end)})"
        rows.append(
            f"<div class=row><b>{escape(rating.contestant.label)}</b>"
            f'<svg viewBox="0 0 1000 20" preserveAspectRatio=none role=img aria-label="Elo {told}">{grid}'
            f'<path class=bar d="M{at(start)} 10H{at(end)}M{at(start)} 5V15M{at(end)} 5V15"/>'
            f'<path class=dot d="M{at(rating.elo)} 10h0.01"/></svg><span>{told}</span></div>'
        )
    axis = "".join(f'<i style="left:{at(mark) / 10}%">{_end(mark)}</i>' for mark in marks)
    return (
        f"<h2>Ratings</h2><figure>{''.join(rows)}"
        f"<div class=row aria-hidden=true><b></b><div class=axis>{axis}</div><span></span></div>"
        "<figcaption>Elo by Bradley and Terry, mean 0; intervals by 1,000 bootstraps over deals.</figcaption></figure>"
    )


def _grid(found: RoundRobin) -> str:
    order = [rating.contestant for rating in found.ratings]
    heads = "".join(f"<th scope=col>{escape(each.label)}" for each in order)
    rows = []
    for one in order:
        cells = "".join("<td class=self>–" if one is two else _cell(*found.share(one, two)) for two in order)
        rows.append(f"<tr><th scope=row>{escape(one.label)}{cells}")
    return (
        "<h2>Who beats whom</h2><div class=scroll tabindex=0 role=region aria-label='Who beats whom'><table class=grid>"
        f"<thead><tr><th scope=row>rounds won, in %{heads}</thead><tbody>{''.join(rows)}</tbody></table></div>"
        "<p class=quiet>The share of rounds that the player on the left won against the one above;"
        " green is won, orange is lost.</p>"
    )


def _cell(share: float, interval: tuple[float, float]) -> str:
    much = min(60, round(120 * abs(share - 0.5)))
    kind = "won" if share > 0.5 else "lost" if share < 0.5 else "even"
    width = max(interval[1] - share, share - interval[0])
    return f'<td class={kind} style="--much:{much}%">{100 * share:.1f}<small>± {100 * width:.1f}</small>'


def _remarks(found: RoundRobin, test: Sprt | None) -> str:
    told = []
    if test:
        seen = found.duels[0].pentanomial
        low, high = test.bounds
        told.append(
            f"Sequential test of {test.elo0:g} against {test.elo1:g} Elo: {test.verdict(seen).value}"
            f" (log-likelihood ratio {test.llr(seen):+.2f}, bounds {low:.2f} and +{high:.2f})."
        )
    told += [f"A circle: {' beats '.join(each.label for each in (*cycle, cycle[0]))}." for cycle in found.cycles]
    for duel in found.duels if len(found.contestants) > 2 else ():
        far = found.surprise(duel)
        if abs(far) > 3:
            more = "more" if far > 0 else "less"
            told.append(
                f"{duel.one.label} wins {more} against {duel.two.label} than the ratings expect ({far:+.1f} σ)."
            )
    unfinished = sum(duel.unfinished for duel in found.duels)
    if unfinished:
        told.append(f"Rounds that reached the cap of plies, counted half for each: {unfinished:,}.")
    forfeits = sum(len(pair.forfeits) for duel in found.duels for pair in duel.pairs)
    if forfeits:
        told.append(f"Rounds lost by what a program did wrong: {forfeits:,}.")
    return "".join(f"<p>{escape(each)}</p>" for each in told)


def _pairings(found: RoundRobin) -> str:
    rows = []
    for duel in found.duels:
        one, two = (1000 * cost.cpu_seconds / max(1, cost.moves) for cost in duel.thinking)
        cells = (
            f"{100 * duel.share:.1f} ± {_width(duel):.1f}",
            _elo(duel),
            " ".join(str(count) for count in duel.pentanomial.counts),
            f"{duel.margin:+.1f}".replace("-", "−"),
            f"{duel.plies:.1f}",
            f"{100 * duel.first_share:.1f}",
            f"{one:.2f}",
            f"{two:.2f}",
        )
        name = f"{escape(duel.one.label)} – {escape(duel.two.label)}"
        rows.append(f"<tr><th scope=row>{name}" + "".join(f"<td>{cell}" for cell in cells))
    heads = (
        *("rounds won, %", "Elo", "pairs with 0 ½ 1 1½ 2", "lead, rupees", "plies a round"),
        *("won by who began, %", "CPU ms a move", "of the other"),
    )
    return _table("Pairing by pairing", "Figures of the first player named, against the second.", heads, rows)


def _players(found: RoundRobin) -> str:
    rows = []
    for rating in found.ratings:
        cost, plies = _spent(found.duels, rating.contestant)
        cells = (f"{100 * rating.share:.1f}", f"{plies:.1f}", f"{cost:.2f}")
        rows.append(f"<tr><th scope=row>{escape(rating.contestant.label)}" + "".join(f"<td>{cell}" for cell in cells))
    return _table("Player by player", "Over all opponents.", ("rounds won, %", "plies a round", "CPU ms a move"), rows)


def _table(title: str, caption: str, heads: Iterable[str], rows: Sequence[str]) -> str:
    told = "".join(f"<th scope=col>{head}" for head in heads)
    return (
        f"<h2>{title}</h2><p class=quiet>{caption}</p>"
        f"<div class=scroll tabindex=0 role=region aria-label='{title}'><table>"
        f"<thead><tr><th scope=row>{told}</thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _conditions(told: Mapping[str, Any]) -> str:
    rows = []
    for label, each in told["players"].items():
        limit = (
            f", {each['samples']:,} samples" if each["samples"] else f", {1000 * each['seconds']:g} ms"
        ) if each["samples"] or each["seconds"] else ""  # fmt: skip
        rows.append((label, f"{each['name']}{limit}"))
    rows += [(name.replace("_", " "), str(value)) for name, value in told.items() if name != "players"]
    rows.append(("saudagar", __version__))
    timed = any(each["seconds"] for each in told["players"].values())
    warned = "<p>Limits in milliseconds depend on the machine: these figures cannot be repeated exactly.</p>"
    lines = "".join(f"<dt>{escape(name)}<dd>{escape(value)}" for name, value in rows)
    return f"<h2>To repeat it</h2><dl>{lines}</dl>{warned if timed else ''}"


def _spent(duels: Iterable[Duel], who: Contestant) -> tuple[float, float]:
    """Return a player's CPU milliseconds a move, and the plies of its rounds."""
    own = [duel for duel in duels if who in (duel.one, duel.two)]
    costs = [duel.thinking[duel.two is who] for duel in own]
    plies = sum(duel.plies for duel in own) / len(own)
    return 1000 * sum(cost.cpu_seconds for cost in costs) / max(1, sum(cost.moves for cost in costs)), plies


def _width(duel: Duel) -> float:
    low, high = duel.interval
    return 100 * max(high - duel.share, duel.share - low)


def _elo(duel: Duel) -> str:
    low, high = duel.elo_interval
    return f"{_end(duel.elo)} ({_end(low)} to {_end(high)})"


def _end(value: float) -> str:
    if abs(value) > 1e9:
        return "+∞" if value > 0 else "−∞"
    return f"{value:+.0f}".replace("-", "−") if round(value) else "0"
