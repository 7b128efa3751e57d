"""Permissions to enter a table and to chat there."""

import secrets

from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import TableState


def check_may_enter(state: TableState, person: str, key: str, *, admitted_before: bool, has_people: bool) -> None:
    """Refuse a person who must not see the table.

    A person with a seat may return, and so may a person `admitted_before`. Others need the key in the table's links.
    The code is enough for a public table, and for a table that `has_people` and is not locked. Other people
    get the reason `no_table`, as if the table did not exist. Only the host enters a table that plays a deal.

    :raises Refused: `no_table`, `removed`, `locked`.
    """
    if state.closed:
        raise Refused(TableReason.NO_TABLE, "this table was closed")
    if person in state.removed:
        raise Refused(TableReason.REMOVED, "the host removed you from this table")
    if state.deal and person != state.host:
        # Spectators would see dice on which they may later have to play themselves.
        raise Refused(TableReason.NO_TABLE, "there is no such table")
    if admitted_before or person == state.host or state.seat_of(person) is not None:
        return
    invited = state.settings.public or (state.key != "" and secrets.compare_digest(key.encode(), state.key.encode()))
    if not invited and (state.locked or not has_people or key != ""):
        raise Refused(TableReason.NO_TABLE, "there is no such table")
    if state.locked:
        raise Refused(TableReason.LOCKED, "the host has locked this table for new people")


def check_may_chat(state: TableState, person: str) -> None:
    """:raises Refused: `chat_hidden`, `muted`."""
    if state.chat_hidden:
        raise Refused(TableReason.CHAT_HIDDEN, "the host has hidden the chat of this table")
    if person in state.muted:
        raise Refused(TableReason.MUTED, "the host has muted you at this table")
