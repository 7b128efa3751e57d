"""A person's own finished games, and the positions in them that they practise."""

from collections.abc import Sequence

from knobel.notation import reading
from knobel.presentation import practice_messages as messages
from knobel.presentation.projections import Receiver, Snapshot, position_message
from knobel.presentation.records import record_lines
from knobel.server.database.store import Store
from knobel.server.people.accounts import Account
from knobel.server.practice.store import Card, PracticeStore
from knobel.server.tables.live.registry import RoomRegistry
from knobel.server.tables.records.uploaded_records import state_at
from knobel.tables.events import Event
from knobel.tables.game_records import PastGame, past_game, past_game_from
from knobel.tables.refusals import Refused, TableReason
from knobel.tables.state import TableState


class OwnGames:
    """Finds them, even if the person may no longer enter the table."""

    def __init__(self, store: Store, practice: PracticeStore, registry: RoomRegistry) -> None:
        self._store, self._practice, self._registry = store, practice, registry

    async def find(
        self, account: Account, table: str, first: int | None, number: int | None = None
    ) -> tuple[Snapshot, list[Event], PastGame]:
        """Return a game that a person finished, with its table as it is now and the log.

        The game is given by the seq at which it began, or else by its number at the table.

        :raises Refused: `no_game`.
        """
        has_played = await self._practice.has_played(account.id, table, first)
        room = await self._registry.get(table) if has_played else None
        if room is not None:
            snapshot, log = room.log.snapshot, await room.log.read_all()
            past = past_game(log, number) if first is None else past_game_from(log, first)
            if past is not None and (
                first is not None or await self._practice.has_played(account.id, table, past.first)
            ):
                return snapshot, log, past
        raise Refused(TableReason.NO_GAME, "you played no such game")

    async def lines(self, snapshot: Snapshot, log: Sequence[Event], past: PastGame) -> list[str]:
        """Return the lines of a game's record."""
        lines = record_lines(snapshot, log, None, past.number)
        assert lines is not None, "there is such a game"
        return await self._store.time_slices.all(lines)

    async def question(self, account: Account, card: Card) -> messages.Question:
        """Return the position before a mistake, as its seat saw it.

        :raises Refused: `no_game`.
        """
        snapshot, log, past = await self.find(account, card.table, card.first)
        lines = await self.lines(snapshot, log, past)
        state = await self._state(account, lines[: card.event], card)
        position = position_message(Snapshot(card.table, state), Receiver(account.id))
        assert position is not None, "a game is running"
        return messages.Question(
            table=card.table, first=card.first, event=card.event, names=list(past.names), position=position
        )

    async def _state(self, account: Account, lines: Sequence[str], card: Card) -> TableState:
        """Return the state at the end of the record, with the person in their seat."""
        found = await self._store.time_slices.last(reading(lines))
        assert found is not None, "a record has a header"
        return await state_at(self._store, account, found[0], card.seat)
