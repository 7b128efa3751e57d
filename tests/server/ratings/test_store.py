"""Ratings in the database: luck, estimates, comparisons and the ladder, with several processes."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import insert, select, update

from knobel.rating import MIN_GAMES, estimates
from knobel.server.database import schema
from knobel.server.database.store import Conflict, Entry, Log, ResultRow, Store
from knobel.server.operator.store import WholeDatabase
from knobel.server.operator.verify import Checked, problems
from knobel.server.ratings.store import RatingStore, UnratedGame
from knobel.server.tables.log.ranked_results import options_key
from knobel.server.tables.store import complete_options

OPTIONS = options_key({"columns": 1, "free": True})
CODE = "AAAAAA"


async def people(store: Store, *names: str) -> None:
    await store.write((insert(schema.people), [{"id": name, "name": name, "seen": 1} for name in names]))


def results(first: int, *rows: tuple[str, int], ranked: bool = True, options: str = OPTIONS) -> list[ResultRow]:
    """Return the results of a game by person and score."""
    return [
        ResultRow(first, seat, "knoeffel", options, person, person, score, len(rows), first, ranked)
        for seat, (person, score) in enumerate(rows)
    ]


async def play(store: Store, *games: list[ResultRow]) -> None:
    await store.append(Log(CODE), [Entry(0, 1, "{}")], [row for game in games for row in game])


async def find_all_unrated(ratings: RatingStore) -> list[UnratedGame]:
    found = [await ratings.find_unrated(*key) for key in await ratings.list_unrated(100)]
    return [game for game in found if game is not None]


async def test_luck_makes_a_rating(any_store: Store) -> None:
    ratings = RatingStore(any_store)
    await people(any_store, "ann", "ben")
    games = [results(i, ("ann", 200 + i), ("ben", 150)) for i in range(1, 13)]
    await play(any_store, *games, results(20, ("ann", 999), ranked=False))
    assert await ratings.count_unrated("ann") == 12
    unrated = await find_all_unrated(ratings)
    assert unrated[0] == UnratedGame(CODE, 12, (0, 1)), "the latest first"
    assert len(unrated) == 12
    assert await ratings.find_unrated(CODE, 20) is None, "it is not ranked"
    # Two processes rate the same games at the same time.
    other = RatingStore(any_store)
    for game in unrated:
        luck = {0: 2.0 * game.first, 1: -1.0}
        await asyncio.gather(*(each.store_luck(game, luck, "x") for each in (ratings, other)))
        await other.store_luck(game, {0: 77.0, 1: 77.0}, "later")
    assert await ratings.list_unrated(100) == []
    found = await ratings.list_results("ann", "knoeffel", OPTIONS)
    assert [(each.points, each.luck, each.engine) for each in found] == [(200 + i, 2.0 * i, "x") for i in range(1, 13)]
    expected = list(estimates(200 - i for i in range(1, 13)))
    assert [each.estimate for each in found] == expected
    (stored,) = await ratings.list_ratings("ann")
    assert (stored.game, stored.options, stored.games) == ("knoeffel", OPTIONS, 12)
    assert (stored.mean, stored.error) == pytest.approx((expected[-1].mean, expected[-1].error))
    assert await ratings.list_kinds("ben") == [("knoeffel", OPTIONS)]
    assert await ratings.compare("ann", "knoeffel", OPTIONS, 200.0) == (1, 1)
    assert await ratings.compare("ann", "knoeffel", OPTIONS, 140.0) == (1, 0)
    assert await ratings.compare("ann", "knoeffel", "{}", 200.0) == (0, 0), "other options"
    assert await ratings.list_outdated() == []


async def test_few_games_are_not_compared_with(store: Store) -> None:
    ratings = RatingStore(store)
    await people(store, "ann")
    await play(store, *(results(i, ("ann", 200 + i % 2)) for i in range(1, MIN_GAMES + 1)))
    for game in (await find_all_unrated(ratings))[1:]:
        await ratings.store_luck(game, {0: 0.0}, "x")
    assert (await ratings.list_ratings("ann"))[0].games == MIN_GAMES - 1
    assert await ratings.compare("ben", "knoeffel", OPTIONS, 300.0) == (0, 0)
    await ratings.store_luck(UnratedGame(CODE, MIN_GAMES, (0,)), {0: 0.0}, "x")
    assert await ratings.compare("ben", "knoeffel", OPTIONS, 300.0) == (1, 1)


async def test_games_that_cannot_be_rated_are_not_tried_again(store: Store) -> None:
    ratings = RatingStore(store)
    await people(store, "ann")
    await play(store, results(1, ("ann", 200)), results(2, ("", 200)), results(3, *[("ann", 1)] * 13))
    (game,) = await find_all_unrated(ratings)
    assert game.first == 1, "neither people who were deleted nor large tables"
    await ratings.store_luck(game, {}, "")
    assert await ratings.list_unrated(100) == []
    assert await ratings.list_kinds("ann") == []
    assert await ratings.list_ratings("ann") == []


async def test_outdated_ratings_are_listed_and_follow_their_people(any_store: Store) -> None:
    ratings = RatingStore(any_store)
    await people(any_store, "ann", "ben")
    await play(any_store, results(1, ("ann", 200), ("ben", 100)), results(2, ("ann", 210), ("ben", 100)))
    # A process stops after it stored the luck.
    await any_store.write((update(schema.results).values(luck=1.0, engine="x"), []))
    outdated = await ratings.list_outdated()
    assert sorted(outdated) == [("ann", "knoeffel", OPTIONS), ("ben", "knoeffel", OPTIONS)]
    for kind in outdated:
        await ratings.update_rating(*kind)
    assert await ratings.list_outdated() == []
    await any_store.write((schema.people.delete().where(schema.people.c.id == "ben"), []))
    assert {row.person for row in await any_store.read(select(schema.ratings.c.person))} == {"ann"}
    # Meanwhile Ben's results are deleted as well; without them, nothing is stored.
    await any_store.write((schema.results.delete().where(schema.results.c.person == "ben"), []))
    await ratings.update_rating("ben", "knoeffel", OPTIONS)
    assert await ratings.list_ratings("ben") == []


async def test_options_that_a_game_gains_move_ratings(any_store: Store) -> None:
    ratings = RatingStore(any_store)
    await people(any_store, "ann")
    await play(any_store, results(1, ("ann", 200), options="{}"))
    await ratings.store_luck(UnratedGame(CODE, 1, (0,)), {0: 1.0}, "x")
    await complete_options(any_store)
    ((_, game, options),) = await ratings.list_outdated()
    assert options != "{}"
    await ratings.update_rating("ann", game, options)
    assert [row.options for row in await ratings.list_ratings("ann")] == [options]


async def test_a_game_counts_once_for_the_ladder(any_store: Store) -> None:
    pytest.importorskip("openskill")
    ratings = RatingStore(any_store)
    await people(any_store, "ann", "ben", "cid")
    games = [results(i, ("ann", 300), ("ben", 200), ("cid", 200)) for i in (1, 2)]
    alone = [*results(3, ("ann", 100)), *results(4, ("ann", 1), ("ben", 2), ranked=False)]
    await play(any_store, *games, alone)
    # Two processes add both games at the same time.
    other = RatingStore(any_store)
    await asyncio.gather(
        *(each.add_to_ladder(CODE, first) for each in (ratings, other) for first in (1, 2, 3, 4, 1)),
    )
    course = {name: await ratings.list_ladder(name) for name in ("ann", "ben", "cid")}
    for rows in course.values():
        assert ([row.number for row in rows], sorted(row.first for row in rows)) == ([1, 2], [1, 2])
    assert course["ann"][1].mu > course["ann"][0].mu > course["ben"][0].mu
    assert [row.place for row in course["cid"]] == [2, 2], "equal scores share a place"
    assert course["ben"][1].mu == pytest.approx(course["cid"][1].mu)
    assert course["ann"][1].strength.sigma < course["ann"][0].strength.sigma


async def test_a_game_is_never_silently_missing_in_the_ladder(
    any_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("openskill")

    async def clash(*_: Any) -> None:
        raise Conflict

    ratings = RatingStore(any_store)
    await people(any_store, "ann", "ben")
    await play(any_store, results(1, ("ann", 300), ("ben", 200)))
    with monkeypatch.context() as patch:
        patch.setattr(any_store, "write", clash)
        with pytest.raises(Conflict):
            await ratings.add_to_ladder(CODE, 1)
    await ratings.add_to_ladder(CODE, 1)
    assert [row.number for row in await ratings.list_ladder("ann")] == [1]


async def test_a_check_finds_wrong_ratings(any_store: Store) -> None:
    async def found(store: Store, *changes: Any) -> list[str]:
        for change in changes:
            await store.write((change, []))
        async with store._readers.connect() as connection:
            return [
                problem
                async for problem in problems(WholeDatabase(connection), Checked())
                if "rating" in problem or "luck" in problem
            ]

    ratings = RatingStore(any_store)
    await people(any_store, "ann")
    await play(any_store, results(1, ("ann", 200)), results(2, ("ann", 210)))
    for game in await find_all_unrated(ratings):
        await ratings.store_luck(game, {0: 1.0}, "x")
    assert await found(any_store) == []
    wrong = "the rating of person ann at knoeffel does not follow from the results"
    assert await found(any_store, update(schema.ratings).values(mean=schema.ratings.c.mean + 1)) == [wrong]
    await ratings.update_rating("ann", "knoeffel", OPTIONS)
    assert await found(any_store) == []
    (problem,) = await found(any_store, update(schema.results).values(engine=None))
    assert problem.startswith("2 results have luck")
    assert await found(any_store, schema.results.delete()) == [wrong]
