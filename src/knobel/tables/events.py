"""Events of a table's log, as JSON objects tagged by `kind`.

An event's number in the log, from 0, is its *seq*. Times are milliseconds since 1970. `by` is the person whose command
it was and `id` that command's id; both are None if the server acted automatically.
"""

from typing import TypeAlias

import msgspec

from knobel.core import Die, Move, Roll, Undo
from knobel.games import first_meanings
from knobel.tables.settings import Settings

RULES = 2
"""Version of the meanings of options in logs. Since 2, `turn_end=player` applies to both phases of Kniffeliger."""


class TableEvent(msgspec.Struct, tag_field="kind", frozen=True, kw_only=True, omit_defaults=True):
    """Base class of the events of a table."""

    time: int
    by: str | None = None
    id: str | None = None


class WithSettings(TableEvent, frozen=True, kw_only=True):
    """Base class of the events that contain the settings.

    `rules` is the version of the meanings of options. Older settings are read in today's names.
    """

    settings: Settings
    rules: int = 1

    def __post_init__(self) -> None:
        if self.rules < RULES:
            options = first_meanings(self.settings.game, self.settings.options)
            msgspec.structs.force_setattr(self, "settings", msgspec.structs.replace(self.settings, options=options))


class Opened(WithSettings, tag="opened", frozen=True, kw_only=True):
    """The table was opened by its first host. `key` is part of its links; old tables have none.

    `deal` is the id of the deal that the host plays there, empty if there is none. The result of a deal is ranked if
    the game ends before `ranked_until` (ms); 0: it is not ranked.
    """

    host: str
    key: str = ""
    deal: str = ""
    ranked_until: int = 0


class Sat(TableEvent, tag="sit", frozen=True, kw_only=True):
    """A person took a seat, a free one or a bot's. `bot`: the person is a personal bot."""

    seat: int
    person: str
    name: str
    bot: bool = False


class Stood(TableEvent, tag="stand", frozen=True, kw_only=True):
    """A person left their seat. While a game runs, a bot named `bot` continues in the seat."""

    seat: int
    bot: str | None = None


class BotSeated(TableEvent, tag="bot", frozen=True, kw_only=True):
    """A bot took a free seat."""

    seat: int
    level: str
    name: str


class Removed(TableEvent, tag="remove", frozen=True, kw_only=True):
    """The host freed a seat. While a game runs, a bot named `bot` continues in the seat."""

    seat: int
    bot: str | None = None


class Expelled(TableEvent, tag="expel", frozen=True, kw_only=True):
    """A person without a seat was removed permanently."""

    person: str
    name: str


class Muted(TableEvent, tag="mute", frozen=True, kw_only=True):
    """A person was muted at the table, or unmuted."""

    person: str
    name: str
    muted: bool


class Locked(TableEvent, tag="lock", frozen=True, kw_only=True):
    """The table was locked for new people, or unlocked."""

    locked: bool


class ChatHidden(TableEvent, tag="hide_chat", frozen=True, kw_only=True):
    """The table's chat was hidden, or is shown again."""

    hidden: bool


class LinkRenewed(TableEvent, tag="renew_link", frozen=True, kw_only=True):
    """The table's links have a new `key`; the previous key is no longer valid."""

    key: str


class Closed(TableEvent, tag="close", frozen=True, kw_only=True):
    """The operator of the server closed the table permanently."""


class SetUp(WithSettings, tag="setup", frozen=True, kw_only=True):
    """The host changed the table's settings."""


class Hosted(TableEvent, tag="host", frozen=True, kw_only=True):
    """Another person became host."""

    person: str
    name: str


class Renamed(TableEvent, tag="rename", frozen=True, kw_only=True):
    """A seated person took another name."""

    person: str
    name: str


class Coloured(TableEvent, tag="colour", frozen=True, kw_only=True):
    """A person picked the colour of their seat. Another seat that had picked this colour loses it."""

    seat: int
    colour: str


class SubstitutePicked(TableEvent, tag="substitute", frozen=True, kw_only=True):
    """A person chose the `level` of the bot that plays for them while they are away."""

    seat: int
    level: str


class Started(TableEvent, tag="start", frozen=True, kw_only=True):
    """A game began. Its seats are the taken seats, without gaps, with these names.

    The seats are rotated so that the taken seat with index `first` becomes seat 0, which begins. `options` are the
    options that depend on the seats; they replace those of the settings.

    `commitment` is the hash of the seed from which the dice follow; empty if there is none. `promised` holds by seat
    the hash of the bytes that the player's browser will contribute; it is empty if there is none. `shared`: all seats
    see the same dice. `deal`: the seed belongs to a deal, which others play too. `dice_version` is that of the scheme
    by which the dice are fixed. The names are hashed with the `salt`; if one of them was erased since, the salt is too,
    and `names_hash` is the hash.
    """

    names: tuple[str, ...]
    first: int = 0
    options: dict[str, str] = {}
    commitment: str = ""
    promised: tuple[str | None, ...] = ()
    shared: bool = False
    deal: bool = False
    dice_version: int = 1
    salt: str = ""
    names_hash: str = ""


