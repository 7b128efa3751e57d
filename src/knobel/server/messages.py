"""What goes over a WebSocket, both ways. The page's TypeScript types are generated from this module.

Commands go from a person to the server, each with an `id` of the sender's choosing: a command sent twice with one id is
carried out once. Messages go from the server to a person. Both are JSON objects tagged by `type`. A `time` is in
milliseconds since 1970, for people to read; `now` and `deadline` are milliseconds on a clock of the server's own that
only runs forward, good for nothing but to be compared with each other.
"""

from typing import Any, Literal

import msgspec

from knobel.tables.results import Result
from knobel.tables.settings import Settings

# --- commands -------------------------------------------------------------------------------------------------------


class Command(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """What a person wants; `id` names this wish."""

    id: str


class Sit(Command, tag="sit"):
    """Take a seat (None: any free one). A bot's seat can be taken over where the table allows it."""

    seat: int | None = None


class Stand(Command, tag="stand"):
    """Leave one's seat. While a game runs, a bot plays on in it. A host who wants to `lead` stays the host."""

    lead: bool = False


class SeatBot(Command, tag="seat_bot"):
    """Host: put a bot in a free seat (None: in every free one)."""

    seat: int | None
    level: str


class Remove(Command, tag="remove"):
    """Host: free a seat of the person or bot in it."""

    seat: int


class Expel(Command, tag="expel"):
    """Host: send somebody away for good, with a seat or without."""

    person: str


class Mute(Command, tag="mute"):
    """Host: let somebody talk at the table no longer, or again."""

    person: str
    muted: bool


class Lock(Command, tag="lock"):
    """Host: let nobody new enter the table, or everybody again."""

    locked: bool


class HideChat(Command, tag="hide_chat"):
    """Host: hide the table's chat, or show it again."""

    hidden: bool


class RenewLink(Command, tag="renew_link"):
    """Host: let the table's link hold no longer for who is new; there is another."""


class Setup(Command, tag="setup"):
    """Host: change the settings, or swap to another game with the same group. Only while no game is running."""

    settings: Settings


class PickColour(Command, tag="pick_colour"):
    """Pick one's colour, a letter, before the game; another person's cannot be picked."""

    colour: str


class Start(Command, tag="start"):
    """Host: start the game; free seats beyond the last person or bot fall away. After a game: rematch."""


class RollDice(Command, tag="roll"):
    """Throw the dice that fall next; with real dice, say which faces they show."""

    at: int
    dice: list[int] | None = None


class MakeMove(Command, tag="move"):
    """Take an action; `at` is the `Position.at` that one saw, so that a late message never moves in a later round.

    `at` does not count one's own moves: in the games in which everybody moves at once it stays the same from one roll
    to the next. What one may do next, the first state says that has one's move in its `log`.
    """

    at: int
    action: str


class TakeBack(Command, tag="undo"):
    """Take back all that one has entered since the last roll."""

    at: int


class Say(Command, tag="say"):
    """Chat: `to` is "all", "table" or a person's id."""

    to: str
    text: str


class Report(Command, tag="report"):
    """Tell who runs the server about a person: `text` says why, `said` when they said what it is about, if they did.

    What one has heard lately goes with it.
    """

    person: str
    text: str
    said: int | None = None


class Watch(Command, tag="watch"):
    """At a large table: also send this seat's sheet (None: no longer)."""

    seat: int | None


class Resync(Command, tag="resync"):
    """Send everything afresh: a message was missed."""


class Ping(Command, tag="ping"):
    """Ask whether the connection is alive."""


TableCommand = (
    Sit
    | Stand
    | SeatBot
    | Remove
    | Expel
    | Mute
    | Lock
    | HideChat
    | RenewLink
    | Setup
    | PickColour
    | Start
    | RollDice
    | MakeMove
    | TakeBack
    | Say
    | Report
    | Watch
    | Resync
    | Ping
)
LobbyCommand = Say | Report | Ping
BotCommand = Stand | RollDice | MakeMove | TakeBack | Resync | Ping
"""What a bot of somebody's own may do at a table."""

# --- messages -------------------------------------------------------------------------------------------------------


class Message(msgspec.Struct, tag_field="type", kw_only=True):
    """What the server tells a person."""


class Person(msgspec.Struct, kw_only=True):
    """Somebody who is here; `table` is where (None: in the lobby; empty: at a table that is not public)."""

    id: str
    name: str
    table: str | None = None


class Seat(msgspec.Struct, kw_only=True):
    """A seat: empty, or a person's, or a bot's. `away`: the person's, but a bot plays it until they return.

    `colour` is a letter, in games in which every seat has a colour of its own.
    `bot`: the person is a bot of somebody's own, which plays from elsewhere.
    """

    kind: Literal["empty", "person", "bot"]
    name: str = ""
    person: str | None = None
    level: str | None = None
    online: bool = False
    away: bool = False
    colour: str | None = None
    bot: bool = False


class Table(msgspec.Struct, kw_only=True):
    """A table without the game that is played at it.

    Its link is `/t/CODE-key`, or `/t/CODE` where the key is empty. `locked`: nobody new may enter; `chat_hidden`: there
    is no chat; `muted`: who may not talk, by id. `what_if`: the game began as another did, and counts for nothing.
    """

    code: str
    key: str
    settings: Settings
    state: Literal["open", "playing", "over"]
    host: str
    seats: list[Seat]
    watchers: list[Person]
    games_played: int
    locked: bool
    chat_hidden: bool
    muted: list[str]
    what_if: bool


class Choice(msgspec.Struct, kw_only=True):
    """A legal action: what it gains at once, the number that it writes, the circles that it earns."""

    action: str
    gain: int
    writes: int | None = None
    circles: int = 0


class Turn(msgspec.Struct, kw_only=True):
    """What happens next: `chance` (`seat` throws `dice` dice), `decide` (`seats` may move) or `over`.

    `seat` is null where the host or the server throws for all.
    """

    kind: Literal["chance", "decide", "over"]
    dice: int = 0
    die: Literal["pips", "action"] = "pips"
    seat: int | None = None
    seats: list[int] = []
    may_roll: bool = False
    """Whether the receiver of this message may throw (or type in) the dice."""


class LastRoll(msgspec.Struct, kw_only=True):
    """The dice that fell last, as they fell, and who threw them (null: the host or the server for all)."""

    seq: int
    seat: int | None
    dice: list[int]
    die: Literal["pips", "action"] = "pips"


class Position(msgspec.Struct, kw_only=True):
    """The game as the receiver may see it.

    `seat` is the receiver's own (None: watching). `sheets` holds, by seat, what `Game.sheet` tells, None for those that
    were not asked for at a large table. `info` is what `Game.info` tells. `at` numbers the position for commands: it
    grows with every roll, and in the games in which one seat moves at a time with every move, too.
    """

    game: str
    at: int
    seat: int | None
    turn: Turn
    info: dict[str, Any]
    sheets: list[dict[str, Any] | None]
    scores: list[int]
    choices: list[Choice]
    can_undo: bool
    last_roll: LastRoll | None
    deadline: int | None
    results: tuple[Result, ...] | None


class LogEntry(msgspec.Struct, kw_only=True):
    """Something that happened at the table, for the log in words.

    `kind` is one of sit, stand, bot, remove, expel, mute, lock, hide_chat, renew_link, setup, host, start, roll, move,
    undo, hint, what_if, away, back, over; `on` is for mute, lock and hide_chat: whether it is so from now on. A move
    that the receiver must not see yet comes once it is visible. Entries have no number: gaps would tell what is hidden.
    """

    kind: str
    time: int
    seat: int | None = None
    name: str | None = None
    action: str | None = None
    dice: list[int] | None = None
    die: Literal["pips", "action"] | None = None
    gain: int | None = None
    writes: int | None = None
    circles: int | None = None
    game: str | None = None
    on: bool | None = None
    declines: bool = False
    """The move let pass what could have been done: in Kniffeliger, to shift or to swap."""
    auto: bool = False
    """A bot or the clock acted for the seat's person."""


class State(Message, tag="state"):
    """How the table stands now. States of a connection are numbered: `seq` is this one's number, `prev` that of the one
    before (-1: this one is complete). They count what the receiver was sent, not what happened, which may be hidden.

    Who receives a `prev` that is neither -1 nor the last `seq` received has missed something and sends `resync`.
    `table` and `position` are null when nothing in them changed; `log` holds the new and the newly visible entries.

    `earlier` is what comes before all entries that this connection was sent in a `log`: once, with the complete state
    or, where it had to be read first, with one of the next; in all others it is null.
    """

    seq: int
    prev: int
    now: int
    table: Table | None
    position: Position | None
    log: list[LogEntry]
    earlier: list[LogEntry] | None = None


class Accepted(Message, tag="accepted"):
    """The command `id` was carried out, and stored."""

    id: str


class Rejected(Message, tag="rejected"):
    """The command `id` was refused; a fresh `state` follows. `reason` is for translation, `message` for developers."""

    id: str | None
    reason: str
    message: str


class Chat(Message, tag="chat"):
    """Somebody said something."""

    to: str
    sender: Person
    text: str
    time: int


class People(Message, tag="people"):
    """Everybody who is here now."""

    people: list[Person]


class Lobby(Message, tag="lobby"):
    """The public tables."""

    tables: list[Table]


class Gone(Message, tag="gone"):
    """The table is no longer there for the receiver."""

    reason: Literal["removed", "closed"]


class Pong(Message, tag="pong"):
    """The connection is alive."""

    id: str
    now: int


BotMessage = State | Accepted | Rejected | Gone | Pong
"""What a bot of somebody's own is told at a table."""
BOT_PROTOCOL = 1
"""The version of `BotCommand` and `BotMessage`: another one once something in them goes away or is to mean something
else."""
ServerMessage = State | Accepted | Rejected | Chat | People | Lobby | Gone | Pong
