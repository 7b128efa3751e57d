"""The tables of a group at which a game runs, or has not begun yet."""

from collections import OrderedDict
from collections.abc import Mapping

from knobel.presentation.deal_days import DAY_MS
from knobel.presentation.log_reader import Unreadable
from knobel.server.database.store import Store
from knobel.server.groups.messages import GroupTable
from knobel.server.groups.store import GroupStore, LastEvent
from knobel.server.tables.live.room import Room
from knobel.server.tables.log import log_loading
from knobel.tables.state import TableState

MAX_TABLES = 20
"""Maximum number of a group's latest tables that are looked at."""
MAX_AGE_MS = 120 * DAY_MS
"""Time after which a table is not looked at any more."""
WAITS_FOR_MS = DAY_MS
"""Time after the last event for which a table is shown at which no game has begun."""
MAX_KEPT = 20_000
"""Maximum number of tables that are kept in memory as they were read."""


class GroupTables:
    """Finds the tables. A table that is not in memory is read once, and again when its log has grown."""

    def __init__(self, store: Store, groups: GroupStore, rooms: Mapping[str, Room]) -> None:
        self._store, self._groups, self._rooms = store, groups, rooms
        self._kept: OrderedDict[str, tuple[int, GroupTable | None]] = OrderedDict()
        """The last seq of each table that was read, and the message about the table."""

    async def current(self, group: str, now: int) -> list[GroupTable]:
        """Return the tables of a group with a running game, and the tables that wait for their first game.

        The latest tables come first. Closed tables, and tables with a damaged log, are left out.
        """
        found = []
        for each in await self._groups.tables(group, now - MAX_AGE_MS, MAX_TABLES):
            shown = await self._shown(each)
            if shown is not None and (shown.playing or now - each.time < WAITS_FOR_MS):
                found.append(shown)
        return found

    async def _shown(self, table: LastEvent) -> GroupTable | None:
        code = table.code
        if (room := self._rooms.get(code)) is not None:
            return _shown(code, room.log.snapshot.state)
        seq, shown = self._kept.pop(code, (-1, None))
        if seq != table.seq:
            try:
                loaded = await log_loading.load(self._store, code)
            except Unreadable:
                loaded = None
            shown = None if loaded is None else _shown(code, loaded.head)
        self._kept[code] = table.seq, shown
        if len(self._kept) > MAX_KEPT:
            self._kept.popitem(last=False)
        return shown


def _shown(code: str, state: TableState) -> GroupTable | None:
    """Return a table as the members see it, None if it is closed or its game is over."""
    if state.closed or (state.play is not None and not state.playing):
        return None
    return GroupTable(
        code=code,
        key=state.key,
        game=state.settings.game,
        playing=state.playing,
        names=[seat.name for seat in state.seats if not seat.empty],
        free=sum(seat.empty for seat in state.seats),
        days=state.settings.days,
    )
