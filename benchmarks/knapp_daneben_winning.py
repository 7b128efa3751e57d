"""What playing Knapp Daneben! to win is worth against playing for points, by the same search on the same dice.

    python benchmarks/knapp_daneben_winning.py 2 --games 4000
    python benchmarks/knapp_daneben_winning.py 4 --games 400 --search master

Everybody plays for points up to the last rounds, where aims differ (`kernels.knapp_daneben_win.RACE`). From there each
game goes on once with everybody playing for points, and for every seat once with that seat playing to win. Both are
compared in the last round but one by the exact chance to win, over all last rolls: that takes the luck of the last
roll out of it. Prints one JSON object: by how much playing to win raises the chance, averaged over the seats, with its
standard error.
"""

import argparse
import json
import random
import time
from collections.abc import Sequence

import numpy as np

from knobel import data
from knobel.games.grid import CELLS, EMPTY, Grid, put
from knobel.kernels.knapp_daneben_win import RACE
from knobel.solve.knapp_daneben import load_values
from knobel.solve.knapp_daneben_player import MASTER, STRONG, KnappDanebenPlayer, search

SEARCHES = {"fast": search(6, exact=2), "strong": STRONG, "master": MASTER}
LAST_BUT_ONE = len(CELLS) - 2

Dice = tuple[int, ...]
Sheets = list[Grid]


class Table:
    """Seats own the colours in their order."""

    def __init__(self, kind: str) -> None:
        tables, self.spread = load_values(data.path("knapp_daneben"))
        self.player = KnappDanebenPlayer(tables, SEARCHES[kind])

    def chances(self, sheets: Sheets, seat: int, dice: Dice) -> dict[tuple[int, int], float]:
        others = [(sheet, other) for other, sheet in enumerate(sheets) if other != seat]
        return self.player.chances(sheets[seat], seat, dice, others, self.spread)

    def best_for_points(self, sheets: Sheets, seat: int, dice: Dice) -> tuple[int, int]:
        values = self.player.values(sheets[seat], seat, dice)
        return max(values, key=values.__getitem__)

    def play(self, sheets: Sheets, rolls: Sequence[Dice], winner: int | None = None) -> Sheets:
        """The sheets after so many rolls, on which one seat, or none, plays to win."""
        for dice in rolls:
            entries = []
            for seat in range(len(sheets)):
                if seat == winner:
                    chances = self.chances(sheets, seat, dice)
                    entries.append(max(chances, key=chances.__getitem__))
                else:
                    entries.append(self.best_for_points(sheets, seat, dice))
            sheets = [put(sheet, *entry) for sheet, entry in zip(sheets, entries, strict=True)]
        return sheets

    def gain(self, seats: int, rolls: Sequence[Dice]) -> float:
        """By how much the chance of a seat is higher if it plays to win, averaged over the seats."""
        common = self.play([EMPTY] * seats, rolls[: len(CELLS) - RACE])
        race, last = rolls[len(CELLS) - RACE : LAST_BUT_ONE], rolls[LAST_BUT_ONE]
        usual = self.play(common, race)
        gains = []
        for seat in range(seats):
            own = self.play(common, race, winner=seat)
            before = self.chances(usual, seat, last)[self.best_for_points(usual, seat, last)]
            gains.append(max(self.chances(own, seat, last).values()) - before)
        return float(np.mean(gains))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seats", type=int, choices=range(2, 6))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--search", choices=SEARCHES, default="fast")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    table, rng, started = Table(options.search), random.Random(options.seed), time.process_time()
    gains = np.array(
        [
            table.gain(options.seats, [tuple(rng.randint(1, 6) for _ in range(5)) for _ in CELLS])
            for _ in range(options.games)
        ]
    )
    error = gains.std(ddof=1) / len(gains) ** 0.5
    result = {
        "seats": options.seats,
        "search": options.search,
        "games": options.games,
        "gain": round(float(gains.mean()), 5),
        "se": round(float(error), 5),
        "z": round(float(gains.mean() / error), 2),
        "seconds": round(time.process_time() - started, 1),
    }
    print(json.dumps(result), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
