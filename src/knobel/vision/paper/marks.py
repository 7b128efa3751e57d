"""Finds printed pads in a picture by their marks, in compiled code.

A mark is a finder pattern of QR codes (ISO/IEC 18004): a line through its middle crosses dark, light, dark, light and
dark in the proportions 1:1:3:1:1. Three marks are in the corners of a pad; the fourth is the upper right finder pattern
of its QR code, whose three patterns also tell how the pad is turned.
"""

import numpy as np

from knobel.engines.shared.compiled import Array, Float, Int, compiled, nested

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
MIN_RISE, NOISE = 0.12, 10.0
"""Differences of brightness that are no noise: part of the range around a mark, and the least one."""
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
LOOKS_DOWN, LOOKS_ACROSS = 12, 96
"""Places in a cell where ink is searched."""
MIN_INK = 20.0
"""Difference of the darkest ink from the mean brightness of a cell, below which there is none."""
WIDTH = 1.25
"""Width of what is read of a wide cell, in its heights."""
QUIET, MODULE = 4, 4
"""Width of the quiet zone of a code in modules, and of a module in pixels."""
AROUND = 5
"""A module is dark if it is darker than the mean of the modules around it, up to this distance."""
MAX_FARNESS = 1.8
"""Proportion of the distances of two corners from the camera, at most."""
NEARNESS = 0.02
"""Weight of the size of a pad, in distances of the code's finder patterns: of two that fit, the smaller one counts."""
PAD_FIELDS = 15
"""x and y of the upper left, upper right, lower right and lower left mark; then of the code's upper left, upper right and
lower left finder pattern, whose side follows."""


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
        count = find_marks(brightness, light, LEVELS[k] - 0.5, marks, count)
    return join(brightness, light[0], marks[:count], pads)


BLOCK_FIELDS = 4


