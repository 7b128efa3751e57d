"""The games that are learned, by name."""

from collections.abc import Callable
from typing import NamedTuple

from knobel.solve.knapp_daneben import KnappDanebenLearner
from knobel.solve.knaster import KnasterLearner
from knobel.solve.knister import KnisterLearner
from knobel.solve.learning import Learner


class Course(NamedTuple):
    """What makes a learner from a seed, and after how many games its curve is flat."""

    learner: Callable[[int], Learner]
    games: int


COURSES: dict[str, Course] = {
    "knister": Course(KnisterLearner, 30_000_000),
    "knaster": Course(KnasterLearner, 10_000_000),
    "knapp_daneben": Course(KnappDanebenLearner, 10_000_000),
}
