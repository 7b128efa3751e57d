"""Erasure of a person's name from a log; the moves stay."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from knobel.tables.events import BotSeated, Event, Expelled, Hosted, Muted, Renamed, Sat, Started

ERASED_NAME = "N. N."
"""Name that replaces an erased name."""


def erase_name(events: Iterable[Event], person: str) -> Iterator[tuple[int, Event]]:
    """Yield replacements for the events with a person's name, each with its seq."""
    # Names are unique at a table: if another person takes the name, the first one has left.
    current_name: str | None = None
    for seq, event in enumerate(events):
        match event:
            case Sat() | Renamed() if event.person == person:
                current_name = event.name
                yield seq, replace(event, name=ERASED_NAME)
            case Hosted() | Expelled() | Muted() if event.person == person:
                yield seq, replace(event, name=ERASED_NAME)
            case Sat() | Renamed() | BotSeated() if event.name == current_name:
                current_name = None
            case Started(names=names) if current_name in names:
                yield seq, replace(event, names=tuple(ERASED_NAME if name == current_name else name for name in names))
