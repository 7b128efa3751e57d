"""Corrections of earlier rolls and moves, where real dice lie on the table.

The log keeps the wrong event; a later `Corrected` event contains the right dice or the right action.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from knobel.core import Chance, Game, Illegal, Roll, taken_back
from knobel.tables.events import Blank, Corrected, Event, Moved, Rolled, Undone, rules_event

Step: TypeAlias = Rolled | Moved | Undone
"""An event of the rules in a log."""


class Entry(NamedTuple):
    """An event of the rules at seq `seq` of a log, as last corrected.

    `number` counts from 1 the rolls, or the moves of the seat. `chance` is the turn that a roll answered, `before` the
    position in which it fell; None if it must be found again, because something earlier was corrected.
    """

    seq: int
    event: Step
    number: int = 0
    chance: Chance | None = None
    before: Any = None


class EntryIllegal(Illegal):
    """An `entry` is illegal after corrections. `reason` says why."""

    def __init__(self, error: Illegal, entry: Entry) -> None:
        super().__init__(error.reason, f"event {entry.seq} would be illegal: {error}")
        self.entry = entry


def next_number(entries: Sequence[Entry], event: Step) -> int:
    """Return the number of an event that follows these entries; 0 for an undo."""
    if isinstance(event, Undone):
        return 0
    return next((entry.number + 1 for entry in reversed(entries) if is_same_kind(entry.event, event)), 1)


def is_same_kind(event: Step, other: Step) -> bool:
    """True if both events are rolls, or moves of one seat, which are counted together."""
    if isinstance(event, Moved) and isinstance(other, Moved):
        return event.seat == other.seat
    return isinstance(event, Rolled) and isinstance(other, Rolled)


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


def with_correction(entries: Sequence[Entry], correction: Corrected) -> tuple[Entry, ...]:
    """Return the entries of a game with one of them corrected, without a check by the rules.

    :raises ValueError: if there is no such roll or move.
    """
    place = next((i for i, entry in enumerate(entries) if entry.seq == correction.seq), None)
    if place is None:
        raise ValueError(f"the game has no event {correction.seq}")
    entry = entries[place]
    later = (each if each.before is None else each._replace(before=None) for each in entries[place + 1 :])
    return (*entries[:place], entry._replace(event=corrected(entry.event, correction)), *later)


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries without moves that were taken back: the rules need not allow these after a correction."""
    gone = taken_back(event for entry in entries if (event := rules_event(entry.event)) is not None)
    return [entry for i, entry in enumerate(entries) if i not in gone]


def replayed(
    game: Game[Any], seats: int, entries: Sequence[Entry], end: int | None = None
) -> Iterator[tuple[Any, Entry | None]]:
    """Yield the position before each standing entry of a game with the entry, and at the end the last one with None.

    This begins at the last known position, before the entry of the seq `end` if it is given. Rolls have the turn that
    they answer now.

    :raises EntryIllegal: at the first entry that the rules forbid.
    """
    known = [i for i, entry in enumerate(entries) if entry.before is not None and (end is None or entry.seq < end)]
    first, state = (known[-1], entries[known[-1]].before) if known else (0, game.start(seats))
    for entry in standing(entries[first:]):
        happened = rules_event(entry.event)
        assert happened is not None
        if isinstance(happened, Roll):
            turn = game.turn(state)
            entry = entry._replace(chance=turn if isinstance(turn, Chance) else None, before=state)  # noqa: PLW2901
        yield state, entry
        try:
            state = game.apply(state, happened)
        except Illegal as error:
            raise EntryIllegal(error, entry) from error
    yield state, None


def position_after(game: Game[Any], seats: int, entries: Sequence[Entry]) -> tuple[Any, tuple[Entry, ...]]:
    """Return the position after entries, and the entries with the turns that their rolls answer.

    :raises EntryIllegal: if the rules forbid an entry.
    """
    *before, (state, _) = replayed(game, seats, entries)
    turns = {entry.seq: entry for _, entry in before if entry is not None}
    return state, tuple(turns.get(entry.seq, entry) for entry in entries)


def applied(events: Sequence[Event], first: int) -> Sequence[Event]:
    """Return the events of a game, of which the first has the seq `first`, as if they had been right from the start.

    The places of the corrections, and of moves that were taken back, are blank, so that each event keeps its seq.
    """
    latest = {event.seq: event for event in events if isinstance(event, Corrected)}
    if not latest:
        return events
    result = list(events)
    for seq, correction in latest.items():
        event = result[seq - first]
        if isinstance(event, Step):
            result[seq - first] = corrected(event, correction)
    steps = [(i, step) for i, event in enumerate(result) if (step := rules_event(event)) is not None]
    gone = taken_back(step for _, step in steps)
    for number in gone:
        i = steps[number][0]
        result[i] = Blank(time=result[i].time)
    return [Blank(time=event.time) if isinstance(event, Corrected) else event for event in result]
