"""Limits the bytes of request bodies in progress: per person, per household and in total.

A body counts with its announced length from the arrival of the request's head until the response, so that it can be
refused before any of it is read.
"""

from collections import Counter
from dataclasses import dataclass

from knobel.presentation.record_sizes import MAX_RECORD_BYTES
from knobel.server.runtime.process_share import process_share

MAX_UPLOAD_BYTES = MAX_RECORD_BYTES
"""Maximum size (bytes) of a request's body. A body of unknown length counts with this size."""
PERSON_LIMIT_BYTES = 4 * MAX_UPLOAD_BYTES
HOUSEHOLD_LIMIT_BYTES = 16 * MAX_UPLOAD_BYTES
TOTAL_LIMIT_BYTES = 64 * MAX_UPLOAD_BYTES
UPLOAD_KEY = "knobel.upload"
"""The key of a request's `Upload` in its ASGI scope."""


@dataclass(slots=True, eq=False)
class Upload:
    """Bytes that are reserved for one request's body."""

    household: str
    length: int
    person: str | None = None


class Uploads:
    """Reserves memory for request bodies.

    Dynamic thresholds (Choudhury and Hahne, 1998) limit a household: it may hold at most as much as is free afterwards.
    Therefore some memory stays free for the next household, even if many others use their share.
    """

    def __init__(self) -> None:
        self.households: Counter[str] = Counter()
        """Reserved bytes by household."""
        self._persons: Counter[str] = Counter()
        self._total = 0

    def reserve(self, household: str, length: int) -> Upload | None:
        """Reserve memory for a body. Return None if the household has too many bytes in progress."""
        free = TOTAL_LIMIT_BYTES - self._total - length
        share = process_share.of(HOUSEHOLD_LIMIT_BYTES, at_least=MAX_UPLOAD_BYTES)
        if self.households[household] + length > min(share, free):
            return None
        self.households[household] += length
        self._total += length
        return Upload(household, length)

    def claim(self, upload: Upload, person: str) -> bool:
        """Count a reservation for the person too. Return False if the person has too many bytes in progress."""
        if self._persons[person] + upload.length > PERSON_LIMIT_BYTES:
            return False
        self._persons[person] += upload.length
        upload.person = person
        return True

    def release(self, upload: Upload) -> None:
        """Release a reservation after the response."""
        self._total -= upload.length
        subtract(self.households, upload.household, upload.length)
        if upload.person is not None:
            subtract(self._persons, upload.person, upload.length)


def announced_length(headers: dict[bytes, bytes]) -> int:
    """Return the body's length in bytes as announced by the request's head, `MAX_UPLOAD_BYTES` if it is unknown."""
    if b"transfer-encoding" in headers:
        return MAX_UPLOAD_BYTES
    # The HTTP parser lets only digits through.
    return int(headers.get(b"content-length", b"0"))


def subtract(counts: Counter[str], key: str, amount: int) -> None:
    """Subtract from a count; a count of nothing is removed."""
    counts[key] -= amount
    if counts[key] <= 0:
        del counts[key]
