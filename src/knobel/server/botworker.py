"""Bots think here, in a process of their own that starts with the first question and ends with the server.

Questions go to its standard input and answers come back from its standard output, pickled, each after its length in
four bytes. The process ends when its input does, however the server died.

The first decision at a game loads what its bots know, and on the first start ever compiles it, which takes many
seconds. Nobody waits for that: until it is done, a bot that needs no preparation stands in. So that this is seldom
needed, a second process of low priority compiles for all games while nobody plays yet.
"""

import asyncio
import contextlib
import itertools
import logging
import os
import pickle
import random
import secrets
import signal
import struct
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from typing import Any, BinaryIO

from knobel.bots import make as make_bot
from knobel.core import Chance, Game, Move, Over, Roll
from knobel.dice import FACES
from knobel.games import GAMES, make

LENGTH = struct.Struct("!I")
PATIENCE = 20.0
"""Seconds after which a bot that has not answered is taken for broken."""
BUDGET = 2.0
"""Seconds from the question within which a bot of its level decides; afterwards another one does."""
STAND_IN = "lookahead"
"""Needs no preparation."""
HASTE = 0.2
"""Seconds that are left for a decision where the budget has gone in waiting for the decisions of others."""
IN_HASTE = {"master": "strong"}
"""Who decides then."""
COMPILE = "compile"
"""The argument with which this module compiles instead of answering."""
REHEARSED = "casual", "strong", "master"
"""The levels that together need all that is compiled."""
EVERY = 7
"""In a rehearsal every so many-th decision is thought about."""

logger = logging.getLogger("knobel")


