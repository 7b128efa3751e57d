"""A process joins and leaves the others that serve the same database."""

from knobel.server.cluster.membership import Membership
from knobel.server.cluster.notes import Notes
from knobel.server.database.store import Store


async def test_a_process_that_leaves_stays_away(postgres_address: str) -> None:
    """It receives its own note that it leaves, but does not register again."""
    stores = [await Store.open(postgres_address) for _ in range(2)]
    one, other = (
        Membership(name, store, Notes(name, postgres_address)) for name, store in zip("ab", stores, strict=True)
    )
    await one.start()
    await other.start()
    for _ in range(20):
        await other.close()
        assert await one.process_store.other_beats() == {}
        other = Membership("b", stores[1], Notes("b", postgres_address))
        await other.start()
    await other.close()
    await one.close()
    assert await one.process_store.other_beats() == {}
    for store in stores:
        await store.close()
