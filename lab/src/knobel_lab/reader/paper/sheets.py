"""Parts of drawn pictures of grids on paper with their truth, drawn in batches by PyTorch.

Each pixel knows its place on the paper, in cells of the grid: from it follow the ink of lines and numbers, and the
distances in pixels from the nearest line and from the nearest junction, which are the truth.
"""

import math
from typing import Any, NamedTuple

import torch
from torch.nn import functional

from knobel.vision.paper.settings import STRIDE
from knobel_lab.reader.paper.glyphs import SIDE, Glyphs

LINE_REACH = 2.5
"""Distance in pixels from a line below which the finder shall see it."""
CELL_SIZES = 9.0, 120.0
"""Range of the sides of cells in pixels."""
KNOWN_SIZES = (5, 5), (9, 9), (5, 5), (6, 6), (3, 8), (15, 4)
"""Rows and columns of the grids of games."""
WITHOUT_GRID = 0.15
MAX_LINES = 64


class Sheets(NamedTuple):
    """Pictures, shape (n, 1, side, side), from 0 to 255, and their truth for each cell of the finder's output."""

    pictures: Any
    heat: Any
    """1 in the cell that has a junction, and less around it, shape (n, side / STRIDE, side / STRIDE)."""
    shifts: Any
    """From the middle of a cell to the junction in cells, shape (n, 2, ...)."""
    lines: Any
    """Whether a line passes; -1 where it does not count."""
    counts: Any
    """False where something covers the paper."""


class Place(NamedTuple):
    """Place of each pixel on the paper in cells of the grid, and the change of both numbers over a pixel."""

    s: Any
    t: Any
    s_slope: Any
    t_slope: Any
    jacobian: tuple[Any, Any, Any, Any]


