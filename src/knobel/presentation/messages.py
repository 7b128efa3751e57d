"""Commands and messages of the WebSockets. The page's TypeScript types are generated from this module.

Clients send commands, each with an `id` chosen by the client: a command that is sent twice with one id is executed
once. The server sends messages. Both are JSON objects tagged by `type`. A `time` is in milliseconds since 1970, for
display. `now` and `deadline` are milliseconds of the server's monotonic clock and can only be compared with each other.
"""

from typing import Any, Literal

import msgspec

from knobel.tables.correction_commands import Change
from knobel.tables.results import Result
from knobel.tables.settings import Settings

# --- commands -------------------------------------------------------------------------------------------------------


class Command(msgspec.Struct, tag_field="type", forbid_unknown_fields=True, kw_only=True):
    """A command of a client. `id` identifies the command."""

    id: str


class HostCommand(Command):
    """A command that only the host of the table may send."""


class Sit(Command, tag="sit"):
    """Take a seat (None: any free one). A bot's seat can be taken over where the table allows it."""

    seat: int | None = None


class Stand(Command, tag="stand"):
    """Leave the seat. While a game runs, a bot plays on in it. `lead`: a host stays the host."""

    lead: bool = False


class SeatBot(HostCommand, tag="seat_bot"):
    """Host: put a bot in a free seat (None: in every free seat)."""

    seat: int | None
    level: str


class Remove(HostCommand, tag="remove"):
    """Host: remove the person or bot from a seat."""

    seat: int


class Expel(HostCommand, tag="expel"):
    """Host: ban a person from the table, with or without a seat."""

    person: str


class Mute(HostCommand, tag="mute"):
    """Host: forbid a person to write in the table's chat, or allow it again."""

    person: str
    muted: bool


class Lock(HostCommand, tag="lock"):
    """Host: lock the table against new people, or unlock it."""

    locked: bool


class HideChat(HostCommand, tag="hide_chat"):
    """Host: hide the table's chat, or show it again."""

    hidden: bool


class RenewLink(HostCommand, tag="renew_link"):
    """Host: replace the table's link. The old link no longer admits new people."""


class Setup(HostCommand, tag="setup"):
    """Host: change the settings, or switch to another game with the same group. Only while no game is running."""

    settings: Settings


class PickColour(Command, tag="pick_colour"):
    """Pick a colour (a letter) before the game. A colour that another person has cannot be picked."""

    colour: str


class PickSubstitute(Command, tag="pick_substitute"):
    """Choose the level of the bot that plays for the sender while they are away."""

    level: str


class Start(HostCommand, tag="start"):
    """Host: start the game. Free seats after the last person or bot are removed. After a game: rematch."""


class Commit(Command, tag="commit"):
    """Promise 16 random bytes for the dice of the next game, by their SHA-256 hash in hexadecimal."""

    commitment: str


class Contribute(Command, tag="contribute"):
    """Send the promised bytes, in hexadecimal, when the game has started (`Position.dice.awaited`)."""

    value: str


class RollDice(Command, tag="roll"):
    """Roll the next dice. With real dice, `dice` are the faces rolled."""

    at: int
    dice: list[int] | None = None


class MakeMove(Command, tag="move"):
    """Take an action. `at` is the client's `Position.at`, so that a late message never acts in a later round.

    `at` does not count the player's own moves: in games in which all players move at the same time, it stays the same
    from one roll to the next. The first state whose `log` has the player's move contains the next choices.
    """

    at: int
    action: str


class TakeBack(Command, tag="undo"):
    """Take back everything entered since the last roll."""

    at: int


class Correct(Command, tag="correct"):
    """Correct earlier rolls and moves of the running game together, where real dice lie on the table.

    `game` is the client's `Table.games_played`.
    """

    game: int
    changes: list[Change]


class Say(Command, tag="say"):
    """Send a chat message. `to` is "all", "table" or a person's id."""

    to: str
    text: str


ReactionName = Literal["thumbs_up", "clap", "laugh", "wow", "oh_no", "luck"]


class React(Command, tag="react"):
    """Show a quick reaction to the others at the table. It is not stored."""

    reaction: ReactionName


class Invite(Command, tag="invite"):
    """Invite a person with whom the sender finished a game to the table.

    They receive a private message with the table's link, also when they connect later.
    """

    person: str


