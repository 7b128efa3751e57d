"""Bookmarks: what the log of a table has led to, in a form that can be stored, so that whoever reads the log need not
begin at its beginning. They are derived from it: where one cannot be read the log tells all."""

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
"""By person a command's id, and the seq of the first event that came of it."""


class Bookmark(msgspec.Struct, frozen=True):
    """What a log has led to: who opened the table, its state, and everybody's last command."""

    opener: str
    state: TableState
    commands: Commands


def position_type(game: type[Game[Any]]) -> Any:
    """The type of a game's positions: what its `Game[...]` says."""
    for base in game.__orig_bases__:  # type: ignore[attr-defined]
        kind = get_origin(base)
        if kind is Game:
            return get_args(base)[0]
        if isinstance(kind, type) and issubclass(kind, Game):
            return position_type(kind)[get_args(base)]
    raise TypeError(f"{game.__name__} does not say of what positions it is a Game")


def _but(kind: type[msgspec.Struct], *left_out: str) -> Any:
    """A structure without some of its fields."""
    kept = [(field.name, field.type) for field in fields(kind) if field.name not in left_out]
    return msgspec.defstruct(kind.__name__, kept, frozen=True)


def _of(kind: Any, value: msgspec.Struct) -> Any:
    """What a structure of that kind holds of a larger one."""
    return kind(*(getattr(value, name) for name in kind.__struct_fields__))


# Games hold functions, positions are of another type in each, and turns follow from them.
_TABLE = _but(TableState, "play")
_PLAY = _but(Play, "game", "state", "turn")
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
    """A hash of the rules and of how logs are folded: as long as it is the same, so is what a bookmark says."""
    digest = hashlib.sha256()
    for file in (PACKAGE / "core.py", *sorted(PACKAGE.glob("games/*.py")), *sorted(PACKAGE.glob("tables/*.py"))):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def encode(bookmark: Bookmark) -> str:
    """A bookmark as JSON."""
    state, play = bookmark.state, bookmark.state.play
    stored = _Stored(
        stamp(),
        bookmark.opener,
        bookmark.commands,
        _raw(_of(_TABLE, state)),
        None
        if play is None
        else _StoredPlay(play.game.name, play.game.options, _raw(play.state), _raw(_of(_PLAY, play))),
    )
    return msgspec.json.encode(stored).decode()


def _raw(value: Any) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(value))


def decode(text: str) -> Bookmark | None:
    """A bookmark; None if other rules have made it.

    :raises ValueError: if it is none.
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
