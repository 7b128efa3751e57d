"""Transcendental functions of kernels, compared with those of the C library."""

import math
from typing import Any

import numpy as np
import pytest

from knobel.engines.shared.compiled import compiled
from knobel.engines.shared.special_functions import erfc, exp


@compiled
def all_exp(xs: Any, out: Any) -> None:
    for i in range(len(xs)):
        out[i] = exp(xs[i])


@compiled
def all_erfc(xs: Any, out: Any) -> None:
    for i in range(len(xs)):
        out[i] = erfc(xs[i])


@pytest.mark.parametrize(
    ("kernel", "expected", "low", "high"), [(all_exp, math.exp, -700, 700), (all_erfc, math.erfc, -7, 26)]
)
def test_values_are_those_of_the_library(kernel: Any, expected: Any, low: float, high: float) -> None:
    xs = np.concatenate((np.linspace(low, high, 4001), np.linspace(-1, 5, 4001), [0.0, 0.46875, 4.0, -4.0]))
    found = np.empty(len(xs))
    kernel(xs, found)
    np.testing.assert_allclose(found, [expected(x) for x in xs], rtol=2e-14 if kernel is all_erfc else 1e-15)


def test_extreme_values_have_limits() -> None:
    xs, found = np.array([-1e9, -709.0, 710.0, 1e9]), np.empty(4)
    all_exp(xs, found)
    assert found.tolist() == [0.0, 0.0, math.inf, math.inf]
    all_erfc(xs, found)
    assert found.tolist() == [2.0, 2.0, 0.0, 0.0]
