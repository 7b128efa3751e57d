"""Figures that a benchmark measured and wrote beside the trained data of a game, with a stamp of their inputs."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from knobel import engines
from knobel.engines.shared.memory import provided


def shipped(game: str, name: str, fields: Sequence[str]) -> Mapping[str, Any] | None:
    """Return the figures with a name that ship for a game, None if there are none.

    :raises StaleData: if they were measured with other rules or arrays.
    """
    memory = provided(game)
    if memory is not None:
        return memory.figures.get(name)
    path = shipped_path(game, name)
    return load(path, game, fields) if path.exists() else None


def shipped_path(game: str, name: str) -> Path:
    """Return the path of the figures with a name that ship for a game."""
    return Path(engines.__file__).parent / game / f"{name}.json"


def stamp(game: str, fields: Sequence[str]) -> str:
    """Return a hash that identifies the fields of the figures, and the rules and arrays of the trained data.

    :raises FileNotFoundError: if no trained data ships for the game.
    """
    from knobel.engines.shared import data_files, weights  # noqa: PLC0415 -- heavy

    trained = data_files.read_metadata(weights.shipped_path(game))["stamp"]
    return data_files.fingerprint([trained, *fields])


def save(path: Path, game: str, fields: Sequence[str], figures: Mapping[str, Any]) -> None:
    """Write the figures of a game."""
    from knobel.engines.shared import data_files  # noqa: PLC0415 -- heavy

    data_files.save_figures(path, stamp(game, fields), figures)


def load(path: Path, game: str, fields: Sequence[str]) -> dict[str, Any]:
    """Return the figures of a game that `save` wrote.

    :raises StaleData: if they were measured with other rules or arrays.
    """
    from knobel.engines.shared import data_files  # noqa: PLC0415 -- heavy

    return data_files.load_figures(path, stamp(game, fields))
