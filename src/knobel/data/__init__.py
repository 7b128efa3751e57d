"""Trained data that ships with Knobel, a file for each game that needs one."""

from pathlib import Path

FOLDER = Path(__file__).parent


def path(game: str) -> Path:
    """The file with the trained data of a game.

    :raises FileNotFoundError: if none ships.
    """
    file = FOLDER / f"{game}.npz"
    if not file.exists():
        raise FileNotFoundError(f"no trained data ships for {game}: {file} is missing")
    return file
