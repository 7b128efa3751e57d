"""Reads QR codes from their modules, independently of the library that writes them (ISO/IEC 18004)."""

from collections.abc import Callable, Iterator, Sequence

MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda r, c: (r + c) % 2 == 0,
    lambda r, _: r % 2 == 0,
    lambda _, c: c % 3 == 0,
    lambda r, c: (r + c) % 3 == 0,
    lambda r, c: (r // 2 + c // 3) % 2 == 0,
    lambda r, c: r * c % 2 + r * c % 3 == 0,
    lambda r, c: (r * c % 2 + r * c % 3) % 2 == 0,
    lambda r, c: ((r + c) % 2 + r * c % 3) % 2 == 0,
)


def read_text(modules: Sequence[Sequence[bool]]) -> str:
    """Return the text in byte mode of a code of version 2 to 5 at level L, which has one block of data.

    Errors are not corrected: the modules are those that were drawn.

    :param modules: rows of modules, True if dark, without the quiet zone.
    """
    size = len(modules)
    assert size in (25, 29, 33, 37), size
    # The format is masked; its first two bits are the level, the next three the pattern.
    level = [modules[8][0] ^ True, modules[8][1] ^ False]
    assert level == [False, True], "level L"
    pattern = 4 * (modules[8][2] ^ True) + 2 * (modules[8][3] ^ False) + (modules[8][4] ^ True)
    bits = [modules[r][c] ^ MASKS[pattern](r, c) for r, c in data_modules(size)]

    def number(first: int, count: int) -> int:
        return sum(bit << i for i, bit in enumerate(reversed(bits[first : first + count])))

    assert number(0, 4) == 4, "byte mode"
    return bytes(number(12 + 8 * i, 8) for i in range(number(4, 8))).decode()


def data_modules(size: int) -> Iterator[tuple[int, int]]:
    """Yield the rows and columns of the modules of data, in their order."""
    for pair, right in enumerate(column for column in range(size - 1, 0, -1) if column != 6 and is_right(column)):
        for step in range(size):
            row = step if pair % 2 else size - 1 - step
            for column in (right, right - 1):
                if not is_function(row, column, size):
                    yield row, column


def is_right(column: int) -> bool:
    """True if a column is the right one of a pair; column 6 belongs to none."""
    return column % 2 == (0 if column > 6 else 1)


def is_function(row: int, column: int, size: int) -> bool:
    """True if a module belongs to a finder, timing or alignment pattern, or to the format."""
    finder = (row < 9 and (column < 9 or column >= size - 8)) or (row >= size - 8 and column < 9)
    alignment = abs(row - (size - 7)) <= 2 and abs(column - (size - 7)) <= 2
    return finder or alignment or 6 in (row, column)
