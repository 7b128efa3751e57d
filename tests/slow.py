"""Parameters of which most are marked `slow`: `make test` leaves them out, and `make test-all` runs them."""

from collections.abc import Iterable
from typing import Any

import pytest

from knobel.games import GAMES


def slow_except(*fast: str, games: Iterable[str] = GAMES) -> list[Any]:
    """Return all games as parameters of a test, marked slow unless they are `fast`."""
    return [game if game in fast else pytest.param(game, marks=pytest.mark.slow) for game in games]
