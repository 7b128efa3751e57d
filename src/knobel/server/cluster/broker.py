"""Messages between the processes that serve the same tables, and the broker that delivers them.

A broker may lose messages. The database is the only source of truth, so a lost message only delays what it announces.
"""

from collections.abc import Callable
from typing import Protocol

from knobel.optional_packages import how_to_install
from knobel.server.cluster.notes import Note
from knobel.server.runtime.locations import without_password


class ProcessChanged(Note, frozen=True):
    """A process has started (`new` is its id) or stopped (`new` is None)."""

    new: str | None = None


class Broker(Protocol):
    """Delivers notes between processes."""

    @property
    def connected(self) -> bool:
        """True if notes are delivered."""

    async def open(self, process_id: str, receive: Callable[[bytes], None], on_reconnected: Callable[[], None]) -> None:
        """Pass notes for the process, or for all, to `receive`; call `on_reconnected` after each reconnection."""

    def send(self, data: bytes, to: str | None = None) -> None:
        """Send a note to a process, or to all; the note may be lost."""

    async def close(self) -> None:
        """Send the notes that wait, and disconnect."""


def broker_at(address: str | None) -> Broker:
    """Return the broker of an address such as `redis://localhost`.

    :raises ValueError: if the address is wrong or a package is missing; the text is one line.
    """
    if address is None:
        return NoBroker()
    try:
        from knobel.server.cluster.redis import RedisBroker  # noqa: PLC0415 -- optional dependency
    except ModuleNotFoundError:
        raise ValueError(f"a broker needs more than Knobel alone: {how_to_install('servers')}") from None
    try:
        return RedisBroker(address)
    except ValueError:
        raise ValueError(f"{without_password(address)} is no address of a Redis, such as redis://localhost") from None


class NoBroker:
    """A broker that delivers nothing: for a single process, or for processes that poll the database."""

    connected = False

    async def open(self, process_id: str, receive: Callable[[bytes], None], on_reconnected: Callable[[], None]) -> None:
        """Do nothing: no note arrives."""

    def send(self, data: bytes, to: str | None = None) -> None:
        """Discard the note."""

    async def close(self) -> None:
        """Do nothing."""
