"""Bots think here, in a process of their own that starts with the first question and ends with the server.

Questions go to its standard input and answers come back from its standard output, pickled, each after its length in
four bytes. The process ends when its input does, however the server died.
"""

import asyncio
import contextlib
import itertools
import logging
import pickle
import random
import secrets
import signal
import struct
import sys
from typing import Any, BinaryIO

from knobel.bots import make as make_bot
from knobel.games import make

LENGTH = struct.Struct("!I")
PATIENCE = 20.0
"""Seconds after which a bot that has not answered is taken for broken."""

logger = logging.getLogger("knobel")


class BotWorker:
    """The server's end: ask what a bot would do."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()
        self._answers: dict[int, asyncio.Future[str]] = {}
        self._numbers = itertools.count()
        self._reader: asyncio.Task[None] | None = None

    async def choose(self, game: str, options: dict[str, Any], view: Any, seat: int, level: str) -> str:
        """The action that a bot takes in `seat`, seeing `view`.

        :raises RuntimeError: if the bot fails or does not answer.
        """
        process = await self._running()
        assert process.stdin is not None
        number = next(self._numbers)
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._answers[number] = answer
        question = pickle.dumps((number, game, options, view, seat, level), pickle.HIGHEST_PROTOCOL)
        try:
            process.stdin.write(LENGTH.pack(len(question)) + question)
            return await asyncio.wait_for(answer, PATIENCE)
        except TimeoutError:
            await self.close()
            raise RuntimeError("the bot does not answer") from None
        except ConnectionError:
            raise RuntimeError("the bots' process has died") from None
        finally:
            self._answers.pop(number, None)

    async def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if self._reader is not None:
            self._reader.cancel()
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()

    async def _running(self) -> asyncio.subprocess.Process:
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "knobel.server.botworker", stdin=-1, stdout=-1
                )
                self._reader = asyncio.create_task(self._read(self._process), name="bots' answers")
            return self._process

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        with contextlib.suppress(asyncio.IncompleteReadError):
            while True:
                (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                number, action, error = pickle.loads(await process.stdout.readexactly(length))  # noqa: S301 -- our own process
                answer = self._answers.get(number)
                if answer is None or answer.done():
                    continue
                if error is None:
                    answer.set_result(action)
                else:
                    answer.set_exception(RuntimeError(error))
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(RuntimeError("the bots' process has died"))


def answer_questions(questions: BinaryIO, answers: BinaryIO) -> None:
    """The worker's end: answer until the input ends."""
    rng = random.Random(secrets.randbits(128))
    while len(head := questions.read(LENGTH.size)) == LENGTH.size:
        number, name, options, view, seat, level = pickle.loads(  # noqa: S301 -- our own server
            questions.read(LENGTH.unpack(head)[0])
        )
        try:
            action = make_bot(level).choose(make(name, **options), view, seat, rng)
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
