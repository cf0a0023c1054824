"""The course of a run as a picture: how its networks stand against each other, over the rounds that they had played."""

from __future__ import annotations

from html import escape
from math import log10
from pathlib import Path
from typing import Any

WIDTH, HEIGHT, EDGE = 720, 360, 56


def strengths(log: list[dict[str, Any]]) -> list[tuple[int, float]]:
    """Return rounds and Elo of every network that was kept; the first is 0, each stands on the one before it.

    Differences add up the matches between neighbours, so that small errors add up too.
    """
    found: list[tuple[int, float]] = []
    for said in log:
        if "score_against_last" in said:
            share = min(max(said["score_against_last"], 0.001), 0.999)
            found.append((said["rounds"], found[-1][1] - 400 * log10(1 / share - 1)))
        elif said.get("kept"):
            found.append((said["rounds"], 0.0))
    return found


def drawn(log: list[dict[str, Any]], title: str) -> str:
    """Return an SVG of strength over rounds; where nothing can be compared yet it says so."""
    points, title = strengths(log), escape(title)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="12" fill="#333"><title>{title}</title>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
        f'<text x="{EDGE}" y="24" font-size="15">{title}</text>'
    )
    if len(points) < 2:
        return head + f'<text x="{EDGE}" y="{HEIGHT // 2}">No two networks have been kept yet.</text></svg>\n'
    most = points[-1][0]
    low, high = min(elo for _, elo in points), max(elo for _, elo in points)
    step = _step((high - low) / 4)
    bottom, top = step * (low // step), step * -(-high // step)
    top += step * (top == bottom)

    def place(rounds: float, elo: float) -> tuple[float, float]:
        across = EDGE + (WIDTH - 1.5 * EDGE) * rounds / most
        return round(across, 1), round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (elo - bottom) / (top - bottom), 1)

    lines = []
    mark = bottom
    while mark <= top:
        y = place(0, mark)[1]
        lines.append(f'<path d="M{EDGE} {y}H{WIDTH - EDGE / 2}" stroke="#ddd"/>')
        lines.append(f'<text x="{EDGE - 8}" y="{y + 4}" text-anchor="end">{mark:+g}</text>')
        mark += step
    for part in range(5):
        rounds = most * part / 4
        lines.append(f'<text x="{place(rounds, bottom)[0]}" y="{HEIGHT - EDGE + 18}" text-anchor="middle">')
        lines.append(f"{_short(rounds)}</text>")
    lines.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 14}" text-anchor="middle">rounds of self-play</text>')
    lines.append(f'<text x="{EDGE}" y="42">Elo above the first network that was kept</text>')
    path = " ".join(f"{x},{y}" for x, y in (place(*point) for point in points))
    lines.append(f'<polyline points="{path}" fill="none" stroke="#a3401f" stroke-width="2"/>')
    lines += [f'<circle cx="{place(*point)[0]}" cy="{place(*point)[1]}" r="3" fill="#a3401f"/>' for point in points]
    return head + "".join(lines) + "</svg>\n"


def draw(log: list[dict[str, Any]], path: Path, title: str) -> None:
    """Write the picture to a file that is complete or not there."""
    part = path.with_name(path.name + ".part")
    part.write_text(drawn(log, title), encoding="utf-8")
    part.replace(path)


def _step(rough: float) -> float:
    """Return a round number near a rough one: 1, 2 or 5 with noughts."""
    ten = 10.0
    while ten > rough and ten > 1:
        ten /= 10
    while ten * 10 <= rough:
        ten *= 10
    return next((ten * few for few in (1, 2, 5) if ten * few >= rough), ten * 10)


def _short(rounds: float) -> str:
    return f"{rounds / 1e6:.3g} M" if rounds >= 1e6 else f"{rounds / 1e3:.3g} k" if rounds >= 1e3 else f"{rounds:.0f}"
