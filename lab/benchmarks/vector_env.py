"""Steps a second of each game's vector environment, compared with a `SyncVectorEnv` of the single one.

It also compares random play of the most similar game of pgx, 2048, and of OpenSpiel, yacht, where they are installed.

    python -m benchmarks.vector_env [--games knister knaster ...] [--counts 1 64 1024] [--seconds 2]

Random legal actions are recorded first and then replayed with the same dice, so that only the environments are
measured. Steps that begin a new game are not counted. The last measurement is the kernel alone, without Gymnasium.
"""

from functools import partial
from random import Random
from time import process_time
from typing import Any

import numpy as np
from gymnasium.vector import SyncVectorEnv, VectorEnv

from benchmarks.shared import script
from knobel.engines.shared.arrays import Array
from knobel.envs import KnobelEnv
from knobel.envs.batched import BATCHED
from knobel.envs.vector import KnobelVectorEnv

SEED, MAX_STEPS = 1, 400
STEPS_OF_PEER = 25


def recorded(env: "VectorEnv[dict[str, Array], Array, Array]", seconds: float) -> tuple[list[Array], int]:
    """Record random legal actions from a seed for a number of steps, and how many of them count."""
    rng, played = np.random.default_rng(SEED), 0
    actions: list[Array] = []
    _, info = env.reset(seed=SEED)
    over, start = np.zeros(env.num_envs, bool), process_time()
    while len(actions) < MAX_STEPS and process_time() - start < seconds:
        masks = info["action_mask"]
        actions.append((rng.random(masks.shape) * masks).argmax(axis=1))
        played += env.num_envs - int(over.sum())
        _, _, over, _, info = env.step(actions[-1])
    return actions, played


def steps_a_second(env: "VectorEnv[dict[str, Array], Array, Array]", seconds: float, *, bare: bool = False) -> float:
    """Return the steps a second of all games together, by processor time; `bare` are those of the kernel alone."""
    actions, counted = recorded(env, seconds)
    step = env._games.step if bare and isinstance(env, KnobelVectorEnv) else env.step
    spent, played = 0.0, 0
    while spent < seconds:
        env.reset(seed=SEED)
        start = process_time()
        for action in actions:
            step(action)
        spent += process_time() - start
        played += counted
    return played / spent


def pgx_steps(count: int, seconds: float) -> float | None:
    """Return the steps a second of a number of games of pgx's 2048, with masks and automatic reset; None if it is
    missing."""
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

        return jax.lax.scan(one, state, jax.random.split(key, STEPS_OF_PEER))[0]

    play, key = jax.jit(many), jax.random.PRNGKey(1)
    state = play(begin(jax.random.split(key, count)), key)
    jax.block_until_ready(state)
    played, start = 0, process_time()
    while process_time() - start < seconds:
        state = jax.block_until_ready(play(state, key))
        played += STEPS_OF_PEER * count
    return played / (process_time() - start)


def yacht_steps(seconds: float) -> float | None:
    """Return the decisions a second of OpenSpiel's yacht through Python, one game at a time; None if it is missing."""
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
    parser = script.parser(__doc__)
    parser.add_argument("--games", nargs="+", choices=BATCHED, default=BATCHED, help="which games")
    parser.add_argument("--counts", type=int, nargs="+", default=[1, 64, 1024], help="how many at once")
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each is measured")
    arguments = parser.parse_args()
    titles = "copies", "no copies", "kernel", "SyncVectorEnv"
    print(f"{'game':<14} {'count':>6}" + "".join(f" {title:>14}" for title in titles))
    for game in arguments.games:
        for count in arguments.counts:
            shared = KnobelVectorEnv(count, game, copy=False)
            found = (
                steps_a_second(KnobelVectorEnv(count, game), arguments.seconds),
                steps_a_second(shared, arguments.seconds),
                steps_a_second(shared, arguments.seconds, bare=True),
                steps_a_second(SyncVectorEnv([partial(KnobelEnv, game)] * count), arguments.seconds),
            )
            figures = "".join(f" {figure:>14,.0f}" for figure in found)
            print(f"{game:<14} {count:>6}{figures}", flush=True)
    for count in arguments.counts:
        peer = pgx_steps(count, arguments.seconds)
        if peer:
            print(f"{'2048 of pgx':<14} {count:>6} {peer:>14,.0f}")
    yacht = yacht_steps(arguments.seconds)
    if yacht:
        print(f"OpenSpiel's yacht: {yacht:,.0f}")


if __name__ == "__main__":
    main()
