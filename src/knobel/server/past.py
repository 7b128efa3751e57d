"""The games that a table has played: slices of its log."""

from collections.abc import Sequence
from dataclasses import dataclass

from knobel.tables.events import Event, Opened, SetUp, Started
from knobel.tables.settings import Settings, with_options


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game at a table, over or running: its `number` from 1, the settings that it was played with, the names at its
    start by seat, and the part of the log, from seq `first` on, that begins with its start; `latest`: no other has
    begun since."""

    number: int
    latest: bool
    settings: Settings
    names: tuple[str, ...]
    first: int
    events: Sequence[Event]

    @property
    def end(self) -> int:
        """The seq after its last event."""
        return self.first + len(self.events)


def past_game(log: Sequence[Event], number: int | None) -> PastGame | None:
    """A game by its number (None: the latest); None if there was no such game."""
    starts = [seq for seq, event in enumerate(log) if isinstance(event, Started)]
    number = len(starts) if number is None else number
    if not 1 <= number <= len(starts):
        return None
    first, latest = starts[number - 1], number == len(starts)
    started = log[first]
    assert isinstance(started, Started)
    settings = next(event.settings for event in reversed(log[:first]) if isinstance(event, Opened | SetUp))
    events = log[first : None if latest else starts[number]]
    return PastGame(number, latest, with_options(settings, started.options), started.names, first, events)
