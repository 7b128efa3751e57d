"""Events of a table's log with their effects, for describing them in words."""

import msgspec

from knobel.core import Chance, Preview
from knobel.tables import events
from knobel.tables.state import Play, SeatEvent, TableState


class LoggedEvent(msgspec.Struct, frozen=True):
    """An event of the log with its seq, the seat that acted, and its name (after leaving: the name before).

    A move has its effect, a roll its dice, a start its game. A start and a new seed have the `commitment` of the dice.
    Where real dice lie on the table, rolls and moves have a `number`, by which they are corrected. `name` lists the
    names of all seats whose contributions are left out. A correction has the name of the person who made it, the roll's
    dice or the move's action as it `was`, and its `number`.
    """

    seq: int
    event: events.Event
    seat: int | None = None
    name: str | None = None
    preview: Preview | None = None
    chance: Chance | None = None
    game: str | None = None
    commitment: str | None = None
    number: int | None = None
    was: list[int] | str | None = None


def logged_event(before: TableState | None, event: events.Event, after: TableState) -> LoggedEvent:
    """Return an event with its effects, from the states before and after it."""
    seat: int | None = None
    preview, chance, game, commitment = None, None, None, None
    play = None if before is None else before.play
    if isinstance(event, events.Corrected) and play is not None:
        return _logged_correction(play, event, after)
    match event:
        case events.Rolled() if play is not None and isinstance(play.turn, Chance):
            chance = play.turn
            seat = chance.seat if after.rolled_by == "seats" else None
        case events.Moved() if play is not None:
            seat, preview = event.seat, play.game.preview(play.state, event.seat, event.action)
        case events.Hosted(person=person):
            seat = after.seat_of(person)
        case events.Started() | events.SeedReplaced():
            game = after.settings.game if isinstance(event, events.Started) else None
            commitment = None if after.play is None or after.play.dice is None else after.play.dice.commitment
        case _ if isinstance(event, SeatEvent | events.Undone):
            seat = event.seat
    named = before if isinstance(event, events.Stood | events.Removed) else after
    name = None if seat is None or named is None else named.seats[seat].name
    if isinstance(event, events.LeftOut):
        name = ", ".join(after.seats[number].name for number in event.seats)
    number = _number(after.play) if isinstance(event, events.Rolled | events.Moved) else None
    return LoggedEvent(after.seq, event, seat, name, preview, chance, game, commitment, number)


def _number(play: Play | None) -> int | None:
    """Return the number of the latest entry of a game, None where nothing is corrected."""
    return play.entries[-1].number if play is not None and play.entries else None


def _logged_correction(play: Play, event: events.Corrected, after: TableState) -> LoggedEvent:
    """Return the logged event of a correction, with the dice or the action that it replaced in the game before it."""
    entry = next(entry for entry in play.entries if entry.seq == event.seq)
    person = None if event.by is None else after.seat_of(event.by)
    name = None if person is None else after.seats[person].name
    if isinstance(entry.event, events.Rolled):
        assert entry.chance is not None
        seat = entry.chance.seat if after.rolled_by == "seats" else None
        return LoggedEvent(
            after.seq, event, seat, name, chance=entry.chance, number=entry.number, was=list(entry.event.dice)
        )
    assert isinstance(entry.event, events.Moved)
    return LoggedEvent(after.seq, event, event.seat, name, number=entry.number, was=entry.event.action)
