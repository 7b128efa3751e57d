"""A server under attack: hostile messages, short connections, silent clients and clients that never read.

    python -m benchmarks.siege --messages 1000000 --connections 20000

Meanwhile people play games of all five kinds until that many messages and connections have been made. Every game must
end as its log says, with no other players in it, and the server must log no error. Prints one JSON object.
"""

import time
from argparse import Namespace

from tests.attack.attacks import attacking
from tests.attack.honest_games import play, strangers_are_gone

from benchmarks.results import Row
from benchmarks.shared import scenario
from benchmarks.shared.scenario import Program
from knobel.games import GAMES

BESIEGERS = "nonsense", "quick_connections", "silence_of_sixty", "unread_states"


async def story(program: Program, options: Namespace) -> Row:
    """Run the attack; return the figures."""
    began, games = time.monotonic(), 0
    with attacking(program.port, *BESIEGERS) as tally:
        while tally.messages < options.messages or tally.connections < options.connections:
            await play(program)
            games += len(GAMES)
        figures = {"hostile_messages": tally.messages, "connections": tally.connections}
    await strangers_are_gone(program)
    seconds = round(time.monotonic() - began, 1)
    return {"seconds": seconds, **figures, "honest_games_that_ended_as_their_logs_say": games}


def main() -> None:
    parser = scenario.parser(__doc__)
    parser.add_argument("--messages", type=int, default=1_000_000)
    parser.add_argument("--connections", type=int, default=20_000)
    scenario.run(story, parser.parse_args())


if __name__ == "__main__":
    main()
