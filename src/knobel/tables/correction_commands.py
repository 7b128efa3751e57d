"""The command that corrects an earlier roll or move, where real dice lie on the table."""

from knobel.core import Reason
from knobel.tables.commands import SERVER_DICE, Events, Source, require_room, with_automatic_events
from knobel.tables.corrections import Entry, LaterIllegal, corrected
from knobel.tables.events import Corrected, Moved, Rolled
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import Play, TableState

MAX_CORRECTIONS = 200
"""Maximum number of corrections in a game. Each one applies the rules to the whole game anew."""


def correct(
    state: TableState,
    source: Source,
    game: int,
    number: int,
    *,
    seat: int | None = None,
    dice: list[int] | None = None,
    action: str | None = None,
) -> Events:
    """Correct a roll or a move of the running game; no events if nothing changes.

    The host corrects all of them, except moves of others that may still be hidden; a person corrects their own ones.

    :param game: the number of the table's game, from 1.
    :param number: the number, from 1, of the roll in the game, or of the move among those of the `seat`.
    :param dice: the right faces of a roll.
    :param action: the right action of a move.
    :raises Refused: `later_entry`, if a later roll or move would be illegal then.
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
    if (seat is None) != (action is None) or (action is None) == (dice is None):
        raise Refused(TableReason.MALFORMED, "correct either the dice of a roll, or the action of a seat's move")
    require_room(state)
    entry = _entry(state, play, source, seat, number)
    correction = Corrected(seq=entry.seq, seat=seat, dice=tuple(dice or ()), action=action or "", **source.mark)
    if corrected(entry.event, correction) == entry.event:
        return ()
    if play.corrections >= MAX_CORRECTIONS:
        raise Refused(TableReason.TOO_MANY, f"a game has at most {MAX_CORRECTIONS} corrections")
    try:
        return with_automatic_events(state, correction, SERVER_DICE)
    except LaterIllegal as error:
        if _may_be_hidden(state, play, source, error.entry):
            message = "an entry of the running round, which is still hidden, would be illegal"
            raise Refused(TableReason.LATER_ENTRY, message) from None
        subject = _described(state, error.entry)
        raise Refused(TableReason.LATER_ENTRY, f"{subject}: {error}", rule=error.reason, subject=subject) from None


def _entry(state: TableState, play: Play, source: Source, seat: int | None, number: int) -> Entry:
    """Return the entry that the sender wants to correct.

    :raises Refused: `not_your_entry`, `no_entry`.
    """
    own = None if source.person is None else state.seat_of(source.person)
    leads = source.person == state.host
    refusal = Refused(TableReason.NOT_YOUR_ENTRY, "others correct this: the person whose seat it is, or the host")
    if seat is not None and seat != own and not leads:
        # Before the number is looked up, which would reveal how many hidden moves there are.
        raise refusal
    kind = Rolled if seat is None else Moved
    found = [
        entry
        for entry in play.entries
        if isinstance(entry.event, kind)
        and (seat is None or _seat_of(entry) == seat)
        and not _may_be_hidden(state, play, source, entry)
    ]
    if not 1 <= number <= len(found):
        raise Refused(TableReason.NO_ENTRY, f"there are {len(found)} that could be corrected, not {number}")
    entry = found[number - 1]
    match entry.event:
        case Rolled(typed=False):
            raise Refused(TableReason.CORRECT_OFF, "the server rolled these dice")
        case Rolled(by=by):
            rolled_for_own_seat = state.rolled_by == "seats" and own is not None and _seat_of(entry) == own
            if not leads and not rolled_for_own_seat and by != source.person:
                raise refusal
        case Moved(auto=True) if not leads:
            raise refusal
    return entry


def _seat_of(entry: Entry) -> int | None:
    """Return the seat of a move, or the one that had the right to roll."""
    if isinstance(entry.event, Rolled):
        return None if entry.chance is None else entry.chance.seat
    return entry.event.seat


def _may_be_hidden(state: TableState, play: Play, source: Source, entry: Entry) -> bool:
    """True if the entry belongs to another seat and to the running round of a simultaneous game."""
    own = None if source.person is None else state.seat_of(source.person)
    return play.in_open_round(entry.seq) and not isinstance(entry.event, Rolled) and entry.event.seat != own


def _described(state: TableState, entry: Entry) -> str:
    """Return an entry as the person reads it: the seat's name, and the faces or the action."""
    seat = _seat_of(entry)
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
