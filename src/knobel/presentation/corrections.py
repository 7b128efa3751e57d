"""Previews of corrections of rolls and moves: the entries that a person may correct, and the effects on the points."""

from collections.abc import Iterable

from msgspec.structs import replace

from knobel.presentation import http_messages
from knobel.presentation.messages import Position
from knobel.presentation.projections import Snapshot, position_of_seat
from knobel.tables.commands import Source
from knobel.tables.correction_commands import Corrector, EntryRefused, correct, seat_of
from knobel.tables.corrections import Entry, EntryIllegal, replayed, with_correction
from knobel.tables.events import Corrected, Moved, Rolled, Undone
from knobel.tables.state import DecidedEvents, LatestRoll, Play, TableState, turn_key


def correction_preview(
    snapshot: Snapshot, source: Source, request: http_messages.CorrectionRequest
) -> http_messages.CorrectionPreview:
    """Return the preview of a correction for the person who asks.

    :raises Refused: if the person may not make this correction.
    """
    state = snapshot.state
    corrector, seat = Corrector(state, source, request.game), state.game_seat_of(source.person or "")
    preview = http_messages.CorrectionPreview(before=snapshot.sheets_and_scores(seat, None)[1])
    if request.entry is None:
        preview.entries = [past_entry(state, entry) for entry in corrector.entries]
    else:
        entry = corrector.entry(request.entry.number, request.entry.seat)
        preview.position = position_before(snapshot, entry, corrector.corrections(request.changes))
    try:
        events = correct(state, source, request.game, request.changes)
    except EntryRefused as refused:
        preview.conflict = http_messages.CorrectionConflict(
            rule=refused.why,
            entry=past_entry(state, refused.entry),
            may_correct=any(entry.seq == refused.entry.seq for entry in corrector.entries),
        )
        return preview
    if isinstance(events, DecidedEvents):
        after = snapshot.followed_by(events.states[-1], None)
        preview.after = after.sheets_and_scores(seat, None)[1]
        preview.reopened = [event.seat for event in events if isinstance(event, Undone)]
    return preview


def past_entry(state: TableState, entry: Entry) -> http_messages.PastEntry:
    """Return a roll or a move as it is shown."""
    event, for_all = entry.event, state.rolled_by != "seats"
    if isinstance(event, Rolled):
        assert entry.chance is not None
        return http_messages.PastEntry(
            number=entry.number,
            by=None if for_all else entry.chance.seat,
            dice=list(event.dice),
            die=entry.chance.die.value,
        )
    assert isinstance(event, Moved)
    return http_messages.PastEntry(number=entry.number, seat=event.seat, by=event.seat, action=event.action)


def position_before(snapshot: Snapshot, entry: Entry, corrections: Iterable[Corrected]) -> Position | None:
    """Return the game before an entry as its seat saw it, after corrections of others; None if these forbid it."""
    state = snapshot.state
    play = state.play
    assert play is not None
    entries = play.entries
    for correction in corrections:
        if correction.seq != entry.seq:
            entries = with_correction(entries, correction)
    last_roll: LatestRoll | None = None
    try:
        for position, past in replayed(play.game, len(play.names), entries, entry.seq):
            if past is None:
                break
            if past.seq == entry.seq:
                shown = _at(play, position, last_roll, entry)
                past_state = Snapshot(snapshot.code, replace(state, play=shown))
                seat = None if isinstance(entry.event, Rolled) else seat_of(entry)
                return position_of_seat(past_state, shown, seat)
            if isinstance(past.event, Rolled):
                assert past.chance is not None
                last_roll = LatestRoll(past.seq, past.chance, past.event.dice, past.event.time)
    except EntryIllegal:
        pass
    return None


def _at(play: Play, position: object, last_roll: LatestRoll | None, entry: Entry) -> Play:
    """Return a game at an earlier position. Its `at` is negative, so that no command fits."""
    turn = play.game.turn(position)
    return replace(
        play,
        state=position,
        turn=turn,
        key=turn_key(play.game, position, turn),
        at=-entry.number,
        last_roll=last_roll,
    )
