"""The luck of a game's rolls, without a review of its decisions.

The luck of a roll is the expected score after it, less the mean over all possible rolls. Its mean is 0, so that the
result without luck has the same mean as the points, for any errors of the evaluator. The more accurate the evaluator,
the smaller its variance. This control variate is known as advantage sum (Zinkevich et al., "Optimal Unbiased Estimators
for Evaluating Agent Performance", AAAI 2006) and as the chance terms of AIVAT (Burch et al., "AIVAT: A New Variance
Reduction Technique for Agent Evaluation in Imperfect Information Games", AAAI 2018).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from knobel.coach.expectation import expected_points
from knobel.coach.review import roll_seed, without_undone
from knobel.core import Chance, Game, Move, Roll
from knobel.engines import Effort, engine
from knobel.notation import Record


@dataclass(frozen=True, slots=True)
class LuckProgress:
    """State of an unfinished computation, as plain data.

    `done` is the number of events done, `seed` that of the rollouts, and `luck` the luck so far by seat.
    """

    done: int
    seed: int
    luck: dict[int, float]


class LuckMeter:
    """Computes the luck of some seats in a game, in points, event by event; the values are those of a review.

    >>> from knobel.notation import Record
    >>> import knobel
    >>> record = Record(knobel.make("knister"), ("Ann",), [knobel.Roll((1, 1)), knobel.Move(0, "a1")])
    >>> meter = LuckMeter(record, effort="quick")
    >>> while not meter.finished:
    ...     meter.step()
    >>> meter.luck[0] < 0
    True
    """

    def __init__(
        self,
        record: Record,
        seats: Collection[int] | None = None,
        progress: LuckProgress | None = None,
        effort: Effort = "master",
    ) -> None:
        """
        :param seats: the seats of interest, by default all.
        :param progress: where to continue an earlier computation with the same record; its seats are taken.
        """
        self.record: Record = record
        self.game: Game[Any] = record.game
        self.effort: Effort = effort
        self.events: list[tuple[int, Roll | Move]] = without_undone(record.events)
        self.done: int = 0
        self.seed: int = roll_seed(record.events)
        self.luck: dict[int, float] = dict.fromkeys(range(len(record.seats)) if seats is None else seats, 0.0)
        self.state: Any = record.game.start(len(record.seats))
        if progress is not None:
            self.done, self.seed, self.luck = progress.done, progress.seed, dict(progress.luck)
            for _, event in self.events[: self.done]:
                self.state = self.game.apply(self.state, event)

    @property
    def progress(self) -> LuckProgress:
        """The state of this computation."""
        return LuckProgress(self.done, self.seed, dict(self.luck))

    @property
    def finished(self) -> bool:
        """True if all events are done."""
        return self.done == len(self.events)

    def step(self) -> None:
        """Apply the next event, and add its luck if it is a roll."""
        (number, event), before = self.events[self.done], self.state
        self.state = self.game.apply(before, event)
        self.done += 1
        if isinstance(event, Roll):
            seed = roll_seed(self.record.events[:number])
            for seat in self.rolled_seats(before):
                expected = expected_points(self.game, before, seat, self.effort, self.seed)
                self.luck[seat] += expected_points(self.game, self.state, seat, self.effort, seed) - expected
            self.seed = seed

    def rolled_seats(self, before: Any) -> Sequence[int]:
        """Return the seats of interest for which dice are rolled."""
        turn = self.game.turn(before)
        assert isinstance(turn, Chance), "the roll was legal"
        return [seat for seat in self.luck if self.game.simultaneous or seat == turn.seat]


def luck_stamp(game: Game[Any]) -> str:
    """Return a hash of the stamp of the engine that computes the luck at a game, as 64 hexadecimal digits."""
    return sha256(engine(game).stamp.encode()).hexdigest()


def luck(record: Record, effort: Effort = "master") -> dict[int, float]:
    """Return the sum of the luck of each seat's rolls in a record, in points.

    :raises Illegal: at the first event that the rules forbid.
    """
    meter = LuckMeter(record, effort=effort)
    while not meter.finished:
        meter.step()
    return meter.luck
