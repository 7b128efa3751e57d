"""Replacement and erasure of a person's name in a log; the moves stay."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from knobel import seeded_dice
from knobel.tables.events import BotSeated, Event, Expelled, Hosted, Muted, Renamed, Sat, Started

ERASED_NAME = "N. N."
"""Name that replaces an erased name."""


def erase_name(events: Iterable[Event], person: str) -> Iterator[tuple[int, Event]]:
    """Yield replacements for the events with a person's name, without it, each with its seq."""
    return replace_name(events, person, ERASED_NAME)


def replace_name(events: Iterable[Event], person: str, name: str) -> Iterator[tuple[int, Event]]:
    """Yield replacements for the events with a person's name, with another name, each with its seq."""
    # Names are unique at a table: if another person takes the name, the first person has left.
    current_name: str | None = None
    for seq, event in enumerate(events):
        match event:
            case Sat() | Renamed() if event.person == person:
                current_name = event.name
                yield seq, replace(event, name=name)
            case Hosted() | Expelled() | Muted() if event.person == person:
                yield seq, replace(event, name=name)
            case Sat() | Renamed() | BotSeated() if event.name == current_name:
                current_name = None
            case Started(names=names) if current_name in names:
                yield seq, _with_name(event, current_name, name)


def _with_name(event: Started, before: str | None, name: str) -> Started:
    """Return the start of a game with a name replaced. The salt goes too, because with it names could be tried."""
    names = tuple(name if each == before else each for each in event.names)
    if not event.salt:
        return replace(event, names=names)
    return replace(event, names=names, salt="", names_hash=seeded_dice.names_hash(event.salt, event.names))
