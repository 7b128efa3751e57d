"""How many steps a second the vector environment makes, beside a `SyncVectorEnv` of the single one; and beside random
play of the nearest game of pgx, 2048, and of OpenSpiel, yacht, where they are installed.

    python benchmarks/vector_env.py [--games 1 64 1024] [--seconds 2]

Actions are prepared, so that environments alone are measured: for each game a random order of all cells, which is legal
whatever the dice. Steps in which a game begins anew count for no game.
"""

import argparse
import sys
from random import Random
from time import process_time
from typing import Any

import numpy as np
from gymnasium.vector import SyncVectorEnv, VectorEnv

from knobel.engines.shared.arrays import Array
from knobel.envs import KnobelEnv
from knobel.envs.vector import KnobelVectorEnv

CELLS = 25


def prepared(count: int) -> Array:
    """Actions for a game of each, and one more that begins the next one. Shape (26, count)."""
    rng = np.random.default_rng(1)
    orders = rng.permuted(np.tile(np.arange(CELLS), (count, 1)), axis=1).T
    return np.ascontiguousarray(np.vstack([orders, np.zeros((1, count), np.int64)]))


def steps_a_second(env: "VectorEnv[dict[str, Array], Array, Array]", seconds: float) -> float:
    """Steps of a game, all games together, by processor time."""
    actions, played = prepared(env.num_envs), 0
    env.reset(seed=1)
    for action in actions:
        env.step(action)
    start = process_time()
    while process_time() - start < seconds:
        for action in actions:
            env.step(action)
        played += CELLS * env.num_envs
    return played / (process_time() - start)


def pgx_steps(count: int, seconds: float) -> float | None:
    """Steps a second of pgx's 2048, so many games at once, with masks and automatic reset; None where it is missing."""
    try:
        import jax
        import pgx
        from pgx.experimental import auto_reset
    except ImportError:
        return None
    env = pgx.make("2048")
    begin, step = jax.jit(jax.vmap(env.init)), jax.vmap(auto_reset(env.step, env.init))

    def many(state: Any, key: Any) -> Any:
        def one(state: Any, key: Any) -> Any:
            choice, chance = jax.random.split(key)
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            action = jax.random.categorical(choice, logits, axis=1)
            return step(state, action, jax.random.split(chance, count)), None

        return jax.lax.scan(one, state, jax.random.split(key, CELLS))[0]

    play, key = jax.jit(many), jax.random.PRNGKey(1)
    state = play(begin(jax.random.split(key, count)), key)
    jax.block_until_ready(state)
    played, start = 0, process_time()
    while process_time() - start < seconds:
        state = jax.block_until_ready(play(state, key))
        played += CELLS * count
    return played / (process_time() - start)


def yacht_steps(seconds: float) -> float | None:
    """Decisions a second of OpenSpiel's yacht through Python, one game at a time; None where it is missing."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, rng, played = pyspiel.load_game("yacht"), Random(1), 0
    start = process_time()
    while process_time() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                rolls, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(rolls, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                played += 1
    return played / (process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="+", default=[1, 64, 1024], help="how many games at once")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each is measured")
    arguments = parser.parse_args()
    sys.stdout.write(
        f"{'games':>6} {'kernel':>14} {'kernel, no copies':>18} {'SyncVectorEnv':>14} {'2048 of pgx':>14}\n"
    )
    for count in arguments.games:
        envs = (
            KnobelVectorEnv(count),
            KnobelVectorEnv(count, copy=False),
            SyncVectorEnv([KnobelEnv] * count),
        )
        own, shared, sync = (steps_a_second(env, arguments.seconds) for env in envs)
        peer = pgx_steps(count, arguments.seconds)
        pgx = f"{peer:>14,.0f}" if peer else f"{'-':>14}"
        sys.stdout.write(f"{count:>6} {own:>14,.0f} {shared:>18,.0f} {sync:>14,.0f} {pgx}\n")
    yacht = yacht_steps(arguments.seconds)
    if yacht:
        sys.stdout.write(f"OpenSpiel's yacht: {yacht:,.0f}\n")


if __name__ == "__main__":
    main()
