"""What requests by HTTP say and are answered. The page's TypeScript types are generated from this module, too."""

from typing import Any

import msgspec

from knobel.notation import Noted
from knobel.server.messages import LogEntry, Person, Turn
from knobel.tables.settings import Settings


class SeatedAt(msgspec.Struct, kw_only=True):
    """A table at which one holds a seat."""

    code: str
    game: str


class Session(msgspec.Struct, kw_only=True):
    """Who one is; the secret that proves it is in a cookie.

    `table` is where one sits, a running game first. `links` is the address that links for others begin with, where the
    page's own may mean nothing to them. Of those who are `blocked` one hears nothing.
    """

    id: str
    name: str
    table: SeatedAt | None = None
    links: str | None = None
    blocked: list[Person] = []


class NewName(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """How one wants to be called."""

    name: str


class OwnBot(msgspec.Struct, kw_only=True):
    """A bot of one's own, when it was made and when it was here last; `token` proves that a program is it, and is told
    only once, when the bot is made."""

    id: str
    name: str
    added: int
    seen: int
    token: str | None = None


class NewTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A table to open; its creator is its host, and sits in seat 0 if they want to play (`plays`). `bots` are seated
    next, by level; `start` begins at once."""

    settings: Settings
    plays: bool = True
    bots: list[str] = []
    start: bool = False


class Opened(msgspec.Struct, kw_only=True):
    """The new table's code, and the key that makes `/t/CODE-key` its link (empty: the code does)."""

    code: str
    key: str


class GameOption(msgspec.Struct, kw_only=True):
    """An option of a game; without `values` any text of its form will do."""

    name: str
    default: bool | int | str
    values: list[bool | int | str] | None


class GameInfo(msgspec.Struct, kw_only=True):
    """A game that can be played."""

    name: str
    titles: dict[str, str]
    min_seats: int
    max_seats: int | None
    simultaneous: bool
    options: list[GameOption]
    bots: list[str]


class HighScore(msgspec.Struct, kw_only=True):
    """One line of a high-score list."""

    place: int
    name: str
    score: int
    seats: int
    time: int


class HighScores(msgspec.Struct, kw_only=True):
    """The lists of one game and option set."""

    all_time: list[HighScore]
    month: list[HighScore]
    mine: list[HighScore]


class Transfer(msgspec.Struct, kw_only=True):
    """A link, good once and for a few minutes, that makes another device this person's too."""

    path: str
    expires: int


class Offer(msgspec.Struct, kw_only=True):
    """Whom a device becomes through a link; `yours`: it is this person already."""

    name: str
    yours: bool


class Device(msgspec.Struct, kw_only=True):
    """A browser that is this person's; `here`: the one that asks. `browser` may be empty: nobody can tell."""

    id: str
    browser: str
    added: int
    seen: int
    here: bool


class Replay(msgspec.Struct, kw_only=True):
    """The head of a finished game's replay; its `Step`s follow.

    `names` are those at the start, by seat; `seat` is the receiver's own, if they hold it still.
    """

    number: int
    game: str
    options: dict[str, Any]
    simultaneous: bool
    names: list[str]
    seat: int | None


class Step(msgspec.Struct, kw_only=True):
    """What an event of a game's record changed. `at` counts the events up to it: 0 is the start.

    `turn` and `info` are those after it. `sheets` and `scores` hold, by seat, only those that are new; at the start
    they may come in several steps. `turn.may_roll` says nothing. `noted`: what was noted of the event, where
    that is not all.
    """

    at: int
    entry: LogEntry
    turn: Turn
    info: dict[str, Any]
    sheets: dict[int, dict[str, Any]]
    scores: dict[int, int]
    noted: Noted | None = None


class Problem(msgspec.Struct, kw_only=True):
    """Why a request failed; `proposal` is what would do instead, such as a name that is free. Of a bad record `rule` is
    the reason for which the rules forbid an event, if they do."""

    reason: str
    message: str
    proposal: str | None = None
    rule: str | None = None
