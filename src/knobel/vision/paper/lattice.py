"""Joins junctions to lattices, in compiled code.

Junctions are neighbours if a line joins them. From a junction with neighbours in two directions the lattice grows:
each junction expects its neighbours where the last ones were, so that paper may be bent and seen from the side.
"""

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, nested
from knobel.vision.paper.finder import line_at

NEIGHBOURS = 4
CANDIDATES = 10
"""Number of nearest junctions that may be neighbours."""
MIN_GAP, MAX_GAP = 6.0, 220.0
"""Distance of neighbours in pixels."""
SAMPLES = 9
MIN_LINE, MIN_LINE_SAMPLE = 0.15, -0.75
"""Mean and lowest clearness of a line between neighbours, see `line_at`."""
OTHER_DIRECTION = 0.8
"""Cosine of the angle of two neighbours from which on only the nearer one counts."""
LENGTHS = 0.6, 1.6
"""Distance of the next junction, in distances of the last two."""
MAX_ASIDE = 0.35
SNAP = 0.25
"""Distance in cells within which a junction is taken for one that was missed."""
MAX_KINK = 0.2
"""Distance in cells of a junction from the middle between its neighbours from which on it is taken for a wrong one."""
LINES = 48
"""Most lines of a lattice in one direction."""
CENTRE = LINES // 2
MIN_SUPPORT = 0.5
"""Share of junctions that were found below which an outer line is left out."""


@nested
def link(junctions: Array, count: Int, output: Array, links: Array) -> None:
    """Write the neighbours of each junction, -1 for none.

    :param links: shape (junctions, `NEIGHBOURS`), int64
    """
    distances, indices = np.empty(CANDIDATES), np.empty(CANDIDATES, np.int64)
    for i in range(count):
        x, y = junctions[i, 1], junctions[i, 2]
        near = 0
        for j in range(count):
            square = (junctions[j, 1] - x) ** 2 + (junctions[j, 2] - y) ** 2
            if square < MIN_GAP**2 or square > MAX_GAP**2:
                continue
            place = near
            while place > 0 and distances[place - 1] > square:
                place -= 1
            if place == CANDIDATES:
                continue
            near = min(near + 1, CANDIDATES)
            for k in range(near - 1, place, -1):
                distances[k], indices[k] = distances[k - 1], indices[k - 1]
            distances[place], indices[place] = square, j
        found = 0
        for k in range(NEIGHBOURS):
            links[i, k] = -1
        for k in range(near):
            j = indices[k]
            dx, dy, length = junctions[j, 1] - x, junctions[j, 2] - y, distances[k] ** 0.5
            is_new = found < NEIGHBOURS
            for m in range(found):
                o = links[i, m]
                ox, oy = junctions[o, 1] - x, junctions[o, 2] - y
                if dx * ox + dy * oy > OTHER_DIRECTION * length * (ox * ox + oy * oy) ** 0.5:
                    is_new = False
            if is_new and has_line(output, x, y, dx, dy):
                links[i, found] = j
                found += 1


@nested
def has_line(output: Array, x: Float, y: Float, dx: Float, dy: Float) -> bool:
    """Return True if a line passes from a place to another one."""
    total, lowest = 0.0, 1.0
    for k in range(SAMPLES):
        share = (k + 1) / (SAMPLES + 1)
        clear = line_at(output, x + dx * share, y + dy * share)
        total += clear
        lowest = min(lowest, clear)
    return total / SAMPLES > MIN_LINE and lowest > MIN_LINE_SAMPLE


@nested
def is_linked(links: Array, i: Int, j: Int) -> bool:
    """Return True if a junction is a neighbour of another one."""
    for k in range(NEIGHBOURS):  # noqa: SIM110 -- Numba compiles no generators
        if links[i, k] == j:
            return True
    return False


@nested
def grow(seed: Int, junctions: Array, links: Array, used: Array, lattice: Array) -> Int:
    """Write the indices of a seed's lattice, -1 where none is, and return their number.

    :param used: whether a junction belongs to a lattice, shape (junctions,), int64
    :param lattice: shape (`LINES`, `LINES`), int64: the seed is in the middle; rows go down, columns to the right or
        turned with them
    """
    for i in range(LINES):
        for j in range(LINES):
            lattice[i, j] = -1
    size = len(used)
    axes, places, queue = np.empty((size, 4)), np.empty((size, 2), np.int64), np.empty(size, np.int64)
    if not first_axes(seed, junctions, links, axes):
        return 0
    queue[0], used[seed], lattice[CENTRE, CENTRE] = seed, 1, seed
    places[seed, 0], places[seed, 1] = CENTRE, CENTRE
    count, done = 1, 0
    while done < count:
        i = queue[done]
        done += 1
        ax, ay, bx, by = axes[i, 0], axes[i, 1], axes[i, 2], axes[i, 3]
        determinant = ax * by - ay * bx
        if abs(determinant) < 1:
            continue
        for k in range(NEIGHBOURS):
            j = links[i, k]
            if j < 0 or used[j] or not is_linked(links, j, i):
                continue
            dx, dy = junctions[j, 1] - junctions[i, 1], junctions[j, 2] - junctions[i, 2]
            along, down = (dx * by - dy * bx) / determinant, (dy * ax - dx * ay) / determinant
            is_along = abs(along) > abs(down)
            far, aside = (abs(along), abs(down)) if is_along else (abs(down), abs(along))
            if not LENGTHS[0] < far < LENGTHS[1] or aside > MAX_ASIDE:
                continue
            sign = 1 if (along if is_along else down) > 0 else -1
            row, column = places[i, 0] + (0 if is_along else sign), places[i, 1] + (sign if is_along else 0)
            if not (0 <= row < LINES and 0 <= column < LINES) or lattice[row, column] >= 0:
                continue
            used[j], lattice[row, column], queue[count] = 1, j, j
            places[j, 0], places[j, 1] = row, column
            for m in range(4):
                axes[j, m] = axes[i, m]
            first = 0 if is_along else 2
            axes[j, first], axes[j, first + 1] = dx * sign, dy * sign
            turn_axis(j, 2 - first, junctions, links, axes)
            count += 1
    return count


