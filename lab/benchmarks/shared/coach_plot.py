"""Plot of a calibration as SVG without a library: a panel for each game, predictions against results."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import knobel

SIDE, MARGIN, HEAD = 150, 34, 22
NAMES = {"points": "points", "points_to_win": "points, to win", "win": "chance to win"}


def plot(found: Mapping[str, Mapping[str, Sequence[Any]]], path: Path) -> None:
    """Write an SVG file: a column for each game; points if all play for points, points if all play to win, and the
    probability of winning. Bars are two standard errors;
    hollow dots are off."""
    parts, games = [], [name for name in knobel.GAMES if name in found]
    for column, name in enumerate(games):
        for row, (of, title) in enumerate(NAMES.items()):
            x, y = MARGIN + column * (SIDE + MARGIN), HEAD + row * (SIDE + MARGIN + HEAD)
            parts += [f'<text x="{x}" y="{y - 6}">{knobel.GAMES[name].titles["en"]}: {title}</text>']
            parts += panel(found[name][of], x, y, whole=of == "win")
    width, height = MARGIN + len(games) * (SIDE + MARGIN), len(NAMES) * (SIDE + MARGIN + HEAD)
    style = "text{font:12px sans-serif}.t{font-size:10px}.g{stroke:#bbb;fill:none}.e{stroke:#1c6a4b;stroke-width:2}"
    style += ".d{fill:#1c6a4b;stroke:#1c6a4b}.o{fill:#fff;stroke:#c0352a;stroke-width:2}"
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"><style>{style}</style>'
        f'<rect width="{width}" height="{height}" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def panel(bins: Sequence[Any], x: int, y: int, *, whole: bool) -> list[str]:
    """Return one plot; with `whole` its axes run from 0 to 1."""
    if not bins:
        return []
    ends = [0.0, 1.0] if whole else [each for one in bins for each in (one.said, one.happened)]
    low, high = min(ends), max(ends)
    # Margin for the dots at the ends.
    spare = 0 if whole else 0.05 * (high - low)
    low, high = low - spare, high + spare

    def at(value: float) -> float:
        return SIDE * (min(max(value, low), high) - low) / (high - low)

    parts = [f'<rect class="g" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}"/>']
    parts += [f'<path class="g" d="M{x} {y + SIDE}L{x + SIDE} {y}"/>']
    for value, anchor in ((low, "start"), (high, "end")):
        text = f"{value:.0%}" if whole else f"{value:.0f}"
        parts += [f'<text class="t" x="{x + at(value):.1f}" y="{y + SIDE + 12}" text-anchor="{anchor}">{text}</text>']
    for one in bins:
        cx, error = x + at(one.said), 2 * one.error
        top, bottom = (y + SIDE - at(one.happened + sign * error) for sign in (1, -1))
        parts += [f'<path class="e" d="M{cx:.1f} {top:.1f}V{bottom:.1f}"/>']
        parts += [
            f'<circle class="{"o" if one.off else "d"}" cx="{cx:.1f}" cy="{y + SIDE - at(one.happened):.1f}" r="3"/>'
        ]
    return parts
