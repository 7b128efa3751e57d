"""The high-score lists."""

from datetime import UTC, datetime

from knobel.server.database.store import Entry, Log, ResultRow, Store
from knobel.server.tables.log.ranked_results import options_key
from knobel.server.tables.store import high_scores

OPTIONS = {"columns": 2, "free": True}


def ended(first: int, person: str, score: int, time: int, *, ranked: bool = True) -> ResultRow:
    key = options_key(OPTIONS)
    return ResultRow(first, 0, "knoeffel", key, person, person.title(), score, 1, time, ranked)


async def test_high_scores_are_ordered_and_ties_share_places(store: Store) -> None:
    now = int(datetime.now(UTC).timestamp() * 1000)
    results = [
        ended(1, "ann", 300, 2),
        ended(2, "ben", 400, now),
        ended(3, "ann", 400, 1),
        ended(4, "cid", 200, now),
        ended(5, "cid", 900, now, ranked=False),
    ]
    await store.append(Log("AAAAAA"), [Entry(0, 1, "{}")], results)
    lists = await high_scores(store, "knoeffel", dict(reversed(OPTIONS.items())), "ann")
    assert [(line.place, line.name, line.score, line.you) for line in lists.all_time] == [
        (1, "Ann", 400, True), (1, "Ben", 400, False), (3, "Cid", 200, False),
    ]  # fmt: skip
    assert [(line.place, line.name) for line in lists.month] == [(1, "Ben"), (2, "Cid")]
    assert [(line.place, line.score) for line in lists.mine] == [(1, 400), (2, 300)]
    assert [(own.score, own.time) for own in lists.recent] == [(300, 2), (400, 1)]
    assert [own.score for own in (await high_scores(store, "knoeffel", OPTIONS, "cid")).recent] == [200]
    assert (await high_scores(store, "knoeffel", {"columns": 3}, "ann")).recent == []
    nobody = await high_scores(store, "knoeffel", {"columns": 3}, None)
    assert (nobody.all_time, nobody.month, nobody.mine, nobody.recent) == ([], [], [], [])


async def test_everybody_is_listed_however_often_the_best_has_played(store: Store) -> None:
    results = [ended(n, "ann", 300, n) for n in range(1, 101)] + [ended(101, "ben", 200, 1)]
    await store.append(Log("AAAAAA"), [Entry(0, 1, "{}")], results)
    lists = await high_scores(store, "knoeffel", OPTIONS, "ann")
    assert [(line.name, line.time) for line in lists.all_time] == [("Ann", 1), ("Ben", 1)]
    assert len(lists.mine) == 20
