"""The Knaster engine: learned values, a search over coming rolls, and the probability of winning."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from math import isnan
from random import Random
from types import MappingProxyType
from typing import Any

from knobel.core import Decide, Game, Move, Over
from knobel.engines.engine import Aim, Effort, Evaluation, best_evaluation, final_evaluation
from knobel.engines.shared.memory import Memory
from knobel.engines.shared.memory_engine import MemoryEngine
from knobel.games.grid import CELL, CELLS, LINES
from knobel.games.knaster import Sheet


class KnasterEngine(MemoryEngine):
    """Evaluates actions by a search on learned values, in points or, towards the end, by the probability of winning.

    Points are exact in the last round, and where the action fills the grid so that one roll remains. The probability of
    winning is exact in the last roll, and before it within the limits described in `engines.knaster.winning`, against
    opponents who play by value. Earlier it is an estimate, and merits are points.
    """

    noise_scales: Mapping[str, float] = MappingProxyType(
        {"beginner": 1.95, "casual": 1.6, "intermediate": 1.35, "advanced": 1.15, "expert": 1.05}
    )

    def __init__(self, game: Game[Any], memory: Memory | None = None) -> None:
        """Create the engine of a game.

        :param memory: kernels and trained data to use in place of the usual ones.
        """
        super().__init__(game, memory)
        self._searched: tuple[Any, int, Effort] | None = None
        """The position whose moves are in memory, evaluated by points: to win, they need not be searched again."""

    @property
    def rollouts(self) -> Mapping[Effort, Any]:
        """The search state for kernels, by effort; all efforts share the same memory."""
        found: Mapping[Effort, Any] = self.memory.arguments["rollouts"]
        return found

    def sheets(self, *sheets: Sheet) -> Any:
        """Return sheets for kernels."""
        memory = self.memory
        numbers = memory.integers([number for sheet in sheets for number in sheet.grid])
        circled = memory.integers([sum(1 << cell for cell in sheet.circled) for sheet in sheets])
        filled = memory.zeros("sheet", len(sheets))
        memory.kernels.fill_sheets(self.tables, numbers, circled, filled)
        return filled

    def evaluate(
        self, view: Any, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """Return the evaluation of each action, see `Engine`."""
        return dict(self._cached_evaluations(view, seat, effort, self._moves_to_win(effort) if aim == "win" else 0))

    @cached_property
    def _cached_evaluations(self) -> Callable[[Any, int, Effort, int], dict[str, Evaluation]]:
        """The cached evaluation, by the number of moves that are compared by the probability of winning."""
        return lru_cache(maxsize=4)(self._evaluate_moves)

    def _evaluate_moves(self, view: Any, seat: int, effort: Effort, win: int) -> dict[str, Evaluation]:
        rollouts, actions = self.rollouts[effort], self.game.legal(view, seat)
        sheets, fewest = self._sheets(view, seat)
        kernels, pending = self.memory.kernels, view.sheets[seat].pending
        # The index of the sum among all sums, the lowest of which is the number of dice.
        total = sum(view.dice) - len(view.dice)
        if pending:
            names = dict(enumerate(actions))
        else:
            names = {CELL[a.removesuffix("o")] + len(CELLS) * a.endswith("o"): a for a in actions if a != "pass"}
        if self._searched != (view, seat, effort):
            if pending:
                ways = self.memory.integers(encode_circlings(actions, pending))
                kernels.evaluate_ways(rollouts, sheets[0], ways, fewest)
            else:
                kernels.evaluate_moves(rollouts, sheets[0], fewest, total)
        self._searched = None if win else (view, seat, effort)
        if win and len(sheets) > 1:
            own = view.sheets[seat].grid.count(0) + bool(pending)
            kernels.evaluate_wins(rollouts, own, sheets[1:], fewest, total, win)
        everybody = len(sheets) == len(view.sheets)
        return collect_evaluations(rollouts.search.moves, names, self.game.score(view, seat), everybody=everybody)

    def expect_roll(self, view: Any, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation before a roll or while other seats decide.

        Seats that still have to move in this round are assumed to fill cells at the rate that the search assumes; for
        the probability of winning they move by value. That probability is computed by the effort `master`, or in the
        last roll. It is an estimate (`engines.knaster.winning`) until few cells are free.
        """
        before, is_open = view.before, bool(view.waiting)
        view = self._close_round(view)
        turn = self.game.turn(view)
        if isinstance(turn, Over):
            return final_evaluation(turn.scores, seat)
        company = aim == "win" and len(view.sheets) > 1
        to_come, chance, exact, win_exact = self._value_before_roll(view, seat, effort, to_win=company and view.final)
        if is_open and 0 in view.sheets[seat].grid:
            fewest = self._fewest_elsewhere(before, seat)
            (_, to_come), exact = self._value_by_pace(view.sheets[seat], fewest, effort), False
        points, win = self.game.score(view, seat) + to_come, None
        if company and view.final:
            win = chance
        elif company and effort == "master":
            win = self._win_probability_before_roll(view, seat)
        return Evaluation(points, win, exact, win_exact, points)

    def _value_before_roll(
        self, view: Any, seat: int, effort: Effort, *, to_win: bool
    ) -> tuple[float, float, bool, bool]:
        """Return the points to come and the probability of winning, and whether they are exact.

        They are means over the rolls of the value of the best action by `evaluate`.
        """
        if not to_win:
            return self._cached_points_to_come(view.sheets[seat], self.fewest_left(view, seat), effort)
        self._searched = None
        sheets, fewest = self._sheets(view, seat)
        to_come, chance, exact, win_exact = self.memory.kernels.value_before_roll(
            self.rollouts[effort], sheets[0], sheets[1:], fewest, self._moves_to_win(effort)
        )
        return to_come, chance, exact, win_exact and len(sheets) == len(view.sheets)

    @cached_property
    def _cached_points_to_come(self) -> Callable[[Sheet, int, Effort], tuple[float, float, bool, bool]]:
        """The cached values before a roll, by the fewest free cells elsewhere, without the probability of winning.

        A review asks for the same sheets several times.
        """
        return lru_cache(maxsize=64)(self._points_to_come)

    def _points_to_come(self, sheet: Sheet, fewest: int, effort: Effort) -> tuple[float, float, bool, bool]:
        self._searched = None
        own, kernel = self.sheets(sheet), self.memory.kernels.value_before_roll
        found: tuple[float, float, bool, bool] = kernel(self.rollouts[effort], own[0], own[1:], fewest, 0)
        return found

    def points_before_roll(self, view: Any, seat: int) -> float:
        """Return the expected final points of a seat's sheet before a roll, by values alone, independently of the roll.

        :param view: a position before the last roll in which the sheet has a free cell.
        """
        return self.game.score(view, seat) + self._value_before_roll(view, seat, "quick", to_win=False)[0]

    def round_effect(self, view: Any, seat: int) -> float:
        """Return the change of a seat's expectation caused by the other seats in the round that has just closed.

        It is the value with the actual fewest free cells on the other sheets minus the mean over the possible numbers,
        by the effort `strong`. It is 0 before the first round and while a round is open, and its mean is 0 if the
        others fill cells at the rate that the search assumes.
        """
        sheet = view.sheets[seat]
        if not view.before or view.waiting or view.over or len(view.sheets) == 1 or 0 not in sheet.grid:
            return 0.0
        before, after = self._fewest_elsewhere(view.before, seat), self._fewest_elsewhere(view.sheets, seat)
        points, mean = self._value_by_pace(sheet, before, "strong")
        return points[before - after] - mean

    def _value_by_pace(self, sheet: Sheet, fewest: int, effort: Effort) -> tuple[list[float], float]:
        """Return the points to come before a roll, without and with one free cell fewer elsewhere, and their mean."""
        share = self.memory.kernels.fill_probability(fewest)
        points = [self._cached_points_to_come(sheet, fewest - fewer, effort)[0] for fewer in range(2)]
        return points, (1 - share) * points[0] + share * points[1]

    def expect_decision(self, view: Any, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        evaluations = self.evaluate(view, seat, effort)
        points, (exact, _) = best_evaluation(evaluations).points, exactness(evaluations)
        win, win_exact = None, False
        if aim == "win" and len(view.sheets) > 1 and (view.final or effort == "master"):
            to_win = self.evaluate(view, seat, effort, "win")
            win, (_, win_exact) = best_evaluation(to_win).win, exactness(to_win)
        return Evaluation(points, win, exact, win_exact, points)

    def _close_round(self, view: Any) -> Any:
        """Return the position after all seats that still have to move in this round have moved by value."""
        while isinstance(turn := self.game.turn(view), Decide):
            seat = turn.seats[0]
            evaluations = self.evaluate(self.game.view(view, seat), seat, "quick")
            view = self.game.apply(view, Move(seat, best_action(evaluations)))
        return view

    def _win_probability_before_roll(self, view: Any, seat: int) -> float:
        """Return the probability of winning before a roll, if all seats play by value."""
        sheets, _ = self._sheets(view, seat)
        kernel = self.memory.kernels.win_probability_before_roll
        chance: float = kernel(self.rollouts["master"], sheets[0], sheets[1:])
        return chance

    def _moves_to_win(self, effort: Effort) -> int:
        """Return the number of moves that are compared by the probability of winning."""
        number: int = self.searches[effort].win
        return number

    def _sheets(self, view: Any, seat: int) -> tuple[Any, int]:
        """Return the sheets for kernels, the seat's own first, and `fewest_left`.

        Of the other sheets, as many are included as kernels have memory for.
        """
        others: list[Sheet] = [sheet for i, sheet in enumerate(view.sheets) if i != seat]
        fewest, most = self.fewest_left(view, seat), len(self.rollouts["quick"].free)
        others.sort(key=lambda sheet: (sheet.grid.count(0) != fewest, -len(sheet.circled)))
        return self.sheets(view.sheets[seat], *others[:most]), fewest

    def _fewest_elsewhere(self, sheets: Sequence[Sheet], seat: int) -> int:
        """Return the fewest free cells on the sheet of another seat, or the number that stands for no opponent."""
        none: int = self.memory.arguments["no_opponent"]
        return min((sheet.grid.count(0) for i, sheet in enumerate(sheets) if i != seat), default=none)

    def fewest_left(self, view: Any, seat: int) -> int:
        """Return the fewest free cells elsewhere when this round opened; 0 in the last round."""
        return 0 if view.final else self._fewest_elsewhere(view.sheets, seat)


def encode_circlings(actions: Sequence[str], pending: Sequence[str]) -> list[int]:
    """Return actions that circle cells of pending lines as the kernel `evaluate_ways` expects them."""
    lines, ways = list(LINES), list[int]()
    for action in actions:
        line, _, cells = action.partition(":")
        ways.append(sum(1 << CELL[cell] for cell in cells.split(",")))
        ways.append(sum(1 << lines.index(other) for other in pending if other != line))
    return ways


def collect_evaluations(moves: Any, names: Mapping[int, str], score: int, *, everybody: bool) -> dict[str, Evaluation]:
    """Return the evaluation of each action: that of the best of its listed moves, on a sheet with this score.

    :param moves: `engines.knaster.search.Moves`.
    :param names: the actions, by the number of the move; the only other move is to pass.
    :param everybody: True if all other sheets were considered.
    """
    n = int(moves.size[0])
    values = moves.value[:n].tolist()
    best_way: dict[int, int] = {}
    for k, move in enumerate(moves.move[:n].tolist()):
        other = best_way.setdefault(move, k)
        if values[k] > values[other]:
            best_way[move] = k
    points, exact = moves.points[:n].tolist(), moves.exact[:n].tolist()
    win, win_exact = moves.win[:n].tolist(), moves.win_exact[:n].tolist()
    return {
        names.get(move, "pass"): Evaluation(
            score + points[k],
            None if isnan(win[k]) else win[k],
            exact=exact[k],
            win_exact=win_exact[k] and everybody,
            merit=values[k],
        )
        for move, k in best_way.items()
    }


def exactness(evaluations: Mapping[str, Evaluation]) -> tuple[bool, bool]:
    """Return whether the points and the probability of winning of all actions are exact."""
    return all(found.exact for found in evaluations.values()), all(found.win_exact for found in evaluations.values())


def best_action(evaluations: Mapping[str, Evaluation]) -> str:
    """Return the first of the best actions."""
    return max(evaluations, key=lambda action: evaluations[action].merit)


def engine(game: Game[Any]) -> KnasterEngine:
    """Return the engine of a game."""
    return KnasterEngine(game)
