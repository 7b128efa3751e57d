"""A learner that runs on another machine.

Training is one sequence of games, so it uses one core of the cluster. The machine that started the training stays free
and stores the checkpoints.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from knobel.engines.shared.arrays import Array
from knobel.ray_cluster import connect, work
from knobel_lab.learning import learner
from knobel_lab.learning.training import Learner


class RemoteLearner:
    """The learner of a game, in a process of a cluster (`knobel.ray_cluster.connect`)."""

    def __init__(self, game: str, seed: int, address: str) -> None:
        """Create the learner on the cluster.

        All other methods also raise BadSetup if the cluster fails.

        :raises BadSetup: if there is no cluster.
        """
        self.ray = connect(address)
        self.game, self.seed = game, seed
        self.there = self.ray.remote(num_cpus=1)(LearnerActor).remote(game, seed)
        self.stamp: str = self._get(self.there.stamp.remote())

    def learn(self, first: int, games: int) -> Array:
        scores: Array = self._get(self.there.learn.remote(first, games))
        return scores

    def state(self) -> Mapping[str, Array]:
        state: Mapping[str, Array] = self._get(self.there.state.remote())
        return state

    def restore(self, state: Mapping[str, Array]) -> None:
        self._get(self.there.restore.remote(dict(state)))

    def export(self, path: Path, games: int) -> None:
        here = learner(self.game, self.seed)
        here.restore(self.state())
        here.export(path, games)

    def _get(self, reference: Any) -> Any:
        with work(self.ray):
            return self.ray.get(reference)


class LearnerActor:
    """A learner as a Ray actor, which exposes attributes as method calls."""

    def __init__(self, game: str, seed: int) -> None:
        self.learner: Learner = learner(game, seed)

    def stamp(self) -> str:
        return self.learner.stamp

    def learn(self, first: int, games: int) -> Array:
        return self.learner.learn(first, games)

    def state(self) -> Mapping[str, Array]:
        return self.learner.state()

    def restore(self, state: Mapping[str, Array]) -> None:
        self.learner.restore(state)
