"""Transcendental functions for kernels, with equal results on every machine and in WebAssembly.

Those of the C library differ between systems in the last digits, so that two machines would value a position
differently.
"""

from typing import Any

from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types

from knobel.engines.shared.compiled import Float, nested
from knobel.engines.shared.simd import intrinsic, signature

LOG2_E = 1.4426950408889634
LN2_HIGH, LN2_LOW = 0.6931471803691238, 1.9082149292705877e-10
"""The natural logarithm of 2 as a sum; the first part has so few digits that its products with exponents are exact."""
LOWEST_EXPONENT, HIGHEST_EXPONENT = -708.0, 709.0
"""Bounds of x between which e**x is a normal number."""
EXP_TERMS = (
    *(1 / 6227020800, 1 / 479001600, 1 / 39916800, 1 / 3628800, 1 / 362880, 1 / 40320, 1 / 5040),
    *(1 / 720, 1 / 120, 1 / 24, 1 / 6, 0.5, 1.0),
)
"""The coefficients of the Taylor series of e**x, the highest power first, without the constant."""

# W. J. Cody, "Rational Chebyshev approximations for the error function", 1969.
ERF_LIMIT, ERFC_LIMIT = 0.46875, 4.0
ERF_NUMERATOR = (1.85777706184603153e-1, 3.16112374387056560, 1.13864154151050156e2, 3.77485237685302021e2,
                 3.20937758913846947e3)  # fmt: skip
ERF_DENOMINATOR = (1.0, 2.36012909523441209e1, 2.44024637934444173e2, 1.28261652607737228e3,
                   2.84423683343917062e3)  # fmt: skip
ERFC_NUMERATOR = (2.15311535474403846e-8, 5.64188496988670089e-1, 8.88314979438837594, 6.61191906371416295e1,
                  2.98635138197400131e2, 8.81952221241769090e2, 1.71204761263407058e3, 2.05107837782607147e3,
                  1.23033935479799725e3)  # fmt: skip
ERFC_DENOMINATOR = (1.0, 1.57449261107098347e1, 1.17693950891312499e2, 5.37181101862009858e2, 1.62138957456669019e3,
                    3.29079923573345963e3, 4.36261909014324716e3, 3.43936767414372164e3,
                    1.23033935480374942e3)  # fmt: skip
TAIL_NUMERATOR = (1.63153871373020978e-2, 3.05326634961232344e-1, 3.60344899949804439e-1, 1.25781726111229246e-1,
                  1.60837851487422766e-2, 6.58749161529837803e-4)  # fmt: skip
TAIL_DENOMINATOR = (1.0, 2.56852019228982242, 1.87295284992346725, 5.27905102951428412e-1, 6.05183413124413191e-2,
                    2.33520497626869185e-3)  # fmt: skip
RECIPROCAL_ROOT_PI = 0.56418958354775628695


@intrinsic
def power_of_two(_: Any, _exponent: Any) -> Any:
    """Return 2.0 to the power of an integer from -1022 to 1023."""

    def code(_context: Any, builder: Any, _sig: Any, args: Any) -> Any:
        long = ir.IntType(64)
        biased = builder.add(args[0], ir.Constant(long, 1023))
        return builder.bitcast(builder.shl(biased, ir.Constant(long, 52)), ir.DoubleType())

    return signature(types.float64, types.int64), code


@nested
def polynomial(coefficients: Any, x: Float) -> Float:
    """Return the value of a polynomial, the coefficient of the highest power first."""
    value = 0.0
    for coefficient in coefficients:
        value = value * x + coefficient
    return value


@nested
def exp(x: Float) -> Float:
    """Return e**x, with a relative error of 2e-16; 0 where the result would be below 1e-307."""
    if x < LOWEST_EXPONENT:
        return 0.0
    if x > HIGHEST_EXPONENT:
        return float("inf")
    whole = round(x * LOG2_E)
    rest = (x - whole * LN2_HIGH) - whole * LN2_LOW
    return (1.0 + rest * polynomial(EXP_TERMS, rest)) * power_of_two(int(whole))


@nested
def scaled_tail(y: Float, ratio: Float) -> Float:
    """Return `ratio` times e**(-y * y), where y * y is split so that rounding it does no harm."""
    coarse = int(y * 16) / 16
    return exp(-coarse * coarse) * exp(-(y - coarse) * (y + coarse)) * ratio


@nested
def erfc(x: Float) -> Float:
    """Return the complementary error function, with a relative error of 1e-15."""
    y = abs(x)
    if y <= ERF_LIMIT:
        square = y * y
        return 1.0 - x * polynomial(ERF_NUMERATOR, square) / polynomial(ERF_DENOMINATOR, square)
    if y <= ERFC_LIMIT:
        tail = scaled_tail(y, polynomial(ERFC_NUMERATOR, y) / polynomial(ERFC_DENOMINATOR, y))
    elif y < 27:
        square = 1 / (y * y)
        ratio = square * polynomial(TAIL_NUMERATOR, square) / polynomial(TAIL_DENOMINATOR, square)
        tail = scaled_tail(y, (RECIPROCAL_ROOT_PI - ratio) / y)
    else:
        tail = 0.0
    return 2.0 - tail if x < 0 else tail
