"""A group of writes as the steps of one transaction."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sqlalchemy import Connection, Insert, Select, select

from knobel.server.database import schema
from knobel.server.database.guards import Guard, lock_row

Execution: TypeAlias = tuple[Any, list[dict[str, Any]]]
"""A statement with its lists of values. It is executed once for each list, or once if there are none."""

ORDER = schema.metadata.sorted_tables
"""The tables of the database: referenced tables come first."""


@dataclass(slots=True, eq=False, kw_only=True)
class Write:
    """Statements that are executed together if the guard holds, and what became of them."""

    executions: Sequence[Execution]
    guard: Guard | None = None
    touched: int = 0
    """Number of rows affected by the last statement that neither locks nor inserts given values."""
    unmet: bool = False
    """True if the guard did not hold, so that no statement was executed."""


@dataclass(slots=True, frozen=True)
class Step:
    """A statement of a transaction, with the write whose result it determines."""

    statement: Any
    values: list[dict[str, Any]]
    write: Write | None = None
    is_guard: bool = False
    """True for a query: if it returns false, the other statements of the write are not executed."""


def steps_of(writes: Iterable[Write]) -> list[Step]:
    """Return the steps of writes: locks, inserts merged by table, the other statements, and the writes with guards."""
    locks: dict[tuple[Any, ...], Step] = {}
    inserts: dict[str, Step] = {}
    others: list[Step] = []
    guarded: list[Step] = []
    for write in writes:
        own_inserts, own_others = inserts, others
        executions = list(write.executions)
        if write.guard is not None:
            write.unmet = False
            executions.append(lock_row(write.guard.owner, write.guard.key))
            own_inserts, own_others = {}, []
        for statement, values in executions:
            if isinstance(statement, Select):
                locks |= {(*row.values(),): Step(statement, [row]) for row in values}
            elif isinstance(statement, Insert) and values and statement.select is None:
                of_guarded = None if write.guard is None else write
                step = own_inserts.setdefault(statement.table.name, Step(statement, [], of_guarded))
                step.values.extend(values)
            else:
                own_others.append(Step(statement, values, write))
        if write.guard is not None:
            guarded.append(Step(select(write.guard.condition), [], write, is_guard=True))
            guarded += [*_in_order(own_inserts), *own_others]
    # A fixed order of the rows prevents deadlocks between processes.
    if (events := inserts.get(schema.events.name)) is not None:
        events.values.sort(key=lambda event: (event["table"], event["seq"]))
    return [*(locks[key] for key in sorted(locks)), *_in_order(inserts), *others, *guarded]


def _in_order(inserts: dict[str, Step]) -> Iterator[Step]:
    return (inserts[table.name] for table in ORDER if table.name in inserts)


def execute(connection: Connection, steps: Iterable[Step]) -> None:
    """Execute the steps in an open transaction, and note in each write what became of it."""
    for step in steps:
        write = step.write
        if write is not None and write.unmet:
            continue
        result = connection.execute(step.statement, step.values or None)
        if write is not None and step.is_guard:
            write.unmet = not result.scalar()
        elif write is not None:
            write.touched = result.rowcount
