"""Events that other processes have appended to the logs of tables."""

from collections.abc import Mapping

from sqlalchemy import ARRAY, Integer, String, and_, bindparam, func, select

from knobel.server.database import schema
from knobel.server.database.store import Store

_events = schema.events.c
_asked = (
    func.unnest(bindparam("codes", type_=ARRAY(String)), bindparam("firsts", type_=ARRAY(Integer)))
    .table_valued("code", "first", name="asked")
    .render_derived()
)
_NEWS = (
    select(_events.table, _events.data)
    .join(_asked, and_(_events.table == _asked.c.code, _events.seq >= _asked.c.first))
    .order_by(_events.table, _events.seq)
)
"""One text for any number of tables, so that neither SQLAlchemy compiles it nor PostgreSQL parses it at each event."""


async def read_news(store: Store, known: Mapping[str, int]) -> dict[str, tuple[int, list[str]]]:
    """Return the new events of tables in PostgreSQL, given the next seq of each: that seq with the events.

    Tables without new events are omitted.
    """
    news: dict[str, tuple[int, list[str]]] = {}
    if known:
        for row in await store.read(_NEWS, {"codes": [*known], "firsts": [*known.values()]}):
            news.setdefault(row.table, (known[row.table], []))[1].append(row.data)
    return news
