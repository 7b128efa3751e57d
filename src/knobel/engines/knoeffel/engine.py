"""The Knöffel engine, which evaluates positions and actions on solved columns (`knobel.engines.knoeffel.solve`).

For columns played alone in sequence this is optimal. Columns that can be filled in any order are worth more together
than apart; that gain is estimated from pairs of columns. The effort `master` looks one turn further ahead, which
corrects part of the error of the estimate.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from math import sqrt
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from knobel.core import Game
from knobel.engines.engine import POINT_WEIGHT, Aim, Effort, Evaluation
from knobel.engines.knoeffel.tables import ColumnTables, Learned, Plan, are_prepared, preparation, variant_tables
from knobel.engines.knoeffel.variants import sheet_options, variant_of
from knobel.engines.shared.memory import Memory
from knobel.engines.shared.memory_engine import MemoryEngine
from knobel.games.combinations import ROLLS as THROWS
from knobel.games.joker import EXTRA_POINTS
from knobel.games.knoeffel import FIELDS, KNOEFFEL, Column, Knoeffel, State, upper_sum

Sheet: TypeAlias = tuple[Column, ...]
MAX_CACHED_TURNS = 32
"""Maximum number of cached look-aheads; one takes up to 0.2 MB."""
MAX_CACHED_EVALUATIONS = 4
"""Maximum number of positions and aims whose evaluations are cached."""


class Choices(NamedTuple):
    """A plan (`knoeffel.tables.Plan`) as lists."""

    ends: list[list[list[float]]]
    keeps: list[list[float]]


class Turn(NamedTuple):
    """The look-ahead for a seat's next turn.

    `points` are the choices by the values that choose, `expected` the points that these are expected to score. `means`
    and `variances` of final scores after each end of the turn are for kernels. `estimated`: options of the rules are
    estimated.
    """

    points: Choices
    expected: Choices
    means: Any
    variances: Any
    estimated: bool


class KnoeffelEngine(MemoryEngine):
    """Looks ahead to the end of the turn; `master` looks ahead one more turn.

    Values of columns are stored in steps of 1/250 of a point, so exact `points` have an error of at most 0.002 for each
    column. Points are exact if every sheet at the end of the look-ahead has only one open column: always with
    `columns=1` and `sequential`, and when few fields are left. With `knoeffel` set to `player`, or `free_rolls` to a
    value other than `column`, they are exact for the last open column. The probability of winning is exact, to 1e-4,
    for two seats on the last turn.
    """

    noise_scales = MappingProxyType(
        {"beginner": 12.5, "casual": 8.4, "intermediate": 6.4, "advanced": 3.8, "expert": 2.25}
    )

    def __init__(self, game: Knoeffel, memory: Memory | None = None) -> None:
        """Create the engine of a game.

        :param memory: kernels and trained data to use in place of the usual ones.
        """
        super().__init__(game, memory)
        self.options = sheet_options(game)
        self.variant = variant_of(game)

    @property
    def tables(self) -> ColumnTables:
        """The tables of the variant, unpacked or solved on first use."""
        return variant_tables(self.memory, self.variant)

    @property
    def is_prepared(self) -> bool:
        """True if the tables of the variant are unpacked or solved."""
        return are_prepared(self.memory, self.variant)

    def preparation(self) -> Iterator[float]:
        """Unpack or solve the tables of the variant in steps, see `MemoryEngine`."""
        return preparation(self.memory, self.variant)

    def evaluate(
        self, view: State, seat: int, effort: Effort = "master", aim: Aim = "points", rng: Random | None = None
    ) -> dict[str, Evaluation]:
        """Return the evaluation of each action, see `Engine`."""
        return dict(self._cached_evaluations(view, seat, effort, aim if len(view.sheets) > 1 else "points"))

    @cached_property
    def _cached_evaluations(self) -> Callable[[State, int, Effort, Aim], dict[str, Evaluation]]:
        """The cached evaluation. A review asks for a position after its roll and again for the decision."""
        return lru_cache(MAX_CACHED_EVALUATIONS)(self._evaluate)

    def _evaluate(self, view: State, seat: int, effort: Effort, aim: Aim) -> dict[str, Evaluation]:
        if aim == "win":
            return self._evaluate_to_win(view, seat, effort)
        turn, actions = self.turn(view.sheets[seat], effort), self.game.legal(view, seat)
        exact = self.is_exact(turn, view.sheets[seat], effort)
        choosing = self.plan_values(turn.points, view, actions)
        expected = choosing if turn.expected is turn.points else self.plan_values(turn.expected, view, actions)
        # No choice is expected to score more than the one that the engine would make.
        most = expected[choosing.index(max(choosing))]
        return {
            action: Evaluation(min(point, most), None, exact=exact, win_exact=False, merit=merit)
            for action, point, merit in zip(actions, expected, choosing, strict=True)
        }

    def _evaluate_to_win(self, view: State, seat: int, effort: Effort) -> dict[str, Evaluation]:
        evaluations, win_exact = self._cached_evaluations(view, seat, effort, "points"), is_win_exact(view, seat)
        merits = self.plan_values(self.plan_to_win(view.sheets, seat, effort), view, evaluations)
        win_certain = win_exact and not any(turns_left(each) for i, each in enumerate(view.sheets) if i != seat)
        return {
            action: Evaluation(
                found.points,
                remove_point_weight(merit, found.points),
                exact=found.exact,
                win_exact=win_exact,
                merit=merit,
                win_certain=win_certain,
            )
            for (action, found), merit in zip(evaluations.items(), merits, strict=True)
        }

    def expect_roll(self, view: State, seat: int, effort: Effort, aim: Aim) -> Evaluation:
        """Return the evaluation before a roll.

        While another seat has its turn, this is the value of the seat's sheet before its next turn.
        """
        sheet, win = view.sheets[seat], None
        if all(column.full for column in sheet):
            return self.expect_full(view, seat, aim)
        turn = self.turn(sheet, effort)
        points = value_before_roll(self.numbers, turn.expected, view, seat)
        if aim == "win" and len(view.sheets) > 1:
            merit = value_before_roll(self.numbers, self.plan_to_win(view.sheets, seat, effort), view, seat)
            win = remove_point_weight(merit, points)
        exact = self.is_exact(turn, sheet, effort)
        return Evaluation(points, win, exact=exact, win_exact=is_win_exact(view, seat), merit=points)

    def expect_full(self, view: State, seat: int, aim: Aim) -> Evaluation:
        """Return the evaluation of a full sheet while other seats still play."""
        points = self.game.score(view, seat)
        if aim == "points":
            return Evaluation(points, None, exact=True, win_exact=False, merit=points)
        chances, wins, smooth = self.beat_others(view.sheets, seat, "quick"), *self.winning
        chance = self.memory.kernels.win_with(wins, *chances, smooth, float(points))
        win_exact = len(view.sheets) == 2 and not view.rolls
        return Evaluation(points, chance, exact=True, win_exact=win_exact, merit=points)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each keep, by the faces of its dice."""
        found: dict[str, int] = self.memory.arguments["keep_numbers"]
        return found

    @cached_property
    def turn(self) -> Callable[[Sheet, Effort], Turn]:
        """The look-ahead for a seat's turn, cached because the columns do not change during it."""
        return lru_cache(maxsize=MAX_CACHED_TURNS)(self._turn)

    def _turn(self, sheet: Sheet, effort: Effort) -> Turn:
        """Return the look-ahead for a turn.

        The points that choices are expected to score are not used to choose, because the best of several estimates is
        overestimated; with more than three columns the values used to choose are therefore cautious, and too low for
        badly filled sheets. With two columns the learned overestimate is subtracted.
        """
        memory, kernels, tables = self.memory, self.memory.kernels, self.tables
        shape, deep, of_sheet = self.shape_of_ends(sheet), effort == "master", memory.arguments["sheet"]
        numbers, moments = memory.integers(column_numbers(sheet)), memory.zeros("float64", 1, 2)
        plan, variances = Plan.empty(memory, *shape), memory.zeros("float64", *shape)
        estimated = kernels.expect_seats(tables, self.options, numbers, of_sheet, moments)

        def value_ends(learned: Learned, ends: Any, *, deepened: bool = False) -> None:
            kernels.value_ends(tables, learned, self.options, numbers, of_sheet, int(deepened), ends, variances)

        value_ends(tables.choosing, plan.ends)
        if deep:
            kernels.deepen(tables, of_sheet, memory.arguments["lanes"], plan.ends)
        expected, columns = plan, shape[0]
        if columns == 2 or columns > 3:
            expected = Plan.empty(memory, *shape)
            value_ends(tables.expecting, expected.ends, deepened=deep and columns == 2)
        self.plan_turn(plan, expected)
        points = choices(plan)
        return Turn(points, points if expected is plan else choices(expected), plan.ends, variances, estimated)

    def plan_turn(self, plan: Plan, valued: Plan) -> None:
        """Compute the values of keeps by the ends of a plan, and those of its choices by other values of the ends."""
        tables = self.tables
        self.memory.kernels.plan_turn(tables.outcomes.of, tables.dice, self.memory.arguments["turn"], plan, valued)

    @cached_property
    def plan_to_win(self) -> Callable[[tuple[Sheet, ...], int, Effort], Choices]:
        """The choices of a seat in its turn with their probabilities of winning, cached like `turn`."""
        return lru_cache(maxsize=MAX_CACHED_TURNS)(self._plan_to_win)

    def _plan_to_win(self, sheets: tuple[Sheet, ...], seat: int, effort: Effort) -> Choices:
        turn, chances, (wins, smooth) = (
            self.turn(sheets[seat], effort),
            self.beat_others(sheets, seat, effort),
            self.winning,
        )
        plan = Plan.empty(self.memory, *self.shape_of_ends(sheets[seat]))
        self.memory.kernels.value_wins(wins, *chances, smooth, turn.means, turn.variances, plan.ends)
        self.plan_turn(plan, plan)
        return choices(plan)

    @property
    def winning(self) -> tuple[Any, Any]:
        """Data for kernels that compute the probability of winning."""
        return self.memory.arguments["wins"], self.memory.arguments["smooth"]

    def beat_others(self, sheets: Sequence[Sheet], seat: int, effort: Effort) -> tuple[Any, int, int]:
        """Return the chances of final scores to beat all other seats, for kernels: the first score, and the number.

        Seats with one turn left play it to win, if there are few of them.
        """
        memory, arguments, limits = self.memory, self.memory.arguments, self.memory.arguments["winning"]
        others = [sheet for i, sheet in enumerate(sheets) if i != seat]
        moments = memory.zeros("float64", len(others), 2)
        numbers = memory.integers([number for sheet in others for number in column_numbers(sheet)])
        memory.kernels.expect_seats(self.tables, self.options, numbers, arguments["sheet"], moments)
        around = [(mean, limits["range_sd"] * sqrt(variance)) for mean, variance in moments.tolist()]
        first = int(min(mean - spread for mean, spread in around)) - 1
        end = int(max(mean + spread for mean, spread in around)) + 2
        count = min(end - first, limits["most_scores"])
        chances = memory.zeros("float64", min(len(others) // 2 + 1, limits["most_ties"]), count)
        for i, (sheet, (mean, variance)) in enumerate(zip(others, moments.tolist(), strict=True)):
            if turns_left(sheet) == 1 and len(others) <= limits["most_exact"]:
                self.beat_last_turn(self.turn(sheet, effort).means, first, count, i, chances)
            else:
                memory.kernels.beat_score(arguments["wins"], first, count, mean, variance, i, chances)
        return chances, first, count

    def beat_last_turn(self, means: Any, first: int, count: int, seat: int, chances: Any) -> None:
        """Multiply the chances of final scores by those to beat a seat that plays its last turn to beat them."""
        arguments, tables = self.memory.arguments, self.tables
        scratch = arguments["wins"], arguments["lanes"], arguments["last_turn"]
        kernel = self.memory.kernels.beat_last_turn
        kernel(tables.outcomes.of, tables.dice, *scratch, means, first, count, seat, chances)

    def shape_of_ends(self, sheet: Sheet) -> tuple[int, int, int]:
        """Return the shape of the ends of a turn: open columns, outcomes, and without and with a free roll to pay."""
        return len(self.open_columns(sheet)), len(self.tables.outcomes.field), 2

    def open_columns(self, sheet: Sheet) -> list[int]:
        """Return the columns open to entries: under these rules the first columns that are not full."""
        not_full = [i for i, column in enumerate(sheet) if not column.full]
        return not_full[:1] if self.options.sequential else not_full

    def is_exact(self, turn: Turn, sheet: Sheet, effort: Effort) -> bool:
        """True if every sheet that is looked ahead to has at most one open column, and no option is estimated."""
        entries = 2 if effort == "master" else 1
        return not turn.estimated and (len(self.open_columns(sheet)) == 1 or turns_left(sheet) - entries < 2)

    def plan_values(self, plan: Choices, view: State, actions: Iterable[str]) -> list[float]:
        """Return the values in a plan of the actions of the seat to decide."""
        open_columns, paid = self.open_columns(view.sheets[view.seat]), int(view.rolls > THROWS)
        roll = self.numbers["".join(map(str, view.dice))] - len(plan.keeps[0])
        outcomes, values = self.tables.outcomes.of[roll].tolist(), []
        for action in actions:
            field, _, column = action.partition(".")
            if column:
                ends = plan.ends[open_columns.index(int(column) - 1)]
                values.append(ends[outcomes[FIELDS.index(field)]][paid])
            else:
                values.append(plan.keeps[view.rolls][self.numbers[action[1:]]])
        return values


def value_before_roll(numbers: dict[str, int], plan: Choices, view: State, seat: int) -> float:
    """Return the value of the turn that the seat is about to begin, or in which it is about to roll."""
    if view.seat == seat:
        return plan.keeps[view.rolls][numbers["".join(map(str, view.kept))]]
    return plan.keeps[0][0]


def choices(plan: Plan) -> Choices:
    """Return a plan as lists."""
    return Choices(plan.ends.tolist(), plan.keeps.tolist())


def column_numbers(columns: Iterable[Column]) -> list[int]:
    """Return columns for kernels, see `knoeffel.turn_plans`."""
    numbers = list[int]()
    for column in columns:
        numbers.append(sum(1 << i for i, points in enumerate(column.points) if points is not None))
        numbers.append(int(bool(column.points[KNOEFFEL])))
        numbers.append(upper_sum(column))
        numbers.append(column.free_rolls_used)
        numbers.append(sum(points or 0 for points in column.points) + EXTRA_POINTS * column.extra_jokers)
    return numbers


def turns_left(sheet: Sheet) -> int:
    """Return the number of free fields of a sheet."""
    return sum(column.points.count(None) for column in sheet)


def is_win_exact(view: State, seat: int) -> bool:
    """True if this is the seat's last turn, and the other seat's last turn is played against its score."""
    return len(view.sheets) == 2 and view.seat == seat and turns_left(view.sheets[seat]) == 1


def remove_point_weight(merit: float, points: float) -> float:
    """Return the probability of winning, given a merit that also contains `POINT_WEIGHT` for each point."""
    return min(max(merit - POINT_WEIGHT * points, 0.0), 1.0)


def engine(game: Game[Any]) -> KnoeffelEngine:
    """Return the engine of a game."""
    assert isinstance(game, Knoeffel), "this is about Knöffel only"
    return KnoeffelEngine(game)
