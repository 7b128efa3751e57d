"""The command that corrects earlier rolls and moves, where real dice lie on the table.

Nobody may find out hidden entries by corrections that are refused or not. Therefore the correction of a roll takes back
all entries of an open round, and the correction of another person's move those of its seat.
"""

from collections.abc import Sequence
from functools import cached_property

import msgspec
from msgspec.structs import replace

from knobel.core import Reason
from knobel.tables.commands import SERVER_DICE, Events, Source, ended, require_room
from knobel.tables.corrections import Entry, EntryIllegal, corrected, standing
from knobel.tables.events import Corrected, Event, Moved, Rolled, Undone
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import DecidedEvents, TableState, advance
from knobel.tables.undo_hiding import hides_entries

MAX_REPLAYED = 20_000
"""Maximum number of entries in a game to which the rules are applied again because of corrections.

A log is loaded by the same steps: these take less than half a second.
"""
MAX_CHANGES = 100
"""Maximum number of rolls and moves that are corrected together."""


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The right `dice` of a roll, or the right `action` of a move of the `seat`.

    `number` counts the rolls of the game, or the moves of the seat, from 1. Undone moves count too.
    """

    number: int
    seat: int | None = None
    dice: tuple[int, ...] | None = None
    action: str | None = None


class EntryRefused(Refused):
    """Corrections are refused because the rules would forbid an `entry` for the reason `why`.

    `changed`: it is one of those to correct.
    """

    def __init__(self, state: TableState, error: EntryIllegal, *, changed: bool) -> None:
        self.entry, self.why = error.entry, error.reason
        subject = _described(state, error.entry)
        if changed:
            super().__init__(error.reason, f"{subject}: {error}")
        else:
            super().__init__(TableReason.LATER_ENTRY, f"{subject}: {error}", rule=error.reason, subject=subject)


class Corrector:
    """A person who corrects rolls and moves of the running game.

    The host corrects all of them, except moves of others that may still be hidden; a person corrects their own ones.
    """

    def __init__(self, state: TableState, source: Source, game: int) -> None:
        """`game` is the number of the table's game, from 1.

        :raises Refused: `no_game`, `stale`, `over`, `correct_off`.
        """
        play = state.play
        if play is None:
            raise Refused(TableReason.NO_GAME, "no game is running")
        if game != state.games_played:
            raise Refused(TableReason.STALE, f"this is game {state.games_played}, not {game}")
        if play.over:
            raise Refused(Reason.OVER, "the game is over")
        if state.settings.dice != "real":
            raise Refused(TableReason.CORRECT_OFF, "only where real dice lie on the table something is corrected")
        self.play = play
        self._state, self._source = state, source
        self._seat = None if source.person is None else state.seat_of(source.person)
        self._is_host = source.person == state.host
        self._may_hide = hides_entries(state)

    @cached_property
    def entries(self) -> list[Entry]:
        """The rolls and moves that may be corrected, the oldest first."""
        return [entry for entry in self._visible if self._refusal(entry) is None]

    @cached_property
    def _visible(self) -> list[Entry]:
        return [entry for entry in standing(self.play.entries) if not self._is_hidden(entry)]

    def entry(self, number: int, seat: int | None) -> Entry:
        """Return a roll (`seat` None) or a move that may be corrected.

        :raises Refused: `not_your_entry`, `no_entry`, `correct_off`.
        """
        if seat is not None and seat != self._seat and not self._is_host:
            # Before the number is looked up, which would reveal how many hidden moves there are.
            raise _not_yours()
        for found in self._visible:
            if found.number == number and seat == (None if isinstance(found.event, Rolled) else found.event.seat):
                break
        else:
            raise Refused(TableReason.NO_ENTRY, f"there is no number {number} that could be corrected")
        refusal = self._refusal(found)
        if refusal is not None:
            raise refusal
        return found

    def corrections(self, changes: Sequence[Change]) -> list[Corrected]:
        """Return the events of changes, except changes without effect.

        :raises Refused: if a change is not possible.
        """
        if len(changes) > MAX_CHANGES:
            raise Refused(TableReason.TOO_MANY, f"at most {MAX_CHANGES} are corrected together")
        result: dict[int, Corrected] = {}
        for change in changes:
            if (change.seat is None) != (change.action is None) or (change.action is None) == (change.dice is None):
                raise Refused(
                    TableReason.MALFORMED, "correct either the dice of a roll, or the action of a seat's move"
                )
            entry = self.entry(change.number, change.seat)
            correction = Corrected(
                seq=entry.seq, seat=change.seat, dice=change.dice or (), action=change.action or "", **self._source.mark
            )
            if corrected(entry.event, correction) != entry.event:
                result[entry.seq] = correction
        return sorted(result.values(), key=lambda correction: correction.seat is None)

    def reopened_seats(self, corrections: Sequence[Corrected]) -> list[int]:
        """Return the seats whose entries of the open round corrections take back, because others may not know them."""
        if not self._may_hide:
            return []
        every = any(correction.seat is None for correction in corrections)
        others = {correction.seat for correction in corrections} - {self._seat}
        game, position = self.play.game, self.play.state
        return [
            seat for seat in range(len(self.play.names)) if (every or seat in others) and game.may_undo(position, seat)
        ]

    def _refusal(self, entry: Entry) -> Refused | None:
        """Return why an entry may not be corrected, None if it may."""
        match entry.event:
            case Rolled(typed=False):
                return Refused(TableReason.CORRECT_OFF, "the server rolled these dice")
            case Rolled(by=by):
                is_own = self._state.rolled_by == "seats" and self._seat is not None and seat_of(entry) == self._seat
                allowed = self._is_host or is_own or by == self._source.person
            case Moved(seat=seat, auto=auto):
                allowed = self._is_host or (seat == self._seat and not auto)
            case _:
                allowed = False
        return None if allowed else _not_yours()

    def _is_hidden(self, entry: Entry) -> bool:
        """True if the entry belongs to another seat and may be hidden from the person."""
        return (
            self._may_hide
            and not isinstance(entry.event, Rolled)
            and self.play.in_open_round(entry.seq)
            and entry.event.seat != self._seat
        )


def correct(state: TableState, source: Source, game: int, changes: Sequence[Change]) -> Events:
    """Correct rolls and moves of the running game together; no events if nothing changes.

    :param game: the number of the table's game, from 1.
    :raises EntryRefused: if one of these or a later one would be illegal then: the rule, or `later_entry`.
    :raises Refused: if this is not possible.
    """
    corrector = Corrector(state, source, game)
    play = corrector.play
    require_room(state)
    corrections = corrector.corrections(changes)
    if not corrections:
        return ()
    if play.replayed + len(play.entries) > MAX_REPLAYED:
        raise Refused(TableReason.TOO_MANY, "too much was corrected in this game")
    reopened = corrector.reopened_seats(corrections)
    if any(correction.seat in reopened and play.in_open_round(correction.seq) for correction in corrections):
        raise Refused(TableReason.NO_ENTRY, "these corrections take this entry back")
    events: list[Event] = [Undone(seat=seat, **source.mark) for seat in reopened]
    events += [replace(correction, more=True) for correction in corrections[:-1]]
    events.append(corrections[-1])
    states = [state]
    try:
        for event in events:
            states.append(advance(states[-1], event))
    except EntryIllegal as error:
        changed = any(correction.seq == error.entry.seq for correction in corrections)
        raise EntryRefused(state, error, changed=changed) from None
    after = states[-1].play
    if after is not None and after.over:
        events.append(ended(after, SERVER_DICE, source.time))
    return DecidedEvents.of(state, events, states[1:])


def seat_of(entry: Entry) -> int | None:
    """Return the seat of a move, or the one that had the right to roll."""
    if isinstance(entry.event, Rolled):
        return None if entry.chance is None else entry.chance.seat
    return entry.event.seat


def _not_yours() -> Refused:
    return Refused(TableReason.NOT_YOUR_ENTRY, "others correct this: the person whose seat it is, or the host")


def _described(state: TableState, entry: Entry) -> str:
    """Return an entry as the person reads it: the seat's name, and the faces or the action."""
    seat = seat_of(entry)
    match entry.event:
        case Rolled(dice=dice):
            what = " ".join(map(str, dice))
        case Moved(action=action):
            what = action
        case _:
            what = "undo"
    name = (
        ""
        if seat is None or (isinstance(entry.event, Rolled) and state.rolled_by != "seats")
        else state.seats[seat].name
    )
    return f"{name}: {what}" if name else what
