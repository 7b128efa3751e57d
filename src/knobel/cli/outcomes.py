"""Writes what came of every game of the arena: JSON Lines, an object a game, or CSV or Parquet, a line a seat."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from knobel.cli.files import new_file
from knobel.cli.spreadsheets import Line, spreadsheet

if TYPE_CHECKING:
    from knobel.arena import Outcome

COLUMNS = {"deal": int, "seating": int, "seat": int, "bot": str, "score": int, "win": float, "forfeit": bool}


@contextmanager
def written(path: Path | None, bots: Sequence[str]) -> "Iterator[Callable[[Outcome], None] | None]":
    """What writes an outcome into a new file, in the form that its name ends in; nothing without a path.

    :raises BadSetup: if there is such a file, it cannot be written, or it is to be in another form.
    """
    if path is None:
        yield None
        return
    if path.suffix == ".jsonl":
        with new_file(path) as file:
            yield lambda game: print(json.dumps(as_object(game, bots), ensure_ascii=False), file=file)
        return
    with spreadsheet(path, COLUMNS) as write:

        def write_lines(game: "Outcome") -> None:
            for line in as_lines(game, bots):
                write(line)

        yield write_lines


def as_object(game: "Outcome", bots: Sequence[str]) -> dict[str, object]:
    """A game as plain data."""
    return {**game._asdict(), "bots": [bots[bot] for bot in game.bots]}


def as_lines(game: "Outcome", bots: Sequence[str]) -> Iterator[Line]:
    """A game as a line for each seat."""
    for seat, (bot, score, win) in enumerate(zip(game.bots, game.scores, game.wins, strict=True)):
        values = game.deal, game.seating, seat, bots[bot], score, win, seat in game.forfeits
        yield dict(zip(COLUMNS, values, strict=True))
