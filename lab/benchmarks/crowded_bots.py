"""Latency of a player's bot while a thousand masters play at each of five other tables.

    python -m benchmarks.crowded_bots --tables 5 --seats 1000

Each crowded table has a host, who rolls as soon as possible. The player plays Knister against a strong bot meanwhile.
Bots move without a delay. Prints one JSON object, in seconds.
"""

import asyncio
import time
from argparse import Namespace

from tests.server.client import Person, Table

from benchmarks.results import Row
from benchmarks.shared import scenario, script
from benchmarks.shared.scenario import Program

MOVES = 20
"""Number of moves of the player's bot."""


async def keep_rolling(table: Table) -> None:
    """Keep the bots of a table busy."""
    while not table.over:
        wish = table.wish()
        if wish is None:
            await table.receive()
        else:
            await table.do(wish[0], **wish[1])


async def bots_moves(table: Table) -> list[float]:
    """Return the seconds of each move of the bot in the second seat, from the end of the roll."""
    took: list[float] = []
    while len(took) < MOVES and not table.over:
        wish = table.wish()
        if wish is None:
            await table.receive()
            continue
        await table.do(wish[0], **wish[1])
        if wish[0] == "roll":
            began = time.monotonic()
            await table.until(lambda: table.turn["kind"] == "decide" and 1 not in table.turn["seats"])
            took.append(time.monotonic() - began)
    return took


async def story(program: Program, options: Namespace) -> Row:
    url, seats = program.url, options.seats
    ann = await Person(url).arrive()
    quiet = await ann.join(await ann.open_table(game="knister", seats=2, bots=("strong",), start=True))
    before = await bots_moves(quiet)
    crowds = []
    for _ in range(options.tables):
        host = await Person(url).arrive()
        code = await host.open_table(game="knaster", seats=seats, bots=("master",) * (seats - 1), start=True)
        crowds.append(asyncio.create_task(keep_rolling(await host.join(code))))
    await asyncio.sleep(5)
    during = await bots_moves(
        await ann.join(await ann.open_table(game="knister", seats=2, bots=("strong",), start=True))
    )
    for presence in crowds:
        presence.cancel()
    await asyncio.gather(*crowds, return_exceptions=True)
    return {"before": script.median_and_worst(before), "during": script.median_and_worst(during)}


def main() -> None:
    parser = scenario.parser(__doc__)
    parser.add_argument("--tables", type=int, default=5)
    parser.add_argument("--seats", type=int, default=1000)
    scenario.run(story, parser.parse_args())


if __name__ == "__main__":
    main()
