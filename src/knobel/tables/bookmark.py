"""Bookmarks: stored snapshots of a table's state, so that the log need not be replayed from its start.

Bookmarks are derived from the log. If one cannot be read, the whole log is replayed.
"""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, get_args, get_origin

import msgspec
from msgspec.structs import asdict, fields, replace

from knobel.core import Game
from knobel.games import GAMES, make
from knobel.tables.state import Play, TableState

PACKAGE = Path(__file__).parents[1]
Commands: TypeAlias = dict[str, tuple[str, int]]
"""For each person the id of a command and the seq of its first event."""


class Bookmark(msgspec.Struct, frozen=True):
    """Snapshot of a table: the person who opened it, its state, and the last command of each person."""

    opener: str
    state: TableState
    commands: Commands


def position_type(game: type[Game[Any]]) -> Any:
    """Return the type of a game's positions, the parameter of its base class `Game[...]`."""
    for base in game.__orig_bases__:  # type: ignore[attr-defined]
        kind = get_origin(base)
        if kind is Game:
            return get_args(base)[0]
        if isinstance(kind, type) and issubclass(kind, Game):
            return position_type(kind)[get_args(base)]
    raise TypeError(f"{game.__name__} does not name its type of positions in Game[...]")


def _without_fields(kind: type[msgspec.Struct], *excluded: str) -> Any:
    """Return a structure type without some of its fields."""
    remaining = [(field.name, field.type) for field in fields(kind) if field.name not in excluded]
    return msgspec.defstruct(kind.__name__, remaining, frozen=True)


def _narrowed(kind: Any, value: msgspec.Struct) -> Any:
    """Return a structure of this type with the values of a larger one."""
    return kind(*(getattr(value, name) for name in kind.__struct_fields__))


# Excluded: games (they contain functions), positions (their type depends on the game), turns (derived from both).
_TABLE = _without_fields(TableState, "play")
_PLAY = _without_fields(Play, "game", "state", "turn")
_table = msgspec.json.Decoder(_TABLE)
_play = msgspec.json.Decoder(_PLAY)


class _StoredPlay(msgspec.Struct):
    game: str
    options: dict[str, Any]
    position: msgspec.Raw
    rest: msgspec.Raw


class _Stored(msgspec.Struct):
    stamp: str
    opener: str
    commands: Commands
    table: msgspec.Raw
    play: _StoredPlay | None


_stored = msgspec.json.Decoder(_Stored)


@cache
def _position(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(position_type(GAMES[game]))


@cache
def stamp() -> str:
    """Return a hash of the code of the rules and of the fold. A bookmark is valid while this hash is unchanged."""
    digest = hashlib.sha256()
    for file in (PACKAGE / "core.py", *sorted(PACKAGE.glob("games/*.py")), *sorted(PACKAGE.glob("tables/*.py"))):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def encode(bookmark: Bookmark) -> str:
    """Return a bookmark as JSON."""
    state, play = bookmark.state, bookmark.state.play
    stored = _Stored(
        stamp(),
        bookmark.opener,
        bookmark.commands,
        _raw(_narrowed(_TABLE, state)),
        None
        if play is None
        else _StoredPlay(play.game.name, play.game.options, _raw(play.state), _raw(_narrowed(_PLAY, play))),
    )
    return msgspec.json.encode(stored).decode()


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


def decode(text: str) -> Bookmark | None:
    """Return the bookmark in a JSON text; None if it was made by other rules.

    :raises ValueError: if the text is not a bookmark.
    """
    stored = _stored.decode(text)
    if stored.stamp != stamp():
        return None
    state = TableState(**asdict(_table.decode(stored.table)))
    if stored.play is not None:
        game = make(stored.play.game, **stored.play.options)
        position = _position(game.name).decode(stored.play.position)
        rest = asdict(_play.decode(stored.play.rest))
        state = replace(state, play=Play(game=game, state=position, turn=game.turn(position), **rest))
    return Bookmark(stored.opener, state, stored.commands)
