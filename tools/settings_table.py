"""Write the table of the server's settings into the documentation, from the options of `knobel serve`."""

from pathlib import Path
from typing import Any

import typer

from knobel.cli.app import app
from knobel.cli.secret_options import SECRETS

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "settings.md"
START, END = "<!-- settings -->\n", "<!-- /settings -->"


def settings_table() -> str:
    """Return the table as Markdown: a row for each option, with its variables, its default and its help text."""
    commands: dict[str, Any] = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    lines = ["| option | variable | default | meaning |", "|---|---|---|---|"]
    for option in commands["serve"].params:
        if option.name == "help" or option.hidden:
            continue
        variable = f"KNOBEL_{option.name.upper()}"
        variables = f"`{variable}`" + (f", `{variable}_FILE`" if variable in SECRETS else "")
        default = "" if option.default in (None, False, "", []) else f"`{option.default}`"
        lines.append(f"| `{option.opts[0]}` | {variables} | {default} | {option.help} |")
    return "\n".join(lines) + "\n"


def page_with_table(page: str) -> str:
    """Return the text of the page with the current table."""
    before, _, rest = page.partition(START)
    return before + START + settings_table() + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(page_with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
