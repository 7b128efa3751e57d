"""Workers on this machine or others (`knobel worker`), as the server sees them that asks them by way of the broker.

Who asks for a job answers for it: it is done again, or by somebody else, where it neither waits in the queue for
workers that live nor is in the hands of one. So a queue that forgets, and a worker that dies, do no harm.
"""

import asyncio
import contextlib
import secrets
from dataclasses import dataclass
from typing import Any

import msgspec

from knobel import __version__
from knobel.server import broker
from knobel.server.broker import Broker, NoQueue
from knobel.server.clock import ticks
from knobel.server.encoding import encode
from knobel.server.jobs import AnyJob, Decide, Lane, Posted, answer_type, wired
from knobel.tables.reasons import Refused, TableReason

SILENT = 2_000
"""Milliseconds without a word after which a worker, or a job, counts as lost."""
LOOK = 0.5
"""Seconds between two looks at what has become of a job."""


class Lost(Exception):
    """What has become of a job nobody knows."""


class NobodyLeft(Lost):
    """Nobody has begun a job, and no worker lives that could."""


@dataclass(slots=True)
class _Worker:
    """A worker, and when it was last heard."""

    at_once: dict[str, int]
    heard: int


@dataclass(slots=True)
class _Waiting:
    """A job that somebody waits for, and when there was last a sign of it."""

    answer: asyncio.Future[broker.Answered]
    heard: int


class Crew:
    """The workers that live."""

    def __init__(self, me: str, carrier: Broker) -> None:
        self._me, self._broker = me, carrier
        self._workers: dict[str, _Worker] = {}
        self._waiting: dict[str, _Waiting] = {}

    @property
    def possible(self) -> bool:
        """Whether there can be any."""
        return self._broker.jobs is not None

    def at_once(self, lane: Lane) -> int:
        """How many jobs the workers can do at a time."""
        if not self._broker.connected:
            return 0
        since = ticks() - SILENT
        return sum(worker.at_once.get(lane, 0) for worker in self._workers.values() if worker.heard > since)

    def prepare(self, what: Decide) -> None:
        """Let all workers get ready for such bots."""
        self._broker.tell(encode(broker.Prepare(what.game, dict(what.options), what.level)))

    async def ask(self, lane: Lane, what: AnyJob, waited: float, patience: float) -> Any:
        """What comes of a job, which has waited here for so many seconds.

        :raises NobodyLeft: if it waits and there are no workers any more.
        :raises Lost: if the worker that did it was lost, or the queue.
        :raises Refused: if it goes wrong, or is not done within `patience` seconds.
        """
        queue, number = self._broker.jobs, secrets.token_hex(8)
        assert queue is not None, "there are workers"
        job = encode(Posted(number, self._me, waited, wired(what)))
        waiting = self._waiting[number] = _Waiting(asyncio.get_running_loop().create_future(), ticks())
        try:
            async with asyncio.timeout(patience):
                await queue.put(lane, job)
                while not (await asyncio.wait([waiting.answer], timeout=LOOK))[0]:
                    if await queue.waits(lane, job):
                        if not self.at_once(lane):
                            raise NobodyLeft(f"no worker for {lane} is left")
                        waiting.heard = ticks()
                    elif ticks() - waiting.heard > SILENT:
                        raise Lost(f"a worker for {lane} was lost")
        except TimeoutError:
            raise Refused(TableReason.INTERNAL, f"no worker for {lane} answers") from None
        except NoQueue:
            raise Lost("the queue does not answer") from None
        finally:
            del self._waiting[number]
            if not waiting.answer.done():
                with contextlib.suppress(NoQueue, TimeoutError):
                    async with asyncio.timeout(LOOK):
                        await queue.withdraw(lane, job)
        return _read(waiting.answer.result(), answer_type(what))

    def heard(self, note: broker.OfWorkers) -> None:
        """A worker said something."""
        match note:
            case broker.Working(by=by, version=version, at_once=at_once, jobs=jobs):
                if version == __version__ and at_once:
                    self._workers[by] = _Worker(at_once, ticks())
                else:
                    self._workers.pop(by, None)
                for number in self._waiting.keys() & set(jobs):
                    self._waiting[number].heard = ticks()
            case broker.Answered(job=number):
                waiting = self._waiting.get(number)
                if waiting is not None and not waiting.answer.done():
                    waiting.answer.set_result(note)


def _read(note: broker.Answered, kind: Any) -> Any:
    if note.reason is not None:
        raise Refused(TableReason(note.reason), note.message, rule=note.rule)
    return msgspec.json.decode(note.answer, type=kind)
