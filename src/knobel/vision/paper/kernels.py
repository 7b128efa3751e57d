"""The kernels of the reader of paper that Python and the page call, and their arguments."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.engines.shared.native_memory import NativeMemory
from knobel.engines.shared.special_functions import exp
from knobel.vision.layers import pack, shaped, weights_size
from knobel.vision.paper.cells import TURN, bilinear, look
from knobel.vision.paper.finder import MAX_JUNCTIONS, SCRATCH, Scratch, divided, find_junctions, finder_output
from knobel.vision.paper.lattice import LINES, NEIGHBOURS, fill, grow, link, trim
from knobel.vision.paper.marks import MAX_PADS, PAD_FIELDS, find_pads
from knobel.vision.paper.pad_lines import align
from knobel.vision.paper.pad_places import centre_wide, draw_code, place_boxes
from knobel.vision.paper.settings import OUTPUTS, SIDE
from knobel.vision.paper.texts import CANDIDATES, CIRCLED, DIGITS, EMPTY, EMPTY_KIND, MOST, POINTS, rank
from knobel.vision.rows import insert_sorted, largest

SHIPPED = Path(__file__).with_name("weights.npz")
SURE = float(json.loads(Path(__file__).with_name("constants.json").read_text("utf-8"))["sure"])
"""Probability of the contents of a cell from which on they may be taken without a question. The page reads it too."""
QUESTIONS, PROBABLE, PROBABLE_POINTS = 3, 0.6, 0.9
"""Cells of a sheet that are asked for if they are below that probability: the least sure ones. The others are asked for
below this one, and points below the last one: a stroke is often written like a 1.
"""
MAX_SIDE = 1280
"""Longest side in pixels to which pictures are shrunk before they are read."""
SCALES = 1.0, 0.5, 2.0
"""Sizes of the picture in which grids are searched, in sizes that fit the finder; the next one is taken if the last one
shows none. Only small pictures are enlarged.
"""
MIN_FOUND = 0.8
"""Share of the junctions of a grid that must be found."""
MIN_LINES = 4
"""Lines of a grid in each direction, at least, if its size is not known."""
LEAST_FILLED, LIKELY = 5, 0.5
"""Cells of a grid with contents, at least, and their probability: squared paper and cloth are no grids."""
MAX_GRIDS, MAX_CELLS = 16, 1024
TURN_CELLS = 24
"""Cells that decide about the direction of a grid, at most."""
MIN_TURN, MIN_UPRIGHT = 1e-3, 1e-4
"""Lowest probability of a direction, and the weight of another direction than the nearest to upright."""
DECIDED, NEVER = 30.0, -1e9
"""Difference of logarithms from which on no more cells are looked at, and the logarithm of what is not expected."""
CELL_FIELDS = 3 + 2 * CANDIDATES + 8
"""Row, column, whether the cell is sure, contents with their probabilities, and x and y of the corners."""
GRID_FIELDS = 10
"""Rows, columns, and x and y of the corners."""


@compiled
def scratch_size() -> Int:
    """Return the size of the scratch space of `read`, in numbers."""
    return SCRATCH


@compiled
def read(
    picture: Array, sizes: Array, vocabulary: Int, possible: Array, weights: Array, scratch: Array, plane: Array,
    grids: Array, cells: Array,
) -> Int:  # fmt: skip
    """Read the grids in a picture.

    :param picture: colours in the first three channels, shape (height, width, 3 or more), uint8
    :param sizes: rows and columns of the grids that are expected, shape (n, 2), int64; 0 says nothing
    :param vocabulary: index in `VOCABULARIES`
    :param possible: 1 for each number that cells may have, shape (1, `MOST` + 1), uint8
    :param weights: the result of `pack`
    :param scratch: scratch space, shape (`SCRATCH`), float32
    :param plane: scratch space for the brightness, at least (height x width), float32
    :param grids: result, shape (`MAX_GRIDS`, `GRID_FIELDS`), float64
    :param cells: result, the cells of all grids, shape (`MAX_CELLS`, `CELL_FIELDS`), float64
    :return: the number of grids
    """
    spaces = divided(scratch)
    full = brightness(picture, plane)
    height, width = full.shape[0], full.shape[1]
    count = 0
    fitting = SIDE / max(height, width)
    for k in range(len(SCALES)):
        factor = min(fitting, 1.0) * SCALES[k]
        if factor <= fitting:
            count = read_scale(full, factor, sizes, vocabulary, possible[0], weights, spaces, grids, cells)
        if count > 0:
            return count
    return count


@nested
def read_scale(
    full: Array, factor: Float, sizes: Array, vocabulary: Int, possible: Array, weights: Array, spaces: Scratch,
    grids: Array, cells: Array,
) -> Int:  # fmt: skip
    """Read the grids in a picture of another size; see `read`."""
    small = shrunk(full, factor, spaces.plane)
    output = finder_output(small, weights, spaces)
    junctions = np.empty((MAX_JUNCTIONS, 3))
    number = find_junctions(output, junctions)
    links = np.empty((number, NEIGHBOURS), np.int64)
    link(junctions, number, output, links)
    used, lattice, bounds = np.zeros(number, np.int64), np.empty((LINES, LINES), np.int64), np.empty(4, np.int64)
    points = np.empty((LINES, LINES, 3))
    count, cell_count = 0, 0
    for seed in range(number):
        if used[seed] or count == len(grids):
            continue
        if grow(seed, junctions, links, used, lattice) < MIN_LINES * MIN_LINES * MIN_FOUND:
            continue
        trim(lattice, bounds)
        fill(lattice, bounds, junctions, number, used, points)
        if not choose(points, bounds, sizes):
            continue
        for i in range(LINES):
            for j in range(LINES):
                points[i, j, 0] /= factor
                points[i, j, 1] /= factor
        rest = cells[cell_count:]
        added = read_lattice(full, points, bounds, sizes, vocabulary, possible, weights, spaces, grids[count], rest)
        if added > 0:
            cell_count += added
            count += 1
    return count


@nested
def brightness(picture: Array, plane: Array) -> Array:
    """Return the brightness of a picture, shape (height, width), in scratch space.

    It is that of green light, which red and blue ink take up alike, also where paper lies in the shade.
    """
    height, width = picture.shape[0], picture.shape[1]
    full: Array = shaped(plane, 0, height, width, 1)
    for i in range(height):
        for j in range(width):
            full[i, j, 0] = np.float32(picture[i, j, 1])
    return full


@nested
def shrunk(full: Array, factor: Float, plane: Array) -> Array:
    """Return a picture of another size in scratch space; each pixel is the mean of samples."""
    height, width = max(1, int(full.shape[0] * factor + 0.5)), max(1, int(full.shape[1] * factor + 0.5))
    small: Array = shaped(plane, 0, height, width, 1)
    samples = int(1 / factor + 0.999)
    for i in range(height):
        for j in range(width):
            total = np.float32(0)
            for p in range(samples):
                y = min(max((i + (p + 0.5) / samples) / factor - 0.5, 0.0), full.shape[0] - 1.0)
                for q in range(samples):
                    x = min(max((j + (q + 0.5) / samples) / factor - 0.5, 0.0), full.shape[1] - 1.0)
                    total += bilinear(full, x, y)
            small[i, j, 0] = total / np.float32(samples * samples)
    return small


@nested
def choose(points: Array, bounds: Array, sizes: Array) -> bool:
    """Narrow a lattice to a size that is expected, and return True if it may be a grid."""
    rows, columns = bounds[1] - bounds[0] + 1, bounds[3] - bounds[2] + 1
    best, best_cells = 0.0, 0
    first_row, first_column, best_rows, best_columns = bounds[0], bounds[2], 0, 0
    is_known = False
    for k in range(2 * len(sizes)):
        high, wide = sizes[k // 2, k % 2] + 1, sizes[k // 2, 1 - k % 2] + 1
        if high < 2 or wide < 2:
            continue
        is_known = True
        if high * wide < best_cells:
            continue
        for i in range(bounds[0], bounds[1] - high + 2):
            for j in range(bounds[2], bounds[3] - wide + 2):
                found = share_found(points, i, j, high, wide)
                if found >= MIN_FOUND and (high * wide > best_cells or found > best):
                    best, best_cells = found, high * wide
                    first_row, first_column, best_rows, best_columns = i, j, high, wide
    if not is_known and rows >= MIN_LINES and columns >= MIN_LINES:
        best_rows, best_columns = rows, columns
        best = share_found(points, first_row, first_column, rows, columns)
    bounds[0], bounds[1] = first_row, first_row + best_rows - 1
    bounds[2], bounds[3] = first_column, first_column + best_columns - 1
    return bool(best >= MIN_FOUND)


@nested
def share_found(points: Array, first_row: Int, first_column: Int, rows: Int, columns: Int) -> Float:
    """Return the share of junctions of a part of a lattice that were found."""
    found = 0
    for i in range(first_row, first_row + rows):
        for j in range(first_column, first_column + columns):
            found += int(points[i, j, 2] == 2)
    return found / (rows * columns)


@nested
def read_lattice(
    full: Array, points: Array, bounds: Array, sizes: Array, vocabulary: Int, possible: Array, weights: Array,
    spaces: Scratch, grid: Array, cells: Array,
) -> Int:  # fmt: skip
    """Write a grid and its cells, in the direction of its numbers.

    :return: the number of cells; 0 for squares without contents, and if there is no room
    """
    high, wide = bounds[1] - bounds[0], bounds[3] - bounds[2]
    if high * wide > len(cells):
        return 0
    turn = direction(full, points, bounds, sizes, weights, spaces)
    rows, columns = (wide, high) if turn % 2 else (high, wide)
    grid[0], grid[1] = rows, columns
    quad, found = np.empty((4, 2)), np.empty(OUTPUTS)
    candidates = np.empty((CANDIDATES, 2))
    filled = 0
    for row in range(rows):
        for column in range(columns):
            for corner in range(4):
                down, right = row + (corner >= 2), column + (0 < corner < 3)
                i, j = turned(down, right, high, wide, turn)
                quad[corner, 0], quad[corner, 1] = (
                    points[bounds[0] + i, bounds[2] + j, 0],
                    points[bounds[0] + i, bounds[2] + j, 1],
                )
                is_corner = (down == 0 or down == rows) and (right == 0 or right == columns)
                if is_corner and (down > 0) == (corner >= 2) and (right > 0) == (0 < corner < 3):
                    grid[2 + 2 * corner], grid[3 + 2 * corner] = quad[corner, 0], quad[corner, 1]
            look(full, quad, True, vocabulary == CIRCLED, vocabulary == DIGITS, weights, spaces, found)
            rank(found, vocabulary, possible, candidates)
            write_cell(row, column, candidates, quad, cells[row * columns + column])
            filled += int(candidates[0, 1] != EMPTY and -candidates[0, 0] >= LIKELY)
    mark_sure(cells[: high * wide], vocabulary)
    return high * wide if filled >= LEAST_FILLED else 0


@nested
def write_cell(row: Int, column: Int, candidates: Array, quad: Array, cell: Array) -> None:
    """Write the numbers of a cell, see `CELL_FIELDS`; `mark_sure` says whether it is sure."""
    cell[0], cell[1] = row, column
    for k in range(CANDIDATES):
        cell[3 + 2 * k], cell[4 + 2 * k] = candidates[k, 1], -candidates[k, 0]
    for corner in range(4):
        cell[3 + 2 * CANDIDATES + 2 * corner] = quad[corner, 0]
        cell[4 + 2 * CANDIDATES + 2 * corner] = quad[corner, 1]


@nested
def mark_sure(cells: Array, vocabulary: Int) -> None:
    """Write which cells of a sheet may be taken without a question."""
    least, row = np.empty((QUESTIONS, 1)), np.empty(1)
    count, probable = 0, PROBABLE_POINTS if vocabulary == POINTS else PROBABLE
    for k in range(len(cells)):
        row[0] = cells[k, 4]
        count = insert_sorted(least, count, row)
    for k in range(len(cells)):
        share = cells[k, 4]
        cells[k, 2] = int(share >= SURE or (share >= probable and share > least[count - 1, 0]))


@nested
def turned(down: Int, right: Int, high: Int, wide: Int, turn: Int) -> tuple[Int, Int]:
    """Return the place in a lattice of `high` x `wide` cells of a junction of the grid that is turned clockwise."""
    if turn == 1:
        return right, wide - down
    if turn == 2:
        return high - down, wide - right
    if turn == 3:
        return high - right, down
    return down, right


@nested
def direction(full: Array, points: Array, bounds: Array, sizes: Array, weights: Array, spaces: Scratch) -> Int:
    """Return the most probable direction of a grid's numbers, in quarter turns clockwise from the lattice's one."""
    high, wide = bounds[1] - bounds[0], bounds[3] - bounds[2]
    totals, found, quad, view = np.zeros(4), np.empty(OUTPUTS), np.empty((4, 2)), np.empty((4, 2))
    for turn in range(4):
        quarter = wide if turn % 2 else high
        if not is_allowed(quarter, high * wide // max(quarter, 1), sizes):
            totals[turn] = NEVER
        elif turn != nearest_upright(points, bounds):
            totals[turn] = log_of(MIN_UPRIGHT)
    step = max(1, high * wide // TURN_CELLS)
    for cell in range(0, high * wide, step):
        i, j = bounds[0] + cell // wide, bounds[2] + cell % wide
        for corner in range(4):
            k, m = i + (corner >= 2), j + (0 < corner < 3)
            quad[corner, 0], quad[corner, 1] = points[k, m, 0], points[k, m, 1]
        # Each cell is seen in all directions, so that none is favoured.
        for first in range(4):
            for corner in range(4):
                for axis in range(2):
                    view[corner, axis] = quad[(corner + first) % 4, axis]
            look(full, view, False, False, False, weights, spaces, found)
            for turn in range(4):
                share = max(found[TURN + (4 + first - turn) % 4], MIN_TURN)
                totals[turn] += (1 - found[EMPTY_KIND]) * log_of(share)
        if is_decided(totals):
            break
    return largest(totals, 0, 4)


@nested
def is_decided(totals: Array) -> bool:
    """Return True if a direction is much more probable than the others."""
    best, near = largest(totals, 0, 4), 0
    for turn in range(4):
        near += int(totals[turn] > totals[best] - DECIDED)
    return near == 1


@nested
def nearest_upright(points: Array, bounds: Array) -> Int:
    """Return the direction in which a lattice is seen most upright."""
    dx = points[bounds[0], bounds[3], 0] - points[bounds[0], bounds[2], 0]
    dy = points[bounds[0], bounds[3], 1] - points[bounds[0], bounds[2], 1]
    if abs(dx) >= abs(dy):
        return 0 if dx > 0 else 2
    return 3 if dy > 0 else 1


@nested
def is_allowed(rows: Int, columns: Int, sizes: Array) -> bool:
    """Return True if a grid may have this size."""
    is_known = False
    for k in range(len(sizes)):
        is_known = is_known or sizes[k, 0] > 0
        if sizes[k, 0] == rows and sizes[k, 1] == columns:
            return True
    return not is_known


@nested
def log_of(x: Float) -> Float:
    """Return the natural logarithm of a number from 0.0001 to 1, by Newton's method."""
    y = x - 1.0
    for _ in range(20):
        y -= 1 - x * exp(-y)
    return y


