"""Where the trained data of engines lies: `weights.npz` in the package of each game that needs one.

`KNOBEL_DATA` names a folder with files to use in their place, such as `knobel train` writes.
"""

import os
from pathlib import Path

from knobel.core import BadSetup
from knobel.engines.shared.stamps import read_facts

VARIABLE = "KNOBEL_DATA"
ENGINES = Path(__file__).parents[1]
"""Where the packages of the games lie."""


def shipped(game: str) -> Path:
    """The file that ships for a game.

    :raises FileNotFoundError: if none does.
    """
    file = ENGINES / game / "weights.npz"
    if not file.exists():
        raise FileNotFoundError(f"no trained data ships for {game}: {file} is missing")
    return file


def path(game: str) -> Path:
    """The file with the trained data of a game: `GAME.npz` in the folder `KNOBEL_DATA`, or else the one that ships.

    :raises BadSetup: if there is no such folder.
    :raises FileNotFoundError: if there is neither.
    """
    own = os.environ.get(VARIABLE)
    if own and not Path(own).is_dir():
        raise BadSetup(f"{VARIABLE} is no folder: {own}")
    if own and (file := Path(own) / f"{game}.npz").exists():
        return file
    return shipped(game)


def shipped_games(game: str) -> int:
    """After how many games the data that ships was taken.

    :raises FileNotFoundError: if none ships.
    """
    return int(read_facts(shipped(game))["games"])
