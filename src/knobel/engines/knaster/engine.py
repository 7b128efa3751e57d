"""What positions of Knaster are worth: learned values, a search over coming rolls, and rollouts for the win."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import isnan
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import numpy as np

from knobel.core import Decide, Game, Move, Over, Roll
from knobel.engines.engine import Aim, Effort, Evaluation, best, settled
from knobel.engines.knaster.search import (
    MASTER,
    PASS,
    QUICK,
    STRONG,
    Mind,
    Moves,
    Search,
    list_moves,
    list_ways,
    widths,
)
from knobel.engines.knaster.sheet import FREE, SHEET, build
from knobel.engines.knaster.tables import ALONE, Tables, load_values
from knobel.engines.knaster.winning import NEAREST, Rivals, chance_to_win, consider
from knobel.engines.shared import weights
from knobel.engines.shared.arrays import Array
from knobel.engines.shared.compiled import sources
from knobel.engines.shared.grid import SUMS
from knobel.engines.shared.stamps import fingerprint, read_facts
from knobel.games.grid import CELL, CELLS, LINES
from knobel.games.knaster import Sheet

SEARCHES: Mapping[Effort, Search] = MappingProxyType({"quick": QUICK, "strong": STRONG, "master": MASTER})


class KnasterEngine:
    """Values actions by a search on learned values: in points, or to win, towards the end, by the chance to win.

    Points are exact in the last round and where the action fills the grid, so that one roll remains. The chance to win
    is exact in the last roll, and before it as far as `engines.knaster.winning` says, against others who play by value.
    """

    slips: Mapping[str, float] = MappingProxyType({"beginner": 3.0, "casual": 1.0})

    def __init__(
        self, game: Game[Any], tables: Tables | None = None, searches: Mapping[Effort, Search] = SEARCHES
    ) -> None:
        """
        :param tables: what to play with in place of the trained data, which is loaded when it is first needed.
        :raises FileNotFoundError: if that is missing.
        """
        self.game = game
        self.searches = searches
        self.data = weights.path(game.name)
        facts = read_facts(self.data)
        self.stamp = fingerprint([facts["stamp"], facts["games"], sources(Path(__file__).parent)])
        if tables is not None:
            self.tables = tables

    @cached_property
    def tables(self) -> Tables:
        """The trained data.

        :raises Stale: if it was made with other rules or arrays.
        """
        return load_values(self.data)

    @cached_property
    def rivals(self) -> Mapping[Effort, Rivals]:
        """What kernels think with, by effort; all share the same space."""
        deepest = max(self.searches.values(), key=lambda search: len(search.widths))
        mind = Mind.empty(self.tables, deepest)
        rivals = Rivals.empty(mind)
        return {
            effort: rivals._replace(mind=mind._replace(widths=widths(search)))
            for effort, search in self.searches.items()
        }

    def evaluate(
        self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """See `Engine`."""
        rivals, search = self.rivals[effort], self.searches[effort]
        moves, actions, sheet = rivals.mind.moves, self.game.legal(view, seat), view.sheets[seat]
        own, others, fewest = self._sheet(sheet), *self._others(view, seat)
        total = sum(view.dice) - SUMS[0]
        if sheet.pending:
            names = dict(enumerate(actions))
            list_ways(rivals.mind, own, ways(sheet, actions), fewest)
        else:
            names = {CELL[a.removesuffix("o")] + len(CELLS) * a.endswith("o"): a for a in actions if a != "pass"}
            names[PASS] = "pass"
            list_moves(rivals.mind, own, fewest, total)
        free = int(own[FREE]) + bool(sheet.pending)
        consider(rivals, others, free, fewest, total, search.win if aim == "win" else 0)
        best_way: dict[str, int] = {}
        count = int(moves.size[0])
        for k, move in enumerate(moves.move[:count].tolist()):
            other = best_way.setdefault(names[move], k)
            if moves.value[k] > moves.value[other]:
                best_way[names[move]] = k
        score = self.game.score(view, seat)
        return {action: evaluation(moves, k, score) for action, k in best_way.items()}

    def expect(self, view: Any, seat: int, effort: Effort = "master") -> Evaluation:
        """See `Engine`. Others who still have to move in this round do so by value. The chance to win is worked out by
        the master, or in the last roll."""
        turn = self.game.turn(view)
        if isinstance(turn, Decide) and seat in turn.seats:
            return self._expect_decision(view, seat, effort)
        view = self._closed(view)
        turn = self.game.turn(view)
        if isinstance(turn, Over):
            return settled(turn.scores, seat)
        company = len(view.sheets) > 1
        aim: Aim = "win" if view.final and company else "points"
        after = [(self.evaluate(self.game.apply(view, roll), seat, effort, aim), p) for roll, p in self._rolls(view)]
        points = sum(p * best(worth).points for worth, p in after)
        win = None
        if aim == "win":
            win = sum(p * (best(worth).win or 0.0) for worth, p in after)
        elif company and effort == "master":
            win = self._chance_to_win(view, seat)
        exact, win_exact = (all(certain) for certain in zip(*(exactness(worth) for worth, _ in after), strict=True))
        return Evaluation(points, win, exact, win_exact, points)

    def _expect_decision(self, view: Any, seat: int, effort: Effort) -> Evaluation:
        worth = self.evaluate(view, seat, effort)
        points, (exact, _) = best(worth).points, exactness(worth)
        win, win_exact = None, False
        if len(view.sheets) > 1 and (view.final or effort == "master"):
            to_win = self.evaluate(view, seat, effort, "win")
            win, (_, win_exact) = best(to_win).win, exactness(to_win)
            if win is None:
                win = self._chance_to_win(self._closed(self.game.apply(view, Move(seat, choice(worth)))), seat)
        return Evaluation(points, win, exact, win_exact, points)

    def _closed(self, view: Any) -> Any:
        """The position when all who still have to move in this round have done so by value."""
        while isinstance(turn := self.game.turn(view), Decide):
            seat = turn.seats[0]
            worth = self.evaluate(self.game.view(view, seat), seat, "quick")
            view = self.game.apply(view, Move(seat, choice(worth)))
        return view

    def _rolls(self, view: Any) -> list[tuple[Roll, float]]:
        """A roll for each sum, and how likely the sum is."""
        rolls: dict[int, tuple[Roll, Fraction]] = {}
        for roll, p in self.game.outcomes(view).items():
            first, so_far = rolls.get(sum(roll.dice), (roll, Fraction(0)))
            rolls[sum(roll.dice)] = first, so_far + p
        return [(roll, float(p)) for roll, p in rolls.values()]

    def _chance_to_win(self, view: Any, seat: int) -> float:
        """The chance to win before a roll, by rollouts."""
        others, _ = self._others(view, seat)
        return float(chance_to_win(self.rivals["master"], self._sheet(view.sheets[seat]), others))

    def _sheet(self, sheet: Sheet) -> Array:
        """A sheet as kernels know it."""
        result = np.zeros(SHEET, np.int64)
        numbers = np.array([number - SUMS[0] if number else -1 for number in sheet.grid])
        circled = np.array([cell in sheet.circled for cell in range(len(CELLS))])
        build(self.tables, numbers, circled, result)
        return result

    def _others(self, view: Any, seat: int) -> tuple[Array, int]:
        """The other sheets (n, SHEET), at most `NEAREST` of them, and the fewest free cells on one: 0 in the last
        round, `ALONE` without any."""
        others: list[Sheet] = [sheet for i, sheet in enumerate(view.sheets) if i != seat]
        fewest = 0 if view.final else min((sheet.grid.count(0) for sheet in others), default=ALONE)
        others.sort(key=lambda sheet: (sheet.grid.count(0) != fewest, -len(sheet.circled)))
        return np.array([self._sheet(other) for other in others[:NEAREST]], np.int64).reshape(-1, SHEET), fewest


def ways(sheet: Sheet, actions: Sequence[str]) -> Array:
    """Ways to work off a line as `list_ways` knows them."""
    lines = list(LINES)
    result = np.zeros((len(actions), 2), np.int64)
    for way, action in zip(result, actions, strict=True):
        line, _, cells = action.partition(":")
        way[0] = sum(1 << CELL[cell] for cell in cells.split(","))
        way[1] = sum(1 << lines.index(other) for other in sheet.pending if other != line)
    return result


def evaluation(moves: Moves, k: int, score: int) -> Evaluation:
    """What a move listed is worth on a sheet with that score."""
    win = float(moves.win[k])
    return Evaluation(
        points=score + float(moves.points[k]),
        win=None if isnan(win) else win,
        exact=bool(moves.exact[k]),
        win_exact=bool(moves.win_exact[k]),
        merit=float(moves.value[k]),
    )


def exactness(worth: Mapping[str, Evaluation]) -> tuple[bool, bool]:
    """Whether it is exact what the best action scores, and how likely it wins: if that of all actions is."""
    return all(found.exact for found in worth.values()), all(found.win_exact for found in worth.values())


def choice(worth: Mapping[str, Evaluation]) -> str:
    """The first of the best actions."""
    return max(worth, key=lambda action: worth[action].merit)


def engine(game: Game[Any]) -> KnasterEngine:
    """The engine of a game.

    :raises FileNotFoundError: if its trained data is missing.
    """
    return KnasterEngine(game)
