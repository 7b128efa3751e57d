"""Who may enter a table, and who may talk there."""

import secrets

from knobel.tables.reasons import Refused, TableReason
from knobel.tables.state import TableState


def may_enter(state: TableState, person: str, key: str, *, known: bool, inhabited: bool) -> None:
    """Refuse who must not see the table.

    Who has a seat here, or was let in before (`known`), may come again. Others need the key that stands in the table's
    links. While somebody is there (`inhabited`) and the table is not locked, its code is enough; of a public table it
    always is. Who has no right to know of the table is told that there is none.

    :raises Refused: `no_table`, `removed`, `locked`.
    """
    if state.closed:
        raise Refused(TableReason.NO_TABLE, "this table was closed")
    if person in state.removed:
        raise Refused(TableReason.REMOVED, "the host removed you from this table")
    if known or person == state.host or state.seat_of(person) is not None:
        return
    invited = state.settings.public or (state.key != "" and secrets.compare_digest(key.encode(), state.key.encode()))
    if not invited and (state.locked or not inhabited or key != ""):
        raise Refused(TableReason.NO_TABLE, "there is no such table")
    if state.locked:
        raise Refused(TableReason.LOCKED, "the host lets nobody new enter this table")


def may_talk(state: TableState, person: str) -> None:
    """:raises Refused: `chat_hidden`, `muted`."""
    if state.chat_hidden:
        raise Refused(TableReason.CHAT_HIDDEN, "the host has hidden the chat of this table")
    if person in state.muted:
        raise Refused(TableReason.MUTED, "the host lets you talk at this table no longer")