class Report(Command, tag="report"):
    """Report a person to the operator. `text` is the reason, `said` the time of the message concerned, if there is one.

    The server adds the chat messages that the sender received recently.
    """

    person: str
    text: str
    said: int | None = None


class Watch(Command, tag="watch"):
    """At a large table: also send this seat's sheet (None: no additional sheet)."""

    seat: int | None


class Resync(Command, tag="resync"):
    """Request the complete state because a message was missed."""


class Ping(Command, tag="ping"):
    """Check that the connection is alive."""


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
    | PickSubstitute
    | Start
    | Commit
    | Contribute
    | RollDice
    | MakeMove
    | TakeBack
    | Correct
    | Say
    | React
    | Invite
    | Report
    | Watch
    | Resync
    | Ping
)
LobbyCommand = Say | Report | Ping
BotCommand = Stand | RollDice | MakeMove | TakeBack | Resync | Ping
"""Commands that a personal bot may send at a table."""

# --- messages -------------------------------------------------------------------------------------------------------


class Message(msgspec.Struct, tag_field="type", kw_only=True):
    """A message of the server to a client."""


class Person(msgspec.Struct, kw_only=True):
    """A connected person.

    `table` is the code of their table (None: in the lobby; empty: a table that is not public).
    """

    id: str
    name: str
    table: str | None = None


class Seat(msgspec.Struct, kw_only=True):
    """A seat: empty, a person's or a bot's.

    `away`: the seat belongs to the person, but a bot plays it until they return. `colour` is a letter, in games in
    which every seat has a colour. `bot`: the person is a personal bot, which connects to the server as a client.
    `substitute` is the level of the bot that plays for the person while they are away. `paused_until`: in a game over
    days, the end (ms since 1970) of the person's pause, null if there is none.
    """

    kind: Literal["empty", "person", "bot"]
    name: str = ""
    person: str | None = None
    level: str | None = None
    online: bool = False
    away: bool = False
    colour: str | None = None
    bot: bool = False
    substitute: str = ""
    paused_until: int | None = None


class Table(msgspec.Struct, kw_only=True):
    """A table without the position of its game.

    Its link is `/t/CODE-key`, or `/t/CODE` if the key is empty. `locked`: no new people are admitted. `chat_hidden`:
    the table has no chat. `muted`: ids of the muted people. `what_if`: the game continues a recorded game
    from an earlier position and does not count. `deal` is the id of the deal that the host plays here, empty if there
    is none; the result is ranked if the game ends before `ranked_until` (ms).
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
    deal: str
    ranked_until: int


class Choice(msgspec.Struct, kw_only=True):
    """A legal action with its immediate points, the number that it writes and the circles that it earns."""

    action: str
    gain: int
    writes: int | None = None
    circles: int = 0


class Turn(msgspec.Struct, kw_only=True):
    """The next step: `chance` (`seat` rolls `dice` dice), `decide` (`seats` may move) or `over`.

    `seat` is null where the host or the server rolls for all.
    """

    kind: Literal["chance", "decide", "over"]
    dice: int = 0
    die: Literal["pips", "action"] = "pips"
    seat: int | None = None
    seats: list[int] = []
    may_roll: bool = False
    """True if the receiver of this message may roll the dice or type them in."""


class LastRoll(msgspec.Struct, kw_only=True):
    """The latest roll in its original order.

    `seat` is the seat that rolled, null if the host or the server rolled for all.
    """

    seq: int
    seat: int | None
    dice: list[int]
    die: Literal["pips", "action"] = "pips"


class Dice(msgspec.Struct, kw_only=True):
    """The dice of a game that follow from a seed (see the documentation on verifiable dice).

    `commitment` is the SHA-256 hash that fixes the dice: it covers the seed, the promises of all browsers, and the
    names. `promised` is the promise of the receiver's browser: the hash of the bytes that it will contribute, null if
    it made none. `players` is the number of players whose browsers contributed.
    `awaited`: the receiver's browser should send the bytes that it promised, after it has checked that `commitment` is
    the hash of the `message`, and that the message is of the newest version and has its promise; the message is null
    once nothing is awaited from the receiver. `fixed`: all contributions are known, so that the dice can be rolled.
    `seed` is known after the game, unless others still play on it.
    """

    commitment: str
    promised: str | None
    players: int
    awaited: bool
    message: str | None
    fixed: bool
    seed: str | None


class Position(msgspec.Struct, kw_only=True):
    """The game, without information that is hidden from the receiver.

    `seat` is the receiver's seat (None: spectator). `sheets` holds the result of `Game.sheet` by seat, None for sheets
    that were not requested at a large table. `info` is the result of `Game.info`. `at` numbers the position for
    commands: it grows with every roll and, in games in which one seat moves at a time, with every move. `dice` is null
    if the dice do not follow from a seed.
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
    dice: Dice | None
    results: tuple[Result, ...] | None


