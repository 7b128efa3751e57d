"""Bounds on the work that waits for the coach, by household, and estimates of how long jobs take."""

import contextlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from knobel.presentation.record_sizes import MAX_RECORD_LINES
from knobel.server.runtime.process_share import process_share
from knobel.server.runtime.settings import settings
from knobel.tables.refusals import Refused, TableReason

JOB_OVERHEAD_BYTES = 4_000
"""Bytes of a job besides its record."""
SECONDS_A_LINE = 0.03
"""Initial estimate for a line of a reviewed record; measured values are 0.003 to 0.05, depending on game and seats."""
SECONDS_A_POSITION = {"quick": 0.05, "strong": 0.1, "master": 0.3}
"""Initial estimate for an assessment, by effort."""
LATEST_JOB_WEIGHT = 0.2
"""Weight of the latest job in the exponentially weighted mean."""

Kind: TypeAlias = tuple[str, str, int]
"""A job's name, and the game and number of seats of its record."""


class Estimates:
    """Estimates the duration of jobs by the exponentially weighted mean of earlier jobs of the same kind."""

    def __init__(self) -> None:
        self._means: dict[Kind, float] = {}

    def seconds(self, kind: Kind, amount: float, initial: float) -> float:
        """Return the estimate in seconds for an amount of work; `initial` is the initial estimate for one unit."""
        return amount * self._means.get(kind, initial)

    def learn(self, kind: Kind, amount: float, seconds: float) -> None:
        """Update the mean with the duration of a finished job."""
        before = self._means.get(kind, seconds / amount)
        self._means[kind] = before + LATEST_JOB_WEIGHT * (seconds / amount - before)


class Admission:
    """Waiting and running work by household, in estimated seconds and in bytes of records.

    Each household may have `max_seconds` of work at all processes together, independent of other households, and always
    at least one job. A household may use up to half of the free bytes, so that some remain for a household that comes
    later.
    """

    def __init__(self, max_seconds: float) -> None:
        self._max_seconds = max_seconds
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._bytes: Counter[str] = Counter()

    @contextlib.contextmanager
    def admit(self, household: str, seconds: float, record: str, *, begun: bool = False) -> Iterator[None]:
        """Count a job while the context is open.

        :param begun: the job continues one that was admitted, so it is not refused.
        :raises Refused: `rate_limited`, if too much work of the household waits.
        """
        size = JOB_OVERHEAD_BYTES + len(record)
        if not begun:
            self._check(household, seconds, size)
        self._seconds[household] += seconds
        self._bytes[household] += size
        try:
            yield
        finally:
            self._bytes[household] -= size
            self._seconds[household] -= seconds
            if not self._bytes[household]:
                # Because of rounding errors, the sum of the seconds may differ from zero.
                del self._bytes[household], self._seconds[household]

    def _check(self, household: str, seconds: float, size: int) -> None:
        waiting = self._seconds.get(household, 0.0)
        if waiting and waiting + seconds > self._max_seconds / process_share.processes:
            message = f"the coach already has about {waiting:.0f} seconds of work for this address: ask again later"
            raise Refused(TableReason.RATE_LIMITED, message)
        if self._bytes[household] + size > (settings.waiting_record_bytes - self._bytes.total()) / 2:
            raise Refused(TableReason.RATE_LIMITED, "the coach has too many records to read: ask again later")


class _Header(msgspec.Struct):
    """The fields of a record's first line that determine its kind."""

    game: str
    seats: list[str]


_header = msgspec.json.Decoder(_Header)


def job_kind(job: str, record: str) -> Kind:
    """Return the kind of a job on a record; without a game if the record's first line is not a header."""
    try:
        header = _header.decode(record.partition("\n")[0])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return job, "", 0
    return job, header.game, len(header.seats)


def count_lines(record: str) -> int:
    """Return the number of a record's lines, at most as many as are read."""
    return min(record.count("\n") + 1, MAX_RECORD_LINES)
