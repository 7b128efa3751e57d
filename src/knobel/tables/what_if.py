"""A record as a table's log: to be viewed, or continued from any of its events."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from knobel.core import Chance, Decide, Move, Over, Reason, Roll, Turn
from knobel.core import Event as RulesEvent
from knobel.notation import Record
from knobel.tables import events
from knobel.tables.commands import Source, new_key
from knobel.tables.names import bot_names
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.settings import Settings
from knobel.tables.state import SUBSTITUTE, turn_key


@dataclass(frozen=True, slots=True)
class Branch:
    """Where and how to continue a recorded game.

    Holds the number of events to keep, the person's seat, the level of the bots in the other seats, and whether the
    dice of the record are repeated.
    """

    at: int
    seat: int
    level: str = SUBSTITUTE
    same_dice: bool = False


def log_of(record: Record) -> Iterator[events.Event]:
    """Yield the log of a table without people at which the recorded game was played.

    The record must be legal.
    """
    yield events.Opened(settings=settings_of(record), rules=events.RULES, host="", time=0)
    for seat, name in enumerate(record.seats):
        yield events.BotSeated(seat=seat, level=SUBSTITUTE, name=name, time=0)
    yield events.Started(names=record.seats, time=0)
    for event in record.events:
        yield rules_event_at(event, 0)


def play_on(record: Record, branch: Branch, source: Source) -> Iterator[events.Event | None]:
    """Yield the log of a new table of the person at which the game continues; None gives the caller a chance to pause.

    The record must be legal.

    :raises Refused: `over`, `no_seat`, `bad_setup`.
    """
    assert source.person is not None
    if branch.at > len(record.events):
        raise Refused(TableReason.BAD_SETUP, f"the record has {len(record.events)} events, not {branch.at}")
    if branch.seat >= len(record.seats):
        raise Refused(TableReason.NO_SEAT, f"seats are 0 to {len(record.seats) - 1}")
    yield events.Opened(
        settings=settings_of(record), rules=events.RULES, host=source.person, key=new_key(), **source.mark
    )
    bots, names = bot_names(itertools.repeat(branch.level), [source.name]), list[str]()
    for seat in range(len(record.seats)):
        if seat == branch.seat:
            names.append(source.name)
            yield events.Sat(seat=seat, person=source.person, name=source.name, **source.mark)
        else:
            names.append(next(bots))
            yield events.BotSeated(seat=seat, level=branch.level, name=names[-1], **source.mark)
    yield events.Started(names=tuple(names), **source.mark)
    game, ahead = record.game, list[events.RollAhead]()
    state = game.start(len(record.seats))
    for number, event in enumerate(record.events):
        turn = game.turn(state)
        if number < branch.at:
            yield rules_event_at(event, source.time)
        elif branch.same_dice and isinstance(event, Roll) and isinstance(turn, Chance):
            key = turn_key(game, state, turn)
            ahead.append(events.RollAhead(round=key.round, seat=key.seat, dice=event.dice, die=turn.die))
            yield None
        state = game.apply(state, event)
        if number + 1 == branch.at and isinstance(game.turn(state), Over):
            raise Refused(Reason.OVER, "the game is over at this event")
    yield events.WhatIf(ahead=tuple(ahead), **source.mark)


def seat_to_act(turn: Turn) -> int | None:
    """Return the first seat that is to roll or decide; None if the game is over."""
    match turn:
        case Decide(seats=seats):
            return seats[0]
        case Chance(seat=seat):
            return seat
    return None


def log_of_position(record: Record, seat: int | None, source: Source) -> Iterator[events.Event | None]:
    """Yield a log that ends in the last position of a record, with the person in the seat, if any.

    Undo is off, so that rounds in which everyone has moved are fully visible. The record must be legal.

    :raises Refused: `over`, `no_seat`.
    """
    log = log_of(record) if seat is None else play_on(record, Branch(len(record.events), seat), source)
    for event in log:
        yield (
            replace(event, settings=replace(event.settings, undo=False)) if isinstance(event, events.Opened) else event
        )


def settings_of(record: Record) -> Settings:
    """Return the settings of a table for a recorded game."""
    return Settings(
        game=record.game.name, options=record.game.options, seats=len(record.seats), coach=True, takeover=False
    )


def rules_event_at(event: RulesEvent, time: int) -> events.Rolled | events.Moved | events.Undone:
    """Return the event of a table for an event of the rules at a time (ms)."""
    match event:
        case Roll(dice):
            return events.Rolled(dice=dice, time=time)
        case Move(seat, action):
            return events.Moved(seat=seat, action=action, time=time)
    return events.Undone(seat=event.seat, time=time)
