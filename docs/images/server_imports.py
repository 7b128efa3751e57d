"""Draws server_imports.svg: which packages of the server import which.

    python docs/images/server_imports.py

The packages stand in the order that `make lint` enforces (contract `server-layers` in pyproject.toml). An arc connects
a package with one below it that it imports, also where a function does so when it is called.
"""

import ast
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "src" / "knobel" / "server"
TARGET = Path(__file__).with_suffix(".svg")
WIDTH, TOP, STEP, AXIS = 960, 84, 34, 560
PAPER, INK, LINE, DOT = "#fbf7ea", "#22302b", "#1c6149", "#e3efe6"


def order() -> list[str]:
    """Return the packages and modules of the server from top to bottom."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = next(c for c in settings["tool"]["importlinter"]["contracts"] if c["id"] == "server-layers")
    return [name.strip() for layer in contract["layers"] for name in layer.split("|")]


def edges() -> set[tuple[str, str]]:
    """Return the pairs of packages of which the first imports the second."""
    found = set()
    for file in sorted(SERVER.rglob("*.py")):
        package = file.relative_to(SERVER).with_suffix("").parts[0]
        nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        names = {name for node in nodes if isinstance(node, ast.ImportFrom) for name in _imported(node)}
        found |= {(package, name) for name in names - {package}}
    return found


def _imported(node: ast.ImportFrom) -> list[str]:
    """Return the packages of the server that an import names."""
    module = node.module or ""
    if module == "knobel.server":
        return [alias.name for alias in node.names]
    return [module.split(".")[2]] if module.startswith("knobel.server.") else []


def summary(name: str) -> str:
    """Return the first sentence of the docstring of a package or module."""
    file = SERVER / name / "__init__.py" if (SERVER / name).is_dir() else SERVER / f"{name}.py"
    text = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").split("\n\n")[0].replace("\n", " ")
    return text if len(text) <= 84 else text[:82].rsplit(" ", 1)[0] + " …"


def drawing() -> str:
    """Return the picture. It has a background of its own, for light and dark pages."""
    names = order()
    place = {name: TOP + STEP * number for number, name in enumerate(names)}
    height = TOP + STEP * len(names) + 10
    style = (
        f"text{{font-family:system-ui,sans-serif;fill:{INK};text-anchor:end}}.name{{font-size:14px;font-weight:600}}"
        f".note{{font-size:11.5px}}.head{{font-size:17px;font-weight:600;text-anchor:start}}path{{fill:none;stroke:{LINE}}}"
        f"circle{{fill:{DOT};stroke:{LINE}}}"
    )
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">',
        "<title>The packages of the server: each imports only those below it</title>",
        f"<style>{style}</style>",
        f'<rect width="{WIDTH}" height="{height}" rx="12" fill="{PAPER}"/>',
        '<text x="30" y="40" class="head">knobel.server: each package imports only those below it</text>',
    ]
    for upper, lower in sorted(edges()):
        if upper in place and lower in place:
            y1, y2 = place[upper], place[lower]
            reach = AXIS + 24 + 16 * abs(y2 - y1) / STEP
            curve = f"M{AXIS} {y1}C{reach:.0f} {y1} {reach:.0f} {y2} {AXIS} {y2}"
            lines.append(f'<path d="{curve}" opacity="0.5"><title>{escape(f"{upper} imports {lower}")}</title></path>')
    for name, y in place.items():
        lines += [
            f'<circle cx="{AXIS}" cy="{y}" r="5"/>',
            f'<text x="{AXIS - 14}" y="{y - 1}" class="name">{escape(name)}</text>',
            f'<text x="{AXIS - 14}" y="{y + 12}" class="note">{escape(summary(name))}</text>',
        ]
    return "\n".join([*lines, "</svg>"]) + "\n"


if __name__ == "__main__":
    TARGET.write_text(drawing(), encoding="utf-8")