class BotWorker:
    """The server's end: ask what a bot would do."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()
        self._answers: dict[int, asyncio.Future[str]] = {}
        self._numbers = itertools.count()
        self._prepared: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._reader: asyncio.Task[None] | None = None
        self._compiling: asyncio.subprocess.Process | None = None
        self._heard = 0.0
        """When the last answer came, on the event loop's clock."""

    async def choose(self, game: str, options: dict[str, Any], view: Any, seat: int, level: str) -> str:
        """The action that a bot takes in `seat`, seeing `view`.

        :raises RuntimeError: if the bot fails or does not answer.
        """
        process = await self._running()
        assert process.stdin is not None
        number = next(self._numbers)
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str] = loop.create_future()
        self._answers[number] = answer
        asked = loop.time()
        # The clock of `time.monotonic` is the same in all processes of a machine.
        question = pickle.dumps((number, game, options, view, seat, level, time.monotonic()), pickle.HIGHEST_PROTOCOL)
        try:
            process.stdin.write(LENGTH.pack(len(question)) + question)
            return await asyncio.wait_for(answer, PATIENCE)
        except TimeoutError:
            # One that answers others has only too much to do.
            if process is self._process and self._heard <= asked:
                await self.close()
            raise RuntimeError("the bot does not answer") from None
        except ConnectionError:
            raise RuntimeError("the bots' process has died") from None
        finally:
            self._answers.pop(number, None)

    def prepare(self, game: str, options: dict[str, Any], level: str) -> None:
        """Let the process load what bots of that level know of the game, ahead of the first question."""
        if (game, level) not in self._prepared:
            self._prepared[game, level] = asyncio.create_task(self._prepare(game, options, level))

    async def _prepare(self, game: str, options: dict[str, Any], level: str) -> None:
        with contextlib.suppress(RuntimeError):
            await self.choose(game, options, None, 0, level)

    async def compile_ahead(self) -> None:
        """Have a process of its own compile what bots of all games need; where that lies on disk it ends in seconds."""
        self._compiling = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "knobel.server.botworker", COMPILE, env=environment()
        )

    async def close(self) -> None:
        """End the processes; whoever waits for an answer learns that none will come."""
        if self._compiling is not None:
            with contextlib.suppress(ProcessLookupError):
                self._compiling.kill()
            await self._compiling.wait()
        process = self._process
        if self._reader is not None:
            self._reader.cancel()
        if process is not None:
            self._let_go(process)
            await process.wait()

    def _let_go(self, process: asyncio.subprocess.Process) -> None:
        if process is not self._process:
            return
        self._process = None
        self._prepared.clear()
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(RuntimeError("the bots' process has ended"))

    async def _running(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._process is not None and self._process.returncode is not None:
                await self.close()
            if self._process is None:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "knobel.server.botworker", stdin=-1, stdout=-1, env=environment()
                )
                self._reader = asyncio.create_task(self._read(self._process), name="bots' answers")
            return self._process

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        try:
            while True:
                (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                number, action, error = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301 -- our own process
                self._heard = asyncio.get_running_loop().time()
                answer = self._answers.get(number)
                if answer is None or answer.done():
                    continue
                if error is None:
                    answer.set_result(action)
                else:
                    answer.set_exception(RuntimeError(error))
        except asyncio.IncompleteReadError:
            pass
        except Exception:
            logger.exception("the bots' answers cannot be read")
        self._let_go(process)


class Decisions:
    """Decisions within a budget of seconds."""

    def __init__(self, budget: float) -> None:
        self.budget = budget
        self.pool = ThreadPoolExecutor(len(GAMES))
        self.late: dict[str, Future[str]] = {}
        """The last decision at each game, perhaps still going on."""

    def choose(self, game: Game[Any], view: Any, seat: int, level: str, waited: float = 0.0) -> str:
        """What a bot of that level does.

        Another decides if it takes too long, if an earlier decision at the game is still going on, or if the question
        has `waited` for so many seconds that its budget is gone. Without a view it is a first decision for nobody, only
        to be prepared for others.
        """
        if view is None:
            view, seat = next(positions(game))
        left = self.budget - waited
        if left <= 0:
            left, level = HASTE, IN_HASTE.get(level, level)
        if game.name not in self.late or self.late[game.name].done():
            self.late[game.name] = self.pool.submit(make_bot(level).choose, game, view, seat, chance())
            with contextlib.suppress(TooLate):
                return self.late[game.name].result(left)
        return make_bot(STAND_IN).choose(game, view, seat, chance())


def positions(game: Game[Any]) -> Iterator[tuple[Any, int]]:
    """What somebody sees who has something to choose, and their seat, all along a game for two played at random."""
    rng = random.Random(1)
    state = game.start(max(game.min_seats, min(2, game.max_seats or 2)))
    while not isinstance(turn := game.turn(state), Over):
        if isinstance(turn, Chance):
            state = game.apply(state, Roll(tuple(rng.choices(FACES, k=turn.dice))))
            continue
        seat = turn.seats[0]
        view = game.view(state, seat)
        actions = game.legal(view, seat)
        if len(actions) > 1:
            yield view, seat
        state = game.apply(state, Move(seat, rng.choice(actions)))


def rehearse() -> None:
    """Decide all along a game of each kind, so that all that is compiled for it lies on disk."""
    for name in GAMES:
        game = make(name)
        for level in REHEARSED:
            for view, seat in itertools.islice(positions(game), 0, None, EVERY):
                make_bot(level).choose(game, view, seat, chance())


def chance() -> random.Random:
    """Random numbers that nobody can foresee."""
    return random.Random(secrets.randbits(128))


def environment() -> dict[str, str]:
    """For a process that thinks: several threads for one small product of matrices only wait for each other."""
    return os.environ | {"OMP_NUM_THREADS": "1"}


def answer_questions(questions: BinaryIO, answers: BinaryIO) -> None:
    """The worker's end: answer until the input ends."""
    decisions = Decisions(BUDGET)
    while len(head := questions.read(LENGTH.size)) == LENGTH.size:
        number, name, options, view, seat, level, asked = pickle.loads(  # noqa: S301 -- our own server
            questions.read(LENGTH.unpack(head)[0])
        )
        try:
            action = decisions.choose(make(name, **options), view, seat, level, time.monotonic() - asked)
            reply: tuple[int, str, str | None] = (number, action, None)
        except Exception as error:  # noqa: BLE001 -- whatever a bot raises is told to the server
            reply = (number, "", f"{type(error).__name__}: {error}")
        data = pickle.dumps(reply)
        answers.write(LENGTH.pack(len(data)) + data)
        answers.flush()


if __name__ == "__main__":
    # An interrupt from the keyboard is the server's business.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.argv[1:] == [COMPILE]:
        if sys.platform != "win32":
            os.nice(19)
        rehearse()
    else:
        answer_questions(sys.stdin.buffer, sys.stdout.buffer)
    # A decision that is still going on matters to nobody any more.
    os._exit(0)
