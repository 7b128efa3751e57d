"""The games that are learned, by name."""

from collections.abc import Callable

from knobel import data
from knobel.solve.knapp_daneben import KnappDanebenLearner
from knobel.solve.knaster import KnasterLearner
from knobel.solve.knister import KnisterLearner
from knobel.solve.learning import Learner, read_facts

LEARNERS: dict[str, Callable[[int], Learner]] = {
    "knister": KnisterLearner,
    "knaster": KnasterLearner,
    "knapp_daneben": KnappDanebenLearner,
}
"""What makes a learner from a seed."""


def shipped_games(game: str) -> int:
    """After how many games the data that ships was taken.

    :raises FileNotFoundError: if none ships.
    """
    return int(read_facts(data.FOLDER / f"{game}.npz")["games"])
