"""The Knapp Daneben! engine, which evaluates positions and actions by learned values and search."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np

from knobel.core import Decide, Game, Over
from knobel.engines.engine import NOT_CONSIDERED, Aim, Effort, Evaluation, best, settled
from knobel.engines.knapp_daneben.endgame import value_before_roll, value_entries
from knobel.engines.knapp_daneben.search import MASTER, QUICK, STRONG, Entries, Search
from knobel.engines.knapp_daneben.tables import SHEET, Scratch, Spread, Tables, colours, load
from knobel.engines.knapp_daneben.values import IMPOSSIBLE, fill, points_on
from knobel.engines.knapp_daneben.winning import (
    LAST,
    THEIRS,
    Seats,
    chance_before_roll,
    reply,
    some_rolls,
    value_chances,
)
from knobel.engines.shared import weights
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.compiled import sources
from knobel.engines.shared.stamps import fingerprint
from knobel.games.grid import CELL
from knobel.games.knapp_daneben import COLOURS, KnappDaneben
from knobel.games.simultaneous import Rounds

SEARCHES: Mapping[Effort, Search] = MappingProxyType({"quick": QUICK, "strong": STRONG, "master": MASTER})
PREFERENCE = 1e-6
"""Weight of a point relative to the probability of winning; it decides when the game is already won or lost."""


class KnappDanebenEngine:
    """Evaluates positions of the game with its layout and order of colours."""

    slips = MappingProxyType({"beginner": 1.7, "casual": 0.9})

    def __init__(
        self,
        game: KnappDaneben,
        trained: tuple[Tables, Spread] | None = None,
        searches: Mapping[Effort, Search] = SEARCHES,
    ) -> None:
        """Create the engine of a game.

        :param trained: data to use in place of the trained data, which is loaded on first use.
        :raises FileNotFoundError: if the trained data is missing.
        """
        self.game = game
        self.searches = searches
        self.data = weights.path(game.name)
        if trained is not None:
            self.trained = trained
        self.colours = [COLOURS.index(colour) for colour in game.options["colours"]]
        self.scratch = Scratch.of_search()
        self.entries = Entries.empty()

    @cached_property
    def stamp(self) -> str:
        """The stamp, see `Engine`."""
        code = sources(Path(__file__).parent)
        return fingerprint([np.fromfile(self.data, np.uint8), code, *self.game.options.values()])

    @cached_property
    def trained(self) -> tuple[Tables, Spread]:
        """The trained data, for this layout.

        :raises Stale: if it was made with other rules or arrays.
        """
        tables, spread = load(self.data)
        colour = colours(self.game.options["layout"])
        return tables._replace(colour=colour), spread._replace(variances=spread.variances._replace(colour=colour))

    def sheets(self, view: Rounds[Any], *seats: int) -> Array:
        """Return the sheets of some seats for kernels."""
        sheets = np.zeros(len(seats), SHEET)
        for seat, sheet in zip(seats, sheets, strict=True):
            fill(self.trained[0], self.colours[seat], np.array(view.sheets[seat]), sheet)
        return sheets

    def evaluate(
        self, view: Rounds[Any], seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """Return the evaluation of each action, see `Engine`.

        :raises Stale: if the trained data was made with other rules or arrays.
        """
        (tables, spread), kind, faces = self.trained, self.searches[effort], np.array(view.dice) - 1
        others = others_of(view, seat) if aim == "win" else ()
        sheets = self.sheets(view, seat, *others)
        free = view.sheets[seat].count(0)
        exact = free <= max(kind.exact, 1)
        value_entries(tables, kind, self.scratch, sheets[0], faces, self.entries)
        if others:
            seats = Seats.of(sheets, tables.rolls if free - 1 <= LAST else some_rolls())
            reply(tables, THEIRS, self.scratch, seats, faces, free - 1)
            value_chances(tables, spread, self.scratch, seats, self.entries)
        written = points_on(tables, sheets[0])
        points, searched, wins = (worth.tolist() for worth in self.entries)
        totals = dict(zip(COLOURS, (faces + faces[self.colours[seat]]).tolist(), strict=True))

        def evaluation(cell: int, total: int) -> Evaluation:
            win, merit = None, searched[cell][total]
            if merit == IMPOSSIBLE:
                merit = NOT_CONSIDERED
            elif others:
                win = wins[cell][total]
                merit = win + PREFERENCE * merit
            win_exact = win is not None and exact and free - 1 <= LAST
            return Evaluation(written + points[cell][total], win, exact, win_exact, merit)

        return {action: evaluation(CELL[action[:-1]], totals[action[-1]]) for action in self.game.legal(view, seat)}

    def expect(self, view: Rounds[Any], seat: int, effort: Effort = "master", aim: Aim = "win") -> Evaluation:
        """Return the evaluation of a position, see `Engine`.

        :raises Stale: if the trained data was made with other rules or arrays.
        """
        turn = self.game.turn(view)
        if isinstance(turn, Over):
            return settled(turn.scores, seat)
        if isinstance(turn, Decide) and seat in turn.seats:
            return self.best(view, seat, effort, aim)
        (tables, spread), kind, free = self.trained, self.searches[effort], view.sheets[seat].count(0)
        others = others_of(view, seat) if aim == "win" else []
        sheets = self.sheets(view, seat, *others)
        points = points_on(tables, sheets[0]) + value_before_roll(tables, kind, self.scratch, sheets[0])
        win = None
        if others:
            seats = Seats.of(sheets, tables.rolls)
            if isinstance(turn, Decide):
                reply(tables, THEIRS, self.scratch, seats, np.array(view.dice) - 1, free)
            win = chance_before_roll(tables, spread, self.scratch, seats)
        win_exact = win is not None and free <= LAST
        return Evaluation(points, win, free <= max(kind.exact, 1), win_exact, merit=points)

    def best(self, view: Rounds[Any], seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation of a position for the seat to decide.

        It combines the points of the best action for points with the winning probability of the best action to win.
        """
        worth = self.evaluate(view, seat, effort, aim)
        to_win = best(worth)
        points = max(each.points for each in worth.values() if each.merit > NOT_CONSIDERED)
        return replace(to_win, points=points, merit=points)


def others_of(view: Rounds[Any], seat: int) -> list[int]:
    """Return the other seats."""
    return [other for other in range(len(view.sheets)) if other != seat]


def engine(game: Game[Any]) -> KnappDanebenEngine:
    """Return the engine of a game."""
    assert isinstance(game, KnappDaneben), "this values Knapp Daneben! only"
    return KnappDanebenEngine(game)
