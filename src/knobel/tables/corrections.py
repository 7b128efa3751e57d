"""Corrections of earlier rolls and moves, where real dice lie on the table.

The log keeps the event that was wrong; a later `Corrected` says what it became.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from knobel.core import Chance, Game, Illegal
from knobel.tables.events import Corrected, Event, Moved, Rolled, Undone, rules_event

Step: TypeAlias = Rolled | Moved | Undone
"""An event of the rules in a log."""


class Entry(NamedTuple):
    """An event of the rules at seq `seq` of a log, as last corrected. `chance` is the turn that a roll answered."""

    seq: int
    event: Step
    chance: Chance | None = None


class LaterIllegal(Illegal):
    """A correction makes a later `entry` illegal. `reason` says why."""

    def __init__(self, error: Illegal, entry: Entry) -> None:
        super().__init__(error.reason, f"event {entry.seq} would be illegal: {error}")
        self.entry = entry


def corrected(event: Step, correction: Corrected) -> Step:
    """Return an event as a correction changes it.

    :raises ValueError: if it is neither a roll nor a move.
    """
    match event:
        case Rolled():
            return replace(event, dice=correction.dice)
        case Moved():
            return replace(event, action=correction.action)
    raise ValueError("only rolls and moves are corrected")


def applied(events: Sequence[Event], first: int) -> Sequence[Event]:
    """Return the events of a game, of which the first has the seq `first`, as if they had been right from the start.

    The corrections stay in their places, so that each event keeps its seq, but change nothing any more.
    """
    latest = {event.seq: event for event in events if isinstance(event, Corrected)}
    if not latest:
        return events
    result: list[Event] = [
        replace(event, dice=latest[event.seq].dice, action=latest[event.seq].action)
        if isinstance(event, Corrected)
        else event
        for event in events
    ]
    for seq, correction in latest.items():
        event = result[seq - first]
        assert isinstance(event, Step)
        result[seq - first] = corrected(event, correction)
    return result


def replayed(
    game: Game[Any], seats: int, entries: Sequence[Entry], correction: Corrected
) -> tuple[Any, tuple[Entry, ...]]:
    """Return the position of a game and its entries after a correction: all entries are checked by the rules anew.

    :raises Illegal: if the corrected entry is illegal; `LaterIllegal`, if a later one is.
    :raises ValueError: if there is no such roll or move.
    """
    if all(entry.seq != correction.seq for entry in entries):
        raise ValueError(f"the game has no event {correction.seq}")
    state, result = game.start(seats), list[Entry]()
    for entry in entries:
        event = corrected(entry.event, correction) if entry.seq == correction.seq else entry.event
        turn, happened = game.turn(state), rules_event(event)
        assert happened is not None
        try:
            state = game.apply(state, happened)
        except Illegal as error:
            if entry.seq == correction.seq:
                raise
            raise LaterIllegal(error, entry) from error
        chance = turn if isinstance(event, Rolled) and isinstance(turn, Chance) else None
        result.append(Entry(entry.seq, event, chance))
    return state, tuple(result)
