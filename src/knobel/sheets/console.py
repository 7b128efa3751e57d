"""The one place that makes Rich consoles. They print text as it is: Rich would read `[b]` in a name as markup."""

from typing import Any

from rich.console import Console  # noqa: TID251 -- this module is where it is allowed


class PlainConsole(Console):
    """A console that interprets neither markup nor emoji codes, and does not colour what looks like a number."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(markup=False, emoji=False, highlight=False, **settings)
