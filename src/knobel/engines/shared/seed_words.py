"""Initial states of random generators from seeds, as `numpy.random.SeedSequence` derives them.

Source: O'Neill, "Developing a seed_seq Alternative", 2015.
"""

from collections.abc import Iterator

POOL_SIZE = 4
MASK = 2**32 - 1
FIRST_A, FACTOR_A = 0x43B0D7E5, 0x931E8875
FIRST_B, FACTOR_B = 0x8B51F9DD, 0x58F38DED
LEFT, RIGHT = 0xCA01F9DD, 0x4973F715
"""The constants of the source."""


class Hash:
    """Hashes 32-bit words, each with another constant."""

    def __init__(self, first: int, factor: int) -> None:
        self._constant, self._factor = first, factor

    def __call__(self, word: int) -> int:
        word ^= self._constant
        self._constant = self._constant * self._factor & MASK
        return folded(word * self._constant & MASK)


def folded(word: int) -> int:
    """Return a word whose upper half also changes the lower one."""
    return word ^ word >> 16


def words(number: int) -> Iterator[int]:
    """Yield the 32-bit words of a natural number, the lowest first; at least one."""
    yield number & MASK
    while number := number >> 32:
        yield number & MASK


def seed_word(seed: int, stream: int = 0) -> int:
    """Return an odd 64-bit word for a seed and a stream, both natural numbers."""
    entropy, mixed = [*words(seed), *words(stream)], Hash(FIRST_A, FACTOR_A)
    pool = [mixed(word) for word in (*entropy, *[0] * POOL_SIZE)[:POOL_SIZE]]

    def mix(at: int, word: int) -> None:
        pool[at] = folded((LEFT * pool[at] - RIGHT * mixed(word)) & MASK)

    for source in range(POOL_SIZE):
        for at in range(POOL_SIZE):
            if at != source:
                mix(at, pool[source])
    for word in entropy[POOL_SIZE:]:
        for at in range(POOL_SIZE):
            mix(at, word)
    last = Hash(FIRST_B, FACTOR_B)
    low, high = last(pool[0]), last(pool[1])
    return high << 32 | low | 1


def signed_seed_word(seed: int) -> int:
    """Return the word for a seed as a signed integer, for kernels."""
    return signed(seed_word(seed))


def signed(word: int) -> int:
    """Return the signed integer with the same bits as a 64-bit word."""
    return word - (1 << 64) if word >> 63 else word
