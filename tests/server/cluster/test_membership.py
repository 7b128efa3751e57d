"""A process joins and leaves the others that serve the same database."""

import asyncio

from knobel.server.cluster.membership import Membership
from knobel.server.cluster.notes import Notes
from knobel.server.database.store import Store
from tests.server import services


def test_a_process_that_leaves_stays_away(postgres: services.Postgres) -> None:
    """It receives its own note that it leaves, but does not register again."""

    database = postgres.new()

    async def story() -> None:
        stores = [await Store.open(database) for _ in range(2)]
        one, other = (Membership(name, store, Notes(name, database)) for name, store in zip("ab", stores, strict=True))
        await one.start()
        await other.start()
        for _ in range(20):
            await other.close()
            assert await one.process_store.other_beats() == {}
            other = Membership("b", stores[1], Notes("b", database))
            await other.start()
        await other.close()
        await one.close()
        assert await one.process_store.other_beats() == {}
        for store in stores:
            await store.close()

    asyncio.run(story())