@compiled
def read_quads(
    picture: Array, quads: Array, vocabulary: Int, possible: Array, weights: Array, scratch: Array, plane: Array,
    cells: Array,
) -> None:  # fmt: skip
    """Read the cells of a sheet at given places.

    :param quads: x and y of the corners in the direction of the writing, shape (n, 4, 2), float64
    :param possible: 1 for each number that a cell may have, shape (n, `MOST` + 1), uint8
    :param cells: result, shape (n, `CELL_FIELDS`), float64; rows and columns are 0
    """
    spaces = divided(scratch)
    full = brightness(picture, plane)
    found, candidates = np.empty(OUTPUTS), np.empty((CANDIDATES, 2))
    for k in range(len(quads)):
        look(full, quads[k], True, vocabulary == CIRCLED, vocabulary == DIGITS, weights, spaces, found)
        rank(found, vocabulary, possible[k], candidates)
        write_cell(0, 0, candidates, quads[k], cells[k])
    mark_sure(cells, vocabulary)


ENTRIES = scratch_size, weights_size, pack, read, read_quads, find_pads, place_boxes, align, draw_code, centre_wide


def memory() -> NativeMemory:
    """Return the kernels with arguments of the usual types."""
    return NativeMemory(ENTRIES, {}, SHIPPED, dict, examples)


def examples(_: Mapping[str, Any]) -> dict[str, Any]:
    """Return an argument for each parameter of the entry kernels."""
    numbers = np.zeros(1, np.float32)
    return {
        "picture": np.zeros((1, 1, 3), np.uint8),
        "code": np.zeros((1, 1), np.uint8),
        "sizes": np.zeros((1, 2), np.int64),
        "vocabulary": 0,
        "possible": np.zeros((1, MOST + 1), np.uint8),
        "values": numbers,
        "shapes": np.zeros((1, 4), np.int64),
        "weights": numbers,
        "scratch": numbers,
        "plane": numbers,
        "quads": np.zeros((1, 4, 2)),
        "grids": np.zeros((MAX_GRIDS, GRID_FIELDS)),
        "cells": np.zeros((MAX_CELLS, CELL_FIELDS)),
        "brightness": np.zeros((1, 1), np.uint8),
        "blocks": np.zeros(1, np.uint8),
        "pads": np.zeros((MAX_PADS, PAD_FIELDS)),
        "pad": np.zeros(PAD_FIELDS),
        "boxes": np.zeros((1, 4)),
        "is_round": 0,
        "size": 0,
        "sharpness": 0,
    }
