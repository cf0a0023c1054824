"""Curves as SVG that fits light and dark pages, with no library."""

from __future__ import annotations

from html import escape
from math import log10

COLOURS = ("#c0506a", "#3f86b5")
LEFT, RIGHT, TOP, BOTTOM = 60, 660, 30, 220
Points = list[tuple[float, float]]


def drawn(
    lines: dict[str, Points],
    title: str,
    across: str,
    *,
    top: float = 1.0,
    mark: str = "{:.0%}",
    tenfold: bool = False,
    level: tuple[str, float] | None = None,
) -> str:
    """Return curves over a common axis; heights run from 0 to `top`.

    `tenfold` spaces what stands across by its logarithm (all of it above 0), `level` is a broken line with its name.
    """
    every = [x for points in lines.values() for x, _ in points]
    least, most = (min(every), max(every)) if tenfold else (0.0, max(every) or 1.0)

    def place(x: float, y: float) -> tuple[float, float]:
        part = log10(x / least) / (log10(most / least) or 1) if tenfold else x / most
        return LEFT + (RIGHT - LEFT) * part, BOTTOM - (BOTTOM - TOP) * y / top

    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 690 262" role="img" font-family="sans-serif" '
        f'font-size="12" fill="#808080"><title>{escape(title)}</title>'
        f'<text x="{LEFT}" y="18" font-size="14">{escape(title)}</text>'
    )
    found = [head]
    for quarter in range(5):
        value, y = top * quarter / 4, place(most, top * quarter / 4)[1]
        found.append(f'<path d="M{LEFT} {y:.0f}H{RIGHT}" stroke="#8886"/>')
        found.append(f'<text x="{LEFT - 8}" y="{y + 4:.0f}" text-anchor="end">{mark.format(value)}</text>')
        x = least * (most / least) ** (quarter / 4) if tenfold else most * quarter / 4
        found.append(f'<text x="{place(x, 0)[0]:.0f}" y="240" text-anchor="middle">{_short(x)}</text>')
    found.append(f'<text x="360" y="257" text-anchor="middle">{escape(across)}</text>')
    if level:
        y = place(most, level[1])[1]
        found.append(f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="#808080" stroke-dasharray="5 4"/>')
        found.append(f'<text x="{RIGHT}" y="{y - 6:.1f}" text-anchor="end">{escape(level[0])}</text>')
    for colour, (name, points) in zip(COLOURS, lines.items(), strict=False):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in points))
        found.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
        if len(lines) > 1:
            x, y = place(*points[len(points) // 3])
            found.append(f'<text x="{x + 8:.1f}" y="{y - 8:.1f}" fill="{colour}">{escape(name)}</text>')
    return "\n".join(found) + "</svg>\n"


def _short(x: float) -> str:
    return f"{x / 1e6:.1f} M" if x >= 1e6 else f"{x / 1e3:.0f} k" if x >= 1e4 else f"{x:,.0f}"
