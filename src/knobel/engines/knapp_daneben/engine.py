"""The Knapp Daneben! engine, which evaluates positions and actions by learned values and search."""

from collections.abc import Mapping
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np

from knobel.core import Decide, Game
from knobel.engines.engine import NOT_CONSIDERED, POINT_WEIGHT, Aim, Effort, Evaluation
from knobel.engines.knapp_daneben.endgame import value_before_roll, value_entries
from knobel.engines.knapp_daneben.lookup import ScoreDeviations, Tables, layout_colours, load_values
from knobel.engines.knapp_daneben.search import MASTER, QUICK, STRONG, Entries, Search
from knobel.engines.knapp_daneben.values import IMPOSSIBLE, SHEET, Scratch, fill_sheet, score
from knobel.engines.knapp_daneben.winning import (
    EXACT_CIRCLES,
    OPPONENT_SEARCH,
    SeatExpectations,
    enter_opponents,
    sample_rolls,
    win_probabilities,
    win_probability_before_roll,
)
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.trained_engine import TrainedEngine
from knobel.games.grid import CELL
from knobel.games.knapp_daneben import COLOURS, KnappDaneben
from knobel.games.simultaneous import Rounds

SEARCHES: Mapping[Effort, Search] = MappingProxyType({"quick": QUICK, "strong": STRONG, "master": MASTER})


class KnappDanebenEngine(TrainedEngine):
    """Evaluates positions of the game with its layout and order of colours."""

    noise_scales = MappingProxyType(
        {"beginner": 1.48, "casual": 1.22, "intermediate": 0.97, "advanced": 0.75, "expert": 0.53}
    )

    def __init__(
        self,
        game: KnappDaneben,
        trained: tuple[Tables, ScoreDeviations] | None = None,
        searches: Mapping[Effort, Search] = SEARCHES,
    ) -> None:
        """Create the engine of a game.

        :param trained: data to use in place of the trained data, which is loaded on first use.
        :raises FileNotFoundError: if the trained data is missing.
        """
        super().__init__(game)
        self.searches = searches
        if trained is not None:
            self.trained = trained
        self.colours = [COLOURS.index(colour) for colour in game.options["colours"]]
        self.scratch = Scratch.of_search()
        self.entries = Entries.empty()

    @cached_property
    def trained(self) -> tuple[Tables, ScoreDeviations]:
        """The trained data, for this layout.

        :raises StaleData: if it was made with other rules or arrays.
        """
        tables, deviations = load_values(self.data)
        colour = layout_colours(self.game.options["layout"])
        return tables._replace(colour=colour), deviations._replace(
            variances=deviations.variances._replace(colour=colour)
        )

    def sheets(self, view: Rounds[Any], *seats: int) -> Array:
        """Return the sheets of some seats for kernels."""
        sheets = np.zeros(len(seats), SHEET)
        for seat, sheet in zip(seats, sheets, strict=True):
            fill_sheet(self.trained[0], self.colours[seat], np.array(view.sheets[seat]), sheet)
        return sheets

    def evaluate(
        self, view: Rounds[Any], seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """Return the evaluation of each action, see `Engine`.

        :raises StaleData: if the trained data was made with other rules or arrays.
        """
        (tables, deviations), kind, faces = self.trained, self.searches[effort], np.array(view.dice) - 1
        others = other_seats(view, seat) if aim == "win" else ()
        sheets = self.sheets(view, seat, *others)
        free = view.sheets[seat].count(0)
        exact = free <= max(kind.exact, 1)
        value_entries(tables, kind, self.scratch, sheets[0], faces, self.entries)
        if others:
            seats = SeatExpectations.of(sheets, tables.rolls if free - 1 <= EXACT_CIRCLES else sample_rolls())
            enter_opponents(tables, OPPONENT_SEARCH, self.scratch, seats, faces, free - 1)
            win_probabilities(tables, deviations, self.scratch, seats, self.entries)
        written = score(tables, sheets[0])
        points, searched, wins = (array.tolist() for array in self.entries)
        totals = dict(zip(COLOURS, (faces + faces[self.colours[seat]]).tolist(), strict=True))

        def evaluation(cell: int, total: int) -> Evaluation:
            win, merit = None, searched[cell][total]
            if merit == IMPOSSIBLE:
                merit = NOT_CONSIDERED
            elif others:
                win = wins[cell][total]
                merit = win + POINT_WEIGHT * merit
            win_exact = win is not None and exact and free - 1 <= EXACT_CIRCLES
            return Evaluation(written + points[cell][total], win, exact, win_exact, merit)

        return {action: evaluation(CELL[action[:-1]], totals[action[-1]]) for action in self.game.legal(view, seat)}

    def expect_roll(self, view: Rounds[Any], seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation before a roll; other seats may still have to move.

        :raises StaleData: if the trained data was made with other rules or arrays.
        """
        (tables, deviations), kind, free = self.trained, self.searches[effort], view.sheets[seat].count(0)
        others = other_seats(view, seat) if aim == "win" else []
        sheets = self.sheets(view, seat, *others)
        points = score(tables, sheets[0]) + value_before_roll(tables, kind, self.scratch, sheets[0])
        win = None
        if others:
            seats = SeatExpectations.of(sheets, tables.rolls)
            if isinstance(self.game.turn(view), Decide):
                enter_opponents(tables, OPPONENT_SEARCH, self.scratch, seats, np.array(view.dice) - 1, free)
            win = win_probability_before_roll(tables, deviations, self.scratch, seats)
        win_exact = win is not None and free <= EXACT_CIRCLES
        return Evaluation(points, win, free <= max(kind.exact, 1), win_exact, merit=points)


def other_seats(view: Rounds[Any], seat: int) -> list[int]:
    """Return the other seats."""
    return [other for other in range(len(view.sheets)) if other != seat]


def engine(game: Game[Any]) -> KnappDanebenEngine:
    """Return the engine of a game."""
    assert isinstance(game, KnappDaneben), "this values Knapp Daneben! only"
    return KnappDanebenEngine(game)
