"""Messages of tables in a browser: requests, stored data, and the tasks of the worker for the Python code."""

from typing import Any, Literal

import msgspec

from knobel.presentation.deal_messages import PlayDeal
from knobel.presentation.http_messages import NewTable
from knobel.presentation.practice_messages import GivenAnswer

OWNER = "you"
"""Id of the person who uses the browser. Further people at the same device are `you-2`, `you-3` and so on."""


class NewOfflineTable(NewTable, forbid_unknown_fields=True, kw_only=True):
    """A table to open on the device, at which the people `guests` sit in the seats after the owner.

    `name` is the name of the owner.
    """

    name: str
    guests: list[str] = []


class NewOfflineDeal(PlayDeal, forbid_unknown_fields=True, kw_only=True):
    """A request to play a deal on the device. `name` is the name of the owner."""

    name: str


class OwnResult(msgspec.Struct, kw_only=True):
    """The owner's result in a finished game, which began at seq `first` of its table's log."""

    first: int
    game: str
    seat: int
    score: int
    seats: int
    time: int


class Summary(msgspec.Struct, kw_only=True):
    """A table in a list. `scores` are those of a finished game, by seat as in `names`.

    `results` are the owner's, the oldest first; None if an older version of the page stored the table.
    """

    game: str
    state: str
    names: list[str]
    scores: list[int] | None
    games_played: int
    results: list[OwnResult] | None = None


class StoredTable(msgspec.Struct, kw_only=True):
    """A table as it is stored in the browser: its log, the seed of its dice, and a summary."""

    code: str
    seed: str | None
    lines: list[str]
    summary: Summary


class StoredReview(msgspec.Struct, kw_only=True):
    """A review as it is stored in the browser: a `CoachReview` as JSON, valid until the coach has another stamp."""

    key: str
    stamp: str
    data: str


class StoredCard(msgspec.Struct, kw_only=True):
    """A mistake to practise: the event of the record, its box (`presentation.leitner`), and the time when it is due.

    `theme` is the theme of the mistake, empty if it has none, and None if an older version of the page stored it.
    """

    event: int
    box: int
    due: int
    theme: str | None = None


class StoredSkill(msgspec.Struct, kw_only=True):
    """How the owner played a game, with the mistakes to practise, as they are stored in the browser.

    `skill` has the fields of `PlayedSkill`, whose module is loaded with the coach.
    """

    key: str
    skill: dict[str, Any]
    cards: list[StoredCard]


class StoredTry(msgspec.Struct, kw_only=True):
    """The owner's first try at a deal of the day, as it is stored in the browser. The key is the id of the deal.

    `table` is None if the table was deleted, `points` is None until the game ends, and stays so if it ends too late.
    """

    key: str
    table: str | None
    over: bool
    points: int | None


class StoredAnswer(GivenAnswer, forbid_unknown_fields=True, kw_only=True):
    """An answer of the owner to a shipped exercise of a game, as it is stored in the browser and exported by a server.

    Its game, the exercise's key and the time identify it.
    """

    game: str


def replaces(new: StoredTry, known: StoredTry | None) -> bool:
    """True if a try takes the place of a known one at the same deal. The first result stays."""
    return known is None or known.points is None or new.table == known.table or new.points == known.points


class Shelf(msgspec.Struct, kw_only=True):
    """All that the browser has stored of the owner's play: tables by code, skills, and answers to exercises."""

    tables: dict[str, Summary] = {}
    skills: list[StoredSkill] = []
    answers: list[StoredAnswer] = []


def key_of(table: str, first: int) -> str:
    """Return the key of the game that began at seq `first` of a table's log."""
    return f"{table} {first}"


class Need(msgspec.Struct, kw_only=True):
    """A resource that an answer needs before it can go on. The worker loads it and calls `Service.go_on`.

    Its argument is, in JSON, a `StoredTable` by its code, a `StoredReview` by its key, a `Shelf`, all `StoredTry`, or a
    `DeviceData`. It is empty for the engine of a game and for the Python modules of the coach, and if the resource
    cannot be loaded.
    """

    kind: Literal["table", "review", "shelf", "tries", "everything", "engine", "coach"]
    name: str = ""


class Answer(msgspec.Struct, kw_only=True):
    """A step of the answer to a request: a part of its body, the share of the work that is done, or a need.

    `mistakes` are the mistakes that a review found in this step, as a list of `CoachDecision` in JSON, or empty.

    After each step the worker calls `Service.go_on`, until the answer is `done`.
    """

    status: int = 200
    text: str = ""
    share: float | None = None
    mistakes: str = ""
    need: Need | None = None
    done: bool = False


class TableCopy(msgspec.Struct, kw_only=True):
    """The part of a table that the device of a guest keeps: the lines of its log from `first` on, and a summary.

    Everybody may see the lines. `heirs` are the ids of the devices that lead the table, in this order,
    when that of the host is gone.
    """

    code: str
    first: int
    lines: list[str]
    summary: Summary
    heirs: list[str]


class InheritedTable(msgspec.Struct, kw_only=True):
    """The copy of a table whose host is gone, and lines that another guest, the source, has received after it.

    `own` and `source` are the ids of this device and of the source for others.
    """

    code: str
    lines: list[str]
    own: str
    source: str
    more: list[str]


class Effects(msgspec.Struct, kw_only=True):
    """Effects of a call, for the worker: first it stores, then it sends messages and closes sockets.

    `messages` are pairs of a socket and a message, `closed` triples of a socket, a code and a reason. `wait` is the
    time in ms until it must call `tick`, None if no automatic action is due. `answer` is that of a request. `engine` is
    a game and how much of its engine is prepared. `copies` are pairs of a guest's socket and the copy for it.
    """

    stored: list[StoredTable] = []
    reviews: list[StoredReview] = []
    skills: list[StoredSkill] = []
    tries: list[StoredTry] = []
    answers: list[StoredAnswer] = []
    messages: list[tuple[int, str]] = []
    copies: list[tuple[int, TableCopy]] = []
    closed: list[tuple[int, int, str]] = []
    wait: int | None = None
    answer: Answer | None = None
    engine: tuple[str, float] | None = None
