"""The Knister engine: learned values, a search over coming rolls, and exact values at the end."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np

from knobel.core import Game
from knobel.engines.engine import NOT_CONSIDERED, POINT_WEIGHT, Aim, Effort, Evaluation
from knobel.engines.knister.endgame import evaluate_entries
from knobel.engines.knister.lookup import Tables, load_values
from knobel.engines.knister.search import Search
from knobel.engines.knister.values import to_sheets
from knobel.engines.knister.winning import (
    NO_SUM,
    UNKNOWN,
    enter_pending_roll,
    select_opponents,
    value_before_roll,
    win_probabilities,
)
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.grid import SUMS
from knobel.engines.shared.trained_engine import TrainedEngine
from knobel.games.grid import CELLS, Grid

CACHE_SIZE = 1 << 10
"""Number of cached sheet values before a roll. Reviews repeat requests, and several seats may have equal sheets."""

SEARCHES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "quick": {},
        "strong": {"widths": ((25,),), "exact": 4, "exact_win": 3},
        "master": {"widths": ((25,), (4, 2)), "exact": 4, "exact_win": 4},
        "sampled": {"widths": ((25,), (4, 2)), "exact": 4, "exact_win": 4, "playouts": 768},
    }
)
"""The extent of the search, by effort (`engines.knister.search.Search`); `sampled`: `master` with playouts."""


class KnisterEngine(TrainedEngine):
    """Evaluates actions by a search on learned values.

    With at most four free cells after an entry, its points and its probability of winning are exact, in single
    precision, against others who play for points.
    """

    noise_scales: Mapping[str, float] = MappingProxyType(
        {"beginner": 2.49, "casual": 1.78, "intermediate": 1.18, "advanced": 0.774, "expert": 0.518}
    )

    @cached_property
    def tables(self) -> Tables:
        """The trained data.

        :raises StaleData: if it was made with other rules or arrays.
        """
        return load_values(self.data)

    @cached_property
    def searches(self) -> dict[str, Search]:
        return {effort: Search.of(**how) for effort, how in SEARCHES.items()}

    @cached_property
    def points_to_come(self) -> Callable[[Grid, Effort], float]:
        """The cached function for the points to come on a sheet before a roll."""

        @lru_cache(CACHE_SIZE)
        def points(sheet: Grid, effort: Effort) -> float:
            return float(
                value_before_roll(self.tables, self.searches[effort], to_sheets([sheet]), count_copies((), ()))[0]
            )

        return points

    def evaluate(
        self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """Return the evaluation of each action, see `Engine`.

        The points of entries that the deepest search does not cover are those of the last search that covers them.
        Probabilities of winning are computed for entries that lose few points, and for all entries at the end.

        With `rng`, the effort `master` also compares the best entries by games played out. Without it, equal positions
        have equal values, which are consistent with those of the rollouts that the coach uses.
        """
        sampled = effort == "master" and rng is not None
        search, total = self.searches["sampled" if sampled else effort], sum(view.dice) - SUMS[0]
        if rng is not None:
            search.policy.rng[-1] = rng.getrandbits(64) | 1
        own = to_sheets([view.sheets[seat]])
        score = evaluate_entries(self.tables, search, own[0], total)
        n = int(own["left"][0])
        values, searched = (search.scratch[name][0, :n].tolist() for name in ("values", "searched"))
        merits = [points if found else NOT_CONSIDERED for points, found in zip(values, searched, strict=True)]
        wins: list[float | None] = [None] * n
        exact, win_exact = n - 1 <= search.exact, False
        # Seats that have already moved show their sheets as before the round to seats that have not.
        others = {sheet: total for other, sheet in enumerate(view.sheets) if other != seat}
        if aim == "win" and others:
            against = select_opponents(self.tables, search, others)
            copies = count_copies(against, (*view.sheets[:seat], *view.sheets[seat + 1 :]))
            chances = np.empty(n)
            everybody = np.concatenate((own, to_sheets(list(against))))
            win_probabilities(self.tables, search, everybody, copies, total, np.array(merits), chances)
            wins = [clamp_probability(chance) for chance in chances.tolist()]
            merits = np.where(chances == UNKNOWN, NOT_CONSIDERED, chances + POINT_WEIGHT * np.array(values)).tolist()
            win_exact = n - 1 <= search.exact_win and len(against) == len(others)
        return {
            CELLS[cell]: Evaluation(score + points, win, exact, win_exact and win is not None, merit)
            for cell, points, win, merit in zip(own["free"][0, :n].tolist(), values, wins, merits, strict=True)
        }

    def expect_roll(self, view: Any, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation before a roll; other seats may still have to move.

        The points are the mean over the rolls of the points of the best entry by `evaluate`. So is the probability of
        winning, but it is exact only with as few free cells as `evaluate` leaves.
        """
        search, own = self.searches[effort], view.sheets[seat]
        total = sum(view.dice) - SUMS[0]
        others = {
            sheet: total if other in view.waiting else NO_SUM
            for other, sheet in enumerate(view.sheets)
            if other != seat and aim == "win"
        }
        against = select_opponents(self.tables, search, others)
        if against:
            everybody = to_sheets([own, *against])
            for sheet, due in zip(everybody[1:], against.values(), strict=True):
                if due != NO_SUM:
                    enter_pending_roll(self.tables, search, sheet, due)
            copies = count_copies(against, (*view.sheets[:seat], *view.sheets[seat + 1 :]))
            to_come, chance = value_before_roll(self.tables, search, everybody, copies)
        else:
            to_come, chance = self.points_to_come(own, effort), UNKNOWN
        n = own.count(0)
        points = self.game.score(view, seat) + to_come
        return Evaluation(
            points,
            clamp_probability(chance),
            exact=n - 1 <= search.exact,
            win_exact=bool(others) and n <= max(search.exact_win, 1) and len(against) == len(others),
            merit=points,
        )


def count_copies(against: Iterable[Grid], others: Iterable[Grid]) -> Array:
    """Return the number of other seats with each of these sheets."""
    counts = Counter(others)
    return np.array([counts[sheet] for sheet in against], np.int64)


def clamp_probability(chance: float) -> float | None:
    """Return a probability without rounding errors, or None if it is unknown."""
    return None if chance == UNKNOWN else min(max(chance, 0.0), 1.0)


def engine(game: Game[Any]) -> KnisterEngine:
    """Return the engine of the game.

    :raises FileNotFoundError: if its trained data is missing.
    """
    return KnisterEngine(game)
