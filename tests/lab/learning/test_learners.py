"""A learner that resumes from a checkpoint learns the same as an uninterrupted one, in every learned game."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from knobel.engines.shared.arrays import Array
from knobel_lab.learning import learned_games, learner
from knobel_lab.learning.training import train

pytestmark = pytest.mark.slow

GAMES = 90


def learned(game: str, path: Path, *stops: int) -> Mapping[str, Array]:
    """Return the weights after the last of that many games, with a new learner after each stop."""
    for games in stops:
        learns = learner(game, seed=3)
        train(learns, path, games, block=20, resume=True)
    return learns.state()


@pytest.mark.parametrize("game", learned_games())
def test_a_resumed_run_ends_the_same(game: str, tmp_path: Path) -> None:
    undisturbed = learned(game, tmp_path / "undisturbed.npz", GAMES)
    resumed = learned(game, tmp_path / "resumed.npz", 25, 26, GAMES)
    assert undisturbed.keys() == resumed.keys()
    assert all(np.array_equal(undisturbed[name], resumed[name]) for name in undisturbed)
    assert (tmp_path / "undisturbed.npz").read_bytes() == (tmp_path / "resumed.npz").read_bytes()
