"""The operator's requests, and the lines of their answers. `knobel admin` and the operator's page send them."""

import re
from typing import Any, Literal, TypeAlias

import msgspec


def snake_case(name: str) -> str:
    """Return the name of a class as a tag: `list_tables` for `ListTables`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class OperatorRequest(msgspec.Struct, tag_field="request", tag=snake_case, forbid_unknown_fields=True):
    """Base class of requests. In JSON, `request` names the class."""


class ListTables(OperatorRequest):
    """List the tables with the latest events, with their games and hosts."""

    most: int


class ShowTable(OperatorRequest):
    """Show a table, its seats and the people present."""

    code: str


class ListPeople(OperatorRequest):
    """List the people seen most recently."""

    most: int


class CloseTable(OperatorRequest):
    """Close a table permanently."""

    code: str


class RemovePerson(OperatorRequest):
    """Ban a person from a table; without a table, from all their tables, and sign out all their devices."""

    person: str
    table: str | None = None


class ErasePerson(OperatorRequest):
    """Delete all data of a person, as the person could."""

    person: str


class ListReports(OperatorRequest):
    """List the latest reports: the unanswered ones, or all if `answered` is true."""

    most: int
    answered: bool = False


class AnswerReport(OperatorRequest):
    """Answer a report."""

    number: int
    text: str


class BroadcastNotice(OperatorRequest):
    """Send a notice to all connected people, on all processes."""

    text: str


class ListSuspects(OperatorRequest):
    """List the people who played many deals of the day exactly as the engine does."""


class ClearSuspect(OperatorRequest):
    """Show a suspected person's results to others, or hide them again if `cleared` is false."""

    person: str
    cleared: bool = True


class ListGroups(OperatorRequest):
    """List the groups that were opened last, with their hosts."""

    most: int


class ShowGroup(OperatorRequest):
    """Show a group and its members, the host first."""

    code: str


class ChangeGroup(OperatorRequest):
    """Rename a group, or make a member (`host`, the id of the person) its host."""

    code: str
    title: str | None = None
    host: str | None = None


class DissolveGroup(OperatorRequest):
    """Dissolve a group. The people keep their games and results."""

    code: str


class ShowHealth(OperatorRequest):
    """Show the server's version, load, queues, disk, last backup and warnings."""


AnyOperatorRequest: TypeAlias = (
    ListTables
    | ShowTable
    | ListPeople
    | CloseTable
    | RemovePerson
    | ErasePerson
    | ListReports
    | AnswerReport
    | BroadcastNotice
    | ListSuspects
    | ClearSuspect
    | ListGroups
    | ShowGroup
    | ChangeGroup
    | DissolveGroup
    | ShowHealth
)


class ServerHealth(msgspec.Struct, kw_only=True):
    """State of the server.

    `uptime` is the time since the start of the process in ms. `load` is the load of the machine per core in the last
    minute, `free` the free space of the disk with the SQLite file (otherwise with this process's data) and `size` the
    size of this file in bytes, `backup` the time of the last `knobel backup` in ms. All four are null if unknown.
    """

    version: str
    uptime: int
    processes: int
    people: int
    tables: int
    bots: int
    coaches: int
    questions: int
    writes: int
    load: float | None
    free: int | None
    size: int | None
    backup: int | None
    warnings: list[str]


class OperatorTable(msgspec.Struct, kw_only=True):
    """A table. The fields from `game` on are null if its log is damaged."""

    code: str
    opened: int
    last: int
    events: int
    here: int
    game: str | None = None
    host: str | None = None
    people: int | None = None
    stage: Literal["open", "playing", "over"] | None = None


class OperatorPerson(msgspec.Struct, kw_only=True):
    """A person, if they are connected, and the code of the table at which they are."""

    person: str
    name: str
    seen: int
    here: bool
    table: str | None


class OperatorGroup(msgspec.Struct, kw_only=True):
    """A group, the name of its host, and when they were here: null in a group without members."""

    code: str
    title: str
    opened: int
    members: int
    host: str | None = None
    seen: int | None = None


class OperatorMember(msgspec.Struct, kw_only=True):
    """A member of a group."""

    person: str
    name: str
    joined: int
    seen: int
    host: bool
    removed: bool


class OperatorSuspect(msgspec.Struct, kw_only=True):
    """A person who plays the deals of the day as the engine does, and whether others see the results all the same."""

    person: str
    name: str
    since: int
    cleared: bool


class OperatorReport(msgspec.Struct, kw_only=True):
    """A report of a person: `said` is the reported chat message, `context` the messages around it."""

    time: int
    reporter: str
    reporter_name: str
    person: str
    name: str
    table: str | None
    text: str
    said: str | None
    context: list[dict[str, Any]]
    number: int
    answer: str | None


LINES = (
    ServerHealth,
    OperatorTable,
    OperatorPerson,
    OperatorGroup,
    OperatorMember,
    OperatorSuspect,
    OperatorReport,
)
"""The lines of answers that the operator's page reads."""
