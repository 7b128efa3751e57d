"""What engines with trained data have in common."""

from functools import cached_property
from inspect import getfile
from pathlib import Path
from typing import Any

import numpy as np

from knobel.core import Game
from knobel.engines.shared import weights
from knobel.engines.shared.base_engine import BaseEngine
from knobel.engines.shared.compiled import source_hash
from knobel.engines.shared.data_files import fingerprint


class TrainedEngine(BaseEngine):
    """An engine with trained data, which is loaded on first use."""

    def __init__(self, game: Game[Any]) -> None:
        """Create the engine of a game.

        :raises FileNotFoundError: if the trained data is missing.
        """
        self.game = game
        self.data = weights.path(game.name)

    @cached_property
    def stamp(self) -> str:
        """The stamp, see `Engine`: a hash of the data, of the engine's sources and of the options."""
        code = source_hash(Path(getfile(type(self))).parent)
        return fingerprint([np.fromfile(self.data, np.uint8), code, *self.game.options.values()])
