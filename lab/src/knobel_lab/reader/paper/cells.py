"""Crops of drawn cells with their truth, drawn in batches by PyTorch.

A cell is empty, has a printed or handwritten number of up to three digits, sometimes in a circle, a stroke, or a
number that was struck out or overwritten. Its borders and ink of the neighbours that crosses them are visible too.
"""

import math
from typing import Any, NamedTuple

import torch
from torch.nn import functional

from knobel.vision.paper.settings import CELL_SHARE, CROP, KINDS, MIN_CONTRAST, SLOTS
from knobel_lab.reader.paper.glyphs import INK, SIDE, Glyphs

EMPTY, NUMBER, STRUCK, DOUBTFUL = range(len(KINDS))
KIND_SHARES = 0.12, 0.77, 0.04, 0.07
LENGTH_SHARES = 0.46, 0.48, 0.06
SOURCE_SHARES = 0.5, 0.1, 0.15, 0.25
"""Shares of the sets of handwritten digits, of strokes, of fonts that imitate handwriting, and of other fonts."""
TURNED = 0.2
FAINT = 0.15
"""Share of cells whose ink is hardly darker than the paper, as in dark and blurred photos."""
MIN_STEP = 10.0
"""Difference of brightness, from 0 to 255, of paper and ink at least."""
BOLD = 0.4
"""Share of the digits as they were written with strokes as wide as those of felt pens, so that loops are filled."""
HARD = 0.12
"""Share of cells with noise up to the strength of the ink; others have at most a part of it."""
MAX_NOISE = 0.09, 0.3
"""Deviation of the noise, in differences of ink and paper, at most, and that of hard cells."""
BLURS = 0.0, 0.5, 0.7, 0.9, 1.2, 1.5, 2.0, 2.7
"""Deviations of the blur in pixels of the crop, each for an equal part of the cells."""
CLEAR_BLURS = BLURS[:5]
"""Those of cells that are well seen."""
WARP, WARP_PARTS = 0.07, 4
"""Deviation of places of a digit that is written in another way, at most, in halves of its picture, and their number
in each direction.
"""
GRAINS = 14, 14
"""Grains of coarse paper and of printed tints in a crop."""
CELL = CROP * CELL_SHARE


class Cells(NamedTuple):
    """Crops and their truth, -1 where it does not count."""

    crops: Any
    """Brightness from 0 to 255, shape (n, 1, CROP, CROP)."""
    kinds: Any
    slots: Any
    """Classes of the digits of hundreds, tens and units, shape (n, 3)."""
    circled: Any
    turns: Any
    """Quarter turns, counterclockwise."""


