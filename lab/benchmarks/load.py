"""Cost of a command to a server, and the time until all players of its table have the new state, with many tables.

    python -m benchmarks.load                         # at the maximum rate, then at half of it
    python -m benchmarks.load --tables 250 --rate 200 --seconds 60 --game knister
    python -m benchmarks.load --tables 1250 --rate 500 --seconds 1200 --reconnect
    python -m benchmarks.load --tables 1250 --rate 500 --seconds 1200 --reconnect --processes 3
    python -m benchmarks.load --tables 1250 --rate 500 --seconds 1200 --reconnect --processes 3 --proxy
    python -m benchmarks.load --tables 500 --rate 200 --seconds 600 --processes 2 --restart
    python -m benchmarks.load --tables 100 --rate 50 --seconds 3 --reviews 40

Four players at each table play, by default Knöffel, in which nothing is hidden: each command produces four states.
Every player has a connection and an address. The driver is a separate process and as light as possible. Prints one JSON
object for each rate: commands a second, cores in use, milliseconds of the server's processor time for each command (all
threads), milliseconds from sending a command until the last player whom it concerns has the new state, and how busy and
late the driver itself was. With `--processes` several processes share one port and one PostgreSQL. With `--proxy` they
have a port each, and nginx in front with the settings of `deploy` sends all connections to a table to one process; its
processor time is reported separately.

With `--reconnect` all connections are then closed and reopened together, with `--restart` the server ends and starts
again: seconds until the last client has its state, from the first try or from the server's first answer. In the end the
logs in the database are compared with the commands that the players have sent and the scores that they have seen:
`differing_tables` counts the tables at which a command is missing, is there twice, or led to other scores.

With `--reviews` the coach reviews games throughout, and its process is suspended and resumed that many times, so that
other work on the machine affects both stretches equally. A ratio is the mean over neighbouring stretches, with its
standard error. Linux only.
"""

import argparse
import asyncio
import gc

from benchmarks.results import Row
from benchmarks.shared import scenario, script
from benchmarks.shared.coach_beside import Reviewing, in_turn
from benchmarks.shared.light_tables import GAME, SEATS
from benchmarks.shared.scenario import Program
from benchmarks.shared.stored_logs import differing_tables, size_of
from benchmarks.shared.table_load import Load, allow_connections, until
from knobel.games import GAMES
from knobel.server.database.store import Store

LOADED_S = 2.0
"""Seconds of processor time after which the coach's process has loaded and reviews games."""


async def story(program: Program, options: argparse.Namespace) -> Row | None:
    load, rates = Load(program, options.game), options.rate
    await load.open_tables(options.tables)
    # The driver's own objects stay: looking through them would delay it.
    gc.collect()
    gc.freeze()
    store = await Store.open(program.options["database"])
    before = await size_of(store)
    if not rates:
        full = await load.measured(None, options.seconds)
        script.report(full)
        rates = [full["commands_a_second"] / 2]
        await until(lambda: len(load.idle) == options.tables)
    if options.reviews:
        await with_reviews(load, rates, options)
        await store.close()
        return None
    for rate in rates:
        script.report(await load.measured(rate, options.seconds))
    await until(lambda: len(load.idle) == options.tables)
    grown = await size_of(store) - before
    if options.reconnect:
        script.report(await load.reconnect())
    if options.restart:
        script.report(await load.back())
    figures = {
        "commands": sum(table.commands for table in load.tables),
        "refused": sum(table.refused for table in load.tables),
        "differing_tables": await differing_tables(store, load.tables),
        "database_grew_by_megabytes": round(grown / 2**20, 1),
    }
    await store.close()
    return figures


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
    parser.add_argument("--game", choices=list(GAMES), default=GAME)
    parser.add_argument("--tables", type=int, default=250)
    parser.add_argument("--rate", type=float, action="append", default=[], help="commands a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--reconnect", action="store_true", help="then all connections are closed and opened again")
    parser.add_argument("--restart", action="store_true", help="then the server restarts, and all come back")
    parser.add_argument("--reviews", type=int, default=0, help="so often in turn without and with the coach beside")
    options = parser.parse_args()
    if options.reviews and options.processes > 1:
        parser.error("the coach is held beside one process only")
    allow_connections(SEATS * options.tables)
    scenario.run(story, options, proxy="127.0.0.1")


if __name__ == "__main__":
    main()
