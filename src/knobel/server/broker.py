"""How the processes that serve the same tables tell each other where to look. A broker may lose what it is given.

What happened stands in the database, and there alone. So nothing is wrong where a note does not arrive; it is only
seen a little later.
"""

from collections.abc import Callable
from typing import Any, Protocol

import msgspec

from knobel.extras import how_to_install
from knobel.server import messages
from knobel.server.locations import without_password


class Note(msgspec.Struct, tag_field="note", frozen=True):
    """What one process tells another, or all."""


class Moved(Note, tag="moved", frozen=True):
    """More of a table's log is stored; the turn or round that runs there began so many milliseconds `ago`."""

    table: str
    ago: int | None = None


class Rewritten(Note, tag="rewritten", frozen=True):
    """Something in a table's log was changed."""

    table: str


class Crowded(Note, tag="crowded", frozen=True):
    """Others are at a table than before."""

    table: str


class Came(Note, tag="came", frozen=True):
    """Others are on the server than before, or are called something else."""


class Listed(Note, tag="listed", frozen=True):
    """The list of public tables is another."""


class Changed(Note, tag="changed", frozen=True):
    """A person has another name, other devices, blocks somebody else, or is gone for good."""

    person: str


class Process(Note, tag="process", frozen=True):
    """A process has come, which is `new`, or is gone."""

    new: str | None = None


class Said(Note, tag="said", frozen=True):
    """Somebody has said something, by the command of that id, at the table of that code if at one."""

    chat: messages.Chat
    id: str
    table: str | None


class Took(Note, tag="took", frozen=True):
    """What people were granted of what is limited: by the limit's name, by whom."""

    limits: dict[str, dict[str, float]]
    by: str


class Holding(Note, tag="holding", frozen=True):
    """What people hold at a process: by what it is of, by whom; all of it, if `whole`, or what has changed."""

    counts: dict[str, dict[str, int]]
    by: str
    whole: bool


class Remembered(Note, tag="remembered", frozen=True):
    """What was said lately, for a process that has just come: to everybody, to and by people, at tables."""

    to: str
    public: list[messages.Chat]
    private: dict[str, list[messages.Chat]]
    tables: dict[str, list[messages.Chat]]


class Forgotten(Note, tag="forgotten", frozen=True):
    """Nothing of what a person said is to be kept."""

    person: str


class Working(Note, tag="working", frozen=True):
    """A worker lives: how many jobs of each lane it can do at a time, and the numbers of those that it is doing; said
    twice a second, and without any lanes when it ends."""

    by: str
    version: str
    at_once: dict[str, int]
    jobs: list[str]


class Answered(Note, tag="answered", frozen=True):
    """What comes of the job with that number, or why nothing."""

    job: str
    answer: msgspec.Raw
    reason: str | None = None
    message: str = ""
    rule: str | None = None


class Prepare(Note, tag="prepare", frozen=True):
    """Workers are about to be asked for such bots."""

    game: str
    options: dict[str, Any]
    level: str


OfWorkers = Working | Answered | Prepare
Told = Took | Said | Holding | Process | Remembered | Forgotten
"""What stands nowhere in the database, so that only this way leads to the others."""
AnyNote = Told | OfWorkers | Moved | Rewritten | Crowded | Came | Listed | Changed


class NoQueue(Exception):
    """The queue does not answer."""


class JobQueue(Protocol):
    """Holds jobs until a worker takes them: who wants one done sees to it that it is. Everything here raises `NoQueue`
    where the queue does not answer."""

    async def put(self, lane: str, job: bytes) -> None:
        """Let a job wait."""

    async def waits(self, lane: str, job: bytes) -> bool:
        """Whether nobody has taken a job yet."""

    async def withdraw(self, lane: str, job: bytes) -> None:
        """Take a job back, if it still waits."""

    async def take(self, lane: str, seconds: float) -> bytes | None:
        """The job that has waited longest, as soon as there is one; None if there is none for so long."""


class Broker(Protocol):
    """Carries notes between processes."""

    jobs: JobQueue | None
    """Where jobs wait for workers of any machine, if it has that."""

    @property
    def connected(self) -> bool:
        """Whether notes arrive."""

    async def open(self, me: str, hear: Callable[[bytes], None], back: Callable[[], None]) -> None:
        """Take what others tell this process, or all, to `hear`; call `back` whenever notes arrive again."""

    def tell(self, data: bytes, to: str | None = None) -> None:
        """Tell a process something, or all; it may be lost."""

    async def close(self) -> None:
        """Tell what waits, and hear no more."""


def broker_at(address: str | None) -> Broker:
    """The broker of an address, such as `redis://localhost`.

    :raises ValueError: if there is none; the text says why, in one line.
    """
    if address is None:
        return NoBroker()
    try:
        from knobel.server.redis import RedisBroker  # noqa: PLC0415 -- an extra
    except ModuleNotFoundError:
        raise ValueError(f"a broker needs more than Knobel alone: {how_to_install('servers')}") from None
    try:
        return RedisBroker(address)
    except ValueError:
        raise ValueError(f"{without_password(address)} is no address of a Redis, such as redis://localhost") from None


class NoBroker:
    """For a process that is alone, or finds out by itself what the others did."""

    connected = False
    jobs: JobQueue | None = None

    async def open(self, me: str, hear: Callable[[bytes], None], back: Callable[[], None]) -> None:
        """Nobody tells anything."""

    def tell(self, data: bytes, to: str | None = None) -> None:
        """Nobody hears."""

    async def close(self) -> None:
        """There was nothing."""
