"""The Knister engine: learned values, a search over coming rolls, and exact values at the end."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np

from knobel.core import Decide, Game, Over
from knobel.engines.engine import NOT_CONSIDERED, Aim, Effort, Evaluation, best, settled
from knobel.engines.knister.endgame import look
from knobel.engines.knister.tables import Search, Tables, as_sheets, load_values
from knobel.engines.knister.winning import (
    NOTHING,
    UNKNOWN,
    before_roll,
    catch_up,
    chances_to_win,
    rivals,
)
from knobel.engines.shared import weights
from knobel.engines.shared.compiled import sources
from knobel.engines.shared.grid import SUMS
from knobel.games.grid import CELLS, Grid

PREFERENCE = 1e-5
"""Weight of a point relative to the probability of winning."""
REMEMBERED = 1 << 10
"""Number of cached sheet values before a roll. Reviews repeat requests, and several seats may have equal sheets."""

SEARCHES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "quick": {},
        "strong": {"widths": ((25,),), "exact": 4, "contested": 3},
        "master": {"widths": ((25,), (4, 2)), "exact": 4, "contested": 4},
    }
)
"""The extent of the search, by effort (`engines.knister.tables.Search`)."""


class KnisterEngine:
    """Evaluates actions by a search on learned values.

    With at most four free cells after an entry, its points and its probability of winning are exact, in single
    precision, against others who play for points.
    """

    slips: Mapping[str, float] = MappingProxyType({"beginner": 2.7, "casual": 1.3})

    def __init__(self, game: Game[Any]) -> None:
        """Create the engine of the game.

        :raises FileNotFoundError: if the trained data is missing.
        """
        self.game = game
        self.data = weights.path(game.name)
        self.stamp = sha256(self.data.read_bytes() + sources(Path(__file__).parent).encode()).hexdigest()

    @cached_property
    def tables(self) -> Tables:
        """The trained data.

        :raises Stale: if it was made with other rules or arrays.
        """
        return load_values(self.data)

    @cached_property
    def searches(self) -> dict[str, Search]:
        return {effort: Search.of(**how) for effort, how in SEARCHES.items()}

    @cached_property
    def to_come(self) -> Callable[[Grid, Effort], float]:
        """The cached function for the points to come on a sheet before a roll."""

        @lru_cache(REMEMBERED)
        def points(sheet: Grid, effort: Effort) -> float:
            return float(before_roll(self.tables, self.searches[effort], as_sheets([sheet]))[0])

        return points

    def evaluate(
        self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """Return the evaluation of each action, see `Engine`.

        The points of entries that the deepest search does not cover are those of the last search that covers them.
        Probabilities of winning are computed for entries that lose few points, and for all entries at the end.
        """
        search, total = self.searches[effort], sum(view.dice) - SUMS[0]
        own = as_sheets([view.sheets[seat]])
        score = look(self.tables, search, own[0], total)
        n = int(own["left"][0])
        worth, looked = (search.scratch[name][0, :n].tolist() for name in ("worth", "looked"))
        merits = [points if sure else NOT_CONSIDERED for points, sure in zip(worth, looked, strict=True)]
        wins: list[float | None] = [None] * n
        exact, win_exact = n - 1 <= search.exact, False
        # Seats that have already moved show their sheets as before the round to seats that have not.
        others = {sheet: total for other, sheet in enumerate(view.sheets) if other != seat}
        if aim == "win" and others:
            against = rivals(self.tables, search, others)
            chances = np.empty(n)
            everybody = np.concatenate((own, as_sheets(list(against))))
            chances_to_win(self.tables, search, everybody, total, np.array(merits), chances)
            wins = [likely(chance) for chance in chances.tolist()]
            merits = np.where(chances == UNKNOWN, NOT_CONSIDERED, chances + PREFERENCE * np.array(worth)).tolist()
            win_exact = n - 1 <= search.contested and len(against) == len(others)
        return {
            CELLS[cell]: Evaluation(score + points, win, exact, win_exact and win is not None, merit)
            for cell, points, win, merit in zip(own["free"][0, :n].tolist(), worth, wins, merits, strict=True)
        }

    def expect(self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "win") -> Evaluation:
        """Return the evaluation of a position, see `Engine`.

        Before a roll, the points are the mean over the rolls of the points of the best entry by `evaluate`. So is the
        probability of winning, but it is exact only with as few free cells as `evaluate` leaves.
        """
        turn = self.game.turn(view)
        if isinstance(turn, Over):
            return settled(turn.scores, seat)
        if isinstance(turn, Decide) and seat in turn.seats:
            return self._deciding(view, seat, effort, aim)
        return self._waiting(view, seat, effort, aim)

    def _deciding(self, view: Any, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the points of a player who plays for points, and the probability of a player who plays to win."""
        worth = self.evaluate(view, seat, effort, aim)
        considered = [action for action in worth.values() if action.merit > NOT_CONSIDERED]
        points = max(action.points for action in considered)
        return replace(best(worth), points=points, merit=points)

    def _waiting(self, view: Any, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation before a roll; other seats may still have to move."""
        search, own = self.searches[effort], view.sheets[seat]
        total = sum(view.dice) - SUMS[0]
        others = {
            sheet: total if other in view.waiting else NOTHING
            for other, sheet in enumerate(view.sheets)
            if other != seat and aim == "win"
        }
        against = rivals(self.tables, search, others)
        if against:
            everybody = as_sheets([own, *against])
            for sheet, due in zip(everybody[1:], against.values(), strict=True):
                if due != NOTHING:
                    catch_up(self.tables, search, sheet, due)
            to_come, chance = before_roll(self.tables, search, everybody)
        else:
            to_come, chance = self.to_come(own, effort), UNKNOWN
        n = own.count(0)
        points = self.game.score(view, seat) + to_come
        return Evaluation(
            points,
            likely(chance),
            exact=n - 1 <= search.exact,
            win_exact=bool(others) and n <= max(search.contested, 1) and len(against) == len(others),
            merit=points,
        )


def likely(chance: float) -> float | None:
    """Return a probability without rounding errors, or None if it is unknown."""
    return None if chance == UNKNOWN else min(max(chance, 0.0), 1.0)


def engine(game: Game[Any]) -> KnisterEngine:
    """Return the engine of the game.

    :raises FileNotFoundError: if its trained data is missing.
    """
    return KnisterEngine(game)
