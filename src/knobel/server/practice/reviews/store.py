"""Reviews of games at tables, stored until the engine's stamp changes or a person in the game is erased."""

from collections.abc import Sequence

from sqlalchemy import delete, insert, select

from knobel.presentation.coach_messages import SeatSkill
from knobel.server.database import schema
from knobel.server.database.store import Store
from knobel.server.practice.store import PracticeStore


class ReviewStore:
    """Stored reviews, identified by the table and the seq at which the game began.

    Its methods raise `StoreError` if the database does not answer, and `Conflict` if a table was deleted meanwhile.
    """

    def __init__(self, store: Store, practice: PracticeStore) -> None:
        self._store = store
        self._practice = practice

    async def find(self, table: str, first: int, stamp: str) -> str | None:
        """Return a game's review as JSON, None if there is none with this stamp."""
        c = schema.reviews.c
        query = select(c.data).where(c.table == table, c.first == first, c.stamp == stamp)
        return await self._store.read_value(query)

    async def replace(self, table: str, first: int, stamp: str, data: str, skills: Sequence[SeatSkill]) -> None:
        """Store a game's review and the skills of its seats, in place of an older review."""
        c = schema.reviews.c
        await self._store.write(delete(schema.reviews).where(c.table == table, c.first == first))
        await self._practice.store_skills(table, first, skills)
        row = {"table": table, "first": first, "stamp": stamp, "data": data}
        await self._store.write((insert(schema.reviews), [row]))
