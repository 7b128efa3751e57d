"""The wall clock is only for people to read: a wrong time loses, delays, hastens or deletes nothing."""

import asyncio
import itertools
from pathlib import Path

import pytest

from tests.server.client import Person, Server, Table, tell

HOUR, DAY = 3600, 24 * 3600
JUMPS = (-HOUR, 91 * DAY, 0, -40 * 365 * DAY, 40 * 365 * DAY, HOUR)
"""Successive errors of the clock in seconds."""
GAMES = ("knister", "kniffeliger")
Pairs = list[list[Table]]


async def sit_down(url: str, game: str) -> list[Table]:
    """Seat two people and a bot with a thinking delay, with a time limit of an hour for each turn."""
    one, two = await asyncio.gather(Person(url).arrive(), Person(url).arrive())
    code = await one.open_table(game=game, seats=3, seconds=HOUR)
    tables = [await one.join(code), await two.join(code)]
    assert (await tables[1].do("sit"))["type"] == "accepted"
    assert (await tables[0].do("seat_bot", seat=None, level="random"))["type"] == "accepted"
    assert (await tables[0].do("start"))["type"] == "accepted"
    return tables


def moves(table: Table) -> int:
    return sum(entry["kind"] == "move" for entry in table.log)


async def move_on(table: Table, goal: int) -> None:
    """Play the given number of moves by any player, or to the end."""
    while not table.over and moves(table) < goal:
        await step(table)


async def step(table: Table) -> None:
    wish = table.wish()
    if wish is None:
        await table.receive()
    else:
        await table.do(wish[0], **wish[1])


async def play_all(pairs: Pairs, more: int) -> None:
    # Clients at a table may know different moves now. Both continue to the same one; otherwise one might wait forever.
    goals = [max(map(moves, pair)) + more for pair in pairs]
    await asyncio.gather(*(move_on(table, goal) for pair, goal in zip(pairs, goals, strict=True) for table in pair))


def check(table: Table) -> None:
    """Check that each move was made by the player whose turn it was.

    About an hour must be left for the current turn.
    """
    bot = next(number for number, seat in enumerate(table.table["seats"]) if seat["kind"] != "person")
    for entry in table.log:
        assert entry["kind"] not in ("away", "host", "back")
        assert not entry["auto"] or entry["seat"] == bot
    if not table.over:
        assert HOUR * 900 < table.position["deadline"] - table.now <= HOUR * 1000


async def story(server: Server) -> None:
    pairs = await asyncio.gather(*(sit_down(server.url, game) for game in GAMES))
    tables = list(itertools.chain(*pairs))
    for seconds in JUMPS:
        server.set_clock(seconds)
        await play_all(pairs, 3)
        for table in tables:
            check(table)
    # After a restart the date is far from the right one, and so are the times in the logs.
    for seconds in (-50 * 365 * DAY, 50 * 365 * DAY):
        logs = [table.log for table in tables]
        server.kill()
        server.set_clock(seconds)
        await asyncio.to_thread(server.start)
        for table in tables:
            await table.connect()
        for table, log in zip(tables, logs, strict=True):
            assert all(entry in table.log for entry in log)
        await play_all(pairs, 3)
        for table in tables:
            check(table)
    await asyncio.gather(*(table.play() for table in tables))
    for table in tables:
        assert table.over


@pytest.mark.slow
def test_a_clock_that_jumps(tmp_path: Path) -> None:
    server = Server(tmp_path, bot_pace=0.02, retention=30)
    server.set_clock(0)
    server.start()
    try:
        tell(story(server))
    finally:
        assert "ERROR" not in server.stop()
