"""Gain of playing Knapp Daneben! to win against playing for points, by the same search on the same dice.

    python -m benchmarks.knapp_daneben_winning 2 --games 1000
    python -m benchmarks.knapp_daneben_winning 4 --games 500

All seats play for points up to the last rounds, where the aims differ (`engines.knapp_daneben.winning.RISK_CIRCLES`).
From there each game continues once with all seats playing for points, and once for every seat with that seat playing to
win. Both are compared in the last round but one by the exact probability of winning, over all last rolls. The luck of
the rolls up to there is taken out: the increase of the probability beyond its mean over all rolls, by a model of the
probability. Its expectation is zero for any model.

Prints one JSON object: the increase of the probability by playing to win, averaged over the seats, with its standard
error; and the same with luck, which has the same expectation and a larger error.
"""

import random
import time
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from benchmarks.shared import script
from knobel.engines.engine import NOT_CONSIDERED, Aim, Effort, Evaluation
from knobel.engines.knapp_daneben.engine import KnappDanebenEngine
from knobel.engines.knapp_daneben.kernels import memory
from knobel.engines.knapp_daneben.search import MASTER, STRONG, Search
from knobel.engines.knapp_daneben.values import (
    Scratch,
    best_entry_value,
    evaluate,
    expected_best_entry,
    score,
    sheet_value,
)
from knobel.engines.knapp_daneben.winning import RISK_CIRCLES
from knobel.engines.shared.winning_shared_dice import win_probability
from knobel.games.grid import CELL, CELLS, EMPTY, Grid
from knobel.games.knapp_daneben import KnappDaneben
from knobel.games.simultaneous import Rounds
from knobel.games.tuples import put

SEARCHES = {"fast": Search.of(6, exact=3), "strong": STRONG, "master": MASTER}
COMMON = len(CELLS) - RISK_CIRCLES
LAST_BUT_ONE = len(CELLS) - 2
REMEMBERED = 10_000

Dice = tuple[int, ...]
Entry = tuple[int, int]
Sheets = tuple[Grid, ...]


