"""Bots at live tables: the first move of a bot on a new server, later moves, and players' moves meanwhile.

    python -m benchmarks.live_bots            # with compiled code on disk, as after the first start
    python -m benchmarks.live_bots --cold     # the very first start: nothing is compiled

Prints JSON objects. Times are wall-clock times. Bots move without a delay; server and clients share this machine.
"""

import asyncio
import os
import random
import statistics
import tempfile
import time
from argparse import Namespace
from collections.abc import Sequence
from functools import partial

from tests.server.client import Person, Table

from benchmarks.results import Row
from benchmarks.shared import scenario, script
from benchmarks.shared.scenario import Program
from knobel.core import Chance, Move, Over, Roll
from knobel.dice import FACES
from knobel.games import GAMES, make
from knobel.server.compute.bot_decisions import DECISION_TIMEOUT_S, Decisions
from knobel.server.compute.bot_service import BotService

BOTS = 200
MOVES = 30
"""Number of players' moves that are timed."""
SEATS = 5
DECISIONS = 400
"""Number of decisions of a game that are timed."""


def milliseconds(seconds: Sequence[float]) -> dict[str, float]:
    """Return the median and the maximum, in milliseconds."""
    return {"median_ms": round(1000 * statistics.median(seconds), 2), "worst_ms": round(1000 * max(seconds), 2)}


async def play_on(table: Table) -> float:
    """Play the first legal action; return the seconds until it is accepted."""
    wish = table.wish()
    assert wish is not None
    began = time.perf_counter()
    await table.do(wish[0], **wish[1])
    return time.perf_counter() - began


async def first_move(game: str, program: Program, _: Namespace) -> float:
    """Return the seconds from the start of a bot's turn until all players have its move."""
    ann = await Person(program.url).arrive("Ann")
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


async def burst(game: str, level: str, program: Program, _: Namespace) -> Row:
    """Time a player's moves while no other player moves, and while two hundred bots move at another table."""
    ann, ben = await Person(program.url).arrive("Ann"), await Person(program.url).arrive("Ben")
    alone = await ann.join(await ann.open_table(game="knister", seats=1, start=True))
    quiet = [await play_on(alone) for _ in range(MOVES)]
    presence = await ben.join(await ben.open_table(game=game, seats=BOTS + 1, bots=(level,) * BOTS, start=True))
    await play_on(presence)
    await play_on(presence)
    began, at = time.perf_counter(), presence.position and presence.position["at"]
    closing = asyncio.create_task(presence.until(lambda: presence.position and presence.position["at"] != at))
    during = []
    while not closing.done() and not alone.over:
        during.append(await play_on(alone))
    await closing
    took = time.perf_counter() - began
    await ann.leave()
    await ben.leave()
    return {
        "bots": f"{BOTS} {level}, {game}",
        "round_s": round(took, 3),
        "quiet": milliseconds(quiet),
        "during": milliseconds(during),
    }


async def compiling(program: Program, _: Namespace) -> Row:
    """Time a player's moves and a page while the code for bots at another table is compiled."""
    ann, ben = await Person(program.url).arrive("Ann"), await Person(program.url).arrive("Ben")
    await ben.join(await ben.open_table(game="knaster", seats=2, bots=("master",), start=True))
    alone = await ann.join(await ann.open_table(game="knister", seats=1, start=True))
    moves, pages = list[float](), list[float]()
    while len(moves) < MOVES:
        moves.append(await play_on(alone))
        began = time.perf_counter()
        await ann.http.get("/")
        pages.append(time.perf_counter() - began)
        await asyncio.sleep(0.1)
    await ann.leave()
    await ben.leave()
    return {"moves": milliseconds(moves), "pages": milliseconds(pages)}


def itself_after(game: str) -> float:
    """Return the seconds until a master that has to be loaded or compiled first decides itself."""
    decisions, began = Decisions(), time.perf_counter()
    decisions.choose(make(game), None, 0, "master", DECISION_TIMEOUT_S)
    decisions.latest[game].result()
    return time.perf_counter() - began


async def decisions(name: str) -> dict[str, float]:
    """Time the decisions of masters at a table of five, requested through the bots' process one by one."""
    game, rng, bots = make(name), random.Random(1), BotService()
    times: list[float] = []
    clock = asyncio.get_running_loop().time
    await bots.choose(name, game.options, None, 0, "master", clock() + DECISION_TIMEOUT_S)
    while len(times) < DECISIONS:
        state = game.start(SEATS)
        while not isinstance(turn := game.turn(state), Over) and len(times) < DECISIONS:
            if isinstance(turn, Chance):
                state = game.apply(state, Roll(tuple(rng.choices(FACES, k=turn.dice))))
                continue
            seat, began = turn.seats[0], time.perf_counter()
            view = game.view(state, seat)
            action = await bots.choose(name, game.options, view, seat, "master", clock() + DECISION_TIMEOUT_S)
            times.append(time.perf_counter() - began)
            state = game.apply(state, Move(seat, action))
    await bots.close()
    p99 = statistics.quantiles(times, n=100)[-1]
    return milliseconds(times) | {"p99_ms": round(1000 * p99, 2)}


def nothing_compiled() -> None:
    """Let servers that start from now on compile all kernels."""
    scenario.ENVIRONMENT["NUMBA_CACHE_DIR"] = os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp()


def main() -> None:
    parser = scenario.parser(__doc__)
    parser.add_argument("--cold", action="store_true", help="with nothing compiled")
    options = parser.parse_args()
    if options.cold:
        # Each server compiles every game; this process, whose folder is chosen first, compiles every game once.
        nothing_compiled()
        script.report({"itself_after_s": {game: round(itself_after(game), 3) for game in GAMES}})
    for game in GAMES:
        if options.cold:
            nothing_compiled()
        script.report({"game": game, "first_move_s": round(scenario.happen(partial(first_move, game), options), 3)})
    if options.cold:
        nothing_compiled()
        script.report({"while_compiling": scenario.happen(compiling, options)})
        return
    for game in GAMES:
        script.report({"game": game, "decisions": asyncio.run(decisions(game))})
    for game, level in (("knister", "strong"), ("knaster", "master")):
        scenario.run(partial(burst, game, level), options)


if __name__ == "__main__":
    main()
