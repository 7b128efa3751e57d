"""Bounds the bytes of request bodies under way: per person, per household, and in all.

A body counts with the length that it announces from its request's head until the request is answered, so that it is
refused before any of it is read.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from knobel.server.records import LARGEST_RECORD

LARGEST_UPLOAD = LARGEST_RECORD
"""Bytes of the longest body that any request may have; a body of unknown length counts as this many."""
LIMIT_PERSON = 4 * LARGEST_UPLOAD
LIMIT_HOUSEHOLD = 16 * LARGEST_UPLOAD
LIMIT_ALL = 64 * LARGEST_UPLOAD
UPLOAD = "knobel.upload"
"""The key of a request's `Upload` in its ASGI scope."""


@dataclass(slots=True, eq=False)
class Upload:
    """Bytes that are reserved for one request's body."""

    household: str
    length: int
    person: str | None = None


class Uploads:
    """Reserves memory for request bodies.

    Dynamic thresholds (Choudhury and Hahne, 1998) bound a household: it may hold no more than what is free afterwards.
    So some memory is left for the next household, however many others fill theirs.
    """

    def __init__(self) -> None:
        self.households: Counter[str] = Counter()
        """Reserved bytes by household."""
        self._persons: Counter[str] = Counter()
        self._total = 0
        self.elsewhere: Callable[[str], int] = lambda _household: 0
        """Bytes that a household has reserved at the other processes."""

    def reserve(self, household: str, length: int) -> Upload | None:
        """Reserve memory for a body, or return None if its household has too much under way."""
        free = LIMIT_ALL - self._total - length
        if self.households[household] + self.elsewhere(household) + length > min(LIMIT_HOUSEHOLD, free):
            return None
        self.households[household] += length
        self._total += length
        return Upload(household, length)

    def claim(self, upload: Upload, person: str) -> bool:
        """Count a reservation for the person who sends the body too; False if that person has too much under way."""
        if self._persons[person] + upload.length > LIMIT_PERSON:
            return False
        self._persons[person] += upload.length
        upload.person = person
        return True

    def release(self, upload: Upload) -> None:
        """Return a reservation, once the request is answered."""
        self._total -= upload.length
        _subtract(self.households, upload.household, upload.length)
        if upload.person is not None:
            _subtract(self._persons, upload.person, upload.length)


def announced_length(headers: dict[bytes, bytes]) -> int:
    """The bytes that a request's head announces as its body, and `LARGEST_UPLOAD` if it does not say how many."""
    if b"transfer-encoding" in headers:
        return LARGEST_UPLOAD
    # The HTTP parser lets only digits through.
    return int(headers.get(b"content-length", b"0"))


def _subtract(counts: Counter[str], key: str, amount: int) -> None:
    counts[key] -= amount
    if counts[key] <= 0:
        del counts[key]
