"""A job that prepares the coach's process for a game."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from knobel import coach
from knobel.bots.compilation import NotCompiled, forbid_compilation
from knobel.bots.warm_up import random_positions
from knobel.games import make


def prepare(name: str, options: Mapping[str, Any]) -> None:
    """Job: load the data for assessments of a game, unless a kernel is not compiled."""
    game = make(name, **options)
    view, seat = next(random_positions(game))
    with suppress(NotCompiled), forbid_compilation():
        coach.assess(game, view, seat)
