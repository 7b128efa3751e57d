"""Comparison of actions by rollouts: the game is played out after each of them, many times, with the same dice.

The dice are common random numbers, and the luck of the dice is a control variate whose coefficients are estimated by
linear regression (Kroese, Taimre and Botev, "Handbook of Monte Carlo Methods", 9.3 and 9.4). Both remove noise from the
difference between the actions.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import fsum, sqrt
from random import Random
from typing import Any, NamedTuple

from knobel.bots.levels import best_action
from knobel.core import Chance, Game, Illegal, Move, Over, Reason, Roll
from knobel.dice import FACES
from knobel.engines import Effort, Engine, engine
from knobel.engines.engine import final_evaluation

POLICY: Effort = "strong"
"""Effort of all decisions in rollouts. All seats play for points."""
LUCK_EFFORT: Effort = "quick"
"""Effort of the values by which luck is measured. Its mean is 0 for any values, so accuracy only reduces noise."""
WITHOUT_LUCK = frozenset({"kniffeliger"})
"""Games in which other seats change the score so much that the luck of the dice removes less noise than it costs."""
TIE_NOISE = 0.05
"""Size of the errors of other seats, in points: without them, seats with equal sheets would play alike and tie."""
MAX_DICE = 5
"""Number of dice that are drawn for each throw; a throw of fewer dice uses the first of them."""
MIN_SAMPLES = 12
"""Number of samples from which a standard error is estimated."""
MAX_SAMPLES = 2000
"""Number of samples after which a comparison ends."""
PRECISE_POINTS, PRECISE_WIN = 0.025, 0.0025
"""Standard errors of the differences, in points and in probability, below which a comparison ends."""
VARIABLES, KNOWN = 7, 3
"""The number of variables of a sample (`Totals`), and of the first ones whose means are known: 1 and the luck."""
SMALLEST_REST = 1e-10
"""Share of a sum of squares beneath which what remains of it is rounding."""
QUANTILES = (0.1, 0.5, 0.9)
"""Quantiles of final scores that are reported."""


class Outcome(NamedTuple):
    """The end of a game that was played out, for one seat: its final score, its share of the victory, its luck.

    The luck, in points, is the sum over the rolls of the seat's expected score after the roll, less that before it.
    """

    score: int
    win: float
    luck: float


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over samples, and its standard error.

    The standard error of few samples is larger by a factor, so that 1.96 standard errors always are an interval of
    95 %. It is 0 if all samples are equal and cannot differ.
    """

    mean: float
    uncertainty: float


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """Result of rollouts for an action: the final score, its `QUANTILES`, and the probability of winning.

    `win` is None at a table with one seat.
    """

    action: str
    points: Estimate
    quantiles: tuple[int, ...]
    win: Estimate | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Actions after a number of samples; the differences are those of the first action from the second.

    A difference is more accurate than its two terms, because both actions meet the same dice.
    """

    samples: int
    actions: tuple[PlayedOut, ...]
    points: Estimate
    win: Estimate | None

    @property
    def precise(self) -> bool:
        """True if more samples would not change the displayed result."""
        precise_win = self.win is None or self.win.uncertainty < PRECISE_WIN
        return self.points.uncertainty < PRECISE_POINTS and precise_win


@dataclass(slots=True)
class Totals:
    """Sums over samples, from which a comparison is computed, as plain data.

    `moments`: the sums of all products of two of the variables 1, then for each action its luck, its score, its win.
    `scores`: for each action, the number of samples with each final score.
    """

    samples: int = 0
    moments: list[list[float]] = field(default_factory=list)
    scores: list[dict[int, int]] = field(default_factory=list)


class Rollouts:
    """A comparison of two actions in progress.

    Sample `k` depends only on the position, the seed and `k`, so that a comparison can be continued from its totals in
    another process.
    """

    def __init__(
        self,
        game: Game[Any],
        state: Any,
        seat: int,
        actions: Sequence[str],
        seed: int = 0,
        totals: Totals | None = None,
    ) -> None:
        """:param state: the position; only the part that the seat may see is used.
        :param totals: the sums of earlier samples.
        :raises Illegal: if the seat may not decide now, or may not choose one of the actions.
        :raises ValueError: unless there are two different actions.
        """
        if len(set(actions)) != 2 or len(actions) != 2:
            raise ValueError(f"two different actions are compared, not {', '.join(actions)}")
        game.check_mover(state, seat)
        legal = game.legal(state, seat)
        for action in actions:
            if action not in legal:
                raise Illegal(Reason.UNKNOWN_ACTION, f"{action!r} is not legal here")
        self.game: Game[Any] = game
        self.seat: int = seat
        self.actions: tuple[str, ...] = tuple(actions)
        self.seed: int = seed
        self.state: Any = reopened(game, state, seat)
        self.totals: Totals = totals or Totals()

    def step(self) -> None:
        """Add a sample."""
        number, totals = self.totals.samples, self.totals
        outcomes = [play_out(self.game, self._after(action), self.seat, (self.seed, number)) for action in self.actions]
        luck, scores, wins = zip(*((each.luck, each.score, each.win) for each in outcomes), strict=True)
        row = (1.0, *luck, *scores, *wins)
        before = totals.moments or [[0.0] * len(row) for _ in row]
        totals.moments = [
            [old + a * b for old, b in zip(line, row, strict=True)] for line, a in zip(before, row, strict=True)
        ]
        totals.scores = totals.scores or [{} for _ in self.actions]
        for counted, score in zip(totals.scores, scores, strict=True):
            counted[score] = counted.get(score, 0) + 1
        totals.samples += 1

    def _after(self, action: str) -> Any:
        return self.game.apply(self.state, Move(self.seat, action))

    def comparison(self) -> Comparison:
        """Return the comparison by the samples so far, which must be at least `MIN_SAMPLES`."""
        several, moments = self.game.seats(self.state) > 1, self.totals.moments
        (*points, win, other_win) = (tuple(float(i == at) for i in range(VARIABLES)) for at in range(KNOWN, VARIABLES))
        wins = win, other_win
        return Comparison(
            self.totals.samples,
            tuple(
                PlayedOut(
                    action,
                    estimate(moments, points[i]),
                    quantiles(self.totals.scores[i]),
                    share(moments, wins[i]) if several else None,
                )
                for i, action in enumerate(self.actions)
            ),
            estimate(moments, difference(*points)),
            share(moments, difference(*wins)) if several else None,
        )


def compare_by_rollouts(
    game: Game[Any], state: Any, seat: int, actions: Sequence[str], seed: int = 0, max_samples: int = MAX_SAMPLES
) -> Iterator[Comparison]:
    """Yield comparisons of two actions, each with one sample more than the previous one, until the result is precise.

    >>> import knobel
    >>> from knobel import coach
    >>> game = knobel.make("knister")
    >>> state = game.apply(game.start(seats=1), knobel.Roll((3, 4)))
    >>> *_, found = coach.compare_by_rollouts(game, state, 0, ["a1", "c3"], max_samples=20)
    >>> found.samples, found.points.mean > 0
    (20, True)

    :param state: the position; only the part that the seat may see is used.
    :param seed: selects the dice.
    :param max_samples: at least `MIN_SAMPLES`; the first comparison has that many.
    :raises Illegal: if the seat may not decide now, or may not choose one of the actions.
    :raises ValueError: unless there are two different actions.
    """
    rollouts = Rollouts(game, state, seat, actions, seed)
    while rollouts.totals.samples < max_samples:
        rollouts.step()
        if rollouts.totals.samples >= MIN_SAMPLES:
            found = rollouts.comparison()
            yield found
            if found.precise:
                return


def reopened(game: Game[Any], state: Any, seat: int) -> Any:
    """Return the position as a seat sees it, in which other seats enter again if their entries are hidden."""
    view = game.view(state, seat)
    return replace(view, waiting=tuple(range(game.seats(view)))) if game.simultaneous else view


def play_out(game: Game[Any], state: Any, seat: int, seed: tuple[int, ...]) -> Outcome:
    """Play a game to its end and return the outcome for a seat.

    The dice of a throw depend only on the seed, the round, the seat that throws and the number of its earlier throws in
    this round. So they are the same after different actions. The same applies to the errors of other seats.
    """
    thinking, throws, luck = engine(game), Counter[tuple[int, int]](), 0.0
    while not isinstance(turn := game.turn(state), Over):
        mover = turn.seat if isinstance(turn, Chance) else turn.seats[0]
        place = mover, game.info(state).get("round", 0)
        # A hash of numbers would depend on the machine.
        rng = Random(repr((*seed, *place, throws[place])))
        if isinstance(turn, Chance):
            throws[place] += 1
            dice = tuple(islice(rng.choices(FACES, k=max(MAX_DICE, turn.dice)), turn.dice))
            rolled = game.apply(state, Roll(dice if game.ordered_dice else tuple(sorted(dice))))
            if game.name not in WITHOUT_LUCK and (game.simultaneous or turn.seat == seat):
                luck += expected(thinking, game, rolled, seat) - expected(thinking, game, state, seat)
            state = rolled
            continue
        actions = game.legal(state, mover)
        if len(actions) > 1:
            evaluations = thinking.evaluate(game.view(state, mover), mover, POLICY, "points")
            actions = (best_action(evaluations, 0.0 if mover == seat else TIE_NOISE, rng),)
        state = game.apply(state, Move(mover, actions[0]))
    win = final_evaluation(turn.scores, seat).win
    assert win is not None, "the game is over"
    return Outcome(turn.scores[seat], win, luck)


def expected(thinking: Engine, game: Game[Any], state: Any, seat: int) -> float:
    """Return the expected final score of a seat, by which its luck is measured."""
    return thinking.expect(game.view(state, seat), seat, LUCK_EFFORT, "points").points


def difference(one: Sequence[float], other: Sequence[float]) -> tuple[float, ...]:
    """Return the difference of two linear combinations."""
    return tuple(a - b for a, b in zip(one, other, strict=True))


def estimate(moments: Sequence[Sequence[float]], target: Sequence[float]) -> Estimate:
    """Return the mean of a linear combination of the variables, without the part that luck explains.

    It is the intercept of the regression on the luck after each action, whose mean is known to be 0.

    :param moments: (7, 7), see `Totals`.
    :param target: (7) the coefficients of the linear combination.
    """
    crossed = [fsum(a * b for a, b in zip(line, target, strict=True)) for line in moments]
    squares = fsum(a * b for a, b in zip(crossed, target, strict=True))
    table = [[*moments[i][:KNOWN], crossed[i]] for i in range(KNOWN)] + [[*crossed[:KNOWN], squares]]
    for known in range(KNOWN):
        # Luck that is known from the variables before it, or always 0, explains nothing more.
        if table[known][known] > SMALLEST_REST * moments[known][known]:
            sweep(table, known)
        else:
            table[known] = [0.0] * len(table)
    freedom = max(round(moments[0][0]) - KNOWN, 1)
    mean, left, factor = table[0][KNOWN], table[KNOWN][KNOWN], table[0][0]
    # Beneath this share, what is left is rounding.
    variance = left / freedom * factor if left > SMALLEST_REST * squares else 0.0
    return Estimate(mean, small_sample_factor(freedom) * sqrt(max(variance, 0.0)))


def sweep(table: list[list[float]], at: int) -> None:
    """Add a variable to the regression of the others, in place.

    Source: Goodnight, "A Tutorial on the SWEEP Operator", 1979. Among the swept variables the table becomes the inverse
    of their moments, beside them the coefficients, and elsewhere the unexplained moments.
    """
    pivot = table[at][at]
    table[at] = [value / pivot for value in table[at]]
    for i, line in enumerate(table):
        if i != at:
            factor = line[at]
            table[i] = [value - factor * other for value, other in zip(line, table[at], strict=True)]
            table[i][at] = -factor / pivot
    table[at][at] = 1 / pivot


def share(moments: Sequence[Sequence[float]], target: Sequence[float]) -> Estimate:
    """Return a mean of shares of victories. Equal samples do not prove that the next sample is equal."""
    found = estimate(moments, target)
    known, unknown = found.uncertainty, 1 / (moments[0][0] + 2)
    return replace(found, uncertainty=sqrt(known * known + unknown * unknown))


def small_sample_factor(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t distribution divided by that of the normal distribution.

    Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5.
    """
    return 1 + 1.21 / freedom + 1.44 / freedom**2 + 1.3 / freedom**3


def quantiles(scores: dict[int, int]) -> tuple[int, ...]:
    """Return the `QUANTILES` of final scores."""
    ordered = sorted(Counter(scores).elements())
    return tuple(ordered[min(int(each * len(ordered)), len(ordered) - 1)] for each in QUANTILES)