class LogEntry(msgspec.Struct, kw_only=True):
    """An event at the table, for the log in words.

    `kind` is one of sit, stand, bot, remove, expel, mute, lock, hide_chat, renew_link, setup, host, start, roll, move,
    undo, correct, hint, what_if, away, back, left_out, new_seed, over. `on` is the new setting for mute, lock and
    hide_chat. A move that is hidden from the receiver is sent when it becomes visible. Entries have no seq, because
    gaps would reveal hidden events.

    A correction has the right `dice` or `action` of a roll or move, and as `was` the wrong faces or action. `number`
    identifies it as in the command `correct`; `seat` is that of the move or roll, and `name` that of the person who
    corrected it, if they have a seat. Rolls and moves have a `number` too, where they can be corrected.
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
    commitment: str | None = None
    """At the start of a game whose dice follow from a seed, and for a new seed: the hash that fixes them."""
    on: bool | None = None
    number: int | None = None
    was: list[int] | str | None = None
    declines: bool = False
    """True if the move declined a possible action: in Kniffeliger, to shift or to swap."""
    auto: bool = False
    """True if a bot or the clock acted for the seat's person. A person who left in this way did not come in time."""


class State(Message, tag="state"):
    """The current state of the table.

    The states of a connection are numbered: `seq` is the number of this state, `prev` that of the previous one (-1:
    this state is complete). They count the states sent to the receiver, not the events, which may be hidden.

    If `prev` is neither -1 nor the last `seq` received, the receiver has missed a state and sends `resync`. `table` and
    `position` are null when nothing in them changed. `log` holds the new and the newly visible entries.

    `earlier` holds the entries before all entries that this connection has received in a `log`. It is sent once, with
    the complete state or, if the server has to read it first, with a later state. In all other states it is null.
    """

    seq: int
    prev: int
    now: int
    table: Table | None
    position: Position | None
    log: list[LogEntry]
    earlier: list[LogEntry] | None = None


class Accepted(Message, tag="accepted"):
    """The command `id` was executed and stored."""

    id: str


class Rejected(Message, tag="rejected"):
    """The command `id` was refused.

    A complete `state` follows. `reason` identifies the translated text, `message` is for developers. For a correction
    that would make a later roll or move illegal, `subject` is this one and `rule` the reason.
    """

    id: str | None
    reason: str
    message: str
    rule: str | None = None
    subject: str | None = None


class Chat(Message, tag="chat"):
    """A chat message.

    `invitation` is the link of a table to which the sender invites, and `text` is then the name of its game; it is
    empty in other messages. `earlier`: it was sent before the receiver connected. `over_days`: the invitation is to a
    game over days.
    """

    to: str
    sender: Person
    text: str
    time: int
    invitation: str = ""
    earlier: bool = False
    over_days: bool = False


class Reaction(Message, tag="reaction"):
    """A quick reaction of a person at the table, to be shown for a moment. It is sent only once."""

    sender: Person
    reaction: ReactionName


class People(Message, tag="people"):
    """All connected people."""

    people: list[Person]


class Lobby(Message, tag="lobby"):
    """The public tables."""

    tables: list[Table]


class Gone(Message, tag="gone"):
    """The receiver no longer has access to the table."""

    reason: Literal["removed", "closed"]


class Pong(Message, tag="pong"):
    """The answer to `ping`."""

    id: str
    now: int


BotMessage = State | Accepted | Rejected | Gone | Pong
"""Messages that a personal bot receives at a table."""
BOT_PROTOCOL = 1
"""Version of `BotCommand` and `BotMessage`. It changes when a part of them is removed or changes its meaning."""
ServerMessage = State | Accepted | Rejected | Chat | Reaction | People | Lobby | Gone | Pong
