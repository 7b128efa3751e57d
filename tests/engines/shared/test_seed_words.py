import numpy as np
import pytest

from knobel.engines.shared.rng import generator
from knobel.engines.shared.seed_words import seed_word, signed, signed_seed_word


@pytest.mark.parametrize("seed", [0, 1, 7, 2**32 - 1, 2**32, 2**64 + 3, 2**200 + 5])
@pytest.mark.parametrize("stream", [0, 3, 2**40])
def test_words_are_those_of_numpy(seed: int, stream: int) -> None:
    assert seed_word(seed, stream) == generator(seed, stream)[0]


def test_signed_words_have_the_same_bits() -> None:
    words = [seed_word(seed) for seed in range(20)]
    assert any(word >> 63 for word in words)
    assert [np.uint64(signed(word) % 2**64) for word in words] == words
    assert signed_seed_word(3) == signed(seed_word(3))
