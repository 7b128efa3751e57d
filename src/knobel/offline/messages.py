"""Requests that only a table in a browser understands, and the summary of a table for lists."""

import msgspec

from knobel.presentation.http_messages import NewTable

OWNER = "you"
"""Id of the person who uses the browser. Further people at the same device are `you-2`, `you-3` and so on."""


class NewOfflineTable(NewTable, forbid_unknown_fields=True, kw_only=True):
    """A table to open on the device, at which the people `guests` sit in the seats after the owner.

    `name` is the name of the owner.
    """

    name: str
    guests: list[str] = []


class Summary(msgspec.Struct, kw_only=True):
    """A table in a list. `scores` are those of a finished game, by seat as in `names`."""

    game: str
    state: str
    names: list[str]
    scores: list[int] | None
    games_played: int


class StoredTable(msgspec.Struct, kw_only=True):
    """A table as it is stored in the browser: its log, the seed of its dice, and a summary."""

    code: str
    seed: str | None
    lines: list[str]
    summary: Summary


class Effects(msgspec.Struct, kw_only=True):
    """Effects of a call, for the worker: first it stores tables, then it sends messages and closes sockets.

    `messages` are pairs of a socket and a message, `closed` triples of a socket, a code and a reason. `wait` is the
    time in ms until it must call `tick`, None if no automatic action is due. `answer` is that of a request.
    """

    stored: list[StoredTable] = []
    messages: list[tuple[int, str]] = []
    closed: list[tuple[int, int, str]] = []
    wait: int | None = None
    answer: tuple[int, str] | None = None
