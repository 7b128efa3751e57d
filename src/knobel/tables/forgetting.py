"""A log without somebody's name: what was played stays, who it was does not."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from knobel.tables.events import BotSeated, Event, Expelled, Hosted, Muted, Renamed, Sat, Started

NOBODY = "N. N."
"""What somebody is called who has been forgotten."""


def without_name(events: Iterable[Event], person: str) -> Iterator[tuple[int, Event]]:
    """The events of a log that tell a person's name, by seq, as they are to be instead."""
    # At a table nobody has the name of another: whoever takes theirs shows that they have left.
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
