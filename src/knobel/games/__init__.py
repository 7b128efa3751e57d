"""The games. `make` gives one by its name."""

from importlib import import_module
from typing import Any

from knobel.core import BadSetup, Game

NAMES = ("knister", "knaster", "knapp_daneben", "knoeffel", "kniffeliger")
"""Every game by the name that it and its module bear; whatever else there is of a game is found by that name."""


def _rules(name: str) -> type[Game[Any]]:
    """The class of that name in the module of that name."""
    kinds = [kind for kind in vars(import_module(f"{__name__}.{name}")).values() if isinstance(kind, type)]
    return next(kind for kind in kinds if issubclass(kind, Game) and getattr(kind, "name", None) == name)


GAMES: dict[str, type[Game[Any]]] = {name: _rules(name) for name in NAMES}
"""The rules of every game by its name."""


def make(name: str, /, **options: Any) -> Game[Any]:
    """The game of that name with these options.

    :raises BadSetup: if there is none, or it has no such option or value.
    """
    if name not in GAMES:
        raise BadSetup(f"there is no game {name!r}; the games: {', '.join(GAMES)}")
    return GAMES[name](**options)