class CellSource:
    """Draws cells."""

    def __init__(self, glyphs: Glyphs, seed: int) -> None:
        self.glyphs = torch.from_numpy(glyphs.pictures).float() / 255
        self.widths = torch.from_numpy(glyphs.widths)
        self.fonts = torch.from_numpy(glyphs.fonts)
        is_handwriting = torch.from_numpy(glyphs.is_handwriting)
        self.free, self.printed = is_handwriting.nonzero()[:, 0], (~is_handwriting).nonzero()[:, 0]
        self.written, self.stroked = torch.from_numpy(glyphs.written), torch.from_numpy(glyphs.stroked)
        self.random = torch.Generator().manual_seed(seed)

    def uniform(self, n: int, low: float = 0.0, high: float = 1.0) -> Any:
        """Return random numbers of shape (n, 1, 1)."""
        return torch.rand((n, 1, 1), generator=self.random) * (high - low) + low

    def normal(self, n: int, deviation: float) -> Any:
        """Return normally distributed numbers of shape (n, 1, 1)."""
        return torch.randn((n, 1, 1), generator=self.random) * deviation

    def happens(self, n: int, probability: float) -> Any:
        """Return True with a probability, shape (n, 1, 1)."""
        return self.uniform(n) < probability

    def chosen(self, n: int, shares: tuple[float, ...]) -> Any:
        """Return random classes of shape (n,)."""
        return torch.multinomial(torch.tensor(shares), n, replacement=True, generator=self.random)

    def integers(self, n: int, low: int, high: int) -> Any:
        """Return random integers from `low` to before `high`, shape (n,)."""
        return torch.randint(low, high, (n,), generator=self.random)

    def numbers(self, n: int) -> Any:
        """Return slots of random numbers; many are 10, 11 or 12."""
        length = self.chosen(n, LENGTH_SHARES)
        digits = torch.stack([self.integers(n, 0, 10) for _ in range(SLOTS)], 1)
        small = (length == 1) & (torch.rand(n, generator=self.random) < 0.6)
        digits[small, 1] = 1
        digits[small, 2] = self.integers(n, 0, 3)[small]
        for slot in range(SLOTS):
            first = length == SLOTS - 1 - slot
            zero = first & (digits[:, slot] == 0) & (slot < SLOTS - 1)
            digits[zero, slot] = self.integers(n, 1, 10)[zero]
            digits[length < SLOTS - 1 - slot, slot] = -1
        return digits

    def glyphs_of(self, digits: Any, source: Any, font: Any) -> Any:
        """Return indices of glyphs for digits (n,), which are 0 or more, from sources of `SOURCE_SHARES`."""
        written = self.written[digits, self.integers(len(digits), 0, self.written.shape[1])]
        stroked = self.stroked[digits, self.integers(len(digits), 0, self.stroked.shape[1])]
        return torch.where(source == 0, written, torch.where(source == 1, stroked, self.fonts[font, digits]))

    def ink_of(self, slots: Any, height: Any, middle_x: Any, middle_y: Any, *, is_jittered: bool = True) -> Any:
        """Return the ink of numbers (n, 3), from 0 to 1, shape (n, CROP, CROP).

        :param height: height of the digits in pixels, shape (n, 1, 1), as the middle of the number
        """
        n = len(slots)
        source = self.chosen(n, SOURCE_SHARES)
        free, printed = (fonts[self.integers(n, 0, len(fonts))] for fonts in (self.free, self.printed))
        font = torch.where(source == 2, free, printed)
        is_free = (source < 3)[:, None, None]
        glyphs = torch.stack([self.glyphs_of(digits.clamp(min=0), source, font) for digits in slots.T], 1)
        stretch = self.uniform(n, 0.75, 1.25)
        widths = self.widths[glyphs].clamp(max=1.3)[..., None, None] * height[:, None] * stretch[:, None]
        widths = torch.where((slots >= 0)[..., None, None], widths, 0.0)
        gap = torch.where(is_free, self.uniform(n, -0.06, 0.28), self.uniform(n, 0.04, 0.2)) * height
        count = (slots >= 0).sum(1)[:, None, None]
        total = widths.sum(1) + gap * (count - 1)
        squeeze = (self.uniform(n, 0.7, 0.97) * CELL / total).clamp(max=1.0)
        widths, gap, total, stretch = widths * squeeze[:, None], gap * squeeze, total * squeeze, stretch * squeeze
        angle = torch.where(is_free, self.normal(n, 0.12), self.normal(n, 0.03))
        slant = torch.where(is_free, self.normal(n, 0.16), self.normal(n, 0.03))
        # Strokes of small digits are less than a pixel wide.
        thin = self.uniform(n, 0.3, 0.62) * (height / (0.5 * CELL)).clamp(0.6, 1.0)
        dilation = (self.uniform(n, -2.0, 1.0)).clamp(min=0)
        axis = torch.arange(CROP) + 0.5
        x0, y0 = axis[None, None, :] - middle_x, axis[None, :, None] - middle_y
        x1, y1 = x0 * angle.cos() + y0 * angle.sin(), y0 * angle.cos() - x0 * angle.sin()
        x1 = x1 + y1 * slant
        ink = torch.zeros(n, CROP, CROP)
        left = -total / 2
        for slot in range(SLOTS):
            which = slots[:, slot] >= 0
            width = widths[:, slot]
            if bool(which.any()):
                m = int(which.sum())
                shake = is_free[which] * float(is_jittered)
                u = x1[which] - (left + width / 2)[which] - self.normal(m, 0.03) * height[which] * shake
                v = y1[which] - self.normal(m, 0.06) * height[which] * shake
                # The longer side of the ink is 24 of 32 pixels.
                tall = (self.widths[glyphs[which, slot]])[:, None, None].clamp(min=1.0)
                unit_y = height[which] * tall * (SIDE / INK) / 2 * torch.exp(self.normal(m, 0.06) * shake)
                unit_x = unit_y * stretch[which]
                grid = torch.stack([u / unit_x, v / unit_y], -1)
                sampled = functional.grid_sample(self.glyphs[glyphs[which, slot]][:, None], grid, align_corners=False)[
                    :, 0
                ]
                ink[which] = torch.maximum(ink[which], sampled)
            left = left + width + torch.where(which[:, None, None], gap, 0.0)
        wide = functional.max_pool2d(ink[:, None], 3, 1, 1)[:, 0]
        ink = ink + (wide - ink) * dilation
        return ((ink - thin) / self.uniform(n, 0.2, 0.5) + 0.5).clamp(0, 1)

    def strokes(self, n: int, middle_x: Any, middle_y: Any, half: Any, angle: Any) -> Any:
        """Return the ink of straight strokes through a place, shape (n, CROP, CROP)."""
        axis = torch.arange(CROP) + 0.5
        x, y = axis[None, None, :] - middle_x, axis[None, :, None] - middle_y
        along, across = x * angle.cos() + y * angle.sin(), y * angle.cos() - x * angle.sin()
        across = across + self.normal(n, 0.006) * along**2
        distance = torch.hypot((along.abs() - half).clamp(min=0), across)
        return (self.uniform(n, 0.5, 2.0) - distance + 0.5).clamp(0, 1)

    def draw(self, n: int) -> Cells:
        """Return `n` cells."""
        kinds = self.chosen(n, KIND_SHARES)
        slots = self.numbers(n)
        circled = (
            (slots[:, 0] < 0) & (torch.rand(n, generator=self.random) < 0.14) & ((kinds == NUMBER) | (kinds == EMPTY))
        )
        room = torch.where(circled[:, None, None], 0.62, 1.0)
        # As the second look of the reader, which is closer if a number is small.
        zoom = torch.where(self.happens(n, 0.4), self.uniform(n, 1.0, 2.2), 1.0)
        aside = 2.6 * room / zoom
        middle_x, middle_y = CROP / 2 + self.normal(n, 1) * aside, CROP / 2 + self.normal(n, 1) * aside
        low = torch.where(circled[:, None, None], 0.5, torch.where(zoom > 1, 0.5, 0.32))
        height = (low + (0.86 - low) * self.uniform(n)) * CELL * room
        ink = torch.zeros(n, CROP, CROP)
        has_digits = (kinds == NUMBER) | (kinds == DOUBTFUL)
        ink[has_digits] = self.ink_of(slots[has_digits], height[has_digits], middle_x[has_digits], middle_y[has_digits])
        self.draw_corrections(ink, kinds, slots, height, middle_x, middle_y)
        self.draw_circles(ink, circled)
        self.draw_specks(ink)
        contrast = torch.where(self.happens(n, 0.3), self.uniform(n, 0.25, 0.6), self.uniform(n, 0.5, 1.0))
        ink = ink * contrast * (1 - self.uniform(n, 0, 0.35) * torch.rand((n, CROP, CROP), generator=self.random))
        ink = self.draw_surroundings(ink, contrast, zoom)
        crops = self.photographed(ink, contrast)
        turns = torch.where(torch.rand(n, generator=self.random) < TURNED, self.integers(n, 1, 4), 0)
        for quarter in (1, 2, 3):
            crops[turns == quarter] = crops[turns == quarter].rot90(quarter, (1, 2))
        turned = turns > 0
        unknown = torch.tensor(-1)
        classes = torch.where((kinds == NUMBER)[:, None] & ~turned[:, None], slots + 1, unknown)
        turns = torch.where(kinds == NUMBER, turns, unknown)
        circled_class = torch.where((kinds == NUMBER) | (kinds == EMPTY), circled.long(), unknown)
        return Cells(crops[:, None], torch.where(turned, unknown, kinds), classes, circled_class, turns)

    def draw_clear(self, n: int) -> Cells:
        """Return `n` cells with one handwritten digit each, as it was written, and well seen."""
        digits = self.integers(n, 0, 10)
        glyphs = self.written[digits, self.integers(n, 0, self.written.shape[1])]
        angle, slant = self.normal(n, 0.06)[:, 0, 0], self.normal(n, 0.06)[:, 0, 0]
        # The longer side of the ink is 24 of 32 pixels.
        size = SIDE / INK * self.uniform(n, 0.5, 0.85)[:, 0, 0] * CELL_SHARE
        wider, higher = self.normal(n, 0.1)[:, 0, 0].exp(), self.normal(n, 0.05)[:, 0, 0].exp()
        shift = self.normal(n, 0.06)
        matrix = torch.stack(
            [
                torch.stack([wider * angle.cos(), slant - angle.sin(), self.normal(n, 0.06)[:, 0, 0]], 1),
                torch.stack([angle.sin(), higher * angle.cos(), shift[:, 0, 0]], 1),
            ],
            1,
        )
        grid = functional.affine_grid(matrix / size[:, None, None], [n, 1, CROP, CROP], align_corners=False)
        warp = torch.randn((n, 2, WARP_PARTS, WARP_PARTS), generator=self.random) * self.uniform(n, 0, WARP)[:, None]
        warp = functional.interpolate(warp, CROP, mode="bicubic", align_corners=False)
        grid = grid + warp.permute(0, 2, 3, 1)
        shapes = self.glyphs[glyphs][:, None]
        for way, sign in enumerate((-1, 1)):
            # Thinner and thicker strokes.
            part = self.integers(n, 0, 6) == way
            other = functional.max_pool2d(shapes[part] * sign, 3, 1, 1) * sign
            shapes[part] += (other - shapes[part]) * self.uniform(int(part.sum()), 0, 0.6 if sign < 0 else 1.0)[:, None]
        ink = functional.grid_sample(shapes, grid, align_corners=False)[:, 0]
        contrast = self.uniform(n, 0.5, 1.0)
        width = torch.where(self.happens(n, BOLD), self.uniform(n, 1.6, 4.5), self.uniform(n, 1.0, 1.6))
        ink = (ink * width).clamp(0, 1) * contrast
        ink = self.draw_surroundings(ink, contrast, torch.ones(n, 1, 1))
        slots = torch.full((n, SLOTS), -1)
        slots[:, -1] = digits
        nothing = torch.zeros(n, dtype=torch.long)
        crops = self.photographed(ink, contrast, is_clear=True)
        return Cells(crops[:, None], torch.full((n,), NUMBER), slots + 1, nothing, nothing)

    def draw_corrections(self, ink: Any, kinds: Any, slots: Any, height: Any, middle_x: Any, middle_y: Any) -> None:
        """Add strokes to cells that are struck or doubtful, and other numbers over some of the latter."""
        way = torch.rand(len(ink), generator=self.random)
        over = (kinds == DOUBTFUL) & (way < 0.35)
        if m := int(over.sum()):
            shift_x, shift_y = (middle + self.normal(m, 1.5) for middle in (middle_x[over], middle_y[over]))
            other_slots = self.numbers(m)
            same = other_slots[:, -1] == slots[over, -1]
            other_slots[same, -1] = (other_slots[same, -1] + self.integers(m, 1, 10)[same]) % 10
            other = self.ink_of(other_slots, height[over] * self.uniform(m, 0.8, 1.2), shift_x, shift_y)
            ink[over] = torch.maximum(ink[over], other)
        crossed = ((kinds == DOUBTFUL) & (way > 0.3)) | (kinds == STRUCK)
        struck = kinds[crossed] == STRUCK
        m = int(crossed.sum())
        if m == 0:
            return
        # Empty fields are struck from side to side or from corner to corner, numbers in any direction.
        base = torch.where(torch.rand(m, generator=self.random) < 0.5, 0.0, 0.75) * self.integers(m, 0, 2).mul(2).sub(1)
        angle = base[:, None, None] + self.normal(m, 0.13)
        free = self.uniform(m, -1.1, 1.1)
        angle = torch.where(struck[:, None, None], angle, free)
        half = torch.where(struck[:, None, None], self.uniform(m, 0.25, 0.5), self.uniform(m, 0.3, 0.55)) * CELL
        count = torch.where(struck, self.chosen(m, (0.6, 0.4)), self.chosen(m, (0.45, 0.35, 0.1, 0.1)))
        for k in range(4):
            line = self.strokes(
                m, middle_x[crossed] + self.normal(m, 1.0), middle_y[crossed] + self.normal(m, 1.5 + k), half, angle
            )
            ink[crossed] = torch.maximum(ink[crossed], line * (count >= k)[:, None, None])
            angle = torch.where((self.happens(m, 0.5)) | struck[:, None, None], -angle, angle + self.normal(m, 0.1))

    def draw_specks(self, ink: Any) -> None:
        """Add dots, such as dirt and rests of erased digits."""
        for _ in range(2):
            some = torch.rand(len(ink), generator=self.random) < 0.06
            m = int(some.sum())
            place_x, place_y = (CROP / 2 + self.uniform(m, -0.45, 0.45) * CELL for _ in range(2))
            dots = self.strokes(m, place_x, place_y, self.uniform(m, 0, 1.2), self.uniform(m, 0, math.pi))
            ink[some] = torch.maximum(ink[some], dots * self.uniform(m, 0.3, 1.0))

    def draw_circles(self, ink: Any, circled: Any) -> None:
        """Add circles as people draw them about a number."""
        m = int(circled.sum())
        axis = torch.arange(CROP) + 0.5 - CROP / 2
        x, y = axis[None, None, :] - self.normal(m, 1.3), axis[None, :, None] - self.normal(m, 1.3)
        angle = torch.atan2(y, x)
        radius = self.uniform(m, 0.40, 0.52) * CELL
        radius = radius * (
            1
            + self.normal(m, 0.05) * torch.cos(2 * angle + self.uniform(m, 0, 6))
            + self.normal(m, 0.02) * torch.cos(3 * angle)
        )
        distance = (torch.hypot(x * self.uniform(m, 0.85, 1.2), y) - radius).abs()
        ring = (self.uniform(m, 0.5, 1.6) - distance + 0.5).clamp(0, 1)
        # Some are not closed.
        gap = (angle - self.uniform(m, -math.pi, math.pi)).abs() < self.uniform(m, -0.6, 0.5)
        ink[circled] = torch.maximum(ink[circled], ring * ~gap)

    def draw_surroundings(self, ink: Any, contrast: Any, zoom: Any) -> Any:
        """Return the ink with the borders of the cell, ruled paper, and parts of neighbours' digits."""
        n = len(ink)
        axis = torch.arange(CROP) + 0.5
        x, y = axis[None, None, :].expand(n, CROP, CROP), axis[None, :, None].expand(n, CROP, CROP)
        half = CELL / 2 * zoom
        for line in range(4):
            across, along = (x, y) if line < 2 else (y, x)
            place = CROP / 2 + (-half if line % 2 == 0 else half) + self.normal(n, 1.3) * zoom
            distance = (across - place - self.normal(n, 0.03) * (along - CROP / 2)).abs()
            dark = torch.where(self.happens(n, 0.08), 0.0, self.uniform(n, 0.1, 1.0))
            half_width = torch.where(self.happens(n, 0.1), self.uniform(n, 1.0, 3.5), self.uniform(n, 0.2, 2.0))
            ink = torch.maximum(ink, (half_width * zoom - distance + 0.5).clamp(0, 1) * dark)
        ruled = self.happens(n, 0.15) * self.uniform(n, 0.1, 0.6) * contrast
        spacing, width = self.uniform(n, 4, 22), self.uniform(n, 0.2, 0.9)
        for across in (x, y):
            phase = ((across + self.uniform(n, 0, 40)) / spacing) % 1
            ruled_ink = (width - (phase - 0.5).abs() * spacing + 0.5).clamp(0, 1) * ruled * self.happens(n, 0.8)
            ink = torch.maximum(ink, ruled_ink)
        near = torch.rand(n, generator=self.random) < 0.25
        m = int(near.sum())
        far, aside = (
            self.uniform(m, 0.68, 0.95) * CROP * self.integers(m, 0, 2).mul(2).sub(1)[:, None, None],
            self.normal(m, 5),
        )
        is_beside = self.happens(m, 0.5)
        place_x, place_y = torch.where(is_beside, far, aside), torch.where(is_beside, aside, far)
        height = self.uniform(m, 0.5, 0.85) * CELL
        digits = torch.full((m, SLOTS), -1)
        digits[:, 2] = self.integers(m, 0, 10)
        neighbour = self.ink_of(digits, height, place_x + CROP / 2, place_y + CROP / 2) * self.uniform(m, 0.4, 1.0)
        ink[near] = torch.maximum(ink[near], neighbour)
        self.draw_rings(ink, zoom)
        return ink

    def draw_rings(self, ink: Any, zoom: Any) -> None:
        """Add circles about the numbers of neighbours to some cells, and printed ones about this number to others.

        The latter are seen only in the corners, one of which has a sign.
        """
        choice = torch.rand(len(ink), generator=self.random)
        beside, printed = choice < 0.2, choice > 0.88
        m = int(beside.sum())
        for right, down in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            shown = self.happens(m, 0.4) * self.uniform(m, 0.4, 1.0)
            away = CELL * zoom[beside]
            distance, _ = self.ring(m, right * away, down * away, self.uniform(m, 0.42, 0.58) * away)
            line = (self.uniform(m, 0.5, 1.6) - distance + 0.5).clamp(0, 1)
            ink[beside] = torch.maximum(ink[beside], line * shown)
        m = int(printed.sum())
        radius = self.uniform(m, 0.58, 0.8) * CELL
        distance, places = self.ring(m, self.normal(m, 1.3), self.normal(m, 1.3), radius)
        line = (self.uniform(m, 0.5, 2.5) - distance + 0.5).clamp(0, 1)
        u, v = (place + radius * math.sqrt(0.5) for place in places)
        turn = self.uniform(m, 0, math.pi / 2)
        u, v = (u * turn.cos() + v * turn.sin()).abs(), (v * turn.cos() - u * turn.sin()).abs()
        away = torch.where(self.happens(m, 0.5), torch.maximum(u, v), torch.hypot(u, v))
        size = self.uniform(m, 0.1, 0.2) * CELL
        sign = (size - away + 0.5).clamp(0, 1)
        line = torch.maximum(torch.where(away < size + 1.5, 0.0, line), sign)
        ink[printed] = torch.maximum(ink[printed], line * self.uniform(m, 0.2, 1.0))

    def ring(self, n: int, right: Any, down: Any, radius: Any) -> tuple[Any, tuple[Any, Any]]:
        """Return the distance of each pixel from a circle, and x and y from its middle.

        :param right: x of the middle from that of the crop, as `down` its y
        """
        axis = torch.arange(CROP) + 0.5 - CROP / 2
        x, y = (axis[None, None, :] - right).expand(n, CROP, CROP), (axis[None, :, None] - down).expand(n, CROP, CROP)
        return (torch.hypot(x * self.uniform(n, 0.92, 1.08), y) - radius).abs(), (x, y)

    def photographed(self, ink: Any, contrast: Any, *, is_clear: bool = False) -> Any:
        """Return the brightness of ink on paper, as a phone sees it."""
        n = len(ink)
        axis = (torch.arange(CROP) + 0.5) / CROP - 0.5
        x, y = axis[None, None, :], axis[None, :, None]
        paper = self.uniform(n, 90, 250) * (1 + self.normal(n, 0.08) * x + self.normal(n, 0.08) * y)
        side = torch.sigmoid(
            (x * self.normal(n, 1) + y * self.normal(n, 1) + self.normal(n, 0.3)) * self.uniform(n, 10, 60)
        )
        paper = paper * (1 - self.happens(n, 0.1) * self.uniform(n, 0.1, 0.4) * side)
        is_faint = self.happens(n, FAINT)
        paper = paper * torch.where(is_faint, self.uniform(n, 0.35, 1.0), 1.0)
        darkness = self.uniform(n, 0.45, 0.95) * torch.where(is_faint, self.uniform(n, 0.1, 0.5), 1.0)
        darkness = torch.maximum(darkness, MIN_STEP / (paper.amax((1, 2), keepdim=True) * contrast)).clamp(max=1)
        picture = paper * (1 - ink * darkness)
        grain = torch.randn((n, 1, *GRAINS), generator=self.random) * self.happens(n, 0.3)[:, None]
        grain = functional.interpolate(grain, CROP, mode="bilinear", align_corners=False)[:, 0]
        picture = picture * (1 + grain * self.uniform(n, 0, 0.05))
        blurs = CLEAR_BLURS if is_clear else BLURS
        for group, part in enumerate(torch.arange(n).tensor_split(len(blurs))):
            for axis in (2, 3):
                sigma = blurs[group] * float(torch.rand((), generator=self.random) * 0.4 + 0.8)
                picture[part] = blurred(picture[part, None], sigma, axis)[:, 0]
        # Small pictures: a part is sampled coarsely and enlarged.
        order = torch.randperm(n, generator=self.random)
        for share, side_length in () if is_clear else ((0.12, 26), (0.1, 20), (0.04, 16)):
            part, order = order[: int(n * share)], order[int(n * share) :]
            small = functional.interpolate(picture[part, None], side_length, mode="bilinear", antialias=True)
            small = small + torch.randn(small.shape, generator=self.random) * 1.5
            picture[part] = functional.interpolate(small, CROP, mode="bilinear", align_corners=False)[:, 0]
        share = torch.where(self.happens(n, 0 if is_clear else HARD), MAX_NOISE[1], MAX_NOISE[0])
        deviation = torch.minimum(
            self.uniform(n, 0, 2.3) ** 2, paper.amax((1, 2), keepdim=True) * darkness * contrast * share
        )
        return (picture + torch.randn(picture.shape, generator=self.random) * deviation).clamp(0, 255)


def blurred(pictures: Any, sigma: float, axis: int) -> Any:
    """Return pictures (n, 1, height, width) that are blurred along an axis."""
    if sigma == 0:
        return pictures
    reach = math.ceil(2.5 * sigma)
    taps = torch.exp(-((torch.arange(-reach, reach + 1) / sigma) ** 2) / 2)
    taps = (taps / taps.sum()).view(1, 1, -1, 1) if axis == 2 else (taps / taps.sum()).view(1, 1, 1, -1)
    padding = (0, 0, reach, reach) if axis == 2 else (reach, reach, 0, 0)
    return functional.conv2d(functional.pad(pictures, padding, mode="replicate"), taps)


def features(crops: Any) -> Any:
    """Return the input of the network for crops from 0 to 255; as the reader makes it."""
    high, low = crops.amax((2, 3), keepdim=True), crops.amin((2, 3), keepdim=True)
    return (crops - high) / (high - low).clamp(min=MIN_CONTRAST) * 2 + 1
