"""Bots think here, in a process of their own that starts with the first question and ends with the server.

Questions go to its standard input and answers come back from its standard output, pickled, each after its length in
four bytes. The process ends when its input does, however the server died.

The first decision at a game loads what its bots know, and on the first start ever compiles it, which takes many
seconds. Nobody waits for that: until it is done, a bot that needs no preparation stands in.
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
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLate
from typing import Any, BinaryIO

from knobel.bots import make as make_bot
from knobel.core import Chance, Decide, Game, Roll
from knobel.dice import FACES
from knobel.games import make

LENGTH = struct.Struct("!I")
PATIENCE = 20.0
"""Seconds after which a bot that has not answered is taken for broken."""
BUDGET = 2.0
"""Seconds that a decision may take before another bot stands in."""
STAND_IN = "lookahead"

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
        question = pickle.dumps((number, game, options, view, seat, level), pickle.HIGHEST_PROTOCOL)
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

    async def close(self) -> None:
        """End the process; whoever waits for an answer learns that none will come."""
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
                    sys.executable, "-m", "knobel.server.botworker", stdin=-1, stdout=-1
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
        self.pool = ThreadPoolExecutor(1)
        self.late: Future[str] | None = None

    def choose(self, game: Game[Any], view: Any, seat: int, level: str) -> str:
        """What a bot of that level does; another, if it takes too long or an earlier decision is still going on.

        Without a view it is a first decision for nobody, only to be prepared for others.
        """
        if view is None:
            view, seat = first_decision(game)
        if self.late is None or self.late.done():
            self.late = self.pool.submit(make_bot(level).choose, game, view, seat, chance())
            with contextlib.suppress(TooLate):
                return self.late.result(self.budget)
        return make_bot(STAND_IN).choose(game, view, seat, chance())


def first_decision(game: Game[Any]) -> tuple[Any, int]:
    """The first position of a game for two in which somebody has something to decide, and who."""
    state, rng = game.start(max(game.min_seats, min(2, game.max_seats or 2))), chance()
    while not isinstance(turn := game.turn(state), Decide):
        assert isinstance(turn, Chance)
        state = game.apply(state, Roll(tuple(rng.choice(FACES) for _ in range(turn.dice))))
    return game.view(state, turn.seats[0]), turn.seats[0]


def chance() -> random.Random:
    """Random numbers that nobody can foresee."""
    return random.Random(secrets.randbits(128))


def answer_questions(questions: BinaryIO, answers: BinaryIO) -> None:
    """The worker's end: answer until the input ends."""
    decisions = Decisions(BUDGET)
    while len(head := questions.read(LENGTH.size)) == LENGTH.size:
        number, name, options, view, seat, level = pickle.loads(  # noqa: S301 -- our own server
            questions.read(LENGTH.unpack(head)[0])
        )
        try:
            action = decisions.choose(make(name, **options), view, seat, level)
            reply: tuple[int, str, str | None] = (number, action, None)
        except Exception as error:  # noqa: BLE001 -- whatever a bot raises is told to the server
            reply = (number, "", f"{type(error).__name__}: {error}")
        data = pickle.dumps(reply)
        answers.write(LENGTH.pack(len(data)) + data)
        answers.flush()


if __name__ == "__main__":
    # An interrupt from the keyboard is the server's business.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answer_questions(sys.stdin.buffer, sys.stdout.buffer)
    # A decision that is still going on matters to nobody any more.
    os._exit(0)
