"""A reviewed decision."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from knobel.coach.assess import Choice
from knobel.coach.grades import Grade
from knobel.coach.reasons import Reason
from knobel.engines import Aim


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision between several actions.

    `played` is the action played, `best` the best choices for points. The losses, against the best choice of all, are
    in points and, if known, in winning probability. `judged_by`: the measure of the accuracy; `error`: the loss in this
    measure, against the choice `better` (None: no choice is better). `cost`: its cost in points, by which it is graded
    (`coach.grades`). `decided`: the decision could not change who wins;
    `decided_if_perfect`: it could not between perfect players.
    `unproven`: playouts leave open whether another action is better (`coach.confirmation`).
    `why`: the reasons for the better choice. `parts`: the points of the loss by theme (`coach.parts`). `quantiles`: the
    10 %, 50 % and 90 % quantiles of the final score after the action played, if all seats play well from then on.
    `round` and `throw` are where the players are: the round
    and the number of the throw in the turn (0: before the first; None: all seats enter the same roll, and a round is
    one roll). `unfit`: the themes of the loss whose rule of thumb does not fit (`coach.rules_of_thumb`).
    """

    event: int
    seat: int
    played: Choice
    best: tuple[Choice, ...]
    loss: float
    win_loss: float | None
    judged_by: Aim
    error: float
    better: Choice | None
    decided: bool
    grade: Grade
    why: tuple[Reason, ...]
    quantiles: tuple[int, int, int]
    decided_if_perfect: bool = False
    parts: Mapping[str, float] = field(default_factory=dict)
    unproven: bool = False
    cost: float = 0.0
    round: int = 0
    throw: int | None = None
    unfit: tuple[str, ...] = ()
