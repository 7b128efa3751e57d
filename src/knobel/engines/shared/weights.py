"""The location of the engines' trained data: `weights.npz` in the package of each game that needs it.

`KNOBEL_DATA` names a folder with files that replace it, such as the output of `knobel train`.
"""

import os
from pathlib import Path

from knobel.core import BadSetup
from knobel.engines.shared.data_files import read_metadata

DATA_VARIABLE = "KNOBEL_DATA"
ENGINES = Path(__file__).parents[1]
"""The folder with the packages of the games."""


def shipped_path(game: str) -> Path:
    """Return the path of the trained data that ships for a game.

    :raises FileNotFoundError: if none ships.
    """
    file = ENGINES / game / "weights.npz"
    if not file.exists():
        raise FileNotFoundError(f"no trained data ships for {game}: {file} is missing")
    return file


def path(game: str) -> Path:
    """Return the path of the trained data of a game: `GAME.npz` in the folder `KNOBEL_DATA`, or else the shipped file.

    :raises BadSetup: if `KNOBEL_DATA` is not a folder.
    :raises FileNotFoundError: if there is neither file.
    """
    own = os.environ.get(DATA_VARIABLE)
    if own and not Path(own).is_dir():
        raise BadSetup(f"{DATA_VARIABLE} is no folder: {own}")
    if own and (file := Path(own) / f"{game}.npz").exists():
        return file
    return shipped_path(game)


def shipped_games(game: str) -> int:
    """Return the number of games from which the shipped data was learned.

    :raises FileNotFoundError: if none ships.
    """
    return int(read_metadata(shipped_path(game))["games"])
