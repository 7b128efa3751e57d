"""Writes what came of every game of the arena: JSON Lines, an object a game, or CSV, a line a seat."""

import csv
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from knobel.cli.files import why
from knobel.core import BadSetup

if TYPE_CHECKING:
    from knobel.arena import Outcome

COLUMNS = ("deal", "seating", "seat", "bot", "score", "win", "forfeit")


@contextmanager
def written(path: Path | None, bots: Sequence[str]) -> "Iterator[Callable[[Outcome], None] | None]":
    """What writes an outcome into a new file, in the form that its name ends in; nothing without a path.

    :raises BadSetup: if there is such a file, it cannot be written, or it is to be in another form.
    """
    if path is None:
        yield None
        return
    if path.suffix not in (".jsonl", ".csv"):
        raise BadSetup(f"{path} ends neither in .jsonl nor in .csv")
    try:
        with path.open("x", encoding="utf-8", newline="") as file:
            if path.suffix == ".jsonl":
                yield lambda game: print(json.dumps(as_object(game, bots), ensure_ascii=False), file=file)
                return
            table = csv.writer(file)
            table.writerow(COLUMNS)
            yield lambda game: table.writerows(as_lines(game, bots))
    except FileExistsError:
        raise BadSetup(f"{path} is there already: choose another file") from None
    except OSError as error:
        raise BadSetup(f"cannot write {path}: {why(error)}") from error


def as_object(game: "Outcome", bots: Sequence[str]) -> dict[str, object]:
    """A game as plain data."""
    return {**game._asdict(), "bots": [bots[bot] for bot in game.bots]}


def as_lines(game: "Outcome", bots: Sequence[str]) -> Iterator[tuple[object, ...]]:
    """A game as a line for each seat."""
    for seat, (bot, score, win) in enumerate(zip(game.bots, game.scores, game.wins, strict=True)):
        yield game.deal, game.seating, seat, bots[bot], score, win, int(seat in game.forfeits)
