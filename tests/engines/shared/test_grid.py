"""The arrays agree with the rules."""

from collections import Counter
from itertools import permutations

import pytest

from knobel.engines.shared.grid import OPEN_MULTISETS, SUMS, crossings, grid, multiset_index, multisets, symmetries
from knobel.games.grid import LINES, LINES_AT


def test_multisets_are_all_and_sorted_by_size():
    lines = multisets()
    assert len(lines) == len(set(lines)) == 4368
    assert [len(line) for line in lines] == sorted(len(line) for line in lines)
    assert all(len(line) < 5 for line in lines[:OPEN_MULTISETS])
    assert all(len(line) == 5 for line in lines[OPEN_MULTISETS:])


def test_transitions_mirrors_and_counts():
    arrays, index = grid(), multiset_index()
    for i, line in enumerate(multisets()):
        assert arrays.size[i] == len(line)
        assert [*arrays.counts[i]] == [Counter(line)[total] for total in SUMS]
        assert multisets()[arrays.mirror[i]] == tuple(sorted(14 - total for total in line))
        for k, total in enumerate(SUMS):
            expected = index[tuple(sorted((*line, total)))] if len(line) < 5 else -1
            assert arrays.next[i, k] == expected


def test_rolls():
    arrays = grid()
    ways = Counter(a + b for a in range(1, 7) for b in range(1, 7))
    assert Counter(SUMS[k] for k in arrays.rolls) == ways
    assert arrays.chances == pytest.approx([ways[total] / 36 for total in SUMS])


def test_lines_at_cells():
    arrays, names = grid(), list(LINES)
    for cell, lines in enumerate(LINES_AT):
        assert tuple(names[i] for i in arrays.at[cell, : arrays.at_count[cell]]) == lines
        for i in arrays.at[cell, : arrays.at_count[cell]]:
            assert cell in arrays.cells[i]


def test_arrays_are_read_only():
    for arrays in (grid(), crossings()):
        for array in arrays:
            with pytest.raises(ValueError, match="read-only"):
                array.reshape(-1)[0] = 0


def test_symmetries_are_those_of_rows_and_columns():
    """Rows and columns are permuted in the eight ways that keep opposite lines opposite, reversed, or transposed."""
    keep = [p for p in permutations(range(5)) if all(p[4 - i] == 4 - p[i] for i in range(5))]
    expected = set()
    for rows in keep:
        for columns in (rows, tuple(4 - c for c in rows)):
            straight = tuple(5 * rows[r] + columns[c] for r in range(5) for c in range(5))
            expected |= {straight, tuple(5 * columns[c] + rows[r] for r in range(5) for c in range(5))}
    assert {moved for moved, _ in symmetries()} == expected
    assert len(expected) == 32


def test_crossings_share_classes_exactly_by_symmetry():
    pairs = crossings()
    seen: dict[int, set[tuple[int, int, int]]] = {}
    for cell in range(25):
        lines = set()
        for p in range(pairs.pairs[cell]):
            a, b = int(pairs.first[cell, p]), int(pairs.second[cell, p])
            lines.add(frozenset((a, b)))
            seen.setdefault(int(pairs.kind[cell, p]), set()).add((cell, a, b))
        at = [i for i, cells in enumerate(LINES.values()) if cell in cells]
        assert lines == {frozenset((a, b)) for a in at for b in at if a < b}
    for kind, members in seen.items():
        cell, a, b = next(iter(members))
        images = {(moved[cell], lines[a], lines[b]) for moved, lines in symmetries()}
        exchanged = {(cell, b, a) for cell, a, b in members} if pairs.symmetric[kind] else set()
        assert images == members | exchanged
