"""Random numbers for kernels: xorshift64*.

Source: Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled", 2016. The state is an array
of one nonzero 64-bit word, so that it can be stored and restored.
"""

import numpy as np

from knobel.engines.shared.compiled import Array, Int, compiled, nested


def generator(seed: Int, stream: Int = 0) -> Array:
    """Return the initial state for a seed. Streams of one seed are independent. Shape (1,), uint64."""
    return np.random.SeedSequence([seed, stream]).generate_state(1, np.uint64) | np.uint64(1)


@nested
def random_bits(state: Array) -> Int:
    """Return the next 64 random bits."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    return x * np.uint64(0x2545F4914F6CDD1D)


@compiled
def random_below(state: Array, n: Int) -> Int:
    """Return a random integer from 0 to n - 1, for n far below 2**32 (the bias is below n / 2**32)."""
    return np.int64(((random_bits(state) >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))
