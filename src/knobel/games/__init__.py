"""The five games. `make` gives one by its name."""

from typing import Any

from knobel.core import BadSetup, Game
from knobel.games.knapp_daneben import KnappDaneben
from knobel.games.knaster import Knaster
from knobel.games.kniffeliger import Kniffeliger
from knobel.games.knister import Knister
from knobel.games.knoeffel import Knoeffel

GAMES: dict[str, type[Game[Any]]] = {
    game.name: game for game in (Knister, Knaster, KnappDaneben, Knoeffel, Kniffeliger)
}
"""Every game by its name."""


def make(name: str, /, **options: Any) -> Game[Any]:
    """The game of that name with these options.

    :raises BadSetup: if there is none, or it has no such option or value.
    """
    if name not in GAMES:
        raise BadSetup(f"there is no game {name!r}; the games: {', '.join(GAMES)}")
    return GAMES[name](**options)
