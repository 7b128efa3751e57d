"""Helper for tuples, of which states consist."""

from typing import TypeVar

T = TypeVar("T")


def put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """Return the tuple with one value replaced."""
    return (*values[:index], value, *values[index + 1 :])