@nested
def first_axes(seed: Int, junctions: Array, links: Array, axes: Array) -> bool:
    """Write the directions from a junction to two neighbours, the second one clockwise; return False without them."""
    for k in range(NEIGHBOURS):
        for m in range(NEIGHBOURS):
            i, j = links[seed, k], links[seed, m]
            if i < 0 or j < 0 or not is_linked(links, i, seed) or not is_linked(links, j, seed):
                continue
            ax, ay = junctions[i, 1] - junctions[seed, 1], junctions[i, 2] - junctions[seed, 2]
            bx, by = junctions[j, 1] - junctions[seed, 1], junctions[j, 2] - junctions[seed, 2]
            if ax * by - ay * bx > 0.6 * ((ax * ax + ay * ay) * (bx * bx + by * by)) ** 0.5:
                axes[seed, 0], axes[seed, 1], axes[seed, 2], axes[seed, 3] = ax, ay, bx, by
                return True
    return False


@nested
def turn_axis(i: Int, first: Int, junctions: Array, links: Array, axes: Array) -> None:
    """Take the direction to a junction's neighbour for its axis, if one has about this direction."""
    ax, ay = axes[i, first], axes[i, first + 1]
    square = ax * ax + ay * ay
    for k in range(NEIGHBOURS):
        j = links[i, k]
        if j < 0:
            continue
        dx, dy = junctions[j, 1] - junctions[i, 1], junctions[j, 2] - junctions[i, 2]
        along, across = (dx * ax + dy * ay) / square, (dy * ax - dx * ay) / square
        if LENGTHS[0] < abs(along) < LENGTHS[1] and abs(across) < MAX_ASIDE:
            sign = 1 if along > 0 else -1
            axes[i, first], axes[i, first + 1] = dx * sign, dy * sign
            return


@nested
def fill(lattice: Array, bounds: Array, junctions: Array, count: Int, used: Array, points: Array) -> None:
    """Write the places of a lattice's junctions; missing ones are extrapolated from the others.

    :param bounds: first and last row, first and last column, int64
    :param points: x, y and 2 for a junction that was found, 1 for one that is expected, shape (`LINES`, `LINES`, 3)
    """
    for i in range(LINES):
        for j in range(LINES):
            points[i, j, 2] = 0
            if lattice[i, j] >= 0:
                points[i, j, 0], points[i, j, 1] = junctions[lattice[i, j], 1], junctions[lattice[i, j], 2]
                points[i, j, 2] = 2
    drop_kinks(points, bounds)
    guess = np.empty(3)
    missing = 1
    while missing > 0:
        missing, best, best_i, best_j, best_x, best_y = 0, 0.0, -1, -1, 0.0, 0.0
        for i in range(bounds[0], bounds[1] + 1):
            for j in range(bounds[2], bounds[3] + 1):
                if points[i, j, 2] == 0:
                    missing += 1
                    expect(points, bounds, i, j, guess)
                    if guess[2] > best:
                        best, best_i, best_j, best_x, best_y = guess[2], i, j, guess[0], guess[1]
        if best_i < 0:
            return
        points[best_i, best_j, 0], points[best_i, best_j, 1], points[best_i, best_j, 2] = best_x, best_y, 1
        snap(points, bounds, best_i, best_j, junctions, count, used)
        missing -= 1


