"""The Knapp Daneben! engine, which evaluates positions and actions by learned values and search."""

from collections.abc import Callable
from functools import cached_property, lru_cache
from random import Random
from types import MappingProxyType
from typing import Any

from knobel.core import Decide, Game
from knobel.engines.engine import NOT_CONSIDERED, POINT_WEIGHT, Aim, Effort, Evaluation
from knobel.engines.knapp_daneben.seat_expectations import EXACT_CIRCLES, SeatExpectations
from knobel.engines.shared.memory import Memory
from knobel.engines.shared.memory_engine import MemoryEngine
from knobel.games.grid import CELL, Grid
from knobel.games.knapp_daneben import COLOURS, KnappDaneben
from knobel.games.simultaneous import Rounds


class KnappDanebenEngine(MemoryEngine):
    """Evaluates positions of the game with its layout and order of colours."""

    noise_scales = MappingProxyType(
        {"beginner": 1.8, "casual": 1.61, "intermediate": 1.6, "advanced": 1.3, "expert": 1.0}
    )

    def __init__(self, game: KnappDaneben, memory: Memory | None = None) -> None:
        """Create the engine of a game.

        :param memory: kernels and trained data to use in place of the usual ones.
        """
        super().__init__(game, memory)
        self.colours = [COLOURS.index(colour) for colour in game.options["colours"]]
        self._searched: tuple[Any, int, Effort] | None = None
        """The position whose `entries` are in memory: to win, they need not be searched again."""

    @cached_property
    def trained(self) -> tuple[Any, Any]:
        """The trained `Tables` and `ScoreDeviations`, for this layout."""
        fixed = self.memory.arguments
        colour = self.memory.integers([COLOURS.index(colour) for colour in self.game.options["layout"]])
        tables, deviations = fixed["tables"], fixed["deviations"]
        variances = deviations.variances._replace(colour=colour)
        return tables._replace(colour=colour), deviations._replace(variances=variances)

    @cached_property
    def entries(self) -> Any:
        """Memory for the values of entries, which is not shared with the engines of other options."""
        shared = self.memory.arguments["entries"]
        return type(shared)(
            *(self.memory.zeros("float64", len(CELL), len(self.trained[0].number_points)) for _ in shared)
        )

    def sheets(self, view: Rounds[Any], *seats: int) -> Any:
        """Return the sheets of some seats for kernels."""
        memory = self.memory
        sheets = memory.zeros("sheet", len(seats))
        for i, seat in enumerate(seats):
            numbers = memory.integers(view.sheets[seat])
            memory.kernels.fill_sheet(self.trained[0], self.colours[seat], numbers, sheets[i])
        return sheets

    def evaluate(
        self, view: Rounds[Any], seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """Return the evaluation of each action, see `Engine`."""
        (tables, deviations), memory, kind = self.trained, self.memory, self.searches[effort]
        kernels, fixed = memory.kernels, memory.arguments
        scratch, entries = fixed["scratch"], self.entries
        dice = [face - 1 for face in view.dice]
        faces = memory.integers(dice)
        others = other_seats(view, seat) if aim == "win" else ()
        sheets = self.sheets(view, seat, *others)
        free = view.sheets[seat].count(0)
        exact = free <= max(kind.exact, 1)
        if self._searched != (view, seat, effort):
            kernels.value_entries(tables, kind, scratch, sheets[0], faces, entries)
            self._searched = view, seat, effort
        if others:
            rolls = tables.rolls if free - 1 <= EXACT_CIRCLES else fixed["sample_rolls"]
            seats = SeatExpectations.of(memory, sheets, rolls)
            kernels.enter_opponents(tables, fixed["opponent_search"], scratch, seats, faces, free - 1)
            kernels.win_probabilities(tables, deviations, scratch, seats, entries)
        written = kernels.score(tables, sheets[0])
        points, searched, wins = (array.tolist() for array in entries)
        totals = {colour: face + dice[self.colours[seat]] for colour, face in zip(COLOURS, dice, strict=True)}

        def evaluation(cell: int, total: int) -> Evaluation:
            win, merit = None, searched[cell][total]
            if others and merit > NOT_CONSIDERED:
                win = wins[cell][total]
                merit = win + POINT_WEIGHT * merit
            win_exact = win is not None and exact and free - 1 <= EXACT_CIRCLES
            return Evaluation(written + points[cell][total], win, exact, win_exact, merit)

        return {action: evaluation(CELL[action[:-1]], totals[action[-1]]) for action in self.game.legal(view, seat)}

    def expect_roll(self, view: Rounds[Any], seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation before a roll; other seats may still have to move."""
        (tables, deviations), memory, kind = self.trained, self.memory, self.searches[effort]
        kernels, fixed, free = memory.kernels, memory.arguments, view.sheets[seat].count(0)
        others = other_seats(view, seat) if aim == "win" else []
        points = self._cached_points(self.colours[seat], view.sheets[seat], effort)
        win = None
        if others:
            scratch, sheets = fixed["scratch"], self.sheets(view, seat, *others)
            seats = SeatExpectations.of(memory, sheets, tables.rolls)
            if isinstance(self.game.turn(view), Decide):
                faces = memory.integers([face - 1 for face in view.dice])
                kernels.enter_opponents(tables, fixed["opponent_search"], scratch, seats, faces, free)
            win = kernels.win_probability_before_roll(tables, deviations, scratch, seats)
        win_exact = win is not None and free <= EXACT_CIRCLES
        return Evaluation(points, win, free <= max(kind.exact, 1), win_exact, merit=points)

    @cached_property
    def _cached_points(self) -> Callable[[int, Grid, Effort], float]:
        """The cached expectations before a roll. A review asks for the same sheets several times."""
        return lru_cache(maxsize=64)(self._expected_points)

    def _expected_points(self, colour: int, numbers: Grid, effort: Effort) -> float:
        """Return the expected final points of a sheet of a colour before a roll."""
        memory, tables = self.memory, self.trained[0]
        kernels, scratch, sheet = memory.kernels, memory.arguments["scratch"], memory.zeros("sheet", 1)[0]
        kernels.fill_sheet(tables, colour, memory.integers(numbers), sheet)
        to_come = kernels.value_before_roll(tables, self.searches[effort], scratch, sheet)
        return float(kernels.score(tables, sheet) + to_come)


def other_seats(view: Rounds[Any], seat: int) -> list[int]:
    return [other for other in range(len(view.sheets)) if other != seat]


def engine(game: Game[Any]) -> KnappDanebenEngine:
    """Return the engine of a game."""
    assert isinstance(game, KnappDaneben), "this values Knapp Daneben! only"
    return KnappDanebenEngine(game)
