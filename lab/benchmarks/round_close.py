"""Time until a round of three hundred players closes: from the last entry until all clients have the state.

    python -m benchmarks.round_close

Server and clients share this machine. Prints one JSON object.
"""

from argparse import Namespace

from tests.server.tables.test_many_seats import SEATS, story

from benchmarks.results import Row
from benchmarks.shared import scenario, script
from benchmarks.shared.scenario import Program


async def measure(program: Program, _: Namespace) -> Row:
    return {"seats": SEATS} | script.median_and_worst(await story(program.url))


def main() -> None:
    scenario.run(measure, scenario.parser(__doc__).parse_args())


if __name__ == "__main__":
    main()
