"""Counts the work of each step of a server's event loop: the calls of the rules, such as `apply` and `sheet`.

Unlike a duration, this number does not depend on the machine. Time slices end after one piece, so what is done in
slices is many short steps.
"""

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any

from knobel.games import GAMES
from knobel.presentation import time_slices

RULES = "turn", "legal", "apply", "score", "sheet", "info", "view"
LIMIT = 100
"""Maximum number of calls of the rules in a step."""


def prepare() -> Callable[[], None]:
    """Return the function that begins to count; it reports every step above the limit on the standard error."""
    # Only asyncio's own event loop runs its steps by a function that can be replaced.
    sys.modules["uvloop"] = None  # type: ignore[assignment]
    time_slices.SLICE_S = 0
    return begin


def begin() -> None:
    """Count the calls of the rules in each step from now on."""
    calls: Counter[str] = Counter()
    for game in GAMES.values():
        for name in RULES:
            setattr(game, name, counted(getattr(game, name), calls))
    run_step = asyncio.Handle._run

    def watched(handle: asyncio.Handle) -> None:
        calls.clear()
        run_step(handle)
        if calls.total() > LIMIT:
            print(f"{calls.total()} calls in a step of {handle!r}: {calls.most_common(8)}", file=sys.stderr)  # noqa: T201

    vars(asyncio)["Handle"]._run = watched


def counted(function: Callable[..., Any], calls: Counter[str]) -> Callable[..., Any]:
    """Return the function, which counts its calls under its name."""

    @wraps(function)
    def call(*arguments: Any) -> Any:
        calls[function.__qualname__] += 1
        return function(*arguments)

    return call
