"""The games that a table has played, as slices of its log."""

from collections.abc import Sequence
from dataclasses import dataclass

from knobel.tables.events import Event, Opened, SetUp, Started
from knobel.tables.settings import Settings, with_options


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game at a table, running or over.

    `number` counts from 1, `settings` and `names` (by seat) are those at its start. `events` is the part of the log
    from its start at seq `first`. `latest`: no other game has begun since.
    """

    number: int
    latest: bool
    settings: Settings
    names: tuple[str, ...]
    first: int
    events: Sequence[Event]

    @property
    def end(self) -> int:
        """The seq after the game's last event."""
        return self.first + len(self.events)


def past_game(log: Sequence[Event], number: int | None) -> PastGame | None:
    """Return a game by its number (None: the latest). Return None if there was no such game."""
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
