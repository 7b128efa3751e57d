"""Environments for reinforcement learning: Gymnasium for one player, PettingZoo for all seats. Optional: `rl`.

>>> import gymnasium
>>> import knobel.envs
>>> env = gymnasium.make("knobel/Knister-v1")
>>> observation, info = env.reset(seed=1)
>>> int(info["action_mask"].sum())
25

All play by the rules of `knobel.games`, show what `knobel.encodings` shows a seat, and reward alike (`Reward`).
"""

from knobel.core import BadSetup
from knobel.encodings import ENCODED
from knobel.extras import how_to_install

try:
    import gymnasium as _gymnasium
except ImportError as error:
    raise BadSetup(f"environments need Gymnasium: {how_to_install('rl')}") from error

from knobel.envs.play import Reward
from knobel.envs.single import KnobelEnv
from knobel.envs.steppers import STEPPED
from knobel.games import GAMES

__all__ = ["KnobelEnv", "Reward", "env_id", "register"]


def env_id(game: str) -> str:
    """The name by which `gymnasium.make` knows a game."""
    return f"knobel/{GAMES[game].__name__}-v1"


def register() -> None:
    """Tell Gymnasium of all games that have an encoding, once."""
    for game in ENCODED:
        if env_id(game) not in _gymnasium.registry:
            vector = "knobel.envs.vector:KnobelVectorEnv" if game in STEPPED else None
            single = "knobel.envs.single:KnobelEnv"
            _gymnasium.register(env_id(game), single, kwargs={"game": game}, vector_entry_point=vector)


register()
