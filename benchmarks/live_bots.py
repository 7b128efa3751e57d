"""Bots at live tables: the first move of a bot in a fresh server, and people's moves during a burst of bots' moves.

    python -m benchmarks.live_bots            # with compiled code on disk, as after the first start
    python -m benchmarks.live_bots --cold     # the first start ever: nothing is compiled

Prints one JSON object. Bots do not seem to think here; server and clients share this machine.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import time
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import TypeVar

from tests.server.client import Person, Server, Table

from knobel.games import GAMES

BOTS = 200
T = TypeVar("T")


async def play_on(table: Table) -> float:
    """Do what may be done first; the seconds until it is accepted."""
    wish = table.wish()
    assert wish is not None
    began = time.perf_counter()
    await table.do(wish[0], **wish[1])
    return time.perf_counter() - began


async def first_move(url: str, game: str) -> float:
    """Seconds from when it is a bot's turn to decide until everybody has its move."""
    ann = await Person(url).arrive("Ann")
    table = await ann.join(await ann.open_table(game=game, seats=2, bots=("master",), start=True))

    def bots_turn() -> bool:
        return table.turn["kind"] == "decide" and 1 in table.turn["seats"]

    while not bots_turn():
        if table.wish():
            await play_on(table)
        else:
            await table.receive()
    asked, seq = time.perf_counter(), table.seq
    await table.until(lambda: not bots_turn() or (table.seq > seq and table.turn["kind"] != "decide"))
    seconds = time.perf_counter() - asked
    await ann.leave()
    return seconds


async def burst(url: str) -> dict[str, float]:
    """How long a person's moves take while nobody else plays, and while two hundred bots move at another table."""
    ann, ben = await Person(url).arrive("Ann"), await Person(url).arrive("Ben")
    alone = await ann.join(await ann.open_table(game="knister", seats=1, start=True))
    quiet = [await play_on(alone) for _ in range(30)]
    crowd = await ben.join(await ben.open_table(game="knister", seats=BOTS + 1, bots=("strong",) * BOTS, start=True))
    await play_on(crowd)
    await play_on(crowd)
    began = time.perf_counter()
    closing = asyncio.create_task(crowd.until(lambda: crowd.turn["kind"] == "chance" or crowd.turn["seats"] == []))
    during = []
    while not closing.done() and not alone.over:
        during.append(await play_on(alone))
    await closing
    took = time.perf_counter() - began
    await ann.leave()
    await ben.leave()
    return {
        "bots": BOTS,
        "round_s": round(took, 3),
        "quiet_median_ms": round(1000 * statistics.median(quiet), 2),
        "quiet_worst_ms": round(1000 * max(quiet), 2),
        "during_moves": len(during),
        "during_median_ms": round(1000 * statistics.median(during), 2),
        "during_worst_ms": round(1000 * max(during), 2),
    }


def fresh_server(story: Callable[[str], Coroutine[None, None, T]]) -> T:
    """Tell a story at a server that has just started."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            return asyncio.run(story(server.url))
        finally:
            server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cold", action="store_true", help="with nothing compiled")
    result: dict[str, object] = {}
    if parser.parse_args().cold:
        os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp()
    result["first_move_s"] = {game: round(fresh_server(partial(first_move, game=game)), 3) for game in GAMES}
    result["burst"] = fresh_server(burst)
    print(json.dumps(result, indent=2))  # noqa: T201


if __name__ == "__main__":
    main()
