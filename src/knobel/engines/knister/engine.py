"""The Knister engine: learned values, a search over coming rolls, and exact values at the end."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from random import Random
from types import MappingProxyType
from typing import Any

from knobel.core import Game
from knobel.dice import Dice
from knobel.engines.engine import NOT_CONSIDERED, POINT_WEIGHT, Aim, Effort, Evaluation
from knobel.engines.shared.memory_engine import MemoryEngine
from knobel.engines.shared.seed_words import signed
from knobel.games.grid import CELLS, Grid

CACHE_SIZE = 1 << 10
"""Number of cached sheet values before a roll. Reviews repeat requests, and several seats may have equal sheets."""
MAX_OPPONENTS = 7
"""Maximum number of other seats for which the probability of winning is computed."""
NO_SUM = -1
"""In place of a sum index if nothing is entered before the next roll."""


class KnisterEngine(MemoryEngine):
    """Evaluates actions by a search on learned values.

    With at most four free cells after an entry, its points and its probability of winning are exact, in single
    precision, against others who play for points. The search `sampled` is `master` with playouts.
    """

    noise_scales: Mapping[str, float] = MappingProxyType(
        {"beginner": 0.55, "casual": 0.46, "intermediate": 0.45, "advanced": 0.29, "expert": 0.28}
    )

    @cached_property
    def points_to_come(self) -> Callable[[Grid, Effort], float]:
        """The cached function for the points to come on a sheet before a roll."""

        @lru_cache(CACHE_SIZE)
        def points(sheet: Grid, effort: Effort) -> float:
            return self._value_before_roll(effort, self.sheets(sheet), ())[0]

        return points

    def sheets(self, *grids: Grid) -> Any:
        """Return sheets for kernels."""
        sheets = self.memory.zeros("sheet", len(grids))
        numbers = self.memory.integers([number for grid in grids for number in grid])
        self.memory.kernels.fill_sheets(self.tables.grid, numbers, sheets)
        return sheets

    def evaluate(
        self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """Return the evaluation of each action, see `Engine`.

        The points of entries that the deepest search does not cover are those of the last search that covers them.
        Probabilities of winning are computed for entries that lose few points, and for all entries at the end.

        With `rng`, the effort `master` also compares the best entries by games played out. Without it, equal positions
        have equal values, which are consistent with those of the rollouts that the coach uses.
        """
        memory, tables = self.memory, self.tables
        entries = memory.arguments["entries"]
        sampled = effort == "master" and rng is not None
        search, total = self.searches["sampled" if sampled else effort], sum_index(view.dice)
        own = view.sheets[seat]
        free = free_cells(own)
        # Seats that have already moved show their sheets as before the round to seats that have not.
        others = {sheet: total for other, sheet in enumerate(view.sheets) if other != seat and aim == "win"}
        against = self._select_opponents(search, others)
        sheets, seed = self.sheets(own, *against), signed(rng.getrandbits(64) | 1) if rng is not None else 1
        score = memory.kernels.value_entries(tables, search, sheets[0], total, seed, entries)
        if against:
            copies = memory.integers(count_copies(against, view, seat))
            memory.kernels.win_probabilities(tables, search, sheets, copies, total, entries.merits, entries.wins)
        n = len(free)
        points, merits, wins = (array.tolist()[:n] for array in entries)
        exact, win_exact = n - 1 <= search.exact, n - 1 <= search.exact_win and len(against) == len(others)

        def evaluation(k: int) -> Evaluation:
            win, merit = None, merits[k]
            if against:
                win, merit = probability(wins[k]), wins[k] + POINT_WEIGHT * points[k]
            return Evaluation(score + points[k], win, exact, win_exact and win is not None, merit)

        return {CELLS[cell]: evaluation(k) for k, cell in enumerate(free)}

    def expect_roll(self, view: Any, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation before a roll; other seats may still have to move.

        The points are the mean over the rolls of the points of the best entry by `evaluate`. So is the probability of
        winning, but it is exact only with as few free cells as `evaluate` leaves.
        """
        search, own = self.searches[effort], view.sheets[seat]
        total = sum_index(view.dice)
        others = {
            sheet: total if other in view.waiting else NO_SUM
            for other, sheet in enumerate(view.sheets)
            if other != seat and aim == "win"
        }
        against = self._select_opponents(search, others)
        if against:
            sheets = self.sheets(own, *against)
            for i, due in enumerate(against.values(), 1):
                if due != NO_SUM:
                    self.memory.kernels.enter_pending_roll(self.tables, search, sheets[i], due)
            to_come, chance = self._value_before_roll(effort, sheets, count_copies(against, view, seat))
        else:
            to_come, chance = self.points_to_come(own, effort), NOT_CONSIDERED
        n = own.count(0)
        points = self.game.score(view, seat) + to_come
        return Evaluation(
            points,
            probability(chance),
            exact=n - 1 <= search.exact,
            win_exact=bool(others) and n <= max(search.exact_win, 1) and len(against) == len(others),
            merit=points,
        )

    def _value_before_roll(self, effort: Effort, sheets: Any, copies: Sequence[int]) -> tuple[float, float]:
        """Return the points to come on the first sheet before a roll, and its probability of winning."""
        kernel, search = self.memory.kernels.value_before_roll, self.searches[effort]
        found: tuple[float, float] = kernel(self.tables, search, sheets, self.memory.integers(copies))
        return found

    def _select_opponents(self, search: Any, others: Mapping[Grid, int]) -> Mapping[Grid, int]:
        """Return the sheets to win against; sheets that are far behind are omitted.

        :param others: different sheets, each with the sum index still to enter, or `NO_SUM`.
        """
        if len(others) <= MAX_OPPONENTS:
            return others
        memory, grids = self.memory, list(others)
        points = memory.zeros("float64", len(others))
        memory.kernels.estimate_final_scores(
            self.tables, search, self.sheets(*grids), memory.integers(list(others.values())), points
        )
        order = sorted(range(len(grids)), key=points.tolist().__getitem__)
        return {grids[i]: others[grids[i]] for i in order[-MAX_OPPONENTS:]}


def sum_index(dice: Dice) -> int:
    """Return the index of the sum of dice among all sums, the lowest of which is the number of dice."""
    return sum(dice) - len(dice)


def free_cells(sheet: Grid) -> list[int]:
    """Return the free cells, in the order in which kernels list them."""
    return [cell for cell, number in enumerate(sheet) if not number]


def count_copies(against: Iterable[Grid], view: Any, seat: int) -> list[int]:
    """Return the number of other seats with each of these sheets."""
    counts = Counter((*view.sheets[:seat], *view.sheets[seat + 1 :]))
    return [counts[sheet] for sheet in against]


def probability(chance: float) -> float | None:
    """Return a probability without rounding errors, or None if it was not computed."""
    return None if chance == NOT_CONSIDERED else min(max(chance, 0.0), 1.0)


def engine(game: Game[Any]) -> KnisterEngine:
    """Return the engine of the game."""
    return KnisterEngine(game)
