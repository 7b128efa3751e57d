"""Finds printed pads in a picture by their marks, in compiled code.

A mark is a finder pattern of QR codes (ISO/IEC 18004): a line through its middle crosses dark, light, dark, light and
dark in the proportions 1:1:3:1:1. Three marks are in the corners of a pad; the fourth is the upper right finder pattern
of its QR code, whose three patterns also tell how the pad is turned.
"""

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested
from knobel.vision.layers import shaped
from knobel.vision.rows import copy_row

BLOCK = 8
"""Side of the squares in pixels of which the lowest and the highest brightness are known."""
REACH = 2
"""The threshold at a place is between both over this many blocks around."""
LEVELS = 0.5, 0.62, 0.74
"""Thresholds from the lowest to the highest brightness, one after the other: thin lines of a blurred mark are pale."""
MIN_RANGE = 32.0
"""Where the brightness differs less, there is only paper."""
MODULES = 7
"""Width of a mark in modules."""
ROW_STEP = 2
"""Every such row of pixels is searched: the middle of the smallest mark is higher."""
ROW_TOLERANCE, TOLERANCE = 1.0, 0.6
"""Difference of a crossing from its width, in modules, in a row of pixels and through the middle of a mark."""
DIRECTIONS = (
    (1.0, 0.0),
    (0.7071067811865476, 0.7071067811865476),
    (0.0, 1.0),
    (-0.7071067811865476, 0.7071067811865476),
)
MEAN_CROSSING = 1.15
"""Mean length of crossings in these directions, in sides of a square."""
MIN_RISES, NOISE = (0.25, 0.12, 0.12), 10.0
"""Differences of brightness that are no noise: part of the range around a mark at each of `LEVELS`, and the least one.
In the dark, noise is strong, but lines are not pale.
"""
STEP = 0.5
"""Pixels between two looks on the way through a mark."""
MAX_MARK = 160.0
MIN_MARK = 6.0
"""Sides of marks in pixels."""
MAX_MARKS, MAX_PADS = 256, 16
MARK_FIELDS = 3
"""x, y and side of a mark."""
CODE_SPANS = 2.2, 6.0
"""Distance of the finder patterns of a code, in sides of one."""
MAX_SKEW = 0.35
"""Cosine of the angle between the sides of a code in perspective, at most."""
DARK = 0.25, 0.75
"""Share of dark places within a code."""
PAD_SPANS = 3.0, 25.0
"""Distance of the marks of a pad, in distances of the finder patterns of its code."""
MAX_SLANT = 0.2
"""Deviation of the sides of a pad from those of the code and of a parallelogram, in their lengths."""
MAX_FARNESS = 1.8
"""Proportion of the distances of two corners from the camera, at most."""
NEARNESS = 0.02
"""Weight of the size of a pad, in distances of the code's finder patterns: of two that fit, the smaller one counts."""
PAD_FIELDS = 15
"""x and y of the upper left, upper right, lower right and lower left mark; then of the code's upper left, upper right
and lower left finder pattern, whose side follows."""


@compiled
def find_pads(brightness: Array, blocks: Array, pads: Array) -> Int:
    """Write the pads in a picture as rows of `PAD_FIELDS`; return their number.

    :param brightness: shape (height, width), uint8
    :param blocks: scratch space, shape (`BLOCK_FIELDS` * height // `BLOCK` * width // `BLOCK` or more), uint8
    :param pads: result, shape (`MAX_PADS`, `PAD_FIELDS`), float64
    """
    marks = np.empty((MAX_MARKS, MARK_FIELDS))
    light = lights(brightness, blocks)
    count = 0
    for k in range(len(LEVELS)):
        count = find_marks(brightness, light, LEVELS[k] - 0.5, MIN_RISES[k], marks, count)
    return join(brightness, light[0], marks[:count], pads)


BLOCK_FIELDS = 4


