"""Bounds on the work that waits for the coach, by household, and estimates of how long jobs take."""

import contextlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from math import ceil
from typing import TypeAlias

import msgspec

from knobel.server.records import MOST_LINES
from knobel.tables.reasons import Refused, TableReason

MOST_BYTES = 48_000_000
"""Bytes of records that wait, of all households together."""
OVERHEAD = 4_000
"""Bytes that a job takes beside its record."""
SECONDS_A_LINE = 0.03
"""Of a review, before any was made: 0.003 to 0.05 as measured, by game and seats."""
SECONDS_A_POSITION = {"quick": 0.05, "strong": 0.1, "master": 0.3}
"""Of an assessment, by effort, before any was made."""
WEIGHT = 0.2
"""Of the latest job in the mean of those before."""

Kind: TypeAlias = tuple[str, str, int]
"""A job, and the game and the number of seats that it is about."""


class Estimates:
    """Estimates how long jobs take, as an exponentially weighted mean of the jobs of the same kind before."""

    def __init__(self) -> None:
        self._means: dict[Kind, float] = {}

    def seconds(self, kind: Kind, amount: float, at_first: float) -> float:
        """Return the seconds for such an amount of work; `at_first` is what one unit takes if none was done before."""
        return amount * self._means.get(kind, at_first)

    def learn(self, kind: Kind, amount: float, seconds: float) -> None:
        """Take into account how long a job took that was done."""
        before = self._means.get(kind, seconds / amount)
        self._means[kind] = before + WEIGHT * (seconds / amount - before)


class Admission:
    """Work that waits or is done, in estimated seconds and in bytes of records, by household.

    A household may have so many seconds of work waiting, whatever others have, and at least one job. Of the bytes, a
    household may hold up to half of what is free, so that there is always room for one that comes later.
    """

    def __init__(self, most_seconds: float) -> None:
        self._most_seconds = most_seconds
        self._seconds: defaultdict[str, float] = defaultdict(float)
        self._bytes: Counter[str] = Counter()
        self.elsewhere: Callable[[str], int] = lambda _household: 0
        """Seconds of work of a household that wait at other processes."""

    def held(self) -> dict[str, int]:
        """Return the seconds of work by household."""
        return {household: ceil(seconds) for household, seconds in self._seconds.items()}

    @contextlib.contextmanager
    def admitted(self, household: str, seconds: float, record: str, *, begun: bool = False) -> Iterator[None]:
        """Count a job as long as this context lasts.

        :param begun: it is the rest of a job that was admitted, and is not refused any more.
        :raises Refused: `rate_limited`, if the household has too much work waiting.
        """
        size = OVERHEAD + len(record)
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
                # Sums of floats do not come back to zero by themselves.
                del self._bytes[household], self._seconds[household]

    def _check(self, household: str, seconds: float, size: int) -> None:
        waiting = self._seconds.get(household, 0.0) + self.elsewhere(household)
        if waiting and waiting + seconds > self._most_seconds:
            said = f"the coach already has about {waiting:.0f} seconds of work for this address: ask again later"
            raise Refused(TableReason.RATE_LIMITED, said)
        if self._bytes[household] + size > (MOST_BYTES - self._bytes.total()) / 2:
            raise Refused(TableReason.RATE_LIMITED, "the coach has too many records to read: ask again later")


class _Header(msgspec.Struct):
    """What a record's first line says of its size."""

    game: str
    seats: list[str]


_header = msgspec.json.Decoder(_Header)


def kind_of(job: str, record: str) -> Kind:
    """Return the kind of a job about a record; one without a game if its first line is no header."""
    try:
        header = _header.decode(record.partition("\n")[0])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return job, "", 0
    return job, header.game, len(header.seats)


def lines_of(record: str) -> int:
    """Return how many lines of a record would be read."""
    return min(record.count("\n") + 1, MOST_LINES)
