"""A fair queue: round-robin over households, over the people of a household, and over the tables of a person."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

MAX_URGENT_IN_A_ROW = 3
"""Number of consecutive urgent items after which another item is taken, if one waits."""
MAX_REMEMBERED_TURNS = 10_000
"""Maximum number of households, people and tables whose latest turn a queue remembers."""


class Priority(Enum):
    """Priority of an item, the highest first."""

    URGENT = auto()
    """A player waits in a running game. Every fourth turn goes to another item."""
    NORMAL = auto()
    BACKGROUND = auto()
    """Waits until no item above can be taken."""
    IDLE = auto()
    """No person waits for it."""


class JobOwner(NamedTuple):
    """Owner of a queued item: a household (see `limits.addresses.household`), a person in it, and a table of theirs."""

    household: str
    person: str
    table: str = ""


NO_OWNER = JobOwner("", "")
"""The owner of jobs that only prepare, and of those of the server itself."""


class OwnerRotation(Generic[T]):
    """Queued items by household, person and table.

    The next item is from the household served least recently, from the person in it served least recently, and from
    that person's table served least recently. An address with a thousand sessions therefore delays another household by
    no more than one item.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, dict[str, deque[T]]]] = {}
        self._served: dict[tuple[str, ...], int] = {}
        """Number of the turn in which a household, person or table was served last."""
        self._turns = 0

    def put(self, owner: JobOwner, item: T) -> None:
        """Append an item to the queue of its table."""
        people = self._waiting.setdefault(owner.household, {})
        people.setdefault(owner.person, {}).setdefault(owner.table, deque()).append(item)

    def next(self, may_be_served: Callable[[JobOwner], bool]) -> JobOwner | None:
        """Return the owner of the next item for whom `may_be_served` is true; None if there is none."""
        for household in self._in_order((), self._waiting):
            people = self._waiting[household]
            for person in self._in_order((household,), people):
                for table in self._in_order((household, person), people[person]):
                    owner = JobOwner(household, person, table)
                    if may_be_served(owner):
                        return owner
        return None

    def take(self, owner: JobOwner) -> T:
        """Remove and return the first item of a table."""
        self._turns += 1
        for level in range(1, len(owner) + 1):
            self._served[owner[:level]] = self._turns
        if len(self._served) > MAX_REMEMBERED_TURNS:
            latest = sorted(self._served, key=self._served.__getitem__)[MAX_REMEMBERED_TURNS // 2 :]
            self._served = {key: self._served[key] for key in latest}
        people = self._waiting[owner.household]
        tables = people[owner.person]
        items = tables[owner.table]
        item = items.popleft()
        if not items:
            del tables[owner.table]
        if not tables:
            del people[owner.person]
        if not people:
            del self._waiting[owner.household]
        return item

    def clear(self) -> Iterator[T]:
        """Remove and yield all items."""
        waiting, self._waiting = self._waiting, {}
        for people in waiting.values():
            for tables in people.values():
                for items in tables.values():
                    yield from items

    def _in_order(self, of: tuple[str, ...], keys: Iterable[str]) -> list[str]:
        return sorted(keys, key=lambda key: self._served.get((*of, key), 0))


class FairQueue(Generic[T]):
    """A queue that is fair within each priority.

    Urgent items go first, but every fourth turn goes to another item. At most `max_running` items of a table are taken
    and not yet done.
    """

    def __init__(self, max_running: int) -> None:
        self._rotations = {priority: OwnerRotation[T]() for priority in Priority}
        self._urgent_in_a_row = 0
        self._max_running = max_running
        self._running: Counter[JobOwner] = Counter()
        self._count = 0
        self._has_changed = asyncio.Event()

    def __len__(self) -> int:
        # Also read from another thread, for metrics.
        return self._count

    def put(self, owner: JobOwner, item: T, priority: Priority = Priority.NORMAL) -> None:
        self._rotations[priority].put(owner, item)
        self._count += 1
        self._has_changed.set()

    async def get(self) -> tuple[JobOwner, T]:
        """Wait for the next item; remove it, and return its owner and the item."""
        while (found := self._next()) is None:
            self._has_changed.clear()
            await self._has_changed.wait()
        priority, owner = found
        self._urgent_in_a_row = self._urgent_in_a_row + 1 if priority is Priority.URGENT else 0
        self._running[owner] += 1
        self._count -= 1
        return owner, self._rotations[priority].take(owner)

    def done(self, owner: JobOwner) -> None:
        """Mark a taken item of an owner as done."""
        self._running[owner] -= 1
        if not self._running[owner]:
            del self._running[owner]
        self._has_changed.set()

    def clear(self) -> list[T]:
        """Remove and return all items."""
        self._count = 0
        return [item for rotation in self._rotations.values() for item in rotation.clear()]

    def _next(self) -> tuple[Priority, JobOwner] | None:
        urgent, normal, *others = Priority
        first = (urgent, normal) if self._urgent_in_a_row < MAX_URGENT_IN_A_ROW else (normal, urgent)
        for priority in (*first, *others):
            owner = self._rotations[priority].next(lambda owner: self._running.get(owner, 0) < self._max_running)
            if owner is not None:
                return priority, owner
        return None