@nested
def lights(brightness: Array, blocks: Array) -> Array:
    """Return the middle and the range of the brightness around each block, shape (2, rows, columns), in scratch space.

    The range is 0 where there is only paper.
    """
    rows, columns = max(brightness.shape[0] // BLOCK, 1), max(brightness.shape[1] // BLOCK, 1)
    extent = shaped(blocks, 0, BLOCK_FIELDS, rows, columns)
    for i in range(rows):
        for j in range(columns):
            low, high = 255, 0
            for y in range(i * BLOCK, min((i + 1) * BLOCK, brightness.shape[0])):
                for x in range(j * BLOCK, min((j + 1) * BLOCK, brightness.shape[1])):
                    low, high = min(low, brightness[y, x]), max(high, brightness[y, x])
            extent[2, i, j], extent[3, i, j] = low, high
    for i in range(rows):
        for j in range(columns):
            low, high = 255, 0
            for k in range(max(i - REACH, 0), min(i + REACH + 1, rows)):
                for m in range(max(j - REACH, 0), min(j + REACH + 1, columns)):
                    low, high = min(low, extent[2, k, m]), max(high, extent[3, k, m])
            is_paper = high - low < MIN_RANGE
            extent[0, i, j], extent[1, i, j] = 0 if is_paper else (low + high) // 2, 0 if is_paper else high - low
    result: Array = extent[:2]
    return result


@nested
def at_block(numbers: Array, x: Float, y: Float) -> Float:
    """Return the number of a place, in which pixel 0 is at 0: between those at the middles of the nearest blocks."""
    v = min(max((y + 0.5) / BLOCK - 0.5, 0.0), numbers.shape[0] - 1.0)
    u = min(max((x + 0.5) / BLOCK - 0.5, 0.0), numbers.shape[1] - 1.0)
    return level(numbers, u, v)


@nested
def find_marks(brightness: Array, light: Array, share: Float, min_rise: Float, marks: Array, count: Int) -> Int:
    """Write the marks in a picture as rows of `MARK_FIELDS` after the first `count` ones; return the number of all.

    :param share: the part of the range that is added to the middle to get the threshold
    :param min_rise: one of `MIN_RISES`
    """
    height, width = brightness.shape
    edges = np.empty(6)
    mark = np.empty(MARK_FIELDS)
    columns = light.shape[2]
    limits = np.empty(columns)
    for y in range(0, height, ROW_STEP):
        for j in range(columns):
            x = j * BLOCK + (BLOCK - 1) / 2
            limits[j] = at_block(light[0], x, y) + share * at_block(light[1], x, y)
        known, is_dark, before = 0, False, 0.0
        for x in range(width):
            # As `at_block` along the row.
            u = min(max((x + 0.5) / BLOCK - 0.5, 0.0), columns - 1.0)
            j = min(int(u), columns - 2) if columns > 1 else 0
            limit = limits[j] + (u - j) * (limits[min(j + 1, columns - 1)] - limits[j])
            difference = float(brightness[y, x]) - limit
            if (difference < 0) != is_dark and x > 0:
                # Between two pixels, the edge is where the brightness reaches the threshold.
                step = abs(before) + abs(difference)
                edge = x - 1 + (abs(before) / step if step > 0 else 0.5)
                for k in range(5):
                    edges[k] = edges[k + 1]
                edges[5] = edge
                known += 1
                if is_dark and known >= 6 and is_row(edges) and count < len(marks):
                    middle = (edges[2] + edges[3]) / 2
                    if not is_known(marks, count, middle, y):
                        rise = max(min_rise * at_block(light[1], middle, y), NOISE)
                        if measure(brightness, rise, middle, y, mark) and not is_known(marks, count, mark[0], mark[1]):
                            copy_row(mark, marks[count])
                            count += 1
            is_dark, before = difference < 0, difference
    return count


@nested
def is_row(edges: Array) -> bool:
    """Return True if the runs between six edges, the first of which is dark, have the proportions of a mark."""
    module = (edges[5] - edges[0]) / MODULES
    if module * MODULES < MIN_MARK or module * MODULES > MAX_MARK * 1.5:
        return False
    for k in range(5):
        wanted = 3.0 if k == 2 else 1.0
        if abs(edges[k + 1] - edges[k] - wanted * module) > ROW_TOLERANCE * module * (wanted**0.5):
            return False
    return True


@nested
def is_known(marks: Array, count: Int, x: Float, y: Float) -> bool:
    """Return True if a place is within a mark that was found."""
    result = False
    for k in range(count):
        result = result or max(abs(marks[k, 0] - x), abs(marks[k, 1] - y)) < marks[k, 2] / 2
    return result


@nested
def measure(brightness: Array, rise: Float, x: Float, y: Float, mark: Array) -> bool:
    """Write the middle and the side of the mark about a place; return False if there is none.

    :param rise: a smaller difference of brightness is noise
    """
    ways = np.empty((2, 3))
    profile = np.empty(int(MAX_MARK / STEP) + 1)
    side = 0.0
    for turn in range(3):
        shift_x, shift_y, total = 0.0, 0.0, 0.0
        for k in range(len(DIRECTIONS)):
            dx, dy = DIRECTIONS[k]
            for sign in range(2):
                factor = 1.0 - 2.0 * sign
                if not walk(brightness, rise, x, y, factor * dx, factor * dy, profile, ways[sign]):
                    return False
            length = ways[0, 2] + ways[1, 2]
            # The last look, from the middle, must see the right proportions in all directions.
            if turn == 2 and not is_mark(ways, length / MODULES):
                return False
            shift = ((ways[0, 0] - ways[1, 0]) + (ways[0, 1] - ways[1, 1]) + (ways[0, 2] - ways[1, 2])) / 6
            shift_x, shift_y = shift_x + dx * shift, shift_y + dy * shift
            total += length
        # Two pairs of directions at right angles each give the whole shift.
        x, y = x + shift_x / 2, y + shift_y / 2
        side = total / len(DIRECTIONS) / MEAN_CROSSING
    mark[0], mark[1], mark[2] = x + 0.5, y + 0.5, side
    return bool(MIN_MARK <= side <= MAX_MARK)


@nested
def is_mark(ways: Array, module: Float) -> bool:
    """Return True if the ways from the middle to three edges on both sides have the proportions of a mark."""
    core = ways[0, 0] + ways[1, 0]
    if abs(core - 3 * module) > 2 * TOLERANCE * module:
        return False
    for sign in range(2):
        for k in range(2):
            if abs(ways[sign, k + 1] - ways[sign, k] - module) > TOLERANCE * module:
                return False
    return True


@nested
def walk(brightness: Array, rise: Float, x: Float, y: Float, dx: Float, dy: Float, profile: Array, way: Array) -> bool:
    """Write the distances to the next three edges from a dark place; return False if they are not there.

    An edge is half-way between the lowest and the highest brightness beside it, however pale a blurred line is.

    :param rise: a smaller difference of brightness is noise
    :param profile: scratch space for the brightness on the way
    """
    turns, peak = np.zeros(4, np.int64), 0
    found, sign = 0, 1.0
    for k in range(len(profile)):
        u, v = x + k * STEP * dx, y + k * STEP * dy
        if u < 0 or v < 0 or u > brightness.shape[1] - 1 or v > brightness.shape[0] - 1:
            return False
        profile[k] = level(brightness, u, v)
        # Dark, light, dark and light in turn: the last one ends after another module.
        if sign * (profile[k] - profile[peak]) > rise:
            turns[found], found, sign, peak = peak, found + 1, -sign, k
            if found == 4:
                break
        elif sign * (profile[k] - profile[peak]) < 0:
            peak = k
        if found == 3 and k > turns[2] * 1.4:
            turns[3], found = peak, 4
            break
    if found < 4:
        return False
    for edge in range(3):
        start, end = turns[edge], turns[edge + 1]
        middle = (profile[start] + profile[end]) / 2
        k = start + 1
        while k < end and (profile[k] < middle) == (profile[start] < middle):
            k += 1
        before, after = abs(profile[k - 1] - middle), abs(profile[k] - middle)
        way[edge] = STEP * (k - 1 + (before / (before + after) if before + after > 0 else 0.5))
    return True


@nested
def level(brightness: Array, x: Float, y: Float) -> Float:
    """Return the brightness at a place within the picture, in which pixel 0 is at 0."""
    top, left = int(y), int(x)
    below, right = min(top + 1, brightness.shape[0] - 1), min(left + 1, brightness.shape[1] - 1)
    v, u = y - top, x - left
    upper = brightness[top, left] * (1 - u) + brightness[top, right] * u
    lower = brightness[below, left] * (1 - u) + brightness[below, right] * u
    return upper * (1 - v) + lower * v


@nested
def join(brightness: Array, limits: Array, marks: Array, pads: Array) -> Int:
    """Write the pads to which marks belong; return their number."""
    codes = np.empty((MAX_PADS, 3), np.int64)
    is_taken = np.zeros(len(marks), np.int64)
    found = 0
    for middle in range(len(marks)):
        for right in range(len(marks)):
            for below in range(len(marks)):
                if found < len(codes) and is_code(brightness, limits, marks[middle], marks[right], marks[below]):
                    codes[found, 0], codes[found, 1], codes[found, 2] = middle, right, below
                    is_taken[middle], is_taken[right], is_taken[below] = 1, 1, 1
                    found += 1
    count = 0
    pad = np.empty(PAD_FIELDS)
    order = np.empty(4, np.int64)
    # The pad that fits best takes its marks first.
    while count < len(pads):
        lowest, best = np.inf, -1
        for code in range(found):
            if codes[code, 0] >= 0:
                cost = complete(marks, is_taken, codes[code], order, pad)
                if cost < lowest:
                    lowest, best = cost, code
        if best < 0:
            return count
        complete(marks, is_taken, codes[best], order, pads[count])
        for k in range(4):
            is_taken[order[k]] = 1
        codes[best, 0] = -1
        count += 1
    return count


@nested
def is_code(brightness: Array, limits: Array, middle: Array, right: Array, below: Array) -> bool:
    """Return True if three marks may be the upper left, upper right and lower left finder pattern of a code."""
    ax, ay, bx, by = right[0] - middle[0], right[1] - middle[1], below[0] - middle[0], below[1] - middle[1]
    a, b = (ax * ax + ay * ay) ** 0.5, (bx * bx + by * by) ** 0.5
    low, high = min(middle[2], right[2], below[2]), max(middle[2], right[2], below[2])
    return bool(
        high < 1.5 * low
        and CODE_SPANS[0] * low < min(a, b)
        and max(a, b) < min(CODE_SPANS[1] * high, 1.7 * min(a, b))
        and abs(ax * bx + ay * by) < MAX_SKEW * a * b
        and ax * by - ay * bx > 0
        and is_mixed(brightness, limits, middle, right, below)
    )


@nested
def is_mixed(brightness: Array, limits: Array, middle: Array, right: Array, below: Array) -> bool:
    """Return True if a code may be between three finder patterns: neither dark nor light."""
    dark, looks = 0, 0
    for i in range(1, 8):
        for j in range(1, 8):
            u, v = 0.1 + 0.1 * j, 0.1 + 0.1 * i
            x = middle[0] + u * (right[0] - middle[0]) + v * (below[0] - middle[0]) - 0.5
            y = middle[1] + u * (right[1] - middle[1]) + v * (below[1] - middle[1]) - 0.5
            if 0 <= x <= brightness.shape[1] - 1 and 0 <= y <= brightness.shape[0] - 1:
                looks += 1
                dark += int(level(brightness, x, y) < at_block(limits, x, y))
    return bool(looks > 0 and DARK[0] < dark / looks < DARK[1])


@nested
def complete(marks: Array, is_taken: Array, code: Array, order: Array, pad: Array) -> Float:
    """Write the three marks that fit best to a code, and the pad; return how badly they fit.

    :param order: result, the indices of the upper left, lower right and lower left mark and of the upper right one
    :return: infinite if no marks fit
    """
    corner, middle, below = marks[code[1]], marks[code[0]], marks[code[2]]
    ax, ay, bx, by = corner[0] - middle[0], corner[1] - middle[1], below[0] - middle[0], below[1] - middle[1]
    area = ax * by - ay * bx
    # The place of each mark from the upper right corner, in distances of the code's finder patterns.
    places = np.empty((len(marks), 2))
    for k in range(len(marks)):
        x, y = marks[k, 0] - corner[0], marks[k, 1] - corner[1]
        places[k, 0], places[k, 1] = (x * by - y * bx) / area, (ax * y - ay * x) / area
    best = np.inf
    for left in range(len(marks)):
        width, aside = -places[left, 0], abs(places[left, 1])
        if is_taken[left] or not PAD_SPANS[0] < width < PAD_SPANS[1] or aside > MAX_SLANT * width:
            continue
        for right in range(len(marks)):
            height, slanted = places[right, 1], abs(places[right, 0])
            if is_taken[right] or not PAD_SPANS[0] < height < PAD_SPANS[1] or slanted > MAX_SLANT * height:
                continue
            for lower in range(len(marks)):
                if is_taken[lower]:
                    continue
                gap = gap_at(marks, places, left, right, lower)
                cost = aside / width + slanted / height + gap + NEARNESS * (width + height)
                if gap <= MAX_SLANT and cost < best:
                    best = cost
                    order[0], order[1], order[2], order[3] = left, right, lower, code[1]
    if best < np.inf:
        corners = (marks[order[0]], corner, marks[order[1]], marks[order[2]], middle, corner, below)
        for k in range(7):
            pad[2 * k], pad[2 * k + 1] = corners[k][0], corners[k][1]
        pad[14] = (corner[2] + middle[2] + below[2]) / 3
    return best


@nested
def gap_at(marks: Array, places: Array, left: Int, right: Int, lower: Int) -> Float:
    """Return how far a lower left mark is from where the others let it expect, in sides of the pad.

    All marks have the same size on paper. Seen from afar they are smaller, which tells the perspective.
    """
    far_right, far_lower = farness(marks[left], marks[right]), farness(marks[left], marks[lower])
    far_corner = 1 + far_right - far_lower
    low, high = min(far_right, far_lower, far_corner), max(far_right, far_lower, far_corner)
    if low < 1 / MAX_FARNESS or high > MAX_FARNESS:
        return np.inf
    u = (places[left, 0] + far_right * places[right, 0]) / far_lower - places[lower, 0]
    v = (places[left, 1] + far_right * places[right, 1]) / far_lower - places[lower, 1]
    return max(abs(u / places[left, 0]), abs(v / places[right, 1]))


@nested
def farness(mark: Array, other: Array) -> Float:
    """Return how much farther another mark is than a mark, by their sizes.

    The weight in a projection is the power 2/3 of the size: the mapped area falls by its third power.
    """
    ratio = mark[2] / other[2]
    # By Newton's method.
    power = 1.0
    for _ in range(8):
        power -= (power**3 - ratio * ratio) / (3 * power * power)
    return power
