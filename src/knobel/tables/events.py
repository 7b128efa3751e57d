"""What happens at a table: the entries of its log, as JSON objects tagged by `kind`.

An event's number in the log, from 0, is its *seq*. Times are milliseconds since 1970. `by` is the person whose command
it was and `id` that command's id; both are None where the server acted by itself.
"""

from typing import TypeAlias

import msgspec

from knobel.core import Die, Move, Roll, Undo
from knobel.tables.settings import Settings


class TableEvent(msgspec.Struct, tag_field="kind", frozen=True, kw_only=True, omit_defaults=True):
    """Something that happened."""

    time: int
    by: str | None = None
    id: str | None = None


class Opened(TableEvent, tag="opened", frozen=True, kw_only=True):
    """The table was opened by its first host. `key` stands in its links; tables of long ago have none."""

    settings: Settings
    host: str
    key: str = ""


class Sat(TableEvent, tag="sit", frozen=True, kw_only=True):
    """A person took a seat, a free one or a bot's. `bot`: it is a bot of somebody's own."""

    seat: int
    person: str
    name: str
    bot: bool = False


class Stood(TableEvent, tag="stand", frozen=True, kw_only=True):
    """A person left their seat; while a game runs, a bot named `bot` plays on in it."""

    seat: int
    bot: str | None = None


class BotSeated(TableEvent, tag="bot", frozen=True, kw_only=True):
    """A bot took a free seat."""

    seat: int
    level: str
    name: str


class Removed(TableEvent, tag="remove", frozen=True, kw_only=True):
    """The host freed a seat; while a game runs, a bot named `bot` plays on in it."""

    seat: int
    bot: str | None = None


class Expelled(TableEvent, tag="expel", frozen=True, kw_only=True):
    """Somebody without a seat was sent away for good."""

    person: str
    name: str


class Muted(TableEvent, tag="mute", frozen=True, kw_only=True):
    """Somebody may no longer talk at the table, or may again."""

    person: str
    name: str
    muted: bool


class Locked(TableEvent, tag="lock", frozen=True, kw_only=True):
    """Nobody new may enter the table, or everybody may again."""

    locked: bool


class ChatHidden(TableEvent, tag="hide_chat", frozen=True, kw_only=True):
    """The table's chat was hidden, or is shown again."""

    hidden: bool


class LinkRenewed(TableEvent, tag="renew_link", frozen=True, kw_only=True):
    """Another `key` stands in the table's links; the one before is good no longer."""

    key: str


class Closed(TableEvent, tag="close", frozen=True, kw_only=True):
    """The table was closed, for good, by who runs the server."""


class SetUp(TableEvent, tag="setup", frozen=True, kw_only=True):
    """The host changed how the table plays."""

    settings: Settings


class Hosted(TableEvent, tag="host", frozen=True, kw_only=True):
    """Another person became host."""

    person: str
    name: str


class Renamed(TableEvent, tag="rename", frozen=True, kw_only=True):
    """A seated person took another name."""

    person: str
    name: str


class Coloured(TableEvent, tag="colour", frozen=True, kw_only=True):
    """A seat's person picked its colour; whatever other seat had picked it has it no longer."""

    seat: int
    colour: str


class Started(TableEvent, tag="start", frozen=True, kw_only=True):
    """A game began; from here on its seats are those that were taken, moved up, with these names.

    They are turned so that the one that was number `first` of the taken ones is seat 0, which begins. `options` are
    those that come from the seats, in place of the settings'.
    """

    names: tuple[str, ...]
    first: int = 0
    options: dict[str, str] = {}


class Rolled(TableEvent, tag="roll", frozen=True, kw_only=True):
    """Dice fell. `typed`: real dice, typed in."""

    dice: tuple[int, ...]
    typed: bool = False


class Moved(TableEvent, tag="move", frozen=True, kw_only=True):
    """A seat moved. `auto`: a bot chose."""

    seat: int
    action: str
    auto: bool = False


class Undone(TableEvent, tag="undo", frozen=True, kw_only=True):
    """A seat took back all that it entered since the last roll."""

    seat: int


class Hinted(TableEvent, tag="hint", frozen=True, kw_only=True):
    """The coach helped a seat, for the first time in this game."""

    seat: int


class RollAhead(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice of a kind that are to fall in a turn, given by the round and seat of its `knobel.tables.state.TurnKey`."""

    round: int
    seat: int
    dice: tuple[int, ...]
    die: Die = Die.PIPS


class WhatIf(TableEvent, tag="what_if", frozen=True, kw_only=True):
    """What was played so far is that of another game; from here on it is played differently, and counts for nothing.

    `ahead` are the dice that fell there, to fall here too as long as they serve.
    """

    ahead: tuple[RollAhead, ...] = ()


class WentAway(TableEvent, tag="away", frozen=True, kw_only=True):
    """A seated person stayed away too long: a bot plays for them."""

    seat: int


class CameBack(TableEvent, tag="back", frozen=True, kw_only=True):
    """The person of a seat returned."""

    seat: int


class Ended(TableEvent, tag="over", frozen=True, kw_only=True):
    """A mark that the game ended with the event before; what it ended with follows from the log."""


Event: TypeAlias = (
    Opened
    | Sat
    | Stood
    | BotSeated
    | Removed
    | Expelled
    | Muted
    | Locked
    | ChatHidden
    | LinkRenewed
    | Closed
    | SetUp
    | Hosted
    | Renamed
    | Coloured
    | Started
    | Rolled
    | Moved
    | Undone
    | Hinted
    | WhatIf
    | WentAway
    | CameBack
    | Ended
)

_decoder = msgspec.json.Decoder(Event)
_encoder = msgspec.json.Encoder()


def encode(event: Event) -> str:
    """An event as JSON."""
    return _encoder.encode(event).decode()


def decode(data: str) -> Event:
    """The event that JSON stands for.

    :raises msgspec.MsgspecError: if it stands for none.
    """
    event: Event = _decoder.decode(data)
    return event


def rules_event(event: Event) -> Roll | Move | Undo | None:
    """The event of the rules that a table's event stands for, if it stands for one."""
    match event:
        case Rolled(dice=dice):
            return Roll(dice)
        case Moved(seat=seat, action=action):
            return Move(seat, action)
        case Undone(seat=seat):
            return Undo(seat)
    return None