class SheetSource:
    """Draws parts of pictures."""

    def __init__(self, glyphs: Glyphs, seed: int, *, without_grid: float = WITHOUT_GRID) -> None:
        """:param without_grid: the share of pictures without a grid"""
        self.without_grid = without_grid
        self.glyphs = torch.from_numpy(glyphs.pictures).float() / 255
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

    def hashed(self, n: int, i: Any, j: Any) -> Any:
        """Return a random number from 0 to 1 for each pair of whole numbers of a picture."""
        x = (i * 12.9898 + j * 78.233 + self.uniform(n, 0, 100)).sin() * 43758.5453
        return x - x.floor()

    def draw(self, n: int, side: int = 256) -> Sheets:
        """Return `n` parts of pictures."""
        axis = torch.arange(side) + 0.5
        x, y = (part.expand(n, side, side) for part in (axis[None, None, :], axis[None, :, None]))
        x, y = x - side / 2, y - side / 2
        which = torch.randint(len(KNOWN_SIZES), (n,), generator=self.random)
        sizes = torch.tensor(KNOWN_SIZES)[which]
        columns, rows = sizes[:, 1, None, None].float(), sizes[:, 0, None, None].float()
        cell = torch.exp(self.uniform(n, *(math.log(size) for size in CELL_SIZES)))
        place, spacing = self.place(n, x, y, cell, columns, rows)
        hand = self.happens(n, 0.4)
        has_grid = ~self.happens(n, self.without_grid)
        s_line, t_line = self.wobbled(n, place, hand)
        column, row = s_line.round().clamp(min=0), t_line.round().clamp(min=0)
        column, row = torch.minimum(column, columns), torch.minimum(row, rows)
        across, down = (s_line - column).abs() / place.s_slope, (t_line - row).abs() / place.t_slope
        over = torch.where(hand, self.uniform(n, -0.06, 0.15), 0.01)
        beside, below = (torch.maximum(-v, v - count) for v, count in ((s_line, columns), (t_line, rows)))
        vertical, horizontal = (below < over) & has_grid, (beside < over) & has_grid

        # Ink of the lines, the thicker ones every third or around.
        size = torch.minimum(1 / place.s_slope, 1 / place.t_slope).mean((1, 2), keepdim=True)
        width = (self.uniform(n, 0.012, 0.05) * size).clamp(min=0.5, max=6)
        thick = 1 + self.happens(n, 0.6) * self.uniform(n, 0.3, 2.5)
        every = torch.where(self.happens(n, 0.5), columns, 3.0)
        dark = self.uniform(n, 0.14, 1.0)
        thin_dark = torch.where(self.happens(n, 0.3), self.uniform(n, 0.5, 1.0), 1.0)
        ink = torch.zeros(n, side, side)
        for index, distance, inside in ((column, across, vertical), (row, down, horizontal)):
            is_thick = index % every == 0
            half = width / 2 * torch.where(is_thick, thick, 1.0)
            half = half * torch.where(hand, 0.7 + 0.6 * self.hashed(n, index, index * 0), 1.0)
            darkness = dark * torch.where(is_thick, 1.0, thin_dark)
            ink = torch.maximum(ink, (half - distance + 0.5).clamp(0, 1) * darkness * inside)
        ink = torch.maximum(ink, self.contents(n, place, columns, rows) * has_grid)
        outside = torch.maximum(beside, below) > 0.08
        ink = torch.maximum(ink, self.clutter(n, x, y, place, outside | ~has_grid, spacing))
        pictures, covered = self.photographed(n, x, y, ink)

        # The truth, at the middles of the finder's cells.
        at = (slice(None), slice(STRIDE // 2, None, STRIDE), slice(STRIDE // 2, None, STRIDE))
        ds, dt = ((column - s_line)[at], (row - t_line)[at])
        a, b, c, d = (part[at] for part in place.jacobian)
        determinant = a * d - b * c
        # From a pixel's middle to the cell's middle is half a pixel.
        dx, dy = (ds * d - dt * b) / determinant + 0.5, (dt * a - ds * c) / determinant + 0.5
        has = has_grid.expand(n, side, side)[at]
        heat = torch.exp(-(dx**2 + dy**2) / (2 * (0.6 * STRIDE) ** 2))
        is_middle = (dx.abs() <= STRIDE / 2) & (dy.abs() <= STRIDE / 2)
        heat = torch.where(is_middle, 1.0, heat.clamp(max=0.95)) * has
        near = torch.minimum(torch.where(vertical, across, 99.0), torch.where(horizontal, down, 99.0))[at]
        lines = torch.where(near < LINE_REACH, 1.0, torch.where(near < LINE_REACH + 1.5, -1.0, 0.0))
        return Sheets(pictures[:, None], heat, torch.stack([dx, dy], 1) / STRIDE, lines, ~covered[at])

    def place(self, n: int, x: Any, y: Any, cell: Any, columns: Any, rows: Any) -> tuple[Place, Any]:
        """Return the place of each pixel: turned, in perspective, bent, and one of several grids in some pictures."""
        quarter = torch.randint(4, (n, 1, 1), generator=self.random) * (math.pi / 2)
        angle = torch.where(self.happens(n, 0.5), quarter + self.normal(n, 0.12), self.uniform(n, 0, 2 * math.pi))
        aspect = torch.where(self.happens(n, 0.6), self.uniform(n, 0.9, 1.1), self.uniform(n, 0.45, 2.0)).sqrt()
        tilt_x, tilt_y = self.normal(n, 0.0006), self.normal(n, 0.0006)
        depth = (1 + tilt_x * x + tilt_y * y).clamp(min=0.4)
        shear = self.normal(n, 0.08)
        u, v = x * angle.cos() + y * angle.sin(), y * angle.cos() - x * angle.sin()
        middle_s, middle_t = (count * self.uniform(n, -0.25, 1.25) for count in (columns, rows))
        s, t = (u + shear * v) / (cell * aspect) / depth + middle_s, v / (cell / aspect) / depth + middle_t
        for _ in range(2):
            bend, wave = self.happens(n, 0.6) * self.uniform(n, 0, 0.14), self.uniform(n, 0.3, 1.2)
            s = s + bend * (wave * t + self.uniform(n, 0, 6)).sin()
            t = t + bend * self.uniform(n, 0.3, 1) * (wave * s + self.uniform(n, 0, 6)).sin()
        a, c = ((v[:, :, 2:] - v[:, :, :-2]) / 2 for v in (s, t))
        b, d = ((v[:, 2:] - v[:, :-2]) / 2 for v in (s, t))
        a, c = (functional.pad(v, (1, 1, 0, 0), mode="replicate") for v in (a, c))
        b, d = (functional.pad(v, (0, 0, 1, 1), mode="replicate") for v in (b, d))
        spacing = self.uniform(n, 0.35, 2.5)
        repeated = self.happens(n, 0.4)
        for count, is_first in ((columns, True), (rows, False)):
            period = count + spacing
            value = s if is_first else t
            moved = torch.where(repeated, (value + spacing / 2) % period - spacing / 2, value)
            s, t = (moved, t) if is_first else (s, moved)
        return Place(s, t, torch.hypot(a, b), torch.hypot(c, d), (a, b, c, d)), spacing

    def wobbled(self, n: int, place: Place, hand: Any) -> tuple[Any, Any]:
        """Return the place as hand-drawn lines take it."""
        results = []
        for along, across in ((place.t, place.s), (place.s, place.t)):
            line = across.round()
            offset = (self.hashed(n, line, line * 0) - 0.5) * self.uniform(n, 0, 0.22)
            slope = (self.hashed(n, line, line * 0) - 0.5) * self.uniform(n, 0, 0.06) * (along - 2.5)
            wave = self.uniform(n, 0, 0.03) * (along * self.uniform(n, 0.5, 4) + line * 2.4).sin()
            results.append(across + (offset + slope.clamp(-0.2, 0.2) + wave) * hand)
        return results[0], results[1]

    def glyph_ink(self, n: int, u: Any, v: Any, glyph: Any) -> Any:
        """Return ink of glyphs at places from 0 to 1 within them; the glyphs are hashes from 0 to 1."""
        index = (glyph * (len(self.glyphs) - 1)).long()
        i, j = (v * SIDE - 0.5).clamp(0, SIDE - 1.01), (u * SIDE - 0.5).clamp(0, SIDE - 1.01)
        top, left = i.long(), j.long()
        p, q = i - top, j - left
        flat = self.glyphs.view(-1)
        at = (index * SIDE + top) * SIDE + left
        ink = (flat[at] * (1 - q) + flat[at + 1] * q) * (1 - p) + (
            flat[at + SIDE] * (1 - q) + flat[at + SIDE + 1] * q
        ) * p
        return ink * ((u > 0) & (u < 1) & (v > 0) & (v < 1))

    def contents(self, n: int, place: Place, columns: Any, rows: Any) -> Any:
        """Return the ink of numbers, circles and dark cells."""
        column, row = place.s.floor(), place.t.floor()
        inside = (column >= 0) & (column < columns) & (row >= 0) & (row < rows)
        u, v = place.s - column - 0.5, place.t - row - 0.5
        filled = self.hashed(n, column, row) < torch.where(self.happens(n, 0.25), 0.0, self.uniform(n, 0.3, 1.3))
        tall, wide = self.uniform(n, 0.5, 1.0), self.uniform(n, 0.5, 1.0)
        shift = (self.hashed(n, column, row) - 0.5) * 0.25
        two = self.hashed(n, column, row) < torch.where(self.happens(n, 0.5), 0.35, 0.0)
        right = u + shift > 0
        first = (u + shift) / wide + 0.5
        second = torch.where(right, (u + shift) / wide * 1.6, (u + shift) / wide * 1.6 + 1)
        glyph = torch.where(two & right, self.hashed(n, column, row), self.hashed(n, column, row))
        ink = self.glyph_ink(n, torch.where(two, second, first), (v + shift * 0.5) / tall + 0.5, glyph)
        ink = ink * self.uniform(n, 0.3, 1.0) * filled
        ring = (torch.hypot(u, v) - self.uniform(n, 0.33, 0.46)).abs() / torch.maximum(place.s_slope, place.t_slope)
        circled = self.hashed(n, column, row) < torch.where(self.happens(n, 0.25), self.uniform(n, 0.2, 1.3), 0.0)
        ink = torch.maximum(
            ink, (self.uniform(n, 0.5, 1.6) - ring + 0.5).clamp(0, 1) * circled * self.uniform(n, 0.2, 1)
        )
        shade = self.hashed(n, column, row) < torch.where(self.happens(n, 0.15), 0.3, 0.0)
        return torch.maximum(ink, shade * self.uniform(n, 0.05, 0.35)) * inside

    def clutter(self, n: int, x: Any, y: Any, place: Place, outside: Any, spacing: Any) -> Any:
        """Return the ink of what is no grid: squared or ruled paper, text, boxes, rules and scribbles."""
        # Ruled paper, with the grid on its lines or anywhere.
        parts = torch.where(self.happens(n, 0.5), self.uniform(n, 1.6, 6.0).round(), self.uniform(n, 1.6, 6.0))
        ruled = self.happens(n, 0.3)
        faint, width = self.uniform(n, 0.05, 0.34), self.uniform(n, 0.3, 0.9)
        is_squared = self.happens(n, 0.75)
        ink = torch.zeros_like(x)
        for value, slope, shown in ((place.s, place.s_slope, is_squared), (place.t, place.t_slope, True)):
            scaled = value * parts
            distance = (scaled - scaled.round()).abs() / (slope * parts)
            is_wide = 1 / (slope * parts) > 5
            ink = torch.maximum(ink, (width - distance + 0.5).clamp(0, 1) * faint * ruled * shown * is_wide)
        # Lines of text, of letters of about equal size.
        height = self.uniform(n, 0.15, 0.6)
        turn = torch.where(self.happens(n, 0.85), self.normal(n, 0.02), 1.57)
        across = place.s * turn.cos() + place.t * turn.sin()
        down = place.t * turn.cos() - place.s * turn.sin()
        letter, line = (across / (height * 0.6)).floor(), (down / (height * 1.3)).floor()
        u, v = across / (height * 0.6) - letter, (down / (height * 1.3) - line) * 1.3
        is_text = (self.hashed(n, line, line * 0) < 0.8) & (self.hashed(n, letter, line) < 0.83)
        texts = self.glyph_ink(n, u, v, self.hashed(n, letter, line)) * is_text * self.uniform(n, 0.2, 1)
        ink = torch.maximum(ink, texts * outside * self.happens(n, 0.55))
        # Bars and boxes beside the grid, such as titles and places for sums.
        for value, along, slope in ((place.t, place.s, place.t_slope), (place.s, place.t, place.s_slope)):
            for sign in (-1, 1):
                edge = sign * self.uniform(n, 0.3, 3)
                distance = (value - torch.where(edge < 0, edge, edge + 5)).abs() / slope
                here = (along > self.uniform(n, -3, 2)) & (along < self.uniform(n, 2, 9))
                half = torch.where(self.happens(n, 0.3), self.uniform(n, 0.05, 0.4) / slope, self.uniform(n, 0.4, 2))
                bar = (half - distance + 0.5).clamp(0, 1) * here * outside * self.happens(n, 0.18)
                ink = torch.maximum(ink, bar * self.uniform(n, 0.2, 1))
        # Scribbles and folds, over the grid too.
        for _ in range(3):
            angle, curved = self.uniform(n, 0, 6.3), self.normal(n, 0.002)
            along, aside = x * angle.cos() + y * angle.sin(), y * angle.cos() - x * angle.sin()
            distance = (aside + self.normal(n, 70) + curved * along**2).abs()
            here = (along - self.normal(n, 60)).abs() < self.uniform(n, 8, 70)
            shown = self.happens(n, 0.12) * self.uniform(n, 0.1, 0.9)
            ink = torch.maximum(ink, (self.uniform(n, 0.3, 2) - distance + 0.5).clamp(0, 1) * here * shown)
        return ink

    def photographed(self, n: int, x: Any, y: Any, ink: Any) -> tuple[Any, Any]:
        """Return the brightness from 0 to 255, and where a hand or the edge of the paper hides the grid."""
        side = x.shape[-1]
        paper = self.uniform(n, 80, 250) * (1 + (self.normal(n, 0.12) * x + self.normal(n, 0.12) * y) / side)
        smooth = torch.randn((n, 1, 6, 6), generator=self.random)
        smooth = functional.interpolate(smooth, side, mode="bicubic", align_corners=False)[:, 0]
        paper = paper * (1 + smooth * self.uniform(n, 0, 0.05))
        for _ in range(2):
            angle = self.uniform(n, 0, 6.3)
            distance = x * angle.cos() + y * angle.sin() + self.normal(n, 60)
            shade = (
                torch.sigmoid(distance / self.uniform(n, 0.5, 12)) * self.happens(n, 0.25) * self.uniform(n, 0.1, 0.55)
            )
            paper = paper * (1 - shade)
        picture = paper * (1 - ink * self.uniform(n, 0.55, 0.95))
        angle = self.uniform(n, 0, 6.3)
        beyond = x * angle.cos() + y * angle.sin() > torch.where(self.happens(n, 0.15), self.uniform(n, 20, 120), 999.0)
        hand = torch.hypot((x - self.normal(n, 110)) * self.uniform(n, 0.4, 1.6), y - self.normal(n, 110))
        hidden = hand < torch.where(self.happens(n, 0.12), self.uniform(n, 25, 80), 0.0)
        coarse = torch.randn((n, 1, 24, 24), generator=self.random)
        coarse = functional.interpolate(coarse, side, mode="bilinear", align_corners=False)[:, 0]
        table = self.uniform(n, 20, 220) * (1 + coarse * self.uniform(n, 0, 0.25))
        skin = self.uniform(n, 90, 210) * (1 + smooth * 0.06)
        picture = torch.where(hidden, skin, torch.where(beyond, table, picture))
        for part, sigma in enumerate((0.0, 0.45, 0.7, 1.0, 1.5)):
            if sigma:
                chosen = slice(part * n // 5, (part + 1) * n // 5)
                taps = torch.exp(-((torch.arange(-4, 5) / sigma) ** 2) / 2)
                taps = taps / taps.sum()
                padded = functional.pad(picture[chosen, None], (4, 4, 4, 4), mode="replicate")
                blurred = functional.conv2d(padded, taps.view(1, 1, 1, 9))
                picture[chosen] = functional.conv2d(blurred, taps.view(1, 1, 9, 1))[:, 0]
        picture = picture + torch.randn(picture.shape, generator=self.random) * (self.uniform(n, 0, 2.6) ** 2)
        return picture.clamp(0, 255), hidden | beyond
