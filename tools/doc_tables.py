"""Tables of the documentation that the site contains, and the repository does not.

A line such as `<!-- table: settings -->` in a page stands for a table. When the site is built, it is written from the
program: from help texts, docstrings of requests, fields of encodings, texts for refusals, and tested counts.
"""

import csv
import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import typer

import knobel
from knobel.cli.app import app
from knobel.cli.secret_options import SECRETS
from knobel.core import Reason
from knobel.encodings import encoding
from knobel.server.openapi import document
from knobel.tables.refusals import TableReason
from knobel.texts import messages

COUNTS = Path(__file__).parents[1] / "tests" / "counts" / "counts.csv"
PLACE = re.compile(r"^<!-- table: ([a-z_ ]+) -->$", re.MULTILINE)


def table(*rows: Iterable[str]) -> str:
    """Return a table as Markdown; the first row is its head."""
    lines = [f"| {' | '.join(cells)} |" for cells in rows]
    return "\n".join([lines[0], "|---" * (lines[0].count(" | ") + 1) + "|", *lines[1:]])


def settings() -> str:
    """Return a row for each option of `knobel serve`, with its variables, its default and its help text."""
    commands: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    rows = []
    for option in commands["serve"].params:
        if option.name == "help" or option.hidden:
            continue
        variable = f"KNOBEL_{option.name.upper()}"
        variables = f"`{variable}`" + (f", `{variable}_FILE`" if variable in SECRETS else "")
        default = "" if option.default in (None, False, "", []) else f"`{option.default}`"
        rows.append((f"`{option.opts[0]}`", variables, default, option.help))
    return table(("option", "variable", "default", "meaning"), *rows)


def fields(name: str) -> str:
    """Return a row for each array of an observation of a game with two seats."""
    rows = [
        (f"`{field.name}`", ", ".join(map(str, field.shape)), f"{field.low} to {field.high}", field.meaning)
        for field in encoding(knobel.make(name), 2).fields
    ]
    return table(("field", "shape", "numbers", "meaning"), *rows)


def reasons() -> str:
    """Return a row for each reason of a refusal, with what the page says."""
    texts = messages("en", "pages/common")
    rows = [(f"`{reason}`", texts[f"reason.{reason}"]) for reason in (*Reason, *TableReason)]
    return table(("reason", "what the page says"), *rows)


def counts() -> str:
    """Return a row for each count of positions."""
    with COUNTS.open(encoding="utf-8", newline="") as file:
        head, *rows = csv.reader(file)
    return table(head, *((f"`{name}`", what, f"`{rolls}`", *numbers) for name, what, rolls, *numbers in rows))


def requests(domain: str) -> str:
    """Return a row for each request of a domain, with the first paragraph of its description."""
    rows = [
        (f"`{method.upper()} {path}`", " ".join(operation.get("description", "").partition("\n\n")[0].split()))
        for path, operations in sorted(document()["paths"].items())
        if path.startswith(f"/api/{domain}")
        for method, operation in operations.items()
    ]
    return table(("request", "what it does"), *rows)


TABLES: dict[str, Callable[[], str]] = {
    "settings": settings,
    "reasons": reasons,
    "counts": counts,
    **{f"requests of {domain}": partial(requests, domain) for domain in ("cups", "groups", "days")},
    **{f"fields of {name}": partial(fields, name) for name in knobel.GAMES},
}


def with_tables(page: str) -> str:
    """Return the text of a page with its tables."""
    return PLACE.sub(lambda found: TABLES[found[1]](), page)
