"""Processor time of a server for finished games whose players all ask for the review, and for their devices' reviews.

    python -m benchmarks.device_reviews --games 100

The games are of all kinds, each of one person who moves at random, in Kniffeliger beside a bot that does. First the
server reviews them all. Then the devices do, with the requests that a page sends (`web/src/lib/review/coach.ts`): it
fetches the record of the game, and notes how the person played. At last each device also fetches the engine of its game
and the interpreter, as it does once. Prints a JSON object a way: seconds of processor time of the server and the
processes that it has started, in total and for each kind of game, and the megabytes that it sends.
"""

import argparse
import asyncio
import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.processes import processor_seconds
from tests.server.client import Person

from benchmarks.shared import scenario, script
from benchmarks.shared.scenario import Program
from knobel.games import GAMES
from knobel.offline.coach import reviewed_skill
from knobel.presentation import coach_jobs
from knobel.presentation.json import encode
from knobel.server.http.page_files import FOLDER
from knobel.server.pages.engine_files import keep_engines

REST_S, REST = 5, 0.1
"""A server has nothing to do if it uses less processor time than the second in the first, both in seconds."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished game, and its player."""

    person: Person
    game: str
    code: str


class Requests:
    """Sends requests, and counts the bytes of the answers."""

    def __init__(self) -> None:
        self.received = 0

    async def get(self, person: Person, path: str) -> str:
        """Return the answer to a request, or its size if it is not a text."""
        size, body = 0, b""
        async with person.http.stream("GET", path, timeout=600) as response:
            assert response.status_code == 200, path
            is_file = response.headers["content-type"] == "application/octet-stream"
            async for part in response.aiter_raw():
                size += len(part)
                body += b"" if is_file else part
        self.received += size
        return "" if is_file else body.decode()


class Spent:
    """The processor time of a server and of its descendants, including processes that have ended since."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._seconds: dict[int, float] = {}

    def seconds(self) -> float:
        """Return the time so far."""
        self._seconds |= {pid: processor_seconds(pid) for pid in self._program.family()}
        return sum(self._seconds.values())

    async def rest(self) -> None:
        """Wait until the server has nothing to do; at its start it prepares its bots."""
        before = -REST
        while self.seconds() - before >= REST:
            before = self.seconds()
            await asyncio.sleep(REST_S)


async def play(program: Program, games: int) -> list[Finished]:
    """Let people play games of all kinds at random."""
    found = []
    for number in range(games):
        game = sorted(GAMES)[number % len(GAMES)]
        person = await Person(program.url, f"10.{number // 250}.{number % 250}.1").arrive()
        person.http.headers["accept-encoding"] = "identity"
        seats = GAMES[game].min_seats
        code = await person.open_table(game=game, seats=seats, bots=("random",) * (seats - 1), start=True)
        table = await person.join(code)
        await table.play()
        await table.close()
        found.append(Finished(person, game, code))
    return found


async def measured(program: Program, options: argparse.Namespace) -> None:
    finished = await play(program, options.games)
    engines = (await finished[0].person.http.get("/api/engines")).json()
    interpreter = json.loads((FOLDER / "offline.json").read_text())["files"]
    reviews: dict[str, str] = {}
    spent = Spent(program)
    await spent.rest()
    for way in ("server", "device", "device, which loads the engine"):
        requests, seconds = Requests(), dict.fromkeys(sorted(GAMES), 0.0)
        for each in sorted(finished, key=lambda each: each.game):
            before = spent.seconds()
            if way == "server":
                reviews[each.code] = await requests.get(each.person, f"/api/tables/{each.code}/games/1/review")
            else:
                if way != "device":
                    engine = engines[each.game]
                    for file in (*interpreter, engine["coach"], engine["module"], engine["image"]):
                        await requests.get(each.person, f"/{file}")
                await requests.get(each.person, f"/api/tables/{each.code}/games/1/record")
                skills = [reviewed_skill(skill) for skill in coach_jobs.skills(reviews[each.code])]
                path = f"/api/play/skill?table={each.code}&game=1"
                answer = await each.person.http.post(path, content=encode(skills))
                assert answer.status_code == 204, answer.text
            seconds[each.game] += spent.seconds() - before
        by_game = {game: round(spent, 2) for game, spent in seconds.items()}
        megabytes = round(requests.received / 1e6, 1)
        script.report(
            {"by": way, "games": len(finished), "seconds": round(sum(seconds.values()), 2)}
            | by_game
            | {"MB": megabytes}
        )


def main() -> None:
    """Run the benchmark."""
    parser = scenario.parser(__doc__, only_sqlite=True)
    parser.add_argument("--games", type=int, default=100)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        keep_engines(Path(folder))
        scenario.run(measured, arguments, proxy="127.0.0.1", browser_engines=folder)


if __name__ == "__main__":
    main()
