"""Cost of a command to a server, and the time until all players of its table have the new state, with many tables.

    python -m benchmarks.load                         # at the maximum rate, then at half of it
    python -m benchmarks.load --tables 250 --rate 200 --seconds 60
    python -m benchmarks.load --tables 500 --rate 200 --seconds 600 --processes 2 --restart
    python -m benchmarks.load --tables 100 --rate 50 --seconds 3 --reviews 40

Four players at each table play Knöffel, in which nothing is hidden: each command produces four states. Every player
has a connection and an address. The driver is a separate process and as light as possible. Prints one JSON object for
each rate: commands a second, milliseconds of the server's processor time for each (all threads), and milliseconds
from sending a command until the last of the four has the new state. With `--processes` several processes share one
PostgreSQL. With `--restart` the server then ends and starts again: seconds from its first answer until the
last client has its state. With `--reviews` the coach reviews games throughout, and its process is suspended and
resumed that many times, so that other work on the machine affects both stretches equally. A ratio is the mean over
neighbouring stretches, with its standard error. Linux only.
"""

import argparse
import asyncio
from collections.abc import Callable

import httpx
from tests.server.client import NO_TLS

from benchmarks import scenario, script
from benchmarks.coach_beside import Reviewing, in_turn
from benchmarks.results import Row
from benchmarks.scenario import Program
from benchmarks.table_load import Load

LOADED_S = 2.0
"""Seconds of processor time after which the coach's process has loaded and reviews games."""


async def until(condition: Callable[[], bool], pause: float = 0.1) -> None:
    """Wait until a condition is true."""
    for _ in iter(condition, True):
        await asyncio.sleep(pause)


async def story(program: Program, options: argparse.Namespace) -> Row | None:
    load, rates = Load(program), options.rate
    async with httpx.AsyncClient(base_url=program.url, verify=NO_TLS, timeout=60) as http:
        for number in range(options.tables):
            await load.sit_down(number, http)
    await until(lambda: all(wire.position for table in load.tables for wire in table.wires))
    load.idle.extend(load.tables)
    if not rates:
        full = await load.measured(None, options.seconds)
        script.report(full)
        rates = [full["commands_a_second"] / 2]
        await until(lambda: len(load.idle) == options.tables)
    if options.reviews:
        await with_reviews(load, rates, options)
        return None
    for rate in rates:
        script.report(await load.measured(rate, options.seconds))
    if not options.restart:
        return None
    await until(lambda: len(load.idle) == options.tables)
    return await load.back()


async def with_reviews(load: Load, rates: list[float], options: argparse.Namespace) -> None:
    """Measure without and with the coach beside in turn."""
    reviewing = Reviewing(load.program)
    asking = asyncio.create_task(reviewing.ask())
    # The coach's process has to start and to load its data.
    await until(lambda: reviewing.processor_s() > LOADED_S)
    for rate in rates:
        script.report(await in_turn(load, reviewing, rate, options.seconds, options.reviews))
    asking.cancel()


def main() -> None:
    parser = scenario.parser(__doc__)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, action="append", default=[], help="commands a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--restart", action="store_true", help="then the server restarts, and all come back")
    parser.add_argument("--reviews", type=int, default=0, help="so often in turn without and with the coach beside")
    options = parser.parse_args()
    if options.reviews and options.processes > 1:
        parser.error("the coach is held beside one process only")
    scenario.run(story, options, proxy="127.0.0.1")


if __name__ == "__main__":
    main()