class Committed(TableEvent, tag="commit", frozen=True, kw_only=True):
    """A person's browser promised random bytes for the dice of the next game: their hash."""

    person: str
    commitment: str


class Contributed(TableEvent, tag="contribute", frozen=True, kw_only=True):
    """The bytes that a seat's browser had promised, in hexadecimal."""

    seat: int
    value: str


class LeftOut(TableEvent, tag="left_out", frozen=True, kw_only=True):
    """The browsers of these seats did not send their bytes in time. The dice are fixed without them."""

    seats: tuple[int, ...]


class SeedReplaced(TableEvent, tag="new_seed", frozen=True, kw_only=True):
    """The seed of the running game was lost, as after a restore from a backup. The next rolls follow from another."""

    commitment: str


class Rolled(TableEvent, tag="roll", frozen=True, kw_only=True):
    """A roll. `typed`: the faces of real dice were typed in. `label` is that of a roll that follows from a seed."""

    dice: tuple[int, ...]
    typed: bool = False
    label: str = ""


class Moved(TableEvent, tag="move", frozen=True, kw_only=True):
    """A seat moved. `auto`: a bot chose the action."""

    seat: int
    action: str
    auto: bool = False


class Undone(TableEvent, tag="undo", frozen=True, kw_only=True):
    """A seat took back all its entries since the last roll."""

    seat: int


class Corrected(TableEvent, tag="correct", frozen=True, kw_only=True):
    """An earlier roll or move of the running game, the event `seq`, was wrong: it is this one.

    Only where real dice lie on the table. A roll has `dice`, a move of the `seat` an `action`. `more`: the next event
    corrects another one, and the rules are applied to all of them together.
    """

    seq: int
    seat: int | None = None
    dice: tuple[int, ...] = ()
    action: str = ""
    more: bool = False


class Blank(TableEvent, tag="blank", frozen=True, kw_only=True):
    """Stands for an event without effect in a game whose corrections are applied. No log has it."""


class Hinted(TableEvent, tag="hint", frozen=True, kw_only=True):
    """The coach helped a seat, for the first time in this game."""

    seat: int


class RollAhead(msgspec.Struct, frozen=True, omit_defaults=True):
    """Given dice of one kind for a turn, identified by round and seat of its `knobel.tables.state.TurnKey`."""

    round: int
    seat: int
    dice: tuple[int, ...]
    die: Die = Die.PIPS


class WhatIf(TableEvent, tag="what_if", frozen=True, kw_only=True):
    """The events so far are those of another game, which is continued differently and not counted in any statistics.

    `ahead` are the later rolls of that game, which are repeated here as long as they are usable.
    """

    ahead: tuple[RollAhead, ...] = ()


class WentAway(TableEvent, tag="away", frozen=True, kw_only=True):
    """A seated person was absent too long: a bot plays for them."""

    seat: int


class CameBack(TableEvent, tag="back", frozen=True, kw_only=True):
    """The person of a seat returned."""

    seat: int


class Ended(TableEvent, tag="over", frozen=True, kw_only=True):
    """The game ended with the previous event. Its result follows from the log. `seed` is that of its dice."""

    seed: str = ""


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
    | SubstitutePicked
    | Started
    | Committed
    | Contributed
    | LeftOut
    | SeedReplaced
    | Rolled
    | Moved
    | Undone
    | Corrected
    | Blank
    | Hinted
    | WhatIf
    | WentAway
    | CameBack
    | Ended
)

_decoder = msgspec.json.Decoder(Event)
_encoder = msgspec.json.Encoder()


def encode(event: Event) -> str:
    return _encoder.encode(event).decode()


def decode(data: str) -> Event:
    """Return the event that a JSON text encodes.

    :raises msgspec.MsgspecError: if the text is not an event.
    """
    event: Event = _decoder.decode(data)
    return event


def rules_event(event: Event) -> Roll | Move | Undo | None:
    """Return the event of the rules that corresponds to a table's event, or None."""
    match event:
        case Rolled(dice=dice):
            return Roll(dice)
        case Moved(seat=seat, action=action):
            return Move(seat, action)
        case Undone(seat=seat):
            return Undo(seat)
    return None
