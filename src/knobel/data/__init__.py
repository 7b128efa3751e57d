"""Trained data that ships with Knobel, a file for each game that needs one.

`KNOBEL_DATA` names a folder with files to use in their place, such as `knobel train` writes.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).parent
VARIABLE = "KNOBEL_DATA"


def path(game: str) -> Path:
    """The file with the trained data of a game: `GAME.npz` in the folder `KNOBEL_DATA`, or else the one that ships.

    :raises FileNotFoundError: if there is neither.
    """
    own = os.environ.get(VARIABLE)
    if own and (file := Path(own) / f"{game}.npz").exists():
        return file
    file = FOLDER / f"{game}.npz"
    if not file.exists():
        raise FileNotFoundError(f"no trained data ships for {game}: {file} is missing")
    return file
