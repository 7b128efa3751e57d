"""Short lists of records in compiled code: rows of numbers, sorted by the first one."""

from knobel.engines.shared.compiled import Array, Int, nested


@nested
def copy_row(source: Array, target: Array) -> None:
    """Copy numbers one by one: copies of whole arrays have checks whose messages need the C library."""
    for i in range(len(source)):
        target[i] = source[i]


@nested
def insert_sorted(rows: Array, count: Int, row: Array) -> Int:
    """Insert a row among `count` others, and return their new number. Without room, the last die is left out."""
    place = count
    while place > 0 and rows[place - 1, 0] > row[0]:
        place -= 1
    if place == len(rows):
        return count
    last = min(count, len(rows) - 1)
    for i in range(last, place, -1):
        copy_row(rows[i - 1], rows[i])
    copy_row(row, rows[place])
    return last + 1


@nested
def largest(numbers: Array, start: Int, end: Int) -> Int:
    """Return the index of the largest number from `start` to before `end`, the first of equal ones."""
    best = start
    for i in range(start + 1, end):
        if numbers[i] > numbers[best]:
            best = i
    return best
