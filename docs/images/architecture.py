"""Draws architecture.svg: the parts of a running server, and the layers of the package.

    python docs/images/architecture.py

The layers are those that `make lint` enforces (`tool.importlinter` in pyproject.toml).
"""

import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[2]
TARGET = Path(__file__).with_suffix(".svg")
WIDTH, HEIGHT = 960, 640
PAPER, INK, LINE, SERVER, BOX = "#fbf7ea", "#22302b", "#1c6149", "#e3efe6", "#ffffff"

NOTES = {
    "__main__": "",
    "cli": "command line",
    "offline": "tables in a browser",
    "presentation": "what a person is shown",
    "server": "HTTP, WebSockets, database",
    "arena": "comparisons of bots",
    "coach": "value of decisions",
    "envs": "for learning",
    "tables": "live tables, no I/O",
    "bots": "players",
    "encodings": "games as arrays",
    "vision": "dice and paper in photos",
    "engines": "values of positions, compiled kernels",
    "games": "the rules of five games",
    "core": "events, turns, Game",
    "dice": "distributions",
}
"""The purpose of a module; modules without one are drawn together."""


def layers() -> list[list[str]]:
    """Return the layers of the package from top to bottom, each with the names of its modules."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = next(c for c in settings["tool"]["importlinter"]["contracts"] if c["id"] == "one-way")
    return [[name.strip() for name in layer.split("|")] for layer in contract["layers"]]


def box(x: float, y: float, width: float, height: float, title: str, note: str = "", fill: str = BOX) -> str:
    """Return a box with a title and a smaller note below it."""
    middle, centre = x + width / 2, y + height / 2 + (-3 if note else 5)
    text = f'<text x="{middle:g}" y="{centre:g}" class="title">{escape(title)}</text>'
    if note:
        text += f'<text x="{middle:g}" y="{centre + 16:g}" class="note">{escape(note)}</text>'
    shape = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="6" fill="{fill}" stroke="{LINE}"/>'
    return f"{shape}{text}"


def arrow(x1: float, y1: float, x2: float, y2: float, label: str = "", *, both: bool = False) -> str:
    """Return an arrow with a label beside its middle."""
    start = ' marker-start="url(#head)"' if both else ""
    line = f'<path d="M{x1:g} {y1:g}L{x2:g} {y2:g}" stroke="{LINE}" marker-end="url(#head)"{start}/>'
    if not label:
        return line
    vertical = x1 == x2
    x, y = (x1 + 8, (y1 + y2) / 2 + 4) if vertical else ((x1 + x2) / 2, y1 - 6)
    kind = "label" if vertical else "label middle"
    return f'{line}<text x="{x:g}" y="{y:g}" class="{kind}">{escape(label)}</text>'


def running() -> list[str]:
    """Return the left half: processes and what they exchange."""
    left, width = 30, 440
    return [
        f'<text x="{left}" y="40" class="head">A running server</text>',
        box(left, 60, 136, 56, "Browsers", "the page (Svelte)"),
        box(left + 152, 60, 136, 56, "Own bots", "knobel bot"),
        box(left + 304, 60, 136, 56, "Operator", "knobel admin"),
        arrow(left + 68, 120, left + 68, 172, "commands up", both=True),
        arrow(left + 220, 120, left + 220, 172, "views, legal actions", both=True),
        arrow(left + 372, 120, left + 372, 172, both=True),
        f'<rect x="{left}" y="178" width="{width}" height="218" rx="8" fill="{SERVER}" stroke="{LINE}"/>',
        f'<text x="{left + 14}" y="202" class="title start">Server process, one or several</text>',
        box(left + 14, 216, 412, 44, "http, limits", "bounds, origins, the page's files"),
        box(left + 14, 270, 96, 52, "people", "sessions, chat"),
        box(left + 119, 270, 96, 52, "tables", "log, sockets"),
        box(left + 224, 270, 106, 52, "deals, cups", "and ratings"),
        box(left + 339, 270, 87, 52, "compute", "fair queues"),
        box(left + 14, 332, 200, 50, "database", "group commit"),
        box(left + 226, 332, 200, 50, "cluster", "heartbeats, notes"),
        arrow(left + 114, 400, left + 114, 452, "appends events", both=True),
        arrow(left + 320, 400, left + 320, 452, "views, actions", both=True),
        box(left, 458, 228, 60, "SQLite or PostgreSQL", "the log is the truth"),
        box(left + 250, 458, 190, 60, "Bots and coach", "processes with engines"),
        box(left, 548, 228, 56, "Other server processes", "notes by LISTEN and NOTIFY"),
        box(left + 250, 548, 190, 56, "knobel worker", "jobs from PostgreSQL"),
        arrow(left + 114, 522, left + 114, 544, both=True),
        arrow(left + 216, 522, left + 262, 544, both=True),
    ]


def packages() -> list[str]:
    """Return the right half: the layers, from those that import to those that are imported."""
    left, width, top, bottom = 520, 410, 60, 604
    drawn = [layer for layer in layers() if set(layer) & {name for name, note in NOTES.items() if note}]
    small = sorted({name for layer in layers() for name in layer} - set(NOTES))
    gap = 10
    height = (bottom - top - 48 - gap * (len(drawn) - 1)) / len(drawn)
    parts = [f'<text x="{left}" y="40" class="head">Packages: imports run downwards</text>']
    for number, layer in enumerate(drawn):
        each = (width - gap * (len(layer) - 1)) / len(layer)
        y = top + number * (height + gap)
        parts += [
            box(left + i * (each + gap), y, each, height, name, NOTES.get(name, "")) for i, name in enumerate(layer)
        ]
    rows = [small[row::4] for row in range(4)]
    parts += [
        f'<text x="{left + width / 2:g}" y="{bottom - 28 + 16 * i}" class="note">{escape(", ".join(row))}</text>'
        for i, row in enumerate(rows)
    ]
    return parts


def drawing() -> str:
    """Return the picture. It has a background of its own, for light and dark pages."""
    style = (
        f"text{{font-family:system-ui,sans-serif;fill:{INK};text-anchor:middle}}.title{{font-size:14px;font-weight:600}}"
        ".note,.label{font-size:11.5px}.head{font-size:17px;font-weight:600}.head,.label,.start{text-anchor:start}"
        ".middle{text-anchor:middle}path{fill:none;stroke-width:1.4}"
    )
    head = (
        '<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        f'orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" style="fill:{LINE};stroke:none"/></marker>'
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        "<title>The parts of a running server, and the layers of the package</title>",
        f"<defs>{head}</defs><style>{style}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="{PAPER}"/>',
        *running(),
        *packages(),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(drawing(), encoding="utf-8")
