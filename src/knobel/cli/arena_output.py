"""Writes the arena's games to a file: JSON Lines (one object per game), CSV, Parquet or XLSX (one line per seat)."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from knobel.cli.data_files import data_file
from knobel.cli.files import new_file
from knobel.spreadsheets import Row

if TYPE_CHECKING:
    from knobel.arena import Outcome

COLUMNS = {"deal": int, "seating": int, "seat": int, "bot": str, "score": int, "win": float, "forfeit": bool}


@contextmanager
def outcome_writer(path: Path | None, bots: Sequence[str]) -> "Iterator[Callable[[Outcome], None] | None]":
    """Yield a function that writes an outcome into a new file; without a path it does nothing.

    The ending of the file's name decides the format.

    :raises BadSetup: if the file exists, cannot be written, or has an unknown ending.
    """
    if path is None:
        yield None
        return
    if path.suffix == ".jsonl":
        with new_file(path) as file:
            yield lambda game: print(json.dumps(outcome_object(game, bots), ensure_ascii=False), file=file)
        return
    with data_file(path, COLUMNS) as write:

        def write_lines(game: "Outcome") -> None:
            for line in outcome_rows(game, bots):
                write(line)

        yield write_lines


def outcome_object(game: "Outcome", bots: Sequence[str]) -> dict[str, object]:
    """Return a game as plain data."""
    return {**game._asdict(), "bots": [bots[bot] for bot in game.bots]}


def outcome_rows(game: "Outcome", bots: Sequence[str]) -> Iterator[Row]:
    """Yield a line for each seat of a game."""
    for seat, (bot, score, win) in enumerate(zip(game.bots, game.scores, game.wins, strict=True)):
        values = game.deal, game.seating, seat, bots[bot], score, win, seat in game.forfeits
        yield dict(zip(COLUMNS, values, strict=True))