@nested
def drop_kinks(points: Array, bounds: Array) -> None:
    """Forget junctions that lie beside the lines through their neighbours, each the worst one about."""
    kinks = np.zeros((LINES, LINES))
    for i in range(bounds[0], bounds[1] + 1):
        for j in range(bounds[2], bounds[3] + 1):
            for axis in range(2):
                di, dj = axis, 1 - axis
                if (
                    at(points, bounds, i, j)
                    and at(points, bounds, i + di, j + dj)
                    and at(points, bounds, i - di, j - dj)
                ):
                    dx = points[i + di, j + dj, 0] - points[i - di, j - dj, 0]
                    dy = points[i + di, j + dj, 1] - points[i - di, j - dj, 1]
                    x = (points[i + di, j + dj, 0] + points[i - di, j - dj, 0]) / 2 - points[i, j, 0]
                    y = (points[i + di, j + dj, 1] + points[i - di, j - dj, 1]) / 2 - points[i, j, 1]
                    kinks[i, j] = max(kinks[i, j], 2 * ((x * x + y * y) / (dx * dx + dy * dy)) ** 0.5)
    for i in range(bounds[0], bounds[1] + 1):
        for j in range(bounds[2], bounds[3] + 1):
            worst = kinks[i, j]
            for turn in range(4):
                k, m = i + (0, 1, 0, -1)[turn], j + (1, 0, -1, 0)[turn]
                if at(points, bounds, k, m):
                    worst = max(worst, kinks[k, m])
            if kinks[i, j] > MAX_KINK and kinks[i, j] == worst:
                points[i, j, 2] = 0


@nested
def expect(points: Array, bounds: Array, i: Int, j: Int, guess: Array) -> None:
    """Write where a junction is expected, and how many reasons there are: the means of lines and parallelograms."""
    x, y, weight = 0.0, 0.0, 0.0
    for turn in range(4):
        di, dj = (0, 1, 0, -1)[turn], (1, 0, -1, 0)[turn]
        a, b = at(points, bounds, i + di, j + dj), at(points, bounds, i - di, j - dj)
        if a and b:
            x += points[i + di, j + dj, 0] + points[i - di, j - dj, 0]
            y += points[i + di, j + dj, 1] + points[i - di, j - dj, 1]
            weight += 2
        if a and at(points, bounds, i + 2 * di, j + 2 * dj):
            x += 2 * points[i + di, j + dj, 0] - points[i + 2 * di, j + 2 * dj, 0]
            y += 2 * points[i + di, j + dj, 1] - points[i + 2 * di, j + 2 * dj, 1]
            weight += 1
        if a and at(points, bounds, i + dj, j - di) and at(points, bounds, i + di + dj, j + dj - di):
            x += points[i + di, j + dj, 0] + points[i + dj, j - di, 0] - points[i + di + dj, j + dj - di, 0]
            y += points[i + di, j + dj, 1] + points[i + dj, j - di, 1] - points[i + di + dj, j + dj - di, 1]
            weight += 1
    # The two neighbours of a line count twice, once for each end.
    guess[2] = weight
    if weight > 0:
        guess[0], guess[1] = x / weight, y / weight


@nested
def at(points: Array, bounds: Array, i: Int, j: Int) -> bool:
    """Return True if a place of a lattice is within bounds and known."""
    return bool(bounds[0] <= i <= bounds[1] and bounds[2] <= j <= bounds[3] and points[i, j, 2] > 0)


@nested
def snap(points: Array, bounds: Array, i: Int, j: Int, junctions: Array, count: Int, used: Array) -> None:
    """Take an unused junction near an expected place."""
    cell = 0.0
    for turn in range(4):
        di, dj = (0, 1, 0, -1)[turn], (1, 0, -1, 0)[turn]
        if at(points, bounds, i + di, j + dj):
            dx, dy = points[i + di, j + dj, 0] - points[i, j, 0], points[i + di, j + dj, 1] - points[i, j, 1]
            length = (dx * dx + dy * dy) ** 0.5
            cell = length if cell == 0 else min(cell, length)
    best, nearest = (SNAP * cell) ** 2, -1
    for k in range(count):
        square = (junctions[k, 1] - points[i, j, 0]) ** 2 + (junctions[k, 2] - points[i, j, 1]) ** 2
        if not used[k] and square < best:
            best, nearest = square, k
    if nearest >= 0:
        used[nearest] = 1
        points[i, j, 0], points[i, j, 1], points[i, j, 2] = junctions[nearest, 1], junctions[nearest, 2], 2


@nested
def trim(lattice: Array, bounds: Array) -> None:
    """Write first and last row and column of a lattice, without outer lines most of whose junctions are missing."""
    bounds[0], bounds[1], bounds[2], bounds[3] = LINES, -1, LINES, -1
    for i in range(LINES):
        for j in range(LINES):
            if lattice[i, j] >= 0:
                bounds[0], bounds[1] = min(bounds[0], i), max(bounds[1], i)
                bounds[2], bounds[3] = min(bounds[2], j), max(bounds[3], j)
    while bounds[0] < bounds[1] and bounds[2] < bounds[3]:
        worst, worst_side = 1.0, -1
        for side in range(4):
            start, end = (bounds[2], bounds[3]) if side < 2 else (bounds[0], bounds[1])
            found = 0
            for k in range(start, end + 1):
                found += int((lattice[bounds[side], k] if side < 2 else lattice[k, bounds[side]]) >= 0)
            if found / (end + 1 - start) < worst:
                worst, worst_side = found / (end + 1 - start), side
        if worst >= MIN_SUPPORT:
            return
        bounds[worst_side] += 1 if worst_side % 2 == 0 else -1
