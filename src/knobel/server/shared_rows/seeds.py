"""Secret seeds of dice, stored until they are published.

All coroutines raise `StoreError` if the database does not answer.
"""

from collections.abc import Collection

from sqlalchemy import bindparam, delete, insert, select, union_all

from knobel.server.database import schema
from knobel.server.database.store import Statement, Store
from knobel.tables.state import Play

_PUBLISHED = delete(schema.seeds).where(schema.seeds.c.commitment == bindparam("published"))


def seed_stored(commitment: str, seed: str, table: str | None) -> Statement:
    """Return the statement that stores a seed. `table` is the code of the table that plays on it, if it is only one."""
    return insert(schema.seeds), [{"commitment": commitment, "seed": seed, "table": table}]


def seed_published(commitment: str) -> Statement:
    """Return the statement that deletes a seed, because it is no longer secret."""
    return _PUBLISHED, [{"published": commitment}]


async def find_seed(store: Store, commitment: str) -> str | None:
    """Return the seed of a commitment, secret or published with its deal; None if it is not stored."""
    return (await find_seeds(store, [commitment])).get(commitment)


async def find_seeds(store: Store, commitments: Collection[str]) -> dict[str, str]:
    """Return the seeds that are stored, secret or published with their deals, by commitment."""
    kept, deals = schema.seeds.c, schema.deals.c
    secret = select(kept.commitment, kept.seed).where(kept.commitment.in_(commitments))
    published = select(deals.commitment, deals.seed).where(deals.commitment.in_(commitments), deals.seed.is_not(None))
    return {row.commitment: row.seed for row in await store.read(union_all(secret, published))}


async def deal_seed(store: Store, play: Play | None) -> str | None:
    """Return the seed of the deal that is played, if it is published."""
    if play is None or play.dice is None or not play.dice.deal:
        return None
    return await published_seed(store, play.dice.seed_hash)


async def published_seed(store: Store, commitment: str) -> str | None:
    """Return the published seed of a deal; None if it is still secret or there is no such deal."""
    c = schema.deals.c
    found = await store.read(select(c.seed).where(c.commitment == commitment, c.seed.is_not(None)).limit(1))
    return str(found[0].seed) if found else None
