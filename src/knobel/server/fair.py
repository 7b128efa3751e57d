"""A fair queue: households in turn, of each its people, of each person their tables."""

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

URGENT_IN_A_ROW = 3
"""Urgent items after which another one is taken, if one waits."""
MOST_REMEMBERED = 10_000
"""Turns of households, people and tables that a queue remembers."""


class Whose(NamedTuple):
    """For whom something waits: a household (see `network.household`), a person there, a table of that person."""

    household: str
    person: str
    table: str = ""


class Lane(Generic[T]):
    """Items that wait, by household, person and table.

    The household that was served least recently is next, in it the person, of that person the table. An address with
    a thousand sessions therefore delays another household by no more than one item.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, dict[str, deque[T]]]] = {}
        self._served: dict[tuple[str, ...], int] = {}
        """The number of the turn in which a household, a person or a table was served last."""
        self._turns = 0

    def put(self, whose: Whose, item: T) -> None:
        """Append an item to those of its table."""
        people = self._waiting.setdefault(whose.household, {})
        people.setdefault(whose.person, {}).setdefault(whose.table, deque()).append(item)

    def next(self, may_be_served: Callable[[Whose], bool]) -> Whose | None:
        """Return whose turn it is among those who may be served; None if nobody is."""
        for household in self._in_order((), self._waiting):
            people = self._waiting[household]
            for person in self._in_order((household,), people):
                for table in self._in_order((household, person), people[person]):
                    whose = Whose(household, person, table)
                    if may_be_served(whose):
                        return whose
        return None

    def take(self, whose: Whose) -> T:
        """Remove the first item of a table."""
        self._turns += 1
        for level in range(1, len(whose) + 1):
            self._served[whose[:level]] = self._turns
        if len(self._served) > MOST_REMEMBERED:
            latest = sorted(self._served, key=self._served.__getitem__)[MOST_REMEMBERED // 2 :]
            self._served = {key: self._served[key] for key in latest}
        people = self._waiting[whose.household]
        tables = people[whose.person]
        items = tables[whose.table]
        item = items.popleft()
        if not items:
            del tables[whose.table]
        if not tables:
            del people[whose.person]
        if not people:
            del self._waiting[whose.household]
        return item

    def clear(self) -> Iterator[T]:
        """Remove all items."""
        waiting, self._waiting = self._waiting, {}
        for people in waiting.values():
            for tables in people.values():
                for items in tables.values():
                    yield from items

    def _in_order(self, of: tuple[str, ...], keys: Iterable[str]) -> list[str]:
        return sorted(keys, key=lambda key: self._served.get((*of, key), 0))


class FairQueue(Generic[T]):
    """A queue with two lanes, urgent and not, each of them fair.

    Urgent items go first, but leave one turn in four to the others. Of each table, at most `at_once` items are taken
    and not yet done.
    """

    def __init__(self, at_once: int) -> None:
        self._urgent, self._others = Lane[T](), Lane[T]()
        self._urgent_in_a_row = 0
        self._at_once = at_once
        self._taken: Counter[Whose] = Counter()
        self._count = 0
        self._some = asyncio.Event()

    def __len__(self) -> int:
        # Also read from another thread, for metrics.
        return self._count

    def put(self, whose: Whose, item: T, *, urgent: bool = False) -> None:
        """Append an item."""
        (self._urgent if urgent else self._others).put(whose, item)
        self._count += 1
        self._some.set()

    async def get(self) -> tuple[Whose, T]:
        """Remove the next item, as soon as there is one; return it and whose it is."""
        while (found := self._next()) is None:
            self._some.clear()
            await self._some.wait()
        lane, whose = found
        self._urgent_in_a_row = self._urgent_in_a_row + 1 if lane is self._urgent else 0
        self._taken[whose] += 1
        self._count -= 1
        return whose, lane.take(whose)

    def done(self, whose: Whose) -> None:
        """Tell that an item that was taken is done."""
        self._taken[whose] -= 1
        if not self._taken[whose]:
            del self._taken[whose]
        self._some.set()

    def clear(self) -> list[T]:
        """Remove all items."""
        self._count = 0
        return [*self._urgent.clear(), *self._others.clear()]

    def _next(self) -> tuple[Lane[T], Whose] | None:
        lanes = self._urgent, self._others
        for lane in lanes if self._urgent_in_a_row < URGENT_IN_A_ROW else reversed(lanes):
            whose = lane.next(lambda whose: self._taken.get(whose, 0) < self._at_once)
            if whose is not None:
                return lane, whose
        return None
