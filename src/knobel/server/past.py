"""The games that a table has played: slices of its log."""

from collections.abc import Sequence
from dataclasses import dataclass

from knobel.server.views import Happening
from knobel.tables.events import Opened, SetUp, Started
from knobel.tables.settings import Settings, with_options


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game at a table, over or running: its `number` from 1, the settings that it was played with, the names at its
    start by seat, and the part of the log that begins with its start; `latest`: no other has begun since."""

    number: int
    latest: bool
    settings: Settings
    names: tuple[str, ...]
    happenings: Sequence[Happening]


def past_game(happenings: Sequence[Happening], number: int | None) -> PastGame | None:
    """A game by its number (None: the latest); None if there was no such game."""
    starts = [i for i, happening in enumerate(happenings) if isinstance(happening.event, Started)]
    number = len(starts) if number is None else number
    if not 1 <= number <= len(starts):
        return None
    first, latest = starts[number - 1], number == len(starts)
    started = happenings[first].event
    assert isinstance(started, Started)
    settings = next(
        happening.event.settings
        for happening in reversed(happenings[:first])
        if isinstance(happening.event, Opened | SetUp)
    )
    rest = happenings[first : None if latest else starts[number]]
    return PastGame(number, latest, with_options(settings, started.options), started.names, rest)