@nested
def lights(brightness: Array, blocks: Array) -> Array:
    """Return the middle and the range of the brightness around each block, shape (2, rows, columns), in scratch space.

    The range is 0 where there is only paper.
    """
    rows, columns = max(brightness.shape[0] // BLOCK, 1), max(brightness.shape[1] // BLOCK, 1)
    extent = blocks[: BLOCK_FIELDS * rows * columns].reshape((BLOCK_FIELDS, rows, columns))
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
def find_marks(brightness: Array, light: Array, share: Float, marks: Array, count: Int) -> Int:
    """Write the marks in a picture as rows of `MARK_FIELDS` after the first `count` ones; return the number of all.

    :param share: the part of the range that is added to the middle to get the threshold
    """
    height, width = brightness.shape
    edges = np.empty(6)
    mark = np.empty(MARK_FIELDS)
    for y in range(height):
        known, is_dark, before = 0, False, 0.0
        for x in range(width):
            limit = at_block(light[0], x, y) + share * at_block(light[1], x, y)
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
                    if not is_known(marks, count, middle, y) and measure(brightness, light[1], middle, y, mark):
                        if not is_known(marks, count, mark[0], mark[1]):
                            for k in range(MARK_FIELDS):
                                marks[count, k] = mark[k]
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
    for k in range(count):
        if max(abs(marks[k, 0] - x), abs(marks[k, 1] - y)) < marks[k, 2] / 2:
            return True
    return False


@nested
def measure(brightness: Array, ranges: Array, x: Float, y: Float, mark: Array) -> bool:
    """Write the middle and the side of the mark about a place; return False if there is none."""
    ways = np.empty((2, 3))
    profile = np.empty(int(MAX_MARK / STEP) + 1)
    rise = max(MIN_RISE * at_block(ranges, x, y), NOISE)
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
            shift_x += dx * (ways[0, 2] - ways[1, 2]) / 2
            shift_y += dy * (ways[0, 2] - ways[1, 2]) / 2
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
                if found == len(codes) or middle in (right, below) or right == below:
                    continue
                if is_code(marks[middle], marks[right], marks[below]) and is_mixed(
                    brightness, limits, marks[middle], marks[right], marks[below]
                ):
                    codes[found, 0], codes[found, 1], codes[found, 2] = middle, right, below
                    for k in range(3):
                        is_taken[codes[found, k]] = 1
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
def is_code(middle: Array, right: Array, below: Array) -> bool:
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
    """Write the three marks that fit best to a code, the upper left one first, and the pad; return how badly they fit.

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
                # All marks have the same size on paper: seen from afar they are smaller, by the power 3/2 of the distance.
                far_right, far_lower = farness(marks[left], marks[right]), farness(marks[left], marks[lower])
                far_corner = 1 + far_right - far_lower
                if not min(far_right, far_lower, far_corner) > 1 / MAX_FARNESS:
                    continue
                if max(far_right, far_lower, far_corner) > MAX_FARNESS:
                    continue
                u = (places[left, 0] + far_right * places[right, 0]) / far_lower - places[lower, 0]
                v = (places[left, 1] + far_right * places[right, 1]) / far_lower - places[lower, 1]
                gap = max(abs(u) / width, abs(v) / height)
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
def farness(mark: Array, other: Array) -> Float:
    """Return how much farther another mark is than a mark, by their sizes."""
    ratio = mark[2] / other[2]
    # The power 2/3, by Newton's method.
    power = 1.0
    for _ in range(8):
        power -= (power**3 - ratio * ratio) / (3 * power * power)
    return power


@compiled
def place_boxes(pad: Array, boxes: Array, quads: Array) -> None:
    """Write where boxes of a pad are in the picture, by the projection that maps the unit square to its marks.

    :param pad: x and y of the marks, as in `PAD_FIELDS`
    :param boxes: left, top, right and bottom, the marks at 0 and 1, shape (n, 4), float64
    :param quads: result, x and y of the corners, clockwise from the upper left one, shape (n, 4, 2), float64
    """
    forward = np.empty(8)
    project(pad, forward)
    for k in range(len(boxes)):
        for corner in range(4):
            u = boxes[k, 2] if 0 < corner < 3 else boxes[k, 0]
            v = boxes[k, 3] if corner >= 2 else boxes[k, 1]
            quads[k, corner, 0], quads[k, corner, 1] = projected(forward, u, v)


@nested
def project(quad: Array, forward: Array) -> None:
    """Write the projection that maps the unit square to four points, x and y clockwise from the upper left one.

    Heckbert: Fundamentals of Texture Mapping and Image Warping (1989), section 2.2.3.
    """
    sx, sy = quad[0] - quad[2] + quad[4] - quad[6], quad[1] - quad[3] + quad[5] - quad[7]
    dx1, dy1, dx2, dy2 = quad[2] - quad[4], quad[3] - quad[5], quad[6] - quad[4], quad[7] - quad[5]
    determinant = dx1 * dy2 - dx2 * dy1
    g, h = (sx * dy2 - dx2 * sy) / determinant, (dx1 * sy - sx * dy1) / determinant
    forward[0], forward[1], forward[2] = quad[2] - quad[0] + g * quad[2], quad[6] - quad[0] + h * quad[6], quad[0]
    forward[3], forward[4], forward[5] = quad[3] - quad[1] + g * quad[3], quad[7] - quad[1] + h * quad[7], quad[1]
    forward[6], forward[7] = g, h


@nested
def projected(forward: Array, u: Float, v: Float) -> tuple[Float, Float]:
    """Return x and y of a place in the unit square."""
    w = forward[6] * u + forward[7] * v + 1
    x, y = forward[0] * u + forward[1] * v + forward[2], forward[3] * u + forward[4] * v + forward[5]
    return x / w, y / w


@nested
def project_code(pad: Array, forward: Array) -> None:
    """Write the projection that maps the unit square to the middles of the finder patterns of a pad's code.

    The place of the missing fourth one follows from the perspective of the pad.
    """
    project(pad, forward)
    g, h = forward[6], forward[7]
    wide = distance(pad[8:10], pad[10:12]) / distance(pad[0:2], pad[2:4])
    high = distance(pad[8:10], pad[12:14]) / distance(pad[2:4], pad[4:6])
    middle, right, below = 1 + g * (1 - wide), 1 + g, 1 + g * (1 - wide) + h * high
    last = 1 + g + h * high
    quad = np.empty(8)
    for axis in range(2):
        quad[axis], quad[2 + axis], quad[6 + axis] = pad[8 + axis], pad[10 + axis], pad[12 + axis]
        quad[4 + axis] = (pad[10 + axis] * right + pad[12 + axis] * below - pad[8 + axis] * middle) / last
    project(quad, forward)


@compiled
def draw_code(brightness: Array, pad: Array, size: Int, sharpness: Float, picture: Array) -> None:
    """Write a clean picture of a pad's code, for a library that reads codes.

    :param size: width of the code in modules
    :param sharpness: part of the neighbours' brightness that is taken from each module, against blur
    :param picture: result, shape (side, side), uint8, of which (`size` + 2 * `QUIET`) * `MODULE` are used
    """
    levels = np.empty((size, size))
    forward = np.empty(8)
    project_code(pad, forward)
    for i in range(size):
        for j in range(size):
            x, y = projected(forward, (j - 3.0) / (size - MODULES), (i - 3.0) / (size - MODULES))
            x, y = min(max(x - 0.5, 0.0), brightness.shape[1] - 1.0), min(max(y - 0.5, 0.0), brightness.shape[0] - 1.0)
            levels[i, j] = level(brightness, x, y)
    picture[:] = 255
    for i in range(size):
        for j in range(size):
            beside, mean, looks = 0.0, 0.0, 0
            for di, dj in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                k, m = min(max(i + di, 0), size - 1), min(max(j + dj, 0), size - 1)
                beside += levels[k, m]
            for k in range(max(i - AROUND, 0), min(i + AROUND + 1, size)):
                for m in range(max(j - AROUND, 0), min(j + AROUND + 1, size)):
                    mean, looks = mean + levels[k, m], looks + 1
            mean /= looks
            if levels[i, j] - mean + sharpness * (levels[i, j] - mean) * 4 - sharpness * (beside - 4 * mean) < 0:
                top, left = (i + QUIET) * MODULE, (j + QUIET) * MODULE
                picture[top : top + MODULE, left : left + MODULE] = 0


@compiled
def centre_wide(brightness: Array, quads: Array) -> None:
    """Narrow wide cells to the part about their ink, in which a number is as wide as in a square cell.

    :param quads: as `place_boxes` writes them
    """
    for k in range(len(quads)):
        quad = quads[k]
        width = (distance(quad[0], quad[1]) + distance(quad[3], quad[2])) / 2
        height = (distance(quad[0], quad[3]) + distance(quad[1], quad[2])) / 2
        half = WIDTH * height / width / 2
        if half >= 0.5:
            continue
        middle = min(max(ink_middle(brightness, quad), half), 1 - half)
        for upper, lower in ((0, 1), (3, 2)):
            x, y = quad[upper, 0], quad[upper, 1]
            dx, dy = quad[lower, 0] - x, quad[lower, 1] - y
            quad[upper, 0], quad[upper, 1] = x + (middle - half) * dx, y + (middle - half) * dy
            quad[lower, 0], quad[lower, 1] = x + (middle + half) * dx, y + (middle + half) * dy


@nested
def distance(a: Array, b: Array) -> Float:
    """Return the distance of two points."""
    return ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5


@nested
def ink_middle(brightness: Array, quad: Array) -> Float:
    """Return the middle of the ink in a cell, from 0 at its left to 1 at its right edge; 0.5 if there is none."""
    total, low, looks = 0.0, 255.0, 0
    seen = np.full((LOOKS_DOWN, LOOKS_ACROSS), 255.0)
    for i in range(LOOKS_DOWN):
        v = 0.2 + 0.6 * i / (LOOKS_DOWN - 1)
        for j in range(LOOKS_ACROSS):
            u = 0.06 + 0.88 * j / (LOOKS_ACROSS - 1)
            x = (quad[0, 0] * (1 - u) + quad[1, 0] * u) * (1 - v) + (quad[3, 0] * (1 - u) + quad[2, 0] * u) * v - 0.5
            y = (quad[0, 1] * (1 - u) + quad[1, 1] * u) * (1 - v) + (quad[3, 1] * (1 - u) + quad[2, 1] * u) * v - 0.5
            if 0 <= x <= brightness.shape[1] - 1 and 0 <= y <= brightness.shape[0] - 1:
                seen[i, j] = level(brightness, x, y)
                total, low, looks = total + seen[i, j], min(low, seen[i, j]), looks + 1
    if looks == 0 or total / looks - low < MIN_INK:
        return 0.5
    limit = (total / looks + low) / 2
    first, last = LOOKS_ACROSS, -1
    for j in range(LOOKS_ACROSS):
        for i in range(LOOKS_DOWN):
            if seen[i, j] < limit:
                first, last = min(first, j), max(last, j)
    return 0.06 + 0.88 * (first + last) / 2 / (LOOKS_ACROSS - 1)
