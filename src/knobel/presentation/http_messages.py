"""Bodies of HTTP requests and responses. The page's TypeScript types are generated from this module, too."""

from typing import Any, Literal

import msgspec

from knobel.filled_sheets import ContradictionKind
from knobel.notation import Noted
from knobel.presentation.messages import LogEntry, Person, Position, Table, Turn
from knobel.tables.correction_commands import Change
from knobel.tables.settings import Settings


class SeatedAt(msgspec.Struct, kw_only=True):
    """A table at which the person has a seat, and whom the running game waits for; null if none runs."""

    code: str
    game: str
    waits_for: Literal["you", "others"] | None = None


class Session(msgspec.Struct, kw_only=True):
    """The person of a session; the secret that proves their identity is in a cookie.

    `table` is where the person has a seat, preferably one with a running game. `links` is the base address of links for
    other people, set if the page's own address may not work for them. Messages of `blocked` people are hidden.
    """

    id: str
    name: str
    table: SeatedAt | None = None
    links: str | None = None
    blocked: list[Person] = []


class NewName(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A person's new name."""

    name: str


class OwnBot(msgspec.Struct, kw_only=True):
    """A personal bot of the person, with the times when it was added and last seen.

    `token` authenticates its program; it is sent only once, when the bot is added.
    """

    id: str
    name: str
    added: int
    seen: int
    token: str | None = None


class NewTable(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A table to open. Its creator is the host, and takes seat 0 if `plays`. `bots` are the levels of the bots in the
    next seats; `start` starts the game immediately. `commitment` is the creator's for the dice (`messages.Commit`)."""

    settings: Settings
    plays: bool = True
    bots: list[str] = []
    start: bool = False
    commitment: str = ""


class FilledSheet(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A player's sheet of paper: its contents by place (`knobel.filled_sheets`)."""

    name: str
    cells: dict[str, str]


class FilledSheets(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The sheets of a game that was played on paper, in any order."""

    game: str
    options: dict[str, bool | int | str] = {}
    sheets: list[FilledSheet]


class SheetLine(msgspec.Struct, kw_only=True):
    """A part of a score: its place, its points, and what it shows, such as a combination, which may be empty."""

    place: str
    points: int
    shows: str


class SheetContradiction(msgspec.Struct, kw_only=True):
    """What cannot be right on a sheet (`knobel.filled_sheets.contents.ContradictionKind`).

    `place` is empty if it concerns the whole sheet. `expected` are the numbers that could be right. `because` is the
    line that alone explains the difference of a sum, otherwise empty.
    """

    place: str
    kind: ContradictionKind
    written: str
    expected: list[int]
    because: str


class ScoredSheet(msgspec.Struct, kw_only=True):
    """The lines that add up to the points of a sheet, and its contradictions."""

    lines: list[SheetLine]
    contradictions: list[SheetContradiction]


class ScoredSheets(msgspec.Struct, kw_only=True):
    """The last position of the game, with the results, and the parts of each sheet.

    `possible` holds by place the numbers that the dice can give there.
    """

    position: Position
    sheets: list[ScoredSheet]
    possible: dict[str, list[int]]


class Opened(msgspec.Struct, kw_only=True):
    """The new table's code and key. The table's link is `/t/CODE-key`; if the key is empty, `/t/CODE`."""

    code: str
    key: str


class Returned(msgspec.Struct, kw_only=True):
    """A game was brought back; `stored` is false if it was there already."""

    stored: bool


class TableView(msgspec.Struct, kw_only=True):
    """A table and its game as a spectator sees them; `position` is null if there is no game."""

    table: Table
    position: Position | None
    poll_s: int = 3
    """Seconds after which a page asks again."""


class GameOption(msgspec.Struct, kw_only=True):
    """An option of a game; without `values`, any text of the option's form is allowed."""

    name: str
    default: bool | int | str
    values: list[bool | int | str] | None


class GameInfo(msgspec.Struct, kw_only=True):
    """An available game. `bots`: the levels of bots that the server can play; `coach`: true if it reviews games."""

    name: str
    titles: dict[str, str]
    min_seats: int
    max_seats: int | None
    simultaneous: bool
    options: list[GameOption]
    bots: list[str]
    coach: bool


class SeenConnection(msgspec.Struct, kw_only=True):
    """A request as the server sees it: the visitor's address, and `http` or `https`."""

    address: str
    scheme: str


class HighScore(msgspec.Struct, kw_only=True):
    """One line of a high-score list."""

    place: int
    name: str
    score: int
    seats: int
    time: int
    you: bool


class OwnScore(msgspec.Struct, kw_only=True):
    """A ranked score of the person, with the time (ms) at which the game ended."""

    score: int
    time: int


class HighScores(msgspec.Struct, kw_only=True):
    """The high-score lists of a game with certain options, and the person's latest scores, the latest first.

    `all_time` and `month` have one line for each person.
    """

    all_time: list[HighScore]
    month: list[HighScore]
    mine: list[HighScore]
    recent: list[OwnScore]


class Transfer(msgspec.Struct, kw_only=True):
    """A link that signs in another device of the person, once and within a few minutes."""

    path: str
    expires: int


class Offer(msgspec.Struct, kw_only=True):
    """The person that a transfer link or a recovery sheet signs in; `yours` if the device is signed in as them."""

    name: str
    yours: bool


class Device(msgspec.Struct, kw_only=True):
    """A signed-in browser of the person; `here` marks the one that asks. `browser` is empty if it is unknown."""

    id: str
    browser: str
    added: int
    seen: int
    here: bool


class EntryNumber(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The number of a roll of the game, or of a move of the `seat`, from 1."""

    number: int
    seat: int | None = None


class CorrectionRequest(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A request for a preview of corrections of the running game, the number `game` of the table.

    The answer contains the effects of `changes`, and the game before the `entry`, if the request names one.
    """

    game: int
    changes: list[Change] = []
    entry: EntryNumber | None = None


class PastEntry(msgspec.Struct, kw_only=True):
    """A roll or a move of the running game, as last corrected.

    A roll has `dice`, a move a `seat` and an `action`. `by` is the seat that rolled or moved, null if the host rolled
    for all.
    """

    number: int
    seat: int | None = None
    by: int | None = None
    dice: list[int] | None = None
    die: Literal["pips", "action"] | None = None
    action: str | None = None


class CorrectionConflict(msgspec.Struct, kw_only=True):
    """The entry that the rules would forbid after the changes, and the reason; it may be one of the changed ones.

    `may_correct`: the person may correct it, too.
    """

    rule: str
    entry: PastEntry
    may_correct: bool


class CorrectionPreview(msgspec.Struct, kw_only=True):
    """The preview of a correction.

    If the request names no entry, `entries` are all entries that the person may correct. Otherwise `position` is the
    game before the entry, null if the changes make an earlier entry illegal. `before` and `after` are the points of all
    seats, as the person may see them; `after` is null if nothing changes or in a `conflict`. `reopened` are the seats
    that have to enter again in the open round.
    """

    entries: list[PastEntry] = []
    position: Position | None = None
    before: list[int]
    after: list[int] | None = None
    reopened: list[int] = []
    conflict: CorrectionConflict | None = None


class Replay(msgspec.Struct, kw_only=True):
    """The first line of a game's replay, followed by `Step` lines.

    `names` are the names at the start by seat; `seat` is the receiver's seat, if they still have it. `since`: the
    number of steps that the receiver has seen before, in a replay of the missed part of a game over days.
    """

    number: int
    game: str
    options: dict[str, Any]
    simultaneous: bool
    names: list[str]
    seat: int | None
    since: int = 0


class Step(msgspec.Struct, kw_only=True):
    """The changes by an event of a game's record. `at` is the event's number from 1; 0 is the start.

    `turn` and `info` are those after the event. `sheets` and `scores` contain the changed ones by seat; at the start,
    they may be spread over several steps. `turn.may_roll` has no meaning here. `noted` is the known part of an
    incomplete event.
    """

    at: int
    entry: LogEntry
    turn: Turn
    info: dict[str, Any]
    sheets: dict[int, dict[str, Any]]
    scores: dict[int, int]
    noted: Noted | None = None


class Problem(msgspec.Struct, kw_only=True):
    """The reason of a failed request; `proposal` is an alternative that would succeed, such as a free name. For a bad
    record, `rule` is the reason for which the rules forbid an event, if they do. `subject` is the refused part of the
    input, such as an unknown word."""

    reason: str
    message: str
    proposal: str | None = None
    rule: str | None = None
    subject: str | None = None
