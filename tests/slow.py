"""Parameters of which most are marked `slow`: `make test` leaves them out, and `make test-all` runs them."""

import os
from collections.abc import Iterable
from typing import Any

import pytest

from knobel.games import GAMES
from tests.games.cases import QUICK, VARIANTS, Setup, identify

WHOLE = bool(os.environ.get("KNOBEL_WHOLE"))
"""True in `make test-all`: then tests look at every page in full, and try more examples."""


def slow_except(*fast: str, games: Iterable[str] = GAMES) -> list[Any]:
    """Return all games, or other parameters of a test, marked slow unless they are `fast`."""
    return [game if game in fast else pytest.param(game, marks=pytest.mark.slow) for game in games]


def setups_slow_except_quick(setups: Iterable[Setup], *, whole: bool = False) -> list[Any]:
    """Return setups of games as parameters of a test, marked slow except those that have every option once.

    :param whole: True if a setup is one parameter, False if its name, options and seats are three.
    """
    return [
        pytest.param(
            *((setup,) if whole else setup),
            id=identify(setup),
            marks=pytest.mark.slow if setup in VARIANTS and setup not in QUICK else (),
        )
        for setup in setups
    ]
