"""Erasure of a person's name from a log; the moves stay."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from knobel.tables.events import BotSeated, Event, Expelled, Hosted, Muted, Renamed, Sat, Started

NOBODY = "N. N."
"""Name that replaces an erased name."""


def without_name(events: Iterable[Event], person: str) -> Iterator[tuple[int, Event]]:
    """Yield replacements for the events with a person's name, each with its seq."""
    # Names are unique at a table: if another person takes the name, the first one has left.
    called: str | None = None
    for seq, event in enumerate(events):
        match event:
            case Sat() | Renamed() if event.person == person:
                called = event.name
                yield seq, replace(event, name=NOBODY)
            case Hosted() | Expelled() | Muted() if event.person == person:
                yield seq, replace(event, name=NOBODY)
            case Sat() | Renamed() | BotSeated() if event.name == called:
                called = None
            case Started(names=names) if called in names:
                yield seq, replace(event, names=tuple(NOBODY if name == called else name for name in names))
