"""Cost of tables that all players have left in the middle of a game, as a share of a core.

    python -m benchmarks.left_tables --tables 40

At each table a player plays against a bot, with all games and levels; half of the players leave with a broken
connection, most of them during the bot's turn. Prints one JSON object: the share of a core that the server uses, its
bots' process included, over `--window` seconds that begin `--after` seconds after the last player has left. If the
bots' code is not compiled yet, compiling would be measured too: run it once with `--after 180`. Linux only.
"""

import asyncio
import platform
from argparse import Namespace

from tests.server.tables.test_left_tables import PACE, leave_all, share

from benchmarks.results import Row
from benchmarks.shared import scenario
from benchmarks.shared.scenario import Program


async def story(program: Program, options: Namespace) -> Row:
    await leave_all(program.url, options.tables)
    await asyncio.sleep(options.after)
    taken = await asyncio.to_thread(share, program.family(), options.window)
    return {"python": platform.python_version(), "tables": options.tables, "share": round(taken, 4)}


def main() -> None:
    parser = scenario.parser(__doc__)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--after", type=float, default=10.0)
    parser.add_argument("--window", type=float, default=10.0)
    scenario.run(story, parser.parse_args(), bot_pace=PACE)


if __name__ == "__main__":
    main()
