"""The games. `make` returns a game by its name."""

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, overload

from knobel.core import BadSetup, Game

if TYPE_CHECKING:
    from knobel.games.knapp_daneben import KnappDaneben
    from knobel.games.knaster import Knaster
    from knobel.games.kniffeliger import Kniffeliger
    from knobel.games.knister import Knister
    from knobel.games.knoeffel import Knoeffel

NAMES = ("knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger")
"""Names of all games, which are also the names of their modules here and in the other packages."""


def _rules(name: str) -> type[Game[Any]]:
    """Return the class of a game's rules from the module of that name."""
    kinds = [kind for kind in vars(import_module(f"{__name__}.{name}")).values() if isinstance(kind, type)]
    return next(kind for kind in kinds if issubclass(kind, Game) and getattr(kind, "name", None) == name)


GAMES: dict[str, type[Game[Any]]] = {name: _rules(name) for name in NAMES}
"""Classes of all games by name."""


@overload
def make(name: Literal["knister"], /, **options: Any) -> "Knister": ...
@overload
def make(name: Literal["knaster"], /, **options: Any) -> "Knaster": ...
@overload
def make(name: Literal["knapp_daneben"], /, **options: Any) -> "KnappDaneben": ...
@overload
def make(name: Literal["knoeffel"], /, **options: Any) -> "Knoeffel": ...
@overload
def make(name: Literal["kniffeliger"], /, **options: Any) -> "Kniffeliger": ...
@overload
def make(name: str, /, **options: Any) -> Game[Any]: ...
def make(name: str, /, **options: Any) -> Game[Any]:
    """Return the game of that name with these options.

    Type checkers know the type of the game, and so of its states, if the name is a literal.

    :raises BadSetup: if there is no such game, option or value.
    """
    if not isinstance(name, str) or name not in GAMES:
        raise BadSetup(f"there is no game {name!r}; the games: {', '.join(GAMES)}")
    return GAMES[name](**options)


def first_meanings(name: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options that older records and logs mean, in which some values had another meaning.

    Options and games that do not exist are returned unchanged.
    """
    now = {
        (option.name, str(old).lower()): new
        for option in (GAMES[name].option_list if name in GAMES else ())
        for old, new in option.redefined
    }
    return {key: now.get((key, str(value).lower()), value) for key, value in options.items()}


def uses_redefined(game: Game[Any]) -> bool:
    """True if an option of a game has a value that once had another meaning."""
    return first_meanings(game.name, game.options) != game.options
