"""Moderation commands of the host: remove or mute people, lock the table, renew its link, hide the chat."""

from collections.abc import Mapping

from knobel.tables.commands import Events, Source, new_key, remove, require_room
from knobel.tables.events import ChatHidden, Closed, Expelled, LinkRenewed, Locked, Muted
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import TableState


def expel(state: TableState, source: Source, person: str, present: Mapping[str, str]) -> Events:
    """Remove a person permanently, with a seat or without."""
    seat = state.seat_of(person)
    if seat is not None:
        return remove(state, source, seat)
    if person == source.person:
        raise Refused(TableReason.BAD_SETUP, "the host cannot remove themselves")
    if person in state.removed:
        return ()
    return (Expelled(person=person, name=_name_of(state, person, present), **source.mark),)


def mute(state: TableState, source: Source, person: str, present: Mapping[str, str], *, muted: bool) -> Events:
    """Mute or unmute a person at the table."""
    require_room(state)
    if person == source.person:
        raise Refused(TableReason.BAD_SETUP, "the host cannot mute themselves")
    if (person in state.muted) == muted:
        return ()
    return (Muted(person=person, name=_name_of(state, person, present), muted=muted, **source.mark),)


def _name_of(state: TableState, person: str, present: Mapping[str, str]) -> str:
    """Return the name of a person at the table.

    :raises Refused: `not_here`.
    """
    names = dict(present) | {seat.person: seat.name for seat in state.seats if seat.person is not None}
    if person not in names and person not in state.muted:
        raise Refused(TableReason.NOT_HERE, "this person is not here")
    return names.get(person, "")


def lock(state: TableState, source: Source, *, locked: bool) -> Events:
    """Lock the table for new people, or unlock it."""
    require_room(state)
    return () if state.locked == locked else (Locked(locked=locked, **source.mark),)


def hide_chat(state: TableState, source: Source, *, hidden: bool) -> Events:
    """Hide the table's chat, or show it again."""
    require_room(state)
    return () if state.chat_hidden == hidden else (ChatHidden(hidden=hidden, **source.mark),)


def renew_link(state: TableState, source: Source) -> Events:
    """Replace the key in the table's links. The old link is no longer valid; people admitted before may return."""
    require_room(state)
    return (LinkRenewed(key=new_key(), **source.mark),)


def close(state: TableState, source: Source) -> Events:
    """Close the table permanently. Only the server's operator can do so."""
    assert source.person is None
    return () if state.closed else (Closed(**source.mark),)