class Table:
    """A table at which seats own the colours in their order."""

    def __init__(self, kind: str, common: str) -> None:
        self.game = KnappDaneben()
        searches: dict[Effort, Search] = {"master": SEARCHES[kind], "strong": SEARCHES[common]}
        self.engine = KnappDanebenEngine(self.game, memory(searches=searches))
        self.tables, self.spread = self.engine.trained
        self.scratch = Scratch.empty()
        # The same decisions and rolls occur again for every seat that plays to win.
        self.for_points = lru_cache(REMEMBERED)(self.decide_for_points)
        self.luck = lru_cache(REMEMBERED)(self.measure_luck)

    def worth(self, sheets: Sheets, seat: int, dice: Dice, aim: Aim) -> dict[Entry, Evaluation]:
        """Return the values of the entries considered."""
        view = Rounds(sheets, len(CELLS) + 1 - sheets[0].count(0), dice, tuple(range(len(sheets))))
        effort: Effort = "strong" if aim == "points" and sheets[seat].count(0) > RISK_CIRCLES else "master"
        return {
            (CELL[action[:-1]], self.game.sum_of(seat, action, view)): found
            for action, found in self.engine.evaluate(view, seat, effort, aim).items()
            if found.merit > NOT_CONSIDERED
        }

    def chances(self, sheets: Sheets, seat: int, dice: Dice) -> dict[Entry, float]:
        return {entry: found.merit for entry, found in self.worth(sheets, seat, dice, "win").items()}

    def decide_for_points(self, sheet: Grid, seat: int, dice: Dice) -> Entry:
        worth = self.worth((sheet,) * (seat + 1), seat, dice, "points")
        return max(worth, key=lambda entry: worth[entry].merit)

    def play(self, sheets: Sheets, dice: Dice, winner: int | None = None) -> Sheets:
        """Return the sheets after a round in which one seat, or none, plays to win."""
        entries = [self.for_points(sheet, seat, dice) for seat, sheet in enumerate(sheets)]
        if winner is not None:
            chances = self.chances(sheets, winner, dice)
            entries[winner] = max(chances, key=chances.__getitem__)
        return tuple(put(sheet, *entry) for sheet, entry in zip(sheets, entries, strict=True))

    def measure_luck(self, sheets: Sheets, seat: int, dice: Dice) -> float:
        """Return the increase of a seat's probability of winning by a roll, less the mean over all rolls. The model
        looks at the offers to one sheet at a time and assumes normal final points."""
        filled, level = len(CELLS) - sheets[0].count(0), self.scratch
        deviations = np.full(len(sheets) - 1, self.spread.deviation[filled + 1])
        rho = self.spread.correlation[filled + 1]
        at = self.engine.sheets(Rounds(sheets), *range(len(sheets)))
        points = [score(self.tables, each) for each in at]
        means = np.array([on + sheet_value(self.tables, each) for on, each in zip(points, at, strict=True)], np.float64)

        def chance(other: int, mean: float) -> float:
            moved = means.copy()
            moved[other] = mean
            rivals = np.delete(moved, seat)
            return float(win_probability(moved[seat], deviations[0], rivals, deviations, len(rivals), rho))

        luck, faces = 0.0, np.array(dice) - 1
        for other, each in enumerate(at):
            evaluate(self.tables, each, level.all, level)
            sign = 1 if other == seat else -1
            for place in np.argwhere(np.isfinite(level.best)):
                level.best[tuple(place)] = sign * chance(other, points[other] + level.best[tuple(place)])
            luck += sign * (best_entry_value(other, level.best, faces) - expected_best_entry(other, level.best))
        return luck

    def chance(self, sheets: Sheets, rolls: Sequence[Dice], seat: int, to_win: bool) -> tuple[float, float]:
        """Return a seat's probability of winning after all rolls but the last, given that last roll, and the part of it
        that is luck."""
        luck = 0.0
        *before, last = rolls
        for dice in before:
            luck += self.luck(sheets, seat, dice)
            sheets = self.play(sheets, dice, seat if to_win else None)
        luck += self.luck(sheets, seat, last)
        chances = self.chances(sheets, seat, last)
        chance = max(chances.values()) if to_win else chances[self.for_points(sheets[seat], seat, last)]
        return chance, luck

    def gain(self, seats: int, rolls: Sequence[Dice]) -> tuple[float, float]:
        """Return the increase of the probability for a seat that plays to win, averaged over the seats: without luck
        and with."""
        sheets = (EMPTY,) * seats
        for dice in rolls[:COMMON]:
            sheets = self.play(sheets, dice)
        race = rolls[COMMON : LAST_BUT_ONE + 1]
        gains = []
        for seat in range(seats):
            (won, won_by_luck), (usual, usual_luck) = (
                self.chance(sheets, race, seat, to_win) for to_win in (True, False)
            )
            gains.append((won - won_by_luck - usual + usual_luck, won - usual))
        without, with_luck = np.mean(gains, axis=0)
        return float(without), float(with_luck)


def main() -> None:
    parser = script.parser(__doc__)
    parser.add_argument("seats", type=int, choices=range(2, 6))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--search", choices=SEARCHES, default="master")
    parser.add_argument("--common", choices=SEARCHES, help="the search of the rounds that aims share, if not the same")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    common = options.common or options.search
    table, rng, started = Table(options.search, common), random.Random(options.seed), time.process_time()
    gains = np.array(
        [
            table.gain(options.seats, [tuple(rng.randint(1, 6) for _ in range(5)) for _ in CELLS])
            for _ in range(options.games)
        ]
    )
    without, with_luck = gains.mean(axis=0)
    error, error_with_luck = gains.std(axis=0, ddof=1) / len(gains) ** 0.5
    result = {
        "seats": options.seats,
        "search": options.search,
        "common": common,
        "games": options.games,
        "gain": round(float(without), 5),
        "se": round(float(error), 5),
        "z": round(float(without / error), 2),
        "gain_with_luck": round(float(with_luck), 5),
        "se_with_luck": round(float(error_with_luck), 5),
        "seconds": round(time.process_time() - started, 1),
    }
    script.report(result)


if __name__ == "__main__":
    main()
