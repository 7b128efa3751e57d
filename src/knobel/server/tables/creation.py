"""Opening tables: new ones, tables that play a deal, and tables that continue a recorded game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeAlias

from knobel import seeded_dice
from knobel.bots import TABLE_BOTS
from knobel.notation import Record
from knobel.presentation import http_messages
from knobel.server.database.guards import Guard, Unmet
from knobel.server.database.store import Conflict, Entry, Log, Statement, Store
from knobel.server.limits import codes
from knobel.server.limits.action_limit import ActionLimit
from knobel.server.limits.write_budget import charged_household
from knobel.server.people.accounts import Account
from knobel.server.runtime.settings import settings
from knobel.server.shared_rows.openings import Opening
from knobel.server.shared_rows.seeds import seed_stored
from knobel.server.tables.live.quotas import Quotas
from knobel.server.tables.live.registry import CODE_LENGTH, RoomRegistry
from knobel.server.tables.live.room import Room
from knobel.server.tables.log.table_log import entry
from knobel.server.tables.slow import store as slow_store
from knobel.server.tables.slow.seats import too_many_slow_tables
from knobel.tables import commands, dice_commands
from knobel.tables.commands import Events
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import fold
from knobel.tables.what_if import Branch, play_on

MAX_ROOMS = 20_000
"""Maximum number of tables in the memory of a process. A household may have at most as many as are free then."""

Also: TypeAlias = Callable[[str], Iterable[Statement]]
"""Returns statements that are executed together with the opening of a table, for its code."""


def no_statements(_code: str) -> Iterable[Statement]:
    return ()


def opened(room: Room | None) -> http_messages.Opened:
    """Return the code and key of a table that the caller has opened.

    :raises Refused: `no_table`, if it is not stored any more.
    """
    if room is None:
        raise Refused(TableReason.NO_TABLE, "this table is not stored any more")
    state = room.log.head
    return http_messages.Opened(code=room.log.code, key="" if state.settings.public else state.key)


class TableCreation:
    def __init__(self, store: Store, rooms: Mapping[str, Room], quotas: Quotas, registry: RoomRegistry) -> None:
        self._store, self._rooms, self._quotas, self._registry = store, rooms, quotas, registry
        self.limit = ActionLimit(30, 0.5, "too many tables in a short time: try again later")
        """Limit of a person's new tables."""

    def _check_capacity(self) -> None:
        household = charged_household.get()
        own = sum(room.household == household for room in self._rooms.values())
        # Nobody can take the places of all others: the more a household has, the more must be free.
        if len(self._rooms) + own >= MAX_ROOMS:
            raise Refused(TableReason.TOO_MANY, "too many tables")

    async def open_table(
        self,
        account: Account,
        new: http_messages.NewTable,
        opening: Opening | None = None,
        also: Also = no_statements,
    ) -> Room:
        """Open a table.

        :param opening: the request, if it has an idempotency key. The same holds for the other methods.
        :param also: returns statements of the same transaction, for the table's code.
        :raises Refused: if the settings or bots are not possible.
        :raises Conflict: if an earlier request with the key has opened a table. The same holds for the other methods.
        """
        self._check_capacity()
        source = account.source()
        events: Events = commands.open_table(source, new.settings, plays=new.plays)
        state = fold(events)
        with self._quotas.opening(account.id, len(state.seats), len(new.bots)):
            if len(new.bots) > sum(seat.empty for seat in state.seats):
                raise Refused(TableReason.TABLE_FULL, "more bots than free seats")
            seated = commands.seat_bots(state, source, dict(enumerate(new.bots, int(new.plays))), TABLE_BOTS)
            entries = [entry(seq, event) for seq, event in enumerate(events)]
            async for piece in self._store.time_slices.through(seated):
                state = fold(piece, state)
                entries += [entry(seq, event) for seq, event in enumerate(piece, len(entries))]
            seed = seeded_dice.new_seed() if new.start else None
            if seed is not None:
                if new.commitment:
                    committed = dice_commands.commit(state, source, new.commitment)
                    entries += [entry(len(entries), event) for event in committed]
                    state = fold(committed, state)
                started = commands.start(state, source, seed=seed)
                entries += [entry(len(entries), event) for event in started]
                state = fold(started, state)

            def statements(code: str) -> Iterator[Statement]:
                if seed is not None:
                    yield seed_stored(seeded_dice.commitment(seed), seed, code)
                # A table over days is due now, so that the caretaker soon computes its next action.
                yield from slow_store.changed(code, None, state, source.time, source.time)
                yield from also(code)

            most = settings.person_slow_tables
            guard = None if new.settings.days is None else slow_store.fewer_unfinished(account.id, most)
            try:
                return await self._store_log(entries, opening, statements, guard)
            except Unmet:
                raise too_many_slow_tables() from None

    async def open_with(
        self,
        account: Account,
        events: Events,
        opening: Opening | None = None,
        also: Also = no_statements,
    ) -> Room:
        """Open a table whose log begins with these events.

        :param also: returns statements of the same transaction, for the table's code.
        :raises Refused: if it cannot be opened.
        :raises Conflict: if the statement conflicts with stored rows.
        """
        self._check_capacity()
        seats = fold(events).seats
        with self._quotas.opening(account.id, len(seats), len(seats) - 1):
            entries = [entry(seq, event) for seq, event in enumerate(events)]
            return await self._store_log(entries, opening, also)

    async def play_on(self, account: Account, record: Record, branch: Branch, opening: Opening | None = None) -> Room:
        """Open a table that continues a valid recorded game from one of its positions.

        :raises Refused: if the game cannot be continued there.
        """
        self._check_capacity()
        if branch.level not in TABLE_BOTS:
            raise Refused(TableReason.UNKNOWN_LEVEL, f"bots play at one of these levels: {', '.join(TABLE_BOTS)}")
        with self._quotas.opening(account.id, len(record.seats), len(record.seats) - 1):
            entries: list[Entry] = []
            async for piece in self._store.time_slices.through(play_on(record, branch, account.source())):
                log = [event for event in piece if event is not None]
                entries += [entry(seq, event) for seq, event in enumerate(log, len(entries))]
            return await self._store_log(entries, opening)

    async def _store_log(
        self,
        entries: list[Entry],
        opening: Opening | None,
        also: Also = no_statements,
        guard: Guard | None = None,
    ) -> Room:
        """Store a table's log under a new, unused code, and return its room.

        :param also: returns statements of the same transaction, for the code.
        :param guard: a condition that must hold.
        :raises Unmet: if the condition does not hold.
        :raises Conflict: if one of these statements or the opening conflicts with stored rows.
        """
        while True:
            code = codes.new_code(CODE_LENGTH)
            try:
                opened_by = [] if opening is None else opening.stored(code)
                await self._store.append(Log(code), entries, also=[*opened_by, *also(code)], guard=guard)
            except Conflict:
                if await self._registry.get(code) is None:
                    raise
                continue
            room = await self._registry.get(code, [each.data for each in entries])
            assert room is not None
            return room
