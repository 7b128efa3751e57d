"""Environments for reinforcement learning: Gymnasium for one player, PettingZoo for all seats (extra `rl`).

>>> import gymnasium
>>> import knobel.envs
>>> env = gymnasium.make("knobel/Knister-v1")
>>> observation, info = env.reset(seed=1)
>>> int(info["action_mask"].sum())
25

All environments use the rules of `knobel.games`, the observations of `knobel.encodings`, and the same rewards
(`Reward`).
"""

from knobel.core import BadSetup
from knobel.encodings import ENCODED
from knobel.optional_packages import how_to_install

try:
    import gymnasium as _gymnasium
except ImportError as error:
    raise BadSetup(f"environments need Gymnasium: {how_to_install('rl')}") from error

from knobel.envs.batched import BATCHED
from knobel.envs.session import Reward
from knobel.envs.single import KnobelEnv
from knobel.games import GAMES

__all__ = ["KnobelEnv", "Reward", "env_id", "register"]


def env_id(game: str) -> str:
    """Return the id of a game for `gymnasium.make`."""
    return f"knobel/{GAMES[game].__name__}-v1"


def register() -> None:
    """Register all games that have an encoding with Gymnasium, once."""
    for game in ENCODED:
        if env_id(game) not in _gymnasium.registry:
            vector = "knobel.envs.vector:KnobelVectorEnv" if game in BATCHED else None
            single = "knobel.envs.single:KnobelEnv"
            _gymnasium.register(env_id(game), single, kwargs={"game": game}, vector_entry_point=vector)


register()
